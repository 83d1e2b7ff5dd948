"""The greedy player of the card game: the card whose units could do most where they are, then the best single order."""

from __future__ import annotations

from ai.cards.ground import ground_of
from ai.cards.policy import Choice, Policy
from ai.cards.reasons import reason_for
from ai.cards.weights import GREEDY, Weights
from ai.shell.reasons import Reason
from wab.engine.kernel.orders import Order
from wab.engine.kernel.view import View
from wab.engine.words.errors import UsageError
from wab.systems.cards.seen.view import CardsView


def make(_name: str, seed: int) -> Greedy:
    """The greedy player of the card game."""
    return Greedy(seed)


class Greedy:
    """Plays the order that does most by itself. `reason` says why it gave the last one.

    It counts neither the attack that a move makes possible nor the enemy's answer.
    """

    def __init__(self, seed: int = 0, weights: Weights = GREEDY) -> None:
        self.seed = seed
        self.weights = weights
        self.reason: Reason | None = None
        self._policy: Policy | None = None

    def decide(self, view: View) -> Order:
        """The order to play now; UsageError for a view of another system."""
        if not isinstance(view, CardsView):
            raise UsageError("The greedy player of cards was given a view of another system.")
        choice = self.policy(view).choose(view.position, view.side)
        if view.why_not(choice.order) is not None:  # the first order on offer always is one
            choice = Choice(next(iter(view.legal_orders())), 0.0)
        self.reason = reason_for(view, choice)
        return choice.order

    def policy(self, view: CardsView) -> Policy:
        """The policy for the field of a view."""
        if self._policy is None or self._policy.ground.board is not view.board:
            self._policy = Policy(ground_of(view.board), self.weights)
        return self._policy
