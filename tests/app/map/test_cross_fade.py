"""A view that is too far away for a glide fades in; with reduced motion it is cut."""

from __future__ import annotations

import numpy as np
import pytest

from wab.app.map.cross_fade import SECONDS
from wab.app.map.scene import MapScene
from wab.app.wargame.replay.lens import MapLens

NEAR, FAR = (20.0, 35.0), (60.0, 20.0)


def lens_of(scene: MapScene, *, still: bool = False) -> MapLens:
    lens = MapLens(scene, lambda: (0, 0, 0, 0))
    lens.still = still
    scene.camera.fly_to(*NEAR, 5.0)
    scene.screenshot()
    lens.begin()
    return lens


def brightness(shot: np.ndarray) -> np.ndarray:
    return np.asarray(shot[:, :, :3], float)


def test_the_old_picture_fades_into_a_far_view(scene: MapScene) -> None:
    lens = lens_of(scene)
    old = brightness(scene.screenshot())
    lens.look([scene.grid.hex_at(*FAR)], 4.0)
    assert scene.cross_fade.going and not scene.camera.flying
    first = brightness(scene.screenshot())
    scene.update(SECONDS / 2)
    half = brightness(scene.screenshot())
    scene.update(SECONDS)
    last = brightness(scene.screenshot())
    assert not scene.cross_fade.going
    away = [float(np.abs(shot - old).mean()) for shot in (first, half, last)]
    assert away[0] < 0.2 * away[2] and 0.3 * away[2] < away[1] < 0.7 * away[2]


def test_the_view_of_the_player_fades_in_again(scene: MapScene) -> None:
    lens = lens_of(scene)
    lens.look([scene.grid.hex_at(*FAR)], 4.0)
    scene.update(2 * SECONDS)
    lens.end()
    assert scene.cross_fade.going and scene.camera.x == pytest.approx(NEAR[0], abs=0.5)
    scene.update(SECONDS)
    assert not scene.cross_fade.going


def test_a_near_view_is_reached_by_a_glide_and_nothing_fades(scene: MapScene) -> None:
    lens_of(scene).look([scene.grid.hex_at(NEAR[0] + 5, NEAR[1])], 4.0)
    assert scene.camera.flying and not scene.cross_fade.going


def test_with_reduced_motion_the_view_is_cut(scene: MapScene) -> None:
    lens_of(scene, still=True).look([scene.grid.hex_at(*FAR)], 4.0)
    assert not scene.camera.flying and not scene.cross_fade.going
