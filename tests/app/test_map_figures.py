"""Figures on the map in three dimensions: what stands where, when, and that it moves with its counter."""

from __future__ import annotations

import numpy as np
import pytest

import wab
from tests.app.conftest import counter
from wab.app.gfx.theme import colour
from wab.app.map.figures import FORMATIONS, SIZES
from wab.app.map.models import SHAPES, model
from wab.app.map.scene import MapScene
from wab.app.operations.presenter import FIGURES

MOST_TRIANGLES = 500
BODY, METAL = colour("66733F"), colour("3A4323")
NEAR = (49.0, 35.2, 3.0)


@pytest.fixture
def table(scene: MapScene) -> MapScene:
    """The map in three dimensions, near enough to read counters."""
    scene.camera.set_mode(True, at_once=True)
    scene.camera.fly_to(*NEAR)
    scene.update(0.0)
    return scene


@pytest.fixture
def middle(table: MapScene) -> int:
    return table.grid.hex_at(NEAR[0], NEAR[1])


@pytest.mark.parametrize("shape", sorted(SHAPES))
@pytest.mark.parametrize("side", [1, 2])
def test_a_model_is_solid_light_and_stands_on_the_ground(shape: str, side: int) -> None:
    made = model(shape, side, BODY, METAL)
    assert made.triangles <= MOST_TRIANGLES
    assert made.volume > 0.001
    assert -0.001 <= made.points[:, 2].min() < 0.02
    assert 0.10 < made.points[:, 2].max() < 0.40


@pytest.mark.clause("OPS-3.1-1")
def test_every_symbol_of_the_catalogue_has_a_figure() -> None:
    game = wab.new_game("operations/the-battle-of-normandy", seed=1)
    assert {profile.symbol for profile in game.state.board.roster.values()} <= set(FIGURES)


@pytest.mark.clause("OPS-3.1-1")
def test_figures_stand_on_the_map_in_three_dimensions_only(table: MapScene, middle: int) -> None:
    table.set_counters([counter(7, middle, figure="infantry")])
    table.update(0.0)
    assert table.figures.shown
    assert table.figures.stock.triangles == model("infantry", 1, BODY, METAL).triangles
    table.camera.set_mode(False, at_once=True)
    table.update(0.0)
    assert not table.figures.shown


@pytest.mark.clause("OPS-3.1-1")
def test_counters_are_small_labels_before_their_figures(table: MapScene, middle: int) -> None:
    table.show_figures(False)
    table.set_counters([counter(7, middle, figure="armour")])
    table.update(0.0)
    large = table.counters.card_pixels
    table.show_figures(True)
    table.update(0.0)
    assert table.counters.card_pixels < 0.8 * large
    pixel = table.project(middle)
    assert pixel is not None
    below = pixel[0], pixel[1] + 0.4 * table.counters.card_pixels
    assert table.pick_counter(*below) == 7
    assert table.pick_counter(pixel[0], pixel[1] - 0.3 * table.counters.card_pixels) is None


def test_they_are_seen(table: MapScene, middle: int) -> None:
    table.set_counters([counter(7, middle, figure="armour")])
    with_figures = table.screenshot().astype(int)
    table.show_figures(False)
    assert np.abs(table.screenshot().astype(int) - with_figures).max(axis=2).mean() > 0.05
    table.show_figures(True)


@pytest.mark.parametrize("count", [1, 2, 3, 5])
def test_no_more_stand_in_a_hex_than_there_is_room_for(table: MapScene, middle: int, count: int) -> None:
    table.set_counters([counter(key, middle, stack=key, figure="car") for key in range(count)])
    table.update(0.0)
    standing = min(count, len(FORMATIONS))
    assert len(SIZES) == len(FORMATIONS)
    assert table.figures.stock.triangles == standing * model("car", 1, BODY, METAL).triangles


def test_who_is_not_known_has_no_figure(table: MapScene, middle: int) -> None:
    table.set_counters([counter(7, middle, figure="", contact="detected")])
    table.update(0.0)
    assert table.figures.stock.triangles == 0


def test_a_figure_goes_with_its_counter_and_stands_again_when_the_map_is_shown_anew(
    table: MapScene, middle: int
) -> None:
    table.set_speed(1.0)
    table.set_counters([counter(7, middle, figure="car"), counter(8, middle, stack=1, figure="car")])
    table.update(0.0)
    one = model("car", 1, BODY, METAL).triangles
    there = table.grid.neighbour(middle, 0)
    assert there is not None
    table.animate_move([7], [middle, there])
    table.update(10.0)
    assert table.figures.stock.triangles == one
    (moving,) = table.figures._moving
    x, y = table.grid.centre(there)
    assert (moving.getX(), moving.getY()) == pytest.approx((x, y), abs=1e-3)
    table.set_counters([counter(7, there, figure="car"), counter(8, middle, figure="car")])
    table.update(0.0)
    assert table.figures.stock.triangles == 2 * one
    assert table.figures._moving == []
