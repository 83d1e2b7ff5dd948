"""Tasks: what has to be done beside the goals themselves - guard supply, hold a corridor open, close a pocket.

Each is put in the shape of a goal with a need, so that units are shared out among all of them alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from ai.operations.analysis import Analysis
from ai.operations.analysis.supply import SAFE, Lifeline, clusters
from ai.operations.goals import Goal
from ai.operations.picture import FAR
from ai.operations.strategy import HOLD, Estimate, Stake
from wab.systems.operations.state import Unit
from wab.systems.operations.supply import sources

ASSAULT, DEFEND = "assault", "defend"
GUARD, CORRIDOR, CLOSE, RELIEF = "guard", "corridor", "close", "relief"
COUNTER, WITHDRAW, SCREEN, RESERVE, LINE = "counter", "withdraw", "screen", "reserve", "line"
OCCUPY = "occupy"
FORCED = (RELIEF, WITHDRAW, SCREEN)
"""Tasks that leave no choice to the units named."""
COUNTERED = 2
"""Enemy stacks that are counter-attacked for each goal in danger, at most."""
PROMISING = 0.6
"""The share of the force that a counter-attack asks for which must be at hand."""
SPRINT = 1.3
"""Turns of march from which on down an enemy stack endangers a goal."""
WORTH_A_GUARD = 0.8
"""Points from which on a source is guarded: where there are many, the loss of one is borne."""
NARROW = 2
"""Hexes that have to be closed to cut a group off, from which on down its corridor is kept open."""
MISSED_FOR = 3
"""Turns to come from which on down the supply that a corridor brings is missed for less and less time."""
NEAR = 2.0
"""Turns of march of an enemy from which on down he endangers a hex."""


class Task(msgspec.Struct, frozen=True):
    """Something to be done at a hex. `need` in points, of defence where the goal is held, of attack where it is not.

    `first`: the share of it that the first unit is good for at least. `only`: the units that may be given it, () for
    all. `hp`: what depends on it, for the reason given. `sector`: the number of its stretch of the line.
    `claims`: units are given to it until its need is met; without that only those who are left over join it.
    """

    kind: str
    goal: Goal
    need: float
    first: float = 0.0
    only: tuple[int, ...] = ()
    hp: int = 0
    sector: int = 0
    claims: bool = True


def enemy_turns_to(estimate: Estimate, hex_: int) -> float:
    """Turns that the nearest known enemy fighter needs to a hex if nobody stands in his way; many if there is none."""
    turns = estimate.foes.turns_over_open_ground(hex_)
    return float(turns.min()) if turns.size else float(FAR)


# ------------------------------------------------------------------------------------------------- supply


def supply_tasks(estimate: Estimate) -> Iterator[Task]:
    """Guards for sources of supply that enemies could reach, and the enemy's own sources as something to be had."""
    picture, numbers = estimate.picture, estimate.numbers
    if not picture.board.scenario.rules.supply or picture.turns_left < 1:
        return
    own = sources(picture.position, picture.side)
    hp = sum(unit.hp for unit in picture.own if picture.is_fighter(unit))
    near = [hex_ for hex_ in own if enemy_turns_to(estimate, hex_) <= NEAR]
    worth = numbers.supply_worth * hp / max(1, len(own)) ** (2 if len(near) < len(own) else 1)
    if worth < WORTH_A_GUARD:
        return
    for hex_ in near:
        goal = Goal(hex_, worth, True, picture.board.map.name(hex_), worth)
        yield Task(GUARD, goal, max(estimate.need(goal), 0.1), picture.weights.first, hp=hp // len(own))


def corridor_tasks(estimate: Estimate) -> Iterator[Task]:
    """Narrow supply corridors that the enemy could close before we notice: a guard in the hex that would close them."""
    picture, numbers = estimate.picture, estimate.numbers
    missed = min(1.0, (picture.turns_left - 1) / MISSED_FOR)
    if missed <= 0:
        return
    for group, line in narrow_groups(estimate):
        hp = sum(unit.hp for unit in picture.own if unit.hex in group)
        for hex_ in line.hexes[:NARROW]:
            if picture.position.side_in(hex_) is None and enemy_turns_to(estimate, hex_) <= 1.0:
                worth = missed * numbers.supply_worth * hp / line.fragility
                goal = Goal(hex_, worth, True, picture.board.map.name(hex_), worth)
                yield Task(CORRIDOR, goal, max(estimate.need(goal), 0.1), picture.weights.first, hp=hp)


def narrow_groups(estimate: Estimate) -> Iterator[tuple[tuple[int, ...], Lifeline]]:
    """Groups of own stacks whose supply hangs on few hexes, with those hexes; groups that are cut off come first."""
    picture, analysis = estimate.picture, estimate.analysis
    if not picture.board.scenario.rules.supply or not estimate.foes.units:
        return
    hexes = dict.fromkeys(unit.hex for unit in picture.own if picture.is_fighter(unit))
    danger = analysis.enemy_influence
    groups = clusters(picture.grid, (hex_ for hex_ in hexes if danger[hex_] > 0), 2)
    worst = sorted(groups, key=lambda group: (-float(danger[list(group)].max()), group))
    found = [(group, analysis.lifeline(group)) for group in worst[: estimate.numbers.lifelines]]
    for group, line in sorted(found, key=lambda item: (item[1].fragility, item[0])):
        if line.fragility <= min(NARROW, SAFE - 1) and (line.hexes or line.fragility == 0):
            yield group, line


# ------------------------------------------------------------------------------------------------- pockets


def pocket_tasks(estimate: Estimate) -> Iterator[Task]:
    """Posts from which an enemy group is cut off: worth a share of its HP."""
    picture, numbers = estimate.picture, estimate.numbers
    if picture.turns_left < 3:
        return
    analysis = estimate.analysis
    for pocket in analysis.pockets:
        posts = list(pocket.manned)
        if (analysis.own_influence[posts] < analysis.enemy_influence[posts]).any():
            continue
        worth = numbers.pocket_worth * pocket.hp * picture.gain / len(pocket.manned)
        for hex_ in pocket.manned:
            goal = Goal(hex_, worth, False, picture.board.map.name(hex_), worth)
            yield Task(CLOSE, goal, max(0.5, 0.6 * float(picture.threat.points[hex_])), 0.5, hp=pocket.hp)


def relief_tasks(estimate: Estimate) -> Iterator[Task]:
    """For units that are cut off: the nearest supplied ground that they could reach, to break out to."""
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
    """The supplied hex nearest to a hex as the crow flies, of equally near ones the lowest; None if there is none."""
    picture = analysis.picture
    away = picture.grid.distances(hex_)
    candidates = [int(other) for other in analysis.supplied_ground]
    return min(candidates, key=lambda other: (int(away[other]), other), default=None)


# ------------------------------------------------------------------------------------------------- breaches


def counter_tasks(estimate: Estimate, stakes: Sequence[Stake]) -> Iterator[Task]:
    """Enemy stacks that are about to take a goal which its garrison would probably lose: to be thrown back first."""
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
    """Enemy stacks that are near enough to strike a goal next turn, the strongest first."""
    turns = estimate.foes.turns_over_open_ground(goal)
    near = estimate.foes.hexes[(turns <= SPRINT) & (estimate.foes.attack > 0)]
    strength = {int(hex_): float(estimate.foes.attack[estimate.foes.hexes == hex_].sum()) for hex_ in near}
    return sorted(strength, key=lambda hex_: (-strength[hex_], hex_))


def closing_hexes(tasks: Sequence[Task]) -> tuple[int, ...]:
    """The hexes of the tasks that close pockets, ascending."""
    return tuple(sorted(dict.fromkeys(task.goal.hex for task in tasks if task.kind == CLOSE)))
