"""The ways of infantry over the ground: the cost from each hex to the nearest goal, danger counted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra

from ai.omaha.danger import Floats, future_water
from ai.omaha.engineers import bare, gates
from ai.omaha.picture import Picture
from ai.omaha.weights import GATE, Weights
from wab.content.omaha.shapes import Moves
from wab.hexes import HexId
from wab.systems.omaha.ground.terrain import is_flooded, way
from wab.systems.omaha.state.board import Board
from wab.systems.omaha.state.state import State

FAR = 99.0
"""The way from a hex that leads to no goal."""
LEAST = 1e-6
_ACTIONS = {"yes": 1.0, "climb": 2.0, "cliff": 3.0}
"""The turns that a step takes: over a bluff the marker comes off again, on a cliff it is put on before."""


class Roads(NamedTuple):
    """The steps that a class of units may take: origins, targets, and the turns that each takes."""

    here: NDArray[np.int64]
    there: NDArray[np.int64]
    turns: Floats


def roads(state: State, moves: Moves) -> Roads:
    """The steps of a class of units as engineers have opened them."""
    board = state.board
    rows = [
        (here, there, _ACTIONS[kind])
        for here in range(board.grid.size)
        for there in board.grid.adjacent(here)
        if board.sector(there) in board.sectors
        if (kind := way(state, moves, here, there)) in _ACTIONS
    ]
    here, there, turns = zip(*rows, strict=True)
    return Roads(np.array(here), np.array(there), np.array(turns))


def roads_to_come(state: State, moves: Moves) -> Roads:
    """The steps of a class of units; steps that engineers can still open have their price."""
    found = roads(state, moves)
    known = set(zip(found.here.tolist(), found.there.tolist(), strict=True))
    more = [pair for pair in gates(state.board, moves) if pair not in known]
    here, there = (np.array([pair[side] for pair in more], np.int64) for side in (0, 1))
    return Roads(
        np.concatenate([found.here, here]),
        np.concatenate([found.there, there]),
        np.concatenate([found.turns, np.full(len(more), GATE)]),
    )


def on_foot(board: Board) -> Roads:
    """The steps of infantry, which no engineer changes."""
    return board.once("ai on foot", lambda: roads(bare(board), "foot"))


def ways_to(seen: Picture, goals: Mapping[HexId, float], weights: Weights, taken: Roads | None = None) -> Floats:
    """float[N]: the turns from each hex to a goal, and what its fire costs on the way; `goals` with what is to be added
    at each of them. `taken`: the steps that may be taken, on foot if none are given.
    """
    board, size = seen.board, seen.board.grid.size
    here, there, turns = taken or on_foot(board)
    danger = seen.danger.step.mean(axis=0) * weights.way_risk
    turns = turns + danger[there] + weights.way_water * seen_water(seen)[there]
    shut = np.zeros(size, np.bool_)
    shut[list(seen.now.forces)] = True
    shut |= np.array([is_flooded(seen.state, hex_) for hex_ in range(size)]) if seen.state.turn >= 7 else False
    free = ~shut[there]
    starts = np.array(list(goals), np.int64)
    costs = np.array(list(goals.values())) + LEAST
    origin = np.concatenate([there[free], np.full(len(starts), size)])
    target = np.concatenate([here[free], starts])
    graph = csr_array((np.concatenate([turns[free], costs]), (origin, target)), shape=(size + 1, size + 1))
    if not len(starts):
        return np.full(size, FAR)
    found: Floats = dijkstra(graph, indices=[size])[0][:size]
    return np.minimum(found, FAR)


def seen_water(seen: Picture) -> Floats:
    """float[N]: 1 for sand that the sea takes soon."""
    board, turn = seen.board, seen.state.turn
    return board.once(("ai water", turn), lambda: future_water(board, turn).astype(np.float64))
