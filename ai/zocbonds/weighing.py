"""The worth of attacks, stands and losses, by the chances that the rules themselves give."""

from __future__ import annotations

from ai.zocbonds.stakes import Stakes
from ai.zocbonds.weights import GROUND, MEANS, STEP
from wab.systems.zocbonds.combat.odds import preview
from wab.systems.zocbonds.combat.results import effect_of
from wab.systems.zocbonds.state.orders import Attack
from wab.systems.zocbonds.state.state import State, Unit


def attack_value(state: State, order: Attack, ground: Stakes) -> float:
    """Return what may be expected of an attack, in steps."""
    seen = preview(state, order)
    total = sum(unit.steps for unit in state.stack(order.target))
    value = -MEANS * (len(order.guns) + order.air + order.naval)
    for result, chance in seen.chances.items():
        ours, theirs, back = effect_of(state.board.tables.combat, result)
        gained = min(theirs, total) * STEP - ours * STEP
        value += chance * (gained + (GROUND + float(ground.worth[order.target])) * back)
    return value


def unit_worth(state: State, unit: Unit) -> float:
    """Return the worth of a step of a unit: its strength by step, its quality, more for a last one."""
    profile = state.profile(unit.id)
    worth = state.strength(unit) / max(1, unit.steps) + 0.5 * state.quality(unit) + (2.0 if profile.is_hq else 0.0)
    return worth + (1.5 if unit.steps == 1 else 0.0)
