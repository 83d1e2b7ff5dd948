"""The country around the miniatures: chunks of hedges, trees and houses that come and go with the view in three
dimensions."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from panda3d.core import BoundingBox, NodePath, Point3, TransparencyAttrib

from wab.app.gfx.light import Light
from wab.app.gfx.meshes import mesh, program, uniform
from wab.app.gfx.stock import LAYOUT
from wab.app.map.country import DETAILS, Base, Country, Detail
from wab.app.map.ground_art import Rect
from wab.app.window.camera import MapCamera

FULL = 0.5
"""Share of the third dimension from which on things stand on the map."""
KEPT = 48
"""Chunks in view at most, and as many that were in view before."""
MARGIN = 0.6
"""Hex widths beyond the ground in the window in which things are built: tall ones reach into it, and views move."""
LARGEST = 1600.0 * 900.0
"""Pixels of a window up to which detail goes by the size of a hex; a larger one shows more of the country, in the
detail of this one."""
A_FRAME = 2
"""Chunks built a frame."""
GROW_SECONDS = 0.15
LAMP = (0.60, 0.50, 1.0, 0.0)
"""Light on them, as the program for solids takes it."""

Key = tuple[str, int, int]
_BY_NAME = {detail.name: detail for detail in DETAILS}


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


class Outlook(NamedTuple):
    """The view of the camera: the corners of the ground in the window, in order; the eye, and the pixels of a hex at
    distance 1 from it.
    """

    outline: Sequence[tuple[float, float]]
    eye: tuple[float, float, float]
    lens: float

    def px(self, rect: Rect) -> float:
        """Pixels a hex in the middle of a rectangle."""
        middle = (rect[0] + rect[2]) / 2, (rect[1] + rect[3]) / 2, 0.0
        return self.lens / max(math.dist(self.eye, middle), 1e-6)

    def sees(self, rect: Rect) -> bool:
        """Return whether a rectangle and its margin reach into the window."""
        left, bottom, right, top = rect[0] - MARGIN, rect[1] - MARGIN, rect[2] + MARGIN, rect[3] + MARGIN
        xs, ys = zip(*self.outline, strict=True)
        if right < min(xs) or left > max(xs) or top < min(ys) or bottom > max(ys):
            return False
        if len(self.outline) != 4:
            return True
        corners = ((left, bottom), (right, bottom), (right, top), (left, top))
        sides = zip(self.outline, (*self.outline[1:], self.outline[0]), strict=True)
        beyond = ([(u - x) * (b - y) - (v - y) * (a - x) > 0 for a, b in corners] for (x, y), (u, v) in sides)
        return all(map(any, beyond))


def outlook_of(camera: MapCamera, outline: Sequence[tuple[float, float]]) -> Outlook:
    """Return what a camera sees; `outline` as it gives it itself."""
    share = min(1.0, math.sqrt(LARGEST / max(camera.width * camera.height, 1)))
    return Outlook(outline, camera.eye, camera.px_per_hex * camera.distance * share)


class Scenery:
    """The scenery on the ground under `parent`; `follow` keeps it with the camera. `country` None: nothing grows."""

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
        """Chunks that are built: detail, column and row of chunks of that size."""
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

    def follow(self, look: Outlook, relief: float, dt: float, *, at_once: bool = False) -> None:
        """Build what comes near and drop what is far: some chunks a frame, or all `at_once`.

        `relief`: share of the third dimension; `dt`: seconds since the last frame.
        """
        wanted = _wanted(look) if self.country is not None and relief >= FULL else {}
        if not wanted:
            self._clear()
            return
        self.root.show()
        stale = [key for key in wanted if key not in self._chunks]
        stale += [key for key in wanted if key in self._chunks and self._chunks[key].bases != self._under(wanted[key])]
        for key in stale if at_once else stale[:A_FRAME]:
            self._build(key, wanted[key])
        for chunk in self._chunks.values():
            if chunk.grown < 1.0:
                chunk.grow(1.0 if at_once else chunk.grown + dt / GROW_SECONDS)
        self._drop(wanted)

    def _drop(self, wanted: Mapping[Key, Rect]) -> None:
        """Drop chunks that are out of view, or were built for another distance, when all in view is built; before that,
        only when there are too many.
        """
        complete = all(key in self._chunks and self._chunks[key].grown >= 1.0 for key in wanted)
        unused = [key for key in self._chunks if key not in wanted]
        for key in unused if complete else unused[: max(0, len(unused) - KEPT)]:
            self._chunks.pop(key).remove()

    def _clear(self) -> None:
        if self._chunks:
            for chunk in self._chunks.values():
                chunk.remove()
            self._chunks = {}
            self.root.hide()

    def _under(self, rect: Rect) -> tuple[Base, ...]:
        left, bottom, right, top = rect
        return tuple(
            base
            for base in self._bases
            if left - base.radius < base.x < right + base.radius and bottom - base.radius < base.y < top + base.radius
        )

    def _build(self, key: Key, rect: Rect) -> None:
        assert self.country is not None
        before = self._chunks.pop(key, None)
        bases = self._under(rect)
        built = self.country.build(rect, _BY_NAME[key[0]], bases)
        chunk = _Chunk(
            self._lit.attachNewNode(mesh(LAYOUT, *built.solid, "chunk")),
            self._shades.attachNewNode(mesh(LAYOUT, *built.shade, "chunk-shade")),
            bases,
        )
        for node in (chunk.lit, chunk.shade):
            node.node().setFinal(True)
            node.node().setBounds(_bounds(rect, self.country.heights.highest))
        chunk.grow(before.grown if before else 0.0)
        if before:
            before.remove()
        self._chunks[key] = chunk


def _wanted(look: Outlook) -> dict[Key, Rect]:
    """The chunks in view and the ground of each, the nearest to the eye first, no more than that.

    The ground is cut into the largest chunks, and the near ones into halves again and again.
    """
    cell = DETAILS[-1].cell
    xs, ys = zip(*look.outline, strict=True)
    edges = (min(xs) - MARGIN, min(ys) - MARGIN, max(xs) + MARGIN, max(ys) + MARGIN)
    left, bottom, right, top = (math.floor(edge / cell) for edge in edges)
    found: list[tuple[float, Key, Rect]] = []
    waiting = [(cell, i, j) for i in range(left, right + 1) for j in range(bottom, top + 1)]
    while waiting:
        cell, i, j = waiting.pop()
        rect = (i * cell, j * cell, (i + 1) * cell, (j + 1) * cell)
        detail = _detail(look.px(rect)) if look.sees(rect) else None
        if detail is None:
            continue
        if detail.cell < cell:
            waiting += [(cell / 2, 2 * i + u, 2 * j + v) for u in (0, 1) for v in (0, 1)]
        else:
            found.append((-look.px(rect), (_of_size(detail, cell).name, i, j), rect))
    return {key: rect for _away, key, rect in sorted(found)[:KEPT]}


def _detail(px: float) -> Detail | None:
    """The detail in which things are shown where a hex is so wide, None if they are not."""
    return next((one for one in DETAILS if px >= one.least_px), None)


def _of_size(detail: Detail, cell: float) -> Detail:
    """A detail, or the coarsest of the chunks of a size if the chunks of the detail are larger."""
    return detail if detail.cell == cell else next(one for one in reversed(DETAILS) if one.cell == cell)


def _bounds(rect: Rect, highest: float) -> BoundingBox:
    """The shader lifts things onto the ground, which the engine does not see."""
    left, bottom, right, top = rect
    return BoundingBox(Point3(left - 0.2, bottom - 0.2, -0.2), Point3(right + 0.2, top + 0.2, highest + 0.5))
