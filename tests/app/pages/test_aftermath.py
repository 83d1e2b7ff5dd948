"""After a battle: tabs with charts, history, luck and diaries, chosen by keys; a report that a process writes."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

import wab
from ai.agents import Reason, make_agents
from tests.app.zocbonds.battles import ended, phase, played_until
from wab.app.hud.box import Box
from wab.app.hud.kit import Kit
from wab.app.map.scene import MapScene
from wab.app.pages.battle.outcome import OutcomeScreen
from wab.app.pages.fronts import Score, Share
from wab.app.pages.parts import charts
from wab.app.pages.parts.charts import Line
from wab.app.pages.routes import PageNavigator
from wab.app.play.archive import Seats
from wab.app.report.export import free_name
from wab.app.window.settings import Settings
from wab.app.window.window import GameWindow
from wab.engine.kernel.game import Game
from wab.engine.words.text import Text
from wab.locale import set_language

CARENTAN, PEGASUS = "operations/causeway-to-carentan", "cards/pegasus-bridge"


@pytest.fixture
def go(window: GameWindow, scene: MapScene, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PageNavigator]:
    monkeypatch.setattr("wab.app.pages.battle.outcome.reports_folder", lambda: tmp_path / "reports")
    monkeypatch.setattr(window.hud, "scale", 0.4)
    go = PageNavigator(window, Settings("en", reduced_motion=True), folder=tmp_path / "saves")
    yield go
    go.close_session()
    window.always_keys.clear()
    set_language(None)
    window.edge_scrolling = True
    scene.show_grid(True)
    scene.set_names(scene.default_names())


@cache
def played(scenario: str) -> Game[Any]:
    """A game that is over: no order changes it any more, and all tests may show it."""
    game = wab.new_game(scenario, seed=4)
    players = make_agents(dict.fromkeys(game.system.sides, "greedy"), game.system.id, 4, game.seats)
    while game.to_act is not None:
        game.play(players[game.to_act].decide(game.view(game.to_act)))
    return game


def finished(go: PageNavigator, game: Game[Any] | None = None) -> OutcomeScreen:
    """The outcome of a game, by default one of greedy players; the diary of the second side has an entry in it."""
    game = game or played(CARENTAN)
    save = (go.folder or Path()) / "game.wab"
    save.parent.mkdir(exist_ok=True)
    go.play(game, Seats(game.system.sides[0]), save)
    assert go.session is not None
    reason = Reason(Text("Hold on, because they are few."), 1.0, mission=Text("Hold the crossroads"))
    go.session._diary.add(5, 2, game.system.sides[1], msgspec.to_builtins(reason))
    screen = go.window.screen
    assert isinstance(screen, OutcomeScreen)
    return screen


@pytest.fixture
def words(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return what has been written on the screen."""
    found: list[str] = []
    text, heading = Kit.text, Kit.heading

    def watched(kit, words, *rest, **options):
        found.append(words)
        return text(kit, words, *rest, **options)

    def watched_heading(kit, words, *rest, **options):
        found.append(words)
        return heading(kit, words, *rest, **options)

    monkeypatch.setattr(Kit, "text", watched)
    monkeypatch.setattr(Kit, "heading", watched_heading)
    return found


def seen(go: PageNavigator, words: list[str], key: str) -> str:
    """Return what is written after a key."""
    go.window.inject_key(key)
    go.window.step(0.05)
    words.clear()
    go.window.step(0.05)
    return "\n".join(words)


def test_each_tab_tells_its_part(go: PageNavigator, words: list[str]) -> None:
    finished(go)
    course = seen(go, words, "2")
    assert "HP lost" in course and "Axis 47" in course
    assert "The Allies take Carentan: 4 points." in seen(go, words, "end")
    history = seen(go, words, "3")
    assert "Ground in Allied hands, km²" in history and "Front ahead of history (−: behind), km" in history
    assert "Allies, 12 June 1944" in history
    luck = seen(go, words, "4")
    assert "Allies · Combat: 6 dice" in luck and "of 100 such series of dice." in luck
    diary = seen(go, words, "5")
    assert "Hold the crossroads." in diary and "Hold on, because they are few." in diary
    told = seen(go, words, "page_down").replace("\n", " ")
    assert "advances to Carentan" in told
    assert "loses 1 HP (combat)" not in told, "the result of the combat has told it"


def test_a_battle_of_bonds_has_a_course_and_history_too(go: PageNavigator, words: list[str]) -> None:
    finished(go, ended(played_until(phase("axis", "movement", 3))))
    course = seen(go, words, "2")
    assert "Points" in course and "Steps on the map" in course and "Steps lost and not replaced" in course
    assert ": 2 points." in seen(go, words, "end"), "the turns are told, with a place and its points"
    history = seen(go, words, "3")
    assert "Ground in Allied hands, km²" in history and "Sainte-Mère-Église" in history


def test_arrows_to_the_sides_go_through_the_tabs_and_digits_choose_one(go: PageNavigator, words: list[str]) -> None:
    screen = finished(go)
    told = []
    for key in ("arrow_right", "arrow_right", "arrow_left", "arrow_left", "arrow_left", "1"):
        seen(go, words, key)
        told.append(screen.tab)
    assert told == ["course", "history", "course", "result", "diary", "result"]


def test_page_down_scrolls_a_tab(go: PageNavigator, words: list[str]) -> None:
    finished(go)
    assert "Turn 5" not in seen(go, words, "2")
    assert "Turn 5" in seen(go, words, "page_down")
    assert "Turn 5" not in seen(go, words, "page_up")


def test_the_numbers_are_those_of_the_report(go: PageNavigator) -> None:
    screen = finished(go)
    chart = next(chart for chart in screen.session.course.charts if chart.id == "points")
    outcome = screen.session.outcome
    assert outcome is not None
    assert {curve.name: curve.points[-1][1] for curve in chart.curves} == outcome.points


def test_the_card_game_has_no_history_to_be_beside(go: PageNavigator, words: list[str]) -> None:
    screen = finished(go, played(PEGASUS))
    assert list(screen.tabs) == ["result", "course", "luck", "diary"]
    assert "Medals" in seen(go, words, "2")
    assert "grenade" in seen(go, words, "3")


def test_before_the_end_no_course_is_told(go: PageNavigator) -> None:
    go.play(wab.new_game(CARENTAN, seed=4), Seats("allied"), None)
    assert go.session is not None and go.session.course.charts == ()


def test_a_report_is_written_while_the_page_goes_on(go: PageNavigator, tmp_path: Path) -> None:
    screen = finished(go)
    screen._write_report()
    end = time.monotonic() + 600
    while screen._export is not None and time.monotonic() < end:
        go.window.step(0.05)
        time.sleep(0.4)
    page = (tmp_path / "reports" / "causeway-to-carentan.html").read_text(encoding="utf-8")
    assert "Hold on, because they are few." in page and page.count("data:image/jpeg;base64,") == 4
    assert any("causeway-to-carentan.html" in notice.words for notice in go.notices)


def test_a_report_that_is_not_finished_is_given_up_with_the_page(go: PageNavigator) -> None:
    screen = finished(go)
    screen._write_report()
    assert screen._export is not None
    process = screen._export._process
    go.to_menu()
    assert screen._export is None and process.poll() is not None


def test_no_report_is_written_over_another(tmp_path: Path) -> None:
    assert free_name(tmp_path, "cobra").name == "cobra.html"
    (tmp_path / "cobra.html").touch()
    assert free_name(tmp_path, "cobra").name == "cobra-2.html"


def test_a_curve_that_ends_early_has_its_name_where_it_ends(
    window: GameWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    placed: dict[str, float] = {}
    monkeypatch.setattr(Kit, "text", lambda _kit, words, x, _y, *_rest, **_more: placed.update({words: x}) or 0.0)
    kit, room = window.kit, Box(100.0, 50.0, 400.0, 200.0)
    lasting = Line("this game", kit.colours.text, ((1, 0.0), (8, 80.0)))
    past = Line("history", kit.colours.second, ((4, 57.0),))
    for name in ("line", "disc", "plate"):
        monkeypatch.setattr(Kit, name, lambda *_rest, **_more: None)
    charts._names(kit, room, [(lasting, (room.right, 60.0)), (past, (270.0, 60.0))])
    assert placed == {"this game 80": room.right + 10, "history 57": 280.0}


def test_what_is_taken_off_a_side_is_named_and_takes_no_room_of_its_bar(
    go: PageNavigator, words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = finished(go)
    shares = (Share("drop hexes", 9.0), Share("beaches closed", -5.0))
    side = go.session.side if go.session is not None else ""
    screen.page = replace(screen.page, scores=(Score(side, "Allies", 4.0, shares),))
    bars: list[Box] = []
    graded = Kit.graded
    monkeypatch.setattr(Kit, "graded", lambda kit, box, *rest: (bars.append(box), graded(kit, box, *rest))[1])
    words.clear()
    go.window.step(0.05)
    assert "drop hexes 9" in words and "beaches closed \u22125" in words
    long = [bar for bar in bars if bar.h == 20]
    assert len(long) == 1, "one bar for what was won"
