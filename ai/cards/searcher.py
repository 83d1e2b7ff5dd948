"""The player behind `easy` and `normal`; the second searches before a turn begins."""

from __future__ import annotations

from functools import partial

from ai.cards.ground import ground_of
from ai.cards.levels import Level, level_named
from ai.cards.policy import Choice, Policy
from ai.cards.reasons import advice_for, reason_for
from ai.cards.search import Budget, Course, Search
from ai.shell.layers import guarded
from ai.shell.reasons import Advice
from ai.shell.thinking import SEEDS, Thinker
from wab.engine.kernel.dice import Chance
from wab.engine.kernel.orders import Order
from wab.engine.kernel.view import View
from wab.engine.words.errors import UsageError
from wab.systems.cards.seen.view import CardsView

BEFORE = ("card", "give")
"""Phases at which a turn is planned."""


def make(name: str, seed: int) -> Searcher:
    """The searching player at the level of that name."""
    return Searcher(seed, level_named(name))


class Searcher(Thinker):
    """Chooses a card, by sampled games where its level searches; the quick policy leads the turn.

    Once `cancelled` says yes, the quick policy decides. If the policy fails, the first order on offer is played.
    """

    def __init__(self, seed: int, level: Level) -> None:
        super().__init__(seed)
        self.level = level

    def decide(self, view: View) -> Order:
        """The order to play now; UsageError for a view of another system."""
        cards = _known(view)
        noting = self._noting(f"turn {cards.turn}")
        choice = guarded(noting, [("policy", partial(self._quick, cards))], partial(_first_on_offer, cards))
        if self.level.lapses:
            choice = self._at_a_glance(cards, choice)
        if cards.phase in BEFORE and self.level.budget is not None:
            search = partial(self._searched, cards, choice, self.level.budget)
            choice = guarded(noting, [("search", search)], partial(_same, choice))
        if cards.why_not(choice.order) is not None:
            choice = _first_on_offer(cards)
        self.reason = reason_for(cards, choice)
        return choice.order

    def advise(self, view: View) -> tuple[Advice, ...]:
        """Return what it would do in a person's place, the next order first; no order is given."""
        cards = _known(view)
        return advice_for(cards, self._quick(cards))

    def _quick(self, view: CardsView) -> Choice:
        """The choice of the quick policy."""
        return Policy(ground_of(view.board), self.level.weights).choose(view.position, view.side)

    def _at_a_glance(self, view: CardsView, usual: Choice) -> Choice:
        """The best of the cards that are not overlooked in this turn, which follows from the seed."""
        chance = Chance(self.seed, f"lapse/{view.seat}/{view.turn}")
        seen = [estimate for estimate in usual.estimates if chance.below(100) >= 100 * self.level.lapses]
        best = max(seen, key=lambda estimate: estimate.gain, default=None)
        return usual if best is None else usual._replace(order=best.order, gain=best.gain)

    def _searched(self, view: CardsView, usual: Choice, budget: Budget) -> Choice:
        moment = Chance(self.seed, f"cards/{view.seat}/{view.turn}/{len(view.position.plays)}")
        search = Search(view, ground_of(view.board), self.level.weights, moment.below(SEEDS), self._pause, budget)
        if len(usual.estimates) < 2:
            return usual
        courses = [Course(estimate.order, self.level.weights, estimate.gain) for estimate in usual.estimates]
        best = search.best(courses, self._tell).order
        gain = next(estimate.gain for estimate in usual.estimates if estimate.order == best)
        return usual._replace(order=best, gain=gain)


def _first_on_offer(view: CardsView) -> Choice:
    """The first order on offer, which is always legal."""
    return Choice(next(iter(view.legal_orders())), 0.0)


def _same(choice: Choice) -> Choice:
    return choice


def _known(view: View) -> CardsView:
    if not isinstance(view, CardsView):
        raise UsageError("The searching player of cards was given a view of another system.")
    return view
