"""The miniatures of `models/` as they stand on a map or a board: on their bases, in the colours of a nation.

They are units in three dimensions, as counters are in two (OPS-3.1-1).

Unlike a `Solid` a figurine has round shapes: corners are shared, and each has a direction of its own.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from wab.app.gfx.theme import Rgba
from wab.content.models import miniature

RIM = 0.94
"""Brightness of the edge of a base next to the colour that it takes."""
RING = 1.10
"""Radius of the ring around a base of radius 1."""
_RING_INSIDE, _RING_TOP, _RING_FOOT = 0.985, 0.035, -0.09
_NOTCHES = (0.0, 0.36, 0.64, 1.0)
"""The beginning and the end of a side of a notched ring, twice."""


@dataclass(frozen=True)
class Figurine:
    """Corners and normals float32[N, 3], colours uint8[N, 4], faces uint32[3 T]; looks north (+y), ground at z = 0."""

    points: npt.NDArray[np.float32]
    normals: npt.NDArray[np.float32]
    colours: npt.NDArray[np.uint8]
    faces: npt.NDArray[np.uint32]

    @property
    def triangles(self) -> int:
        """Number of triangles."""
        return len(self.faces) // 3

    def scaled(self, factor: float) -> Figurine:
        """The same, larger."""
        return replace(self, points=(self.points * np.float32(factor)).astype(np.float32))

    def turned(self, degrees: float) -> Figurine:
        """The same, turned counter-clockwise about the upright through its middle."""
        cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        matrix = np.array([[cos, sin, 0.0], [-sin, cos, 0.0], [0.0, 0.0, 1.0]], np.float32)
        return replace(self, points=self.points @ matrix, normals=self.normals @ matrix)

    def raised(self, height: float) -> Figurine:
        """The same, higher."""
        return replace(self, points=self.points + np.array([0.0, 0.0, height], np.float32))

    def shaded(self, gain: float) -> Figurine:
        """The same, lighter or darker."""
        colours = self.colours.copy()
        colours[:, :3] = np.clip(colours[:, :3] * gain, 0, 255).astype(np.uint8)
        return replace(self, colours=colours)

    def joined(self, other: Figurine) -> Figurine:
        """The same and another one."""
        return Figurine(
            np.concatenate([self.points, other.points]),
            np.concatenate([self.normals, other.normals]),
            np.concatenate([self.colours, other.colours]),
            np.concatenate([self.faces, other.faces + np.uint32(len(self.points))]),
        )

    def tinged(self, tint: Rgba, share: float) -> Figurine:
        """The same with a share (0 to 1) of another colour in its paint, light and dark as it was."""
        colours, bare = self.colours.copy(), self.colours[:, :3].astype(np.float32)
        light = bare.mean(axis=1, keepdims=True) / max(1.0, sum(tint[:3]) / 3)
        mixed = bare * (1 - share) + light * np.array(tint[:3], np.float32) * share
        colours[:, :3] = np.clip(mixed, 0, 255).astype(np.uint8)
        return replace(self, colours=colours)


@lru_cache(maxsize=256)
def figurine(name: str, level: str, rim: Rgba) -> Figurine:
    """A miniature at a level of detail, the edge of its base in a colour; its radius is 1 and its foot at z = 0.

    KeyError for an unknown level; DataError for a file that is missing or wrong.
    """
    mesh = miniature(name).level(level)
    own = mesh.colours[:, 3:4].astype(np.float32) / 255.0
    bare = mesh.colours[:, :3].astype(np.float32)
    tinted = bare * (np.array(rim[:3], np.float32) / 255.0) * RIM
    colours = np.full(mesh.colours.shape, 255, np.uint8)
    colours[:, :3] = np.clip(bare * own + tinted * (1 - own), 0, 255).astype(np.uint8)
    foot = np.array([0.0, 0.0, mesh.points[:, 2].min()], np.float32)
    return Figurine(mesh.points - foot, mesh.normals, colours, mesh.faces)


@lru_cache(maxsize=16)
def ring(ink: Rgba, *, notched: bool = False) -> Figurine:
    """A flat ring around the six sides of a base, in a colour. `notched`, its second sign: each side is cut in two."""
    angles = np.radians(30.0 + 60.0 * np.arange(7))
    corners = np.column_stack([np.cos(angles), np.sin(angles)])
    cuts = _NOTCHES if notched else (0.0, 1.0)
    points, normals = [], []
    for start, end in pairwise(corners):
        for first, last in zip(cuts[::2], cuts[1::2], strict=True):
            a, b = start + (end - start) * first, start + (end - start) * last
            top = [(*a * _RING_INSIDE, _RING_TOP), (*a * RING, _RING_TOP), (*b * RING, _RING_TOP)]
            points += [*top, (*b * _RING_INSIDE, _RING_TOP)]
            points += [(*a * RING, _RING_FOOT), (*b * RING, _RING_FOOT), top[2], top[1]]
            outward = (start + end) / np.linalg.norm(start + end)
            normals += [(0.0, 0.0, 1.0)] * 4 + [(*outward, 0.0)] * 4
    count = len(points) // 4
    faces = (np.arange(count)[:, None] * 4 + np.array([0, 1, 2, 0, 2, 3])).reshape(-1)
    colours = np.tile(np.array([[*ink[:3], 255]], np.uint8), (len(points), 1))
    return Figurine(np.array(points, np.float32), np.array(normals, np.float32), colours, faces.astype(np.uint32))
