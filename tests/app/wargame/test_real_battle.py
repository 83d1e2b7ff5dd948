"""A hex system that is installed, opened by the command line in a real window, played by keys against the computer."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.app.test_real_window import Driver
from tests.app.xserver import virtual_screen
from tests.toys.packages import INSTALLED

pytestmark = pytest.mark.window
ROOT = Path(__file__).resolve().parents[3]
WAB = "import sys; from wab.cli import main; sys.exit(main())"


@pytest.fixture
def driver(tmp_path: Path) -> Iterator[Driver]:
    with virtual_screen("800x500") as display:
        driver = Driver(display, tmp_path / "events.jsonl")
        words = ["play", "bocage/the-counter-stroke", "--side", "allied", "--seed", "4", "--size", "800x500"]
        home = dict.fromkeys(("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"), str(tmp_path))
        driver.program = subprocess.Popen(
            [sys.executable, "-P", "-c", WAB, *words, "--events", str(driver.log)],
            env={**os.environ, **home, "DISPLAY": display, "PYTHONPATH": os.pathsep.join((str(ROOT), str(INSTALLED)))},
            stderr=subprocess.DEVNULL,
        )
        yield driver
        driver.program.terminate()
        driver.program.wait(timeout=20)


def test_the_computer_begins_and_keys_end_the_phases_of_the_player(driver: Driver) -> None:
    driver.wait("ready", seconds=60)
    first = driver.wait("played", seconds=60)
    assert first["to_act"] == "axis" and first["turn"] == 1  # by the best player that there is: nobody was named
    played = driver.lines
    while not any(line["event"] == "played" and line["to_act"] == "allied" for line in played()):
        driver.wait("played", 1 + sum(line["event"] == "played" for line in played()))
    assert {"moved", "phase_began"} <= {tag for line in played() if line["event"] == "played" for tag in line["events"]}
    assert not [line for line in played() if line["event"] == "computer_failed"]
    before = sum(line["event"] == "played" for line in played())
    driver.do("key", "space")  # to the end of the replay
    driver.do("key", "F5")
    ended = driver.wait("played", before + 1)
    assert (ended["to_act"], ended["turn"]) == ("allied", 1) and "done" in ended["order"].values()
    driver.do("key", "F5")
    assert driver.wait("played", before + 2)["to_act"] == "axis"
