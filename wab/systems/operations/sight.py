"""Sight (ledger section 6.1): which enemies a side sees, and how well.

Distances are weighted by the ground between (OPS-6.1-14) and counted in sixths of a hex, so that thirds of a distance
and the halves and thirds of the weather are exact (OPS-6.1-7).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from wab.systems.operations.board import Board, Profile, enemy_of
from wab.systems.operations.state import State

SIXTHS = 6
LEVELS = ("", "detected", "recognised", "identified")
_DETECTED, _IDENTIFIED = 1, 3


def sight_distance(state: State, profile: Profile, hex_: int) -> int:
    """How far a unit sees from a hex in the weather of the turn, in sixths of a hex.

    OPS-6.1-3 to OPS-6.1-6; the bonus of high ground (OPS-T-SIGHT) is added before the weather takes its part; never
    below one hex (OPS-6.1-7).
    """
    tables = state.board.tables
    bonus = tables.terrain.high_ground_sight if on_high_ground(state.board, hex_) else 0
    sixths: int = tables.weather.sight_sixths[state.weather]  # type: ignore[index]  # the weather comes from checked data
    return max(SIXTHS, (profile.sight + bonus) * sixths)


def on_high_ground(board: Board, hex_: int) -> bool:
    """Hills give a wider view (OPS-T-SIGHT)."""
    row = board.tables.terrain.terrain.get(board.map.terrain_name(hex_))
    return row is not None and row.high_ground


def levels(state: State, side: str) -> Mapping[int, str]:
    """The enemy units that a side sees now, by ascending id: "identified", "recognised" or "detected" (OPS-6.1-1).

    The best of all observers counts (OPS-6.1-11). Read-only.
    """
    return state.derived(f"levels {side}", lambda: _levels(state, side))


def _levels(state: State, side: str) -> dict[int, str]:
    seen = hex_levels(state, side)
    found = {}
    for unit in state.units_of(enemy_of(side)):
        level = max(int(seen[unit.hex]), _DETECTED if unit.spotted else 0)  # OPS-6.5-3
        if level:
            found[unit.id] = LEVELS[level]
    return found


def hex_levels(state: State, side: str) -> NDArray[np.int8]:
    """int8[N]: how well a side would see an enemy in each hex: 3 identified, 2 recognised, 1 detected, 0 not at all.

    Everything is identified where the scenario has no fog of war (OPS-6.1-1). Read-only.
    """
    return state.derived(f"sight {side}", lambda: _hex_levels(state, side))


def _hex_levels(state: State, side: str) -> NDArray[np.int8]:
    board = state.board
    if not board.scenario.rules.fog:
        seen = np.full(board.grid.size, _IDENTIFIED, np.int8)
    else:
        observers = [hex_ for hex_, units in state.stacks.items() if state.side_of(units[0]) == side]
        distances = [_farthest(state, state.stacks[hex_], hex_) for hex_ in observers]
        seen = state.kept(f"seen from {side}", (observers, distances), lambda: seen_from(board, observers, distances))
    seen.setflags(write=False)
    return seen


def _farthest(state: State, units: Iterable[int], hex_: int) -> int:
    return max(sight_distance(state, state.profile(unit), hex_) for unit in units)


def seen_from(board: Board, observers: Sequence[int], distances: Sequence[int]) -> NDArray[np.int8]:
    """int8[N]: the best level at which observers in these hexes see each hex; `distances` in sixths, one an observer.

    OPS-6.1-8 up to a third of the sight distance, OPS-6.1-9 up to two thirds, OPS-6.1-10 all of it, OPS-6.1-12 next
    to the observer always identified.
    """
    seen = np.zeros(board.grid.size, np.int8)
    places, targets, away = board.sight.rows(observers)
    reach = np.asarray(distances, np.int32)[places]
    in_sight = away <= reach
    targets, away, reach = targets[in_sight], away[in_sight], reach[in_sight]
    level = _DETECTED + (3 * away <= 2 * reach).astype(np.int8) + (3 * away <= reach).astype(np.int8)
    np.maximum.at(seen, targets, level)
    around = board.grid.neighbours[list(observers)]
    seen[around[around >= 0]] = _IDENTIFIED
    return seen


def glimpsed(state: State, units: Sequence[int], path: Sequence[int], before: Mapping[int, str]) -> tuple[int, ...]:
    """Enemies that units saw on their way better than their side did `before` and does at the end, ascending.

    Sight is judged after every hex entered (OPS-6.1-13): what comes into view on the way and is lost again was seen all
    the same. To be asked when the units have arrived.
    """
    way = path[1:-1]
    if not way or not state.board.scenario.rules.fog:
        return ()
    side = state.side_of(units[0])
    passing = seen_from(state.board, way, [_farthest(state, units, hex_) for hex_ in way])
    now = levels(state, side)
    return tuple(
        unit.id
        for unit in state.units_of(enemy_of(side))
        if passing[unit.hex] > max(LEVELS.index(before.get(unit.id, "")), LEVELS.index(now.get(unit.id, "")))
    )


def visible_hexes(state: State, side: str) -> NDArray[np.bool_]:
    """bool[N]: hexes in which any unit of a side would at least detect an enemy."""
    return hex_levels(state, side) > 0
