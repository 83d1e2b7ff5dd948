"""A counter drawn in the HUD as it lies on the map: name, symbol, figures, steps left, energy."""

from __future__ import annotations

from typing import Any

from imgui_bundle import imgui

from wab.app.gfx.specs import CounterSpec
from wab.app.gfx.theme import MAP, Rgba, colour
from wab.app.hud.pen import Pen, Vec

_LINE = 1.2
"""Height of a line in em, of the faces on a counter."""
_SHADOW = colour("8C7C60")
_GROUND, _COLUMN = Rgba(18, 15, 10, 140), Rgba(18, 15, 10, 128)
_PIP_FULL, _PIP_LOST = colour("F7F3DF"), colour("5B5148")
_SIGN, _MOST_SIGNS, _SIGN_EDGE = 0.285, 3, colour("FFFFFF")
_ROUND_TOP = int(imgui.ImDrawFlags_.round_top)


def draw_counter(pen: Pen, spec: CounterSpec, x: float, y: float, side: float) -> None:
    """Draw it with its upper left corner at (x, y). Place and `side` in pixels of the screen, parts as shares."""
    draw, nation, radius = pen.pen, spec.nation, side * 0.11
    corner = Vec(x + side, y + side)
    if spec.selected:
        draw.add_rect(Vec(x - 2, y - 2), Vec(x + side + 2, y + side + 2), MAP.selected.packed, radius + 2, 3.0)
    draw.add_rect_filled(Vec(x, y + side * 0.03), Vec(x + side, y + side * 1.03), _SHADOW.packed, radius)
    draw.add_rect_filled(Vec(x, y), corner, nation.body.packed, radius)
    if spec.band:
        band = Vec(x + side, y + round(side * 0.21))
        draw.add_rect_filled(Vec(x, y), band, spec.band.packed, radius, _ROUND_TOP)
    draw.add_rect(Vec(x, y), corner, nation.edge.packed, radius, max(1.0, side * 0.02))
    _words(pen, spec, x, y, side)
    _symbol(pen, spec, x, y, side)
    _steps(draw, spec, x, y, side)
    _energy(pen, spec, x, y, side)
    _signs(pen, spec, x, y, side)


def _words(pen: Pen, spec: CounterSpec, x: float, y: float, side: float) -> None:
    em, middle, ink = side / pen.scale, (x + side / 2) / pen.scale, spec.nation.ink
    wide = pen.width(spec.name, "heading", 20 * _LINE) / 20  # in em
    size = min(em * 0.19, 0.86 * em / max(0.5, wide)) * _LINE
    lines = [(spec.name, 0.105, "heading", size, spec.band_ink or ink)]
    if spec.size_mark:
        lines.append((spec.size_mark, 0.255, "heading", em * 0.12 * _LINE, ink))
    figures = f"{spec.left} – {spec.right}" if spec.contact != "recognised" else "? – ?"
    if spec.mark and spec.contact != "recognised":
        high = em * 0.25
        pen.text(spec.left, middle - em * 0.05, (y + side * 0.735) / pen.scale, ink, font="figures",
                 size=high * _LINE, align=1.0, middle=True)  # fmt: skip
        pen.icon(spec.mark, middle + em * 0.05, (y + side * 0.735) / pen.scale - high * 0.38, high * 0.74, ink)
    else:
        lines.append((figures, 0.735, "figures", em * 0.25 * _LINE, ink))
    for words, down, font, high, tint in lines:
        pen.text(words, middle, (y + side * down) / pen.scale, tint, font=font, size=high, align=0.5, middle=True)


def _symbol(pen: Pen, spec: CounterSpec, x: float, y: float, side: float) -> None:
    draw, wide, high = pen.pen, round(side * 0.50), round(side * 0.285)
    left, top = round(x + (side - wide) / 2), round(y + side * 0.315)
    cell = pen.symbols.find(spec.symbol, wide)
    low, far = Vec(left, top), Vec(left + wide, top + high)
    if cell is None or cell.framed:
        draw.add_rect_filled(low, far, spec.nation.field.packed)
    if cell is not None:
        ink = spec.nation.symbol_ink if cell.framed else spec.nation.ink
        reference, (u0, v0, u1, v1) = pen.hud.texture(pen.symbols.texture), cell.uv
        draw.add_image(reference, low, far, Vec(u0, v1), Vec(u1, v0), ink.packed)
    for index in range(spec.quality):
        base, middle = top + high - side * 0.02 - index * side * 0.075, x + side * 0.14
        for step in (-1, 1):
            end, start = Vec(middle + step * side * 0.05, base), Vec(middle, base - side * 0.045)
            draw.add_line(start, end, spec.nation.ink.packed, max(1.1, side * 0.026))


def _steps(draw: Any, spec: CounterSpec, x: float, y: float, side: float) -> None:
    """A pip for each step, lost ones dark; none for an enemy if only its kind is known."""
    if not spec.pips_max or spec.contact == "recognised":
        return
    wide, high = side * 0.8 / max(8, spec.pips_max), max(3.0, side * 0.056)
    left, top = x + (side - wide * spec.pips_max) / 2, round(y + side * 0.88)
    end = Vec(left + wide * spec.pips_max + 1, top + high + 1)
    draw.add_rect_filled(Vec(left - 1, top - 1), end, _GROUND.packed)
    for index in range(spec.pips_max):
        low, tint = left + index * wide, _PIP_FULL if index < spec.pips else _PIP_LOST
        draw.add_rect_filled(Vec(low, top), Vec(low + wide - 1, top + high), tint.packed)


def _energy(pen: Pen, spec: CounterSpec, x: float, y: float, side: float) -> None:
    """A column at the right edge, green, amber or red by how much is left."""
    if spec.energy is None:
        return
    c = pen.colours
    tint = c.good if spec.energy > 0.6 else c.warn if spec.energy > 0.33 else c.bad
    start, head, high = x + side * 0.90, y + side * 0.28, side * 0.55
    right = start + side * 0.05
    pen.pen.add_rect_filled(Vec(start - 1, head - 1), Vec(right + 1, head + high + 1), _COLUMN.packed)
    level = head + high * (1 - spec.energy)
    pen.pen.add_rect_filled(Vec(start, level), Vec(right, head + high), tint.packed)


def _signs(pen: Pen, spec: CounterSpec, x: float, y: float, side: float) -> None:
    """Markers down the right edge: a disc each, with an icon on it."""
    for place, sign in enumerate(spec.signs[:_MOST_SIGNS]):
        radius = side * _SIGN / 2
        middle = Vec(x + side * 0.89, y + side * (0.30 + place * _SIGN))
        pen.pen.add_circle_filled(middle, radius, _SIGN_EDGE.packed)
        pen.pen.add_circle_filled(middle, radius * 0.86, sign.ground.packed)
        wide = radius * 1.36 / pen.scale
        pen.icon(sign.icon, middle.x / pen.scale - wide / 2, middle.y / pen.scale - wide / 2, wide, _SIGN_EDGE)
