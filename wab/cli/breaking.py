"""A long command that is broken off (Ctrl-C, or ended by the system) keeps what it has finished."""

from __future__ import annotations

import _thread
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.machinery import ExtensionFileLoader
from types import FrameType

_NAMES = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
_LOADING = (ExtensionFileLoader.create_module.__code__, ExtensionFileLoader.exec_module.__code__)
_AGAIN = 0.02
"""Seconds after which a signal that came at a bad moment is heard again."""


class BrokenOff(KeyboardInterrupt):
    """The command is to end; `code` is the exit code of programs that this signal has ended."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number
        self.code = 128 + number


@contextmanager
def breaks_raised(*, for_good: bool = False) -> Iterator[list[BrokenOff]]:
    """Raise `BrokenOff` at the first signal that asks the program to end; the list holds the raised exception.

    The program then does not hear Ctrl-C again until the block is left, so that an impatient person loses nothing; any
    other signal ends it at once. `for_good`: the program ends after the block, and does not hear Ctrl-C there either.
    A signal that the program was started to ignore stays ignored.

    A signal waits while a module of machine code is loaded: NumPy and Panda3D crash if Python raises meanwhile.
    """
    if threading.current_thread() is not threading.main_thread():
        yield []
        return
    breaks = _Breaks()
    unraisable = sys.unraisablehook
    breaks.listen()
    sys.unraisablehook = lambda lost: None if breaks.are_lost_with(lost.exc_value) else unraisable(lost)
    try:
        yield breaks.raised
    finally:
        sys.unraisablehook = unraisable
        for number, handler in breaks.before.items():
            signal.signal(number, signal.SIG_IGN if for_good and number == signal.SIGINT else handler)


class _Breaks:
    """The signals that a block hears: each with its handler before the block, and the break that has been raised."""

    def __init__(self) -> None:
        numbers = [number for name in _NAMES if (number := getattr(signal, name, None)) is not None]
        self.before = {number: found for number in numbers if (found := signal.getsignal(number)) is not signal.SIG_IGN}
        self.raised: list[BrokenOff] = []

    def listen(self) -> None:
        for number in self.before:
            signal.signal(number, self._raise_once)

    def are_lost_with(self, error: BaseException | None) -> bool:
        """Listen again if this error is the break: Python drops what is raised while an object is cleared away."""
        if not self.raised or error is not self.raised[0]:
            return False
        number = self.raised.pop().number
        self.listen()
        _hear_again(number)
        return True

    def _raise_once(self, number: int, frame: FrameType | None) -> None:
        if _loads_a_library(frame):
            _hear_again(number)
            return
        for each in self.before:
            signal.signal(each, signal.SIG_IGN if each == signal.SIGINT else signal.SIG_DFL)
        self.raised.append(BrokenOff(number))
        raise self.raised[0]


def _hear_again(number: int) -> None:
    again = threading.Timer(_AGAIN, _thread.interrupt_main, (number,))
    again.daemon = True
    again.start()


def _loads_a_library(frame: FrameType | None) -> bool:
    """Tell whether a frame runs inside the loading of a module of machine code."""
    while frame is not None:
        if frame.f_code in _LOADING and isinstance(frame.f_locals.get("self"), ExtensionFileLoader):
            return True
        frame = frame.f_back
    return False
