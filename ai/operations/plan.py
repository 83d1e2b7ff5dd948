"""What strategy and operations hand down to tactics: missions, goals, who sees to what, who rests, who waits.

A plan is made of facts that a view told; it never changes. Tactics read `goals` and `duties`, and keep to the rest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from dataclasses import replace as dataclass_replace

import msgspec
from msgspec.structs import replace

from ai.operations.goals import Duty, Goal, duties_of, goals_of, stressed
from ai.operations.picture import Picture
from wab.engine.text import Text
from wab.hexes import Grid
from wab.systems.operations.state import Unit

SEIZE, HOLD = "seize", "hold"
BEFORE = 2
"""Hexes from a held goal within which an attack is part of its defence."""


class Mission(msgspec.Struct, frozen=True):
    """What some units have to do at one place. `task`: "seize", "hold"... ; `worth` in points, `text` says why.

    `main`: it is the main effort.
    """

    number: int
    task: str
    goal: Goal
    units: tuple[int, ...]
    worth: float
    text: Text
    main: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """A plan for one impulse.

    `duties` by unit. `resting`: units that are not to be activated. `reserve`: units that cost more to use in an
    attack, and wait behind a line where there is one. `limits`: by unit the hexes in which it may end a move and from
    which it may attack; who is not named goes anywhere. `closing`: hexes that close a pocket when a unit or its zone
    covers them. `posts`: by unit the hex that it mans, in the line or at a source of supply. `patience`: points by
    which an attack must be worth more than usual. `walk_ins`: by the hex of a held goal, the chance that an enemy
    whom nobody sees walks in where nobody is left.
    """

    goals: tuple[Goal, ...]
    duties: Mapping[int, Duty]
    missions: tuple[Mission, ...] = ()
    resting: frozenset[int] = frozenset()
    reserve: frozenset[int] = frozenset()
    limits: Mapping[int, frozenset[int]] = field(default_factory=dict)
    closing: tuple[int, ...] = ()
    posts: Mapping[int, int] = field(default_factory=dict)
    patience: float = 0.0
    walk_ins: Mapping[int, float] = field(default_factory=dict)

    def mission_of(self, unit: int) -> Mission | None:
        """The mission that a unit has a part in, None where it has none."""
        return next((mission for mission in self.missions if unit in mission.units), None)

    def spares(self, grid: Grid, mission: Mission, units: Sequence[int], start: int, struck: int) -> bool:
        """Tell whether an attack on a hex has nothing to do with the mission of some units that stand in `start`.

        Away from what is held, or from the post of the first of them, or no nearer to what is to be taken.
        """
        goal = mission.goal
        place = next((self.posts[unit] for unit in units if unit in mission.units and unit in self.posts), goal.hex)
        far = grid.distance(struck, place)
        return far > BEFORE if goal.held else far > 0 and far >= grid.distance(start, place)

    def may_stand(self, unit: int, hex_: int) -> bool:
        """Tell whether the plan lets a unit go to a hex."""
        limit = self.limits.get(unit)
        return limit is None or hex_ in limit


def plan_from_greedy(picture: Picture, emphasis: Mapping[int, float] | None = None) -> Plan:
    """The plan that the greedy player's goals and duties come to: what is left when no better one can be made.

    `emphasis`: factors on what goals are worth, by hex, for who looks at the ground in another way.
    """
    goals = stressed(goals_of(picture), emphasis or {})
    duties = duties_of(picture, goals)
    return Plan(goals, duties, missions_of(picture, goals, duties))


def without_surplus(picture: Picture, plan: Plan, least: float) -> Plan:
    """The plan with those of each garrison free for other work whose leaving costs fewer points than `least`."""
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
    """One mission for each goal that somebody sees to, in the order of the goals."""
    missions: list[Mission] = []
    for goal in goals:
        units = tuple(sorted(unit for unit, duty in duties.items() if duty.goal.hex == goal.hex))
        if units:
            missions.append(_mission(picture, len(missions), goal, units))
    return tuple(missions)


def _mission(picture: Picture, number: int, goal: Goal, units: tuple[int, ...]) -> Mission:
    name = goal.name or picture.grid.label(goal.hex)
    text = Text("Hold {goal}", {"goal": name}) if goal.held else Text("Take {goal}", {"goal": name})
    return Mission(number, HOLD if goal.held else SEIZE, goal, units, goal.worth, text)
