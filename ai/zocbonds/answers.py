"""Answers in a fight: to stand or to give ground, where to retreat, how far to advance (ZOC-12 to ZOC-14)."""

from __future__ import annotations

from ai.zocbonds import judgement as j
from ai.zocbonds.picture import Picture
from ai.zocbonds.reserve import Reserves
from ai.zocbonds.stakes import held_by
from ai.zocbonds.weights import CONTACT, COVER
from ai.zocbonds.worths import step_worth
from wab.engine.kernel.orders import Order
from wab.systems.zocbonds.combat.defence import preview_stand
from wab.systems.zocbonds.state import orders as od
from wab.systems.zocbonds.state.state import State
from wab.systems.zocbonds.units import cadres


def answer_value(state: State, picture: Picture, order: Order) -> float | None:
    """Return the worth of an answer, in steps; None for an order that is no answer of a fight."""
    match order:
        case od.Stand():
            return stand_value(state, picture, order)
        case od.GiveGround():
            return 0.0
        case od.RetreatTo():
            return retreat_value(state, picture, order)
        case od.Advance():
            return advance_value(state, picture, order)
        case od.IntoReserve():
            return j.SECOND_MARCH + Reserves(picture, state).next_blow(order.units)
        case od.LoseStep():
            return loss_value(state, order)
        case od.Replace():
            return replacement_value(state, order)
    return None


def stand_value(state: State, picture: Picture, order: od.Stand) -> float:
    """A determined defence: the ground and the way back that it saves, less what it costs."""
    fight, seen = state.fight, preview_stand(state, order.lead, order.support)
    there = [state.units[unit] for unit in fight.defenders if unit in state.units]
    saved = j.GROUND + j.DISRUPTED + float(picture.ground.worth[fight.target])
    saved += picture.way_back_costs(fight.target, there)
    value, step = seen.holds * saved, step_worth(state, state.units[order.lead])
    for cell, chance in seen.cells.items():
        words = cell.split()
        value -= chance * step * ("costs" in words or "exchange" in words)
        value += chance * j.STEP * ("exchange" in words or "hurts" in words)
    return value - _price_of(order.support)


def _price_of(support: str) -> float:
    if not support:
        return 0.0
    return {"air": j.PRICE_OF_AIR, "naval": j.PRICE_OF_SHIP}.get(support, j.PRICE_OF_POINT)


def retreat_value(state: State, picture: Picture, order: od.RetreatTo) -> float:
    """Return where the beaten go: away from the next attack, and towards what is worth holding."""
    if len(order.path) == 1:
        return -j.RUIN
    hex_ = order.path[-1]
    there = tuple(one for one in state.stacks.get(hex_, ()) if one not in order.units)
    value = float(picture.ground.worth[hex_]) + j.PULL_BACK * float(picture.ground.pull[hex_])
    row = state.board.tables.terrain.terrain.get(state.board.terrain(hex_))
    value += COVER * (row.bonus if row is not None else 0)
    return value - picture.exposure(hex_, (*there, *order.units)) + picture.exposure(hex_, there)


def advance_value(state: State, picture: Picture, order: od.Advance) -> float:
    """Return how much better the victors stand at the end of an advance. That they get out of the enemy's reach is no
    gain of it: an advance is no retreat, and leaves a hole where they fought.
    """
    origin, hex_ = order.path[0], order.path[-1]
    if hex_ == origin:
        return 0.0
    value = float(picture.ground.worth[hex_]) + float(picture.ground.pull[hex_]) - float(picture.ground.pull[origin])
    value -= held_by(state, (order.unit,), picture.ground)
    value -= max(0.0, _risk(state, picture, order.unit, hex_) - _risk(state, picture, order.unit, origin))
    return value + _contact(state, picture, hex_) - _contact(state, picture, origin)


def _risk(state: State, picture: Picture, unit: int, hex_: int) -> float:
    """Return what a unit adds to what the enemy's next attack on a hex would take."""
    others = tuple(one for one in state.stacks.get(hex_, ()) if one != unit)
    return picture.exposure(hex_, (*others, unit)) - picture.exposure(hex_, others)


def _contact(state: State, picture: Picture, hex_: int) -> float:
    return CONTACT if state.zone_of(picture.enemy)[hex_] else 0.0


def loss_value(state: State, order: od.LoseStep) -> float:
    """The cheapest of one's own, the dearest of the enemy's."""
    chooser = state.now.agenda[0].seat if state.now.agenda else ""
    sign = -1.0 if chooser.startswith(state.side_of(order.unit)) else 1.0
    return sign * step_worth(state, state.units[order.unit])


def replacement_value(state: State, order: od.Replace) -> float:
    """The strong first; before all a cadre that counts for the defeat of its army."""
    unit = state.units.get(order.unit)
    value = 1.0 + 0.1 * state.profile(order.unit).values[0][0]
    steps = unit.steps if unit is not None else 0
    if steps <= 1 and cadres.counts(state.board, order.unit):
        army = state.profile(order.unit).army
        assert army is not None  # big units that count are Allied
        value += j.REBUILD * j.DOWN[min(len(j.DOWN), max(1, cadres.to_defeat(state, army))) - 1]
    return value
