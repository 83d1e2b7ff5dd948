"""The command line, run in this process: fast, and with what it prints caught."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import pytest

import wab
from wab.cli import main

SHORTEST = min(
    (info for info in wab.scenarios() if info.system == "operations"), key=lambda info: (info.turns, info.id)
).id


@dataclass(frozen=True)
class Ran:
    """The remains of a command: its exit code and its output."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def run(capsys):
    """Run `wab` with these arguments."""

    def run_it(*arguments: object) -> Ran:
        code = main([str(argument) for argument in arguments])
        printed = capsys.readouterr()
        return Ran(code, printed.out, printed.err)

    return run_it


@pytest.fixture
def refuse(run):
    """Run `wab` with arguments that are wrong: exit code 2, one sentence, nothing else."""

    def run_it(*arguments: object) -> str:
        ran = run(*arguments)
        assert ran.code == 2
        assert ran.out == ""
        assert len(ran.err.strip().splitlines()) == 1
        assert "Traceback" not in ran.err
        return ran.err

    return run_it


@pytest.fixture(scope="session")
def shortest() -> str:
    """The id of the shortest scenario."""
    return SHORTEST


@pytest.fixture
def save(tmp_path):
    """A save of a game in its middle."""
    from wab.testing.walks import walk

    game, _ = walk(SHORTEST, seed=3, length=30)
    game.save(tmp_path / "game.wab")
    return tmp_path / "game.wab"
