"""Zones of control: which hexes a stack controls by standing next to them, and the zones of a side taken together.

A system says three things, and with them makes every exception of its rules: over which hexsides a zone reaches (an
array), which stacks have one (`zone` of a post, see `wab.field.deployment`), and what a zone does (its own chapters).
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from wab.hexes import Grid, HexId

Hexes = NDArray[np.int32]
Flags = NDArray[np.bool_]


class Zones:
    """The reach of zones of control on one map. Made once a board; its arrays are read-only."""

    def __init__(self, grid: Grid, sides: Flags) -> None:
        """`sides`: bool[N, 6], a zone reaches out of hex n over its side d. ValueError for another shape.

        A side at the edge of the map may be marked either way: no zone leaves the map.
        """
        if sides.shape != (grid.size, 6):
            raise ValueError(f"sides must be bool[{grid.size}, 6], not {sides.dtype}{list(sides.shape)}")
        self.grid = grid
        self._sides: Flags = sides & (grid.neighbours >= 0)
        self._covered: dict[HexId, Hexes] = {}

    def covered(self, holder: HexId) -> Hexes:
        """int32[K]: the hexes in the zone of control of a stack, in direction order. Its own hex is none of them."""
        found = self._covered.get(holder)
        if found is None:
            found = self.grid.neighbours[holder][self._sides[holder]]
            found.setflags(write=False)
            self._covered[holder] = found
        return found

    def reaches(self, holder: HexId, target: HexId) -> bool:
        """Return whether a zone of control that goes out from one hex covers another."""
        return target in self.grid.adjacent(holder) and bool(self._sides[holder, self.grid.direction(holder, target)])

    def counted(self, holders: Iterable[HexId]) -> NDArray[np.int16]:
        """int16[N]: in the zones of how many of these stacks each hex lies, worked out from nothing."""
        counts = np.zeros(self.grid.size, np.int16)
        for holder in holders:
            counts[self.covered(holder)] += 1
        return counts
