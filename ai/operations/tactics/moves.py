"""Moves of fighters: the greedy player's value of ground, with rest, rebuilding and the plan's limits."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ai.operations.greedy.manoeuvre import Look, Step, appeal, stakes_by_place, step_of
from ai.operations.judgement.tactics import CLOSES_POCKET, MANS_POST, REBUILT, REBUILT_FADES
from ai.operations.judgement.weights import LOOK_AT
from ai.operations.outlines.goals import Duty
from ai.operations.outlines.plan import Plan
from ai.operations.picture.picture import Picture
from ai.operations.tactics.company import cost_of_being_alone, helpless_hexes
from ai.operations.tactics.slots import rest_price
from wab.hexes.paths import Reach
from wab.systems.operations.state.orders import Move
from wab.systems.operations.state.state import Unit


def best_move(picture: Picture, plan: Plan, unit: Unit, kept: float = 0.0) -> Step | None:
    """The move of a fighter that gains most, None if none gains enough. `kept`: what its staying is worth."""
    duty = plan.duties.get(unit.id)
    if not picture.is_fighter(unit) or unit.supported:
        return None
    look = Look(
        plan.goals,
        duty,
        lambda hex_: ground(picture, plan, unit, hex_),
        lambda reached: _promising(picture, plan, duty, unit, reached),
        rest_price(picture, plan, unit) + kept,
    )
    return step_of(picture, unit, look)


def ground(picture: Picture, plan: Plan, unit: Unit, hex_: int) -> float:
    """The value for a unit of standing in a hex at the end of its side's impulse."""
    value = appeal(picture, plan.goals, plan.duties.get(unit.id), unit, hex_)
    if hex_ in plan.closing:
        value += CLOSES_POCKET
    if plan.posts.get(unit.id) == hex_:
        value += MANS_POST
    value += cost_of_being_alone(picture, hex_, picture.beside(hex_, unit))
    return value + _rebuilds(picture, unit, hex_)


def leads_back_to_supply(picture: Picture, order: Move) -> bool:
    """Tell whether a move leads from ground without supply to ground with supply."""
    return bool(picture.in_supply[order.path[-1]]) and not picture.in_supply[order.path[0]]


def _rebuilds(picture: Picture, unit: Unit, hex_: int) -> float:
    """The value of what an Allied unit regains by itself out of contact (OPS-8.3.2-1); it fades near the end."""
    rules, conduct = picture.board.rules, picture.board.tables.conduct
    profile = picture.profile(unit)
    missing = profile.hp - unit.hp
    if not rules.reconstitution_allied or profile.rebuild != "automatic" or unit.attacked or picture.side != "allied":
        return 0.0
    if missing * 100 < conduct.reconstitution_threshold_percent * profile.hp or picture.turns_left < 2:
        return 0.0
    if any(there in picture.foes for there in picture.grid.adjacent(hex_)) or not picture.in_supply[hex_]:
        return 0.0
    regained = min(missing, (profile.hp * conduct.reconstitution_rate_percent + 50) // 100)
    return REBUILT * regained * min(1.0, (picture.turns_left - 1) / REBUILT_FADES)


def _promising(picture: Picture, plan: Plan, duty: Duty | None, unit: Unit, reached: Reach) -> Iterator[int]:
    """The hexes in reach that are looked at closely: goals and their surroundings, hexes nearest to the duty."""
    hexes: list[int] = reached.hexes[_attractive(picture, plan)[reached.hexes]].tolist()
    if duty is not None:
        distance = picture.distance(duty.goal.hex, picture.profile(unit).move_class)[reached.hexes]
        nearest = np.argsort(distance, kind="stable")[: LOOK_AT + 1]
        hexes += [int(reached.hexes[place]) for place in nearest]
    hexes += _ways_out(picture, unit, reached)
    for hex_ in dict.fromkeys(hexes):
        if hex_ != unit.hex and plan.may_stand(unit.id, hex_):
            yield hex_


def _attractive(picture: Picture, plan: Plan) -> NDArray[np.bool_]:
    """bool[N]: goals to be taken and their surroundings, hexes that close a pocket, hexes of commanders left alone."""
    known: tuple[Plan, NDArray[np.bool_]] | None = picture.notes.get("attractive")
    if known is None or known[0] is not plan:
        near = stakes_by_place(picture, plan.goals).near.copy()
        near[[*plan.closing, *helpless_hexes(picture)]] = True
        known = picture.notes["attractive"] = plan, near
    return known[1]


def _ways_out(picture: Picture, unit: Unit, reached: Reach) -> list[int]:
    """For a unit that is cut off, the hexes in supply; for one that could rebuild, those out of contact."""
    if not picture.in_supply[unit.hex]:
        return [hex_ for hex_ in reached if picture.in_supply[hex_]]
    if _is_worn_down(picture, unit):
        calm = [hex_ for hex_ in reached if not picture.foe_zone[hex_] and picture.in_supply[hex_]]
        return sorted(calm, key=lambda hex_: (picture.grid.distance(hex_, unit.hex), hex_))[:LOOK_AT]
    return []


def _is_worn_down(picture: Picture, unit: Unit) -> bool:
    full = picture.profile(unit).hp
    share = picture.board.tables.conduct.reconstitution_threshold_percent
    return (full - unit.hp) * 100 >= share * full and picture.board.rules.reconstitution_allied
