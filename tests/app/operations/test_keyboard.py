"""The battle played by keys alone, and the HUD by a real pointer. In the offscreen window."""

import pytest

import wab
from tests.app.operations.table import Hotseat, shown
from wab.app.gfx.theme import METRICS
from wab.app.hud.kit import Box
from wab.app.operations.front import FRONT
from wab.app.operations.hand.badges import move_rows
from wab.app.operations.hand.modes import Aim, Mode
from wab.app.play.archive import Seats
from wab.app.wargame.hand import cursor
from wab.app.wargame.screen import top_bar
from wab.app.wargame.screen.commands import PLAN
from wab.app.wargame.ui import badge as path_badge
from wab.app.wargame.ui.places import LEFT, TOP
from wab.app.window.key_actions import chord_of
from wab.hexes import Grid

OMAHA = "operations/cliffs-and-shingle"


@pytest.fixture
def battle(window, scene):
    """A battle on the window of all tests."""
    session = Hotseat(wab.new_game(OMAHA, seed=7), Seats("allied", {}))
    with shown(window, session) as screen:
        yield window, screen, session


def press(battle, *keys):
    window, screen, _session = battle
    for key in keys:
        assert screen.on_key(key, False, False), f"{key} means nothing"
        window.step(0.05)


# ------------------------------------------------------------------------------------------------- keys


def test_a_move_is_made_by_keys_alone(battle):
    _window, screen, session = battle
    press(battle, "n")
    unit, start = min(screen.interaction.units), screen.interaction.hex
    goals = {screen.view.board.grid.neighbour(start, side): key for key, side in cursor.DIRECTIONS.items()}
    goal = next(goal for goal in sorted(goals) if screen.interaction.reach.goes_to(goal))
    press(battle, "m")
    assert screen.interaction.aim is Aim.MOVE and screen.interaction.hovered == start
    press(battle, goals[goal])
    assert screen.interaction.hovered == goal and screen.interaction.path is not None
    press(battle, "enter")
    assert session.view.unit(unit).hex == goal
    screen.on_key("z", True, False)
    assert session.view.unit(unit).hex == start


def test_an_attack_is_planned_and_made_by_keys_alone(battle):
    _window, screen, session = battle
    while screen.interaction.aim is not Aim.ATTACK and screen.interaction.mode is not Mode.ATTACK:
        press(battle, "n", "a")
    if screen.interaction.mode is not Mode.ATTACK:
        first = screen.interaction.hovered
        press(battle, "tab")
        targets = screen.interaction.targets(Aim.ATTACK)
        assert first in targets and screen.interaction.hovered == targets[(targets.index(first) + 1) % len(targets)]
        press(battle, "enter")
    assert screen.interaction.mode is Mode.ATTACK
    before = screen.interaction.plan.units
    press(battle, "1")
    assert len(screen.interaction.plan.units ^ before) == 1
    press(battle, "1")
    assert screen.interaction.plan.units == before
    records = len(session.game.journal)
    press(battle, *(["enter"] * (1 + screen.interaction.doubtful)))
    assert len(session.game.journal) == records + 1


def test_the_units_of_a_stack_are_gone_through_by_a_key(battle):
    _window, screen, _session = battle
    press(battle, "n")
    while len(screen.view.position.stack(screen.interaction.hex)) < 2:
        press(battle, "n")
    whole = screen.interaction.units
    press(battle, "u")
    assert len(screen.interaction.units) == 1 and screen.interaction.units < whole


@pytest.mark.clause("OPS-2.4-3")
@pytest.mark.clause("OPS-3.2-1")
def test_the_sheet_opens_and_escape_puts_only_it_away(battle):
    _window, screen, _session = battle
    press(battle, "n", "i")
    units = screen.interaction.units
    assert screen.ui.sheet == screen.interaction.shown_unit
    press(battle, "escape")
    assert screen.ui.sheet is None and screen.interaction.units == units


def test_the_whole_list_of_keys_is_understood(battle):
    """Every default key of the table does something on this screen."""
    _window, screen, _session = battle
    press(battle, "n", "m")  # a move is aimed: the six directions mean something as well
    for group in FRONT.key_groups():
        if (group is PLAN) != screen.planning.on:
            screen.planning.toggle()
        for action in group.actions:
            for key, control, shift in map(chord_of, action.keys):
                assert screen._deed(key, control=control, shift=shift) is not None, action.id


def test_the_pointer_is_moved_from_hex_to_hex_and_stops_at_the_edge():
    grid = Grid(3, 3)
    assert cursor.step(grid, 4, "j") == 5 and cursor.step(grid, 5, "j") == 5
    around = {cursor.step(grid, 4, key) for key in cursor.DIRECTIONS}
    assert around == set(grid.adjacent(4))
    assert [cursor.following((3, 7), 3), cursor.following((3, 7), 7), cursor.following((3, 7), 0)] == [7, 3, 3]
    assert cursor.following((3, 7), 3, back=True) == 7 and cursor.following((), 3) is None


# ------------------------------------------------------------------------------------------------- the pointer


def rest(window, x, y):
    """Let the pointer rest until tooltips are there."""
    window.inject_move(x, y)
    for _ in range(3):
        window.step(0.3)


def click_slowly(window, x, y):
    """Press for several frames, as a hand does."""
    rest(window, x, y)
    window.inject_button(0, True)
    window.step(0.05)
    window.step(0.05)
    window.inject_button(0, False)
    window.step(0.05)
    window.step(0.05)


def test_a_button_with_a_tooltip_feels_a_click(battle):
    """A tooltip must not take the pointer's press away from the button under it."""
    window, screen, _session = battle
    scale = window.hud.scale
    click_slowly(window, (LEFT + METRICS.tool / 2) * scale, (TOP + METRICS.tool / 2) * scale)
    assert screen.ui.panel == "objectives"


def test_a_dialog_is_left_by_its_button_and_an_attack_made_by_it_is_no_enemy_move(battle, monkeypatch):
    window, screen, session = battle
    grid = screen.view.board.grid
    monkeypatch.setattr(window.hud, "scale", 0.33)  # the window of the tests is too small for a dialog at full size
    screen.interaction.click(grid.parse("4930"))
    screen.interaction.click(grid.parse("5030"))
    assert screen.interaction.mode is Mode.ATTACK
    window.step(0.05)
    box, scale = window.kit.covered["attack"], window.hud.scale
    click_slowly(window, (box.x + 100) * scale, (box.bottom - 32) * scale)
    assert screen.interaction.mode is Mode.SELECTED, "cancelled"
    screen.interaction.click(grid.parse("5030"))
    window.step(0.05)
    screen.set_speed(1.0)
    records = len(session.game.journal)
    click_slowly(window, (box.right - 100) * scale, (box.bottom - 32) * scale)
    assert screen.interaction.warned and len(session.game.journal) == records
    click_slowly(window, (box.right - 100) * scale, (box.bottom - 32) * scale)
    assert len(session.game.journal) == records + 1
    assert not screen.replaying and screen.interaction.units


def test_every_part_of_the_top_bar_explains_itself(battle):
    window, screen, _session = battle
    kit = screen._desk.kit
    window.inject_move(20 * kit.scale, 28 * kit.scale)
    window.step(0.05)
    window.step(0.05)
    assert kit.tip is not None and kit.tip.text
    assert METRICS.top_bar == top_bar.HEIGHT


# ------------------------------------------------------------------------------------------------- the badge


def test_the_badge_covers_no_counter_where_there_is_room():
    room = Box(0, 0, 800, 600)
    counters = [Box(370, 270, 60, 60), Box(370, 210, 60, 60), Box(430, 270, 60, 60)]
    badge = path_badge.best_place([(400, 300), (460, 340)], (180, 52), 33, counters, room)
    assert all(path_badge.shared(badge, counter) == 0 for counter in counters)
    assert path_badge.shared(badge, room) == pytest.approx(180 * 52)


def test_the_badge_stays_in_the_window():
    room = Box(0, 0, 800, 600)
    for corner in ((5, 5), (795, 5), (5, 595), (795, 595)):
        badge = path_badge.best_place([(400, 300), corner], (180, 52), 33, [], room)
        assert path_badge.shared(badge, room) > 0.8 * 180 * 52


def test_the_badge_of_a_move_is_drawn(battle):
    window, screen, _session = battle
    press(battle, "n", "m")
    goal = min(screen.interaction.reach.near)
    screen.interaction.hovered = goal
    rows = move_rows(screen.interaction.path)
    words = [part.words for row in rows for part in row]
    assert any("MP" in word for word in words) and any("undone" in word or "final" in word for word in words)
    calls = window.hud.draw_calls
    window.step(0.05)
    assert window.hud.draw_calls > 0 and calls > 0
