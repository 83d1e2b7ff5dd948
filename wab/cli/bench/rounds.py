"""Timing: contestants take turns in rounds, on inputs that differ from call to call; medians count."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from statistics import median

import msgspec

from wab.engine.words.errors import WabError

ROUNDS = 5
Contestant = Callable[[int], object]
Clock = Callable[[], float]


class BenchError(WabError):
    """Contestants do not come to the same answer: their times mean nothing."""


class Result(msgspec.Struct, frozen=True):
    """A goal, what was measured, and whether it is met."""

    id: str
    goal: str
    measured: str
    ok: bool


@contextmanager
def no_collector() -> Iterator[None]:
    """Keep the garbage collector out of a measurement."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def interleaved(
    contestants: Mapping[str, tuple[Contestant, int]], rounds: int = ROUNDS, clock: Clock = time.process_time
) -> dict[str, float]:
    """Median seconds a call of each contestant; each has the number of calls that it makes in a round.

    Call number i of a contestant gets i: it chooses its input by it, so that no processor learns an input by heart. The
    clock counts the time that the processor gave to this process: what else runs on the machine takes less part in it.
    """
    times: dict[str, list[float]] = {name: [] for name in contestants}
    with no_collector():
        for number in range(rounds):
            for name, (contestant, calls) in contestants.items():
                times[name].append(_seconds(contestant, number * calls, calls, clock))
    return {name: median(found) for name, found in times.items()}


def _seconds(contestant: Contestant, first: int, calls: int, clock: Clock) -> float:
    started = clock()
    for number in range(first, first + calls):
        contestant(number)
    return (clock() - started) / calls


def agree(name: str, *answers: object) -> None:
    """BenchError when answers differ."""
    if any(answer != answers[0] for answer in answers[1:]):
        raise BenchError(f"{name}: the contestants do not come to the same answer.")


def times_faster(seconds: Mapping[str, float], ours: str, yardstick: str) -> float:
    """Return how many times faster we are than a yardstick."""
    return seconds[yardstick] / seconds[ours]
