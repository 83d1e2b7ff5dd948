"""A large HUD in a small window: each screen has the room that it needs; the rest scrolls, stacks or shrinks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from wab.app.hud.kit import Kit
from wab.app.pages.opening.choice import ChoicePage
from wab.app.pages.routes import PageNavigator
from wab.app.pages.settings.settings_page import SettingsPage, held_back
from wab.app.requests import PictureRequest
from wab.app.window.screens import Screen
from wab.app.window.settings import HUD_SCALES, Settings
from wab.app.window.window import GameWindow
from wab.cli import main
from wab.locale import set_language


class Small(Screen):
    """A screen that needs 400 by 250."""

    least = (400.0, 250.0)


@pytest.fixture
def small(window: GameWindow) -> Iterator[GameWindow]:
    """The window of all tests, as a HUD sees it that thinks it has 1280 by 720."""
    size = window.hud.width, window.hud.height
    window.hud.resize(1280, 720)
    yield window
    window.hud.resize(*size)
    window.show_screen(Screen())
    window.set_hud_scale(1.0)
    set_language(None)


def test_a_hud_is_as_large_as_chosen_unless_the_screen_has_no_room_for_it(small: GameWindow) -> None:
    small.show_screen(Small())
    found = []
    for scale in HUD_SCALES:
        small.set_hud_scale(scale)
        found.append(small.hud.scale)
    assert found == [1.0, 0.75, 1.0, 1.25, 1.5, 1.75, 2.0, 2.5]
    Small.least = (640.0, 360.0)
    small.set_hud_scale(2.5)
    assert small.hud.scale == 2.0
    small.show_screen(Screen())  # which needs less
    assert small.hud.scale == 2.5


def test_a_small_hud_is_never_made_larger_or_smaller_than_chosen(small: GameWindow) -> None:
    Small.least = (4000.0, 3000.0)
    small.show_screen(Small())
    for scale in (0.75, 1.0, 1.5):
        small.set_hud_scale(scale)
        assert small.hud.scale == min(scale, 1.0)


def test_a_panel_that_needs_more_room_is_drawn_smaller_by_itself(small: GameWindow) -> None:
    small.set_hud_scale(2.0)
    kit = Kit(small.hud, small.symbols)
    small.hud.begin(0.1)
    wide = kit.width("Caen", "body", 20)
    with kit.fitting(1000.0, 300.0):
        assert kit.scale == small.hud.scale == pytest.approx(1.28)
        assert kit.screen.w == pytest.approx(1000.0)
        assert kit.width("Caen", "body", 20) == pytest.approx(wide, rel=0.06)
    assert kit.scale == small.hud.scale == 2.0
    small.hud.end()


@pytest.mark.parametrize("scale", [1.0, 1.75])
def test_the_panel_of_a_scenario_stands_beside_the_list_and_inside_the_window(
    small: GameWindow, monkeypatch: pytest.MonkeyPatch, scale: float
) -> None:
    go = PageNavigator(small, Settings("en", hud_scale=scale, reduced_motion=True))
    boxes: dict[str, tuple[float, float, float, float]] = {}
    sheet = ChoicePage.sheet

    def seen(page: ChoicePage, name: str, *box: float, **more: object) -> object:
        boxes[name] = (box[0], box[1], box[2], box[3])
        return sheet(page, name, *box, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(ChoicePage, "sheet", seen)
    go.choose()
    small.step(0.1)
    screen = small.kit.screen
    (x, _y, wide, _high), (left, top, width, height) = boxes["scenarios"], boxes["chosen"]
    assert x + wide < left
    assert left + width <= screen.w and top >= 0 and top + height <= screen.h
    assert width > 200


def test_a_picture_can_be_asked_for_at_a_size_of_the_hud(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    asked: list[PictureRequest] = []
    monkeypatch.setattr("wab.cli.playing.take_screenshot", asked.append)
    out = str(tmp_path / "a.png")
    assert main(["screenshot", "operations/cliffs-and-shingle", "--out", out, "--hud-scale", "1.75"]) == 0
    assert main(["screenshot", "operations/cliffs-and-shingle", "--out", out, "--hud-scale", "3"]) == 2
    assert [request.hud_scale for request in asked] == [1.75]


@pytest.mark.parametrize(
    ("scale", "told"), [(1.0, ""), (1.75, "Normandy 1944 150% · Normandy 1944 (combat board) 104%")]
)
def test_the_settings_say_where_a_large_hud_is_held_back(small: GameWindow, scale: float, told: str) -> None:
    go = PageNavigator(small, Settings("en", hud_scale=scale, reduced_motion=True))
    go.configure()
    small.step(0.1)
    page = small.screen
    assert isinstance(page, SettingsPage)
    said = held_back(page)
    assert told in said and bool(told) == bool(said)
