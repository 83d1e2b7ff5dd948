"""The country of a map in volume: corners of the hedges, trees, houses and bridges of one rectangle, by distance."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from wab.app.gfx import plants
from wab.app.gfx.buildings import ROOFS, house, minster, stone_bridge
from wab.app.gfx.copies import Copies, Shape, copied, gathered, shape_of
from wab.app.gfx.heights import HeightField
from wab.app.gfx.meshes import Indices, Vertices
from wab.app.gfx.stock import LAYOUT
from wab.app.map.ground_art import Rect
from wab.app.map.growth import GrowthMap
from wab.app.map.lines import LineWork
from wab.content.growth import Kind, Roof

Floats = npt.NDArray[np.float64]
HEDGE, TREE, WOOD, APPLE, POPLAR = 0.0215, 0.031, 0.040, 0.021, 0.030
"""Radius in hex widths of what grows; `stretch` of each copy makes it higher."""
KINDS = 3
"""Different shapes of each plant."""
NARROWEST = 0.02
"""A base keeps plants as far from its edge, in hex widths."""
HOUSE_LENGTH, CHURCH_LENGTH = 0.185, 0.45
"""Lengths of the models of `wab.app.gfx.buildings`."""


class Detail(NamedTuple):
    """The amount that is built at a distance.

    `least_px`: pixels a hex from which on; `cell`: width of a chunk in hexes; `hedges`, `trees`, `woods`: the share of
    the painted ones; `larger`: how much larger, to stand for others that are left out; `long`: a bush of a hedge for
    its width; `sides`, `rings` of a bush, of a tree and of a tree in a wood; `plain`: houses without windows.
    """

    name: str
    least_px: float
    cell: float
    hedges: float
    trees: float
    woods: float
    larger: float
    long: float
    bush: tuple[int, int]
    tree: tuple[int, int]
    wood: tuple[int, int]
    plain: bool


DETAILS = (
    Detail("near", 230.0, 2.0, 0.62, 0.62, 1.0, 1.06, 1.4, (5, 2), (6, 3), (6, 2), False),
    Detail("mid", 130.0, 2.0, 0.46, 0.46, 0.8, 1.22, 1.6, (5, 1), (5, 2), (5, 2), True),
    Detail("low", 86.0, 4.0, 0.145, 0.14, 0.40, 1.60, 3.1, (4, 1), (5, 1), (5, 2), True),
    Detail("far", 44.0, 8.0, 0.09, 0.075, 0.34, 1.70, 3.7, (3, 1), (5, 1), (5, 2), True),
)


class Base(NamedTuple):
    """The place of a miniature: x, y and the radius of its base, in hex widths."""

    x: float
    y: float
    radius: float


class Built(NamedTuple):
    """Corners and faces of what stands in a chunk, and of the shades at its feet."""

    solid: tuple[Vertices, Indices]
    shade: tuple[Vertices, Indices]


class Country:
    """Builds what stands on a map."""

    def __init__(self, growth: GrowthMap, work: LineWork, heights: HeightField) -> None:
        self.growth, self.heights = growth, heights
        self._roofs = growth.roofs
        self._bridges = np.array([(*b.at, b.direction, b.road == "main") for b in work.bridges], np.float64)
        self._bridges = self._bridges.reshape(-1, 4)

    def build(self, rect: Rect, detail: Detail, bases: Sequence[Base] = ()) -> Built:
        """Everything whose middle lies in a rectangle, but nothing under a base."""
        lots = [(shape, self._free(copies, bases)) for shape, copies in self._lots(rect, detail)]
        bush = detail.bush[0] * detail.bush[1] + 1  # corners of what is too small for a shade of its own from afar
        shading = [copies for shape, copies in lots if not detail.plain or len(shape.points) > bush]
        return Built(gathered(copied(*lot) for lot in lots), _shades(shading))

    def _lots(self, rect: Rect, detail: Detail) -> Iterator[tuple[Shape, Copies]]:
        if detail.hedges:
            bush = partial(plants.hedge, detail.long)
            yield from self._plants(Kind.HEDGE, rect, detail.hedges, HEDGE * detail.larger, bush, detail.bush)
        yield from self._plants(Kind.HEDGE_TREE, rect, detail.trees, TREE * detail.larger, plants.tree, detail.tree)
        yield from self._plants(Kind.COPSE, rect, 1.0, APPLE * detail.larger, plants.apple_tree, detail.wood)
        yield from self._plants(Kind.POPLAR, rect, detail.trees, POPLAR * detail.larger, plants.poplar, detail.wood)
        yield from self._plants(Kind.WOOD, rect, detail.woods, WOOD * detail.larger, plants.tree, detail.wood)
        yield from self._houses(rect, detail)
        if not detail.plain or detail.hedges:
            yield from self._crossings(rect)

    def _plants(
        self, kind: Kind, rect: Rect, share: float, radius: float, shape: plants.Maker, fineness: tuple[int, int]
    ) -> Iterator[tuple[Shape, Copies]]:
        at, dice, course = self.growth.plants(kind, rect, share)
        copies = self._copies(
            at, radius * (0.74 + 0.52 * dice[:, 0]), 0.85 + 0.4 * dice[:, 1], course,
            0.74 + 0.42 * dice[:, 1],
        )  # fmt: skip
        which = (dice[:, 2] * 97 % 1 * KINDS).astype(int)
        for number in range(KINDS):
            yield shape(*fineness, number), copies.taken(which == number)

    def _houses(self, rect: Rect, detail: Detail) -> Iterator[tuple[Shape, Copies]]:
        rows = self._roofs[_inside(self._roofs, rect)]
        for kind in Roof:
            some = rows[rows[:, 5] == kind]
            number = np.arange(len(some)) % KINDS
            length = CHURCH_LENGTH if kind == Roof.CHURCH else HOUSE_LENGTH
            copies = self._copies(some[:, :2], 2 * some[:, 3] / length, np.ones(len(some)), some[:, 2], 1.0)
            for variety in range(KINDS):
                yield _building(kind, variety, detail.plain), copies.taken(number == variety)

    def _crossings(self, rect: Rect) -> Iterator[tuple[Shape, Copies]]:
        some = self._bridges[_inside(self._bridges, rect)]
        yield _bridge(), self._copies(some[:, :2], 0.8 + 0.25 * some[:, 3], np.ones(len(some)), some[:, 2], 1.0)

    def _copies(self, at: Floats, size: Floats, stretch: Floats, turn: Floats, tint: Floats | float) -> Copies:
        tints = np.broadcast_to(np.asarray(tint, np.float64), len(at))
        base = self.heights.at(at) if len(at) else np.zeros(0)
        return Copies(at[:, 0], at[:, 1], base, size, stretch, turn, tints)

    def _free(self, copies: Copies, bases: Sequence[Base]) -> Copies:
        free = np.ones(len(copies.x), bool)
        for base in bases:
            free &= np.hypot(copies.x - base.x, copies.y - base.y) > base.radius + NARROWEST
        return copies.taken(free)


def _inside(rows: Floats, rect: Rect) -> npt.NDArray[np.bool_]:
    left, bottom, right, top = rect
    x, y = rows[:, 0], rows[:, 1]
    inside: npt.NDArray[np.bool_] = (x >= left) & (x < right) & (y >= bottom) & (y < top)
    return inside


@lru_cache(maxsize=64)
def _building(kind: Roof, variety: int, plain: bool) -> Shape:
    if kind == Roof.CHURCH:
        return shape_of(minster())
    dice = np.random.Generator(np.random.PCG64([59, int(kind), variety]))
    return shape_of(house(dice, tiles=ROOFS[kind], plain=plain))


@lru_cache(maxsize=1)
def _bridge() -> Shape:
    return shape_of(stone_bridge(), 0.8)


def _shades(lots: Sequence[Copies]) -> tuple[Vertices, Indices]:
    """Soft dark patches at the feet of things: a triangle about each, its directions in the normals."""
    x, y, base, size = (np.concatenate([getattr(lot, name) for lot in lots]) for name in ("x", "y", "base", "size"))
    vertices = LAYOUT.empty(3 * len(x))
    corners = vertices.reshape(-1, 3)
    round_it = np.array([(-math.sqrt(3), -1), (math.sqrt(3), -1), (0, 2)], np.float32)
    reach = np.where(size > 0.1, 0.12 * size, 1.55 * size)  # buildings are models of their own size
    corners["vertex"][:, :, :2] = np.stack([x, y], axis=1)[:, None] + round_it * reach[:, None, None]
    corners["normal"][:, :, :2] = round_it
    corners["normal"][:, :, 2] = reach[:, None]
    corners["base"] = base[:, None]
    return vertices, np.arange(3 * len(x), dtype=np.uint32)
