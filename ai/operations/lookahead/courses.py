"""The search for the best course: several are rehearsed, poor ones drop out early, the best is played."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial

from ai.operations.judgement.lookahead import (
    BOLD_ATTACK,
    BOLD_FEAR,
    BOLD_HP_POWER,
    BOLD_RISK,
    BOLD_ZONE,
    CAREFUL_ATTACK,
    CAREFUL_FEAR,
    CAREFUL_RISK,
    CAREFUL_THREAT,
    DOUBT,
    FIRST_WORLDS,
    HOLDING_ATTACK,
    HOLDING_FEAR,
    HOLDING_RISK,
    LEAD,
    NEGLECT,
    REHEARSALS_A_COURSE,
    SPREAD,
    STRESS,
    STRESSED,
)
from ai.operations.judgement.staff_weights import StaffWeights
from ai.operations.lookahead.rehearsal import Course, Rehearsal
from ai.operations.outlines.goals import Goal
from ai.operations.tactics.tactician import Manner
from ai.search.halving import growing, halve
from ai.shell.layers import Cancelled


@dataclass(frozen=True, slots=True)
class Verdict:
    """The course chosen, its share of victory, and the shares of all rehearsed courses, the best first."""

    course: Course
    share: float
    others: tuple[tuple[str, float], ...]


def courses_of(usual: Course, goals: Sequence[Goal]) -> tuple[Course, ...]:
    """The courses that are compared, the usual one first, then those most often better.

    They follow the same plan in another manner, or plans made on the spot: as usual, without one of the dearest goals,
    or with more weight on it.
    """
    holding = replace(usual.weights, risk=HOLDING_RISK, fear=HOLDING_FEAR)
    return (
        usual,
        *([replace(usual, name="plain", plan=None)] if usual.plan is not None else []),
        in_spirit(usual, "careful"),
        *_stressed(usual, goals, "without", NEGLECT),
        in_spirit(usual, "bold"),
        *_stressed(usual, goals, "for", STRESS),
        replace(usual, name="hold", manner=Manner(attack_from=HOLDING_ATTACK), weights=holding),
    )


def in_spirit(usual: Course, spirit: str, name: str = "", emphasis: Mapping[int, float] | None = None) -> Course:
    """A course played more carefully, more boldly or as usual, under another name and with another emphasis."""
    course = replace(usual, name=name or spirit, emphasis=emphasis if emphasis is not None else usual.emphasis)
    if spirit == "careful":
        cautious = replace(usual.weights, risk=CAREFUL_RISK, fear=CAREFUL_FEAR, threat_share=CAREFUL_THREAT)
        return replace(course, manner=Manner(attack_from=CAREFUL_ATTACK), weights=cautious)
    if spirit == "bold":
        return replace(course, manner=Manner(attack_from=BOLD_ATTACK), weights=bold(usual.weights))
    return course


def _stressed(usual: Course, goals: Sequence[Goal], name: str, factor: float) -> Iterator[Course]:
    for goal in goals[:STRESSED]:
        yield replace(usual, name=f"{name} {goal.hex}", plan=None, emphasis={goal.hex: factor})


def bold(weights: StaffWeights) -> StaffWeights:
    """Weights that take more risks."""
    return replace(weights, risk=BOLD_RISK, zone=BOLD_ZONE, hp_power=BOLD_HP_POWER, fear=BOLD_FEAR)


class Search:
    """Compares courses within a budget of rehearsals, by halving: all in a few worlds, the better ones in more."""

    def __init__(self, rehearsal: Rehearsal, worlds: int, impulses: int, progress: Callable[[float], None]) -> None:
        self._rehearsal, self._worlds, self._impulses = rehearsal, worlds, impulses
        self._progress = progress
        self._shares: dict[str, list[float]] = {}
        self._left = 0

    def best(self, options: Sequence[Course], budget: int) -> Verdict:
        """The best of some courses, the usual one first; only as many are compared as the budget can tell apart.

        When the search is cancelled, the best so far.
        """
        left = list(options[: max(2, budget // REHEARSALS_A_COURSE)])
        self._shares, self._left = {course.name: [] for course in left}, budget
        with suppress(Cancelled):
            key = partial(self._rank, left[0])
            halve(left, growing(FIRST_WORLDS, self._worlds), partial(self._played, budget), key, least=2, kept=left[0])
        return self._verdict(left[0], options)

    def _played(self, budget: int, left: Sequence[Course], world: int) -> bool:
        """Rehearse some courses in a world, until the budget is spent."""
        for course in left:
            if self._left <= 0:
                break
            self._shares[course.name].append(self._rehearsal.worth(course, world, self._impulses))
            self._left -= 1
            self._progress(min(1.0, (budget - self._left) / budget))
        return self._left > 0

    def _rank(self, first: Course, course: Course) -> tuple[float, bool, str]:
        """A key to sort by: the best course has the lowest, the usual one of equals."""
        return -self._mean(course), course is not first, course.name

    def _verdict(self, first: Course, options: Sequence[Course]) -> Verdict:
        tried = [course for course in options if self._shares.get(course.name)]
        if not tried:
            return Verdict(first, 0.0, ())
        ranks = sorted(tried, key=partial(self._rank, first))
        chosen = max(tried, key=lambda course: (self._lead(course, first), course is first))
        if self._lead(chosen, first) <= 0.0:
            chosen = first
        listed = tuple((course.name, round(self._mean(course), 3)) for course in ranks)
        return Verdict(chosen, self._mean(chosen), listed)

    def _lead(self, course: Course, first: Course) -> float:
        """Return how much better than the usual course another one certainly is, over the worlds in which both were
        tried.
        """
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
