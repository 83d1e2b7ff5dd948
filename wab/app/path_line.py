"""The path of a movement: a golden ribbon with a dark edge, an arrow at its end, a dot on every hex."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from panda3d.core import NodePath

from wab.app.heights import HeightField
from wab.app.ribbons import Line, Points, Ribbons, Stroke, rounded
from wab.app.theme import MAP
from wab.hexes import Grid, HexId

_BODY = Stroke((6.5, 12.0, 22.0, 1), (3.5, 8.0, 17.0, 1), MAP.path_edge, MAP.path)
_HEAD = Stroke((17.0, 32.0, 52.0, 1), (12.0, 26.0, 45.0, 1), MAP.path_edge, MAP.path_light)
_HEAD_LENGTH = 0.30  # hex widths
_DOTTED = Stroke((5.0, 7.0, 10.0, 1), (3.0, 4.4, 7.0, 1), MAP.path_edge.fade(0.6), MAP.path.fade(0.75))


class PathLine:
    """The path under `parent`."""

    def __init__(self, parent: NodePath, grid: Grid, heights: HeightField) -> None:
        self.grid = grid
        self.ribbons = Ribbons(parent, "path", heights)

    def show(self, hexes: Sequence[HexId], firm: bool = True) -> None:
        """Draw a path through hexes, first to last; an empty one takes it away. `firm` False draws it faint."""
        if len(hexes) < 2:
            self.ribbons.show([])
            return
        centres = self.grid.centres[list(hexes)]
        smooth = rounded(centres, 3)
        body, head = _shortened(smooth, _HEAD_LENGTH)
        stroke = _BODY if firm else _DOTTED
        self.ribbons.show([Line(body, stroke), Line(head, _HEAD, (1.0, 0.02))])


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
