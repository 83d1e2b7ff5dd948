"""A real window on a virtual X server, driven by a real pointer and keyboard."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.app.xserver import virtual_screen
from wab.content.data import data_root

pytestmark = pytest.mark.window

PROGRAM = """
    import sys
    from pathlib import Path
    from wab.app.window.engine_config import WindowSettings, open_base
    from wab.app.map.scene import open_map
    from wab.app.window.screens import Screen
    from wab.app.window.window import GameWindow
    from wab.content.hexmap import load_map

    class Closing(Screen):
        def on_key(self, key, control, shift):
            if key == "escape":
                window.quit()
            return False

    window = open_base(GameWindow, WindowSettings(width=800, height=500, sync=False, title="wab test"))
    window.log_events(Path(sys.argv[2]))
    scene = open_map(window, load_map(sys.argv[1]), Path(sys.argv[1]).parent / "art")
    scene.camera.fly_to(44.0, 35.2, 9.0)
    window.edge_scrolling = False
    window.show_screen(Closing())
    wanted = [h for h in range(0, scene.grid.size, 17) if scene.project(h)]
    seen = {h: scene.project(h) for h in wanted}
    window.log("targets", hexes={h: p for h, p in seen.items() if 20 < p[0] < 780 and 20 < p[1] < 480})
    window.run_until_closed()
    window.log("closed")
    window.close()
"""


class Driver:
    """The program in its window, what it has logged, and the pointer and keyboard before it."""

    def __init__(self, display: str, log: Path) -> None:
        self.display, self.log = display, log
        self.program: subprocess.Popen[bytes] | None = None

    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.log.read_text().splitlines()] if self.log.exists() else []

    def wait(self, event: str, count: int = 1, seconds: float = 30.0) -> dict[str, Any]:
        """The `count`-th line of this event, as soon as it is there."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            found = [line for line in self.lines() if line["event"] == event]
            if len(found) >= count:
                return found[count - 1]
            assert self.program is None or self.program.poll() is None or event == "closed", self.lines()
            time.sleep(0.03)
        raise AssertionError(f"no {event} number {count} in {self.lines()}")

    def do(self, *words: str) -> str:
        environment = {**os.environ, "DISPLAY": self.display}
        return subprocess.run(["xdotool", *words], env=environment, check=True, capture_output=True, text=True).stdout

    def click(self, x: float, y: float, button: int = 1) -> None:
        self.do("mousemove", str(round(x)), str(round(y)))
        time.sleep(0.25)  # the pointer is read once a frame, and a frame may be slow here
        self.do("click", str(button))


@pytest.fixture
def driver(tmp_path: Path) -> Iterator[Driver]:
    script = tmp_path / "program.py"
    script.write_text(textwrap.dedent(PROGRAM))
    campaign = data_root() / "campaigns" / "operations" / "map.json"
    with virtual_screen("800x500") as display:
        driver = Driver(display, tmp_path / "events.jsonl")
        driver.program = subprocess.Popen(
            [sys.executable, str(script), str(campaign), str(driver.log)],
            env={**os.environ, "DISPLAY": display, "PYTHONPATH": str(Path(__file__).parents[2])},
            stderr=subprocess.DEVNULL,
        )
        yield driver
        driver.program.terminate()
        driver.program.wait(timeout=20)


def test_in_a_real_window_clicks_find_their_hexes_the_wheel_zooms_and_escape_ends_it(driver: Driver) -> None:
    driver.wait("ready", seconds=60)
    targets = driver.wait("targets")["hexes"]
    assert len(targets) >= 5
    for number, (hex_id, (x, y)) in enumerate(sorted(targets.items())[:5], start=1):
        driver.click(x, y)
        assert driver.wait("click", number)["hex"] == int(hex_id)
    driver.click(400, 250, button=4)
    zoomed = driver.wait("zoom")
    assert zoomed["px_per_hex"] > 500 / 9.0
    driver.do("key", "Escape")
    driver.wait("closed")
    assert driver.program is not None and driver.program.wait(timeout=20) == 0
