"""Open games: both sides see everything, only the dice to come are hidden. Everything that such a system need not write
itself.

A view of an open game is the state without its dice, a sample the same state with others, and every observer sees each
event as it is. A system that has nothing hidden derives from `OpenSystem` in place of `System`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, TypeVar

import msgspec

from wab.engine.dice import Dice
from wab.engine.errors import UsageError, no_such_side
from wab.engine.events import Event
from wab.engine.game import Game, Setup
from wab.engine.orders import Group, Order, Refusal
from wab.engine.position import PositionView
from wab.engine.system import GameState, System
from wab.engine.text import Text
from wab.engine.view import View

S = TypeVar("S", bound=GameState)

_HIDDEN = Dice(0)


class OpenView(PositionView[S]):
    """A seat's knowledge of an open game: `position` is the whole state without its dice."""

    not_yours = Refusal(Text("It is the other side's turn to decide."), code="not-your-turn")

    def __init__(self, system: OpenSystem[S], seat: str, position: S) -> None:
        super().__init__(seat, position)
        self._system = system

    @property
    def rules(self) -> OpenSystem[S]:
        """The rule system of this view."""
        return self._system

    def groups_offered(self, unit: int | None) -> Iterable[Group]:
        """The orders on offer in the groups of the system."""
        return self._system.groups(self.position, unit)

    def sample(self, seed: int) -> Game[S]:
        """The game as it stands, with other dice to come."""
        state = self.position.copy()
        state.dice = Dice(seed)
        return Game(self._system, self._system.setup_of(state), state)

    def encode(self) -> bytes:
        """The view as bytes of JSON, equal for equal knowledge."""
        return msgspec.json.encode((self.seat, msgspec.Raw(self._system.encode(self.position))))


class OpenSystem(System[S]):
    """A rule system in which nothing is hidden but the dice to come. Its states are encoded as JSON."""

    @abstractmethod
    def setup_of(self, state: S) -> Setup:
        """With what the game of a state was started: scenario, seed of the dice, options."""

    @abstractmethod
    def groups(self, state: S, unit: int | None) -> Iterable[Group]:
        """The orders on offer to the seat to act, in groups, in a fixed order; of one unit only when it is named."""

    @abstractmethod
    def told(self, state: S, event: Event) -> Text | None:
        """An event as a sentence for people; None for one that is not worth a line of the journal."""

    def offered(self, state: S, unit: int | None = None) -> Iterator[Order]:
        """The orders on offer, one by one."""
        return chain.from_iterable(self.groups(state, unit))

    def setting(self, state: S) -> tuple[object, ...]:
        """Scenario, seed and options."""
        setup = self.setup_of(state)
        return (setup.scenario, setup.seed, *sorted(setup.options.items()))

    def reveals(self, before: S, events: Sequence[Event], after: S, seat: str) -> Refusal | None:
        """Nothing: there is nothing to show."""
        return None

    def view(self, state: S, seat: str) -> View:
        """Everything but the dice. UsageError when there is no such seat."""
        if seat not in (seats := self.seats(state)):
            raise UsageError(no_such_side(seat, seats))
        known = state.copy()
        known.dice = _HIDDEN
        return OpenView(self, seat, known)

    def decode_view(self, data: bytes) -> View:
        """A view out of the bytes that `View.encode` gave; ValueError when the bytes are none."""
        seat, position = msgspec.json.decode(data, type=tuple[str, msgspec.Raw])
        return OpenView(self, seat, self.decode(bytes(position)))

    def witnessed(self, before: S, event: Event, after: S, seat: str) -> Event | None:
        """Return the event itself: every seat sees everything."""
        return event

    def describe(self, knowledge: S | View, event: Event) -> Text | None:
        """An event as a sentence for people."""
        state: Any = knowledge.position if isinstance(knowledge, OpenView) else knowledge
        return self.told(state, event)
