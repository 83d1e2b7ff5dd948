"""The one authority on what is legal: the table of decisions says which orders answer what is to be decided now."""

from __future__ import annotations

from collections.abc import Iterable

from wab.engine.orders import Order, Refusal
from wab.systems.cards.sequence.decisions import DECISIONS
from wab.systems.cards.state.state import State


def phase(state: State) -> str:
    """Return what is to be decided now."""
    return DECISIONS.phase(state)


def to_act(state: State) -> str | None:
    """The seat that must decide now; None when the battle is over, or has not begun."""
    return DECISIONS.to_act(state) if state.active else None


def why_not(state: State, order: Order) -> Refusal | None:
    """None if the order is legal for the seat to act by the facts in `state`, else the first reason against it."""
    return DECISIONS.why_not(state, order)


def offered(state: State, unit: int | None = None) -> Iterable[Order]:
    """The orders on offer to the seat to act, in a fixed order; of one unit only when it is named.

    Of the paths from one hex to another the best one is offered; the others are legal as well.
    """
    return DECISIONS.offered(state, unit)
