"""Influence: what units radiate over the ground around them, less and less with distance, summed up hex by hex.

Everything is counted in whole numbers, so that compiled and plain Python come to the same sums on any machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from wab.hexes.grid import Grid, IntArray
from wab.hexes.paths import Workspace

LARGEST_RADIUS = 30


def influence_layer(
    workspace: Workspace, hexes: npt.ArrayLike, strengths: npt.ArrayLike, falloff: Sequence[int]
) -> IntArray:
    """int32[N]: for each hex the sum, over all units near enough, of ``strength * falloff[distance]``.

    ``hexes`` and ``strengths``: one value a unit (one strength may serve for all). ``falloff``: the weight at each
    distance in hexes from 0 on; farther hexes get nothing. Sums beyond int32 wrap round. Raises ValueError on hexes off
    the map, on numbers of values that differ, and on no or more than LARGEST_RADIUS + 1 weights.
    """
    grid = workspace.grid
    places = np.atleast_1d(np.asarray(hexes, np.int32))
    if places.size and not (places.min() >= 0 and places.max() < grid.size):
        raise ValueError(f"a unit stands off a map of {grid.rows} x {grid.cols} hexes")
    values = np.ascontiguousarray(np.broadcast_to(np.asarray(strengths, np.int32), places.shape))
    if not 0 < len(falloff) <= LARGEST_RADIUS + 1:
        raise ValueError(f"{len(falloff)} weights: there must be between 1 and {LARGEST_RADIUS + 1}")
    template = _template(tuple(falloff))
    if kernels := workspace.kernels(len(places)):
        layer: IntArray = kernels.stamp(grid.rows, grid.cols, np.ascontiguousarray(places), values, template)
        return layer
    return _plain_stamp(grid, places, values, template)


@lru_cache(maxsize=32)
def _template(falloff: tuple[int, ...]) -> IntArray:
    """int32[2R + 1, 2R + 1]: the weight at each axial offset (row r, column q), from (-R, -R) on; 0 off the disk."""
    radius = len(falloff) - 1
    r, q = np.mgrid[-radius : radius + 1, -radius : radius + 1]
    distance = np.maximum(np.maximum(abs(q), abs(r)), abs(q + r))
    template: IntArray = np.append(np.asarray(falloff, np.int32), np.int32(0))[np.minimum(distance, radius + 1)]
    template.setflags(write=False)
    return template


def _plain_stamp(grid: Grid, places: IntArray, values: IntArray, template: IntArray) -> IntArray:
    """Return what the compiled ``stamp`` does, for all units at once: gather the hexes around them, sum up by hex."""
    radius = len(template) // 2
    used_r, used_q = np.nonzero(template)
    r = grid.r[places][:, np.newaxis] + (used_r - radius)
    col = grid.q[places][:, np.newaxis] + (used_q - radius) + r // 2
    on_map = (r >= 0) & (r < grid.rows) & (col >= 0) & (col < grid.cols)
    amounts = (values[:, np.newaxis] * template[used_r, used_q])[on_map]
    sums = np.zeros(grid.size, np.int32)
    np.add.at(sums, (r * grid.cols + col)[on_map], amounts)
    return sums
