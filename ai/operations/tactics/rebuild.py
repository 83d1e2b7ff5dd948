"""Reconstitution by hand: points of a turn are lost at its end, so they are spent on the units that need them most."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec.structs import replace

from ai.operations.judgement.tactics import HP_REFITTED, STRENGTH_REFITTED
from ai.operations.outlines.plan import Plan
from ai.operations.picture.picture import Picture
from ai.operations.tactics.slots import rest_price
from wab.systems.operations.state.orders import Reconstitute
from wab.systems.operations.state.state import Unit
from wab.systems.operations.units.reconstitution import missing, why_not_reconstitute
from wab.systems.operations.units.strength import attack_value, defence_value


@dataclass(frozen=True, slots=True)
class Refit:
    """Points for a unit, and what they gain."""

    order: Reconstitute
    gain: float


def best_refit(picture: Picture, plan: Plan) -> Refit | None:
    """The use of reconstitution points that gains most; None if none gains anything."""
    if not picture.position.rebuild_points or picture.side != picture.position.active:
        return None
    found = [refit for unit in picture.own if (refit := _refit(picture, plan, unit)) is not None]
    return max(found, key=lambda refit: (refit.gain, -refit.order.unit), default=None)


def _refit(picture: Picture, plan: Plan, unit: Unit) -> Refit | None:
    points = min(picture.position.rebuild_points, missing(picture.position, unit))
    if points < 1 or why_not_reconstitute(picture.position, Reconstitute(unit.id, points)) is not None:
        return None
    gain = worth_of(picture, unit, points) - picture.price(unit) - rest_price(picture, plan, unit)
    return Refit(Reconstitute(unit.id, points), gain) if gain > 0 else None


def worth_of(picture: Picture, unit: Unit, points: int) -> float:
    """The value of `points` more HP: the HP, and the attack and defence that a better state brings."""
    fresh = replace(unit, hp=unit.hp + points)
    position = picture.position
    attack = attack_value(position, fresh) - attack_value(position, unit)
    defence = defence_value(position, fresh) - defence_value(position, unit)
    return HP_REFITTED * points + STRENGTH_REFITTED * (attack + defence)
