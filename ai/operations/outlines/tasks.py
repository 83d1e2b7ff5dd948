"""Tasks: what has to be done, each in the shape of a goal with a need, so that all compete for units on equal terms."""

from __future__ import annotations

import msgspec

from ai.operations.outlines.goals import Goal

ASSAULT, DEFEND = "assault", "defend"
GUARD, CORRIDOR, CLOSE, RELIEF = "guard", "corridor", "close", "relief"
COUNTER, WITHDRAW, SCREEN, RESERVE, LINE = "counter", "withdraw", "screen", "reserve", "line"
OCCUPY = "occupy"
FORCED = (RELIEF, WITHDRAW, SCREEN)
"""Tasks that leave no choice to the units named."""


class Task(msgspec.Struct, frozen=True):
    """Something to be done at a hex. `need` in points, of defence where the goal is held, of attack where it is not.

    `first`: the share of the need that the first unit meets at least. `only`: the units that may get the task, () for
    all. `hp`: the HP that depend on it, for the reason given. `sector`: the number of its stretch of the line.
    `claims`: units are assigned until the need is met; otherwise only units that are left over join.
    """

    kind: str
    goal: Goal
    need: float
    first: float = 0.0
    only: tuple[int, ...] = ()
    hp: int = 0
    sector: int = 0
    claims: bool = True
