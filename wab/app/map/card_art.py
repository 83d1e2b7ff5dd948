"""The painting of a counter: full card, symbol of the middle distance, contact. Units: the side of the card is 1."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from wab.app.gfx.glyphs import GlyphAtlas
from wab.app.gfx.meshes import Vertices
from wab.app.gfx.specs import CounterSpec, Sign
from wab.app.gfx.sprites import NONE, Painter
from wab.app.gfx.symbols import SymbolAtlas
from wab.app.gfx.theme import FIGURES, HEADING, MAP, STRONG, Rgba, colour

RADIUS = 0.11
BAND = 0.205
STACK_STEP = (0.11, 0.19)
SMALL_CARD_HEIGHT = 0.74  # of the card of the middle distance, whose width is 1
LARGE = 64  # pixels from which the size mark is shown
PIP_FULL, PIP_LOST = colour("F7F3DF"), colour("5B5148", 0.75)
DARK = colour("120F0A", 0.55)
GHOST, GHOST_INK, GHOST_TEXT = colour("59605D", 0.92), colour("E7E3D2", 0.8), colour("F4EFDC")
_FIGURES_ROOM = 0.70  # between the chevrons and the energy bar
_MARK_GAP = 0.05
_DASH_ROOM = 0.92  # em between the two figures
VEIL = colour("1B1C1A", 0.38)
BLACK, WHITE = colour("000000"), colour("FFFFFF")
STAR = colour("F3C24A")
GHOST_OPACITY = 0.55
SIGN, MOST_SIGNS = 0.285, 3
"""The disc of a marker, and how many find room below each other."""
SMALL_SIGN, SIGN_FROM_AFAR = 0.34, 0.56
"""The disc of a marker on a card too small for the size mark, and on a card of the middle distance."""


class CardArt:
    """Paints counters and keeps what it has painted, so that unchanged counters cost nothing."""

    def __init__(self, atlas: GlyphAtlas, symbols: SymbolAtlas) -> None:
        self.atlas, self.symbols = atlas, symbols
        self.painted = lru_cache(maxsize=4096)(self._painted)

    def _painted(self, spec: CounterSpec, dx: float, dy: float, covered: bool, pixels: int, lod: str) -> Vertices:
        """The vertices of a counter moved by (dx, dy). `covered`: another one lies on it and only its band shows."""
        pen = _Pen(self.atlas, self.symbols, spec, dx, dy, pixels)
        if lod != "full":
            pen.small_card(covered)
        elif spec.contact == "detected":
            pen.ghost()
        else:
            pen.full_card(covered)
        painted = pen.painter.done()
        if spec.ghost:
            for column in ("color", "second"):
                painted[column][:, 3] = (painted[column][:, 3] * GHOST_OPACITY).astype(np.uint8)
        return painted


class _Pen:
    """One counter being painted."""

    def __init__(
        self, atlas: GlyphAtlas, symbols: SymbolAtlas, spec: CounterSpec, dx: float, dy: float, pixels: int
    ) -> None:
        self.painter = Painter(atlas)
        self.symbols, self.spec, self.dx, self.dy, self.pixels = symbols, spec, dx, dy, pixels
        self.large = pixels >= LARGE

    # --- the whole ---

    def full_card(self, covered: bool) -> None:
        """The card with all that fits its size."""
        spec, nation = self.spec, self.spec.nation
        self._shadow()
        if spec.selected:
            self.painter.glow(self.dx, self.dy, 1.06, 1.06, MAP.selected, RADIUS + 0.03, 0.13)
        self.painter.card(self.dx, self.dy, 1.0, 1.0, nation.body, nation.edge, RADIUS)
        self._band()
        if not covered:
            if spec.contact == "recognised":
                self._unknown_contents()
            else:
                self._contents()
        if spec.acted:
            self.painter.plate(self.dx, self.dy, 1.0, 1.0, VEIL, radius=RADIUS)
        if not covered:
            self._signs()
        if spec.locked:
            self._padlock()
        if spec.star and not self._sprite("star", -0.42, 0.42, 0.25):
            self.painter.plate(self.dx - 0.46, self.dy + 0.46, 0.2, 0.2, STAR, radius=0.1, border=0.03, edge=BLACK)

    def ghost(self) -> None:
        """Something is there: a dashed grey tile with a question mark."""
        self._shadow(0.35)
        self.painter.plate(self.dx, self.dy, 1.0, 1.0, GHOST, radius=RADIUS)
        self.painter.dashes(self.dx, self.dy, 0.96, 0.96, GHOST_INK, RADIUS, 0.032)
        low = -0.21 if not self.spec.seen else -0.13
        self._text("?", 0.0, low, 0.62 if not self.spec.seen else 0.54, FIGURES, GHOST_TEXT)
        if self.spec.seen and self.pixels * 0.16 >= 9:
            self._text(self.spec.seen, 0.0, -0.40, 0.16, STRONG, GHOST_TEXT)

    def small_card(self, covered: bool) -> None:
        """Middle distance: the symbol alone on a card of the nation's colour, with the worst of its markers."""
        spec, nation = self.spec, self.spec.nation
        self.painter.shadow(self.dx + 0.05, self.dy - 0.08, 1.0, SMALL_CARD_HEIGHT, MAP.shadow, 0.08, 0.09)
        if spec.selected:
            self.painter.glow(self.dx, self.dy, 1.08, 0.82, MAP.selected, 0.12, 0.22)
        if spec.contact == "detected":
            self.painter.plate(self.dx, self.dy, 1.0, SMALL_CARD_HEIGHT, GHOST, radius=0.09)
            self._text("?", 0.0, -0.21, 0.60, FIGURES, GHOST_TEXT)
            return
        self.painter.plate(
            self.dx, self.dy, 1.0, SMALL_CARD_HEIGHT, nation.body, radius=0.09, border=0.05, edge=nation.edge
        )
        if spec.contact == "recognised":
            self.painter.stripes(self.dx, self.dy, 0.96, 0.70, WHITE.fade(0.14), 0.07, 0.16)
        self._symbol(0.0, 0.0, 0.74, 0.46)
        if spec.acted:
            self.painter.plate(self.dx, self.dy, 1.0, SMALL_CARD_HEIGHT, VEIL, radius=0.09)
        if spec.signs and not covered:
            self._sign(spec.signs[0], 0.42, 0.22, SIGN_FROM_AFAR)

    # --- parts ---

    def _text(self, words: str, x: float, y: float, size: float, face: object, ink: Rgba, align: float = 0.5) -> None:
        self.painter.text(words, self.dx + x, self.dy + y, size, face, ink, align=align, bold=0.15)  # type: ignore[arg-type]

    def _plate(self, x: float, y: float, width: float, height: float, fill: Rgba) -> None:
        self.painter.plate(self.dx + x, self.dy + y, width, height, fill)

    def _shadow(self, strength: float = 0.5) -> None:
        lift = 1.0 if self.spec.stack == 0 else 0.55
        tint = MAP.shadow.fade(strength * 2)
        self.painter.shadow(self.dx + 0.05 * lift, self.dy - 0.075 * lift, 1.0, 1.0, tint, RADIUS, 0.065)

    def _band(self) -> None:
        spec = self.spec
        middle = 0.5 - BAND / 2
        if spec.band:
            self.painter.plate(self.dx, self.dy + middle - 0.012, 0.955, BAND - 0.03, spec.band, radius=0.085)
            self._plate(0.0, 0.5 - BAND + 0.025, 0.955, 0.06, spec.band)
            self._plate(0.0, 0.5 - BAND, 0.955, 0.02, BLACK.fade(0.35))
        size = 0.205
        width = self.painter.atlas.width(HEADING, spec.name)
        size = min(size, 0.90 / width) if width else size
        if self.pixels * size >= 7.5:
            self._text(spec.name, 0.0, 0.5 - BAND + 0.036, size, HEADING, spec.band_ink or spec.nation.ink)

    def _symbol(self, x: float, y: float, width: float, height: float) -> None:
        spec = self.spec
        cell = self.symbols.find(spec.symbol, width * self.pixels)
        line = max(1.25 / self.pixels, 0.026)
        if cell is None:
            edge = spec.nation.symbol_ink
            self.painter.plate(
                self.dx + x, self.dy + y, width, height, spec.nation.field, border=line, edge=edge, radius=0.001
            )
            word = spec.symbol[:3].upper()
            self._text(word, x, y - height * 0.27, height * 0.75, HEADING, edge)
            return
        ink, field = (spec.nation.symbol_ink, spec.nation.field) if cell.framed else (spec.nation.ink, NONE)
        self.painter.symbol(self.dx + x, self.dy + y, width, height, cell, ink, field)

    def _contents(self) -> None:
        spec, ink = self.spec, self.spec.nation.ink
        wide, high = 0.50, 0.285 if self.large else 0.315
        top = 0.5 - BAND - (0.115 if self.large else 0.06)
        if self.large and spec.size_mark:
            self._text(spec.size_mark, 0.0, top + 0.012, 0.125, HEADING, ink)
        self._symbol(0.0, top - high / 2, wide, high)
        if spec.quality:
            self.painter.chevrons(self.dx - 0.375, self.dy + top - high + 0.03, spec.quality, ink.fade(0.95))
        self._figures(0.252 if self.large else 0.28, -0.335 if self.large else -0.345)
        self._strength()

    def _figures(self, size: float, base: float) -> None:
        spec, ink = self.spec, self.spec.nation.ink
        if not (spec.left or spec.right or spec.mark):
            return
        atlas = self.painter.atlas
        left, right = atlas.width(FIGURES, spec.left), atlas.width(FIGURES, spec.right)
        size = min(size, _FIGURES_ROOM / (left + right + _DASH_ROOM))
        if sum(ink[:3]) > 382:  # light figures lie in a soft dark pool
            self.painter.shadow(self.dx, self.dy + base + 0.09, 0.66, 0.20, BLACK.fade(0.24), 0.08, 0.06)
        if spec.mark:
            self._text(spec.left, -_MARK_GAP, base, size, FIGURES, ink, align=1.0)
            self._icon(spec.mark, _MARK_GAP + 0.4 * size, base + 0.33 * size, 0.74 * size, ink)
            return
        dash = (left - right) / 2 * size
        self._text(spec.left, dash - _DASH_ROOM / 2 * size, base, size, FIGURES, ink, align=1.0)
        self._text(spec.right, dash + _DASH_ROOM / 2 * size, base, size, FIGURES, ink, align=0.0)
        self._plate(dash, base + size * 0.335, 0.38 * size, max(0.036, 1.5 / self.pixels), ink)

    def _strength(self) -> None:
        spec = self.spec
        if spec.pips_max:
            width = 0.80 if spec.pips_max > 4 else 0.80 * spec.pips_max / 8 + 0.06
            y = 0.5 - 0.885 - 0.028
            self._plate(0.0, y, width + 0.04, 0.056 + 0.045, DARK)
            self.painter.pips(self.dx, self.dy + y, width, 0.056, spec.pips_max, spec.pips, PIP_FULL, PIP_LOST)
        if spec.energy is not None:
            top, height, width = 0.5 - BAND - 0.07, 0.55, 0.05
            good = MAP_ENERGY[0] if spec.energy > 0.6 else MAP_ENERGY[1] if spec.energy > 0.33 else MAP_ENERGY[2]
            self._plate(0.415, top - height / 2, width + 0.04, height + 0.04, DARK)
            share = max(0.0, min(1.0, spec.energy)) * height
            self._plate(0.415, top - height + share / 2, width, share, good)

    def _unknown_contents(self) -> None:
        spec, ink = self.spec, self.spec.nation.ink
        self.painter.stripes(self.dx, self.dy, 0.96, 0.96, WHITE.fade(0.12), RADIUS, 0.15)
        if self.large and spec.size_mark:
            self._text(spec.size_mark, 0.0, 0.275, 0.14, HEADING, ink)
        self._symbol(0.0, 0.09, 0.56, 0.34)
        self._text("? – ?", 0.0, -0.36, 0.23, FIGURES, ink)
        self.painter.dashes(self.dx, self.dy, 0.95, 0.95, GHOST_TEXT.fade(0.75), RADIUS, 0.028)

    def _sprite(self, name: str, x: float, y: float, size: float) -> bool:
        """A picture of the atlas in its own colours; False if there is none."""
        cell = self.symbols.sprites.get(f"{name}/{96 if self.large else 48}")
        if cell is not None:
            self.painter.symbol(self.dx + x, self.dy + y, size, size * cell.height / cell.width, cell, WHITE)
        return cell is not None

    def _signs(self) -> None:
        """Markers down the right edge: a disc each, with an icon on it."""
        size, x = (SIGN, 0.39) if self.large else (SMALL_SIGN, 0.43)
        for place, sign in enumerate(self.spec.signs[:MOST_SIGNS]):
            self._sign(sign, x, 0.20 - place * size, size)

    def _sign(self, sign: Sign, x: float, y: float, size: float) -> None:
        """A marker: a disc of its colour with its icon."""
        self.painter.plate(
            self.dx + x, self.dy + y, size, size, sign.ground, radius=size / 2, border=0.08 * size, edge=WHITE
        )
        self._icon(sign.icon, x, y, size * 0.68, WHITE)

    def _icon(self, name: str, x: float, y: float, side: float, ink: Rgba) -> None:
        """An icon of the atlas around a place."""
        cell = self.symbols.sprites.get(f"icon/{name}")
        if cell is not None:
            self.painter.symbol(self.dx + x, self.dy + y, side, side * cell.height / cell.width, cell, ink)

    def _padlock(self) -> None:
        if not self._sprite("lock", 0.40, -0.38, 0.27):
            self.painter.plate(
                self.dx + 0.40, self.dy - 0.40, 0.25, 0.19, MAP.brass, radius=0.03, border=0.02, edge=BLACK
            )


MAP_ENERGY = (colour("8FCB6B"), colour("F0B53C"), colour("EA6E55"))
