"""Output that is closed, full, or read no further: one sentence, a code, no traceback, and no half file."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from wab.engine.files.outputs import write_named
from wab.engine.words.errors import SaveError

COMMANDS = (
    ("--help",),
    ("scenarios",),
    ("scenarios", "--json"),
    ("rules", "OPS-6.4-1"),
    ("replay", "SAVE"),
    ("check", "SAVE"),
)


def run(arguments: tuple[str, ...], save: Path, before: Callable[[], object] | None = None, **streams: object):
    words = [str(save) if word == "SAVE" else word for word in arguments]
    return subprocess.run(
        [sys.executable, "-m", "wab", *words],
        # Bytecode that a process without room keeps would be cut off, and all later ones would stumble over it.
        env={**os.environ, "LANG": "C.UTF-8", "LANGUAGE": "en", "PYTHONDONTWRITEBYTECODE": "1"},
        stderr=subprocess.PIPE,
        text=True,
        timeout=120,
        check=False,
        preexec_fn=before,
        **streams,
    )


def little_room() -> None:
    """No file of this process grows beyond 16 bytes: the writing of a longer one comes out short, as on a full disk."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (16, 16))


@pytest.mark.parametrize(("arguments", "unbuffered"), [*((words, "") for words in COMMANDS), (COMMANDS[1], "1")])
def test_a_full_disk_under_standard_output_is_one_sentence(arguments, save, tmp_path, monkeypatch, unbuffered):
    monkeypatch.setenv("PYTHONUNBUFFERED", unbuffered)
    with (tmp_path / "out").open("w") as full:
        done = run(arguments, save, before=little_room, stdout=full)
    assert done.stderr == "Standard output cannot be written (File too large).\n"
    assert done.returncode == 2


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_a_closed_standard_output_is_one_sentence(arguments, save):
    done = run(arguments, save, before=lambda: os.close(1))
    assert done.stderr == "Standard output is closed: there is nowhere to write to.\n"
    assert done.returncode == 2


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_a_pipe_that_nobody_reads_ends_the_command_quietly(arguments, save):
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = run(arguments, save, stdout=writer)
    finally:
        os.close(writer)
    assert done.stderr == ""
    assert done.returncode == 141, "as of a program that SIGPIPE has ended"


def test_what_is_wrong_is_still_told_by_the_code_without_any_output(save):
    def close() -> None:
        os.closerange(0, 3)

    assert run(("replay", "nowhere.wab"), save, before=close).returncode == 2
    assert run(("nonsense",), save, before=close).returncode == 2


def test_a_save_never_becomes_standard_output(tmp_path, save):
    """A file opened by a program without standard output would be its standard output, and hold what it prints."""
    code = (
        "import os\nfrom wab.cli.streams import told_apart\n"
        f"with told_apart(), open({str(tmp_path / 'file')!r}, 'w') as file:\n"
        "    os.write(2, str(file.fileno()).encode())"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], stderr=subprocess.PIPE, text=True, check=True, preexec_fn=lambda: os.close(1)
    )
    assert int(done.stderr) > 2


# ---------------------------------------------------------------- files


@pytest.mark.parametrize("old", [None, "the report of another day"])
def test_a_report_for_which_there_is_no_room_leaves_the_old_one(tmp_path, save, old):
    report = tmp_path / "report.md"
    if old is not None:
        report.write_text(old)
    done = run(("replay", str(save), "--no-maps", "--report", str(report)), save, before=little_room)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1 and str(report) in done.stderr
    assert (report.read_text() if report.exists() else None) == old
    assert sorted(path.name for path in tmp_path.iterdir() if "report" in path.name) == ["report.md"] * (
        old is not None
    )


def test_a_pipe_is_written_into_and_not_replaced(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    write_named(tmp_path / "pipe", b"words")
    assert os.read(reader, 100) == b"words"
    assert (tmp_path / "pipe").is_fifo()
    os.close(reader)


def test_a_link_stays_one_and_what_it_names_is_written(tmp_path):
    (tmp_path / "file").write_bytes(b"old")
    (tmp_path / "link").symlink_to(tmp_path / "file")
    write_named(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_bytes() == b"new"


def test_a_folder_is_no_place_for_a_file(tmp_path):
    with pytest.raises(SaveError, match="cannot be written"):
        write_named(tmp_path, b"words")
