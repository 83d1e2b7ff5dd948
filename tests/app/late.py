"""A game whose orders take their time, as in a game that lies elsewhere: sent at once, known when they land."""

from __future__ import annotations

from wab.app.play.session import Session
from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import IllegalOrder, Order


class Late(Session):
    """A session in which `land` carries out the order that was sent."""

    sent: Order | None = None

    @property
    def in_flight(self) -> bool:
        return self.sent is not None

    @property
    def my_turn(self) -> bool:
        return super().my_turn and not self.in_flight

    def play(self, order: Order) -> tuple[Event, ...]:
        assert not self.in_flight, "one order after the other"
        if refusal := self.view.why_not(order):
            raise IllegalOrder(refusal)
        self.sent = order
        return ()

    def land(self) -> None:
        """The order has arrived and is carried out."""
        order, self.sent = self.sent, None
        assert order is not None
        super().play(order)
