"""Sprites: small flat things that face the camera at a place of the map. Thousands of them are one Geom.

A `Painter` collects the parts of one thing (plates, letters, symbols) in units of that thing, y up, around its anchor;
a `SpriteBatch` puts painted things at anchors and draws them in order.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from panda3d.core import NodePath, Texture, TransparencyAttrib

from wab.app.gfx.glyphs import GlyphAtlas
from wab.app.gfx.meshes import Layout, Vertices, mesh, program, quad_indices, rewrite, uniform
from wab.app.gfx.symbols import Cell
from wab.app.gfx.theme import Face, Rgba

LETTER, PLATE, CARD, SYMBOL, SHADOW, PIPS, CHEVRONS, DASHES, STRIPES, GLOW, PENNANT = range(11)
LAYOUT = Layout(("vertex", 3), ("color", "rgba"), ("texcoord", 2), ("shape", 4), ("second", "rgba"), ("local", 4))

NONE = Rgba(0, 0, 0, 0)
UnitCurve = tuple[float, float, float, float]
"""Pixels a unit at 22, 70 and 180 pixels a hex, and 1 when the size goes on growing beyond, else 0."""


def unit_at(unit: UnitCurve, px_per_hex: float) -> float:
    """Pixels a unit at a width of a hex, as the shader reckons them."""
    held = min(max(px_per_hex, 22.0), 180.0)
    if held < 70:
        value = unit[0] + (unit[1] - unit[0]) * (held - 22) / 48
    else:
        value = unit[1] + (unit[2] - unit[1]) * (held - 70) / 110
    return value * (px_per_hex / held if unit[3] else 1.0)


class Painter:
    """Collects the quads of one thing. All measures are in units of the thing, positions from its anchor."""

    def __init__(self, atlas: GlyphAtlas) -> None:
        self.atlas = atlas
        self._quads: list[tuple[Any, ...]] = []

    def _add(
        self, kind: int, corners: Sequence[tuple[float, float]], uvs: Sequence[tuple[float, float]], tint: Rgba,
        other: Rgba, shape: tuple[float, float, float, float], snap: bool,
    ) -> None:  # fmt: skip
        for (x, y), (u, v) in zip(corners, uvs, strict=True):
            self._quads.append(((0.0, 0.0, 0.0), tint, (u, v), shape, other, (x, y, float(kind), float(snap))))

    def _box(
        self, kind: int, x: float, y: float, half: tuple[float, float], margin: float, tint: Rgba, other: Rgba,
        shape: tuple[float, float, float, float], snap: bool = False,
    ) -> None:  # fmt: skip
        w, h = half[0] + margin, half[1] + margin
        uvs = [(-w, -h), (w, -h), (w, h), (-w, h)]
        self._add(kind, [(x + u, y + v) for u, v in uvs], uvs, tint, other, shape, snap)

    def plate(
        self, x: float, y: float, width: float, height: float, fill: Rgba, *, radius: float = 0.0, border: float = 0.0,
        edge: Rgba = NONE,
    ) -> None:  # fmt: skip
        """A rounded box around (x, y) with a border inside its edge."""
        half = (width / 2, height / 2)
        margin = 0.04 * max(width, height) if radius else 0.0
        self._box(PLATE, x, y, half, margin, fill, edge, (*half, radius, border), snap=not radius)

    def line(self, start: tuple[float, float], end: tuple[float, float], width: float, tint: Rgba) -> None:
        """A straight line of a width between two points."""
        along = end[0] - start[0], end[1] - start[1]
        length = math.hypot(*along)
        if length <= 0:
            return
        (x, y), (c, s) = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2), (along[0] / length, along[1] / length)
        half = (length / 2, width / 2)
        uvs = [(-half[0], -half[1]), (half[0], -half[1]), half, (-half[0], half[1])]
        corners = [(x + u * c - v * s, y + u * s + v * c) for u, v in uvs]
        self._add(PLATE, corners, uvs, tint, NONE, (*half, 0.0, 0.0), False)

    def card(self, x: float, y: float, width: float, height: float, body: Rgba, edge: Rgba, radius: float) -> None:
        """A piece of cardboard with bevel and thickness."""
        half = (width / 2, height / 2)
        self._box(CARD, x, y, half, 0.08, body, edge, (*half, radius, 0.0))

    def shadow(self, x: float, y: float, width: float, height: float, tint: Rgba, radius: float, blur: float) -> None:
        """A soft dark shape."""
        half = (width / 2, height / 2)
        self._box(SHADOW, x, y, half, blur * 1.5, tint, NONE, (*half, radius, blur))

    def glow(self, x: float, y: float, width: float, height: float, tint: Rgba, radius: float, reach: float) -> None:
        """A shining outline."""
        half = (width / 2, height / 2)
        self._box(GLOW, x, y, half, reach * 1.1, tint, NONE, (*half, radius, reach))

    def dashes(self, x: float, y: float, width: float, height: float, tint: Rgba, radius: float, line: float) -> None:
        """A dashed outline."""
        half = (width / 2, height / 2)
        self._box(DASHES, x, y, half, 0.03, tint, NONE, (*half, radius, line))

    def stripes(self, x: float, y: float, width: float, height: float, tint: Rgba, radius: float, step: float) -> None:
        """Slanted stripes in a rounded box."""
        half = (width / 2, height / 2)
        self._box(STRIPES, x, y, half, 0.0, tint, NONE, (*half, radius, step))

    def pips(
        self, x: float, y: float, width: float, height: float, count: int, filled: int, full: Rgba, lost: Rgba
    ) -> None:
        """A row of small boxes, the first ones filled."""
        w, h = width / 2, height / 2
        corners = [(x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h)]
        self._add(PIPS, corners, [(0, 0), (1, 0), (1, 1), (0, 1)], full, lost, (count, filled, 1.0, width), True)

    def chevrons(self, x: float, y: float, count: int, tint: Rgba) -> None:
        """Up to three chevrons, one above the other, standing on (x, y)."""
        corners = [(-0.08, -0.08), (0.08, -0.08), (0.08, 0.24), (-0.08, 0.24)]
        self._add(CHEVRONS, [(x + u, y + v) for u, v in corners], corners, tint, NONE, (count, 0.05, 0.03, 0.0), False)

    def pennant(self, x: float, y: float, width: float, height: float, tint: Rgba, main: bool) -> None:
        """A waving flag around (x, y), with a gold line below when it is a main one."""
        half = (width / 2, height / 2)
        self._box(PENNANT, x, y, half, height * 0.2, tint, NONE, (*half, 0.0, float(main)))

    def symbol(
        self, x: float, y: float, width: float, height: float, cell: Cell, ink: Rgba, field: Rgba = NONE
    ) -> None:
        """A picture of the symbol atlas in one ink over a field.

        Where the atlas has it in nearly the size wanted it is drawn in exactly its own size, pixel for pixel.
        """
        w, h = width / 2, height / 2
        u0, v0, u1, v1 = cell.uv
        shape = (x, y, cell.width, cell.height)
        corners = [(x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h)]
        self._add(SYMBOL, corners, [(u0, v0), (u1, v0), (u1, v1), (u0, v1)], ink, field, shape, True)

    def text(
        self, words: str, x: float, y: float, size: float, face: Face, ink: Rgba, *, align: float = 0.5,
        halo: Rgba = NONE, halo_px: float = 0.0, bold: float = 0.0, spacing: float = 0.0, turn: float = 0.0,
        from_px: float = 0.0,
    ) -> None:  # fmt: skip
        """A line of text; (x, y) is on its base line, at its left end (align 0), middle (0.5) or right end (1).

        `size` is an em; `spacing` in em; `halo_px` and `bold` in pixels; `turn` in degrees counter-clockwise.
        Where the ground is farther away than `from_px` pixels a hex the text is left out.
        """
        if halo.alpha and halo_px:  # below all letters: the halo of one must not lie over the letter before
            self._letters(words, x, y, size, face, NONE, halo, (size, halo_px, bold, from_px), align, spacing, turn)
        self._letters(words, x, y, size, face, ink, NONE, (size, 0.0, bold, from_px), align, spacing, turn)

    def _letters(
        self, words: str, x: float, y: float, size: float, face: Face, ink: Rgba, halo: Rgba,
        shape: tuple[float, float, float, float], align: float, spacing: float, turn: float,
    ) -> None:  # fmt: skip
        pen = -align * self.atlas.width(face, words, spacing)
        cos, sin = math.cos(math.radians(turn)) * size, math.sin(math.radians(turn)) * size
        before = ""
        for letter in words:
            glyph = self.atlas.glyph(face, letter)
            pen += self.atlas.kerning(face, before, letter) if before else 0.0
            if glyph.box:
                left, low, right, high = glyph.box
                flat = [(pen + left, low), (pen + right, low), (pen + right, high), (pen + left, high)]
                corners = [(x + u * cos - v * sin, y + u * sin + v * cos) for u, v in flat]
                u0, v0, u1, v1 = glyph.uv
                uvs = [(u0, v0), (u1, v0), (u1, v1), (u0, v1)]
                self._add(LETTER, corners, uvs, ink, halo, shape, False)
            pen += glyph.advance + spacing
            before = letter

    def done(self) -> Vertices:
        """The vertices painted so far, anchors still at zero; the painter starts again."""
        vertices = np.array(self._quads, LAYOUT.dtype) if self._quads else LAYOUT.empty(0)
        self._quads = []
        return vertices


class SpriteBatch:
    """Many painted things in one Geom, drawn in their order, always upright to the camera.

    `words_only`: only texts and plates are painted; a shorter program draws them.
    """

    def __init__(
        self,
        parent: NodePath,
        name: str,
        atlas: GlyphAtlas,
        unit: UnitCurve,
        symbols: Texture | None = None,
        *,
        words_only: bool = False,
    ) -> None:
        self.atlas = atlas
        self.node = mesh(LAYOUT, LAYOUT.empty(3), np.zeros(0, np.uint32), name, dynamic=True)
        self.root = parent.attachNewNode(self.node)
        self.root.setShader(program("sprite", *(["WORDS"] if words_only else [])))
        self.root.setTransparency(TransparencyAttrib.M_alpha)
        self.root.setDepthTest(False)
        self.root.setDepthWrite(False)
        self.root.setTwoSided(True)
        self.root.setShaderInput("glyphs", atlas.texture)
        self.root.setShaderInput("symbols", symbols if symbols is not None else atlas.texture)
        self.set_unit(unit)
        self._vertices = LAYOUT.empty(0)
        self._starts = np.zeros(1, np.int64)
        self._anchors = np.zeros((0, 3), np.float32)

    @property
    def vertex_count(self) -> int:
        """Vertices drawn now."""
        return len(self._vertices)

    def set_unit(self, unit: UnitCurve) -> None:
        """Set the size of a unit on the screen, by pixels a hex."""
        uniform(self.root, "unit", *unit)

    def show(self, things: Sequence[Vertices], anchors: npt.NDArray[np.floating]) -> None:
        """Show painted things at anchors float[n, 3] in the world, replacing all others."""
        sizes = np.array([len(thing) for thing in things], np.int64)
        self._starts = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
        self._vertices = np.concatenate(things) if things else LAYOUT.empty(0)
        self._anchors = np.asarray(anchors, np.float32).reshape(-1, 3)
        if len(self._vertices):
            self._vertices["vertex"] = np.repeat(self._anchors, sizes, axis=0)
        self.atlas.sync()
        rewrite(self.node, self._vertices, quad_indices(len(self._vertices) // 4))

    def move(self, anchors: npt.NDArray[np.floating]) -> None:
        """The same things at new anchors, float[n, 3]."""
        self._anchors = np.asarray(anchors, np.float32).reshape(-1, 3)
        if len(self._vertices):
            self._vertices["vertex"] = np.repeat(self._anchors, np.diff(self._starts), axis=0)
            rewrite(self.node, self._vertices)
