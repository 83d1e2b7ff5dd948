"""A cluster of machines where jobs are done: the scheduler and the workers of Dask (extra `cluster`).

A scheduler gives the jobs of a lost worker to another one. A worker does a job only if it has the code and the data of
this process: a job names a function, and its players, and must not find others there.

Only the user names a scheduler. Scheduler, workers and clients run what they receive from each other: all must be
trusted (docs/cluster.md).
"""

from __future__ import annotations

import logging
import os
import pickle
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError, Executor
from contextlib import ExitStack, contextmanager
from functools import partial
from importlib import import_module
from itertools import islice
from time import monotonic, perf_counter
from types import FunctionType
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from wab.engine.outside.places import NoPlace, Place, PlaceError
from wab.engine.outside.processes import results, safe_path
from wab.engine.words.text import N_, Text

if TYPE_CHECKING:
    from concurrent.futures import Future

    from distributed import Client

LOCAL = "local"
"""The address that stands for a scheduler and workers of this machine, which end with the command."""
_TIMEOUT = 10.0
_COUNTED_AFTER = 2.0
"""Seconds until a scheduler answers, and between two counts of its workers."""
_IN_HAND = 2
"""Jobs are given out as if there were so many times the workers: the next ones must be there when one ends."""
_SECONDS_OF_A_SHARE, _MOST_TOGETHER = 1.0, 16
_BEGIN = "from wab.engine.outside.processes import begin\nbegin({})"
_NO_WORKER = N_("The scheduler at {address} has no worker: start one with `dask worker {address} --nthreads 1`.")
_THREADS = N_("The worker {address} does several jobs at a time: start it with --nthreads 1.")
_NO_CODE = N_("A worker of the scheduler at {address} lacks {name} or a part of it: install what is installed here.")
_OTHER_CODE = N_("The worker {address} has another version of {name} than this machine, or none: install the same.")
_OTHER_DATA = N_("The worker {address} has other data of {name} than this machine, or none: copy the same.")
_Job = TypeVar("_Job")
_Result = TypeVar("_Result")


class Part(NamedTuple):
    """Code of this name, or data of the rule system of this name."""

    name: str
    is_data: bool


Digests = Mapping[Part, str]
Measure = Callable[[tuple[str, ...]], Digests]
"""Return the digests of packages or modules by their names, and of the data of all rule systems."""


class Unfit(NamedTuple):
    """A worker that does no job, and why: `part` is not what it is here; None if it has several threads."""

    address: str
    part: Part | None

    @property
    def sentence(self) -> Text:
        """The reason, with what to do."""
        if self.part is None:
            return Text(_THREADS, {"address": self.address})
        message = _OTHER_DATA if self.part.is_data else _OTHER_CODE
        return Text(message, {"address": self.address, "name": self.part.name})


class Cluster:
    """The workers of a scheduler. `code`: names of packages and modules that must be the same there."""

    def __init__(self, client: Client, address: str, measure: Measure, code: Iterable[str]) -> None:
        self._client, self._address, self._measure, self._code = client, address, measure, frozenset(code)
        self._counted, self._slots = 0.0, 0

    @property
    def slots(self) -> int:
        """As for a place; a worker may come or go at any time."""
        if monotonic() - self._counted > _COUNTED_AFTER:
            try:
                self._slots = len(self._client.nthreads()) or self._slots
            except OSError as error:
                raise self._gone() from error
            self._counted = monotonic()
        return self._slots

    def _gone(self) -> PlaceError:
        return PlaceError(Text("The scheduler at {address} is gone.", {"address": self._address}))

    def results(self, function: Callable[[_Job], _Result], jobs: Iterable[_Job]) -> Iterator[tuple[_Job, _Result]]:
        """As for a place."""
        from distributed import KilledWorker

        function = _importable(function)
        code = tuple(sorted(self._code | _packages(function)))
        pool = _Pool(self._client, self._measure, code)
        shares = _Shares(jobs)
        try:
            for share, done in results(pool, lambda: _IN_HAND * self.slots, partial(_all, function), shares):
                if isinstance(done, Unfit):
                    raise NoPlace(done.sentence)
                found, seconds = done
                shares.fit(seconds)
                yield from zip(share, found, strict=True)
        except CancelledError as error:
            raise self._gone() from error
        except KilledWorker as error:
            raise PlaceError(Text("A game was lost again and again with the workers that played it.")) from error
        except ModuleNotFoundError as error:
            package = (error.name or "").partition(".")[0]
            if package not in code:
                raise
            raise NoPlace(Text(_NO_CODE, {"address": self._address, "name": package})) from error


class _Shares(Generic[_Job]):
    """Jobs in shares: as many together as a worker does in a second, since a scheduler gives out only so many a second.

    The first shares are of one job.
    """

    def __init__(self, jobs: Iterable[_Job]) -> None:
        self._jobs, self._size = iter(jobs), 1

    def __iter__(self) -> Iterator[list[_Job]]:
        while share := list(islice(self._jobs, self._size)):
            yield share

    def fit(self, seconds: float) -> None:
        """Make the shares larger or smaller by the seconds that one took."""
        if seconds < _SECONDS_OF_A_SHARE / 2:
            self._size = min(2 * self._size, _MOST_TOGETHER)
        elif seconds > 2 * _SECONDS_OF_A_SHARE:
            self._size = max(self._size // 2, 1)


def _all(function: Callable[[_Job], _Result], share: Sequence[_Job]) -> tuple[list[_Result], float]:
    """Do the jobs of a share; their results, and the seconds that it took."""
    began = perf_counter()
    return [function(job) for job in share], perf_counter() - began


class _Pool(Executor):
    """The workers as a pool of processes is one.

    A task is `pickle.loads`, for a worker without this program must fail in a task: it falls over what it cannot read.
    """

    def __init__(self, client: Client, measure: Measure, code: tuple[str, ...]) -> None:
        self._pool = client.get_executor(pure=False)
        self._work = (measure, code, dict(measure(code)))

    def submit(self, function: Callable[..., Any], /, *words: Any, **more: Any) -> Future[Any]:
        job = pickle.dumps(partial(function, *words, **more))
        future: Future[Any] = self._pool.submit(pickle.loads, pickle.dumps(_Call(_work, (*self._work, job))))
        return future


class _Call(NamedTuple):
    """A call that is made where it is unpickled."""

    function: Callable[..., Any]
    words: tuple[Any, ...]

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return self.function, self.words


def _work(measure: Measure, code: tuple[str, ...], wanted: Digests, job: bytes) -> Any:
    """Do a job on a worker, or return why it is unfit."""
    from distributed import get_worker

    worker = get_worker()
    if worker.state.nthreads > 1:
        return Unfit(worker.address, None)
    found = measure(code)
    for part, digest in wanted.items():
        if found.get(part) != digest:
            return Unfit(worker.address, part)
    return pickle.loads(job)()


def _importable(function: Any) -> Any:
    """A function of a module that is run by `python -m`, under the name by which others import it."""
    if isinstance(function, partial):
        return partial(_importable(function.func), *map(_importable, function.args), **function.keywords)
    if not isinstance(function, FunctionType) or function.__module__ != "__main__":
        return function
    spec = sys.modules["__main__"].__spec__
    return getattr(import_module(spec.name), function.__name__) if spec else function


def _packages(function: Any) -> set[str]:
    """The packages of a function, and of functions that are bound to it."""
    if isinstance(function, partial):
        return set().union(*map(_packages, (function.func, *function.args)))
    return {function.__module__.partition(".")[0]} if callable(function) else set()


# ------------------------------------------------------------------------------------------------- the scheduler


@contextmanager
def cluster_at(address: str, workers: int, measure: Measure, code: Iterable[str]) -> Iterator[Place]:
    """The workers of the scheduler at an address, or so many processes of this machine for `LOCAL`.

    Raises NoPlace if the extra is not installed, if no scheduler answers, and if it has no worker.
    """
    try:
        import distributed  # noqa: F401 - it takes a second to load, and only few commands need it
    except ImportError as error:
        raise NoPlace(Text("A cluster needs more packages: pip install 'wab[cluster]'.")) from error
    for name in ("distributed", "distributed.client", "distributed.nanny", "distributed.scheduler"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # a sentence names the errors that it logs
    with ExitStack() as opened:
        if address == LOCAL:
            address = opened.enter_context(_local_scheduler(workers))
        client = opened.enter_context(_client(address))
        place = Cluster(client, address, measure, code)
        if not place.slots:
            raise NoPlace(Text(_NO_WORKER, {"address": address}))
        yield place


@contextmanager
def _client(address: str) -> Iterator[Client]:
    from distributed import Client

    try:
        client = Client(address, timeout=_TIMEOUT, set_as_default=False)
    except ValueError as error:
        message = N_("{address} is not the address of a scheduler; write it as in tcp://host:8786.")
        raise NoPlace(Text(message, {"address": repr(address)})) from error
    except Exception as error:  # any program may listen at that address
        message = N_(
            "No Dask scheduler answers at {address}; check host and port, or start one there with “dask scheduler”."
        )
        raise NoPlace(Text(message, {"address": address})) from error
    with client:
        yield client


@contextmanager
def _local_scheduler(workers: int) -> Iterator[str]:
    """Start a scheduler and workers; Ctrl-C is for this process alone, and they end with it."""
    from distributed import LocalCluster

    with (
        safe_path(),
        LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            host="127.0.0.1",
            dashboard_address="127.0.0.1:0",  # free, even if another program has the usual port
            memory_limit=0,
            silence_logs=logging.CRITICAL,
            preload=[_BEGIN.format(os.getpid())],
        ) as cluster,
    ):
        yield cluster.scheduler_address
