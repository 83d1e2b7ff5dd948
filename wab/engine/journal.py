"""The journal read by people: every record told in sentences, turn by turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from wab.engine.events import Event
from wab.engine.game import Record, Setup
from wab.engine.system import Outcome, System
from wab.engine.text import Text
from wab.engine.view import side_of


class Line(msgspec.Struct, frozen=True):
    """An event and its sentence, with the turn and the seat (None before and after play) that it belongs to."""

    turn: int
    seat: str | None
    event: Event
    text: Text

    @property
    def side(self) -> str | None:
        """The side whose doing it is; None before and after play."""
        return None if self.seat is None else side_of(self.seat)


def lasting(records: Iterable[Record]) -> list[Record]:
    """The records of a journal without those that were taken back, and without the taking back."""
    kept: list[Record] = []
    for record in records:
        if record.undo:
            kept.pop()
        else:
            kept.append(record)
    return kept


class Narrator:
    """Tells a game of any system from its start, record by record; it follows with a state of its own."""

    def __init__(self, system: System[Any], setup: Setup) -> None:
        self._system = system
        self._state = system.new_state(setup.scenario, setup.seed, setup.options)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, None while it goes on."""
        return self._system.outcome(self._state)

    def tell(self, record: Record) -> Iterator[Line]:
        """The sentences of a record that lasts (see `lasting`); ask for all of them before the next record."""
        for event in record.events:
            actor = self._system.to_act(self._state)
            self._system.apply(self._state, event)
            text = self._system.describe(self._state, event)
            if text is not None:
                yield Line(self._system.turn(self._state), actor, event, text)
