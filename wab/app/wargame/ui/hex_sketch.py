"""Small pictures of hexes with counters, arrows and lines, drawn into a panel: for the rule book."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import cos, pi, sin, sqrt

from wab.app.gfx.specs import CounterSpec
from wab.app.gfx.theme import Rgba, colour
from wab.app.hud.kit import Kit
from wab.app.hud.pen import Vec

Axial = tuple[int, int]
GROUND, EDGE = colour("A9B07C"), colour("6F7650")
BESIDE: tuple[Axial, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""The six hexes next to a hex."""


class Sketch:
    """A few hexes in axial coordinates (q to the east, r to the south-east), the hex (0, 0) at a place of the panel."""

    def __init__(self, kit: Kit, x: float, y: float, radius: float) -> None:
        self.kit, self.x, self.y, self.radius = kit, x, y, radius

    def centre(self, hex_: Axial) -> tuple[float, float]:
        """The middle of a hex in the panel."""
        q, r = hex_
        return self.x + self.radius * sqrt(3) * (q + r / 2), self.y + self.radius * 1.5 * r

    def hexes(self, hexes: Sequence[Axial], tint: Rgba = GROUND) -> None:
        """Hexes of ground in a colour."""
        for hex_ in hexes:
            x, y = self.centre(hex_)
            corners = [self._corner(x, y, number) for number in range(6)]
            self.kit.pen.add_convex_poly_filled(corners, tint.packed)
            for one, other in zip(corners, [*corners[1:], corners[0]], strict=True):
                self.kit.pen.add_line(one, other, EDGE.packed, self.kit.scale)

    def _corner(self, x: float, y: float, number: int) -> Vec:
        angle = pi / 3 * number + pi / 6
        return self.kit.at(x + self.radius * cos(angle), y + self.radius * sin(angle))

    def counters(self, hex_: Axial, specs: Sequence[CounterSpec]) -> None:
        """A stack, the first counter on top."""
        x, y = self.centre(hex_)
        side = self.radius * 1.16
        for place, spec in reversed(list(enumerate(specs))):
            shift = place * 5.0
            self.kit.counter(spec, x - side / 2 + shift, y - side / 2 - shift, side)

    def arrow(self, hexes: Sequence[Axial], ink: Rgba, *, stopped: float = 0.0) -> None:
        """A way from hex to hex with a point at its end; `stopped`: a bar across it after so much of the last step."""
        places = [self.centre(hex_) for hex_ in hexes]
        if stopped:
            (x0, y0), (x1, y1) = places[-2:]
            places[-1] = (x0 + (x1 - x0) * stopped, y0 + (y1 - y0) * stopped)
        for (x0, y0), (x1, y1) in pairwise(places):
            self.kit.line(x0, y0, x1, y1, ink, 4)
        (x0, y0), (x1, y1) = places[-2:]
        long = sqrt((x1 - x0) ** 2 + (y1 - y0) ** 2)
        dx, dy = (x1 - x0) / long, (y1 - y0) / long
        if stopped:
            self.kit.line(x1 - dy * 12, y1 + dx * 12, x1 + dy * 12, y1 - dx * 12, ink, 5)
        else:
            back_x, back_y = x1 - dx * 6, y1 - dy * 6
            left, right = (back_x - dy * 9, back_y + dx * 9), (back_x + dy * 9, back_y - dx * 9)
            self.kit.triangle((x1 + dx * 8, y1 + dy * 8), left, right, ink)

    def label(self, hex_: Axial, words: str, ink: Rgba, *, size: float = 15.0, above: float = 0.0) -> None:
        """Words in the middle of a hex, or so far above it."""
        x, y = self.centre(hex_)
        self.kit.text(words, x, y - above, ink, size=size, font="strong", align=0.5, middle=True)

    def icon(self, hex_: Axial, name: str, ink: Rgba, size: float = 26.0) -> None:
        """A picture in the middle of a hex."""
        x, y = self.centre(hex_)
        self.kit.icon(name, x - size / 2, y - size / 2, size, ink)
