"""The one authority on what is legal: every kind of order is judged here, by the chapter that owns it."""

from __future__ import annotations

from collections.abc import Iterator

from wab.engine.orders import Group, Order, Refusal
from wab.engine.text import Text
from wab.systems.operations.bombardment import offered_bombardments, why_not_bombard
from wab.systems.operations.combat import offered_attacks, why_not_attack
from wab.systems.operations.movement import choices, why_not_move
from wab.systems.operations.orders import Advance, Attack, Bombard, Move, Pass, Reconstitute
from wab.systems.operations.reconstitution import offered_reconstitutions, why_not_reconstitute
from wab.systems.operations.retreat import offered_advances, why_not_advance
from wab.systems.operations.state import State

_OVER = Refusal(Text("The battle is over."), code="over")
_ADVANCE_FIRST = Refusal(
    Text("First decide who advances into the hex that the enemy has left."),
    ("OPS-7.3.1-1", "OPS-7.3.5-8"),
    code="advance",
)
_UNKNOWN = Refusal(Text("This order does not belong to this game."), code="unknown-order")


def why_not(state: State, order: Order) -> Refusal | None:
    """None if the order is legal for the side to act by the facts in `state`, else the first reason against it."""
    if state.result is not None:
        return _OVER
    if isinstance(order, Advance):
        return why_not_advance(state, order)
    if state.offer is not None:
        return _ADVANCE_FIRST
    match order:
        case Move():
            return why_not_move(state, order)
        case Attack():
            return why_not_attack(state, order)
        case Bombard():
            return why_not_bombard(state, order)
        case Reconstitute():
            return why_not_reconstitute(state, order)
        case Pass():
            return None
    return _UNKNOWN


def offered(state: State, unit: int | None = None) -> Iterator[Order]:
    """The orders on offer, one by one, in a fixed order: see `groups_offered`."""
    return (order for group in groups_offered(state, unit) for order in group)


def groups_offered(state: State, unit: int | None = None) -> Iterator[Group]:
    """The orders on offer, in a fixed order; `unit` narrows them to those in which it takes part.

    Moves go by the cheapest path to every hex in reach; a whole stack is offered as one beside its members. Attacks and
    bombardments are offered singly, by stack and with all available: `why_not` accepts every other combination as well.
    """
    if state.result is not None:
        return
    if state.offer is not None:
        yield tuple(order for order in offered_advances(state) if unit is None or unit in order.units)
        return
    yield from choices(state, unit)
    for others in (offered_attacks, offered_bombardments, offered_reconstitutions):
        yield tuple(others(state, unit))
    if unit is None:
        yield (Pass(),)
