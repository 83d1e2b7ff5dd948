"""The menu over a battle of any system: opened by Escape, F9 or its button, and what each of its lines does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import wab
from tests.toys.packages import toys_installed
from wab.app.hud.box import Box
from wab.app.hud.kit import Kit
from wab.app.hud.widgets import Action, button
from wab.app.map.scene import MapScene
from wab.app.pages.battle.menu import MenuPage
from wab.app.pages.battle.outcome import OutcomeScreen
from wab.app.pages.battle.question import QuestionPage
from wab.app.pages.games.career_page import CareerPage
from wab.app.pages.games.save_as import SaveAsPage
from wab.app.pages.games.saves_list import SavesPage
from wab.app.pages.opening.briefing import Briefing
from wab.app.pages.opening.choice import ChoicePage
from wab.app.pages.opening.title import TitlePage
from wab.app.pages.parts import paper
from wab.app.pages.parts.paper import Page
from wab.app.pages.routes import PageNavigator
from wab.app.pages.settings.settings_page import TABS, SettingsPage
from wab.app.play.archive import named_path, read_note
from wab.app.play.library import library
from wab.app.play.session import Session
from wab.app.requests import scenario_info
from wab.app.window.screens import Screen
from wab.app.window.settings import Settings
from wab.app.window.window import GameWindow
from wab.engine.files.lock import is_locked
from wab.engine.saves.reader import read_save
from wab.engine.saves.replay import verify
from wab.engine.words.errors import SaveError
from wab.locale import set_language
from wab.systems import get_system

BATTLES = ("operations/cliffs-and-shingle", "cards/pegasus-bridge", "bocage/the-crossroads")


@pytest.fixture
def go(window: GameWindow, scene: MapScene, tmp_path: Path) -> Iterator[PageNavigator]:
    with toys_installed():
        yield PageNavigator(window, Settings("en", reduced_motion=True), folder=tmp_path / "saves")
    window.show_screen(Screen())
    set_language(None)
    window.set_hud_scale(1.0)


@pytest.fixture(autouse=True)
def _no_session_is_left(go: PageNavigator) -> Iterator[None]:
    yield
    go.close_session()


def frames(go: PageNavigator, count: int = 2) -> None:
    for _frame in range(count):
        go.window.step(0.05)


def press(go: PageNavigator, *keys: str) -> None:
    for key in keys:
        go.window.inject_key(key)
        frames(go)


def begin(go: PageNavigator, scenario: str = BATTLES[0]) -> Screen:
    info = scenario_info(scenario)
    go.start(info, info.sides[0], {info.sides[1]: "random"}, seed=5)
    frames(go)
    return go.window.screen


def session(go: PageNavigator) -> Session:
    assert go.session is not None
    return go.session


def choose(go: PageNavigator, line: str) -> None:
    """Open the menu by its key and take a line of it by keyboard."""
    if not isinstance(go.window.screen, MenuPage):
        press(go, "f9")
    menu = go.window.screen
    assert isinstance(menu, MenuPage)
    on(go, line)
    press(go, "enter")
    frames(go)


def on(go: PageNavigator, identity: str) -> None:
    page = go.window.screen
    assert isinstance(page, Page)
    for _step in range(40):
        if page.focus.at == identity:
            return
        press(go, "tab")
    raise AssertionError(f"{identity} is not on the page: {page.focus._before}")


@pytest.mark.parametrize("scenario", BATTLES)
def test_escape_opens_the_menu_over_the_battle_and_closes_it(go: PageNavigator, scenario: str) -> None:
    battle = begin(go, scenario)
    for key in ("escape", "f9"):
        press(go, key)
        assert isinstance(go.window.screen, MenuPage)
        press(go, "escape")
        assert go.window.screen is battle
    assert go.window.edge_scrolling


@pytest.mark.parametrize("scenario", BATTLES)
def test_every_line_leads_somewhere_and_back_to_the_battle(go: PageNavigator, scenario: str) -> None:
    battle = begin(go, scenario)
    pages = {
        "settings": SettingsPage,
        "load": SavesPage,
        "career": CareerPage,
        "save": SaveAsPage,
        "again": QuestionPage,
    }
    for line, kind in pages.items():
        choose(go, line)
        assert isinstance(go.window.screen, kind), line
        press(go, "escape")
        assert isinstance(go.window.screen, MenuPage), line
    choose(go, "rules")
    assert go.window.screen is battle and battle.ui.panel == "rules"  # type: ignore[attr-defined]
    choose(go, "go on")
    assert go.window.screen is battle
    choose(go, "leave")
    assert isinstance(go.window.screen, TitlePage) and go.session is None


@pytest.mark.parametrize("scenario", BATTLES)
def test_resigning_asks_once_and_is_a_defeat_in_save_and_career(go: PageNavigator, scenario: str) -> None:
    battle = begin(go, scenario)
    choose(go, "resign")
    assert isinstance(go.window.screen, QuestionPage)
    press(go, "escape", "escape")
    assert go.window.screen is battle and session(go).outcome is None
    choose(go, "resign")
    on(go, "go on")
    press(go, "enter")
    assert isinstance(go.window.screen, OutcomeScreen)
    ended, own = session(go).outcome, session(go).side
    assert ended is not None and ended.winner not in (own, None) and ended.level == "resigned"
    path = session(go).save
    assert path is not None
    counted = go.counted()
    assert counted is not None and not counted.finished.won and counted.finished.level == "resigned"
    note = read_note(path)
    assert note is not None and note.is_over and note.winner == ended.winner
    go.window.screen.back()  # to the map: there is nothing to give up any more
    press(go, "f9")
    assert isinstance(go.window.screen, MenuPage)
    assert "resign" not in [entry.identity for entry in go.window.screen.entries()]
    go.to_menu()
    assert [item.status for item in library(go.kept(), go.career.library)] == ["lost"]
    assert verify(path, get_system).ok
    go.resume(path)
    frames(go)
    assert isinstance(go.window.screen, OutcomeScreen) and session(go).outcome == ended


def test_two_persons_at_one_screen_resign_for_the_side_to_act(go: PageNavigator) -> None:
    info = scenario_info(BATTLES[1])
    go.start(info, info.sides[0], {}, seed=5, people=info.sides)
    frames(go)
    while session(go).waiting is not None:
        session(go).take_seat()
    loser = session(go).side
    session(go).resign()
    ended = session(go).outcome
    assert ended is not None and ended.winner in info.sides and ended.winner != loser


@pytest.mark.parametrize("button", [0, 1])
def test_a_click_beside_the_menu_closes_it_and_the_next_reaches_the_map(go: PageNavigator, button: int) -> None:
    battle = begin(go)
    press(go, "f9")
    go.window.inject_click(260, 200, button=1)
    frames(go)
    assert isinstance(go.window.screen, MenuPage), "on the sheet"
    go.window.inject_click(20, 200, button=button)
    frames(go)
    assert go.window.screen is battle


def test_by_mouse_alone_every_line_can_be_clicked(go: PageNavigator) -> None:
    battle = begin(go)
    for y, kind in ((78, SaveAsPage), (106, SavesPage), (134, QuestionPage), (162, SettingsPage)):
        press(go, "f9")
        go.window.inject_click(260, y)
        frames(go)
        assert isinstance(go.window.screen, kind), y
        go.return_to_battle()
        frames(go)
    assert go.window.screen is battle


def test_save_as_goes_on_in_the_new_file_and_leaves_the_old_one(go: PageNavigator, tmp_path: Path) -> None:
    begin(go)
    old = session(go).save
    assert old is not None
    before = old.read_bytes()
    choose(go, "save")
    go.window.inject_text("Avant l'assaut")
    frames(go)
    press(go, "enter")
    assert isinstance(go.window.screen, MenuPage)
    new = tmp_path / "saves" / "avant-l-assaut.wab"
    assert session(go).save == new and not is_locked(old)
    session(go).game.play(next(iter(session(go).game.legal_orders())))
    session(go)._keeping.keep()
    assert old.read_bytes() == before
    assert len(read_save(new).steps) > len(read_save(old).steps)
    note = read_note(new)
    assert note is not None and note.name == "Avant l'assaut"


def test_save_as_writes_over_nothing_without_asking(go: PageNavigator, tmp_path: Path) -> None:
    begin(go)
    other = named_path("Kept", tmp_path / "saves")
    wab.new_game(BATTLES[1], seed=1).save(other)
    before = other.read_bytes()
    choose(go, "save")
    go.window.inject_text("kept")
    frames(go)
    press(go, "enter")
    asked = go.window.screen
    assert isinstance(asked, SaveAsPage) and asked.doubtful == "kept"
    assert other.read_bytes() == before
    press(go, "escape")
    assert other.read_bytes() == before and session(go).save != other
    choose(go, "save")
    go.window.inject_text("kept")
    frames(go)
    press(go, "enter")
    on(go, "save")
    press(go, "enter")
    assert session(go).save == other and other.read_bytes() != before
    assert [path.name for path in other.parent.glob("*kept*.wab")] == ["kept.wab"]


def test_a_name_without_a_letter_is_refused_and_the_game_stays_where_it_was(go: PageNavigator) -> None:
    begin(go)
    old = session(go).save
    choose(go, "save")
    go.window.inject_text("../..")
    frames(go)
    press(go, "enter")
    assert isinstance(go.window.screen, SaveAsPage) and session(go).save == old
    assert any("letter" in notice.words for notice in go.notices)
    with pytest.raises(SaveError):
        named_path(" /", Path())
    assert named_path("../../etc/passwd", Path("saves")).parent == Path("saves")


def test_the_game_at_this_screen_is_not_loaded_but_gone_back_to(go: PageNavigator) -> None:
    battle = begin(go)
    at, save = session(go), session(go).save
    assert save is not None
    choose(go, "load")
    on(go, save.name)
    press(go, "enter")
    assert go.window.screen is battle and go.session is at


def test_start_again_asks_and_keeps_the_game_so_far(go: PageNavigator) -> None:
    begin(go)
    at = session(go)
    choose(go, "again")
    on(go, "go on")
    press(go, "enter")
    assert session(go) is not at and session(go).game.setup.seed != 5
    assert session(go).seats == at.seats
    assert len(go.kept()) == 2


def test_enter_after_a_click_on_a_tab_opens_the_scenario_that_it_shows(
    go: PageNavigator, monkeypatch: pytest.MonkeyPatch
) -> None:
    boxes = {}

    def seen(kit: Kit, name: str, box: Box, action: Action) -> bool:
        boxes[name] = box
        return button(kit, name, box, action)

    monkeypatch.setattr(paper, "button", seen)
    go.choose()
    frames(go)
    tab = boxes["tab axis"]
    go.window.inject_click((tab.x + tab.w / 2) * go.window.hud.scale, (tab.y + tab.h / 2) * go.window.hud.scale)
    frames(go)
    choice = go.window.screen
    assert isinstance(choice, ChoicePage) and choice.group is not None and choice.group.name == "axis"
    press(go, "enter")
    briefing = go.window.screen
    assert isinstance(briefing, Briefing) and briefing.info.campaigns.get("axis") == 1


def test_f10_leads_from_a_briefing_to_the_settings_and_back_in_the_language_chosen_there(go: PageNavigator) -> None:
    go.brief(scenario_info(BATTLES[0]))
    briefing = go.window.screen
    assert isinstance(briefing, Briefing)
    english = briefing.page.paragraphs
    press(go, "f10")
    assert isinstance(go.window.screen, SettingsPage)
    settings = go.window.screen
    press(go, *["page_down"] * [tab.name for tab in TABS].index("language"))
    assert settings.tab == "language"
    on(go, "language fr")
    press(go, "enter", "escape")
    assert go.window.screen is briefing
    assert briefing.page.paragraphs != english


def test_keys_that_come_before_a_page_is_drawn_wait_for_it(go: PageNavigator, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(go.window, "quit", lambda: asked.append("quit"))
    go.title()
    go.window.inject_key("arrow_up")
    go.window.inject_key("enter")
    frames(go, 4)
    assert asked == ["quit"]


def test_a_pointer_that_rests_on_a_line_does_not_hold_the_keyboard_there(go: PageNavigator) -> None:
    begin(go)
    middle = go.window.hud.width / 2, go.window.hud.height / 2
    go.window.inject_move(*middle)
    press(go, "f9")
    page = go.window.screen
    assert isinstance(page, MenuPage)
    assert page.focus.at == "go on"
    go.window.inject_move(middle[0] + 3, middle[1])
    frames(go)
    pointed = page.focus.at
    assert pointed != "go on"
    press(go, "arrow_down")
    assert page.focus.at not in ("go on", pointed)
