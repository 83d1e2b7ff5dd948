"""Weather and time of day on the map: seen on the ground, hardly on counters, and only where the player wants it."""

import numpy as np
import pytest

import wab
from tests.app.conftest import counter
from wab.app.gfx.light import HOURS, LIGHTS, at_hour
from wab.app.operations.hand.adapter import OperationsAdapter
from wab.app.wargame.adapter.adapter import Still

MIDDLE = 40.2


def grey(pixels):
    return pixels[..., :3].astype(float).mean(axis=2)


def shown(scene, *light):
    scene.set_light(*light)
    return scene.screenshot()


@pytest.mark.parametrize("deep", [False, True])
def test_every_weather_and_hour_looks_different(scene, deep):
    scene.camera.set_mode(deep, at_once=True)
    lights = [("clear", ""), ("clear", "morning"), ("clear", "evening"), ("overcast", ""), ("rain", ""), ("storm", "")]
    pictures = [shown(scene, *light).astype(float) for light in lights]
    for number, one in enumerate(pictures):
        for other in pictures[number + 1 :]:
            assert np.abs(one - other).mean() > 1.5


def test_rain_falls_and_stands_still_where_nothing_may_move(scene):
    scene.set_light("rain")
    scene.set_speed(1.0)
    first = scene.screenshot()
    scene.update(0.2)
    assert (scene.screenshot() != first).any()
    scene.set_speed(0.0)
    first = scene.screenshot()
    scene.update(0.2)
    assert (scene.screenshot() == first).all()


@pytest.mark.parametrize("deep", [False, True])
def test_it_rains_on_the_area_of_the_game_and_not_on_the_sheet_around_it(scene, deep):
    scene.camera.set_mode(deep, at_once=True)
    west = scene.grid.centres[:, 0] < scene.camera.x
    scene.set_fog(np.ones(scene.grid.size, bool), west)
    scene.set_light("storm")
    wet = scene.screenshot().astype(int)
    scene.rain.fall(0.0)
    drops = np.abs(wet - scene.screenshot()).sum(axis=2) > 6
    across = drops.shape[1]
    assert drops[:, : across // 3].sum() > 500
    assert drops[:, 2 * across // 3 :].sum() == 0


def test_without_weather_effects_the_map_is_as_on_a_clear_day(scene):
    plain = shown(scene, "clear")
    try:
        scene.show_weather(False)
        assert (shown(scene, "storm", "evening") == plain).all()
    finally:
        scene.show_weather(True)
    assert (scene.screenshot() != plain).any()


@pytest.mark.parametrize("hour", ["", *HOURS])
@pytest.mark.parametrize("weather", ["clear", "overcast", "rain", "storm"])
def test_counters_keep_nine_tenths_of_their_brightness(scene, weather, hour):
    hex_id = scene.grid.hex_at(49.0, MIDDLE)
    scene.set_counters([counter(1, hex_id)])
    x, y = (round(part) for part in scene.project(hex_id))
    card = (slice(y - 14, y + 14), slice(x - 14, x + 14))
    clear = grey(shown(scene, "clear"))[card].mean()
    assert grey(shown(scene, weather, hour))[card].mean() >= 0.9 * clear


def test_below_clouds_a_time_of_day_is_weaker():
    def colouring(name):
        plain, late = LIGHTS[name], at_hour(LIGHTS[name], "evening")
        return plain.gain[2] - late.gain[2]

    assert 0 < colouring("overcast") < 0.6 * colouring("clear")


def test_the_first_impulse_of_a_day_is_its_morning_and_the_last_its_evening():
    def hours(scenario):
        game = wab.new_game(f"operations/{scenario}", seed=1)
        view = game.view("allied")
        found = []
        for impulse in range(1, view.board.impulses + 1):
            view.position.impulse = impulse
            found.append(OperationsAdapter(Still(view)).hour())
        return found

    assert hours("five-beaches") == ["morning", "evening"]
    assert hours("to-the-sea") == [""]  # one impulse is the whole day
    assert hours("the-hill") == ["", ""]  # a turn is two days


def test_fog_of_war_makes_dark_lines_lighter_and_hardly_changes_the_colour(scene):
    """Hedges fade under the veil; the ground is not turned into another one."""
    open_ = scene.screenshot()[..., :3].astype(float)
    scene.set_fog(np.zeros(scene.grid.size, bool), np.ones(scene.grid.size, bool))
    veiled = scene.screenshot()[..., :3].astype(float)
    dark = grey(open_) < np.percentile(grey(open_), 2)
    assert grey(veiled)[dark].mean() > 1.02 * grey(open_)[dark].mean()
    assert 0.86 < grey(veiled).mean() / grey(open_).mean() < 0.98
    assert grey(veiled).std() < 0.75 * grey(open_).std()
