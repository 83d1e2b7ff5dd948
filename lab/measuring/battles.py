"""Battles that are compared with history: played once, with their days and counts kept as a line of a file.

Differences between rule systems are answered by a `Teller`, a module of `lab.telling` named like its system.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol, cast

import msgspec
import numpy as np

import wab
from ai.agents import make_agents, own_among
from ai.match import play_out
from lab.measuring.fronts import Flags, Ground
from lab.measuring.store import Entry, add_line, key_of, place_of, read_lines, stamp_of
from wab.cli.simulating import Job, Played
from wab.engine.kernel.game import Game
from wab.engine.kernel.values import Record

TOLD = ("operations", "zocbonds")
"""The rule systems whose battles can be compared with history, the first one in the plain files."""


class Day(msgspec.Struct, frozen=True):
    """A game in the evening of a day: who holds which hex (a digit a hex), the hexes of the units, HP lost, points."""

    control: str
    hp_lost: dict[str, int]
    units: dict[str, list[int]]
    points: dict[str, int]

    def held(self, code: int) -> Flags:
        """bool[N]: what a side holds."""
        held: Flags = np.frombuffer(self.control.encode(), np.uint8) == ord(str(code))
        return held


class Battle(msgspec.Struct, frozen=True):
    """One game: its days by date, the last one under "end", and what came of it.

    A day that it did not live to see is not there. `counts` are sums over the game; `moments` are the turns on whose
    evening something was so for the first time, and what never was so is not there. The teller of the system has the
    names of both.
    """

    job: Job
    stamp: str
    seconds: float
    turns: int
    days: dict[str, Day]
    outcome: Played | None = None
    counts: dict[str, float] = {}
    moments: dict[str, int] = {}


class Teller(Protocol):
    """A rule system's account of its battles: a module with these names.

    `SCENARIO` is played unless another one is asked for, `DATES` are the days whose fronts are drawn. `PAGE` is written
    and begins with `INTRODUCTION`.
    """

    SCENARIO: str
    DATES: tuple[str, ...]
    PAGE: Path
    INTRODUCTION: str

    def ground(self, scenario: str) -> Ground:
        """Return what the fronts of a scenario are drawn over."""

    def day(self, game: Game[Any]) -> Day:
        """A game as it stands."""

    def reached(self, game: Game[Any]) -> Sequence[str]:
        """The names of all that is so now; the first evening of each is kept."""

    def counts(self, game: Game[Any]) -> Mapping[str, float]:
        """The sums of a game that is over."""

    def sections(self, ground: Ground, played: Sequence[Battle], dates: Sequence[str]) -> Sequence[str]:
        """The lines of the page behind its fronts."""


def teller_of(scenario: str) -> Teller:
    """The teller of a scenario, or of a rule system by its name."""
    return cast(Teller, import_module(f"lab.telling.{scenario.partition('/')[0]}"))


# ------------------------------------------------------------------------------------------------- playing


def play(dates: Sequence[str], job: Job) -> Battle:
    """Play a game and write down the days that are asked for."""
    began, teller = time.perf_counter(), teller_of(job.scenario)
    game: Game[Any] = wab.new_game(job.scenario, seed=job.seed, options=job.options)
    ground = teller.ground(job.scenario)
    by_turn = {ground.turn_on(date): date for date in dates}
    days: dict[str, Day] = {}
    moments: dict[str, int] = {}
    turn = 1

    def after(_: Record) -> None:
        nonlocal turn
        if game.turn != turn or game.to_act is None:
            if turn in by_turn:
                days[by_turn[turn]] = teller.day(game)
            for name in teller.reached(game):
                moments.setdefault(name, turn)
            turn = game.turn

    agents = make_agents(job.players, game.system.id, job.seed, game.seats, own_among(job.players.values()))
    play_out(game, agents, after)
    days["end"] = teller.day(game)
    seconds, end = round(time.perf_counter() - began, 1), game.outcome
    outcome = None
    if end is not None:
        outcome = Played(job.seed, end.winner, end.level, end.points, game.turn, game.digest(), seconds, end.reason)
    return Battle(job, stamp_of(job), seconds, game.turn, days, outcome, dict(teller.counts(game)), moments)


def battles(path: Path, jobs: Sequence[Job], dates: Sequence[str], mixed: bool) -> list[Battle]:
    """The games in a file that are of these jobs, show these dates, and were played by today's players and data."""
    good = [
        b
        for b in read_lines(path, Battle)
        if b.job in jobs and _shows(b, dates) and (mixed or b.stamp == stamp_of(b.job))
    ]
    return [battle for _, battle in sorted({battle.job.seed: battle for battle in good}.items())]


def _shows(battle: Battle, dates: Sequence[str]) -> bool:
    missing = [date for date in dates if date not in battle.days]
    if not missing:
        return True
    ground = teller_of(battle.job.scenario).ground(battle.job.scenario)
    return all(ground.turn_on(date) > battle.turns for date in missing)


def play_missing(path: Path, jobs: Sequence[Job], dates: Sequence[str], workers: int, cluster: str = "") -> None:
    """Play games and write each down as it ends."""
    own = own_among(name for job in jobs for name in job.players.values())
    with place_of(min(workers, len(jobs)), cluster, own) as place:
        for number, (_job, battle) in enumerate(place.results(partial(play, dates), jobs)):
            add_line(path, battle)
            print(f"history: {number + 1}/{len(jobs)}, {battle.seconds:.0f} s", file=sys.stderr, flush=True)


def count_for_balance(path: Path, played: Sequence[Battle]) -> None:
    """Add the games to the games of `python -m lab.balance`, which has no need to play them again."""
    known = {(entry.key, entry.stamp) for entry in read_lines(path, Entry)}
    for battle in played:
        if battle.outcome is not None and (key_of(battle.job), battle.stamp) not in known:
            add_line(path, Entry(battle.job, battle.outcome, battle.stamp))
