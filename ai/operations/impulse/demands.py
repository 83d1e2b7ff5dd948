"""Demands: goals that had better not end the impulse empty, at first and after a look at the enemy's reply."""

from __future__ import annotations

from collections.abc import Sequence

from ai.operations.impulse.columns import Row
from ai.operations.impulse.master import Solution, Troops
from ai.operations.judgement.impulse import CONFIRMED, CUT, CUTS, FIRST, LEAST_DEMAND, SLACK
from ai.operations.judgement.tactics import EMPTY
from ai.operations.lookahead.replies import Replies
from ai.operations.outlines.goals import Goal
from ai.operations.outlines.plan import Plan
from ai.operations.picture.goals import gets_to
from ai.operations.picture.picture import Picture
from ai.operations.tactics.seizures import Seizure
from wab.systems.operations.state.state import Unit


def first_rows(picture: Picture, plan: Plan) -> list[Row]:
    """A row for each held goal that an enemy may walk into or strike, or that the plan wants to keep."""
    if picture.plays_last:
        return []
    pinned = {duty.goal.hex for duty in plan.duties.values() if duty.pinned}
    rows = []
    for goal in plan.goals:
        if goal.held:
            unseen = max(plan.walk_ins.get(goal.hex, 0.0), EMPTY * (goal.hex in pinned))
            row = _row(picture, plan, goal, unseen, frozenset((goal.hex,)))
            if row.price >= LEAST_DEMAND:
                rows.append(row)
    return rows


def _row(picture: Picture, plan: Plan, goal: Goal, chance: float, hexes: frozenset[int]) -> Row:
    """A demand for a goal: a share of the worth for the first fighter, the rest by the chance to hold the hex.

    `chance`: the chance that an empty goal is lost if no known enemy can strike it.
    """
    if picture.threat.points[goal.hex] <= 0:
        return Row(hexes, chance * goal.worth, goal)
    called = frozenset(unit for unit, duty in plan.duties.items() if duty.goal.hex == goal.hex)
    levels: list[tuple[float, float]] = []
    stack: list[Unit] = []
    held = before = max(FIRST, chance)
    for unit in _defenders(picture, goal.hex, called):
        stack.append(unit)
        held = max(held, picture.hold_chance(goal.hex, stack))
        price = goal.worth * (held - before)
        if price >= LEAST_DEMAND:
            levels.append((sum(picture.defence(one) for one in stack) - SLACK, price))
            before = held
    return Row(hexes, max(FIRST, chance) * goal.worth, goal, tuple(levels), called)


def _defenders(picture: Picture, hex_: int, called: frozenset[int]) -> list[Unit]:
    """The fighters that may defend a hex: the fighters in it, then the strongest that the plan calls to it."""
    able = [unit for unit in picture.own if picture.is_fighter(unit) and (unit.hex == hex_ or unit.id in called)]
    able = [unit for unit in able if gets_to(picture, unit, hex_)]
    able.sort(key=lambda unit: (unit.hex != hex_, -picture.defence(unit), unit.id))
    limit = picture.board.tables.conduct.stacking
    found: list[Unit] = []
    for unit in able:
        if sum(picture.profile(one).weight for one in (*found, unit)) <= limit:
            found.append(unit)
    return found


def rows_after(
    picture: Picture,
    plan: Plan,
    replies: Replies,
    solution: Solution,
    rows: Sequence[Row],
    troops: Troops,
    *,
    cuts: bool,
) -> list[Row]:
    """Rows for the walks into goals and the cuts that the enemy could make after a solution, without known ones.

    `cuts`: cuts are wanted, too.
    """
    places: dict[int, int] = {}
    for column in solution.columns:
        places.update(column.places)
    held = {goal.hex: goal for goal in plan.goals if goal.held}
    manned = {places.get(unit, hex_) for unit, (hex_, _) in troops.fighters.items()}
    walks, cut = replies.moves_after(picture, places, cuts=cuts)
    fresh: list[Row] = []
    for walk in walks:
        goal = held.get(walk.goal.hex)
        if goal is not None and walk.goal.hex not in manned:
            fresh.append(_row(picture, plan, goal, CONFIRMED, _bars(walk)))
    for hex_, hp in sorted(cut.items(), key=lambda one: (-one[1], one[0]))[:CUTS]:
        fresh.append(Row(frozenset((hex_,)), CUT * picture.loss * hp))
    known = {row.hexes for row in rows}
    return [row for row in fresh if row.hexes not in known and row.price >= LEAST_DEMAND]


def _bars(walk: Seizure) -> frozenset[int]:
    """The hexes in which a fighter bars a walk: the goal and the way to it."""
    return frozenset((walk.goal.hex, *walk.way[1:]))
