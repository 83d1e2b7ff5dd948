"""Lower bounds: compiled loops that read what a search must read at the very least, once, and do nothing with it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wab.cli.bench.rounds import BenchError

Touch = Callable[[NDArray[np.int32], NDArray[np.uint8], NDArray[np.int32], NDArray[np.int32]], int]
Stamp = Callable[[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]], None]


@cache
def touch_edges() -> Touch:
    """A loop over the six edges of some hexes: it reads neighbour, cost and distance of each edge once."""
    numba = _numba()
    types = numba.types

    def touch(
        neighbours: NDArray[np.int32], cost: NDArray[np.uint8], hexes: NDArray[np.int32], distances: NDArray[np.int32]
    ) -> int:
        total = 0
        for here in hexes:
            for side in range(6):
                there = neighbours[here, side]
                if there >= 0:
                    total += cost[here, side] + distances[there]
        return total

    signature = types.int64(*_arrays(types, (types.int32, 2), (types.uint8, 2), (types.int32, 1), (types.int32, 1)))
    compiled: Touch = numba.njit(signature)(touch)
    return compiled


@cache
def add_amounts() -> Stamp:
    """A loop that adds amounts to hexes that are known in advance: what an influence layer cannot do without."""
    numba = _numba()
    types = numba.types

    def add(hexes: NDArray[np.int32], amounts: NDArray[np.int32], layer: NDArray[np.int32]) -> None:
        for i in range(hexes.size):
            layer[hexes[i]] += amounts[i]

    signature = types.void(*_arrays(types, (types.int32, 1), (types.int32, 1)), types.Array(types.int32, 1, "C"))
    compiled: Stamp = numba.njit(signature)(add)
    return compiled


def _arrays(types: Any, *kinds: tuple[Any, int]) -> list[Any]:
    return [types.Array(kind, dimensions, "C", readonly=True) for kind, dimensions in kinds]


def _numba() -> Any:
    try:
        import numba
    except ImportError:
        raise BenchError("Lower bounds are compiled loops: numba is to be installed for them.") from None
    return numba
