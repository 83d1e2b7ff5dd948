"""Strafing missions (ZOC-19.1.4): aircraft that no attack needs go for stacks that are to be attacked.

They also go for the strong near our own, whom they may keep from attacking next turn."""

from __future__ import annotations

from ai.zocbonds import judgement as j
from ai.zocbonds.picture import Picture
from ai.zocbonds.worths import step_worth
from wab.engine.shells.position import PositionView
from wab.systems.zocbonds.combat import air
from wab.systems.zocbonds.combat.attack import may_ever_attack
from wab.systems.zocbonds.combat.defence import FACES
from wab.systems.zocbonds.state.board import ARMIES
from wab.systems.zocbonds.state.orders import Strafe
from wab.systems.zocbonds.state.state import State


def best_missions(view: PositionView[State], picture: Picture, meant: frozenset[int]) -> tuple[float, Strafe] | None:
    """The missions that are worth an aircraft each, best first, with what they promise; None for none.

    `meant`: the hexes that are still to be attacked, each keeps the aircraft that may help there.
    """
    state = picture.state
    weighed = [(mission_value(picture, hex_, hex_ in meant), hex_) for hex_ in state.deployed("axis").posts]
    good = sorted(((value, hex_) for value, hex_ in weighed if value > j.PRICE_OF_MISSION), reverse=True)
    for army in ARMIES if good else ():
        spare = air.own_air_left(state, army) - len(meant) * air.most_air(state)
        chosen = good[: max(0, spare)]
        order = Strafe(army, tuple(sorted(hex_ for _, hex_ in chosen)))
        if chosen and view.why_not(order) is None:
            return sum(value for value, _ in chosen), order
    return None


def mission_value(picture: Picture, hex_: int, meant: bool) -> float:
    """Return the worth of strafing a hex, in steps: units kept from attacking, silhouettes that lose a step, and,
    before an attack, the loss of units that could lead a stand (ZOC-12.4.1-4).
    """
    state = picture.state
    if not air.can_be_strafed(state, hex_):
        return 0.0
    modifier = air.strafing_modifier(state, hex_)
    hit = sum(air.is_hit(state, die, modifier) for die in range(1, FACES + 1)) / FACES
    there = [state.units[unit] for unit in air.targets(state, hex_)]
    value, near = 0.0, bool(state.zone_of(picture.side)[hex_])
    for unit in there:
        if near and not unit.disrupted and may_ever_attack(state, unit):
            value += hit * j.KEPT_DOWN * state.strength(unit)
        if state.profile(unit.id).silhouette:
            value += hit * step_worth(state, unit)
    if meant:
        value += hit ** len(there) * picture.holds(hex_, state.stack(hex_)) * (j.GROUND + j.DISRUPTED)
    return value
