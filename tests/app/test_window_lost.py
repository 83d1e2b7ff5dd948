"""A window that goes from outside, on a virtual X server: the program ends in order and leaves its save as it was."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.app.test_real_window import Driver
from tests.app.xserver import virtual_screen
from wab.engine.lock import is_locked
from wab.engine.saves import read_save

pytestmark = pytest.mark.window

PLAY = "from wab.cli import main; main()"
WORDS = ("play", "operations/cliffs-and-shingle", "--side", "allied", "--size", "780x480")


@pytest.mark.parametrize("how", ["windowclose", "windowkill", "server"])
def test_a_window_that_is_gone_ends_the_program_which_has_kept_the_game(tmp_path: Path, how: str) -> None:
    """`windowclose` destroys it, `windowkill` takes its connection away, and the last takes the screen itself."""
    own = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "data"), "XDG_CONFIG_HOME": str(tmp_path / "config")}
    with virtual_screen("800x500") as display:
        driver = Driver(display, tmp_path / "events.jsonl")
        driver.program = subprocess.Popen(
            [sys.executable, "-c", PLAY, *WORDS, "--events", str(driver.log)],
            env={**os.environ, **own, "DISPLAY": display, "PYTHONPATH": str(Path(__file__).parents[2])},
            stderr=subprocess.DEVNULL,
        )
        driver.wait("ready", seconds=90)
        if how != "server":
            window = driver.do("search", "--pid", str(driver.program.pid)).split()[-1]
            driver.do(how, window)
            assert driver.program.wait(timeout=30) == 0
    assert driver.program.wait(timeout=30) == 0
    assert driver.lines()[-1]["event"] == ("destroyed" if how == "windowclose" else "lost")
    (save,) = (tmp_path / "data" / "wab" / "saves").glob("*.wab")
    assert read_save(save).damage is None and not is_locked(save)
