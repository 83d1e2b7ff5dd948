"""What the HUD is drawn with: panels, texts, icons, shapes, in logical pixels of a 100 % HUD, over imgui."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from imgui_bundle import imgui

from wab.app.hud_kit import HudKit
from wab.app.specs import CounterSpec
from wab.app.theme import METRICS, Rgba, colour
from wab.locale import _

Vec = imgui.ImVec2
BLACK, WHITE = colour("000000"), colour("FFFFFF")
SHADOW = colour("0A0805", 0.10)
GHOST, GHOST_INK = colour("59605D"), colour("F4EFDC")
_PANEL_FLAGS = (
    imgui.WindowFlags_.no_decoration
    | imgui.WindowFlags_.no_background
    | imgui.WindowFlags_.no_move
    | imgui.WindowFlags_.no_saved_settings
    | imgui.WindowFlags_.no_nav
    | imgui.WindowFlags_.no_focus_on_appearing
    | imgui.WindowFlags_.no_scroll_with_mouse
)
_SCROLL_FLAGS = imgui.WindowFlags_.no_background | imgui.WindowFlags_.no_nav

TIP_SECONDS = 0.3


class Box(NamedTuple):
    """A rectangle in logical pixels, from the upper left."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        """Its right edge."""
        return self.x + self.w

    @property
    def bottom(self) -> float:
        """Its lower edge."""
        return self.y + self.h

    def inset(self, dx: float, dy: float | None = None) -> Box:
        """The box without a margin inside."""
        dy = dx if dy is None else dy
        return Box(self.x + dx, self.y + dy, self.w - 2 * dx, self.h - 2 * dy)

    def holds(self, x: float, y: float) -> bool:
        """Tell whether a point lies in it."""
        return self.x <= x < self.right and self.y <= y < self.bottom


class Scrolled(NamedTuple):
    """What a part of a panel shows while the wheel moves it: where what is in it begins, and the part itself."""

    top: float
    box: Box

    def shows(self, y: float, high: float) -> bool:
        """Tell whether anything from here down is in sight."""
        return y + high > self.box.y and y < self.box.bottom


class Hot(NamedTuple):
    """What the pointer does with a part of the HUD in this frame."""

    clicked: bool
    hovered: bool
    held: bool


class Tip(NamedTuple):
    """A tooltip asked for in this frame: its title or sentence, further sentences, a clause of the rules, a key."""

    text: str
    notes: tuple[str, ...] = ()
    clause: str = ""
    key: str = ""


class Kit:
    """Draws parts of the HUD, between the begin and the end of the backend. `begin_frame` comes first in each frame."""

    def __init__(self, base: HudKit) -> None:
        self.base, self.hud, self.symbols, self.colours = base, base.backend, base.symbols, base.colours
        self.pen: Any = None
        self.scale = float(base.backend.scale)
        """Pixels a logical pixel, as of this frame."""
        self.tip: Tip | None = None
        self._widths: dict[tuple[str, float, str], float] = {}
        self._asked: tuple[Tip | None, float] = (None, 0.0)

    # ---- sizes

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
        key = (font, size, text)
        if key not in self._widths:
            if len(self._widths) > 6000:
                self._widths.clear()
            imgui.push_font(self.hud.fonts[font], self.hud.px(size))
            self._widths[key] = imgui.calc_text_size(text).x / self.scale
            imgui.pop_font()
        return self._widths[key]

    def fitted(self, text: str, room: float, font: str = "body", size: float = 14) -> str:
        """The text, cut with an ellipsis where it is too long for the room."""
        if self.width(text, font, size) <= room:
            return text
        while text and self.width(text + "…", font, size) > room:
            text = text[:-1]
        return text.rstrip(" ·,") + "…"

    def lines(self, text: str, room: float, font: str = "body", size: float = 14) -> list[str]:
        """The text broken at blanks into lines that fit the room; line ends of the text are kept."""
        found: list[str] = []
        for paragraph in text.split("\n"):
            line = ""
            for word in paragraph.split(" "):
                longer = f"{line} {word}" if line else word
                if line and self.width(longer, font, size) > room:
                    found.append(line)
                    line = word
                else:
                    line = longer
            found.append(line)
        return found

    # ---- windows

    def begin_frame(self) -> None:
        """A new frame: the scale of the HUD as it is now, and no tooltip yet."""
        self.tip = None
        if self.scale != self.hud.scale:
            self.scale = float(self.hud.scale)
            self._widths.clear()

    def tip_is_due(self) -> bool:
        """Tell whether the pointer has rested long enough on what the tooltip of this frame is about."""
        now = float(imgui.get_time())
        if self.tip != self._asked[0]:
            self._asked = (self.tip, now)
        return self.tip is not None and now - self._asked[1] >= TIP_SECONDS

    @contextmanager
    def window(self, name: str, box: Box, *, front: bool = False) -> Iterator[Box]:
        """A part of the screen that takes the pointer; what is drawn inside is clipped to it.

        `front`: it lies over everything drawn before it, whatever was clicked last.
        """
        imgui.set_next_window_pos(self.at(box.x, box.y))
        imgui.set_next_window_size(self.at(box.w, box.h))
        imgui.push_style_var(imgui.StyleVar_.window_padding, Vec(0, 0))
        imgui.push_style_var(imgui.StyleVar_.window_border_size, 0.0)
        imgui.push_style_var(imgui.StyleVar_.window_min_size, Vec(1, 1))
        imgui.begin(name, None, int(_PANEL_FLAGS))
        imgui.pop_style_var(3)
        if front:  # not by taking the focus: that would let go of the button that is being pressed
            imgui.internal.bring_window_to_display_front(imgui.internal.get_current_window())
        outer, self.pen = self.pen, imgui.get_window_draw_list()
        try:
            yield box
        finally:
            self.pen = outer
            imgui.end()

    @contextmanager
    def scroll(self, name: str, box: Box, high: float) -> Iterator[Scrolled]:
        """A part of a panel that the wheel moves, where what is in it is higher (`high`) than the part."""
        imgui.set_cursor_screen_pos(self.at(box.x, box.y))
        imgui.begin_child(name, self.at(box.w, box.h), int(imgui.ChildFlags_.none), int(_SCROLL_FLAGS))
        top = imgui.get_cursor_screen_pos().y / self.scale
        outer, self.pen = self.pen, imgui.get_window_draw_list()
        try:
            yield Scrolled(top, box)
        finally:
            imgui.set_cursor_screen_pos(self.at(box.x, top))
            imgui.dummy(self.at(1, high))
            self.pen = outer
            imgui.end_child()

    @contextmanager
    def panel(
        self,
        name: str,
        box: Box,
        *,
        title: str = "",
        icon: str = "",
        opacity: float = METRICS.panel_opacity,
        front: bool = False,
        closes: bool = False,
    ) -> Iterator[Panel]:
        """A window with the look of a panel: ground, border, shadow, a title strip when there is a title."""
        self.shadow(box)
        with self.window(name, box, front=front):
            self.plate(box, self.colours.panel.fade(opacity), METRICS.radius_panel)
            inside, closed = box, False
            if title:
                closed = self._title_strip(name, box, title, icon, closes)
                inside = Box(box.x, box.y + METRICS.title_strip, box.w, box.h - METRICS.title_strip)
            self.outline(box, self.colours.brass.fade(0.42), METRICS.radius_panel)
            yield Panel(inside, closed)

    def _title_strip(self, name: str, box: Box, title: str, icon: str, closes: bool) -> bool:
        strip = Box(box.x, box.y, box.w, METRICS.title_strip)
        start = self.pen.vtx_buffer.size()
        self.pen.add_rect_filled(
            self.at(strip.x, strip.y),
            self.at(strip.right, strip.bottom),
            WHITE.packed,
            METRICS.radius_panel * self.scale,
            int(imgui.ImDrawFlags_.round_top),
        )
        self._grade(start, strip, self.colours.normal_top, self.colours.raised)
        self.line(strip.x, strip.bottom, strip.right, strip.bottom, self.colours.brass.fade(0.35))
        x = strip.x + 12
        if icon:
            self.icon(icon, x, strip.y + 8, 18, self.colours.action)
            x += 26
        self.spaced(title, x, strip.y + 8, self.colours.text, 15)
        if not closes:
            return False
        cross = Box(strip.right - 30, strip.y + 5, 24, 24)
        hot = self.hot(f"{name}-close", cross)
        self.icon("close", cross.x + 6, cross.y + 6, 12, self.colours.text if hot.hovered else self.colours.second)
        if hot.hovered:
            self.tip = Tip(_("Close"))
        return hot.clicked

    @contextmanager
    def over(self) -> Iterator[None]:
        """What is drawn inside lies over all panels, and takes no pointer."""
        outer, self.pen = self.pen, imgui.get_foreground_draw_list()
        try:
            yield
        finally:
            self.pen = outer

    @contextmanager
    def behind(self) -> Iterator[None]:
        """What is drawn inside lies on the map, under all panels, and takes no pointer."""
        outer, self.pen = self.pen, imgui.get_background_draw_list()
        try:
            yield
        finally:
            self.pen = outer

    def shadow(self, box: Box) -> None:
        """A soft shadow on the map under a panel."""
        pen = imgui.get_background_draw_list()
        for step in (7, 5, 3, 1):
            pen.add_rect_filled(
                self.at(box.x - step, box.y - step + 4),
                self.at(box.right + step, box.bottom + step + 4),
                SHADOW.packed,
                (METRICS.radius_panel + step) * self.scale,
            )

    # ---- shapes

    def plate(self, box: Box, ink: Rgba, radius: float = 0.0) -> None:
        """A filled rectangle."""
        if box.w > 0 and box.h > 0:
            self.pen.add_rect_filled(
                self.at(box.x, box.y), self.at(box.right, box.bottom), ink.packed, radius * self.scale
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
            top.packed,
            bottom.packed,
        )

    def outline(self, box: Box, ink: Rgba, radius: float = 0.0, thickness: float = 1.0) -> None:
        """The edge of a rectangle."""
        self.pen.add_rect(
            self.at(box.x, box.y),
            self.at(box.right, box.bottom),
            ink.packed,
            radius * self.scale,
            thickness * self.scale,
        )

    def line(self, x0: float, y0: float, x1: float, y1: float, ink: Rgba, thickness: float = 1.0) -> None:
        """A straight line."""
        self.pen.add_line(self.at(x0, y0), self.at(x1, y1), ink.packed, thickness * self.scale)

    def triangle(self, a: tuple[float, float], b: tuple[float, float], c: tuple[float, float], ink: Rgba) -> None:
        """A filled triangle."""
        self.pen.add_triangle_filled(self.at(*a), self.at(*b), self.at(*c), ink.packed)

    def dashes(self, x: float, top: float, bottom: float, ink: Rgba, step: float = 4) -> None:
        """A dashed line down."""
        y = top
        while y < bottom:
            self.line(x, y, x, min(bottom, y + step), ink)
            y += 2 * step

    def disc(self, x: float, y: float, radius: float, ink: Rgba) -> None:
        """A filled circle."""
        self.pen.add_circle_filled(self.at(x, y), radius * self.scale, ink.packed)

    def icon(self, name: str, x: float, y: float, size: float, ink: Rgba) -> None:
        """A picture "icon/NAME" of the atlas in one colour; nothing where the atlas has none."""
        self.sprite(f"icon/{name}", Box(x, y, size, size), ink)

    def sprite(self, name: str, box: Box, ink: Rgba) -> None:
        """Any sprite of the atlas in one colour."""
        cell = self.symbols.sprites.get(name)
        if cell is not None:
            self._image(self.hud.texture(self.symbols.texture), cell.uv, box, ink)

    def symbol(self, name: str, box: Box, ink: Rgba) -> bool:
        """A unit symbol in one colour; False where the atlas has none of that name."""
        cell = self.symbols.find(name, box.w * self.scale)
        if cell is None:
            return False
        self._image(self.hud.texture(self.symbols.texture), cell.uv, box, ink)
        return True

    def picture(self, texture: Any, uv: tuple[float, float, float, float], box: Box) -> None:
        """A part of a texture of the engine: left, bottom, right, top."""
        self._image(self.hud.texture(texture), uv, box, WHITE)

    def _image(self, reference: Any, uv: tuple[float, float, float, float], box: Box, ink: Rgba) -> None:
        left, bottom, right, top = uv
        self.pen.add_image(
            reference,
            self.at(box.x, box.y),
            self.at(box.right, box.bottom),
            Vec(left, top),
            Vec(right, bottom),
            ink.packed,
        )

    def counter(self, spec: CounterSpec, x: float, y: float, side: float) -> None:
        """A counter as it lies on the map."""
        place = self.at(x, y)
        if spec.contact == "detected":
            box = Box(x, y, side, side)
            self.plate(box, GHOST, side * 0.1)
            self.outline(box.inset(side * 0.04), GHOST_INK.fade(0.6), side * 0.1)
            self.text("?", x + side / 2, y + side * 0.16, GHOST_INK, size=side * 0.56, font="figures", align=0.5)
        else:
            self.base.draw_counter(self.pen, spec, place.x, place.y, side * self.scale)

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
    ) -> float:
        """A line of text, its upper edge at y; `align` 0 from x on, 0.5 around it, 1 up to it. Returns its width."""
        if room is not None:
            text = self.fitted(text, room, font, size)
        wide = self.width(text, font, size) if align or room is not None else 0.0
        ink = ink or self.colours.text
        self.pen.add_text(self.hud.fonts[font], self.hud.px(size), self.at(x - wide * align, y), ink.packed, text)
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
            y += round(size * leading)
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
    ) -> float:
        """A heading in capitals, its letters apart. Returns its width."""
        text = text.upper()
        wide = sum(self.width(letter, font, size) + spacing for letter in text) - spacing
        x -= wide * align
        for letter in text:
            self.pen.add_text(
                self.hud.fonts[font], self.hud.px(size), Vec(x * self.scale, round(y * self.scale)), ink.packed, letter
            )
            x += self.width(letter, font, size) + spacing
        return wide

    def heading(self, text: str, box: Box, ink: Rgba | None = None, note: str = "") -> None:
        """A heading over a list: letters apart, a line after it, a note at its right end."""
        wide = self.spaced(text, box.x, box.y, ink or self.colours.action, 14)
        end = box.right
        if note:
            end -= self.text(note, box.right, box.y, self.colours.text, size=14, font="strong", align=1.0) + 10
        if end > box.x + wide + 20:
            self.line(box.x + wide + 10, box.y + 9, end, box.y + 9, self.colours.brass.fade(0.22))

    # ---- what takes the pointer

    def hot(self, name: str, box: Box) -> Hot:
        """Make a rectangle feel the pointer."""
        if box.w <= 0 or box.h <= 0:
            return Hot(False, False, False)
        imgui.set_cursor_screen_pos(self.at(box.x, box.y))
        clicked = imgui.invisible_button(name, self.at(box.w, box.h))
        return Hot(clicked, imgui.is_item_hovered(), imgui.is_item_active())

    def explain(self, name: str, box: Box, text: str, *notes: str, clause: str = "", key: str = "") -> bool:
        """A tooltip for a rectangle that does nothing else. True while the pointer is on it."""
        hot = self.hot(name, box)
        if hot.hovered and text:
            self.tip = Tip(text, tuple(note for note in notes if note), clause, key)
        return hot.hovered


class Panel(NamedTuple):
    """A panel while it is drawn: the room below its title, and whether its cross was clicked."""

    box: Box
    closed: bool
