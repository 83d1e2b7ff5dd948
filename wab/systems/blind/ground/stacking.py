"""Stacking and the RE through a hexside (BLD-5)."""

from __future__ import annotations

from wab.field.stacking import full, passed, room
from wab.hexes import HexId
from wab.systems.blind.state.board import Board, Flags
from wab.systems.blind.state.state import State


def full_hexes(state: State, side: str, re: int) -> Flags:
    """bool[N]: hexes without room for so many RE (BLD-5-4, BLD-5-5)."""
    return full(state.deployed(side).stacked, state.board.capacity, re)


def free_room(state: State, hex_: HexId) -> int:
    """The RE that a hex still holds, less the units that this position knows there."""
    return room(int(state.board.capacity[hex_]), state.weight(state.stacks.get(hex_, ())))


def side_limit(board: Board, origin: HexId, target: HexId) -> int:
    """The RE that attack or explore through a hexside in a phase: 3, or 2 where it is coastal or leads into a marsh
    (BLD-5-8 to BLD-5-12). As a division counts 2, no more than one goes through (BLD-5-9).
    """
    limits = board.tables.limits
    coastal = board.coastal[origin, board.grid.direction(origin, target)]
    narrow = coastal or board.terrain(target) == limits.narrow_terrain
    return limits.narrow if narrow else limits.side


def has_way(state: State, origin: HexId, target: HexId, re: int) -> bool:
    """Check if so many RE more may go through a hexside in this phase; movement over own ground does not count
    (BLD-5-13).
    """
    gone = passed(state.now.passed).get((origin, target), 0)
    return gone + re <= side_limit(state.board, origin, target)
