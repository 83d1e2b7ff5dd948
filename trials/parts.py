"""The parts of the trials. A part is a row of cases with numbers: the same number and seed make the same case."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory

from trials import soak
from trials.fuzz import fuzz, keep
from trials.fuzzing.readers import readers
from trials.mutation.chapters import MODULES_OF
from trials.trust.chance import careers, seeds
from trials.trust.consoles import consoles
from trials.trust.damages import damaged_saves
from trials.trust.digests import digests
from trials.trust.endings import CODES, PROGRAMS, endings, killed_players
from trials.trust.finding import Finding
from trials.trust.forgeries import forgeries
from trials.trust.hard_games import hard_games
from trials.trust.kills import kills
from trials.trust.leaks import leaks
from trials.trust.servers import pairs_of_servers, servers
from trials.trust.strangers import strangers
from trials.trust.writers import WAYS, writers
from wab.systems import NAMES
from wab.testing.walks import tables, whole_game

ROOT = Path(__file__).resolve().parents[1]
FAILURES = ROOT / "build" / "trials"
SEEDS_APART = 1_000_000
INPUTS, MUTANTS = 40, 4
"""Damaged inputs of a case for one reader; changes of a case to one chapter of the rules."""
PLATFORMS = ("win32", "darwin")
MARKS = ("art", "gym", "trial")
_MARKED = re.compile(rf"\bmark\.(?:{'|'.join(MARKS)})\b")


@dataclass(frozen=True)
class Part:
    """Something that is tried: what it says of itself, how to try a case, and how many cases there are (0: no end).

    `anywhere`: a case needs nothing of this machine.
    """

    words: str
    tried: Callable[[int, int], Finding]
    cases: int = 0
    share: float = 1.0
    anywhere: bool = False


def _soaked(system: str, number: int, seed: int) -> Finding:
    report = soak.play(soak.Job(number, seed, soak.MOST_ORDERS, system), FAILURES)
    told = tuple(f"{report.scenario}: {problem} -> {report.bundle}" for problem in report.problems)
    return Finding("soak", "random orders with every check on", len(report.orders), told)


def _played(number: int, seed: int) -> Finding:
    """A game to its end: every scenario and every choice in turn."""
    table = tables()[number % len(tables())]
    game, problems = whole_game(table, seed * SEEDS_APART + number)
    return Finding("games", "orders of whole games", len(game.journal), tuple(f"{table}: {one}" for one in problems))


def _fed(number: int, seed: int) -> Finding:
    """Damaged inputs for one reader after the other."""
    with TemporaryDirectory() as folder:
        known = list(readers(Path(folder)).values())
        reader = known[number % len(known)]
        failures = fuzz(reader, seed * SEEDS_APART + number, INPUTS)
    told = tuple(f"{reader.name}: {failure.error} -> {keep(failure, FAILURES)}" for failure in failures)
    return Finding("fuzz", "damaged inputs", INPUTS, told)


def _changed(number: int, seed: int) -> Finding:
    """Some changes to one chapter of the rules of a system."""
    system, chapter = chapters()[number]
    words = ("--system", system, "--modules", chapter, "--sample", str(MUTANTS), "--processes", "1")
    return _run("mutants", "chapters of the rules with changes", "-m", "trials.mutants", *words)


def _fields(number: int, seed: int) -> Finding:
    """One of many changes to the fields of the data of a system."""
    words = ("--systems", NAMES[number % len(NAMES)], "--one-in", "60", "--seed", str(seed * SEEDS_APART + number))
    return _run("fields", "runs over the fields of a system's data", "-m", "trials.fuzzing.fields", *words)


@cache
def chapters() -> tuple[tuple[str, str], ...]:
    """Every chapter of the rules, with its system."""
    return tuple((system, chapter) for system, modules in MODULES_OF.items() for chapter in modules)


def _tested(number: int, seed: int) -> Finding:
    """The tests of one file that are too long for `make test`."""
    words = ("-q", "-p", "no:cacheprovider", "-m", " or ".join(MARKS))
    return _run("tests", "files of long tests", "-m", "pytest", *words, str(long_tests()[number]))


@cache
def long_tests() -> tuple[Path, ...]:
    """The files of tests with one of those marks."""
    marked = (path for path in (ROOT / "tests").rglob("test_*.py") if _MARKED.search(path.read_text("utf-8")))
    return tuple(sorted(path.relative_to(ROOT) for path in marked))


def _typed(number: int, seed: int) -> Finding:
    """The types as another platform has them."""
    platform = PLATFORMS[number]
    words = ("--platform", platform, "--cache-dir", f".mypy_cache/{platform}", "wab", "ai")
    return _run("types", "platforms on which types are checked", "-m", "mypy", *words)


def _run(check: str, cases: str, *words: str) -> Finding:
    """A program that says by its exit code whether it found something."""
    ran = subprocess.run(
        [sys.executable, *words],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
    )
    said = " / ".join(ran.stdout.strip().splitlines()[-4:])
    return Finding(check, cases, 1, (f"{' '.join(words[1:])}: {said}",) if ran.returncode else ())


def _of(tried: Callable[[int, int], Finding], count: int) -> Callable[[int, int], Finding]:
    """A check that takes how many cases it makes, with a seed of its own for each call."""
    return lambda number, seed: tried(count, seed * SEEDS_APART + number)


def _once(tried: Callable[[], Finding]) -> Callable[[int, int], Finding]:
    """A check that is the same every time."""
    return lambda number, seed: tried()


PARTS: Mapping[str, Part] = {
    **{
        f"soak-{name}": Part(
            "random games; after each order every check. A third of the orders are made up",
            partial(_soaked, name),
            share=3,
            anywhere=True,
        )
        for name in NAMES
    },
    "games": Part("every scenario and every option by random orders to its end", _played, share=3, anywhere=True),
    "fuzz": Part("bytes and structures with damage, for everything that reads files", _fed, share=2),
    "fields": Part(
        "fields of data files deleted, emptied, doubled or given other values; then a battle begins", _fields
    ),
    "kills": Part("a player is killed at an odd moment; each order that was kept is in the save", _of(kills, 10)),
    "servers": Part(
        "a server is killed at an odd moment, on a full disk, with another clock; each order it acknowledged is played",
        _of(servers, 10),
    ),
    "server-pairs": Part(
        "two servers on one PostgreSQL, requests to either by chance; one of them is killed, or the data base",
        _of(pairs_of_servers, 10),
    ),
    "saves": Part("wrong bits, zeros, lines moved; each record before the damage comes back", _of(damaged_saves, 40)),
    "writers": Part("two games on one save, and saves that change under a game's hands", _of(writers, len(WAYS))),
    "forgeries": Part("saves changed with every seal right; `wab check` finds each", _of(forgeries, 1)),
    "strangers": Part("notes that name code, folders named like ours, devices", _once(strangers), cases=1),
    "careers": Part("bytes of a career are changed", _of(careers, 40)),
    "seeds": Part("games begin with seeds of odd types", _once(seeds), cases=1),
    "consoles": Part("the command line on odd consoles, streams and paths, and broken off", _once(consoles), cases=1),
    "endings": Part(
        "commands that a signal ends at an odd moment leave no process, no lock and no half file",
        _of(endings, len(PROGRAMS) * len(CODES)),
    ),
    "players": Part("the process of the computer player is killed again and again", _of(killed_players, 2)),
    "leaks": Part("two truths that a seat must not tell apart give equal answers", _of(leaks, 60), share=2),
    "hard": Part(
        "whole games by `hard`, saved along the way and verified",
        lambda number, seed: hard_games(1, seed * SEEDS_APART + number, 1),
        share=2,
    ),
    "digests": Part("games with and without numba, in another order of sets, in French", _of(digests, 1), share=2),
    "mutants": Part("rules made wrong in small ways; tests notice", _changed, cases=len(chapters()), share=4),
    "tests": Part("long tests, and the gym of the computer players", _tested, cases=len(long_tests()), share=6),
    "types": Part("types on other platforms", _typed, cases=len(PLATFORMS)),
}
"""The parts by name, in the order of the page."""


def try_out(name: str, seed: int, case: int) -> Finding:
    """Try one case. Any exception that escapes is a failure."""
    try:
        return PARTS[name].tried(case, seed)
    except Exception as error:  # whatever escapes is what we are looking for
        return Finding(name, "cases", 1, (f"{type(error).__name__}: {error}",))
