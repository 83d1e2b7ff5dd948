"""Ways over the map: axes of advance, and lines walked from one end to the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from wab.hexes import Grid
from wab.hexes.paths import Workspace, cheapest_path

CLOSED = 255
"""The cost of a side that is never crossed."""

Values = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Axis:
    """A way to a goal: the hexes, and its length in half movement points, enemies in the way counted as delay."""

    hexes: tuple[int, ...]
    length: int


def axis_to(workspace: Workspace, costs: NDArray[np.uint8], start: int, goal: int, resistance: Values) -> Axis | None:
    """The way of least resistance, by ground and by enemies on and near it.

    `costs`: uint8[N, 6], half movement points to leave a hex by each side, 255 where it is closed. `resistance`:
    float32[N], half movement points by which entering each hex is dearer.
    """
    grid = workspace.grid
    slower = np.append(np.clip(resistance, 0, 100), 0).astype(np.int16)[grid.neighbours]
    table = np.where(costs == CLOSED, CLOSED, np.minimum(costs.astype(np.int16) + slower, CLOSED - 1)).astype(np.uint8)
    way = cheapest_path(workspace, start, goal, table)
    if way is None:
        return None
    length = sum(int(table[a, grid.direction(a, b)]) for a, b in pairwise(way))
    return Axis(way, length)


def in_order(grid: Grid, hexes: Sequence[int]) -> tuple[int, ...]:
    """Hexes of a line from one end to the other: always the nearest one next."""
    left = sorted(hexes)
    if not left:
        return ()
    distance = grid.distance
    start = max(left, key=lambda hex_: (max(distance(hex_, other) for other in left), -hex_))
    walk = [start]
    left.remove(start)
    while left:
        nearest = min(left, key=lambda hex_: (distance(walk[-1], hex_), hex_))
        walk.append(nearest)
        left.remove(nearest)
    return tuple(walk)


def posts_on(grid: Grid, line: Sequence[int], spacing: int) -> tuple[int, ...]:
    """One hex of a line to be manned for every `spacing` hexes; zones of control close the line between them."""
    walk = in_order(grid, line)
    return tuple(walk[(spacing - 1) // 2 :: spacing]) or walk[:1]
