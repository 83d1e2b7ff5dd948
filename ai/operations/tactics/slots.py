"""Slots: units that could take part in an attack, from where, and at what price."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from ai.operations.greedy.packages import Slot
from ai.operations.judgement.tactics import EMPTY, LEAVES_POST, ONWARD, RESTING, WAITING
from ai.operations.outlines.goals import Duty, Goal
from ai.operations.outlines.plan import Plan
from ai.operations.picture.goals import nearness
from ai.operations.picture.picture import Picture
from ai.operations.tactics.company import cost_of_leaving
from wab.systems.operations.combat.combat import why_not_fight
from wab.systems.operations.state.state import State, Unit
from wab.systems.operations.units.activation import is_active


def slots_for(picture: Picture, plan: Plan, target: int) -> dict[int, list[Slot]]:
    """For each unit that could attack a hex: from where, at what price, within the limits of the plan."""
    origins = [hex_ for hex_ in picture.grid.adjacent(target) if hex_ not in picture.foes]
    able = sorted({unit for hex_ in origins for unit in picture.comers.get(hex_, ())})
    slots: dict[int, list[Slot]] = {}
    for unit in (picture.position.units[id_] for id_ in able):
        found = list(_slots(picture, plan, unit, target, origins))
        if found:
            slots[unit.id] = found
    return slots


def _slots(picture: Picture, plan: Plan, unit: Unit, target: int, origins: Sequence[int]) -> Iterator[Slot]:
    """The hex of the unit, if it is next to the target; otherwise the hexes that it reaches."""
    price = picture.price(unit) + rest_price(picture, plan, unit)
    if unit.hex in origins:
        if why_not_fight(picture.position, unit, target) is None:
            yield Slot(unit, unit.hex, picture.attack(unit), price)
        return
    reached = picture.reach(unit)
    if reached is None:
        return
    price += LEAVES_POST * (plan.posts.get(unit.id) == unit.hex)
    for hex_ in origins:
        if hex_ in reached and plan.may_stand(unit.id, hex_):
            there = replace(unit, hex=hex_)
            if why_not_fight(picture.position, there, target) is None:
                way = picture.weights.march + _detour(picture, plan.duties.get(unit.id), unit, hex_)
                yield Slot(unit, hex_, picture.attack(unit), _dear(plan, price + way))


def _dear(plan: Plan, price: float) -> float:
    """A price that is never a gain in an army with a front: such an army has few points for many units."""
    return max(0.0, price) if plan.limits else price


def _detour(picture: Picture, duty: Duty | None, unit: Unit, hex_: int) -> float:
    """Return what it costs a unit to move away from its duty; a part of the gain where it comes nearer."""
    if duty is None or duty.pinned:
        return 0.0
    change = nearness(picture, unit, duty.goal) - nearness(picture, unit, duty.goal, hex_)
    return duty.goal.draw * change * (picture.weights.detour if change > 0 else ONWARD)


def rest_price(picture: Picture, plan: Plan, unit: Unit) -> float:
    """Return what the plan adds to the price of a unit that rests or waits."""
    if is_active(picture.position, unit):
        return 0.0
    return RESTING * (unit.id in plan.resting) + WAITING * (unit.id in plan.reserve)


def left_behind(picture: Picture, plan: Plan, after: State, leaving: Sequence[Slot]) -> float:
    """Return what goals lose when units leave them: the worth of each times the change in the chance to hold it.

    The cost of commanders left alone is added.
    """
    left = [slot.unit.hex for slot in leaving if not slot.stays]
    if not left:
        return 0.0
    return cost_of_leaving(picture, after, left) + goals_left(picture, plan, after, leaving)


def goals_left(picture: Picture, plan: Plan, after: State, leaving: Sequence[Slot]) -> float:
    """The part of `left_behind` that goals lose."""
    left = [slot.unit.hex for slot in leaving if not slot.stays]
    total = 0.0
    for goal in plan.goals:
        if goal.held and goal.hex in left:
            stayed = after.stack(goal.hex) if after.side_in(goal.hex) == picture.side else ()
            before = picture.position.stack(goal.hex)
            lost = max(0.0, _held(picture, goal.hex, before) - _held(picture, goal.hex, stayed))
            empty = max(EMPTY, plan.walk_ins.get(goal.hex, 0.0))
            total += goal.worth * max(lost, empty * _is_deserted(picture, plan, goal, stayed, leaving))
    return total


def _is_deserted(picture: Picture, plan: Plan, goal: Goal, stayed: Sequence[Unit], leaving: Sequence[Slot]) -> bool:
    """Tell whether units that have to hold a goal leave it empty."""
    bound = (plan.duties.get(slot.unit.id) for slot in leaving if not slot.stays)
    wanted = any(duty is not None and duty.pinned and duty.goal.hex == goal.hex for duty in bound)
    return wanted and not any(picture.is_fighter(unit) for unit in stayed)


def _held(picture: Picture, hex_: int, stack: Sequence[Unit]) -> float:
    """The chance that the fighters of a stack hold a hex; 1 where no enemy can come, even when it is empty."""
    return picture.hold_chance(hex_, [unit for unit in stack if picture.is_fighter(unit)])
