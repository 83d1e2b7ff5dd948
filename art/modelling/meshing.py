"""From distances to triangles: marching cubes group by group, decimated, with normals and shade from the distances."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import fast_simplification
import numpy as np
import numpy.typing as npt
from skimage import measure

from art.modelling.distance import ADD, BLOCK, Floats, Ints, openness, volume
from art.modelling.sculpture import Groups

marching_cubes: Any = measure.marching_cubes  # it declares no types
FEWEST = 12
"""Corners that even a small group keeps."""
BOLDER = (4, 7, 7, 8, 9, 10)
"""The boldness of each pass in taking corners away, as fast-simplification counts it."""
WAYS = 26
LENGTHS = (0.014, 0.04, 0.11, 0.24)
"""The distances over which the shade looks, in shares of the size of a model."""
CURVE = 0.011
"""Over which share of its size an edge is felt."""
BELOW = 1e6


@dataclass(frozen=True)
class Part:
    """The mesh of one paint: corners and normals float64[N, 3], triangles int64[T, 3]; how open each corner lies (0 to
    1), and how sharp an edge it stands on (positive) or how deep in a joint (negative)."""

    paint: str
    corners: Floats
    normals: Floats
    triangles: Ints
    open: Floats
    edge: Floats


@dataclass(frozen=True)
class _Raw:
    group: int
    corners: Floats
    triangles: Ints
    shown: float
    weight: float


def meshed(groups: Groups, voxel: float, corners: int, size: float, sharp: float = 22.0) -> list[Part]:
    """The parts of a sculpture.

    `voxel` (m): finest detail. `corners`: how many to keep in all, before corners on sharp edges are split. `size` (m):
    of the model, for its shade. `sharp`: degrees between two faces from which on their edge is hard.
    """
    raws = [raw for group in groups.every if (raw := _raw(groups, int(group), voxel)) is not None]
    total = sum(raw.weight for raw in raws)
    parts = []
    for raw in raws:
        wanted = max(FEWEST, corners * raw.weight / total) / raw.shown
        corner, triangle = _seen(groups, raw.group, *_decimated(raw, wanted), voxel)
        one = np.array([raw.group], np.int64)
        corner, triangle, normal = _split(groups, one, corner, triangle, voxel, sharp)
        lit, edge = _shade(groups, corner, normal, size, voxel)
        parts.append(Part(groups.paints[raw.group], corner, normal, triangle, lit, edge))
    return parts


def _raw(groups: Groups, group: int, voxel: float) -> _Raw | None:
    """The surface of a group, closed, and how much of it can be seen; None for a group that is all hidden."""
    rows = groups.rows(group)
    adding = rows[(groups.packed.joined[rows] & 3) == ADD]
    if not len(adding):
        return None
    folds = groups.folds[group]
    low = groups.low[adding].min(0) - 3 * voxel - folds[0]
    high = groups.high[adding].max(0) + 3 * voxel + folds[0]
    blocks = np.ceil((high - low) / voxel / BLOCK).astype(np.int64)
    field = volume(folds, rows, low, voxel, blocks, groups.packed)
    if field.min() >= 0 or field.max() <= 0:
        return None
    corners, triangles, _normals, _values = marching_cubes(field, 0.0, allow_degenerate=False)
    corners = corners.astype(np.float64) * voxel + low
    shown = 1 - float(_hidden(groups, group, corners, voxel).mean())
    if shown <= 0:
        return None
    weight = shown * len(corners) * groups.densities[group]
    return _Raw(group, corners, triangles.astype(np.int64), shown, weight)


def _hidden(groups: Groups, group: int, corners: Floats, voxel: float) -> npt.NDArray[np.bool_]:
    """Return which corners lie inside other groups."""
    others = np.array([other for other in groups.every if other != group], np.int64)
    if not len(others):
        return np.zeros(len(corners), np.bool_)
    found: npt.NDArray[np.bool_] = groups.distances(corners, others, voxel * BLOCK) < -0.6 * voxel
    return found


def _seen(groups: Groups, group: int, corners: Floats, triangles: Ints, voxel: float) -> tuple[Floats, Ints]:
    """Without the triangles that lie inside others. They go last: a surface with holes would keep all their edges."""
    hidden = _hidden(groups, group, corners, voxel)
    used, again = np.unique(triangles[~hidden[triangles].all(1)], return_inverse=True)
    return corners[used], again.reshape(-1, 3).astype(np.int64)


def _decimated(raw: _Raw, wanted: float) -> tuple[Floats, Ints]:
    """Fewer corners: pass after pass, each bolder, until few enough are left or no more go."""
    corners, triangles = raw.corners.astype(np.float32), raw.triangles.astype(np.int32)
    for bold in BOLDER:
        if wanted >= len(corners) * 0.95:
            break
        share = min(0.998, 1 - wanted / len(corners))
        corners, triangles = fast_simplification.simplify(corners, triangles, target_reduction=float(share), agg=bold)
    # Now and then a corner flies off; none may leave the room of the shape.
    return np.clip(corners, raw.corners.min(0), raw.corners.max(0)).astype(np.float64), triangles.astype(np.int64)


def _split(
    groups: Groups, one: Ints, corners: Floats, triangles: Ints, voxel: float, sharp: float
) -> tuple[Floats, Ints, Floats]:
    """Corners pushed back on the surface, with their normals; a corner of a hard edge is there once for each side.

    The normal of a corner is looked up a little inside each of its triangles: that makes plates flat and edges hard.
    """
    limit = voxel * BLOCK
    normals = groups.gradients(corners, one, voxel * 0.5, limit)
    off = np.clip(groups.distances(corners, one, limit), -voxel, voxel)
    corners = corners - normals * off[:, None]
    normals = groups.gradients(corners, one, voxel * 0.6, limit)
    ends = corners[triangles]
    inward = ends.mean(1, keepdims=True) - ends
    length = np.linalg.norm(inward, axis=2, keepdims=True) + 1e-9
    inside = ends + inward / length * np.minimum(length * 0.5, 1.8 * voxel)
    own = groups.gradients(inside.reshape(-1, 3), one, voxel * 0.4, limit).reshape(-1, 3, 3)
    smooth = (own * normals[triangles]).sum(2) > math.cos(math.radians(sharp))
    own = np.where(smooth[..., None], normals[triangles], own)
    rounded = np.round(own * 6).astype(np.int64).reshape(-1, 3)
    keys = np.hstack([triangles.reshape(-1, 1), np.where(smooth.reshape(-1, 1), 99, rounded)])
    _keys, first, which = np.unique(keys, axis=0, return_index=True, return_inverse=True)
    return corners[triangles.reshape(-1)[first]], which.reshape(-1, 3), own.reshape(-1, 3)[first]


def _shade(groups: Groups, corners: Floats, normals: Floats, size: float, voxel: float) -> tuple[Floats, Floats]:
    """Return how open each corner lies, and how sharp an edge it stands on."""
    every = groups.every
    turns = np.arange(WAYS) + 0.5
    height = 1 - 2 * turns / WAYS
    round_ = 2 * np.pi * turns / ((1 + math.sqrt(5)) / 2)
    out = np.sqrt(1 - height * height)
    ways = np.stack([out * np.cos(round_), out * np.sin(round_), height], 1)
    lengths = np.array(LENGTHS) * size
    lit = openness(
        corners + normals * size * 0.002,
        normals,
        ways,
        lengths,
        groups.folds,
        every,
        groups.starts,
        groups.order,
        groups.packed,
    )
    reach, limit = size * CURVE, voxel * BLOCK
    bent = -6 * groups.distances(corners, every, limit)
    for step in np.eye(3) * reach:
        bent = bent + groups.distances(corners + step, every, limit) + groups.distances(corners - step, every, limit)
    return lit, bent / reach
