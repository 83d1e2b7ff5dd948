"""The shell of a view that is a position: a state of what a seat knows, to which the rules themselves answer."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from copy import copy
from typing import ClassVar, Generic, Self, TypeVar

from wab.engine.orders import Group, LegalOrders, Order, Refusal, malformed
from wab.engine.system import GameState, Outcome, System
from wab.engine.view import View

S = TypeVar("S", bound=GameState)


class PositionView(View, Generic[S]):
    """One seat's knowledge as a state made of known facts only; `position` is to be read only.

    The rules that answer questions about a state answer them about a seat's knowledge. A system adds `rules`, `sample`,
    `encode`, and what its players ask besides.
    """

    not_yours: ClassVar[Refusal]
    """The reason why an order of a seat that is not to act is refused."""

    def __init__(self, seat: str, position: S) -> None:
        super().__init__(seat)
        self.position = position

    def supposing(self, position: S) -> Self:
        """The same seat's view of another position of known facts: one to which orders would lead, for instance."""
        twin = copy(self)
        twin.position = position
        return twin

    @property
    @abstractmethod
    def rules(self) -> System[S]:
        """The rule system of this view. It makes views, so it is fetched when it is asked for."""

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
            lambda: self.groups_offered(unit) if self.to_act == self.seat else (), self.why_not
        )

    def groups_offered(self, unit: int | None) -> Iterable[Group]:
        """The orders on offer in groups: each by itself, unless the system has something better."""
        return ((order,) for order in self.rules.offered(self.position, unit))

    def why_not(self, order: Order) -> Refusal | None:
        """None if the order is legal as far as this seat knows, else the reason."""
        if self.outcome is None and self.to_act != self.seat:
            return self.not_yours
        return malformed(order) or self.rules.why_not(self.position, order)
