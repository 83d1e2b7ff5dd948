"""Clicks where a frame takes a second: each is done where the pointer was, even if much has happened since."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.app.driver import running
from wab.app.hud.box import Box
from wab.app.map.scene import MapScene
from wab.app.window.screens import Screen
from wab.app.window.trail import at_buttons
from wab.app.window.window import GameWindow


class _Rows(Screen):
    """Rows of the kit at the left, and the map next to them."""

    def __init__(self) -> None:
        self.window: GameWindow
        self.top = 40.0
        self.done: list[str] = []
        self.clicked: list[tuple[float, float]] = []

    def enter(self, window: GameWindow) -> None:
        self.window = window

    def draw_hud(self) -> None:
        kit = self.window.kit
        kit.begin_frame()
        with kit.panel("list", Box(20, 20, 240, 250)):
            for place, name in enumerate(("first", "second")):
                if kit.hot(name, Box(30, self.top + 60 * place, 200, 50)).clicked:
                    self.done.append(name)

    def on_click(self, x: float, y: float, shift: bool = False) -> None:
        self.clicked.append((x, y))


FIRST, SECOND, MAP = (100.0, 65.0), (100.0, 125.0), (400.0, 200.0)


@pytest.fixture
def rows(window: GameWindow, scene: MapScene) -> Iterator[_Rows]:
    rows, before = _Rows(), window.hud_scale
    window.set_hud_scale(1.0)
    window.show_screen(rows)
    window.inject_move(-1.0, -1.0)
    for _ in range(3):
        window.step(0.02)
    yield rows
    window.show_screen(Screen())
    window.set_hud_scale(before)


def use(window: GameWindow, *buttons: bool, place: tuple[float, float]) -> None:
    """The left button goes down (True) and up at a place, without a frame in between."""
    window.inject_move(*place)
    for down in buttons:
        window.inject_button(0, down)


def test_a_click_that_falls_into_one_frame_is_done_with_it(window: GameWindow, rows: _Rows) -> None:
    use(window, True, False, place=FIRST)
    window.step(1.0)
    assert rows.done == ["first"]


def test_clicks_at_two_places_within_one_frame_are_done_there(window: GameWindow, rows: _Rows) -> None:
    use(window, True, False, place=FIRST)
    use(window, True, False, place=MAP)
    use(window, True, False, place=SECOND)
    window.inject_move(*MAP)
    window.step(1.0)
    assert rows.done == ["first", "second"] and rows.clicked == [MAP]


def test_a_row_that_moves_away_between_press_and_release_is_clicked_and_no_other(
    window: GameWindow, rows: _Rows
) -> None:
    use(window, True, place=FIRST)
    window.step(0.02)
    rows.top -= 60.0
    window.step(0.02)
    use(window, False, place=FIRST)
    window.step(0.02)
    assert rows.done == ["first"]


def test_who_moves_off_a_row_before_letting_go_has_not_clicked_it(window: GameWindow, rows: _Rows) -> None:
    use(window, True, place=FIRST)
    window.step(0.02)
    use(window, False, place=SECOND)
    window.step(0.02)
    assert rows.done == []


def test_a_drag_that_falls_into_one_frame_moves_the_map_and_is_no_click(window: GameWindow, rows: _Rows) -> None:
    scene = window.scene
    assert scene is not None
    before = scene.camera.x
    use(window, True, place=MAP)
    use(window, False, place=(MAP[0] - 60, MAP[1]))
    window.step(1.0)
    window.step(0.02)
    assert rows.clicked == [] and scene.camera.x > before


def test_a_place_that_is_noted_twice_is_that_of_a_button() -> None:
    a, b = (1.0, 2.0), (3.0, 4.0)
    assert at_buttons([a, a, a, b, b, b, a], None) == [a, a, b, b]
    assert at_buttons([a, a, b], a) == [a, a]
    assert at_buttons([a, b], None) == []


PROGRAM = """
    import sys, time
    from pathlib import Path
    from wab.app.window.engine import open_engine
    from wab.app.window.engine_config import WindowSettings
    from wab.app.map.scene import open_map
    from wab.app.window.screens import Screen
    from wab.app.window.window import GameWindow
    from wab.content.hexmap import load_map

    class Slow(Screen):
        def update(self, dt):
            if window.frames > 5:
                time.sleep(0.8)

    window = GameWindow(open_engine(WindowSettings(width=800, height=500, sync=False, title="wab test")))
    window.log_events(Path(sys.argv[2]))
    scene = open_map(window, load_map(sys.argv[1]), Path(sys.argv[1]).parent / "art")
    scene.camera.fly_to(44.0, 35.2, 9.0)
    window.edge_scrolling = False
    window.show_screen(Slow())
    window.run_until_closed()
"""


@pytest.mark.window
def test_in_a_real_window_clicks_are_where_the_pointer_was_and_not_where_it_has_gone(tmp_path: Path) -> None:
    with running(PROGRAM, tmp_path, "800x500") as driver:
        driver.wait("ready")
        driver.do("mousemove", 400, 400)
        driver.do("click", 1)
        driver.wait("click")
        places = [(200, 150), (600, 350), (300, 250)]
        for x, y in places:
            driver.do("mousemove", x, y, "click", 1)
        driver.do("mousemove", 500, 50)
        driver.wait("click", 4)
        assert [(line["x"], line["y"]) for line in driver.told("click")[1:]] == places


MOVING = """
    import sys, time
    from pathlib import Path
    from wab.app.hud.box import Box
    from wab.app.window.engine import open_engine
    from wab.app.window.engine_config import WindowSettings
    from wab.app.window.screens import Screen
    from wab.app.window.window import GameWindow

    class Moving(Screen):
        count = 0

        def update(self, dt):
            time.sleep(0.5)

        def draw_hud(self):
            kit, below = window.kit, 60 * (self.count % 2)
            kit.begin_frame()
            with kit.panel("list", Box(20, 20, 240, 320)):
                for place, name in enumerate(("first", "second")):
                    if kit.hot(name, Box(30, 40 + below + 60 * place, 200, 50)).clicked:
                        self.count += 1
                        window.log("done", row=name)

    window = GameWindow(open_engine(WindowSettings(width=800, height=500, sync=False, title="wab test")))
    window.log_events(Path(sys.argv[2]))
    window.edge_scrolling = False
    window.show_screen(Moving())
    window.run_until_closed()
"""


@pytest.mark.window
def test_who_presses_one_thing_after_the_other_finds_them_where_they_lie_by_then(tmp_path: Path) -> None:
    with running(MOVING, tmp_path, "800x500") as driver:
        driver.wait("ready")
        for name in ("first", "second", "first", "first"):
            driver.press(name)
        driver.wait("done", 4)
        assert [line["row"] for line in driver.told("done")] == ["first", "second", "first", "first"]
