"""The search before a turn: cards are played out in sampled games, and the best card is taken.

A course is a card, played on by the quick policy. Every course is played in the same sampled games, with that policy
for both sides, to the end of the enemy's answer or beyond, and the final position is appraised. Half of the courses
drop out again and again while the others get more games. The budget is counted, not timed: same view and seed, same
course.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from statistics import fmean
from typing import Annotated

import msgspec

from ai.cards.appraisal import appraise, log_odds
from ai.cards.chances import wear
from ai.cards.ground import Ground
from ai.cards.policy import Policy
from ai.cards.weights import STEEPNESS, TRUST, Weights
from ai.search.halving import doubling, halve
from ai.search.worlds import Worlds
from ai.shell.thinking import SEEDS
from wab.engine.kernel.dice import Chance
from wab.engine.kernel.events import Rolled
from wab.engine.kernel.orders import Order
from wab.engine.kernel.trial import Trial
from wab.engine.kernel.values import side_of
from wab.systems.cards import SYSTEM
from wab.systems.cards.seen.view import CardsView
from wab.systems.cards.state.events import AttackResolved, SalvoFired
from wab.systems.cards.state.state import State

Atleast = Annotated[int, msgspec.Meta(ge=1)]
MOST_STEPS = 400
"""Orders of a sampled game, at most; a turn has a few dozen."""


class Budget(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The size of a search: courses at the start, games for each, rounds after which half drop out, turns played."""

    courses: Atleast
    worlds: Atleast
    rounds: Atleast
    turns: Atleast


@dataclass
class Course:
    """A first order, and the prices of the policy that plays on.

    `prior`: the gain that the quick policy expects. `results`: the results of its games, each against the mean of all
    courses in the same game.
    """

    order: Order
    weights: Weights
    prior: float = 0.0
    results: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        """The expected result: the opinion of the quick policy counts like TRUST more games."""
        return (self.prior * TRUST + sum(self.results)) / (TRUST + len(self.results))


class Search:
    """Plays courses out from one view."""

    def __init__(
        self, view: CardsView, ground: Ground, usual: Weights, seed: int, pause: Callable[[], None], budget: Budget
    ) -> None:
        self.view, self.ground, self.usual, self.pause, self.budget = view, ground, usual, pause, budget
        self._chance = Chance(seed, "worlds")
        self._worlds = Worlds(self._sampled)
        self._done = 0
        self._even = log_odds(view.position, view.side, ground, usual)

    def best(self, courses: Sequence[Course], tell: Callable[[float], None]) -> Course:
        """The best of some courses."""
        left = sorted(courses, key=lambda course: -course.prior)[: self.budget.courses]
        usual = fmean(course.prior for course in left)
        for course in left:
            course.prior = (course.prior - usual) * STEEPNESS
        worlds, rounds = self.budget.worlds, self.budget.rounds
        total = sum(max(1, len(left) >> number) * worlds << number for number in range(rounds))
        return halve(left, doubling(worlds, rounds), partial(self._played_by_all, tell, total), _rank)[0]

    def _played_by_all(self, tell: Callable[[float], None], total: int, left: Sequence[Course], world: int) -> bool:
        """Play all courses that are left in one world; results count against their mean in it."""
        results = [self.play_out(course, world) for course in left]
        level = fmean(course.mean for course in left) - fmean(results)
        for course, result in zip(left, results, strict=True):
            course.results.append(result + level)
        self._done += len(left)
        tell(min(1.0, self._done / total))
        return True

    def play_out(self, course: Course, world: int) -> float:
        """Play a course in one of the sampled games, and appraise the final position."""
        trial = Trial(SYSTEM, *self._worlds[world])
        side = self.view.side
        mine, usual = Policy(self.ground, course.weights), Policy(self.ground, self.usual)
        last = trial.position.turn + self.budget.turns
        own_turn = trial.position.turn
        luck = self._played(trial, course.order)
        for _ in range(MOST_STEPS):
            seat = trial.to_act
            if seat is None or trial.position.turn >= last:
                break
            self.pause()
            leads = side_of(seat) == side and trial.position.turn == own_turn
            luck += self._played(trial, (mine if leads else usual).choose(trial.position, side_of(seat)).order)
        return appraise(trial.position, side, self.ground, self.usual, self._even) - luck * STEEPNESS

    def _played(self, trial: Trial[State], order: Order) -> float:
        """Play an order; return how much more than expected the dice have done for the own side.

        Luck evens out over many games, but few are played: with luck taken off, differences show sooner.
        """
        luck, dice = 0.0, 0
        for event in trial.happenings(order):
            if isinstance(event, Rolled):
                dice = len(event.results)
            elif isinstance(event, AttackResolved | SalvoFired):
                luck += self._luck(trial.position, event, dice)
        return luck

    def _luck(self, position: State, event: AttackResolved | SalvoFired, dice: int) -> float:
        target = position.units[event.target]
        whole = self.ground.board.roster[target.id].figures
        stars = isinstance(event, SalvoFired) and self._counts_stars(position)
        done = wear(target.figures - event.hits, whole) - wear(target.figures, whole)
        more = done - self.ground.hurt(target, dice, stars)
        return -more if target.side == self.view.side else more

    @staticmethod
    def _counts_stars(position: State) -> bool:
        card = position.board.cards.get(position.salvo.card) if position.salvo is not None else None
        return card is not None and card.strike is not None and card.strike.stars_hit

    def _sampled(self, _number: int) -> tuple[State, int]:
        """A position that the view cannot tell from the true one, with a seed for its dice."""
        seed = self._chance.below(SEEDS)
        return self.view.sample(seed).state, seed


def _rank(course: Course) -> tuple[float]:
    return (-course.mean,)
