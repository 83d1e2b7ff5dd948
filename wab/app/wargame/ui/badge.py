"""The badge at the end of a path: the cost and meaning of a move, or the likely result of an attack.

It stands where it covers no counter, and not the path either where there is room.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from wab.app.gfx.theme import METRICS, Rgba
from wab.app.hud.kit import Box, Kit
from wab.app.hud.widgets import shared
from wab.app.wargame.adapter.pictures import Part
from wab.app.wargame.ui.desk import Desk
from wab.hexes import HexId

LINE, PAD, ICON = 20.0, 9.0, 15.0
GAP = 10.0  # pixels between badge and hex
COUNTER_WEIGHT, PATH_WEIGHT, OFF_WEIGHT, ABOUT_WEIGHT = 50.0, 1.0, 400.0, 1e6


def draw(desk: Desk, scene: Any) -> None:
    """Draw it where the pointer shows a path or an attack; `scene` is the map scene."""
    picked = desk.interaction
    desk.ui.badge = None
    if desk.replaying:
        return
    found = desk.kept("badge", picked.badge, picked.units, picked.hovered, picked.mode, picked.aimed)
    if found is not None:
        _place_and_draw(desk, scene, found.rows, found.path)


def _place_and_draw(desk: Desk, scene: Any, rows: list[list[Part]], path: Sequence[HexId]) -> None:
    if not rows:
        return
    kit = desk.kit
    wide = max(sum(_width(desk, part) for part in row) for row in rows) + 2 * PAD - 12
    centres = [point for point in (_centre(desk.kit, scene, hex_) for hex_ in path) if point is not None]
    if not centres:
        return
    high, half = len(rows) * LINE + 2 * 6, scene.camera.px_per_hex / kit.scale / 2
    box = best_place(centres, (wide, high), half, counter_boxes(desk, scene), free_room(desk))
    desk.ui.badge = box
    with kit.behind():
        kit.plate(Box(box.x + 2, box.y + 3, box.w, box.h), kit.colours.ground.fade(0.4), 6)
        kit.plate(box, kit.colours.ground.fade(0.95), 5)
        kit.outline(box, kit.colours.brass.fade(0.7), 5)
        for place, row in enumerate(rows):
            x = box.x + PAD
            for part in row:
                _draw_part(desk, part, x, box.y + 6 + place * LINE)
                x += _width(desk, part)


def _width(desk: Desk, part: Part) -> float:
    return desk.kit.width(part.words, "strong", 14) + (ICON + 5 if part.icon else 0) + 12


def _draw_part(desk: Desk, part: Part, x: float, y: float) -> None:
    ink: Rgba = getattr(desk.kit.colours, part.tone)
    if part.icon:
        desk.kit.icon(part.icon, x, y + 2, ICON, ink)
        x += ICON + 5
    desk.kit.text(part.words, x, y, ink, size=14, font="strong")


def _centre(kit: Kit, scene: Any, hex_: HexId) -> tuple[float, float] | None:
    pixel = scene.project(hex_)
    return (pixel[0] / kit.scale, pixel[1] / kit.scale) if pixel is not None else None


def hex_box(kit: Kit, scene: Any, hex_: HexId) -> Box:
    """The square around a hex on the screen, about; far off the screen for one that cannot be seen."""
    x, y = _centre(kit, scene, hex_) or (-9e3, -9e3)
    side = scene.camera.px_per_hex / kit.scale
    return Box(x - side / 2, y - side / 2, side, side)


def counter_boxes(desk: Desk, scene: Any) -> list[Box]:
    """Return the places of counters on the screen."""
    side, found = scene.counters.card_pixels / desk.kit.scale, []
    for hex_, count in sorted(scene.counters.occupied().items()):
        centre = _centre(desk.kit, scene, hex_)
        if centre is not None:
            lift = 0.12 * side * (min(3, count) - 1)
            found.append(
                Box(centre[0] - side / 2 - lift, centre[1] - side / 2 - lift, side + 2 * lift, side + 2 * lift)
            )
    return found


def free_room(desk: Desk) -> Box:
    """The part of the screen that no panel covers."""
    screen, top = desk.kit.screen, METRICS.top_bar + 6.0
    right = METRICS.side_panel + 20 if desk.interaction.shown_unit is not None else 8
    return Box(METRICS.tool + 20, top, screen.w - METRICS.tool - 20 - right, screen.h - top - METRICS.journal - 20)


def best_place(
    centres: Sequence[tuple[float, float]],
    size: tuple[float, float],
    half: float,
    counters: Iterable[Box],
    room: Box,
    about: Box | None = None,
) -> Box:
    """Return a place for a badge next to the last of some points: off the counters, in the room, off the points.

    `half` is half the width of a hex. The badge must leave `about` free even if it covers something else. All in
    logical pixels.
    """
    counters = list(counters)
    dots = [Box(x - half * 0.4, y - half * 0.4, half * 0.8, half * 0.8) for x, y in centres]

    def badness(box: Box) -> float:
        inside = shared(box, room)
        covered = sum(shared(box, counter) for counter in counters)
        return (
            COUNTER_WEIGHT * covered
            + PATH_WEIGHT * sum(shared(box, dot) for dot in dots)
            + OFF_WEIGHT * (box.w * box.h - inside)
            + (ABOUT_WEIGHT * shared(box, about) if about is not None else 0.0)
        )

    return min(_candidates(centres[-1], size, half), key=badness)


def _candidates(centre: tuple[float, float], size: tuple[float, float], half: float) -> list[Box]:
    """Above, below, right, left, then farther out and farther still: the first of equals is taken."""
    (x, y), (wide, high) = centre, size
    found = []
    for far in (1.0, 2.2, 3.4, 4.6):
        away = half * far + GAP
        found += [Box(x - wide / 2, y - away - high, wide, high), Box(x - wide / 2, y + away, wide, high)]
        found += [Box(x + away, y - high / 2, wide, high), Box(x - away - wide, y - high / 2, wide, high)]
        found += [
            Box(x + away * 0.7, y + away * 0.7, wide, high),
            Box(x - away * 0.7 - wide, y + away * 0.7, wide, high),
        ]
        found += [Box(x + away * 0.7, y - away * 0.7 - high, wide, high)]
        found += [Box(x - away * 0.7 - wide, y - away * 0.7 - high, wide, high)]
    return found
