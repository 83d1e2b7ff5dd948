"""Advance after combat: who follows the beaten enemy into the hex that it left, if anybody."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ai.operations.goals import Duty, Goal, nearness
from ai.operations.picture import Picture
from wab.systems.operations.legality import why_not
from wab.systems.operations.orders import Advance
from wab.systems.operations.state import Unit


@dataclass(frozen=True, slots=True)
class Pursuit:
    """An advance and what it is worth against staying; `feared`: the points of loss taken off that."""

    order: Advance
    value: float
    feared: float = 0.0


STAY = Pursuit(Advance(()), 0.0)


def best_pursuit(picture: Picture, goals: tuple[Goal, ...], duties: dict[int, Duty]) -> Pursuit:
    """The best choice of units to send forward; nobody where the old ground is worth more."""
    best = STAY
    for pursuit in pursuits(picture, goals, duties):
        if pursuit.value > best.value + 0.05:
            best = pursuit
    return best


def pursuits(picture: Picture, goals: tuple[Goal, ...], duties: dict[int, Duty]) -> Iterator[Pursuit]:
    """Those who could go forward, one more unit each time: the free and strong ones first."""
    offer = picture.position.offer
    if offer is None:
        return
    units = [picture.position.units[id_] for id_ in offer.units]
    units.sort(key=lambda unit: (_is_bound(duties, unit), -picture.defence(unit), unit.id))
    chosen: list[Unit] = []
    for unit in units:
        order = Advance(tuple(sorted(other.id for other in (*chosen, unit))))
        if why_not(picture.position, order) is None:
            chosen.append(unit)
            feared = _feared(picture, chosen, offer.target)
            yield Pursuit(order, _worth(picture, goals, duties, chosen, offer.target) - feared, feared)


def _is_bound(duties: dict[int, Duty], unit: Unit) -> bool:
    duty = duties.get(unit.id)
    return duty is not None and duty.pinned


def _worth(
    picture: Picture, goals: tuple[Goal, ...], duties: dict[int, Duty], chosen: list[Unit], target: int
) -> float:
    """What it is worth, the enemy's answer apart, that these units stand in the hex won rather than where they are."""
    value = picture.weights.ground
    for goal in goals:
        if goal.hex == target and not goal.held:
            value += goal.worth * picture.hold_chance(target, chosen)
    for unit in chosen:
        value += _drawn(picture, duties.get(unit.id), unit, target)
    return value


def _feared(picture: Picture, chosen: list[Unit], target: int) -> float:
    """Points that his answer is feared to cost there beyond what it would where they are."""
    return picture.loss * (picture.feared_loss(target, chosen) - sum(_risk_here(picture, unit) for unit in chosen))


def _risk_here(picture: Picture, unit: Unit) -> float:
    stack = picture.position.stack(unit.hex)
    return picture.feared_loss(unit.hex, stack) * unit.hp / sum(other.hp for other in stack)


def _drawn(picture: Picture, duty: Duty | None, unit: Unit, target: int) -> float:
    """How much nearer it brings a unit to what it sees to; a garrison that leaves its goal loses it."""
    if duty is None:
        return 0.0
    if duty.pinned:
        return -0.6 * duty.goal.worth
    change = nearness(picture, unit, duty.goal, target) - nearness(picture, unit, duty.goal)
    return 0.5 * duty.goal.draw * change
