"""Retreats that cost the fewest steps: ways hex by hex, and a stack that splits where that saves steps.

A rule says which hex may follow which, and what a way costs a group of units that goes it.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from typing import Generic, TypeVar

from wab.hexes import DIRECTIONS

W = TypeVar("W")
Group = tuple[int, ...]


def further(way: W, step: Callable[[W, int], W | None]) -> Iterator[W]:
    """Return a way with one more hex, for each direction in which `step` lets it go on."""
    for direction in range(len(DIRECTIONS)):
        found = step(way, direction)
        if found is not None:
            yield found


def walks(way: W, length: int, step: Callable[[W, int], W | None]) -> Iterator[W]:
    """Return every way that is up to `length` hexes longer; a shorter way comes before the ways that continue it."""
    if length:
        for found in further(way, step):
            yield found
            yield from walks(found, length - 1, step)


class FewestLosses(Generic[W]):
    """The ways of a stack, and the fewest steps that it can lose if it splits as it likes. `steps` by unit."""

    def __init__(self, steps: Mapping[int, int]) -> None:
        self.steps = steps
        self.units: Group = tuple(steps)
        self._ways: dict[Group, list[W]] = {}
        self._least: dict[Group, int] = {(): 0}

    @abstractmethod
    def open_ways(self, group: Group) -> list[W]:
        """Return the ways that all units of a group can go together."""

    @abstractmethod
    def loss(self, group: Group, way: W) -> int:
        """Return the number of steps that a group loses on a way."""

    def total(self, group: Group) -> int:
        """Return all steps of a group: it loses them if it is eliminated."""
        return sum(self.steps[unit] for unit in group)

    def ways(self, group: Group) -> list[W]:
        """Return the ways on which some of a group survive."""
        if group not in self._ways:
            self._ways[group] = [way for way in self.open_ways(group) if self.loss(group, way) < self.total(group)]
        return self._ways[group]

    def least(self, group: Group) -> int:
        """Return the fewest steps that units lose in the best split: each part goes its way or is eliminated."""
        if group not in self._least:
            self._least[group] = min(self._choices(group))
        return self._least[group]

    def _choices(self, group: Group) -> Iterator[int]:
        first, others = group[0], group[1:]
        yield self.steps[first] + self.least(others)
        for count in range(len(others) + 1):
            for more in combinations(others, count):
                party = (first, *more)
                if ways := self.ways(party):
                    rest = tuple(unit for unit in others if unit not in more)
                    yield min(self.loss(party, way) for way in ways) + self.least(rest)

    def allows(self, group: Group, way: W | None) -> bool:
        """Check if a group may go a way (None: be eliminated) while the whole stack still loses the fewest steps."""
        rest = tuple(unit for unit in self.units if unit not in group)
        lost = self.total(group) if way is None else self.loss(group, way)
        return lost + self.least(rest) == self.least(self.units)

    @property
    def hopeless(self) -> bool:
        """Check if every choice of the owner loses all units."""
        return self.least(self.units) == self.total(self.units)
