"""Places where jobs are done: this process, processes of this machine, or a cluster (`wab.engine.outside.cluster`).

A job and its result are data, and a function has a name in a module: they travel. The same jobs have the same results
in every place, in the order in which they end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeVar

from wab.engine.outside.processes import process_pool, results
from wab.engine.words.errors import UsageError, WabError
from wab.engine.words.text import Text

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

_Job = TypeVar("_Job")
_Result = TypeVar("_Result")


class Place(Protocol):
    """A place where jobs are done."""

    @property
    def slots(self) -> int:
        """The number of jobs that are done at the same time; it may change."""

    def results(self, function: Callable[[_Job], _Result], jobs: Iterable[_Job]) -> Iterator[tuple[_Job, _Result]]:
        """Yield each job with its result as soon as it is there. Jobs are asked for a few at a time.

        Raises what the function raises, and PlaceError if the place cannot go on.
        """


class PlaceError(WabError):
    """A place cannot go on: its processes or its scheduler are gone."""


class NoPlace(PlaceError, UsageError):  # noqa: N818
    """A place that was asked for is not there, or does not play the same games."""


class Here:
    """This process."""

    slots = 1

    def results(self, function: Callable[[_Job], _Result], jobs: Iterable[_Job]) -> Iterator[tuple[_Job, _Result]]:
        """As for a place."""
        return ((job, function(job)) for job in jobs)


@dataclass(frozen=True)
class Processes:
    """Processes of this machine, `slots` of them."""

    pool: ProcessPoolExecutor
    slots: int

    def results(self, function: Callable[[_Job], _Result], jobs: Iterable[_Job]) -> Iterator[tuple[_Job, _Result]]:
        """As for a place."""
        try:
            yield from results(self.pool, lambda: self.slots, function, jobs)
        except BrokenProcessPool as error:
            raise PlaceError(Text("A process that played games was ended from outside.")) from error


@contextmanager
def on_this_machine(workers: int) -> Iterator[Place]:
    """So many processes of this machine, or this process if one is enough."""
    if workers <= 1:
        yield Here()
        return
    with process_pool(workers) as pool:
        yield Processes(pool, workers)
