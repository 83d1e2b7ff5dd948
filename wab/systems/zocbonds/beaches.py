"""Beaches and Mulberries (ZOC-21): which are open, which have ever been, how a harbour is built."""

from __future__ import annotations

from wab.content.zocbonds.shapes import Beach
from wab.hexes import HexId
from wab.systems.zocbonds.state import State

ENGINEER = "beach_engineer"


def engineers_in(state: State, hex_: HexId) -> bool:
    """Whether Allied beach engineers stand in a hex."""
    return any(state.profile(unit.id).type == ENGINEER for unit in state.stack(hex_))


def open_beaches(state: State) -> tuple[Beach, ...]:
    """The beaches that are open now: beach engineers stand on them (ZOC-21.1-1)."""
    return tuple(beach for beach, hex_ in state.board.beaches.items() if engineers_in(state, hex_))
