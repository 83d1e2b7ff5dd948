"""The figures on the board: in formation on their hexes, moving along paths, leaving one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np
from panda3d.core import NodePath, TransparencyAttrib

from wab.app.cards.looks.palette import TableColours
from wab.app.cards.looks.specs import UnitSpec
from wab.app.cards.table.miniatures import miniature, silhouette
from wab.app.cards.table.relief import BoardRelief
from wab.app.gfx.figurines import Figurine
from wab.app.gfx.meshes import mesh, uniform
from wab.app.gfx.stock import LAYOUT, OPEN, Put, Stock, geometry, loose
from wab.app.gfx.tween import Tweens, ease_both
from wab.hexes import HexId

MOVE_SECONDS, MOVE_LONGEST, HOP = 0.32, 1.6, 0.10
FALL_SECONDS, FALL_GAP = 0.55, 0.16
VEIL, LIT = 0.62, 1.22
_FOOT = ((-0.195, 0.045), (0.085, 0.085), (-0.085, -0.185), (0.195, -0.145), (0.010, -0.050), (0.270, 0.060))
_TANKS = ((-0.185, -0.140), (0.185, -0.140), (0.0, 0.130), (0.0, -0.330))
_FOUR_TANKS = ((-0.175, 0.130), (0.175, 0.130), (-0.175, -0.215), (0.175, -0.215), (0.0, -0.04))
_GUNS = ((-0.185, -0.045), (0.185, -0.045), (0.0, -0.22))
Spot = tuple[float, float]


def formation(kind: str, size: int) -> tuple[Spot, ...]:
    """Return where the figures of a unit that began with `size` stand about the middle of its hex, looking north. The
    last one leaves first, and the others stay where they are.
    """
    places = (_TANKS if size <= 3 else _FOUR_TANKS) if "armour" in kind else _GUNS if "artillery" in kind else _FOOT
    return places[:size] if size <= len(places) else places + tuple(_more(size - len(places)))


def _more(count: int) -> list[Spot]:
    return [(-0.30 + 0.12 * k, 0.30) for k in range(count)]


@lru_cache(maxsize=512)
def _standing(name: str, kind: str, side: int, colours: TableColours, turn: float, gain: float) -> Figurine:
    """A figure as it stands on the board, its colours lighter or darker by a gain."""
    made = miniature(name, kind, side, colours).turned(turn)
    return made if gain == 1.0 else made.shaded(gain)


@lru_cache(maxsize=256)
def _caster(name: str, kind: str, colours: TableColours, turn: float) -> Figurine:
    """Return what throws the shadow of a figure."""
    return silhouette(name, kind, colours).turned(turn)


class Figures:
    """The figures under `parent`. `show` replaces all; figures on the move have nodes of their own meanwhile."""

    def __init__(self, parent: NodePath, relief: BoardRelief, colours: TableColours, tweens: Tweens) -> None:
        self.parent, self.relief, self.colours, self.tweens = parent, relief, colours, tweens
        self.north_side = relief.board.north
        self.stock = Stock(parent, "figures", casters=True)
        self.specs: dict[int, UnitSpec] = {}
        self._away: set[int] = set()
        self._nodes: list[NodePath] = []

    def show(self, specs: Iterable[UnitSpec]) -> None:
        """Replace all units; figures on the move stand still."""
        wanted = {spec.key: spec for spec in specs}
        if wanted == self.specs and not self._away:
            return
        self.specs = wanted
        self._away.clear()
        self._clear()
        self._rebuild()

    def places(self, spec: UnitSpec) -> list[Spot]:
        """Return where the figures of a unit stand, in hex widths on the board."""
        x, y = self.relief.grid.centre(spec.hex)
        facing = self._facing(spec)
        return [(x + facing * u, y + facing * v) for u, v in formation(spec.kind, max(spec.size, spec.figures))][
            : spec.figures
        ]

    def _facing(self, spec: UnitSpec) -> int:
        return -1 if spec.side == self.north_side else 1

    def _turn(self, spec: UnitSpec, number: int) -> float:
        return (180.0 if self._facing(spec) < 0 else 0.0) + (number * 37 + spec.key * 11) % 17 - 8.0

    def _solid(self, spec: UnitSpec, number: int) -> Figurine:
        gain = LIT if spec.selected else VEIL if spec.veiled else 1.0
        name = self.relief.board.miniature(spec.side, spec.kind)
        return _standing(name, spec.kind, spec.side, self.colours, self._turn(spec, number), gain)

    def _rebuild(self) -> None:
        puts = []
        for spec in self.specs.values():
            if spec.key in self._away:
                continue
            places = self.places(spec)
            heights = self.relief.at(np.array(places)) if places else ()
            for number, ((x, y), height) in enumerate(zip(places, heights, strict=True)):
                name = self.relief.board.miniature(spec.side, spec.kind)
                caster = _caster(name, spec.kind, self.colours, self._turn(spec, number))
                puts.append(Put(self._solid(spec, number), x, y, float(height), caster))
        self.stock.show(puts)

    # --- movement ---

    def animate_move(self, key: int, path: Sequence[HexId], done: Callable[[], None] | None = None) -> None:
        """Let a unit hop along a path (first hex: where it stands), then call `done`. It stays there until `show`."""
        spec = self.specs.get(key)
        if spec is None or len(path) < 2:
            if done:
                done()
            return
        x0, y0 = self.relief.grid.centre(path[0])
        puts = [
            Put(self._solid(spec, number), x - x0, y - y0)
            for number, (x, y) in enumerate(self.places(_at(spec, path[0])))
        ]
        node = self._loose(puts)
        self._away.add(key)
        self._rebuild()
        points = [self.relief.grid.centre(hex_id) for hex_id in path]
        heights = [self.relief.of_hex(hex_id) for hex_id in path]
        steps = len(path) - 1

        def change(t: float) -> None:
            place = ease_both(t) * steps
            low = min(int(place), steps - 1)
            part = place - low
            (ax, ay), (bx, by) = points[low], points[low + 1]
            hop = HOP * 4 * part * (1 - part)
            node.setPos(ax + (bx - ax) * part, ay + (by - ay) * part, hop)
            node.setShaderInput("lift", heights[low] + (heights[low + 1] - heights[low]) * part)

        def arrive() -> None:
            self.specs[key] = _at(spec, path[-1])
            self._away.discard(key)
            self._remove(node)
            self._rebuild()
            if done:
                done()

        self.tweens.start(min(MOVE_LONGEST, MOVE_SECONDS * steps), change, arrive)

    def animate_losses(self, key: int, count: int, done: Callable[[], None] | None = None) -> None:
        """Let figures of a unit fall and vanish one after the other, the last of the formation first."""
        spec = self.specs.get(key)
        falling = min(count, spec.figures) if spec is not None else 0
        if spec is None or falling <= 0:
            if done:
                done()
            return
        left = [falling]

        def gone() -> None:
            left[0] -= 1
            if left[0] == 0 and done:
                done()

        for number in range(falling):
            self._fall(spec, spec.figures - 1 - number, number * FALL_GAP, gone)
        remaining = spec.figures - falling
        if remaining:
            self.specs[key] = _with_figures(spec, remaining)
        else:
            del self.specs[key]
        self._rebuild()

    def _fall(self, spec: UnitSpec, number: int, delay: float, done: Callable[[], None]) -> None:
        x, y = self.places(spec)[number]
        node = self._loose([Put(self._solid(spec, number))])
        node.setPos(x, y, 0.0)
        node.setShaderInput("lift", float(self.relief.height(x, y)))
        node.setTransparency(TransparencyAttrib.M_alpha)
        whole = FALL_SECONDS + delay
        side = 1 if (number + spec.key) % 2 else -1

        def change(t: float) -> None:
            part = max(0.0, (t * whole - delay) / FALL_SECONDS)
            node.setR(side * 84.0 * min(1.0, part * 1.7) ** 2)
            node.setZ(0.05 * min(1.0, part * 3) * (1 - part) + 0.02 * part)
            fade = 1.0 if part < 0.55 else max(0.0, 1.0 - (part - 0.55) / 0.45)
            uniform(node, "lamp", OPEN[0], OPEN[1], fade, 0.35 * part)

        def end() -> None:
            self._remove(node)
            done()

        self.tweens.start(whole, change, end)

    # --- nodes of their own ---

    def _loose(self, puts: Sequence[Put]) -> NodePath:
        """A node with figures that can be moved as one, and its shadow."""
        made = mesh(LAYOUT, *geometry(puts), "moving")
        node = loose(self.parent, made, (BIN_SHADOWS, BIN_FIGURES))
        self._nodes.append(node)
        return node

    def _remove(self, node: NodePath) -> None:
        if node in self._nodes:
            self._nodes.remove(node)
            node.removeNode()

    def _clear(self) -> None:
        for node in self._nodes:
            node.removeNode()
        self._nodes = []


BIN_SHADOWS, BIN_FIGURES = 20, 32


def _at(spec: UnitSpec, hex_id: HexId) -> UnitSpec:
    return replace(spec, hex=hex_id)


def _with_figures(spec: UnitSpec, figures: int) -> UnitSpec:
    return replace(spec, figures=figures)
