"""Guns and ships: where they go so that their fire reaches the enemies that matter."""

from __future__ import annotations

from dataclasses import dataclass

from ai.operations.guns import gun_appeal
from ai.operations.picture import Picture
from ai.operations.plan import Plan
from ai.operations.tactics.slots import rest_price
from wab.systems.operations.orders import Move
from wab.systems.operations.state import Unit

CONTACT = 2
"""Enemies so near to one's own fighting units are those that fire is wanted on."""
SECOND = 0.25
"""A second target in range is worth that share of the first."""
SHIP_MOVES = 0.3
"""The least gain for which a ship moves."""


@dataclass(frozen=True, slots=True)
class GunStep:
    """A move of a gun or a ship, and what it gains."""

    order: Move
    gain: float


def best_gun_move(picture: Picture, plan: Plan, unit: Unit) -> GunStep | None:
    """The move of a gun or a ship that gains most, None where none gains enough."""
    profile = picture.profile(unit)
    if not profile.is_gun or unit.supported:
        return None
    reached = picture.reach(unit)
    if reached is None or len(reached) < 2:
        return None
    worth = _ship_worth if profile.is_ship else _gun_worth
    options = [(worth(picture, plan, unit, hex_), -hex_) for hex_ in reached if plan.may_stand(unit.id, hex_)]
    best, negative = max(options, default=(0.0, -unit.hex))
    gain = best - worth(picture, plan, unit, unit.hex) - picture.price(unit) - rest_price(picture, plan, unit)
    least = SHIP_MOVES if profile.is_ship else picture.weights.move_from
    if -negative == unit.hex or gain < least:
        return None
    return GunStep(Move((unit.id,), reached.path_to(-negative)), gain)


def _gun_worth(picture: Picture, plan: Plan, unit: Unit, hex_: int) -> float:
    return gun_appeal(picture, plan.goals, plan.duties.get(unit.id), unit, hex_)


def _ship_worth(picture: Picture, plan: Plan, unit: Unit, hex_: int) -> float:
    """The best target in range of a hex, and a little for each other one; the nearer to the rest of them the better."""
    far = picture.profile(unit).range
    worths = wanted(picture, plan)
    inside = sorted(
        (worth for target, worth in worths.items() if _distance(picture, hex_, target) <= far), reverse=True
    )
    if inside:
        return inside[0] + SECOND * sum(inside[1:])
    nearest = min((_distance(picture, hex_, target) for target in worths), default=0)
    return -0.1 * nearest


def _distance(picture: Picture, hex_: int, target: int) -> int:
    return picture.grid.distance(hex_, target)


def wanted(picture: Picture, plan: Plan) -> dict[int, float]:
    """Enemy hexes by how much fire on them is wanted: strong stacks, at goals, near one's own fighters."""
    own = sorted({unit.hex for unit in picture.own if picture.is_fighter(unit)})
    found: dict[int, float] = {}
    for target, stack in picture.foes.items():
        hp = sum(unit.hp for unit in stack if not picture.profile(unit).is_ship)
        if hp:
            at_goal = any(picture.grid.distance(goal.hex, target) <= 1 for goal in plan.goals)
            contact = any(picture.grid.distance(hex_, target) <= CONTACT for hex_ in own)
            found[target] = min(hp, 12) / 12 * (1.0 + 0.5 * at_goal) * (1.0 if contact else 0.4)
    return found
