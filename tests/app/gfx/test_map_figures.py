"""Figures on the map in three dimensions: what stands where, when, and that it moves with its counter."""

from __future__ import annotations

import numpy as np
import pytest

import wab
from tests.app.conftest import counter
from wab.app.gfx.figurines import RING, ring
from wab.app.gfx.palettes import DEUTAN, STANDARD
from wab.app.gfx.theme import Rgba
from wab.app.map.figures import APART_FROM, FORMATIONS, NEAR_FROM, RADII
from wab.app.map.scene import MapScene
from wab.content.normandy.miniatures import miniature_of

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


@pytest.mark.clause("OPS-3.1-1")
def test_every_unit_of_the_catalogue_has_a_miniature() -> None:
    for name in ("the-battle-of-normandy", "cliffs-and-shingle"):
        board = wab.new_game(f"operations/{name}", seed=1).state.board
        assert all(miniature_of(unit.nation, unit.symbol, unit.short) for unit in board.roster.values())


def test_what_is_known_of_a_contact_finds_a_miniature_without_its_name() -> None:
    board = wab.new_game("operations/the-battle-of-normandy", seed=1).state.board
    assert all(miniature_of(unit.nation, unit.symbol) for unit in board.roster.values())
    assert miniature_of("", "infantry") == ""


@pytest.mark.clause("OPS-3.1-1")
def test_figures_stand_on_the_map_in_three_dimensions_only(table: MapScene, middle: int) -> None:
    table.set_counters([counter(7, middle, figure="us_infantry")])
    table.update(0.0)
    assert table.figures.shown
    assert table.figures.names == ["us_infantry"]
    table.camera.set_mode(False, at_once=True)
    table.update(0.0)
    assert not table.figures.shown


@pytest.mark.clause("OPS-3.1-1")
def test_counters_are_small_labels_before_their_figures(table: MapScene, middle: int) -> None:
    table.show_figures(False)
    table.set_counters([counter(7, middle, figure="sherman")])
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
    table.set_counters([counter(7, middle, figure="sherman")])
    with_figures = table.screenshot().astype(int)
    table.show_figures(False)
    assert np.abs(table.screenshot().astype(int) - with_figures).max(axis=2).mean() > 0.05
    table.show_figures(True)


def seen(table: MapScene, ink: Rgba) -> int:
    """Pixels in about this colour, bright or in the shade."""
    shot = table.screenshot()[..., :3].astype(float)
    share, wanted = shot / np.maximum(shot.sum(axis=2, keepdims=True), 1), np.array(ink[:3]) / sum(ink[:3])
    return int((np.abs(share - wanted).max(axis=2) < 0.06).sum())


def test_a_ring_around_a_base_shows_the_side_and_is_notched_for_the_second_one_in_patterns(
    table: MapScene, middle: int
) -> None:
    first, second = STANDARD.map.side
    table.set_counters([counter(7, middle, figure="jeep", side=1)])
    blue, other = seen(table, first), seen(table, second)
    table.set_counters([counter(7, middle, figure="jeep", side=2)])
    whole = seen(table, second) - other
    assert whole > 300
    assert seen(table, first) < blue - 300
    try:
        table.set_palette(STANDARD, patterns=True)
        assert 0.3 * whole < seen(table, second) - other < 0.9 * whole
        table.set_palette(DEUTAN)
        assert seen(table, second) - other < 0.5 * whole
    finally:
        table.set_palette(STANDARD)


def test_a_ring_lies_around_a_base_of_radius_one() -> None:
    ink = STANDARD.map.side[0]
    plain, notched = ring(ink), ring(ink, notched=True)
    away = np.hypot(plain.points[:, 0], plain.points[:, 1])
    assert (round(float(away.min()), 2), round(float(away.max()), 2)) == (0.99, round(RING, 2))
    assert notched.triangles == 2 * plain.triangles
    assert set(map(tuple, plain.colours.tolist())) == {(*ink[:3], 255)}


@pytest.mark.parametrize("count", [1, 2, 3, 5])
def test_no_more_stand_in_a_hex_than_there_is_room_for(table: MapScene, middle: int, count: int) -> None:
    table.set_counters([counter(key, middle, stack=key, figure="jeep") for key in range(count)])
    table.update(0.0)
    standing = min(count, len(FORMATIONS))
    assert len(RADII) == len(FORMATIONS)
    assert table.figures.names == ["jeep"] * standing


def test_who_is_not_known_has_no_figure(table: MapScene, middle: int) -> None:
    table.set_counters([counter(7, middle, figure="", contact="detected")])
    table.update(0.0)
    assert table.figures.names == []


def test_a_figure_goes_with_its_counter_and_stands_again_when_the_map_is_shown_anew(
    table: MapScene, middle: int
) -> None:
    table.set_speed(1.0)
    table.set_counters([counter(7, middle, figure="jeep"), counter(8, middle, stack=1, figure="jeep")])
    table.update(0.0)
    there = table.grid.neighbour(middle, 0)
    assert there is not None
    table.animate_move([7], [middle, there])
    table.update(10.0)
    assert table.figures.names == ["jeep"]
    (moving,) = table.figures._away.values()
    x, y = table.grid.centre(there)
    assert (moving.lit.getX(), moving.lit.getY()) == pytest.approx((x + moving.spot.u, y + moving.spot.v), abs=1e-3)
    table.set_counters([counter(7, there, figure="jeep"), counter(8, middle, figure="jeep")])
    table.update(0.0)
    assert table.figures.names == ["jeep", "jeep"]
    assert not table.figures._away


def test_from_farther_away_one_stands_for_its_stack_and_with_fewer_corners(table: MapScene, middle: int) -> None:
    table.set_counters([counter(key, middle, stack=key, figure="jeep") for key in range(3)])
    table.update(0.0)
    assert table.figures.names == ["jeep"] * 3
    vertices = {}
    for px in (NEAR_FROM, APART_FROM, APART_FROM - 1.0):
        table.figures.update(1.0, px, True)
        vertices[px] = table.statistics()["vertices"]
    assert table.figures.names == ["jeep"]
    assert vertices[NEAR_FROM] > vertices[APART_FROM] == vertices[APART_FROM - 1.0], "those alike share their corners"


def test_a_base_stands_on_the_highest_ground_under_its_edge(table: MapScene, middle: int) -> None:
    table.set_counters([counter(7, middle, figure="jeep")])
    table.update(0.0)
    x, y = table.grid.centre(middle)
    (standing,) = table.figures._standing.values()
    lifted = table.figures._ground(x + standing.spot.u, y + standing.spot.v, standing.spot.radius)
    assert lifted >= float(table.heights.at(np.array([(x + standing.spot.u, y + standing.spot.v)]))[0])


def test_figures_lean_aside_when_their_hex_is_hit_and_stand_upright_again(table: MapScene, middle: int) -> None:
    there = table.grid.adjacent(middle)[0]
    table.set_counters([counter(7, middle, figure="jeep"), counter(8, there, figure="jeep")])
    table.update(0.0)
    hit, other = (table.figures._standing[key].lit for key in (7, 8))
    table.shake(middle)
    table.tweens.update(0.02)
    assert abs(hit.getR()) > 1.0
    assert other.getR() == 0.0
    table.tweens.finish()
    assert hit.getR() == pytest.approx(0.0, abs=1e-6)
