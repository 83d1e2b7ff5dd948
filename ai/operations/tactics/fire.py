"""Bombardment by guns, ships and heavy bombers, by itself and before an assault."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ai.operations.greedy.guns import Fire
from ai.operations.greedy.packages import Package
from ai.operations.judgement.tactics import FIRE_NEAR_GOAL, LIGHT_MISSION, MISSION
from ai.operations.outlines.plan import Plan
from ai.operations.picture.picture import Picture
from wab.systems.operations.combat.air import bombs, split
from wab.systems.operations.combat.bombardment import available_bombers, available_guns, preview_bombardment
from wab.systems.operations.state.orders import Bombard
from wab.systems.operations.units.activation import cost


def fires(picture: Picture, plan: Plan, target: int, engaged: Sequence[int] = ()) -> list[Fire]:
    """Worthwhile bombardments of a hex by guns not engaged: the strongest, the two strongest, with and without bombers.

    Only as far as rules and activation points allow.
    """
    position = picture.position
    guns = [gun for gun in available_guns(position, target) if gun not in engaged]
    guns.sort(key=lambda gun: (-position.roster[gun].bombardment, gun))
    bombers = sorted(available_bombers(position, target), key=lambda id_: (-bombs(position, id_), id_))
    found = []
    for group in _groups(guns, bombers, picture.board.tables.bombardment.most_units):
        order = Bombard(tuple(sorted(group)), target)
        if cost(position, order.units) <= position.activation_points:
            found.append(_fire(picture, plan, order))
    return [fire for fire in found if fire.value >= picture.weights.fire_from]


def _groups(guns: Sequence[int], bombers: Sequence[int], most: int) -> Iterator[tuple[int, ...]]:
    for flying in range(min(len(bombers), most) + 1):
        for firing in range(min(len(guns), most - flying) + 1):
            if flying or firing:
                yield (*guns[:firing], *bombers[:flying])


def _fire(picture: Picture, plan: Plan, order: Bombard) -> Fire:
    preview = preview_bombardment(picture.position, order)
    stack = picture.position.stack(order.target)
    tiring = picture.weights.tiring * preview.fatigue * (1.0 - preview.nothing_chance) * len(stack)
    contested = any(picture.grid.distance(goal.hex, order.target) <= 1 for goal in plan.goals)
    guns, flying = split(picture.position, order.units)
    price = sum(picture.price(picture.position.units[gun]) for gun in guns)
    price += _missions_price(picture, flying) + picture.loss * sum(risk.expected_hp for risk in preview.air)
    value = (FIRE_NEAR_GOAL if contested else 1.0) * (picture.gain * preview.expected_hp + tiring) - price
    return Fire(order, value, preview.expected_hp)


def _missions_price(picture: Picture, flying: Sequence[int]) -> float:
    """Return what bombers forgo by flying now: nothing if they could not fly again before the end."""
    total = 0.0
    for id_ in flying:
        rest = picture.board.squadrons[id_].turns_between_missions
        total += MISSION * min(1.0, max(0, picture.turns_left - 1) / max(1, rest + 1)) if rest else LIGHT_MISSION
    return total


def best_fire_on(picture: Picture, plan: Plan, target: int, engaged: Sequence[int] = ()) -> Fire | None:
    """The best bombardment of a hex, None if none is worth it."""
    return max(fires(picture, plan, target, engaged), key=lambda fire: fire.value, default=None)


def softening(picture: Picture, plan: Plan, package: Package) -> Fire | None:
    """The best bombardment of an attack's target by units that do not support the attack; None if none pays."""
    return best_fire_on(picture, plan, package.order.target, package.order.supports)
