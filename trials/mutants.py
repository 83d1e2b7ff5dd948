"""Mutation check of the rules: make each rule wrong in small ways and see whether its tests notice.

python -m trials.mutants                               every change to every chapter of every rule system
python -m trials.mutants --system cards                of one rule system
python -m trials.mutants --system field                of the rules that hex-and-counter systems share
python -m trials.mutants --modules supply victory      some chapters of the flagship
python -m trials.mutants --sample 60                   so many changes of each chapter, the same ones every time
python -m trials.mutants --sample 60 --whole field     and every change to one system, or to some chapters
python -m trials.mutants --stored                      try nothing, say what earlier runs found
python -m trials.mutants --report docs/lab/mutation.md     write down what survived

What is found is kept in build/mutation: a run that is stopped goes on, and only what has changed is tried again.
Changes that make no difference to any game are listed with their reason in trials/mutation/equivalent.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter

import yaml

from trials.mutation.changes import Mutant, mutants
from trials.mutation.chapters import (
    FEWEST_PERCENT,
    FIELD,
    MODULES_OF,
    REASONS,
    ROOT,
    module_of,
    places_of_tests,
)
from trials.mutation.running import KILLED, NOT_TESTED, SLOW, SURVIVED, Runner, run
from trials.mutation.store import Store, Suite

FLAGSHIP = "operations"
EQUIVALENT = ROOT / "trials" / "mutation" / "equivalent"
NO_DIFFERENCE = "no difference"
STORED = ROOT / "build" / "mutation"
_EVERY = 50
"""So many changes go by between two lines that say how far a run has come."""


@dataclass
class Results:
    """The fate of the changes to one system. `planned`: by chapter, how many were to be tried."""

    equivalent: dict[str, str]
    system: str = FLAGSHIP
    planned: Counter[str] = field(default_factory=Counter)
    of_all: int = 0
    """Number of changes to the chapters that are planned in part."""
    verdicts: list[tuple[Mutant, str]] = field(default_factory=list)

    def take(self, mutant: Mutant, verdict: str) -> str:
        """Keep a verdict and give it back; a mutant that survives for a known reason is no survivor."""
        if verdict == SURVIVED and mutant.key in self.equivalent:
            verdict = NO_DIFFERENCE
        self.verdicts.append((mutant, verdict))
        return verdict

    def of(self, module: str) -> Counter[str]:
        """Return how many mutants of a module came to what."""
        return Counter(verdict for mutant, verdict in self.verdicts if _short(mutant.module) == module)

    def survivors(self, module: str) -> list[tuple[Mutant, str]]:
        """The mutants of a module that no test noticed, by line."""
        found = [(m, v) for m, v in self.verdicts if _short(m.module) == module and v in (SURVIVED, NOT_TESTED)]
        return sorted(found, key=lambda entry: (entry[0].line, entry[0].change))

    def lacks(self, module: str) -> str:
        """Return why a chapter does not pass, "" if it does."""
        counts = self.of(module)
        if counts.total() < self.planned[module]:
            return f"{counts.total()} of {self.planned[module]} changes tried"
        if percent(counts) < FEWEST_PERCENT and (self.system, module) not in REASONS:
            return f"less than {FEWEST_PERCENT} % noticed"
        return ""


def _short(module: str) -> str:
    return module.rsplit(".", 1)[-1]


def percent(counts: Counter[str]) -> float:
    """Return how many of the mutants that make a difference were noticed, in percent."""
    noticed = counts[KILLED] + counts[SLOW]
    of = counts.total() - counts[NO_DIFFERENCE]
    return 100 * noticed / of if of else 100.0


def chosen_mutants(module: str, sample: int, system: str = FLAGSHIP) -> list[Mutant]:
    """The mutants of a module of a system, or so many of them, spread by a hash of what they change."""
    name = module_of(system, module)
    spec = find_spec(name)
    if spec is None or spec.origin is None:
        raise SystemExit(f"there is no module {name}")
    found = mutants(name, Path(spec.origin))
    if not sample or sample >= len(found):
        return found
    return sorted(found, key=lambda mutant: blake2b(mutant.key.encode()).digest())[:sample]


def known_equivalents(system: str = FLAGSHIP) -> dict[str, str]:
    """Changes to a system that make no difference, by what they are called, with the reason."""
    path = EQUIVALENT / f"{system}.yaml"
    return (yaml.load(path.read_bytes(), Loader=yaml.CSafeLoader) or {}) if path.exists() else {}


# ------------------------------------------------------------------------------------------------- the page


def told(found: Sequence[Results], before: str = "") -> str:
    """The page that says what was changed and what was noticed, with a table a system.

    Of systems that were not looked at, the page as it was before keeps its part.
    """
    tests = [f"* {system}: {', '.join(f'`{place}`' for place in places_of_tests(system))}" for system in MODULES_OF]
    lines = [_INTRODUCTION.strip().replace("{TESTS}", "\n".join(tests))]
    parts = {**_parts(before), **{results.system: "\n".join(_of_system(results)).strip() for results in found}}
    for system in MODULES_OF:
        if system in parts:
            lines += ["", f"## {system}", "", parts[system]]
    return "\n".join(lines).rstrip() + "\n"


def _parts(page: str) -> dict[str, str]:
    """The parts of a page by system."""
    found = {}
    for part in page.split("\n## ")[1:]:
        name, _, content = part.partition("\n")
        if name.strip() in MODULES_OF:
            found[name.strip()] = content.strip()
    return found


def _of_system(results: Results) -> list[str]:
    lines = [f"{datetime.now(UTC):%Y-%m-%d}: {_how_many(results)}", ""]
    lines += ["| chapter | changes | killed | too slow | no difference | survived | noticed |"]
    lines += ["| --- | ---: | ---: | ---: | ---: | ---: | ---: |"]
    total: Counter[str] = Counter()
    whole = 0
    for module, planned in results.planned.items():
        counts = results.of(module)
        total += counts
        whole += counts.total() == planned and not results.survivors(module)
        if results.lacks(module):
            lines.append(_row(module, counts, planned))
    lines += [_row("all", total, sum(results.planned.values())), ""]
    lines += [f"Chapters with every change noticed: {whole} of {len(results.planned)}.", ""]
    reasons = [f"* {module}: {why}" for (system, module), why in REASONS.items() if system == results.system]
    if reasons:
        lines += [f"Fewer than {FEWEST_PERCENT} % are noticed in:", "", *reasons, ""]
    survivors = [line for module in results.planned for line in _survivors(module, results.survivors(module))]
    return [*lines, f"### Survivors in {results.system}", "", *survivors] if survivors else lines


def _how_many(results: Results) -> str:
    """Return how many changes the table tells of, and whether they are all there are."""
    planned, tried = sum(results.planned.values()), len(results.verdicts)
    left = f" {planned - tried:,} of them wait for the next run." if tried < planned else ""
    if planned >= results.of_all:
        return f"every change, {planned:,}.{left}"
    most = max(results.planned.values())
    return f"a sample, at most {most} changes a chapter: {planned:,} of {results.of_all:,}.{left}"


def _survivors(module: str, survivors: list[tuple[Mutant, str]]) -> list[str]:
    return [_survivor(module, mutant, verdict) for mutant, verdict in survivors]


def _row(name: str, counts: Counter[str], planned: int) -> str:
    survived = counts[SURVIVED] + counts[NOT_TESTED]
    tried = str(planned) if counts.total() == planned else f"{counts.total()} of {planned}"
    cells = (tried, counts[KILLED], counts[SLOW], counts[NO_DIFFERENCE], survived)
    return f"| {name} | {' | '.join(str(cell) for cell in cells)} | {percent(counts):.1f} % |"


def _survivor(module: str, mutant: Mutant, verdict: str) -> str:
    remark = " (no test calls the function)" if verdict == NOT_TESTED else ""
    return f"* `{module}.{mutant.function}`, line {mutant.line}: `{mutant.change}`{remark}"


_INTRODUCTION = f"""
# Mutation check

`make mutants` makes the rules wrong in small ways, one change at a time, and runs the tests that call the function. A
change that no test notices shows a gap. The kinds of change are: another comparison or operator, a number one more or
one less, the opposite truth value, `and` for `or` or either side alone, a condition reversed or left out, a step left
out, nothing returned, two arguments exchanged, a named argument left out, `min` for `max`, `any` for `all`. The tool
changes bodies of functions only, and no texts. Golden transcripts and random games do not count: they would notice
almost everything without naming the broken rule. The tests must notice at least {FEWEST_PERCENT} % of the changes to
each chapter. A sample always holds the same changes. `trials/mutation/chapters.py` says which modules hold no rule.

`{FIELD}` stands for the rules of `wab/field`, which hex-and-counter systems share. These tests must notice the changes:

{{TESTS}}

    make mutants                                     every change to every chapter of every system
    python -m trials.mutants --system cards           one system
    python -m trials.mutants --modules supply         one chapter of the flagship
    python -m trials.mutants --sample 60              at most this many changes a chapter
    python -m trials.mutants --sample 60 --whole field    and every change to one system
    python -m trials.mutants --stored                 what earlier runs found

`build/mutation` keeps the verdicts, so that a run continues after a break. The tool tries a change again only when its
module or the test that noticed it has changed. It tries a survivor again when any test has changed.

"too slow" is a change that makes the tests run for ever; it counts as noticed. "no difference" is a change that no
game can show; `trials/mutation/equivalent` holds each with its reason.
"""


# ------------------------------------------------------------------------------------------------- running


def _arguments(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m trials.mutants", description="Do the tests notice wrong rules?")
    parser.add_argument("--system", choices=MODULES_OF, help="one rule system (default: all)")
    parser.add_argument("--modules", nargs="+", help="chapters of the rules of one system (default: the flagship)")
    parser.add_argument("--sample", type=int, default=0, help="so many changes of each chapter (default: all)")
    parser.add_argument("--whole", nargs="+", default=(), help="chapters or systems of which every change is tried")
    parser.add_argument("--processes", type=int, default=2, choices=(1, 2), help="how many at a time")
    parser.add_argument("--tests", nargs="+", help="the tests that have to notice (default: those of the rules)")
    parser.add_argument("--stored", action="store_true", help="try nothing, say what earlier runs found")
    parser.add_argument("--store", type=Path, default=STORED, metavar="FOLDER", help="where verdicts are kept")
    parser.add_argument("--report", type=Path, metavar="FILE", help="write down what survived")
    chosen = parser.parse_args(words)
    if chosen.modules and not chosen.system:
        chosen.system = FLAGSHIP
    return chosen


def main(words: Sequence[str] | None = None) -> int:
    """Try the mutants and say what survived. 0 when each chapter has its share noticed or a reason, else 1."""
    chosen, began = _arguments(words), perf_counter()
    found = [_check(system, chosen) for system in ([chosen.system] if chosen.system else MODULES_OF)]
    if any(results is None for results in found):
        print("no verdict")
        return 1
    done = [results for results in found if results is not None]
    if chosen.report is not None:
        before = chosen.report.read_text(encoding="utf-8") if chosen.report.is_file() else ""
        chosen.report.write_text(told(done, before), encoding="utf-8")
    return max(_say(results) for results in done) or _took(done, perf_counter() - began)


def _check(system: str, chosen: argparse.Namespace) -> Results | None:
    """Try what no earlier run has tried of a system; None when the tests cannot be relied on."""
    planned = _planned(system, chosen)
    counted = Counter(_short(mutant.module) for mutant in planned)
    of_all = sum(len(chosen_mutants(module, 0, system)) for module in chosen.modules or MODULES_OF[system])
    results = Results(known_equivalents(system), system, counted, of_all)
    tests = chosen.tests or places_of_tests(system)
    store = Store(chosen.store / system, Suite(ROOT, tests))
    known = store.known(planned)
    for mutant in planned:
        if mutant.key in known:
            results.take(mutant, known[mutant.key].verdict)
    waiting = [mutant for mutant in planned if mutant.key not in known]
    if chosen.stored or not waiting:
        return results
    print(f"{system}: {len(known)} changes known from earlier runs, {len(waiting)} to try", flush=True)
    return results if _try_all(waiting, results, store, tests, chosen.processes) else None


def _planned(system: str, chosen: argparse.Namespace) -> list[Mutant]:
    """The changes to try, chapter by chapter."""
    return [
        mutant
        for module in chosen.modules or MODULES_OF[system]
        for mutant in chosen_mutants(module, 0 if {module, system} & set(chosen.whole) else chosen.sample, system)
    ]


def _try_all(waiting: list[Mutant], results: Results, store: Store, tests: Sequence[str], processes: int) -> bool:
    """Try changes and keep what comes of them. False, and nothing is kept, when the tests spoil on the way."""
    began, tried, name, out = perf_counter(), Counter[str](), f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%S.%f}", sys.stdout

    def found(mutant: Mutant, verdict: str, by: str) -> None:
        store.add(mutant, verdict, by, name)
        kept = results.take(mutant, verdict)
        tried[kept] += 1
        if kept in (SURVIVED, NOT_TESTED):
            print(f"{mutant.path.name}:{mutant.line}: {mutant.key} [{kept}]", file=out, flush=True)
        if tried.total() % _EVERY == 0:
            print(_progress(tried, len(waiting), perf_counter() - began), file=out, flush=True)

    runner = Runner(sorted({mutant.module for mutant in waiting}), waiting, processes, found)
    run(runner, tests)
    for test in runner.baseline.failed:
        print(f"{test} fails on the code as it is and was left out")
    for module in runner.spoiled:
        print(f"the tests of {module} fail by now on the code as it is: something was changed on the way")
    if runner.spoiled:
        store.forget(name)
    return not runner.spoiled and tried.total() == len(waiting)


def _progress(tried: Counter[str], of: int, seconds: float) -> str:
    left = seconds / tried.total() * (of - tried.total())
    return f"{tried.total()}/{of} changes, {percent(tried):.1f} % noticed, {left / 60:.0f} minutes left"


def _say(results: Results) -> int:
    """One line a chapter; 1 when one of them does not pass."""
    for module in results.planned:
        counts, lacks = results.of(module), results.lacks(module)
        share = f"{counts.total()} changes, {percent(counts):.1f} % noticed"
        whole = counts.total() == results.planned[module]
        print(f"{module}: {share}{lacks and f' - {lacks}'}" if whole else f"{module}: {lacks}")
    return int(any(results.lacks(module) for module in results.planned))


def _took(done: Sequence[Results], seconds: float) -> int:
    print(f"{sum(len(results.verdicts) for results in done)} changes in {seconds:.0f} seconds")
    return 0


if __name__ == "__main__":
    sys.exit(main())
