"""Small pictures next to saves: made when a game is left, and no harm when they are lost, damaged or no pictures."""

from __future__ import annotations

import struct
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import wab
from wab.app.gfx.png import write_small
from wab.app.hud.box import Box
from wab.app.hud.kit import Kit
from wab.app.map.scene import MapScene
from wab.app.operations.screen.battle import BattleScreen
from wab.app.pages.games.game_rows import line_of
from wab.app.pages.games.saves_list import SavesPage
from wab.app.pages.parts import pictures, thumbnails
from wab.app.pages.routes import PageNavigator
from wab.app.play.archive import delete, picture_path, read_note
from wab.app.play.library import library
from wab.app.window.settings import Settings
from wab.app.window.window import GameWindow
from wab.locale import set_language


@pytest.fixture
def go(window: GameWindow, scene: MapScene, tmp_path: Path) -> Iterator[PageNavigator]:
    found = PageNavigator(window, Settings("en", reduced_motion=True), folder=tmp_path / "saves")
    yield found
    found.close_session()
    set_language(None)


def leave_a_game(go: PageNavigator, people: tuple[str, ...] = ()) -> Path:
    agents = {} if people else {"axis": "greedy"}
    go.start(wab.scenarios()[0], "allied", agents, seed=5, people=people)
    go.window.step(0.1)
    assert go.session is not None and go.session.save is not None
    save = go.session.save
    go.to_menu()
    return save


def test_who_leaves_a_game_leaves_a_small_picture_of_the_map_beside_it(go: PageNavigator) -> None:
    save = leave_a_game(go)
    picture = picture_path(save)
    width, height = struct.unpack(">II", picture.read_bytes()[16:24])
    assert 0 < width <= pictures.SIZE[0] and 0 < height <= pictures.SIZE[1]
    assert thumbnails._texture(picture) is not None
    delete(save)
    assert not picture.exists()


@pytest.fixture
def drawn(go: PageNavigator, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every frame is drawn, and the picture of a turn follows at once."""
    monkeypatch.setattr(go.window, "taskMgr", getattr(go.window.taskMgr, "tasks", go.window.taskMgr))
    monkeypatch.setattr(pictures, "SECONDS", 0.01)


def wait_for_picture(go: PageNavigator) -> bool:
    """Wait as long as a picture may take, and tell whether there is one."""
    assert go.session is not None and go.session.save is not None
    for _frame in range(8):
        go.window.step(0.05)
        if picture_path(go.session.save).exists():
            return True
        time.sleep(0.01)
    return False


@pytest.mark.usefixtures("drawn")
def test_a_game_that_is_killed_has_a_picture_and_a_sentence_of_its_last_turn(
    go: PageNavigator, monkeypatch: pytest.MonkeyPatch
) -> None:
    go.start(wab.scenarios()[0], "allied", {"axis": "greedy"}, seed=5)
    hidden: list[bool] = []
    monkeypatch.setattr(go.window, "scene_picture", lambda: hidden.append(True))
    assert wait_for_picture(go) and not hidden, "the HUD does not blink"
    assert go.session is not None and go.session.save is not None
    picture, first = picture_path(go.session.save), picture_path(go.session.save).read_bytes()
    assert thumbnails._texture(picture) is not None and len(first) > 2000, "the map, and no empty ground"
    picture.unlink()
    go.session._keep_note()  # as when a turn begins
    assert wait_for_picture(go)
    note = read_note(go.session.save)
    assert note is not None and str(note.told) == str(go.session.journal[-1].text)
    item = library(go.kept(), ())[0]
    assert item.told == str(note.told) and item.picture == picture and item.turn == 1
    assert line_of(item, go.front).more == f"turn 1 · {item.told}"


@pytest.mark.usefixtures("drawn")
def test_no_picture_and_no_sentence_is_kept_of_a_screen_that_two_sides_share(go: PageNavigator) -> None:
    go.start(wab.scenarios()[0], "allied", {}, seed=5, people=("allied", "axis"))
    assert not wait_for_picture(go)
    assert go.session is not None and go.session.save is not None
    note = read_note(go.session.save)
    assert note is not None and note.told is None


def test_a_game_of_two_people_leaves_none_since_it_would_show_what_one_of_them_must_not_see(go: PageNavigator) -> None:
    save = leave_a_game(go, ("allied", "axis"))
    assert save.exists() and not picture_path(save).exists()


def test_a_picture_of_before_goes_when_a_second_person_has_sat_down(go: PageNavigator) -> None:
    save = leave_a_game(go)
    go.resume(save)
    assert go.session is not None
    go.session._sitting.persons = ("allied", "axis")
    go.to_menu()
    assert not picture_path(save).exists()


def damaged(folder: Path) -> dict[str, bytes]:
    good = folder / "good.png"
    write_small(np.full((180, 320, 4), 200, np.uint8), good, 320, 180)
    data = good.read_bytes()
    return {
        "good": data,
        "empty": b"",
        "cut": data[: len(data) // 3],
        "garbage": data[:40] + bytes(300),
        "huge": data[:16] + struct.pack(">II", 60_000, 60_000) + data[24:],
        "other": b"GIF89a" + data,
        "large": data + bytes(thumbnails.LARGEST),
    }


def test_what_is_no_small_picture_is_left_out(tmp_path: Path) -> None:
    for name, data in damaged(tmp_path).items():
        path = tmp_path / f"{name}.png"
        path.write_bytes(data)
        assert (thumbnails._texture(path) is not None) == (name == "good"), name
    (tmp_path / "folder.png").mkdir()
    assert thumbnails._texture(tmp_path / "folder.png") is None
    assert thumbnails._texture(tmp_path / "lost.png") is None


def test_a_list_with_damaged_pictures_is_drawn_and_its_games_open(go: PageNavigator, tmp_path: Path) -> None:
    save = leave_a_game(go)
    for data in damaged(tmp_path).values():
        picture_path(save).write_bytes(data)
        go.saves()
        for _frame in range(3):
            go.window.step(0.05)
        assert isinstance(go.window.screen, SavesPage)
    go.window.inject_key("enter")
    for _frame in range(2):
        go.window.step(0.05)
    assert isinstance(go.window.screen, BattleScreen)


def test_the_pictures_of_a_list_are_given_back_when_it_is_left(go: PageNavigator) -> None:
    leave_a_game(go)
    before = len(go.hud._textures)
    for _time in range(3):
        go.saves()
        for _frame in range(3):
            go.window.step(0.05)
        assert len(go.hud._textures) == before + 1
        go.title()
    assert len(go.hud._textures) == before


def test_a_game_without_a_picture_says_so(window: GameWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    words: list[str] = []
    for name in ("plate", "icon", "outline"):
        monkeypatch.setattr(Kit, name, lambda *_rest, **_more: None)
    monkeypatch.setattr(Kit, "text", lambda _kit, said, *_rest, **_more: words.append(said) or 0.0)
    thumbnails.Thumbnails(window.hud).draw(window.kit, None, Box(0.0, 0.0, 104.0, 58.5))
    assert words == ["No picture"]
