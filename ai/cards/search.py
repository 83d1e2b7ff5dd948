"""The search before a turn: cards are played out in sampled games, and the best is taken.

A course is a card and what the quick policy makes of it. Every course is played in the same sampled games, by the
quick policy for both sides, to the end of the enemy's answer or beyond, and what then stands is appraised. Half of the
courses drop out again and again while the others get more games. All is counted, nothing is timed: same view and seed,
same course.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import fmean

from ai.cards.appraisal import MEDAL, appraise, log_odds
from ai.cards.chances import wear
from ai.cards.lore import Lore
from ai.cards.policy import Policy
from ai.cards.weights import Weights
from wab.engine.dice import Chance
from wab.engine.events import Rolled
from wab.engine.orders import Order
from wab.engine.view import side_of
from wab.systems.cards.events import AttackResolved, SalvoFired
from wab.systems.cards.state import State
from wab.systems.cards.trial import Trial
from wab.systems.cards.view import CardsView

SEEDS = 1 << 40
TRUST = 8.0
"""The games that the opinion of the quick player is worth."""
STEEPNESS = MEDAL / 4.0
"""What a medal adds to the chance to win where things are even."""
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
    """A first order, and what is held dear in leading what follows.

    `prior` is what the quick player expects of it, `results` what the games played came to, each against the mean of
    all courses in the same game.
    """

    order: Order
    weights: Weights
    prior: float = 0.0
    results: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        """What is to be expected of the course: the quick player's opinion counts as so many games more."""
        return (self.prior * TRUST + sum(self.results)) / (TRUST + len(self.results))


class Search:
    """Plays courses out from one view."""

    def __init__(
        self, view: CardsView, lore: Lore, usual: Weights, seed: int, pause: Callable[[], None], budget: Budget
    ) -> None:
        self.view, self.lore, self.usual, self.pause, self.budget = view, lore, usual, pause, budget
        self._chance = Chance(seed, "worlds")
        self._worlds: list[State] = []
        self._seeds: list[int] = []
        self._even = log_odds(view.position, view.side, lore, usual)

    def best(self, courses: Sequence[Course], tell: Callable[[float], None]) -> Course:
        """The best of some courses, the first being the usual one."""
        left = sorted(courses, key=lambda course: -course.prior)[: self.budget.courses]
        usual = fmean(course.prior for course in left)
        for course in left:
            course.prior = (course.prior - usual) * STEEPNESS
        total = sum(max(1, len(left) >> n) * self.budget.worlds << n for n in range(self.budget.rounds))
        done, worlds = 0, 0
        for number in range(self.budget.rounds):
            count = self.budget.worlds << number
            for world in range(worlds, worlds + count):
                results = [self.play_out(course, world) for course in left]
                level = fmean(course.mean for course in left) - fmean(results)
                for course, result in zip(left, results, strict=True):
                    course.results.append(result + level)
                done += len(left)
                tell(min(1.0, done / total))
            worlds += count
            left = sorted(left, key=lambda course: -course.mean)[: max(1, (len(left) + 1) // 2)]
            if len(left) == 1:
                break
        return left[0]

    def play_out(self, course: Course, world: int) -> float:
        """Play a course in one of the sampled games, and appraise what comes of it."""
        trial = Trial(self._world(world), self._seeds[world])
        side = self.view.side
        mine, usual = Policy(self.lore, course.weights), Policy(self.lore, self.usual)
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
        return appraise(trial.position, side, self.lore, self.usual, self._even) - luck * STEEPNESS

    def _played(self, trial: Trial, order: Order) -> float:
        """Play an order; returns how much more the dice have done for one's own side than was to be expected.

        Luck evens out over many games. Few are played: taken out of the result, it hides the difference less.
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
        whole = self.lore.board.roster[target.id].figures
        stars = isinstance(event, SalvoFired) and self._counts_stars(position)
        done = wear(target.figures - event.hits, whole) - wear(target.figures, whole)
        more = done - self.lore.hurt(target, dice, stars)
        return -more if target.side == self.view.side else more

    @staticmethod
    def _counts_stars(position: State) -> bool:
        card = position.board.cards.get(position.salvo.card) if position.salvo is not None else None
        return card is not None and card.strike is not None and card.strike.stars_hit

    def _world(self, number: int) -> State:
        while len(self._worlds) <= number:
            self._seeds.append(self._chance.below(SEEDS))
            self._worlds.append(self.view.sample(self._seeds[-1]).state)
        return self._worlds[number]
