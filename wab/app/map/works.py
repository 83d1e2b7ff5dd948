"""Works on the ground: belts of obstacles, minefields, bases, posts. Lines on the ground, flat and in depth."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from panda3d.core import NodePath

from wab.app.gfx.heights import HeightField
from wab.app.gfx.ribbons import CASING, FILLING, Line, Points, Ribbons, Stroke
from wab.app.gfx.specs import WorkKind, WorkSpec
from wab.app.gfx.theme import MAP, colour
from wab.hexes import Grid

# Width curves in pixels: far, middle, near.
_THIN = ((0.8, 2.2, 4.0, 1), (0.0, 1.1, 2.2, 1))
_THICK = ((1.6, 4.2, 7.6, 1), (0.8, 2.6, 5.0, 1))
IRON = Stroke(*_THIN, colour("2B2520"), colour("8A8176"))
STAKE = Stroke(*_THIN, colour("3A2815"), colour("7C5B34"))
MINE = Stroke(*_THIN, colour("3B1512"), colour("C0463A"))
FADED = Stroke(*_THIN, colour("2B2520", 0.25), colour("8A8176", 0.3))
SUNKEN = Stroke(*_THIN, colour("2F5F73", 0.45), colour("4F7F88", 0.4))
POLE = Stroke(*_THICK, MAP.path_edge, MAP.path_light)
_HEDGEHOGS = ((-0.30, 0.10), (0.30, 0.12), (0.0, -0.30), (-0.16, 0.33), (0.18, -0.12))
_STAKES = ((-0.10, -0.08), (0.12, 0.30), (-0.34, -0.16), (0.34, -0.14))
_MINES = tuple((x * 0.19, y * 0.17) for y in (-1.5, -0.5, 0.5, 1.5) for x in ((-1.5, -0.5, 0.5, 1.5)))
_ARM, _DOT = 0.055, 0.026


class Works:
    """The works under `parent`."""

    def __init__(self, parent: NodePath, grid: Grid, heights: HeightField) -> None:
        self.grid = grid
        self._ribbons = Ribbons(parent, "works", heights, (CASING, FILLING), ["GROUND"])
        self.root = self._ribbons.root

    def show(self, works: Iterable[WorkSpec]) -> None:
        """Draw these works in place of those before."""
        self._ribbons.show([line for work in works for line in self._lines(work)])

    def _lines(self, work: WorkSpec) -> Iterator[Line]:
        centre = self.grid.centres[work.hex]
        for points, stroke in _shapes(work.kind):
            yield Line(centre + points, stroke)


def _shapes(kind: WorkKind) -> Iterator[tuple[Points, Stroke]]:
    match kind:
        case "obstacles" | "sunken" | "cleared":
            iron, stake = {"obstacles": (IRON, STAKE), "sunken": (SUNKEN, SUNKEN)}.get(kind, (FADED, FADED))
            for place in _HEDGEHOGS:
                yield from ((_stroke(place, turn), iron) for turn in (15.0, 75.0, 135.0))
            yield from ((_stroke(place, 100.0), stake) for place in _STAKES)
        case "mines":
            yield from ((_circle(place, _DOT), MINE) for place in _MINES)
            yield _circle((0.0, 0.0), 0.43, 6), MINE
        case "base":
            yield _circle((0.0, 0.0), 0.42, 4), POLE
            yield from ((_stroke((0.0, 0.0), turn, 0.16), POLE) for turn in (45.0, 135.0))
        case "post":
            yield _circle((0.0, 0.0), 0.42), POLE
            yield np.array([(-0.10, -0.14), (-0.10, 0.18), (0.16, 0.09), (-0.10, 0.0)]), POLE
        case "garrison":
            yield _circle((0.0, 0.0), 0.30, 6), POLE


def _stroke(at: Sequence[float], degrees: float, arm: float = _ARM) -> Points:
    along = np.array([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))]) * arm
    return np.array([np.asarray(at) - along, np.asarray(at) + along])


def _circle(at: Sequence[float], radius: float, corners: int = 14) -> Points:
    turns = np.linspace(0.0, 2 * np.pi, corners + 1) + np.pi / max(4, corners)
    return np.asarray(at) + radius * np.stack([np.cos(turns), np.sin(turns)], axis=1)
