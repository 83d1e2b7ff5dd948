"""Stacking: how much a hex holds, and how much may pass a hexside in a phase. Weights are the system's own numbers.

A limit is one number for the whole map or an array by hex; both sorts of question work on the `stacked` array of a
deployment (`wab.field.deployment`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

from wab.hexes import Grid, HexId

Points = NDArray[np.int16]
Flags = NDArray[np.bool_]
Limit = int | Points
"""Stacking points that a hex holds: the same for all, or int16[N]."""


def room(limit: int, there: int) -> int:
    """Stacking points still free in a hex where so many stand; none where it is overstacked."""
    return max(0, limit - there)


def full(stacked: Points, limit: Limit, points: int) -> Flags:
    """bool[N]: hexes in which so many more points find no room. An overstacked hex is full for 0 points as well."""
    return stacked > limit - points


def overstacked(stacked: Points, limit: Limit) -> tuple[HexId, ...]:
    """The hexes that hold more than they may, ascending: for rules that judge it at certain moments, and invariants."""
    return tuple(np.flatnonzero(stacked > limit).tolist())


Passage = tuple[HexId, HexId]
"""A way through a hexside: from one hex into its neighbour. The way back is another one."""


def passed(steps: Iterable[tuple[HexId, HexId, int]]) -> dict[Passage, int]:
    """The points that have gone through each hexside, of (hex left, hex entered or attacked, points) step by step."""
    found: dict[Passage, int] = {}
    for origin, target, points in steps:
        found[origin, target] = found.get((origin, target), 0) + points
    return found


def full_sides(grid: Grid, limit: Limit, gone: Mapping[Passage, int], points: int) -> Flags:
    """bool[N, 6]: hexsides over which so many more points may not go in this phase, out of hex n over its side d.

    `limit`: points a hexside lets pass in a phase, one number or int16[N, 6]. `gone`: the points that have passed.
    ValueError if two hexes do not touch.
    """
    left = np.full((grid.size, 6), limit, np.int16)
    for (origin, target), there in gone.items():
        left[origin, grid.direction(origin, target)] -= there
    return points > left


def crowded(
    limit: Callable[[HexId], int], gone: Mapping[Passage, int], going: Mapping[HexId, int], target: HexId
) -> tuple[HexId, ...]:
    """The hexes from which more would go into one hex than the hexside lets pass in this phase, ascending.

    `going`: the points that would go, by the hex that they leave; `limit` of the hexside, by the same.
    """
    return tuple(
        origin for origin, points in sorted(going.items()) if points + gone.get((origin, target), 0) > limit(origin)
    )
