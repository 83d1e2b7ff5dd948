"""Bonds of zones of control (ZOC-8.5): two stacks two hexes apart close the ground between them.

On a straight line they close the hex between (a hex bond), off it the hexside that two hexes between them share (a
hexside bond); one stack alone closes the hexside that radiates from a corner of its hex to a limit of the grid (an edge
bond). No enemy enters such a hex or crosses such a side; where bonds of both sides cross, neither side crosses the
other's bond (ZOC-8.5.4-1).

`Ground` never changes, `bonds` follow from the places of units. Directions and corners are as in `Grid`: corner k of a
hex lies between directions k - 1 and k.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from wab.hexes import OFF_MAP, Grid, HexId
from wab.systems.zocbonds.state.zoc import Flags, zone_sides

Hexes = NDArray[np.int32]
Kind = Literal["hex", "side", "edge"]
HALF = 3
"""Of six directions: each pair of stacks is looked at from one of its ends."""


class Bond(NamedTuple):
    """A bond that holds: its kind, the hex or hexes of its ends (`other` OFF_MAP for an edge bond), and what it closes:
    `closed` for a hex bond, the side `direction` of `closed` for the others."""

    kind: Kind
    one: HexId
    other: HexId
    closed: HexId
    direction: int


@dataclass(frozen=True, eq=False)
class Bonds:
    """The bonds of one side: `hexes` bool[N] that no enemy enters, `sides` bool[N, 6] that none crosses (both ways),
    and each bond with its ends. Two of them are equal only if they are the same."""

    hexes: Flags
    sides: Flags
    each: tuple[Bond, ...]

    def bars(self, origin: HexId, direction: int, target: HexId) -> bool:
        """Return whether an enemy step is barred (ZOC-8.5.2-1): into a hex bond, or over a hexside bond."""
        return bool(self.hexes[target] or self.sides[origin, direction])


class Ground:
    """The facts of a map that bonds need. `open_` bool[N, 6]: over which sides a zone reaches (ZOC-8.1-1); `sea`
    bool[N]; `impassable` bool[N, 6]; `limit` bool[N, 6]: the corners of each hex whose radiating hexside ends on a
    limit (ZOC-8.5.5-1, ZOC-8.5.5-2).
    """

    def __init__(self, grid: Grid, sea: Flags, impassable: Flags, marsh: Flags, in_play: Flags | None = None) -> None:
        """`in_play` bool[N]: hexes of the printed map (all, if not given); beyond them lies the edge."""
        self.grid, self.sea, self.impassable = grid, sea, impassable
        self.in_play = np.ones(grid.size, np.bool_) if in_play is None else in_play
        self.open_ = zone_sides(grid, sea | ~self.in_play, impassable, marsh)
        self._marsh = marsh
        around = grid.neighbours
        self.straight: Hexes = _beyond(around, 0)
        """int32[N, 6]: the hex two away in a straight line in each direction."""
        self.aslant: Hexes = _beyond(around, 1)
        """int32[N, 6]: the hex two away between directions d and d + 1."""
        self.limit = self._limits()

    def _limits(self) -> Flags:
        """For corner k: the three hexes at the far end of the radiating side are the neighbours k - 1 and k and the hex
        beyond both. It is a limit where they are not all dry land of the map, or where a side between two of them is
        impassable, or one is marsh."""
        around = self.grid.neighbours
        left, right = np.roll(around, 1, axis=1), around
        beyond = np.roll(self.aslant, 1, axis=1)
        thirds = (left, right, beyond)
        found: Flags = np.zeros(around.shape, np.bool_)
        for hexes in thirds:
            found |= ~self._is(hexes, self.in_play & ~self.sea & ~self._marsh)
        for k in range(6):
            # from the left hex the right one lies in direction k + 1, the hex beyond in direction k
            found[:, k] |= self._barred(left[:, k], (k + 1) % 6) | self._barred(left[:, k], k)
            found[:, k] |= self._barred(right[:, k], (k + 5) % 6)
        dry = self.in_play & ~self.sea
        return found & dry[:, None]

    def _is(self, hexes: Hexes, flags: Flags) -> Flags:
        found: Flags = np.where(hexes >= 0, flags[hexes], False)
        return found

    def _barred(self, hexes: Hexes, direction: int) -> Flags:
        found: Flags = np.where(hexes >= 0, self.impassable[hexes, direction], False)
        return found

    def holds(self, end: HexId, direction: int) -> bool:
        """Return whether the neighbour of a bond's end counts as in its zone: sea does, as long as the end is at the
        coast.
        """
        target = self.grid.neighbours[end, direction]
        return bool(target >= 0 and (self.open_[end, direction] or self.sea[target]))


def _beyond(around: Hexes, turn: int) -> Hexes:
    """int32[N, 6]: one step in direction d, then one in direction d + turn; OFF_MAP where there is none."""
    found = np.full_like(around, OFF_MAP)
    for direction in range(6):
        first = around[:, direction]
        there = first >= 0
        found[there, direction] = around[first[there], (direction + turn) % 6]
    return found


def bonds(ground: Ground, ends: Flags, enemies: Flags) -> Bonds:
    """The bonds of one side (ZOC-8.5.1 to 8.5.6).

    `ends` bool[N]: hexes with a stack that has a zone of control and is not scattered (ZOC-8.5.1-1); `enemies` bool[N]:
    hexes with enemy units, which cancel what they stand in or on both sides of (ZOC-8.5.3-1, ZOC-8.5.3-2).
    """
    found = [
        *_hex_bonds(ground, ends, enemies),
        *_hexside_bonds(ground, ends, enemies),
        *_edge_bonds(ground, ends, enemies),
    ]
    hexes, sides = np.zeros(ground.grid.size, np.bool_), np.zeros((ground.grid.size, 6), np.bool_)
    for bond in found:
        if bond.kind == "hex":
            hexes[bond.closed] = True
        else:
            across = ground.grid.neighbours[bond.closed, bond.direction]
            sides[bond.closed, bond.direction] = True
            sides[across, (bond.direction + 3) % 6] = True
    return Bonds(hexes, sides, tuple(found))


def _hex_bonds(ground: Ground, ends: Flags, enemies: Flags) -> list[Bond]:
    """ZOC-8.5.1-2: two ends on a straight line close the hex between, which both must have in their zone; an enemy in
    it cancels that (ZOC-8.5.3-2)."""
    found = []
    for one, direction in _pairs(ends, ground.straight):
        other, between = int(ground.straight[one, direction]), int(ground.grid.neighbours[one, direction])
        held = ground.open_[one, direction] and ground.open_[other, (direction + 3) % 6]
        if held and not enemies[between]:
            found.append(Bond("hex", one, other, between, 0))
    return found


def _hexside_bonds(ground: Ground, ends: Flags, enemies: Flags) -> list[Bond]:
    """ZOC-8.5.1-3: two ends off the line close the side that the two hexes between them share. Each must have both in
    its zone, and the side must not be impassable (ZOC-8.5.6-1); enemies on both sides of it cancel that
    (ZOC-8.5.3-1)."""
    found = []
    for one, direction in _pairs(ends, ground.aslant):
        other = int(ground.aslant[one, direction])
        first, second = (int(ground.grid.neighbours[one, (direction + turn) % 6]) for turn in (0, 1))
        between = (direction + 2) % 6
        from_one = ground.holds(one, direction) and ground.holds(one, (direction + 1) % 6)
        from_other = ground.holds(other, (direction + 4) % 6) and ground.holds(other, (direction + 3) % 6)
        passable = not ground.impassable[first, between] and not (ground.sea[first] and ground.sea[second])
        if from_one and from_other and passable and not (enemies[first] and enemies[second]):
            found.append(Bond("side", one, other, first, between))
    return found


def _edge_bonds(ground: Ground, ends: Flags, enemies: Flags) -> list[Bond]:
    """ZOC-8.5.5-1: one end closes the side that radiates from a corner of its hex, where its far corner lies on the
    limit; enemies on both sides of it cancel that as any hexside bond."""
    found = []
    around = ground.grid.neighbours
    for one, corner in np.argwhere(ground.limit & ends[:, None]).tolist():
        first, second = int(around[one, (corner + 5) % 6]), int(around[one, corner])
        if first < 0 or second < 0 or not (ground.in_play[first] and ground.in_play[second]):
            continue
        between = (corner + 1) % 6
        held = ground.holds(one, (corner + 5) % 6) and ground.holds(one, corner)
        passable = not ground.impassable[first, between] and not (ground.sea[first] and ground.sea[second])
        if held and passable and not (enemies[first] and enemies[second]):
            found.append(Bond("edge", one, OFF_MAP, first, between))
    return found


def _pairs(ends: Flags, partners: Hexes) -> list[tuple[int, int]]:
    """Each pair of ends once: the hex of one, and the direction in which its partner lies."""
    half = partners[:, :HALF]
    both = ends[:, None] & np.where(half >= 0, ends[half], False)
    return [(int(one), int(direction)) for one, direction in np.argwhere(both)]
