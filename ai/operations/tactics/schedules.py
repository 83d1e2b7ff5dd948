"""Schedules: attacks made one after the other in imagination, each if it still pays then, and the enemy's reply to all.

What an attack is worth is exact over the dice as things stand when its turn comes; how they stand afterwards follows
from imagined dice, of which some turn out well and some ill.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from statistics import fmean

from ai.operations.packages import Package
from ai.operations.picture import Picture, moved
from ai.operations.plan import Plan
from ai.operations.tactics.advance import best_advance
from ai.operations.tactics.assault import Assault, assaults
from ai.operations.tactics.caution import Caution
from ai.operations.tactics.evolution import Schedule
from ai.operations.tactics.rehearsal import carry_out
from ai.operations.tactics.replies import Replies
from wab.systems.operations.state import State

Attacked = tuple[State, float]
"""Where a schedule has led, and what its attacks were worth together."""


@dataclass(frozen=True, slots=True)
class Schedules:
    """Weighs the schedules of one decision; those that begin alike are played only once as far as that.

    `least` is what an attack has to be worth. `go_on` is asked before each; once it says no, nothing is weighed.
    """

    picture: Picture
    plan: Plan
    replies: Replies
    numbers: Caution
    least: float
    go_on: Callable[[], bool]
    _played: dict[tuple[float, Schedule], Attacked] = field(default_factory=dict)
    _replied: dict[tuple[float, Schedule], float] = field(default_factory=dict)

    def begin_with(self, assault: Assault) -> None:
        """Take an attack as it has been worked out where a schedule begins with it."""
        if assault.best is not None:
            for luck in self._lucks:
                self._played[luck, (assault.target,)] = self._made(self._start(luck), 0.0, assault.best)

    def worth(self, schedule: Schedule) -> float | None:
        """What a schedule is worth, the share of his reply that is expected taken off; None once there is no time."""
        worths = []
        for luck in self._lucks:
            if not self.go_on():
                return None
            state, total = self._after(luck, schedule)
            if (luck, schedule) not in self._replied:
                self._replied[luck, schedule] = self.replies.worth_if(state.copy(), self.picture.foe)
            worths.append(total - self.numbers.aftermath * self._replied[luck, schedule])
        return fmean(worths)

    @property
    def _lucks(self) -> tuple[float, float]:
        return self.numbers.ill_luck, self.numbers.good_luck

    def _start(self, luck: float) -> State:
        return self.replies.imagined(self.picture, None, luck)

    def _after(self, luck: float, schedule: Schedule) -> Attacked:
        if not schedule:
            return self._start(luck), 0.0
        if (luck, schedule) not in self._played:
            self._played[luck, schedule] = self._attacked(*self._after(luck, schedule[:-1]), schedule[-1])
        return self._played[luck, schedule]

    def _attacked(self, state: State, total: float, target: int) -> Attacked:
        """One attack more, if it pays as things stand then."""
        if state.result is not None:
            return state, total
        picture = self.replies.picture(state, self.picture.side)
        assault = next(assaults(picture, self.plan, (target,)), None)
        if assault is None or assault.best is None or assault.value < self.least:
            return state, total
        return self._made(state, total, assault.best)

    def _made(self, state: State, total: float, package: Package) -> Attacked:
        after = moved(state, package.places)
        carry_out(after, package.order)
        if after.offer is not None:
            carry_out(after, best_advance(self.replies.picture(after, self.picture.side), self.plan).order)
        return after, total + package.value
