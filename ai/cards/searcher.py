"""The searching player of the card game, behind `easy`, `normal` and `hard`: it plays a turn out before it begins."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

import msgspec

from ai.agents import Advice, Reason
from ai.cards.levels import Level
from ai.cards.lore import Lore, lore_of
from ai.cards.policy import Choice, Policy
from ai.cards.reasons import advice_for, reason_for
from ai.cards.search import SEEDS, Course, Search
from ai.cards.weights import Weights
from wab.engine.dice import Chance
from wab.engine.errors import UsageError
from wab.engine.orders import Order
from wab.engine.text import N_
from wab.engine.view import View
from wab.systems.cards.view import CardsView

BEFORE = ("card", "give")
"""Phases at which a turn is planned."""


class Cancelled(Exception):  # noqa: N818 - not an error: somebody has asked for an answer at once
    """The search is broken off."""


class Searcher:
    """Chooses a card and a manner by playing them out in sampled games, then leads the turn in that manner.

    `cancelled` is asked all the time during the search: once it says yes, the quick policy decides. `progress` is told
    the share of the search that is done. `reason` says why it gave the last order.
    """

    def __init__(self, seed: int, level: Level) -> None:
        self.seed, self.level = seed, level
        self.reason: Reason | None = None
        self.cancelled: Callable[[], bool] = _never
        self.progress: Callable[[float], None] | None = None
        self._weights = level.weights
        self._manner = ""
        self._turn = -1
        self._decisions = 0

    def decide(self, view: View) -> Order:
        """The order to play now; UsageError for a view of another system."""
        cards = _known(view)
        lore = lore_of(cards.board)
        if self._turn != cards.turn:
            self._turn, self._weights, self._decisions, self._manner = cards.turn, self.level.weights, 0, ""
        self._decisions += 1
        choice = Policy(lore, self._weights).choose(cards.position, cards.side)
        if cards.phase in self.level.plans_at and (cards.phase in BEFORE or not self._manner):
            with suppress(Cancelled):
                choice = self._searched(cards, lore, choice)
        if cards.why_not(choice.order) is not None:
            choice = Choice(next(iter(cards.legal_orders())), 0.0)
        self.reason = msgspec.structs.replace(reason_for(cards, choice), course=self._manner)
        return choice.order

    def advise(self, view: View) -> tuple[Advice, ...]:
        """What it would do in somebody's place, the first thing first; no order is given."""
        cards = _known(view)
        choice = Policy(lore_of(cards.board), self.level.weights).choose(cards.position, cards.side)
        return advice_for(cards, choice)

    def _searched(self, view: CardsView, lore: Lore, usual: Choice) -> Choice:
        moment = Chance(self.seed, f"cards/{view.seat}/{view.turn}/{self._decisions}")
        search = Search(view, lore, self.level.weights, moment.below(SEEDS), self._pause, self.level.budget)
        if view.phase not in BEFORE:
            best = search.best(self._manners(None, 0.0), self._tell)
            self._weights, self._manner = best.weights, best.name
            return Policy(lore, best.weights).choose(view.position, view.side)
        if len(usual.estimates) < 2:
            return usual
        courses = [Course("usual", estimate.order, self.level.weights, estimate.gain) for estimate in usual.estimates]
        best = search.best(courses, self._tell)
        return usual._replace(order=best.order or usual.order, gain=best.mean)

    def _manners(self, order: Order | None, prior: float) -> list[Course]:
        return [Course(name, order, weights, prior) for name, weights in manners(self.level.weights).items()]

    def _pause(self) -> None:
        if self.cancelled():
            raise Cancelled

    def _tell(self, share: float) -> None:
        if self.progress is not None:
            self.progress(share)


def manners(usual: Weights) -> dict[str, Weights]:
    """Ways of leading a turn: the usual one, a bold and a careful one, one that makes for the medals on the map."""
    return {
        N_("usual"): usual,
        N_("bold"): replace(usual, caution=usual.caution * 0.3),
        N_("careful"): replace(usual, caution=usual.caution * 2.2),
        N_("for the objectives"): replace(usual, pull=usual.pull * 2.0),
    }


def _known(view: View) -> CardsView:
    if not isinstance(view, CardsView):
        raise UsageError("The searching player of cards was given a view of another system.")
    return view


def _never() -> bool:
    return False
