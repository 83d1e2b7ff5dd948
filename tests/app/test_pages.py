"""The pages around a game: reached by keyboard and pointer, in both languages, and what each leads to."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import wab
from ai.agents import make_agents
from wab.app import shots
from wab.app.archive import Seats, kept_games
from wab.app.briefing import Briefing
from wab.app.choice import ChoicePage, best_results
from wab.app.launch import GameRequest, PictureRequest
from wab.app.main import open_first_page
from wab.app.navigator import Navigator
from wab.app.operations.battle import BattleScreen
from wab.app.outcome import OutcomeScreen
from wab.app.pages import Page
from wab.app.saves_list import SavesPage
from wab.app.scene import MapScene
from wab.app.settings import Settings, load_settings
from wab.app.settings_page import SettingsPage
from wab.app.title import TitlePage
from wab.app.window import GameWindow
from wab.engine.errors import SaveError, UsageError
from wab.locale import current_language, set_language

SCENARIO = "operations/causeway-to-carentan"


@pytest.fixture
def go(window: GameWindow, scene: MapScene, tmp_path: Path) -> Iterator[Navigator]:
    """The way from page to page, with saves and settings in a folder of its own."""
    yield Navigator(
        window, Settings("en", reduced_motion=True), folder=tmp_path / "saves", settings_file=tmp_path / "settings.json"
    )
    set_language(None)
    window.set_hud_scale(1.0)
    window.edge_scrolling = True
    scene.show_grid(True)
    scene.set_names(scene.default_names())


@pytest.fixture(autouse=True)
def _no_session_is_left(go: Navigator) -> Iterator[None]:
    yield
    go.close_session()


def frames(go: Navigator, count: int = 2) -> None:
    for _frame in range(count):
        go.window.step(0.05)


def press(go: Navigator, *keys: str) -> None:
    for key in keys:
        go.window.inject_key(key)
        frames(go)


def page(go: Navigator) -> Page:
    shown = go.window.screen
    assert isinstance(shown, Page)
    return shown


def focus_on(go: Navigator, identity: str) -> None:
    """Go with the arrows until the keyboard is at a thing."""
    for _step in range(60):
        if page(go).focus.at == identity:
            return
        press(go, "arrow_down")
    raise AssertionError(f"{identity} cannot be reached with the keyboard")


def click(go: Navigator, x: float, y: float) -> None:
    go.window.inject_click(x, y)
    frames(go)


# ------------------------------------------------------------------------------------------------- the way


def test_enter_and_the_arrows_lead_from_the_title_into_a_battle(go: Navigator) -> None:
    go.title()
    frames(go)
    press(go, "enter")
    assert isinstance(go.window.screen, ChoicePage)
    focus_on(go, SCENARIO)
    press(go, "enter")
    assert isinstance(go.window.screen, Briefing)
    focus_on(go, "side axis")
    press(go, "enter")
    focus_on(go, "opponent random")
    press(go, "enter")
    focus_on(go, "start")
    press(go, "enter")
    assert isinstance(go.window.screen, BattleScreen)
    assert go.session is not None
    assert go.session.game.setup.scenario == SCENARIO
    assert go.session.seats == Seats("axis", {"allied": "random"})
    assert len(kept_games(go.folder)) == 1


def test_escape_leads_back_page_by_page(go: Navigator) -> None:
    go.brief(wab.scenarios()[0])
    frames(go)
    press(go, "escape")
    assert isinstance(go.window.screen, ChoicePage)
    press(go, "escape")
    assert isinstance(go.window.screen, TitlePage)
    press(go, "escape")  # nowhere to go from here
    assert isinstance(go.window.screen, TitlePage)


def test_quit_ends_the_loop(go: Navigator) -> None:
    go.window.running = True
    go.title()
    frames(go)
    focus_on(go, "quit")
    press(go, "enter")
    assert not go.window.running


def test_the_pointer_presses_what_it_points_at(go: Navigator) -> None:
    go.window.set_hud_scale(0.75)
    go.title()
    frames(go)
    x, y = 96 * 0.75 + 20, go.window.hud.height * 0.42 + 34 + 58 * 0.75 * 2.5  # the third line: settings
    found = False
    for shift in range(-60, 61, 6):
        if not isinstance(go.window.screen, TitlePage):
            found = isinstance(go.window.screen, (SettingsPage, SavesPage, ChoicePage))
            break
        click(go, x, y + shift)
    assert found


def test_keys_and_pointer_on_a_page_leave_the_map_alone(go: Navigator, scene: MapScene) -> None:
    go.brief(wab.scenarios()[0])
    frames(go)
    before = scene.camera.x, scene.camera.y, scene.camera.span
    press(go, "arrow_left", "arrow_up", "page_up")
    go.window.inject_wheel(2)
    frames(go)
    assert (scene.camera.x, scene.camera.y, scene.camera.span) == before


# ------------------------------------------------------------------------------------------------- saves


def leave_a_game(go: Navigator) -> Path:
    """Start a game, play an order, and go back to the title."""
    go.start(wab.scenarios()[0], "allied", {"axis": "greedy"}, seed=5)
    session = go.session
    assert session is not None and session.save is not None
    session.play(next(iter(session.view.legal_orders())))
    go.to_menu()
    frames(go)
    return session.save


def test_a_game_that_was_left_is_continued_where_it_stood(go: Navigator) -> None:
    save = leave_a_game(go)
    assert TitlePage(go).entries()[0].identity == "continue"
    press(go, "enter")
    assert isinstance(go.window.screen, BattleScreen)
    assert go.session is not None
    assert go.session.save == save
    assert go.session.seats == Seats("allied", {"axis": "greedy"})
    assert len(go.session.game.journal) == 2


def test_the_list_of_saves_names_damage_and_opens_what_is_whole(go: Navigator) -> None:
    save = leave_a_game(go)
    assert go.folder is not None
    (go.folder / "broken.wab").write_bytes(b"nothing")
    go.saves()
    frames(go)
    shown = page(go)
    assert isinstance(shown, SavesPage)
    assert list(shown.problems) == ["broken.wab"]
    focus_on(go, "broken.wab")
    press(go, "enter")
    assert go.window.screen is shown  # it stays shut
    focus_on(go, save.name)
    press(go, "enter")
    assert isinstance(go.window.screen, BattleScreen)


def test_what_goes_wrong_is_told_on_the_page_and_goes_away(go: Navigator) -> None:
    save = leave_a_game(go)
    save.write_bytes(b"spoilt")
    without = picture(go)
    press(go, "enter")  # continue
    assert isinstance(go.window.screen, TitlePage)
    assert [save.name in notice.words for notice in go.notices] == [True]
    assert (np.abs(picture(go) - without).max(axis=2) > 40).any()
    go.window.step(20.0)
    assert go.notices == []


def test_a_game_that_ends_leads_to_its_verdict_and_back_to_the_menu(go: Navigator) -> None:
    go.apply(Settings("en", speed=0.0))
    go.start(wab.scenarios()[0], "allied", {}, seed=5)
    session = go.session
    assert session is not None
    players = make_agents({"allied": "greedy", "axis": "greedy"}, "operations", 5)
    while (actor := session.game.to_act) is not None:
        if actor == "allied":
            session.play(players[actor].decide(session.view))
        else:
            session.game.play(players[actor].decide(session.game.view(actor)))
    frames(go, 4)
    for _try in range(20):
        press(go, "enter")
        if isinstance(go.window.screen, OutcomeScreen):
            break
    assert isinstance(go.window.screen, OutcomeScreen)
    press(go, "escape")
    assert isinstance(go.window.screen, BattleScreen)
    go.battle_over()
    frames(go)
    press(go, "enter")
    assert isinstance(go.window.screen, TitlePage)
    assert go.session is None


def test_a_save_is_deleted_only_when_asked_twice(go: Navigator) -> None:
    save = leave_a_game(go)
    go.saves()
    frames(go)
    focus_on(go, f"delete {save.name}")
    press(go, "enter")
    assert save.exists()
    focus_on(go, "keep")
    press(go, "enter")
    focus_on(go, f"delete {save.name}")
    press(go, "enter")
    focus_on(go, "doom")
    press(go, "enter")
    assert not save.exists()


def test_a_save_from_elsewhere_goes_on_in_the_folder_and_stays_as_it_was(go: Navigator, tmp_path: Path) -> None:
    mine = tmp_path / "mine.wab"
    wab.new_game(SCENARIO, seed=9).save(mine)
    before = mine.read_bytes()
    open_first_page(go, GameRequest(what=str(mine), side="axis"))
    assert go.session is not None and go.session.save is not None
    assert go.session.save.parent == go.folder
    assert go.session.seats == Seats("axis", {"allied": go.settings.opponent})
    assert mine.read_bytes() == before


def test_the_best_result_of_a_scenario_is_shown(go: Navigator) -> None:
    leave_a_game(go)
    info = wab.scenarios()[0]
    assert best_results(go.kept())[info.id].level == ""


def test_the_first_page_is_what_was_asked_for(go: Navigator) -> None:
    open_first_page(go, GameRequest())
    assert isinstance(go.window.screen, TitlePage)
    open_first_page(go, GameRequest(what=SCENARIO))
    assert isinstance(go.window.screen, Briefing)
    open_first_page(go, GameRequest(what=SCENARIO, side="axis", agents={"allied": "random"}, seed=11))
    assert go.session is not None
    assert (go.session.game.setup.seed, go.session.seats) == (11, Seats("axis", {"allied": "random"}))
    with pytest.raises(UsageError):
        open_first_page(go, GameRequest(what="operations/nowhere"))
    with pytest.raises(SaveError):
        open_first_page(go, GameRequest(what="nowhere.wab"))


# ------------------------------------------------------------------------------------------------- settings


def test_settings_take_effect_at_once_and_are_kept(go: Navigator, tmp_path: Path) -> None:
    go.configure(go.title)
    frames(go)
    focus_on(go, "language fr")
    press(go, "enter")
    assert current_language() == "fr"
    focus_on(go, "scale 0.75")
    press(go, "enter")
    assert go.window.hud.scale == 0.75
    focus_on(go, "edges")
    press(go, "enter")
    kept = load_settings(tmp_path / "settings.json").settings
    assert (kept.language, kept.hud_scale, kept.edge_scroll) == ("fr", 0.75, False)
    press(go, "escape")
    assert isinstance(go.window.screen, TitlePage)


def test_a_battle_is_there_again_after_the_settings(go: Navigator) -> None:
    go.start(wab.scenarios()[0], "allied", {"axis": "greedy"}, seed=5)
    battle = go.window.screen
    go.to_settings()
    frames(go)
    assert isinstance(go.window.screen, SettingsPage)
    press(go, "escape")
    assert go.window.screen is battle


def test_the_edges_move_the_map_in_a_battle_only_and_only_if_wanted(go: Navigator) -> None:
    go.start(wab.scenarios()[0], "allied", {"axis": "greedy"}, seed=5)
    assert go.window.edge_scrolling
    go.to_settings()
    assert not go.window.edge_scrolling
    go.change(Settings("en", edge_scroll=False))
    go.return_to_battle()
    assert not go.window.edge_scrolling


# ------------------------------------------------------------------------------------------------- looks


def picture(go: Navigator) -> np.ndarray:
    frames(go, 3)
    return go.window.screenshot()[:, :, :3].astype(float)


@pytest.mark.parametrize("screen", ["title", "briefing", "outcome"])
def test_pages_are_drawn_and_speak_both_languages(go: Navigator, screen: str) -> None:
    seen = {}
    go.window.set_hud_scale(0.75)
    for language in ("en", "fr"):
        go.apply(Settings(language, hud_scale=0.75, reduced_motion=True))
        shots.show(go, PictureRequest(SCENARIO, Path("unused.png"), screen=screen))
        seen[language] = picture(go)
        assert seen[language].std() > 15  # more than a plain ground
    assert np.abs(seen["en"] - seen["fr"]).max() > 60  # other words


@pytest.mark.parametrize("side", ["allied", "axis"])
def test_the_verdict_is_told_from_the_side_at_the_screen(go: Navigator, side: str) -> None:
    shots.show(go, PictureRequest(SCENARIO, Path("unused.png"), side=side, screen="outcome"))
    shown = go.window.screen
    assert isinstance(shown, OutcomeScreen)
    assert go.session is not None and go.session.outcome is not None
    outcome = go.session.outcome
    good = None if outcome.winner is None else outcome.winner == side
    assert shown.page.good is good
    assert {score.side: score.total for score in shown.page.scores} == outcome.points
    for score in shown.page.scores:
        assert sum(share.points for share in score.shares) == score.total


def test_a_window_of_any_size_holds_every_page(go: Navigator) -> None:
    for scale in (0.75, 2.5):
        go.apply(Settings("fr", hud_scale=scale, reduced_motion=True))
        for show in (
            go.title,
            go.choose,
            go.saves,
            lambda: go.brief(wab.scenarios()[0]),
            lambda: go.configure(go.title),
        ):
            show()
            assert picture(go).std() > 5


def test_the_title_stands_still_for_players_who_want_no_motion(go: Navigator, scene: MapScene) -> None:
    places = {}
    for still in (True, False):
        go.apply(Settings("en", reduced_motion=still))
        go.title()
        frames(go)
        start = scene.camera.x, scene.camera.y
        for _second in range(8):
            go.window.step(1.0)
        places[still] = start == (scene.camera.x, scene.camera.y)
    assert places == {True: True, False: False}
