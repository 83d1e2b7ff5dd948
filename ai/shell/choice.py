"""An order that a player might give, with what it is worth and why."""

from __future__ import annotations

from dataclasses import dataclass

from ai.shell.reasons import Reason
from wab.engine.kernel.orders import Order


@dataclass(frozen=True, slots=True)
class Choice:
    """An order with the reason for it; `value` in points, where the options of one decision are weighed.

    `target`: the hex that a move prepares to attack; None for orders that name their target themselves, or have none.
    """

    order: Order
    reason: Reason
    value: float = 0.0
    target: int | None = None
