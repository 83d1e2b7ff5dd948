"""Pictures for the command line: each situation, the same picture twice, and clear words when there is none."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from wab.app import shots
from wab.app.map.scene import MapScene
from wab.app.operations.hand.interaction import Mode
from wab.app.operations.screen.battle import BattleScreen
from wab.app.pages.routes import PageNavigator
from wab.app.requests import PictureRequest
from wab.app.window.settings import Settings
from wab.app.window.window import GameWindow
from wab.engine.words.errors import UsageError
from wab.locale import set_language

SCENARIO = "operations/cliffs-and-shingle"
SIZE = (800, 450)


@pytest.fixture
def go(window: GameWindow, scene: MapScene) -> Iterator[PageNavigator]:
    navigator = PageNavigator(window, Settings("en", hud_scale=0.75, reduced_motion=True))
    yield navigator
    navigator.close_session()
    set_language(None)
    window.set_hud_scale(1.0)
    scene.set_names(scene.default_names())


def shown(go: PageNavigator, screen: str, **rest: str) -> BattleScreen:
    shots.show(go, PictureRequest(SCENARIO, Path("unused.png"), screen=screen, **rest))  # type: ignore[arg-type]
    for _frame in range(3):
        go.window.step(0.2)
    battle = go.window.screen
    assert isinstance(battle, BattleScreen)
    return battle


def test_a_move_is_shown_with_its_reach_and_its_path(go: PageNavigator) -> None:
    battle = shown(go, "move")
    assert battle.interaction.mode is Mode.SELECTED
    assert battle.interaction.reach.near
    path = battle.interaction.path
    assert path is not None and len(path.path) >= 4


def test_the_staff_is_shown_with_the_orders_that_it_proposes(go: PageNavigator) -> None:
    battle = shown(go, "staff")
    assert battle.delegates.proposals
    assert battle.delegates.units == battle.delegates.everybody()


def test_an_attack_is_shown_with_everything_it_can_come_to(go: PageNavigator) -> None:
    battle = shown(go, "combat")
    assert battle.interaction.mode is Mode.ATTACK
    plan = battle.interaction.plan
    assert plan is not None and plan.refusal is None


def test_the_map_is_shown_from_the_side_that_is_asked_for(go: PageNavigator) -> None:
    assert shown(go, "map", side="axis").view.side == "axis"
    assert shown(go, "map", side="allied").view.side == "allied"


def test_overlays_and_the_third_dimension_change_the_picture(go: PageNavigator) -> None:
    shown(go, "map")
    plain = go.window.screenshot()
    assert shown(go, "map", overlay="control").ui.overlay == "control"
    tinted = go.window.screenshot()
    assert (plain != tinted).any(axis=2).mean() > 0.02
    with pytest.raises(UsageError, match="roses"):
        shown(go, "map", overlay="roses")


def take(path: Path, *options: str, before: Callable[[], None] | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "wab", "screenshot", SCENARIO, "--out", str(path), "--language", "en", *options]
    command += ["--size", f"{SIZE[0]}x{SIZE[1]}"]
    env = os.environ | ({"PYTHONDONTWRITEBYTECODE": "1"} if before else {})  # without room it would be cut off
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False, preexec_fn=before, env=env)


def test_the_same_request_gives_the_same_picture(tmp_path: Path) -> None:
    for name in ("one", "two"):
        done = take(tmp_path / f"{name}.png", "--screen", "move", "--mode", "3d")
        assert done.returncode == 0, done.stderr
    one, two = (np.asarray(Image.open(tmp_path / f"{name}.png").convert("RGB")) for name in ("one", "two"))
    assert one.shape == (SIZE[1], SIZE[0], 3)
    assert (one == two).all()
    assert one.std() > 20


def test_an_unknown_overlay_is_bad_usage_and_leaves_no_picture(tmp_path: Path) -> None:
    done = take(tmp_path / "none.png", "--overlay", "roses")
    assert done.returncode == 2
    assert "roses" in done.stderr and "supply" in done.stderr
    assert not (tmp_path / "none.png").exists()


@pytest.mark.parametrize("old", [None, b"a picture of another day"])
def test_a_picture_for_which_there_is_no_room_is_an_error_and_leaves_the_old_one(
    tmp_path: Path, old: bytes | None
) -> None:
    picture = tmp_path / "room.png"
    if old is not None:
        picture.write_bytes(old)
    done = take(picture, before=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096)))
    assert done.returncode == 2
    assert str(picture) in done.stderr.splitlines()[-1] and "Traceback" not in done.stderr
    assert [path.read_bytes() for path in tmp_path.iterdir()] == ([] if old is None else [old])


def test_keys_are_pressed_and_the_hex_comes_to_the_middle(go: PageNavigator) -> None:
    request = PictureRequest(SCENARIO, Path("unused.png"), at="5030", span=9.0, keys=("f", "ctrl+f"))
    shots.show(go, request)
    go.window.step(0.2)
    shots.look(go.window, request)
    scene, battle = go.window.scene, go.window.screen
    assert isinstance(scene, MapScene) and isinstance(battle, BattleScreen)
    assert scene.camera.span == 9.0
    place = scene.project(scene.grid.parse("5030"))
    assert place is not None
    left, top, right, bottom = scene.camera.margins
    middle = (left + go.window.hud.width - right) / 2, (top + go.window.hud.height - bottom) / 2
    assert place == pytest.approx(middle, abs=2)
    panels = []
    for key in request.keys:
        shots.press(go.window, key)
        panels.append(battle.ui.panel)
    assert panels == ["battle-order", "search"]
    with pytest.raises(UsageError, match=r"at: .*nowhere"):
        shots.look(go.window, PictureRequest(SCENARIO, Path("unused.png"), at="nowhere"))


def test_the_computer_plays_until_the_turn_that_is_asked_for(go: PageNavigator) -> None:
    shots.show(go, PictureRequest(SCENARIO, Path("unused.png"), turn=3))
    assert go.session is not None
    assert (go.session.game.turn, go.session.game.to_act) == (3, "allied")


def test_the_computer_plays_on_to_the_phase_that_is_asked_for(go: PageNavigator) -> None:
    shots.show(go, PictureRequest("zocbonds/the-first-week", Path("unused.png"), side="axis", phase="movement"))
    assert (go.session.game.turn, go.session.game.to_act, go.session.game.phase) == (1, "axis", "movement")


def test_a_picture_of_something_else_shows_no_hints(go: PageNavigator) -> None:
    battle = shown(go, "map")
    assert not battle.ui.hints_off and battle.hint is not None
    shots.put_hints_away(go.window)
    assert battle.ui.hints_off
