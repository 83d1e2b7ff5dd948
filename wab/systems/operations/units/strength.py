"""The worth of a unit now (ledger 3.2, 8.4.3, 10.1.1): its state, and the attack and defence that its state leaves it.

Values are whole hundredths of a point: every percentage of a whole number of points is one exactly, so that sums and
ratios never round (OPS-T-STATE).
"""

from __future__ import annotations

from wab.content.operations.tables import QualityRow
from wab.systems.operations.state.state import State, Unit

LEVELS = 4
"""The highest of the state levels (OPS-3.2-11)."""


def hp_level(state: State, unit: Unit) -> int:
    """State level by hit points (OPS-3.2-4): 4 for a fresh unit down to 1, 0 for none left (OPS-3.2-5, OPS-T-STATE)."""
    full, left = state.roster[unit.id].hp, unit.hp * 100
    level = LEVELS
    for percent in state.board.tables.state.level_over:
        if left > percent * full:
            return level
        level -= 1
    return 0


def is_worn(state: State, unit: Unit) -> bool:
    """Tell whether fatigue is beyond what the unit's quality bears (OPS-8.4.3-1 to OPS-8.4.3-5, OPS-3.2-10).

    Exactly at the threshold it is not (OPS-8.4.3-7).
    """
    if not state.board.rules.fatigue:
        return False
    return unit.fatigue > _row(state, unit).fatigue_threshold


def state_level(state: State, unit: Unit) -> int:
    """The state of a unit, 4 to 0: its level by HP, one less when it is worn, never more than one (OPS-8.4.3-8)."""
    level = hp_level(state, unit)
    return level - 1 if level and is_worn(state, unit) else level


def is_exhausted(state: State, unit: Unit) -> bool:
    """Tell whether fatigue has cost the last state level: such a unit surrenders (OPS-8.4.3-6)."""
    return unit.hp > 0 and state_level(state, unit) == 0


def attack_value(state: State, unit: Unit) -> int:
    """Attack in hundredths of a point (OPS-3.2-12, OPS-10.1.1-6); nil without supply (OPS-8.5.2-1)."""
    level = state_level(state, unit)
    if level == 0 or not unit.supplied:
        return 0
    return state.roster[unit.id].attack * _row(state, unit).attack[LEVELS - level]


def defence_value(state: State, unit: Unit) -> int:
    """Defence in hundredths of a point (OPS-3.2-12, OPS-10.1.1-10); supply does not change it (OPS-8.5.2-6)."""
    level = state_level(state, unit)
    if level == 0:
        return 0
    return state.roster[unit.id].defence * _row(state, unit).defence[LEVELS - level]


def energy(unit: Unit) -> int:
    """Energy in percent, the opposite of fatigue (OPS-3.2-7)."""
    return 100 - unit.fatigue


def _row(state: State, unit: Unit) -> QualityRow:
    """Return the worth of the quality of a unit, one of four grades (OPS-3.2-2, OPS-3.2-3, OPS-10.1.1-4)."""
    quality = state.roster[unit.id].quality
    return state.board.tables.state.quality[quality]  # type: ignore[index]  # profiles come from checked data
