"""Unchanging facts of marching (ZOC-9.3 to ZOC-9.7, ZOC-T-TEC): the cost of each step, in sixths of a point.

A table is uint8[N, 6]: what it costs to leave hex n by side d, CLOSED where that is not possible. Two things depend on
where in a move a step comes: water without a bridge is crossed by the first step alone (ZOC-9.4-1, ZOC-9.5-1), and the
step into flooded ground off the roads is the last (ZOC-9.5-2). So there are two tables, and a list of last steps.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from wab.content.hexmap import MAIN_ROAD, MAJOR_RIVER, MINOR_RIVER, SECONDARY_ROAD
from wab.content.zocbonds.tables import sixths
from wab.field.costs import Costs, beyond, by_terrain, dearest, finished
from wab.hexes import CLOSED, HexId
from wab.systems.zocbonds.state.board import Board, Flags

FOOT, MECHANISED, BY_DAY = "foot", "mechanised", "german_by_day"
"""Classes of movement (ZOC-2.3.3-1); Germans on wheels and tracks are slower on main roads by day (ZOC-9.7-1)."""
Whole = NDArray[np.int32]


class Way(NamedTuple):
    """The way units march: their classes, on roads alone, or by tactical steps that all cost one."""

    classes: tuple[str, ...]
    roads: bool = False
    tactical: bool = False


class Steps(NamedTuple):
    """Steps into flooded ground off the roads, one a row: hex left, direction, hex entered, cost; `first`: only as the
    first step of a move. `near` bool[N]: the hexes from which they lead."""

    origins: Whole
    directions: Whole
    targets: Whole
    prices: Whole
    first: Flags
    near: Flags


class Tables(NamedTuple):
    """`first`: every step that is possible at the start of a move. `on`: later steps after which others may follow.
    `first_only`, `stops` bool[N, 6]: steps that only begin a move, and steps that end it; `last` lists the latter.
    """

    first: Costs
    on: Costs
    first_only: Flags
    stops: Flags
    last: Steps


@lru_cache(maxsize=256)
def tables(board: Board, way: Way) -> Tables:
    """The tables of a way to march (ZOC-T-TEC). Units that move together pay the dearest of their costs (ZOC-9.1-2).

    Tactical steps cost one, wherever some cost lets them (ZOC-9.10-1, ZOC-9.10-2).
    """
    costs = dearest([_class_costs(board, name) for name in way.classes])
    road = roads(board)
    if way.roads:
        costs = np.where(road, costs, CLOSED).astype(np.uint8)
    if way.tactical:
        costs = np.where(costs < CLOSED, 1, CLOSED).astype(np.uint8)
    first_only, stops = _first_only(board), _stopping(board)
    on = finished(np.where(first_only | stops, CLOSED, costs))
    into: Flags = stops & (costs < CLOSED)
    near: Flags = np.logical_or.reduce(into, axis=1)
    origins, directions = np.nonzero(into)
    last = Steps(
        origins.astype(np.int32),
        directions.astype(np.int32),
        board.grid.neighbours[origins, directions],
        costs[origins, directions].astype(np.int32),
        first_only[origins, directions],
        near,
    )
    return Tables(finished(costs), on, first_only, stops, last)


@lru_cache(maxsize=32)
def roads(board: Board) -> Flags:
    """bool[N, 6]: hexsides that a main or secondary road crosses, by a bridge where there is water (ZOC-9.3-1)."""
    found: Flags = board.map.road >= SECONDARY_ROAD
    found.setflags(write=False)
    return found


@lru_cache(maxsize=128)
def _class_costs(board: Board, name: str) -> Costs:
    column, table = (FOOT if name == FOOT else MECHANISED), board.tables.costs
    prices = {terrain: _price(getattr(row, column)) for terrain, row in table.terrain.items()}
    entering = by_terrain(
        board.map.terrain_names, board.map.terrain, {name: prices.get(name, CLOSED) for name in board.map.terrain_names}
    )
    costs: NDArray[Any] = beyond(board.grid, entering, CLOSED)
    for kind, sides in _water(board).items():
        costs = costs + sides * _price(getattr(table.sides[kind], column))  # type: ignore[index]  # a kind of the table
    if column == MECHANISED:
        costs[_of_road_alone(board)] = CLOSED
    return finished(_with_roads(board, costs, name))


def _with_roads(board: Board, costs: NDArray[Any], name: str) -> NDArray[Any]:
    """A step along a road pays the rate of the road and nothing for what it crosses (ZOC-9.3-1, ZOC-9.4-3)."""
    for rank, kind in ((SECONDARY_ROAD, "secondary"), (MAIN_ROAD, "main")):
        costs = np.where(board.map.road == rank, _price(getattr(board.tables.costs.roads[kind], name)), costs)  # type: ignore[index]
    dry = board.dry
    costs[board.impassable | ~dry[:, None] | ~beyond(board.grid, dry, False)] = CLOSED  # ZOC-9.2-1, ZOC-9.6-1
    return costs


def _water(board: Board) -> dict[str, Flags]:
    """Hexsides that cost something extra off the roads, by kind, each bool[N, 6].

    Rivers count along hexsides alone (ZOC-2.2-3), small ones for wheels and tracks (ZOC-9.4-2). The causeways behind
    Utah take the flood away (ZOC-9.11-1), and into or out of flooded ground the flooded side costs nothing more on foot
    (ZOC-9.5-3).
    """
    return {
        "river": board.map.river == MINOR_RIVER,
        "major_river": board.map.river == MAJOR_RIVER,
        "flooded": _flooded_sides(board) & ~_touching(board, _wet(board)),
    }


def _flooded_sides(board: Board) -> Flags:
    found: Flags = board.map.side_overlays["flooded"] & ~board.map.side_overlays["causeway"]
    return found


def _wet(board: Board) -> Flags:
    """bool[N]: ground at which who enters off the roads stops: flooded hexes (ZOC-9.5-2)."""
    return board.map.is_terrain(*board.tables.costs.stops)


def _touching(board: Board, hexes: Flags) -> Flags:
    """bool[N, 6]: sides of such hexes, seen from within and from without."""
    found: Flags = hexes[:, None] | beyond(board.grid, hexes, False)
    return found


def _of_road_alone(board: Board) -> Flags:
    """bool[N, 6]: what mechanised units cross, enter and leave by road alone: flooded sides (ZOC-9.5-1), flooded ground
    (ZOC-9.5-2, ZOC-9.11-2)."""
    found: Flags = _flooded_sides(board) | _touching(board, _wet(board))
    return found


def _first_only(board: Board) -> Flags:
    """bool[N, 6]: unbridged major rivers and flooded sides: the first step of a move alone crosses them, from a
    neighbour (ZOC-9.4-1, ZOC-9.5-1).
    """
    sides = {"river": board.map.river == MINOR_RIVER, "major_river": board.map.river == MAJOR_RIVER}
    sides["flooded"] = _flooded_sides(board)
    found: Flags = np.zeros(board.map.river.shape, np.bool_)
    for kind, row in board.tables.costs.sides.items():
        if row.first_step:
            found |= sides[kind]
    return found & ~roads(board)


def _stopping(board: Board) -> Flags:
    found: Flags = beyond(board.grid, _wet(board), False) & ~roads(board)
    return found


def _price(cost: str) -> int:
    found = sixths(cost)
    return CLOSED if found is None else found


def road_rate(board: Board, class_: str, hex_: HexId) -> int:
    """Return the cost of entering the map at a hex: the rate of its best road, its terrain where it has none
    (ZOC-6.6-2).
    """
    rank = int(board.map.road[hex_].max())
    if rank < SECONDARY_ROAD:
        row = board.tables.costs.terrain.get(board.terrain(hex_))
        return CLOSED if row is None else _price(row.foot if class_ == FOOT else row.mechanised)
    return _price(getattr(board.tables.costs.roads["main" if rank == MAIN_ROAD else "secondary"], class_))
