"""The country around the miniatures: chunks of hedges, trees and houses that come and go with the view in three
dimensions."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from panda3d.core import BoundingBox, NodePath, Point3, TransparencyAttrib

from wab.app.gfx.light import Light
from wab.app.gfx.meshes import mesh, program, uniform
from wab.app.gfx.stock import LAYOUT
from wab.app.map.country import DETAILS, Base, Country, Detail
from wab.app.map.ground_art import Rect

FULL = 0.5
"""Share of the third dimension from which on things stand on the map."""
KEPT = 40
"""Chunks in memory at most."""
A_FRAME = 2
"""Chunks built a frame."""
GROW_SECONDS = 0.15
LAMP = (0.60, 0.50, 1.0, 0.0)
"""Light on them, as the program for solids takes it."""

Key = tuple[str, int, int]


@dataclass
class _Chunk:
    lit: NodePath
    shade: NodePath
    bases: tuple[Base, ...]
    grown: float = 0.0

    def grow(self, share: float) -> None:
        """Rise to a share of the full height."""
        self.grown = min(1.0, share)
        self.lit.setSz(max(self.grown, 0.01))

    def remove(self) -> None:
        """Leave the scene."""
        self.lit.removeNode()
        self.shade.removeNode()


class Scenery:
    """What stands on the ground under `parent`; `follow` keeps it with the camera. `country` None: nothing grows."""

    def __init__(self, parent: NodePath, country: Country | None) -> None:
        self.country = country
        self.root = parent.attachNewNode("scenery")
        uniform(self.root, "lean", 0.0, 0.0)
        self.root.setShaderInput("lift", 0.0)
        uniform(self.root, "lamp", *LAMP)
        self._shades = self.root.attachNewNode("scenery-shade")
        self._shades.setShader(program("solid", "BLOB"))
        self._shades.setTransparency(TransparencyAttrib.M_alpha)
        self._shades.setDepthWrite(False)
        self._lit = self.root.attachNewNode("scenery-lit")
        self._lit.setShader(program("solid", "COUNTRY"))
        self._chunks: dict[Key, _Chunk] = {}
        self._bases: tuple[Base, ...] = ()
        self.root.hide()

    @property
    def chunks(self) -> list[Key]:
        """Those that are built: detail, column and row of chunks of that size."""
        return list(self._chunks)

    def set_bins(self, first: int) -> None:
        """When they are drawn, the shades first."""
        self._shades.setBin("fixed", first)
        self._lit.setBin("fixed", first + 1)

    def set_light(self, light: Light) -> None:
        """Time of day and weather."""
        uniform(self.root, "sun", *light.sun)
        uniform(self.root, "tone", *light.gain, light.contrast)

    def keep_clear(self, bases: Sequence[Base]) -> None:
        """Leave room for these bases and no others."""
        self._bases = tuple(bases)

    def follow(
        self, view: Rect, middle: tuple[float, float], px: float, relief: float, dt: float, *, at_once: bool = False
    ) -> None:
        """Build what comes near and drop what is far: some chunks a frame, or all `at_once`.

        `view`: the ground in the window; `middle`: its centre; `px`: pixels a hex; `dt`: seconds since the last frame.
        """
        detail = next((one for one in DETAILS if px >= one.least_px), None)
        if self.country is None or detail is None or relief < FULL:
            self._clear()
            return
        self.root.show()
        wanted = _wanted(view, middle, detail)
        stale = [key for key in wanted if key not in self._chunks]
        stale += [key for key in wanted if key in self._chunks and self._chunks[key].bases != self._under(key, detail)]
        for key in stale if at_once else stale[:A_FRAME]:
            self._build(key, detail)
        for chunk in self._chunks.values():
            if chunk.grown < 1.0:
                chunk.grow(1.0 if at_once else chunk.grown + dt / GROW_SECONDS)
        self._drop(wanted, detail)

    def _drop(self, wanted: Sequence[Key], detail: Detail) -> None:
        """What was built for another distance goes when all in view is built; of the others too many go."""
        complete = all(key in self._chunks and self._chunks[key].grown >= 1.0 for key in wanted)
        unused = [key for key in self._chunks if key not in wanted]
        gone = [key for key in unused if key[0] != detail.name] if complete else []
        same = [key for key in unused if key not in gone]
        gone += same[: max(0, len(self._chunks) - len(gone) - KEPT)]
        for key in gone:
            self._chunks.pop(key).remove()

    def _clear(self) -> None:
        if self._chunks:
            for chunk in self._chunks.values():
                chunk.remove()
            self._chunks = {}
            self.root.hide()

    def _under(self, key: Key, detail: Detail) -> tuple[Base, ...]:
        left, bottom, right, top = _rect(key, detail)
        return tuple(
            base
            for base in self._bases
            if left - base.radius < base.x < right + base.radius and bottom - base.radius < base.y < top + base.radius
        )

    def _build(self, key: Key, detail: Detail) -> None:
        assert self.country is not None
        before = self._chunks.pop(key, None)
        bases = self._under(key, detail)
        built = self.country.build(_rect(key, detail), detail, bases)
        chunk = _Chunk(
            self._lit.attachNewNode(mesh(LAYOUT, *built.solid, "chunk")),
            self._shades.attachNewNode(mesh(LAYOUT, *built.shade, "chunk-shade")),
            bases,
        )
        for node in (chunk.lit, chunk.shade):
            node.node().setFinal(True)
            node.node().setBounds(_bounds(_rect(key, detail), self.country.heights.highest))
        chunk.grow(before.grown if before else 0.0)
        if before:
            before.remove()
        self._chunks[key] = chunk


def _wanted(view: Rect, middle: tuple[float, float], detail: Detail) -> list[Key]:
    """The chunks in view, the nearest to its middle first, no more than are kept."""
    left, bottom, right, top = (math.floor(edge / detail.cell) for edge in view)
    keys = [(detail.name, i, j) for i in range(left, right + 1) for j in range(bottom, top + 1)]

    def away(key: Key) -> float:
        return math.hypot((key[1] + 0.5) * detail.cell - middle[0], (key[2] + 0.5) * detail.cell - middle[1])

    return sorted(keys, key=lambda key: (away(key), key))[:KEPT]


def _rect(key: Key, detail: Detail) -> Rect:
    left, bottom = key[1] * detail.cell, key[2] * detail.cell
    return left, bottom, left + detail.cell, bottom + detail.cell


def _bounds(rect: Rect, highest: float) -> BoundingBox:
    """The shader lifts things onto the ground, which the engine does not see."""
    left, bottom, right, top = rect
    return BoundingBox(Point3(left - 0.2, bottom - 0.2, -0.2), Point3(right + 0.2, top + 0.2, highest + 0.5))
