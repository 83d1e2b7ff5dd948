"""Turn tables of reinforcements: an entry says from which turn on a reinforcement may come."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol


class Timed(Protocol):
    """An entry of a turn table."""

    @property
    def turn(self) -> int:
        """The first turn on which the reinforcement may come."""
        ...


class Timetable(Protocol):
    """Entries by the number of a reinforcement."""

    def __getitem__(self, number: int, /) -> Timed:
        """Return the entry of a reinforcement."""
        ...


def due(table: Timetable, waiting: Iterable[int], turn: int) -> tuple[int, ...]:
    """Return the waiting reinforcements that may come on a turn: those of the turn, and those that were held back."""
    return tuple(number for number in waiting if table[number].turn <= turn)


def to_come(table: Timetable, waiting: Iterable[int], turn: int) -> tuple[int, ...]:
    """Return the waiting reinforcements that cannot come yet: they are certainly off the map."""
    return tuple(number for number in waiting if table[number].turn > turn)
