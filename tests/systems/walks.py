"""Random play for tests of any system: short walks through every scenario, each moment of them kept."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import wab
from wab.engine import Chance, Event, Game, Order

SCENARIOS = tuple(info.id for info in wab.scenarios())
LENGTH = 36
"""Orders of a walk: enough for several turns, since walkers choose the kind of an order first, and passing is one."""


@dataclass(frozen=True)
class Moment:
    """Before an order was played: whose decision, the state, what was on offer, what was chosen, and what it did."""

    side: str
    state: Any
    offered: tuple[Order, ...]
    order: Order
    events: tuple[Event, ...]


def choose(orders: list[Order], chance: Chance) -> Order:
    """A kind of order first, then one of that kind: so that passes and rare orders come up."""
    kinds = sorted({type(order).__name__ for order in orders})
    kind = kinds[chance.below(len(kinds))]
    of_kind = [order for order in orders if type(order).__name__ == kind]
    return of_kind[chance.below(len(of_kind))]


def walk(scenario: str, seed: int = 1, length: int = LENGTH) -> tuple[Game[Any], list[Moment]]:
    """Play random orders from the start, or to the end if that comes sooner."""
    game = wab.new_game(scenario, seed=seed, observers=wab_sides(scenario))
    chance, moments = Chance(seed, scenario), []
    while game.to_act is not None and len(moments) < length:
        side, state, orders = game.to_act, game.state.copy(), list(game.legal_orders())
        order = choose(orders, chance)
        moments.append(Moment(side, state, tuple(orders), order, game.play(order)))
    return game, moments


def wab_sides(scenario: str) -> tuple[str, ...]:
    """The sides of a scenario."""
    return next(info.sides for info in wab.scenarios() if info.id == scenario)


@lru_cache(maxsize=2)
def walked(scenario: str) -> tuple[Game[Any], tuple[Moment, ...]]:
    """The walk through a scenario that tests share. They must not play on with its game."""
    game, moments = walk(scenario)
    return game, tuple(moments)


def some(moments: tuple[Moment, ...], count: int) -> list[Moment]:
    """A few of the moments, spread over the walk."""
    step = max(1, len(moments) // count)
    return list(moments[::step])[:count]
