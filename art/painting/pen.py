"""A pen for small pictures: shapes drawn large in one tone and reduced: smooth edges, frames on whole pixels."""

import itertools
import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from art.painting.noise import Field

OVERSAMPLING = 8
Pair = tuple[float, float]


class Pen:
    """Draws into a mask. `unit` is pixels a drawing unit, `origin` the pixel at which the drawing's (0, 0) lies.

    Angles are degrees, counter-clockwise from the east; y grows downwards. `tone` 0 erases.
    """

    def __init__(self, width: int, height: int, unit: float = 1.0, origin: Pair = (0.0, 0.0)) -> None:
        self.width, self.height = width, height
        self._scale = unit * OVERSAMPLING
        self._origin = origin
        self._picture = Image.new("L", (width * OVERSAMPLING, height * OVERSAMPLING))
        self._draw = ImageDraw.Draw(self._picture)

    def mask(self) -> Field:
        """The drawing as float32[height, width], 0..1."""
        return np.asarray(self._picture.reduce(OVERSAMPLING), np.float32) / np.float32(255)

    def _at(self, x: float, y: float) -> Pair:
        return x * self._scale + self._origin[0] * OVERSAMPLING, y * self._scale + self._origin[1] * OVERSAMPLING

    def shape(self, points: Sequence[Pair], tone: float = 1.0) -> None:
        """A filled polygon."""
        self._draw.polygon([self._at(*p) for p in points], fill=round(tone * 255))

    def line(
        self, points: Sequence[Pair], width: float, tone: float = 1.0, closed: bool = False, round_ends: bool = True
    ) -> None:
        """A polyline with round joints, and round or straight ends."""
        path = [self._at(*p) for p in points]
        path = [*path, path[0]] if closed else path
        half = width * self._scale / 2
        fill = round(tone * 255)
        for a, b in itertools.pairwise(path):
            length = math.hypot(b[0] - a[0], b[1] - a[1]) or 1.0
            nx, ny = -(b[1] - a[1]) / length * half, (b[0] - a[0]) / length * half
            self._draw.polygon(
                [(a[0] + nx, a[1] + ny), (b[0] + nx, b[1] + ny), (b[0] - nx, b[1] - ny), (a[0] - nx, a[1] - ny)], fill
            )
        joints = path if round_ends or closed else path[1:-1]
        for x, y in joints:
            self._draw.ellipse((x - half, y - half, x + half, y + half), fill)

    def disc(self, x: float, y: float, radius: float, tone: float = 1.0) -> None:
        """A filled circle."""
        self.oval(x - radius, y - radius, x + radius, y + radius, tone)

    def oval(self, left: float, top: float, right: float, bottom: float, tone: float = 1.0) -> None:
        """A filled ellipse in a box."""
        self._draw.ellipse((*self._at(left, top), *self._at(right, bottom)), fill=round(tone * 255))

    def ring(self, x: float, y: float, radius: float, width: float) -> None:
        """A circle line."""
        self.line(arc(x, y, radius, radius, 0, 360), width)

    def box(self, left: float, top: float, right: float, bottom: float, tone: float = 1.0, radius: float = 0.0) -> None:
        """A filled rectangle, its corners rounded."""
        (x0, y0), (x1, y1) = self._at(left, top), self._at(right, bottom)
        self._draw.rounded_rectangle((x0, y0, x1 - 1, y1 - 1), radius * self._scale, fill=round(tone * 255))

    def text(self, words: str, x: float, y: float, font: ImageFont.FreeTypeFont, tone: float = 1.0) -> None:
        """Words centred on a point; the size of the font is in drawing pixels (see `typeface`)."""
        self._draw.text(self._at(x, y), words, fill=round(tone * 255), font=font, anchor="mm")


def typeface(path: str, pixels: float) -> ImageFont.FreeTypeFont:
    """A font for `Pen.text`, of a size in pixels of the finished picture."""
    return ImageFont.truetype(path, pixels * OVERSAMPLING)


def arc(x: float, y: float, rx: float, ry: float, start: float, sweep: float) -> list[Pair]:
    """Points along an elliptic arc."""
    steps = max(6, int(abs(sweep) / 5))
    angles = [math.radians(start + sweep * k / steps) for k in range(steps + 1)]
    return [(x + rx * math.cos(a), y - ry * math.sin(a)) for a in angles]


def bend(*points: Pair) -> list[Pair]:
    """Points along a Bézier curve of any degree."""
    curve = []
    for k in range(17):
        t, row = k / 16, list(points)
        while len(row) > 1:
            row = [(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for a, b in itertools.pairwise(row)]
        curve.append(row[0])
    return curve


def star_points(x: float, y: float, radius: float, inner: float = 0.43) -> list[Pair]:
    """A five-pointed star, one point up."""
    turns = [(radius if k % 2 == 0 else radius * inner, math.pi / 5 * k) for k in range(10)]
    return [(x + r * math.sin(a), y - r * math.cos(a)) for r, a in turns]


def blurred(mask: Field, radius: float) -> Field:
    """A mask with soft edges."""
    picture = Image.fromarray((mask * 255).astype(np.uint8)).filter(ImageFilter.GaussianBlur(radius))
    return np.asarray(picture, np.float32) / np.float32(255)


def tinted(
    mask: Field, colour: tuple[float, float, float] = (1.0, 1.0, 1.0), opacity: float = 1.0
) -> NDArray[np.uint8]:
    """A picture of one colour with a mask as its opacity, uint8[height, width, 4]."""
    picture = np.empty((*mask.shape, 4), np.float32)
    picture[..., :3] = colour
    picture[..., 3] = np.clip(mask * opacity, 0, 1)
    return (picture * 255 + 0.5).astype(np.uint8)


def shaded(light: Field, dark: Field) -> NDArray[np.uint8]:
    """White where light is put on, black where shade is; both are opacities 0..1."""
    both = np.clip(light - dark, -1, 1)
    picture = np.zeros((*both.shape, 4), np.float32)
    picture[..., :3] = (both > 0)[..., None]
    picture[..., 3] = np.abs(both)
    return (picture * 255 + 0.5).astype(np.uint8)


def over(lower: NDArray[np.uint8], upper: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """One picture laid over another."""
    return np.asarray(Image.alpha_composite(Image.fromarray(lower), Image.fromarray(upper)))
