"""Events: the record that a journal keeps and that a replay applies without dice and without players."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, TypeVar

import msgspec

from wab.engine.words.text import Text

S = TypeVar("S")


class Event(msgspec.Struct, frozen=True, tag_field="event"):
    """Base of all events. `final` events cannot be taken back: dice, new knowledge, the end of a side's play."""

    final: ClassVar[bool] = False


Changes = Mapping[type[Event], Callable[[S, Any], None]]
"""The changes that each kind of event makes in a state, by its type."""


def change_of(changes: Changes[S], event: Event) -> Callable[[S, Any], None]:
    """Return what an event changes; TypeError for an event that is not of the system."""
    try:
        return changes[type(event)]
    except KeyError:
        raise TypeError(f"{type(event).__name__} is not an event of this system") from None


class Rolled(Event, frozen=True, tag="rolled"):
    """Dice were rolled: `results` are draws number `first`, `first` + 1... of `stream`, each from 1 to `faces`."""

    final: ClassVar[bool] = True

    stream: str
    purpose: Text
    faces: int
    first: int
    results: tuple[int, ...]

    @property
    def total(self) -> int:
        """Sum of the faces shown."""
        return sum(self.results)
