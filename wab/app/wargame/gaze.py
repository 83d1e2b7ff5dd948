"""What of the map the player can see beside the panels, and how to bring there what he is told of."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from wab.app.map.scene import MapScene
from wab.app.window.camera import MapCamera, Rect
from wab.hexes import HexId

SMALLEST = 58.0
"""Pixels a hex below which names on counters are hard to read: no view is widened beyond that."""
LEAST_ROOM = 3
"""Hexes of that size that have to find room beside the panels."""
AROUND = 0.8
"""Hexes of ground that are left about what is brought into view."""


SEA = 0.1
"""A hex with less land than this is sea."""
HEARING = 4.0
"""Hexes about the middle of the picture from which the sea is heard."""


def sea_share(scene: MapScene) -> float:
    """How much sea lies around the middle of the picture, 0 to 1: what is near counts for more."""
    camera = scene.camera
    off = scene.grid.centres - (camera.x, camera.y)
    weight = np.exp(-((off**2).sum(axis=1)) / HEARING**2)
    return float((weight * (scene.hexmap.land_share < SEA)).sum() / max(weight.sum(), 1e-9))


def _room(camera: MapCamera) -> int:
    """Pixels of the shorter side of the part that no panel covers."""
    left, top, right, bottom = camera.margins
    return min(camera.width - left - right, camera.height - top - bottom)


def in_view(scene: MapScene, hex_: HexId, around: float = 0.0) -> bool:
    """Tell whether a hex lies in the part of the map that no panel covers, with so many hexes of ground about it."""
    pixel = scene.project(hex_)
    if pixel is None:
        return False
    left, top, right, bottom = (side + around * scene.camera.px_per_hex for side in scene.camera.margins)
    inside = left <= pixel[0] <= scene.camera.width - right
    return inside and top <= pixel[1] <= scene.camera.height - bottom


def uncover(scene: MapScene, hexes: Sequence[HexId], *, seconds: float) -> None:
    """Bring some hexes into the free part of the map, all of them if counters stay legible, else those in the middle.

    Nothing moves where all can be seen already, nor where panels leave no room for it.
    """
    camera, centres = scene.camera, scene.grid.centres[list(hexes)]
    if _room(camera) < LEAST_ROOM * SMALLEST or all(in_view(scene, hex_, AROUND) for hex_ in hexes):
        return
    (left, bottom), (right, top) = centres.min(axis=0) - AROUND, centres.max(axis=0) + AROUND
    wanted = camera.span_of(Rect(float(left), float(bottom), float(right), float(top)))
    span = max(camera.span, min(wanted, camera.height / SMALLEST))
    camera.fly_to(float(left + right) / 2, float(bottom + top) / 2, span, seconds=seconds)
