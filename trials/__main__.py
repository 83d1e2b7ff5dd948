"""Try to break it: one command for everything that runs too long for `make test`, and one page for what it found.

python -m trials                                  an hour, shared by all parts; exit 1 if something gave way
python -m trials --minutes 10 --only kills fuzz   ten minutes for two parts
python -m trials kills --seed 3 --case 17         one case again
python -m trials --cluster tcp://host:8786        the parts that can be tried on other machines (docs/cluster.md)

What was tried is kept in build/trials.json: trials that were stopped go on with the next case.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from itertools import islice
from operator import itemgetter
from pathlib import Path
from time import perf_counter

import msgspec

from lab.measuring.pages import table
from lab.measuring.running import add_place_to
from lab.measuring.store import place_of
from trials.parts import PARTS, Part, try_out
from wab.engine.outside.places import Place

PAGE, STORE = Path("docs/lab/trials.md"), Path("build/trials.json")
MOST_TOLD = 5
"""Failures of a part that the page names."""


class Row(msgspec.Struct):
    """The state of a part's trial with one seed, kept between runs. `next` is the first case that was not tried."""

    seed: int
    next: int = 0
    cases: str = ""
    tried: int = 0
    failures: list[str] = []
    seconds: float = 0.0
    date: str = ""


def kept(store: Path) -> dict[str, Row]:
    """The rows of earlier runs by part."""
    with suppress(FileNotFoundError):
        return msgspec.json.decode(store.read_bytes(), type=dict[str, Row])
    return {}


def command(name: str, seed: int, case: int) -> str:
    """The words that repeat a case."""
    return f"python -m trials {name} --seed {seed} --case {case}"


def try_for(name: str, row: Row, seconds: float, place: Place) -> Iterator[Row]:
    """Try the cases of a part that are next, for so long; the row, which grows, after each batch."""
    part, began, before = PARTS[name], perf_counter(), row.seconds
    for batch in _batches(part, row.next, place):
        for case, found in sorted(place.results(partial(try_out, name, row.seed), batch), key=itemgetter(0)):
            row.failures += [f"{failure} ({command(name, row.seed, case)})" for failure in found.failures]
            row.cases, row.tried = found.cases, row.tried + found.tried
            row.next = case + 1
        row.seconds, row.date = before + perf_counter() - began, f"{datetime.now(UTC):%Y-%m-%d}"
        yield row
        if perf_counter() - began > seconds:
            return


def _batches(part: Part, first: int, place: Place) -> Iterator[list[int]]:
    """The numbers of the cases from the first one on, as many at a time as the place tries at once."""
    numbers = iter(range(first, part.cases or sys.maxsize))
    while batch := list(islice(numbers, place.slots)):
        yield batch


def row_for(name: str, rows: dict[str, Row], seed: int) -> Row:
    """Return the row from which a part goes on. It begins again with a new seed, or after its last case."""
    row = rows.get(name)
    if row is None or row.seed != seed or (PARTS[name].cases and row.next >= PARTS[name].cases):
        return Row(seed)
    return row


def page(rows: dict[str, Row], title: str = "Trials") -> str:
    """Return the report on the parts that were tried: their words, a row each, and the failures."""
    cells = [
        (name, f"{row.tried:,} {row.cases}", len(row.failures), f"{row.seconds / 60:,.1f}", row.seed, row.date)
        for name in PARTS
        if (row := rows.get(name)) is not None
    ]
    lines = [f"# {title}", "", _INTRODUCTION.strip(), ""]
    lines += [f"* **{name}**: {part.words}." for name, part in PARTS.items() if name in rows]
    lines += ["", "## What was tried", ""]
    lines += [table(("part", "tried", "failures", "minutes", "seed", "date"), cells)]
    for name in PARTS:
        failures = rows[name].failures if name in rows else []
        lines += ["", f"### Failures: {name}", ""] if failures else []
        lines += [f"* {failure}" for failure in failures[:MOST_TOLD]]
        lines += [f"* and {len(failures) - MOST_TOLD} more"] if len(failures) > MOST_TOLD else []
    return "\n".join(lines).rstrip() + "\n"


_INTRODUCTION = """
`make trials` tries to break what must not break, for an hour. It goes on if it was stopped. `make reliability` tries
some of its parts for ten minutes.

    python -m trials --minutes 10 --only kills fuzz     ten minutes for two parts
    python -m trials kills --seed 3 --case 17           one case again, as a failure names it

A random game that fails leaves a folder in `build/trials`: what was wrong, the orders, the save. Damaged bytes that
make a reader fall over are kept there too.
"""


def _arguments(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m trials", description="Try to break it.")
    parser.add_argument("part", nargs="?", choices=list(PARTS), help="the part of --case")
    parser.add_argument("--only", nargs="+", choices=list(PARTS), help="only these parts")
    parser.add_argument("--minutes", type=float, default=60.0, help="for all parts together (60)")
    parser.add_argument("--seed", type=int, default=1, help="other cases for another seed")
    parser.add_argument("--case", type=int, help="try this case of the part, and write nothing down")
    add_place_to(parser, "how many cases at a time")
    parser.add_argument("--page", type=Path, default=PAGE, help="the page to write")
    parser.add_argument("--store", type=Path, default=STORE, help="where rows are kept between runs")
    chosen = parser.parse_args(words)
    if (chosen.part is None) != (chosen.case is None):
        parser.error("name a part and its --case, or neither")
    there = [name for name, part in PARTS.items() if part.anywhere or not chosen.cluster]
    chosen.only = chosen.only or there
    if chosen.cluster and (here := [name for name in chosen.only if name not in there]):
        parser.error(f"{', '.join(here)}: tried on this machine alone; on a cluster there are {', '.join(there)}")
    return chosen


def main(words: Sequence[str] | None = None) -> int:
    """Try the parts that were chosen, and write the page. 0 if nothing gave way, else 1."""
    chosen = _arguments(words)
    if chosen.case is not None:
        found = try_out(chosen.part, chosen.seed, chosen.case)
        print("\n".join(found.failures) or f"{found.tried:,} {found.cases}: nothing gave way")
        return int(bool(found.failures))
    rows, seconds = kept(chosen.store), 60 * chosen.minutes / sum(PARTS[name].share for name in chosen.only)
    chosen.store.parent.mkdir(parents=True, exist_ok=True)
    try:
        for name in chosen.only:
            _try(name, rows, seconds * PARTS[name].share, chosen)
    except KeyboardInterrupt:
        print("stopped: the next run goes on here")
    print("\n" + chosen.page.read_text(encoding="utf-8").partition("## What was tried\n\n")[2])
    return int(any(rows[name].failures for name in chosen.only if name in rows))


def _try(name: str, rows: dict[str, Row], seconds: float, chosen: argparse.Namespace) -> None:
    """Try a part for so long, and keep what was found after each batch, in the store and on the page."""
    row = row_for(name, rows, chosen.seed)
    told = len(row.failures)
    with place_of(chosen.workers, chosen.cluster) as place:
        for _ in try_for(name, row, seconds, place):
            rows[name] = row
            chosen.store.write_bytes(msgspec.json.encode(rows))
            chosen.page.write_text(page(rows, chosen.page.stem.capitalize()), encoding="utf-8")
            for failure in row.failures[told:]:
                print(f"  {failure}", flush=True)
            told = len(row.failures)
    print(f"{name}: {row.tried:,} {row.cases}, {len(row.failures)} failures", flush=True)


if __name__ == "__main__":
    sys.exit(main())
