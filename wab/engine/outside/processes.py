"""Processes of Python that this program starts. They import what it imports, and nothing out of the current folder.

They end with the process that started them, however that one ends.

Python by itself puts the current folder first on the import path of a process started with -m or -c, and of the
processes of a pool. A stranger's folder that holds a `json.py` or a package `ai` would be run from there.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from wab.engine.outside.parent import end_with
from wab.home import home

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

_SAFE_PATH = "PYTHONSAFEPATH"
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

    with _safe_path(), ProcessPoolExecutor(workers, get_context("spawn"), _begin, (os.getpid(),)) as pool:
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


def _begin(parent: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with(parent)


@contextmanager
def _safe_path() -> Iterator[None]:
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
