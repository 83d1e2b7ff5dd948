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
from typing import Any, NamedTuple

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
    """Return what lies on and next to the straight line between two centres. Places beyond the map's edge stand as
    OFF_MAP.
    """
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
        who = np.array(list(observers), np.int64)
        counts = self.offsets[who + 1] - self.offsets[who]
        places = np.repeat(np.arange(who.size, dtype=np.int32), counts)
        ends = np.cumsum(counts)
        entries = np.arange(places.size) + np.repeat(self.offsets[who] - ends + counts, counts)
        return places, self.targets[entries], self.distances[entries]

    def distance(self, observer: HexId, target: HexId) -> int:
        """The sight distance between two hexes, UNREACHED when they lie farther apart than the radius."""
        targets, distances = self.row(observer)
        place = int(targets.searchsorted(target))
        return int(distances[place]) if place < targets.size and targets[place] == target else UNREACHED


@dataclass(frozen=True, slots=True, eq=False)
class SightBits:
    """Sight between hexes, yes or no, for one sight distance: a bit for every hex and every hex around it, worked out
    once.

    A target is seen when its sight distance is at most ``limit`` and it lies within ``radius`` hexes. A row answers for
    one observer; many observers are a single gather of rows.
    """

    grid: Grid
    radius: int
    limit: int
    bits: npt.NDArray[np.uint8]
    """uint8[N, ceil(T / 8)], T = 3 * radius * (radius + 1): bit t % 8 of byte t // 8 stands for target ``offsets[t]``,
    0 if that lies off the map.
    """
    offsets: IntArray
    """int32[T, 2]: axial offsets (dq, dr) of the targets, by dr, then by dq; the observer itself is none of them."""

    @classmethod
    def build(cls, grid: Grid, values: Values, radius: int, limit: int) -> SightBits:
        """The table of a map and its values. Raises ValueError like ``SightTable.build``, and on a limit below 0."""
        _checked_lowest(grid, values)
        if not 0 <= limit < UNREACHED:
            raise ValueError(f"a sight distance of {limit}: it cannot be below 0")
        ends = _ends(_checked_radius(radius))
        bits = _bits_everywhere(grid, values, ends, radius, limit)
        offsets = np.array(ends, np.int32).reshape(-1, 2)
        for array in (bits, offsets):
            array.setflags(write=False)
        return cls(grid, radius, limit, bits, offsets)

    def rows(self, observers: npt.ArrayLike) -> npt.NDArray[np.uint8]:
        """uint8[U, ceil(T / 8)]: what each of U observers sees, as it stands in ``bits``."""
        return self.bits.take(np.asarray(observers, np.int32), axis=0)

    def sees(self, observer: HexId, target: HexId) -> bool:
        """Return whether an observer sees a hex. Every observer sees its own hex."""
        if observer == target:
            return True
        (q1, r1), (q2, r2) = self.grid.axial(observer), self.grid.axial(target)
        place = _place_in_disk(q2 - q1, r2 - r1, self.radius)
        return place >= 0 and bool(self.bits[observer, place >> 3] >> (place & 7) & 1)

    def seen_by(self, observers: npt.ArrayLike) -> npt.NDArray[np.bool_]:
        """bool[N]: the hexes that at least one of the observers sees, their own ones included."""
        places = np.atleast_1d(np.asarray(observers, np.int32))
        visible = np.unpackbits(self.rows(places), axis=1, count=len(self.offsets), bitorder="little")
        who, which = np.nonzero(visible)
        dq, dr = self.offsets[which].T
        seen = np.zeros(self.grid.size, np.bool_)
        seen[_hexes_at(self.grid, self.grid.q[places[who]] + dq, self.grid.r[places[who]] + dr)] = True
        seen[places] = True
        return seen


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
    """Return how the line to (dq, dr) meets a hex: 0 enters it, 1 touches it on its left, 2 on its right, None not at
    all.
    """
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
    """Return how far along the line to (dq, dr) a point lies: 12 times the true scalar product."""
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


def _ends(radius: int) -> list[Axial]:
    """The offsets within a radius but (0, 0), by r, then by q; the second half mirrors the first."""
    return [
        (dq, dr)
        for dr in range(-radius, radius + 1)
        for dq in range(max(-radius, -radius - dr), min(radius, radius - dr) + 1)
        if (dq, dr) != (0, 0)
    ]


def _place_in_disk(dq: int, dr: int, radius: int) -> int:
    """The place of an offset in ``_ends``, -1 when it lies farther away than the radius, or is (0, 0)."""
    if (dq, dr) == (0, 0) or max(abs(dq), abs(dr), abs(dq + dr)) > radius:
        return -1
    below = dr + radius  # rows before this one; they hold radius + 1, radius + 2, ... 2 * radius + 1, ... offsets
    grown, shrunk = min(below, radius + 1), max(0, below - radius - 1)
    before = grown * (radius + 1) + grown * (grown - 1) // 2 + shrunk * 2 * radius - shrunk * (shrunk - 1) // 2
    place = before + dq - max(-radius, -radius - dr)
    return place - 1 if (dr, dq) > (0, 0) else place


def _bits_everywhere(grid: Grid, values: Values, ends: list[Axial], radius: int, limit: int) -> npt.NDArray[np.uint8]:
    """The bits of ``SightBits``, worked out for the whole map at a time.

    The map lies in one long row of numbers, wide margins of "too far" around it: an offset is then a shift. A line
    crosses the same hexes there and back, so each serves two offsets; it counts the hex that it ends in, not the one
    where it begins. Values above the limit are cut down to "too far": that changes no answer, and as a rule sums fit in
    int16.
    """
    wide = grid.cols + (grid.rows - 1) // 2 + 2 * radius
    home = (grid.r + radius) * wide + grid.q + (grid.rows - 1) // 2 + radius  # where each hex lies in the row
    small = (limit + 1) * (radius + 2) < np.iinfo(np.int16).max
    kind: type[np.signedinteger[Any]] = np.int16 if small else np.int64
    board = np.full((grid.rows + 2 * radius) * wide, limit + 1, kind)
    board[home] = np.minimum(values, limit + 1)
    margin = radius * wide + radius
    middle = slice(margin, board.size - margin)
    planes = np.zeros(((len(ends) + 7) // 8, board.size), np.uint8)
    for place, (dq, dr) in enumerate(ends[len(ends) // 2 :], len(ends) // 2):
        shift = dr * wide + dq
        whole = np.minimum.reduce([_line_sums(board, pattern, wide, middle) for pattern in line_patterns(dq, dr)])
        seen = whole - board[middle] <= limit  # from here, where it begins, to there
        planes[place >> 3, middle] |= seen.view(np.uint8) << np.uint8(place & 7)
        there = slice(middle.start + shift, middle.stop + shift)
        mirrored = len(ends) - 1 - place
        seen = whole - board[there] <= limit  # from there to here
        planes[mirrored >> 3, there] |= seen.view(np.uint8) << np.uint8(mirrored & 7)
    bits = np.ascontiguousarray(planes[:, home].T)
    return bits


def _line_sums(
    board: npt.NDArray[np.signedinteger[Any]], pattern: tuple[Axial, ...], wide: int, middle: slice
) -> npt.NDArray[np.signedinteger[Any]]:
    """The sum of values along a line from every place of the middle, both ends counted."""
    total = board[middle].copy()
    for q, r in pattern[1:]:
        shift = r * wide + q
        total += board[middle.start + shift : middle.stop + shift]
    return total
