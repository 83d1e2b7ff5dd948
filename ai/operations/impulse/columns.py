"""Columns and rows of an impulse: what some units could do together, and what had better not be left open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from zlib import crc32

from ai.operations.greedy.guns import Fire
from ai.operations.greedy.manoeuvre import Step
from ai.operations.greedy.packages import Package
from ai.operations.outlines.goals import Goal
from ai.operations.tactics.batteries import GunStep
from ai.operations.tactics.command import Ride
from ai.operations.tactics.interdiction import Raid
from wab.systems.operations.state.orders import Attack, Bombard, Move

Deed = Package | Step | Raid | GunStep | Fire | Ride


@dataclass(frozen=True, slots=True, eq=False)
class Column:
    """Something that some units could do: `value` in points, activation apart.

    `uses`: units, guns and air units that can do nothing else. `points`: activation points. `places`: by unit that
    moves, where it ends. `target`: the hex that is struck. `takes`: the hex of a goal that is won, -1 for none.
    """

    deed: Deed
    value: float
    uses: tuple[int, ...]
    points: int = 0
    places: Mapping[int, int] = field(default_factory=dict)
    target: int = -1
    takes: int = -1

    @property
    def order(self) -> Attack | Bombard | Move:
        """The order that the column ends with."""
        return self.deed.step.order if isinstance(self.deed, Raid) else self.deed.order

    @property
    def strikes(self) -> bool:
        """Tell whether it is an attack."""
        return isinstance(self.deed, Package)

    @property
    def mark(self) -> int:
        """A number from 0 to 996 by which equal columns differ, the same on every machine."""
        told = (type(self.deed).__name__, self.uses, sorted(self.places.items()), self.target)
        return crc32(repr(told).encode()) % 997


@dataclass(frozen=True, slots=True)
class Row:
    """A demand that may be left open for a price: a fighter ends the impulse in one of some hexes.

    `price`: points for no fighter there. `levels`: defence points, and what is paid where fewer are there, ascending.
    `goal`: the goal that is lost, None for a supply line. `called`: the units that count for levels when they come.
    """

    hexes: frozenset[int]
    price: float
    goal: Goal | None = None
    levels: tuple[tuple[float, float], ...] = ()
    called: frozenset[int] = frozenset()
