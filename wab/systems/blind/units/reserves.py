"""Reserve status (BLD-4-31 to BLD-4-36, BLD-4-38)."""

from __future__ import annotations

from collections.abc import Iterator

from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Group, Refusal
from wab.engine.words.text import Text
from wab.systems.blind.state import events as ev
from wab.systems.blind.state import orders as od
from wab.systems.blind.state.state import State

_MOVED = Refusal(
    Text("Only a unit that has not moved in this second movement phase goes into reserve."), ("BLD-4-31",), code="moved"
)


def why_not_reserve(state: State, order: od.Reserve) -> Refusal | None:
    """A unit that has not moved, one that is bound to a hex among them (BLD-4-38); any number of them (BLD-4-35).

    A unit that was rebuilt may go as well: its march falls into the next turn, or does not take place (BLD-14-11).
    """
    unit = state.units.get(order.unit)
    if unit is None or state.side_of(order.unit) != state.now.side or unit.act or unit.reserve:
        return _MOVED
    return None


def execute_reserve(state: State, order: od.Reserve) -> Iterator[Event]:
    """It lives until the end of the owner's reserve phase (BLD-4-32, BLD-4-36)."""
    yield ev.Reserved(order.unit)


def offered_reserves(state: State, unit: int | None) -> Iterator[Group]:
    """Every unit that can go into reserve."""
    orders = (od.Reserve(one.id) for one in state.units_of(state.now.side) if unit in (None, one.id))
    yield [order for order in orders if why_not_reserve(state, order) is None]
