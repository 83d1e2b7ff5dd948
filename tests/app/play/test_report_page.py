"""F8: the page shows what a bundle would hold, then writes it, and the player is back at the start."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import wab
from wab.app.cards.panels.commands import LISTED
from wab.app.map.scene import MapScene
from wab.app.operations.screen.battle import BattleScreen
from wab.app.pages.battle.report_page import ReportPage
from wab.app.pages.fronts import key_groups
from wab.app.pages.opening.title import TitlePage
from wab.app.pages.routes import PageNavigator
from wab.app.play.archive import Seats
from wab.app.play.bundle import LOG, PICTURE, SAVE, SETTINGS, read_bundle, save_of
from wab.app.wargame.ui.key_list import key_sections
from wab.app.window.bindings import Bindings
from wab.app.window.settings import Settings
from wab.app.window.window import GameWindow
from wab.engine.saves.replay import verify
from wab.locale import set_language
from wab.systems import get_system

SCENARIO = "operations/causeway-to-carentan"


@pytest.fixture
def go(window: GameWindow, scene: MapScene, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PageNavigator]:
    monkeypatch.setattr("wab.app.pages.battle.report_page.reports_folder", lambda: tmp_path / "reports")
    go = PageNavigator(window, Settings("en", reduced_motion=True), folder=tmp_path / "saves")
    yield go
    go.close_session()
    window.always_keys.clear()
    set_language(None)
    window.edge_scrolling = True
    scene.show_grid(True)
    scene.set_names(scene.default_names())


def press(go: PageNavigator, *keys: str) -> None:
    for key in keys:
        go.window.inject_key(key)
        go.window.step(0.05)
        go.window.step(0.05)


def play(go: PageNavigator, *, kept: bool) -> None:
    save = go.folder / "game.wab" if kept and go.folder is not None else None
    go.play(wab.new_game(SCENARIO, seed=3), Seats("allied", {}, ("allied", "axis")), save)
    if go.session is not None and go.session.waiting is not None:
        go.session.take_seat()
        go.return_to_battle()
    press(go)
    go.window.step(0.05)


@pytest.mark.parametrize("kept", [True, False], ids=["kept", "not kept"])
def test_a_bundle_is_written_after_it_was_told_what_is_in_it(go: PageNavigator, tmp_path: Path, kept: bool) -> None:
    play(go, kept=kept)
    assert isinstance(go.window.screen, BattleScreen)
    press(go, "f8")
    page = go.window.screen
    assert isinstance(page, ReportPage)
    assert not (tmp_path / "reports").exists(), "nothing is written before the player says so"
    assert str(tmp_path / "reports") in "".join(page._contents())
    press(go, "enter")
    assert page.written is not None and page.written.parent == tmp_path / "reports"
    files = read_bundle(page.written)
    assert {SAVE, SETTINGS, LOG, PICTURE} <= set(files)
    assert files[PICTURE].startswith(b"\x89PNG") and b'"key": "f8"' in files[LOG]
    with save_of(page.written) as save:
        assert verify(save, get_system).ok
    press(go, "escape")
    assert isinstance(go.window.screen, BattleScreen)


def test_escape_writes_nothing_and_f8_again_changes_nothing(go: PageNavigator, tmp_path: Path) -> None:
    play(go, kept=True)
    press(go, "f8")
    page = go.window.screen
    press(go, "f8")
    assert go.window.screen is page
    press(go, "escape")
    assert isinstance(go.window.screen, BattleScreen)
    assert not (tmp_path / "reports").exists()


def test_a_folder_that_cannot_be_written_is_a_notice(go: PageNavigator, tmp_path: Path) -> None:
    (tmp_path / "reports").write_text("a file", encoding="utf-8")
    play(go, kept=True)
    press(go, "f8", "enter")
    page = go.window.screen
    assert isinstance(page, ReportPage) and page.written is None
    assert any("cannot be written" in notice.words for notice in go.notices)


def test_without_a_game_the_player_is_told_where_the_key_works(go: PageNavigator) -> None:
    go.title()
    press(go, "f8")
    assert isinstance(go.window.screen, TitlePage)
    assert any("within a game" in notice.words for notice in go.notices)


def test_the_key_is_on_the_list_of_keys() -> None:
    sections = key_sections(Bindings(key_groups()), LISTED)
    assert any(key == "F8" for section in sections for key, _words in section.rows)
