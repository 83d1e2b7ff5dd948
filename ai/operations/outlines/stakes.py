"""Stakes: whether a goal is worth taking or holding, with what force; and where the main effort is.

An outline is a candidate plan in one line: which goal comes first. Outlines are compared by the points that they
promise. The outline of the turn before is kept unless another one is clearly better.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

import msgspec
from msgspec.structs import replace

from ai.operations.outlines.chance import Curve
from ai.operations.outlines.goals import Goal
from ai.operations.outlines.judgement import GIVEN_UP_BELOW, HOPELESS, MISSED_EFFORT, POOR, SHARED_EFFORT

SEIZE, HOLD, CONTEST, DENY, DELAY, IGNORE = "seize", "hold", "contest", "deny", "delay", "ignore"
LATER = "later"


class Efforts(Protocol):
    """The numbers of judgement that stakes and outlines need; each system keeps them in its data."""

    @property
    def chance(self) -> Curve:
        """The chance of a goal by force over need."""
        ...

    @property
    def main_effort(self) -> float:
        """The factor by which the main effort draws more."""
        ...

    @property
    def margin(self) -> float:
        """The factor by which another outline must be better to replace the current one."""
        ...

    @property
    def near_best(self) -> float:
        """The share of the best outline's value from which on an outline is as good."""
        ...

    @property
    def active(self) -> float:
        """Turns of march beyond which a goal is left for later."""
        ...

    @property
    def cheap(self) -> float:
        """The need up to which a goal behind enemies draws as much as it is worth."""
        ...

    @property
    def economy(self) -> float:
        """The power by which a goal with a greater need draws less."""
        ...

    @property
    def in_the_way(self) -> float:
        """The share of the enemies on the way that counts for a goal's need."""
        ...

    @property
    def stop_after(self) -> float:
        """Turns of assaults in vain after which a goal is given up."""
        ...

    @property
    def stop_draw(self) -> float:
        """The share of its draw that a goal keeps when it is given up."""
        ...

    @property
    def distant_draw(self) -> float:
        """The share of its draw that a goal keeps when it is left for later."""
        ...


class Estimate(Protocol):
    """A system's knowledge of its goals: the raw material of stakes."""

    @property
    def numbers(self) -> Efforts:
        """The numbers of judgement."""
        ...

    @property
    def last_turn(self) -> int:
        """The last turn of the battle."""
        ...

    def need(self, goal: Goal) -> float:
        """Defence points that a held goal needs, attack points that another one needs."""
        ...

    def force(self, goal: Goal) -> float:
        """Points that could be brought to a goal in time."""
        ...

    def between(self, goal: Goal) -> float:
        """Points of the enemies between the army and a goal, where the army holds a line; else 0."""
        ...

    def in_the_way(self, goal: Goal) -> float:
        """Points of the enemies on a long way to a goal."""
        ...

    def nearest(self, goal: int) -> float:
        """Turns of march of the nearest own fighter to a hex."""
        ...

    def is_threatened(self, goal: Goal) -> bool:
        """Tell whether known enemies could strike the goal next turn."""
        ...


class Stake(msgspec.Struct, frozen=True):
    """A goal as the staff judges it.

    `need` and `force` in points: what it asks for, and what could be brought there in time. `value`: points expected.
    `deadline`: the last turn in which it still scores. `given_up`: assaults failed so often that they are stopped.
    """

    goal: Goal
    posture: str
    need: float
    force: float
    chance: float
    value: float
    deadline: int
    given_up: bool = False


class Outline(msgspec.Struct, frozen=True):
    """A plan in one line: the hex of the main effort, None for no main effort; the points that it promises."""

    main: int | None
    value: float
    name: str = ""


def stakes_of(estimate: Estimate, goals: Sequence[Goal], failures: Mapping[int, int]) -> tuple[Stake, ...]:
    """Every goal priced. `failures`: by hex, in how many turns it was assaulted in vain."""
    stakes = [_stake(estimate, goal, failures.get(goal.hex, 0)) for goal in goals]
    return tuple(sorted(stakes, key=lambda stake: (-stake.goal.worth, stake.goal.hex)))


def _stake(estimate: Estimate, goal: Goal, failed: int) -> Stake:
    numbers = estimate.numbers
    between = estimate.between(goal)
    need, force = estimate.need(goal) + between, estimate.force(goal)
    chance = numbers.chance.chance(force, need)
    given_up = not goal.held and failed >= numbers.stop_after and chance < GIVEN_UP_BELOW
    posture = _posture(estimate.is_threatened(goal), goal.held, chance, given_up)
    if posture in (SEIZE, CONTEST) and estimate.nearest(goal.hex) > numbers.active:
        posture = LATER
    hope = 1.0 if goal.held else min(1.0, force / need)
    if between > 0:
        hope = chance * min(1.0, numbers.cheap / need) ** numbers.economy
    drawing = replace(goal, draw=goal.worth * hope)
    need += numbers.in_the_way * estimate.in_the_way(goal)
    return Stake(drawing, posture, need, force, chance, goal.worth * chance, estimate.last_turn, given_up)


def _posture(threatened: bool, held: bool, chance: float, given_up: bool) -> str:
    if held and not threatened:
        return DENY
    if held:
        return HOLD if chance > HOPELESS else DELAY
    if chance <= HOPELESS:
        return IGNORE
    return CONTEST if chance < POOR or given_up else SEIZE


# ------------------------------------------------------------------------------------------------- outlines


def outlines(stakes: Sequence[Stake], numbers: Efforts) -> tuple[Outline, ...]:
    """The candidate plans: one for each goal that could be the main effort, and one that treats all goals alike.

    A main effort draws units, so that its goal becomes likelier and other enemy goals a little less likely.
    """
    open_ = [stake for stake in stakes if not stake.goal.held and stake.posture in (SEIZE, CONTEST)]
    base = sum(stake.value for stake in stakes)
    found = [Outline(None, base, "even")]
    for stake in open_:
        found.append(Outline(stake.goal.hex, base + _gain(stake, open_, numbers), stake.goal.name))
    return tuple(sorted(found, key=lambda outline: (-outline.value, outline.main is None, outline.main or 0)))


def _gain(stake: Stake, others: Sequence[Stake], numbers: Efforts) -> float:
    more = numbers.chance.chance(stake.force * numbers.main_effort, stake.need) - stake.chance
    gain = stake.goal.worth * more
    for other in others:
        if other is not stake:
            less = numbers.chance.chance(other.force / numbers.main_effort**SHARED_EFFORT, other.need) - other.chance
            gain += MISSED_EFFORT * other.goal.worth * less
    return gain


def chosen_outline(found: Sequence[Outline], before: Outline | None, numbers: Efforts, pick: int) -> Outline:
    """The outline to follow: the old one unless the best is better by the margin; without an old one any of the best.

    `pick`: a random number from 0 that chooses among the best.
    """
    best = found[0]
    if before is not None:
        same = next((outline for outline in found if outline.main == before.main), None)
        if same is not None and best.value <= same.value + (numbers.margin - 1.0) * abs(same.value):
            return same
        return best
    alike = [outline for outline in found if outline.value >= best.value - (1 - numbers.near_best) * abs(best.value)]
    return alike[pick % len(alike)]


def drawn(stake: Stake, outline: Outline, numbers: Efforts, concentration: float) -> Goal:
    """The goal with its draw under an outline: more at the main effort, less where assaults are given up."""
    draw = stake.goal.draw
    if stake.goal.hex == outline.main:
        draw *= 1.0 + (numbers.main_effort - 1.0) * (1.0 + concentration)
    if stake.given_up or stake.posture == IGNORE:
        draw *= numbers.stop_draw
    if stake.posture == LATER:
        draw *= numbers.distant_draw
    return replace(stake.goal, draw=draw)
