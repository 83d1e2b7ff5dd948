"""Widgets that follow each other from top to bottom of a panel, as pages lay them out. Logical pixels, as everywhere.

A panel gets room at its edges by its `padding`; the kit draws at places of their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from imgui_bundle import imgui

from wab.app.gfx.theme import METRICS, Rgba
from wab.app.hud.box import Box
from wab.app.hud.kit import Kit
from wab.app.hud.shown import shown
from wab.app.hud.style import vec

_SCROLL_FLAGS = imgui.WindowFlags_.no_background | imgui.WindowFlags_.no_nav


class Point(NamedTuple):
    """A place, or a width and a height."""

    x: float
    y: float


class Flow:
    """The place of the next widget of a panel, and the room that is left there."""

    def __init__(self, kit: Kit) -> None:
        self.kit = kit

    @property
    def place(self) -> Point:
        """The upper left corner of the next widget, on the screen."""
        at = imgui.get_cursor_screen_pos()
        return Point(at.x / self.kit.scale, at.y / self.kit.scale)

    @property
    def room(self) -> Point:
        """Width and height that are left in the panel."""
        left = imgui.get_content_region_avail()
        return Point(left.x / self.kit.scale, left.y / self.kit.scale)

    def go_to(self, x: float, y: float) -> None:
        """Put the next widget at a place of the screen."""
        imgui.set_cursor_screen_pos(self.kit.at(x, y))

    def beside(self, gap: float = METRICS.gap) -> None:
        """Put the next widget to the right of the last one."""
        imgui.same_line(0.0, float(self.kit.hud.px(gap)))

    def take(self, width: float, height: float) -> Box:
        """Take room for something that is drawn by hand; the next widget follows `METRICS.gap` below it."""
        x, y = self.place
        imgui.dummy(self.kit.at(width, height))
        return Box(x, y, width, height)

    def gap(self, size: float = METRICS.gap) -> None:
        """Room between two widgets."""
        imgui.dummy(imgui.ImVec2(1, self.kit.hud.px(size) - imgui.get_style().item_spacing.y))

    def text(
        self, words: str, font: str = "body", size: float = 17, ink: Rgba | None = None, *, wrap: float = 0.0
    ) -> None:
        """A text; `wrap`: the width at which lines are broken."""
        imgui.push_font(self.kit.hud.fonts[font], self.kit.hud.px(self.kit.grown(size)))
        imgui.push_style_color(int(imgui.Col_.text), vec(ink or self.kit.colours.text))
        if wrap:
            imgui.push_text_wrap_pos(imgui.get_cursor_pos_x() + self.kit.hud.px(wrap))
        words = shown(words)
        if self.kit.hud.written is not None:
            self.kit.hud.written.append(words)
        imgui.text_unformatted(words)
        if wrap:
            imgui.pop_text_wrap_pos()
        imgui.pop_style_color()
        imgui.pop_font()

    def heading(self, words: str, width: float) -> None:
        """A heading over a list, with a line after it."""
        x, y = self.place
        self.kit.heading(words, Box(x, y, width, 19), self.kit.colours.brass, size=17)
        self.take(width, 19)

    @contextmanager
    def scroll(self, name: str, width: float, height: float) -> Iterator[None]:
        """A part of the panel that scrolls by itself, as far as what is in it needs."""
        imgui.begin_child(name, self.kit.at(width, height), int(imgui.ChildFlags_.none), int(_SCROLL_FLAGS))
        outer, self.kit.pen = self.kit.pen, imgui.get_window_draw_list()
        try:
            yield
        finally:
            self.kit.pen = outer
            imgui.end_child()

    @contextmanager
    def group(self) -> Iterator[None]:
        """Widgets below each other that count as one for what follows."""
        imgui.begin_group()
        try:
            yield
        finally:
            imgui.end_group()

    @property
    def lowest(self) -> float:
        """Return where the last widget ends below."""
        return float(imgui.get_item_rect_max().y) / self.kit.scale

    def show_last(self) -> None:
        """Scroll to the last widget."""
        imgui.set_scroll_here_y(0.5)
