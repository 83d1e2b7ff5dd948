"""Advance after combat: who follows the beaten enemy into the hex that it left, if anybody."""

from __future__ import annotations

from dataclasses import dataclass

from ai.operations.goals import Duty, Goal, nearness
from ai.operations.picture import Picture
from wab.systems.operations.legality import why_not
from wab.systems.operations.orders import Advance
from wab.systems.operations.state import Unit


@dataclass(frozen=True, slots=True)
class Pursuit:
    """An advance and what it is worth against staying."""

    order: Advance
    value: float


def best_pursuit(picture: Picture, goals: tuple[Goal, ...], duties: dict[int, Duty]) -> Pursuit:
    """The best choice of units to send forward; nobody where the old ground is worth more."""
    offer = picture.position.offer
    best = Pursuit(Advance(()), 0.0)
    if offer is None:
        return best
    units = [picture.position.units[id_] for id_ in offer.units]
    units.sort(key=lambda unit: (_is_bound(duties, unit), -picture.defence(unit), unit.id))
    chosen: list[Unit] = []
    for unit in units:
        order = Advance(tuple(sorted(other.id for other in (*chosen, unit))))
        if why_not(picture.position, order) is not None:
            continue
        chosen.append(unit)
        value = _worth(picture, goals, duties, chosen, offer.target)
        if value > best.value + 0.05:
            best = Pursuit(order, value)
    return best


def _is_bound(duties: dict[int, Duty], unit: Unit) -> bool:
    duty = duties.get(unit.id)
    return duty is not None and duty.pinned


def _worth(
    picture: Picture, goals: tuple[Goal, ...], duties: dict[int, Duty], chosen: list[Unit], target: int
) -> float:
    """What it is worth that these units stand in the hex won rather than where they are."""
    value = picture.weights.ground
    for goal in goals:
        if goal.hex == target and not goal.held:
            value += goal.worth * picture.hold_chance(target, chosen)
    for unit in chosen:
        value += _drawn(picture, duties.get(unit.id), unit, target)
    risk = picture.feared_loss(target, chosen) - sum(_risk_here(picture, unit) for unit in chosen)
    return value - picture.loss * risk


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
