"""Processes end with their parent, also if the parent is killed and they are in the middle of something."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from wab.engine.files.writing import write_beside
from wab.engine.outside.processes import python_command

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 20.0

POOL = """
from tests.engine.test_parent import toil
from wab.engine.outside.processes import process_pool
if __name__ == "__main__":
    with process_pool(2) as pool:
        list(pool.map(toil, range(2)))
"""
COMMAND = """
import subprocess
from wab.engine.outside.processes import python_command
toil = "from tests.engine.test_parent import toil; toil(%d)"
child = "import subprocess; from wab.engine.outside.processes import python_command; "
child += f"subprocess.Popen(python_command({toil % 1!r})); {toil % 0}"
subprocess.run(python_command(child))
"""


def toil(number: int) -> None:
    """Say that it has begun, and never come to an end."""
    print(number, flush=True)
    while True:
        pass


def is_there(group: int) -> bool:
    """Tell whether a process of a group is left."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize("program", [POOL, COMMAND], ids=["a pool", "a child and its child"])
def test_nothing_is_left_of_a_program_that_is_killed(tmp_path: Path, program: str) -> None:
    (tmp_path / "program.py").write_text(program)
    command = [sys.executable, str(tmp_path / "program.py")]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, start_new_session=True) as process:
        assert process.stdout is not None
        begun = {process.stdout.readline().strip() for _ in range(2)}
        process.kill()
        process.wait(PATIENCE)
    assert begun == {b"0", b"1"}
    end = time.monotonic() + PATIENCE
    while is_there(process.pid) and time.monotonic() < end:
        time.sleep(0.05)
    left = is_there(process.pid)
    if left:
        os.killpg(process.pid, signal.SIGKILL)
    assert not left


def test_a_process_that_is_terminated_removes_its_temporary_files(tmp_path: Path) -> None:
    program = "import tempfile, time\nwith tempfile.TemporaryDirectory(dir=sys.argv[1]):\n    print(flush=True)\n"
    command = python_command(program + "    time.sleep(60)", str(tmp_path))
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        assert list(tmp_path.iterdir())
        process.terminate()
    assert process.returncode == 143
    assert list(tmp_path.iterdir()) == []


def test_a_break_while_a_file_is_written_leaves_the_old_one_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_bytes(b"old")
    monkeypatch.setattr(os, "fsync", lambda number: signal.raise_signal(signal.SIGINT))
    with pytest.raises(KeyboardInterrupt):
        write_beside(tmp_path / "file", b"new")
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("file", b"old")]
