"""Hedges and trees of a country seen from above: lumps of leaves, dark in the hollows and light on top, with few
corners."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from wab.app.gfx.copies import Shape
from wab.app.gfx.theme import Rgba, colour

DEEP, LEAF, SUNLIT, BARK = colour("35491F"), colour("6E8E3D"), colour("B9CB6A"), colour("5A4835")
ELM, APPLE, POPLAR = (0.92, 0.98, 0.90), (1.10, 1.08, 0.92), (0.96, 1.04, 0.82)
LOW = 1.20
"""Height of the middle of a crown that stands on no trunk, in radii."""
Floats = npt.NDArray[np.float64]
Maker = Callable[[int, int, int], Shape]
"""Makes a plant with so many corners round it, at so many heights, one of several kinds."""


@lru_cache(maxsize=16)
def lump(sides: int, rings: int, kind: int) -> Shape:
    """A bush of radius 1 that stands on the ground, with `sides` corners round it at `rings` heights and one on top."""
    return _leaves([(0.0, 0.0, 0.30, 1.0)], sides, rings, kind, (1.0, 1.0, 1.0), low=-0.30)


@lru_cache(maxsize=16)
def hedge(long: float, sides: int, rings: int, kind: int) -> Shape:
    """A bush drawn out along x, for the row of a hedge: `long` times as long as wide, and lower for that."""
    round_one, along = lump(sides, rings, kind), 1.14 * math.sqrt(long)
    drawn_out = np.array([along, along / long, long**-0.18], np.float32)
    normals = round_one.normals / drawn_out
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-6)
    return round_one._replace(points=round_one.points * drawn_out, normals=_single(normals))


@lru_cache(maxsize=16)
def tree(sides: int, rings: int, kind: int) -> Shape:
    """A round tree with a crown of radius 1; with many corners a crown of two balls on a short trunk."""
    if rings <= 2:
        return _leaves([(0.0, 0.0, LOW, 1.0)], sides, rings, kind, ELM, low=-0.95)
    angle = 2.1 * kind
    balls = [
        (0.10 * math.cos(angle), 0.10 * math.sin(angle), 1.45, 0.92),
        (0.55 * math.cos(angle + 2.0), 0.55 * math.sin(angle + 2.0), 1.20, 0.62),
    ]
    return _joined(_trunk(0.9), _leaves(balls, sides, rings, kind, ELM, low=-0.95))


@lru_cache(maxsize=16)
def apple_tree(sides: int, rings: int, kind: int) -> Shape:
    """A small, light tree of an orchard or copse; from far away its trunk is not seen."""
    if sides <= 5:
        return _leaves([(0.0, 0.0, 0.95, 1.0)], sides, rings, kind, APPLE, low=-0.9)
    return _joined(_trunk(0.6), _leaves([(0.0, 0.0, 1.15, 1.0)], sides, rings, kind, APPLE, low=-0.9))


@lru_cache(maxsize=16)
def poplar(sides: int, rings: int, kind: int) -> Shape:
    """A tall, slender tree."""
    grown = _leaves([(0.0, 0.0, 1.0, 1.0)], sides, rings + 1, kind, POPLAR, low=-0.95)
    points = grown.points * np.array([0.62, 0.62, 2.1], np.float32)
    return grown._replace(points=points)


def _leaves(
    balls: list[tuple[float, float, float, float]],
    sides: int, rings: int, kind: int, tint: tuple[float, float, float], *, low: float,
) -> Shape:  # fmt: skip
    """Lumpy balls (x, y, z, radius), cut off at `low` of their radius, painted by height and by what bulges."""
    random = np.random.default_rng([73, kind, sides, rings])
    lumps = random.normal(size=(5, 3))
    lumps /= np.linalg.norm(lumps, axis=1, keepdims=True)
    parts = []
    highest = max(z + r for _x, _y, z, r in balls)
    for x, y, z, radius in balls:
        around, faces = _ball(sides, rings, low)
        bulge = np.clip(around @ lumps.T, 0, 1).max(axis=1) ** 3
        points = around * (0.86 + 0.26 * bulge)[:, None] * radius + np.array([x, y, z])
        height = points[:, 2] / highest
        tone = np.clip(0.85 * height + 0.45 * (bulge - 0.5) * height + 0.10 * around[:, 2], 0, 1)
        parts.append(Shape(_single(points), _single(around), _painted(tone) * np.array(tint, np.float32), faces))
    whole = parts[0]
    for part in parts[1:]:
        whole = _joined(whole, part)
    return whole


def _ball(sides: int, rings: int, low: float) -> tuple[Floats, npt.NDArray[np.uint32]]:
    """Points of a ball of radius 1 from `low` upward, one on top, and its faces."""
    zs = low + (1.0 - low) * np.arange(rings) / rings
    points = []
    for ring, z in enumerate(zs):
        angles = (np.arange(sides) + 0.5 * (ring % 2)) * 2 * math.pi / sides
        wide = math.sqrt(max(0.0, 1 - z * z))
        points.append(np.column_stack([wide * np.cos(angles), wide * np.sin(angles), np.full(sides, z)]))
    points.append(np.array([[0.0, 0.0, 1.0]]))
    faces = []
    for ring in range(rings - 1):
        for k in range(sides):
            a, b = ring * sides + k, ring * sides + (k + 1) % sides
            c, d = (a + sides, b + sides)
            faces += [a, b, c, b, d, c] if ring % 2 == 0 else [a, b, d, a, d, c]
    for k in range(sides):
        faces += [(rings - 1) * sides + k, (rings - 1) * sides + (k + 1) % sides, rings * sides]
    return np.concatenate(points), np.array(faces, np.uint32)


def _painted(tone: Floats) -> npt.NDArray[np.float32]:
    """Colours of leaves from 0 in the shade to 1 in the sun."""
    dark, middle, light = (np.array(ink[:3], np.float64) for ink in (DEEP, LEAF, SUNLIT))
    low = dark + (middle - dark) * np.clip(tone / 0.55, 0, 1)[:, None]
    return _single(low + (light - middle) * np.clip((tone - 0.55) / 0.45, 0, 1)[:, None])


def _trunk(height: float, ink: Rgba = BARK) -> Shape:
    angles = np.arange(3) * 2 * math.pi / 3
    ring = np.column_stack([0.16 * np.cos(angles), 0.16 * np.sin(angles)])
    points = np.vstack([np.column_stack([ring, np.full(3, z)]) for z in (0.0, height)])
    normals = np.vstack([np.column_stack([ring / 0.16, np.zeros(3)])] * 2)
    faces = [n for k in range(3) for n in (k, (k + 1) % 3, k + 3, (k + 1) % 3, (k + 1) % 3 + 3, k + 3)]
    colours = np.array([ink[:3]] * 6, np.float32) * np.repeat([[0.6], [1.0]], 3, axis=0)
    return Shape(_single(points), _single(normals), _single(colours), np.array(faces, np.uint32))


def _joined(one: Shape, other: Shape) -> Shape:
    return Shape(
        np.concatenate([one.points, other.points]),
        np.concatenate([one.normals, other.normals]),
        np.concatenate([one.colours, other.colours]),
        np.concatenate([one.faces, other.faces + np.uint32(len(one.points))]),
    )


def _single(values: npt.NDArray[np.floating]) -> npt.NDArray[np.float32]:
    single: npt.NDArray[np.float32] = np.asarray(values, np.float32)
    return single
