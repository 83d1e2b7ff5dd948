"""A simple player: all squads go on, and the strongest squad takes the hit."""

from __future__ import annotations

from tests.toys.solitaire.rules import Advance, EndTurn, TakeHit
from wab.engine import Order, View


class Greedy:
    def __init__(self, seed: int) -> None:
        self.seed = seed

    def decide(self, view: View) -> Order:
        steps = {squad.id: squad.steps for squad in view.position.squads}
        orders = list(view.legal_orders())
        hits = [order for order in orders if isinstance(order, TakeHit)]
        if hits:
            return max(hits, key=lambda order: (steps[order.unit], -order.unit))
        return next((order for order in orders if isinstance(order, Advance)), EndTurn())


PLAYERS = {"greedy": Greedy}
