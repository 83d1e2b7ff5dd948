"""The promise of an attack (OPS-7.2-7): every result with its chance, and the chance to lose each attacker."""

from __future__ import annotations

from collections.abc import Iterable

from wab.field.forecast import Forecast, Fought, Prospect
from wab.systems.operations.combat.odds import Preview, cell, column_of
from wab.systems.operations.combat.two_dice import OUTCOMES, WAYS
from wab.systems.operations.state.events import CombatJoined, CombatResolved
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


# ------------------------------------------------------------------------------------------------- afterwards


def prospect_of(state: State, joined: CombatJoined) -> Prospect:
    """Every result that the dice of a combat could have brought, aircraft as they got through; `state` is before it."""
    table, found = state.board.tables.combat, dict[Fought, float]()
    column = column_of(joined.final_ratio) - column_of(table.columns[0])
    modifier = int(sum(shift.value for shift in joined.lines))
    for total, ways in WAYS.items():
        read = cell(table, column, total + modifier)
        result = _result(state, joined, read.attacker_hp, read.defender_hp, retreats=read.retreat)
        found[result] = found.get(result, 0.0) + ways / OUTCOMES
    return found


def result_of(state: State, joined: CombatJoined, resolved: CombatResolved) -> Fought:
    """The result that a combat had, as far as the dice decided it; `state` is before it."""
    return _result(state, joined, resolved.attacker_hp, resolved.defender_hp, retreats=resolved.retreat)


def _result(state: State, joined: CombatJoined, ours: int, theirs: int, *, retreats: bool) -> Fought:
    attackers, defenders = _hp(state, joined.attackers), _hp(state, joined.defenders)
    lost = theirs if defenders is None else min(theirs, defenders)
    return Fought(retreats or lost == defenders, ours if attackers is None else min(ours, attackers), lost)


def _hp(state: State, units: Iterable[int]) -> int | None:
    """The HP that units have together; None if one of them is not known."""
    found = [state.units.get(unit) for unit in units]
    return None if None in found else sum(unit.hp for unit in found if unit is not None)
