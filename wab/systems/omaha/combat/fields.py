"""Fields of fire (OMA-6.2): which German positions cover a hex, by which dots and from how far."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from wab.content.omaha.shapes import Level
from wab.hexes import HexId
from wab.systems.omaha.state.board import Board, Position
from wab.systems.omaha.state.state import State


class Dot(NamedTuple):
    """A dot in a hex: the position that it belongs to, its level, the distance to the position."""

    position: str
    level: Level
    distance: int


class Fields:
    """The printed fields of fire of all positions (OMA-6.2-1, OMA-6.23-1)."""

    def __init__(self, positions: Mapping[str, Position], distance: Callable[[HexId, HexId], int]) -> None:
        """A distance to a position of two hexes is the distance to the nearer hex: both are one field (OMA-6.21-1)."""
        self.positions = positions
        self.at = {hex_: name for name, position in positions.items() for hex_ in position.hexes}
        """The position in a hex."""
        self.distances = {
            name: {hex_: min(distance(hex_, own) for own in position.hexes) for hex_ in position.dots}
            for name, position in positions.items()
        }
        """By position the distance to each hex of its field."""
        self.over: dict[HexId, list[Dot]] = {}
        """The dots of each hex that has any."""
        for name, position in positions.items():
            for hex_, level in position.dots.items():
                self.over.setdefault(hex_, []).append(Dot(name, level, self.distances[name][hex_]))


def fields_of(board: Board) -> Fields:
    """Return the printed fields of a board, made once."""
    return board.once("fields", lambda: Fields(board.positions, board.grid.distance))


def fields_in(state: State) -> Fields:
    """Return the fields of a board and of armour on it (OMA-23-1)."""
    if state.positions is state.board.positions:
        return fields_of(state.board)
    return state.kept("fields", state.now.forces, lambda: Fields(state.positions, state.board.grid.distance))
