"""The differences of a packed program: the place of its files, and its part as Python."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
from importlib import import_module
from multiprocessing import spawn
from pathlib import Path
from types import ModuleType

import pytest

import wab
from wab import home, packed
from wab.engine.outside import parent
from wab.engine.outside.processes import python_command


@pytest.fixture
def binary(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """This process as if it were a packed program; its processes go on as Python's."""
    assert spawn.get_executable() not in (
        None,
        b"",
    )  # noted when the module is imported: before the name is another one
    place = tmp_path.resolve() / "MacOS" / "wab"
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(place))
    return place


def test_of_a_checkout_the_files_lie_beside_the_code() -> None:
    assert not home.is_packed()
    assert home.home() == Path(wab.__file__).resolve().parents[1]


@pytest.mark.parametrize(
    ("platform", "folder"), [("linux", "MacOS/data"), ("win32", "MacOS/data"), ("darwin", "Resources/data")]
)
def test_of_a_packed_program_they_lie_beside_the_binary_or_in_the_bundle(
    binary: Path, monkeypatch: pytest.MonkeyPatch, platform: str, folder: str
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    assert home.home() == binary.parents[1] / folder


def test_the_binary_runs_a_program_as_python_does(
    binary: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    command = python_command("print(sys.argv, __name__)", "--own", "a b")
    assert command[0] == str(binary)
    monkeypatch.setattr(sys, "argv", command[:])
    monkeypatch.setattr(sys, "path", sys.path[:])
    # This process has not started itself: it would end for want of its parent.
    monkeypatch.setattr(parent, "end_with", lambda number: None)
    monkeypatch.setattr(parent, "exit_when_terminated", lambda: None)
    assert packed.main() == 0
    assert capsys.readouterr().out == "['-c', '--own', 'a b'] __main__\n"


def test_other_words_are_for_the_command_line(
    binary: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", [str(binary), "rules", "-c"])
    monkeypatch.setattr(sys, "path", sys.path[:])
    before = signal.getsignal(signal.SIGINT)
    try:
        assert packed.main() == 2
    finally:
        signal.signal(signal.SIGINT, before)  # a program that ends does not hear Ctrl-C any more
    assert "-c" in capsys.readouterr().err


def test_without_standard_streams_it_writes_to_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, name, None)
    packed._open_closed_streams()
    opened = [sys.stdin, sys.stdout, sys.stderr]
    print("nobody reads this")
    assert [stream.name for stream in opened] == [os.devnull] * 3
    for stream in opened:
        stream.close()


@pytest.mark.parametrize(("encoding", "written"), [("ascii", "é".encode()), ("latin-1", "é".encode("latin-1"))])
def test_without_a_language_it_writes_utf_8(monkeypatch: pytest.MonkeyPatch, encoding: str, written: bytes) -> None:
    for name in ("stdout", "stderr"):
        monkeypatch.setattr(sys, name, io.TextIOWrapper(io.BytesIO(), encoding=encoding))
    packed._write_in_utf_8()
    sys.stdout.write("é")
    sys.stdout.flush()
    assert sys.stdout.buffer.getvalue() == written  # type: ignore[attr-defined]


def test_the_library_s_own_helper_process_starts_from_the_binary() -> None:
    """`multiprocessing` starts its tracker with the options of the interpreter, -c and a program."""
    words = [
        *subprocess._args_from_interpreter_flags(),
        "-c",
        "from multiprocessing.resource_tracker import main;main(5)",
    ]  # type: ignore[attr-defined]
    assert packed._program(words) == (words[-1], [])
    assert packed._program(["--help"]) is None
    assert packed._program(["play", "-c", "x"]) is None


def test_a_packed_program_takes_the_sqlite_of_its_archive(monkeypatch: pytest.MonkeyPatch) -> None:
    theirs = ModuleType("pysqlite3")
    theirs.dbapi2 = ModuleType("pysqlite3.dbapi2")  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "pysqlite3", theirs)
    for name in ("sqlite3", "sqlite3.dbapi2"):
        monkeypatch.setitem(sys.modules, name, None)
    packed._take_the_packed_sqlite()
    assert import_module("sqlite3") is theirs
    assert import_module("sqlite3.dbapi2") is theirs.dbapi2
