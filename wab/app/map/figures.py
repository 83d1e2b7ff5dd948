"""The figures of the map in three dimensions: a miniature on its base for every unit that is known."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable
from typing import NamedTuple

import numpy as np
from panda3d.core import GeomNode, NodePath

from wab.app.gfx.figurines import RING, figurine, ring
from wab.app.gfx.heights import HeightField
from wab.app.gfx.light import Light
from wab.app.gfx.meshes import mesh, program, uniform
from wab.app.gfx.specs import CounterSpec
from wab.app.gfx.stock import LAYOUT, as_shadow, corners_of
from wab.app.gfx.theme import MAP, MapColours, Rgba
from wab.app.map.country import Base
from wab.hexes import Grid, HexId, turned_points

FULL = 0.5
"""Share of the third dimension from which on figures stand on the map."""
FORMATIONS = (
    ((0.0, 0.14),),
    ((-0.20, 0.20), (0.20, 0.06)),
    ((-0.24, 0.08), (0.24, 0.08), (0.0, 0.30)),
)
"""The places of the first units of a hex about its middle, by how many there are; more are not shown."""
RADII = (0.330, 0.250, 0.225)
"""Radius of a base in hex widths, by how many stand in a hex."""
APART_FROM = 90.0
"""Pixels a hex from which on the units of a stack stand apart; farther away the top one stands for all."""
NEAR_FROM, MID_FROM = 230.0, 70.0
"""Pixels a hex from which on the finest and the middle level of detail are drawn."""
TURNS = (-138.0, 138.0)
"""Both sides show their faces to the viewer, half turned to each other."""
SHAKEN = 7.0
"""Degrees by which figures lean that are hit."""
LIFT, DARK = 1.28, 0.74
"""Brightness of a miniature that is selected, and of one that has acted."""
LAMP = (0.76, 0.60, 1.0, 0.0)
"""Light on them, as the program for solids takes it."""
FACING = (-0.50, -0.28, 0.82)
"""The direction of their light on the map: from the viewer's side, or all faces would be dark."""
BIN_SHADOWS, BIN_FIGURES = 0, 1

ROUND = np.array(
    [(0.0, 0.0), *((math.cos(angle), math.sin(angle)) for angle in np.linspace(0, 2 * math.pi, 8, endpoint=False))]
)
"""The middle of a base of radius 1 and points round its edge."""

Step = Callable[[float, float, float], None]


class _Spot(NamedTuple):
    """The place of a unit of a hex: off its middle, and the radius of its base, all in hex widths."""

    u: float
    v: float
    radius: float


class _Standing(NamedTuple):
    """A figure in the scene: the nodes of what is lit and of its shadow, and where it stands in its hex."""

    lit: NodePath
    shade: NodePath
    spot: _Spot

    def move(self, x: float, y: float, height: float) -> None:
        """Stand at a place (hex widths), the ground there so high."""
        for node in (self.lit, self.shade):
            node.setPos(x + self.spot.u, y + self.spot.v, 0.0)
            node.setShaderInput("lift", height)

    def remove(self) -> None:
        """Leave the scene."""
        self.lit.removeNode()
        self.shade.removeNode()


class MapFigures:
    """The figures under `parent`. `show` replaces all; `update` follows the camera; `on` is the player's choice.

    Every figure is a node of its own; figures that look alike share their corners.
    """

    def __init__(self, parent: NodePath, grid: Grid, heights: HeightField) -> None:
        self.grid, self.heights = grid, heights
        self.root = parent.attachNewNode("figures")
        uniform(self.root, "lean", 0.0, 0.0)
        self._shades = self.root.attachNewNode("figures-shade")
        as_shadow(self._shades)
        self._lit = self.root.attachNewNode("figures-lit")
        self._lit.setShader(program("solid"))
        uniform(self._lit, "lamp", *LAMP)
        uniform(self._lit, "sun", *FACING)
        self.on = True
        self._turn = 0.0
        self._level, self._apart = "mid", True
        self._specs: tuple[CounterSpec, ...] = ()
        self._seen, self._stale = False, True
        self._standing: dict[int, _Standing] = {}
        self._away: dict[int, _Standing] = {}
        self._bases: list[Base] = []
        self._shapes: dict[tuple[str, str, Rgba, float, Rgba | None], GeomNode] = {}
        self._colours, self._patterned = MAP, False
        self.root.hide()

    @property
    def shown(self) -> bool:
        """Figures stand on the map now."""
        return self._seen

    @property
    def names(self) -> list[str]:
        """The miniatures that stand on the map now, by the keys of their units."""
        return [spec.figure for spec in sorted(self._specs, key=lambda spec: spec.key) if spec.key in self._standing]

    @property
    def bases(self) -> list[Base]:
        """The bases that stand on the ground now."""
        return list(self._bases) if self._seen else []

    def set_bins(self, shadows: int, figures: int) -> None:
        """When they are drawn, shadows first."""
        self._shades.setBin("fixed", shadows)
        self._lit.setBin("fixed", figures)

    def set_light(self, light: Light) -> None:
        """Time of day and weather."""
        uniform(self.root, "sun", *light.sun)
        uniform(self._lit, "lamp", LAMP[0] * light.objects, LAMP[1] * light.objects, *LAMP[2:])

    def set_colours(self, colours: MapColours, *, patterned: bool) -> None:
        """Colours of the sides for the rings around bases, and whether rings of the second side are notched."""
        self._stale |= (colours, patterned) != (self._colours, self._patterned)
        self._colours, self._patterned = colours, patterned
        self._shapes = {}

    def orient(self, degrees: float) -> None:
        """The map is shown turned: figures keep their places and faces for the viewer."""
        self._stale |= degrees != self._turn
        self._turn = degrees
        ((x, y),) = turned_points((FACING[:2],), -degrees).tolist()
        uniform(self._lit, "sun", x, y, FACING[2])

    def show(self, specs: Iterable[CounterSpec]) -> None:
        """Replace all; units on the move stand still. A unit without a figure, like an unknown contact, is left out."""
        self._specs = tuple(spec for spec in specs if spec.figure)
        for standing in self._away.values():
            standing.remove()
        self._away = {}
        self._stale = True

    def update(self, relief: float, px: float, near: bool) -> bool:
        """Follow the camera; tells whether they have come or gone.

        `relief`: share of the third dimension; `px`: pixels a hex; `near`: so near that counters are read.
        """
        seen = self.on and near and relief >= FULL
        changed = seen != self._seen
        if changed:
            self._seen = seen
            self._stale = True
            if seen:
                self.root.show()
            else:
                self.root.hide()
        level = "near" if px >= NEAR_FROM else "mid" if px >= MID_FROM else "far"
        wanted = (level, px >= APART_FROM)
        if wanted != (self._level, self._apart):
            self._level, self._apart = wanted
            self._stale = True
        if self._stale:
            if seen:
                self._stale = False
                self._rebuild()
            else:
                self._empty()
        return changed

    def shake(self, hex_id: HexId, amount: float) -> None:
        """The figures of a hex tremble: -1 to 1 of the most that they lean aside, 0 when it is over."""
        for spec in self._specs:
            if spec.hex == hex_id and (standing := self._standing.get(spec.key)):
                standing.lit.setR(SHAKEN * amount)

    def carrier(self, keys: Collection[int]) -> Step | None:
        """Take units off the map to be moved: what moves them to a place (x, y, height); None if there are none."""
        taken = {key: self._standing.pop(key) for key in keys if key in self._standing} if self._seen else {}
        if not taken:
            return None
        self._away |= taken
        self._stale = True

        def carry(x: float, y: float, height: float) -> None:
            for standing in taken.values():
                standing.move(x, y, height)

        return carry

    def _empty(self) -> None:
        for standing in self._standing.values():
            standing.remove()
        self._standing = {}
        self._bases = []

    def _rebuild(self) -> None:
        self._empty()
        stacks: dict[HexId, list[CounterSpec]] = defaultdict(list)
        for spec in self._specs:
            if spec.key not in self._away:
                stacks[spec.hex].append(spec)
        for hex_id, stack in sorted(stacks.items()):
            first = sorted(stack, key=lambda spec: spec.stack)[: len(FORMATIONS) if self._apart else 1]
            x, y = self.grid.centre(hex_id)
            spots = self._spots(len(first))
            for spec, spot in zip(first, spots, strict=True):
                standing = self._stood(spec, spot)
                standing.move(x, y, self._ground(x + spot.u, y + spot.v, spot.radius))
                self._standing[spec.key] = standing
                self._bases.append(Base(x + spot.u, y + spot.v, spot.radius * RING))

    def _ground(self, x: float, y: float, radius: float) -> float:
        """Return how high a base stands: on the highest ground under its edge, so that no slope swallows it."""
        return float(self.heights.at(ROUND * radius + np.array([x, y])).max())

    def _spots(self, count: int) -> list[_Spot]:
        places = turned_points(FORMATIONS[count - 1], -self._turn).tolist()
        return [_Spot(u, v, RADII[count - 1]) for u, v in places]

    def _stood(self, spec: CounterSpec, spot: _Spot) -> _Standing:
        """The figure of a unit and its shadow, at its angle and size."""
        gain = LIFT if spec.selected else DARK if spec.acted or spec.locked else 1.0
        side = 2 if spec.side == 2 else 1
        lit = self._lit.attachNewNode("figure")
        around = self._colours.side[side - 1]
        lit.attachNewNode(self._shape(spec.figure, self._level, spec.nation.body, gain, around))
        shade = self._shades.attachNewNode("shade")
        shade.attachNewNode(self._shape(spec.figure, "far", spec.nation.body, 1.0, None))
        for node in (lit, shade):
            node.setScale(spot.radius)
            ahead = TURNS[side - 1] - self._turn if spec.heading is None else spec.heading
            node.setH(ahead + spec.key * 37 % 25 - 12.0)
        return _Standing(lit, shade, spot)

    def _shape(self, name: str, level: str, rim: Rgba, gain: float, around: Rgba | None) -> GeomNode:
        """The corners of a miniature with a ring in the colour of its side, made once for all that look alike."""
        key = (name, level, rim, gain, around)
        if key not in self._shapes:
            body = figurine(name, level, rim)
            body = body if gain == 1.0 else body.shaded(gain)
            if around is not None:
                body = body.joined(ring(around, notched=self._patterned and around == self._colours.side[1]))
            corners, faces = corners_of(body)
            self._shapes[key] = mesh(LAYOUT, corners, faces.astype(np.uint32), name)
        return self._shapes[key]
