"""The country in volume: it comes with the third dimension near by, gives way to bases, and goes again."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest
from panda3d.core import SceneGraphAnalyzer

from tests.app.conftest import ART, counter
from wab.app.gfx.heights import EXAGGERATION
from wab.app.gfx.meshes import fill
from wab.app.map import scenery as scenery_module
from wab.app.map.country import DETAILS, Base, Country
from wab.app.map.ground import from_shore
from wab.app.map.growth import GrowthMap, load_growth_map
from wab.app.map.scene import MapScene
from wab.app.map.scenery import KEPT, Outlook, outlook_of
from wab.app.window.camera import FIELD_OF_VIEW, PITCH, MapCamera
from wab.content.growth import Kind
from wab.engine.words.errors import DataError

BESSIN = (30.5, 38.5, 1.6)
PLACE = 30.0, 36.0, 34.0, 40.0
MOST_CORNERS, MOST_CHUNKS = 420_000, 48
"""Of the country in view: with the ground, the lines, names and counters the map keeps to half a million corners."""


@pytest.fixture
def table(scene: MapScene) -> Iterator[MapScene]:
    """The map in three dimensions near the hedges of the Bessin."""
    scene.camera.set_mode(True, at_once=True)
    scene.camera.fly_to(*BESSIN)
    scene.update(0.0)
    yield scene
    scene.scenery.keep_clear([])


@pytest.fixture(scope="module")
def growth() -> GrowthMap:
    found = load_growth_map(ART)
    assert found is not None
    return found


def country_of(scene: MapScene) -> Country:
    assert scene.scenery.country is not None
    return scene.scenery.country


def test_things_stand_on_the_map_in_three_dimensions_and_near_by_only(table: MapScene) -> None:
    assert table.scenery.chunks
    table.camera.fly_to(30.5, 38.5, 40.0)
    table.update(0.0)
    assert table.scenery.chunks == []
    table.camera.fly_to(*BESSIN)
    table.update(0.0)
    assert table.scenery.chunks
    table.camera.set_mode(False, at_once=True)
    table.update(0.0)
    assert table.scenery.chunks == []
    assert table.scenery.root.isHidden()


def test_they_are_seen(table: MapScene) -> None:
    grown = table.screenshot().astype(int)
    table.scenery.root.hide()
    bare = table.base.win
    table.base.graphicsEngine.renderFrame()
    table.base.graphicsEngine.renderFrame()
    texture = bare.getScreenshot()
    raw = np.frombuffer(memoryview(texture.getRamImageAs("RGBA")), np.uint8)
    flat = raw.reshape(texture.getYSize(), texture.getXSize(), 4)[::-1].astype(int)
    assert (np.abs(grown - flat)[:, :, :3].max(axis=2) > 25).mean() > 0.15


def look_at(x: float, y: float, px: float) -> Outlook:
    """Return what a camera sees of flat ground that leans as usual, in a window of 1600 x 900, with a place in its
    middle.
    """
    half, slant = math.tan(math.radians(FIELD_OF_VIEW / 2)), math.radians(PITCH)
    away = 900 / px / 2 / half
    eye = x, y - away * math.cos(slant), away * math.sin(slant)
    outline = []
    for right, up in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        along = math.cos(slant) + up * half * math.sin(slant)
        reach = eye[2] / (math.sin(slant) - up * half * math.cos(slant))
        outline.append((x + right * half * reach * 1600 / 900, eye[1] + along * reach))
    return Outlook(outline, eye, px * away)


def follow(scene: MapScene, x: float, y: float, px: float, dt: float) -> list[scenery_module.Key]:
    """The chunks that are built when the middle of a window of 1600 x 900 comes to a place."""
    scene.scenery.follow(look_at(x, y, px), 1.0, dt, at_once=dt == 0)
    return scene.scenery.chunks


def test_chunks_are_built_a_few_a_frame_and_dropped_when_far(table: MapScene) -> None:
    before = follow(table, 30.5, 38.5, 300.0, 0.0)
    assert len(set(follow(table, 60.0, 20.0, 300.0, 0.02)) - set(before)) == scenery_module.A_FRAME
    for step in range(60):
        assert len(follow(table, 60.0 - 0.9 * step, 20.0, 300.0, 0.02)) <= 2 * KEPT
    assert not set(before) & set(table.scenery.chunks)


def test_new_chunks_grow_and_stand_at_once_without_animations(table: MapScene) -> None:
    follow(table, 60.0, 20.0, 300.0, 0.0)
    assert {chunk.grown for chunk in table.scenery._chunks.values()} == {1.0}
    known = set(table.scenery.chunks)
    follow(table, 50.0, 24.0, 300.0, 0.02)
    (low, *_) = [chunk.lit.getSz() for key, chunk in table.scenery._chunks.items() if key not in known]
    assert 0.0 < low < 0.5


def test_what_was_built_for_another_distance_stands_until_all_is_built_anew(table: MapScene) -> None:
    near = set(follow(table, 30.5, 38.5, 300.0, 0.0))
    assert near <= set(follow(table, 30.5, 38.5, 100.0, 0.02))
    for _ in range(60):
        follow(table, 30.5, 38.5, 100.0, 0.05)
    assert {key[0] for key in table.scenery.chunks} == {"low", "far"}


@pytest.mark.parametrize("px", [50.0, 65.0, 81.0, 100.0, 131.0, 165.0, 231.0, 300.0])
@pytest.mark.parametrize("place", [(30.5, 36.5), (21.0, 9.0), (57.0, 10.0)])
def test_the_densest_country_keeps_to_the_budget(table: MapScene, place: tuple[float, float], px: float) -> None:
    keys = follow(table, *place, px, 0.0)
    assert 50_000 < corners(table) < MOST_CORNERS
    assert len(keys) <= MOST_CHUNKS


def rect_of(key: scenery_module.Key) -> tuple[float, float, float, float]:
    """The ground of a chunk."""
    cell = next(detail.cell for detail in DETAILS if detail.name == key[0])
    return key[1] * cell, key[2] * cell, (key[1] + 1) * cell, (key[2] + 1) * cell


def test_the_country_is_finer_near_the_eye_and_no_ground_is_built_twice(table: MapScene) -> None:
    keys = follow(table, 30.5, 38.5, 240.0, 0.0)
    look = look_at(30.5, 38.5, 240.0)
    rects = [rect_of(key) for key in keys]
    smallest = {name: min(look.px(rect_of(key)) for key in keys if key[0] == name) for name in ("near", "mid")}
    assert smallest["near"] > smallest["mid"]
    for number, (left, bottom, right, top) in enumerate(rects):
        assert not any(left < u and v < top and x < right and bottom < w for x, v, u, w in rects[:number])
    for x, y in ((30.5, 38.5), *look.outline):
        assert any(left <= x <= right and bottom <= y <= top for left, bottom, right, top in rects)


def test_a_larger_window_shows_more_of_the_country_with_no_more_corners(table: MapScene) -> None:
    usual = outlook_of(table.camera, table.camera.outline())
    wide = SimpleNamespace(width=3840, height=2160, eye=table.camera.eye, distance=table.camera.distance)
    wide.px_per_hex = 2160 / table.camera.span
    assert outlook_of(cast(MapCamera, wide), usual.outline).lens == pytest.approx(
        900 / table.camera.span * table.camera.distance
    )


def corners(scene: MapScene) -> int:
    """Of all that stands on the ground, and of the shades at its feet."""
    analyzer = SceneGraphAnalyzer()
    analyzer.addNode(scene.scenery.root.node())
    return int(analyzer.getNumVertices())


def test_nothing_stands_under_a_base(table: MapScene) -> None:
    base = Base(32.0, 38.0, 0.33)
    built = country_of(table).build(PLACE, DETAILS[0], [base]).solid[0]["vertex"]
    bare = country_of(table).build(PLACE, DETAILS[0]).solid[0]["vertex"]
    away, everywhere = (np.hypot(points[:, 0] - base.x, points[:, 1] - base.y) for points in (built, bare))
    assert (everywhere < 0.8 * base.radius).any()
    assert not (away < 0.8 * base.radius).any()
    assert len(built) < len(bare)


def test_a_hex_is_cleared_when_a_miniature_stands_in_it(table: MapScene) -> None:
    middle = table.grid.hex_at(*BESSIN[:2])
    bare = table.statistics()["vertices"]
    table.set_counters([counter(7, middle, figure="jeep")])
    table.update(0.0)
    (base,) = table.figures.bases
    assert any(base in chunk.bases for chunk in table.scenery._chunks.values())
    table.set_counters([])
    table.update(0.0)
    assert table.figures.bases == []
    assert table.statistics()["vertices"] == bare


def test_a_chunk_and_its_neighbour_share_no_plant(growth: GrowthMap) -> None:
    for kind in (Kind.HEDGE, Kind.HEDGE_TREE):
        whole = growth.plants(kind, (30.0, 36.0, 34.0, 40.0)).at
        parts = [growth.plants(kind, (x, y, x + 2.0, y + 2.0)).at for x in (30.0, 32.0) for y in (36.0, 38.0)]
        assert len(whole) == sum(map(len, parts)) > 100
        together = np.vstack(parts)
        assert np.allclose(np.sort(whole[:, 0]), np.sort(together[:, 0]))


def test_nothing_grows_in_the_sea(growth: GrowthMap) -> None:
    for kind in (Kind.HEDGE, Kind.HEDGE_TREE, Kind.WOOD, Kind.POPLAR):
        at = growth.plants(kind, growth.rect).at
        assert sum(growth.at_sea(x, y) for x, y in at[::97]) < 0.02 * len(at[::97])


def test_a_map_without_growth_has_none(tmp_path: Path) -> None:
    assert load_growth_map(tmp_path) is None
    assert load_growth_map(None) is None


def test_bad_growth_is_refused_in_a_sentence(tmp_path: Path) -> None:
    index = {"made_from": "", "size": [4, 4], "rect": [0, 0, 1, 1], "roofs": []}
    (tmp_path / "growth.json").write_text(json.dumps(index))
    with pytest.raises(DataError, match="picture"):
        load_growth_map(tmp_path)
    (tmp_path / "growth.json").write_text(json.dumps({**index, "roofs": [[0, 0, 0, -1, 1, 9]]}))
    with pytest.raises(DataError):
        load_growth_map(tmp_path)


def test_the_ground_is_as_high_as_the_painted_relief_and_the_sea_is_level(scene: MapScene, growth: GrowthMap) -> None:
    assert growth.relief is not None
    metres, (left, _bottom, _right, top) = growth.relief
    places = np.array([(30.0, 30.0), (41.0, 12.0), (20.0, 20.0), (50.0, 50.0)])
    rows, cols = ((top - places[:, 1]) * 10).astype(int), ((places[:, 0] - left) * 10).astype(int)
    scale = EXAGGERATION / (1000.0 * scene.hexmap.km_per_hex)
    assert scene.heights.at(places) == pytest.approx(metres[rows, cols] * scale, abs=0.08)
    assert scene.heights.height(50.0, 50.0) < 0.001
    assert scene.heights.highest > 1.0


def test_the_distance_from_the_shore_follows_the_painted_coast(growth: GrowthMap) -> None:
    sea = growth.sea((31.0, 41.0, 32.0, 46.0), (30, 6))
    assert sea[0].max() == 0.0 and sea[-1].min() == 1.0
    away = from_shore(sea)[:, 3].astype(int)
    assert away[0] == 0 and away[-1] == 255
    assert all(np.diff(away[(away > 10) & (away < 245)]) >= 0)
    (crossing,) = np.flatnonzero((away[:-1] < 128) & (away[1:] >= 128))
    assert abs(41.0 + (crossing + 1) / 6 - 43.0) < 0.25  # where lines.json has the beach of Vierville


def test_white_water_breaks_where_the_sea_meets_the_land(scene: MapScene) -> None:
    scene.set_names([])
    scene.set_light("storm")
    scene.camera.set_mode(True, at_once=True)
    scene.camera.fly_to(31.5, 43.4, 3.0)
    breaking = foam(scene)
    veil = scene.ground._veil
    kept = veil[:, :, 3].copy()
    veil[:, :, 3] = 255  # far from any shore
    fill(scene.ground._textures["veil"], veil[::-1])
    open_sea = foam(scene)
    veil[:, :, 3] = kept
    fill(scene.ground._textures["veil"], veil[::-1])
    assert breaking > open_sea + 0.004


def foam(scene: MapScene) -> float:
    """Share of the picture that is nearly as white as foam in bad weather."""
    return float((scene.screenshot()[:, :, :3].min(axis=2) > 165).mean())
