"""Threats of the other side in its next impulse: derived from reach and from the rules of attack; no rule of
its own.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wab.systems.operations.movement.movement import reach
from wab.systems.operations.state.board import enemy_of
from wab.systems.operations.state.state import State, Unit


def threats(state: State, side: str) -> NDArray[np.uint8]:
    """uint8[N]: how many units of the enemy could attack each hex in their next impulse, if no unit moved before.

    A unit counts if a hex next to it is in its ordinary reach and it has an attack value; closed hexsides and cliffs
    between hexes are left to the attack itself. On what a side knows, it is the known enemy. Read-only.
    """
    found: NDArray[np.uint8] = state.derived(f"threats {side}", lambda: _threats(state, side))
    return found


def _threats(state: State, side: str) -> NDArray[np.uint8]:
    counts = np.zeros(state.board.grid.size, np.uint8)
    for unit in state.units_of(enemy_of(side)):
        if _attacks(state, unit):
            counts[_beside(state, unit)] += 1
    counts[~state.board.land] = 0
    counts.setflags(write=False)
    return counts


def _attacks(state: State, unit: Unit) -> bool:
    profile = state.profile(unit.id)
    return profile.attack > 0 and not profile.is_gun and not profile.is_ship


def _beside(state: State, unit: Unit) -> NDArray[np.bool_]:
    """bool[N]: the hexes that a unit reaches, and their neighbours."""
    grid = state.board.grid
    there = np.zeros(grid.size, np.bool_)
    there[[unit.hex, *reach(state, (unit.id,))]] = True
    around = grid.neighbours[there]
    beside = np.zeros(grid.size, np.bool_)
    beside[around[around >= 0]] = True
    return beside
