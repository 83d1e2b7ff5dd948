"""The news of each seat when the players do not sit at one screen: lists that only grow, one for each seat.

The seat that decides has its news at once. All others have theirs in one batch, when the decision passes on. An order
that is taken back before that is an entry in the list of its own seat alone: no other list has it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

import msgspec

from wab.engine.kernel.events import Event
from wab.engine.kernel.game import Game
from wab.engine.kernel.values import Outcome, Record
from wab.engine.kernel.view import View
from wab.engine.words.text import Text

NOTHING = msgspec.Raw(b"null")
"""In the place of a view that is not there."""

_encode = msgspec.json.Encoder(order="deterministic").encode


class Saw(msgspec.Struct, frozen=True, tag="saw", tag_field="kind"):
    """An event as the seat saw it, its sentence, and its turn. `seat` decided then, `before` is what was known before.

    `before` is NOTHING where it is kept no longer.
    """

    event: msgspec.Raw
    text: Text | None
    turn: int
    seat: str | None
    before: msgspec.Raw = NOTHING


class Back(msgspec.Struct, frozen=True, tag="back", tag_field="kind"):
    """The seat has taken an order back: the last `count` entries that still stand no longer hold."""

    count: int


class TurnBegan(msgspec.Struct, frozen=True, tag="turn", tag_field="kind"):
    """A turn begins with the view `began`; `ended` is the view at the end of the turn before, NOTHING in the
    first."""

    turn: int
    ended: msgspec.Raw
    began: msgspec.Raw


class Over(msgspec.Struct, frozen=True, tag="over", tag_field="kind"):
    """The game is over; `view` is the last view."""

    outcome: Outcome
    view: msgspec.Raw


Entry: TypeAlias = Saw | Back | TurnBegan | Over
_COUNTED = Back(0)
"""In the place of an old entry that is not needed again."""


class _Place(NamedTuple):
    """The place to which an order is taken back: the state there, and how many entries stood in each list."""

    state: Any
    seat: str | None
    stood: int
    held: dict[str, int]


class _Known:
    """The view of a state, and its bytes as soon as they are needed."""

    def __init__(self, state: Any, view: View) -> None:
        self.state, self.view = state, view

    @cached_property
    def encoded(self) -> msgspec.Raw:
        return msgspec.Raw(self.view.encode())


class Telling:
    """Follows a game and makes the list of each of the `seats`. `views` are the views that go with it.

    It sets in at `state`, behind the first `records` of the journal, where nothing is held back: at a place where the
    decision has passed on. `told` has the length of each list there.
    """

    def __init__(
        self,
        game: Game[Any],
        seats: Iterable[str],
        *,
        state: Any = None,
        records: int = 0,
        told: Mapping[str, int] | None = None,
    ) -> None:
        setup = game.setup
        self._game, self._system = game, game.system
        self._state = game.system.new_state(setup.scenario, setup.seed, setup.rule_options) if state is None else state
        self.seats = tuple(seats)
        self.told = {seat: (told or {}).get(seat, 0) for seat in self.seats}
        self._known: dict[str, _Known] = {}
        self.views = {seat: self._view(seat) for seat in self.seats}
        self._held: dict[str, list[Entry]] = {seat: [] for seat in self.seats}
        self._stood = dict.fromkeys(self.seats, 0)
        self._followed = records
        self._at_beginning = state is None
        self._past: list[_Place] = []
        self._fresh: dict[str, list[Entry]] = {}
        self._counted: frozenset[str] = frozenset()

    @property
    def holds_back(self) -> bool:
        """Something is held back from a seat, or an order can still be taken back."""
        return bool(self._past) or any(self._held.values())

    def catch_up(self) -> None:
        """Take in the records since the decision has passed on. `told` counts all entries that lists have already.

        Only the entries that are held back are made.
        """
        told = dict(self.told)
        self._counted = frozenset(filter(None, [self._to_act]))
        self._follow(len(self._game.journal))
        self.views |= {seat: self._view(seat) for seat in self._counted if seat in self.views}
        self._counted = frozenset()
        self.told = told

    def follow(self) -> dict[str, list[Entry]]:
        """Take in the records that are new, and return the entries that are new in each list."""
        return self._follow(len(self._game.journal))

    def _follow(self, until: int) -> dict[str, list[Entry]]:
        self._fresh = {seat: [] for seat in self.seats}
        for record in self._game.journal[self._followed : until]:
            if record.undo:
                self._take_back()
            else:
                self._take_in(record)
            self._followed += 1
        for seat, entries in self._fresh.items():
            self.told[seat] += len(entries)
        return self._fresh

    @property
    def _to_act(self) -> str | None:
        return self._system.to_act(self._state)

    def _view(self, seat: str, state: Any = None) -> msgspec.Raw:
        return self._knows(seat, self._state if state is None else state).encoded

    def _knows(self, seat: str, state: Any) -> _Known:
        """Return what a seat knows in a state: the view after an event is the view before the next."""
        known = self._known.get(seat)
        if known is None or known.state is not state:
            known = self._known[seat] = _Known(state, self._system.view(state, seat))
        return known

    def _take_in(self, record: Record) -> None:
        actor = self._to_act if record.order is not None else None
        place = _Place(self._state, actor, self._stood.get(actor or "", 0), self._lengths())
        if self._at_beginning and record.order is None and not record.resigned:
            self._tell_all(lambda seat: TurnBegan(self._system.turn(self._state), NOTHING, self._view(seat)))
        self._at_beginning = False
        for event in record.events:
            self._happen(event)
        outcome = self._system.conceded(self._state, record.resigned) if record.resigned else None
        outcome = outcome or self._system.outcome(self._state)
        if outcome is not None:
            self._tell_all(lambda seat: Over(outcome, self._view(seat)))
        passed_on = actor is None or outcome is not None or self._to_act != actor
        self._release(self.seats if passed_on else [seat for seat in self.seats if seat == actor])
        # The limits of the game's own undo.
        if passed_on or any(event.final for event in record.events):
            self._past.clear()
        else:
            self._past.append(place)

    def _lengths(self) -> dict[str, int]:
        return {seat: len(held) for seat, held in self._held.items()}

    def _happen(self, event: Event) -> None:
        before, actor = self._state, self._to_act
        self._state = before.copy()  # a state that is behind us stays as it is: views and places go on with it
        self._system.apply(self._state, event)
        turn = self._system.turn(self._state)
        if turn != self._system.turn(before):
            self._tell_all(lambda seat: TurnBegan(turn, self._view(seat, before), self._view(seat)))
        for seat in self.seats:
            seen = self._system.witnessed(before, event, self._state, seat)
            if seen is not None and seat in self._counted:
                self._held[seat].append(_COUNTED)
            elif seen is not None:
                known = self._view(seat, before)
                text = self._system.describe(self._knows(seat, self._state).view, seen)
                self._held[seat].append(Saw(msgspec.Raw(_encode(seen)), text, turn, actor, known))

    def _tell_all(self, entry_for: Callable[[str], Entry]) -> None:
        for seat in self.seats:
            self._held[seat].append(_COUNTED if seat in self._counted else entry_for(seat))

    def _release(self, seats: Iterable[str]) -> None:
        """Release all that is held back from some seats; it fits their view of now."""
        for seat in seats:
            self._fresh[seat] += self._held[seat]
            self._stood[seat] += len(self._held[seat])
            self._held[seat] = []
            if seat not in self._counted:
                self.views[seat] = self._view(seat)

    def _take_back(self) -> None:
        place = self._past.pop()
        self._state = place.state
        for seat, length in place.held.items():
            if seat != place.seat:
                del self._held[seat][length:]
        if place.seat in self._held:
            self._fresh[place.seat].append(Back(self._stood[place.seat] - place.stood))
            self._stood[place.seat] = place.stood
            if place.seat not in self._counted:
                self.views[place.seat] = self._view(place.seat)
