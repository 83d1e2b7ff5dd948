"""Signs that face the viewer: names of places, hex labels, badges, tokens, odd sizes of units, dice against targets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from panda3d.core import NodePath

from wab.app.cards.looks.emblems import Emblems
from wab.app.cards.looks.palette import TableColours
from wab.app.cards.looks.specs import PlaceSpec, TargetSpec, UnitSpec
from wab.app.cards.table.relief import BoardRelief
from wab.app.gfx.glyphs import GlyphAtlas
from wab.app.gfx.meshes import Vertices
from wab.app.gfx.sprites import Painter, SpriteBatch, UnitCurve
from wab.app.gfx.theme import FIGURES, MAP, MEDIUM, PLACE, Rgba, colour
from wab.hexes import HexId

HEX: UnitCurve = (22.0, 70.0, 180.0, 1.0)
"""A unit is the width of a hex on the screen, so that signs keep their places next to the figures."""
WHITE = colour("FFFFFF")
NAME_SIZE, LABEL_SIZE = 0.150, 0.115
NAME_WIDE = 0.98  # hex widths
NAMES_FROM, LABELS_FROM = 46.0, 60.0  # pixels a hex
BADGE_AT, TOKEN_AT, ODD_AT = (-0.360, 0.185), (-0.300, -0.300), (0.300, -0.290)


class Signs:
    """All signs under `parent`."""

    def __init__(
        self, parent: NodePath, relief: BoardRelief, glyphs: GlyphAtlas, emblems: Emblems, colours: TableColours
    ) -> None:
        self.relief, self.glyphs, self.emblems, self.colours = relief, glyphs, emblems, colours
        self.names = SpriteBatch(parent, "names", glyphs, HEX)
        self.labels = SpriteBatch(parent, "labels", glyphs, HEX)
        self.units = SpriteBatch(parent, "unit-signs", glyphs, HEX, emblems.texture)
        self.aims = SpriteBatch(parent, "aims", glyphs, HEX, emblems.texture)
        self.labels.root.hide()

    def batches(self) -> tuple[SpriteBatch, ...]:
        """From the lowest to the uppermost."""
        return self.labels, self.names, self.units, self.aims

    def show_names(self, places: Iterable[PlaceSpec]) -> None:
        """Write the names of places below the middle of their hexes."""
        things, hexes = [], []
        for place in places:
            pen = Painter(self.glyphs)
            ink, halo = self.colours.ink, self.colours.halo
            for number, line in enumerate(self._lines(place.text)):
                y = -0.475 - number * NAME_SIZE * 0.92
                pen.text(line, 0.0, y, NAME_SIZE, PLACE, ink, halo=halo, halo_px=3.4, bold=0.25, from_px=NAMES_FROM)
            things.append(pen.done())
            hexes.append(place.hex)
        self.names.show(things, self._anchors(hexes))

    def _lines(self, text: str) -> list[str]:
        """A name in one line, or in two where it is wider than its hex, parted at the blank nearest to its middle."""
        blanks = [place for place, letter in enumerate(text) if letter == " "]
        if not blanks or self.glyphs.width(PLACE, text) * NAME_SIZE <= NAME_WIDE:
            return [text]
        cut = min(blanks, key=lambda place: abs(place - len(text) / 2))
        return [text[:cut], text[cut + 1 :]]

    def show_labels(self, labels: Sequence[tuple[HexId, str]]) -> None:
        """Write the label of each hex at its upper corner; `labels.root` is shown or hidden."""
        things = []
        for _hex, text in labels:
            pen = Painter(self.glyphs)
            halo = self.colours.halo.fade(0.6)
            pen.text(
                text,
                0.0,
                0.385,
                LABEL_SIZE,
                MEDIUM,
                self.colours.ink.fade(0.75),
                halo=halo,
                halo_px=2.2,
                from_px=LABELS_FROM,
            )
            things.append(pen.done())
        self.labels.show(things, self._anchors([hex_id for hex_id, _text in labels]))

    def show_units(self, specs: Iterable[UnitSpec]) -> None:
        """Badges of special forces, activation tokens and odd sizes, next to the figures."""
        things, hexes = [], []
        for spec in specs:
            painted = self._of_unit(spec)
            if len(painted):
                things.append(painted)
                hexes.append(spec.hex)
        self.units.show(things, self._anchors(hexes))

    def _of_unit(self, spec: UnitSpec) -> Vertices:
        pen = Painter(self.glyphs)
        if spec.badge:
            self._emblem(pen, f"badge/{spec.badge}", BADGE_AT, 0.245)
        if spec.odd_size:
            self._emblem(pen, "odd", ODD_AT, 0.225)
            pen.text(str(spec.size), ODD_AT[0], ODD_AT[1] - 0.060, 0.175, FIGURES, self.colours.odd_ink, bold=0.2)
        if spec.token:
            self._emblem(pen, f"token/{spec.token}", TOKEN_AT, 0.265)
        return pen.done()

    def _emblem(self, pen: Painter, name: str, at: tuple[float, float], size: float, tint: Rgba = WHITE) -> None:
        pen.shadow(at[0] + 0.012, at[1] - 0.018, size * 0.94, size * 0.94, MAP.shadow, size * 0.46, 0.03)
        # Not of the size of the texture: the program would draw it pixel for pixel then.
        cell = self.emblems.cells[name]._replace(width=1, height=1)
        pen.symbol(*at, size, size, cell, tint)

    def show_targets(self, targets: Iterable[TargetSpec]) -> None:
        """On each target the number of dice against it."""
        things, hexes = [], []
        for target in targets:
            pen = Painter(self.glyphs)
            text, x = str(target.dice), 0.315
            pen.shadow(x + 0.02, 0.29, 0.31, 0.31, MAP.shadow, 0.08, 0.05)
            pen.plate(x, 0.31, 0.31, 0.31, self.colours.die, radius=0.075, border=0.024, edge=self.colours.target)
            pen.text(text, x, 0.225, 0.25, FIGURES, self.colours.ink, bold=0.3)
            things.append(pen.done())
            hexes.append(target.hex)
        self.aims.show(things, self._anchors(hexes))

    def _anchors(self, hexes: Sequence[HexId]) -> np.ndarray:
        centres = self.relief.grid.centres[list(hexes)] if hexes else np.zeros((0, 2))
        return np.column_stack([centres, self.relief.at(centres)])
