"""Processes of Python that this program starts. They import what it imports, and nothing out of the current folder.

They end with the process that started them, however that one ends.

Python by itself puts the current folder first on the import path of a process started with -m or -c, and of the
processes of a pool. A stranger's folder that holds a `json.py` or a package `ai` would be run from there.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from queue import SimpleQueue
from typing import TYPE_CHECKING, TypeVar

from wab.engine.outside.parent import end_with
from wab.home import home

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future, ProcessPoolExecutor

_SAFE_PATH = "PYTHONSAFEPATH"
_Job = TypeVar("_Job")
_Result = TypeVar("_Result")
_ENDINGS = {getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)}
_BEGIN = """import sys
sys.path[:] = {path!r}
for _stream in filter(None, (sys.stdout, sys.stderr)):
    _stream.reconfigure(encoding="utf-8", errors="backslashreplace")
from wab.engine.outside.parent import end_with, exit_when_terminated
exit_when_terminated()
end_with({parent})
"""


def import_path() -> list[str]:
    """Return where a process finds its modules: where this one does, whole paths only, and at last where this package
    lies.

    Entries that the owner of the program has put on the path (PYTHONPATH, or a folder with an own player at the end)
    are kept; the current folder as such, "", is left out.
    """
    whole = [place for place in sys.path if os.path.isabs(place)]
    ours = str(home())
    return whole if ours in whole else [*whole, ours]


def python_command(program: str, *arguments: str) -> list[str]:
    """The command of a process that runs a program of Python; `arguments` are its `sys.argv[1:]`.

    It writes UTF-8, even if the console of this process cannot. The binary of a packed program understands the command
    as Python does (`wab.packed`).
    """
    return [sys.executable, "-P", "-c", _BEGIN.format(path=import_path(), parent=os.getpid()) + program, *arguments]


@contextmanager
def process_pool(workers: int) -> Iterator[ProcessPoolExecutor]:
    """A pool of so many processes, each a new Python. They end at once, with all they do, if the block raises.

    Ctrl-C is for the process that has the pool: the processes of the pool do not receive it.
    """
    from concurrent.futures import ProcessPoolExecutor  # only a few commands need a pool, and loading it takes long
    from multiprocessing import active_children, get_context

    with safe_path(), ProcessPoolExecutor(workers, get_context("spawn"), begin, (os.getpid(),)) as pool:
        try:
            yield pool
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            killed = active_children()
            for process in killed:
                process.kill()
            for process in killed:
                process.join()
            raise


def results(
    pool: Executor, slots: Callable[[], int], function: Callable[[_Job], _Result], jobs: Iterable[_Job]
) -> Iterator[tuple[_Job, _Result]]:
    """Give the jobs to the pool, a few at a time, and yield each job with its result as soon as it is there.

    `slots` says how many jobs the pool does at the same time.

    A break between two jobs leaves no lock of the pool behind: no signal is heard while a job is given to it.
    """
    waiting, done = iter(jobs), SimpleQueue["Future[_Result]"]()
    running: dict[Future[_Result], _Job] = {}
    while True:
        while len(running) < 2 * slots() and (job := next(waiting, None)) is not None:
            with _signals_unheard():
                future = pool.submit(function, job)
                running[future] = job
                future.add_done_callback(done.put)
        if not running:
            return
        future = done.get()
        yield running.pop(future), future.result()


@contextmanager
def _signals_unheard() -> Iterator[None]:
    """Let a signal that asks the program to end wait until the block is left (on Windows: drop Ctrl-C)."""
    if sys.platform != "win32":
        before = signal.pthread_sigmask(signal.SIG_BLOCK, _ENDINGS)
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
    elif threading.current_thread() is threading.main_thread():
        heard = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, heard)
    else:
        yield


def begin(parent: int) -> None:
    """Let a new process of a pool leave Ctrl-C to its parent, and end with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDINGS)  # its parent did not hear them while it started this one
    end_with(parent)


@contextmanager
def safe_path() -> Iterator[None]:
    """Let every Python that is started meanwhile leave the current folder off its path, as -P does."""
    before = os.environ.get(_SAFE_PATH)
    os.environ[_SAFE_PATH] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[_SAFE_PATH]
        else:
            os.environ[_SAFE_PATH] = before
