"""Lines on the ground with widths in screen pixels: ribbons of triangles, all lines of a class in one Geom."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from panda3d.core import GeomNode, NodePath, TransparencyAttrib

from wab.app.gfx.heights import HeightField
from wab.app.gfx.meshes import Indices, Layout, Vertices, mesh, program, rewrite, uniform
from wab.app.gfx.sprites import UnitCurve
from wab.app.gfx.theme import Rgba

LAYOUT = Layout(("vertex", 3), ("color", "rgba"), ("second", "rgba"), ("course", 4), ("casing", 4), ("filling", 4))
CASING, FILLING = 0.0, 1.0
Points = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Stroke:
    """The look of a class of lines: width curves in pixels and colours of casing and filling."""

    casing: UnitCurve
    filling: UnitCurve
    casing_colour: Rgba
    filling_colour: Rgba


@dataclass(frozen=True)
class Line:
    """One line: points float64[n, 2] in hex widths, its stroke, its share of the width at start and end. Also the hex
    widths over which it fades away at its ends (a closed line has none).
    """

    points: Points
    stroke: Stroke
    width: tuple[float, float] = (1.0, 1.0)
    fade: float = 0.0


def build(lines: Iterable[Line], heights: HeightField) -> tuple[Vertices, Indices]:
    """Vertices (two a point) and triangles of lines; lines with fewer than two points are left out."""
    kept = [(line, points) for line in lines if len(points := without_repeats(line.points)) > 1]
    if not kept:
        return LAYOUT.empty(0), np.zeros(0, np.uint32)
    points = np.concatenate([points for _, points in kept])
    ends = np.cumsum([len(points) for _, points in kept])
    course = _Course(points, ends)
    strip = LAYOUT.empty(2 * len(points))
    pairs = strip.reshape(-1, 2)
    pairs["vertex"][:, :, :2] = points[:, None, :]
    pairs["vertex"][:, :, 2] = heights.at(points)[:, None]
    pairs["course"][:, :, :2] = course.across[:, None, :]
    pairs["course"][:, :, 2] = (-1.0, 1.0)
    pairs["course"][:, :, 3] = course.along[:, None]
    for line, start, end in zip((line for line, _ in kept), course.starts.tolist(), ends.tolist(), strict=True):
        _dye(pairs[start:end], line, course.along[start:end], closed=bool(course.closed[start]))
    last = np.zeros(len(points), bool)
    last[ends - 1] = True
    first = 2 * np.flatnonzero(~last).astype(np.uint32)[:, None]
    return strip, (first + np.array([0, 1, 3, 0, 3, 2], np.uint32)).ravel()


def _dye(pairs: Vertices, line: Line, along: Points, *, closed: bool) -> None:
    """Give the vertices of a line its colours and its widths."""
    stroke = line.stroke
    pairs["color"], pairs["second"] = stroke.casing_colour, stroke.filling_colour
    if line.fade and not closed:
        shown = np.clip(np.minimum(along, along[-1] - along) / line.fade, 0.0, 1.0)
        for name in ("color", "second"):
            pairs[name][:, :, 3] = (pairs[name][:, :, 3] * shown[:, None]).astype(np.uint8)
    pairs["casing"], pairs["filling"] = stroke.casing, stroke.filling
    if line.width != (1.0, 1.0):
        share = line.width[0] + (line.width[1] - line.width[0]) * along / along[-1]
        for name in ("casing", "filling"):
            pairs[name][:, :, :3] *= share[:, None, None]


class _Course:
    """The courses of many lines, their points one after another; `ends` are the numbers after their last points."""

    def __init__(self, points: Points, ends: npt.NDArray[np.integer]) -> None:
        counts = np.diff(ends, prepend=0)
        self.starts = ends - counts
        first, last = points[self.starts], points[ends - 1]
        same = np.abs(first - last) <= 1e-8 + 1e-5 * np.abs(last)  # as `np.allclose` says
        closed = same.all(axis=1)
        self.closed = np.repeat(closed, counts)
        steps = points[1:] - points[:-1]
        lengths = _lengths(steps)
        self.along = _running(lengths, self.starts, ends)
        steps /= np.maximum(lengths, 1e-300)[:, None]  # none is used where one line follows another
        self.across = self._across(steps, ends, closed & (counts > 3))

    def _across(self, steps: Points, ends: npt.NDArray[np.integer], closed: npt.NDArray[np.bool_]) -> Points:
        """Vectors across at each point, to the right of the course, lengthened in bends so that widths stay."""
        starts, empty = self.starts, np.zeros((1, 2))
        before, after = np.concatenate([empty, steps]), np.concatenate([steps, empty])
        first, last = steps[starts], steps[ends - 2]
        before[starts] = np.where(closed[:, None], last, first)
        after[ends - 1] = np.where(closed[:, None], first, last)
        normal_before = np.stack([before[:, 1], -before[:, 0]], axis=1)
        middle = before + after
        length = _lengths(middle)[:, None]
        middle = np.where(length > 1e-6, middle / np.maximum(length, 1e-6), after)
        across = np.stack([middle[:, 1], -middle[:, 0]], axis=1)
        cosine = np.abs((across * normal_before).sum(axis=1, keepdims=True))
        vectors: Points = across / np.maximum(cosine, 0.5)
        return vectors


def _running(lengths: Points, starts: npt.NDArray[np.integer], ends: npt.NDArray[np.integer]) -> Points:
    """Return how far each point lies along its own line."""
    along = np.zeros(len(lengths) + 1)
    for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
        np.cumsum(lengths[start : end - 1], out=along[start + 1 : end])
    return along


def _lengths(vectors: Points) -> Points:
    """float64[n] of float64[n, 2]; several times as fast for a few as numpy's own."""
    found: Points = np.sqrt(vectors[:, 0] * vectors[:, 0] + vectors[:, 1] * vectors[:, 1])
    return found


def without_repeats(points: Points) -> Points:
    """The points without repeats of the point before."""
    points = np.asarray(points, np.float64).reshape(-1, 2)
    if len(points) < 2:
        return points
    keep = _lengths(points[1:] - points[:-1]) > 1e-6
    kept: Points = points if keep.all() else points[np.concatenate([[True], keep])]
    return kept


def simplified(points: Points, tolerance: float = 0.009) -> Points:
    """Fewer points for the same course: points that lie nearly straight between their kept neighbours are dropped."""
    points = without_repeats(points)
    for _ in range(3):
        if len(points) < 4:
            return points
        a, b, c = points[:-2], points[1:-1], points[2:]
        chord = c - a
        length = np.maximum(np.linalg.norm(chord, axis=1), 1e-9)
        offset = np.abs(chord[:, 0] * (b - a)[:, 1] - chord[:, 1] * (b - a)[:, 0]) / length
        drop = (offset < tolerance) & (length < 0.5)
        drop[1::2] = False  # never two in a row
        points = points[np.concatenate([[True], ~drop, [True]])]
    return points


def rounded(points: Points, times: int = 3) -> Points:
    """The line with its corners cut, again and again: ends stay, a closed line stays closed."""
    for _ in range(times):
        if len(points) < 3:
            return points
        closed = bool(np.allclose(points[0], points[-1]))
        a, b = points[:-1], points[1:]
        cut = np.stack([0.75 * a + 0.25 * b, 0.25 * a + 0.75 * b], axis=1).reshape(-1, 2)
        points = np.vstack([cut, cut[:1]]) if closed else np.vstack([points[:1], cut[1:-1], points[-1:]])
    return points


class Ribbons:
    """Lines under `parent`, drawn in the order of `layers` (CASING, FILLING) with one vertex buffer.

    `variants`: "DASHED", "SHADED" (lighter in the middle), "FRONT", and "GROUND" for lines that lie under the fog.
    """

    def __init__(
        self,
        parent: NodePath,
        name: str,
        heights: HeightField,
        layers: Sequence[float] = (CASING, FILLING),
        variants: Sequence[str] = (),
    ) -> None:
        self.heights = heights
        self.node = mesh(LAYOUT, LAYOUT.empty(3), np.zeros(0, np.uint32), name, dynamic=True)
        self.root = parent.attachNewNode(name)
        self.root.setShader(program("ribbon", *variants))
        self.root.setTransparency(TransparencyAttrib.M_alpha)
        self.root.setDepthWrite(False)
        self.root.setTwoSided(True)
        self.root.setShaderInput("seconds", 0.0)
        for side in ("left_side", "right_side", "core"):
            uniform(self.root, side, 0.0, 0.0, 0.0, 1.0)
        self._nodes: list[GeomNode] = []
        for layer in layers:
            node = self.node if not self._nodes else self._twin(name)
            self._nodes.append(node)
            uniform(self.root.attachNewNode(node), "layer", layer, 0.0)

    def _twin(self, name: str) -> GeomNode:
        return mesh(LAYOUT, LAYOUT.empty(3), np.zeros(0, np.uint32), name, dynamic=True)

    def show(self, lines: Iterable[Line]) -> None:
        """Replace the lines."""
        vertices, indices = build(lines, self.heights)
        rewrite(self.node, vertices, indices)
        for node in self._nodes[1:]:
            node.removeAllGeoms()
            node.addGeom(self.node.modifyGeom(0))  # the same vertices once more: the driver keeps them once
