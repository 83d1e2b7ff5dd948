"""A made-up country of about 4,000 hexes to measure searches on: ground, rivers, roads, zones that stop a mover."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import networkx as nx
import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from wab.hexes import Grid, Workspace

ROWS = COLS = 64
LAYOUTS = 8
CLOSED = 255
_GROUND = np.array([2, 2, 2, 2, 4, 4, 6, CLOSED], np.uint8)  # half movement points to enter: mostly open country


@dataclass(frozen=True, slots=True)
class Landscape:
    """One layout: costs of leaving a hex by a side, hexes that stop, and the same as graphs for the yardsticks.

    In the graphs a hex that stops has no way out; a start is never one of them.
    """

    workspace: Workspace
    cost: NDArray[np.uint8]
    stop: NDArray[np.bool_]
    passable: NDArray[np.bool_]
    graph: Any
    matrix: Any


def landscapes() -> list[Landscape]:
    """Several layouts of the same country."""
    workspace = Workspace(Grid(ROWS, COLS), accelerated=True)
    return [_landscape(workspace, number) for number in range(LAYOUTS)]


def starts(land: Landscape, count: int, seed: int) -> list[int]:
    """Hexes to start from, none of them one that stops."""
    free = np.flatnonzero(~land.stop & land.passable)
    return [int(hex_) for hex_ in np.random.default_rng(seed).choice(free, count, replace=False)]


def _landscape(workspace: Workspace, seed: int) -> Landscape:
    chance = np.random.default_rng(seed)
    grid = workspace.grid
    ground = _GROUND[chance.integers(0, len(_GROUND), grid.size)]
    cost = ground[grid.neighbours].astype(np.int64)
    river = chance.random((grid.size, 6)) < 0.1
    cost = np.where((cost < CLOSED) & river, cost + 4, cost)
    road = chance.random((grid.size, 6)) < 0.15
    cost = np.where((cost < CLOSED) & road, 1, cost)
    cost[grid.neighbours < 0] = CLOSED
    stop = chance.random(grid.size) < 0.05
    table = np.minimum(cost, CLOSED).astype(np.uint8)
    heads, tails, prices = _edges(grid, table, stop)
    matrix = csr_matrix((prices.astype(np.float64), (heads, tails)), (grid.size, grid.size))
    graph: Any = nx.DiGraph()
    graph.add_nodes_from(range(grid.size))
    graph.add_weighted_edges_from(zip(heads.tolist(), tails.tolist(), prices.tolist(), strict=True))
    return Landscape(workspace, table, stop, ground < CLOSED, graph, matrix)


def _edges(
    grid: Grid, table: NDArray[np.uint8], stop: NDArray[np.bool_]
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    heads, sides = np.nonzero((table < CLOSED) & ~stop[:, None])
    return heads, grid.neighbours[heads, sides], table[heads, sides]
