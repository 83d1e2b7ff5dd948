"""Supply lines by the rules of operations: the price of closing each hex, and how a group depends on its supply."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ai.operations.maps.supply import HELD, SAFE, Lifeline, lifeline_over
from wab.systems.operations.state.board import SIDE_CODE, enemy_of
from wab.systems.operations.state.control import control_codes
from wab.systems.operations.state.stacking import occupied
from wab.systems.operations.state.state import State
from wab.systems.operations.state.zoc import zone_of_control
from wab.systems.operations.units.supply import closed_to_supply, sources


def prices(state: State, side: str) -> NDArray[np.int32]:
    """int32[N]: the price of closing each hex to a side's supply: 1, more under its units, 0 if it is closed."""
    enemy = enemy_of(side)
    own = control_codes(state) == SIDE_CODE[side]
    there = occupied(state, side)
    open_ = own & state.board.land & ~occupied(state, enemy) & ((zone_of_control(state, enemy) == 0) | there)
    price: NDArray[np.int32] = np.where(open_, np.where(there, HELD, 1), 0).astype(np.int32)
    return price


def lifeline(state: State, side: str, group: Sequence[int], price: NDArray[np.int32] | None = None) -> Lifeline:
    """The present supply line of units in some hexes; a group at a source cannot be cut off."""
    if not state.board.rules.supply:
        return Lifeline(tuple(group), SAFE, ())
    working = sources(state, side)
    if not working:
        return Lifeline(tuple(group), 0, ())
    cost = prices(state, side) if price is None else price
    return lifeline_over(state.board.grid, cost, group, working, closed_to_supply(state.board))
