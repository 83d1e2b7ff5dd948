"""Random boards for the searches, and the slowest possible way to search them, written without any cleverness."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st

from wab.hexes import CLOSED, Grid, HexId
from wab.hexes.paths import CostTable, Mask

unhurried = settings(deadline=None)
"""For property tests: a busy machine is no failure."""


@dataclass(frozen=True)
class Board:
    grid: Grid
    cost: CostTable
    stop: Mask
    closed: Mask
    start: HexId
    goal: HexId
    budget: int


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """A small map with few different costs (many ties) or many, some closed sides, stop hexes and closed hexes."""
    grid = Grid(draw(st.integers(1, 9)), draw(st.integers(1, 9)))
    random = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    highest = draw(st.sampled_from([1, 2, 5, 254]))
    cost = random.integers(1, highest + 1, (grid.size, 6)).astype(np.uint8)
    cost[random.random(cost.shape) < draw(st.sampled_from([0.0, 0.2, 0.6]))] = CLOSED
    stop, closed = (random.random(grid.size) < draw(st.sampled_from([0.0, 0.1, 0.4])) for _ in range(2))
    start, goal = (draw(st.integers(0, grid.size - 1)) for _ in range(2))
    return Board(grid, cost, stop, closed, start, goal, draw(st.integers(0, 8 * highest)))


def cheapest_by_relaxation(board: Board) -> dict[HexId, int]:
    """Bellman and Ford: improve every hex from every neighbour until nothing changes. Hexes within the budget only."""
    spent = {board.start: 0}
    changed = True
    while changed:
        changed = False
        for here in list(spent):
            if board.stop[here] and here != board.start:
                continue
            for direction in range(6):
                there, price = board.grid.neighbour(here, direction), int(board.cost[here, direction])
                if there < 0 or price == CLOSED or board.closed[there]:
                    continue
                total = spent[here] + price
                if total <= min(board.budget, spent.get(there, total + 1) - 1):
                    spent[there] = total
                    changed = True
    return spent


def walking_cost(board: Board, path: tuple[HexId, ...]) -> int:
    """Return the cost of a path, step by step; breaks on a closed side or hex, and on a step out of a stop hex."""
    total = 0
    for here, there in pairwise(path):
        price = int(board.cost[here, board.grid.direction(here, there)])
        assert price != CLOSED and not board.closed[there]
        assert here == board.start or not board.stop[here]
        total += price
    return total
