"""Advance after combat along a plan: the units that go forward, spare garrisons among them, with commanders."""

from __future__ import annotations

from collections.abc import Iterator

from ai.operations import reasons
from ai.operations.greedy.pursuit import STAY, Pursuit, best_pursuit, pursuits
from ai.operations.judgement.staff_weights import StaffWeights
from ai.operations.outlines.plan import Plan
from ai.operations.picture.picture import Picture
from ai.operations.planning.plan import without_surplus
from ai.operations.tactics.company import accompanied
from ai.shell.choice import Choice
from wab.systems.operations.state.orders import Advance


def best_advance(picture: Picture, plan: Plan) -> Choice:
    """The best choice of units to send forward; possibly none."""
    plan = _with_free_hands(picture, plan)
    pursuit = best_pursuit(picture, plan.goals, dict(plan.duties))
    order = _led(picture, pursuit)
    return Choice(order, reasons.pursuit(order, pursuit.value), pursuit.value)


def advances(picture: Picture, plan: Plan) -> Iterator[Pursuit]:
    """All options: no unit goes, or one more each time, with the commanders that would be left alone."""
    plan = _with_free_hands(picture, plan)
    yield STAY
    for pursuit in pursuits(picture, plan.goals, dict(plan.duties)):
        order = _led(picture, pursuit)
        if order.units:
            yield Pursuit(order, pursuit.value, pursuit.feared)


def _with_free_hands(picture: Picture, plan: Plan) -> Plan:
    weights = picture.weights
    return without_surplus(picture, plan, weights.surplus) if isinstance(weights, StaffWeights) else plan


def _led(picture: Picture, pursuit: Pursuit) -> Advance:
    order = accompanied(picture, pursuit.order, pursuit.value)
    alone = all(picture.position.roster[unit].is_commander for unit in order.units)
    return Advance(()) if alone else order
