"""Bonds as bars on the map: from stack to stack, a bolt across the hex or hexside that they close (ZOC-8.5.6-2)."""

from __future__ import annotations

import numpy as np

from wab.app.gfx.specs import BarSpec, Point
from wab.hexes import Grid, HexId
from wab.systems.zocbonds.state.bonds import Bond, Bonds

RING = 0.97
"""The size of a ring around a hex, as a part of the hex."""
BOLT = 0.30
"""Half the length of the bolt across a closed hex, in hex widths."""


def bars_of(grid: Grid, bonds: Bonds, side: int) -> tuple[BarSpec, ...]:
    """The bars of a side, 1 or 2."""
    return tuple(_bar(grid, bond, side) for bond in bonds.each)


def _bar(grid: Grid, bond: Bond, side: int) -> BarSpec:
    start = _centre(grid, bond.one)
    if bond.kind == "hex":
        end = _centre(grid, bond.other)
        return BarSpec((start, end), side, _across(start, end))
    bolt = _corners(grid, bond.closed, bond.direction)
    if bond.kind == "edge":  # it runs from the corner of the stack's own hex out to the limit
        near, far = sorted(bolt, key=lambda corner: _distance(start, corner))
        return BarSpec((start, near, far), side, bolt)
    return BarSpec((start, _middle(*bolt), _centre(grid, bond.other)), side, bolt)


def ring(grid: Grid, hex_: HexId, side: int) -> BarSpec:
    """A ring around a hex of a side, 1 or 2, that warns."""
    corners = [grid.centres[hex_] + RING * grid.corner_offsets[corner % 6] for corner in range(7)]
    return BarSpec(tuple((float(x), float(y)) for x, y in corners), side, tone="ring")


def _centre(grid: Grid, hex_: HexId) -> Point:
    x, y = grid.centres[hex_]
    return float(x), float(y)


def _corners(grid: Grid, hex_: HexId, direction: int) -> tuple[Point, Point]:
    """The two ends of a hexside."""
    first, second = (grid.centres[hex_] + grid.corner_offsets[corner % 6] for corner in (direction, direction + 1))
    return (float(first[0]), float(first[1])), (float(second[0]), float(second[1]))


def _middle(first: Point, second: Point) -> Point:
    return (first[0] + second[0]) / 2, (first[1] + second[1]) / 2


def _distance(first: Point, second: Point) -> float:
    return float(np.hypot(first[0] - second[0], first[1] - second[1]))


def _across(start: Point, end: Point) -> tuple[Point, Point]:
    """A short line across the middle of another."""
    (x, y), length = _middle(start, end), _distance(start, end)
    dx, dy = BOLT * (end[1] - start[1]) / length, -BOLT * (end[0] - start[0]) / length
    return (x - dx, y - dy), (x + dx, y + dy)
