"""Guns and ships: where they go so that their fire reaches the enemies that matter."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

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
    hexes = [hex_ for hex_ in reached if plan.may_stand(unit.id, hex_)]
    worths = (_ship_worths if profile.is_ship else _gun_worths)(picture, plan, unit, [*hexes, unit.hex])
    best, negative = max(((worth, -hex_) for worth, hex_ in zip(worths, hexes, strict=False)), default=(0.0, -unit.hex))
    gain = best - worths[-1] - picture.price(unit) - rest_price(picture, plan, unit)
    least = SHIP_MOVES if profile.is_ship else picture.weights.move_from
    if -negative == unit.hex or gain < least:
        return None
    return GunStep(Move((unit.id,), reached.path_to(-negative)), gain)


def _gun_worths(picture: Picture, plan: Plan, unit: Unit, hexes: list[int]) -> list[float]:
    return [gun_appeal(picture, plan.goals, plan.duties.get(unit.id), unit, hex_) for hex_ in hexes]


def _ship_worths(picture: Picture, plan: Plan, unit: Unit, hexes: list[int]) -> list[float]:
    """For each hex the best target in range, and a little for each other one; out of range the nearer the better."""
    wants, away = _targets(picture, plan)
    if not wants.size:
        return [0.0] * len(hexes)
    distances = away[:, hexes]
    inside = np.where(distances <= picture.profile(unit).range, wants[:, None], 0.0)
    best = inside.max(axis=0)
    worths = np.where(best > 0, (1.0 - SECOND) * best + SECOND * inside.sum(axis=0), -0.1 * distances.min(axis=0))
    return [float(worth) for worth in worths]


def _targets(picture: Picture, plan: Plan) -> tuple[NDArray[np.float64], NDArray[np.int32]]:
    """float64[T], int32[T, N]: how much fire on each hex is `wanted`, and how far every hex is from it; kept."""
    known: tuple[Plan, NDArray[np.float64], NDArray[np.int32]] | None = picture.notes.get("targets")
    if known is None or known[0] is not plan:
        wants = wanted(picture, plan)
        away = np.array([picture.grid.distances(target) for target in wants], np.int32)
        known = picture.notes["targets"] = plan, np.array(list(wants.values())), away
    return known[1:]


def wanted(picture: Picture, plan: Plan) -> dict[int, float]:
    """Enemy hexes by how much fire on them is wanted: strong stacks, at goals, near one's own fighters."""
    own = sorted({unit.hex for unit in picture.own if picture.is_fighter(unit)})
    goals = [goal.hex for goal in plan.goals]
    found: dict[int, float] = {}
    for target, stack in picture.foes.items():
        hp = sum(unit.hp for unit in stack if not picture.profile(unit).is_ship)
        if hp:
            distances = picture.grid.distances(target)
            at_goal = bool((distances[goals] <= 1).any())
            contact = bool((distances[own] <= CONTACT).any())
            found[target] = min(hp, 12) / 12 * (1.0 + 0.5 * at_goal) * (1.0 if contact else 0.4)
    return found
