"""A hex that holds more than it may at the end of a phase or of an advance: its owner removes units (ZOC-7.2-2)."""

from __future__ import annotations

from collections.abc import Iterator

from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Refusal
from wab.engine.words.text import Text
from wab.systems.zocbonds.state.armies import may_command
from wab.systems.zocbonds.state.events import Answered
from wab.systems.zocbonds.state.orders import Remove
from wab.systems.zocbonds.state.room import most_points
from wab.systems.zocbonds.state.state import State
from wab.systems.zocbonds.state.steps import Excess
from wab.systems.zocbonds.units.entering import room_for
from wab.systems.zocbonds.units.losses import eliminate


def step_of_excess(state: State) -> Excess | None:
    """The hex that is too full, None if none is asked about."""
    step = state.agenda[0] if state.agenda else None
    return step if isinstance(step, Excess) else None


def seat_of_excess(state: State) -> str | None:
    """The owner of the hex."""
    step = step_of_excess(state)
    return step.seat if step else None


def excess_by_itself(state: State) -> Iterator[Event] | None:
    """The hex holds no more than it may."""
    step = step_of_excess(state)
    return iter((Answered(),)) if step is not None and room_for(state, (), step.hex) else None


def removable(state: State, step: Excess) -> tuple[int, ...]:
    """The units whose removal makes room: the units of the player who must choose, if there are any."""
    there = state.stacks.get(step.hex, ())
    too_much = state.weight(there) > most_points(state)
    found = tuple(unit for unit in there if _relieves(state, there, unit, too_much))
    return tuple(unit for unit in found if may_command(state, step.seat, unit)) or found


def _relieves(state: State, there: tuple[int, ...], unit: int, too_much: bool) -> bool:
    """It counts for stacking where the hex holds too many points, or another of its free kind is there (ZOC-7.1-3)."""
    kind = state.profile(unit).type
    double = state.profile(unit).free and sum(state.profile(other).type == kind for other in there) > 1
    lighter = state.weight(other for other in there if other != unit) < state.weight(there)
    return double or (too_much and lighter)


def why_not_remove(state: State, order: Remove) -> Refusal | None:
    """None if a unit may be removed to make room (ZOC-7.2-2)."""
    step = step_of_excess(state)
    if step is not None and order.unit in removable(state, step):
        return None
    return Refusal(Text("Removing this unit makes no room."), ("ZOC-7.2-2",), (), "no-excess")


def execute_remove(state: State, order: Remove) -> Iterator[Event]:
    """The unit is eliminated; the hex is asked about again until it holds no more than it may."""
    yield from eliminate(state, (order.unit,), "excess")


def offered_removals(state: State, unit: int | None = None) -> Iterator[tuple[Remove, ...]]:
    """Each unit that makes room."""
    step = step_of_excess(state)
    if step is not None:
        yield tuple(Remove(id_) for id_ in removable(state, step) if unit in (None, id_))
