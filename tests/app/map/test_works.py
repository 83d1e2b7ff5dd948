"""Works on the ground and hexsides that a map names; heights on hexes of some hundred metres."""

from __future__ import annotations

import numpy as np
import pytest

from tests.app.map.test_bars import changed
from wab.app.gfx.heights import TALLEST, HeightField
from wab.app.gfx.specs import WorkSpec
from wab.app.map.country import Base
from wab.app.map.lines import SIDES, STEEP, side_lines
from wab.app.map.scene import MapScene
from wab.content.data import data_root
from wab.content.hexmap import load_map


@pytest.mark.parametrize("kind", ["obstacles", "sunken", "cleared", "mines", "base", "post", "garrison"])
def test_a_work_is_seen_in_its_hex_and_taken_away_again(scene: MapScene, kind: str) -> None:
    hex_ = scene.grid.hex_at(44.0, 35.2)
    scene.camera.fly_to(*scene.grid.centre(hex_), 5.0)
    before = scene.screenshot()
    scene.set_works([WorkSpec(hex_, kind)])  # type: ignore[arg-type]
    shown = scene.screenshot()
    scene.set_works(())
    assert changed(before, shown) > 0.0005
    assert changed(before, scene.screenshot()) < 0.0005


def test_obstacles_stand_in_three_dimensions_and_make_room_for_figures(scene: MapScene) -> None:
    hex_ = scene.grid.hex_at(44.0, 35.2)
    x, y = scene.grid.centre(hex_)
    scene.set_works([WorkSpec(hex_, "obstacles"), WorkSpec(hex_ + 1, "mines"), WorkSpec(hex_ + 2, "sunken")])
    works = scene.works
    assert works.standing == 0
    works.follow(1.0, ())
    all_of_them = works.standing
    assert all_of_them > 0
    works.follow(1.0, [Base(x, y, 0.33)])
    assert 0 < works.standing < all_of_them
    works.follow(1.0, [Base(x, y, 1.0)])
    assert works.standing == 0
    works.follow(0.0, ())
    assert works.standing == 0
    scene.set_works(())


def test_each_named_hexside_is_a_line_with_ticks_where_the_ground_falls() -> None:
    hexmap = load_map(data_root() / "campaigns" / "omaha" / "map.json")
    lines = list(side_lines(hexmap))
    for kind, stroke in SIDES.items():
        sides = int(hexmap.side_overlays[kind].sum()) // 2
        drawn = [line for line in lines if line.stroke is stroke]
        assert len(drawn) == sides * (1 + STEEP.get(kind, (0, 0.0))[0]), kind


def test_ticks_of_a_cliff_point_to_the_lower_ground() -> None:
    hexmap = load_map(data_root() / "campaigns" / "omaha" / "map.json")
    grid = hexmap.grid
    ticks = [line.points for line in side_lines(hexmap) if line.stroke is SIDES["bluff"] and len(line.points) == 2]
    assert ticks
    for foot, tip in ticks:
        lower, upper = grid.hex_at(*(tip + (tip - foot) * 0.5)), grid.hex_at(*(foot - (tip - foot) * 0.5))
        assert hexmap.elevation[lower] <= hexmap.elevation[upper]


def test_no_hill_is_a_tower_and_large_hexes_keep_their_heights() -> None:
    small = load_map(data_root() / "campaigns" / "omaha" / "map.json")
    large = load_map(data_root() / "campaigns" / "operations" / "map.json")
    assert HeightField(small).highest == pytest.approx(TALLEST, abs=1e-3)
    assert 0.5 < HeightField(large).highest < TALLEST


def test_flooded_ground_changes_and_goes_back(scene: MapScene) -> None:
    hex_ = scene.grid.hex_at(44.0, 35.2)
    scene.camera.fly_to(*scene.grid.centre(hex_), 6.0)
    before = scene.screenshot()
    flooded = np.zeros(scene.grid.size, np.bool_)
    flooded[[hex_, *scene.grid.adjacent(hex_)]] = True
    scene.set_water(flooded)
    assert changed(before, scene.screenshot()) > 0.05
    scene.set_water(None)
    assert changed(before, scene.screenshot()) < 0.0005
