"""A real window on keyboards of several layouts, laid before the game starts and while it runs."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.app.driver import Driver, running
from tests.app.xserver import strike

pytestmark = pytest.mark.window

N, A_OF_FRENCH, COMMA_OF_AMERICAN = 57, 24, 59  # codes of keys, the same with any print on them
DIGIT_ROW = range(10, 19)
PROGRAM = """
    import sys
    from pathlib import Path
    from imgui_bundle import imgui
    from wab.app.window.engine import open_engine
    from wab.app.window.engine_config import WindowSettings
    from wab.app.window.screens import Screen
    from wab.app.window.window import GameWindow

    class Hearing(Screen):
        text, writes = "", False

        def on_key(self, key, control, shift):
            window.log("meant", key=key, control=control)
            self.writes = self.writes or key == "enter"
            return True

        def draw_hud(self):
            imgui.begin("sheet")
            if self.writes:
                imgui.set_keyboard_focus_here()
                changed, self.text = imgui.input_text("words", self.text)
                if changed:
                    window.log("written", text=self.text)
            imgui.end()

    window = GameWindow(open_engine(WindowSettings(width=400, height=300, sync=False, title="wab test")))
    window.log_events(Path(sys.argv[2]))
    window.show_screen(Hearing())
    window.run_until_closed()
    window.close()
"""


@pytest.fixture
def driver(tmp_path: Path) -> Iterator[Driver]:
    with running(PROGRAM, tmp_path, "400x300") as driver:
        driver.wait("ready")
        yield driver


def lay(driver: Driver, *layout: str) -> None:
    """Lay another keyboard while the window runs."""
    subprocess.run(["setxkbmap", *layout], env={**os.environ, "DISPLAY": driver.display}, check=True)


def test_keys_of_every_layout_mean_what_they_should_also_after_a_change(driver: Driver) -> None:
    lay(driver, "ru")
    driver.do("key", N, COMMA_OF_AMERICAN)
    driver.hear("meant", key="n")
    driver.hear("meant", key=",")
    driver.do("keydown", "Control_L", "key", N, "keyup", "Control_L")
    driver.hear("meant", key="n", control=True)
    lay(driver, "fr")
    driver.do("key", *DIGIT_ROW, A_OF_FRENCH)
    for key in "123456789a":
        driver.hear("meant", key=key)
    signs = [line["key"] for line in driver.told("meant") if len(line["key"]) == 1]
    assert signs == [*"n,n123456789a"], "each key once"
    lay(driver, "us,fr")
    strike(driver.display, A_OF_FRENCH, layout=1)
    driver.hear("meant", key="a")
    strike(driver.display, A_OF_FRENCH, layout=0)
    driver.hear("meant", key="q")


def test_fields_of_text_take_the_signs_of_every_layout(driver: Driver) -> None:
    driver.do("key", "Return")
    driver.hear("meant", key="enter")
    for layout, code, text in (("fr", DIGIT_ROW[1], "é"), ("ru", N, "éт"), ("fr", A_OF_FRENCH, "éтa")):
        lay(driver, layout)
        driver.do("key", code)
        driver.hear("written", text=text)
    assert len(driver.told("meant")) == 1, "what is written means nothing else"
