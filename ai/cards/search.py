"""The search over a turn: cards and manners of leading it are played out in sampled games, the best is taken.

A course is a card with a manner. Every course is played in the same sampled games by the quick policy for both sides,
to the end of the enemy's answer or beyond, and what then stands is appraised. Half of the courses drop out again and
again while the others get more games. All is counted, nothing is timed: same view and seed, same course.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import fmean

from ai.cards.appraisal import appraise
from ai.cards.lore import Lore
from ai.cards.policy import Policy
from ai.cards.weights import Weights
from wab.engine.dice import Chance
from wab.engine.orders import Order
from wab.engine.view import side_of
from wab.systems.cards.state import State
from wab.systems.cards.trial import Trial
from wab.systems.cards.view import CardsView

SEEDS = 1 << 40
MOST_STEPS = 400
"""Orders of a rehearsal; a turn has a few dozen."""


@dataclass(frozen=True)
class Budget:
    """How much a search thinks: courses at the start, games for each, rounds after which half drop out, turns."""

    courses: int
    worlds: int
    rounds: int
    turns: int


@dataclass
class Course:
    """A first order (None: as things stand) and a manner of leading what follows; what the games played came to."""

    name: str
    order: Order | None
    weights: Weights
    prior: float = 0.0
    results: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        """What the course came to on average."""
        return fmean(self.results) if self.results else self.prior


class Search:
    """Plays courses out from one view."""

    def __init__(
        self, view: CardsView, lore: Lore, usual: Weights, seed: int, pause: Callable[[], None], budget: Budget
    ) -> None:
        self.view, self.lore, self.usual, self.pause, self.budget = view, lore, usual, pause, budget
        self._chance = Chance(seed, "worlds")
        self._worlds: list[State] = []

    def best(self, courses: Sequence[Course], tell: Callable[[float], None]) -> Course:
        """The best of some courses, the first being the usual one."""
        left = sorted(courses, key=lambda course: -course.prior)[: self.budget.courses]
        total = sum(max(1, len(left) >> n) * self.budget.worlds << n for n in range(self.budget.rounds))
        done, worlds = 0, 0
        for number in range(self.budget.rounds):
            count = self.budget.worlds << number
            for world in range(worlds, worlds + count):
                for course in left:
                    course.results.append(self.play_out(course, world))
                    done += 1
                tell(min(1.0, done / total))
            worlds += count
            left = sorted(left, key=lambda course: -course.mean)[: max(1, (len(left) + 1) // 2)]
            if len(left) == 1:
                break
        return left[0]

    def play_out(self, course: Course, world: int) -> float:
        """Play a course in one of the sampled games, and appraise what comes of it."""
        trial = Trial(self._world(world), self._seed(world))
        side = self.view.side
        mine, usual = Policy(self.lore, course.weights), Policy(self.lore, self.usual)
        last = trial.position.turn + self.budget.turns
        own_turn = trial.position.turn
        if course.order is not None:
            trial.play(course.order)
        for _ in range(MOST_STEPS):
            seat = trial.to_act
            if seat is None or trial.position.turn >= last:
                break
            self.pause()
            leads = side_of(seat) == side and trial.position.turn == own_turn
            trial.play((mine if leads else usual).choose(trial.position, side_of(seat)).order)
        return appraise(trial.position, side, self.lore, self.usual)

    def _world(self, number: int) -> State:
        while len(self._worlds) <= number:
            self._worlds.append(self.view.sample(self._chance.below(SEEDS)).state)
        return self._worlds[number]

    def _seed(self, world: int) -> int:
        return self._worlds[world].dice.seed
