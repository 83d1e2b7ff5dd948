"""The place that a hint speaks of, on the map: a ring about its hex, and a line to where its order leads."""

from __future__ import annotations

from math import sin
from typing import Any

from imgui_bundle import imgui

from wab.app.gfx.theme import MAP
from wab.app.hud.kit import BLACK
from wab.app.wargame.ui.badge import hex_box
from wab.app.wargame.ui.desk import Desk

SIZE, SWING = 0.56, 0.05
"""Half the width of a ring, and how far it breathes, in hexes."""


def draw(desk: Desk, scene: Any) -> None:
    """Draw the marks of the hint that is due."""
    hint, kit = desk.hint, desk.kit
    if hint is None or desk.ui.hints_off or desk.learnt.off or desk.replaying or desk.showing:
        return
    boxes = [hex_box(desk.kit, scene, hex_) for hex_ in (hint.hex, hint.to) if hex_ is not None]
    centres = [(box.x + box.w / 2, box.y + box.h / 2) for box in boxes]
    with kit.behind():
        if len(centres) > 1:
            (x0, y0), (x1, y1) = centres
            for ink, thick in ((BLACK.fade(0.55), 5.0), (MAP.path_light, 2.5)):
                kit.line(x0, y0, x1, y1, ink, thick)
        for (x, y), box in zip(centres, boxes, strict=True):
            radius = box.w * (SIZE + SWING * sin(imgui.get_time() * 3.2))
            kit.ring(x, y, radius, BLACK.fade(0.55), 5)
            kit.ring(x, y, radius, MAP.path_light, 2.5)
