"""The path of a movement: a golden ribbon with a dark edge, an arrow at its end, a dot on every hex."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from panda3d.core import NodePath

from wab.app.gfx.glyphs import GlyphAtlas
from wab.app.gfx.heights import HeightField
from wab.app.gfx.ribbons import Line, Points, Ribbons, Stroke, rounded
from wab.app.gfx.sprites import Painter, SpriteBatch, UnitCurve
from wab.app.gfx.theme import MAP
from wab.hexes import Grid, HexId

_BODY = Stroke((6.5, 12.0, 22.0, 1), (3.5, 8.0, 17.0, 1), MAP.path_edge, MAP.path)
_HEAD = Stroke((17.0, 32.0, 52.0, 1), (12.0, 26.0, 45.0, 1), MAP.path_edge, MAP.path_light)
_DOT_UNIT: UnitCurve = (4.0, 8.0, 12.0, 1.0)
_HEAD_LENGTH = 0.30  # hex widths
_DOTTED = Stroke((5.0, 7.0, 10.0, 1), (3.0, 4.4, 7.0, 1), MAP.path_edge.fade(0.6), MAP.path.fade(0.75))


class PathLine:
    """The path under `parent`."""

    def __init__(self, parent: NodePath, grid: Grid, heights: HeightField, atlas: GlyphAtlas) -> None:
        self.grid, self.heights = grid, heights
        self.ribbons = Ribbons(parent, "path", heights, variants=["SHADED"])
        self.dots = SpriteBatch(parent, "path-dots", atlas, _DOT_UNIT)

    def show(self, hexes: Sequence[HexId], firm: bool = True) -> None:
        """Draw a path through hexes, first to last; an empty one takes it away. `firm` False draws it faint."""
        if len(hexes) < 2:
            self.ribbons.show([])
            self.dots.show([], np.zeros((0, 3)))
            return
        centres = self.grid.centres[list(hexes)]
        smooth = rounded(centres, 3)
        body, head = _shortened(smooth, _HEAD_LENGTH)
        stroke = _BODY if firm else _DOTTED
        self.ribbons.show([Line(body, stroke), Line(head, _HEAD, (1.0, 0.02))])
        inner = [smooth[np.argmin(np.linalg.norm(smooth - centre, axis=1))] for centre in centres[1:-1]]
        self._show_dots(np.array(inner).reshape(-1, 2))

    def _show_dots(self, centres: Points) -> None:
        """A dot on every hex passed, on the rounded line rather than in the middle where the line cuts a corner."""
        pen = Painter(self.dots.atlas)
        pen.plate(0.0, 0.0, 1.0, 1.0, MAP.front_core, radius=0.5, border=0.17, edge=MAP.path_edge)
        dot = pen.done()
        self.dots.show([dot] * len(centres), np.column_stack([centres, self.heights.at(centres)]))


def _shortened(points: Points, length: float) -> tuple[Points, Points]:
    """The line without its last `length`, and that last part as one straight step."""
    steps = np.linalg.norm(np.diff(points, axis=0), axis=1)
    from_end = np.concatenate([np.cumsum(steps[::-1])[::-1], [0.0]])
    keep = int(np.searchsorted(-from_end, -length))
    before, after = points[max(0, keep - 1)], points[min(keep, len(points) - 1)]
    span = max(1e-9, from_end[max(0, keep - 1)] - from_end[min(keep, len(points) - 1)])
    t = min(1.0, max(0.0, (from_end[max(0, keep - 1)] - length) / span))
    neck = before + (after - before) * t
    overlap = neck + (points[-1] - neck) * 0.25
    return np.vstack([points[:keep], neck, overlap]), np.vstack([neck, points[-1]])
