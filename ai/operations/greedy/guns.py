"""Guns and ships: where they stand, and their targets when no attack needs them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ai.operations.judgement.weights import CROWDS, EXPOSED, FIRE_NEAR_GOAL, FOLLOWS_FRONT, IN_RANGE
from ai.operations.outlines.goals import Duty, Goal
from ai.operations.picture.goals import nearness
from ai.operations.picture.picture import Picture, choose
from wab.systems.operations.combat.bombardment import available_guns, preview_bombardment
from wab.systems.operations.state.orders import Attack, Bombard, Move
from wab.systems.operations.state.state import Unit
from wab.systems.operations.units.activation import cost


@dataclass(frozen=True, slots=True)
class Fire:
    """A bombardment, what it is worth, and the HP that it is expected to take."""

    order: Bombard
    value: float
    hp: float


def best_fire(picture: Picture, goals: Sequence[Goal]) -> Fire | None:
    """The bombardment worth most, None if none is worth it."""
    fires = [fire for target in picture.foes for fire in _fires(picture, goals, target)]
    return choose(picture, fires, lambda fire: fire.value)


def softening(picture: Picture, goals: Sequence[Goal], attack: Attack) -> Fire | None:
    """The best bombardment of an attack's target by guns that do not support the attack; None if none pays."""
    return max(_fires(picture, goals, attack.target, attack.supports), key=lambda fire: fire.value, default=None)


def _fires(picture: Picture, goals: Sequence[Goal], target: int, engaged: Sequence[int] = ()) -> list[Fire]:
    """Bombardments of one hex by the strongest gun, the two strongest, ... as rules and activation points allow."""
    position = picture.position
    free = (gun for gun in available_guns(position, target) if gun not in engaged)
    guns = sorted(free, key=lambda gun: (-position.roster[gun].bombardment, gun))
    fires = []
    for count in range(1, min(len(guns), picture.board.tables.bombardment.most_units) + 1):
        order = Bombard(tuple(sorted(guns[:count])), target)
        if cost(position, order.units) > position.activation_points:
            break
        fires.append(_fire(picture, goals, order))
    return [fire for fire in fires if fire.value >= picture.weights.fire_from]


def _fire(picture: Picture, goals: Sequence[Goal], order: Bombard) -> Fire:
    preview = preview_bombardment(picture.position, order)
    stack = picture.position.stack(order.target)
    tiring = picture.weights.tiring * preview.fatigue * len(stack)
    contested = FIRE_NEAR_GOAL if any(picture.grid.distance(goal.hex, order.target) <= 1 for goal in goals) else 1.0
    price = sum(picture.price(picture.position.units[gun]) for gun in order.units)
    value = contested * (picture.gain * preview.expected_hp + tiring) - price
    return Fire(order, value, preview.expected_hp)


# ------------------------------------------------------------------------------------------------- where they stand


@dataclass(frozen=True, slots=True)
class GunStep:
    """A move of a gun, and what it gains."""

    order: Move
    gain: float


def best_gun_step(picture: Picture, goals: Sequence[Goal], duties: dict[int, Duty]) -> GunStep | None:
    """The move of a gun that gains most, None if none gains enough."""
    steps = [step for unit in picture.own if (step := _best_of(picture, goals, duties, unit)) is not None]
    return choose(picture, steps, lambda step: step.gain)


def _best_of(picture: Picture, goals: Sequence[Goal], duties: dict[int, Duty], unit: Unit) -> GunStep | None:
    profile = picture.profile(unit)
    if not profile.is_gun or profile.move_class == "ship" or unit.supported:
        return None
    reached = picture.reach(unit)
    if reached is None or len(reached) < 2:
        return None
    duty = duties.get(unit.id)
    here = gun_appeal(picture, goals, duty, unit, unit.hex)
    best, hex_ = max((gun_appeal(picture, goals, duty, unit, hex_), -hex_) for hex_ in reached)
    gain = best - here - picture.price(unit)
    if -hex_ == unit.hex or gain < picture.weights.move_from:
        return None
    return GunStep(Move((unit.id,), reached.path_to(-hex_)), gain)


def gun_appeal(picture: Picture, goals: Sequence[Goal], duty: Duty | None, unit: Unit, hex_: int) -> float:
    """The value of a hex for a gun: enemies in range, nearness to the goal, company, safety."""
    value = IN_RANGE if _fires_from(picture, unit, hex_) else 0.0
    if duty is not None:
        value += FOLLOWS_FRONT * nearness(picture, unit, duty.goal, hex_)
    beside = picture.beside(hex_, unit)
    value -= EXPOSED * picture.loss * min(picture.feared_loss(hex_, (*beside, unit)), unit.hp)
    if picture.foe_zone[hex_]:
        value -= picture.weights.zone if beside else EXPOSED
    if not picture.in_supply[hex_]:
        value -= picture.weights.cut_off
    crowds = any(goal.hex == hex_ for goal in goals)
    return value - (CROWDS if crowds and not beside else 0.0)


def _fires_from(picture: Picture, unit: Unit, hex_: int) -> bool:
    return bool(picture.in_range(picture.profile(unit).range)[hex_])
