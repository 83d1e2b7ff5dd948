"""Limits that a file from a stranger must keep before anything parses it: its kind, its size, nesting, digits."""

from __future__ import annotations

import os
import re
import stat
from itertools import accumulate
from pathlib import Path
from typing import BinaryIO

from wab.engine.words.text import Text

# A string ends at its quote or with the data, so that no text is gone over twice.
_STRING = re.compile(rb'"(?:[^"\\]++|\\.)*+(?:"|\\?\Z)', re.DOTALL)
_NOT_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))
_STEP = {ord("["): 1, ord("{"): 1, ord("]"): -1, ord("}"): -1}
_OPENING = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)


class TooMuch(ValueError):  # noqa: N818
    """A file goes beyond a limit: a sentence about the file, without its name."""


def read_bounded(path: Path, limit: int) -> bytes:
    """The bytes of a regular file, or of one that a symbolic link names.

    TooMuch when it is something else (a folder, a pipe, a device: none is opened) or has more than `limit` bytes;
    OSError when it is not there or cannot be read.
    """
    with _opened(path) as file:
        size = os.fstat(file.fileno()).st_size
        data = b"" if size > limit else file.read(limit + 1)
    if size > limit or len(data) > limit:
        raise TooMuch(Text("it is larger than the {limit} bytes that such a file may have", {"limit": limit}))
    return data


def read_start(path: Path, limit: int) -> tuple[bytes, bool]:
    """The first `limit` bytes of a regular file, and whether that is all of it. TooMuch and OSError as `read_bounded`.

    For a file whose sound part is of use even before a bad part.
    """
    with _opened(path) as file:
        data = file.read(limit + 1)
    return data[:limit], len(data) <= limit


def _opened(path: Path) -> BinaryIO:
    _require_regular(os.stat(path))
    number = os.open(path, os.O_RDONLY | _OPENING)  # a pipe that took the name meanwhile does not stop the program
    file = open(number, "rb")  # noqa: SIM115  # the caller closes it
    try:
        _require_regular(os.fstat(number))
    except TooMuch:
        file.close()
        raise
    return file


def _require_regular(found: os.stat_result) -> None:
    if not stat.S_ISREG(found.st_mode):
        raise TooMuch(Text("it is not a regular file"))


def check_json_nesting(data: bytes, depth: int, digits: int) -> None:
    """TooMuch when JSON, sound or not, nests deeper than `depth` or has a number with more than `digits` in a row."""
    bare = _STRING.sub(b'""', data)
    if re.search(rb"[0-9]{%d}" % (digits + 1), bare):
        raise TooMuch(Text("a number in it has more than {digits} digits", {"digits": digits}))
    brackets = bare.translate(None, _NOT_BRACKETS)
    if max(accumulate(map(_STEP.__getitem__, brackets)), default=0) > depth:
        raise TooMuch(Text("it is nested deeper than {depth} levels", {"depth": depth}))
