"""The reason for an order, in a sentence with its numbers."""

from __future__ import annotations

from typing import Any

from ai.omaha.picture import Picture
from ai.shell.reasons import Reason
from wab.engine.kernel.orders import Order
from wab.engine.words.text import Text


def reason_for(seen: Picture, order: Order, option: Any) -> Reason:
    """The reason for an order."""
    return Reason(Text("Stop: nothing more to gain"), round(option.gain, 2) if option else 0.0)
