"""A battle in numbers: what charts tell of each turn, and what the points are made of (OPS-9.2.1-3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date, timedelta

from wab.content.normandy.ground import captures_on, held_between
from wab.engine.kernel.events import Event
from wab.engine.kernel.measures import Account, Change, Landmark, Measure
from wab.engine.words.text import N_, Text
from wab.field import control
from wab.field.fronts import ground_measures
from wab.systems.operations.sequence.victory import holder, points, points_for_losses
from wab.systems.operations.state import events as ev
from wab.systems.operations.state.board import SIDE_CODE, SIDES, Board
from wab.systems.operations.state.state import State


def measures(state: State, events: Sequence[Event], sides: Sequence[str] = SIDES) -> tuple[Measure, ...]:
    """A turn: points and HP lost so far, activation points used in it, km² of ground in Allied hands at its end.

    `events` tell all activation points of `sides`. Ground stands next to history's on the turns in which a day falls
    whose historical front is known.
    """
    return (
        Measure("points", Text(N_("Points")), points(state)),
        Measure("losses", Text(N_("HP lost")), {side: state.hp_lost.get(side, 0) for side in SIDES}),
        Measure("activation", Text(N_("Activation points used in the turn")), _used(state, events, sides)),
        *_ground(state),
    )


def accounts(state: State) -> tuple[Account, ...]:
    """Return what each objective brought, what the enemy's losses brought, the handicap."""
    handicap = state.board.victory.handicap
    found = [
        Account(state.board.objectives[number].noun, dict(earned))
        for number, earned in sorted(state.objective_points.items())
    ]
    found.append(Account(Text(N_("enemy losses")), {side: points_for_losses(state, side) for side in SIDES}))
    if state.result is not None and state.result.reason == "points":
        found.append(Account(Text(N_("handicap")), {side: getattr(handicap, side) for side in SIDES}))
    return tuple(found)


def _used(state: State, events: Sequence[Event], sides: Sequence[str]) -> dict[str, float]:
    """Activation points by side: one for each unit that was activated (OPS-5.2-2)."""
    used: Counter[str] = Counter()
    for event in events:
        if isinstance(event, ev.Activated):
            used[state.side_of(event.unit)] += 1
    return {side: used[side] for side in sides}


def _ground(state: State) -> Iterator[Measure]:
    """Land in play that the Allies hold, in the game and in history."""
    board = state.board
    days = _days_of(board, state.turn)
    if days is not None:
        held = control.held(state.control, SIDE_CODE["allied"])
        yield from ground_measures(board.map, board.land & board.in_play, held, held_between(board.map, *days))


def day(state: State) -> str:
    """The last day of the turn that is being played, "" before and after all turns."""
    days = _days_of(state.board, state.turn)
    return days[1] if days is not None else ""


def landmarks(state: State) -> tuple[Landmark, ...]:
    """The objectives, with the days on which history's sides took them, where they are known."""
    board = state.board
    past: dict[int, tuple[Change, ...]] = board.once(("captures",), lambda: dict(captures_on(board.map)))
    return tuple(
        Landmark(str(number), Text.of_data(objective.names), holder(state, number), past.get(objective.hex, ()))
        for number, objective in enumerate(board.objectives)
    )


def _days_of(board: Board, turn: int) -> tuple[str, str] | None:
    """The first and the last day of a turn (YYYY-MM-DD); the last turn is as long as the one before it."""
    dates = [date.fromisoformat(day) for day in board.dates]
    if not 1 <= turn <= len(dates):
        return None
    first = dates[turn - 1]
    if turn < len(dates):
        return first.isoformat(), (dates[turn] - timedelta(days=1)).isoformat()
    length = first - dates[turn - 2] if turn > 1 else timedelta(days=1)
    return first.isoformat(), (first + length - timedelta(days=1)).isoformat()
