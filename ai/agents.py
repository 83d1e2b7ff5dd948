"""Computer players by name, or `package.module:Class` for one of the user's own.

`random` and `greedy` are yardsticks; `easy`, `normal` and `hard` are the levels that people play against. `deputy`
leads troops that a person lends to it, and plays no game of its own.

A player sees a `View` and answers with an order. It is made for one game, with a seed of its own: same seed and same
views, same orders. Its seed does not give away the seed of the game, by which the dice go.

A class of the user's own is code. It is imported only if the user named it on the command line or in a program. A name
from a file, for example the note of a save, never leads to an import. A caller that makes players says which are `own`;
without that there are the built-in ones.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Protocol

from ai.shell.reasons import NOTHING_MORE, Advice, Proposal, Reason, course_in_words
from wab.engine.kernel.dice import Chance, derived_seed
from wab.engine.kernel.orders import Order
from wab.engine.kernel.values import side_of
from wab.engine.kernel.view import View
from wab.engine.outside import plugins
from wab.engine.words.errors import UsageError
from wab.engine.words.text import N_
from wab.systems import NAMES as SYSTEMS

__all__ = [
    "DEPUTY",
    "LEVEL_WORDS",
    "NAMES",
    "NOTHING_MORE",
    "Advice",
    "Agent",
    "Proposal",
    "RandomAgent",
    "Reason",
    "built_in",
    "course_in_words",
    "is_own",
    "make_agent",
    "make_agents",
    "own_among",
    "seat_seed",
    "seated",
]

LEVEL_WORDS = {
    "random": N_("Learner"),
    "greedy": N_("Practised"),
    "easy": N_("Skilled"),
    "normal": N_("Seasoned"),
    "hard": N_("Expert"),
}
"""The levels of the computer as a person knows them. Ranks are words for the player's career alone."""
NAMES = tuple(LEVEL_WORDS)
DEPUTY = "deputy"
"""The player that leads lent troops: it proposes orders and decides nothing."""
_OUTSIDE = (*NAMES[1:], DEPUTY)
_WHAT = "table of players for"


class Agent(Protocol):
    """A computer player: the methods that a person's own bot implements."""

    def decide(self, view: View) -> Order:
        """The order to play now. It must be legal for `view`, and the view is all that the player is given."""
        ...


class RandomAgent:
    """Plays any order on offer, each as likely as the next: the yardstick below all others, and the fuzzer."""

    def __init__(self, seed: int = 0) -> None:
        self._chance = Chance(seed, "random-agent")

    def decide(self, view: View) -> Order:
        """One of the orders on offer."""
        orders = view.legal_orders()
        return orders[self._chance.below(len(orders))]


def make_agent(name: str, system: str, seed: int, own: Collection[str] = ()) -> Agent:
    """The player of that name for a game of that system; UsageError when there is none.

    `own` are the names `package.module:Class` that the user has given. No other class is ever imported: never fill it
    from a file.
    """
    if name in own and is_own(name):
        module, _, attribute = name.partition(":")
        return _built(module, attribute, seed, name)
    if name == "random":
        return RandomAgent(seed)
    if name in (outside := players_from_outside(system)):
        return outside[name](seed)
    if name in built_in(system):
        return _made_by(f"ai.{system}.{_players(system)[name]}", name, seed)
    if is_own(name):
        raise UsageError(f"The player {name!r} is not built in: it runs only if you name it yourself.")
    raise UsageError(
        f"There is no player {name!r}; there are: {', '.join(NAMES)}, or package.module:Class for your own."
    )


def is_own(name: str) -> bool:
    """Tell the name of a user's own class from a built-in player's."""
    return ":" in name


def own_among(names: Iterable[str]) -> frozenset[str]:
    """The names among some, all given by the user, that are own classes."""
    return frozenset(filter(is_own, names))


def built_in(system: str) -> tuple[str, ...]:
    """The built-in players of a rule system, officers for lent troops among them; `random` plays everything."""
    return (*NAMES[:1], *_players(system), *players_from_outside(system))


def _players(system: str) -> Mapping[str, str]:
    """The table of the players of a system: by name the module that makes it. Empty for a system without players."""
    if system not in SYSTEMS or find_spec(f"ai.{system}") is None:
        return {}
    players: Mapping[str, str] = import_module(f"ai.{system}").PLAYERS
    return players


def _made_by(module: str, name: str, seed: int) -> Agent:
    agent: Agent = import_module(module).make(name, seed)
    return agent


@cache
def players_from_outside(system: str) -> Mapping[str, Callable[[int], Agent]]:
    """The players that a package has for the rule system of that name (entry point of the group `wab.players`).

    Each is made with a seed. They have the names of built-in ones, so that they sit at the same places. UsageError when
    they are no such mapping.
    """
    if system in SYSTEMS or system not in plugins.installed(plugins.PLAYERS):
        return {}
    found = plugins.loaded(plugins.PLAYERS, system, _WHAT)
    if not isinstance(found, Mapping) or not all(name in _OUTSIDE and callable(make) for name, make in found.items()):
        problem = f"it must map some of the names {', '.join(_OUTSIDE)} to functions that make a player with a seed"
        raise plugins.Broken(plugins.PLAYERS, system, _WHAT, problem)
    return {name: found[name] for name in _OUTSIDE if name in found}


def _built(module: str, attribute: str, seed: int, name: str) -> Agent:
    try:
        agent: Agent = getattr(import_module(module), attribute)(seed)
    except (ImportError, AttributeError) as error:
        raise UsageError(f"The player {name!r} cannot be loaded ({error}); is it on the Python path?") from error
    except TypeError as error:
        raise UsageError(f"The player {name!r} must take its seed as the one argument ({error}).") from error
    return agent


def make_agents(
    players: Mapping[str, str],
    system: str,
    seed: int,
    seats: Collection[str] | None = None,
    own: Collection[str] = (),
) -> dict[str, Agent]:
    """A player for each seat of a game; their seeds follow from the game's, each its own.

    `players` names one for a side, whose seats each get their own, or for a single seat. Without `seats`, `players`
    names all seats. UsageError when a seat has none, and for a name that is no side or seat of the game. `own` as for
    `make_agent`.
    """
    named = seated(players, players if seats is None else seats)
    return {seat: make_agent(name, system, seat_seed(seed, seat), own) for seat, name in named.items()}


def seated(players: Mapping[str, str], seats: Collection[str]) -> dict[str, str]:
    """The names of the players by seat, from names by side or by seat. UsageError as for `make_agents`."""
    known = {*seats, *map(side_of, seats)}
    for name in sorted(players):
        if name not in known:
            raise UsageError(f"Nobody plays {name!r} in this game; there are: {', '.join(sorted(known))}.")
    if missing := sorted(seat for seat in seats if seat not in players and side_of(seat) not in players):
        raise UsageError(f"No player is named for {', '.join(missing)}.")
    return {seat: players.get(seat) or players[side_of(seat)] for seat in sorted(seats)}


def seat_seed(seed: int, seat: str, purpose: str = "player") -> int:
    """The seed of the player at a seat in a game of that seed, or of one that is asked there for another purpose.

    The seed of the game cannot be computed back from it: it would tell what all dice will show.
    """
    return derived_seed(seed, f"{purpose}/{seat}")
