"""Bars over the map: of both sides, with bolts, and nothing left where none are shown."""

from __future__ import annotations

import numpy as np

from wab.app.gfx.specs import BarSpec
from wab.app.map.scene import MapScene


def test_bars_are_seen_and_taken_away_again(scene: MapScene) -> None:
    scene.camera.fly_to(44.0, 35.2, 8.0)
    before = scene.screenshot()
    scene.set_bars([BarSpec(((42.0, 35.2), (46.0, 35.2)), 1, ((44.0, 34.9), (44.0, 35.5)))])
    first = scene.screenshot()
    scene.set_bars([BarSpec(((42.0, 35.2), (46.0, 35.2)), 2)])
    second = scene.screenshot()
    scene.set_bars(())
    after = scene.screenshot()
    assert changed(before, first) > 0.002 and changed(before, second) > 0.001
    assert changed(first, second) > 0.001, "the sides look different"
    assert changed(before, after) < 0.0005


def changed(one: np.ndarray, other: np.ndarray) -> float:
    """Share of the pixels that have become visibly other."""
    return float((np.abs(one.astype(int) - other.astype(int)).max(axis=2) > 12).mean())
