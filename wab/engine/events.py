"""What happened: the record that a journal keeps and that a replay applies without dice and without players."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from wab.engine.text import Text


class Event(msgspec.Struct, frozen=True, tag_field="event"):
    """Base of all events. `final` events cannot be taken back: dice, new knowledge, the end of a side's play."""

    final: ClassVar[bool] = False


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
