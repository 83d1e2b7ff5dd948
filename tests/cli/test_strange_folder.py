"""A folder of a stranger, in which the program is started: nothing that lies there is run."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

import wab
from ai.process import AgentWorker, Decision, Progress
from wab.engine.outside.processes import import_path, process_pool, python_command

ROOT = Path(__file__).resolve().parents[2]
SCENARIO = "operations/to-the-sea"
NAMES = ("ai/__init__", "wab/__init__", "json", "msgspec", "numba", "pickle", "random", "typer", "numpy/__init__")
MARK = "open({path!r}, 'a').close()\nraise SystemExit('a module of a stranger was run')\n"
# What the program `wab` does that pip writes: it has the folder of the program on its path, not the current one.
PROGRAM = "import sys; sys.path.pop(0); from wab.cli import main; sys.exit(main())"
BOT = """
class First:
    def __init__(self, seed):
        pass
    def decide(self, view):
        return next(iter(view.legal_orders()))
"""


@pytest.fixture
def strange(tmp_path):
    """The folder; `run-NAME` next to it says that a module of it was run."""
    folder = tmp_path / "strange"
    for name in NAMES:
        path = folder / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(MARK.format(path=str(tmp_path / f"run-{name.partition('/')[0]}")))
    yield folder
    assert sorted(path.name for path in tmp_path.glob("run-*")) == []


def ran(command, folder, **environment):
    """Return what the program gave back; it must have come to a good end."""
    inherited = {**os.environ, "PYTHONPATH": str(ROOT), "LANGUAGE": "en", **environment}
    done = subprocess.run(command, cwd=folder, env=inherited, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def program(*words):
    return [sys.executable, "-c", PROGRAM, *words]


def test_the_computer_player_thinks_in_a_process_that_does_not_look_there(strange, monkeypatch):
    monkeypatch.chdir(strange)
    game, worker = wab.new_game(SCENARIO, seed=1), AgentWorker()
    worker.request("operations", "greedy", game.view(str(game.to_act)).encode(), seed=1)
    until, answer = time.monotonic() + 60, None
    while time.monotonic() < until and (answer is None or isinstance(answer, Progress)):
        answer = worker.poll()
        time.sleep(0.01)
    worker.close()
    assert isinstance(answer, Decision)


def test_the_processes_of_a_simulation_do_not_look_there(strange):
    words = ("simulate", SCENARIO, "--allied", "random", "--axis", "random", "--games", "2", "--workers", "2")
    assert len(json.loads(ran(program(*words, "--json", "-"), strange))["games"]) == 2


def test_a_player_of_ones_own_that_lies_there_plays_and_nothing_else_of_the_folder(strange):
    (strange / "my_bot.py").write_text(BOT)
    words = ("simulate", SCENARIO, "--allied", "my_bot:First", "--axis", "my_bot:First", "--games", "2")
    for workers in ("1", "2"):
        assert len(json.loads(ran(program(*words, "--workers", workers, "--json", "-"), strange))["games"]) == 2


def test_a_game_without_a_screen_and_its_pictures_do_not_look_there(strange):
    words = ("play", SCENARIO, "--allied", "random", "--axis", "random", "--size", "320x200")
    assert "Pictures of the map are in" in ran(program(*words), strange, DISPLAY="", WAYLAND_DISPLAY="")


def test_started_as_a_module_the_program_takes_its_players_from_where_it_lies_itself(tmp_path, strange):
    """Python looks first in the current folder for `wab` itself, which cannot be helped, but for nothing after that."""
    folder = tmp_path / "players"
    (strange / "ai").rename(folder)
    (tmp_path / "here" / "ai").parent.mkdir()
    folder.rename(tmp_path / "here" / "ai")
    words = ("simulate", SCENARIO, "--games", "1", "--allied", "random", "--axis", "random", "--json", "-")
    assert json.loads(ran([sys.executable, "-m", "wab", *words], tmp_path / "here"))


def test_settings_of_numba_that_lie_there_do_not_move_its_cache(tmp_path):
    (tmp_path / ".numba_config.yaml").write_text(f"cache_dir: {tmp_path / 'forged'}\n")
    told = "from wab.hexes.paths import acceleration as a; a(); import numba; print(repr(numba.config.CACHE_DIR))"
    assert ran([sys.executable, "-P", "-c", told], tmp_path, WAB_NUMBA="1").strip() == repr("")


def test_a_process_finds_what_this_one_finds_and_nothing_relative(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "path", ["", ".", *sys.path, str(tmp_path)])
    (tmp_path / "of_my_own.py").write_text("NUMBER = 7\n")
    assert all(os.path.isabs(place) for place in import_path())
    told = "import of_my_own; print(of_my_own.NUMBER, sys.argv[1:])"
    assert ran(python_command(told, "a", "b c"), ROOT).strip() == "7 ['a', 'b c']"


def test_the_environment_is_as_it_was_after_a_pool(monkeypatch):
    for before in (None, "yes"):
        monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
        if before:
            monkeypatch.setenv("PYTHONSAFEPATH", before)
        with process_pool(1) as pool:
            assert list(pool.map(abs, [-3])) == [3]
        assert os.environ.get("PYTHONSAFEPATH") == before
