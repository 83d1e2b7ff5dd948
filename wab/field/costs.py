"""Cost tables: what terrain and hexsides cost, as arrays that the searches of `wab.hexes` read.

A finished table is uint8[N, 6]: what it costs to LEAVE hex n by side d, that is to enter the hex beyond it; CLOSED
where that side may not be crossed. The unit of cost is the system's own (half points, sixths): `price` counts in it.

    enter = by_terrain(map.terrain_names, map.terrain, {"clear": 2, "woods": 4, "sea": CLOSED})
    costs = beyond(grid, enter, CLOSED) + map.river * 2        # wide integers until it is finished
    costs[map.road > 0] = 1
    infantry = finished(costs)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from wab.hexes import CLOSED, Grid

Costs = NDArray[np.uint8]
Flags = NDArray[np.bool_]
G = TypeVar("G", bound=np.generic)


def price(cost: float | str, parts: int = 1) -> int:
    """A cost of the rules in whole parts of a movement point; a word ("no", "closed") is CLOSED."""
    return CLOSED if isinstance(cost, str) else round(cost * parts)


def by_terrain(names: Sequence[str], terrain: NDArray[np.uint8], values: Mapping[str, float]) -> NDArray[np.float64]:
    """float64[N]: the value of the terrain of each hex. KeyError for a terrain of the map that `values` lacks.

    `terrain`: uint8[N], the place of each hex's terrain in `names`.
    """
    return np.array([values[name] for name in names], np.float64)[terrain]


def beyond(grid: Grid, values: NDArray[G], edge: Any) -> NDArray[G]:
    """[N, 6]: the value of the hex beyond each side, `edge` beyond the edge of the map."""
    return np.append(values, values.dtype.type(edge))[grid.neighbours]  # OFF_MAP (-1) finds the last one


def finished(costs: NDArray[Any]) -> Costs:
    """A table for the searches, read-only, from numbers of any type: all from CLOSED on is CLOSED.

    ValueError for a negative cost. A cost of 0 is left in: the searches refuse it where they meet it.
    """
    if (costs < 0).any():
        raise ValueError("a step costs less than nothing")
    table: Costs = np.ascontiguousarray(np.minimum(costs, CLOSED).astype(np.uint8))
    table.setflags(write=False)
    return table


def dearest(tables: Sequence[Costs]) -> Costs:
    """Return what a step costs units that move together: the dearest of theirs, CLOSED where one of them cannot go.

    ValueError if no table is given. Read-only; the table itself where there is only one.
    """
    if not tables:
        raise ValueError("nobody moves: there is no table to read")
    if len(tables) == 1:
        return tables[0]
    table: Costs = np.maximum.reduce(list(tables))
    table.setflags(write=False)
    return table


def closed_to_all(tables: Sequence[Costs]) -> Flags:
    """bool[N, 6]: hexsides that no unit can cross by any of these tables. Read-only. ValueError if none is given."""
    if not tables:
        raise ValueError("there is no table to read")
    closed: Flags = np.minimum.reduce(list(tables)) == CLOSED
    closed.setflags(write=False)
    return closed


def enterable(grid: Grid, tables: Sequence[Costs]) -> Flags:
    """bool[N]: hexes that some unit could enter from a neighbour by one of these tables."""
    entered = np.zeros(grid.size, np.bool_)
    entered[grid.neighbours[~closed_to_all(tables) & (grid.neighbours >= 0)]] = True
    return entered
