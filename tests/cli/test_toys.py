"""Foreign rule systems at the command line and in its processes: one with an automaton, one of hexes."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from wab.systems import NAMES

ROOT = Path(__file__).resolve().parents[2]
PATH = os.pathsep.join((str(ROOT), str(ROOT / "tests" / "toys" / "installed")))
SCENARIO = "solitaire/the-causeway"
HEXES = "bocage/the-crossroads"


def wab(*words, path=PATH, cwd=None):
    """Return what `wab` gave back, without a screen."""
    environment = {**os.environ, "PYTHONPATH": path, "LANGUAGE": "en", "DISPLAY": "", "WAYLAND_DISPLAY": ""}
    command = [sys.executable, "-P", "-c", "import sys; from wab.cli import main; sys.exit(main())", *words]
    return subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, timeout=300, check=False)


@pytest.fixture(scope="module")
def played():
    """A game that the computer played without a screen, told, and the save that it left."""
    done = wab("play", SCENARIO, "--patrol", "greedy", "--seed", "4", "--option", "squads=4")
    assert done.returncode == 0, done.stderr
    return done.stdout, re.search(r"kept in (\S+\.wab);", done.stdout)[1]


def test_it_is_played_without_a_screen_and_the_automaton_may_win(played):
    told, save = played
    assert "The Causeway, played by the computer (Patrol: greedy)." in told
    assert "Squad 1 advances to 1." in told
    assert "No pictures of the map" in told
    assert re.search(r"Winner: (Patrol|Garrison), victory\. Points: Patrol \d\.", told)
    assert wab("check", save).returncode == 0
    assert json.loads(wab("replay", save, "--verify", "--json").stdout)["ok"]
    assert wab("replay", save, "--side", "patrol").stdout.strip().splitlines()[-1].startswith("Winner: ")


def test_what_the_patrol_knows_is_exported_and_checked(played, tmp_path):
    _, save = played
    done = wab("export", save, str(tmp_path / "x.side"), "--side", "patrol")
    assert done.returncode == 0, done.stderr
    assert wab("check", str(tmp_path / "x.side")).stdout.strip().endswith("is sound.")
    assert "'garrison'" in wab("export", save, str(tmp_path / "x.side"), "--side", "garrison").stderr


def test_it_is_simulated_in_several_processes():
    done = wab("simulate", SCENARIO, "--games", "6", "--workers", "2", "--seat", "patrol=random", "--json", "-")
    assert done.returncode == 0, done.stderr
    games = json.loads(done.stdout)["games"]
    assert {game["winner"] for game in games} <= {"patrol", "garrison"}
    assert all(set(game["points"]) == {"patrol"} for game in games)


def test_nobody_plays_the_automaton_and_it_has_no_option():
    assert "'garrison'; there are: patrol" in wab("simulate", SCENARIO, "--seat", "garrison=greedy").stderr
    assert wab("simulate", SCENARIO, "--garrison", "greedy").returncode == 2


def test_a_package_in_the_current_folder_is_not_there():
    installed = ROOT / "tests" / "toys" / "installed"
    done = wab("scenarios", "--json", path=str(ROOT), cwd=installed)
    assert done.returncode == 0, done.stderr
    assert {info["system"] for info in json.loads(done.stdout)} == set(NAMES)
    assert "There is no scenario" in wab("simulate", SCENARIO, path=str(ROOT), cwd=installed).stderr


# ---------------------------------------------------------------- hexes and counters


@pytest.fixture(scope="module")
def fought():
    """A battle of hexes and counters that the computer played without a screen, told, and the save that it left."""
    done = wab("play", HEXES, "--allied", "greedy", "--axis", "random", "--seed", "4")
    assert done.returncode == 0, done.stderr
    return done.stdout, Path(re.search(r"kept in (\S+\.wab);", done.stdout)[1])


def test_scenarios_of_hexes_are_listed_with_those_of_the_house():
    done = wab("scenarios", "--json")
    assert done.returncode == 0, done.stderr
    found = {info["id"]: info for info in json.loads(done.stdout) if info["system"] == "bocage"}
    assert sorted(found) == ["bocage/the-counter-stroke", HEXES]
    assert (found[HEXES]["turns"], found[HEXES]["units"]) == (6, {"allied": 7, "axis": 7})


def test_a_battle_of_hexes_is_told_with_pictures_verified_and_checked(fought):
    told, save = fought
    assert "The crossroads, played by the computer (Allies: greedy, Axis: random)." in told
    assert re.search(r"Attack on \d{4} at \d:\d: (No effect|The|Both)", told)
    assert re.search(r"Winner: (Allies|Axis), victory\. Points: Allies \d+, Axis \d+\.", told)
    assert "Pictures of the map are in" in told
    assert [path.name for path in sorted(save.parent.glob("*.png"))] == ["1-start.png", "2-middle.png", "3-end.png"]
    assert wab("check", str(save)).stdout.strip().endswith("is sound.")
    assert json.loads(wab("replay", str(save), "--verify", "--json").stdout)["ok"]
    assert wab("replay", str(save), "--side", "axis").stdout.strip().splitlines()[-1].startswith("Winner: ")


def test_what_a_side_of_hexes_knows_is_exported_and_checked(fought, tmp_path):
    done = wab("export", str(fought[1]), str(tmp_path / "x.side"), "--side", "axis", "--spoil")
    assert done.returncode == 0, done.stderr
    assert wab("check", str(tmp_path / "x.side")).stdout.strip().endswith("is sound.")


def test_a_scenario_of_hexes_is_checked_line_by_line(tmp_path):
    file = ROOT / "tests" / "toys" / "bocage" / "scenarios" / "the-crossroads.yaml"
    assert wab("check", str(file)).stdout.strip().endswith("is sound.")
    (tmp_path / "scenarios").mkdir()
    wrong = tmp_path / "scenarios" / "wrong.yaml"
    wrong.write_text(file.read_text(encoding="utf-8").replace("[armour,", "[elephants,", 1), encoding="utf-8")
    done = wab("check", str(wrong), "--system", "bocage")
    assert done.returncode == 1
    assert re.search(r"wrong\.yaml:\d+: units\.allied\.70: .*elephants", done.stderr)


def test_matches_of_hexes_are_simulated_in_several_processes():
    words = ("--games", "4", "--workers", "2", "--seat", "allied=greedy", "--seat", "axis=random", "--json", "-")
    done = wab("simulate", "bocage/the-counter-stroke", *words)
    assert done.returncode == 0, done.stderr
    games = json.loads(done.stdout)["games"]
    assert len(games) == 4 and sum(game["winner"] == "allied" for game in games) > 2
    assert all(sum(game["points"].values()) == 11 for game in games)
