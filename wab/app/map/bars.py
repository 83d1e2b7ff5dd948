"""Bars from place to place over the map: the sides and hexes that two stacks close between them. Solid for the first
side, dashed for the second, so that they are told apart without colours; a closed one has a bolt across it.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

import numpy as np
from panda3d.core import NodePath

from wab.app.gfx.heights import HeightField
from wab.app.gfx.ribbons import CASING, FILLING, Line, Points, Ribbons, Stroke
from wab.app.gfx.specs import BarSpec
from wab.app.gfx.sprites import UnitCurve
from wab.app.gfx.theme import MAP, MapColours

# Width curves in pixels: far, middle, near.
_BAR = ((4.0, 6.0, 9.0, 0.0), (2.2, 3.6, 5.6, 0.0))
_BOLT = ((6.5, 9.5, 14.0, 0.0), (4.4, 6.6, 10.0, 0.0))
_RING = ((5.0, 7.5, 11.0, 0.0), (2.6, 4.0, 6.2, 0.0))
_FAINT = 0.3
"""The share that is left of the colours of a bar that would end."""
_WIDER = 1.5
"""The factor by which the edge of a bar that would come about is wider, so that it is seen among the others."""


def _wider(curve: UnitCurve) -> UnitCurve:
    far, middle, near, rest = curve
    return far * _WIDER, middle * _WIDER, near * _WIDER, rest


class Bars:
    """The bars of both sides under `parent`."""

    def __init__(self, parent: NodePath, heights: HeightField, colours: MapColours) -> None:
        self.root = parent.attachNewNode("bars")
        self._solid = Ribbons(self.root, "bars_first", heights, (CASING, FILLING))
        self._dashed = Ribbons(self.root, "bars_second", heights, (CASING, FILLING), ["DASHED"])
        self._bolts = Ribbons(self.root, "bolts", heights, (CASING, FILLING))
        self._rings = Ribbons(self.root, "rings", heights, (CASING, FILLING))
        self._colours, self._shown = colours, tuple[BarSpec, ...]()

    def set_colours(self, colours: MapColours) -> None:
        """Colours of the two sides."""
        self._colours = colours
        self.show(self._shown)

    def show(self, bars: Iterable[BarSpec]) -> None:
        """Draw these bars in place of those before."""
        self._shown = tuple(bars)
        rings = [bar for bar in self._shown if bar.tone == "ring"]
        first, second = ([bar for bar in self._shown if bar.side == side and bar not in rings] for side in (1, 2))
        self._solid.show([self._line(bar.ends, bar, _BAR) for bar in first])
        self._dashed.show([self._line(bar.ends, bar, _BAR) for bar in second])
        self._rings.show([Line(_fine(bar.ends), Stroke(*_RING, MAP.path_edge, MAP.path_light)) for bar in rings])
        self._bolts.show([self._line(bar.bolt, bar, _BOLT) for bar in self._shown if bar.bolt])

    def _line(
        self,
        points: tuple[tuple[float, float], ...],
        bar: BarSpec,
        widths: tuple[tuple[float, float, float, float], tuple[float, float, float, float]],
    ) -> Line:
        tint, casing, filling = self._colours.side[bar.side - 1], *widths
        if bar.tone == "gone":
            return Line(_fine(points), Stroke(casing, filling, MAP.path_edge.fade(_FAINT), tint.fade(_FAINT)))
        if bar.tone == "new":
            return Line(_fine(points), Stroke(_wider(casing), filling, MAP.path, tint))
        return Line(_fine(points), Stroke(casing, filling, MAP.path_edge, tint))


def _fine(points: tuple[tuple[float, float], ...], step: float = 0.1) -> Points:
    """Points of a line close enough together to follow the relief."""
    found = [np.asarray(points[:1], np.float64)]
    for start, end in pairwise(points):
        count = max(2, int(np.hypot(end[0] - start[0], end[1] - start[1]) / step) + 1)
        found.append(np.linspace(start, end, count)[1:])
    return np.vstack(found)
