"""Garrisons: a unit leaves a goal in danger only for something worth more; units near by are called to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from ai.operations.judgement.planning import FEARED_BY_OTHERS, FEARED_WITHIN, SPARED_WITHIN, STANDS_FOR
from ai.operations.outlines.goals import Duty, Goal
from ai.operations.outlines.missions import Assigned
from ai.operations.outlines.tasks import DEFEND, FORCED, Task
from ai.operations.picture.danger import POINT, columns_against, garrison_of
from ai.operations.picture.goals import gets_to
from ai.operations.planning.estimate import Estimate
from wab.systems.operations.combat.odds import ratio_column
from wab.systems.operations.state.stacking import fits
from wab.systems.operations.state.state import Unit


def with_garrisons(estimate: Estimate, tasks: Sequence[Task], assigned: Assigned, *, alone: bool = False) -> Assigned:
    """The same with units kept for goals in danger where they save more there than they would bring elsewhere.

    A unit in such a goal stays. A unit that can be in it in this impulse is called to it. Where no other troops will
    come (`alone`), units that another goal can spare go there before the enemy does. An army that holds a line does
    the first only: its posts and its reserve are there for the rest.
    """
    duties, places = dict(assigned.duties), dict(assigned.places)
    held = [number for number, task in enumerate(tasks) if task.kind == DEFEND and task.goal.held]
    for number in held:
        goal = tasks[number].goal
        stack = [unit for unit in estimate.own.units if unit.hex == goal.hex and estimate.picture.is_fighter(unit)]
        leaving = [unit for unit in stack if _leaves(tasks, places, unit, goal)]
        leaving.sort(key=lambda one: (-estimate.picture.defence(one), one.id))
        staying = [unit for unit in stack if unit not in leaving]
        for unit in _needed(estimate, goal, staying, leaving, duties, FEARED_WITHIN):
            duties[unit.id], places[unit.id] = Duty(goal, goal.draw, True), number
    calls = [(_at_hand, FEARED_BY_OTHERS), *([(_to_spare, SPARED_WITHIN)] if alone else [])]
    for find, turns in calls if not estimate.holds_a_line else ():
        for number in held:
            goal = tasks[number].goal
            coming = [unit for unit in estimate.own.units if places.get(unit.id) == number]
            coming = [unit for unit in coming if estimate.picture.is_fighter(unit)]
            others = sorted(find(estimate, tasks, duties, places, number), key=lambda one: (_pull(duties, one), one.id))
            for unit in _needed(estimate, goal, coming, others, duties, turns):
                duties[unit.id], places[unit.id] = Duty(goal, goal.draw, unit.hex == goal.hex), number
    reserve = tuple(unit for unit in assigned.reserve if places.get(unit) == assigned.places.get(unit))
    return replace(assigned, duties=duties, places=places, reserve=reserve)


def _needed(
    estimate: Estimate,
    goal: Goal,
    staying: Sequence[Unit],
    others: Sequence[Unit],
    duties: Mapping[int, Duty],
    turns: float,
) -> list[Unit]:
    """The units among some others, in their order, that save more next to the staying ones than they bring
    elsewhere.
    """
    attack = _attack_on(estimate, goal.hex, turns) if others else 0.0
    garrison = list(staying)
    for unit in others:
        together = [*garrison, unit]
        saved = _held(estimate, goal.hex, together, attack) - _held(estimate, goal.hex, garrison, attack)
        has_room = fits(estimate.picture.position, [one.id for one in together], goal.hex)
        if has_room and goal.worth * saved > _pull(duties, unit):
            garrison = together
    return garrison[len(staying) :]


def _pull(duties: Mapping[int, Duty], unit: Unit) -> float:
    """Return what a unit brings where it was sent; 0 without a duty."""
    return duties[unit.id].pull if unit.id in duties else 0.0


def _at_hand(
    estimate: Estimate, tasks: Sequence[Task], duties: Mapping[int, Duty], places: Mapping[int, int], number: int
) -> Iterator[Unit]:
    """Fighters that hold nothing else and can be in a goal in this impulse.

    Without units that stand next to the enemy stack that they are to attack.
    """
    picture, goal = estimate.picture, tasks[number].goal
    for unit in estimate.own.units:
        now = places.get(unit.id)
        task = tasks[now] if now is not None else None
        if task is not None and (task.goal.held or task.kind in FORCED or _strikes(estimate, unit, task.goal)):
            continue
        if picture.is_fighter(unit) and gets_to(picture, unit, goal.hex):
            yield unit


def _to_spare(
    estimate: Estimate, tasks: Sequence[Task], duties: Mapping[int, Duty], places: Mapping[int, int], number: int
) -> Iterator[Unit]:
    """Fighters a few turns of march away without a goal, or with one that can be held without them."""
    turns = estimate.turns_to(tasks[number].goal.hex)
    for unit, away in zip(estimate.own.units, turns.tolist(), strict=True):
        now = places.get(unit.id)
        is_spare = now is None or (tasks[now].kind == DEFEND and not duties[unit.id].pinned)
        if is_spare and now != number and away <= SPARED_WITHIN and estimate.picture.is_fighter(unit):
            yield unit


def _strikes(estimate: Estimate, unit: Unit, goal: Goal) -> bool:
    """Tell whether a unit stands next to the enemy in the goal that it is to take."""
    picture = estimate.picture
    return goal.hex in picture.foes and picture.grid.are_adjacent(unit.hex, goal.hex)


def _leaves(tasks: Sequence[Task], places: Mapping[int, int], unit: Unit, goal: Goal) -> bool:
    """Tell whether a unit has another task than to hold the goal in its hex."""
    number = places.get(unit.id)
    return number is None or (tasks[number].goal.hex != goal.hex and tasks[number].kind not in FORCED)


def _attack_on(estimate: Estimate, hex_: int, turns: float) -> float:
    """Attack points of the enemies within `turns` turns of march of a hex."""
    near = estimate.foes.turns_over_open_ground(hex_) <= turns
    return float(estimate.foes.attack[near].sum())


def _held(estimate: Estimate, hex_: int, stack: Sequence[Unit], attack: float) -> float:
    """The chance that a stack holds a hex for some turns against `attack` attack points each turn."""
    picture = estimate.picture
    garrison = garrison_of(picture.position, stack)
    if attack <= 0 or garrison.hp == 0:
        return float(attack <= 0)
    column = ratio_column(round(attack * POINT), max(1, round(garrison.defence * POINT)), picture.board.tables.combat)
    column += columns_against(picture.board, picture.threat, hex_, int(picture.shelter[hex_]), garrison.types)
    lost = picture.memory.chart.clear_chance(column, garrison.hp, picture.foe_support)
    return float((1.0 - lost) ** min(STANDS_FOR, picture.turns_left))
