"""Saves that must not simply be opened: damaged, in play elsewhere, of other data, forged."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

import wab
from tests.app.pages.test_pages import SCENARIO, focus_on, frames, leave_a_game, page, press
from tests.engine.test_saves import bodies_of, reframed, resealed
from wab.app.main import open_first_page
from wab.app.map.scene import MapScene
from wab.app.operations.screen.battle import BattleScreen
from wab.app.pages.battle.question import QuestionPage
from wab.app.pages.games.saves_list import SavesPage
from wab.app.pages.opening.title import TitlePage
from wab.app.pages.routes import PageNavigator
from wab.app.play.archive import Note, Seats, note_path, write_note
from wab.app.play.session import Session
from wab.app.requests import GameRequest
from wab.app.window.settings import Settings
from wab.app.window.window import GameWindow
from wab.engine.saves.autosave import Autosave
from wab.engine.saves.reader import open_save, read_save
from wab.engine.words.errors import SaveError, SaveLocked
from wab.locale import set_language
from wab.systems import get_system


@pytest.fixture
def go(window: GameWindow, scene: MapScene, tmp_path: Path) -> Iterator[PageNavigator]:
    """The way from page to page, with saves in a folder of its own."""
    there = PageNavigator(window, Settings("en", reduced_motion=True), folder=tmp_path / "saves")
    yield there
    there.close_session()
    set_language(None)


@pytest.fixture
def other_data(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the data files be others than when the save was made."""
    monkeypatch.setattr(type(get_system("operations")), "data_digest", lambda _self: "changed")


def resume(go: PageNavigator, save: Path) -> None:
    go.saves()
    frames(go)
    focus_on(go, save.name)
    press(go, "enter")


def told(go: PageNavigator) -> str:
    session = go.session
    return " ".join([*(notice.words for notice in go.notices), *(session.take_messages() if session else [])])


# ---------------------------------------------------------------- damaged


def test_a_damaged_save_goes_on_and_the_player_is_told(go: PageNavigator) -> None:
    save = leave_a_game(go)
    worse = save.read_bytes() + bytes(4096)
    save.write_bytes(worse)
    go.saves()
    frames(go)
    shown = page(go)
    assert isinstance(shown, SavesPage)
    assert shown.problems == {}
    assert "line 5" in shown.losses[save.name]
    go.resume(save)
    asked = page(go)
    assert isinstance(asked, QuestionPage)
    assert "line 5" in asked.question and "4096 bytes" in asked.question and "turn 1" in asked.question
    press(go, "escape")
    assert isinstance(go.window.screen, SavesPage)
    assert save.read_bytes() == worse
    asked.go_on()
    assert go.session is not None and go.session.save == save
    assert f"{save.name}.damaged" in told(go)
    assert save.with_name(save.name + ".damaged").read_bytes() == worse
    assert read_save(save).damage is None
    assert len(go.kept()) == 1  # the copy is no save of its own


def test_a_damaged_save_from_elsewhere_is_left_alone(go: PageNavigator, tmp_path: Path) -> None:
    mine = tmp_path / "mine.wab"
    wab.new_game(SCENARIO, seed=9).save(mine)
    worse = mine.read_bytes() + bytes(50)
    mine.write_bytes(worse)
    go.resume(mine)
    asked = page(go)
    assert isinstance(asked, QuestionPage) and "is damaged" in asked.question
    asked.go_on()
    assert go.session is not None and go.session.save != mine
    assert mine.read_bytes() == worse
    assert [path.name for path in tmp_path.glob("mine*")] == ["mine.wab"]


# ---------------------------------------------------------------- in play elsewhere


def test_a_save_in_play_elsewhere_is_played_as_a_copy_or_not_at_all(go: PageNavigator) -> None:
    save = leave_a_game(go)
    elsewhere = Autosave(open_save(save, get_system).game, save)
    before = save.read_bytes()
    resume(go, save)
    asked = page(go)
    assert isinstance(asked, QuestionPage)
    assert "being played in another window" in asked.question
    press(go, "enter")  # the way back comes first
    assert isinstance(go.window.screen, SavesPage)
    resume(go, save)
    focus_on(go, "go on")
    press(go, "enter")
    assert isinstance(go.window.screen, BattleScreen)
    assert go.session is not None and go.session.save is not None
    assert go.session.save != save
    assert go.session.seats == Seats("allied", {"axis": "greedy"})
    assert save.read_bytes() == before
    elsewhere.close()


def test_a_save_in_play_is_not_deleted(go: PageNavigator) -> None:
    save = leave_a_game(go)
    elsewhere = Autosave(open_save(save, get_system).game, save)
    go.saves()
    frames(go)
    focus_on(go, f"delete {save.name}")
    press(go, "enter")
    focus_on(go, "doom")
    press(go, "enter")
    assert save.exists()
    assert "being played" in told(go)
    elsewhere.close()


def test_a_game_that_is_left_can_be_taken_up_by_another_window(go: PageNavigator) -> None:
    save = leave_a_game(go)
    go.resume(save)
    with pytest.raises(SaveLocked):
        Autosave(open_save(save, get_system).game, save)
    go.to_menu()
    Autosave(open_save(save, get_system).game, save).close()


def test_who_finds_the_save_in_play_at_the_last_moment_writes_nothing(tmp_path: Path) -> None:
    save = tmp_path / "game.wab"
    game = wab.new_game(SCENARIO, seed=9)
    elsewhere = Autosave(game, save)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    session = Session(wab.load(save), Seats("allied", {}), save=save)
    session.play(next(iter(session.view.legal_orders())))
    assert session.save is None
    assert any("not being saved" in words for words in session.take_messages())
    session.close()
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
    elsewhere.close()


def test_what_another_program_does_to_the_save_meanwhile_is_told(tmp_path: Path) -> None:
    save = tmp_path / "game.wab"
    session = Session(wab.new_game(SCENARIO, seed=9), Seats("allied", {}), save=save)
    save.write_bytes(b"theirs")
    session.play(next(iter(session.view.legal_orders())))
    assert any("game-other.wab" in words for words in session.take_messages())
    session.close()
    assert (tmp_path / "game-other.wab").read_bytes() == b"theirs"
    assert wab.load(save).digest() == session.game.digest()


# ---------------------------------------------------------------- other data


@pytest.mark.usefixtures("other_data")
def test_a_save_of_other_data_is_opened_when_the_player_says_so(go: PageNavigator, tmp_path: Path) -> None:
    save = tmp_path / "saves" / "old.wab"
    with pytest.MonkeyPatch.context() as before:
        before.setattr(type(get_system("operations")), "data_digest", lambda _self: "as it was")
        game = wab.new_game(SCENARIO, seed=9)
        save.parent.mkdir()
        game.save(save)
    for _time in range(2):  # it is asked again next time: the save still says with what it began
        resume(go, save)
        asked = page(go)
        assert isinstance(asked, QuestionPage)
        assert "other data files" in asked.question
        focus_on(go, "go on")
        press(go, "enter")
        assert isinstance(go.window.screen, BattleScreen)
        assert go.session is not None and go.session.save == save
        go.to_menu()
    assert read_save(save).header.data == "as it was"


@pytest.mark.usefixtures("other_data")
def test_the_way_back_from_a_save_of_other_data(go: PageNavigator, tmp_path: Path) -> None:
    save = tmp_path / "old.wab"
    wab.new_game(SCENARIO, seed=9).save(save)
    with pytest.MonkeyPatch.context() as now:
        now.setattr(type(get_system("operations")), "data_digest", lambda _self: "changed again")
        open_first_page(go, GameRequest(what=str(save)))
    assert isinstance(go.window.screen, QuestionPage)
    frames(go)
    press(go, "escape")
    assert isinstance(go.window.screen, TitlePage)
    assert go.session is None


# ---------------------------------------------------------------- forged


def test_records_that_cannot_be_told_are_an_error_and_no_crash(go: PageNavigator) -> None:
    """The snapshot is sound, the records before it are not: a load does not look at them, the window's journal does."""
    save = leave_a_game(go)
    bodies = bodies_of(save)
    opening = json.loads(bodies[1])
    opening["events"].append({"event": "moved", "units": [99999], "path": [1, 2], "spent": 1})
    save.write_bytes(reframed(resealed([bodies[0], msgspec.json.encode(opening), *bodies[2:]])))
    before = save.read_bytes()
    with pytest.raises(SaveError):
        go.resume(save)
    assert save.read_bytes() == before
    resume(go, save)
    assert isinstance(go.window.screen, SavesPage)


@pytest.mark.parametrize(
    "seats",
    [
        Seats("green", {"axis": "greedy"}),
        Seats("allied", {"pink": "greedy"}),
        Seats("allied", {"axis": "greedy"}, ("allied", "axis/9")),
    ],
)
def test_a_note_of_seats_that_the_game_does_not_have_is_no_note(go: PageNavigator, seats: Seats) -> None:
    save = leave_a_game(go)
    write_note(save, Note(SCENARIO, seats, 3))
    go.resume(save)
    assert go.session is not None
    assert set(go.session.persons) | set(go.session.seats.agents) == {"allied", "axis"}


@pytest.mark.parametrize(
    "content",
    [
        b"[" * 1000,
        b'{"scenario":"x","seats":' + b'{"side":' * 500 + b"1" + b"}" * 501,
        b'{"scenario":"x/y","seats":{"side":"allied"},"turn":' + b"1" * 5000 + b"}",
        b'{"scenario":"x/y","seats":{"side":"allied"}}' + b" " * (2 << 20),
        b'{"scenario":"\xff\xfe","seats":{"side":"allied"}}',
        b'{"scenario":"x/y","seats":{"side":"allied"},"first":{"allied":1e999}}',
    ],
    ids=["brackets", "nested objects", "digits", "too long", "no text", "endless"],
)
def test_a_note_that_goes_too_far_is_no_note(go: PageNavigator, content: bytes) -> None:
    save = leave_a_game(go)
    note_path(save).write_bytes(content)
    assert [kept.note for kept in go.kept()] == [None]
    go.saves()
    frames(go)
    go.resume(save)
    assert go.session is not None
