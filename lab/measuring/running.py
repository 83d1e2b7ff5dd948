"""Shared parts of tools that play many games: options, games played in parallel and kept line by line, the page
filled.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from ai.agents import built_in
from lab.measuring.pages import fill_section, teller
from lab.measuring.store import Store, add_line, place_of, play, until_after
from wab.cli.common import known_scenario
from wab.cli.simulating import Job
from wab.engine.words.errors import WabError

WORKERS = 2
PLAYERS = ("random", "greedy", "easy", "normal", "hard")
"""The levels from the weakest to the strongest; `greedy` has the rating 0."""
USUAL = "normal"
"""The player for both sides if equal players are wanted."""
_WHOLE = "the page to write; its picture lies beside it"


# ------------------------------------------------------------------------------------------------- options


def scenario_id(word: str) -> str:
    """The id of a scenario as the value of an option; without such a scenario argparse names the nearest ones."""
    try:
        return known_scenario(word).id
    except WabError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def players_of(system: str) -> tuple[str, ...]:
    """The levels that a rule system has so far, the weakest first."""
    return tuple(name for name in PLAYERS if name in ("random", *built_in(system)))


def best_player(system: str) -> str:
    """The usual player of equal games, or the strongest below it that a rule system has so far."""
    return [name for name in players_of(system) if PLAYERS.index(name) <= PLAYERS.index(USUAL)][-1]


def add_place_to(parser: argparse.ArgumentParser, workers: str = "how many processes") -> None:
    """Add the options that say where games are played."""
    parser.add_argument("--workers", type=int, default=WORKERS, help=workers)
    says = "play on the machines of this Dask scheduler, tcp://HOST:8786; local: one on this machine (docs/cluster.md)"
    parser.add_argument("--cluster", default="", metavar="ADDRESS", help=says)


@dataclass(frozen=True)
class Options:
    """The options of a tool: where games are kept, which page it writes, or which `section` of a page.

    `stale`: whose change makes older games count no more. `timed`: a run can end after some minutes.
    """

    store: Path
    page: Path
    section: str = ""
    stale: str = "scenarios and players"
    timed: bool = True

    def of_system(self, system: str, first: str) -> Options:
        """The same for a rule system: places of its own for all but the first, whose names are the plain ones."""
        if system == first:
            return self
        store, page = (path.with_stem(f"{path.stem}_{system}") for path in (self.store, self.page))
        return replace(self, store=store, page=page)

    def add_to(self, parser: argparse.ArgumentParser) -> None:
        """Add the options that every such tool has."""
        add_place_to(parser)
        if self.timed:
            says = "begin no game after so many minutes (0: no limit)"
            parser.add_argument("--minutes", type=float, default=0.0, help=says)
        parser.add_argument("--store", type=Path, default=self.store, help="where games are kept")
        written = f"the page with the section `{self.section}`" if self.section else _WHOLE
        parser.add_argument("--page", type=Path, default=self.page, help=written)
        parser.add_argument("--mixed", action="store_true", help=f"count games of older {self.stale} too")
        parser.add_argument("--report-only", action="store_true", help="play nothing")
        if self.section:
            says = "show the table, leave the page as it is"
            parser.add_argument("--print", action="store_true", dest="aloud", help=says)

    def show(self, chosen: argparse.Namespace, text: str) -> None:
        """Print the section, or put it into its page, as was chosen."""
        if chosen.aloud:
            print(text)
        else:
            fill_section(chosen.page, self.section, text)


# ------------------------------------------------------------------------------------------------- games


def play_jobs(chosen: argparse.Namespace, what: str, jobs: Callable[[], Sequence[Job]]) -> tuple[Store, list[str]]:
    """Play the jobs that are missing, unless nothing is to be played; return all games, and the failures.

    Failures also go to standard error.
    """
    store = Store(chosen.store, mixed=chosen.mixed)
    if chosen.report_only:
        return store, []
    problems = play(store, jobs(), chosen.workers, chosen.minutes, teller(what), cluster=chosen.cluster)
    for problem in problems:
        print(problem, file=sys.stderr)
    return store, problems


def play_lines(
    chosen: argparse.Namespace, what: str, play_one: Callable[..., Any], todo: Sequence[tuple[Any, ...]]
) -> None:
    """Play games, each `play_one(*one)`, and write each down in the store as it ends."""
    tell = teller(what)
    with place_of(min(chosen.workers, len(todo)), chosen.cluster) as place:
        games = place.results(partial(_called, play_one), until_after(chosen.minutes, todo))
        for number, (_one, played) in enumerate(games):
            add_line(chosen.store, played)
            tell(number + 1, len(todo))


def _called(play_one: Callable[..., Any], one: tuple[Any, ...]) -> Any:
    return play_one(*one)
