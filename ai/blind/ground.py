"""The map of a scenario as flat arrays, made once: distances, neighbours, the worth of places."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ai.blind.weights import FADE, SOURCE
from wab.systems.blind.state.board import Board

Values = NDArray[np.float64]
Hexes = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Ground:
    """Facts of the map. `distances`: int16[N, N] hexes from any hex to any. `next_to`: bool[N, N], joined by a side
    that units cross. `places`: VP printed on each hex. `sources`: bool[N], the beaches.
    """

    board: Board
    distances: NDArray[np.int16]
    next_to: NDArray[np.bool_]
    places: Values
    sources: NDArray[np.bool_]

    def around(self, hexes: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """bool[N]: the hexes joined with any of these."""
        return np.asarray(self.next_to[hexes].any(axis=0), np.bool_)

    def spread(self, worth: Values, fade: float = FADE) -> Values:
        """float[N]: the share of worths that reaches each hex, less with every hex of the way."""
        rows = np.flatnonzero(worth)
        if not rows.size:
            return np.zeros(len(worth))
        shares = worth[rows, np.newaxis] * _powers(fade)[self.distances[rows]]
        found: Values = shares.max(axis=0) + 0.25 * (shares.sum(axis=0) - shares.max(axis=0))
        return found


def _powers(fade: float) -> Values:
    """The share that is left after so many hexes; by products alone, so that it is the same on every machine."""
    found = [1.0]
    while len(found) < 64:
        found.append(found[-1] * fade)
    return np.array(found)


def ground_of(board: Board) -> Ground:
    """The ground of a board; made once."""
    return board.once("ai/ground", lambda: _ground(board))


def _ground(board: Board) -> Ground:
    size = board.grid.size
    distances = np.array([board.grid.distances(hex_) for hex_ in range(size)], np.int16)
    next_to = np.zeros((size, size), np.bool_)
    for hex_ in np.flatnonzero(board.land).tolist():
        next_to[hex_, list(board.around(hex_))] = True
    places, sources = np.zeros(size), np.zeros(size, np.bool_)
    for hex_, place in board.places.items():
        places[hex_] = place.vp
    sources[list(board.beaches.values())] = True
    return Ground(board, distances, next_to, places, sources)


def supply_worth(ground: Ground) -> Values:
    """float[N]: the worth of the beaches apart from their points."""
    found: Values = np.where(ground.sources, SOURCE, 0.0)
    return found
