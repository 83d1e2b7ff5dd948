"""A window on the world: which rectangle is painted, at what scale, and how shapes become masks in it."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw
from scipy import ndimage
from shapely.geometry import MultiPolygon, box

from art.painting.curves import Points
from art.painting.noise import Field

Value = TypeVar("Value", bound=np.generic)

SMOOTHING = 2  # times finer than the painted raster, for the edges of masks


@dataclass(frozen=True)
class Window:
    """A rectangle of the world as a raster: upper left corner in km, pixels, pixels a km.

    `column`, `row` are the place of its first pixel in the raster of the whole world, for noise that belongs to pixels.
    """

    left: float
    top: float
    cols: int
    rows: int
    scale: float
    column: int = 0
    row: int = 0

    @property
    def step(self) -> float:
        """Kilometres a pixel."""
        return 1.0 / self.scale

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.rows, self.cols

    def finer(self, times: int) -> "Window":
        """The same rectangle with `times` as many pixels each way."""
        return Window(
            self.left,
            self.top,
            self.cols * times,
            self.rows * times,
            self.scale * times,
            self.column * times,
            self.row * times,
        )

    def grown(self, pixels: int) -> "Window":
        """The window with a margin on all sides."""
        return Window(
            self.left - pixels * self.step,
            self.top + pixels * self.step,
            self.cols + 2 * pixels,
            self.rows + 2 * pixels,
            self.scale,
            self.column - pixels,
            self.row - pixels,
        )

    def coarser(self, kilometres: float) -> "Window":
        """The rectangle, a little more than covered, in pixels of about the given size on a lattice of the world.

        Windows of one scale that overlap share these pixels.
        """
        size = max(1, round(kilometres * self.scale)) * self.step
        first, last = math.floor(self.left / size) - 1, math.ceil((self.left + self.cols * self.step) / size) + 1
        upper, lower = math.ceil(self.top / size) + 1, math.floor((self.top - self.rows * self.step) / size) - 1
        return Window(first * size, upper * size, last - first, upper - lower, 1 / size)

    def pixels(self, points: Points) -> Points:
        """Pixel coordinates (x right, y down) of points in kilometres."""
        p = np.asarray(points, float)
        return np.column_stack([(p[:, 0] - self.left) * self.scale, (self.top - p[:, 1]) * self.scale])

    def centres(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """x and y in kilometres of all pixel centres."""
        x = self.left + (np.arange(self.cols) + 0.5) * self.step
        y = self.top - (np.arange(self.rows) + 0.5) * self.step
        across, down = np.meshgrid(x, y)
        return across, down

    def around(self, margin: float) -> MultiPolygon:
        """The rectangle with a margin in kilometres, as a shape."""
        right, bottom = self.left + self.cols * self.step, self.top - self.rows * self.step
        return box(self.left - margin, bottom - margin, right + margin, self.top + margin)

    def sees(self, points: Points, margin: float) -> NDArray[np.bool_]:
        """Return which points (km) lie in the window or within the margin (km) of it."""
        x, y = points[:, 0], points[:, 1]
        inside = (x > self.left - margin) & (x < self.left + self.cols * self.step + margin)
        return inside & (y < self.top + margin) & (y > self.top - self.rows * self.step - margin)

    def sample(self, field: NDArray[Value], points: Points) -> NDArray[Value]:
        """The values of a raster of this window at points in kilometres (nearest pixel, clamped to the edge)."""
        p = self.pixels(points)
        row = np.clip(p[:, 1].astype(int), 0, field.shape[0] - 1)
        col = np.clip(p[:, 0].astype(int), 0, field.shape[1] - 1)
        found: NDArray[Value] = field[row, col]
        return found


def area_mask(window: Window, polygons: MultiPolygon) -> Field:
    """Return how much of each pixel lies in the polygons, float32 0..1."""
    fine = window.finer(SMOOTHING)
    picture = Image.new("L", (fine.cols, fine.rows))
    draw = ImageDraw.Draw(picture)
    seen = polygons.intersection(window.around(1.0))
    for part in getattr(seen, "geoms", [seen]):
        if part.geom_type == "Polygon" and not part.is_empty:
            draw.polygon(_corners(fine, part.exterior.coords), fill=255)
            for hole in part.interiors:
                draw.polygon(_corners(fine, hole.coords), fill=0)
    return np.asarray(picture.reduce(SMOOTHING), np.float32) / np.float32(255)


def line_mask(window: Window, lines: Iterable[Points], width: float) -> Field:
    """Pixels near lines, 1 within half of `width` (km), float32."""
    picture = Image.new("L", (window.cols, window.rows))
    draw = ImageDraw.Draw(picture)
    for line in lines:
        if window.sees(line, 2.0).any():
            draw.line(_corners(window, line), fill=255, width=max(1, round(width * window.scale)), joint="curve")
    return np.asarray(picture, np.float32) / np.float32(255)


def disc_mask(window: Window, discs: Iterable[tuple[float, float, float]], blur: float) -> Field:
    """Soft discs (x, y, radius in km), blurred by `blur` km, float32 0..1."""
    picture = Image.new("L", (window.cols, window.rows))
    draw = ImageDraw.Draw(picture)
    for x, y, radius in discs:
        (px, py), r = window.pixels(np.array([[x, y]]))[0], radius * window.scale
        draw.ellipse((px - r, py - r, px + r, py + r), fill=255)
    field: Field = ndimage.gaussian_filter(np.asarray(picture, np.float32) / np.float32(255), blur * window.scale)
    return field


def _corners(window: Window, points: object) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in window.pixels(np.array(points)[:, :2])]
