"""Seeing across the map: what a line of sight crosses, and distances in which every hex counts for what it hides.

The sight distance from an observer to a target is the sum of a value over the hexes of the straight line between them,
the target counted, the observer not. Of two equally straight lines (see ``Grid.lines``) the shorter counts. Values are
whole numbers of at least 1, int16[N]; where a rule has halves or thirds the caller multiplies. Straight lines look the
same everywhere in axial coordinates, so their shapes are worked out once and then laid over the whole map.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from wab.hexes.grid import OFF_MAP, Grid, HexId, IntArray, line_patterns
from wab.hexes.paths import UNREACHED

Values = npt.NDArray[np.int16]
Axial = tuple[int, int]

LARGEST_RADIUS = 100
_CORNERS = ((0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1), (1, 1))


class Sightline(NamedTuple):
    """The hexes that the straight line between two centres meets on its way, neither end counted, in order."""

    inside: tuple[HexId, ...]
    """Hexes whose inside the line enters."""
    left: tuple[HexId, ...]
    """Hexes that it only touches, along a hexside or at a corner, on the left of one who looks along it."""
    right: tuple[HexId, ...]
    """The same on the right."""


def sightline(grid: Grid, start: HexId, end: HexId) -> Sightline:
    """What lies on and beside the straight line between two centres. Places beyond the map's edge stand as OFF_MAP."""
    (q1, r1), (q2, r2) = grid.axial(start), grid.axial(end)
    pattern = _sightline_pattern(q2 - q1, r2 - r1)
    return Sightline(*(tuple(grid.from_axial(q1 + dq, r1 + dr) for dq, dr in group) for group in pattern))


def sight_distances(grid: Grid, observer: HexId, values: Values, limit: int) -> IntArray:
    """int32[N]: sight distance from an observer to every hex, 0 to itself, UNREACHED where it is over ``limit``.

    Raises ValueError on values of a wrong type, shape or size, and where it would take lines of more than
    LARGEST_RADIUS hexes.
    """
    lowest = _checked_lowest(grid, values)
    shapes = _line_shapes(_checked_radius(min(limit // lowest, grid.rows + grid.cols)))
    q, r = grid.axial(observer)
    crossed = _hexes_at(grid, q + shapes.steps_q, r + shapes.steps_r)
    worth = np.append(values.astype(np.int64), UNREACHED)[crossed]  # the last one is what OFF_MAP (-1) finds
    totals = np.where(shapes.used, worth, 0).sum(axis=2).min(axis=1)
    targets = _hexes_at(grid, q + shapes.dq, r + shapes.dr)
    seen = (targets != OFF_MAP) & (totals <= limit)
    distances = np.full(grid.size, UNREACHED, np.int32)
    distances[targets[seen]] = totals[seen]
    return distances


@dataclass(frozen=True, slots=True, eq=False)
class SightTable:
    """Sight distances from every hex to all hexes within a radius, worked out once for a map and its values.

    It holds all targets at a sight distance of up to ``complete_to``; farther ones may lie beyond the radius.
    """

    radius: int
    complete_to: int
    offsets: npt.NDArray[np.int64]
    """int64[N + 1]: observer n owns the entries ``offsets[n]`` to ``offsets[n + 1]`` of the next two."""
    targets: IntArray
    """int32[K]: hexes, sorted for each observer, the observer among them."""
    distances: IntArray
    """int32[K]: sight distance of each target, 0 for the observer itself."""

    @classmethod
    def build(cls, grid: Grid, values: Values, radius: int) -> SightTable:
        """The table of a map. Raises ValueError on values of a wrong type, shape or size or a radius out of range."""
        lowest = _checked_lowest(grid, values)
        shapes = _line_shapes(_checked_radius(radius))
        totals = _totals_everywhere(grid, values, shapes, radius)
        on_map = totals < _beyond_edge(radius)
        targets = _hexes_at(grid, grid.q[:, None] + shapes.dq, grid.r[:, None] + shapes.dr)[on_map]
        offsets = np.zeros(grid.size + 1, np.int64)
        np.cumsum(on_map.sum(axis=1), out=offsets[1:])
        distances = totals[on_map]
        for array in (offsets, targets, distances):
            array.setflags(write=False)
        return cls(radius, (radius + 1) * lowest - 1, offsets, targets, distances)

    def row(self, observer: HexId) -> tuple[IntArray, IntArray]:
        """(targets int32[K], distances int32[K]) of one observer, targets sorted, itself among them."""
        part = slice(self.offsets[observer], self.offsets[observer + 1])
        return self.targets[part], self.distances[part]

    def rows(self, observers: Iterable[HexId]) -> tuple[IntArray, IntArray, IntArray]:
        """The rows of many observers, joined: (place in ``observers``, targets, distances), int32[K] each."""
        found = [(place, *self.row(observer)) for place, observer in enumerate(observers)]
        places = [np.full(targets.size, place, np.int32) for place, targets, _ in found]
        nothing = np.zeros(0, np.int32)
        return (
            np.concatenate([nothing, *places]),
            np.concatenate([nothing, *(targets for _, targets, _ in found)]),
            np.concatenate([nothing, *(distances for _, _, distances in found)]),
        )

    def distance(self, observer: HexId, target: HexId) -> int:
        """The sight distance between two hexes, UNREACHED when they lie farther apart than the radius."""
        targets, distances = self.row(observer)
        place = int(targets.searchsorted(target))
        return int(distances[place]) if place < targets.size and targets[place] == target else UNREACHED


# --- inside: shapes of lines ---


class _LineShapes(NamedTuple):
    """All lines from (0, 0) to the T offsets of a disk, row by row, so that targets come sorted."""

    dq: IntArray
    """int32[T] with ``dr``: the ends."""
    dr: IntArray
    steps_q: IntArray
    """int32[T, 2, radius] with ``steps_r``: the hexes crossed by either line (twice the same where there is one)."""
    steps_r: IntArray
    used: npt.NDArray[np.bool_]
    """bool[T, 2, radius]: False behind the end of lines shorter than the radius."""


@lru_cache(maxsize=8)
def _line_shapes(radius: int) -> _LineShapes:
    ends = [
        (dq, dr)
        for dr in range(-radius, radius + 1)
        for dq in range(max(-radius, -radius - dr), min(radius, radius - dr) + 1)
    ]
    steps = np.zeros((2, len(ends), 2, radius), np.int32)
    used = np.zeros((len(ends), 2, radius), np.bool_)
    for i, end in enumerate(ends):
        patterns = line_patterns(*end)
        length = len(patterns[0]) - 1
        used[i, :, :length] = True
        for side in range(2):
            steps[:, i, side, :length] = np.array(patterns[side % len(patterns)][1:], np.int32).reshape(length, 2).T
    dq, dr = np.array(ends, np.int32).T
    return _LineShapes(dq, dr, steps[0], steps[1], used)


@lru_cache(maxsize=4096)
def _sightline_pattern(dq: int, dr: int) -> tuple[tuple[Axial, ...], tuple[Axial, ...], tuple[Axial, ...]]:
    """Axial offsets of the hexes (inside, left, right) of the line from (0, 0) to (dq, dr), nearest first.

    Exact: on a plane stretched so that centres and corners have whole coordinates, x = 2q + r, y = 3r.
    """
    near = {
        (q + sq, r + sr)
        for pattern in line_patterns(dq, dr)
        for q, r in pattern
        for sq, sr in ((0, 0), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
    }
    ordered = sorted(
        near - {(0, 0), (dq, dr)}, key=lambda place: (_along(dq, dr, 2 * place[0] + place[1], 3 * place[1]), place)
    )
    groups: tuple[list[Axial], list[Axial], list[Axial]] = ([], [], [])
    for place in ordered:
        group = _meeting(dq, dr, place)
        if group is not None:
            groups[group].append(place)
    inside, left, right = (tuple(group) for group in groups)
    return inside, left, right


def _meeting(dq: int, dr: int, place: Axial) -> int | None:
    """How the line to (dq, dr) meets a hex: 0 enters it, 1 touches it on its left, 2 on its right, None not at all."""
    centre_x, centre_y = 2 * place[0] + place[1], 3 * place[1]
    whole = _along(dq, dr, 2 * dq + dr, 3 * dr)
    corners = [(centre_x + x, centre_y + y) for x, y in _CORNERS]
    sides = [(2 * dq + dr) * y - 3 * dr * x for x, y in corners]
    if min(sides) < 0 < max(sides):
        return 0 if 0 < _along(dq, dr, centre_x, centre_y) < whole else None
    on_the_way = any(
        side == 0 and 0 < _along(dq, dr, x, y) < whole for side, (x, y) in zip(sides, corners, strict=True)
    )
    if not on_the_way:
        return None
    return 1 if max(sides) > 0 else 2


def _along(dq: int, dr: int, x: int, y: int) -> int:
    """How far along the line to (dq, dr) a point lies: 12 times the true scalar product."""
    return 3 * (2 * dq + dr) * x + 3 * dr * y


# --- inside: the whole map at once ---


def _totals_everywhere(grid: Grid, values: Values, shapes: _LineShapes, radius: int) -> IntArray:
    """int32[N, T]: sight distance from every hex to every offset; ``_beyond_edge`` or more off the map."""
    west = (grid.rows - 1) // 2  # axial coordinate q is as low as -west
    height, width = grid.rows, grid.cols + west
    board = np.full((height + 2 * radius, width + 2 * radius), _beyond_edge(radius), np.int32)
    board[grid.r + radius, grid.q + west + radius] = values
    totals = np.empty((grid.size, shapes.dq.size), np.int32)
    for i, (dq, dr) in enumerate(zip(shapes.dq.tolist(), shapes.dr.tolist(), strict=True)):
        lines = [
            sum(
                (board[radius + r :, radius + q :][:height, :width] for q, r in pattern[1:]),
                start=np.zeros((height, width), np.int32),
            )
            for pattern in line_patterns(dq, dr)
        ]
        totals[:, i] = np.minimum(lines[0], lines[-1])[grid.r, grid.q + west]
    return totals


def _beyond_edge(radius: int) -> int:
    """The value of places off the map: more than any line on it, and a whole line of them fits in int32."""
    return UNREACHED // (radius + 1)


def _hexes_at(grid: Grid, q: IntArray, r: IntArray) -> IntArray:
    col = q + r // 2
    on_map = (r >= 0) & (r < grid.rows) & (col >= 0) & (col < grid.cols)
    hexes: IntArray = np.where(on_map, r * grid.cols + col, OFF_MAP).astype(np.int32)
    return hexes


def _checked_lowest(grid: Grid, values: Values) -> int:
    if values.dtype != np.dtype(np.int16) or values.shape != (grid.size,):
        raise ValueError(f"values must be int16[{grid.size}], not {values.dtype}{list(values.shape)}")
    lowest = int(values.min())
    if lowest < 1:
        raise ValueError(f"a hex counts at least 1 for sight, not {lowest}")
    return lowest


def _checked_radius(radius: int) -> int:
    if not 0 <= radius <= LARGEST_RADIUS:
        raise ValueError(f"lines of sight of {radius} hexes: between 0 and {LARGEST_RADIUS} are possible")
    return radius
