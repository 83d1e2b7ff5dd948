"""The height of the ground in three dimensions: a smooth surface over the heights of the hexes."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy import ndimage

from wab.content.hexmap import HexMap
from wab.hexes.grid import ROW_HEIGHT

Points = npt.NDArray[np.floating]
Singles = npt.NDArray[np.float32]

EXAGGERATION = 17.0  # heights of 300 m on hexes of some kilometres would not be seen
TALLEST = 2.2  # hex widths; on hexes of some hundred metres the same factor would make towers of hills
SAMPLES = 8  # raster points a hex width
_MARGIN = 2.0  # hex widths around the map, so that its edge has slopes too
_SMOOTHING, _RELIEF_SMOOTHING = 0.55, 0.12  # hex widths


class Relief(NamedTuple):
    """Metres over the sea, float32[rows, cols] from the north, over a rectangle: left, bottom, right, top."""

    metres: Singles
    rect: tuple[float, float, float, float]


class HeightField:
    """Heights in hex widths over the plane of the map; 0 at sea level.

    They come from the painted relief if there is one, else from the hexes.
    """

    def __init__(self, hexmap: HexMap, relief: Relief | None = None) -> None:
        grid = hexmap.grid
        self._left, self._bottom = -_MARGIN, -_MARGIN
        cols = int((grid.cols + 2 * _MARGIN) * SAMPLES)
        rows = int((grid.rows * ROW_HEIGHT + 2 * _MARGIN) * SAMPLES)
        if relief is not None:
            smooth = self._laid(relief, rows, cols)
        else:
            metres = np.maximum(hexmap.elevation, 0).astype(np.float32) * (hexmap.land_share > 0.5)
            raster = metres[nearest_hexes(hexmap, self._left, self._bottom, cols, rows, SAMPLES)]
            smooth = ndimage.gaussian_filter(raster, _SMOOTHING * SAMPLES, mode="nearest")
        raised = smooth * EXAGGERATION / (hexmap.km_per_hex * 1000.0)
        self._raster: Singles = (raised * min(1.0, TALLEST / max(TALLEST, float(raised.max())))).astype(np.float32)
        self.highest = float(self._raster.max())

    def _laid(self, relief: Relief, rows: int, cols: int) -> Singles:
        """A painted relief at the points of the raster; beyond its edge it goes on level."""
        left, _bottom, right, top = relief.rect
        px = relief.metres.shape[1] / (right - left)
        x = (self._left + (np.arange(cols) + 0.5) / SAMPLES - left) * px - 0.5
        y = (top - self._bottom - (np.arange(rows) + 0.5) / SAMPLES) * px - 0.5
        soft = ndimage.gaussian_filter(relief.metres, _RELIEF_SMOOTHING * px, mode="nearest")
        laid: Singles = ndimage.map_coordinates(soft, np.meshgrid(y, x, indexing="ij"), order=1, mode="nearest")
        return laid

    def at(self, points: Points) -> Singles:
        """float32[n]: heights at points [n, 2]."""
        x = (points[:, 0] - self._left) * SAMPLES - 0.5
        y = (points[:, 1] - self._bottom) * SAMPLES - 0.5
        found: Singles = ndimage.map_coordinates(self._raster, [y, x], order=1, mode="nearest").astype(np.float32)
        return found

    def height(self, x: float, y: float) -> float:
        """The height at one point; quick enough to be asked for a few times a frame."""
        rows, cols = self._raster.shape
        u = min(max((x - self._left) * SAMPLES - 0.5, 0.0), cols - 1.001)
        v = min(max((y - self._bottom) * SAMPLES - 0.5, 0.0), rows - 1.001)
        i, j = int(v), int(u)
        s, t = u - j, v - i
        low = self._raster[i, j] * (1 - s) + self._raster[i, j + 1] * s
        high = self._raster[i + 1, j] * (1 - s) + self._raster[i + 1, j + 1] * s
        return float(low * (1 - t) + high * t)

    def normals(self, points: Points) -> Singles:
        """float32[n, 3]: unit normals at points [n, 2]."""
        step = 0.25
        east, north = np.array([step, 0.0]), np.array([0.0, step])
        slope_x = (self.at(points + east) - self.at(points - east)) / (2 * step)
        slope_y = (self.at(points + north) - self.at(points - north)) / (2 * step)
        normals = np.stack([-slope_x, -slope_y, np.ones_like(slope_x)], axis=1)
        unit: Singles = (normals / np.linalg.norm(normals, axis=1, keepdims=True)).astype(np.float32)
        return unit


def nearest_hexes(
    hexmap: HexMap, left: float, bottom: float, cols: int, rows: int, samples: int
) -> npt.NDArray[np.int32]:
    """int32[rows, cols]: the hex (beyond the edge the nearest) at the middle of each cell of a raster, from the south.

    `left`, `bottom` are the outer edges in hex widths, `samples` the cells a hex width.
    """
    x = left + (np.arange(cols) + 0.5) / samples
    y = bottom + (np.arange(rows) + 0.5) / samples
    px, py = np.meshgrid(x, y)
    r = py / ROW_HEIGHT
    q = px - r / 2
    rq, rr, rs = np.rint(q), np.rint(r), np.rint(-q - r)
    dq, dr, ds = np.abs(rq - q), np.abs(rr - r), np.abs(rs + q + r)
    rq = np.where((dq > dr) & (dq > ds), -rr - rs, rq)
    rr = np.where((dr >= dq) & (dr > ds), -rq - rs, rr)
    row = np.clip(rr, 0, hexmap.grid.rows - 1).astype(np.int32)
    col = np.clip(rq.astype(np.int32) + rr.astype(np.int32) // 2, 0, hexmap.grid.cols - 1).astype(np.int32)
    found: npt.NDArray[np.int32] = (row * np.int32(hexmap.grid.cols) + col).astype(np.int32)
    return found
