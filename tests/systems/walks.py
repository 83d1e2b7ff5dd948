"""Random play for tests of any system: short walks through every scenario, each moment of them kept."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import wab
from wab.engine import Chance, Event, Game, Order, UsageError
from wab.systems import NAMES, get_system

SCENARIOS = tuple(info.id for info in wab.scenarios())
LENGTH = 36
"""Orders of a walk: enough for several turns, since walkers choose the kind of an order first, and passing is one."""


@dataclass(frozen=True, order=True)
class Table:
    """What is played: a scenario, and what the players chose for it, in pairs."""

    scenario: str
    chosen: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        return "+".join([self.scenario, *("=".join(pair) for pair in self.chosen)])

    def begin(self, seed: int, observers: tuple[str, ...] = ()) -> Game[Any]:
        """A new game."""
        return wab.new_game(self.scenario, seed=seed, options=dict(self.chosen), observers=observers)

    @property
    def seats(self) -> tuple[str, ...]:
        """Everybody who decides in its games."""
        return seats_at(self)


@cache
def seats_at(table: Table) -> tuple[str, ...]:
    return table.begin(0).seats


def tables() -> tuple[Table, ...]:
    """Every scenario as it is; and every choice that a system offers, once, in the first scenario that allows it."""
    return (*map(Table, SCENARIOS), *(table for name in NAMES for table in _choices(name)))


def _choices(name: str) -> Iterator[Table]:
    system = get_system(name)
    for option, values in system.options.items():
        for value in values:
            chosen = {option: value}
            yield next(
                Table(info.id, ((option, value),)) for info in system.scenarios() if _allowed(system, info.id, chosen)
            )


def _allowed(system: Any, scenario: str, chosen: dict[str, str]) -> bool:
    try:
        system.new_state(scenario, 0, chosen)
    except UsageError:
        return False
    return True


@dataclass(frozen=True)
class Moment:
    """Before an order was played: whose decision, the state, what was on offer, what was chosen, and what it did."""

    seat: str
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


def walk(played: Table | str, seed: int = 1, length: int = LENGTH) -> tuple[Game[Any], list[Moment]]:
    """Play random orders from the start, or to the end if that comes sooner."""
    table = Table(played) if isinstance(played, str) else played
    game = table.begin(seed, observers=table.seats)
    chance, moments = Chance(seed, table.scenario), []
    while game.to_act is not None and len(moments) < length:
        seat, state, orders = game.to_act, game.state.copy(), list(game.legal_orders())
        order = choose(orders, chance)
        moments.append(Moment(seat, state, tuple(orders), order, game.play(order)))
    return game, moments


@lru_cache(maxsize=2)
def walked(table: Table) -> tuple[Game[Any], tuple[Moment, ...]]:
    """The walk through a scenario that tests share. They must not play on with its game."""
    game, moments = walk(table)
    return game, tuple(moments)


def some(moments: tuple[Moment, ...], count: int) -> list[Moment]:
    """A few of the moments, spread over the walk."""
    step = max(1, len(moments) // count)
    return list(moments[::step])[:count]
