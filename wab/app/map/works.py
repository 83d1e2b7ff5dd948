"""Works on the ground: belts of obstacles, minefields, bases, posts. Lines on the ground; in depth obstacles stand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from panda3d.core import NodePath

from wab.app.gfx.heights import HeightField
from wab.app.gfx.light import Light
from wab.app.gfx.meshes import uniform
from wab.app.gfx.obstacles import gate, hedgehog, stake
from wab.app.gfx.ribbons import CASING, FILLING, Line, Points, Ribbons, Stroke
from wab.app.gfx.specs import WorkKind, WorkSpec
from wab.app.gfx.stock import Put, Stock
from wab.app.gfx.theme import MAP, colour
from wab.app.map.country import Base
from wab.app.map.scenery import FULL, LAMP
from wab.hexes import Grid, HexId

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
_STEEL, _WOOD = colour("6E675E"), colour("6B4C2B")
_STANDING = (
    *((hedgehog(_STEEL, 0.062, 0.095, 0.009).turned(37.0 * number), at) for number, at in enumerate(_HEDGEHOGS)),
    *((stake(_WOOD, 0.13, 0.010).turned(9.0 * number), at) for number, at in enumerate(_STAKES)),
    (gate(_STEEL, 0.15, 0.115, 0.007), (-0.02, 0.02)),
)
"""The solids of a belt of obstacles in a hex, and their places."""


class Works:
    """The works: lines under `parent`, and under `ground` what stands on it in three dimensions."""

    def __init__(self, parent: NodePath, ground: NodePath, grid: Grid, heights: HeightField) -> None:
        self.grid, self.heights = grid, heights
        self._ribbons = Ribbons(parent, "works", heights, (CASING, FILLING), ["GROUND"])
        self.root = self._ribbons.root
        self._upright = ground.attachNewNode("works-upright")
        uniform(self._upright, "lean", 0.0, 0.0)
        self._stock = Stock(self._upright, "obstacles")
        uniform(self._stock.root, "lamp", *LAMP)
        self._works: tuple[WorkSpec, ...] = ()
        self._bases: tuple[Base, ...] = ()
        self._stand, self._stale = False, True

    @property
    def standing(self) -> int:
        """Triangles of what stands on the ground."""
        return self._stock.triangles if self._stand else 0

    def set_bins(self, first: int) -> None:
        """When what stands is drawn, the shadows first."""
        if self._stock.shade is not None:
            self._stock.shade.setBin("fixed", first)
        self._stock.root.setBin("fixed", first + 1)

    def set_light(self, light: Light) -> None:
        """Time of day and weather."""
        uniform(self._upright, "sun", *light.sun)
        uniform(self._stock.root, "lamp", LAMP[0] * light.objects, LAMP[1] * light.objects, *LAMP[2:])

    def show(self, works: Iterable[WorkSpec]) -> None:
        """Draw these works in place of those before."""
        self._works, self._stale = tuple(works), True
        self._lay()

    def follow(self, relief: float, bases: Iterable[Base]) -> None:
        """Let obstacles stand, or lie, as the share of the third dimension wants; they leave room for figures."""
        stand, room = relief >= FULL, tuple(bases)
        self._stale |= stand != self._stand or (stand and room != self._bases)
        self._stand, self._bases = stand, room
        self._lay()

    def _lay(self) -> None:
        if not self._stale:
            return
        self._stale = False
        upright = [work.hex for work in self._works if self._stand and work.kind == "obstacles"]
        flat = (work for work in self._works if not (self._stand and work.kind == "obstacles"))
        self._ribbons.show([line for work in flat for line in self._lines(work)])
        self._stock.show(put for hex_ in upright for put in self._belt(hex_))

    def _belt(self, hex_: HexId) -> Iterator[Put]:
        """The obstacles of a hex that no base covers."""
        for solid, at in _STANDING:
            x, y = self.grid.centres[hex_] + np.asarray(at) * (1.0 if hex_ % 2 else -1.0, 1.0)
            if all(np.hypot(x - base.x, y - base.y) > base.radius for base in self._bases):
                yield Put(solid, float(x), float(y), self.heights.height(float(x), float(y)))

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
