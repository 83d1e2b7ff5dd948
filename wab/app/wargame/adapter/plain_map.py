"""A map without roads and heights, for systems whose ground is a terrain a hex, with or without rivers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from wab.content.hexmap import MINOR_RIVER, NO_RIVER, HexMap, Place, Projection
from wab.hexes import Grid, HexId


def plain_map(
    grid: Grid,
    terrain: Sequence[str],
    *,
    sea: Iterable[str] = ("sea",),
    places: Mapping[HexId, str] | None = None,
    rivers: NDArray[np.bool_] | None = None,
    km_per_hex: float = 1.0,
) -> HexMap:
    """The map of a grid with the name of the terrain of each of its N hexes; `places` are named hexes.

    Terrains of `sea` are water, so that the map is drawn with a coast. `rivers`: bool[N, 6], the hexsides along which a
    river runs, from both of their hexes.
    """
    names = tuple(dict.fromkeys(terrain))
    numbers = np.array([names.index(name) for name in terrain], np.uint8)
    wet = np.isin(numbers, [names.index(name) for name in sea if name in names])
    sides, flags = np.zeros((grid.size, 6), np.uint8), np.zeros((grid.size, 6), np.bool_)
    frame = Projection(grid.rows, grid.cols, km_per_hex, 0.0, 0.0, 1.0, 1.0)
    named = sorted((places or {}).items())
    return HexMap(
        grid=grid,
        projection=frame,
        terrain_names=names,
        terrain=numbers,
        under=numbers,
        elevation=np.zeros(grid.size, np.int16),
        land_share=np.where(wet, 0.0, 1.0).astype(np.float32),
        river=sides if rivers is None else np.where(rivers, MINOR_RIVER, NO_RIVER).astype(np.uint8),
        road=sides,
        cliff=flags,
        closed_side=flags,
        overlays={"flooded": np.zeros(grid.size, np.bool_)},
        places=tuple(Place(name, hex_, *grid.centre(hex_), "village", 0) for hex_, name in named),
        rivers=(),
        roads=(),
    )
