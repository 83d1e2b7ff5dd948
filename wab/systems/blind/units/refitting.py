"""Rebuilding, disbanding (BLD-14) and hedge cutters (BLD-15)."""

from __future__ import annotations

from collections.abc import Iterator

from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Group, Refusal
from wab.engine.words.text import Text
from wab.systems.blind.state import events as ev
from wab.systems.blind.state import orders as od
from wab.systems.blind.state.state import State, Unit

STEP, CUTTERS, DISBAND = "step", "cutters", "disband"
_NO_UNIT = Refusal(Text("This is no unit of yours on the map."), ("BLD-14-1",), code="no-unit")
_MOVED = Refusal(
    Text("Only a unit that does not move is refitted."), ("BLD-4-27", "BLD-14-2", "BLD-14-11", "BLD-15-4"), code="moved"
)
_NO_SUPPLY = Refusal(
    Text("The unit needs a line to a primary source."), ("BLD-14-3", "BLD-14-12", "BLD-15-4"), code="no-supply"
)
_NOT_REDUCED = Refusal(Text("The unit has all its steps."), ("BLD-14-1",), code="not-reduced")
_AGAIN = Refusal(Text("A unit is rebuilt by a step a turn."), ("BLD-14-4",), code="again")
_MOTORS = Refusal(Text("The Germans rebuild units on foot alone."), ("BLD-14-8",), code="motors")
_NO_POINTS = Refusal(Text("There is no replacement point for this unit."), ("BLD-14-4", "BLD-14-7"), code="no-points")
_NO_CUTTERS = Refusal(
    Text("Hedge cutters go to an armoured unit a turn, from July on, until a unit has left the map."),
    ("BLD-15-1", "BLD-15-2", "BLD-15-3"),
    code="no-cutters",
)
_NOT_DISBANDED = Refusal(
    Text("Only British armoured or motorised units are broken up."), ("BLD-14-12", "BLD-14-13"), code="kept"
)


def _stands(state: State, number: int) -> Refusal | None:
    """A unit of the side on turn that has not moved, in this turn or phase, and has primary supply (BLD-14-2,
    BLD-14-3)."""
    unit = state.units.get(number)
    if unit is None or state.side_of(number) != state.now.side:
        return _NO_UNIT
    if unit.turned:
        return _MOVED
    return None if state.supply(number).rebuilds else _NO_SUPPLY


def account_for(state: State, unit: int) -> str:
    """Return the account that rebuilds a unit: an airborne division's own (BLD-14-15), else its nation's (BLD-14-7)."""
    profile = state.profile(unit)
    return profile.key if state.now.rp.get(profile.key, 0) else profile.account


def why_not_refit(state: State, order: od.Refit) -> Refusal | None:
    """None if a unit may be rebuilt, fitted or broken up now."""
    if found := _stands(state, order.unit):
        return found
    unit = state.units[order.unit]
    if order.how == STEP:
        return _why_not_step(state, unit)
    if order.how == CUTTERS:
        return _why_not_cutters(state, unit)
    if order.how != DISBAND or not state.profile(unit.id).disbandable or unit.rebuilt or unit.act:
        return _NOT_DISBANDED
    return None


def _why_not_step(state: State, unit: Unit) -> Refusal | None:
    """A step a turn for a point (BLD-14-4), for a unit that marched in no phase of the turn and attacks no hex
    (BLD-14-11); Germans on foot alone (BLD-14-8).
    """
    profile = state.profile(unit.id)
    if unit.rebuilt:
        return _AGAIN
    if unit.roved or unit.act == "halted" or unit.target >= 0:
        return _MOVED
    if unit.steps >= profile.full:
        return _NOT_REDUCED
    if profile.side == "axis" and profile.row.ground != "foot":
        return _MOTORS
    return None if state.now.rp.get(account_for(state, unit.id), 0) > 0 else _NO_POINTS


def _why_not_cutters(state: State, unit: Unit) -> Refusal | None:
    """An Allied armoured unit a turn, from turn 14 on, until a unit has left the map; a turn let pass is lost
    (BLD-15-1 to BLD-15-4).
    """
    now, profile = state.now, state.profile(unit.id)
    offered = (
        profile.side == "allied" and now.turn >= state.board.tables.limits.cutters_from and "any" not in now.left_in
    )
    used = any(one.act == "fitted" for one in state.units_of("allied"))
    fits = profile.armoured and not unit.cutters and not unit.act
    return None if offered and not used and fits else _NO_CUTTERS


def execute_refit(state: State, order: od.Refit) -> Iterator[Event]:
    """The enemy hears nothing of it (BLD-15-6)."""
    account = account_for(state, order.unit) if order.how == STEP else state.profile(order.unit).account
    yield ev.Refitted(order.unit, order.how, account)


def offered_refits(state: State, unit: int | None) -> Iterator[Group]:
    """Everything that can be done to units that stand still."""
    units = [one.id for one in state.units_of(state.now.side) if unit in (None, one.id)]
    orders = (od.Refit(one, how) for one in units for how in (STEP, CUTTERS, DISBAND))
    yield [order for order in orders if why_not_refit(state, order) is None]
