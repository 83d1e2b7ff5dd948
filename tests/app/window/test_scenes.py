"""The frame shows what a system plays on without knowing it: scenes come and go, and each keeps the promises."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import numpy as np
import pytest

from wab.app.gfx.palettes import DEUTAN, STANDARD
from wab.app.map.scene import MapScene
from wab.app.pages.fronts import get_front
from wab.app.pages.opening.title import TitlePage
from wab.app.pages.routes import PageNavigator
from wab.app.window.scenes import Scene
from wab.app.window.screens import Screen
from wab.app.window.settings import Settings
from wab.app.window.window import GameWindow
from wab.systems import NAMES, all_scenarios


@pytest.fixture
def bare(window: GameWindow) -> Iterator[GameWindow]:
    window.show_screen(Screen())
    yield window
    window.set_palette(STANDARD)
    window.show_screen(Screen())


def opened(window: GameWindow, name: str) -> Scene:
    info = next(info for info in all_scenarios() if info.system == name)
    scene = get_front(name).open_scene(window, info)
    assert window.scene is scene
    return scene


def seen(window: GameWindow) -> np.ndarray:
    return window.screenshot()[:, :, :3].astype(int)


@pytest.mark.parametrize("name", NAMES)
def test_a_front_opens_its_scene_once(bare: GameWindow, name: str) -> None:
    scene = opened(bare, name)
    assert opened(bare, name) is scene
    assert get_front(name).open_scene(bare) is scene


def test_the_scene_of_one_system_gives_way_to_that_of_another(bare: GameWindow) -> None:
    shots, last = [], None
    for name in NAMES:
        scene = opened(bare, name)
        assert scene is not last
        last = scene
        scene.camera.fit()
        shots.append(seen(bare))
    assert all((np.abs(a - b).sum(axis=2) > 30).mean() > 0.5 for a, b in itertools.pairwise(shots))
    scenes = [child.getName() for child in bare.render.getChildren() if child != bare.camera]
    assert len(scenes) == 1, "what was shown before is gone"


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("three_dimensional", [False, True])
def test_every_scene_is_seen_in_two_and_three_dimensions_and_finds_hexes(
    bare: GameWindow, name: str, three_dimensional: bool
) -> None:
    scene = opened(bare, name)
    info = next(info for info in all_scenarios() if info.system == name)
    area = get_front(name).area(info)
    scene.camera.set_mode(three_dimensional, at_once=True)
    scene.camera.fit(area)
    bare.step(0.0)
    middle = scene.camera.project_point((area.left + area.right) / 2, (area.bottom + area.top) / 2)
    assert middle is not None
    assert scene.pick(*middle) is not None
    scene.camera.set_mode(False, at_once=True)


@pytest.mark.parametrize("name", NAMES)
def test_a_dressed_scene_shows_the_battle_and_an_undressed_one_the_ground(bare: GameWindow, name: str) -> None:
    from wab import new_game

    info = next(info for info in all_scenarios() if info.system == name)
    scene, front = opened(bare, name), get_front(name)
    front.undress(scene)
    scene.camera.fit(front.area(info))
    bare.step(0.5)
    empty = seen(bare)
    front.dress(scene, new_game(info.id, seed=1).view(info.sides[0]))
    scene.camera.fit(front.area(info))
    assert (np.abs(seen(bare) - empty).sum(axis=2) > 30).mean() > 0.01
    front.undress(scene)
    scene.camera.fit(front.area(info))
    assert (np.abs(seen(bare) - empty).sum(axis=2) > 30).mean() < 0.001


def test_colours_for_the_colour_blind_reach_the_scene_and_those_to_come(bare: GameWindow) -> None:
    map_scene = opened(bare, "operations")
    assert isinstance(map_scene, MapScene)
    usual = map_scene.marks.colours
    bare.set_palette(DEUTAN)
    assert map_scene.marks.colours != usual
    for name in reversed(NAMES):
        opened(bare, name)
    last = bare.scene
    assert isinstance(last, MapScene) and last is not map_scene and last.marks.colours != usual


def test_the_title_names_the_games_of_the_house(bare: GameWindow) -> None:
    go = PageNavigator(bare, Settings("en", reduced_motion=True))
    entry = next(entry for entry in TitlePage(go).entries() if entry.identity == "scenarios")
    assert all(get_front(name).cover().title in entry.hint for name in NAMES)


def test_seen_from_the_north_the_ground_is_turned_and_still_dragged_along(bare: GameWindow) -> None:
    scene = opened(bare, "cards")
    scene.camera.sit(north=True)
    scene.camera.fly_to(6.0, 3.5, 6.0)
    left, right = (scene.camera.project_point(x, 3.5) for x in (4.0, 8.0))
    low, high = (scene.camera.project_point(6.0, y) for y in (2.0, 5.0))
    assert left is not None and right is not None and left[0] > right[0]
    assert low is not None and high is not None and low[1] < high[1]
    grabbed = scene.camera.ground(200, 150)
    assert grabbed is not None
    scene.camera.drag(grabbed, 260, 120)
    now = scene.camera.ground(260, 120)
    assert now == pytest.approx(grabbed, abs=1e-4)
    x = scene.camera.x
    scene.camera.pan(0.1, 0.0)
    assert scene.camera.x < x, "to the right of the viewer is west"
    scene.camera.sit(north=False)
