"""The device of the machine: a real window plays on a null device; without one it is silent and says nothing of it."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from typing import Any

import pytest

from tests.app.xserver import virtual_screen
from wab.app.window.window import GameWindow

PROGRAM = """
    from wab.app.sound.player import Levels
    from wab.app.window.engine import open_engine
    from wab.app.window.engine_config import WindowSettings
    from wab.app.window.window import GameWindow

    window = GameWindow(open_engine(WindowSettings(width=320, height=200, sync=False)))
    window.sound.set_levels(Levels(0.5, 0.5, {on}))
    window.sound.surround({{"rain": 1.0}})
    window.sound.play("gun", pan=-0.5)
    window.sound.play("turn")
    for _ in range(30):
        window.step(0.05)
    device = window.sound._device
    print(len(window.sound._voices), len(window.sound._loops), device is not None)
    window.close()
"""


OF_THE_DISPLAY = ("Xlib:", "Known pipe types:", "glxGraphicsPipe", "aux display modules")
"""The engine's words about a virtual screen."""


def said(done: Any) -> list[str]:
    """Return what stands on the error stream, the screen apart."""
    return [line for line in done.stderr.splitlines() if not any(word in line for word in OF_THE_DISPLAY)]


def played(drivers: str, *, on: bool = True) -> Any:
    with virtual_screen("640x480") as display:
        environment = {**os.environ, "DISPLAY": display, "ALSOFT_DRIVERS": drivers}
        return subprocess.run(
            [sys.executable, "-c", textwrap.dedent(PROGRAM.format(on=on))],
            env=environment, capture_output=True, text=True, timeout=120, check=True,
        )  # fmt: skip


@pytest.mark.window
def test_on_a_null_device_everything_plays_and_nothing_is_said():
    done = played("null")
    assert done.stdout.split() == ["2", "1", "True"] and not said(done)


@pytest.mark.window
def test_without_a_device_the_window_runs_and_nothing_is_said():
    done = played("no such driver")
    assert done.stdout.split() == ["0", "0", "False"] and not said(done)


@pytest.mark.window
def test_the_drivers_of_this_machine_say_nothing_either():
    done = played("")
    assert not said(done)


@pytest.mark.window
def test_muted_opens_no_device():
    done = played("null", on=False)
    assert done.stdout.split() == ["0", "0", "False"]


def test_an_offscreen_window_has_no_device(window: GameWindow):
    window.sound.play("gun")
    window.sound.surround({"rain": 1.0})
    window.step(0.1)
    window.sound.surround({})
    assert window.sound._device is None and window.engine.musicManager is None and not window.engine.sfxManagerList
