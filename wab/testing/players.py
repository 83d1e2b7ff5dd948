"""Orders to try at a moment: orders on offer, or other orders that a player could think of, sensible or not."""

from __future__ import annotations

from typing import Any

from wab.engine import Chance, Game, Order, System
from wab.testing.aids import aids_of
from wab.testing.walks import choose


class Temper:
    """The habit of a random player: how seldom it passes when there is something else to do."""

    def __init__(self, system: System[Any], chance: Chance) -> None:
        self._ends = aids_of(system).ends
        self._chance = chance
        self._patience = (1, 4, 12)[chance.below(3)]

    def choose(self, orders: list[Order]) -> Order:
        """Return one of the orders on offer: a kind first, then one of that kind."""
        others = [order for order in orders if not isinstance(order, self._ends)]
        passes = [order for order in orders if isinstance(order, self._ends)]
        if others and passes and self._chance.below(self._patience):
            return choose(others, self._chance)
        return choose(orders, self._chance)


def invented(game: Game[Any], chance: Chance, count: int) -> list[Order]:
    """Return orders made up from the moment; none if the system invents none."""
    invent = aids_of(game.system).invented
    return [invent(game.state, chance) for _ in range(count)] if invent is not None else []
