"""The journal read by people: every record told in sentences, turn by turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from wab.engine.kernel.events import Event
from wab.engine.kernel.system import System
from wab.engine.kernel.values import Outcome, Record, Setup, side_of
from wab.engine.words.text import Text


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
    """The records of a journal, without the records that were taken back and without the taking back."""
    kept: list[Record] = []
    for record in records:
        if record.undo:
            kept.pop()
        else:
            kept.append(record)
    return kept


class Narrator:
    """Tells a game of any system from its start, record by record; it follows with a state of its own.

    By the whole truth, or, where `seats` are named, by what all of them know: it tells a sentence only if each of them
    would read the same words when it happens.
    """

    def __init__(self, system: System[Any], setup: Setup, seats: Sequence[str] | None = None) -> None:
        self._system, self._seats = system, seats
        self._state = system.new_state(setup.scenario, setup.seed, setup.rule_options)
        self._resigned = ""

    @property
    def outcome(self) -> Outcome | None:
        """Return how the game ended, None while it goes on."""
        if self._resigned:
            return self._system.conceded(self._state, self._resigned)
        return self._system.outcome(self._state)

    def tell(self, record: Record) -> Iterator[Line]:
        """The sentences of a record that lasts (see `lasting`); ask for all of them before the next record."""
        self._resigned = record.resigned
        for event in record.events:
            actor = self._system.to_act(self._state)
            for known, text in self._happen(event):
                yield Line(self._system.turn(self._state), actor, known, text)

    def _happen(self, event: Event) -> Iterator[tuple[Event, Text]]:
        """Apply an event, and return the event as this narrator tells it, with its sentence, or nothing."""
        before = self._state if self._seats is None else self._state.copy()
        self._system.apply(self._state, event)
        if self._seats is None:
            text = self._system.describe(self._state, event)
            told = [] if text is None else [(event, text)]
        else:
            told = _common([tell_to(self._system, seat, before, event, self._state) for seat in self._seats])
        yield from told


Told = tuple[Event, Text]
"""An event as a seat sees it, and its sentence."""


def tell_to(system: System[Any], seat: str, before: Any, event: Event, after: Any) -> Told | None:
    """An event as a seat sees it happen, in the words that it knows; None when it sees nothing worth a sentence."""
    seen = system.witnessed(before, event, after, seat)
    text = None if seen is None else system.describe(system.view(after, seat), seen)
    return None if seen is None or text is None else (seen, text)


def _common(told: Sequence[Told | None]) -> list[Told]:
    """Return the first of several accounts if all of them are the same."""
    first = told[0] if told else None
    return [first] if first is not None and all(other == first for other in told) else []
