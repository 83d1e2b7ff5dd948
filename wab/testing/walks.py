"""Random play for tests of any system: short walks through every scenario, each moment of them kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any

from wab.engine import Chance, Event, Game, Group, LegalOrders, Order, ScenarioInfo, Setup, System, UsageError, View
from wab.systems import NAMES, get_system

HOUSE: tuple[System[Any], ...] = tuple(map(get_system, NAMES))
SCENARIOS = tuple(info.id for system in HOUSE for info in system.scenarios())
LENGTH = 36
"""Orders of a walk: enough for several turns, since walkers choose the kind of an order first, and passing is one."""


@dataclass(frozen=True, order=True)
class Table:
    """A game to play: a scenario, and the choices of the players, in pairs.

    `given` is its system, which may be installed nowhere.
    """

    scenario: str
    chosen: tuple[tuple[str, str], ...] = ()
    given: System[Any] | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        return "+".join([self.scenario, *("=".join(pair) for pair in self.chosen)])

    def begin(self, seed: int, observers: tuple[str, ...] = ()) -> Game[Any]:
        """A new game."""
        setup = Setup(self.system.id, self.scenario, seed, dict(self.chosen))
        return Game.start(self.system, setup, observers=observers)

    @property
    def system(self) -> System[Any]:
        """The rule system of the scenario."""
        return self.given or get_system(self.scenario.partition("/")[0])

    @property
    def seats(self) -> tuple[str, ...]:
        """All seats that decide in its games."""
        return seats_at(self)


@cache
def seats_at(table: Table) -> tuple[str, ...]:
    """The seats of a table, asked of its first state."""
    return table.begin(0).seats


def tables(systems: Iterable[System[Any]] = HOUSE) -> tuple[Table, ...]:
    """Every scenario as it is; and every choice that a system offers but the usual ones, which are made in the others,
    once, in the shortest scenario that allows it."""
    systems = tuple(systems)
    plain = (Table(info.id, given=system) for system in systems for info in system.scenarios())
    return (*plain, *(table for system in systems for table in choices(system)))


def choices(system: System[Any]) -> Iterator[Table]:
    """Every value of every option but the usual one, each in the shortest scenario that allows it."""
    for option, (_usual, *values) in system.choices.items():
        for value in values:
            yield allowing(system, option, value)


def allowing(system: System[Any], option: str, value: str) -> Table:
    """The shortest scenario that allows a value of an option, with that chosen."""
    chosen = {option: value}
    found = next(info.id for info in by_length(system) if _allowed(system, info.id, chosen))
    return Table(found, ((option, value),), system)


def by_length(system: System[Any]) -> list[ScenarioInfo]:
    """The scenarios of a system, the shortest first."""
    return sorted(system.scenarios(), key=lambda info: (info.turns, sum(info.units.values()), info.id))


def _allowed(system: System[Any], scenario: str, chosen: dict[str, str]) -> bool:
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

    def stands(self) -> Game[Any]:
        """A game of its own that stands where this one stood."""
        return Game(self.game.system, self.game.setup, self.state.copy())


def choose(orders: LegalOrders | list[Order], chance: Chance) -> Order:
    """A kind of order first, then one of that kind: so that passes and rare orders come up.

    Legal orders are made only when they are chosen.
    """
    kinds: dict[str, list[Group]] = {}
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
    chance = Chance(seed, table.scenario)
    moments: list[Moment] = []
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


def sampled(view: View, seed: int) -> Game[Any]:
    """A game that the seat of a view cannot tell from the true one."""
    return Game.made_up(view, seed)


def whole_game(table: Table, seed: int) -> tuple[Game[Any], list[str]]:
    """Play random orders, each chosen by the view of the seat that decides: the game, and what is wrong at its end."""
    game, chance = table.begin(seed), Chance(seed, table.scenario)
    for _ in range(game.system.nature.step_limit):
        if game.to_act is None:
            break
        legal = game.view(game.to_act).legal_orders()
        game.play(legal[chance.below(len(legal))])
    contenders = game.system.contenders
    wrong = {
        "the game has not ended": game.to_act is not None,
        "no outcome says how it ended": game.outcome is None,
        "a stranger has won": game.outcome is not None and game.outcome.winner not in (*contenders, None),
        "a stranger has points": game.outcome is not None and not set(game.outcome.points) <= set(contenders),
        "orders are on offer after the end": bool(game.legal_orders()),
        "a seat sees another end": any(game.view(seat).outcome != game.outcome for seat in game.seats),
    }
    return game, [*(told for told, is_so in wrong.items() if is_so), *game.system.invariants(game.state)]
