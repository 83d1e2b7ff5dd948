"""A real window on a virtual X server, driven by a real pointer and keyboard."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.app.driver import Driver, running

pytestmark = pytest.mark.window

PROGRAM = """
    import sys
    from pathlib import Path
    from wab.app.window.engine import open_engine
    from wab.app.window.engine_config import WindowSettings
    from wab.app.map.scene import open_map
    from wab.app.window.screens import Screen
    from wab.app.window.window import GameWindow
    from wab.content.hexmap import load_map

    class Closing(Screen):
        def on_key(self, key, control, shift):
            if key == "escape":
                window.quit()
            return False

    window = GameWindow(open_engine(WindowSettings(width=800, height=500, sync=False, title="wab test")))
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


@pytest.fixture
def driver(tmp_path: Path) -> Iterator[Driver]:
    with running(PROGRAM, tmp_path, "800x500") as driver:
        yield driver


def test_in_a_real_window_clicks_find_their_hexes_the_wheel_zooms_and_escape_ends_it(driver: Driver) -> None:
    driver.wait("ready")
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
    assert driver.program.wait(timeout=20) == 0
