"""One game being played: it asks the rules, applies what happens, keeps the journal, takes moves back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec

from wab.engine.errors import IllegalOrder, NothingToUndo
from wab.engine.events import Event, Rolled
from wab.engine.orders import LegalOrders, Order, Refusal
from wab.engine.system import GameState, Outcome, System
from wab.engine.text import Text
from wab.engine.view import View, side_of

S = TypeVar("S", bound=GameState)


class Record(msgspec.Struct, frozen=True):
    """One line of the journal: an order (None for the opening) and what came of it; or the last one taken back."""

    order: Order | None
    events: tuple[Event, ...]
    digest: str
    undo: bool = False


class Setup(msgspec.Struct, frozen=True):
    """What a game was started with: enough to start it again."""

    system: str
    scenario: str
    seed: int
    options: dict[str, Any] = {}


class Game(Generic[S]):
    """A game of any system. `observers` are the seats for which it keeps what they saw happen (`seen`)."""

    def __init__(self, system: System[S], setup: Setup, state: S, *, observers: Iterable[str] = ()) -> None:
        self.system = system
        self.setup = setup
        self.journal: list[Record] = []
        self.seen: dict[str, list[tuple[int, Event]]] = {seat: [] for seat in sorted(observers)}
        self._state = state
        self._past: list[tuple[S, dict[str, int], int]] = []
        self._barrier: Refusal | None = _NOTHING_PLAYED
        self._version = 0
        self._views: dict[str, tuple[int, View]] = {}

    @classmethod
    def start(cls, system: System[S], setup: Setup, *, observers: Iterable[str] = ()) -> Game[S]:
        """Start a scenario and let its opening happen. UsageError when scenario or options are not known."""
        game = cls(system, setup, system.new_state(setup.scenario, setup.seed, setup.options), observers=observers)
        game._happen(None, system.open(game._state))
        game._forget_past(_NOTHING_PLAYED)
        return game

    @property
    def state(self) -> S:
        """The truth. For rules, saves and tests; windows and players get a `view`."""
        return self._state

    @property
    def version(self) -> int:
        """A number that changes whenever the state does."""
        return self._version

    @property
    def seats(self) -> tuple[str, ...]:
        """Everybody who decides in this game: the sides, unless several players lead one."""
        return self.system.seats(self._state)

    @property
    def to_act(self) -> str | None:
        """The seat that must decide now; None when the game is over."""
        return self.system.to_act(self._state)

    @property
    def turn(self) -> int:
        """Number of the current turn, from 1."""
        return self.system.turn(self._state)

    @property
    def phase(self) -> str:
        """Name of what is being decided now."""
        return self.system.phase(self._state)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, None while it goes on."""
        return self.system.outcome(self._state)

    def view(self, seat: str) -> View:
        """What a seat may know now; UsageError when there is no such seat."""
        cached = self._views.get(seat)
        if cached is None or cached[0] != self._version:
            cached = (self._version, self.system.view(self._state, seat))
            self._views[seat] = cached
        return cached[1]

    def legal_orders(self, unit: int | None = None) -> LegalOrders:
        """The orders of the seat to act, judged by what it knows: legality gives no hidden fact away."""
        seat = self.to_act
        if seat is None:
            return LegalOrders(lambda: (), lambda order: _GAME_OVER)
        return self.view(seat).legal_orders(unit)

    def why_not(self, order: Order) -> Refusal | None:
        """None if the order is legal, else a sentence and the clause ids."""
        seat = self.to_act
        return _GAME_OVER if seat is None else self.view(seat).why_not(order)

    def play(self, order: Order) -> tuple[Event, ...]:
        """Carry out an order and return what happened, dice included. IllegalOrder when the rules refuse it."""
        if refusal := self.why_not(order):
            raise IllegalOrder(refusal)
        return self._carry_out(order)

    def _carry_out(self, order: Order) -> tuple[Event, ...]:
        before, actor = self._state.copy(), self.to_act
        marks = {seat: len(seen) for seat, seen in self.seen.items()}
        events = self._happen(order, self.system.execute(self._state, order))
        if any(event.final for event in events):
            self._forget_past(_FINAL)
        elif self.to_act != actor:
            self._forget_past(_OTHER_SIDE if side_of(self.to_act or "") != side_of(actor or "") else _OTHER_SEAT)
        else:
            self._past.append((before, marks, len(self.journal) - 1))
            self._barrier = None
        return events

    def _happen(self, order: Order | None, happenings: Iterator[Event]) -> tuple[Event, ...]:
        events: list[Event] = []
        for event in happenings:
            self._apply(event)
            events.append(event)
        self._version += 1
        self.journal.append(Record(order, tuple(events), self.digest()))
        return tuple(events)

    def _apply(self, event: Event) -> None:
        before = self._state.copy() if self.seen else None
        self.system.apply(self._state, event)
        if before is None or isinstance(event, Rolled):
            return
        for seat, seen in self.seen.items():
            witnessed = self.system.witnessed(before, event, self._state, seat)
            if witnessed is not None:
                seen.append((len(self.journal), witnessed))

    def repeat(self, record: Record) -> None:
        """Let a record of another game's journal happen again: no dice, no choice. ValueError when it does not fit."""
        if record.undo:
            self._take_back()
            return
        before, actor = self._state.copy(), self.to_act
        marks = {seat: len(seen) for seat, seen in self.seen.items()}
        self._happen(record.order, iter(record.events))
        if record.order is None or any(event.final for event in record.events) or self.to_act != actor:
            self._forget_past(_FINAL)
        else:
            self._past.append((before, marks, len(self.journal) - 1))
            self._barrier = None

    def why_not_undo(self) -> Refusal | None:
        """None if the last order can be taken back, else why not."""
        return None if self._past else (self._barrier or _NOTHING_PLAYED)

    def undo(self) -> Order | None:
        """Take back the last order and return it. NothingToUndo, with the reason, when it cannot be taken back."""
        if refusal := self.why_not_undo():
            raise NothingToUndo(refusal)
        order = self.journal[self._past[-1][2]].order
        self._take_back()
        return order

    def _take_back(self) -> None:
        if not self._past:
            raise ValueError("there is nothing to take back")
        self._state, marks, _ = self._past.pop()
        for seat, seen in self.seen.items():
            del seen[marks[seat] :]
        self._version += 1
        self.journal.append(Record(None, (), self.digest(), undo=True))

    def _forget_past(self, why: Refusal) -> None:
        self._past.clear()
        self._barrier = why

    def digest(self) -> str:
        """Hash of the whole state, 32 hexadecimal digits: equal games have equal digests on any machine."""
        return blake2b(self.system.encode(self._state), digest_size=16).hexdigest()

    def save(self, path: str | Path) -> None:
        """Write the whole game to a file. SaveError when that fails; a file that was there is then left as it was."""
        from wab.engine.saves import save_game  # saves read and write games: they stand above

        save_game(self, Path(path))

    def copy(self) -> Game[S]:
        """An independent game at the same point, with the same journal and nothing to undo."""
        twin = Game(self.system, self.setup, self._state.copy())
        twin.journal = list(self.journal)
        return twin


_NOTHING_PLAYED = Refusal(Text("There is nothing to take back yet."), code="nothing-played")
_FINAL = Refusal(
    Text("Dice were rolled, something new was seen or play was passed on: that cannot be taken back."), code="final"
)
_OTHER_SIDE = Refusal(Text("The other side has to decide now: that cannot be taken back."), code="other-side")
_OTHER_SEAT = Refusal(
    Text("Another player of your side has to decide now: that cannot be taken back."), code="other-seat"
)
_GAME_OVER = Refusal(Text("The game is over."), code="game-over")
