"""Influence: how much each side can bring to bear on every hex, and where the two meet."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from ai.operations.picture import Picture
from wab.hexes.influence import influence_layer
from wab.systems.operations.movement import allowance
from wab.systems.operations.state import Unit

HALF_POINTS_A_HEX = 4
"""What a hex of mixed ground costs a marching unit."""
SHARES = (8, 4, 2)
"""Eighths of a unit's attack that count where it can strike this turn, next turn, the turn after."""
EIGHTHS = 8
TENTHS = 10

Values = NDArray[np.float32]


def falloff(half_points: int) -> tuple[int, ...]:
    """Weights in eighths by distance in hexes, for who has so many half points a turn; the hex beyond can be struck."""
    near = half_points // HALF_POINTS_A_HEX
    weights = [SHARES[0]] * (near + 2)
    for share in SHARES[1:]:
        weights += [share] * max(1, near)
    return tuple(weights[:20])


def influence(picture: Picture, units: Iterable[Unit]) -> Values:
    """float32[N]: attack points that fighters bring to each hex: all of them this turn, half the next, a quarter."""
    by_speed: dict[int, list[Unit]] = {}
    for unit in units:
        if picture.is_fighter(unit):
            by_speed.setdefault(allowance(picture.position, unit.id), []).append(unit)
    total = np.zeros(picture.grid.size, np.int64)
    for speed, group in sorted(by_speed.items()):
        strengths = [round(TENTHS * picture.attack(unit)) for unit in group]
        hexes = [unit.hex for unit in group]
        total += influence_layer(picture.board.workspace, hexes, strengths, falloff(speed))
    return (total / (EIGHTHS * TENTHS)).astype(np.float32)


def tension(own: Values, enemy: Values) -> Values:
    """float32[N]: what both sides together bring: high where the battle is."""
    total: Values = own + enemy
    return total


def vulnerability(own: Values, enemy: Values) -> Values:
    """float32[N]: tension less the difference of the two: high where the battle is undecided."""
    balance: Values = own + enemy - np.abs(own - enemy)
    return balance
