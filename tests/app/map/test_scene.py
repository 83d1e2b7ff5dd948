from __future__ import annotations

import json
import resource
import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from tests.app.conftest import ART, HEIGHT, WIDTH, counter
from wab.app.gfx.light import LIGHTS
from wab.app.gfx.specs import FlagSpec, NameSpec
from wab.app.map.ground import REST_SECONDS
from wab.app.map.scene import MapScene
from wab.app.measured import in_view
from wab.app.window.screens import Screen
from wab.app.window.window import GameWindow
from wab.content.hexmap import HexMap

MIDDLE = (WIDTH // 2, HEIGHT // 2)


def _middle_hex(scene: MapScene) -> int:
    found = scene.pick(*MIDDLE)
    assert found is not None
    return found


def _share_changed(before: np.ndarray, after: np.ndarray) -> float:
    """Share of the pixels that have become visibly other."""
    return float((np.abs(before.astype(int) - after.astype(int)).max(axis=2) > 6).mean())


def _colourfulness(shot: np.ndarray) -> float:
    return float((shot[:, :, :3].max(axis=2) - shot[:, :, :3].min(axis=2)).mean())


def test_the_map_is_a_picture_and_not_a_flat_colour(scene: MapScene) -> None:
    shot = scene.screenshot()
    assert shot.shape == (HEIGHT, WIDTH, 4)
    assert len(np.unique(shot[:, :, :3].reshape(-1, 3), axis=0)) > 1000


def test_a_screenshot_can_be_written_to_a_file(scene: MapScene, tmp_path: Path) -> None:
    scene.screenshot(tmp_path / "deep" / "shot.png")
    assert (tmp_path / "deep" / "shot.png").read_bytes().startswith(b"\x89PNG")


def test_geoms_vertices_and_textures_keep_to_the_budget(scene: MapScene) -> None:
    scene.set_counters(counter(key, key * 15 + 7) for key in range(250))
    scene.set_flags(FlagSpec(key * 60, 1 + key % 2, "4") for key in range(60))
    for span in (5.0, 14.0, 50.0):
        scene.camera.fly_to(44.0, 35.2, span)
        scene.screenshot()
        found = scene.statistics()
        assert found["geoms"] <= 60
        assert found["vertices"] <= 20 * scene.grid.size
        assert found["texture_bytes"] <= 64_000_000


def test_what_is_no_longer_shown_leaves_nothing_behind(scene: MapScene) -> None:
    scene.screenshot()
    for _tile in scene.ground.art.tiles:
        scene.update(2 * REST_SECONDS)
    before = scene.statistics()
    scene.set_counters(counter(key, 2000 + key * 3, figure="sherman") for key in range(60))
    scene.camera.set_mode(True, at_once=True)
    for span in (5.0, 50.0):
        scene.camera.fly_to(44.0, 35.2, span)
        scene.screenshot()
    scene.camera.set_mode(False, at_once=True)
    scene.camera.fly_to(49.0, 40.2, 7.0)
    scene.set_counters([])
    scene.screenshot()
    assert scene.statistics() == before


def test_names_far_outside_the_view_take_no_room(scene: MapScene) -> None:
    scene.screenshot()
    sizes = []
    for wider in (20.0, 7.0):
        scene.names.follow((37.0 - wider, 25.0 - wider, 51.0 + wider, 34.0 + wider))
        scene.names.follow((37.0, 25.0, 51.0, 34.0))
        sizes.append(scene.statistics()["vertices"])
    assert sizes[0] == sizes[1]


def test_finest_tiles_that_are_not_in_view_take_no_room_in_the_scene(scene: MapScene) -> None:
    counted = {}
    for name, x, span in (("near", 44.0, 1.5), ("elsewhere", 30.0, 1.5), ("back", 44.0, 1.5), ("far", 44.0, 14.0)):
        scene.camera.fly_to(x, 35.2, span)
        scene.screenshot()
        counted[name] = scene.statistics()["vertices"]
    tiles = scene.ground.near.root
    assert counted["back"] <= counted["near"]
    assert tiles.getNumChildren() > 0, "kept for the way back"
    assert counted["far"] < counted["near"] and tiles not in scene.ground.root.getChildren()


def test_nothing_is_added_to_the_scene_from_frame_to_frame(scene: MapScene) -> None:
    scene.screenshot()
    before = scene.root.findAllMatches("**").getNumPaths()
    for _ in range(30):
        scene.camera.pan(0.001, 0.0)
        scene.update(0.02)
    assert scene.root.findAllMatches("**").getNumPaths() == before


def _show_counter(scene: MapScene, hex_id: int) -> None:
    scene.set_counters([counter(1, hex_id)])


def _show_overlay(scene: MapScene, hex_id: int) -> None:
    colours = np.zeros((scene.grid.size, 4), np.uint8)
    colours[hex_id] = (31, 158, 137, 90)
    scene.set_overlay(colours, np.full(scene.grid.size, 2, np.uint8))


def _show_front(scene: MapScene, hex_id: int) -> None:
    scene.set_front(np.where(np.arange(scene.grid.size) < hex_id, 1, 2))


def _show_fog(scene: MapScene, hex_id: int) -> None:
    scene.set_fog(np.arange(scene.grid.size) < hex_id)


ADDITIONS: dict[str, Callable[[MapScene, int], None]] = {
    "counter": _show_counter,
    "overlay": _show_overlay,
    "front": _show_front,
    "fog": _show_fog,
    "reach": lambda scene, hex_id: scene.set_reach(scene.grid.disk(hex_id, 1), costs={hex_id: "2.5"}),
    "dotted reach": lambda scene, hex_id: scene.set_reach([], dotted=scene.grid.disk(hex_id, 1)),
    "teeth": lambda scene, hex_id: scene.set_reach([], teeth=[(hex_id, 0)]),
    "path": lambda scene, hex_id: scene.set_path(scene.grid.line(hex_id, hex_id + 3), "3 MP"),
    "flag": lambda scene, hex_id: scene.set_flags([FlagSpec(hex_id, 2, "10", main=True)]),
    "hover": lambda scene, hex_id: scene.set_hover(hex_id),
    "name": lambda scene, hex_id: scene.set_names([NameSpec("Elsewhere", *scene.grid.centre(hex_id), "city", 1e9)]),
}
REMOVALS: dict[str, Callable[[MapScene], None]] = {
    "counter": lambda scene: scene.set_counters([]),
    "overlay": lambda scene: scene.set_overlay(None),
    "front": lambda scene: scene.set_front(None),
    "fog": lambda scene: scene.set_fog(None),
    "reach": lambda scene: scene.set_reach([]),
    "dotted reach": lambda scene: scene.set_reach([]),
    "teeth": lambda scene: scene.set_reach([]),
    "path": lambda scene: scene.set_path([]),
    "flag": lambda scene: scene.set_flags([]),
    "hover": lambda scene: scene.set_hover(None),
    "name": lambda scene: scene.set_names(scene.default_names()),
}


@pytest.mark.parametrize("addition", ADDITIONS)
@pytest.mark.parametrize("three_dimensional", [False, True])
def test_what_is_put_on_the_map_is_seen_there_and_goes_again(
    scene: MapScene, addition: str, three_dimensional: bool
) -> None:
    scene.camera.set_mode(three_dimensional, at_once=True)
    scene.camera.fly_to(49.0, 35.2, 5.0)
    hex_id = _middle_hex(scene)
    before = scene.screenshot()
    ADDITIONS[addition](scene, hex_id)
    with_it = scene.screenshot()
    REMOVALS[addition](scene)
    after = scene.screenshot()
    changed = _share_changed(before, with_it)
    assert changed > (0.0005 if addition in ("teeth", "flag") else 0.002)
    assert _share_changed(before, after) < changed / 10


def test_fog_makes_what_is_out_of_sight_darker_and_leaves_the_rest(scene: MapScene) -> None:
    scene.set_names([])
    before = scene.screenshot().astype(int)
    visible = scene.grid.centres[:, 0] < 49.0
    scene.set_fog(visible)
    fogged = scene.screenshot().astype(int)
    assert fogged[:, -100:, :3].mean() < before[:, -100:, :3].mean() * 0.95
    assert _colourfulness(fogged[:, -100:]) < _colourfulness(before[:, -100:]) * 0.80
    assert np.abs(fogged[:, :100] - before[:, :100]).max() <= 3


def test_fog_leaves_the_ground_readable(scene: MapScene) -> None:
    scene.set_names([])
    before = scene.screenshot().astype(int)
    scene.set_fog(np.zeros(scene.grid.size, bool))
    fogged = scene.screenshot().astype(int)
    assert fogged[:, :, :3].mean() > before[:, :, :3].mean() * 0.80
    assert fogged[:, :, :3].std() > before[:, :, :3].std() * 0.60


def test_outside_the_game_the_country_is_lighter_than_fog_and_keeps_its_colours(scene: MapScene) -> None:
    scene.set_names([])
    nothing = np.zeros(scene.grid.size, bool)
    scene.set_fog(nothing, ~nothing)
    fogged = scene.screenshot().astype(int)
    scene.set_fog(nothing, nothing)
    outside = scene.screenshot().astype(int)
    assert outside[:, :, :3].mean() > fogged[:, :, :3].mean() * 1.05
    assert _colourfulness(outside) > _colourfulness(fogged) * 1.05


def test_far_away_the_edge_of_the_map_lies_in_the_haze(scene: MapScene) -> None:
    scene.set_names([])
    scene.camera.set_mode(True, at_once=True)
    scene.camera.lean(28.0)
    scene.camera.fit()
    for _frame in range(80):
        scene.update(0.1)
    top = scene.screenshot()[:3, :, :3].astype(int)
    scene.camera.set_mode(False, at_once=True)
    assert top.mean() > 150 and top.std() < 25


def test_a_line_runs_around_the_area_of_the_game(scene: MapScene) -> None:
    scene.set_names([])
    inside = scene.grid.centres[:, 0] < 49.0
    scene.set_fog(inside | ~inside, inside)
    shot = scene.screenshot().astype(int)[:, :, :3].sum(axis=2)
    darkest = shot[HEIGHT // 2 - 40 : HEIGHT // 2 + 40].mean(axis=0).argmin()
    assert abs(darkest - WIDTH / 2) < 60


def test_the_halo_of_a_name_is_dimmed_with_its_ground(scene: MapScene) -> None:
    scene.set_names([NameSpec("Someplace", 49.0, 40.2, "city", 1.0)])
    clear = scene.screenshot().astype(int)
    scene.set_fog(np.zeros(scene.grid.size, bool))
    fogged = scene.screenshot().astype(int)
    bright = clear[:, :, :3].min(axis=2) > 205  # paper of the halo
    assert bright.sum() > 50
    assert fogged[bright][:, :3].mean() < clear[bright][:, :3].mean() * 0.90


@pytest.mark.parametrize("name", sorted(set(LIGHTS) - {"clear"}))
def test_every_light_is_seen_and_leaves_the_ground_readable(scene: MapScene, name: str) -> None:
    scene.set_names([])
    clear = scene.screenshot().astype(int)
    scene.set_light(name)
    lit = scene.screenshot().astype(int)
    assert np.abs(lit - clear).mean() > 3
    assert lit[:, :, :3].mean() > clear[:, :, :3].mean() * 0.40
    assert lit[:, :, :3].std() > clear[:, :, :3].std() * 0.35


def test_an_unknown_light_is_refused(scene: MapScene) -> None:
    with pytest.raises(KeyError):
        scene.set_light("eclipse")


def test_the_grid_can_be_left_out(scene: MapScene) -> None:
    with_grid = scene.screenshot()
    scene.show_grid(False)
    without = scene.screenshot()
    scene.show_grid(True)
    assert _share_changed(with_grid, without) > 0.005


def test_a_flash_is_over_after_its_time(scene: MapScene) -> None:
    before = scene.screenshot()
    scene.flash(_middle_hex(scene))
    scene.update(0.2)
    during = scene.screenshot()
    scene.update(5.0)
    after = scene.screenshot()
    assert _share_changed(before, during) > 0.01 > _share_changed(before, after)


def test_a_map_without_painted_pictures_is_drawn_plainly(scene: MapScene, hexmap: HexMap, tmp_path: Path) -> None:
    from wab.app.map.ground_art import load_ground
    from wab.app.map.lines import load_lines

    plain = load_ground(hexmap, tmp_path)
    assert plain.far is plain.tiles[0]
    lines = load_lines(hexmap, None)
    assert len(lines.roads) == int((hexmap.road > 0).sum()) // 2
    assert len(lines.rivers) == int((hexmap.river > 0).sum()) // 2


def test_a_bad_index_of_pictures_is_named(hexmap: HexMap, tmp_path: Path) -> None:
    from wab.app.map.ground_art import load_ground
    from wab.engine import DataError

    (tmp_path / "ground.json").write_text('{"levels": {"far": 3}}')
    with pytest.raises(DataError, match=r"ground\.json"):
        load_ground(hexmap, tmp_path)


def _one_picture(folder: Path, file: str) -> None:
    tile = {"file": file, "rect": [0, 0, 1, 1], "uv": [0, 0, 1, 1]}
    level = {"px_per_hex": 1, "texture": "rgb", "mipmaps": False, "rect": [0, 0, 1, 1], "tiles": [tile]}
    (folder / "ground.json").write_text(json.dumps({"levels": {"far": level, "mid": level}}))


@pytest.mark.parametrize("file", ["../far.jpg", "/etc/far.jpg", "..", "a/far.jpg", "far.jpg\n", ""])
def test_pictures_of_a_map_lie_beside_their_index(hexmap: HexMap, tmp_path: Path, file: str) -> None:
    from wab.app.map.ground_art import load_ground
    from wab.engine import DataError

    (tmp_path / "art").mkdir()
    _one_picture(tmp_path / "art", file)
    with pytest.raises(DataError, match=r"ground\.json: .*file"):
        load_ground(hexmap, tmp_path / "art")


def test_a_picture_larger_than_memory_is_not_unpacked(hexmap: HexMap, tmp_path: Path) -> None:
    from wab.app.map.ground_art import load_ground

    head = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0)
    pieces = [(b"IHDR", head), (b"IDAT", zlib.compress(bytes(1000))), (b"IEND", b"")]
    whole = b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in pieces
    )
    (tmp_path / "far.png").write_bytes(b"\x89PNG\r\n\x1a\n" + whole)
    _one_picture(tmp_path, "far.png")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    ground = load_ground(hexmap, tmp_path)
    assert ground.far is ground.tiles[0]
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 1_000_000


def test_the_painted_pictures_cover_the_whole_map(hexmap: HexMap) -> None:
    from wab.app.map.ground_art import load_ground

    art = load_ground(hexmap, ART)
    left, bottom, right, top = art.rect
    x, y = hexmap.grid.centres[:, 0], hexmap.grid.centres[:, 1]
    assert left < x.min() - 0.5 and right > x.max() + 0.5 and bottom < y.min() - 0.5 and top > y.max() + 0.5


def test_what_lies_out_of_view_is_not_counted_as_drawn(scene: MapScene) -> None:
    scene.camera.set_mode(True, at_once=True)
    scene.camera.fly_to(49.0, 35.2, 5.0)
    scene.screenshot()
    bare = in_view(scene)
    here, far = _middle_hex(scene), scene.grid.hex_at(10.0, 10.0)
    scene.set_counters([counter(1, here, figure="jeep"), counter(2, far, figure="jeep")])
    scene.screenshot()
    assert scene.figures.names == ["jeep", "jeep"]
    assert in_view(scene) == bare + 2  # the figure and its shadow


def test_tiles_of_the_middle_distance_are_loaded_when_they_are_seen_or_time_has_passed(
    window: GameWindow, hexmap: HexMap
) -> None:
    scene = MapScene(window, hexmap, ART)
    tiles, bytes_of_far = scene.ground.art.tiles, scene.ground.texture_bytes
    left, bottom, _right, _top = tiles[0].rect
    scene.camera.fly_to(left + 9.0, bottom + 9.0, 6.0)
    scene.update(0.0)
    scene.update(0.0)
    one = scene.ground.texture_bytes
    assert one > bytes_of_far
    scene.update(2 * REST_SECONDS)
    assert scene.ground.texture_bytes > one
    for _tile in tiles:
        scene.update(2 * REST_SECONDS)
    assert (whole := scene.ground.texture_bytes) > one
    scene.update(2 * REST_SECONDS)
    assert scene.ground.texture_bytes == whole
    scene.close()


def test_a_camera_that_the_panels_move_draws_lines_of_the_right_width(scene: MapScene, window: GameWindow) -> None:
    """Lines drawn with the sizes of another view are bands with spikes at their bends."""

    class Turning(Screen):
        def draw_hud(self) -> None:
            scene.camera.set_mode(not scene.camera.three_dimensional, at_once=True)

    before = window.screen
    window.show_screen(Turning())
    window.scene = scene
    try:
        for _frame in range(2):
            window.step(0.1)
            given = scene.root.getShaderInput("px_world")
            assert given.getVector()[0] == pytest.approx(scene.camera.px_world)
    finally:
        scene.camera.set_mode(False, at_once=True)
        window.show_screen(before)


def test_a_view_that_a_file_names_stays_on_the_map(scene: MapScene) -> None:
    camera = scene.camera
    camera.return_to(1e300, -1e300, 1e300)
    assert camera.x == camera.rect.right and camera.y == camera.rect.bottom
    far = camera.span
    camera.return_to(0.0, 0.0, -1.0)
    assert 0.0 < camera.span < far < 1e4
