"""Random play for tests of any system: short walks through every scenario, each moment of them kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import Any

from tests.toys.bocage import SYSTEM as BOCAGE
from tests.toys.solitaire import SYSTEM as SOLITAIRE
from wab.engine import Chance, Event, Game, LegalOrders, Order, Setup, System, UsageError
from wab.systems import NAMES, get_system

HOUSE: tuple[System[Any], ...] = tuple(map(get_system, NAMES))
SYSTEMS: dict[str, System[Any]] = {system.id: system for system in (*HOUSE, SOLITAIRE, BOCAGE)}
"""The systems that the generic tests run over: the house's own, and the toys."""
SCENARIOS = tuple(info.id for system in HOUSE for info in system.scenarios())
LENGTH = 36
"""Orders of a walk: enough for several turns, since walkers choose the kind of an order first, and passing is one."""


@dataclass(frozen=True, order=True)
class Table:
    """The table of a game: a scenario, and the players' choices for it, in pairs."""

    scenario: str
    chosen: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        return "+".join([self.scenario, *("=".join(pair) for pair in self.chosen)])

    def begin(self, seed: int, observers: tuple[str, ...] = ()) -> Game[Any]:
        """A new game."""
        setup = Setup(self.scenario.partition("/")[0], self.scenario, seed, dict(self.chosen))
        return Game.start(system_named(setup.system), setup, observers=observers)

    @property
    def seats(self) -> tuple[str, ...]:
        """All seats that decide in its games."""
        return seats_at(self)


@cache
def seats_at(table: Table) -> tuple[str, ...]:
    return table.begin(0).seats


def system_named(name: str) -> System[Any]:
    """One of the systems of the generic tests, as `get_system` gives one that is installed."""
    return SYSTEMS[name]


def tables(systems: Iterable[System[Any]] = HOUSE) -> tuple[Table, ...]:
    """Every scenario as it is; and every choice that a system offers but the usual ones, which are made in the others,
    once, in the first scenario that allows it."""
    systems = tuple(systems)
    plain = (Table(info.id) for system in systems for info in system.scenarios())
    return (*plain, *(table for system in systems for table in _choices(system)))


def _choices(system: System[Any]) -> Iterator[Table]:
    for option, (_usual, *values) in system.choices.items():
        for value in values:
            yield allowing(system, option, value)


def allowing(system: System[Any], option: str, value: str) -> Table:
    """The first scenario that allows a value of an option, with that chosen."""
    chosen = {option: value}
    found = next(info.id for info in system.scenarios() if _allowed(system, info.id, chosen))
    return Table(found, ((option, value),))


def _allowed(system: Any, scenario: str, chosen: dict[str, str]) -> bool:
    try:
        Game.start(system, Setup(system.id, scenario, 0, chosen))
    except UsageError:
        return False
    return True


@dataclass(frozen=True)
class Moment:
    """Before an order was played: whose decision, the state, what was chosen, and what it did."""

    game: Game[Any]
    seat: str
    state: Any
    order: Order
    events: tuple[Event, ...]

    @cached_property
    def offered(self) -> tuple[Order, ...]:
        """Return what was on offer, made when a test asks: a battle offers tens of thousands."""
        return tuple(Game(self.game.system, self.game.setup, self.state.copy()).legal_orders())


def choose(orders: LegalOrders | list[Order], chance: Chance) -> Order:
    """A kind of order first, then one of that kind: so that passes and rare orders come up.

    Legal orders are made only when they are chosen.
    """
    kinds: dict[str, list[Sequence[Order]]] = {}
    for group in [orders] if isinstance(orders, list) else orders.groups():
        if isinstance(group, tuple | list):  # made already, of any kinds
            for order in group:
                kinds.setdefault(type(order).__name__, []).append((order,))
        elif len(group):  # made one by one, all in the same way
            kinds.setdefault(type(group[0]).__name__, []).append(group)
    of_kind = kinds[sorted(kinds)[chance.below(len(kinds))]]
    number = chance.below(sum(map(len, of_kind)))
    for group in of_kind:
        if number < len(group):
            return group[number]
        number -= len(group)
    raise AssertionError("there are fewer orders than were counted")


def walk(played: Table | str, seed: int = 1, length: int = LENGTH) -> tuple[Game[Any], list[Moment]]:
    """Play random orders from the start, or to the end if that comes sooner."""
    table = Table(played) if isinstance(played, str) else played
    game = table.begin(seed, observers=table.seats)
    chance, moments = Chance(seed, table.scenario), []
    while game.to_act is not None and len(moments) < length:
        seat, state = game.to_act, game.state.copy()
        order = choose(game.legal_orders(), chance)
        moments.append(Moment(game, seat, state, order, game.play(order)))
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
