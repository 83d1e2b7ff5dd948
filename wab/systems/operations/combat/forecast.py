"""What an attack promises (OPS-7.2-7): every result with its chance, and the chance to lose each attacker."""

from __future__ import annotations

from wab.field.forecast import Forecast, Fought
from wab.systems.operations.combat.odds import Preview
from wab.systems.operations.state.orders import Attack
from wab.systems.operations.state.state import State
from wab.systems.operations.units.losses import by_power, risks_of_losses
from wab.systems.operations.units.strength import attack_value


def forecast_of(state: State, order: Attack, seen: Preview) -> Forecast:
    """The forecast of a legal attack that has been weighed; losses are HP."""
    owned = sum(unit.hp for unit in state.stack(order.target))
    attackers = by_power(state, (state.units[unit] for unit in order.units), attack_value)
    prospect: dict[Fought, float] = {}
    lost: dict[int, float] = {}
    for branch in seen.branches:
        result = Fought(branch.retreat or branch.defender_hp == owned, branch.attacker_hp, branch.defender_hp)
        prospect[result] = prospect.get(result, 0.0) + branch.probability
        lost[branch.attacker_hp] = lost.get(branch.attacker_hp, 0.0) + branch.probability
    risks = {unit.id: 0.0 for unit in attackers}
    for hp, share in lost.items():
        for unit, gone in risks_of_losses(state, attackers, hp).items():
            risks[unit] += share * gone
    return Forecast(prospect, risks)
