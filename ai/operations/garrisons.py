"""Who is needed where he stands: nobody leaves a goal in danger for something that is worth less than he is there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ai.operations.danger import POINT, columns_against, garrison_of
from ai.operations.goals import Duty, Goal
from ai.operations.missions import Assigned
from ai.operations.strategy import Estimate
from ai.operations.tasks import DEFEND, FORCED, Task
from wab.systems.operations.odds import ratio_column
from wab.systems.operations.state import Unit

SOON = 2.0
"""Turns of march within which an enemy counts."""
TURNS = 3
"""Turns for which a garrison is to stand against him, at most."""


def with_garrisons(estimate: Estimate, tasks: Sequence[Task], assigned: Assigned) -> Assigned:
    """The same with those staying in goals in danger whose going would cost more than they would bring elsewhere."""
    duties, places = dict(assigned.duties), dict(assigned.places)
    for number, task in enumerate(tasks):
        if task.kind != DEFEND or not task.goal.held:
            continue
        stack = [unit for unit in estimate.own.units if unit.hex == task.goal.hex and estimate.picture.is_fighter(unit)]
        leaving = [unit for unit in stack if _leaves(tasks, places, unit, task.goal)]
        attack = _attack_on(estimate, task.goal.hex) if leaving else 0.0
        staying = [unit for unit in stack if unit not in leaving]
        for unit in sorted(leaving, key=lambda one: (-estimate.picture.defence(one), one.id)):
            saved = _held(estimate, task.goal.hex, [*staying, unit], attack) - _held(
                estimate, task.goal.hex, staying, attack
            )
            elsewhere = duties[unit.id].pull if unit.id in duties else 0.0
            if task.goal.worth * saved > elsewhere:
                staying.append(unit)
                duties[unit.id], places[unit.id] = Duty(task.goal, task.goal.draw, True), number
    reserve = tuple(unit for unit in assigned.reserve if places.get(unit) == assigned.places.get(unit))
    return replace(assigned, duties=duties, places=places, reserve=reserve)


def _leaves(tasks: Sequence[Task], places: dict[int, int], unit: Unit, goal: Goal) -> bool:
    """Tell whether a unit has been given something else to do than to hold the goal where it stands."""
    number = places.get(unit.id)
    return number is None or (tasks[number].goal.hex != goal.hex and tasks[number].kind not in FORCED)


def _attack_on(estimate: Estimate, hex_: int) -> float:
    """Attack points that the enemy could bring against a hex soon."""
    near = estimate.foes.turns_over_open_ground(hex_) <= SOON
    return float(estimate.foes.attack[near].sum())


def _held(estimate: Estimate, hex_: int, stack: Sequence[Unit], attack: float) -> float:
    """The chance that a stack holds a hex for some turns against so many attack points each."""
    picture = estimate.picture
    garrison = garrison_of(picture.position, stack)
    if attack <= 0 or garrison.hp == 0:
        return float(attack <= 0)
    column = ratio_column(round(attack * POINT), max(1, round(garrison.defence * POINT)), picture.board.tables.combat)
    column += columns_against(picture.board, picture.threat, hex_, int(picture.shelter[hex_]), garrison.types)
    lost = picture.memory.chart.clear_chance(column, garrison.hp, picture.foe_support)
    return float((1.0 - lost) ** min(TURNS, picture.turns_left))
