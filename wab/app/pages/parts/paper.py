"""The material of pages (title, briefing, outcome, settings...): keyboard focus, a map as backdrop, tables, sheets.

Every page works without a mouse: arrows or Tab go from one thing to the next, Enter presses it, Escape goes back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from imgui_bundle import imgui

from wab.app.gfx.theme import METRICS, Rgba, colour
from wab.app.hud.flow import Flow
from wab.app.hud.kit import Box, Kit
from wab.app.hud.shown import LONGEST_LINE
from wab.app.hud.widgets import Action, button, key_cap, tooltip
from wab.app.pages.fronts import Front, Table
from wab.app.pages.navigator import Navigator
from wab.app.window.key_actions import PAGES
from wab.app.window.screens import Screen
from wab.app.window.window import GameWindow

SHADE = colour("0E110D")
_BACK, _ON = ("arrow_up", "arrow_left"), ("arrow_down", "arrow_right", "tab")
_PRESS = ("enter", "space")
_EARLY = 8  # keys that are kept until a page is drawn
_ROW = 22.0  # of a table
_LETTERS = 18.0  # of a button


class Focus:
    """The thing on a page that the keyboard is at. Things register in the order in which they are drawn."""

    def __init__(self) -> None:
        self.at = ""
        self.shown = False
        self._order: list[str] = []
        self._before: list[str] = []
        self._pressed = False
        self._early: list[tuple[str, bool]] = []
        self.moved = False
        self.by_lines = False
        """Up and down lead from line to line, left and right along one; else all of them from thing to thing."""
        self._lines: dict[str, float] = {}

    def go_to(self, identity: str) -> None:
        """The keyboard goes to this thing."""
        self.at, self.shown, self.moved = identity, True, True

    def begin(self) -> None:
        """A frame begins."""
        self._before, self._order = self._order, []

    def end(self) -> None:
        """A frame is over: a thing that was not drawn loses the focus, and a press without a taker is forgotten."""
        if self._order and self.at not in self._order:
            self.at = self._order[0]
        self._pressed = self.moved = False
        while self._early and self._order and not self._pressed:
            self.key(*self._early.pop(0))

    def register(self, identity: str, *, first: bool = False, line: float = 0.0) -> bool:
        """A thing is drawn, on a line at this height. True when it has the focus. `first`: from the start."""
        self._order.append(identity)
        self._lines[identity] = line
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
        """A key went down; True when it was for the focus. One that comes before the page is drawn waits for that."""
        if not self._order and (key in _PRESS or key in _BACK or key in _ON):
            self._early = [*self._early, (key, shift)][-_EARLY:]
            return True
        if key in _PRESS:
            self.shown = self._pressed = True
            return True
        step = -1 if key in _BACK or (key == "tab" and shift) else 1 if key in _ON else 0
        if step and self._order:
            place = self._order.index(self.at) if self.at in self._order else 0
            if self.by_lines and key in ("arrow_up", "arrow_down"):
                place = self._other_line(place, step)
            else:
                place = (place + step) % len(self._order)
            self.at = self._order[place]
            self.shown = self.moved = True
        return bool(step)

    def _other_line(self, place: int, step: int) -> int:
        """The first thing of the next line, or of the one before."""
        lines = [self._lines[identity] for identity in self._order]
        here, count = lines[place], len(lines)
        while lines[place % count] == here and abs(place) <= 2 * count:
            place += step
        place %= count
        while step < 0 and place and lines[place - 1] == lines[place]:
            place -= 1
        return place


class Page(Screen):
    """A screen of widgets over a map. Subclasses draw in `draw` and say in `back` where Escape leads."""

    least = (640.0, 360.0)

    def __init__(self, go: Navigator, front: Front, back: Callable[[], None] | None = None) -> None:
        self.go, self.front = go, front
        self.back = back
        self.focus = Focus()
        self.window: GameWindow
        self.kit: Kit
        self.flow: Flow
        self.seconds = 0.0
        self._pointed_at = (-1.0, -1.0)

    # --- screen ---

    @property
    def key_rooms(self) -> tuple[str, ...]:
        """The rooms of pages."""
        return (PAGES.room,)

    def enter(self, window: GameWindow) -> None:
        """Take the window over, with the scene of the front in it."""
        self.window, self.kit, self.flow = window, window.kit, Flow(window.kit)
        window.edge_scrolling = False
        self._pointed_at = window.pointer.x, window.pointer.y
        self.kit.rescale()
        self.front.open_scene(window)
        self.opened()

    def leave(self) -> None:
        """Give the edges of the window back."""
        self.window.edge_scrolling = True

    def tint(self, side: str) -> Rgba:
        """The colour of a side, or of the side of a seat, for the person at this window."""
        return self.front.side_tint(side, self.window.palette)

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
        self.kit.begin_frame()
        self.focus.begin()
        with self._whole_window():
            self.draw()
        self._notices()
        pointer = self.window.pointer
        tooltip(self.kit, pointer.x / self.kit.scale, pointer.y / self.kit.scale)
        self._pointed_at = pointer.x, pointer.y
        self.focus.end()

    @property
    def pointer_moved(self) -> bool:
        """The pointer has moved since the last frame. One that rests on a line does not hold the keyboard there."""
        pointer = self.window.pointer
        return (pointer.x, pointer.y) != self._pointed_at

    def draw(self) -> None:
        """Draw what is on the page."""

    def on_key(self, key: str, control: bool, shift: bool) -> bool:
        """Move the focus, press, or go back; keys do not reach the map."""
        if key == "escape" and self.back is not None:
            self.back()
        elif key == "f10":
            self.go.configure()
        else:
            self.focus.key(key, shift)
        return True

    def on_wheel(self, x: float, y: float, steps: float) -> bool:
        """The wheel does not reach the map."""
        return True

    def _notices(self) -> None:
        """Draw the notices to the player, over everything at the foot of the window, the newest lowest."""
        kit, c = self.kit, self.kit.colours
        low, line = self.height - 16, 18
        with kit.over():
            for notice in reversed(self.go.notices[-3:]):
                rows = self.folded(notice.words, self.width - 96, "medium", 17)
                wide = max(kit.width(row, "medium", 17) for row in rows) + 56
                box = Box((self.width - wide) / 2, low - line * len(rows) - 16, wide, line * len(rows) + 16)
                kit.row(box, c.raised, c.ground, c.warn)
                kit.icon("warning", box.x + 12, box.y + 8, 18, c.warn)
                for number, row in enumerate(rows):
                    y = box.y + 8 + line * (number + 0.5)
                    kit.text(row, box.x + 40, y, size=17, font="medium", middle=True)
                low -= box.h + 6

    # --- places ---

    @property
    def width(self) -> float:
        """Of the window, in logical pixels, as all places and sizes of a page."""
        return self.kit.screen.w

    @property
    def height(self) -> float:
        """Of the window."""
        return self.kit.screen.h

    def margins(self, left: float, top: float, right: float, bottom: float) -> tuple[int, int, int, int]:
        """Return what the panels take at the edges of the window, as the camera wants it: in pixels of the screen."""
        left, top, right, bottom = (round(self.kit.hud.px(size)) for size in (left, top, right, bottom))
        return left, top, right, bottom

    @contextmanager
    def _whole_window(self) -> Iterator[None]:
        """An empty panel over everything, so that the pointer does not reach the map."""
        flags = int(imgui.WindowFlags_.no_nav) | int(imgui.WindowFlags_.no_bring_to_front_on_focus)
        imgui.set_next_window_pos(imgui.ImVec2(0, 0))
        imgui.set_next_window_size(imgui.ImVec2(self.window.hud.width, self.window.hud.height))
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
        kind: str = "normal",
        why_not: str = "",
        chosen: bool = False,
        tip: str = "",
        letters: float = _LETTERS,
    ) -> bool:
        """A button of the kit that the keyboard reaches as well; True when it was pressed."""
        name = identity or label
        at = self.flow.place
        focused = self.focus.register(name, first=first, line=at.y)
        box = Box(at.x, at.y, width or self.room_for(label, icon, key), height)
        action = Action(label, icon, key, kind, off=why_not, tip=tip, down=chosen, size=letters)
        pressed = button(self.kit, name, box, action)
        self.ring(focused, *box)
        return pressed or (self.focus.takes_press(name) and not why_not)

    def room_for(self, label: str, icon: str, key: str) -> float:
        """Width of a button: words, icon, key and room around them."""
        cap = self.kit.width(key, "medium", 12) + 26 if key else 0.0
        return self.kit.width(label, "strong", _LETTERS) + cap + 28 + (28 if icon else 0)

    def ring(self, focused: bool, x: float, y: float, width: float, height: float) -> None:
        """Mark the thing at which the keyboard is, and scroll to it when the keyboard has just come."""
        if not (focused and self.focus.shown):
            return
        box = Box(x, y, width, height).inset(-2)
        self.kit.outline(box, self.kit.colours.focus, METRICS.radius_button + 1, 2)
        if self.focus.moved:
            self.flow.show_last()

    def in_row(self, wide: float, room: float, width: float, gap: float = 8.0) -> float:
        """Stay in the row for a button that fits into the room left in it, else begin a new one. The room then left."""
        if room < width and wide <= room:
            self.flow.beside(gap)
            return room - wide - gap
        return width - wide - gap

    def cap(self, key: str, right: float, y: float) -> None:
        """A key on its cap, flush with `right`."""
        key_cap(self.kit, key, right, y, self.kit.colours.second, self.kit.colours.ground)

    def area(self, identity: str, width: float, height: float, *, first: bool = False) -> tuple[bool, bool, bool]:
        """A place to be pressed that the caller paints: pressed, hovered, focused."""
        at = self.flow.place
        focused = self.focus.register(identity, first=first, line=at.y)
        hot = self.kit.hot(identity, Box(at.x, at.y, width, height))
        return hot.clicked or self.focus.takes_press(identity), hot.hovered, focused

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
        opacity: float = METRICS.dialog_opacity,
        padding: float = METRICS.padding + 6,
    ) -> Iterator[None]:
        """A panel in which widgets follow each other."""
        box = Box(x, y, width, height)
        with self.kit.panel(identity, box, title=title, icon=icon, opacity=opacity, padding=padding):
            yield

    @contextmanager
    def bare(self, identity: str, x: float, y: float, width: float, height: float) -> Iterator[None]:
        """Room for widgets without a panel around them."""
        with self.kit.window(identity, Box(x, y, width, height)):
            yield

    def table(self, table: Table, width: float, *, heading: bool = True) -> None:
        """A small table; the first column takes the room that the others leave."""
        if heading:
            self.flow.heading(table.title, width)
        lines = [table.heads, *(row.cells for row in table.rows)]
        widths = self._columns(lines, width)
        self._line(table.heads, widths, "medium", 15, self.kit.colours.second)
        for row in table.rows:
            tint = self.tint(row.side) if row.side else None
            self._line(row.cells, widths, "strong" if row.main else "body", 17, self.kit.colours.text, tint)
        if table.notes:
            self.flow.gap(12)
        for note in table.notes:
            self.flow.text(note, "body", 16, self.kit.colours.second, wrap=width)

    def _columns(self, lines: Sequence[Sequence[str]], width: float) -> list[float]:
        count = max(len(line) for line in lines)
        needed = [
            max((self.kit.width(line[n], "medium", 17) for line in lines if n < len(line)), default=0)
            for n in range(count)
        ]
        rest = [size + 14 for size in needed[1:]]
        return [max(90, width - sum(rest)), *rest]

    def _line(
        self, cells: Sequence[str], widths: Sequence[float], font: str, size: float, ink: Rgba, mark: Rgba | None = None
    ) -> None:
        row = self.flow.take(sum(widths[: len(cells)]), _ROW - METRICS.gap)
        x, middle = row.x, row.y + _ROW / 2
        for number, (cell, wide) in enumerate(zip(cells, widths, strict=False)):
            if number == 0:
                left = self._tick(x, middle, mark)
                room = wide - (left - x)
                self.kit.text(cell, left, middle, ink, font=font, size=size, room=room, middle=True)
            else:
                self.kit.text(cell, x + wide, middle, ink, font=font, size=size, align=1.0, middle=True)
            x += wide

    def _tick(self, x: float, y: float, tint: Rgba | None) -> float:
        if tint is None:
            return x
        self.kit.plate(Box(x, y - 5, 10, 10), tint, 2)
        return x + 18

    def folded(self, words: str, room: float, font: str, size: float, most: int = 3) -> list[str]:
        """Words broken at blanks into rows that fit into the room; the end of the last of `most` rows is cut."""
        rows = [""]
        for word in words[: most * LONGEST_LINE].split(" "):
            longer = f"{rows[-1]} {word}".lstrip()
            if rows[-1] and len(rows) < most and self.kit.width(longer, font, size) > room:
                rows.append(word)
            else:
                rows[-1] = longer
        return [self.kit.fitted(row, room, font, size) for row in rows]

    # --- backdrop ---

    def dim(self, share: float) -> None:
        """Darken the map."""
        with self.kit.behind():
            self.kit.plate(self.kit.screen, SHADE.fade(share))

    def vignette(self, *, left: float = 0.55, top: float = 0.35, right: float = 0.35, bottom: float = 0.55) -> None:
        """Darken the map towards the edges; the numbers are shares of the window."""
        wide, high, dark, none = self.width, self.height, SHADE.fade(0.80), SHADE.fade(0.0)
        with self.kit.behind():
            for depth, box, corners in (
                (left, Box(0, 0, wide * left, high), (dark, none, none, dark)),
                (right, Box(wide * (1 - right), 0, wide * right, high), (none, dark, dark, none)),
                (top, Box(0, 0, wide, high * top), (dark, dark, none, none)),
                (bottom, Box(0, high * (1 - bottom), wide, high * bottom), (none, none, dark, dark)),
            ):
                if depth:
                    self.kit.faded(box, corners)
