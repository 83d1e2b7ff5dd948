"""What hexes are worth to a side: points, beaches, and how far it is to those that the enemy holds."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from wab.field import control
from wab.systems.zocbonds.board import CODES, Board, enemy_of
from wab.systems.zocbonds.state import State

Worth = NDArray[np.float32]
CITY, VILLAGE, BEACH = 2.0, 1.0, 3.0
FAR = 60.0
"""A distance beyond which nothing draws anybody."""
FADE = 0.12
"""What a hex of distance takes from the pull of a goal."""


@dataclass(frozen=True)
class Stakes:
    """The worth of ground for one side. float32[N] each.

    `worth`: of holding a hex, whoever holds it; `pull`: how strongly the goals that the enemy holds, and those of one's
    own that he threatens, draw from where a unit stands.
    """

    worth: Worth
    pull: Worth


@lru_cache(maxsize=8)
def worth_of(board: Board) -> Worth:
    """float32[N]: cities, villages and beaches."""
    found = np.zeros(board.grid.size, np.float32)
    for terrain, worth in (("city", CITY), ("village", VILLAGE)):
        found[board.map.is_terrain(terrain) & board.in_play] = worth
    for hex_ in board.beaches.values():
        found[hex_] = BEACH
    found.setflags(write=False)
    return found


@lru_cache(maxsize=1024)
def _distances(board: Board, hex_: int) -> NDArray[np.int32]:
    found: NDArray[np.int32] = board.grid.distances(hex_).astype(np.int32)
    return found


def stakes(state: State, side: str) -> Stakes:
    """The stakes as they are now."""
    board, worth = state.board, worth_of(state.board)
    held = control.held(state.control, CODES[side])
    threatened = state.zone_of(enemy_of(side))
    goals = np.flatnonzero((worth > 0) & board.dry & (~held | threatened))
    pull = np.zeros(board.grid.size, np.float32)
    for goal in goals.tolist():
        near = worth[goal] - FADE * _distances(board, goal)
        np.maximum(pull, near.astype(np.float32), out=pull)
    return Stakes(worth, pull)
