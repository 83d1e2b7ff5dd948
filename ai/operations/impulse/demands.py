"""Demands: goals that had better not end the impulse empty, at first and after a look at the enemy's reply."""

from __future__ import annotations

from collections.abc import Sequence

from ai.operations.impulse.columns import Row
from ai.operations.impulse.master import Solution, Troops
from ai.operations.judgement.impulse import CONFIRMED, FIRST, LEAST_DEMAND, WALKED_INTO
from ai.operations.lookahead.replies import Replies
from ai.operations.outlines.goals import Goal
from ai.operations.outlines.plan import Plan
from ai.operations.picture.goals import need_of
from ai.operations.picture.picture import Picture
from ai.operations.tactics.seizures import Seizure


def first_rows(picture: Picture, plan: Plan) -> list[Row]:
    """A row for each held goal that an enemy may walk into as things stand."""
    rows = []
    for goal in plan.goals:
        if goal.held and not picture.plays_last:
            unseen = plan.walk_ins.get(goal.hex, 0.0)
            known = WALKED_INTO if picture.threat.points[goal.hex] > 0 else 0.0
            row = _row(picture, goal, max(unseen, known), frozenset((goal.hex,)))
            if row.price >= LEAST_DEMAND:
                rows.append(row)
    return rows


def _row(picture: Picture, goal: Goal, chance: float, hexes: frozenset[int]) -> Row:
    stakes = chance * goal.worth
    struck = picture.threat.points[goal.hex] > 0
    need = need_of(picture, goal) if struck else 0.0
    return Row(hexes, stakes * (FIRST if struck else 1.0), goal, need, stakes * (1.0 - FIRST) if struck else 0.0)


def rows_after(
    picture: Picture, plan: Plan, replies: Replies, solution: Solution, rows: Sequence[Row], troops: Troops
) -> list[Row]:
    """Rows for the walks into goals that the enemy could make after a solution, as far as no row prices them yet."""
    places: dict[int, int] = {}
    for column in solution.columns:
        places.update(column.places)
    held = {goal.hex: goal for goal in plan.goals if goal.held}
    manned = {places.get(unit, hex_) for unit, (hex_, _) in troops.fighters.items()}
    known = {row.hexes for row in rows}
    fresh: list[Row] = []
    for walk in replies.walks_after(picture, places):
        goal = held.get(walk.goal.hex)
        if goal is None or walk.goal.hex in manned:
            continue
        row = _row(picture, goal, CONFIRMED, _bars(walk))
        if row.hexes not in known and row.price >= LEAST_DEMAND:
            known.add(row.hexes)
            fresh.append(row)
    return fresh


def _bars(walk: Seizure) -> frozenset[int]:
    """The hexes in which a fighter bars a walk: the goal and the way to it."""
    return frozenset((walk.goal.hex, *walk.way[1:]))
