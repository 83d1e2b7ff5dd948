"""Standard streams that are closed, full, read no further, or without our signs: no other file fails like these."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import RawIOBase, TextIOWrapper
from typing import Any, TextIO

from wab.cli.signs import READABLE
from wab.locale import _

_FOR_EVERY_SIGN = ("ignore", "replace", "backslashreplace", "xmlcharrefreplace", "namereplace")


class OutputError(Exception):
    """Standard output takes nothing: it is closed, or there is no room. The message is a sentence for people."""


class ReaderGone(Exception):  # noqa: N818 - a pipe whose reader has seen enough is no error
    """Standard output has no reader any more."""


class _Told:
    """Standard output whose failures are `OutputError` and `ReaderGone`; all else is the stream's own."""

    def __init__(self, stream: TextIO | None) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write text; OutputError or ReaderGone when it is not taken."""
        if self._stream is None:
            raise OutputError(_("Standard output is closed: there is nowhere to write to."))
        with _told():
            _write_all(self._stream, text)
        return len(text)

    def flush(self) -> None:
        """Hand on all that was written; OutputError or ReaderGone when it is not taken."""
        if self._stream is not None:
            with _told():
                self._stream.flush()

    def isatty(self) -> bool:
        """Tell a terminal; a closed stream is none."""
        return self._stream is not None and self._stream.isatty()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def _write_all(stream: TextIO, text: str) -> None:
    """Write text; where output is not buffered (python -u), Python itself would lose what a short write leaves over."""
    raw = getattr(stream, "buffer", None)
    if not isinstance(raw, RawIOBase):
        stream.write(text)
        return
    data = text.replace("\n", os.linesep).encode(stream.encoding, stream.errors or "strict")
    while data:
        data = data[raw.write(data) or 0 :]


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError as error:
        raise ReaderGone from error
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise OutputError(_("Standard output cannot be written ({why}).").format(why=why)) from error


@contextmanager
def told_apart() -> Iterator[None]:
    """Failures of standard output as errors of their own.

    Standard input that is closed holds nothing, and what a closed standard error would say is dropped.
    """
    _hold_closed()
    before = sys.stdin, sys.stdout, sys.stderr
    _write_every_sign(sys.stdout, sys.stderr)
    with open(os.devnull, "r+", encoding="utf-8") as nowhere:
        sys.stdin, sys.stdout, sys.stderr = sys.stdin or nowhere, _Told(sys.stdout), sys.stderr or nowhere
        try:
            yield
        finally:
            sys.stdin, sys.stdout, sys.stderr = before


def abandon() -> None:
    """Drop what standard output still holds: the interpreter would try to write it once more at its end."""
    with suppress(OSError, ValueError, AttributeError), open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), sys.stdout.fileno())


def _write_every_sign(*streams: TextIO | None) -> None:
    """Let each stream write all signs; signs that its encoding lacks become something readable.

    The wish of the environment (PYTHONIOENCODING) counts, if it can be met with every sign. Python itself has standard
    error write their numbers. Windows gives output that goes to a file or a pipe an old code page without many of our
    signs.
    """
    for stream in streams:
        if not isinstance(stream, TextIOWrapper):
            continue
        if sys.platform in ("win32",) and not stream.isatty():
            stream.reconfigure(encoding="utf-8")
        if stream is sys.stderr or stream.errors not in _FOR_EVERY_SIGN:
            stream.reconfigure(errors=READABLE)


def _hold_closed() -> None:
    """Let no file that is opened later be standard input, output or error, where one of them is closed."""
    with suppress(OSError):
        while (number := os.open(os.devnull, os.O_RDWR)) <= 2:
            pass
        os.close(number)
