"""Energy outlook: how tired each unit will be after a plan, turn by turn."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ai.operations.picture import Picture
from wab.systems.operations.fatigue import MOST
from wab.systems.operations.state import Unit

ATTACK, MARCH, REST = "attack", "march", "rest"


def fatigue_after(picture: Picture, unit: Unit, task: str, turns: int) -> int:
    """Percent of fatigue of a unit that does the same for so many turns; as it is where there is no fatigue."""
    if not picture.board.scenario.rules.fatigue:
        return unit.fatigue
    return max(0, min(MOST, unit.fatigue + turns * _change(picture, task)))


def _change(picture: Picture, task: str) -> int:
    """Percent a turn: what the task costs less what the night gives back."""
    table = picture.board.tables.fatigue
    if task == REST:
        return -(table.recovery + table.rest)
    cost = table.move + (table.combat + table.per_hp if task == ATTACK else 0)
    return cost - table.recovery


def threshold(picture: Picture, unit: Unit) -> int:
    """Percent of fatigue beyond which a unit of this quality fights a state lower."""
    rows = picture.board.tables.state.quality
    quality = picture.profile(unit).quality
    return next(row.fatigue_threshold for name, row in rows.items() if name == quality)


def energy_outlook(picture: Picture, task: str) -> NDArray[np.int16]:
    """int16[U, 3]: energy in percent of each own unit, by id, now and after one and two turns of a task."""
    rows = [[MOST - fatigue_after(picture, unit, task, turns) for turns in range(3)] for unit in picture.own]
    return np.array(rows, np.int16).reshape(-1, 3)


def needs_rest(picture: Picture, unit: Unit, margin: int = 0) -> bool:
    """Tell whether another turn of fighting would take a unit beyond what it bears, within a margin in percent."""
    if not picture.board.scenario.rules.fatigue:
        return False
    return unit.fatigue + margin > threshold(picture, unit)
