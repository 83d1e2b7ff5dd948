"""The battle screen in an offscreen window: clicks on the map, keys, the HUD drawn in every state, the replay."""

import pytest

import wab
from tests.app.operations.table import Hotseat, shown
from wab.app.operations.hand.modes import Mode
from wab.app.play.archive import Seats
from wab.app.play.messages import SECONDS
from wab.systems.operations.state.orders import Pass


@pytest.fixture
def battle(window, scene):
    """A battle at Omaha on the window of all tests."""
    session = Hotseat(wab.new_game("operations/cliffs-and-shingle", seed=7), Seats("allied", {}))
    with shown(window, session) as screen:
        yield window, screen, session


def place(window, screen, label):
    return window.scene.project(screen.view.board.grid.parse(label))


def click(window, screen, label):
    screen.on_click(*place(window, screen, label))
    window.step(0.05)


def test_the_map_shows_the_view(battle):
    window, _screen, session = battle
    assert {spec.key for spec in window.scene.counters.specs} == set(session.view.position.units)
    assert window.hud.draw_calls > 10


def test_a_click_on_the_map_selects_and_another_moves(battle):
    window, screen, session = battle
    click(window, screen, "5029")
    assert screen.interaction.units
    selected = {spec.key for spec in window.scene.counters.specs if spec.selected}
    assert selected == screen.interaction.units
    goal = min(screen.interaction.reach.near)
    unit = min(screen.interaction.units)
    click(window, screen, session.view.board.grid.label(goal))
    assert session.view.unit(unit).hex == goal
    assert next(spec for spec in window.scene.counters.specs if spec.key == unit).hex == goal
    screen.on_key("z", True, False)
    window.step(0.05)
    assert next(spec for spec in window.scene.counters.specs if spec.key == unit).hex != goal


def test_the_dialogs_are_drawn_and_an_attack_goes_out_by_the_enter_key(battle):
    window, screen, session = battle
    click(window, screen, "4930")
    click(window, screen, "5030")
    assert screen.interaction.mode is Mode.ATTACK
    window.step(0.05)
    records = len(session.game.journal)
    screen.on_key("enter", False, False)
    assert screen.interaction.warned and len(session.game.journal) == records, "the odds are poor"
    screen.on_key("enter", False, False)
    for _ in range(5):
        window.step(0.5)
    assert len(session.game.journal) == records + 1
    assert screen.interaction.plan is None or screen.interaction.mode is Mode.ADVANCE


@pytest.mark.parametrize("key", ["o", "r", "f1", "j", "c", "z", "v", "g", "t", "h", "f3", "n", "tab", "1", "5"])
def test_every_key_is_understood_and_what_it_opens_can_be_drawn(battle, key):
    window, screen, _session = battle
    assert screen.on_key(key, False, False)
    window.step(0.05)
    assert screen.on_key(key, False, False)
    window.step(0.8)


def test_a_key_without_meaning_is_left_to_the_map(battle):
    _window, screen, _session = battle
    assert not screen.on_key("arrow_left", False, False)


@pytest.mark.clause("OPS-5.1-4")
def test_the_enemy_is_shown_and_a_line_of_report_stays(battle):
    window, screen, session = battle
    screen.on_key("f5", False, False)
    screen.on_key("enter", False, False)
    window.step(0.05)
    assert session.view.to_act == "axis"
    screen.set_speed(1.0)
    order = next(order for order in session.game.legal_orders() if type(order).__name__ == "Move")
    session.play_for_enemy(order)
    window.step(0.05)
    assert screen.replaying and screen.interaction.mode is Mode.WATCHING
    screen.on_key("space", False, False)
    window.step(0.05)
    assert not screen.replaying
    session.play_for_enemy(Pass())
    screen.set_speed(0.0)
    for _ in range(4):
        window.step(0.3)
    assert screen.interaction.mode is Mode.IDLE and screen.messages.now == "moves seen: 1"
    screen.on_key("n", False, False)
    assert "points" in screen.messages.now


def test_the_end_leads_to_the_outcome(battle):
    window, screen, session = battle
    while session.game.outcome is None:
        session.play_for_enemy(Pass())
    for _ in range(6):
        window.step(0.3)
    assert screen.interaction.mode is Mode.OVER
    screen.on_key("enter", False, False)
    assert screen.exits.gone == ["outcome"]


def test_two_messages_of_one_moment_are_shown_one_after_the_other(battle, monkeypatch):
    window, screen, session = battle
    told = [["This game is not being saved.", "The computer player stumbled.", "It failed again."]]
    monkeypatch.setattr(session, "take_messages", lambda: told.pop() if told else [])
    window.step(0.05)
    assert screen.messages.now == "This game is not being saved."
    screen.on_key("n", False, False)
    assert screen.messages.now == "The computer player stumbled."
    click(window, screen, "4930")
    assert screen.messages.now == "It failed again."
    screen.on_key("n", False, False)
    assert screen.messages.now == ""


def test_a_message_gives_way_to_the_next_when_its_time_is_over(battle):
    window, screen, _session = battle
    screen.messages.say("The first.")
    screen.messages.say("The second.")
    window.step(SECONDS / 2)
    assert screen.messages.now == "The first."
    window.step(SECONDS / 2)
    assert screen.messages.now == "The second."


def test_settings_and_back_keep_the_selection(battle):
    window, screen, _session = battle
    click(window, screen, "4930")
    units = screen.interaction.units
    screen.on_key("f10", False, False)
    assert screen.exits.gone == ["settings"]
    screen.leave()
    screen.enter(window)
    window.step(0.05)
    assert screen.interaction.units == units
