"""Influence: the attack points that each side can bring to every hex, and where the two sides meet."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ai.operations.maps.judgement import HALF_POINTS_A_HEX, SHARES
from wab.hexes.influence import influence_layer
from wab.hexes.paths import Workspace

EIGHTHS = 8
TENTHS = 10

Values = NDArray[np.float32]


def falloff(half_points: int) -> tuple[int, ...]:
    """Weights in eighths by distance in hexes, for a unit with that many half points; it strikes one hex farther."""
    near = half_points // HALF_POINTS_A_HEX
    weights = [SHARES[0]] * (near + 2)
    for share in SHARES[1:]:
        weights += [share] * max(1, near)
    return tuple(weights[:20])


def influence(workspace: Workspace, hexes: Sequence[int], strengths: Sequence[float], speeds: Sequence[int]) -> Values:
    """float32[N]: points that units bring to each hex: all of them this turn, half the next, a quarter the one after.

    One value a unit: its hex, its points, its half movement points a turn.
    """
    total = np.zeros(workspace.grid.size, np.int64)
    for speed in sorted(set(speeds)):
        rows = [row for row, one in enumerate(speeds) if one == speed]
        tenths = [round(TENTHS * strengths[row]) for row in rows]
        total += influence_layer(workspace, [hexes[row] for row in rows], tenths, falloff(speed))
    return (total / (EIGHTHS * TENTHS)).astype(np.float32)


def tension(own: Values, enemy: Values) -> Values:
    """float32[N]: what both sides together bring: high where the battle is."""
    total: Values = own + enemy
    return total


def vulnerability(own: Values, enemy: Values) -> Values:
    """float32[N]: tension less the difference of the two: high where the battle is undecided."""
    balance: Values = own + enemy - np.abs(own - enemy)
    return balance
