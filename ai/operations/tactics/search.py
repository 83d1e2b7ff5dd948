"""The search for the best course: several are rehearsed, the poor ones are dropped early, the best is played."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from ai.operations.goals import Goal
from ai.operations.tactics.rehearsal import Course, Rehearsal
from ai.operations.tactics.tactician import Manner
from ai.operations.tactics.watch import Cancelled
from ai.operations.temper import Temper

LEAD = 0.02
"""So much better in its share of victory must another course be than the usual one,"""
DOUBT = 1.0
"""and better by so many times the error of the difference (with less, one of many looks better by luck alone),"""
SPREAD = 0.08
"""which is never taken to be smaller than if single worlds differed by that."""
STRESSED = 4
"""So many goals are tried as the one that matters."""
STRESS, NEGLECT = 2.5, 0.1
FIRST_WORLDS = 4
"""Every course is rehearsed in so many worlds before any is dropped."""
SHARE = 8
"""One course is looked at for so many rehearsals of the budget, so that the best of them can be looked at closely."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The course chosen, its share of victory, and those of all that were rehearsed to the end, best first."""

    course: Course
    share: float
    others: tuple[tuple[str, float], ...]


def courses_of(usual: Course, goals: Sequence[Goal]) -> tuple[Course, ...]:
    """The ways of playing an impulse that are compared, the usual one first, then those most often better.

    The same plan in other manners; plans made on the spot, one of them as it comes, others that make nothing of one of
    the dearest goals, or more of it.
    """
    holding = replace(usual.weights, risk=0.8, fear=1.0)
    return (
        usual,
        *([replace(usual, name="plain", plan=None)] if usual.plan is not None else []),
        in_spirit(usual, "careful"),
        *_stressed(usual, goals, "without", NEGLECT),
        in_spirit(usual, "bold"),
        *_stressed(usual, goals, "for", STRESS),
        replace(usual, name="hold", manner=Manner(attack_from=30.0), weights=holding),
    )


def in_spirit(usual: Course, spirit: str, name: str = "", emphasis: Mapping[int, float] | None = None) -> Course:
    """A course played more carefully, more boldly or as it is, under another name and with another emphasis."""
    course = replace(usual, name=name or spirit, emphasis=emphasis if emphasis is not None else usual.emphasis)
    if spirit == "careful":
        cautious = replace(usual.weights, risk=0.9, fear=0.9, threat_share=1.0)
        return replace(course, manner=Manner(attack_from=0.6), weights=cautious)
    if spirit == "bold":
        return replace(course, manner=Manner(attack_from=-0.3), weights=bold(usual.weights))
    return course


def _stressed(usual: Course, goals: Sequence[Goal], name: str, factor: float) -> Iterator[Course]:
    for goal in goals[:STRESSED]:
        yield replace(usual, name=f"{name} {goal.hex}", plan=None, emphasis={goal.hex: factor})


def bold(weights: Temper) -> Temper:
    """What somebody holds dear who takes risks."""
    return replace(weights, risk=0.35, zone=0.1, hp_power=0.25, fear=0.5)


class Search:
    """Compares courses within a budget of rehearsals, by halving: all in a few worlds, the better ones in more."""

    def __init__(self, rehearsal: Rehearsal, worlds: int, impulses: int, progress: Callable[[float], None]) -> None:
        self._rehearsal, self._worlds, self._impulses = rehearsal, worlds, impulses
        self._progress = progress
        self._shares: dict[str, list[float]] = {}

    def best(self, options: Sequence[Course], budget: int) -> Verdict:
        """The best of some courses, the first of them the usual one; no more of them than the budget can tell apart.

        Somebody who has no time to wait gets the best so far.
        """
        left = list(options[: max(2, budget // SHARE)])
        self._shares = {course.name: [] for course in left}
        with suppress(Cancelled):
            self._rehearse(left, budget)
        return self._verdict(left[0], options)

    def _rehearse(self, left: list[Course], budget: int) -> None:
        first, spent = left[0], 0
        while spent < budget:
            for course, world in self._round(left):
                if spent >= budget:
                    break
                self._shares[course.name].append(self._rehearsal.worth(course, world, self._impulses))
                spent += 1
                self._progress(min(1.0, spent / budget))
            ranks = sorted(left, key=lambda course: (-self._mean(course), course is not first, course.name))
            if len(self._shares[ranks[0].name]) >= self._worlds:
                break
            left = ranks[: max(2, (len(ranks) + 1) // 2)]
            if first not in left:
                left.append(first)

    def _round(self, left: Sequence[Course]) -> Iterator[tuple[Course, int]]:
        """The next worlds for every course that is left, world by world so that a round cut short is fair."""
        done = max(len(self._shares[course.name]) for course in left)
        for world in range(done, min(self._worlds, done + max(FIRST_WORLDS, done // 2))):
            for course in left:
                if len(self._shares[course.name]) == world:
                    yield course, world

    def _verdict(self, first: Course, options: Sequence[Course]) -> Verdict:
        tried = [course for course in options if self._shares.get(course.name)]
        if not tried:
            return Verdict(first, 0.0, ())
        ranks = sorted(tried, key=lambda course: (-self._mean(course), course is not first, course.name))
        chosen = max(tried, key=lambda course: (self._lead(course, first), course is first))
        if self._lead(chosen, first) <= 0.0:
            chosen = first
        listed = tuple((course.name, round(self._mean(course), 3)) for course in ranks)
        return Verdict(chosen, self._mean(chosen), listed)

    def _lead(self, course: Course, first: Course) -> float:
        """How much better than the usual course another certainly is, over the worlds in which both were tried."""
        if course is first:
            return 0.0
        pairs = list(zip(self._shares[course.name], self._shares[first.name], strict=False))
        if len(pairs) < min(FIRST_WORLDS, self._worlds):
            return -1.0
        gains = [one - usual for one, usual in pairs]
        mean = sum(gains) / len(gains)
        spread = math.sqrt(sum((gain - mean) ** 2 for gain in gains) / max(1, len(gains) - 1))
        return mean - LEAD - DOUBT * max(spread, SPREAD) / math.sqrt(len(gains))

    def _mean(self, course: Course) -> float:
        values = self._shares[course.name]
        return sum(values) / len(values) if values else -1.0
