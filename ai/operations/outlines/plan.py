"""A plan for one turn or impulse: missions, goals, duties, the units that rest and the units that wait.

A plan holds only facts from a view and never changes. Tactics read `goals` and `duties`, and keep to the rest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import msgspec

from ai.operations.outlines.goals import Duty, Goal
from ai.operations.outlines.judgement import DEFENCE_WITHIN
from wab.engine.words.text import Text
from wab.hexes import Grid

SEIZE, HOLD = "seize", "hold"


class Mission(msgspec.Struct, frozen=True):
    """The mission of some units at one place. `task`: "seize", "hold"... ; `worth` in points, `text` is the order.

    `main`: it is the main effort. `notes`: with what it is done, how likely it is, what is at stake, a sentence each.
    """

    number: int
    task: str
    goal: Goal
    units: tuple[int, ...]
    worth: float
    text: Text
    main: bool = False
    notes: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """A plan for one impulse.

    `duties` by unit. `resting`: units that are not to be activated. `reserve`: units that cost more to use in an
    attack, and wait behind a line where there is one. `limits`: by unit the hexes in which it may end a move and from
    which it may attack; a unit that is not named goes anywhere. `closing`: hexes that close a pocket when a unit or
    its zone covers them. `posts`: by unit the hex that it mans, in the line or at a source of supply. `patience`:
    points by which an attack must be worth more than usual. `walk_ins`: by the hex of a held goal, the chance that an
    unseen enemy walks in while the goal is empty.
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
        """The mission of a unit, None if it has none."""
        return next((mission for mission in self.missions if unit in mission.units), None)

    def spares(self, grid: Grid, mission: Mission, units: Sequence[int], start: int, struck: int) -> bool:
        """Tell whether an attack on a hex has nothing to do with the mission of some units that stand in `start`.

        It lies away from the held goal or from the post of the first unit, or no nearer to the goal to be taken.
        """
        goal = mission.goal
        place = next((self.posts[unit] for unit in units if unit in mission.units and unit in self.posts), goal.hex)
        far = grid.distance(struck, place)
        return far > DEFENCE_WITHIN if goal.held else far > 0 and far >= grid.distance(start, place)

    def may_stand(self, unit: int, hex_: int) -> bool:
        """Tell whether the plan lets a unit go to a hex."""
        limit = self.limits.get(unit)
        return limit is None or hex_ in limit
