"""Markers of the objectives on the map: kept there, or shown for as long as their list is open (OPS-9.2.1-7)."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Any

from wab.app.gfx.theme import METRICS, colour
from wab.app.hud.kit import BLACK, Box, Kit
from wab.app.operations.hand.ui import Desk
from wab.app.operations.looks.objective_marks import ObjectiveMark, objective_marks

LINE, PAD, BADGE = 16.0, 7.0, 11.0
TEETH = 12
GOLD = colour("E7B94A")
PAPER = colour("15170F", 0.88)


def are_shown(desk: Desk) -> bool:
    """Markers lie on the map while the list of objectives is open, or all the time when they are kept."""
    return desk.ui.marks_kept or desk.ui.panel == "objectives"


def draw(desk: Desk, scene: Any) -> None:
    """Draw them on the map, under all panels."""
    if not are_shown(desk):
        return
    kit, marks = desk.kit, desk.kept("objective-marks", lambda: objective_marks(desk.view))
    with kit.behind():
        for mark in marks:
            pixel = scene.project(mark.hex)
            if pixel is not None:
                lift = scene.camera.px_per_hex / kit.scale * 0.42
                _marker(desk, mark, pixel[0] / kit.scale, pixel[1] / kit.scale - lift)


def _marker(desk: Desk, mark: ObjectiveMark, x: float, y: float) -> None:
    """A plate with its lower edge over a point, a pointer down to it, and its figure at the upper left."""
    kit = desk.kit
    wide = max([kit.width(mark.name, "strong", 13.5)] + [kit.width(line, "body", 13) for line in mark.lines])
    high = LINE * (1 + len(mark.lines)) + 2 * PAD
    box = Box(x - wide / 2 - PAD, y - high - 8, wide + 2 * PAD, high)
    if box.right < 0 or box.x > kit.screen.w or y < METRICS.top_bar or box.y > kit.screen.h:
        return
    ink = desk.ink_of(mark.holder)
    kit.triangle((x - 6, box.bottom - 1), (x + 6, box.bottom - 1), (x, y), PAPER)
    kit.plate(box, PAPER, 5)
    kit.plate(Box(box.x, box.y, box.w, 3), ink, 2)
    kit.outline(box, ink.fade(0.7), 5)
    kit.text(mark.name, box.x + PAD, box.y + PAD - 1, size=13.5, font="strong")
    for place, line in enumerate(mark.lines, 1):
        kit.text(line, box.x + PAD, box.y + PAD - 1 + LINE * place, kit.colours.second, size=13)
    if mark.main or mark.decisive:
        _badge(kit, mark, box.x, box.y)


def _badge(kit: Kit, mark: ObjectiveMark, x: float, y: float) -> None:
    """A 1 for a main objective (OPS-9.2.1-4), a toothed circle around it for immediate victory (OPS-9.2.1-5)."""
    if mark.decisive:
        toothed_circle(kit, x, y)
    kit.disc(x, y, BADGE, BLACK.fade(0.85))
    kit.disc(x, y, BADGE - 1.5, GOLD)
    if mark.main:
        kit.text("1", x, y - 9, colour("2B2113"), size=15, font="figures", align=0.5)
    else:
        kit.icon("flag", x - 6, y - 6, 12, colour("2B2113"))


def toothed_circle(kit: Kit, x: float, y: float) -> None:
    """A ring of teeth around a figure."""
    half = pi / TEETH
    for tooth in range(TEETH):
        turn = 2 * pi * tooth / TEETH
        left, right = turn - half * 0.9, turn + half * 0.9
        root, tip = BADGE - 1, BADGE + 6
        kit.triangle(
            (x + root * cos(left), y + root * sin(left)),
            (x + root * cos(right), y + root * sin(right)),
            (x + tip * cos(turn), y + tip * sin(turn)),
            GOLD,
        )
