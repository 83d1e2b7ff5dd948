"""A process that ends with the process that started it, however that process ends, and on every system."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from types import FrameType
from typing import NoReturn

_EVERY = 0.5
"""Seconds between two looks at the parent."""
_GRACE = 2.0
"""Seconds for an end in order: a long computation does not hear a signal."""

if sys.platform == "win32":
    import _winapi

    def _wait_for_the_end_of(parent: int) -> None:
        try:
            handle = _winapi.OpenProcess(_winapi.SYNCHRONIZE, False, parent)
        except OSError:
            return  # it has ended already
        _winapi.WaitForSingleObject(handle, _winapi.INFINITE)
else:

    def _wait_for_the_end_of(parent: int) -> None:
        while os.getppid() == parent:  # the system gives an orphan another parent
            time.sleep(_EVERY)


def end_with(parent: int) -> None:
    """End this process soon after the process that started it, also in the middle of a long computation."""
    threading.Thread(target=_end_after, args=(parent,), daemon=True, name="parent").start()


def _end_after(parent: int) -> None:
    _wait_for_the_end_of(parent)
    signal.raise_signal(signal.SIGTERM)
    time.sleep(_GRACE)
    os._exit(128 + signal.SIGTERM)


def exit_when_terminated() -> None:
    """Let SIGTERM end this process in order: it ends its own processes and removes its temporary files."""
    signal.signal(signal.SIGTERM, _exit)


def _exit(number: int, _frame: FrameType | None) -> NoReturn:
    sys.exit(128 + number)
