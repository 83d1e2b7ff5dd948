"""The small map in the lower left corner: who stands where, and what part of the map is in view. A click goes there."""

from __future__ import annotations

from typing import Any

from imgui_bundle import imgui

from wab.app.gfx.theme import METRICS, colour
from wab.app.hud.kit import BLACK, Box, Kit, Tip
from wab.app.wargame.adapter.adapter import Adapter
from wab.app.wargame.ui.desk import Desk
from wab.hexes import turned, turned_points
from wab.locale import _

WIDE, HIGH = METRICS.minimap
MARGIN = 2.0  # hex widths around the play area


def window_of_play(adapter: Adapter, turn: float = 0.0) -> Box:
    """The part of the world that is shown: the play area with a margin, in the shape of the small map.

    `turn`: degrees by which the map is shown turned; x is then to the right and y upward on the screen.
    """
    centres = turned_points(adapter.hexmap.grid.centres[adapter.in_play], turn)
    left, bottom = centres.min(axis=0) - MARGIN
    right, top = centres.max(axis=0) + MARGIN
    wide, high = right - left, top - bottom
    shape = (WIDE - 8) / (HIGH - 8)
    if wide < high * shape:
        left, wide = left - (high * shape - wide) / 2, high * shape
    else:
        bottom, high = bottom - (wide / shape - high) / 2, wide / shape
    return Box(float(left), float(bottom), float(wide), float(high))


def draw(desk: Desk, scene: Any) -> None:
    """Draw it; `scene` is the map scene."""
    kit = desk.kit
    box = Box(12, kit.screen.h - HIGH - 12, WIDE, HIGH)
    world, turn = window_of_play(desk.adapter, scene.turn), scene.turn
    inner = box.inset(4)
    with kit.panel("minimap", box):
        _ground(kit, scene, world, inner)
        _sides(desk, world, inner, turn)
        _frame(kit, scene, world, inner)
        kit.outline(inner, BLACK.fade(0.6))
        hot = kit.hot("minimap-map", inner)
        if hot.hovered and not hot.held:
            kit.tip = Tip(_("A click brings that part of the map into view."))
        if hot.held or hot.clicked:
            x, y = (part / kit.scale for part in imgui.get_io().mouse_pos)
            desk.commands.fly(*turned(*_to_world(world, inner, x, y), -turn))


def _to_world(world: Box, inner: Box, x: float, y: float) -> tuple[float, float]:
    return world.x + (x - inner.x) / inner.w * world.w, world.y + (inner.bottom - y) / inner.h * world.h


def _to_screen(world: Box, inner: Box, x: float, y: float) -> tuple[float, float]:
    return inner.x + (x - world.x) / world.w * inner.w, inner.bottom - (y - world.y) / world.h * inner.h


def _ground(kit: Kit, scene: Any, world: Box, inner: Box) -> None:
    """Draw the far picture, cut to the shown part; ground beyond its edge stays dark."""
    kit.plate(inner, colour("2A3A40"))
    tile = scene.ground.art.far
    left, bottom, right, top = tile.rect
    u0, v0, u1, v1 = tile.uv
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    places = [_to_screen(world, inner, *turned(x, y, scene.turn)) for x, y in corners]
    with kit.clipped(inner):
        kit.turned_picture(tile.texture, ((u0, v1), (u1, v1), (u1, v0), (u0, v0)), places)


def _sides(desk: Desk, world: Box, inner: Box, turn: float) -> None:
    """A mark a stack: round for the first side, square for the second."""
    kit, adapter = desk.kit, desk.adapter
    grid = adapter.hexmap.grid
    for hex_ in adapter.marked:
        x, y = _to_screen(world, inner, *turned(*grid.centre(hex_), turn))
        kit.outline(Box(x - 4, y - 4, 8, 8), colour("F4E6C4", 0.9), 4)
    size = max(2.4, min(5.0, inner.w / world.w * 0.32))
    for hex_, side in sorted(adapter.stacks().items()):
        x, y = _to_screen(world, inner, *turned(*grid.centre(hex_), turn))
        ink = adapter.look(side).mark
        if adapter.number_of(side) == 0:
            kit.disc(x, y, size + 1, BLACK.fade(0.75))
            kit.disc(x, y, size, ink)
        else:
            kit.plate(Box(x - size - 1, y - size - 1, 2 * size + 2, 2 * size + 2), BLACK.fade(0.75), 1)
            kit.plate(Box(x - size, y - size, 2 * size, 2 * size), ink, 1)


def _frame(kit: Kit, scene: Any, world: Box, inner: Box) -> None:
    """Draw a frame around the part of the map in view."""
    seen = scene.camera.visible_rect()
    corners = [turned(x, y, scene.turn) for x in (seen.left, seen.right) for y in (seen.top, seen.bottom)]
    places = [_to_screen(world, inner, x, y) for x, y in corners]
    (x0, x1), (y0, y1) = ((min(part), max(part)) for part in zip(*places, strict=True))
    x0, x1 = max(inner.x, x0), min(inner.right, x1)
    y0, y1 = max(inner.y, y0), min(inner.bottom, y1)
    if x1 - x0 > 2 and y1 - y0 > 2:
        frame = Box(x0, y0, x1 - x0, y1 - y0)
        kit.outline(frame.inset(-1), BLACK.fade(0.6))
        kit.outline(frame, colour("FFF6DD"), 0, 1.5)
