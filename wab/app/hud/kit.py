"""The kit of the HUD: windows, panels, counters, and what takes the pointer, in logical pixels of a 100 % HUD.

Pages and battle screens draw with it alike. `pen` draws texts and shapes, `widgets` are buttons and bars, `flow` lets
widgets follow each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from imgui_bundle import imgui

from wab.app.gfx.specs import CounterSpec
from wab.app.gfx.symbols import SymbolAtlas
from wab.app.gfx.theme import HUD, METRICS, HudColours, colour
from wab.app.hud.box import Box, Hot, Panel, Scrolled, Tip
from wab.app.hud.counter import draw_counter
from wab.app.hud.imgui_backend import ImguiBackend
from wab.app.hud.pen import BLACK, WHITE, Pen, Vec
from wab.locale import _

__all__ = ["BLACK", "WHITE", "Box", "Hot", "Kit", "Panel", "Scrolled", "Tip"]

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


HELD = 5.0
"""Pixels that the pointer may move while a button is held, for a thing that moves away meanwhile."""


class Kit(Pen):
    """Draws parts of the HUD, between the begin and the end of the backend. `begin_frame` comes first in each frame.

    A window has one (`window.kit`), in its colours; a screen with colours of its own makes another.
    """

    def __init__(
        self,
        hud: ImguiBackend,
        symbols: SymbolAtlas,
        colours: HudColours = HUD,
        *,
        caption: Callable[[str], str] = str,
    ) -> None:
        super().__init__(hud, symbols, colours)
        self.tip: Tip | None = None
        self.tip_box: Box | None = None
        """The box that the tooltip of this frame is about."""
        self.places: dict[str, Box] = {}
        """The boxes that feel the pointer in this frame, by name."""
        self.covered: dict[str, Box] = {}
        """The boxes that windows cover in this frame, by name: the map moves out from under them where they speak of
        it.
        """
        self.hots: list[Box] = []
        """The boxes that feel the pointer in this frame: a tooltip keeps off them."""
        self.caption = caption
        """The text on a button for a default key: the key that the player has chosen for it."""
        self._asked: tuple[Tip | None, float] = (None, 0.0)

    @contextmanager
    def fitting(self, width: float, height: float) -> Iterator[None]:
        """Yield what is drawn inside is drawn smaller than the rest of the HUD where the window has no room for so
        much.
        """
        outer = self.scale
        room = min(self.hud.width / width, self.hud.height / height)
        self.scale = self.hud.scale = outer if outer <= 1.0 else max(1.0, min(outer, room))
        try:
            yield
        finally:
            self.scale = self.hud.scale = outer

    # ---- windows

    def begin_frame(self) -> None:
        """A new frame: the scale of the HUD as it is now, and no tooltip yet."""
        self.tip, self.tip_box = None, None
        self.covered, self.hots, self.places = {}, [], {}
        self.rescale()

    def tip_is_due(self) -> bool:
        """Tell whether the pointer has rested long enough on what the tooltip of this frame is about."""
        now = float(imgui.get_time())
        if self.tip != self._asked[0]:
            self._asked = (self.tip, now)
        return self.tip is not None and now - self._asked[1] >= TIP_SECONDS

    @contextmanager
    def window(self, name: str, box: Box, *, front: bool = False, padding: float = 0.0) -> Iterator[Box]:
        """A part of the screen that takes the pointer; drawing inside is clipped to it.

        `front`: it lies over everything drawn before it, even after clicks elsewhere. `padding`: room at its edges, for
        widgets that follow each other (see `wab.app.hud.flow`).
        """
        self.covered[name] = box
        imgui.set_next_window_pos(self.at(box.x, box.y))
        imgui.set_next_window_size(self.at(box.w, box.h))
        imgui.push_style_var(imgui.StyleVar_.window_padding, self.at(padding, padding))
        imgui.push_style_var(imgui.StyleVar_.window_border_size, 0.0)
        imgui.push_style_var(imgui.StyleVar_.window_min_size, Vec(1, 1))
        imgui.begin(name, None, int(_PANEL_FLAGS))
        imgui.pop_style_var(3)
        if front:  # not by taking the focus: that would let go of the button that is being pressed
            imgui.internal.bring_window_to_display_front(imgui.internal.get_current_window())
        outer, self.pen = self.pen, imgui.get_window_draw_list()
        try:
            yield box
        except BaseException:
            self._give_up(imgui.end, outer)
            raise
        self.pen = outer
        imgui.end()

    def _give_up(self, end: Callable[[], None], outer: imgui.ImDrawList) -> None:
        """End a part of the screen that an error has left half drawn. A break must not be lost in a second error."""
        self.pen = outer
        with suppress(RuntimeError):
            end()

    def reveal(self, part: Scrolled, y: float, high: float) -> None:
        """Move the scrolled part that is being drawn, so that something from `y` on, `high`, is in sight with the next
        frame."""
        box = part.box
        if y < box.y or y + high > box.bottom:
            middle = y - part.top + high / 2 - box.h / 2
            imgui.set_scroll_y(max(0.0, middle * self.scale))

    @contextmanager
    def scroll(self, name: str, box: Box, high: float) -> Iterator[Scrolled]:
        """A part of a panel that the wheel moves, where what is in it is higher (`high`) than the part."""
        imgui.set_cursor_screen_pos(self.at(box.x, box.y))
        imgui.begin_child(name, self.at(box.w, box.h), int(imgui.ChildFlags_.none), int(_SCROLL_FLAGS))
        top = imgui.get_cursor_screen_pos().y / self.scale
        outer, self.pen = self.pen, imgui.get_window_draw_list()
        try:
            yield Scrolled(top, box)
        except BaseException:
            self._give_up(imgui.end_child, outer)
            raise
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
        padding: float = 0.0,
    ) -> Iterator[Panel]:
        """A window with the look of a panel: ground, border, shadow, a title strip when there is a title."""
        self.shadow(box)
        with self.window(name, box, front=front, padding=padding):
            self.plate(box, self.colours.panel.fade(opacity), METRICS.radius_panel)
            inside, closed = box, False
            if title:
                closed = self._title_strip(name, box, title, icon, closes)
                inside = Box(box.x, box.y + METRICS.title_strip, box.w, box.h - METRICS.title_strip)
                if padding:
                    imgui.set_cursor_screen_pos(self.at(box.x + padding, inside.y + 0.7 * padding))
            self.outline(box, self.colours.brass.fade(0.42), METRICS.radius_panel)
            yield Panel(inside, closed)

    @contextmanager
    def slip(self, name: str, box: Box, opacity: float = METRICS.panel_opacity) -> Iterator[None]:
        """A panel that lies on the map and takes no pointer: hexes below it can be pointed at and clicked."""
        self.covered[name] = box
        self.shadow(box)
        with self.behind():
            self.plate(box, self.colours.panel.fade(opacity), METRICS.radius_panel)
            self.outline(box, self.colours.brass.fade(0.42), METRICS.radius_panel)
            yield

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
        room = strip.right - (36 if closes else 12) - x
        self.spaced(self.fitted(title.upper(), room, "heading", 15), x, strip.y + 8, self.colours.text, 15, room=room)
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
        """Yield what is drawn inside lies over all panels, and takes no pointer."""
        outer, self.pen = self.pen, imgui.get_foreground_draw_list()
        try:
            yield
        finally:
            self.pen = outer

    @contextmanager
    def behind(self) -> Iterator[None]:
        """Yield what is drawn inside lies on the map, under all panels, and takes no pointer."""
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

    # ---- counters

    def counter(self, spec: CounterSpec, x: float, y: float, side: float) -> None:
        """A counter as it lies on the map."""
        place = self.at(x, y)
        if spec.contact == "detected":
            box = Box(x, y, side, side)
            self.plate(box, GHOST, side * 0.1)
            self.outline(box.inset(side * 0.04), GHOST_INK.fade(0.6), side * 0.1)
            self.text("?", x + side / 2, y + side * 0.16, GHOST_INK, size=side * 0.56, font="figures", align=0.5)
        else:
            draw_counter(self, spec, place.x, place.y, side * self.scale)

    # ---- what takes the pointer

    def hot(self, name: str, box: Box) -> Hot:
        """Make a rectangle feel the pointer; a click on it is heard."""
        hot = self._feels(name, box)
        if hot.clicked:
            self.hud.pressed(name)
        return hot

    def _feels(self, name: str, box: Box) -> Hot:
        if box.w <= 0 or box.h <= 0:
            return Hot(False, False, False)
        imgui.set_cursor_screen_pos(self.at(box.x, box.y))
        clicked, hovered = imgui.invisible_button(name, self.at(box.w, box.h)), imgui.is_item_hovered()
        clicked = clicked or _let_go_at_rest()
        self.hots.append(box)
        self.places[name] = box
        if hovered:
            self.tip_box = box
        return Hot(clicked, hovered, imgui.is_item_active())

    def pressed_beside(self, box: Box) -> bool:
        """A button of the pointer goes down in this frame, outside a box."""
        pointer = imgui.get_mouse_pos()
        down = imgui.is_mouse_clicked(0) or imgui.is_mouse_clicked(1)
        return down and not box.holds(pointer.x / self.scale, pointer.y / self.scale)

    @property
    def drags(self) -> bool:
        """The left button is down, and the pointer has left the place where it went down."""
        moved = imgui.get_mouse_drag_delta(0, 0.0)
        return self.button_down and max(abs(moved.x), abs(moved.y)) > HELD

    @property
    def button_down(self) -> bool:
        """The left button is down."""
        return bool(imgui.is_mouse_down(0))

    @property
    def shift_held(self) -> bool:
        """A shift key is down."""
        return bool(imgui.get_io().key_shift)

    def explain(self, name: str, box: Box, text: str, *notes: str, clause: str = "", key: str = "") -> bool:
        """A tooltip for a rectangle that does nothing else. True while the pointer is on it."""
        hot = self._feels(name, box)
        if hot.hovered and text:
            self.tip = Tip(text, tuple(note for note in notes if note), clause, key)
        return hot.hovered


def _let_go_at_rest() -> bool:
    """The last thing was pressed and the button is let go where it went down, but the thing has moved from under it.

    A list that is laid again between press and release loses no click.
    """
    if not (imgui.is_item_deactivated() and imgui.is_mouse_released(0)):
        return False
    moved = imgui.get_mouse_drag_delta(0, 0.0)
    return bool(max(abs(moved.x), abs(moved.y)) <= HELD)
