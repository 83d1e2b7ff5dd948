"""Advance after combat: the units that follow the beaten enemy into its hex, if any."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ai.operations.judgement.weights import ADVANCE_DRAW, CLEARLY_BETTER, DESERTED
from ai.operations.outlines.goals import Duty, Goal
from ai.operations.picture.goals import nearness
from ai.operations.picture.picture import Picture
from wab.systems.operations.sequence.decisions import DECISIONS
from wab.systems.operations.state.orders import Advance
from wab.systems.operations.state.state import Unit


@dataclass(frozen=True, slots=True)
class Pursuit:
    """An advance and its value over staying; `feared`: the points of loss that were taken off."""

    order: Advance
    value: float
    feared: float = 0.0


STAY = Pursuit(Advance(()), 0.0)


def best_pursuit(picture: Picture, goals: tuple[Goal, ...], duties: dict[int, Duty]) -> Pursuit:
    """The best choice of units to send forward; no unit where the old ground is worth more."""
    best = STAY
    for pursuit in pursuits(picture, goals, duties):
        if pursuit.value > best.value + CLEARLY_BETTER:
            best = pursuit
    return best


def pursuits(picture: Picture, goals: tuple[Goal, ...], duties: dict[int, Duty]) -> Iterator[Pursuit]:
    """Advances with one more unit each time, free and strong units first."""
    offer = picture.position.offer
    if offer is None:
        return
    units = [picture.position.units[id_] for id_ in offer.units]
    units.sort(key=lambda unit: (_is_bound(duties, unit), -picture.defence(unit), unit.id))
    chosen: list[Unit] = []
    for unit in units:
        order = Advance(tuple(sorted(other.id for other in (*chosen, unit))))
        if DECISIONS.why_not(picture.position, order) is None:
            chosen.append(unit)
            feared = _feared(picture, chosen, offer.target)
            yield Pursuit(order, _worth(picture, goals, duties, chosen, offer.target) - feared, feared)


def _is_bound(duties: dict[int, Duty], unit: Unit) -> bool:
    duty = duties.get(unit.id)
    return duty is not None and duty.pinned


def _worth(
    picture: Picture, goals: tuple[Goal, ...], duties: dict[int, Duty], chosen: list[Unit], target: int
) -> float:
    """The value of having these units in the hex won and not where they are, the enemy's answer apart."""
    value = picture.weights.ground
    for goal in goals:
        if goal.hex == target and not goal.held:
            value += goal.worth * picture.hold_chance(target, chosen)
    for unit in chosen:
        value += _drawn(picture, duties.get(unit.id), unit, target)
    return value


def _feared(picture: Picture, chosen: list[Unit], target: int) -> float:
    """Points that the enemy's answer is expected to cost there, beyond what it would cost where the units are."""
    return picture.loss * (picture.feared_loss(target, chosen) - sum(_risk_here(picture, unit) for unit in chosen))


def _risk_here(picture: Picture, unit: Unit) -> float:
    stack = picture.position.stack(unit.hex)
    return picture.feared_loss(unit.hex, stack) * unit.hp / sum(other.hp for other in stack)


def _drawn(picture: Picture, duty: Duty | None, unit: Unit, target: int) -> float:
    """The draw that a unit gains by the advance; a garrison that leaves its goal loses a share of its worth."""
    if duty is None:
        return 0.0
    if duty.pinned:
        return -DESERTED * duty.goal.worth
    change = nearness(picture, unit, duty.goal, target) - nearness(picture, unit, duty.goal)
    return ADVANCE_DRAW * duty.goal.draw * change
