"""The pages around a game: reached by keyboard and pointer, in both languages, and what each leads to."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import combinations
from math import dist
from pathlib import Path

import numpy as np
import pytest

import wab
from ai.agents import make_agents
from ai.match import play_out
from wab.app import shots
from wab.app.main import open_first_page
from wab.app.map.formations import gathered
from wab.app.map.scene import MapScene
from wab.app.operations.screen.battle import BattleScreen
from wab.app.pages.battle.outcome import OutcomeScreen
from wab.app.pages.battle.question import QuestionPage
from wab.app.pages.games.saves_list import SavesPage
from wab.app.pages.opening.briefing import Briefing
from wab.app.pages.opening.choice import ChoicePage, best_results
from wab.app.pages.opening.title import TitlePage
from wab.app.pages.parts.paper import Page
from wab.app.pages.routes import PageNavigator
from wab.app.pages.settings.settings_page import SettingsPage
from wab.app.play.archive import Note, Seats, kept_games, write_note
from wab.app.requests import GameRequest, PictureRequest, scenario_info
from wab.app.window.settings import Settings, load_settings
from wab.app.window.window import GameWindow
from wab.engine.words.errors import SaveError, UsageError
from wab.locale import current_language, set_language

SCENARIO = "operations/causeway-to-carentan"


@pytest.fixture
def go(window: GameWindow, scene: MapScene, tmp_path: Path) -> Iterator[PageNavigator]:
    """The way from page to page, with saves and settings in a folder of its own."""
    yield PageNavigator(
        window, Settings("en", reduced_motion=True), folder=tmp_path / "saves", settings_file=tmp_path / "settings.json"
    )
    set_language(None)
    window.set_hud_scale(1.0)
    window.edge_scrolling = True
    scene.show_grid(True)
    scene.set_names(scene.default_names())


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


def page(go: PageNavigator) -> Page:
    shown = go.window.screen
    assert isinstance(shown, Page)
    return shown


def focus_on(go: PageNavigator, identity: str) -> None:
    """Go with Tab until the keyboard is at a thing."""
    for _step in range(60):
        if page(go).focus.at == identity:
            return
        press(go, "tab")
    raise AssertionError(f"{identity} cannot be reached with the keyboard")


def click(go: PageNavigator, x: float, y: float) -> None:
    go.window.inject_click(x, y)
    frames(go)


# ------------------------------------------------------------------------------------------------- the way


def test_enter_and_the_arrows_lead_from_the_title_into_a_battle(go: PageNavigator) -> None:
    go.change(Settings("en", reduced_motion=True, open_all=True))
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


def test_escape_leads_back_page_by_page(go: PageNavigator) -> None:
    go.brief(wab.scenarios()[0])
    frames(go)
    press(go, "escape")
    assert isinstance(go.window.screen, ChoicePage)
    press(go, "escape")
    assert isinstance(go.window.screen, TitlePage)
    press(go, "escape")  # nowhere to go from here
    assert isinstance(go.window.screen, TitlePage)


def test_quit_ends_the_loop(go: PageNavigator) -> None:
    go.window.running = True
    go.title()
    frames(go)
    focus_on(go, "quit")
    press(go, "enter")
    assert not go.window.running


def test_the_pointer_presses_what_it_points_at(go: PageNavigator) -> None:
    go.window.set_hud_scale(0.75)
    go.title()
    frames(go)
    x, high = 96 * 0.75 + 20, int(go.window.hud.height)
    for y in range(high // 4, high, 6):  # down from the name of the game: the first line of the menu comes first
        click(go, x, y)
        if not isinstance(go.window.screen, TitlePage):
            break
    assert isinstance(go.window.screen, ChoicePage)


def test_keys_and_pointer_on_a_page_leave_the_map_alone(go: PageNavigator, scene: MapScene) -> None:
    go.brief(wab.scenarios()[0])
    frames(go)
    before = scene.camera.x, scene.camera.y, scene.camera.span
    press(go, "arrow_left", "arrow_up", "page_up")
    go.window.inject_wheel(2)
    frames(go)
    assert (scene.camera.x, scene.camera.y, scene.camera.span) == before


# ------------------------------------------------------------------------------------------------- saves


def leave_a_game(go: PageNavigator) -> Path:
    """Start a game, play an order, and go back to the title."""
    go.start(wab.scenarios()[0], "allied", {"axis": "greedy"}, seed=5)
    session = go.session
    assert session is not None and session.save is not None
    session.play(next(iter(session.view.legal_orders())))
    go.to_menu()
    frames(go)
    return session.save


def test_a_game_that_was_left_is_continued_where_it_stood(go: PageNavigator) -> None:
    save = leave_a_game(go)
    assert TitlePage(go).entries()[0].identity == "continue"
    press(go, "enter")
    assert isinstance(go.window.screen, BattleScreen)
    assert go.session is not None
    assert go.session.save == save
    assert go.session.seats == Seats("allied", {"axis": "greedy"})
    assert len(go.session.game.journal) == 2


def test_the_list_of_saves_names_damage_and_opens_what_is_whole(go: PageNavigator) -> None:
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


def test_what_goes_wrong_is_told_on_the_page_and_goes_away(go: PageNavigator) -> None:
    save = leave_a_game(go)
    save.write_bytes(b"spoilt")
    without = picture(go)
    press(go, "enter")  # continue
    assert isinstance(go.window.screen, TitlePage)
    assert [save.name in notice.words for notice in go.notices] == [True]
    assert (np.abs(picture(go) - without).max(axis=2) > 40).any()
    go.window.step(20.0)
    assert go.notices == []


def test_a_long_notice_is_broken_into_rows_that_fit_and_loses_no_word(go: PageNavigator) -> None:
    go.title()
    frames(go)
    shown, room = page(go), 300.0
    words = "To be safe, another player plays instead. If you trust it, run: wab play a.wab --allied mine:Fox " * 3
    rows = shown.folded(words.strip(), room, "medium", 17, most=9)
    assert len(rows) > 1 and " ".join(rows) == words.strip()
    assert all(shown.kit.width(row, "medium", 17) <= room for row in rows)
    short = shown.folded(words, room, "medium", 17, most=2)
    assert len(short) == 2 and short[0] == rows[0] and short[1].endswith("…")


def test_a_game_that_ends_leads_to_its_verdict_and_back_to_the_menu(go: PageNavigator) -> None:
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


def test_lenient_undo_is_chosen_in_the_briefing_of_a_game_alone_and_told_at_its_end(go: PageNavigator) -> None:
    info = next(info for info in wab.scenarios() if info.id == "operations/perch")
    go.brief(info)
    frames(go)
    focus_on(go, "option undo lenient")
    press(go, "enter")
    briefing = go.window.screen
    assert isinstance(briefing, Briefing)
    briefing.begin()
    assert go.session is not None and go.session.lenient_undo
    go.start(info, "allied", {}, options={"undo": "lenient"}, people=("allied", "axis"))
    assert not go.session.game.setup.lenient_undo


@pytest.mark.parametrize("undo", ["strict", "lenient"])
def test_the_verdict_says_that_undo_was_lenient_and_only_then(go: PageNavigator, undo: str) -> None:
    game = wab.new_game(SCENARIO, seed=5, options={"undo": undo})
    play_out(game, make_agents({"allied": "greedy", "axis": "greedy"}, "operations", 5))
    go.play(game, Seats("allied", {"axis": "greedy"}), None)
    shown = go.window.screen
    assert isinstance(shown, OutcomeScreen)
    assert ("Undo: lenient" in shown.page.reason) == (undo == "lenient")


def test_the_map_of_a_briefing_names_eight_goals_and_formations_that_stand_clear(go: PageNavigator) -> None:
    info = scenario_info("zocbonds/three-weeks-in-june")
    go.brief(info)
    frames(go)
    scene = go.window.scene
    assert isinstance(scene, MapScene)
    places = [place for flag in scene._flags if (place := scene.project(flag.hex)) is not None]
    wide = scene.marks.flag_width(scene.camera.px_per_hex)
    assert 2 < len(places) <= 8 and all(dist(one, other) > wide for one, other in combinations(places, 2))
    assert len(gathered(scene.counters.specs, scene.grid)) <= 8
    assert max(int(flag.value) for flag in scene._flags) == int(scene._flags[0].value), "the greatest goals"


def test_a_save_is_deleted_only_when_asked_twice(go: PageNavigator) -> None:
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


def test_a_save_from_elsewhere_goes_on_in_the_folder_and_stays_as_it_was(go: PageNavigator, tmp_path: Path) -> None:
    mine = tmp_path / "mine.wab"
    wab.new_game(SCENARIO, seed=9).save(mine)
    before = mine.read_bytes()
    open_first_page(go, GameRequest(what=str(mine), side="axis"))
    assert go.session is not None and go.session.save is not None
    assert go.session.save.parent == go.folder
    assert go.session.seats == Seats("axis", {"allied": go.settings.opponent})
    assert mine.read_bytes() == before


def test_the_best_result_of_a_scenario_is_shown(go: PageNavigator) -> None:
    leave_a_game(go)
    info = wab.scenarios()[0]
    assert best_results(go.kept())[info.id].level == ""


def test_the_first_page_is_what_was_asked_for(go: PageNavigator) -> None:
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


def test_settings_take_effect_at_once_and_are_kept(go: PageNavigator, tmp_path: Path) -> None:
    go.title()
    go.configure()
    frames(go)
    press(go, "page_up")
    frames(go)
    focus_on(go, "language fr")
    press(go, "enter")
    assert current_language() == "fr"
    press(go, "page_down")
    focus_on(go, "hud_scale 0.75")
    press(go, "enter")
    assert go.window.hud.scale == 0.75
    press(go, "page_down")
    focus_on(go, "switch edge_scroll")
    press(go, "enter")
    kept = load_settings(tmp_path / "settings.json").settings
    assert (kept.language, kept.hud_scale, kept.edge_scroll) == ("fr", 0.75, False)
    press(go, "escape")
    assert isinstance(go.window.screen, TitlePage)


def test_a_battle_is_there_again_after_the_settings(go: PageNavigator) -> None:
    go.start(wab.scenarios()[0], "allied", {"axis": "greedy"}, seed=5)
    battle = go.window.screen
    go.to_settings()
    frames(go)
    assert isinstance(go.window.screen, SettingsPage)
    press(go, "escape")
    assert go.window.screen is battle


def test_the_edges_move_the_map_in_a_battle_only_and_only_if_wanted(go: PageNavigator) -> None:
    go.start(wab.scenarios()[0], "allied", {"axis": "greedy"}, seed=5)
    assert go.window.edge_scrolling
    go.to_settings()
    assert not go.window.edge_scrolling
    go.change(Settings("en", edge_scroll=False))
    go.return_to_battle()
    assert not go.window.edge_scrolling


# ------------------------------------------------------------------------------------------------- looks


def picture(go: PageNavigator) -> np.ndarray:
    frames(go, 3)
    return go.window.screenshot()[:, :, :3].astype(float)


@pytest.mark.parametrize("screen", ["title", "briefing", "outcome"])
def test_pages_are_drawn_and_speak_both_languages(go: PageNavigator, screen: str) -> None:
    seen = {}
    go.window.set_hud_scale(0.75)
    for language in ("en", "fr"):
        go.apply(Settings(language, hud_scale=0.75, reduced_motion=True))
        shots.show(go, PictureRequest(SCENARIO, Path("unused.png"), screen=screen))
        seen[language] = picture(go)
        assert seen[language].std() > 15  # more than a plain ground
    assert np.abs(seen["en"] - seen["fr"]).max() > 60  # other words


@pytest.mark.parametrize("side", ["allied", "axis"])
def test_the_verdict_is_told_from_the_side_at_the_screen(go: PageNavigator, side: str) -> None:
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


def test_a_window_of_any_size_holds_every_page(go: PageNavigator) -> None:
    for scale in (0.75, 2.5):
        go.apply(Settings("fr", hud_scale=scale, reduced_motion=True))
        for show in (
            go.title,
            go.choose,
            go.saves,
            lambda: go.brief(wab.scenarios()[0]),
            lambda: go.configure(),
        ):
            show()
            assert picture(go).std() > 5


def test_the_title_stands_still_for_players_who_want_no_motion(go: PageNavigator, scene: MapScene) -> None:
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


def test_a_class_that_a_note_names_does_not_play_and_the_player_is_told_how_it_could(
    go: PageNavigator, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The note next to a save may come from a stranger: its class is imported neither here nor where players think."""
    mark, save = tmp_path / "imported", tmp_path / "given" / "a game.wab"
    save.parent.mkdir()
    (tmp_path / "of_a_stranger.py").write_text(f"open({str(mark)!r}, 'w').close()\n")
    monkeypatch.syspath_prepend(tmp_path)
    wab.new_game(SCENARIO, seed=1).save(save)
    write_note(save, Note(SCENARIO, Seats("axis", {"allied": "of_a_stranger:Bot"})))
    go.resume(save)
    asked = go.window.screen
    assert isinstance(asked, QuestionPage) and go.session is None
    assert asked.question.endswith(f"wab play '{save}' --player allied=of_a_stranger:Bot")
    asked.go_on()
    assert go.session is not None and go.session.seats == Seats("axis", {"allied": "normal"})
    play_until_it_has_decided(go)
    assert not mark.exists()


def play_until_it_has_decided(go: PageNavigator) -> None:
    session, end = go.session, time.monotonic() + 60
    assert session is not None
    while len(session.game.journal) < 3:
        assert time.monotonic() < end, "the computer does not play"
        session.update()
        time.sleep(0.005)


def test_a_class_named_on_the_command_line_plays_on_in_a_save(go: PageNavigator, tmp_path: Path) -> None:
    """The command line counts for more than the note, and needs no message."""
    own, save = "tests.ai.bots:FirstOrder", tmp_path / "given.wab"
    wab.new_game(SCENARIO, seed=1).save(save)
    write_note(save, Note(SCENARIO, Seats("axis", {"allied": "of_a_stranger:Bot"})))
    open_first_page(go, GameRequest(str(save), agents={"allied": own}))
    assert go.session is not None and go.session.seats == Seats("axis", {"allied": own})
    assert go.notices == []
    play_until_it_has_decided(go)
    assert go.session.take_messages() == []


def test_a_note_of_another_game_seats_nobody(go: PageNavigator, tmp_path: Path) -> None:
    save = tmp_path / "given.wab"
    wab.new_game(SCENARIO, seed=1).save(save)
    write_note(save, Note(SCENARIO, Seats("swiss", {"allied": "normal"})))
    go.resume(save)
    assert go.session is not None and go.session.seats.side in ("allied", "axis")
