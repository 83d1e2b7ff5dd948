"""The one authority on what is legal: the table of decisions says which orders answer what is to be decided now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wab.engine.orders import Group, Order, Refusal
from wab.systems.operations.sequence.decisions import DECISIONS
from wab.systems.operations.state.state import State


def phase(state: State) -> str:
    """Return what is to be decided now: "action", "advance", or "over"."""
    return DECISIONS.phase(state)


def why_not(state: State, order: Order) -> Refusal | None:
    """None if the order is legal for the side to act by the facts in `state`, else the first reason against it."""
    return DECISIONS.why_not(state, order)


def offered(state: State, unit: int | None = None) -> Iterator[Order]:
    """The orders on offer, one by one, in a fixed order: see `groups_offered`."""
    return (order for group in groups_offered(state, unit) for order in group)


def groups_offered(state: State, unit: int | None = None) -> Iterable[Group]:
    """The orders on offer, in a fixed order; `unit` narrows them to orders in which it takes part.

    Moves go by the cheapest path to every hex in reach; a whole stack is offered as one next to its members. Attacks
    and bombardments are offered singly, by stack and with all available: `why_not` accepts every other combination as
    well.
    """
    return DECISIONS.offered(state, unit)
