"""A HUD at 175 % in a real window of 1280 by 720: by keyboard from the first screen of a battle to an attack."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.app.test_real_window import Driver
from tests.app.xserver import virtual_screen

pytestmark = pytest.mark.window

PLAY = "from wab.cli import main; main()"
WORDS = ("play", "operations/a-bridge-on-the-canal", "--side", "allied", "--size", "1280x720", "--seed", "3")


def test_at_175_per_cent_in_1280_by_720_an_attack_is_reached(tmp_path: Path) -> None:
    own = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "data"), "XDG_CONFIG_HOME": str(tmp_path / "config")}
    settings = tmp_path / "config" / "wab" / "settings.json"
    settings.parent.mkdir(parents=True)
    settings.write_text('{"hud_scale": 1.75, "reduced_motion": true, "fullscreen_offered": true}')
    with virtual_screen("1280x720") as display:
        driver = Driver(display, tmp_path / "events.jsonl")
        driver.program = subprocess.Popen(
            [sys.executable, "-c", PLAY, *WORDS, "--events", str(driver.log)],
            env={**os.environ, **own, "DISPLAY": display, "PYTHONPATH": str(Path(__file__).parents[2])},
            stderr=subprocess.DEVNULL,
        )
        driver.wait("ready", seconds=90)
        keys = 0
        for _unit in range(12):  # from unit to unit, until one can attack
            for key in ("n", "a", "Return", "Return"):
                driver.do("key", key)
                keys += 1
                driver.wait("key", keys)
                time.sleep(0.6)
            if any("attack" in str(line.get("order")) for line in driver.lines() if line["event"] == "played"):
                break
        orders = [line["order"] for line in driver.lines() if line["event"] == "played"]
        driver.program.terminate()
        driver.program.wait(timeout=20)
    assert any("attack" in str(order) for order in orders), orders
