"""The hexagonal grid: hex numbers, neighbours, distances, straight lines, labels and places on the plane.

Hexes are numbered densely, ``hex = row * cols + col``. Row 0 is the southernmost, odd rows are shifted half a hex east,
hexes stand on a corner ("pointy-top"). Directions run counter-clockwise from the east with north up: 0 = E, 1 = NE,
2 = NW, 3 = W, 4 = SW, 5 = SE; the opposite of ``d`` is ``(d + 3) % 6``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from math import floor, isfinite, sqrt
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from wab.hexes.numbering import RRCC, Labels, Numbering, labels

HexId: TypeAlias = int
IntArray: TypeAlias = npt.NDArray[np.int32]
FloatArray: TypeAlias = npt.NDArray[np.float64]

OFF_MAP: HexId = -1
DIRECTIONS = ("E", "NE", "NW", "W", "SW", "SE")
ROW_HEIGHT = sqrt(3.0) / 2.0

_AXIAL_STEPS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


def opposite(direction: int) -> int:
    """The direction that leads back."""
    return (direction + 3) % 6


@dataclass(frozen=True, slots=True)
class Grid:
    """An immutable map of ``rows`` x ``cols`` hexes, numbered from 0 to ``size - 1``, with labels by ``numbering``.

    Equal sizes and labels give equal grids; equal sizes share their arrays, so a grid costs nothing to make again. All
    arrays are read-only.

    Raises ValueError when there is not at least one row and one column.
    """

    rows: int
    cols: int
    numbering: Numbering = RRCC
    """Names of the hexes; "RRCC" from 0 unless another numbering is given."""
    size: int = field(init=False, compare=False)
    neighbours: IntArray = field(init=False, compare=False, repr=False)
    """int32[N, 6]: the hex in each direction, OFF_MAP beyond the edge."""
    q: IntArray = field(init=False, compare=False, repr=False)
    """int32[N]: axial coordinate eastward; ``q = col - row // 2``."""
    r: IntArray = field(init=False, compare=False, repr=False)
    """int32[N]: axial coordinate north-eastward, equal to the row."""
    centres: FloatArray = field(init=False, compare=False, repr=False)
    """float64[N, 2]: x east and y north of each centre, in hex widths (flat to flat = 1)."""
    corner_offsets: FloatArray = field(init=False, compare=False, repr=False)
    """float64[6, 2]: corners around a centre. Corner k lies between directions k - 1 and k. Corner 0 points ESE, at -30
    degrees. The hexside of direction d runs from corner d to corner (d + 1) % 6.
    """
    neighbour_rows: tuple[tuple[HexId, ...], ...] = field(init=False, compare=False, repr=False)
    """The same as ``neighbours`` in plain tuples: quicker where single hexes are asked for from Python."""
    adjacent_rows: tuple[tuple[HexId, ...], ...] = field(init=False, compare=False, repr=False)
    """The neighbours that are on the map of each hex, in direction order."""
    axial_rows: tuple[tuple[int, int], ...] = field(init=False, compare=False, repr=False)
    """Axial coordinates (q, r) of each hex, for the same use."""

    def __post_init__(self) -> None:
        if self.rows < 1 or self.cols < 1:
            raise ValueError(f"a grid needs at least one row and one column, not {self.rows} x {self.cols}")
        tables = _tables(self.rows, self.cols)
        object.__setattr__(self, "size", self.rows * self.cols)
        for name in tables._fields:
            object.__setattr__(self, name, getattr(tables, name))

    def __reduce__(self) -> tuple[type[Grid], tuple[int, int, Numbering]]:
        return Grid, (self.rows, self.cols, self.numbering)

    def __contains__(self, hex_id: object) -> bool:
        return isinstance(hex_id, (int, np.integer)) and 0 <= int(hex_id) < self.size

    # --- neighbours ---

    def neighbour(self, hex_id: HexId, direction: int) -> HexId:
        """The hex next to ``hex_id`` in a direction (0..5), OFF_MAP beyond the edge."""
        return self.neighbour_rows[self._checked(hex_id)][direction]

    def adjacent(self, hex_id: HexId) -> tuple[HexId, ...]:
        """The neighbours that are on the map, in direction order."""
        return self.adjacent_rows[self._checked(hex_id)]

    def direction(self, origin: HexId, target: HexId) -> int:
        """The direction (0..5) from a hex to its neighbour. Raises ValueError when the two do not touch."""
        around = self.neighbour_rows[self._checked(origin)]
        if self._checked(target) not in around:
            raise ValueError(f"hexes {self.label(origin)} and {self.label(target)} do not touch")
        return around.index(target)

    def are_adjacent(self, first: HexId, second: HexId) -> bool:
        """Return whether two different hexes share a hexside."""
        return self._checked(second) in self.neighbour_rows[self._checked(first)]

    # --- distance ---

    def axial(self, hex_id: HexId) -> tuple[int, int]:
        """Axial coordinates (q, r) of a hex."""
        return self.axial_rows[self._checked(hex_id)]

    def row_col(self, hex_id: HexId) -> tuple[int, int]:
        """Row (from the south) and column (from the west) of a hex. Raises ValueError when it is not on the map."""
        return divmod(self._checked(hex_id), self.cols)

    def hex_of(self, row: int, col: int) -> HexId:
        """The hex in a row and column, OFF_MAP when there is none."""
        return row * self.cols + col if 0 <= row < self.rows and 0 <= col < self.cols else OFF_MAP

    def from_axial(self, q: int, r: int) -> HexId:
        """The hex at axial coordinates, OFF_MAP when there is none."""
        return self.hex_of(r, q + r // 2)

    def distance(self, first: HexId, second: HexId) -> int:
        """Number of steps between two hexes."""
        (q1, r1), (q2, r2) = self.axial_rows[self._checked(first)], self.axial_rows[self._checked(second)]
        return _length(q2 - q1, r2 - r1)

    def distances(self, hex_id: HexId) -> IntArray:
        """int32[N]: number of steps from a hex to every hex."""
        q, r = self.axial(hex_id)
        dq, dr = self.q - np.int32(q), self.r - np.int32(r)
        farthest: IntArray = np.maximum(np.maximum(np.abs(dq), np.abs(dr)), np.abs(dq + dr))
        return farthest

    def disk(self, hex_id: HexId, radius: int) -> tuple[HexId, ...]:
        """The hexes on the map at most ``radius`` steps away, itself included, sorted."""
        hexes: list[HexId] = []
        for row, west, east in self._disk_rows(hex_id, radius):
            first, last = max(west, 0), min(east, self.cols - 1)
            hexes.extend(range(row * self.cols + first, row * self.cols + last + 1))
        return tuple(hexes)

    def ring(self, hex_id: HexId, radius: int) -> tuple[HexId, ...]:
        """The hexes on the map exactly ``radius`` steps away, sorted; the hex itself for radius 0."""
        centre_row = self.row_col(hex_id)[0]
        hexes: list[HexId] = []
        for row, west, east in self._disk_rows(hex_id, radius):
            whole_row = abs(row - centre_row) == radius
            columns = range(west, east + 1) if whole_row else (west, east)
            hexes.extend(row * self.cols + col for col in columns if 0 <= col < self.cols)
        return tuple(hexes)

    # --- straight lines ---

    def line(self, start: HexId, end: HexId) -> tuple[HexId, ...]:
        """The hexes of the straight line between two centres, both ends included: the first of ``lines``.

        The line from ``end`` to ``start`` is the same backwards.
        """
        return self.lines(start, end)[0]

    def lines(self, start: HexId, end: HexId) -> tuple[tuple[HexId, ...], ...]:
        """All equally straight lines of ``distance + 1`` hexes between two centres: one, or two.

        Where the line between the centres runs along hexsides (or cuts one in its middle) the hexes on either side are
        equally near; one line then keeps to the northern side (the eastern one when it runs due north) and comes first,
        the other keeps to the southern side. A line that would leave the map is left out; one always remains.
        """
        (q1, r1), (q2, r2) = self.axial(start), self.axial(end)
        patterns = line_patterns(q2 - q1, r2 - r1)
        candidates = (tuple(self.from_axial(q1 + dq, r1 + dr) for dq, dr in pattern) for pattern in patterns)
        return tuple(line for line in candidates if OFF_MAP not in line)

    # --- labels ---

    def label(self, hex_id: HexId) -> str:
        """The printed name of a hex by the ``numbering``: "RRCC", row and column, unless another was given."""
        return self._labels.names[self._checked(hex_id)]

    def parse(self, text: str) -> HexId:
        """The hex with this label. Raises ValueError, with a sentence, when there is none."""
        hex_id = self.labelled(text.strip())
        if hex_id == OFF_MAP:
            raise ValueError(f'"{text}" is not a hex of this map (expected {self.labels_expected})')
        return hex_id

    def labelled(self, label: str) -> HexId:
        """The hex with exactly this label, OFF_MAP when there is none."""
        return self._labels.hexes.get(label, OFF_MAP)

    def has_label(self, hex_id: HexId) -> bool:
        """Return whether a hex is one of the map: the last of a short row of the ``numbering`` is not."""
        return self.numbering.has_label(*self.row_col(hex_id), (self.rows, self.cols))

    @property
    def labels_expected(self) -> str:
        """Return which labels there are, in words for messages, as "RRCC, 0000 to 6770"."""
        return self.numbering.expected((self.rows, self.cols))

    # --- the plane ---

    def centre(self, hex_id: HexId) -> tuple[float, float]:
        """Return where the centre of a hex lies: (x east, y north) in hex widths; hex 0 lies at (0, 0)."""
        row, col = self.row_col(hex_id)
        return col + 0.5 * (row % 2), row * ROW_HEIGHT

    def hex_at(self, x: float, y: float) -> HexId:
        """The hex that contains a point (in hex widths, as ``centre`` gives them), OFF_MAP beyond the edge."""
        if not (isfinite(x) and isfinite(y)):
            return OFF_MAP
        r = y / ROW_HEIGHT
        return self.from_axial(*_nearest(x - r / 2.0, r))

    # --- inside ---

    @property
    def _labels(self) -> Labels:
        return labels(self.rows, self.cols, self.numbering)

    def _checked(self, hex_id: HexId) -> HexId:
        if not 0 <= hex_id < self.size:
            raise ValueError(f"there is no hex number {hex_id} on a map of {self.rows} x {self.cols} hexes")
        return hex_id

    def _disk_rows(self, hex_id: HexId, radius: int) -> list[tuple[int, int, int]]:
        """Rows on the map that a disk covers, from the south: (row, west column, east column), columns not clipped."""
        if radius < 0:
            raise ValueError(f"a radius is not negative: {radius}")
        q, r = self.axial(hex_id)
        rows = range(max(0, r - radius), min(self.rows - 1, r + radius) + 1)
        return [(row, *_disk_columns(q, row, row - r, radius)) for row in rows]


class _Tables(NamedTuple):
    neighbours: IntArray
    q: IntArray
    r: IntArray
    centres: FloatArray
    corner_offsets: FloatArray
    neighbour_rows: tuple[tuple[HexId, ...], ...]
    adjacent_rows: tuple[tuple[HexId, ...], ...]
    axial_rows: tuple[tuple[int, int], ...]


@lru_cache(maxsize=32)
def _tables(rows: int, cols: int) -> _Tables:
    row, col = (axis.ravel().astype(np.int32) for axis in np.divmod(np.arange(rows * cols), cols))
    q = col - row // 2
    neighbours = np.stack([_shifted(q + dq, row + dr, rows, cols) for dq, dr in _AXIAL_STEPS], axis=1)
    centres = np.stack([col + 0.5 * (row % 2), row * ROW_HEIGHT], axis=1)
    angles = np.radians(60.0 * np.arange(6) - 30.0)
    corners = np.stack([np.cos(angles), np.sin(angles)], axis=1) / sqrt(3.0)
    for array in (neighbours, q, row, centres, corners):
        array.setflags(write=False)
    around = tuple(tuple(line) for line in neighbours.tolist())
    adjacent = tuple(tuple(other for other in line if other >= 0) for line in around)
    axial = tuple(zip(q.tolist(), row.tolist(), strict=True))
    return _Tables(neighbours, q, row, centres, corners, around, adjacent, axial)


def _shifted(q: IntArray, r: IntArray, rows: int, cols: int) -> IntArray:
    col = q + r // 2
    on_map = (r >= 0) & (r < rows) & (col >= 0) & (col < cols)
    return np.where(on_map, r * np.int32(cols) + col, np.int32(OFF_MAP)).astype(np.int32)


def _length(dq: int, dr: int) -> int:
    return max(abs(dq), abs(dr), abs(dq + dr))


def _disk_columns(q: int, row: int, rise: int, radius: int) -> tuple[int, int]:
    shift = q + row // 2
    return shift + max(-radius, -radius - rise), shift + min(radius, radius - rise)


def _nearest(q: float, r: float) -> tuple[int, int]:
    """The axial coordinates of the hex that contains a point given in fractional ones."""
    s = -q - r
    near_q, near_r, near_s = floor(q + 0.5), floor(r + 0.5), floor(s + 0.5)
    off_q, off_r, off_s = abs(near_q - q), abs(near_r - r), abs(near_s - s)
    if off_q > off_r and off_q > off_s:
        return -near_r - near_s, near_r
    if off_r > off_s:
        return near_q, -near_q - near_s
    return near_q, near_r


@lru_cache(maxsize=4096)
def line_patterns(dq: int, dr: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """The straight lines from (0, 0) to the axial offset (dq, dr) as axial offsets, in the order of ``Grid.lines``."""
    side = _northern_side(dq, dr)
    north, south = _leaning_line(dq, dr, side), _leaning_line(dq, dr, -side)
    return (north,) if north == south else (north, south)


def _northern_side(dq: int, dr: int) -> int:
    """+1 when the left-hand side of the way (dq, dr) is its northern (on a due north way: eastern) side, else -1."""
    lean_q, lean_r = _left_of(dq, dr)
    return 1 if (lean_r, lean_q) > (0, 0) else -1


def _left_of(dq: int, dr: int) -> tuple[int, int]:
    """An axial vector at right angles to (dq, dr), to the left, sqrt(3) times as long."""
    ds = -dq - dr
    return ds - dr, dq - ds


def _leaning_line(dq: int, dr: int, side: int) -> tuple[tuple[int, int], ...]:
    """The hexes nearest to equally spaced points of a line; of two equally near hexes, the hex on the given side.

    Exact integer arithmetic: the points are moved sideways by less than any true difference of distance.
    """
    steps = _length(dq, dr)
    if steps == 0:
        return ((0, 0),)
    lean_q, lean_r = _left_of(dq, dr)
    fine = 8 * steps
    whole = fine * steps
    return tuple(
        (
            (2 * (dq * i * fine + side * lean_q) + whole) // (2 * whole),
            (2 * (dr * i * fine + side * lean_r) + whole) // (2 * whole),
        )
        for i in range(steps + 1)
    )
