"""Substitutes: another unit takes over a goal when the best unit for it is needed for an attack, if that costs less."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ai.operations.greedy.manoeuvre import Step
from ai.operations.greedy.packages import Package
from ai.operations.outlines.goals import Duty
from ai.operations.outlines.plan import Plan
from ai.operations.picture.picture import Picture
from ai.operations.tactics.moves import best_move
from wab.systems.operations.state.state import Unit


class Exchanges:
    """The exchanges of goals between units under a plan, as long as the plan stands."""

    def __init__(self) -> None:
        self._plan: Plan | None = None
        self._changed: Plan | None = None

    def applied(self, plan: Plan) -> Plan:
        """The plan with the exchanges noted for it; a new plan has none."""
        return self._changed if self._changed is not None and plan is self._plan else plan

    def note(self, plan: Plan, one: int, other: int) -> None:
        """Two units exchange their duties under a plan, or under the plan after earlier exchanges."""
        if plan is not self._changed:
            self._plan = plan
        duties = {unit: duty for unit, duty in plan.duties.items() if unit not in (one, other)}
        for unit, duty in ((one, plan.duties.get(other)), (other, plan.duties.get(one))):
            if duty is not None:
                duties[unit] = duty
        self._changed = replace(plan, duties=duties)


def substitute(picture: Picture, plan: Plan, step: Step, package: Package) -> Step | None:
    """The best step by which a unit that does not attack mans the same goal; None if it costs more.

    It may gain less than the step that it replaces, by no more than the attack is worth.
    """
    taker, hex_ = step.order.units[0], step.order.path[-1]
    duty = plan.duties.get(taker)
    if duty is None or not duty.goal.held or duty.goal.hex != hex_:
        return None
    others = (unit for unit in picture.own if unit.id not in package.order.units and unit.hex != hex_)
    found = list(_steps(picture, plan, duty, others))
    best = max(found, key=lambda other: (other.gain, -other.order.units[0]), default=None)
    return best if best is not None and best.gain > step.gain - package.value else None


def _steps(picture: Picture, plan: Plan, duty: Duty, units: Iterator[Unit]) -> Iterator[Step]:
    """The steps to the goal of a duty, by the units that could get the duty."""
    for unit in units:
        own = plan.duties.get(unit.id)
        bound = unit.id in plan.resting or unit.id in plan.posts or (own is not None and own.pinned)
        if bound or not picture.is_fighter(unit) or not picture.can_act(unit):
            continue
        reached = picture.reach(unit)
        if reached is None or duty.goal.hex not in reached:
            continue
        step = best_move(picture, replace(plan, duties={**plan.duties, unit.id: duty}), unit)
        if step is not None and step.takes and step.order.path[-1] == duty.goal.hex:
            yield step
