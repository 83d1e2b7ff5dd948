"""Mutation check of the rules: make each rule wrong in small ways and see whether its tests notice.

python -m tools.mutants                               every change to every module of the list
python -m tools.mutants --modules supply victory      some modules
python -m tools.mutants --system cards                of another rule system
python -m tools.mutants --sample 60                   so many changes of each module, the same ones every time
python -m tools.mutants --report docs/mutation.md     write down what survived

Changes that make no difference to any game are listed with their reason in tools/mutation/equivalent.yaml.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter

import yaml

from tools.mutation.changes import Mutant, mutants
from tools.mutation.running import KILLED, NOT_TESTED, SLOW, SURVIVED, Runner, run

ROOT = Path(__file__).resolve().parents[1]
FLAGSHIP = "operations"
MODULES = (
    "movement",
    "combat",
    "odds",
    "modifiers",
    "losses",
    "retreat",
    "strength",
    "bombardment",
    "supply",
    "victory",
    "zoc",
    "stacking",
    "activation",
    "control",
    "fatigue",
)
MODULES_OF = {
    FLAGSHIP: MODULES,
    "cards": ("movement", "combat", "retreat", "ground", "sight", "lines", "obstacles", "objectives", "victory"),
}
"""The modules that are changed, by system."""
EQUIVALENT = ROOT / "tools" / "mutation" / "equivalent.yaml"
NO_DIFFERENCE = "no difference"
FEWEST_PERCENT = 80


class Results:
    """What became of every mutant so far."""

    def __init__(self, equivalent: dict[str, str]) -> None:
        self.equivalent = equivalent
        self.verdicts: list[tuple[Mutant, str]] = []

    def take(self, mutant: Mutant, verdict: str) -> str:
        """Keep a verdict and give it back; a mutant that survives for a known reason is no survivor."""
        if verdict == SURVIVED and mutant.key in self.equivalent:
            verdict = NO_DIFFERENCE
        self.verdicts.append((mutant, verdict))
        return verdict

    def of(self, module: str) -> Counter[str]:
        """How many mutants of a module came to what."""
        return Counter(verdict for mutant, verdict in self.verdicts if _short(mutant.module) == module)

    def survivors(self, module: str) -> list[tuple[Mutant, str]]:
        """The mutants of a module that no test noticed, by line."""
        found = [(m, v) for m, v in self.verdicts if _short(m.module) == module and v in (SURVIVED, NOT_TESTED)]
        return sorted(found, key=lambda entry: (entry[0].line, entry[0].change))


def _short(module: str) -> str:
    return module.rsplit(".", 1)[-1]


def percent(counts: Counter[str]) -> float:
    """How many of the mutants that make a difference were noticed, in percent."""
    noticed = counts[KILLED] + counts[SLOW]
    of = counts.total() - counts[NO_DIFFERENCE]
    return 100 * noticed / of if of else 100.0


def chosen_mutants(module: str, sample: int, system: str = FLAGSHIP) -> list[Mutant]:
    """The mutants of a module of a system, or so many of them, spread by a hash of what they change."""
    name = f"wab.systems.{system}.{module}"
    spec = find_spec(name)
    if spec is None or spec.origin is None:
        raise SystemExit(f"there is no module {name}")
    found = mutants(name, Path(spec.origin))
    if not sample or sample >= len(found):
        return found
    return sorted(found, key=lambda mutant: blake2b(mutant.key.encode()).digest())[:sample]


def known_equivalents() -> dict[str, str]:
    """Changes that make no difference, by what they are called, with the reason."""
    return yaml.safe_load(EQUIVALENT.read_text(encoding="utf-8")) or {}


def told(results: Results, samples: dict[str, int], tests: int, seconds: float) -> str:
    """The page that says what was changed and what was noticed. `samples`: changes by module at most, 0 for all."""
    lines = [_INTRODUCTION.strip(), "", "## The last run", ""]
    lines += [f"{datetime.now(UTC):%Y-%m-%d}: {_extent(samples)}, {tests:,} tests, {seconds:,.0f} seconds.", ""]
    lines += ["| module | mutants | killed | too slow | no difference | survived | noticed |"]
    lines += ["| --- | ---: | ---: | ---: | ---: | ---: | ---: |"]
    total: Counter[str] = Counter()
    for module in samples:
        counts = results.of(module)
        total += counts
        lines.append(_row(module, counts))
    lines += [_row("all", total), "", "## Survivors", ""]
    for module in samples:
        survivors = results.survivors(module)
        if survivors:
            lines += [f"### {module}", ""]
            lines += [_survivor(mutant, verdict) for mutant, verdict in survivors]
            lines.append("")
    lines += ["## Changes that make no difference", ""]
    same = sorted((m.key, results.equivalent[m.key]) for m, verdict in results.verdicts if verdict == NO_DIFFERENCE)
    lines += [f"* `{key}`: {why}" for key, why in same]
    return "\n".join(lines).rstrip() + "\n"


def _extent(samples: dict[str, int]) -> str:
    whole = [module for module, sample in samples.items() if not sample]
    if len(whole) == len(samples):
        return "every change to every module"
    most = max(samples.values())
    rest = f"at most {most} changes, spread evenly by a hash, to each {'other ' if whole else ''}module"
    return f"every change to {', '.join(whole)}; {rest}" if whole else rest


def _row(name: str, counts: Counter[str]) -> str:
    survived = counts[SURVIVED] + counts[NOT_TESTED]
    cells = (counts.total(), counts[KILLED], counts[SLOW], counts[NO_DIFFERENCE], survived)
    return f"| {name} | {' | '.join(str(cell) for cell in cells)} | {percent(counts):.1f} % |"


def _survivor(mutant: Mutant, verdict: str) -> str:
    remark = " (no test calls the function)" if verdict == NOT_TESTED else ""
    return f"* line {mutant.line}, `{mutant.function}`: `{mutant.change}`{remark}"


_INTRODUCTION = """
# Mutation check

`make mutants` makes the rules wrong in small ways, one at a time, and runs the tests of `tests/rules/operations` that
call the function: a change that no test notices shows a gap. Changes are: another comparison or operator, numbers one
more and one less, the opposite truth value, `and` for `or` and either side alone, a condition the other way round or
left out, a step left out, nothing returned, two arguments exchanged, a named argument left out, `min` for `max`, `any`
for `all`. Only bodies of functions are changed, and no text. Golden transcripts and random games do not count: they
would notice almost everything without saying which rule is broken.

    make mutants                                     every change to every module
    python -m tools.mutants --modules supply         one module
    python -m tools.mutants --sample 60              so many changes a module
    python -m tools.mutants --sample 60 --whole movement combat supply victory

"too slow" is a change that makes the tests run for ever, and counts as noticed. "no difference" is a change that no
game can show; the reasons are in `tools/mutation/equivalent.yaml` and below.
"""


def _arguments(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description="Do the tests notice wrong rules?")
    parser.add_argument("--system", default=FLAGSHIP, choices=MODULES_OF, help="which rule system")
    parser.add_argument("--modules", nargs="+", help="modules of its rules")
    parser.add_argument("--sample", type=int, default=0, help="so many changes of each module (default: all)")
    parser.add_argument("--whole", nargs="+", default=(), help="modules of which every change is tried all the same")
    parser.add_argument("--processes", type=int, default=2, help="how many at a time")
    parser.add_argument("--tests", nargs="+", help="the tests that have to notice (default: those of its rules)")
    parser.add_argument("--report", type=Path, metavar="FILE", help="write down what survived")
    chosen = parser.parse_args(words)
    chosen.modules = chosen.modules or MODULES_OF[chosen.system]
    chosen.tests = chosen.tests or [f"tests/rules/{chosen.system}"]
    return chosen


def main(words: Sequence[str] | None = None) -> int:
    """Try the mutants and say what survived. 0 when each module has its share noticed, else 1."""
    chosen = _arguments(words)
    samples = {module: 0 if module in chosen.whole else chosen.sample for module in chosen.modules}
    planned = [mutant for module, sample in samples.items() for mutant in chosen_mutants(module, sample, chosen.system)]
    results, began, out = Results(known_equivalents()), perf_counter(), sys.stdout

    def found(mutant: Mutant, verdict: str) -> None:
        if results.take(mutant, verdict) in (SURVIVED, NOT_TESTED):
            print(f"{mutant.path.name}:{mutant.line}: {mutant.key} [{verdict}]", file=out, flush=True)
        if sys.stderr.isatty():
            print(f"\r{len(results.verdicts)}/{len(planned)} changes ", end="", file=sys.stderr, flush=True)

    names = [f"wab.systems.{chosen.system}.{module}" for module in chosen.modules]
    runner = Runner(names, planned, chosen.processes, found)
    run(runner, chosen.tests)
    for test in runner.baseline.failed:
        print(f"{test} fails on the code as it is and was left out")
    for module in runner.spoiled:
        print(f"the tests of {module} fail by now on the code as it is: something was changed on the way")
    if runner.spoiled or len(results.verdicts) < len(planned):
        print("no verdict")
        return 1
    seconds = perf_counter() - began
    if chosen.report is not None:
        page = told(results, samples, len(runner.baseline.seconds), seconds)
        chosen.report.write_text(page, encoding="utf-8")
    return _say(results, chosen.modules, seconds)


def _say(results: Results, modules: Sequence[str], seconds: float) -> int:
    for module in modules:
        counts = results.of(module)
        print(f"{module}: {counts.total()} changes, {percent(counts):.1f} % noticed")
    print(f"{len(results.verdicts)} changes in {seconds:.0f} seconds")
    return int(any(percent(results.of(module)) < FEWEST_PERCENT for module in modules))


if __name__ == "__main__":
    sys.exit(main())
