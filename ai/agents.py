"""Players that are not people, by name, or `package.module:Class` for anybody's own.

`random` and `greedy` are yardsticks; `easy`, `normal` and `hard` are the levels that people play against.

A player sees a `View` and answers with an order. It is made for one game, with a seed of its own: same seed and same
views, same orders.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol

import msgspec

from wab.engine.dice import Chance
from wab.engine.errors import UsageError
from wab.engine.orders import Order
from wab.engine.text import Text
from wab.engine.view import View, side_of

NAMES = ("random", "greedy", "easy", "normal", "hard")


class Agent(Protocol):
    """A computer player; what a person's own bot implements."""

    def decide(self, view: View) -> Order:
        """The order to play now. It must be legal for `view`, and the view is all that the player is given."""
        ...


class Reason(msgspec.Struct, frozen=True):
    """Why a player gave an order: a sentence with numbers, for the journal of a game.

    Players that plan add the mission that it serves (`helps`: one that other units were given; `spared`: the order
    takes the units off it), the course that they chose for the time being, and what they rejected for it, each with the
    share of victory that they expected of it.
    """

    text: Text
    score: float = 0.0
    mission: Text | None = None
    helps: bool = False
    spared: bool = False
    course: str = ""
    rejected: tuple[tuple[str, float], ...] = ()


class Advice(msgspec.Struct, frozen=True):
    """A line of a staff paper: what a player would do in somebody's place, of which no order is given.

    `units` by id; `start` and `goal` are hexes that an arrow joins, -1 for none; `main`: it comes first.
    """

    text: Text
    units: tuple[int, ...] = ()
    start: int = -1
    goal: int = -1
    main: bool = False


class Proposal(msgspec.Struct, frozen=True):
    """An order that a player proposes for troops lent to it, and why.

    `sure`: it rests on no throw of dice that is still to come. `throws`: dice are thrown when it is carried out.
    """

    order: Any
    reason: Reason
    sure: bool = True
    throws: bool = False


class Adviser(Protocol):
    """A player that can say what it would do, without doing it."""

    def advise(self, view: View) -> tuple[Advice, ...]:
        """The plan for a view, line by line, the most important first."""
        ...


class RandomAgent:
    """Plays any order on offer, each as likely as the next: the yardstick below all others, and the fuzzer."""

    def __init__(self, seed: int = 0) -> None:
        self._chance = Chance(seed, "random-agent")

    def decide(self, view: View) -> Order:
        """One of the orders on offer."""
        orders = view.legal_orders()
        return orders[self._chance.below(len(orders))]


def make_agent(name: str, system: str, seed: int) -> Agent:
    """The player of that name for a game of that system; UsageError when there is none."""
    if name == "random":
        return RandomAgent(seed)
    if ":" in name:
        return _own_agent(name, seed)
    if name in NAMES and find_spec(f"ai.{system}") is not None:
        return _built(f"ai.{system}.{name}", "make", seed, name)
    raise UsageError(
        f"There is no player {name!r}; there are: {', '.join(NAMES)}, or package.module:Class for your own."
    )


def _own_agent(name: str, seed: int) -> Agent:
    module, _, attribute = name.partition(":")
    return _built(module, attribute, seed, name)


def _built(module: str, attribute: str, seed: int, name: str) -> Agent:
    try:
        agent: Agent = getattr(import_module(module), attribute)(seed)
    except (ImportError, AttributeError) as error:
        raise UsageError(f"The player {name!r} cannot be loaded ({error}); is it on the Python path?") from error
    except TypeError as error:
        raise UsageError(f"The player {name!r} must take its seed as the one argument ({error}).") from error
    return agent


def make_agents(
    players: Mapping[str, str], system: str, seed: int, seats: Collection[str] | None = None
) -> dict[str, Agent]:
    """A player for each seat of a game; their seeds follow from the game's, each its own.

    `players` names one for a side, of which every seat gets its own, or for a single seat. Without `seats`, those that
    `players` names are all. UsageError when a seat has none, and for a name that is no side or seat of the game.
    """
    named = seated(players, players if seats is None else seats)
    return {seat: make_agent(name, system, seat_seed(named, seed, seat)) for seat, name in named.items()}


def seated(players: Mapping[str, str], seats: Collection[str]) -> dict[str, str]:
    """The names of the players by seat, from names by side or by seat. UsageError as for `make_agents`."""
    known = {*seats, *map(side_of, seats)}
    for name in sorted(players):
        if name not in known:
            raise UsageError(f"Nobody plays {name!r} in this game; there are: {', '.join(sorted(known))}.")
    if missing := sorted(seat for seat in seats if seat not in players and side_of(seat) not in players):
        raise UsageError(f"No player is named for {', '.join(missing)}.")
    return {seat: players.get(seat) or players[side_of(seat)] for seat in sorted(seats)}


def seat_seed(seats: Collection[str], seed: int, seat: str) -> int:
    """The seed of the player at a seat in a game of that seed."""
    return seed * len(seats) + sorted(seats).index(seat)
