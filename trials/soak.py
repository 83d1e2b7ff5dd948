"""Soak: random games with every check on, from scenarios and from random positions.

Game number N of seed S is always the same game: every choice is a draw from a source of chance of its own.
"""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import msgspec

from wab.engine import Chance, Order, WabError
from wab.engine.kernel.game import Game
from wab.engine.kernel.system import System
from wab.engine.kernel.values import Setup
from wab.engine.saves.autosave import Autosave
from wab.systems import system_of
from wab.systems.operations.testing.positions import POSITIONS, PREFIX, is_position, known_boards
from wab.testing.players import Temper, invented
from wab.testing.walks import Table, tables
from wab.testing.watch import Watch, refusal_problems, save_problems, undo_problems

MOST_ORDERS = 120
SEEDS_APART = 1_000_000
POSITIONS_IN_TEN = 6
SAVED_ONE_IN, TOLD_ONE_IN, RARE_ONE_IN, INVENTED_ONE_IN = 10, 4, 12, 3


@dataclass(frozen=True)
class Job:
    """One game to play: its number, the seed of the whole soak, how many orders at most."""

    number: int
    seed: int
    orders: int
    system: str = POSITIONS.id

    @property
    def table(self) -> Table:
        """Return what is played: a position of its own, or the scenarios in turn; of other systems all that is
        offered.
        """
        if self.system != POSITIONS.id:
            return tables_of(self.system)[self.number % len(tables_of(self.system))]
        if self.number % 10 < POSITIONS_IN_TEN:
            return Table(f"{PREFIX}{self.seed * SEEDS_APART + self.number}")
        scenarios = [info.id for info in POSITIONS.scenarios()]
        return Table(scenarios[self.number % len(scenarios)])


@cache
def tables_of(system: str) -> tuple[Table, ...]:
    """Every scenario of a system, and every choice that it offers."""
    return tuple(table for table in tables() if table.scenario.startswith(f"{system}/"))


@dataclass
class Report:
    """The result of one game. `problems` is empty for a good one; `orders` were played in this order."""

    job: Job
    table: Table
    orders: list[Order] = field(default_factory=list)
    kinds: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    ended: bool = False
    problems: tuple[str, ...] = ()
    trace: str = ""
    bundle: str = ""

    @property
    def scenario(self) -> str:
        """The scenario or position that was played."""
        return self.table.scenario


class Found(Exception):  # noqa: N818 - it is no error of this program
    """Something is wrong with the game that is being played."""


# ------------------------------------------------------------------------------------------------- one game


def play(job: Job, failures: Path) -> Report:
    """Play one game under watch; a game that fails leaves a bundle in a folder of its own."""
    report = Report(job, job.table)
    began, game = perf_counter(), None
    with known_boards(), TemporaryDirectory() as folder:
        try:
            chance = Chance(job.seed * SEEDS_APART + job.number, "soak")
            game = start(job.table, job.number, told=not chance.below(TOLD_ONE_IN))
            _play_on(game, job, chance, report, Path(folder) / "game.wab")
        except Found as found:
            report.problems = found.args
        except Exception as error:  # any error that escapes is what we are looking for
            report.problems = (f"{type(error).__name__}: {error}",)
            report.trace = traceback.format_exc()
    report.seconds = perf_counter() - began
    if report.problems:
        report.bundle = str(bundle(report, game, failures))
    return report


def start(table: Table, seed: int, *, told: bool = False) -> Game[Any]:
    """A game of a scenario or of a position; `told` if what each seat sees is kept."""
    system = _system(table.scenario)
    setup = Setup(system.id, table.scenario, seed, dict(table.chosen))
    seats = system.seats(system.new_state(setup.scenario, seed, setup.rule_options)) if told else ()
    return Game.start(system, setup, observers=seats)


def _system(scenario: str) -> System[Any]:
    return POSITIONS if is_position(scenario) else system_of(scenario)


def _play_on(game: Game[Any], job: Job, chance: Chance, report: Report, path: Path) -> None:
    watch, temper = Watch(game, chance), Temper(game.system, chance)
    _raise(game.system.invariants(game.state))
    save = Autosave(game, path) if not chance.below(SAVED_ONE_IN) else None
    while game.to_act is not None and len(report.orders) < job.orders:
        order = _next_order(game, watch, temper, chance)
        _carry_out(game, watch, order, chance, report)
        if save is not None:
            save.keep()
    report.ended = game.to_act is None
    if report.ended and list(game.legal_orders()):
        raise Found("orders are on offer after the end")
    if save is not None:
        save.close()
        _raise(save_problems(game, _system(report.scenario), path))


def _next_order(game: Game[Any], watch: Watch, temper: Temper, chance: Chance) -> Order:
    """An order on offer, or one that is not offered and that nothing forbids."""
    offered = list(game.legal_orders())
    _raise(watch.problems_before(offered))
    if not chance.below(INVENTED_ONE_IN):
        tried = invented(game, chance, 12)
        _raise(refusal_problems(game, tried))
        allowed = [order for order in tried if game.why_not(order) is None]
        if allowed and chance.below(2):
            return allowed[0]
    return temper.choose(offered)


def _carry_out(game: Game[Any], watch: Watch, order: Order, chance: Chance, report: Report) -> None:
    before, digest = game.state.copy(), game.digest()
    report.orders.append(order)
    report.kinds[type(order).__name__] += 1
    events = game.play(order)
    _raise(watch.problems_after(before, events))
    if game.why_not_undo() is None and not chance.below(3):
        _raise(undo_problems(game, digest, order))
    if not chance.below(RARE_ONE_IN):
        _raise(watch.rare_problems())


def _raise(problems: Iterable[str]) -> None:
    found = tuple(problems)
    if found:
        raise Found(*found)


# ------------------------------------------------------------------------------------------------- bundles


def bundle(report: Report, game: Game[Any] | None, failures: Path) -> Path:
    """Write down a game that failed: what was wrong, how to see it again, its orders, its save as far as it goes."""
    folder = failures / f"seed-{report.job.seed}-game-{report.job.number}"
    folder.mkdir(parents=True, exist_ok=True)
    lines = [
        f"scenario: {report.scenario}",
        f"seed: {report.job.number}",
        f"options: {msgspec.json.encode(dict(report.table.chosen)).decode()}",
        f"orders: {len(report.orders)}",
        f"again: python -m trials soak-{report.job.system} --seed {report.job.seed} --case {report.job.number}",
        "",
        *report.problems,
        "",
        report.trace,
    ]
    (folder / "what.txt").write_text("\n".join(lines), encoding="utf-8")
    (folder / "orders.jsonl").write_bytes(b"".join(msgspec.json.encode(order) + b"\n" for order in report.orders))
    if game is not None:
        with suppress(WabError):
            game.save(folder / "game.wab")
    return folder
