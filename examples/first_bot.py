"""A first bot: attacks when the odds are good, walks to the nearest objective, passes when nothing is left to do.

wab simulate operations/to-the-sea --player allied=examples.first_bot:FirstBot --player axis=random --games 20
"""

from ai.agents import Reason
from wab.engine.kernel.dice import Chance
from wab.engine.words.text import Text
from wab.systems.operations.state.orders import Advance, Attack, Move, Pass


class FirstBot:
    """Made once for a game with a seed of its own, then asked for one order after the other."""

    def __init__(self, seed):
        self.chance = Chance(seed, "first-bot")  # never `random`: same seed and same views, same orders
        self.reason = None

    def decide(self, view):
        """The order to play now, out of the orders that are legal for what this side knows."""
        orders = list(view.legal_orders())
        if view.phase == "advance":
            return self.say(max(orders, key=lambda order: len(order.units)), "Follow the enemy", 0.0)
        attacks = [(self.gain(view, order), order) for order in orders if isinstance(order, Attack)]
        if attacks:
            gain, attack = max(attacks, key=lambda pair: pair[0])
            if gain > 0:
                return self.say(attack, "Attack", gain)
        steps = [(self.closer(view, order), order) for order in orders if isinstance(order, Move)]
        best = max((gain for gain, _ in steps), default=0)
        if best > 0:
            alike = [order for gain, order in steps if gain == best]
            return self.say(alike[self.chance.below(len(alike))], "Towards an objective", best)
        return self.say(Advance(()) if view.phase == "advance" else Pass(), "Nothing left to do", 0.0)

    def gain(self, view, attack):
        """HP that the enemy loses less HP that we lose, on the average of all throws of the dice."""
        preview = view.preview(attack)
        return preview.expected_defender_hp - preview.expected_attacker_hp

    def closer(self, view, move):
        """Hexes by which a move brings a unit nearer to an objective that we do not hold; no unit moves twice."""
        position, grid = view.position, view.board.grid
        goals = [goal.hex for goal in view.board.objectives if not position.controls(view.side, goal.hex)]
        if not goals or position.units[move.units[0]].moved:
            return 0
        before, after = (min(grid.distance(hex_, goal) for goal in goals) for hex_ in (move.path[0], move.path[-1]))
        return before - after

    def say(self, order, why, score):
        """Give an order; `reason` is kept in the journal of a caller that asks for it."""
        self.reason = Reason(Text(why), score)
        return order
