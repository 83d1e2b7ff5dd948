"""The player behind `easy`, `normal` and `hard`: the last two play a turn out before it begins."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from ai.agents import Advice, Reason
from ai.cards.levels import Level
from ai.cards.lore import Lore, lore_of
from ai.cards.policy import Choice, Policy
from ai.cards.reasons import advice_for, reason_for
from ai.cards.search import SEEDS, Budget, Course, Search
from wab.engine.dice import Chance
from wab.engine.errors import UsageError
from wab.engine.orders import Order
from wab.engine.view import View
from wab.systems.cards.view import CardsView

BEFORE = ("card", "give")
"""Phases at which a turn is planned."""


class Cancelled(Exception):  # noqa: N818 - not an error: somebody has asked for an answer at once
    """The search is broken off."""


class Searcher:
    """Chooses a card, by playing several out in sampled games where its level searches; the policy leads the turn.

    `cancelled` is asked all the time during the search: once it says yes, the quick policy decides. `progress` is told
    the share of the search that is done. `reason` says why it gave the last order.
    """

    def __init__(self, seed: int, level: Level) -> None:
        self.seed, self.level = seed, level
        self.reason: Reason | None = None
        self.cancelled: Callable[[], bool] = _never
        self.progress: Callable[[float], None] | None = None

    def decide(self, view: View) -> Order:
        """The order to play now; UsageError for a view of another system."""
        cards = _known(view)
        lore = lore_of(cards.board)
        choice = Policy(lore, self.level.weights).choose(cards.position, cards.side)
        if cards.phase in BEFORE and self.level.budget is not None:
            with suppress(Cancelled):
                choice = self._searched(cards, lore, choice, self.level.budget)
        if cards.why_not(choice.order) is not None:
            choice = Choice(next(iter(cards.legal_orders())), 0.0)
        self.reason = reason_for(cards, choice)
        return choice.order

    def advise(self, view: View) -> tuple[Advice, ...]:
        """What it would do in somebody's place, the first thing first; no order is given."""
        cards = _known(view)
        choice = Policy(lore_of(cards.board), self.level.weights).choose(cards.position, cards.side)
        return advice_for(cards, choice)

    def _searched(self, view: CardsView, lore: Lore, usual: Choice, budget: Budget) -> Choice:
        moment = Chance(self.seed, f"cards/{view.seat}/{view.turn}/{len(view.position.plays)}")
        search = Search(view, lore, self.level.weights, moment.below(SEEDS), self._pause, budget)
        if len(usual.estimates) < 2:
            return usual
        courses = [Course(estimate.order, self.level.weights, estimate.gain) for estimate in usual.estimates]
        best = search.best(courses, self._tell).order
        gain = next(estimate.gain for estimate in usual.estimates if estimate.order == best)
        return usual._replace(order=best, gain=gain)

    def _pause(self) -> None:
        if self.cancelled():
            raise Cancelled

    def _tell(self, share: float) -> None:
        if self.progress is not None:
            self.progress(share)


def _known(view: View) -> CardsView:
    if not isinstance(view, CardsView):
        raise UsageError("The searching player of cards was given a view of another system.")
    return view


def _never() -> bool:
    return False
