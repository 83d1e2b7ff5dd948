"""The enemy's turn as a show: bar, strip, camera, keys; the game is the same whether it is watched or not."""

import os
from pathlib import Path

import pytest

from ai.agents import make_agent

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
