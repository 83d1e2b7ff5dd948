"""The time that every rule system takes, for each in the list of systems: the same questions, on its largest scenario.

A system sets its goals in `wab.cli.bench.NAME`: `ASKED` for these questions, `GOALS` for measurements of its own. They
are in T_ref (see `reference`), so that they hold on any machine; each is about three times what was measured when it
was set, and there to be missed when a rule becomes slow.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, cast

import wab
from ai.agents import RandomAgent, built_in, make_agents
from wab.cli.bench.reference import reference_seconds
from wab.cli.bench.rounds import Result, no_collector
from wab.engine.kernel.game import Game
from wab.engine.kernel.values import ScenarioInfo
from wab.engine.words.errors import UsageError
from wab.hexes.paths import acceleration
from wab.systems import NAMES, get_system, sound_systems

_DECISIONS, _SEARCHED, _ROUNDS = 60, 6, 5
_LEVEL = "normal"
"""The computer player whose search is measured."""


Goal = Callable[[], Result]
Questions = Mapping[str, float]
"""The time that a system may take for each question, by the id of the question, in T_ref."""


@dataclass(frozen=True)
class Question:
    """Something that every system is asked: its id among the goals, its words, and how it is measured."""

    id: str
    words: str
    seconds: Callable[[str], float]


@dataclass
class _Spent:
    """Seconds by decision of a walk at random: a view of what the seat knows, all legal orders, one order played."""

    view: list[float] = field(default_factory=list)
    legal: list[float] = field(default_factory=list)
    play: list[float] = field(default_factory=list)


def _size(info: ScenarioInfo) -> tuple[int, int, str]:
    return sum(info.units.values()), info.turns, info.id


def largest(system: str) -> str:
    """The scenario of a system with most units."""
    return max(get_system(system).scenarios(), key=_size).id


def _timed(spent: list[float], work: Callable[[], Any]) -> Any:
    started = time.process_time()
    found = work()
    spent.append(time.process_time() - started)
    return found


@cache
def _walk(system: str) -> tuple[_Spent, Game[Any]]:
    """A walk through the largest scenario, and the game as it then stands."""
    game, player, spent = wab.new_game(largest(system), seed=1), RandomAgent(1), _Spent()
    with no_collector():
        for _ in range(_DECISIONS):
            seat = game.to_act
            if seat is None:
                break
            view = _timed(spent.view, partial(game.view, seat))
            _timed(spent.legal, partial(_listed, view))
            order = player.decide(view)
            _timed(spent.play, partial(game.play, order))
    return spent, game


def _listed(view: Any) -> int:
    """Return how many orders are legal, and the first of them: what a window or a player asks before a decision."""
    orders = view.legal_orders()
    next(iter(orders), None)
    return len(orders)


def _view(system: str) -> float:
    return median(_walk(system)[0].view)


def _legal(system: str) -> float:
    return median(_walk(system)[0].legal)


def _play(system: str) -> float:
    return median(_walk(system)[0].play)


def _save_and_load(system: str) -> float:
    """Writing a game of that walk, and reading it with its snapshot."""
    game, spent = _walk(system)[1], list[float]()
    with TemporaryDirectory() as folder, no_collector():
        path = Path(folder) / "bench.wab"
        for _ in range(_ROUNDS):
            _timed(spent, partial(_there_and_back, game, path))
    return median(spent)


def _there_and_back(game: Game[Any], path: Path) -> None:
    game.save(path)
    wab.load(path)


def _search(system: str) -> float:
    """A decision of a computer player that searches, the mean over the first ones of both sides."""
    info = get_system(system).scenarios()[0]
    game, spent = wab.new_game(info.id, seed=1), list[float]()
    players = make_agents(dict.fromkeys(game.seats, _LEVEL), system, 1)
    with no_collector():
        while game.to_act is not None and len(spent) < _SEARCHED:
            view = game.view(game.to_act)
            game.play(_timed(spent, partial(players[game.to_act].decide, view)))
    return sum(spent) / len(spent)


QUESTIONS = (
    Question("P20", "a view of what a seat knows", _view),
    Question("P21", "legal orders of a decision, counted", _legal),
    Question("P22", "an order played", _play),
    Question("P23", "a game saved and loaded", _save_and_load),
    Question("P24", f"a decision of {_LEVEL}", _search),
)


def own_goals() -> Iterator[tuple[str, Goal]]:
    """Yield what the systems measure of themselves, by id."""
    for name in NAMES:
        yield from _bench_of(name).GOALS.items()


def goals() -> Iterator[tuple[str, Goal]]:
    """A goal a question and a system, by id: P20-operations, P20-cards, P21-operations...

    A system from outside is measured, and has no goal to miss.
    """
    for question in QUESTIONS:
        yield from (
            (f"{question.id}-{system.id}", partial(_measured, question, system.id))
            for system in sound_systems()
            if question.seconds is not _search or _LEVEL in built_in(system.id)
        )


def asked(system: str) -> Questions:
    """Return what a system may take, question by question; nothing for one from outside. UsageError if it is
    not said.
    """
    return cast(Questions, _bench_of(system).ASKED) if system in NAMES else {}


def _bench_of(system: str) -> Any:
    try:
        return import_module(f"wab.cli.bench.{system}")
    except ModuleNotFoundError as error:
        raise UsageError(f"The goals of {system} are not set: write wab/cli/bench/{system}/__init__.py.") from error


def _measured(question: Question, system: str) -> Result:
    """A question asked of a system, and whether it takes what it may."""
    acceleration()
    unit, seconds, goal = reference_seconds(), question.seconds(system), asked(system).get(question.id)
    return Result(
        f"{question.id}-{system}",
        f"{system}, {question.words}: {'no goal' if goal is None else f'<= {goal:g} T_ref'}",
        f"{seconds / unit:.3f}; {seconds * 1e3:.2f} ms, T_ref {unit * 1e3:.1f} ms",
        goal is None or seconds <= goal * unit,
    )
