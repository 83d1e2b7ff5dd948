"""Hexsides in combat: what runs along them, and how attackers, the beaten and pursuers get across (ZOC-2.2-3).

Movement points are no matter here: retreats and advances cost none, but water stops them as it stops a march.
"""

from __future__ import annotations

from functools import lru_cache

from wab.content.zocbonds.tables import SideKind
from wab.hexes import CLOSED, HexId
from wab.systems.zocbonds.ground.costs import FOOT, MECHANISED, Way, roads, tables
from wab.systems.zocbonds.state.board import Board, Profile

MAJOR, MINOR = 2, 1
FLOODED = "flooded"


def kinds(board: Board, origin: HexId, direction: int) -> tuple[SideKind, ...]:
    """Return what runs along a hexside: river, major river, flooding, the runway of Carpiquet. The canal next to the
    Orne is nothing of its own (ZOC-2.2-4).
    """
    found: list[SideKind] = []
    river = int(board.map.river[origin, direction])
    if river:
        found.append("major_river" if river == MAJOR else "river")
    found += [kind for kind in _DRAWN if board.map.side_overlays[kind][origin, direction]]
    return tuple(found)


_DRAWN: tuple[SideKind, ...] = ("flooded", "airfield")


@lru_cache(maxsize=8)
def major_rivers(board: Board) -> dict[tuple[HexId, int], str]:
    """Return the name of the major river along each hexside that has one, seen from both of its hexes."""
    found = {}
    for river in board.map.rivers:
        if river.rank == MAJOR:
            for hex_, direction in river.sides:
                found[hex_, direction] = river.name
                found[board.grid.neighbour(hex_, direction), (direction + 3) % 6] = river.name
    return found


def major_river(board: Board, origin: HexId, direction: int) -> str:
    """Return the name of the major river along a hexside, "" for none."""
    return major_rivers(board).get((origin, direction), "")


def beside_major_rivers(board: Board, hex_: HexId) -> frozenset[str]:
    """Return the names of the major rivers along a hex."""
    return frozenset(filter(None, (major_river(board, hex_, direction) for direction in range(6))))


def by_road(board: Board, origin: HexId, direction: int) -> bool:
    """Return whether a road leads over a hexside; where there is a river, it is a bridge (ZOC-9.3-1)."""
    return bool(roads(board)[origin, direction])


def is_flooded(board: Board, hex_: HexId) -> bool:
    """Return whether a hex is flooded (ZOC-9.5-2)."""
    return board.terrain(hex_) == FLOODED


def closed(board: Board, profile: Profile, origin: HexId, direction: int) -> bool:
    """Return whether a unit can never go over a hexside (ZOC-13.2-6, ZOC-13.2-7, ZOC-14.3-6, ZOC-9.4 to 9.6): what no
    march of its class could ever do.
    """
    way = Way((FOOT if profile.foot else MECHANISED,))
    return bool(tables(board, way).first[origin, direction] == CLOSED)


def first_only(board: Board, origin: HexId, direction: int) -> bool:
    """Return whether a hexside is crossed as the first step alone: a major river without a bridge, flooding without a
    way over it (ZOC-9.4-1, ZOC-9.5-1).
    """
    return bool(tables(board, Way((FOOT,))).first_only[origin, direction])
