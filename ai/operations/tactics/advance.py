"""Advance after combat along a plan: who goes forward, spare garrisons among them, commanders with them."""

from __future__ import annotations

from collections.abc import Iterator

from ai.operations import reasons
from ai.operations.choice import Choice
from ai.operations.picture import Picture
from ai.operations.plan import Plan, without_surplus
from ai.operations.pursuit import STAY, Pursuit, best_pursuit, pursuits
from ai.operations.tactics.company import accompanied
from ai.operations.temper import Temper
from wab.systems.operations.orders import Advance


def best_advance(picture: Picture, plan: Plan) -> Choice:
    """The best choice of units to send forward, or nobody."""
    plan = _with_free_hands(picture, plan)
    pursuit = best_pursuit(picture, plan.goals, dict(plan.duties))
    order = _led(picture, pursuit)
    return Choice(order, reasons.pursuit(order, pursuit.value), pursuit.value)


def advances(picture: Picture, plan: Plan) -> Iterator[Pursuit]:
    """All that could be done: nobody goes, or one more unit each time, with the commanders who would be left alone."""
    plan = _with_free_hands(picture, plan)
    yield STAY
    for pursuit in pursuits(picture, plan.goals, dict(plan.duties)):
        order = _led(picture, pursuit)
        if order.units:
            yield Pursuit(order, pursuit.value, pursuit.feared)


def _with_free_hands(picture: Picture, plan: Plan) -> Plan:
    weights = picture.weights
    return without_surplus(picture, plan, weights.surplus) if isinstance(weights, Temper) else plan


def _led(picture: Picture, pursuit: Pursuit) -> Advance:
    order = accompanied(picture, pursuit.order, pursuit.value)
    alone = all(picture.position.roster[unit].is_commander for unit in order.units)
    return Advance(()) if alone else order
