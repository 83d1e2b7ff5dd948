"""No panel covers the things that panels speak of; tooltips cover no button. In the offscreen window and as values."""

import pytest

import wab
from tests.app.operations.table import Hotseat, shown
from tests.app.wargame import test_hex_front as bocage
from wab.app.hud.box import Box
from wab.app.hud.widgets import shared, tip_place
from wab.app.operations.hand.modes import Aim
from wab.app.play.archive import Seats
from wab.app.wargame.ui import gaze
from wab.app.wargame.ui.hints import Hint
from wab.app.wargame.ui.places import corner_box

battle = bocage.battle
SCREEN = Box(0, 0, 1280, 720)


@pytest.fixture
def large(window, scene, monkeypatch):
    """A battle of the flagship in a window that is 1,730 pixels wide at 100 %."""
    session = Hotseat(wab.new_game("operations/the-night-of-the-crickets", seed=7), Seats("allied", {}))
    with shown(window, session) as screen:
        monkeypatch.setattr(window.hud, "scale", 0.3)
        screen.ui.hints_off = True
        settle(window)
        yield window, screen


def settle(window):
    for _ in range(6):
        window.step(0.2)


def put(window, hex_, x, y):
    """Move the map until a hex lies at a place of the window, in shares of it."""
    camera = window.scene.camera
    there = window.scene.project(hex_)
    camera.slide(x * camera.width - there[0], y * camera.height - there[1])
    window.step(0.01)
    assert window.scene.project(hex_) == pytest.approx((x * camera.width, y * camera.height), abs=2)


def lies_free(window, hex_):
    x, y = (part / window.kit.scale for part in window.scene.project(hex_))
    return not any(box.holds(x, y) for box in window.kit.covered.values()) and window.kit.screen.holds(x, y)


def own_hex(screen):
    return screen.adapter.where(screen.adapter.own_units()[0])


def test_the_map_moves_out_from_under_the_panel_of_the_unit_that_was_clicked(large):
    window, screen = large
    hex_ = own_hex(screen)
    put(window, hex_, 0.93, 0.4)
    screen.on_click(*window.scene.project(hex_))
    settle(window)
    assert screen.interaction.hex == hex_ and "unit-panel" in window.kit.covered
    assert lies_free(window, hex_)


def test_the_map_stays_where_nothing_is_covered_and_where_the_player_puts_it(large):
    window, screen = large
    camera, hex_ = window.scene.camera, own_hex(screen)
    put(window, hex_, 0.45, 0.4)
    before = camera.x, camera.y
    screen.on_click(*window.scene.project(hex_))
    settle(window)
    assert (camera.x, camera.y) == pytest.approx(before)
    camera.slide(0.48 * camera.width, 0.0)  # under the panel, but by the player's own hand
    held = camera.x, camera.y
    settle(window)
    assert (camera.x, camera.y) == pytest.approx(held)


def test_the_map_moves_out_from_under_a_hint_that_speaks_of_a_place_in_view(large, monkeypatch):
    window, screen = large
    hex_ = own_hex(screen)
    monkeypatch.setattr(type(screen), "hint", property(lambda _screen: Hint(1, "Look at this place. " * 9, hex_)))
    put(window, hex_, 0.3, 0.7)
    screen.ui.hints_off = False
    settle(window)
    assert "hint" in window.kit.covered and lies_free(window, hex_)


def test_a_place_in_three_dimensions_is_brought_out_as_well(large):
    window, screen = large
    window.scene.camera.set_mode(True, at_once=True)
    hex_ = own_hex(screen)
    there = window.scene.project(hex_)
    window.scene.camera.slide(0.93 * window.scene.camera.width - there[0], 0.0)
    window.step(0.01)
    screen.on_click(*window.scene.project(hex_))
    settle(window)
    assert lies_free(window, hex_)


def test_where_no_move_brings_all_out_nothing_moves(large):
    window, _screen = large
    camera = window.scene.camera
    hexes = [0, window.scene.grid.size - 1]
    before = camera.x, camera.y
    assert not gaze.clear(window.scene, hexes, [], window.kit.scale, seconds=0.0)
    assert (camera.x, camera.y) == before


@pytest.mark.parametrize("scale", [0.3, 0.43, 0.44])
def test_the_panel_of_a_unit_ends_above_the_buttons_in_the_corner(large, monkeypatch, scale):
    window, screen = large
    monkeypatch.setattr(window.hud, "scale", scale)
    for unit in screen.adapter.own_units()[:6]:
        screen.interaction.select(unit)
        screen.interaction.select_all()
        window.step(0.05)
        panel = window.kit.covered["unit-panel"]
        assert panel.bottom <= corner_box(screen._desk).y and shared(panel, window.kit.covered["corner"]) == 0


def test_a_small_system_has_the_same_rule(battle):
    window, screen, session = battle
    hex_ = bocage.here(session, bocage.FOOT)
    window.hud.scale, before = 0.3, window.hud.scale
    try:
        settle(window)
        put(window, hex_, 0.93, 0.4)
        screen.on_click(*window.scene.project(hex_))
        settle(window)
        assert lies_free(window, hex_)
    finally:
        window.hud.scale = before


# ------------------------------------------------------------------------------------------------- tooltips


def column(count):
    return [Box(12, 72 + 46 * place, 40, 40) for place in range(count)]


@pytest.mark.parametrize("row", [0, 3, 8])
def test_the_tooltip_of_a_tool_stands_beside_the_column(row):
    tools = column(9)
    about = tools[row]
    tip = tip_place(SCREEN, (30, about.y + 20), (220, 40), about, tools, [Box(12, 72, 40, 9 * 46)])
    assert all(shared(tip, tool) == 0 for tool in tools) and shared(tip, SCREEN) == 220 * 40


def test_in_two_columns_it_stands_beside_both():
    tools = [*column(9), *(Box(58, tool.y, 40, 40) for tool in column(9))]
    tip = tip_place(SCREEN, (30, 280), (220, 40), tools[4], tools, [Box(12, 72, 92, 9 * 46)])
    assert all(shared(tip, tool) == 0 for tool in tools)


def test_the_tooltip_of_a_button_in_a_row_keeps_off_its_neighbours_and_the_edge():
    row = [Box(960 + 80 * place, 670, 72, 40) for place in range(4)]
    tip = tip_place(SCREEN, (1000, 690), (300, 60), row[0], row, [Box(950, 660, 330, 60)])
    assert all(shared(tip, button) == 0 for button in row) and shared(tip, SCREEN) == 300 * 60
    assert not tip.holds(1000, 690)


@pytest.mark.parametrize("scale, roomy", [(0.3, True), (0.44, False)])
def test_each_closed_order_has_its_own_reason_where_there_is_room(window, scene, monkeypatch, words, scale, roomy):
    session = Hotseat(wab.new_game("operations/the-scottish-corridor", seed=7), Seats("allied", {}))
    with shown(window, session) as screen:
        monkeypatch.setattr(window.hud, "scale", scale)
        hand, most = screen.interaction, 0
        for unit in screen.adapter.own_units():
            hand.deselect()
            hand.select(unit)
            refusals = [hand.why_not_aim(aim) for aim in (Aim.ATTACK, Aim.MOVE, Aim.BOMBARD)]
            closed = {str(refusal.text) for refusal in refusals if refusal is not None}
            words.clear()
            window.step(0.05)
            told = {why for why in closed if any(word.endswith(f": {why}") for word in words)}
            assert told == closed if roomy else len(told) == min(1, len(closed))
            most = max(most, len(closed))
            if most > 1:
                break
        assert most > 1
