"""The reason for an order, in a sentence with its numbers."""

from __future__ import annotations

from ai.blind.picture import Picture
from ai.shell.reasons import Reason
from wab.engine.kernel.orders import Order
from wab.engine.words.text import Argument, Text, chance
from wab.systems.blind.state import orders as od
from wab.systems.blind.state.names import hex_noun, unit_noun


def reason_for(seen: Picture, order: Order, value: float) -> Reason:
    """The reason for an order."""
    return Reason(_sentence(seen, order), round(value, 2))


def _sentence(seen: Picture, order: Order) -> Text:
    return Text("Stop: nothing more to gain")
