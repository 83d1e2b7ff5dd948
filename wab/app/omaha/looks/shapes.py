"""Shapes that tell colours and symbols apart without their colour, drawn on cards and over the map."""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, pi, sin

from wab.app.gfx.theme import Rgba, colour
from wab.app.hud.kit import Box, Kit
from wab.engine.words.text import N_

INKS: Mapping[str, Rgba] = {
    "red": colour("C22A1E"), "orange": colour("E07F1F"), "brown": colour("7A4A22"), "green": colour("2F8A3C"),
    "blue": colour("2A62C8"), "purple": colour("8A3BA8"),
}  # fmt: skip
SHAPES: Mapping[str, str] = {
    "red": "triangle", "orange": "diamond", "brown": "square", "green": "cross", "blue": "ring", "purple": "star",
}  # fmt: skip
"""The shape of each colour of a position."""
SHAPE_NAMES: Mapping[str, str] = {
    "triangle": N_("triangle"), "diamond": N_("diamond"), "square": N_("square"), "cross": N_("cross"),
    "ring": N_("ring"), "star": N_("star"),
}  # fmt: skip


def draw_colour(kit: Kit, name: str, x: float, y: float, radius: float, share: float = 1.0) -> None:
    """Draw the shape of a colour with a light edge; `share` fades it."""
    draw_shape(kit, SHAPES[name], x, y, radius * 1.22, colour("FFFFFF", 0.85 * share))
    draw_shape(kit, SHAPES[name], x, y, radius, kit.palette.shown(INKS[name]).fade(share))


def draw_shape(kit: Kit, shape: str, x: float, y: float, r: float, ink: Rgba) -> None:
    """Draw a shape around its middle, `r` from there to its points, in logical pixels."""
    match shape:
        case "circle":
            kit.disc(x, y, r * 0.9, ink)
        case "ring":
            kit.ring(x, y, r * 0.75, ink, r * 0.42)
        case "triangle":
            kit.triangle((x, y - r), (x + r * 0.95, y + r * 0.75), (x - r * 0.95, y + r * 0.75), ink)
        case "diamond":
            kit.triangle((x, y - r), (x + r, y), (x, y + r), ink)
            kit.triangle((x, y - r), (x, y + r), (x - r, y), ink)
        case "square":
            kit.plate(Box(x - 0.78 * r, y - 0.78 * r, 1.56 * r, 1.56 * r), ink)
        case "cross":
            kit.plate(Box(x - 0.95 * r, y - 0.32 * r, 1.9 * r, 0.64 * r), ink)
            kit.plate(Box(x - 0.32 * r, y - 0.95 * r, 0.64 * r, 1.9 * r), ink)
        case "star":
            _star(kit, x, y, r * 1.08, ink)


def _star(kit: Kit, x: float, y: float, r: float, ink: Rgba) -> None:
    """Five points: triangles from the middle."""
    corners = [
        (x + sin(number * pi / 5) * r * (0.42 if number % 2 else 1.0),
         y - cos(number * pi / 5) * r * (0.42 if number % 2 else 1.0))
        for number in range(10)
    ]  # fmt: skip
    for number, corner in enumerate(corners):
        kit.triangle((x, y), corner, corners[(number + 1) % 10], ink)
