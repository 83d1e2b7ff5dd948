"""Letters for the map: distance-field pictures of glyphs in one atlas, made when a letter is first needed.

A distance field stays sharp at every size and gives the halo around names for nothing.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import pairwise
from math import ceil, floor
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from panda3d.core import DynamicTextFont, Filename, LVecBase4, Texture
from scipy import ndimage

from wab.app.gfx.meshes import fill, picture
from wab.app.gfx.theme import Face

ATLAS = (1024, 1024)  # columns, rows
EM = 36  # pixels of the atlas an em
OVERSAMPLING = 2  # glyphs are drawn twice as large for the measuring of distances
SPREAD = 8  # pixels of the atlas over which distances are kept, on either side of the outline
_PAGE = 1024


class Glyph(NamedTuple):
    """A letter: its box around the pen in em (left, bottom, right, top), its place in the atlas, the step of the pen.

    Boxes include the margin of SPREAD pixels. A blank has no box.
    """

    box: tuple[float, float, float, float] | None
    uv: tuple[float, float, float, float]
    advance: float


class Drawing(NamedTuple):
    """A letter by itself: its distance field (None for a blank), the em of its left and upper edge, its step."""

    field: npt.NDArray[np.uint8] | None
    left: float
    top: float
    advance: float


class GlyphAtlas:
    """The letters of all faces. `texture` is the atlas; `sync` hands new letters over to it."""

    def __init__(self) -> None:
        self.pixels = np.zeros((ATLAS[1], ATLAS[0]), np.uint8)
        # No mipmaps: distances are smooth enough to be taken at every third pixel, and averaged ones thin the strokes.
        self.texture: Texture = picture("glyphs", self.pixels)
        self._glyphs: dict[tuple[Face, str], Glyph] = {}
        self._widths = lru_cache(maxsize=4096)(self._width)
        self._pen = [1, 1, 0]  # column, row, height of the current line of the atlas
        self._changed = False

    def glyph(self, face: Face, letter: str) -> Glyph:
        """A letter of a face, drawn into the atlas at its first use."""
        key = (face, letter)
        if key not in self._glyphs:
            self._glyphs[key] = self._make(face, letter)
        return self._glyphs[key]

    def kerning(self, face: Face, first: str, second: str) -> float:
        """By how many em a pair of letters stands nearer (negative) than their steps say."""
        return float(_font(face).getKerning(ord(first), ord(second)))

    def width(self, face: Face, text: str, spacing: float = 0.0) -> float:
        """Width of a line in em. Names are laid out again and again."""
        return self._widths(face, text, spacing)

    def _width(self, face: Face, text: str, spacing: float) -> float:
        total = sum(self.glyph(face, letter).advance + spacing for letter in text)
        pairs = sum(self.kerning(face, a, b) for a, b in pairwise(text))
        return total - (spacing if text else 0.0) + pairs

    def sync(self) -> None:
        """Hand the atlas to the driver if letters have been added."""
        if self._changed:
            fill(self.texture, self.pixels)
            self._changed = False

    def _make(self, face: Face, letter: str) -> Glyph:
        field, left, top, advance = _drawing(face, letter)
        place = None if field is None else self._place(field.shape)
        if field is None or place is None:  # a blank, or thousands of different letters: names of no real map
            return Glyph(None, (0.0, 0.0, 0.0, 0.0), advance)
        column, row = place
        rows, cols = field.shape
        self.pixels[row : row + rows, column : column + cols] = field
        self._changed = True
        box = (left, top - rows / EM, left + cols / EM, top)
        return Glyph(box, self._uv(column, row, field.shape), advance)

    def _place(self, shape: tuple[int, ...]) -> tuple[int, int] | None:
        """Column and row in the atlas for a letter of that size, None if it is full."""
        rows, cols = shape[:2]
        if self._pen[0] + cols + 1 > ATLAS[0]:
            self._pen = [1, self._pen[1] + self._pen[2] + 1, 0]
        if self._pen[1] + rows + 1 > ATLAS[1]:
            return None
        place = self._pen[0], self._pen[1]
        self._pen = [place[0] + cols + 1, place[1], max(self._pen[2], rows)]
        return place

    @staticmethod
    def _uv(column: int, row: int, shape: tuple[int, ...]) -> tuple[float, float, float, float]:
        rows, cols = shape[:2]
        wide, high = ATLAS
        return column / wide, 1 - (row + rows) / high, (column + cols) / wide, 1 - row / high


@cache
def _font(face: Face) -> Any:
    font = DynamicTextFont(Filename.fromOsSpecific(str(face.path)))
    font.setPixelsPerUnit(EM * OVERSAMPLING)
    font.setScaleFactor(1)
    font.setPageSize(_PAGE, _PAGE)
    font.setTextureMargin(2)
    return font


@lru_cache(maxsize=2048)
def _drawing(face: Face, letter: str) -> Drawing:
    """A letter as every atlas has it: each map that is opened has an atlas of its own."""
    font = _font(face)
    drawn = font.getGlyph(ord(letter))
    quad, where = LVecBase4(), LVecBase4()
    if drawn is None or not drawn.getQuad(quad, where):
        return Drawing(None, 0.0, 0.0, float(drawn.getAdvance()) if drawn else 0.3)
    coverage, left, top = _cut(font, drawn, quad, where)
    return Drawing(_distances(coverage), left - SPREAD / EM, top + SPREAD / EM, float(drawn.getAdvance()))


def _cut(font: Any, drawn: Any, quad: LVecBase4, where: LVecBase4) -> tuple[npt.NDArray[np.float32], float, float]:
    """The coverage of a glyph, float32[rows, cols], first row at the top, and the em of its left and upper edge.

    The engine gives the box (`quad`, in em) and its texture coordinates (`where`), which lie between the pixels of the
    page on which it drew the glyph: the whole pixels around are cut out, and the edges moved with them.
    """
    page = next(p for p in font.getPages() if p == drawn.getPage())
    raw = np.frombuffer(memoryview(page.getRamImage()), np.uint8)
    high, wide = page.getYSize(), page.getXSize()
    sheet = raw.reshape(high, wide, -1)[:, :, -1]
    left, right = sorted((where[0] * wide, where[2] * wide))
    low, top = sorted((where[1] * high, where[3] * high))
    columns, rows = slice(floor(left + 0.01), ceil(right - 0.01)), slice(floor(low + 0.01), ceil(top - 0.01))
    unit = 1.0 / (EM * OVERSAMPLING)
    first = min(quad[0], quad[2]) - (left - columns.start) * unit
    upper = max(quad[1], quad[3]) + (rows.stop - top) * unit
    return sheet[rows, columns][::-1].astype(np.float32) / 255.0, first, upper


def _distances(coverage: npt.NDArray[np.float32]) -> npt.NDArray[np.uint8]:
    """The distance field of a coverage, at atlas scale with its margin: 128 on the outline, more inside."""
    margin = SPREAD * OVERSAMPLING
    rows, cols = coverage.shape
    padded = np.zeros((_even(rows) + 2 * margin, _even(cols) + 2 * margin), np.float32)
    padded[margin : margin + rows, margin : margin + cols] = coverage
    inside = padded > 0.5
    distance = ndimage.distance_transform_edt(inside) - ndimage.distance_transform_edt(~inside)
    # Half-covered pixels tell where inside the pixel the outline runs.
    edge = (padded > 0.02) & (padded < 0.98) & (np.abs(distance) <= 1.0)
    distance = np.where(edge, padded - 0.5, distance - np.sign(distance) * 0.5)
    shape = padded.shape[0] // OVERSAMPLING, OVERSAMPLING, padded.shape[1] // OVERSAMPLING, OVERSAMPLING
    small = distance.reshape(shape).mean(axis=(1, 3)) / OVERSAMPLING
    field: npt.NDArray[np.uint8] = np.clip(128 + small * 127 / SPREAD, 0, 255).astype(np.uint8)
    return field


def _even(number: int) -> int:
    return number + number % OVERSAMPLING
