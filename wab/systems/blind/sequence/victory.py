"""Victory points and the end of the game (BLD-19, BLD-20-6 to BLD-20-11)."""

from __future__ import annotations

from collections.abc import Iterator

from wab.engine.kernel.events import Event
from wab.engine.kernel.values import Outcome
from wab.engine.words.text import N_, Text
from wab.systems.blind.state import events as ev
from wab.systems.blind.state.names import SIDE_NAMES
from wab.systems.blind.state.state import State

REASON = N_("The Allies hold {points} victory points.")
SOURCES = ("places", "west", "south", "east", "isolation")


def points_of_places(state: State) -> int:
    """The VP of cities and towns in Allied hands (BLD-19-2, BLD-19-5); a place that was lost once brings nothing
    more (BLD-19-3).
    """
    return sum(
        place.vp
        for hex_, place in state.board.places.items()
        if state.holds("allied", hex_) and hex_ not in state.now.spoilt
    )


def points_by_source(state: State) -> dict[str, int]:
    """Victory points by what brought them: places, exits by side of the map, isolation (BLD-19-1, BLD-19-13)."""
    return {"places": points_of_places(state)} | {key: state.now.scored.get(key, 0) for key in SOURCES[1:]}


def points(state: State) -> int:
    """All victory points of the Allies."""
    return sum(points_by_source(state).values())


def outcome(state: State, level: str) -> Outcome:
    """The end of the game with a level of victory; a draw has no winner."""
    side = level.partition("_")[0]
    winner = side if side in SIDE_NAMES else None
    total = points(state)
    return Outcome(winner, level, {"allied": float(total), "axis": 0.0}, str(Text(REASON, {"points": total}).msgid))


def end_of_turn(state: State) -> Iterator[Event]:
    """After the last phase VP are totalled (BLD-2-5): the campaign ends early with enough of them (BLD-20-8, BLD-20-9),
    but in its last turn it is graded by all of them (BLD-20-10, BLD-20-11); the short scenario by its bands (BLD-20-7).
    """
    row, now, total = state.board.victory, state.now, points(state)
    if now.turn < state.board.last:
        early = row.early
        if early is not None and now.options.get("early_end", "on") == "on" and total >= early.points:
            level = next((level for last, level in early.levels if now.turn <= last), None)
            if level is not None:
                yield ev.GameOver(outcome(state, level))
        return
    yield ev.GameOver(outcome(state, row.level(total)))
