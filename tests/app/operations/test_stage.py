"""The enemy's turn as a show: bar, strip, camera, keys; the game is the same whether it is watched or not."""

import os
from pathlib import Path

import pytest

from ai.agents import make_agent
from tests.app.operations import table
from wab.app.play.archive import Seats
from wab.app.play.director import Role
from wab.engine.saves.reader import load_game
from wab.systems import get_system
from wab.systems.operations.state.orders import Attack

SCENARIO = "cliffs-and-shingle"


def to_the_enemy(session):
    """Play both sides up to the end of the enemy's first impulse, whose deeds are still to be shown."""
    players = {side: make_agent("greedy", "operations", 5) for side in ("allied", "axis")}
    while session.game.to_act == "allied":
        session.play(players["allied"].decide(session.game.view("allied")))
    session.take_witnessed()
    while session.game.to_act == "axis" and session.game.turn == 1:
        session.play_for_enemy(players["axis"].decide(session.game.view("axis")))


@pytest.fixture
def shown(opened, window):
    """The screen of a battle in which the enemy's turn begins to be shown."""
    screen, session, _ = opened(SCENARIO)
    screen.set_speed(1.0)
    to_the_enemy(session)
    window.step(0.05)
    yield screen, session
    screen.set_speed(0.0)
    window.step(0.05)


def picture(window, name):
    if folder := os.environ.get("STAGE_PICTURES"):
        window.screenshot(Path(folder) / f"{name}.png")


def test_the_enemys_turn_is_a_show_with_bar_and_strip(shown, window):
    screen, _session = shown
    director = screen._show.director
    assert director.going and screen.replaying
    window.step(0.05)
    places = window.kit.places
    assert {"show-back", "show-again", "show-pause", "replay-skip", "show-0"} <= set(places)
    assert "journal-title" not in places
    for _ in range(12):
        window.step(0.1)
    picture(window, "enemy_turn")
    for _ in range(400):
        window.step(0.1)
        if not director.going:
            break
    assert not screen.replaying
    window.step(0.05)
    assert "journal-title" in window.kit.places


def test_escape_pauses_then_ends_the_show_and_opens_no_menu(shown, window):
    screen, _session = shown
    screen.escape()
    assert screen._show.director.paused and screen._show.director.going
    before = screen._show.director.seconds_left
    window.step(0.3)
    assert screen._show.director.seconds_left == before
    screen.escape()
    assert not screen._show.director.going and not screen.replaying
    assert screen.exits.gone == []


def test_after_skip_back_and_again_the_counters_stand_as_the_game_has_them(shown, window):
    screen, _session = shown
    director = screen._show.director
    for _ in range(30):
        window.step(0.1)
    director.back()
    window.step(0.1)
    director.again()
    assert director.place == 0
    window.step(0.1)
    screen.skip()
    window.step(0.05)
    own = {unit: screen.adapter.where(unit) for unit in screen.adapter.own_units()}
    assert {spec.key: spec.hex for spec in screen._known if spec.key in own} == own


def test_the_game_is_the_same_watched_skipped_or_without_animations(opened, window):
    """The show reads the game and changes nothing: equal digests of the game, equal counters on the map."""
    ends = []
    for way in ("watched", "skipped", "at once"):
        screen, session, _ = opened(SCENARIO)
        screen.set_speed(0.0 if way == "at once" else 4.0)
        to_the_enemy(session)
        window.step(0.05)
        while screen.replaying:
            if way == "skipped":
                screen.skip()
            window.step(0.5)
        window.step(0.05)
        ends.append((session.game.digest(), screen.adapter.counters(), list(screen._known)))
    assert ends[0] == ends[1] == ends[2]


def test_the_view_comes_back_unless_the_player_moved_it(shown, window):
    screen, _session = shown
    camera, director = screen._scene.camera, screen._show.director
    home = screen._show.lens._home
    for _ in range(10):
        window.step(0.1)
    screen.skip()
    assert (camera.x, camera.y, camera.span) == pytest.approx(home)
    screen._watching = True
    director.open(director._moments, director.scenes, director.programme)
    camera.pan(0.2, 0.0)
    taken = camera.x, camera.y
    director.skip()
    assert (camera.x, camera.y) == taken


def with_an_own_attack(opened, window):
    """Play to the first attack of the side at the screen, which is still to be shown."""
    screen, session, drawn = opened(SCENARIO)
    player = make_agent("greedy", "operations", 5)
    enemy = make_agent("greedy", "operations", 5)
    for _ in range(400):
        seat = session.game.to_act
        order = (player if seat == "allied" else enemy).decide(session.game.view(seat))
        if isinstance(order, Attack) and seat == "allied":
            window.step(0.05)
            screen.set_speed(1.0)
            session.play(order)
            screen._after_order()
            return screen, session, drawn
        session._play(order)
        screen.skip()
    raise AssertionError("no attack")


def test_an_own_attack_is_shown_free_of_panels_and_then_all_is_as_before(opened, window):
    screen, _session, drawn = with_an_own_attack(opened, window)
    director, camera = screen._show.director, screen._scene.camera
    home = screen._show.lens._home
    assert director.role == Role.OWN and not screen.replaying and screen.showing
    assert director.scene is not None and director.scene.kind == "combat"
    drawn.frame()
    assert drawn.has("Your side") and not drawn.has("The enemy") and "show-back" not in drawn.parts
    assert "journal-title" not in drawn.parts and screen.main_action().label == "Skip"
    picture(window, "own_attack")
    for _ in range(200):
        window.step(0.1)
        if not screen.showing:
            break
    assert not screen.showing and (camera.x, camera.y, camera.span) == pytest.approx(home)
    drawn.frame()
    assert "journal-title" in drawn.parts
    screen.set_speed(0.0)


def test_a_click_on_the_map_ends_the_show_of_an_own_attack(opened, window):
    screen, _session, _drawn = with_an_own_attack(opened, window)
    screen.on_click(200.0, 200.0)
    assert not screen.showing
    screen.set_speed(0.0)


def ended(window, screen):
    """Show the rest at once."""
    screen.skip()
    window.step(0.05)


def scenes_told(screen):
    """Open the last turn, and return its scenes in the strip."""
    screen.show_last_turn()
    director = screen._show.director
    assert director.going and director.paused and director.role == Role.PAST
    return [director.scenes[one.number].sentence for one in director.programme.shown]


def test_the_last_turn_can_be_opened_after_the_show_and_after_loading(opened, window, tmp_path):
    screen, session, drawn = opened(SCENARIO)
    assert not screen.can_show_last_turn
    screen.set_speed(1.0)
    to_the_enemy(session)
    window.step(0.05)
    watched = [screen._show.director.scenes[one.number] for one in screen._show.director.programme.shown]
    ended(window, screen)
    before = screen.adapter.counters()
    told = scenes_told(screen)
    assert {one.sentence for one in watched} <= set(told)
    drawn.frame()
    assert drawn.has(f"Turn {session.game.turn} again")
    drawn.frame(press="show-1")
    assert screen._show.director.place == 1 and not screen._show.director.paused
    ended(window, screen)
    assert not screen.showing and screen.adapter.counters() == before and list(screen._known) == before
    session.game.save(tmp_path / "kept.wab")
    again = table.Hotseat(load_game(tmp_path / "kept.wab", get_system), Seats("allied", {}))
    with table.shown(window, again) as loaded:
        loaded.set_speed(1.0)
        assert scenes_told(loaded) == told
        ended(window, loaded)
        loaded.set_speed(0.0)


def test_a_past_turn_is_shown_without_motion_too(opened, window):
    screen, session, _drawn = opened(SCENARIO)
    to_the_enemy(session)
    window.step(0.05)
    window.step(0.05)
    assert not screen.showing and screen.ui.speed == 0.0
    assert len(scenes_told(screen)) > 1
    window.step(0.05)
    assert screen._show.director.paused
    screen._show.director.pause()
    window.step(0.05)
    assert screen.showing and screen._show.director.place == 0
    for _ in range(300):
        window.step(0.1)
    assert not screen.showing


@pytest.mark.parametrize("answer, follows", [("follow-yes", True), ("follow-no", False)])
def test_the_first_turn_of_the_enemy_asks_once_if_the_view_shall_follow(opened, window, monkeypatch, answer, follows):
    screen, session, drawn = opened(SCENARIO)
    kept = []
    monkeypatch.setattr(window, "remember", lambda setting, on: kept.append((setting, on)))
    monkeypatch.setattr(window, "follow_chosen", False)
    screen.set_speed(1.0)
    to_the_enemy(session)
    drawn.frame()
    drawn.frame()
    assert drawn.has("Should the view follow the enemy?") and screen.showing
    drawn.frame(press=answer)
    assert kept == [("follow", follows), ("follow_chosen", True)] and window.follow is follows
    drawn.frame()
    assert answer not in drawn.parts
    window.follow = True
    ended(window, screen)
    screen.set_speed(0.0)


def test_a_view_that_stays_has_an_arrow_to_each_scene_out_of_sight(opened, window, monkeypatch):
    screen, session, drawn = opened(SCENARIO)
    kept = []
    monkeypatch.setattr(window, "remember", lambda setting, on: kept.append((setting, on)))
    window.follow = True
    screen.set_speed(1.0)
    to_the_enemy(session)
    drawn.frame()
    drawn.frame(press="show-follow")
    assert kept == [("follow", False)] and not window.follow
    camera, director = screen._scene.camera, screen._show.director
    goal = director.scene.hexes[-1]
    x, y = screen._scene.grid.centre(goal)
    camera.return_to(x + 12.0, y, 8.0)
    taken = camera.x, camera.y
    director.pause()
    drawn.frame()
    assert (camera.x, camera.y) == taken and "show-there" in drawn.parts
    drawn.frame(press="show-there")
    for _ in range(10):
        window.step(0.1)
    drawn.frame()
    assert "show-there" not in drawn.parts
    window.follow = True
    ended(window, screen)
    screen.set_speed(0.0)
