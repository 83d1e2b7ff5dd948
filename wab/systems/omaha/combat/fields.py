"""Fields of fire (OMA-6.2): which German positions cover a hex, by which dots and from how far."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, Protocol

from wab.content.omaha.shapes import Level
from wab.hexes import HexId


class Position(Protocol):
    """A German position as its fire needs it (OMA-2.1-6 to OMA-2.1-16)."""

    @property
    def hexes(self) -> Sequence[HexId]:
        """Return its hex, or the two hexes of a large WN position, northern hex first."""
        ...

    @property
    def sector(self) -> str:
        """Return its sector; its field may cross the boundary (OMA-6.22-1)."""
        ...

    @property
    def colour(self) -> str:
        """Return its colour."""
        ...

    @property
    def wn(self) -> bool:
        """Return whether it is a WN position, not a reinforcement position."""
        ...

    @property
    def dots(self) -> Mapping[HexId, Level]:
        """Return the level of the dot in each hex of its field, a level."""
        ...


class Dot(NamedTuple):
    """A dot in a hex: the position that it belongs to, its level, the distance to the position."""

    position: str
    level: Level
    distance: int


class Fields:
    """The printed fields of fire of all positions, made once a map."""

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
