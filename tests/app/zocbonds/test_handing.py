"""Three persons at one screen of a game in which nothing is hidden: who plays now is said on a page or in a message."""

from __future__ import annotations

import pytest

from tests.app.zocbonds.battles import SCENARIO
from wab.app.pages.battle.curtain import HandOverPage
from wab.app.pages.opening.briefing import Briefing
from wab.app.pages.routes import PageNavigator
from wab.app.requests import scenario_info
from wab.app.window.screens import Screen
from wab.app.window.settings import Settings, load_settings
from wab.app.zocbonds.front import FRONT
from wab.app.zocbonds.looks import looks
from wab.app.zocbonds.screen.battle import ZocBondsBattle
from wab.engine.kernel.values import side_of
from wab.locale import set_language
from wab.systems.zocbonds.state.orders import Done

US, BRITISH, AXIS = "allied/us", "allied/commonwealth", "axis"


@pytest.fixture
def go(window, tmp_path):
    """The house with a player's settings."""
    settings = Settings("en", reduced_motion=True)
    go = PageNavigator(window, settings, folder=tmp_path / "saves", settings_file=tmp_path / "settings.json")
    yield go
    go.close_session()
    window.show_screen(Screen())
    set_language(None)
    window.set_hud_scale(1.0)


def begin(go, hand_over="phases", people=(US, BRITISH, AXIS), agents=None, seed=3):
    """A game of three players, and where the window is when it has begun."""
    go.change(Settings("en", reduced_motion=True, hand_over=hand_over))
    go.start(scenario_info(SCENARIO), people[0], agents or {}, seed, {"players": "3"}, people)
    return shown(go)


def shown(go):
    for _frame in range(4):
        go.window.step(0.05)
    return go.window.screen


def texts(go):
    """Every text of a frame."""
    go.window.hud.written = []
    go.window.step(0.05)
    seen, go.window.hud.written = set(go.window.hud.written), None
    return seen


def sit_down(go):
    """Press Enter on the page."""
    go.window.inject_key("enter")
    assert isinstance(shown(go), ZocBondsBattle)


def play(go, order=None):
    """The first order on offer, or a given one; return the screen after it."""
    session = go.session
    session.play(order or next(iter(session.game.legal_orders())))
    return shown(go)


def to_the_phase(go, seat):
    """Answers and ends of phases until a seat other than the one before has a phase of its own."""
    while (go.session.game.to_act, go.session.game.phase) != (seat, "movement"):
        screen = play(go, Done() if Done() in go.session.game.legal_orders() else None)
    return screen


def test_a_page_says_who_begins_and_what_he_decides(go):
    page = begin(go)
    assert isinstance(page, HandOverPage)
    seen = texts(go)
    assert {"HAND OVER TO", "US First Army"} <= seen
    assert "Turn 1 · Utah Beach · Which of your units loses a step?" in seen
    sit_down(go)
    assert "US FIRST ARMY" in {word.upper() for word in texts(go)}


def test_each_army_has_its_own_page_for_its_own_phase(go):
    begin(go)
    sit_down(go)
    found = []
    for seat in (AXIS, US, BRITISH):
        page = to_the_phase(go, seat)
        assert isinstance(page, HandOverPage) and page.seat == go.session.seat == seat
        assert f"Turn 1 · {'Movement'}" in texts(go)
        found.append(page.tint(page.seat))
        sit_down(go)
    assert len(set(found)) == 3, "each in a colour of its own"


def test_an_answer_is_handed_over_by_a_large_message_only(go):
    begin(go)
    sit_down(go)
    while go.session.seat == US:
        screen = play(go)
    assert go.session.seat == BRITISH and go.session.view.position.agenda
    assert isinstance(screen, ZocBondsBattle)
    seen = texts(go)
    assert "Over to: British Second Army" in seen
    assert screen.adapter.question() in seen
    assert "handed-close" in go.window.kit.places


def test_every_answer_has_its_page_for_those_who_want_it(go):
    begin(go, "always")
    sit_down(go)
    while go.session.seat == US:
        page = play(go)
    assert isinstance(page, HandOverPage) and page.seat == BRITISH


def test_no_page_at_all_for_those_who_want_none(go):
    assert isinstance(begin(go, "never"), ZocBondsBattle)
    assert "Over to: US First Army" in texts(go)
    assert isinstance(to_the_phase(go, AXIS), ZocBondsBattle)


def test_the_page_itself_can_be_put_off_for_good(go, tmp_path):
    begin(go)
    for key in ("arrow_right", "enter"):
        go.window.inject_key(key)
        go.window.step(0.05)
    assert isinstance(shown(go), ZocBondsBattle)
    assert load_settings(tmp_path / "settings.json").settings.hand_over == "never"
    assert isinstance(to_the_phase(go, AXIS), ZocBondsBattle)


def test_one_person_among_computers_is_never_asked_to_hand_over(go):
    assert isinstance(begin(go, "always", (US,), {BRITISH: "greedy", AXIS: "greedy"}), ZocBondsBattle)


def test_the_armies_of_a_side_have_colours_of_their_own_and_a_whole_side_keeps_its_own():
    seats = ("allied/us", "allied/commonwealth", "axis/seventh_army", "axis/panzergruppe_west")
    tints = [FRONT.side_tint(seat) for seat in seats]
    assert len(set(tints)) == 4 and set(looks.ARMY_TINTS.values()) == set(tints)
    assert len({FRONT.side_tint(side_of(seat)) for seat in seats} | set(tints)) >= 5


def test_the_briefing_does_not_speak_of_a_cover_where_nothing_is_hidden(go):
    go.brief(scenario_info(SCENARIO))
    screen = shown(go)
    assert isinstance(screen, Briefing)
    screen.seating.oppose("person")
    seen = str(texts(go))
    assert "a page says who is next" in seen and "covered" not in seen


def test_whoever_has_to_decide_first_is_at_the_screen_also_where_that_is_another_than_the_first_seat(go):
    page = begin(go, seed=7)
    assert go.session.game.to_act == AXIS
    assert isinstance(page, HandOverPage) and page.seat == AXIS
    sit_down(go)
    assert go.window.screen.interaction.to_act


def test_going_on_after_an_answer_needs_no_page(go):
    begin(go)
    sit_down(go)
    to_the_phase(go, US)
    sit_down(go)
    handing = go.window.screen.handing
    handing.told = AXIS  # who has answered in between
    assert isinstance(shown(go), ZocBondsBattle) and handing.told == US
    assert "Over to: US First Army" in texts(go)
