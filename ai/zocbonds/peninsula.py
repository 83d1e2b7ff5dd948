"""The Cotentin before its port: in the Cherbourg scenario the road from the port to the south is the first aim of the
players who plan (ZOC-26.3-1). The greedy one keeps to what the map is worth in itself."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from ai.zocbonds import judgement as j
from ai.zocbonds.stakes import Stakes, Worth, stakes, worth_now
from wab.systems.zocbonds.ground.lines_of_supply import cherbourg_sources, south_sources, way_to
from wab.systems.zocbonds.state.board import Board, Flags
from wab.systems.zocbonds.state.state import State


def stakes_of_plans(state: State, side: str) -> Stakes:
    """The stakes with what leads to victory beyond places: the road that is still open counts, and the ring round the
    port less as long as it is."""
    road = road_to_cut(state)
    return stakes(state, side, _with_road(state, road)) if road else stakes(state, side)


def road_to_cut(state: State) -> tuple[int, ...]:
    """The hexes outside the ring and on this side of the line of a German supply line from Cherbourg to the south; ()
    where none is left, and in other scenarios."""
    board = state.board
    if board.victory != "cherbourg":
        return ()
    outside = _outside(board)
    for start in cherbourg_sources(state):
        road = way_to(state, "axis", start, south_sources(state), "south")
        if road:
            return tuple(hex_ for hex_ in road if outside[hex_])
    return ()


def not_yet(state: State, side: str) -> Flags:
    """bool[N]: hexes that units of a side are not sent into: the ring, for the Allies, until the road is cut or no time
    is left for that."""
    if side == "allied" and _is_early(state) and road_to_cut(state):
        return state.board.overlay("perimeter")
    return np.zeros(state.board.grid.size, np.bool_)


def _is_early(state: State) -> bool:
    return state.now.turn <= state.board.turns - j.FOR_THE_RING


def _with_road(state: State, road: tuple[int, ...]) -> Worth:
    found = worth_now(state).copy()
    found[list(road)] += j.ROAD
    if _is_early(state):
        found[state.board.overlay("perimeter")] -= j.RING_LATER
    return found


@lru_cache(maxsize=8)
def _outside(board: Board) -> Flags:
    found: Flags = board.dry & board.overlay("allied_side_27_june") & ~board.overlay("perimeter")
    found.setflags(write=False)
    return found
