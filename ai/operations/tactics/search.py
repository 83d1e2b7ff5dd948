"""The search for the best course: several are rehearsed, the poor ones are dropped early, the best is played."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from ai.operations.goals import Goal
from ai.operations.tactics.rehearsal import Course, Rehearsal
from ai.operations.tactics.tactician import Manner
from ai.operations.temper import Temper

LEAD = 0.01
"""So much better in its share of victory must another course be than the usual one."""


STRESSED = 4
"""So many goals are tried as the one that matters."""
STRESS, NEGLECT = 2.5, 0.1


@dataclass(frozen=True, slots=True)
class Verdict:
    """The course chosen, its share of victory, and those of all that were rehearsed to the end, best first."""

    course: Course
    share: float
    others: tuple[tuple[str, float], ...]


def courses_of(usual: Course, goals: Sequence[Goal]) -> tuple[Course, ...]:
    """The ways of playing an impulse that are compared, the usual one first.

    The same plan in other manners; plans made on the spot, one of them as it comes, others that make more of one of the
    dearest goals, or nothing of it.
    """
    weights = usual.weights
    plain = [replace(usual, name="plain", plan=None)] if usual.plan is not None else []
    return (
        usual,
        *plain,
        replace(usual, name="careful", manner=Manner(attack_from=0.6), weights=replace(weights, risk=0.9, fear=0.9)),
        *(
            replace(usual, name=f"{name} {goal.hex}", plan=None, emphasis={goal.hex: factor})
            for goal in goals[:STRESSED]
            for name, factor in (("for", STRESS), ("without", NEGLECT))
        ),
        replace(usual, name="bold", manner=Manner(attack_from=-0.3), weights=bold(weights)),
        replace(usual, name="hold", manner=Manner(attack_from=30.0), weights=replace(weights, risk=0.8, fear=1.0)),
    )


def bold(weights: Temper) -> Temper:
    """What somebody holds dear who takes risks."""
    return replace(weights, risk=0.35, zone=0.1, hp_power=0.25, fear=0.5)


class Search:
    """Compares courses within a budget of rehearsals, by halving: all in a few worlds, the better ones in more."""

    def __init__(self, rehearsal: Rehearsal, worlds: int, impulses: int, progress: Callable[[float], None]) -> None:
        self._rehearsal, self._worlds, self._impulses = rehearsal, worlds, impulses
        self._progress = progress

    def best(self, options: Sequence[Course], budget: int) -> Verdict:
        """The best of some courses, the first of them the usual one."""
        shares: dict[str, list[float]] = {course.name: [] for course in options}
        left, spent, first = list(options), 0, options[0]
        while True:
            for course, world in self._round(left, shares):
                if spent >= budget:
                    break
                shares[course.name].append(self._rehearsal.worth(course, world, self._impulses))
                spent += 1
                self._progress(min(1.0, spent / budget))
            ranks = _ranked(left, shares, first)
            if spent >= budget or len(left) == 1 or len(shares[ranks[0].name]) >= self._worlds:
                break
            left = ranks[: max(2, (len(ranks) + 1) // 2)]
            if first not in left:
                left.append(first)
        chosen = ranks[0] if _mean(shares[ranks[0].name]) > _mean(shares[first.name]) + LEAD else first
        listed = tuple((course.name, _mean(shares[course.name])) for course in ranks)
        return Verdict(chosen, _mean(shares[chosen.name]), listed)

    def _round(self, left: Sequence[Course], shares: dict[str, list[float]]) -> Iterator[tuple[Course, int]]:
        """The next worlds for every course that is left, world by world so that a round cut short is fair."""
        done = max(len(shares[course.name]) for course in left)
        more = 2 if not done else max(2, done)
        for world in range(done, min(self._worlds, done + more)):
            for course in left:
                yield course, world


def _ranked(left: Sequence[Course], shares: dict[str, list[float]], first: Course) -> list[Course]:
    """The courses from the best down, the usual one before its equals."""
    return sorted(left, key=lambda course: (-_mean(shares[course.name]), course is not first, course.name))


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else -1.0
