"""Runs tests against changed functions: the tests are collected once, then each change gets a fork of the process.

In the fork the functions of the running module are given the changed body, wherever they have been imported to. Only
tests that call the function at all are run, those of its chapter first, until one of them fails.
"""

from __future__ import annotations

import ast
import builtins
import os
import pickle
import sys
import time
from bisect import bisect
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from importlib import import_module
from itertools import accumulate
from pathlib import Path
from signal import SIGKILL
from tempfile import NamedTemporaryFile
from types import FunctionType, ModuleType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from tools.mutation.changes import Mutant, body_of, functions, parsed

KILLED, SURVIVED, SLOW, NOT_TESTED = "killed", "survived", "too slow", "not tested"
_HITS = "_functions_called"
_PATIENCE_SECONDS, _PATIENCE_TIMES = 20.0, 30.0
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
    """A pytest plugin that runs mutants in the place of the tests; `found` is called with each and what came of it."""

    modules: Sequence[str]
    mutants: Sequence[Mutant]
    processes: int
    found: Callable[[Mutant, str], None]
    baseline: Baseline = field(default_factory=Baseline)
    spoiled: list[str] = field(default_factory=list)
    """Modules whose tests failed on the code as it is after the mutants: something else changed on the way."""

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try the tests on the code as it is, then on each mutant."""
        _warm()
        self.baseline = _baseline(session.items, self.modules)
        waiting, running = list(reversed(self.mutants)), dict[int, tuple[Mutant, float]]()
        while waiting or running:
            while waiting and len(running) < self.processes:
                mutant = waiting.pop()
                tests = self._tests_of(session.items, mutant)
                if not tests:
                    self.found(mutant, NOT_TESTED)
                    continue
                running[_forked(lambda mutant=mutant, tests=tests: _try(mutant, tests))] = mutant, self._limit(tests)
            for pid, verdict in _ended(running):
                self.found(running.pop(pid)[0], verdict)
        self.spoiled = [module for module in self.modules if not self._still_passes(session.items, module)]
        return True

    def _still_passes(self, items: Iterable[pytest.Item], module: str) -> bool:
        """Data that somebody has edited meanwhile would let every mutant look as if it had been noticed."""
        chapter = f"test_{module.rsplit('.', 1)[-1]}.py"
        tests = [item for item in items if item.path.name == chapter and item.nodeid in self.baseline.seconds]
        _, status = os.waitpid(_forked(lambda: _run(tests)), 0)
        return status == 0

    def _tests_of(self, items: Iterable[pytest.Item], mutant: Mutant) -> list[pytest.Item]:
        """The tests of the chapter that call the function, then those of others, the quickest first."""
        callers = self.baseline.callers.get(f"{mutant.module}.{mutant.function}", set())
        chapter = f"test_{mutant.path.stem}.py"
        found = sorted((item for item in items if item.nodeid in callers), key=self._cost)
        others = [item for item in found if item.path.name != chapter]
        total = list(accumulate(map(self._cost, others)))
        return [item for item in found if item.path.name == chapter] + others[: bisect(total, _MOST_SECONDS)]

    def _cost(self, item: pytest.Item) -> float:
        return self.baseline.seconds[item.nodeid]

    def _limit(self, tests: Iterable[pytest.Item]) -> float:
        return time.monotonic() + _PATIENCE_SECONDS + _PATIENCE_TIMES * sum(map(self._cost, tests))


def _warm() -> None:
    """Read the data once for all forks; nothing that a rule works out is kept."""
    from wab.content import operations_loader as loader

    for load in (loader.load_tables, loader.load_catalogues, loader.load_battle_map, loader.data_digest):
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
    except BaseException:  # whatever happens here, the fork must not go on as a second parent
        code = 2
    os._exit(code)


def _ended(running: dict[int, tuple[Mutant, float]]) -> Iterator[tuple[int, str]]:
    """Forks that have ended, or are ended because they take too long, and what came of them."""
    for pid in list(running):
        done, status = os.waitpid(pid, os.WNOHANG)
        if done:
            yield pid, SURVIVED if status == 0 else KILLED
        elif time.monotonic() > running[pid][1]:
            os.kill(pid, SIGKILL)
            os.waitpid(pid, 0)
            yield pid, SLOW
    time.sleep(0.002)


def _try(mutant: Mutant, tests: Sequence[pytest.Item]) -> int:
    code = mutant.code()
    for function in running_functions(import_module(mutant.module))[mutant.function]:
        function.__code__ = code
    return _run(tests)


def _run(tests: Sequence[pytest.Item]) -> int:
    """Run tests up to the first that fails: 1 if there is one, else 0."""
    for place, item in enumerate(tests):
        following = tests[place + 1] if place + 1 < len(tests) else None
        reports = runtestprotocol(item, log=False, nextitem=following)
        if any(report.failed for report in reports):
            return 1
    return 0


# ------------------------------------------------------------------------------------------------- the code as it is


def _baseline(items: Sequence[pytest.Item], modules: Iterable[str]) -> Baseline:
    """Run every test once in a fork whose functions tell when they are called."""
    with NamedTemporaryFile() as file:
        pid = _forked(lambda: _measure(items, modules, file.name))
        _, status = os.waitpid(pid, 0)
        if status:
            raise RuntimeError("the tests cannot be run on the unchanged code")
        return pickle.loads(Path(file.name).read_bytes())  # written by our own fork


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
        call = ast.parse(f"{_HITS}[{module.__name__ + '.' + name!r}] += 1").body[0]
        listening.body.insert(0, ast.copy_location(call, function.body[0]))
        for real in running.get(name, ()):
            real.__code__ = body_of(listening, name, path)


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
            yield from _functions_in(item.fget if isinstance(item, property) else item)
        return
    value = getattr(value, "__wrapped__", value)  # kept results, decorators
    if isinstance(value, FunctionType):
        yield value


def run(runner: Runner, tests: Sequence[str]) -> int:
    """Collect tests and let a runner have them; pytest's exit code."""
    quiet = ["-q", "-s", "--no-header", "--no-summary", "-p", "no:cacheprovider", "-p", "no:xdist"]
    with open(os.devnull, "w", encoding="utf-8") as silence:
        told, sys.stdout = sys.stdout, silence
        try:
            return int(pytest.main([*quiet, *tests], plugins=[runner]))
        finally:
            sys.stdout = told
