"""Ways over the map: axes of advance, and lines walked from one end to the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from ai.operations.picture import Picture, leave_cost
from wab.hexes import Grid
from wab.hexes.paths import cheapest_path
from wab.systems.operations.board import CLOSED

Mask = NDArray[np.bool_]
Values = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Axis:
    """A way to a goal: the hexes, and its length in half movement points, enemies in the way counted as delay."""

    hexes: tuple[int, ...]
    length: int


def axis_to(picture: Picture, start: int, goal: int, resistance: Values, move_class: str = "inf") -> Axis | None:
    """The way of least resistance: ground, enemies on and near it, no detour through hexes where nobody passes."""
    costs = leave_cost(picture.board, move_class)
    slower = np.append(np.clip(resistance, 0, 100), 0).astype(np.int16)[picture.grid.neighbours]
    table = np.where(costs == CLOSED, CLOSED, np.minimum(costs.astype(np.int16) + slower, CLOSED - 1)).astype(np.uint8)
    way = cheapest_path(picture.board.workspace, start, goal, table)
    if way is None:
        return None
    length = sum(int(table[a, picture.grid.direction(a, b)]) for a, b in pairwise(way))
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
    """Every so many hexes of a line one to be manned, the zones of control between them closing it."""
    walk = in_order(grid, line)
    return tuple(walk[(spacing - 1) // 2 :: spacing]) or walk[:1]
