"""Signals that ask the program to end, at a moment at which nothing may be raised."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_ENDINGS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name)]


@contextmanager
def breaks_wait() -> Iterator[None]:
    """Let a break that the program itself would raise wait until the block is left."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    heard: list[int] = []
    before = {number: handler for number in _ENDINGS if callable(handler := signal.getsignal(number))}
    for number in before:
        signal.signal(number, lambda number, _frame: heard.append(number))
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        if heard:
            signal.raise_signal(heard[0])
