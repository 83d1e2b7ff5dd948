"""Soak: play thousands of random games with every check on, from scenarios and from random positions.

python -m trials.soak                         2,000 games on two processes; exit 1 and a bundle for each game that fails
python -m trials.soak --games 200 --seed 7    fewer, and other ones
python -m trials.soak --system cards          another rule system: its scenarios with all choices, no positions
python -m trials.soak --report docs/lab/soak.md   write down what was played, in the section of its system
python -m trials.soak --again FOLDER          play a bundle again, order by order, and say what is wrong with it

Game number N of seed S is always the same game: every choice is a draw from a source of chance of its own.
"""

from __future__ import annotations

import argparse
import sys
import traceback
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import msgspec

from lab.measuring.pages import marked, section_of
from tests.systems.walks import Table, tables
from trials.soaking.checks import Watch, refusal_problems, save_problems, undo_problems
from trials.soaking.orders import Temper, invented
from trials.soaking.positions import POSITIONS, PREFIX, is_position, known_boards
from wab.engine import Chance, Order, WabError
from wab.engine.autosave import Autosave
from wab.engine.game import Game, Setup
from wab.engine.system import System
from wab.systems import NAMES, system_of

GAMES, PROCESSES, MOST_ORDERS = 2000, 2, 120
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
    watch, temper = Watch(game, chance), Temper(chance)
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
        f"again: python -m trials.soak --again {folder.as_posix()}",
        f"from the start: python -m trials.soak --system {report.job.system} --seed {report.job.seed} "
        f"--only {report.job.number}",
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


def again(folder: Path) -> Report:
    """Play the orders of a bundle with every check after each."""
    told = dict(line.split(": ", 1) for line in (folder / "what.txt").read_text("utf-8").splitlines()[:3])
    job = Job(int(told["seed"]), 0, MOST_ORDERS)
    report = Report(job, Table(told["scenario"], tuple(sorted(msgspec.json.decode(told["options"]).items()))))
    decoder: Any = msgspec.json.Decoder(_system(report.scenario).order_types)
    orders = [decoder.decode(line) for line in (folder / "orders.jsonl").read_bytes().splitlines()]
    with known_boards():
        try:
            _play_over(start(report.table, job.number, told=True), orders, report)
        except Found as found:
            report.problems = found.args
        except Exception as error:  # as in `play`
            report.problems = (f"{type(error).__name__}: {error}",)
            report.trace = traceback.format_exc()
    return report


def _play_over(game: Game[Any], orders: Sequence[Order], report: Report) -> None:
    watch = Watch(game, Chance(0, "again"))
    for order in orders:
        _raise(watch.problems_before(list(game.legal_orders())))
        before, digest = game.state.copy(), game.digest()
        report.orders.append(order)
        _raise(watch.problems_after(before, game.play(order)))
        if game.why_not_undo() is None:
            _raise(undo_problems(game, digest, order))
        _raise(watch.rare_problems())


# ------------------------------------------------------------------------------------------------- many games


def soak(jobs: Sequence[Job], processes: int, failures: Path) -> Iterator[Report]:
    """Play the games and give what came of them, in their order."""
    if processes == 1:
        yield from (play(job, failures) for job in jobs)
        return
    with ProcessPoolExecutor(processes) as pool:
        yield from pool.map(play, jobs, [failures] * len(jobs), chunksize=4)


def told(reports: Sequence[Report], chosen: argparse.Namespace, seconds: float) -> str:
    """Return what was played, for the section of its system."""
    positions = [report for report in reports if is_position(report.scenario)]
    by_scenario = Counter(report.scenario for report in reports if not is_position(report.scenario))
    kinds = sum((report.kinds for report in reports), Counter[str]())
    failed = [report for report in reports if report.problems]
    rows = [f"| {name} | {count:,} |" for name, count in sorted(by_scenario.items())]
    rows += [f"| positions | {len(positions):,} |"] if positions else []
    with_choices = sum(bool(report.table.chosen) for report in reports)
    played = ", ".join(f"{count:,} {name}" for name, count in kinds.most_common())
    lines = [f"{datetime.now(UTC):%Y-%m-%d}, seed {chosen.seed}: {len(reports):,} games, {kinds.total():,} orders, "]
    lines[-1] += f"{seconds:,.0f} seconds, processes: {chosen.processes}, **{len(failed)} failures**."
    lines += [f"{sum(report.ended for report in reports):,} games were played to their end."]
    lines += [f"{with_choices:,} were played with an option chosen."] if with_choices else []
    lines += ["", "| what was played | games |", "| --- | ---: |", *rows, "", f"Orders by kind: {played}.", ""]
    lines += [f"* game {report.job.number} ({report.scenario}): {report.problems[0]}" for report in failed]
    return "\n".join(lines).rstrip() + "\n"


def write_page(page: Path, system: str, text: str) -> None:
    """Write the page again with this text in the section of a system; other systems keep theirs."""
    lines = [_INTRODUCTION.strip(), "", "## The last long runs"]
    for name in NAMES:
        kept = text if name == system else section_of(page, name)
        lines += ["", f"### {name}", "", *marked(name, kept)]
    page.write_text("\n".join(lines) + "\n", encoding="utf-8")


_INTRODUCTION = """
# Soak

`make soak` plays random games with every check on. Players choose among the orders on offer, and in one case of three
also try orders that nobody offered.

Of `operations`, four games in ten are of the scenarios; the others begin in the middle of a battle that a generator
made up: on a window of the real map or on drawn ground, with units of all kinds, worn and fresh, supplied or not,
ships, aircraft, commanders, reinforcements on their way, one impulse or two, every weather, and the switches of the
rules at random. Of `cards`, all scenarios are played in turn as they are, and each value of each option in the first
scenario that allows it: decks, younger players, teams of up to four a side; each seat is watched by itself. So it is
with `zocbonds`; players at random seldom hold a beach there, and many games end with the first day.

After each order: the invariants of the state; the streams of dice against the recorded rolls; activation points and
HP, or figures, against the events; every event told in a whole sentence; nothing hidden shows in a view; each order
on offer is legal and there once; a refusal is a sentence. Now and then: an order is taken back and played again;
state and views survive their bytes; a sampled game cannot be told from the true one and is sound. One game in ten is
saved along the way, loaded in both ways and verified.

    make soak                                  2,000 games of `operations`, 1,000 each of `cards` and `zocbonds`
    python -m trials.soak --games 200 --seed 7  fewer, and other ones
    python -m trials.soak --system cards        another system, by itself
    python -m trials.soak --report docs/lab/soak.md ... and its section of this page
    python -m trials.soak --again FOLDER        a failed game again, from its bundle

A game that fails leaves a folder in `build/soak/`: what was wrong, the seed, the orders, and the save.
"""


def _arguments(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m trials.soak", description="Random games with every check on.")
    parser.add_argument("--system", default=POSITIONS.id, choices=NAMES, help="which rule system")
    parser.add_argument("--games", type=int, default=GAMES, help=f"how many games (default {GAMES})")
    parser.add_argument("--orders", type=int, default=MOST_ORDERS, help="orders of a game at most")
    parser.add_argument("--seed", type=int, default=1, help="other games for another seed")
    parser.add_argument("--processes", type=int, default=PROCESSES, help="how many processes")
    parser.add_argument("--only", type=int, help="play the game of this number alone")
    parser.add_argument("--again", type=Path, metavar="FOLDER", help="play a bundle again")
    parser.add_argument("--failures", type=Path, default=Path("build/soak"), help="where bundles are put")
    parser.add_argument("--report", type=Path, metavar="FILE", help="write down what was played")
    return parser.parse_args(words)


def main(words: Sequence[str] | None = None) -> int:
    """Play, show how far it is, and say what failed. 0 when nothing did, else 1."""
    chosen = _arguments(words)
    if chosen.again is not None:
        return _say([again(chosen.again)])
    numbers = range(chosen.games) if chosen.only is None else (chosen.only,)
    jobs = [Job(number, chosen.seed, chosen.orders, chosen.system) for number in numbers]
    began, reports, failed = perf_counter(), [], 0
    for report in soak(jobs, min(chosen.processes, len(jobs)), chosen.failures):
        reports.append(report)
        failed += bool(report.problems)
        _say([report] if report.problems else [])
        _show(len(reports), len(jobs), failed, perf_counter() - began)
    seconds = perf_counter() - began
    if chosen.report is not None:
        write_page(chosen.report, chosen.system, told(reports, chosen, seconds))
    orders = sum(len(report.orders) for report in reports)
    print(f"{len(reports)} games, {orders} orders, {seconds:.0f} seconds, {failed} failed")
    return 1 if failed else 0


def _say(reports: Sequence[Report]) -> int:
    for report in reports:
        place = f" -> {report.bundle}" if report.bundle else ""
        verdict = report.problems[0] if report.problems else "nothing is wrong"
        print(f"{report.scenario}, seed {report.job.number}, order {len(report.orders)}: {verdict}{place}")
    return int(any(report.problems for report in reports))


def _show(done: int, of: int, failed: int, seconds: float) -> None:
    if sys.stderr.isatty():
        print(f"\r{done}/{of} games, {failed} failed, {seconds:.0f} s ", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
