"""The place of the hex map on the earth: degrees to kilometres, points to hexes, and the corners that rivers follow."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import cos, radians, sqrt

import numpy as np
import numpy.typing as npt

from wab.content.hexmap import Projection
from wab.hexes import RRCC, Grid, HexId, Numbering

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
LonLat = tuple[float, float]
Corner = tuple[int, int]
"""A corner on an integer lattice: half hex widths east, half side lengths north of the centre of hex 0."""

CORNER_STEPS = ((1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1), (0, -2))
"""From a centre (2 col + odd, 3 row) to its corners 0..5, numbered as in Grid.corner_offsets."""


@dataclass(frozen=True)
class Frame:
    """A grid laid over a flat projection: x east and y north in km from (lon0, lat0), which is the centre of hex 0."""

    rows: int = 68
    cols: int = 71
    hex_km: float = 3.0
    km_per_degree_lat: float = 111.2
    anchor: LonLat = (-2.0, 48.35)
    """Degrees of one hex centre. The net of points is counted from here, so that the map of what was already on it
    stays as it is when the frame grows."""
    anchor_row: int = 6
    """Its row: even, or the rows above it would lie half a hex off."""
    anchor_col: int = 4
    numbering: Numbering = RRCC
    """Names of the hexes in the map file."""

    @property
    def km_per_degree_lon(self) -> float:
        """Kilometres a degree of longitude measures at the middle latitude of the map (49.05 N)."""
        return 111.320 * cos(radians(49.05))

    @property
    def lon0(self) -> float:
        """Longitude of the centre of hex 0."""
        return self.anchor[0] - self.anchor_col * self.hex_km / self.km_per_degree_lon

    @property
    def lat0(self) -> float:
        """Latitude of the centre of hex 0."""
        return self.anchor[1] - self.anchor_row * self.row_km / self.km_per_degree_lat

    @cached_property
    def grid(self) -> Grid:
        """The grid itself."""
        return Grid(self.rows, self.cols, self.numbering)

    @property
    def row_km(self) -> float:
        """Distance between two rows."""
        return self.hex_km * sqrt(3.0) / 2.0

    @cached_property
    def centres(self) -> Floats:
        """float64[N, 2]: hex centres in km."""
        return np.asarray(self.grid.centres * self.hex_km)

    def km(self, lonlat: npt.ArrayLike) -> Floats:
        """Points in degrees [n, 2] as points in km."""
        points = np.asarray(lonlat, dtype=np.float64).reshape(-1, 2)
        scale = np.array([self.km_per_degree_lon, self.km_per_degree_lat])
        return np.asarray((points - np.array([self.lon0, self.lat0])) * scale)

    def degrees(self, points: Floats) -> Floats:
        """Points in km [n, 2] as longitude and latitude."""
        scale = np.array([self.km_per_degree_lon, self.km_per_degree_lat])
        return np.asarray(points / scale + np.array([self.lon0, self.lat0]))

    def hexes_at(self, points: Floats) -> Ints:
        """The hex that holds each point (km); -1 off the map."""
        lowest = np.floor(points[:, 1] / self.row_km).astype(np.int64)
        rows = np.stack([lowest, lowest + 1], axis=1)
        shift = 0.5 * (rows % 2)
        cols = np.floor(points[:, :1] / self.hex_km - shift + 0.5).astype(np.int64)
        off_x = points[:, :1] - (cols + shift) * self.hex_km
        off_y = points[:, 1:] - rows * self.row_km
        nearest = np.argmin(off_x**2 + off_y**2, axis=1)
        each = np.arange(len(points))
        row, col = rows[each, nearest], cols[each, nearest]
        on_map = (row >= 0) & (row < self.rows) & (col >= 0) & (col < self.cols)
        return np.where(on_map, row * self.cols + col, -1)

    def corners_of(self, hex_id: HexId) -> tuple[Corner, ...]:
        """The six corners of a hex, numbered as in Grid.corner_offsets."""
        row, col = self.grid.row_col(hex_id)
        x, y = 2 * col + row % 2, 3 * row
        return tuple((x + dx, y + dy) for dx, dy in CORNER_STEPS)

    def corner_km(self, corner: Corner) -> Floats:
        """Return where a corner lies, in km."""
        return np.array([corner[0] * self.hex_km / 2.0, corner[1] * self.row_km / 3.0])

    @cached_property
    def sides(self) -> dict[tuple[Corner, Corner], tuple[HexId, int]]:
        """The hexside between two neighbouring corners, in either order, as (hex, direction) of the lower hex id."""
        sides: dict[tuple[Corner, Corner], tuple[HexId, int]] = {}
        for hex_id in range(self.grid.size):
            corners = self.corners_of(hex_id)
            for direction in range(6):
                first, second = corners[direction], corners[(direction + 1) % 6]
                for key in ((first, second), (second, first)):
                    sides.setdefault(key, (hex_id, direction))
        return sides

    def nearest_corners(self, points: Floats) -> list[Corner]:
        """The nearest hex corner of each point, points off the map left out."""
        hexes = self.hexes_at(points)
        on_map = hexes >= 0
        offsets = np.array([[dx * self.hex_km / 2.0, dy * self.row_km / 3.0] for dx, dy in CORNER_STEPS])
        rest = points[on_map] - self.centres[hexes[on_map]]
        nearest = np.argmin(((rest[:, None, :] - offsets[None]) ** 2).sum(axis=2), axis=1)
        return [self.corners_of(int(h))[int(k)] for h, k in zip(hexes[on_map], nearest, strict=True)]


_NOWHERE = Projection(2, 2, 1.0, 0.0, 0.0, 1.0, 1.0)


@dataclass(frozen=True)
class FittedFrame(Frame):
    """A grid that lies as a projection says, turned and bent: its km are measured on its own plane, from hex 0."""

    anchor_row: int = 0
    anchor_col: int = 0
    projection: Projection = _NOWHERE

    def km(self, lonlat: npt.ArrayLike) -> Floats:
        """Points in degrees [n, 2] as points in km of the plane of the grid."""
        return self.projection.to_km(lonlat)

    def degrees(self, points: Floats) -> Floats:
        """Points in km [n, 2] as longitude and latitude."""
        return self.projection.to_degrees(points / self.hex_km)


def frame_of(projection: Projection) -> FittedFrame:
    """The frame in which a map of that projection is built."""
    return FittedFrame(
        rows=projection.rows,
        cols=projection.cols,
        hex_km=projection.km_per_hex,
        numbering=projection.labels,
        projection=projection,
    )


def walk(points: Floats, step_km: float = 0.05) -> Floats:
    """A line cut into pieces of at most ``step_km``: all its points, ends and vertices included."""
    pieces = [points[:1]]
    for start, end in pairwise(points):
        count = max(1, int(np.ceil(np.hypot(*(end - start)) / step_km)))
        shares = np.arange(1, count + 1)[:, None] / count
        pieces.append(start + (end - start) * shares)
    return np.concatenate(pieces)


def distance_to_line(points: Floats, line: Floats) -> Floats:
    """Distance in km of each point from a line of straight pieces."""
    best = np.full(len(points), np.inf)
    for start, end in pairwise(line):
        along = end - start
        length = float(along @ along)
        share = np.clip((points - start) @ along / length, 0.0, 1.0) if length else np.zeros(len(points))
        best = np.minimum(best, np.hypot(*(points - start - share[:, None] * along).T))
    return best
