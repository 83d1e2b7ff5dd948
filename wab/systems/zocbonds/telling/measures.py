"""A battle in numbers: what charts tell of each turn (ZOC-24.3-1), and places and front next to history's."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from functools import lru_cache

from wab.content.normandy.ground import captures_on, held_between
from wab.engine.kernel.measures import Change, Landmark, Measure
from wab.engine.words.text import N_, Text
from wab.field import control
from wab.field.boxes import units_in
from wab.field.fronts import ground_measures
from wab.hexes import HexId
from wab.systems.zocbonds.sequence.victory import points, totals
from wab.systems.zocbonds.state.board import CODES, SIDES, Board
from wab.systems.zocbonds.state.names import noun_of_place
from wab.systems.zocbonds.state.state import State
from wab.systems.zocbonds.units.cadres import GONE


def measures(state: State) -> tuple[Measure, ...]:
    """At the end of a turn: points, steps on the map, steps lost and not replaced, km² of ground in Allied hands, which
    stands next to history's on the days whose historical front is known.
    """
    steps, missing = _steps(state)
    return (
        Measure("points", Text(N_("Points")), _points(state)),
        Measure("steps", Text(N_("Steps on the map")), steps),
        Measure("losses", Text(N_("Steps lost and not replaced")), missing),
        *_ground(state),
    )


def _points(state: State) -> dict[str, float]:
    """Points of each side; before the landing none are taken off for beaches without engineers (ZOC-25.2-6)."""
    if any(True for _unit in state.units_of("allied")):
        return totals(state)
    found: dict[str, float] = dict.fromkeys(SIDES, 0.0)
    for score in points(state):
        found[score.side] += max(0, score.points)
    return found


def _steps(state: State) -> tuple[dict[str, float], dict[str, float]]:
    """Steps on the map by side, and the steps that its units lack, eliminated units included (ZOC-12.3-1)."""
    on_map, missing = (dict[str, float](dict.fromkeys(SIDES, 0)) for _kind in range(2))
    for unit in state.units.values():
        profile = state.profile(unit.id)
        on_map[profile.side] += unit.steps
        missing[profile.side] += profile.steps - unit.steps
    for gone in units_in(state.now.boxes, GONE):
        profile = state.board.roster[gone]
        missing[profile.side] += profile.steps
    return on_map, missing


def _ground(state: State) -> Iterator[Measure]:
    """Land in play that the Allies hold, in the game and in history."""
    board = state.board
    if today := day(state):
        held = control.held(state.control, CODES["allied"])
        yield from ground_measures(board.map, board.in_play & ~board.sea, held, held_between(board.map, today, today))


def date_of_turn(board: Board, turn: int) -> date:
    """The day of a turn; the first is 6 June 1944 (ZOC-T-TURNS)."""
    return date.fromisoformat(board.tables.turns.first_day) + timedelta(days=turn - 1)


def day(state: State) -> str:
    """The day that is being played (YYYY-MM-DD), "" before the first."""
    return date_of_turn(state.board, state.now.turn).isoformat() if state.now.turn > 0 else ""


def landmarks(state: State) -> tuple[Landmark, ...]:
    """The places that history's Allies took by the last day of the scenario, and the cities, with the days of both."""
    holders = {code: side for side, code in CODES.items()}
    return tuple(
        Landmark(str(hex_), noun_of_place(state.board, hex_), holders.get(state.control[hex_]), changes)
        for hex_, changes in _captures(state.board).items()
    )


@lru_cache(maxsize=8)
def _captures(board: Board) -> dict[HexId, tuple[Change, ...]]:
    """Changes of hands in history by hex, in the order of the first; a side that fought for a place and did not hold it
    does not count. Of two places in a hex the first counts.
    """
    last, found = date_of_turn(board, board.turns).isoformat(), dict[HexId, tuple[Change, ...]]()
    for hex_, changes in captures_on(board.map):
        if hex_ not in board.grid or not board.dry[hex_] or hex_ in found or not board.map.name(hex_):
            continue
        if changes and (changes[0].day <= last or board.terrain(hex_) == "city"):
            found[hex_] = changes
    return dict(sorted(found.items(), key=lambda one: one[1][0].day))
