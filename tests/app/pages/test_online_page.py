"""Games on servers, in the window: the page that leads to them, and what is different in a battle that lies there."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

import wab
from tests.app.served import served
from wab.app.map.scene import MapScene
from wab.app.pages.battle.menu import Entry, MenuPage
from wab.app.pages.battle.outcome import OutcomeScreen
from wab.app.pages.battle.question import QuestionPage
from wab.app.pages.battle.report_page import ReportPage
from wab.app.pages.online import game_words
from wab.app.pages.online.online_page import OnlinePage
from wab.app.pages.opening.title import TitlePage
from wab.app.pages.routes import PageNavigator
from wab.app.play.remote import Remote
from wab.app.window.screens import Screen
from wab.app.window.settings import Settings
from wab.app.window.window import GameWindow
from wab.locale import set_language
from wab.online import keyring
from wab.online.client import Client, ServerRefuses
from wab.online.joining import begin_game, invited, sign_in

SCENARIO = "cards/pegasus-bridge"
PATIENCE = 30.0


@pytest.fixture
def go(window: GameWindow, scene: MapScene, address: str, tmp_path: Path) -> Iterator[PageNavigator]:
    go = PageNavigator(window, Settings("en", reduced_motion=True), folder=tmp_path / "saves")
    yield go
    go.close_session()
    window.show_screen(Screen())
    set_language(None)


@pytest.fixture
def bert(address: str) -> Iterator[Client]:
    client = Client(address)
    client.make_account("Bert")
    yield client
    client.close()


def until(go: PageNavigator, reached: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not reached():
        go.window.step(0.05)
        time.sleep(0.05)  # the server runs in this process, and a frame leaves it no time
        assert time.monotonic() < end, getattr(go.window.screen, "problem", "nothing came")


def press(go: PageNavigator, identity: str) -> None:
    """Press a thing of the page with the keyboard."""
    page = go.window.screen
    assert isinstance(page, (OnlinePage, MenuPage, TitlePage, OutcomeScreen, QuestionPage))
    go.window.step(0.05)
    until(go, lambda: identity in page.focus._before or identity in page.focus._order)
    page.focus.go_to(identity)
    go.window.inject_key("enter")
    go.window.step(0.05)


def enter(go: PageNavigator, address: str) -> OnlinePage:
    """From the title page to the lists of a server that this device does not know yet."""
    go.title()
    press(go, "online")
    page = go.window.screen
    assert isinstance(page, OnlinePage)
    page.fields |= {"address": address, "name": "Anna"}
    press(go, "sign in")
    until(go, lambda: page.lists["mine"] is not None and page.lists["open"] is not None)
    return page


def battle(go: PageNavigator, address: str, bert: Client) -> Remote:
    """The battle screen of a game that Bert has begun and Anna has joined by its invitation; it is Anna's turn."""
    begun = begin_game(bert, SCENARIO, invited(wab.new_game(SCENARIO).seats, "axis"))
    page = enter(go, address)
    page.fields["invitation"] = f"{address}  {begun.id}.{begun.codes['allies']}"
    press(go, "take seat")
    until(go, lambda: isinstance(go.session, Remote))
    assert isinstance(go.session, Remote)
    return go.session


@pytest.mark.slow("a server, and the table of cards is built and drawn")
def test_a_game_is_begun_on_the_page_and_its_invitation_is_shown(go: PageNavigator, address: str, bert: Client) -> None:
    page = enter(go, address)
    press(go, "tab begin")
    for choice in (f"scenario {SCENARIO}", "seat axis me", "pace daily", "rated True", "begin"):
        press(go, choice)
    until(go, lambda: page.begin.begun is not None)
    begun = page.begin.begun
    assert begun is not None and list(begun.codes) == ["allies"]
    assert "copy allies" in page.focus._before or "copy allies" in page.focus._order
    info = bert.accept(begun.id, begun.codes["allies"])
    assert (info.scenario, info.status, info.rated, info.clock.pace) == (SCENARIO, "running", True, "daily")
    press(go, "to games")
    press(go, f"game {begun.id}")
    until(go, lambda: isinstance(go.session, Remote))
    assert go.session is not None and go.session.seat == "axis" and "Bert has to decide" in go.session.awaited


def test_a_game_is_begun_with_options_and_a_computer_player_at_a_seat(go: PageNavigator, address: str) -> None:
    page = enter(go, address)
    press(go, "tab begin")
    for choice in ("scenario omaha/the-first-waves", "option players 2"):
        press(go, choice)
    assert page.begin.terms.wanted(is_open=False) == {"us/1st": "me", "us/29th": "me"}
    press(go, "seat us/29th person")
    for choice in ("seat us/29th computer", "level easy", "begin"):
        press(go, choice)
    until(go, lambda: page.begin.begun is not None)
    assert page.begin.begun is not None and page.begin.begun.codes == {} and page.client is not None
    info = page.client.info(page.begin.begun.id)
    assert (info.status, info.options, info.own) == ("running", {"players": "2"}, ("us/1st",))
    assert [each.agent for each in info.seats] == ["", "easy"]


def test_a_password_that_is_set_here_opens_the_account_on_another_device(
    go: PageNavigator, address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = enter(go, address)
    press(go, "tab account")
    page.fields["new password"] = "le chien est à la plage"
    press(go, "set password")
    until(go, lambda: page.fields["new password"] == "" and not page.errands.busy)
    monkeypatch.setattr(keyring, "keyring_path", lambda: tmp_path / "of another device.json")
    with pytest.raises(ServerRefuses):
        sign_in(address, "Anna")
    with pytest.raises(ServerRefuses, match="do not belong together"):
        sign_in(address, "Anna", "les carottes")
    press(go, "servers")
    page.fields |= {"name": "Anna", "password": "le chien est à la plage"}
    press(go, "sign in")
    until(go, lambda: page.client is not None)
    assert page.fields["password"] == ""


@pytest.mark.slow("a server, and the table of cards is built and drawn")
def test_a_free_seat_is_taken_and_a_device_is_known_the_second_time(
    go: PageNavigator, address: str, bert: Client
) -> None:
    begun = begin_game(bert, SCENARIO, invited(wab.new_game(SCENARIO).seats, "axis", is_open=True))
    enter(go, address)
    press(go, "tab open")
    press(go, f"sit {begun.id} allies")
    until(go, lambda: isinstance(go.session, Remote))
    go.to_menu()
    press(go, "online")
    press(go, f"server {address} Anna")
    press(go, f"game {begun.id}")
    until(go, lambda: isinstance(go.session, Remote))
    assert bert.info(begun.id).seats[0].player == "Anna"


def test_what_goes_wrong_is_one_sentence_and_the_page_stays(go: PageNavigator, address: str) -> None:
    page = enter(go, address)
    page.fields["invitation"] = "nonsense.x"
    press(go, "take seat")
    until(go, lambda: "is no invitation" in page.problem)
    press(go, "servers")
    page.fields["address"] = "http://127.0.0.1:9"
    press(go, "sign in")
    assert page.errands.busy
    until(go, lambda: "does not answer" in page.problem)
    assert isinstance(page, OnlinePage)
    page.fields["address"] = "http://example.org"
    press(go, "sign in")
    until(go, lambda: "is not safe" in page.problem)
    assert go.window.screen is page and not page.errands.busy


@pytest.mark.slow("a server, and the table of cards is built and drawn")
def test_the_menu_says_where_the_game_is_kept_and_a_problem_waits_for_its_end(
    go: PageNavigator, address: str, bert: Client
) -> None:
    session = battle(go, address, bert)
    go.report_problem()
    assert not isinstance(go.window.screen, ReportPage)
    go.open_menu(lambda: None)
    menu = go.window.screen
    assert isinstance(menu, MenuPage)
    entries = {entry.identity: entry for entry in menu.entries()}
    assert address in entries["leave"].hint and session.info.id in entries["leave"].hint
    assert entries["save"].off and "server keeps" in entries["save"].hint and "again" not in entries
    press(go, "save")
    assert go.window.screen is menu


@pytest.mark.slow("a server, and the table of cards is built and drawn")
def test_a_game_that_is_given_up_opens_its_outcome_and_another_is_begun_there(
    go: PageNavigator, address: str, bert: Client
) -> None:
    battle(go, address, bert)
    go.ask_resign()
    press(go, "go on")
    until(go, lambda: isinstance(go.window.screen, OutcomeScreen))
    page = go.window.screen
    assert isinstance(page, OutcomeScreen) and page.page.good is False
    assert "exchange" not in [name for name, _action, _do in page._choices()]
    go.again()
    there = go.window.screen
    assert isinstance(there, OnlinePage) and (there.tab, there.begin.scenario) == ("begin", SCENARIO)
    assert there.client is not None and there.client.address == address


@pytest.mark.slow("a server, and the table of cards is built and drawn")
def test_a_try_on_a_copy_has_the_computer_in_the_place_of_a_person_elsewhere(
    go: PageNavigator, address: str, bert: Client
) -> None:
    real = battle(go, address, bert)
    go.try_out(seed=1)
    copy = go.session
    assert copy is not None and copy is not real and copy.is_copy and copy.persons == ("allies",)
    go.end_try()
    assert go.session is real


def lines(go: PageNavigator) -> dict[str, Entry]:
    """The lines of the menu over the battle, which is opened."""
    go.open_menu(lambda: None)
    assert isinstance(go.window.screen, MenuPage)
    return {entry.identity: entry for entry in go.window.screen.entries()}


@pytest.mark.slow("a server, and the table of cards is built and drawn")
def test_a_draw_is_offered_in_the_menu_after_a_question_and_taken_back(
    go: PageNavigator, address: str, bert: Client
) -> None:
    session = battle(go, address, bert)
    assert not lines(go)["draw"].off
    press(go, "draw")
    assert isinstance(go.window.screen, QuestionPage) and "Offer a draw?" in go.window.screen.question
    assert bert.info(session.info.id).draw == ()
    press(go, "go on")
    until(go, lambda: session.draws is not None and session.draws.own)
    assert bert.info(session.info.id).draw == ("allies",)
    assert "draw" not in lines(go)
    press(go, "no draw")
    until(go, lambda: session.draws is not None and not session.draws.own)
    assert bert.info(session.info.id).draw == ()


@pytest.mark.slow("a server, and the table of cards is built and drawn")
def test_an_offer_is_seen_on_the_battle_and_agreed_to_after_a_question(
    go: PageNavigator, address: str, bert: Client
) -> None:
    session = battle(go, address, bert)
    bert.draw(session.info.id, "axis", agrees=True)
    until(go, lambda: session.draws is not None and session.draws.by == "Bert")
    go.window.step(0.05)
    assert {"agree", "decline"} <= lines(go).keys() and "draw" not in lines(go)
    press(go, "decline")
    until(go, lambda: session.draws is not None and not session.draws.by)
    bert.draw(session.info.id, "axis", agrees=True)
    until(go, lambda: session.draws is not None and session.draws.by == "Bert")
    lines(go)
    press(go, "agree")
    press(go, "go on")
    until(go, lambda: isinstance(go.window.screen, OutcomeScreen))
    page = go.window.screen
    assert isinstance(page, OutcomeScreen) and (page.page.good, page.page.verdict) == (None, "Draw")
    assert "by agreement" in page.page.reason


@pytest.mark.slow("a server, and the table of cards is built and drawn")
def test_an_offer_stands_in_the_list_of_games_with_rank_and_holidays(
    go: PageNavigator, address: str, bert: Client
) -> None:
    session = battle(go, address, bert)
    game = session.info.id
    go.to_menu()
    bert.take_holidays(2)
    enter(go, address)
    page = go.window.screen
    assert isinstance(page, OnlinePage)
    info = (page.lists["mine"] or [])[0]
    assert "Bert (Recruit)" in game_words.players(info) and game_words.who_offers(info) == ""
    bert.draw(game, "axis", agrees=True)
    until(go, lambda: any(game_words.who_offers(each) == "Bert" for each in page.lists["mine"] or ()))
    told = game_words.standing((page.lists["mine"] or [])[0])
    assert told.startswith("Bert offers a draw  ·  You decide, since")
    press(go, f"decline {game}")
    until(go, lambda: not any(each.draw for each in page.lists["mine"] or ()))
    bert.draw(game, "axis", agrees=True)
    until(go, lambda: any(each.draw for each in page.lists["mine"] or ()))
    press(go, f"agree {game}")
    assert isinstance(go.window.screen, QuestionPage) and bert.info(game).status == "running"
    press(go, "go on")
    until(go, lambda: [each.status for each in page.lists["mine"] or ()] == ["over"])
    assert go.window.screen is page


def test_holidays_are_begun_and_ended_on_the_page_of_the_account(go: PageNavigator, address: str) -> None:
    page = enter(go, address)
    press(go, "tab account")
    until(go, lambda: page.holiday.known is not None)
    assert page.holiday.known is not None and (page.holiday.known.until, page.holiday.known.left) == (None, 21)
    press(go, "days 7")
    press(go, "begin holiday")
    assert isinstance(go.window.screen, QuestionPage) and "7 days" in go.window.screen.question
    press(go, "go on")
    until(go, lambda: page.holiday.known is not None and page.holiday.known.until is not None)
    assert page.holiday.known.left == 14
    press(go, "end holiday")
    press(go, "go on")
    until(go, lambda: page.holiday.known is not None and page.holiday.known.until is None)
    assert page.holiday.known.left == 21


@pytest.mark.slow("a server, and the table of cards is built and drawn")
def test_the_game_of_a_late_player_is_taken_after_a_question(go: PageNavigator, tmp_path: Path) -> None:
    with served(tmp_path) as address:
        anna, bert = Client(address), Client(address)
        anna.make_account("Anna")
        bert.make_account("Bert")
        begun = begin_game(anna, SCENARIO, invited(wab.new_game(SCENARIO).seats, "axis"), pace="live")
        bert.accept(begun.id, begun.codes["allies"])
        with closing(sqlite3.connect(tmp_path / "games.db")) as base, base:
            base.execute("update games set since = since - 3600")
        go.sit_down(go.remote(anna, anna.info(begun.id)))
        assert go.session is not None and "the time is up" in go.session.awaited
        assert {"late win", "late computer"} <= lines(go).keys()
        press(go, "late win")
        assert isinstance(go.window.screen, QuestionPage) and bert.info(begun.id).status == "running"
        press(go, "go on")
        until(go, lambda: isinstance(go.window.screen, OutcomeScreen))
        page = go.window.screen
        assert isinstance(page, OutcomeScreen) and page.page.good is True
        go.close_session()
        bert.close()
