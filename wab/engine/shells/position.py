"""The shell of a system where a seat knows a position: a state of known facts, to which the rules themselves answer.

A system says what a seat knows (`known`), and how a whole state is made of that (`dealt`). Its views, their bytes and
its samples follow. `open_game` and `closed_game` are the two kinds of such systems.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from copy import copy
from itertools import chain
from typing import Any, ClassVar, Generic, Self, TypeVar

import msgspec

from wab.engine.kernel.agenda import Decisions
from wab.engine.kernel.dice import Chance, Dice
from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Group, LegalOrders, Order, Refusal, malformed
from wab.engine.kernel.system import GameState, System
from wab.engine.kernel.values import Outcome, Sample, Setup
from wab.engine.kernel.view import View
from wab.engine.words.errors import UsageError, no_such_side
from wab.engine.words.text import Text

S = TypeVar("S", bound=GameState)

NO_DICE = Dice(0)
"""The dice of a position of known facts: no seat knows the dice to come."""


class Carried(msgspec.Struct, frozen=True):
    """A view as its bytes hold it: whose it is, and the position in the bytes of a state."""

    seat: str
    position: msgspec.Raw


class PositionView(View, Generic[S]):
    """One seat's knowledge as a state made of known facts only; `position` is to be read only.

    The rules answer the same questions for this knowledge as for the true state. A system adds further questions of its
    players.
    """

    not_yours: ClassVar[Refusal] = Refusal(Text("It is the other side's turn to decide."), code="not-your-turn")
    """The refusal of an order from a seat that is not to act."""

    def __init__(self, rules: PositionSystem[S], seat: str, position: S) -> None:
        super().__init__(seat)
        self._rules = rules
        self.position = position

    def supposing(self, position: S) -> Self:
        """The same seat's view of another position of known facts: one to which orders would lead, for instance."""
        twin = copy(self)
        twin.position = position
        return twin

    @property
    def rules(self) -> PositionSystem[S]:
        """The rule system of this view."""
        return self._rules

    @property
    def to_act(self) -> str | None:
        """The seat that must decide now; None when the game is over."""
        return self.rules.to_act(self.position)

    @property
    def turn(self) -> int:
        """Number of the current turn, from 1."""
        return self.rules.turn(self.position)

    @property
    def phase(self) -> str:
        """Name of what is being decided now."""
        return self.rules.phase(self.position)

    @property
    def outcome(self) -> Outcome | None:
        """Return how the game ended, None while it goes on."""
        return self.rules.outcome(self.position)

    def legal_orders(self, unit: int | None = None) -> LegalOrders:
        """The orders that are legal as far as this seat knows; none when it is not to act."""
        return LegalOrders.of_groups(
            lambda: self.rules.groups(self.position, unit) if self.to_act == self.seat else (), self.why_not
        )

    def why_not(self, order: Order) -> Refusal | None:
        """None if the order is legal as far as this seat knows, else the reason."""
        if self.outcome is None and self.to_act != self.seat:
            return self.not_yours
        return malformed(order) or self.rules.why_not(self.position, order)

    def sample(self, seed: int) -> Sample:
        """A whole game that this seat cannot tell from the true one; the seed chooses among them."""
        state = self.rules.dealt(self.seat, self.position, Chance(seed, "sample"))
        state.dice = Dice(seed)
        return Sample(self.rules.setup_of(state), state)

    def encode(self) -> bytes:
        """The view as bytes of JSON, equal for equal knowledge."""
        return msgspec.json.encode(self.rules.carried(self.seat, msgspec.Raw(self.rules.encode(self.position))))


class PositionSystem(System[S]):
    """A rule system whose views are positions. Its states are encoded as JSON."""

    carried: type[Carried] = Carried
    relives: bool = False
    """True if a seat can follow its knowledge: each seen event, applied to the known position, gives the new knowledge.

    The property holds for every event but dice, and for the facts that `known` takes from such a position.
    """

    @abstractmethod
    def setup_of(self, state: S) -> Setup:
        """With what the game of a state was started: scenario, seed of the dice, options."""

    @abstractmethod
    def groups(self, state: S, unit: int | None) -> Iterable[Group]:
        """The orders on offer to the seat to act, in groups, in a fixed order; of one unit only when it is named."""

    @abstractmethod
    def told(self, state: S, event: Event) -> Text | None:
        """An event as a sentence for people; None for one that is not worth a line of the journal."""

    @abstractmethod
    def known(self, state: S, seat: str) -> S:
        """Return a state of the facts that a seat knows, listed one by one: a fact that is not listed stays hidden."""

    @abstractmethod
    def dealt(self, seat: str, position: S, chance: Chance) -> S:
        """Return a whole state with these known facts of a seat; chance makes up the hidden facts, but not the dice."""

    def offered(self, state: S, unit: int | None = None) -> Iterator[Order]:
        """The orders on offer, one by one."""
        return chain.from_iterable(self.groups(state, unit))

    def setting(self, state: S) -> tuple[object, ...]:
        """Scenario, seed and options."""
        setup = self.setup_of(state)
        return (setup.scenario, setup.seed, *sorted(setup.options.items()))

    def view(self, state: S, seat: str) -> View:
        """Return the view of a seat. UsageError when there is no such seat."""
        if seat not in (seats := self.seats(state)):
            raise UsageError(no_such_side(seat, seats))
        return self.view_of(seat, self.known(state, seat))

    def view_of(self, seat: str, position: S) -> PositionView[S]:
        """The view of a seat that knows a position; a system with a view of its own makes that."""
        return PositionView(self, seat, position)

    def decode_view(self, data: bytes) -> View:
        """A view out of the bytes that `View.encode` gave; ValueError when the bytes are none."""
        found = msgspec.json.decode(data, type=self.carried)
        return self.view_of(found.seat, self.decode_known(found.seat, bytes(found.position)))

    def decode_known(self, seat: str, data: bytes) -> S:
        """The position of a seat out of its bytes; ValueError when the bytes are none."""
        return self.decode(data)

    def describe(self, knowledge: S | View, event: Event) -> Text | None:
        """An event as a sentence for people."""
        return self.told(self.position_of(knowledge), event)

    @staticmethod
    def position_of(knowledge: Any) -> Any:
        """Return the state behind some knowledge: the truth itself, or the position of a view."""
        return knowledge.position if isinstance(knowledge, PositionView) else knowledge


class DecisionSystem(PositionSystem[S]):
    """A rule system whose table of decisions says which seat decides what, and what comes of it."""

    decisions: Decisions[Any, Any]

    def to_act(self, state: S) -> str | None:
        """The seat that must decide now; None when the game is over."""
        return self.decisions.to_act(state)

    def phase(self, state: S) -> str:
        """Return the current decision: a phase of the turn, or a question that interrupts it."""
        return self.decisions.phase(state)

    def groups(self, state: S, unit: int | None) -> Iterable[Group]:
        """The orders on offer to the seat to act, in groups, in a fixed order."""
        return self.decisions.offered(state, unit)

    def why_not(self, state: S, order: Order) -> Refusal | None:
        """None if the order is legal for the seat to act, else the first reason against it."""
        return self.decisions.why_not(state, order)

    def execute(self, state: S, order: Order) -> Iterator[Event]:
        """Carry out a legal order."""
        return self.decisions.execute(state, order)
