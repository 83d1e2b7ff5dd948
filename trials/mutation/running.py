"""Runs tests against changed functions: the tests are collected once, then each change gets a fork of the process.

In the fork the functions of the running module are given the changed body, wherever they have been imported to, and so
are the functions that they have made. Only tests that call the function at all are run, the tests of its chapter first,
until one of them fails.
"""

from __future__ import annotations

import ast
import builtins
import gc
import os
import pickle
import sys
import time
from bisect import bisect
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from itertools import accumulate
from math import ceil
from pathlib import Path
from resource import RLIMIT_CPU, setrlimit
from signal import SIGKILL, SIGXCPU
from tempfile import NamedTemporaryFile
from types import CodeType, FunctionType, ModuleType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from trials.mutation.changes import Mutant, body_of, functions, parsed

KILLED, SURVIVED, SLOW, NOT_TESTED = "killed", "survived", "too slow", "not tested"
_HITS = "_functions_called"
_PATIENCE_SECONDS, _PATIENCE_TIMES = 20.0, 30.0
_WORK_SECONDS, _WORK_TIMES = 10.0, 6.0
"""A change makes the tests too slow when they take so many seconds of work more, and so many times as much as without;
the patience above is for changes that do not work but wait, on a machine that may have much else to do.
"""
_MOST_SECONDS = 3.0
"""Tests of other chapters that call the function are run up to so many seconds of work."""


@dataclass
class Baseline:
    """The tests as they run on the unchanged code: seconds of work by test, and by function the tests that call it."""

    seconds: dict[str, float] = field(default_factory=dict)
    callers: dict[str, set[str]] = field(default_factory=dict)
    failed: list[str] = field(default_factory=list)


@dataclass
class Runner:
    """A pytest plugin that runs mutants in the place of the tests.

    `found` receives the fate of each, and the test that noticed it.
    """

    modules: Sequence[str]
    mutants: Sequence[Mutant]
    processes: int
    found: Callable[[Mutant, str, str], None]
    baseline: Baseline = field(default_factory=Baseline)
    spoiled: list[str] = field(default_factory=list)
    """Modules whose tests failed on the code as it is after the mutants: something else changed on the way."""

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try the tests on the code as it is, then on each mutant."""
        _warm()
        self.baseline = _baseline(session.items, self.modules)
        waiting, running = list(reversed(self.mutants)), dict[int, Trying]()
        while waiting or running:
            while waiting and len(running) < self.processes:
                mutant = waiting.pop()
                tests = self._tests_of(session.items, mutant)
                if not tests:
                    self.found(mutant, NOT_TESTED, "")
                    continue
                seconds = sum(map(self._cost, tests))
                pid, told = _trying(mutant, tests, _WORK_SECONDS + _WORK_TIMES * seconds)
                running[pid] = Trying(mutant, told, time.monotonic() + _PATIENCE_SECONDS + _PATIENCE_TIMES * seconds)
            for pid, verdict, by in _ended(running):
                self.found(running.pop(pid).mutant, verdict, by)
        self.spoiled = [module for module in self.modules if not self._still_passes(session.items, module)]
        return True

    def _still_passes(self, items: Iterable[pytest.Item], module: str) -> bool:
        """Check the unchanged data: a file edited meanwhile would let every mutant look as if it had been noticed."""
        chapter = f"test_{module.rsplit('.', 1)[-1]}.py"
        tests = [item for item in items if item.path.name == chapter and item.nodeid in self.baseline.seconds]
        _, status = os.waitpid(_forked(lambda: int(_first_failure(tests) is not None)), 0)
        return status == 0

    def _tests_of(self, items: Iterable[pytest.Item], mutant: Mutant) -> list[pytest.Item]:
        """The tests of the chapter that call the function, then the tests of others, the quickest first."""
        callers = self.baseline.callers.get(f"{mutant.module}.{mutant.function}", set())
        chapter = f"test_{mutant.path.stem}.py"
        found = sorted((item for item in items if item.nodeid in callers), key=self._cost)
        others = [item for item in found if item.path.name != chapter]
        total = list(accumulate(map(self._cost, others)))
        return [item for item in found if item.path.name == chapter] + others[: bisect(total, _MOST_SECONDS)]

    def _cost(self, item: pytest.Item) -> float:
        return self.baseline.seconds[item.nodeid]


def _warm() -> None:
    """Read the data once for all forks; nothing that a rule works out is kept."""
    from wab.content.cards import loader as cards_loader
    from wab.content.operations import loader as operations_loader

    cards = (cards_loader.load_tables, cards_loader.scenario_infos, cards_loader.data_digest)
    maps = (operations_loader.load_catalogues, operations_loader.load_battle_map)
    for load in (operations_loader.load_tables, *maps, operations_loader.data_digest, *cards):
        load()


def _forked(work: Callable[[], int]) -> int:
    """Start a fork that does some work and ends with its answer; its id."""
    pid = os.fork()
    if pid:
        return pid
    try:
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        code = work()
    except BaseException:  # after anything here, the fork must not go on as a second parent
        code = 2
    os._exit(code)


@dataclass(frozen=True)
class Trying:
    """A change that a fork tries: from which file it tells the test that noticed, and when there is no more waiting."""

    mutant: Mutant
    told: int
    limit: float


def _trying(mutant: Mutant, tests: Sequence[pytest.Item], seconds: float) -> tuple[int, int]:
    """Try a change in a fork that works so many seconds at most.

    The fork's id, and a file on which it tells the test that noticed the change.
    """
    reading, writing = os.pipe()
    pid = _forked(lambda: _try(mutant, tests, writing, ceil(seconds)))
    os.close(writing)
    return pid, reading


def _ended(running: dict[int, Trying]) -> Iterator[tuple[int, str, str]]:
    """Forks that have ended, or are ended because they take too long; their fate, and the test that noticed."""
    for pid, trying in list(running.items()):
        done, status = os.waitpid(pid, os.WNOHANG)
        if not done and time.monotonic() <= trying.limit:
            continue
        if not done:
            os.kill(pid, SIGKILL)
            os.waitpid(pid, 0)
        by = os.read(trying.told, 4096).decode()
        os.close(trying.told)
        slow = not done or (os.WIFSIGNALED(status) and os.WTERMSIG(status) == SIGXCPU)
        yield pid, SLOW if slow else KILLED if status else SURVIVED, by
    time.sleep(0.002)


def _try(mutant: Mutant, tests: Sequence[pytest.Item], writing: int, seconds: int) -> int:
    setrlimit(RLIMIT_CPU, (seconds, seconds + 1))
    code = mutant.code()
    for function in running_functions(import_module(mutant.module))[mutant.function]:
        _give_body(function, code)
    failure = _first_failure(tests)
    os.write(writing, (failure or "").encode()[:4000])
    return int(failure is not None)


def _first_failure(tests: Sequence[pytest.Item]) -> str | None:
    """Run tests up to the first that fails; None if there is none."""
    for place, item in enumerate(tests):
        following = tests[place + 1] if place + 1 < len(tests) else None
        reports = runtestprotocol(item, log=False, nextitem=following)
        if any(report.failed for report in reports):
            return item.nodeid
    return None


# ------------------------------------------------------------------------------------------------- the code as it is


def _baseline(items: Sequence[pytest.Item], modules: Iterable[str]) -> Baseline:
    """Run every test once in a fork whose functions tell when they are called."""
    with NamedTemporaryFile() as file:
        pid = _forked(lambda: _measure(items, modules, file.name))
        _, status = os.waitpid(pid, 0)
        if status:
            raise RuntimeError("the tests cannot be run on the unchanged code")
        measured: Baseline = pickle.loads(Path(file.name).read_bytes())  # written by our own fork
        return measured


def _measure(items: Sequence[pytest.Item], modules: Iterable[str], path: str) -> int:
    hits: Counter[str] = Counter()
    setattr(builtins, _HITS, hits)
    for module in modules:
        _listen(import_module(module))
    baseline = Baseline()
    for place, item in enumerate(items):
        hits.clear()
        began = time.process_time()
        following = items[place + 1] if place + 1 < len(items) else None
        reports = runtestprotocol(item, log=False, nextitem=following)
        if any(report.failed for report in reports):
            baseline.failed.append(item.nodeid)
            continue
        baseline.seconds[item.nodeid] = time.process_time() - began
        for name in hits:
            baseline.callers.setdefault(name, set()).add(item.nodeid)
    Path(path).write_bytes(pickle.dumps(baseline))
    return 0


def _listen(module: ModuleType) -> None:
    """Give the functions of a module bodies that count their calls."""
    path = Path(str(module.__file__))
    running = running_functions(module)
    for name, function in functions(parsed(path)):
        listening = deepcopy(function)
        counts = f"{_HITS}.update([{module.__name__ + '.' + name!r}])"
        for made in ast.walk(listening):
            if isinstance(made, ast.FunctionDef):
                made.body.insert(0, ast.copy_location(ast.parse(counts).body[0], made.body[0]))
            elif isinstance(made, ast.Lambda):
                both = ast.Tuple([ast.parse(counts, mode="eval").body, made.body], ast.Load())
                made.body = ast.copy_location(ast.Subscript(both, ast.Constant(1), ast.Load()), made.body)
        for real in running.get(name, ()):
            _give_body(real, body_of(listening, name, path))


def _give_body(function: FunctionType, code: CodeType) -> None:
    """Give a function a body, and the functions that it has made before: when its module was read, say."""
    bodies = {
        id(old): new for old, new in zip(_inner(function.__code__), _inner(code), strict=False) if _fits(old, new)
    }
    function.__code__ = code
    if bodies:
        for made in gc.get_objects():
            if isinstance(made, FunctionType) and id(made.__code__) in bodies:
                made.__code__ = bodies[id(made.__code__)]


def _inner(code: CodeType) -> list[CodeType]:
    """The bodies of the functions inside another, in the order in which they stand there."""
    found = [const for const in code.co_consts if isinstance(const, CodeType)]
    return [*found, *(deeper for const in found for deeper in _inner(const))]


def _fits(old: CodeType, new: CodeType) -> bool:
    """Tell whether a body can take the place of another in a function that is there already."""
    return (old.co_qualname, old.co_freevars) == (new.co_qualname, new.co_freevars)


def running_functions(module: ModuleType) -> dict[str, list[FunctionType]]:
    """The functions of a module as they run, and the methods of its classes, by qualified name."""
    found: dict[str, list[FunctionType]] = {}
    for value in list(vars(module).values()):
        for function in _functions_in(value):
            if function.__module__ == module.__name__:
                found.setdefault(function.__qualname__, []).append(function)
    return found


def _functions_in(value: Any) -> Iterator[FunctionType]:
    if isinstance(value, type):
        for item in vars(value).values():
            yield from _functions_in(item)
        return
    if isinstance(value, property):
        value = value.fget
    elif isinstance(value, cached_property):
        value = value.func
    value = getattr(value, "__wrapped__", value)  # kept results, decorators
    if isinstance(value, FunctionType):
        yield value


def run(runner: Runner, tests: Sequence[str]) -> int:
    """Collect tests and let a runner have them; pytest's exit code."""
    quiet = ["-q", "-s", "--no-header", "--no-summary", "-m", "", "-p", "no:cacheprovider", "-n", "0"]
    with open(os.devnull, "w", encoding="utf-8") as silence:
        told, sys.stdout = sys.stdout, silence
        try:
            return int(pytest.main([*quiet, *tests], plugins=[runner]))
        finally:
            sys.stdout = told
