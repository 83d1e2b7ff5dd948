"""The column of tools with and without words, the small map of a turned map, and north. In the offscreen window."""

from itertools import pairwise

import pytest

import wab
from tests.app.operations.table import Hotseat, shown
from wab.app.gfx.theme import Rgba
from wab.app.hud.widgets import shared
from wab.app.pages.routes import PageNavigator
from wab.app.play.archive import Seats
from wab.app.wargame.screen import minimap
from wab.app.wargame.screen.tools import MOST_INK, swatch
from wab.app.wargame.ui.places import list_left, tool_cells
from wab.app.window.settings import Settings, load_settings
from wab.hexes import turned


@pytest.fixture
def large(window, scene, monkeypatch):
    session = Hotseat(wab.new_game("operations/the-night-of-the-crickets", seed=7), Seats("allied", {}))
    with shown(window, session) as screen:
        monkeypatch.setattr(window.hud, "scale", 0.35)
        screen.ui.hints_off = True
        window.step(0.05)
        yield window, screen
        window.tool_words = False


@pytest.mark.parametrize("words", [False, True])
def test_every_tool_has_a_place_of_its_own_above_the_small_map(large, words):
    window, screen = large
    screen.ui.tool_words = words
    window.step(0.05)
    cells = tool_cells(screen._desk)
    assert [cell.name for cell in cells if cell.name] == [
        *(name for name, _action in screen.tools()),
        "words",
    ]
    for number, cell in enumerate(cells):
        assert all(shared(cell.box, other.box) == 0 for other in cells[number + 1 :])
        assert cell.box.bottom <= window.kit.covered["minimap"].y
        assert bool(cell.action.label) is (words or not cell.name)
    assert list_left(screen._desk) > max(cell.box.right for cell in cells)


def test_with_words_each_group_has_its_heading(large):
    _window, screen = large
    screen.ui.tool_words = True
    cells = tool_cells(screen._desk)
    assert [cell.action.label for cell in cells if not cell.name] == ["Troops", "Overlays", "Map"]
    first = {"Troops": "objectives", "Overlays": "control", "Map": "fog"}
    for head, tool in pairwise(cells):
        if not head.name:
            assert tool.name in (first[head.action.label], "supply")


def test_a_key_switches_the_words_and_the_choice_is_kept(window, scene, tmp_path):
    kept = tmp_path / "settings.json"
    go = PageNavigator(window, Settings(), settings_file=kept)
    session = Hotseat(wab.new_game("operations/the-night-of-the-crickets", seed=7), Seats("allied", {}))
    try:
        with shown(window, session) as screen:
            screen.on_key("f12", False, False)
            assert screen.ui.tool_words and load_settings(kept).settings.tool_words
        with shown(window, session) as screen:
            assert screen.ui.tool_words, "the next battle has them as well"
            screen.on_key("f12", False, False)
            assert not load_settings(kept).settings.tool_words
    finally:
        go.close_session()
        window.remember = lambda _setting, _on: None


def test_the_button_of_the_third_dimension_says_what_it_will_do(large):
    _window, screen = large
    for deep, words in ((False, "To three dimensions"), (True, "To two dimensions")):
        screen.ui.three_d = deep
        assert dict(screen.tools())["3d"].tip == words


@pytest.mark.parametrize("degrees", [0.0, 90.0, 180.0])
def test_the_small_map_is_turned_with_the_map(large, monkeypatch, degrees):
    window, screen = large
    window.scene.turn_to(degrees)
    try:
        hex_ = screen.adapter.where(screen.adapter.own_units()[0])
        world, inner = minimap.window_of_play(screen.adapter, degrees), window.kit.covered["minimap"].inset(4)
        place = minimap._to_screen(world, inner, *turned(*window.scene.grid.centre(hex_), degrees))
        gone = []
        monkeypatch.setattr(screen, "fly", lambda x, y: gone.append(window.scene.grid.hex_at(x, y)))
        window.inject_move(*(part * window.kit.scale for part in place))
        window.step(0.05)
        window.inject_click(*(part * window.kit.scale for part in place))
        for _ in range(3):
            window.step(0.05)
        assert gone and gone[-1] == hex_, "a click on a unit goes to that unit"
    finally:
        window.scene.turn_to(0.0)


def test_a_key_brings_north_to_the_top_and_says_so_where_it_is(large):
    window, screen = large
    screen.on_key("insert", False, False)
    assert screen.messages.now == "North is at the top already."
    window.scene.turn_by(60.0)
    screen.on_key("insert", False, False)
    assert window.scene.turn == 0.0


def test_a_swatch_is_stronger_than_a_weak_tint_and_lets_the_paper_through():
    assert swatch(Rgba(90, 20, 60, 40)).alpha == 88
    assert swatch(Rgba(90, 20, 60, 110)).alpha == MOST_INK, "dark on the panel it would not be seen"
    assert swatch(Rgba(90, 20, 60, 200)).alpha == 200


def test_a_long_message_is_read_to_its_end_in_lines_beside_the_panels_at_the_right(large, words):
    window, screen = large
    told = "Another program changed the save during the game; its version is kept as the-first-week-other.wab. " * 2
    screen.messages.say(told.strip())
    own = next(iter(screen.adapter.own_units()))
    screen.interaction.select(own)
    words.clear()
    window.step(0.05)
    box = window.kit.covered["report"]
    said = [text for text in words if len(text) > 12 and text in told]
    assert " ".join(said) == told.strip() and len(said) > 1
    assert box.h >= 19 * len(said) and box.x >= 0
    panel = window.kit.covered["unit-panel"]
    assert box.right <= panel.x


def test_a_new_tool_has_words_until_it_has_been_used_three_times(window, scene, tmp_path, monkeypatch):
    kept = tmp_path / "settings.json"
    go = PageNavigator(window, Settings(), settings_file=kept)
    session = Hotseat(wab.new_game("operations/the-night-of-the-crickets", seed=7), Seats("allied", {}))
    try:
        with shown(window, session) as screen:
            monkeypatch.setattr(window.hud, "scale", 0.35)
            window.step(0.05)
            for use in range(3):
                assert {cell.name for cell in tool_cells(screen._desk) if cell.action.label} > {"control"}, use
                screen.use("control")
            cells = {cell.name: cell for cell in tool_cells(screen._desk)}
            assert not cells["control"].action.label and cells["names"].action.label
            assert load_settings(kept).settings.tool_uses == {"control": 3}
    finally:
        go.close_session()
        window.remember = lambda _setting, _on: None
        window.tool_uses = None


def test_two_columns_are_shown_and_the_rest_waits_behind_more(large, monkeypatch):
    window, screen = large
    screen.ui.tool_words = True
    monkeypatch.setattr(window.hud, "scale", 0.8)
    window.step(0.05)
    everything = {name for name, _action in screen.tools()} | {"words"}
    few = tool_cells(screen._desk)
    assert "more" in {cell.name for cell in few} and len({cell.box.x for cell in few}) == 2
    screen.ui.more_tools = True
    cells = tool_cells(screen._desk)
    assert {cell.name for cell in cells if cell.name} == everything | {"more"} and len(
        {cell.box.x for cell in cells}
    ) > 2
    for number, cell in enumerate(cells):
        assert all(shared(cell.box, other.box) == 0 for other in cells[number + 1 :])
    screen.ui.tool_words = False
