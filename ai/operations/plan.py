"""What strategy and operations hand down to tactics: missions, goals, who sees to what, who rests, who waits.

A plan is made of facts that a view told; it never changes. Tactics read `goals` and `duties`, and keep to the rest.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import msgspec

from ai.operations.goals import Duty, Goal, duties_of, goals_of
from ai.operations.picture import Picture
from wab.engine.text import Text

SEIZE, HOLD = "seize", "hold"


class Mission(msgspec.Struct, frozen=True):
    """What some units have to do at one place. `task`: "seize", "hold"... ; `worth` in points, `text` says why."""

    number: int
    task: str
    goal: Goal
    units: tuple[int, ...]
    worth: float
    text: Text


@dataclass(frozen=True, slots=True)
class Plan:
    """A plan for one impulse.

    `duties` by unit. `resting`: units that are not to be activated. `reserve`: units that attack only beside others or
    where the plan breaks. `limits`: by unit the hexes in which it may end a move and from which it may attack; who is
    not named goes anywhere. `closing`: hexes that close a pocket when a unit or its zone covers them. `main_effort`:
    number of the mission that comes first with supports and commanders, None where nothing is more urgent.
    """

    goals: tuple[Goal, ...]
    duties: Mapping[int, Duty]
    missions: tuple[Mission, ...] = ()
    resting: frozenset[int] = frozenset()
    reserve: frozenset[int] = frozenset()
    limits: Mapping[int, frozenset[int]] = field(default_factory=dict)
    closing: tuple[int, ...] = ()
    main_effort: int | None = None

    def mission_of(self, unit: int) -> Mission | None:
        """The mission that a unit has a part in, None where it has none."""
        return next((mission for mission in self.missions if unit in mission.units), None)

    def may_stand(self, unit: int, hex_: int) -> bool:
        """Tell whether the plan lets a unit go to a hex."""
        limit = self.limits.get(unit)
        return limit is None or hex_ in limit


def plan_from_greedy(picture: Picture) -> Plan:
    """The plan that the greedy player's goals and duties come to: what is left when no better one can be made."""
    goals = goals_of(picture)
    duties = duties_of(picture, goals)
    return Plan(goals, duties, missions_of(picture, goals, duties))


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
