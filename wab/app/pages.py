"""What pages (title, briefing, outcome, settings...) are made of: keyboard focus, a map as backdrop, tables, sheets.

Every page works without a mouse: arrows or Tab go from one thing to the next, Enter presses it, Escape goes back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from imgui_bundle import imgui

from wab.app.fronts import Front, Table
from wab.app.hud_kit import ButtonKind, DrawList, HudKit
from wab.app.screens import Screen
from wab.app.theme import METRICS, Rgba, colour

if TYPE_CHECKING:
    from wab.app.navigator import Navigator
    from wab.app.window import GameWindow

NO_NAV = int(imgui.WindowFlags_.no_nav)
_STILL = NO_NAV | int(imgui.WindowFlags_.no_scrollbar) | int(imgui.WindowFlags_.no_scroll_with_mouse)
SHADE = colour("0E110D")
_BACK, _ON = ("arrow_up", "arrow_left"), ("arrow_down", "arrow_right", "tab")
_PRESS = ("enter", "space")


class Focus:
    """Which of the things on a page the keyboard is at. Things register in the order in which they are drawn."""

    def __init__(self) -> None:
        self.at = ""
        self.shown = False
        self._order: list[str] = []
        self._before: list[str] = []
        self._pressed = False
        self.moved = False

    def begin(self) -> None:
        """A frame begins."""
        self._before, self._order = self._order, []

    def end(self) -> None:
        """A frame is over: what was not drawn loses the focus, and a press that nobody took is forgotten."""
        if self._order and self.at not in self._order:
            self.at = self._order[0]
        self._pressed = self.moved = False

    def register(self, identity: str, *, first: bool = False) -> bool:
        """A thing is drawn; True when it has the focus. `first`: it has it when the page opens."""
        self._order.append(identity)
        if first and not self.at:
            self.at = identity
        return self.at == identity

    def takes_press(self, identity: str) -> bool:
        """Tell, once, that the thing was pressed with the keyboard."""
        if self._pressed and self.at == identity:
            self._pressed = False
            return True
        return False

    def key(self, key: str, shift: bool) -> bool:
        """A key went down; True when it was for the focus."""
        if key in _PRESS:
            self.shown = self._pressed = True
            return True
        step = -1 if key in _BACK or (key == "tab" and shift) else 1 if key in _ON else 0
        if step and self._order:
            place = self._order.index(self.at) if self.at in self._order else 0
            self.at = self._order[(place + step) % len(self._order)]
            self.shown = self.moved = True
        return bool(step)


class Page(Screen):
    """A screen of widgets over a map. Subclasses draw in `draw` and say in `back` where Escape leads."""

    def __init__(self, go: Navigator, front: Front, back: Callable[[], None] | None = None) -> None:
        self.go, self.front = go, front
        self.back = back
        self.focus = Focus()
        self.window: GameWindow
        self.kit: HudKit
        self.seconds = 0.0

    # --- screen ---

    def enter(self, window: GameWindow) -> None:
        """Take the window over, with the scene of the front in it."""
        self.window, self.kit = window, window.kit
        window.edge_scrolling = False
        self.front.open_scene(window)
        self.opened()

    def leave(self) -> None:
        """Give the edges of the window back."""
        self.window.edge_scrolling = True

    def tint(self, side: str) -> Rgba:
        """The colour of a side, or of the side of a seat, for whoever looks at this window."""
        return self.front.side_tint(side, colour_blind=self.window.colour_blind)

    def opened(self) -> None:
        """The page is in the window now: prepare the map and what is shown."""

    def update(self, dt: float) -> None:
        """Let time pass."""
        self.seconds += dt
        for notice in self.go.notices:
            notice.seconds -= dt
        self.go.notices[:] = [notice for notice in self.go.notices if notice.seconds > 0]

    def draw_hud(self) -> None:
        """Draw the page."""
        self.focus.begin()
        with self._whole_window():
            self.draw()
        self._notices()
        self.focus.end()

    def draw(self) -> None:
        """Draw what is on the page."""

    def on_key(self, key: str, control: bool, shift: bool) -> bool:
        """Move the focus, press, or go back; keys do not reach the map."""
        if key == "escape" and self.back is not None:
            self.back()
        else:
            self.focus.key(key, shift)
        return True

    def on_wheel(self, x: float, y: float, steps: float) -> bool:
        """The wheel does not reach the map."""
        return True

    def _notices(self) -> None:
        """What the player must be told, over everything at the foot of the window, the newest lowest."""
        draw, c = imgui.get_foreground_draw_list(), self.kit.colours
        low, high = self.height - self.px(16), self.px(34)
        for notice in reversed(self.go.notices[-3:]):
            words = self.cut(notice.words, self.width - self.px(96), "medium", 14)
            wide = self.kit.measure(words, "medium", 14)[0] + self.px(56)
            x = (self.width - wide) / 2
            self.kit.gradient(draw, x, low - high, wide, high, c.raised, c.ground, 5, c.warn)
            self.kit.draw_icon(draw, "warning", x + self.px(12), low - high + self.px(8), self.px(18), c.warn)
            self.kit.draw_text(draw, x + self.px(40), low - high / 2, words, "medium", 14, c.text, middle=True)
            low -= high + self.px(6)

    # --- places ---

    @property
    def width(self) -> int:
        """Of the window, in pixels."""
        return self.window.hud.width

    @property
    def height(self) -> int:
        """Of the window, in pixels."""
        return self.window.hud.height

    def px(self, size: float) -> float:
        """A measure at 100 % in pixels of this screen."""
        return self.kit.px(size)

    @contextmanager
    def _whole_window(self) -> Iterator[None]:
        """An empty panel over everything, so that the pointer does not reach the map."""
        flags = NO_NAV | int(imgui.WindowFlags_.no_bring_to_front_on_focus) | int(imgui.WindowFlags_.no_scrollbar)
        imgui.set_next_window_pos(imgui.ImVec2(0, 0))
        imgui.set_next_window_size(imgui.ImVec2(self.width, self.height))
        imgui.push_style_var(int(imgui.StyleVar_.window_border_size), 0.0)
        imgui.begin("page", None, flags | int(imgui.WindowFlags_.no_background) | int(imgui.WindowFlags_.no_decoration))
        imgui.pop_style_var()
        imgui.end()
        yield

    # --- pieces ---

    def press(
        self,
        label: str,
        *,
        identity: str = "",
        first: bool = False,
        width: float = 0.0,
        height: float = METRICS.button,
        icon: str = "",
        key: str = "",
        kind: ButtonKind = "normal",
        why_not: str = "",
        chosen: bool = False,
        tip: str = "",
    ) -> bool:
        """A button of the kit that the keyboard reaches as well; True when it was pressed."""
        name = identity or label
        width = width or self._room_for(label, icon, key)
        focused = self.focus.register(name, first=first)
        at = imgui.get_cursor_screen_pos()
        pressed = self.kit.button(
            label, width, height, icon=icon, key=key, kind=kind, why_not=why_not, chosen=chosen, identity=name, tip=tip
        )
        self.ring(focused, at.x, at.y, imgui.get_item_rect_size().x, imgui.get_item_rect_size().y)
        return pressed or (self.focus.takes_press(name) and not why_not)

    def _room_for(self, label: str, icon: str, key: str) -> float:
        """Width of a button at 100 %: words, icon, key and room around them."""
        words = self.kit.measure(label, "strong", 15)[0]
        cap = self.kit.measure(key, "medium", 12)[0] + self.px(26) if key else 0.0
        return (words + cap) / self.window.hud.scale + 28 + (28 if icon else 0)

    def ring(self, focused: bool, x: float, y: float, width: float, height: float) -> None:
        """Mark the thing at which the keyboard is, and scroll to it when the keyboard has just come."""
        if not (focused and self.focus.shown):
            return
        out = self.px(2)
        corners = imgui.ImVec2(x - out, y - out), imgui.ImVec2(x + width + out, y + height + out)
        draw = imgui.get_window_draw_list()
        draw.add_rect(*corners, self.kit.colours.focus.packed, self.px(METRICS.radius_button + 1), self.px(2))
        if self.focus.moved:
            imgui.set_scroll_here_y(0.5)

    def area(self, identity: str, width: float, height: float, *, first: bool = False) -> tuple[bool, bool, bool]:
        """A place to be pressed, in pixels of the screen, that the caller paints: pressed, hovered, focused."""
        focused = self.focus.register(identity, first=first)
        pressed = bool(imgui.invisible_button(identity, imgui.ImVec2(width, height)))
        return pressed or self.focus.takes_press(identity), bool(imgui.is_item_hovered()), focused

    @contextmanager
    def sheet(
        self,
        identity: str,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        title: str = "",
        icon: str = "",
        opacity: float = METRICS.panel_opacity,
        padding: float = METRICS.padding + 6,
    ) -> Iterator[None]:
        """A panel at a pixel, in pixels of the screen."""
        kit = self.kit
        _shadow(imgui.get_background_draw_list(), x, y, width, height, self.px(METRICS.radius_panel))
        with kit.panel(
            identity, x, y, width, height, title=title, icon=icon, opacity=opacity, padding=padding, flags=_STILL
        ):
            yield

    @contextmanager
    def bare(self, identity: str, x: float, y: float, width: float, height: float) -> Iterator[None]:
        """Room for widgets without a panel around them, in pixels of the screen."""
        flags = NO_NAV | int(imgui.WindowFlags_.no_decoration) | int(imgui.WindowFlags_.no_background)
        imgui.set_next_window_pos(imgui.ImVec2(x, y))
        imgui.set_next_window_size(imgui.ImVec2(width, height))
        imgui.push_style_var(int(imgui.StyleVar_.window_padding), imgui.ImVec2(0, 0))
        imgui.push_style_var(int(imgui.StyleVar_.window_border_size), 0.0)
        imgui.begin(identity, None, flags | int(imgui.WindowFlags_.no_move) | int(imgui.WindowFlags_.no_saved_settings))
        imgui.pop_style_var(2)
        try:
            yield
        finally:
            imgui.end()

    @contextmanager
    def scroll(self, identity: str, width: float, height: float) -> Iterator[None]:
        """A part of a panel that scrolls by itself, in pixels of the screen."""
        flags = NO_NAV | int(imgui.WindowFlags_.no_background)
        imgui.begin_child(identity, imgui.ImVec2(width, height), int(imgui.ChildFlags_.none), flags)
        try:
            yield
        finally:
            imgui.end_child()

    def gap(self, size: float = METRICS.gap) -> None:
        """Room between two things."""
        imgui.dummy(imgui.ImVec2(1, self.px(size) - imgui.get_style().item_spacing.y))

    def table(self, table: Table, width: float, *, heading: bool = True) -> None:
        """A small table, `width` pixels at 100 % wide; the first column takes the room that the others leave."""
        if heading:
            self.kit.heading(table.title, width)
        lines = [table.heads, *(row.cells for row in table.rows)]
        widths = self._columns(lines, width)
        self._line(table.heads, widths, "medium", 12.5, self.kit.colours.second)
        for row in table.rows:
            tint = self.tint(row.side) if row.side else None
            self._line(row.cells, widths, "strong" if row.main else "body", 14, self.kit.colours.text, tint)
        if table.notes:
            self.gap(12)
        for note in table.notes:
            self.kit.text(note, "body", 13, self.kit.colours.second, wrap=width)

    def _columns(self, lines: Sequence[Sequence[str]], width: float) -> list[float]:
        """Widths in pixels of the screen."""
        count = max(len(line) for line in lines)
        needed = [
            max((self.kit.measure(line[n], "medium", 14)[0] for line in lines if n < len(line)), default=0)
            for n in range(count)
        ]
        rest = [size + self.px(14) for size in needed[1:]]
        return [max(self.px(90), self.px(width) - sum(rest)), *rest]

    def _line(
        self, cells: Sequence[str], widths: Sequence[float], use: str, size: float, tint: Rgba, mark: Rgba | None = None
    ) -> None:
        draw, at = imgui.get_window_draw_list(), imgui.get_cursor_screen_pos()
        height, x = self.px(22), at.x
        for number, (cell, wide) in enumerate(zip(cells, widths, strict=False)):
            if number == 0:
                left = self._tick(draw, x, at.y + height / 2, mark)
                self.kit.draw_text(
                    draw,
                    left,
                    at.y + height / 2,
                    self.cut(cell, wide - (left - x), use, size),
                    use,
                    size,
                    tint,
                    middle=True,
                )
            else:
                self.kit.draw_text(draw, x + wide, at.y + height / 2, cell, use, size, tint, align=1.0, middle=True)
            x += wide
        imgui.dummy(imgui.ImVec2(x - at.x, height - imgui.get_style().item_spacing.y))

    def _tick(self, draw: DrawList, x: float, y: float, tint: Rgba | None) -> float:
        if tint is None:
            return x
        half = self.px(5)
        draw.add_rect_filled(imgui.ImVec2(x, y - half), imgui.ImVec2(x + 2 * half, y + half), tint.packed, self.px(2))
        return x + 2 * half + self.px(8)

    def cut(self, words: str, room: float, use: str, size: float) -> str:
        """Words that fit into some pixels of the screen: the end gives way to an ellipsis."""
        if self.kit.measure(words, use, size)[0] <= room:
            return words
        while words and self.kit.measure(words + "…", use, size)[0] > room:
            words = words[:-1].rstrip()
        return words + "…"

    def spaced(
        self, draw: DrawList, x: float, y: float, words: str, use: str, size: float, tint: Rgba, spacing: float
    ) -> float:
        """Words with room between the letters, in em; returns their width in pixels of the screen."""
        start, extra = x, self.px(size * spacing)
        for letter in words:
            x += self.kit.draw_text(draw, x, y, letter, use, size, tint) + extra
        return x - extra - start

    # --- backdrop ---

    def dim(self, share: float) -> None:
        """Darken the map."""
        draw = imgui.get_background_draw_list()
        draw.add_rect_filled(imgui.ImVec2(0, 0), imgui.ImVec2(self.width, self.height), SHADE.fade(share).packed)

    def vignette(self, *, left: float = 0.55, top: float = 0.35, right: float = 0.35, bottom: float = 0.55) -> None:
        """Darken the map towards the edges; the numbers are shares of the window."""
        draw, wide, high = imgui.get_background_draw_list(), self.width, self.height
        for depth, box, dark in (
            (left, (0, 0, wide * left, high), (0, 3)),
            (right, (wide * (1 - right), 0, wide, high), (1, 2)),
            (top, (0, 0, wide, high * top), (0, 1)),
            (bottom, (0, high * (1 - bottom), wide, high), (2, 3)),
        ):
            if depth:
                _fade(draw, box, dark)


def _fade(draw: Any, box: tuple[float, float, float, float], dark: tuple[int, int]) -> None:
    """A rectangle from shade to nothing; `dark`: the corners in shade, clockwise from the upper left, which is 0."""
    tints = [SHADE.fade(0.80 if corner in dark else 0.0).packed for corner in range(4)]
    draw.add_rect_filled_multi_color(imgui.ImVec2(box[0], box[1]), imgui.ImVec2(box[2], box[3]), *tints)


def _shadow(draw: Any, x: float, y: float, width: float, height: float, radius: float) -> None:
    """A soft shadow below a panel."""
    for step in range(6):
        out = 2.0 * step
        corners = imgui.ImVec2(x - out, y - out + 5), imgui.ImVec2(x + width + out, y + height + out + 5)
        draw.add_rect_filled(*corners, Rgba(0, 0, 0, 26).packed, radius + out)
