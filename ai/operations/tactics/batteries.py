"""Guns and ships: the moves that bring important enemies into range."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ai.operations.greedy.guns import gun_appeal
from ai.operations.judgement.tactics import (
    FULL_TARGET,
    IN_CONTACT,
    OUT_OF_CONTACT,
    SECOND_TARGET,
    SHIP_MOVES,
    SHIP_NEARER,
    TARGET_AT_GOAL,
)
from ai.operations.outlines.plan import Plan
from ai.operations.picture.picture import Picture
from ai.operations.tactics.slots import rest_price
from wab.systems.operations.state.orders import Move
from wab.systems.operations.state.state import Unit


@dataclass(frozen=True, slots=True)
class GunStep:
    """A move of a gun or a ship, and what it gains."""

    order: Move
    gain: float


def best_gun_move(picture: Picture, plan: Plan, unit: Unit) -> GunStep | None:
    """The move of a gun or a ship that gains most, None if none gains enough."""
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
    """For each hex the value of the best target in range and a share of the others; out of range nearer is better."""
    wants, away = _targets(picture, plan)
    if not wants.size:
        return [0.0] * len(hexes)
    distances = away[:, hexes]
    inside = np.where(distances <= picture.profile(unit).range, wants[:, None], 0.0)
    best = inside.max(axis=0)
    worths = np.where(
        best > 0,
        (1.0 - SECOND_TARGET) * best + SECOND_TARGET * inside.sum(axis=0),
        -SHIP_NEARER * distances.min(axis=0),
    )
    return [float(worth) for worth in worths]


def _targets(picture: Picture, plan: Plan) -> tuple[NDArray[np.float64], NDArray[np.int32]]:
    """float64[T], int32[T, N]: how much fire on each target is `wanted`, and the distance of every hex from it."""
    known: tuple[Plan, NDArray[np.float64], NDArray[np.int32]] | None = picture.notes.get("targets")
    if known is None or known[0] is not plan:
        wants = wanted(picture, plan)
        away = np.array([picture.grid.distances(target) for target in wants], np.int32)
        known = picture.notes["targets"] = plan, np.array(list(wants.values())), away
    return known[1:]


def wanted(picture: Picture, plan: Plan) -> dict[int, float]:
    """Return how much fire on each enemy hex is wanted: more on strong stacks, at goals, near own fighters."""
    own = sorted({unit.hex for unit in picture.own if picture.is_fighter(unit)})
    goals = [goal.hex for goal in plan.goals]
    found: dict[int, float] = {}
    for target, stack in picture.foes.items():
        hp = sum(unit.hp for unit in stack if not picture.profile(unit).is_ship)
        if hp:
            distances = picture.grid.distances(target)
            at_goal = bool((distances[goals] <= 1).any())
            contact = bool((distances[own] <= IN_CONTACT).any())
            size = min(hp, FULL_TARGET) / FULL_TARGET
            found[target] = size * (1.0 + TARGET_AT_GOAL * at_goal) * (1.0 if contact else OUT_OF_CONTACT)
    return found
