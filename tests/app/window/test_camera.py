from __future__ import annotations

import itertools

import numpy as np
import pytest

from tests.app.conftest import HEIGHT, WIDTH
from wab.app.map.names import lay_out
from wab.app.map.scene import MapScene


def _visible(scene: MapScene) -> list[tuple[int, float, float]]:
    """Hexes whose centre lies in the window, with its pixel."""
    found = []
    for hex_id in range(scene.grid.size):
        pixel = scene.project(hex_id)
        if pixel and 0 <= pixel[0] < WIDTH and 0 <= pixel[1] < HEIGHT:
            found.append((hex_id, *pixel))
    return found


@pytest.mark.parametrize("span", [5.0, 20.0, 60.0])
@pytest.mark.parametrize("three_dimensional", [False, True])
def test_the_centre_of_every_visible_hex_is_picked_as_that_hex(
    scene: MapScene, span: float, three_dimensional: bool
) -> None:
    scene.camera.set_mode(three_dimensional, at_once=True)
    scene.camera.fly_to(49.0, 35.2, span)
    visible = _visible(scene)
    assert len(visible) > 20
    assert [hex_id for hex_id, x, y in visible if scene.pick(x, y) != hex_id and not hidden(scene, hex_id, x, y)] == []


def hidden(scene: MapScene, hex_id: int, x: float, y: float) -> bool:
    """A hill before the middle of a hex hides it, or it lies on a cliff seen from afar (five pixels a hex)."""
    seen, middle = scene.camera.ground(x, y), scene.grid.centre(hex_id)
    if seen is None or scene.camera.relief == 0:
        return False
    on_a_cliff = scene.camera.px_per_hex < 10 and np.hypot(seen[0] - middle[0], seen[1] - middle[1]) < 0.7
    return bool(seen[1] < middle[1] - 0.2 or on_a_cliff)


@pytest.mark.parametrize("pitch", [28.0, 50.0])
def test_in_the_hills_the_ground_under_a_pixel_is_what_is_seen_there(scene: MapScene, pitch: float) -> None:
    scene.camera.set_mode(True, at_once=True)
    scene.camera.pitch = pitch
    scene.camera.fly_to(37.0, 25.2, 8.0)
    for px, py in itertools.product(range(20, WIDTH, 60), range(20, HEIGHT, 60)):
        point = scene.camera.ground(px, py)
        assert point is not None
        assert scene.camera.project_point(*point) == pytest.approx((px, py), abs=1.5)


def test_names_are_laid_out_for_the_height_that_a_slanted_view_leaves(scene: MapScene) -> None:
    assert scene.camera.squeeze == 1.0
    scene.camera.set_mode(True, at_once=True)
    scene.camera.pitch = 30.0
    scene.update(0.0)
    assert scene.camera.squeeze == 0.5
    flat = {name.spec.text for name in lay_out(scene.names.specs, scene.names.band, scene.glyphs, [])}
    slanted = {name.spec.text for name in scene.names.placed}
    assert len(slanted) < len(flat)


def test_the_whole_map_fits_beside_wide_panels(scene: MapScene) -> None:
    camera = scene.camera
    camera.margins = (camera.width // 3, 10, 10, camera.height // 3)
    camera.fit()
    low = camera.project_point(camera.rect.left, camera.rect.bottom)
    high = camera.project_point(camera.rect.right, camera.rect.top)
    assert low is not None and high is not None
    assert low[0] >= camera.width // 3 - 1 and low[1] <= camera.height - camera.height // 3 + 1
    assert high[0] <= camera.width - 9 and high[1] >= 9


def test_beyond_the_edge_of_the_map_there_is_no_hex(scene: MapScene) -> None:
    scene.camera.fit()
    scene.camera.zoom(-20)
    assert scene.pick(2, 2) is None


def test_zooming_keeps_the_ground_under_the_pointer(scene: MapScene) -> None:
    for mode in (False, True):
        scene.camera.set_mode(mode, at_once=True)
        scene.camera.fly_to(49.0, 35.2, 12.0)
        before = scene.camera.ground(150, 120)
        scene.camera.zoom(3, 150, 120)
        after = scene.camera.ground(150, 120)
        assert before is not None and after == pytest.approx(before, abs=0.05)


def test_dragging_keeps_the_grabbed_ground_under_the_pointer(scene: MapScene) -> None:
    scene.camera.fly_to(49.0, 35.2, 12.0)
    grabbed = scene.camera.ground(200, 200)
    assert grabbed is not None
    scene.camera.drag(grabbed, 320, 260)
    assert scene.camera.ground(320, 260) == pytest.approx(grabbed, abs=1e-3)


def test_the_camera_stays_over_the_map(scene: MapScene) -> None:
    scene.camera.pan(100, -100)
    rect = scene.camera.rect
    assert (scene.camera.x, scene.camera.y) == (rect.right, rect.bottom)


def test_looking_at_a_hex_puts_it_in_the_middle_of_the_free_part_of_the_window(scene: MapScene) -> None:
    scene.camera.margins = (0, 50, 200, 0)
    scene.camera.look_at(scene.grid.hex_of(30, 40))
    assert scene.project(scene.grid.hex_of(30, 40)) == pytest.approx(((WIDTH - 200) / 2, (HEIGHT + 50) / 2), abs=1.0)


def test_a_flight_takes_its_time_and_arrives(scene: MapScene) -> None:
    scene.camera.fly_to(20.0, 20.0, 10.0)
    scene.camera.fly_to(50.0, 30.0, 10.0, seconds=0.35)
    scene.update(0.1)
    assert 20.0 < scene.camera.x < 50.0
    scene.update(0.3)
    assert (scene.camera.x, scene.camera.y) == pytest.approx((50.0, 30.0))


def test_turning_to_three_dimensions_raises_the_ground_bit_by_bit(scene: MapScene) -> None:
    scene.camera.set_mode(True)
    reliefs = []
    for _ in range(10):
        scene.update(0.1)
        reliefs.append(scene.camera.relief)
    assert reliefs == sorted(reliefs) and reliefs[0] < 1.0 and reliefs[-1] == 1.0


def test_the_visible_rectangle_holds_the_hexes_that_are_seen(scene: MapScene) -> None:
    scene.camera.fly_to(34.0, 30.2, 10.0)
    rect = scene.camera.visible_rect()
    for hex_id, _, _ in _visible(scene):
        x, y = scene.grid.centre(hex_id)
        assert rect.left - 0.01 <= x <= rect.right + 0.01 and rect.bottom - 0.01 <= y <= rect.top + 0.01
