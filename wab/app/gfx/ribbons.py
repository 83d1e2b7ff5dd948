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
    strips, triangles, start = [], [], 0
    high = heights.at(np.concatenate([points for _, points in kept]))  # one question for all lines
    for line, points in kept:
        strips.append(_strip(line, points, high[start // 2 : start // 2 + len(points)]))
        first = start + 2 * np.arange(len(points) - 1, dtype=np.uint32)[:, None]
        triangles.append((first + np.array([0, 1, 3, 0, 3, 2], np.uint32)).ravel())
        start += 2 * len(points)
    return np.concatenate(strips), np.concatenate(triangles).astype(np.uint32)


def _strip(line: Line, points: Points, high: npt.NDArray[np.float32]) -> Vertices:
    across = _across(points)
    lengths = _lengths(points[1:] - points[:-1])
    along = np.concatenate([[0.0], np.cumsum(lengths)])
    share = line.width[0] + (line.width[1] - line.width[0]) * along / along[-1]
    strip = LAYOUT.empty(2 * len(points))
    pairs = strip.reshape(-1, 2)
    pairs["vertex"][:, :, :2] = points[:, None, :]
    pairs["vertex"][:, :, 2] = high[:, None]
    pairs["course"][:, :, :2] = across[:, None, :]
    pairs["course"][:, :, 2] = (-1.0, 1.0)
    pairs["course"][:, :, 3] = along[:, None]
    strip["color"], strip["second"] = line.stroke.casing_colour, line.stroke.filling_colour
    if line.fade and not _is_closed(points):
        shown = np.clip(np.minimum(along, along[-1] - along) / line.fade, 0.0, 1.0)
        for name in ("color", "second"):
            pairs[name][:, :, 3] = (pairs[name][:, :, 3] * shown[:, None]).astype(np.uint8)
    for name, curve in (("casing", line.stroke.casing), ("filling", line.stroke.filling)):
        pairs[name] = curve
        pairs[name][:, :, :3] *= share[:, None, None]
    return strip


def _across(points: Points) -> Points:
    """Vectors across at each point, to the right of the course, lengthened in bends so that widths stay."""
    steps = points[1:] - points[:-1]
    steps /= _lengths(steps)[:, None]
    closed = len(points) > 3 and _is_closed(points)
    before = np.vstack([steps[-1] if closed else steps[0], steps])
    after = np.vstack([steps, steps[0] if closed else steps[-1]])
    normal_before = np.stack([before[:, 1], -before[:, 0]], axis=1)
    middle = before + after
    length = _lengths(middle)[:, None]
    middle = np.where(length > 1e-6, middle / np.maximum(length, 1e-6), after)
    across = np.stack([middle[:, 1], -middle[:, 0]], axis=1)
    cosine = np.abs((across * normal_before).sum(axis=1, keepdims=True))
    vectors: Points = across / np.maximum(cosine, 0.5)
    return vectors


def _lengths(vectors: Points) -> Points:
    """float64[n] of float64[n, 2]; several times as fast for a few as numpy's own."""
    found: Points = np.sqrt(vectors[:, 0] * vectors[:, 0] + vectors[:, 1] * vectors[:, 1])
    return found


def _is_closed(points: Points) -> bool:
    """Tell whether a line ends where it begins, as `np.allclose` does, which takes long."""
    (x, y), (left, low) = points[0].tolist(), points[-1].tolist()
    return bool(abs(x - left) <= 1e-8 + 1e-5 * abs(left) and abs(y - low) <= 1e-8 + 1e-5 * abs(low))


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
