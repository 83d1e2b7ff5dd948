"""Turn tables of reinforcements: an entry says from which turn on something may come; it waits until it does."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol


class Timed(Protocol):
    """An entry of a turn table."""

    @property
    def turn(self) -> int:
        """The first turn on which it may come."""
        ...


class Timetable(Protocol):
    """Entries by the number of what comes."""

    def __getitem__(self, number: int, /) -> Timed:
        """The entry of a number."""
        ...


def due(table: Timetable, waiting: Iterable[int], turn: int) -> tuple[int, ...]:
    """Those who wait and may come on a turn: its own, and those that were held back."""
    return tuple(number for number in waiting if table[number].turn <= turn)


def to_come(table: Timetable, waiting: Iterable[int], turn: int) -> tuple[int, ...]:
    """Those who wait and cannot come yet: they are known to be off the map."""
    return tuple(number for number in waiting if table[number].turn > turn)
