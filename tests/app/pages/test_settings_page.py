"""The settings page: its tabs, and keys that the player lays elsewhere and uses. By keyboard and by pointer."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import wab
from wab.app.map.scene import MapScene
from wab.app.operations.hand.modes import Aim
from wab.app.operations.screen.battle import BattleScreen
from wab.app.pages.opening.title import TitlePage
from wab.app.pages.routes import PageNavigator
from wab.app.pages.settings.settings_page import TABS, SettingsPage
from wab.app.window.settings import DEFAULTS, Settings, load_settings
from wab.app.window.window import GameWindow
from wab.locale import set_language

ATTACK, MOVE = "operations.attack", "operations.move"


@pytest.fixture
def go(window: GameWindow, scene: MapScene, tmp_path: Path) -> Iterator[PageNavigator]:
    go = PageNavigator(window, Settings("en", reduced_motion=True), settings_file=tmp_path / "settings.json")
    yield go
    go.close_session()
    go.apply(DEFAULTS)
    set_language(None)
    window.set_hud_scale(1.0)
    window.edge_scrolling = True
    scene.set_names(scene.default_names())


def press(go: PageNavigator, *keys: str) -> None:
    for key in keys:
        go.window.inject_key(key)
        go.window.step(0.05)
        go.window.step(0.05)


def page(go: PageNavigator) -> SettingsPage:
    shown = go.window.screen
    assert isinstance(shown, SettingsPage)
    return shown


def open_keys(go: PageNavigator) -> SettingsPage:
    go.title()
    go.configure()
    press(go, *["page_down"] * [tab.name for tab in TABS].index("keys"))
    assert page(go).tab == "keys"
    return page(go)


def focus_on(go: PageNavigator, identity: str, key: str = "arrow_down") -> None:
    for _step in range(120):
        if page(go).focus.at == identity:
            return
        press(go, key)
    raise AssertionError(f"{identity} cannot be reached with {key}")


def battle(go: PageNavigator) -> BattleScreen:
    go.start(next(info for info in wab.scenarios() if info.id.endswith("cliffs-and-shingle")), "allied", {}, seed=7)
    shown = go.window.screen
    assert isinstance(shown, BattleScreen)
    press(go, "n")
    return shown


def test_every_tab_is_reached_by_a_key_and_by_the_arrows(go: PageNavigator) -> None:
    go.title()
    go.configure()
    seen = []
    for _tab in TABS:
        seen.append(page(go).tab)
        press(go, "page_down")
    assert seen == [tab.name for tab in TABS] and page(go).tab == seen[0]
    focus_on(go, "tab language", "arrow_right")
    press(go, "enter")
    assert page(go).tab == "language"
    press(go, "escape")
    assert isinstance(go.window.screen, TitlePage)


ELSEWHERE = {"opponent", "fullscreen_offered", "tool_words", "tool_uses", "follow_chosen"}
"""Settings that are remembered where they are chosen: in the briefing, on the title page, next to the tools."""


def test_every_setting_belongs_to_one_tab() -> None:
    fields = [field for tab in TABS for field in tab.fields]
    assert len(fields) == len(set(fields)) and set(Settings.__struct_fields__) - set(fields) == ELSEWHERE


def test_a_key_laid_by_keyboard_alone_is_used_in_a_battle_and_kept(go: PageNavigator, tmp_path: Path) -> None:
    open_keys(go)
    focus_on(go, f"{ATTACK} 0")
    press(go, "enter")
    assert page(go).takes_raw_keys
    press(go, "lshift", "[")  # a key that is held with others is no answer
    assert go.settings.keys == {ATTACK: ("[",)}
    assert json.loads((tmp_path / "settings.json").read_text())["keys"] == {ATTACK: ["["]}
    screen = battle(go)
    press(go, "a")
    assert screen.interaction.aim is Aim.ANY
    press(go, "[")
    assert screen.interaction.aim is Aim.ATTACK
    assert go.window.caption("A") == "["


def test_escape_leaves_a_key_as_it_is_and_the_page_open(go: PageNavigator) -> None:
    open_keys(go)
    focus_on(go, f"{ATTACK} 0")
    press(go, "enter", "escape")
    assert not page(go).takes_raw_keys and go.settings.keys == {}


def test_a_digit_and_the_keys_of_pages_are_told_of(go: PageNavigator) -> None:
    open_keys(go)
    focus_on(go, f"{ATTACK} 0")
    press(go, "enter", "3")
    assert page(go).keys.told and page(go).takes_raw_keys and go.settings.keys == {}


@pytest.mark.parametrize(
    "answer, keys",
    [
        ("swap", {ATTACK: ("m",), MOVE: ("a",)}),
        ("take", {ATTACK: ("m",), MOVE: ()}),
        ("cancel clash", {}),
    ],
)
def test_a_key_that_is_in_use_has_to_be_settled(
    go: PageNavigator, answer: str, keys: dict[str, tuple[str, ...]]
) -> None:
    open_keys(go)
    focus_on(go, f"{ATTACK} 0")
    press(go, "enter", "m")
    clash = page(go).keys.clash
    assert clash is not None and [use.action.id for use in clash.others] == [MOVE]
    press(go, "page_down")
    assert page(go).tab == "keys" and page(go).keys.clash is not None
    focus_on(go, answer)
    press(go, "enter")
    assert page(go).keys.clash is None and go.settings.keys == keys


def test_escape_before_the_question_keeps_the_page_and_both_keys(go: PageNavigator) -> None:
    open_keys(go)
    focus_on(go, f"{ATTACK} 0")
    press(go, "enter", "m", "escape")
    assert page(go).keys.clash is None and go.settings.keys == {}


def test_keys_are_taken_away_and_come_back_one_by_one_and_all_at_once(go: PageNavigator) -> None:
    open_keys(go)
    focus_on(go, f"{ATTACK} 0")
    press(go, "delete")
    assert go.settings.keys == {ATTACK: ()}
    focus_on(go, f"{MOVE} 0")
    press(go, "enter", "[")
    press(go, "enter", "]")
    assert go.settings.keys == {ATTACK: (), MOVE: ("]",)}
    focus_on(go, f"reset {ATTACK}", "arrow_left")
    press(go, "enter")
    assert ATTACK not in go.settings.keys and MOVE in go.settings.keys
    focus_on(go, "defaults", "arrow_left")
    press(go, "enter")
    assert go.settings.keys == {}


def test_what_the_settings_say_of_other_games_stays(go: PageNavigator) -> None:
    go.change(Settings("en", reduced_motion=True, keys={"elsewhere.fire": ("[",)}))
    open_keys(go)
    focus_on(go, f"{ATTACK} 0")
    press(go, "enter", "]")
    assert go.settings.keys == {"elsewhere.fire": ("[",), ATTACK: ("]",)}


def test_the_camera_has_keys_that_can_be_laid_elsewhere(go: PageNavigator) -> None:
    go.change(Settings("en", reduced_motion=True, keys={"camera.in": ("]",)}))
    battle(go)
    camera = go.window.scene.camera if go.window.scene else None
    assert camera is not None
    press(go, "0")
    before = camera.span, camera.turn
    press(go, "]", ".")
    assert camera.span < before[0] and camera.turn != before[1]
    press(go, "+")
    assert camera.span < before[0]
    press(go, "0")
    assert (camera.span, camera.turn) == pytest.approx(before)


@pytest.mark.parametrize(
    "keys",
    ["x", {"a": "b"}, {"operations.attack": [3]}, {"operations.attack": ["a"] * 9}, {"a": ["x" * 99]}, [1]],
)
def test_keys_in_a_damaged_file_keep_their_defaults(tmp_path: Path, keys: object) -> None:
    path = tmp_path / "settings.json"
    path.write_text(json.dumps({"fullscreen": True, "keys": keys}))
    loaded = load_settings(path)
    assert loaded.settings.keys == {} and loaded.settings.fullscreen and "keys" in loaded.problem


def test_keys_that_cannot_be_used_are_told_when_the_window_opens(go: PageNavigator) -> None:
    go.notices.clear()
    go.apply(Settings("en", keys={ATTACK: ("escape",)}))
    assert any("Attack" in notice.words for notice in go.notices)
    assert go.window.bindings.keys_of(ATTACK) == ("a",)
