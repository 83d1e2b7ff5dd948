"""Ways over the map: axes of advance, lines to fall back on, and how far one gets where the enemy gives way."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from ai.operations.picture import FAR, Picture, leave_cost
from wab.hexes import Grid
from wab.hexes.cuts import Regions, cheapest_cut, survey
from wab.hexes.paths import UNREACHED, cheapest_path, field
from wab.systems.operations.board import CLOSED
from wab.systems.operations.supply import closed_to_supply

DEAREST = 24
"""What a hex without any defensive worth costs a fall-back line; each column makes it cheaper."""
COLUMN = 6

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


def axes(picture: Picture, regions: Regions, start: int, goal: int, resistance: Values, ways: int = 3) -> list[Axis]:
    """Up to so many ways to a goal that lead through different regions, the shortest first."""
    first, last = int(regions.owner[start]), int(regions.owner[goal])
    if first < 0 or last < 0:
        return []
    found: list[Axis] = []
    for way in survey(regions.graph(), first, last, ways).ways:
        stops = (start, *(regions.seeds[region] for region in way[1:-1]), goal)
        legs = [axis_to(picture, a, b, resistance) for a, b in pairwise(stops)]
        known = [leg for leg in legs if leg is not None]
        if len(known) == len(legs):
            hexes = (start, *(hex_ for leg in known for hex_ in leg.hexes[1:]))
            found.append(Axis(hexes, sum(leg.length for leg in known)))
    return sorted(found, key=lambda axis: (axis.length, axis.hexes))


def fall_back_line(
    picture: Picture, defensibility: Values, enemies: Iterable[int], goal: int, barred: Mask, room: int = 1
) -> tuple[int, ...]:
    """The line on which a goal is defended: of all cuts between the enemies and the goal the one best to hold.

    Short lines on strong ground win. `barred`: bool[N], hexes that cannot be part of it because the enemy is there or
    about to be. `room`: so many hexes round the goal stay behind the line. Empty where no such line exists.
    """
    grid = picture.grid
    price = np.maximum(1, DEAREST - COLUMN * np.floor(defensibility)).astype(np.int32)
    price[barred] = 1000
    price[~picture.board.land] = 0
    behind = [hex_ for hex_ in grid.disk(goal, room) if picture.board.land[hex_] and not barred[hex_]]
    ahead = [hex_ for hex_ in enemies if hex_ not in behind]
    if not ahead or goal not in behind:
        return ()
    cut = cheapest_cut(grid, price, behind, ahead, closed_to_supply(picture.board))
    if cut is None or cut.price >= 1000:
        return ()
    return cut.hexes


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


def exploitation(picture: Picture, gap: int, half_points: int, move_class: str = "arm") -> Mask:
    """bool[N]: enemy-held land that fast units get to through a hex, if its defenders are gone, before being stopped.

    Other enemies bar their hexes, and their zones of control end the way, as in the rules; that of the hex is lifted.
    """
    board, grid = picture.board, picture.grid
    others = [hex_ for hex_ in picture.foes if hex_ != gap]
    zone = np.zeros(grid.size, np.bool_)
    around = grid.neighbours[others] if others else np.zeros((0, 6), np.int32)
    zone[around[around >= 0]] = True
    closed = np.zeros(grid.size, np.bool_)
    closed[others] = True
    stopped = leave_cost(board, move_class).copy()
    stopped[zone] = CLOSED
    stopped[gap] = leave_cost(board, move_class)[gap]
    distance = field(board.workspace, [gap], stopped, closed, limit=min(FAR, half_points))
    reached: Mask = (distance < UNREACHED) & board.land
    reached[gap] = False
    return reached
