"""Plans made from the greedy player's goals and duties, when no better plan can be made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace as dataclass_replace

from msgspec.structs import replace

from ai.operations import names
from ai.operations.outlines.goals import Duty, Goal, stressed
from ai.operations.outlines.plan import HOLD, SEIZE, Mission, Plan
from ai.operations.picture.goals import duties_of, goals_of
from ai.operations.picture.picture import Picture
from wab.engine.words.text import Argument, Text
from wab.systems.operations.state.state import Unit


def plan_from_greedy(picture: Picture, emphasis: Mapping[int, float] | None = None) -> Plan:
    """The plan that follows from the greedy player's goals and duties.

    `emphasis`: factors on what goals are worth, by hex.
    """
    goals = stressed(goals_of(picture), emphasis or {})
    duties = duties_of(picture, goals)
    return Plan(goals, duties, missions_of(picture, goals, duties))


def without_surplus(picture: Picture, plan: Plan, least: float) -> Plan:
    """The plan with garrison units free for other work where their leaving costs fewer points than `least`."""
    duties = dict(plan.duties)
    for goal in plan.goals:
        keep = [u for u in picture.position.stack(goal.hex) if u.id in duties and duties[u.id].pinned]
        while keep:
            cost, unit = min((_cost(picture, goal, keep, unit), unit.id) for unit in keep)
            if cost >= least:
                break
            keep = [other for other in keep if other.id != unit]
            duties[unit] = replace(duties[unit], pinned=False)
    return dataclass_replace(plan, duties=duties)


def _cost(picture: Picture, goal: Goal, keep: Sequence[Unit], unit: Unit) -> float:
    rest = [other for other in keep if other.id != unit.id]
    lost = picture.hold_chance(goal.hex, keep) - picture.hold_chance(goal.hex, rest)
    return goal.worth * (lost if rest else max(lost, picture.weights.first if picture.foes else 0.0))


def missions_of(picture: Picture, goals: tuple[Goal, ...], duties: Mapping[int, Duty]) -> tuple[Mission, ...]:
    """One mission for each goal with units, in the order of the goals."""
    missions: list[Mission] = []
    for goal in goals:
        units = tuple(sorted(unit for unit, duty in duties.items() if duty.goal.hex == goal.hex))
        if units:
            missions.append(_mission(picture, len(missions), goal, units))
    return tuple(missions)


def _mission(picture: Picture, number: int, goal: Goal, units: tuple[int, ...]) -> Mission:
    name: dict[str, Argument] = {"goal": names.of_goal(picture, goal)}
    text = Text("Hold {goal:the}.", name) if goal.held else Text("Take {goal:the}.", name)
    return Mission(number, HOLD if goal.held else SEIZE, goal, units, goal.worth, text)
