"""A sculpture: primitives in components, components in paints.

Primitives of one paint are one group. Groups run through each other, so the edge between two paints is the edge of two
meshes and stays crisp however few corners are left. `paint` opens a component: blends, cuts and keeps act within it
only (the rim that cuts a helmet must not cut the next man's).

Axes: x right, y forward, z up; metres of the real thing.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
from scipy.spatial import ConvexHull

from art.modelling.distance import (
    ADD,
    BALL,
    BOX,
    CAPSULE,
    CONE,
    CUT,
    HULL,
    KEEP,
    RING,
    SLAB,
    Floats,
    Ints,
    Packed,
    to_groups,
)

Vector = Sequence[float] | Floats
How = Literal["add", "cut", "keep"]
HOWS = {"add": ADD, "cut": CUT, "keep": KEEP}
PLANES = {
    "x": np.array([[0, 0, 1], [1, 0, 0], [0, 1, 0]], float),
    "y": np.array([[1, 0, 0], [0, 0, 1], [0, 1, 0]], float),
    "z": np.eye(3),
}
"""The plane of a slab by the axis along which it is thick: y and z, x and z, x and y."""
NO_FOLDS = (0.0, 0.0, 0.0)


class _Primitive(NamedTuple):
    kind: int
    joined: int
    blend: float
    sizes: Floats
    inverse: Floats
    points: Floats
    group: int
    low: Floats
    high: Floats


@dataclass(frozen=True)
class Groups:
    """A finished sculpture, ready to be asked for distances: primitives, and which belong to which paint."""

    paints: tuple[str, ...]
    densities: tuple[float, ...]
    packed: Packed
    folds: Floats
    order: Ints
    starts: Ints
    low: Floats
    high: Floats

    def rows(self, group: int) -> Ints:
        """The primitives of a group."""
        found: Ints = self.order[self.starts[group] : self.starts[group + 1]]
        return found

    @property
    def every(self) -> Ints:
        """The number of every group."""
        return np.arange(len(self.paints))

    def distances(self, points: Floats, groups: Ints, limit: float) -> Floats:
        """Distance of float64[N, 3] to the nearest of the groups, true within `limit` (m)."""
        places = np.ascontiguousarray(points, np.float64)
        return to_groups(places, limit, self.folds, groups, self.starts, self.order, self.packed)

    def gradients(self, points: Floats, groups: Ints, reach: float, limit: float) -> Floats:
        """Return where the distance grows, float64[N, 3] of unit length."""
        steps = np.eye(3) * reach
        found = np.stack(
            [
                self.distances(points + step, groups, limit) - self.distances(points - step, groups, limit)
                for step in steps
            ],
            axis=1,
        )
        unit: Floats = found / (np.linalg.norm(found, axis=1, keepdims=True) + 1e-9)
        return unit


def turned(about_x: float = 0.0, about_y: float = 0.0, about_z: float = 0.0) -> Floats:
    """The rotation by three angles in degrees, about x first."""
    a, b, c = np.radians([about_x, about_y, about_z])
    x = np.array([[1, 0, 0], [0, np.cos(a), -np.sin(a)], [0, np.sin(a), np.cos(a)]])
    y = np.array([[np.cos(b), 0, np.sin(b)], [0, 1, 0], [-np.sin(b), 0, np.cos(b)]])
    z = np.array([[np.cos(c), -np.sin(c), 0], [np.sin(c), np.cos(c), 0], [0, 0, 1]])
    found: Floats = z @ y @ x
    return found


def facing(way: Vector, up: Vector = (0.0, 0.0, 1.0)) -> Floats:
    """The rotation whose y runs along `way`, its z near `up`."""
    forward = np.asarray(way, float)
    forward = forward / np.linalg.norm(forward)
    right = np.cross(forward, np.asarray(up, float))
    right /= np.linalg.norm(right)
    return np.stack([right, forward, np.cross(right, forward)], 1)


def _placed(at: Vector, rotation: Floats, scale: float = 1.0) -> Floats:
    found = np.eye(4)
    found[:3, :3] = rotation * scale
    found[:3, 3] = at
    return found


def _between(start: Vector, end: Vector) -> tuple[Floats, float]:
    """A place at `start` whose z runs to `end`, and how far that is."""
    one, other = np.asarray(start, float), np.asarray(end, float)
    length = float(np.linalg.norm(other - one))
    z = (other - one) / max(length, 1e-9)
    side = np.array([0.0, 1.0, 0.0]) if abs(z[1]) < 0.9 else np.array([1.0, 0.0, 0.0])
    x = np.cross(side, z)
    x /= np.linalg.norm(x)
    return _placed(one, np.stack([x, np.cross(z, x), z], 1)), length


class Sculpture:
    """A sculpture in the making. Every primitive joins the component that `paint` opened last."""

    def __init__(self) -> None:
        self._places: list[Floats] = [np.eye(4)]
        self._mirrors: list[Floats] = [np.eye(4)]
        self._primitives: list[_Primitive] = []
        self._groups: dict[str, int] = {}
        self._folds: dict[str, tuple[float, float, float]] = {}
        self._densities: dict[str, float] = {}
        self._component, self._group, self._blend = 0, 0, 0.0

    def __len__(self) -> int:
        return len(self._primitives)

    def paint(
        self,
        name: str,
        blend: float = 0.0,
        *,
        folds: tuple[float, float, float] | None = None,
        density: float | None = None,
    ) -> None:
        """Open a component of a paint ("web.strap" is painted as "web", and is a group of its own).

        `blend` (m): how softly its primitives join. `folds`: depth (m) of folds, how many a metre across and along z.
        `density`: corners kept of the group next to others.
        """
        self._component += 1
        self._group, self._blend = self._groups.setdefault(name, len(self._groups)), blend
        if folds is not None:
            self._folds[name] = folds
        if density is not None:
            self._densities[name] = density

    @contextmanager
    def at(self, place: Vector, turn: Vector = (0.0, 0.0, 0.0), scale: float = 1.0) -> Iterator[None]:
        """Yield what follows stands at a place, turned by degrees about x, y, z."""
        self._places.append(self._places[-1] @ _placed(place, turned(*turn), scale))
        yield
        self._places.pop()

    @contextmanager
    def aimed(self, place: Vector, way: Vector, up: Vector = (0.0, 0.0, 1.0)) -> Iterator[None]:
        """Yield what follows stands at a place and looks along `way`."""
        self._places.append(self._places[-1] @ _placed(place, facing(way, up)))
        yield
        self._places.pop()

    @contextmanager
    def mirrored(self) -> Iterator[None]:
        """Yield what follows is made twice, left and right."""
        place, before = self._places[-1], self._mirrors
        mirror = place @ np.diag([-1.0, 1.0, 1.0, 1.0]) @ np.linalg.inv(place)
        self._mirrors = [*before, *(mirror @ other for other in before)]
        yield
        self._mirrors = before

    def ball(
        self,
        at: Vector,
        radius: float | Vector,
        turn: Vector = (0, 0, 0),
        *,
        how: How = "add",
        blend: float | None = None,
    ) -> None:
        """A ball, or an ellipsoid of three radii."""
        radii = np.broadcast_to(np.asarray(radius, float), (3,))
        self._add(BALL, _placed(at, turned(*turn)), radii, -radii, radii, how, blend)

    def capsule(
        self,
        start: Vector,
        end: Vector,
        below: float,
        above: float | None = None,
        *,
        how: How = "add",
        blend: float | None = None,
    ) -> None:
        """A rod with round ends, thicker at one of them if two radii are given."""
        top = below if above is None else above
        place, length = _between(start, end)
        if length <= abs(below - top) * 1.02:
            self.ball(start if below > top else end, max(below, top), how=how, blend=blend)
            return
        most = max(below, top)
        low, high = np.array([-most, -most, -most]), np.array([most, most, length + most])
        self._add(CAPSULE, place, (length, below, top), low, high, how, blend)

    def chain(self, points: Sequence[Vector], radius: float, *, blend: float | None = None) -> None:
        """Rods from point to point."""
        for start, end in itertools.pairwise(points):
            self.capsule(start, end, radius, blend=blend)

    def box(
        self,
        at: Vector,
        half: Vector,
        edge: float = 0.02,
        turn: Vector = (0, 0, 0),
        *,
        how: How = "add",
        blend: float | None = None,
    ) -> None:
        """A box by its half sizes; `edge`: radius of its edges."""
        sizes = np.asarray(half, float)
        edge = min(edge, float(sizes.min()) * 0.98)
        self._add(BOX, _placed(at, turned(*turn)), (*sizes, edge), -sizes, sizes, how, blend)

    def cone(
        self,
        start: Vector,
        end: Vector,
        below: float,
        above: float | None = None,
        edge: float = 0.01,
        *,
        how: How = "add",
        blend: float | None = None,
    ) -> None:
        """A cylinder with flat ends, or a cone if two radii are given."""
        top = below if above is None else above
        place, length = _between(start, end)
        most, least = max(below, top), min(below, top)
        edge = min(edge, length * 0.45, least * 0.9 if least > 0 else 0.0)
        low, high = np.array([-most, -most, 0.0]), np.array([most, most, length])
        self._add(CONE, place, (length, below, top, edge), low, high, how, blend)

    def ring(self, at: Vector, radius: float, wire: float, turn: Vector = (0, 0, 0)) -> None:
        """A torus about z."""
        out = radius + wire
        high = np.array([out, out, wire])
        self._add(RING, _placed(at, turned(*turn)), (radius, wire), -high, high, "add", None)

    def slab(
        self,
        outline: Sequence[Sequence[float]] | Floats,
        half: float,
        at: Vector = (0.0, 0.0, 0.0),
        axis: str = "x",
        edge: float = 0.02,
        *,
        how: How = "add",
    ) -> None:
        """A polygon drawn out by `half` to both sides along an axis.

        Its points are (y, z) for x, (x, z) for y, (x, y) for z.
        """
        corners = np.zeros((len(outline), 4))
        corners[:, :2] = outline
        low, high = corners[:, :2].min(0), corners[:, :2].max(0)
        self._add(
            SLAB,
            _placed(at, PLANES[axis]),
            (half, min(edge, half * 0.9)),
            np.array([*low, -half]),
            np.array([*high, half]),
            how,
            None,
            corners,
        )

    def hull(
        self, points: Sequence[Vector], edge: float = 0.04, *, how: How = "add", blend: float | None = None
    ) -> None:
        """The convex hull of some points; `edge`: how softly its faces meet."""
        corners = np.asarray(points, float)
        planes = np.unique(np.round(ConvexHull(corners).equations, 5), axis=0)
        self._add(HULL, np.eye(4), (edge,), corners.min(0), corners.max(0), how, blend, planes)

    def _add(
        self,
        kind: int,
        place: Floats,
        sizes: Sequence[float] | Floats,
        low: Floats,
        high: Floats,
        how: How,
        blend: float | None,
        points: Floats | None = None,
    ) -> None:
        corners = np.array([(*corner, 1.0) for corner in itertools.product(*zip(low, high, strict=True))])
        for mirror in self._mirrors:
            whole = mirror @ self._places[-1] @ place
            scale = abs(float(np.linalg.det(whole[:3, :3]))) ** (1 / 3)
            row = np.zeros(8)
            row[: len(sizes)] = sizes
            row[7] = scale
            around = (corners @ whole.T)[:, :3]
            self._primitives.append(
                _Primitive(
                    kind,
                    HOWS[how] + 4 * self._component,
                    (self._blend if blend is None else blend) * scale,
                    row,
                    np.asarray(np.linalg.inv(whole)[:3].ravel(), np.float64),
                    np.zeros((0, 4)) if points is None else points,
                    self._group,
                    around.min(0),
                    around.max(0),
                )
            )

    def finished(self) -> Groups:
        """The groups as arrays."""
        made = self._primitives
        counts = np.array([len(one.points) for one in made], np.int64)
        low, high = np.array([one.low for one in made]), np.array([one.high for one in made])
        packed = Packed(
            kind=np.array([one.kind for one in made], np.int64),
            joined=np.array([one.joined for one in made], np.int64),
            blend=np.array([one.blend for one in made], float),
            sizes=np.array([one.sizes for one in made]),
            inverse=np.array([one.inverse for one in made]),
            points=np.concatenate([np.zeros((1, 4)), *(one.points for one in made)]),
            first=1 + np.concatenate([[0], np.cumsum(counts)[:-1]]).astype(np.int64),
            number=counts,
            ball=np.hstack([(low + high) / 2, np.linalg.norm(high - low, axis=1, keepdims=True) / 2]),
        )
        groups = np.array([one.group for one in made], np.int64)
        order = np.argsort(groups, kind="stable").astype(np.int64)
        names = tuple(self._groups)
        return Groups(
            paints=names,
            densities=tuple(self._densities.get(name, 1.0) for name in names),
            packed=packed,
            folds=np.array([self._folds.get(name, NO_FOLDS) for name in names]),
            order=order,
            starts=np.searchsorted(groups[order], np.arange(len(names) + 1)).astype(np.int64),
            low=low,
            high=high,
        )
