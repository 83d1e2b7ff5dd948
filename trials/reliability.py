"""Reliability: kill it, damage its files, forge them, open them twice, look for leaks; and write down what held.

python -m trials.reliability                     everything, and docs/lab/reliability.md; exit 1 when something gave way
python -m trials.reliability --only kills leaks  some of it; the rows of the others stay on the page
python -m trials.reliability --scale 0.1         a tenth of the cases
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter

import msgspec

from lab.measuring.pages import table
from trials.trust.chance import CAREERS, careers, seeds
from trials.trust.consoles import consoles
from trials.trust.damages import CASES, SAVES_IN_TEN, damaged_files, damaged_saves
from trials.trust.digests import GAMES as DIGEST_GAMES
from trials.trust.digests import digests
from trials.trust.finding import Finding
from trials.trust.forgeries import forgeries
from trials.trust.hard_games import GAMES as HARD_GAMES
from trials.trust.hard_games import hard_games
from trials.trust.kills import KILLS, kills
from trials.trust.leaks import COMPARISONS, leaks
from trials.trust.strangers import strangers
from trials.trust.writers import WRITERS, writers

FORGED_GAMES = 6
MOST_TOLD = 5
"""Failures of a check that the page names."""

PAGE = Path("docs/lab/reliability.md")
STORE = Path("build/reliability.json")
_INTRODUCTION = """
# Reliability

`make reliability` tries to break what must not break. Its figures are below; a row with failures names them.

* **kills**: a player of random orders is killed at an odd moment. Every order that had been kept must be in the save.
* **damaged saves**: one wrong bit, 4,096 NULs behind the end, zeros in the last line, an end that is missing, lines
  moved or repeated. Every record before the damage must come back, the damaged file must stay, the game must go on.
* **damaged files**: bytes with damage for every reader. It answers, or raises one of the errors that it promises.
* **two writers**: two games on one save; a save that is deleted, exchanged or grown by another between two orders.
  Nothing of either game may be lost.
* **forgeries**: saves that were changed with knowledge of the format, so that every seal fits. `wab check` and
  `wab replay --verify` must find each.
* **strangers' files**: notes that name code, folders with modules named like ours, brackets without end, devices.
* **command line**: consoles without our signs, closed streams, paths that cannot be looked at, names of other kinds,
  breaks. The whole output or one sentence, the right code, and the games that are over.
* **careers**: bytes of a career's file are changed. The program must tell it, or show the same career; and go on.
* **seeds**: games begin with seeds of odd types. Each is given back by its save, or refused in a sentence.
* **leaks**: hidden facts are changed. No view and no sampled game may show it.
* **games by `hard`**: whole games with every invariant asked after each order, saved along the way and verified.
* **digests**: whole games with and without numba, with another order of sets, in French, optimised. Equal digests.

    make reliability                                everything, about twenty minutes on two cores
    python -m trials.reliability --only kills leaks  some of it

## The last run
"""


class Row(msgspec.Struct):
    """A finding as it is kept between runs, with when it was made and how long that took."""

    check: str
    cases: str
    tried: int
    failures: list[str]
    told: str
    date: str
    seconds: float


def checks(scale: float, seed: int, workers: int, pythons: Sequence[str] = ()) -> Mapping[str, Callable[[], Finding]]:
    """Every check by the name that `--only` takes, with so much of its cases."""

    def of(cases: int) -> int:
        return max(2, round(cases * scale))

    saves = CASES * SAVES_IN_TEN // 10
    return {
        "kills": lambda: kills(of(KILLS), seed),
        "saves": lambda: damaged_saves(of(saves), seed),
        "files": lambda: damaged_files(of(CASES - saves), seed),
        "writers": lambda: writers(of(WRITERS), seed),
        "forgeries": lambda: forgeries(of(FORGED_GAMES), seed),
        "strangers": strangers,
        "consoles": consoles,
        "careers": lambda: careers(of(CAREERS), seed),
        "seeds": seeds,
        "leaks": lambda: leaks(of(COMPARISONS), seed),
        "hard": lambda: hard_games(of(HARD_GAMES), seed, workers),
        "digests": lambda: digests(of(DIGEST_GAMES), seed, pythons),
    }


def page(rows: Sequence[Row]) -> str:
    """The page: what is tried, a row for each check, and the failures."""
    cells = [
        (row.check, f"{row.tried:,} {row.cases}", len(row.failures), f"{row.seconds:,.0f}", row.date) for row in rows
    ]
    lines = [_INTRODUCTION.strip(), "", table(("check", "tried", "failures", "seconds", "date"), cells), ""]
    lines += [f"* {row.check}: {row.told}" for row in rows if row.told]
    for row in rows:
        lines += ["", f"### Failures: {row.check}", ""] if row.failures else []
        lines += [f"* {failure}" for failure in row.failures[:MOST_TOLD]]
        more = len(row.failures) - MOST_TOLD
        lines += [f"* and {more} more"] if more > 0 else []
    return "\n".join(lines).rstrip() + "\n"


def kept_rows(store: Path) -> dict[str, Row]:
    """The rows of earlier runs by check."""
    return msgspec.json.decode(store.read_bytes(), type=dict[str, Row]) if store.exists() else {}


def main(words: Sequence[str] | None = None) -> int:
    """Try everything, or what was chosen, and write the page. 0 when nothing gave way, else 1."""
    parser = argparse.ArgumentParser(prog="python -m trials.reliability", description="Try to break it.")
    known = list(checks(1.0, 1, 1))
    parser.add_argument("--only", nargs="+", choices=known, default=known, help="only these checks")
    parser.add_argument("--scale", type=float, default=1.0, help="this share of the cases")
    parser.add_argument("--seed", type=int, default=1, help="other cases for another seed")
    parser.add_argument("--workers", type=int, default=2, help="processes for the games by `hard`")
    parser.add_argument("--pythons", nargs="*", default=[], help="other interpreters that must give equal digests")
    parser.add_argument("--page", type=Path, default=PAGE, help="the page to write")
    parser.add_argument("--store", type=Path, default=STORE, help="where rows are kept between runs")
    chosen = parser.parse_args(words)
    rows, failed = kept_rows(chosen.store), 0
    for name, check in checks(chosen.scale, chosen.seed, chosen.workers, chosen.pythons).items():
        if name not in chosen.only:
            continue
        began = perf_counter()
        found = check()
        rows[name] = Row(
            found.check, found.cases, found.tried, list(found.failures), found.told,
            f"{datetime.now(UTC):%Y-%m-%d}", perf_counter() - began,
        )  # fmt: skip
        failed += len(found.failures)
        print(f"{name}: {found.tried:,} {found.cases}, {len(found.failures)} failures", flush=True)
        for failure in found.failures[:MOST_TOLD]:
            print(f"  {failure}", flush=True)
        chosen.store.parent.mkdir(parents=True, exist_ok=True)
        chosen.store.write_bytes(msgspec.json.encode(rows))
        chosen.page.write_text(page([rows[each] for each in known if each in rows]), encoding="utf-8")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
