"""The story of a game that lies elsewhere, made of the entries of its seat. It needs no seed and no truth."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import msgspec

from wab.engine.history.chronicle import MOMENTS, PlayedTurn
from wab.engine.history.journal import Line
from wab.engine.history.scenes import Moment
from wab.engine.history.telling import NOTHING, Back, Entry, Over, Saw, TurnBegan
from wab.engine.history.verdict import verdict_on
from wab.engine.kernel.events import Event
from wab.engine.kernel.system import System
from wab.engine.kernel.values import Outcome
from wab.engine.kernel.view import View


class _Step(NamedTuple):
    """The parts that an entry has added, so that it can be taken back."""

    line: bool
    moment: bool
    turn: bool


class Story:
    """The lines and turns of a seat, as `Chronicle` has them for a game that lies here; `began` of a turn is a view."""

    def __init__(self, system: System[Any], seat: str) -> None:
        self.seat = seat
        self.lines: list[Line] = []
        self.turns: list[PlayedTurn] = []
        self.outcome: Outcome | None = None
        self._system = system
        self._event = msgspec.json.Decoder(system.event_types)
        self._steps: list[_Step] = []
        self._moments: dict[int, msgspec.Raw] = {}

    def take(self, entries: Iterable[Entry]) -> list[tuple[Event, str | None]]:
        """Take in entries; return the events seen, each with the seat that decided then."""
        seen: list[tuple[Event, str | None]] = []
        for entry in entries:
            match entry:
                case Saw():
                    seen.append((self._see(entry), entry.seat))
                case Back(count):
                    gone = self._go_back(count)
                    del seen[max(len(seen) - gone, 0) :]
                case TurnBegan():
                    self._begin(entry)
                case Over(outcome, view):
                    self.outcome = outcome
                    self._judge(view)
        return seen

    def known_before(self, event: Event) -> View | None:
        """Return the seat's knowledge just before it saw something happen; None for what is long past."""
        raw = self._moments.get(id(event))
        return None if raw is None else self._view(raw)

    def _see(self, entry: Saw) -> Event:
        event: Event = self._event.decode(entry.event)
        if not self.turns:  # the first entry begins a turn; a list that does not is a server's fault
            raise ValueError("something was seen before the first turn began")
        self.turns[-1].moments.append(Moment(event, entry.seat, entry.text))
        if entry.text is not None:
            self.lines.append(Line(entry.turn, entry.seat, event, entry.text))
        if bytes(entry.before) != bytes(NOTHING):
            self._moments[id(event)] = entry.before
            if len(self._moments) > MOMENTS:
                del self._moments[next(iter(self._moments))]
        self._steps.append(_Step(entry.text is not None, True, False))
        return event

    def _begin(self, entry: TurnBegan) -> None:
        if bytes(entry.ended) != bytes(NOTHING):
            self._judge(entry.ended)
        self.turns.append(PlayedTurn(entry.turn, self._view(entry.began)))
        self._steps.append(_Step(False, False, True))

    def _judge(self, ended: msgspec.Raw) -> None:
        if self.turns and (played := self.turns[-1]).turn > 0:
            played.verdict = verdict_on(self._system, played.turn, played.began, self._view(ended), played.seen)

    def _go_back(self, count: int) -> int:
        """Take the last entries back; return how many events were among them."""
        gone = 0
        for _each in range(min(count, len(self._steps))):
            step = self._steps.pop()
            gone += step.moment
            if step.turn:
                self.turns.pop()
                self.turns[-1].verdict = None
            if step.moment:
                self.turns[-1].moments.pop()
            if step.line:
                self.lines.pop()
        return gone

    def _view(self, raw: msgspec.Raw) -> View:
        return self._system.decode_view(bytes(raw))
