"""Small solids of flat faces, for figures, trees and houses: numpy triangles that know their colours."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from wab.app.gfx.theme import Rgba

Floats = npt.NDArray[np.float32]
Bytes = npt.NDArray[np.uint8]
Rows = npt.NDArray[np.intp]
Point = tuple[float, float, float]
Outline = Sequence[tuple[float, float]]
FEW = 36  # points of a solid for which sharing corners is not worth the search


@dataclass(frozen=True)
class Solid:
    """Triangles, three points each: `points` float32[3 t, 3], `colours` uint8[3 t, 4]. Outer faces run
    counter-clockwise; normals follow from that."""

    points: Floats
    colours: Bytes

    @property
    def triangles(self) -> int:
        """Number of triangles."""
        return len(self.points) // 3

    @property
    def volume(self) -> float:
        """Signed volume: positive when all faces of closed parts look outward."""
        a, b, c = (self.points[k::3].astype(np.float64) for k in range(3))
        return float((a * np.cross(b, c)).sum() / 6)

    @cached_property
    def normals(self) -> Floats:
        """float32[3 t, 3]: the unit normal of its triangle at each point."""
        a, b, c = self.points[0::3], self.points[1::3], self.points[2::3]
        across = np.cross(b - a, c - a)
        length = np.maximum(np.linalg.norm(across, axis=1, keepdims=True), 1e-9)
        unit: Floats = np.repeat(across / length, 3, axis=0).astype(np.float32)
        return unit

    @cached_property
    def shared(self) -> tuple[Rows, Rows]:
        """The points that differ in place, direction or colour, by their number, and for each point which of those it
        is: faces share their corners, which a machine without a graphics card feels."""
        if len(self.points) <= FEW:
            every = np.arange(len(self.points))
            return every, every
        places = np.round(self.points * 1e5).astype(np.int32)
        directions = np.round(self.normals * 500).astype(np.int32)
        keys = np.ascontiguousarray(np.hstack([places, directions, self.colours.astype(np.int32)]))
        _keys, first, which = np.unique(
            keys.view(np.dtype((np.void, keys.dtype.itemsize * keys.shape[1]))).ravel(),
            return_index=True,
            return_inverse=True,
        )
        return first, which.ravel()

    def moved(self, x: float, y: float, z: float = 0.0) -> Solid:
        """The same, elsewhere."""
        return Solid(self.points + np.array([x, y, z], np.float32), self.colours)

    def scaled(self, x: float, y: float | None = None, z: float | None = None) -> Solid:
        """The same, larger by positive factors (one for all, or one an axis)."""
        factors = np.array([x, x if y is None else y, x if z is None else z], np.float32)
        return Solid(self.points * factors, self.colours)

    def turned(self, degrees: float, axis: str = "z") -> Solid:
        """The same, turned counter-clockwise about an axis through the origin."""
        cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        i, j = {"x": (1, 2), "y": (2, 0), "z": (0, 1)}[axis]
        points = self.points.copy()
        points[:, i] = self.points[:, i] * cos - self.points[:, j] * sin
        points[:, j] = self.points[:, i] * sin + self.points[:, j] * cos
        return Solid(points, self.colours)


def joined(parts: Iterable[Solid]) -> Solid:
    """Several solids as one."""
    found = list(parts)
    if not found:
        return Solid(np.zeros((0, 3), np.float32), np.zeros((0, 4), np.uint8))
    return Solid(np.concatenate([p.points for p in found]), np.concatenate([p.colours for p in found]))


def _solid(points: Iterable[Point] | npt.NDArray[np.floating], tint: Rgba) -> Solid:
    array = np.array(points if isinstance(points, np.ndarray) else list(points), np.float32).reshape(-1, 3)
    return Solid(array, np.tile(np.array(tint, np.uint8), (len(array), 1)))


def polygon(corners: Sequence[Point], tint: Rgba) -> Solid:
    """A flat convex face, seen from where its corners run counter-clockwise."""
    first = corners[0]
    return _solid([p for a, b in itertools.pairwise(corners[1:]) for p in (first, a, b)], tint)


def prism(outline: Outline, low: float, high: float, tint: Rgba, *, top: float = 1.0, lid: Rgba | None = None) -> Solid:
    """A convex outline (counter-clockwise) drawn up from `low` to `high`; its upper end is `top` times as wide about
    the middle of the outline. `lid`: another colour for the upper face."""
    cx, cy = (sum(p[k] for p in outline) / len(outline) for k in (0, 1))
    upper = [(cx + (x - cx) * top, cy + (y - cy) * top) for x, y in outline]
    parts = [polygon([(x, y, low) for x, y in reversed(outline)], tint)]
    if top > 0:
        parts.append(polygon([(x, y, high) for x, y in upper], lid or tint))
    for k in range(len(outline)):
        (ax, ay), (bx, by) = outline[k], outline[(k + 1) % len(outline)]
        (dx, dy), (ex, ey) = upper[k], upper[(k + 1) % len(outline)]
        parts.append(polygon([(ax, ay, low), (bx, by, low), (ex, ey, high), (dx, dy, high)], tint))
    return joined(parts)


def box(x: float, y: float, z: float, size: Point, tint: Rgba, *, top: float = 1.0, lid: Rgba | None = None) -> Solid:
    """A box around (x, y), standing on z."""
    w, d, h = size[0] / 2, size[1] / 2, size[2]
    outline = [(x - w, y - d), (x + w, y - d), (x + w, y + d), (x - w, y + d)]
    return prism(outline, z, z + h, tint, top=top, lid=lid)


def disc(radius: float, count: int, turn: float = 0.0) -> list[tuple[float, float]]:
    """The corners of a regular polygon, counter-clockwise."""
    angles = [turn + 2 * math.pi * k / count for k in range(count)]
    return [(radius * math.cos(a), radius * math.sin(a)) for a in angles]


def cylinder(radius: float, low: float, high: float, tint: Rgba, count: int = 8, *, top: float = 1.0) -> Solid:
    """An upright cylinder about the z axis; a cone with `top` 0."""
    return prism(disc(radius, count), low, high, tint, top=top)


def rod(start: Point, end: Point, radius: float, tint: Rgba, count: int = 4) -> Solid:
    """A thin straight bar between two points."""
    a, b = np.array(start, np.float64), np.array(end, np.float64)
    along = (b - a) / max(float(np.linalg.norm(b - a)), 1e-9)
    side = np.cross(along, [0.0, 0.0, 1.0] if abs(along[2]) < 0.9 else [1.0, 0.0, 0.0])
    side /= np.linalg.norm(side)
    up = np.cross(along, side)
    parts = []
    ring = [side * math.cos(t) + up * math.sin(t) for t in (2 * math.pi * (k + 0.5) / count for k in range(count))]
    for k in range(count):
        p, q = ring[k] * radius, ring[(k + 1) % count] * radius
        parts.append(polygon([tuple(v) for v in (b + p, b + q, a + q, a + p)], tint))
    parts.append(polygon([tuple(a + v * radius) for v in ring], tint))
    parts.append(polygon([tuple(b + v * radius) for v in reversed(ring)], tint))
    whole = joined(parts)
    return whole if whole.volume > 0 else Solid(whole.points.reshape(-1, 3, 3)[:, ::-1].reshape(-1, 3), whole.colours)


def ball(radius: float, tint: Rgba, *, sides: int = 6, rings: int = 3, low: float = -90.0, high: float = 90.0) -> Solid:
    """A ball about the origin, or a zone of one between two latitudes in degrees (closed with flat ends)."""
    rows = [math.radians(low + (high - low) * k / rings) for k in range(rings + 1)]
    circles = [
        [(radius * math.cos(b) * math.cos(a), radius * math.cos(b) * math.sin(a), radius * math.sin(b))
         for a in (2 * math.pi * k / sides for k in range(sides))]
        for b in rows
    ]  # fmt: skip
    parts = []
    for lower, upper in itertools.pairwise(circles):
        for k in range(sides):
            n = (k + 1) % sides
            parts.append(polygon([lower[k], lower[n], upper[n], upper[k]], tint))
    parts.append(polygon(list(reversed(circles[0])), tint))
    parts.append(polygon(circles[-1], tint))
    whole = joined(parts)
    a, b, c = whole.points[0::3], whole.points[1::3], whole.points[2::3]
    area = np.linalg.norm(np.cross(b - a, c - a), axis=1) > 1e-9 * radius * radius
    keep = np.repeat(area, 3)
    return Solid(whole.points[keep], whole.colours[keep])


def gable(x: float, y: float, z: float, size: Point, tint: Rgba, ends: Rgba) -> Solid:
    """A roof with its ridge along x: `size` is length, width, height; its end walls have another colour."""
    w, d, h = size[0] / 2, size[1] / 2, size[2]
    a, b = (x - w, y - d, z), (x + w, y - d, z)
    c, e = (x + w, y + d, z), (x - w, y + d, z)
    r, s = (x - w, y, z + h), (x + w, y, z + h)
    return joined([
        polygon([a, b, s, r], tint), polygon([c, e, r, s], tint), polygon([b, c, s], ends), polygon([e, a, r], ends),
        polygon([a, e, c, b], ends),
    ])  # fmt: skip
