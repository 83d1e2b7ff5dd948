"""Small things on the map besides counters: flags of objectives, figures on hexes, one badge."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
from panda3d.core import NodePath

from wab.app.gfx.glyphs import GlyphAtlas
from wab.app.gfx.heights import HeightField
from wab.app.gfx.meshes import Vertices
from wab.app.gfx.specs import FlagSpec, PillSpec
from wab.app.gfx.sprites import Painter, SpriteBatch, UnitCurve, unit_at
from wab.app.gfx.theme import FIGURES, HUD, MAP, MEDIUM, STRONG, MapColours, colour
from wab.hexes import Grid, HexId, turned

_FLAG_UNIT: UnitCurve = (15.0, 19.0, 30.0, 0.0)  # pixels of the width of a flag
_PILL_UNIT: UnitCurve = (9.0, 12.5, 17.0, 0.0)  # pixels of an em
_BADGE_UNIT: UnitCurve = (15.0, 15.0, 17.0, 0.0)
_GROUND, _FRAME, _HEAD = HUD.ground.fade(0.95), HUD.brass.fade(0.8), MAP.path_light
_POLE = colour("241B10")
_PILL_FROM = 38.0  # pixels a hex
_PILL_BELOW = 0.40  # hex widths below the centre of the hex


class Marks:
    """Flags, figures and a badge under `parent`."""

    def __init__(
        self, parent: NodePath, grid: Grid, heights: HeightField, atlas: GlyphAtlas, colours: MapColours
    ) -> None:
        self.grid, self.heights, self.atlas, self.colours = grid, heights, atlas, colours
        self.patterned = False
        self._turn = 0.0
        self._pills: tuple[PillSpec, ...] = ()
        self.pills = SpriteBatch(parent, "pills", atlas, _PILL_UNIT)
        self.flags = SpriteBatch(parent, "flags", atlas, _FLAG_UNIT)
        self.badge = SpriteBatch(parent, "badge", atlas, _BADGE_UNIT)

    def _anchors(self, points: np.ndarray) -> np.ndarray:
        points = np.asarray(points, np.float64).reshape(-1, 2)
        return np.column_stack([points, self.heights.at(points)])

    def show_flags(self, flags: Iterable[FlagSpec], feet: Mapping[HexId, tuple[float, float]]) -> None:
        """Replace the flags. They stand at `feet` (hex widths), where there is none on the centre of their hex."""
        flags = tuple(flags)
        points = [feet.get(flag.hex, self.grid.centre(flag.hex)) for flag in flags]
        self.flags.show([self._flag(flag) for flag in flags], self._anchors(np.array(points)))

    def flag_width(self, px_per_hex: float) -> float:
        """Width of a flag with its pole on the screen at a zoom, in pixels."""
        return 1.12 * unit_at(_FLAG_UNIT, px_per_hex)

    def _flag(self, flag: FlagSpec) -> Vertices:
        pen = Painter(self.atlas)
        pen.shadow(0.06, -0.02, 0.42, 0.16, MAP.shadow, 0.08, 0.08)
        pen.plate(0.0, 0.66, 0.13, 1.32, _POLE)
        pen.plate(-0.01, 0.66, 0.055, 1.30, MAP.brass)
        pen.pennant(0.54, 0.98, 1.0, 0.72, self.colours.flag[flag.side], flag.main)
        pen.text(flag.value, 0.53, 0.79, 0.60, FIGURES, self.colours.flag_ink, bold=0.2)
        pen.plate(0.0, 1.34, 0.2, 0.2, MAP.brass, radius=0.1)
        if self.patterned and flag.side:  # the second sign: round for the first side, square for the second
            pen.plate(
                0.0, 1.36, 0.38, 0.38, self.colours.flag[flag.side], radius=0.19 if flag.side == 1 else 0.02,
                border=0.05, edge=self.colours.flag_ink,
            )  # fmt: skip
        return pen.done()

    def show_pills(self, pills: Iterable[PillSpec]) -> None:
        """Replace the figures on hexes."""
        self._pills = tuple(pills)
        hexes = [pill.hex for pill in self._pills]
        centres = self.grid.centres[hexes] if hexes else np.zeros((0, 2))
        below = turned(0.0, _PILL_BELOW, -self._turn)
        self.pills.show([self._pill(pill) for pill in self._pills], self._anchors(centres - below))

    def orient(self, degrees: float) -> None:
        """The map is shown turned: figures stand at the lower edge of their hex as it is seen."""
        if degrees != self._turn:
            self._turn = degrees
            self.show_pills(self._pills)

    def _pill(self, pill: PillSpec) -> Vertices:
        fill = {"light": MAP.pill, "dark": MAP.pill_dark, "rose": MAP.pill_rose}[pill.tone]
        ink = MAP.pill_light_ink if pill.tone == "dark" else MAP.pill_ink
        width = max(1.35, self.atlas.width(FIGURES, pill.text) + 0.75)
        pen = Painter(self.atlas)
        pen.shadow(0.05, -0.08, width, 1.36, MAP.shadow.fade(0.7), 0.66, 0.18)
        pen.plate(0.0, 0.0, width, 1.36, fill, radius=0.67, border=0.09, edge=ink.fade(0.75))
        pen.text(pill.text, 0.0, -0.35, 1.0, FIGURES, ink)
        return pen.done()

    def update(self, px_per_hex: float) -> None:
        """Follow the zoom: figures are left out where they would not be readable."""
        self.pills.root.show() if px_per_hex >= _PILL_FROM else self.pills.root.hide()

    def show_badge(self, hex_id: HexId | None, text: str = "") -> None:
        """A dark label above a hex; None takes it away. Of facts parted by " · " the first is the head."""
        if hex_id is None or not text:
            self.badge.show([], np.zeros((0, 3)))
            return
        head, _dot, rest = text.partition(" · ")
        pen = Painter(self.atlas)
        painted = self._card_of_facts(pen, head, rest) if rest else self._label(pen, head)
        self.badge.show([painted], self._anchors(np.array([self.grid.centre(hex_id)])))

    def _label(self, pen: Painter, text: str) -> Vertices:
        width, y = self.atlas.width(STRONG, text) + 1.3, 3.1
        pen.shadow(0.0, y - 0.15, width, 1.9, MAP.shadow, 0.3, 0.4)
        pen.plate(0.0, y, width, 1.9, _GROUND, radius=0.35, border=0.08, edge=_FRAME)
        pen.text(text, 0.0, y - 0.36, 1.0, STRONG, HUD.text)
        return pen.done()

    def _card_of_facts(self, pen: Painter, head: str, rest: str) -> Vertices:
        wide = max(1.35 * self.atlas.width(FIGURES, head), 0.95 * self.atlas.width(MEDIUM, rest)) + 1.7
        left, y, high = -wide / 2, 4.1, 3.3
        pen.shadow(0.0, y - 0.15, wide, high, MAP.shadow, 0.3, 0.45)
        pen.plate(0.0, y, wide, high, _GROUND, radius=0.35, border=0.08, edge=_FRAME)
        pen.plate(left + 0.16, y, 0.2, high - 0.24, HUD.action)
        pen.text(head, left + 0.8, y + 0.25, 1.35, FIGURES, _HEAD, align=0.0)
        pen.text(rest, left + 0.8, y - 1.05, 0.95, MEDIUM, HUD.text, align=0.0)
        return pen.done()
