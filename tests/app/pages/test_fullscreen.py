"""Full screen and back in a real window: HUD and clicks fit the new size, and the window finds its place again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.app.driver import Driver, running
from wab.app.map.scene import MapScene
from wab.app.pages.opening import title
from wab.app.pages.opening.title import TitlePage
from wab.app.pages.routes import PageNavigator
from wab.app.window.settings import Settings, load_settings
from wab.app.window.window import GameWindow
from wab.locale import set_language

PROGRAM = """
    import sys
    from pathlib import Path
    from wab.app.map.scene import open_map
    from wab.app.window.engine import open_engine
    from wab.app.window.engine_config import WindowSettings
    from wab.app.window.screens import Screen
    from wab.app.window.window import GameWindow
    from wab.content.hexmap import load_map

    class Switching(Screen):
        full = False

        def on_key(self, key, control, shift):
            if key == "f11":
                self.full = not self.full
                window.set_fullscreen(self.full)
            elif key == "f3":
                scene.camera.set_mode(True, at_once=True)
                told()
            elif key == "escape":
                window.quit()
            return True

        def on_resize(self, width, height):
            told()

    def told():
        wide, high = window.hud.width, window.hud.height
        seen = {h: p for h in range(0, scene.grid.size, 17) if (p := scene.project(h))}
        near = {h: p for h, p in seen.items() if 0.2 * wide < p[0] < 0.8 * wide and 0.3 * high < p[1] < 0.8 * high}
        place = window.win.getProperties().getOrigin()
        window.log("targets", hexes=near, hud=[wide, high], x=place[0], y=place[1])

    window = GameWindow(open_engine(WindowSettings(width=700, height=420, sync=False, title="wab test")))
    window.log_events(Path(sys.argv[2]))
    scene = open_map(window, load_map(sys.argv[1]), Path(sys.argv[1]).parent / "art")
    scene.camera.fly_to(44.0, 35.2, 9.0)
    window.edge_scrolling = False
    window.show_screen(Switching())
    scene.set_path(scene.grid.line(scene.pick(200, 200), scene.pick(500, 200)))
    told()
    window.run_until_closed()
    window.close()
"""


@pytest.fixture
def driver(tmp_path: Path) -> Iterator[Driver]:
    with running(PROGRAM, tmp_path, "1000x600") as driver:
        yield driver


@pytest.mark.window
def test_full_screen_and_back_in_2d_and_3d(driver: Driver) -> None:
    driver.wait("ready")
    place = driver.wait("targets")
    clicks, told = 0, 1
    for mode in ("2d", "3d"):
        if mode == "3d":
            driver.do("key", "F3")
            told += 1
            driver.wait("targets", told)
        for size in ([1000, 600], [700, 420]):
            driver.do("key", "F11")
            told += 1
            now = driver.wait("targets", told)
            assert now["hud"] == size
            left, top = (0, 0) if size == [1000, 600] else (place["x"], place["y"])
            assert (now["x"], now["y"]) == (left, top)
            for hex_id, (x, y) in sorted(now["hexes"].items())[:2]:
                clicks += 1
                driver.click(left + x, top + y)
                assert driver.wait("click", clicks)["hex"] == int(hex_id), (mode, size)


@pytest.fixture
def go(window: GameWindow, scene: MapScene, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PageNavigator]:
    """As in a window that could cover the screen."""
    monkeypatch.setattr(PageNavigator, "offers_fullscreen", property(lambda go: not go.settings.fullscreen_offered))
    yield PageNavigator(window, Settings("en", reduced_motion=True), settings_file=tmp_path / "settings.json")
    set_language(None)


@pytest.mark.parametrize("answer", ["offer yes", "offer no", "f11", ""])
def test_full_screen_is_offered_once(
    go: PageNavigator, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: str
) -> None:
    monkeypatch.setattr(title, "button", lambda kit, name, box, action: name == answer)
    go.title()
    shown = go.window.screen
    assert isinstance(shown, TitlePage) and shown.offers
    go.window.step(0.05)
    if answer == "f11":
        go.window.inject_key("f11")
    go.choose()  # a player who goes on has seen it
    kept = load_settings(tmp_path / "settings.json").settings
    assert (kept.fullscreen, kept.fullscreen_offered) == (answer in ("offer yes", "f11"), True)
    go.title()
    go.window.step(0.05)
    assert isinstance(go.window.screen, TitlePage) and not go.window.screen.offers


def test_f11_switches_full_screen_on_every_screen_and_is_kept(go: PageNavigator, tmp_path: Path) -> None:
    for wanted in (True, False):
        go.window.inject_key("f11")
        assert go.settings.fullscreen is wanted
        assert load_settings(tmp_path / "settings.json").settings.fullscreen is wanted
