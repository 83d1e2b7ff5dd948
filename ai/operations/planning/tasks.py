"""Tasks next to the goals themselves: guard supply, hold a corridor open, close a pocket, break out, counter-attack.

Each has the shape of a goal with a need, so that units are shared out among all of them alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ai.operations.analysis import Analysis
from ai.operations.judgement.picture import LEAST_NEED
from ai.operations.judgement.planning import (
    CORRIDOR_CUT,
    CORRIDOR_WITHIN,
    COUNTERED,
    GUARD_WITHIN,
    MISSED_FOR,
    POCKET_FIRST,
    POCKET_LEAST,
    POCKET_STANDS,
    POCKET_UNTIL,
    PROMISING,
    STRIKES_WITHIN,
    WORTH_A_GUARD,
)
from ai.operations.maps.supply import SAFE, Lifeline, clusters
from ai.operations.outlines.goals import Goal
from ai.operations.outlines.stakes import HOLD, Stake
from ai.operations.outlines.tasks import CLOSE, CORRIDOR, COUNTER, GUARD, RELIEF, Task
from ai.operations.picture.picture import FAR
from ai.operations.planning.estimate import Estimate
from wab.systems.operations.state.state import Unit
from wab.systems.operations.units.supply import sources


def enemy_turns_to(estimate: Estimate, hex_: int) -> float:
    """Turns that the nearest known enemy fighter needs to a hex over open ground; FAR if there is none."""
    turns = estimate.foes.turns_over_open_ground(hex_)
    return float(turns.min()) if turns.size else float(FAR)


# ------------------------------------------------------------------------------------------------- supply


def supply_tasks(estimate: Estimate) -> Iterator[Task]:
    """Guards for sources of supply that enemies could reach."""
    picture, numbers = estimate.picture, estimate.numbers
    if not picture.board.rules.supply or picture.turns_left < 1:
        return
    own = sources(picture.position, picture.side)
    hp = sum(unit.hp for unit in picture.own if picture.is_fighter(unit))
    near = [hex_ for hex_ in own if enemy_turns_to(estimate, hex_) <= GUARD_WITHIN]
    worth = numbers.supply_worth * hp / max(1, len(own)) ** (2 if len(near) < len(own) else 1)
    if worth < WORTH_A_GUARD:
        return
    for hex_ in near:
        goal = Goal(hex_, worth, True, picture.board.map.name(hex_), worth)
        yield Task(GUARD, goal, max(estimate.need(goal), LEAST_NEED), picture.weights.first, hp=hp // len(own))


def corridor_tasks(estimate: Estimate) -> Iterator[Task]:
    """Guards in the hexes by which the enemy could close narrow supply corridors."""
    picture, numbers = estimate.picture, estimate.numbers
    missed = min(1.0, (picture.turns_left - 1) / MISSED_FOR)
    if missed <= 0:
        return
    for group, line in narrow_groups(estimate):
        hp = sum(unit.hp for unit in picture.own if unit.hex in group)
        for hex_ in line.hexes[:CORRIDOR_CUT]:
            if picture.position.side_in(hex_) is None and enemy_turns_to(estimate, hex_) <= CORRIDOR_WITHIN:
                worth = missed * numbers.supply_worth * hp / line.fragility
                goal = Goal(hex_, worth, True, picture.board.map.name(hex_), worth)
                yield Task(CORRIDOR, goal, max(estimate.need(goal), LEAST_NEED), picture.weights.first, hp=hp)


def narrow_groups(estimate: Estimate) -> Iterator[tuple[tuple[int, ...], Lifeline]]:
    """Groups of own stacks whose supply depends on few hexes, with these hexes; groups that are cut off come first."""
    picture, analysis = estimate.picture, estimate.analysis
    if not picture.board.rules.supply or not estimate.foes.units:
        return
    hexes = dict.fromkeys(unit.hex for unit in picture.own if picture.is_fighter(unit))
    danger = analysis.enemy_influence
    groups = clusters(picture.grid, (hex_ for hex_ in hexes if danger[hex_] > 0), 2)
    worst = sorted(groups, key=lambda group: (-float(danger[list(group)].max()), group))
    found = [(group, analysis.lifeline(group)) for group in worst[: estimate.numbers.lifelines]]
    for group, line in sorted(found, key=lambda item: (item[1].fragility, item[0])):
        if line.fragility <= min(CORRIDOR_CUT, SAFE - 1) and (line.hexes or line.fragility == 0):
            yield group, line


# ------------------------------------------------------------------------------------------------- pockets


def pocket_tasks(estimate: Estimate) -> Iterator[Task]:
    """Posts from which an enemy group is cut off, worth a share of its HP."""
    picture, numbers = estimate.picture, estimate.numbers
    if picture.turns_left < POCKET_UNTIL:
        return
    analysis = estimate.analysis
    for pocket in analysis.pockets:
        posts = list(pocket.manned)
        if (analysis.own_influence[posts] < analysis.enemy_influence[posts]).any():
            continue
        worth = numbers.pocket_worth * pocket.hp * picture.gain / len(pocket.manned)
        for hex_ in pocket.manned:
            goal = Goal(hex_, worth, False, picture.board.map.name(hex_), worth)
            threat = float(picture.threat.points[hex_])
            yield Task(CLOSE, goal, max(POCKET_LEAST, POCKET_STANDS * threat), POCKET_FIRST, hp=pocket.hp)


def relief_tasks(estimate: Estimate) -> Iterator[Task]:
    """For units that are cut off: a breakout to the nearest supplied ground."""
    picture, numbers = estimate.picture, estimate.numbers
    for unit in picture.own:
        if not picture.is_fighter(unit) or picture.in_supply[unit.hex]:
            continue
        hex_ = nearest_supplied(estimate.analysis, unit.hex)
        if hex_ is not None:
            worth = numbers.relief_draw
            goal = Goal(hex_, 0.0, False, picture.board.map.name(hex_), worth)
            yield Task(RELIEF, goal, 1e-6, 1.0, only=(unit.id,), hp=unit.hp)


def nearest_supplied(analysis: Analysis, hex_: int) -> int | None:
    """The supplied hex nearest to a hex by distance, the lowest of equally near ones; None if there is none."""
    picture = analysis.picture
    away = picture.grid.distances(hex_)
    candidates = [int(other) for other in analysis.supplied_ground]
    return min(candidates, key=lambda other: (int(away[other]), other), default=None)


# ------------------------------------------------------------------------------------------------- breaches


def counter_tasks(estimate: Estimate, stakes: Sequence[Stake]) -> Iterator[Task]:
    """Counter-attacks on enemy stacks about to take a goal that its garrison would probably lose."""
    picture, numbers = estimate.picture, estimate.numbers
    named: list[int] = []
    for stake in stakes:
        if not stake.goal.held or stake.posture != HOLD:
            continue
        danger = 1.0 - picture.hold_chance(stake.goal.hex, _garrison(estimate, stake.goal.hex))
        worth = min(numbers.counter_most, numbers.counter_worth * stake.goal.worth * danger)
        for hex_ in _endangering(estimate, stake.goal.hex)[:COUNTERED]:
            if hex_ not in named and worth >= picture.weights.attack_from:
                named.append(hex_)
                goal = Goal(hex_, worth, False, stake.goal.name, worth)
                need = estimate.need(goal)
                if estimate.force(goal) >= PROMISING * need:
                    yield Task(COUNTER, goal, need)


def _garrison(estimate: Estimate, hex_: int) -> tuple[Unit, ...]:
    picture = estimate.picture
    return picture.position.stack(hex_) if picture.position.side_in(hex_) == picture.side else ()


def _endangering(estimate: Estimate, goal: int) -> list[int]:
    """Enemy stacks near enough to strike a goal next turn, the strongest first."""
    turns = estimate.foes.turns_over_open_ground(goal)
    near = estimate.foes.hexes[(turns <= STRIKES_WITHIN) & (estimate.foes.attack > 0)]
    strength = {int(hex_): float(estimate.foes.attack[estimate.foes.hexes == hex_].sum()) for hex_ in near}
    return sorted(strength, key=lambda hex_: (-strength[hex_], hex_))


def closing_hexes(tasks: Sequence[Task]) -> tuple[int, ...]:
    """The hexes of the tasks that close pockets, ascending."""
    return tuple(sorted(dict.fromkeys(task.goal.hex for task in tasks if task.kind == CLOSE)))
