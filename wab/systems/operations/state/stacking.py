"""Stacking (ledger section 8.1): how much a hex holds, and which units are in each other's way."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import numpy as np
from numpy.typing import NDArray

from wab.field import stacking
from wab.systems.operations.state.board import Profile
from wab.systems.operations.state.state import State


def weight(state: State, units: Iterable[int]) -> int:
    """Stacking points of units: one each, none for commanders (OPS-7.4.5-1) and small German units (OPS-8.1-3,
    OPS-10.1.1-19)."""
    return sum([state.roster[unit].weight for unit in units])


def room(state: State, side: str, hex_: int) -> int:
    """Stacking points still free for a side in a hex (OPS-8.1-2); none where the enemy stands (OPS-8.1-1)."""
    there = state.stacks.get(hex_, ())
    if there and state.side_of(there[0]) != side:
        return 0
    return stacking.room(state.board.tables.conduct.stacking, weight(state, there))


def fits(state: State, units: Collection[int], hex_: int) -> bool:
    """Tell whether units find room in a hex; units that are in it already count once (OPS-8.1-2, OPS-8.1-5)."""
    arriving = [unit for unit in units if unit not in state.stacks.get(hex_, ())]
    if not arriving:
        return True
    return _holds(state, state.side_of(arriving[0]), weight(state, arriving), hex_)


def fits_profile(state: State, profile: Profile, hex_: int) -> bool:
    """Tell whether a unit that is not on the map yet finds room in a hex (OPS-8.1-5)."""
    return _holds(state, profile.side, profile.weight, hex_)


def _holds(state: State, side: str, points: int, hex_: int) -> bool:
    """A unit of weight 0 finds room in any stack of its own side (OPS-8.1-3), never next to an enemy (OPS-8.1-1)."""
    return state.side_in(hex_) in (None, side) and points <= room(state, side, hex_)


def full_for(state: State, side: str, points: int) -> NDArray[np.bool_]:
    """bool[N]: hexes in which so many more points of a side find no room: neither goal nor way (OPS-8.1-4).

    No stack is full for what weighs nothing. The same array as long as the same hexes are full.
    """
    points_there = stacked(state, side)

    def found(before: NDArray[np.bool_] | None) -> NDArray[np.bool_]:
        full = stacking.full(points_there, state.board.tables.conduct.stacking, points)
        return full if before is None or not np.array_equal(full, before) else before

    return state.renewed(f"full {side} {points}", (points_there,), found)


def stacked(state: State, side: str) -> NDArray[np.int16]:
    """int16[N]: stacking points of a side in each hex. Read-only."""
    return state.deployed(side).stacked


def occupied(state: State, side: str) -> NDArray[np.bool_]:
    """bool[N]: hexes in which units of a side stand, commanders and ships included. Read-only."""
    return state.deployed(side).occupied
