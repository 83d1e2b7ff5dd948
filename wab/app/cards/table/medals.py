"""Medals on objective hexes and on the medal tracks, where the last figures of destroyed units stand as well."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from panda3d.core import NodePath

from wab.app.cards.looks.emblems import Emblems
from wab.app.cards.looks.palette import TableColours
from wab.app.cards.looks.specs import MedalSpec, ObjectiveSpec, TrackSpec
from wab.app.cards.table.fittings import track_places
from wab.app.cards.table.miniatures import miniature
from wab.app.cards.table.relief import BoardRelief
from wab.app.gfx.figurines import Figurine
from wab.app.gfx.meshes import Layout, Vertices, mesh, program, rewrite, uniform
from wab.app.gfx.solids import disc
from wab.app.gfx.stock import LAYOUT, OPEN, Put, Stock, as_shadow, geometry, loose
from wab.app.gfx.tween import Tweens, ease_both
from wab.app.window.camera import Rect
from wab.hexes import HexId

RADIUS, THICK = 0.205, 0.035
ON_HEX = (0.265, -0.255)  # hex widths from the middle of a hex to its medal: to the right, towards the viewer
LEAN = 0.30  # how much a medal on a track leans to its owner: height of its far edge, for each hex width
_SIDES = 20
FLIGHT_SECONDS, BOW = 0.95, 0.9
FLYING_BINS = (58, 59)  # over everything on the board
_LAYOUT = Layout(("vertex", 3), ("normal", 3), ("color", "rgba"), ("texcoord", 2), ("base", 1))


class Medals:
    """All medals under `parent`: one Geom for the coins, one for the figures of destroyed units."""

    def __init__(
        self, parent: NodePath, relief: BoardRelief, emblems: Emblems, colours: TableColours, tweens: Tweens
    ) -> None:
        self.parent, self.relief, self.emblems, self.colours, self.tweens = parent, relief, emblems, colours, tweens
        self.flying: set[tuple[int, int]] = set()
        """Side and number of the places whose medals are still on their way."""
        self._shown: tuple[tuple[ObjectiveSpec, ...], tuple[TrackSpec, ...], Rect] | None = None
        self.node = mesh(_LAYOUT, _LAYOUT.empty(3), np.zeros(0, np.uint32), "medals", dynamic=True)
        self.root, self.shade = parent.attachNewNode("medals-lit"), parent.attachNewNode("medals-shade")
        for node in (self.root, self.shade):
            node.attachNewNode(self.node)
        self.root.setShader(program("solid", "PICTURE"))
        self.root.setShaderInput("picture", emblems.texture)
        self.root.setShaderInput("lift", 0.0)
        uniform(self.root, "lamp", *OPEN)
        self.root.setDepthTest(False)  # seen over roofs and trees; figures are drawn later and stand before it
        as_shadow(self.shade)
        self.trophies = Stock(parent, "trophies")
        self.coins = self.rings = 0
        self.figures = 0
        self.facing = 1

    def show(self, objectives: Iterable[ObjectiveSpec], tracks: Iterable[TrackSpec], rect: Rect) -> None:
        """Replace all medals; medals on their way are shown when they arrive."""
        self._shown = tuple(objectives), tuple(tracks), rect
        self._show()

    def _show(self) -> None:
        if self._shown is None:
            return
        objectives, tracks, rect = self._shown
        coins: list[Vertices] = []
        rings: list[Vertices] = []
        trophies: list[Put] = []
        for objective in objectives:
            x, y = self.relief.grid.centre(objective.hex)
            x, y = x + ON_HEX[0] * self.facing, y + ON_HEX[1] * self.facing
            base = self.relief.height(x, y)
            if not objective.permanent:
                rings.append(self._ring(x, y, base))
            if not objective.held:
                coins.append(self._coin(objective.side, x, y, 0.010, base, 0.0, self.facing))
        for track in tracks:
            facing = 1 if track.side == self.relief.board.south else -1
            places = track_places(self.relief.board, rect, track)
            for number, (medal, (x, y)) in enumerate(zip(track.medals, places, strict=False)):
                if (track.side, number) in self.flying:
                    continue
                if medal.what == "objective":
                    coins.append(self._coin(track.side, x, y, 0.05, 0.0, LEAN, facing))
                else:
                    trophies.append(Put(self._trophy(medal, facing), x, y - 0.05 * facing))
        self.coins, self.rings, self.figures = len(coins), len(rings), len(trophies)
        vertices = np.concatenate([*rings, *coins]) if rings or coins else _LAYOUT.empty(0)
        rewrite(self.node, vertices, np.arange(len(vertices), dtype=np.uint32))
        self.trophies.show(trophies)

    def _trophy(self, medal: MedalSpec, facing: int) -> Figurine:
        name = self.relief.board.miniature(medal.unit_side, medal.unit)
        figure = miniature(name, medal.unit, medal.unit_side, self.colours)
        return figure.turned(0.0 if facing > 0 else 180.0).raised(0.018)

    def fly(self, track: TrackSpec, number: int, start: HexId) -> None:
        """Let the medal at a place of a track come from a hex, in a high bow over the board."""
        if self._shown is None or not 0 <= number < min(len(track.medals), track.goal):
            return
        medal, facing = track.medals[number], 1 if track.side == self.relief.board.south else -1
        x, y = track_places(self.relief.board, self._shown[2], track)[number]
        ax, ay = self.relief.grid.centre(start)
        ground, key = self.relief.of_hex(start), (track.side, number)
        node = self._loose(track.side, medal, facing)

        def change(t: float) -> None:
            way = ease_both(t)
            node.setPos(ax + (x - ax) * way, ay + (y - ay) * way, BOW * 4 * t * (1 - t))
            node.setShaderInput("lift", ground * (1 - way))

        def arrive() -> None:
            node.removeNode()
            self.flying.discard(key)
            self._show()

        self.flying.add(key)
        self._show()
        self.tweens.start(FLIGHT_SECONDS, change, arrive)

    def _loose(self, side: int, medal: MedalSpec, facing: int) -> NodePath:
        if medal.what == "objective":
            coin = self._coin(side, 0.0, 0.0, 0.05, 0.0, LEAN, facing)
            made = mesh(_LAYOUT, coin, np.arange(len(coin), dtype=np.uint32), "flying")
            return loose(self.parent, made, FLYING_BINS, self.emblems.texture)
        made = mesh(LAYOUT, *geometry([Put(self._trophy(medal, facing))]), "flying")
        return loose(self.parent, made, FLYING_BINS)

    def _ring(self, x: float, y: float, base: float) -> Vertices:
        """The place of a medal that can be lost again: a ring that stays when the medal is taken."""
        outer, middle, inner = (disc(RADIUS * part, _SIDES) for part in (1.26, 1.12, 1.0))
        rows: list[tuple[object, ...]] = []
        for a, b, tint in ((outer, middle, self.colours.dark), (middle, inner, self.colours.ground)):
            for k in range(_SIDES):
                n = (k + 1) % _SIDES
                for px, py in (b[k], a[k], a[n], b[k], a[n], b[n]):
                    rows.append(((x + px, y + py, 0.008), (0.0, 0.0, 1.0), tint, _BLANK, base))
        return np.array(rows, _LAYOUT.dtype)

    def _coin(self, side: int, x: float, y: float, z: float, base: float, lean: float, facing: int) -> Vertices:
        """A coin with the medal of a side on its upper face, its symbol upright for the viewer it faces."""
        left, low, right, high = self.emblems.cells[f"medal/{side}"].uv
        rim = disc(RADIUS, _SIDES)
        metal = self.colours.medal[side - 1]
        rows: list[tuple[object, ...]] = []

        def at(px: float, py: float, top: float) -> tuple[float, float, float]:
            return x + facing * px, y + facing * py, z + top + lean * (py + RADIUS)

        def uv(px: float, py: float) -> tuple[float, float]:
            return left + (px / RADIUS + 1) / 2 * (right - left), low + (py / RADIUS + 1) / 2 * (high - low)

        for k in range(_SIDES):
            (ax, ay), (bx, by) = rim[k], rim[(k + 1) % _SIDES]
            for px, py in ((0.0, 0.0), (ax, ay), (bx, by)):
                rows.append((at(px, py, THICK), (0.0, -0.2 * lean * facing, 1.0), metal, uv(px, py), base))
            normal = (facing * (ax + bx) / 2 / RADIUS, facing * (ay + by) / 2 / RADIUS, 0.2)
            for px, py, top in (
                (ax, ay, 0.0),
                (bx, by, 0.0),
                (bx, by, THICK),
                (ax, ay, 0.0),
                (bx, by, THICK),
                (ax, ay, THICK),
            ):
                rows.append((at(px, py, top), normal, metal.shade(0.8), _BLANK, base))
        return np.array(rows, _LAYOUT.dtype)


_BLANK = (0.001, 0.001)
