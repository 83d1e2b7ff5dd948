"""The front door of a packed program: the game, and the Python that it starts as processes of its own.

Nothing outside a packed program runs its code, so its binary stands in for Python: what `python_command` starts, the
processes of a pool, and what `multiprocessing` starts for itself.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from io import TextIOWrapper

from wab.home import home


def main() -> int:
    """Run what the words after the binary's name ask for, and return the exit code."""
    _open_closed_streams()
    _write_in_utf_8()
    # The first folder holds the compiled modules; importlib.metadata finds the version of the program in the last.
    sys.path[:] = [*filter(os.path.isdir, sys.path), str(home())]
    _hide_the_binary()
    _take_the_packed_sqlite()
    if (program := _program(sys.argv[1:])) is not None:
        code, words = program
        sys.argv[:] = ["-c", *words]
        exec(compile(code, "<program>", "exec"), {"__name__": "__main__"})
        return 0
    from multiprocessing import spawn

    spawn.freeze_support()  # never comes back in a process of a pool
    from wab.cli import main as command_line

    return command_line()


def _program(words: Sequence[str]) -> tuple[str, Sequence[str]] | None:
    """The program and its words where Python would be asked to run one: options of Python, `-c`, the program."""
    for number, word in enumerate(words):
        if word == "-c" and number + 1 < len(words):
            return words[number + 1], words[number + 2 :]
        if not word.startswith("-"):
            return None
    return None


def _open_closed_streams() -> None:
    """Give a program without a console somewhere to write; Windows gives it no standard streams at all."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - as long as the program


def _write_in_utf_8() -> None:
    """Write as Python by itself would, if the environment names no language, as in a bare shell."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper) and stream.encoding.lower() in ("ascii", "us-ascii", "ansi_x3.4-1968"):
            stream.reconfigure(encoding="utf-8")


def _take_the_packed_sqlite() -> None:
    """Take the SQLite of the archive, if it has one: Python's module needs a library of the system."""
    with suppress(ImportError):
        packed = import_module("pysqlite3")
        sys.modules["sqlite3"], sys.modules["sqlite3.dbapi2"] = packed, packed.dbapi2


def _hide_the_binary() -> None:
    """A process of a pool would run the file of the main module again, and that file is the binary."""
    with suppress(AttributeError):
        del sys.modules["__main__"].__file__
