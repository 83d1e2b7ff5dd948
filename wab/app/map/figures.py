"""The figures of the map in three dimensions: a soldier or a piece of equipment for every unit that is known."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable

import numpy as np
from panda3d.core import NodePath

from wab.app.gfx.heights import HeightField
from wab.app.gfx.light import Light
from wab.app.gfx.meshes import mesh, uniform
from wab.app.gfx.solids import Solid
from wab.app.gfx.specs import CounterSpec
from wab.app.gfx.stock import LAYOUT, OPEN, Put, Stock, geometry, loose
from wab.app.gfx.theme import Rgba
from wab.app.map.models import model
from wab.hexes import Grid, HexId, turned_points

FULL = 0.5
"""Share of the third dimension from which on figures stand on the map."""
FORMATIONS = (
    ((0.0, 0.14),),
    ((-0.20, 0.20), (0.20, 0.06)),
    ((-0.24, 0.08), (0.24, 0.08), (0.0, 0.30)),
)
"""Where the first units of a hex stand about its middle, by how many there are; more are not shown."""
SIZES = (1.75, 1.3, 1.1)
"""How large figures are beside those of the card game, by how many stand in a hex."""
TALLER = {"infantry": 1.15, "ship": 0.85, "casemate": 1.1}
TURNS = (-115.0, 65.0)
"""The sides face each other, seen half from the side."""
PLAIN, LIFT, DARK = 1.28, 1.3, 0.68
"""Paint beside the cardboard of a counter, and beside that the paint of who is selected, and of who has acted."""
BRIGHTEST = 165
"""The lightest paint (0 to 255) of who is not selected: field uniforms, not cardboard."""
METAL = 0.62
"""Metal beside the paint."""
BIN_SHADOWS, BIN_FIGURES = 0, 1

Step = Callable[[float, float, float], None]


class MapFigures:
    """The figures under `parent`. `show` replaces all; `update` follows the camera; `on` is the player's choice."""

    def __init__(self, parent: NodePath, grid: Grid, heights: HeightField) -> None:
        self.grid, self.heights = grid, heights
        self.root = parent.attachNewNode("figures")
        self.stock = Stock(self.root, "figures")
        uniform(self.root, "lean", 0.0, 0.0)
        self.on = True
        self._turn = 0.0
        self._specs: tuple[CounterSpec, ...] = ()
        self._seen = False
        self._stale = True
        self._away: frozenset[int] = frozenset()
        self._moving: list[NodePath] = []
        self._bins = (BIN_SHADOWS, BIN_FIGURES)
        self.root.hide()

    @property
    def shown(self) -> bool:
        """Figures stand on the map now."""
        return self._seen

    def set_bins(self, shadows: int, figures: int) -> None:
        """When they are drawn, shadows first."""
        self._bins = shadows, figures
        if self.stock.shade is not None:
            self.stock.shade.setBin("fixed", shadows)
        self.stock.root.setBin("fixed", figures)

    def set_light(self, light: Light) -> None:
        """Time of day and weather."""
        uniform(self.root, "sun", *light.sun)
        uniform(self.stock.root, "lamp", OPEN[0] * light.objects, OPEN[1] * light.objects, *OPEN[2:])

    def orient(self, degrees: float) -> None:
        """The map is shown turned: figures keep their places and faces for the viewer."""
        self._stale |= degrees != self._turn
        self._turn = degrees

    def show(self, specs: Iterable[CounterSpec]) -> None:
        """Replace all; whoever was moving stands still. Who has no figure, like an unknown contact, is left out."""
        self._specs = tuple(spec for spec in specs if spec.figure)
        self._away = frozenset()
        self._clear()
        self._stale = True

    def update(self, relief: float, near: bool) -> bool:
        """Follow the camera; tells whether they have come or gone.

        `relief`: share of the third dimension; `near`: so near that counters are read.
        """
        seen = self.on and near and relief >= FULL
        changed = seen != self._seen
        if changed:
            self._seen = seen
            if seen:
                self.root.show()
            else:
                self.root.hide()
        if seen and self._stale:
            self._stale = False
            self.stock.show(self._puts(spec for spec in self._specs if spec.key not in self._away))
        return changed

    def carrier(self, keys: Collection[int]) -> Step | None:
        """Take units off the map to be moved: what moves them to a place (x, y, height); None if there are none."""
        puts = self._puts(self._specs, keys) if self._seen else []
        if not puts:
            return None
        node = loose(self.root, mesh(LAYOUT, *geometry(puts), "moving"), self._bins)
        self._moving.append(node)
        self._away |= frozenset(keys)
        self._stale = True

        def carry(x: float, y: float, height: float) -> None:
            node.setPos(x, y, 0.0)
            node.setShaderInput("lift", height)

        return carry

    def _puts(self, specs: Iterable[CounterSpec], alone: Collection[int] | None = None) -> list[Put]:
        """Figures in their formations; those of the keys `alone` about the origin, to be carried."""
        stacks: dict[HexId, list[CounterSpec]] = defaultdict(list)
        for spec in specs:
            stacks[spec.hex].append(spec)
        puts = []
        for hex_id, stack in sorted(stacks.items()):
            first = sorted(stack, key=lambda spec: spec.stack)[: len(FORMATIONS)]
            x, y = self.grid.centre(hex_id)
            places = turned_points(FORMATIONS[len(first) - 1], -self._turn).tolist()
            bases = self.heights.at(np.array(places) + np.array([x, y]))
            for spec, (u, v), base in zip(first, places, bases, strict=True):
                made = _standing(spec, SIZES[len(first) - 1], self._turn)
                if alone is None:
                    puts.append(Put(made, x + u, y + v, float(base)))
                elif spec.key in alone:
                    puts.append(Put(made, u, v))
        return puts

    def _clear(self) -> None:
        for node in self._moving:
            node.removeNode()
        self._moving = []


def _standing(spec: CounterSpec, size: float, turn: float) -> Solid:
    """The figure of a unit as it stands on a map shown turned, lighter when selected, darker when it has acted."""
    body = _paint(spec)
    side = 2 if spec.side == 2 else 1
    made = model(spec.figure, side, body, body.shade(METAL))
    return made.scaled(size * TALLER.get(spec.figure, 1.0)).turned(TURNS[side - 1] + spec.key * 37 % 25 - 12.0 - turn)


def _paint(spec: CounterSpec) -> Rgba:
    body = spec.nation.body
    body = body.shade(min(PLAIN, BRIGHTEST / max(1, *body[:3])))
    return body.shade(LIFT if spec.selected else DARK if spec.acted or spec.locked else 1.0)
