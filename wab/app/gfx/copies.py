"""Many copies of a few shapes in one Geom: each at its place, of its size, turned, lighter or darker."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from wab.app.gfx.meshes import Indices, Vertices
from wab.app.gfx.solids import Solid
from wab.app.gfx.stock import LAYOUT

Floats = npt.NDArray[np.floating]
FOOT = 0.62
"""Brightness of walls where they meet the ground."""


class Shape(NamedTuple):
    """Corners and normals float32[N, 3], colours float32[N, 3] of 255, faces uint32[3 T]; the ground is at z = 0."""

    points: npt.NDArray[np.float32]
    normals: npt.NDArray[np.float32]
    colours: npt.NDArray[np.float32]
    faces: npt.NDArray[np.uint32]


class Copies(NamedTuple):
    """Copies of a shape by place: x, y, the height of the ground, size, height for its size, turn (radians),
    brightness; all float[n].
    """

    x: Floats
    y: Floats
    base: Floats
    size: Floats
    stretch: Floats
    turn: Floats
    tint: Floats

    def taken(self, chosen: npt.NDArray[np.bool_]) -> Copies:
        """Some of them, by bool[n]."""
        return Copies(*(column[chosen] for column in self))


def shape_of(solid: Solid, foot: float = FOOT) -> Shape:
    """A solid as a shape that darkens towards its foot."""
    rows, faces = solid.shared
    points, colours = solid.points[rows], solid.colours[rows, :3].astype(np.float32)
    top = max(float(points[:, 2].max()), 1e-6)
    dark = foot + (1 - foot) * np.clip(points[:, 2:] / (0.45 * top), 0, 1)
    return Shape(points, solid.normals[rows], (colours * dark).astype(np.float32), faces.astype(np.uint32))


def copied(shape: Shape, copies: Copies) -> tuple[Vertices, Indices]:
    """The corners of all copies of a shape, and their faces."""
    count, corners = len(copies.x), len(shape.points)
    vertices = LAYOUT.empty(count * corners)
    table = vertices.reshape(count, corners)
    cos, sin = np.cos(copies.turn)[:, None], np.sin(copies.turn)[:, None]
    size = copies.size[:, None]
    px, py, pz = shape.points.T
    nx, ny, nz = shape.normals.T
    table["vertex"][:, :, 0] = (px * cos - py * sin) * size + copies.x[:, None]
    table["vertex"][:, :, 1] = (px * sin + py * cos) * size + copies.y[:, None]
    table["vertex"][:, :, 2] = pz * size * copies.stretch[:, None]
    table["normal"][:, :, 0] = nx * cos - ny * sin
    table["normal"][:, :, 1] = nx * sin + ny * cos
    table["normal"][:, :, 2] = nz
    table["color"][:, :, :3] = np.clip(shape.colours * copies.tint[:, None, None], 0, 255)
    table["color"][:, :, 3] = 255
    table["base"] = copies.base[:, None]
    first = np.arange(count, dtype=np.uint32)[:, None] * np.uint32(corners)
    return vertices, (first + shape.faces).reshape(-1).astype(np.uint32)


def gathered(parts: Iterable[tuple[Vertices, Indices]]) -> tuple[Vertices, Indices]:
    """Several lots of corners and faces as one."""
    vertices, indices, count = [LAYOUT.empty(0)], [np.zeros(0, np.uint32)], 0
    for part, faces in parts:
        vertices.append(part)
        indices.append(faces + np.uint32(count))
        count += len(part)
    return np.concatenate(vertices), np.concatenate(indices)
