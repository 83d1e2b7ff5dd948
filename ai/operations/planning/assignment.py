"""Assignment: each unit gets the task for which it does most; divisions stay together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from ai.operations.judgement.picture import LEAST_ATTACK
from ai.operations.judgement.planning import A_MARCH, IN_REACH
from ai.operations.outlines.assignment import kept_back, kept_together, share_out
from ai.operations.outlines.goals import Duty, Goal
from ai.operations.outlines.missions import Assigned
from ai.operations.outlines.tasks import FORCED, LINE, Task
from ai.operations.picture.goals import can_get_to
from ai.operations.planning.estimate import Estimate
from wab.systems.operations.units.reconstitution import in_contact

Table = NDArray[np.float64]


class Shares(NamedTuple):
    """Shares of all strength: what mans the line at most, what is kept back; in a `pursuit` the last units are."""

    line: float = 0.0
    reserve: float = 0.0
    pursuit: bool = False


NOBODY = Shares()
"""No line, no reserve."""


def assign(estimate: Estimate, tasks: Sequence[Task], before: Mapping[int, int], shares: Shares = NOBODY) -> Assigned:
    """Units to tasks: one after the other, the unit that does most for a task gets it; the others join what draws them.

    `before`: by unit the hex of its last task, to which it is loyal. Units that a forced task names have no choice.
    """
    if not estimate.own.units or not tasks:
        return Assigned({}, {}, ())
    pulls = _pulls(estimate, tasks, before)
    strength = _strength(estimate, tasks)
    needs = np.array([task.need if task.claims and task.kind not in (*FORCED, LINE) else 0.0 for task in tasks])
    first = np.array([task.first for task in tasks])
    chosen = share_out(pulls, strength, needs, first)
    pulls = _with_divisions(estimate, pulls, chosen)
    chosen = share_out(pulls, strength, needs, first) | _forced(estimate, tasks)
    chosen |= _on_the_line(estimate, tasks, pulls, strength, chosen, shares)
    return _assigned(estimate, tasks, pulls, chosen, shares)


def _forced(estimate: Estimate, tasks: Sequence[Task]) -> dict[int, int]:
    """Rows of units whose task leaves them no choice, with the number of that task."""
    rows = {unit.id: row for row, unit in enumerate(estimate.own.units)}
    return {
        rows[unit]: number
        for number, task in enumerate(tasks)
        if task.kind in FORCED
        for unit in task.only
        if unit in rows
    }


def _on_the_line(
    estimate: Estimate, tasks: Sequence[Task], pulls: Table, strength: Table, chosen: Mapping[int, int], shares: Shares
) -> dict[int, int]:
    """Rows of units that man the line, with the numbers of their posts: up to a share of all strength.

    They come from units without a task and from attacks. Units that hold something stay, and a reserve is left.
    """
    line = np.array([task.kind == LINE for task in tasks])
    if not line.any() or shares.line <= 0:
        return {}
    held = [row for row, number in chosen.items() if tasks[number].goal.held or tasks[number].kind in FORCED]
    pulls, strength = pulls.copy(), strength.copy()
    pulls[held] = strength[held] = 0.0
    needs = np.where(line, [task.need for task in tasks], 0.0)
    worth = estimate.own.attack + estimate.own.defence
    total = float(worth.sum())
    left, manned = min(shares.line * total, (1.0 - shares.reserve) * total - float(worth[held].sum())), {}
    for row, number in share_out(pulls, strength, needs, np.where(line, [task.first for task in tasks], 0.0)).items():
        left -= float(worth[row])
        if left < 0:
            break
        manned[row] = number
    return manned


def _assigned(
    estimate: Estimate, tasks: Sequence[Task], pulls: Table, chosen: Mapping[int, int], shares: Shares
) -> Assigned:
    threat = estimate.picture.threat.points
    goals = [task.goal for task in tasks]
    wanted = [not goal.held or threat[goal.hex] > 0 for goal in goals]
    spare = np.where(np.array(wanted), pulls, 0.0)
    duties: dict[int, Duty] = {}
    places: dict[int, int] = {}
    for row, unit in enumerate(estimate.own.units):
        number = chosen.get(row, int(spare[row].argmax()))
        if row in chosen or spare[row, number] > 0:
            goal = goals[number]
            pinned = row in chosen and goal.held and unit.hex == goal.hex
            if shares.line and row not in chosen:
                goal = replace(goal, draw=estimate.numbers.line_spare * goal.draw)
            duties[unit.id] = Duty(goal, float(pulls[row, number]), pinned)
            places[unit.id] = number
    return Assigned(duties, places, _kept_back(estimate, tasks, chosen, shares))


def _kept_back(estimate: Estimate, tasks: Sequence[Task], chosen: Mapping[int, int], shares: Shares) -> tuple[int, ...]:
    """The quickest and freshest fighters in the rear, up to a share of all strength, by id; in a pursuit the last ones.

    Where much of the share is left because each other unit is too strong for it, the weakest of these is added, unless
    the reserve would become too large.
    """
    own, numbers = estimate.own, estimate.numbers
    strength = own.attack + own.defence
    part = strength / max(1e-9, float(strength.sum()))
    spare = [row for row in range(len(own.units)) if own.fighters[row] and _is_behind(estimate, tasks, chosen, row)]
    spare.sort(key=lambda row: (_turn_in_reserve(estimate, row, shares), own.units[row].id))
    kept = kept_back(spare, part, shares.reserve, numbers.reserve_least, numbers.reserve_most)
    return tuple(sorted(own.units[row].id for row in kept))


def _turn_in_reserve(estimate: Estimate, row: int, shares: Shares) -> tuple[float, float]:
    """A key to sort by: the quickest and freshest units first, in a pursuit the units farthest from any enemy."""
    own = estimate.own
    if shares.pursuit:
        away = estimate.picture.grid.distances(own.units[row].hex)[estimate.foes.hexes]
        return -float(min(away.tolist(), default=0)), 0.0
    return -float(own.speed[row]), float(own.units[row].fatigue)


def _is_behind(estimate: Estimate, tasks: Sequence[Task], chosen: Mapping[int, int], row: int) -> bool:
    """Tell whether a unit is out of contact and not needed now: without a task, or a march away from its attack."""
    unit = estimate.own.units[row]
    if in_contact(estimate.picture.position, unit):
        return False
    if row not in chosen:
        return True
    task = tasks[chosen[row]]
    return not task.goal.held and not task.only and float(estimate.turns_to(task.goal.hex)[row]) > A_MARCH


def _strength(estimate: Estimate, tasks: Sequence[Task]) -> Table:
    """float64[units, tasks]: what each unit brings to each task, in points of defence or attack."""
    own = estimate.own
    attack = np.where(own.fighters, np.maximum(own.attack, LEAST_ATTACK), 0.0)
    return np.stack([_allowed(estimate, task, own.defence if task.goal.held else attack) for task in tasks], axis=1)


def _pulls(estimate: Estimate, tasks: Sequence[Task], before: Mapping[int, int]) -> Table:
    """float64[units, tasks]: how much each task draws each unit; more where it had that task before."""
    own, picture = estimate.own, estimate.picture
    old = np.array([before.get(unit.id, -1) for unit in own.units])
    columns = []
    for task in tasks:
        turns = estimate.turns_to(task.goal.hex)
        pull = _allowed(estimate, task, task.goal.draw * own.nearness(turns))
        pull = np.where(old == task.goal.hex, pull * estimate.numbers.loyalty, pull)
        if task.goal.held and picture.threat.points[task.goal.hex] > 0:
            pull = np.where(_in_time(estimate, task.goal, turns), pull, pull * picture.weights.too_late)
        columns.append(pull)
    return np.stack(columns, axis=1)


def _in_time(estimate: Estimate, goal: Goal, turns: NDArray[np.float64]) -> list[bool]:
    """For each unit, whether it gets to a goal in danger before the goal falls."""
    return [
        unit.hex == goal.hex or (away <= IN_REACH and can_get_to(estimate.picture, unit, goal))
        for unit, away in zip(estimate.own.units, turns, strict=True)
    ]


def _allowed(estimate: Estimate, task: Task, values: NDArray[np.float64]) -> NDArray[np.float64]:
    if not task.only:
        return values
    return np.where([unit.id in task.only for unit in estimate.own.units], values, 0.0)


def _with_divisions(estimate: Estimate, pulls: Table, chosen: Mapping[int, int]) -> Table:
    """Pulls that keep divisions together: more where at least half of a unit's division has gone already."""
    members: dict[str, list[int]] = {}
    for row, unit in enumerate(estimate.own.units):
        if division := estimate.picture.profile(unit).division:
            members.setdefault(division, []).append(row)
    return kept_together(pulls, chosen, members.values(), estimate.numbers.cohesion)
