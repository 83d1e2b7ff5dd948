"""One player, or one a division (OMA-1-2): seats, the units that each leads, and which of them must decide."""

from __future__ import annotations

from wab.hexes import HexId
from wab.systems.omaha.state.state import US, State
from wab.systems.omaha.state.steps import Tie

_OF_UNITS = ("mine", "victim", "leader", "attacker", "overstack", "new_hero", "rockets")
"""Ties whose answers are units."""
_OF_HEXES = ("smoke",)
"""Ties whose answers are hexes, for no unit."""


def are_two(state: State) -> bool:
    """Check if each division has a player."""
    return state.chose("players", "2")


def seats(state: State) -> tuple[str, ...]:
    """All seats, the eastern one first."""
    return tuple(seat_of(state, sector) for sector in state.board.sectors) if are_two(state) else (US,)


def seat_of(state: State, sector: str) -> str:
    """The seat that plays a sector."""
    return f"{US}/{state.division_of(sector)}" if are_two(state) else US


def sectors_of_players(state: State) -> tuple[str, ...]:
    """The players of a phase in which each decides for its division, by sector; one plays for both without a name."""
    return state.board.sectors if are_two(state) else ("",)


def leads(state: State, unit: int) -> str:
    """The sector whose player leads a unit: its command, until it is more than one hex across the boundary
    (OMA-7.22-2).
    """
    own, here = state.command(unit), state.unit(unit).hex
    board = state.board
    if (
        here not in board.grid
        or board.sector(here) == own
        or any(board.sector(there) == own for there in board.grid.adjacent(here))
    ):
        return own
    return board.sector(here)


def to_act(state: State) -> str:
    """The seat that must decide: whose unit a question concerns, whose sector acts, or the eastern one."""
    tie = state.agenda[0] if state.agenda else None
    if are_two(state) and isinstance(tie, Tie) and (sector := _asked(state, tie)):
        return seat_of(state, sector)
    return seat_of(state, state.now.acting or state.board.sectors[0])


def _asked(state: State, tie: Tie) -> str:
    if tie.unit:
        return leads(state, tie.unit)
    if tie.kind in _OF_UNITS:
        return leads(state, tie.among[0])
    hex_: HexId = tie.among[0]
    return state.board.sector(hex_) if tie.kind in _OF_HEXES else ""
