"""Commanders: with the strongest stack near the main effort, not alone, not where a stack is about to be lost."""

from __future__ import annotations

from dataclasses import dataclass

from ai.operations.judgement.tactics import (
    COMMANDER,
    COMMANDER_ALONE,
    COMMANDER_HELPS,
    COMMANDER_MOVES,
    COMPANY,
    GOAL_AHEAD,
    GOAL_AHEAD_MOST,
    SECOND_COMMANDER,
)
from ai.operations.outlines.plan import Plan
from ai.operations.picture.goals import nearness
from ai.operations.picture.picture import Picture
from wab.systems.operations.state.orders import Move
from wab.systems.operations.state.state import State, Unit


@dataclass(frozen=True, slots=True)
class Ride:
    """A move of a commander, and what it gains."""

    order: Move
    gain: float


def best_ride(picture: Picture, plan: Plan, unit: Unit) -> Ride | None:
    """The move of a commander that gains most, None if none gains enough."""
    if not picture.profile(unit).is_commander or unit.attacked:
        return None
    reached = picture.reach(unit)
    if reached is None or len(reached) < 2:
        return None
    hexes = [hex_ for hex_ in reached if hex_ != unit.hex and _fighters(picture, hex_)]
    best, negative = max(((post(picture, plan, unit, hex_), -hex_) for hex_ in hexes), default=(0.0, -unit.hex))
    gain = best - post(picture, plan, unit, unit.hex) - picture.price(unit)
    if -negative == unit.hex or gain < COMMANDER_MOVES:
        return None
    return Ride(Move((unit.id,), reached.path_to(-negative)), gain)


def post(picture: Picture, plan: Plan, unit: Unit, hex_: int) -> float:
    """The value of a hex for a commander: strong company, near a contested goal, out of the enemy's reach."""
    stack = _fighters(picture, hex_)
    if not stack:
        return -COMMANDER_ALONE
    strength = sum(picture.attack(other) for other in stack)
    ahead = max((goal.draw * nearness(picture, stack[0], goal, hex_) for goal in plan.goals), default=0.0)
    threatened = bool(picture.threat.points[hex_] > 0)
    others = any(picture.profile(other).is_commander for other in picture.beside(hex_, unit))
    value: float = (
        COMPANY * strength
        + GOAL_AHEAD * min(ahead, GOAL_AHEAD_MOST)
        + COMMANDER_HELPS * threatened
        - SECOND_COMMANDER * others
    )
    lost = 1.0 - picture.hold_chance(hex_, stack)
    return value - lost * picture.trapped(hex_) * (COMMANDER + picture.loss * unit.hp)


def left_alone(state: State, side: str) -> tuple[Unit, ...]:
    """Commanders of a side without a unit of another kind in their hex."""
    roster = state.roster
    return tuple(u for u in state.units_of(side) if all(roster[other.id].is_commander for other in state.stack(u.hex)))


def _fighters(picture: Picture, hex_: int) -> tuple[Unit, ...]:
    if picture.position.side_in(hex_) != picture.side:
        return ()
    return tuple(unit for unit in picture.position.stack(hex_) if picture.is_fighter(unit))
