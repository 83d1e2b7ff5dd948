"""The part of the map that the player can see next to the panels, and ways to bring a hex there.

One rule: a hex that a panel, a dialog or a hint speaks of is not covered by any of them. When their hexes change, the
map moves as little as it has to; afterwards it stays where the player puts it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from wab.app.hud.box import Box
from wab.app.map.scene import MapScene
from wab.app.window.camera import MapCamera, Rect
from wab.hexes import HexId

Points = npt.NDArray[np.float64]

SMALLEST = 58.0
"""Pixels a hex below which names on counters are hard to read: no view is widened beyond that."""
LEAST_ROOM = 3
"""Hexes of that size that have to find room next to the panels."""
CLEAR, MOST_TRIED = 0.55, 40
"""Hexes about the middle of one that no panel may cover, and how many moves are tried along each axis."""
AROUND = 0.8
"""Hexes of ground that are left about what is brought into view."""


SEA = 0.1
"""A hex with less land than this is sea."""
HEARING = 4.0
"""Hexes about the middle of the picture from which the sea is heard."""


def sea_share(scene: MapScene) -> float:
    """Return the share of sea around the middle of the picture, 0 to 1. Near hexes count for more."""
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


def bring(scene: MapScene, hexes: Sequence[HexId], px: float, *, seconds: float) -> None:
    """Bring the middle of some hexes into view, a hex at least `px` pixels wide, and draw the eye to it."""
    x, y = scene.grid.centres[list(hexes)].mean(axis=0)
    middle = min(hexes, key=lambda hex_: float(np.hypot(*(scene.grid.centres[hex_] - (x, y)))))
    span = min(scene.camera.span, scene.camera.height / px)
    scene.camera.fly_to(*scene.grid.centre(middle), span, seconds=seconds)
    scene.flash(middle)


def in_window(scene: MapScene, hex_: HexId) -> bool:
    """Tell whether the middle of a hex lies in the window, covered or not."""
    pixel = scene.project(hex_)
    return pixel is not None and 0 <= pixel[0] <= scene.camera.width and 0 <= pixel[1] <= scene.camera.height


def clear(scene: MapScene, hexes: Sequence[HexId], covered: Sequence[Box], scale: float, *, seconds: float) -> bool:
    """Move the map so that some hexes lie in the window and under none of the boxes (logical pixels at a scale).

    The shortest way is taken. Returns True if nothing has to move or the map moved, False if no move uncovers all
    hexes.
    """
    camera = scene.camera
    places = [scene.project(hex_) for hex_ in hexes]
    points = np.array([place for place in places if place is not None]).reshape(-1, 2)
    if len(points) < len(hexes) or not len(points):
        return False
    half = min(CLEAR * camera.px_per_hex, 0.2 * min(camera.width, camera.height))
    boxes = np.array([(box.x, box.y, box.right, box.bottom) for box in covered]).reshape(-1, 4) * scale
    boxes = boxes + np.array([-half, -half, half, half])
    window = np.array([half, half, camera.width - half, camera.height - half])
    moves = _moves(points, boxes, window)
    for right, down in moves:
        moved = points + np.array([right, down])
        inside = (moved >= window[:2] - 0.5).all() and (moved <= window[2:] + 0.5).all()
        under = ((moved[:, None] > boxes[:, :2] + 0.5) & (moved[:, None] < boxes[:, 2:] - 0.5)).all(axis=2).any()
        if inside and not under:
            if right or down:
                camera.slide(float(right), float(down), seconds=seconds)
            return True
    return False


def _moves(points: Points, boxes: Points, window: Points) -> list[tuple[float, float]]:
    """The moves that bring a point to an edge of a box or of the window, the shortest first, no move at all before."""
    tried = []
    for axis in (0, 1):
        edges = np.concatenate([boxes[:, axis], boxes[:, axis + 2], window[[axis, axis + 2]]])
        steps = (edges[:, None] - points[:, axis]).ravel()
        steps = steps[np.argsort(np.abs(steps), kind="stable")][:MOST_TRIED]
        tried.append([0.0, *(float(step) for step in steps)])
    return sorted(((right, down) for right in tried[0] for down in tried[1]), key=lambda move: float(np.hypot(*move)))


def uncover(scene: MapScene, hexes: Sequence[HexId], *, seconds: float) -> None:
    """Bring some hexes into the free part of the map. If counters would be too small for all, bring the middle ones.

    Nothing moves where all can be seen already, nor where panels leave no room for it.
    """
    camera, centres = scene.camera, scene.grid.centres[list(hexes)]
    if _room(camera) < LEAST_ROOM * SMALLEST or all(in_view(scene, hex_, AROUND) for hex_ in hexes):
        return
    (left, bottom), (right, top) = centres.min(axis=0) - AROUND, centres.max(axis=0) + AROUND
    wanted = camera.span_of(Rect(float(left), float(bottom), float(right), float(top)))
    span = max(camera.span, min(wanted, camera.height / SMALLEST))
    camera.fly_to(float(left + right) / 2, float(bottom + top) / 2, span, seconds=seconds)
