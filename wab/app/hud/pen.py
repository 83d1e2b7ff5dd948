"""The pen of the HUD: texts, icons, shapes, in logical pixels of a 100 % HUD, over imgui."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from imgui_bundle import imgui

from wab.app.gfx.palettes import STANDARD, Palette
from wab.app.gfx.symbols import SymbolAtlas
from wab.app.gfx.theme import HUD, METRICS, HudColours, Rgba, colour
from wab.app.hud.box import Box
from wab.app.hud.imgui_backend import ImguiBackend
from wab.app.hud.shown import LONGEST_LINE, shown
from wab.engine.words.clean import clean

Vec = imgui.ImVec2
BLACK, WHITE = colour("000000"), colour("FFFFFF")
_MOST_WIDTHS = 6000
_SMALL, _LARGE = 16.0, 26.0  # heights of a line: up to the first text grows fully, from the second on not at all


class Pen:
    """Draws on what `pen` is at the moment: a panel, the map behind all panels, or what lies over them.

    Sizes of text are heights of a line, the ascent and descent of a face together.
    """

    def __init__(self, hud: ImguiBackend, symbols: SymbolAtlas, colours: HudColours = HUD) -> None:
        self.hud, self.symbols, self.colours = hud, symbols, colours
        self.palette = STANDARD
        self.pen: Any = None
        self.scale = float(hud.scale)
        """Pixels a logical pixel, as of this frame."""
        self._text_size = hud.text_size
        self._widths: dict[tuple[str, float, str, float], float] = {}
        self._lines: dict[tuple[str, float, str, float, float], list[str]] = {}

    def dress(self, palette: Palette) -> None:
        """Draw in the colours of a palette from now on."""
        self.palette, self.colours = palette, palette.hud

    def packed(self, ink: Rgba) -> int:
        """A colour as draw lists want it, in the palette of the player."""
        return self.palette.shown(ink).packed if self.palette.instead else ink.packed

    # ---- sizes

    def grown(self, size: float) -> float:
        """The height of a line at the size of text that the player has chosen: small ones grow most, titles least."""
        share = min(1.0, max(0.0, (_LARGE - size) / (_LARGE - _SMALL)))
        return size * (1.0 + (self.hud.text_size - 1.0) * share)

    @property
    def screen(self) -> Box:
        """The whole window."""
        return Box(0, 0, self.hud.width / self.scale, self.hud.height / self.scale)

    def at(self, x: float, y: float) -> Vec:
        """A point for imgui, on whole pixels."""
        scale = self.scale
        return Vec(round(x * scale), round(y * scale))

    def width(self, text: str, font: str = "body", size: float = 14) -> float:
        """Width of a text."""
        key = (font, size, text, self.scale)
        if key not in self._widths:
            if len(self._widths) > _MOST_WIDTHS:
                self._widths.clear()
            imgui.push_font(self.hud.fonts[font], self.hud.px(self.grown(size)))
            self._widths[key] = imgui.calc_text_size(shown(text)).x / self.scale
            imgui.pop_font()
        return self._widths[key]

    def fitted(self, text: str, room: float, font: str = "body", size: float = 14) -> str:
        """The text, cut with an ellipsis where it is too long for the room."""
        if self.width(text, font, size) <= room:
            return text
        text = text[:LONGEST_LINE]
        while text and self.width(text + "…", font, size) > room:
            text = text[:-1]
        return text.rstrip(" ·,") + "…"

    def lines(self, text: str, room: float, font: str = "body", size: float = 14) -> list[str]:
        """The text broken at blanks into lines that fit the room, a word that is too long for one after its hyphens;
        line ends of the text are kept."""
        key = (font, size, text, room, self.scale)
        if key not in self._lines:
            if len(self._lines) > _MOST_WIDTHS:
                self._lines.clear()
            self._lines[key] = self._broken(text, room, font, size)
        return list(self._lines[key])

    def _broken(self, text: str, room: float, font: str, size: float) -> list[str]:
        found: list[str] = []
        for paragraph in shown(text).split("\n"):
            line = ""
            for word in paragraph.split(" "):
                parts = re.split("(?<=-)", word) if self.width(word, font, size) > room else [word]
                for place, part in enumerate(parts):
                    longer = f"{line}{part}" if place or not line else f"{line} {part}"
                    if line and self.width(longer, font, size) > room:
                        found.append(line)
                        line = part
                    else:
                        line = longer
            found.append(line)
        return found

    def rescale(self) -> None:
        """Draw at the scale that the HUD has now: in a new frame, on a new page, in a window of a new size."""
        if (self.scale, self._text_size) != (self.hud.scale, self.hud.text_size):
            self.scale, self._text_size = float(self.hud.scale), self.hud.text_size
            self._widths.clear()
            self._lines.clear()

    # ---- shapes

    def plate(self, box: Box, ink: Rgba, radius: float = 0.0) -> None:
        """A filled rectangle."""
        if box.w > 0 and box.h > 0:
            self.pen.add_rect_filled(
                self.at(box.x, box.y), self.at(box.right, box.bottom), self.packed(ink), radius * self.scale
            )

    def graded(self, box: Box, top: Rgba, bottom: Rgba, radius: float = 0.0) -> None:
        """A filled rectangle that goes from one colour above to another below."""
        start = self.pen.vtx_buffer.size()
        self.plate(box, Rgba(255, 255, 255, top.alpha), radius)
        self._grade(start, box, top, bottom)

    def _grade(self, start: int, box: Box, top: Rgba, bottom: Rgba) -> None:
        imgui.internal.shade_verts_linear_color_gradient_keep_alpha(
            self.pen,
            start,
            self.pen.vtx_buffer.size(),
            self.at(box.x, box.y),
            self.at(box.x, box.bottom),
            self.packed(top),
            self.packed(bottom),
        )

    def faded(self, box: Box, corners: tuple[Rgba, Rgba, Rgba, Rgba]) -> None:
        """A rectangle that goes from colour to colour: upper left, upper right, lower right, lower left."""
        ends = self.at(box.x, box.y), self.at(box.right, box.bottom)
        self.pen.add_rect_filled_multi_color(*ends, *(self.packed(ink) for ink in corners))

    def row(self, box: Box, top: Rgba, bottom: Rgba, edge: Rgba, radius: float = METRICS.radius_button) -> None:
        """The ground of a line of a list: from one colour to another, with a thin edge."""
        self.graded(box, top, bottom, radius)
        self.outline(box, edge, radius)

    def outline(self, box: Box, ink: Rgba, radius: float = 0.0, thickness: float = 1.0) -> None:
        """The edge of a rectangle."""
        self.pen.add_rect(
            self.at(box.x, box.y),
            self.at(box.right, box.bottom),
            self.packed(ink),
            radius * self.scale,
            thickness * self.scale,
        )

    def line(self, x0: float, y0: float, x1: float, y1: float, ink: Rgba, thickness: float = 1.0) -> None:
        """A straight line."""
        self.pen.add_line(self.at(x0, y0), self.at(x1, y1), self.packed(ink), thickness * self.scale)

    def triangle(self, a: tuple[float, float], b: tuple[float, float], c: tuple[float, float], ink: Rgba) -> None:
        """A filled triangle."""
        self.pen.add_triangle_filled(self.at(*a), self.at(*b), self.at(*c), self.packed(ink))

    def dashes(self, x: float, top: float, bottom: float, ink: Rgba, step: float = 4) -> None:
        """A dashed line down."""
        y = top
        while y < bottom:
            self.line(x, y, x, min(bottom, y + step), ink)
            y += 2 * step

    def disc(self, x: float, y: float, radius: float, ink: Rgba) -> None:
        """A filled circle."""
        self.pen.add_circle_filled(self.at(x, y), radius * self.scale, self.packed(ink))

    def ring(self, x: float, y: float, radius: float, ink: Rgba, thickness: float = 1.0) -> None:
        """The edge of a circle."""
        self.pen.add_circle(self.at(x, y), radius * self.scale, self.packed(ink), 0, thickness * self.scale)

    def icon(self, name: str, x: float, y: float, size: float, ink: Rgba) -> None:
        """A picture "icon/NAME" of the atlas in one colour; nothing if the atlas has none."""
        self.sprite(f"icon/{name}", Box(x, y, size, size), ink)

    def sprite(self, name: str, box: Box, ink: Rgba) -> None:
        """Any sprite of the atlas in one colour."""
        cell = self.symbols.sprites.get(name)
        if cell is not None:
            self._image(self.hud.texture(self.symbols.texture), cell.uv, box, ink)

    def symbol(self, name: str, box: Box, ink: Rgba) -> bool:
        """A unit symbol in one colour; False if the atlas has none of that name."""
        cell = self.symbols.find(name, box.w * self.scale)
        if cell is None:
            return False
        self._image(self.hud.texture(self.symbols.texture), cell.uv, box, ink)
        return True

    def picture(self, texture: Any, uv: tuple[float, float, float, float], box: Box) -> None:
        """A part of a texture of the engine: left, bottom, right, top."""
        self._image(self.hud.texture(texture), uv, box, WHITE)

    def turned_picture(
        self, texture: Any, uvs: Sequence[tuple[float, float]], corners: Sequence[tuple[float, float]]
    ) -> None:
        """A part of a texture of the engine laid on four corners; `uvs` are the places in the texture of each."""
        reference = self.hud.texture(texture)
        self.pen.add_image_quad(reference, *(self.at(x, y) for x, y in corners), *(Vec(u, v) for u, v in uvs))

    @contextmanager
    def clipped(self, box: Box) -> Iterator[None]:
        """Yield what is drawn inside is cut to a box."""
        self.pen.push_clip_rect(self.at(box.x, box.y), self.at(box.right, box.bottom), True)
        try:
            yield
        finally:
            self.pen.pop_clip_rect()

    def _image(self, reference: Any, uv: tuple[float, float, float, float], box: Box, ink: Rgba) -> None:
        left, bottom, right, top = uv
        self.pen.add_image(
            reference,
            self.at(box.x, box.y),
            self.at(box.right, box.bottom),
            Vec(left, top),
            Vec(right, bottom),
            self.packed(ink),
        )

    # ---- words

    def text(
        self,
        text: str,
        x: float,
        y: float,
        ink: Rgba | None = None,
        *,
        size: float = 14,
        font: str = "body",
        align: float = 0.0,
        room: float | None = None,
        middle: bool = False,
    ) -> float:
        """A line of text; `align` 0 from x on, 0.5 around it, 1 up to it. Returns its width.

        y is its upper edge, or with `middle` the middle of the line. `room`: what is longer is cut.
        """
        if room is not None:
            text = self.fitted(text, room, font, size)
        wide = self.width(text, font, size) if align or room is not None else 0.0
        if self.hud.written is not None:
            self.hud.written.append(text)
        ink = ink or self.colours.text
        height = self.hud.px(self.grown(size))
        y -= height / 2 / self.scale if middle else (self.grown(size) - size) / 2  # a row keeps its middle
        self.pen.add_text(self.hud.fonts[font], height, self.at(x - wide * align, y), self.packed(ink), shown(text))
        return wide or self.width(text, font, size)

    def paragraph(
        self,
        text: str,
        x: float,
        y: float,
        room: float,
        ink: Rgba | None = None,
        *,
        size: float = 13.5,
        font: str = "body",
        leading: float = 1.3,
        most: int | None = None,
    ) -> float:
        """Lines of text; returns the y below them. `most`: the number of lines after which it is cut."""
        lines = self.lines(text, room, font, size)
        if most is not None and len(lines) > most:
            lines = [*lines[: most - 1], self.fitted(lines[most - 1] + " …", room, font, size)]
        for line in lines:
            self.text(line, x, y, ink, size=size, font=font)
            y += round(self.grown(size) * leading)
        return y

    def spaced(
        self,
        text: str,
        x: float,
        y: float,
        ink: Rgba,
        size: float = 14,
        spacing: float = 1.5,
        font: str = "heading",
        align: float = 0.0,
        room: float = 0.0,
    ) -> float:
        """A heading in capitals, its letters apart: less so where `room` is too narrow for it. Returns its width."""
        text = shown(clean(text, LONGEST_LINE)).upper()
        if self.hud.written is not None:
            self.hud.written.append(text)
        if room > 0:
            free = room - sum(self.width(letter, font, size) for letter in text)
            spacing = min(spacing, max(0.0, free / max(1, len(text) - 1)))
        wide = sum(self.width(letter, font, size) + spacing for letter in text) - spacing
        x -= wide * align
        height, y = self.hud.px(self.grown(size)), round((y - (self.grown(size) - size) / 2) * self.scale)
        for letter in text:
            self.pen.add_text(self.hud.fonts[font], height, Vec(x * self.scale, y), self.packed(ink), letter)
            x += self.width(letter, font, size) + spacing
        return wide

    def heading(self, text: str, box: Box, ink: Rgba | None = None, note: str = "", size: float = 14) -> None:
        """A heading over a list: letters apart, a line after it, a note at its right end."""
        wide = self.spaced(text, box.x, box.y, ink or self.colours.action, size)
        end = box.right
        if note:
            end -= self.text(note, box.right, box.y, self.colours.text, size=14, font="strong", align=1.0) + 10
        if end > box.x + wide + 20:
            middle = box.y + round(size * 0.64)
            self.line(box.x + wide + 10, middle, end, middle, self.colours.brass.fade(0.22))
