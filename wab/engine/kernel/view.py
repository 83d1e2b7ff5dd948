"""A seat's knowledge: the only thing that a window, a player or a side's report is ever given."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from wab.engine.kernel.orders import LegalOrders, Order, Refusal
from wab.engine.kernel.values import Outcome, Sample, side_of


class View(ABC):
    """One seat's knowledge of a game at one moment, a side's where one player leads it. Systems add what players ask.

    A view answers the same questions as the game, from its own knowledge alone, and can be sent to another process.
    """

    def __init__(self, seat: str) -> None:
        self.seat = seat
        self.side = side_of(seat)

    @property
    @abstractmethod
    def rules(self) -> Any:
        """The rule system of this view."""

    @property
    @abstractmethod
    def to_act(self) -> str | None:
        """The seat that must decide now; None when the game is over."""

    @property
    @abstractmethod
    def turn(self) -> int:
        """Number of the current turn, from 1."""

    @property
    @abstractmethod
    def phase(self) -> str:
        """Name of what is being decided now."""

    @property
    @abstractmethod
    def outcome(self) -> Outcome | None:
        """Return how the game ended, None while it goes on."""

    @abstractmethod
    def legal_orders(self, unit: int | None = None) -> LegalOrders:
        """The orders that are legal as far as this seat knows; none when it is not to act."""

    @abstractmethod
    def why_not(self, order: Order) -> Refusal | None:
        """None if the order is legal as far as this seat knows, else the reason."""

    @abstractmethod
    def sample(self, seed: int) -> Sample:
        """A whole game that this seat cannot tell from the true one; the seed chooses among them.

        `Game.made_up` makes it a game to be played.
        """

    @abstractmethod
    def encode(self) -> bytes:
        """The view as bytes of JSON, equal for equal knowledge."""
