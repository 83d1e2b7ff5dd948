"""Groups that the enemy could cut off with its next moves, and the ground to which they get out in time (T07)."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from ai.operations.analysis.supply import lifeline, prices
from ai.operations.judgement.planning import (
    BESIDE_THE_WAY,
    CLOSE_BEHIND,
    FIRM_GROUND_DRAW,
    FIRM_STACK,
    MOST_WITHDRAWN,
    SCREEN_DRAW,
    SHAKY,
    STAYS_FOR,
    UNTOUCHED,
    WITHDRAWAL_CUT,
    WITHDRAWAL_UNTIL,
)
from ai.operations.maps.supply import Lifeline, clusters
from ai.operations.outlines.goals import Goal
from ai.operations.outlines.tasks import SCREEN, WITHDRAW, Task
from ai.operations.picture.picture import Picture
from ai.operations.planning.estimate import Estimate
from wab.hexes.paths import connected
from wab.systems.operations.units.supply import closed_to_supply, sources

Mask = NDArray[np.bool_]


def withdrawal_tasks(estimate: Estimate, goals: tuple[Goal, ...], before: Mapping[int, int]) -> Iterator[Task]:
    """A way back for every group whose corridor the enemy could close next turn and that holds no dear goal.

    No group withdraws where nearly all would have to: an army that gives up its line for one breach loses both.
    `before`: by unit the hex to which it was on its way back. Units next to the way stay until the others are past.
    """
    picture = estimate.picture
    if not picture.board.rules.supply or picture.turns_left < WITHDRAWAL_UNTIL or not estimate.foes.units:
        return
    army = sum(unit.hp for unit in picture.own if picture.is_fighter(unit))
    lines = [line for line in narrow_lines(estimate) if _is_pressed(estimate, line)]
    tasks = [task for line in lines for task in _withdrawals(picture, line, goals)]
    tasks += _on_the_way(picture, before, {unit for task in tasks for unit in task.only})
    away = {unit: picture.position.units[unit].hp for task in tasks for unit in task.only}
    if sum(away.values()) <= MOST_WITHDRAWN * army:
        yield from tasks
        yield from _screens(estimate, tasks, before)


def _is_pressed(estimate: Estimate, line: Lifeline) -> bool:
    """Tell whether the enemy is stronger around a group than we are and could reach in force every hex of the cut.

    In a battle with lines the possibility is enough.
    """
    analysis, numbers, group = estimate.analysis, estimate.numbers, list(line.group)
    if estimate.picture.board.turns >= numbers.line_turns:
        return True
    ours, theirs = float(analysis.own_influence[group].sum()), float(analysis.enemy_influence[group].sum())
    force = estimate.picture.threat.points[list(line.hexes)]
    return theirs > numbers.outmatched * ours and bool((force >= numbers.closing).all())


def _screens(estimate: Estimate, tasks: Sequence[Task], before: Mapping[int, int]) -> Iterator[Task]:
    """Units that stand firm next to the way back of a group stay until the group is past them."""
    picture, away = estimate.picture, {unit for task in tasks for unit in task.only}
    near = estimate.analysis.enemy_influence > 0
    beside = np.zeros(picture.grid.size, np.bool_)
    for task in tasks:
        beside |= _way(picture, task)
    for unit in picture.own:
        if unit.id in away or unit.id in before or not beside[unit.hex] or not picture.is_fighter(unit):
            continue
        firm = picture.hold_chance(unit.hex, picture.position.stack(unit.hex)) >= FIRM_STACK
        if firm and near[unit.hex]:
            goal = Goal(unit.hex, 0.0, True, picture.board.map.name(unit.hex), SCREEN_DRAW)
            yield Task(SCREEN, goal, 0.0, only=(unit.id,), hp=unit.hp)


def _way(picture: Picture, task: Task) -> Mask:
    """bool[N]: the hexes on the direct way back of a group, and those next to them."""
    found = np.zeros(picture.grid.size, np.bool_)
    from_goal = picture.grid.distances(task.goal.hex)
    for start in sorted({picture.position.units[unit].hex for unit in task.only}):
        found |= picture.grid.distances(start) + from_goal <= from_goal[start] + BESIDE_THE_WAY
    return found


def _withdrawals(picture: Picture, line: Lifeline, goals: tuple[Goal, ...]) -> Iterator[Task]:
    units = tuple(unit.id for unit in picture.own if unit.hex in line.group and picture.is_fighter(unit))
    hp = sum(picture.position.units[unit].hp for unit in units)
    held = sum(goal.worth for goal in goals if goal.hex in line.group)
    hex_ = _way_back(picture, line)
    if hex_ is not None and held < STAYS_FOR * hp:
        goal = Goal(hex_, 0.0, False, picture.board.map.name(hex_), FIRM_GROUND_DRAW * picture.loss * hp)
        yield Task(WITHDRAW, goal, 0.0, only=units, hp=hp)


def _on_the_way(picture: Picture, before: Mapping[int, int], again: Container[int]) -> Iterator[Task]:
    """A unit on its way back goes on until the enemy cannot strike it."""
    for id_, hex_ in before.items():
        unit = picture.position.units.get(id_)
        if unit is None or id_ in again or hex_ in picture.foes or picture.threat.points[unit.hex] <= 0:
            continue
        if picture.in_supply[unit.hex] and picture.in_supply[hex_] and unit.hex != hex_:
            goal = Goal(hex_, 0.0, False, picture.board.map.name(hex_), FIRM_GROUND_DRAW * picture.loss * unit.hp)
            yield Task(WITHDRAW, goal, 0.0, only=(id_,), hp=unit.hp)


def narrow_lines(estimate: Estimate) -> Iterator[Lifeline]:
    """Groups in supply whose lines few enemy moves would cut, with the hexes that have to be closed."""
    picture, danger = estimate.picture, estimate.analysis.enemy_influence
    cost = shaken_prices(picture)
    hexes = {unit.hex for unit in picture.own if picture.is_fighter(unit) and picture.in_supply[unit.hex]}
    groups = clusters(picture.grid, (hex_ for hex_ in sorted(hexes) if danger[hex_] > 0))
    worst = sorted(groups, key=lambda group: (-float(danger[list(group)].max()), group))
    for group in worst[: estimate.numbers.lifelines]:
        line = lifeline(picture.position, picture.side, group, cost)
        if 1 <= line.fragility <= WITHDRAWAL_CUT:
            yield line


def shaken_prices(picture: Picture) -> NDArray[np.int32]:
    """int32[N]: what closing each hex to our supply takes the enemy in its next moves."""
    price = prices(picture.position, picture.side)
    open_ = price > 0
    price[open_ & (picture.threat.points <= 0)] = UNTOUCHED
    for hex_ in sorted({unit.hex for unit in picture.own if picture.is_fighter(unit)}):
        if open_[hex_]:
            firm = picture.hold_chance(hex_, picture.position.stack(hex_)) >= FIRM_STACK
            price[hex_] = UNTOUCHED if firm else SHAKY
    return price


def _way_back(picture: Picture, line: Lifeline) -> int | None:
    """The nearest hex beyond the cut that the enemy cannot strike; of equally near ones the one with most shelter.

    Where a source of supply is close behind it, the source: a unit there is not cut off again next turn.
    """
    hex_ = _safe_ground(picture, line)
    if hex_ is None:
        return None
    distance = picture.grid.distance
    near = [source for source in sources(picture.position, picture.side) if distance(hex_, source) <= CLOSE_BEHIND]
    return min(near, key=lambda source: (distance(hex_, source), source), default=hex_)


def _safe_ground(picture: Picture, line: Lifeline) -> int | None:
    position = picture.position
    passes = prices(position, picture.side) > 0
    passes[list(line.hexes)] = False
    joined = connected(
        picture.board.workspace, sources(position, picture.side), passes, closed_to_supply(picture.board)
    )
    safe = np.flatnonzero(joined & (picture.threat.points <= 0))
    away = np.min([picture.grid.distances(hex_) for hex_ in line.group], axis=0)
    return min(
        (int(hex_) for hex_ in safe),
        key=lambda hex_: (int(away[hex_]), -int(picture.shelter[hex_]), hex_),
        default=None,
    )
