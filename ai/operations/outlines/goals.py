"""Goals: hexes with something at stake, and the duty of a unit at one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec
from msgspec.structs import replace


class Goal(msgspec.Struct, frozen=True):
    """A hex that scores. `worth`: points that change sides with it from now to the end; `held` by the player's side.

    `draw`: the worth times the chance that it can be won at all; this is what draws units from afar.
    """

    hex: int
    worth: float
    held: bool
    name: str = ""
    draw: float = 0.0


class Duty(msgspec.Struct, frozen=True):
    """The duty of one unit: a goal, how strongly it draws the unit, and whether the unit must not leave it."""

    goal: Goal
    pull: float
    pinned: bool


def stressed(goals: Iterable[Goal], emphasis: Mapping[int, float]) -> tuple[Goal, ...]:
    """The same goals, with worth and draw multiplied by factors by hex."""
    factors = ((goal, emphasis.get(goal.hex, 1.0)) for goal in goals)
    return tuple(replace(goal, worth=goal.worth * by, draw=goal.draw * by) for goal, by in factors)
