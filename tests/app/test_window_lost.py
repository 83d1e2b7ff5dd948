"""A window that goes from outside, on a virtual X server: the program ends in order and leaves its save as it was."""

from __future__ import annotations

import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.app.driver import playing
from wab.engine.files.lock import is_locked
from wab.engine.saves.reader import read_save

pytestmark = pytest.mark.window

WORDS = ("operations/cliffs-and-shingle", "--side", "allied")


@pytest.mark.parametrize("how", ["windowclose", "windowkill", "server"])
def test_a_window_that_is_gone_ends_the_program_which_has_kept_the_game(tmp_path: Path, how: str) -> None:
    """`windowclose` destroys it, `windowkill` takes its connection away, and the last takes the screen itself."""
    with playing(tmp_path, *WORDS, size="780x480") as driver:
        driver.wait("ready")
        driver.wait("battle")
        if how == "server":
            driver.server.terminate()
        else:
            window = driver.do("search", "--pid", driver.program.pid).split()[-1]
            driver.do(how, window)
        assert driver.program.wait(timeout=30) == 0
    assert driver.lines()[-1]["event"] == ("destroyed" if how == "windowclose" else "lost")
    (save,) = (tmp_path / "data" / "wab" / "saves").glob("*.wab")
    assert read_save(save).damage is None and not is_locked(save)


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGKILL, -signal.SIGKILL)])
def test_a_signal_ends_the_window_and_its_computer_player(tmp_path: Path, number: signal.Signals, code: int) -> None:
    with playing(tmp_path, *WORDS, "--player", "axis=normal", size="780x480") as driver:
        driver.wait("ready")
        driver.wait("battle")
        listed = ["pgrep", "-P", str(driver.program.pid)]
        players = subprocess.run(listed, capture_output=True, text=True, check=True).stdout.split()
        driver.program.send_signal(number)
        assert driver.program.wait(timeout=30) == code
    assert "Traceback" not in (tmp_path / "said.txt").read_text()
    end = time.monotonic() + 20
    while left := [player for player in players if Path("/proc", player).exists()]:
        assert time.monotonic() < end, f"{left} of {players} live on"
        time.sleep(0.05)
    (save,) = (tmp_path / "data" / "wab" / "saves").glob("*.wab")
    assert read_save(save).damage is None and not is_locked(save)
