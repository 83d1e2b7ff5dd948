"""One game being played: it asks the rules, applies what happens, keeps the journal, takes moves back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from operator import index
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

from msgspec.structs import replace

from wab.engine.files.safe_json import DIGITS
from wab.engine.kernel.events import Event, Rolled
from wab.engine.kernel.orders import IllegalOrder, LegalOrders, NothingToUndo, Order, Refusal
from wab.engine.kernel.system import GameState, System
from wab.engine.kernel.values import DRAW, UNDO, Outcome, Record, Setup, digest_of, side_of
from wab.engine.kernel.view import View
from wab.engine.kernel.writer import write_save
from wab.engine.words.errors import UsageError, no_such_option, no_such_side, not_a_value
from wab.engine.words.text import N_, Text

S = TypeVar("S", bound=GameState)


def whole_seed(seed: object) -> int:
    """A seed as a plain integer: any whole number that a save can hold. UsageError for everything else."""
    try:
        return _whole(seed)
    except TypeError:
        raise UsageError(Text("A seed is a whole number, not {value}.", {"value": repr(seed)})) from None


def _whole(value: Any) -> int:
    """A whole number of any type as a plain integer. TypeError for what is none, UsageError for too long a number."""
    number = int(index(value))
    if abs(number) >= 10**DIGITS:
        raise UsageError(Text("A number has at most {digits} digits.", {"digits": DIGITS}))
    return number


def plain_setup(system: System[Any], setup: Setup) -> Setup:
    """Return what a game is started with, of plain texts and integers: exactly what its save gives back.

    UsageError for a value that no save can hold.
    """
    if not isinstance(setup.options, Mapping):
        raise UsageError(Text("Options are names with values, not {value}.", {"value": repr(setup.options)}))
    options: dict[str, Any] = {}
    for name, value in setup.options.items():
        if not isinstance(name, str):
            raise UsageError(no_such_option(name, system.choices))
        options[str.__str__(name)] = _plain_value(system, name, value)
    return Setup(str.__str__(setup.system), str.__str__(setup.scenario), whole_seed(setup.seed), options)


def _plain_value(system: System[Any], name: str, value: Any) -> str | int:
    if isinstance(value, str):
        return str.__str__(value)
    try:
        return _whole(value)
    except TypeError:
        known = system.choices
        told = not_a_value(name, value, known[name]) if name in known else no_such_option(name, known)
        raise UsageError(told) from None


class _Past(NamedTuple, Generic[S]):
    """The moment to which an order is taken back: the state, what each observer had seen, the record of the order.

    `shown`: the order showed its side something new, which bars the way back unless undo is lenient.
    """

    state: S
    marks: dict[str, int]
    record: int
    shown: Refusal | None


class Game(Generic[S]):
    """A game of any system. `observers` are the seats for which it keeps what they saw happen (`seen`).

    The number of an event that was seen is its place in that list, an observer's own count. How many records the
    journal has, or how often the state has changed, counts what others did in secret: no observer is given either.
    """

    def __init__(self, system: System[S], setup: Setup, state: S, *, observers: Iterable[str] = ()) -> None:
        self.system = system
        self.setup = setup
        self.journal: list[Record] = []
        self.seen: dict[str, list[Event]] = {seat: [] for seat in _seats_among(system.seats(state), observers)}
        self._state = state
        self._past: list[_Past[S]] = []
        self._barrier: Refusal = _NOTHING_PLAYED
        self._version = 0
        self._views: dict[str, tuple[int, View]] = {}
        self._data = ""
        self._conceded: Outcome | None = None
        self.began: S | None = None
        """The start of a game that is made up (`made_up`); None for a game that begins with its scenario."""

    @classmethod
    def made_up(cls, view: View, seed: int, options: dict[str, str] | None = None) -> Game[Any]:
        """Return a game that a seat cannot tell from the true game: the seed makes up all that its view does not know.

        The seed must not follow from the seed of the true game, which would give its dice away. `options` replace the
        options that the rules know.
        """
        setup, state = view.sample(seed)
        game: Game[Any] = Game(view.rules, setup if options is None else replace(setup, options=options), state)
        game.began = state.copy()
        return game

    @classmethod
    def start(cls, system: System[S], setup: Setup, *, observers: Iterable[str] = ()) -> Game[S]:
        """Start a scenario and let its opening happen. UsageError for a scenario, seed or option that is none."""
        setup = plain_setup(system, setup)
        _check_undo(system, setup)
        state = system.new_state(setup.scenario, setup.seed, setup.rule_options)
        game = cls(system, setup, state, observers=observers)
        game._happen(None, system.open(game._state))
        game._forget_past(_NOTHING_PLAYED)
        return game

    @property
    def state(self) -> S:
        """The truth. For rules, saves and tests; windows and players get a `view`."""
        return self._state

    @property
    def data(self) -> str:
        """Digest of the data files with which the game began, as far as it knows; otherwise of the data files on the
        disk.
        """
        return self._data or self.system.data_digest()

    def remember_data(self, digest: str) -> None:
        """The game began with these data files, even if others lie there now: its saves continue to say so."""
        self._data = digest

    @property
    def version(self) -> int:
        """A number that changes whenever the state does: for caches. It counts secret orders, and no view shows it."""
        return self._version

    @property
    def seats(self) -> tuple[str, ...]:
        """Every seat that decides in this game: the sides, unless several players lead one."""
        return self.system.seats(self._state)

    @property
    def to_act(self) -> str | None:
        """The seat that must decide now; None when the game is over."""
        return None if self.resigned else self.system.to_act(self._state)

    @property
    def resigned(self) -> str:
        """The side that has given the game up, DRAW if all have agreed on one, "" if none has."""
        return self.journal[-1].resigned if self.journal else ""

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
        """Return how the game ended, None while it goes on."""
        if self.resigned and self._conceded is None:
            self._conceded = self.system.conceded(self._state, self.resigned)
        return self._conceded or self.system.outcome(self._state)

    def view(self, seat: str) -> View:
        """Return what a seat may know now; UsageError when there is no such seat."""
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

    def resign(self, side: str) -> None:
        """A side gives the game up, in its own turn or not: the game is over. The state stays as it is.

        UsageError when there is no such side, IllegalOrder when the game is over.
        """
        if side not in self.system.sides:
            raise UsageError(no_such_side(side, self.system.sides))
        self._end(side)

    def agree_on_draw(self) -> None:
        """All sides end the game as a draw. The state stays as it is. IllegalOrder when the game is over."""
        self._end(DRAW)

    def end_as(self, resigned: str) -> None:
        """End the game as a record says: a side gives it up, or DRAW."""
        if resigned == DRAW:
            self.agree_on_draw()
        else:
            self.resign(resigned)

    def _end(self, resigned: str) -> None:
        if self.outcome is not None:
            raise IllegalOrder(_GAME_OVER)
        self._forget_past(_GAME_OVER if resigned == DRAW else _RESIGNED)
        self._version += 1
        self.journal.append(Record(None, (), self.digest(), resigned=resigned))

    def _carry_out(self, order: Order) -> tuple[Event, ...]:
        before, actor, marks = self._state.copy(), self.to_act, self._marks()
        events = self._happen(order, self.system.execute(self._state, order))
        self._remember(before, actor, marks, events)
        return events

    def _marks(self) -> dict[str, int]:
        return {seat: len(seen) for seat, seen in self.seen.items()}

    def _remember(self, before: S, actor: str | None, marks: dict[str, int], events: tuple[Event, ...]) -> None:
        """Keep what the last order is taken back to, or bar the way back to it and to all before it."""
        shown = self.system.reveals(before, events, self._state, actor) if actor is not None else None
        if (barrier := self._why_final(actor, events, shown)) is not None:
            self._forget_past(barrier)
        else:
            self._past.append(_Past(before, marks, len(self.journal) - 1, shown))

    def _why_final(self, actor: str | None, events: tuple[Event, ...], shown: Refusal | None) -> Refusal | None:
        """Return why the last order cannot be taken back under any kind of undo; None if it can be."""
        if any(isinstance(event, Rolled) for event in events):
            return _ROLLED
        passed_on = self.to_act != actor
        if any(event.final for event in events):
            return shown if shown is not None and not passed_on else _FINAL
        if not passed_on:
            return None
        return _OTHER_SIDE if side_of(self.to_act or "") != side_of(actor or "") else _OTHER_SEAT

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
                seen.append(witnessed)

    def repeat(self, record: Record) -> None:
        """Let a record of another game's journal happen again: no dice, no choice. ValueError when it does not fit."""
        if self.resigned:
            raise ValueError("a record follows the end of the game")
        if record.resigned:
            if self.outcome is not None or record.order or record.events or record.undo:
                raise ValueError("a side resigns once, and does nothing else with that record")
            self.end_as(record.resigned)
            return
        if record.undo:
            self._take_back()
            return
        before, actor, marks = self._state.copy(), self.to_act, self._marks()
        events = self._happen(record.order, iter(record.events))
        if record.order is None:
            self._forget_past(_NOTHING_PLAYED)
        else:
            self._remember(before, actor, marks, events)

    def why_not_undo(self, *, strict: bool = False) -> Refusal | None:
        """None if the last order can be taken back, else why not.

        An order that showed its side something new is final, unless the game is one with lenient undo; `strict` asks
        by the strict rule in any game.
        """
        if not self._past:
            return self._barrier
        return self._past[-1].shown if strict or not self.setup.lenient_undo else None

    def undo(self) -> Order | None:
        """Take back the last order and return it. NothingToUndo, with the reason, when it cannot be taken back."""
        if refusal := self.why_not_undo():
            raise NothingToUndo(refusal)
        order = self.journal[self._past[-1].record].order
        self._take_back()
        return order

    def _take_back(self) -> None:
        if not self._past:
            raise ValueError("there is nothing to take back")
        self._state, marks, _, _ = self._past.pop()
        for seat, seen in self.seen.items():
            del seen[marks[seat] :]
        self._version += 1
        self.journal.append(Record(None, (), self.digest(), undo=True))

    def _forget_past(self, why: Refusal) -> None:
        self._past.clear()
        self._barrier = why

    def digest(self) -> str:
        """Hash of the whole state, 32 hexadecimal digits: equal games have equal digests on any machine."""
        return digest_of(self.system.encode(self._state))

    @property
    def snapshot(self) -> bytes | None:
        """The bytes of the state from which a load may begin. None if an undo could still leave that state."""
        return self.system.encode(self._state) if self.journal and self.why_not_undo() is not None else None

    def save(self, path: str | Path) -> None:
        """Write the whole game to a file. SaveError when that fails; a file that was there is then left as it was."""
        write_save(Path(path), self.setup, self.data, self.journal, self.snapshot)

    def copy(self) -> Game[S]:
        """An independent game at the same point, with the same journal and nothing to undo."""
        twin = Game(self.system, self.setup, self._state.copy())
        twin.journal = list(self.journal)
        return twin


def _seats_among(seats: tuple[str, ...], observers: Iterable[str]) -> list[str]:
    """The observers in a fixed order. UsageError for one that is no seat."""
    named = list(observers)
    for name in named:
        if name not in seats:
            raise UsageError(no_such_side(name, seats))
    return sorted(named)


def _check_undo(system: System[Any], setup: Setup) -> None:
    """UsageError if another way of undo was chosen than the system offers."""
    values = system.choices.get(UNDO, ())
    if (value := setup.options.get(UNDO)) is None or value in values:
        return
    if not values:
        message = N_("{scenario} has no option {option}: no order of it is scouting.")
        raise UsageError(Text(message, {"scenario": setup.scenario, "option": repr(UNDO)}))
    raise UsageError(not_a_value(UNDO, value, values))


_NOTHING_PLAYED = Refusal(Text("There is nothing to take back yet."), code="nothing-played")
_FINAL = Refusal(
    Text("Dice were rolled, something new was seen or play was passed on: that cannot be taken back."), code="final"
)
_ROLLED = Refusal(Text("Dice were rolled: that cannot be taken back."), code="final")
_OTHER_SIDE = Refusal(Text("The other side has to decide now: that cannot be taken back."), code="other-side")
_OTHER_SEAT = Refusal(
    Text("Another player of your side has to decide now: that cannot be taken back."), code="other-seat"
)
_RESIGNED = Refusal(Text("The game was given up: that cannot be taken back."), code="final")
_GAME_OVER = Refusal(Text("The game is over."), code="game-over")
