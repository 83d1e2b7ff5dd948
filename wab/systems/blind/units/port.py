"""The port of Cherbourg (BLD-10)."""

from __future__ import annotations

from collections.abc import Iterator

from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Group, Refusal
from wab.engine.words.text import Text
from wab.systems.blind.state import events as ev
from wab.systems.blind.state import orders as od
from wab.systems.blind.state.state import State

_NO_REPAIR = Refusal(
    Text("A step of demolition is taken away a turn, for a US replacement point."), ("BLD-10-4",), code="no-repair"
)
_STANDS = Refusal(Text("That is the standing order already."), ("BLD-10-2",), code="standing")


def demolition(state: State) -> Iterator[Event]:
    """The Germans demolish while they hold the port and the order stands (BLD-10-2), up to seven points (BLD-10-3)."""
    most = state.board.tables.limits.demolition
    if state.now.demolish and state.holds("axis", state.board.port) and state.now.port < most:
        yield ev.PortWorked(1)


def can_be_repaired(state: State) -> bool:
    """Check if there is anything to repair: both sides know it (BLD-10-7)."""
    return state.now.port > 0 and state.holds("allied", state.board.port)


def why_not_repair(state: State, order: od.Repair) -> Refusal | None:
    """For a US replacement point (BLD-10-4)."""
    return None if can_be_repaired(state) and state.now.rp.get("us", 0) > 0 else _NO_REPAIR


def execute_repair(state: State, order: od.Repair) -> Iterator[Event]:
    """One step a turn: the phase ends with it."""
    yield ev.PortWorked(-1)


def offered_repairs(state: State, unit: int | None) -> Iterator[Group]:
    """A repair, if it can be paid."""
    if unit is None and why_not_repair(state, od.Repair()) is None:
        yield [od.Repair()]


def why_not_standing(state: State, order: od.Standing) -> Refusal | None:
    """In one of the German phases (BLD-10-2)."""
    return _STANDS if order.demolish == state.now.demolish else None


def execute_standing(state: State, order: od.Standing) -> Iterator[Event]:
    """The order stands until another is given."""
    yield ev.StandingGiven(order.demolish)


def offered_standing(state: State, unit: int | None) -> Iterator[Group]:
    """The other standing order, while Germans hold a port that is not yet destroyed."""
    if unit is None and state.holds("axis", state.board.port) and state.now.port < state.board.tables.limits.demolition:
        yield [od.Standing(not state.now.demolish)]
