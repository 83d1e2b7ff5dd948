"""Pieces that panels are made of: text in the faces of the theme, icons, buttons, bars, panels, counters.

A `HudKit` belongs to a window (`window.kit`). All sizes are pixels at 100 %; positions are pixels of the window.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal

from imgui_bundle import imgui

from wab.app.hud_style import vec
from wab.app.imgui_backend import ImguiBackend
from wab.app.specs import CounterSpec
from wab.app.symbols import SymbolAtlas
from wab.app.theme import HUD, MAP, METRICS, HudColours, Rgba, colour

ButtonKind = Literal["normal", "primary", "danger"]
DrawList = Any
_FIXED = (
    int(imgui.WindowFlags_.no_title_bar) | int(imgui.WindowFlags_.no_resize) | int(imgui.WindowFlags_.no_move)
    | int(imgui.WindowFlags_.no_collapse) | int(imgui.WindowFlags_.no_saved_settings)
    | int(imgui.WindowFlags_.no_background)
)  # fmt: skip
_DARK_EDGE = colour("12150F")
_PIP_FULL, _PIP_LOST = colour("F7F3DF"), colour("5B5148")

NO_BREAK, NARROW = "\u00a0", "\u202f"  # no font of the HUD has the narrow one


class HudKit:
    """Widgets in the look of the game."""

    def __init__(self, backend: ImguiBackend, symbols: SymbolAtlas, colours: HudColours = HUD) -> None:
        self.backend, self.symbols, self.colours = backend, symbols, colours

    def px(self, size: float) -> float:
        """A measure at 100 % in pixels of this screen."""
        return self.backend.px(size)

    # --- text ---

    def text(
        self, words: str, use: str = "body", size: float = 14, tint: Rgba | None = None, *, wrap: float = 0.0
    ) -> None:
        """A text as a widget; `wrap`: width at which lines are broken, in pixels at 100 %."""
        with self.backend.font(use, size):
            imgui.push_style_color(int(imgui.Col_.text), vec(tint or self.colours.text))
            if wrap:
                imgui.push_text_wrap_pos(imgui.get_cursor_pos_x() + self.px(wrap))
            imgui.text_unformatted(words.replace(NARROW, NO_BREAK))
            if wrap:
                imgui.pop_text_wrap_pos()
            imgui.pop_style_color()

    def measure(self, words: str, use: str = "body", size: float = 14) -> tuple[float, float]:
        """Width and height of a line in pixels of the screen."""
        with self.backend.font(use, size):
            found = imgui.calc_text_size(words)
        return float(found.x), float(found.y)

    def draw_text(
        self, draw: DrawList, x: float, y: float, words: str, use: str = "body", size: float = 14,
        tint: Rgba | None = None, *, align: float = 0.0, middle: bool = False,
    ) -> float:  # fmt: skip
        """A text at a pixel; `align` 0 left, 0.5 centred, 1 right on x; y is the top of the line, or its middle.

        Returns the width.
        """
        width, height = self.measure(words, use, size)
        with self.backend.font(use, size):
            left = round(x - align * width)
            draw.add_text(
                imgui.ImVec2(left, round(y - height / 2 if middle else y)), (tint or self.colours.text).packed, words
            )
        return width

    def heading(self, words: str, width: float) -> None:
        """A small gold heading with a line behind it, over `width` pixels at 100 %."""
        draw, at = imgui.get_window_draw_list(), imgui.get_cursor_screen_pos()
        used = self.draw_text(draw, at.x, at.y, words.upper(), "heading", 14, self.colours.brass)
        y = at.y + self.px(9)
        draw.add_line(
            imgui.ImVec2(at.x + used + self.px(8), y),
            imgui.ImVec2(at.x + self.px(width), y),
            self.colours.brass.fade(0.3).packed,
        )
        imgui.dummy(imgui.ImVec2(self.px(width), self.px(19)))

    # --- icons ---

    def draw_icon(self, draw: DrawList, name: str, x: float, y: float, size: float, tint: Rgba | None = None) -> None:
        """The pictogram "icon/NAME" with its upper left corner at (x, y); nothing where there is none of that name.

        `size` is in pixels of the screen.
        """
        cell = self.symbols.sprites.get(f"icon/{name}")
        if cell is not None:
            self._draw_cell(draw, cell.uv, x, y, size, size, tint or self.colours.text)

    def _draw_cell(
        self, draw: DrawList, uv: tuple[float, float, float, float], x: float, y: float, width: float, height: float,
        tint: Rgba,
    ) -> None:  # fmt: skip
        reference = self.backend.texture(self.symbols.texture)
        corners = imgui.ImVec2(x, y), imgui.ImVec2(x + width, y + height)
        draw.add_image(reference, *corners, imgui.ImVec2(uv[0], uv[3]), imgui.ImVec2(uv[2], uv[1]), tint.packed)

    # --- buttons ---

    def button(
        self, label: str, width: float = 0.0, height: float = METRICS.button, *, icon: str = "", key: str = "",
        kind: ButtonKind = "normal", why_not: str = "", chosen: bool = False, identity: str = "", tip: str = "",
    ) -> bool:  # fmt: skip
        """A button; True in the frame in which it is pressed.

        `width` 0: as wide as its contents. `key` is shown as a small cap. `why_not`: a sentence switches the button
        off and is its tooltip. `chosen`: held down. `identity`: needed where two buttons have the same label.
        """
        words_width = self.measure(label, "strong", 15)[0] if label else 0.0
        wide = self.px(width) if width else words_width + self.px(28 + (26 if icon else 0) + (30 if key else 0))
        at, size = imgui.get_cursor_screen_pos(), imgui.ImVec2(wide, self.px(height))
        pressed = imgui.invisible_button(f"{label}##{identity or icon}", size)
        hovered, held = imgui.is_item_hovered(), imgui.is_item_active()
        top, bottom, ink, edge = self._button_look(kind, bool(why_not), chosen, hovered, held)
        draw = imgui.get_window_draw_list()
        self.gradient(draw, at.x, at.y, wide, size.y, top, bottom, METRICS.radius_button, edge)
        self._button_face(draw, (at.x, at.y, wide, size.y), label, icon, key, ink)
        if hovered and (why_not or tip):
            self.tooltip(why_not or tip, self.colours.bad if why_not else None)
        return bool(pressed) and not why_not

    def _button_look(
        self, kind: ButtonKind, off: bool, chosen: bool, hovered: bool, held: bool
    ) -> tuple[Rgba, Rgba, Rgba, Rgba]:
        """Top, bottom, ink and edge."""
        c = self.colours
        edge = c.brass.fade(0.9 if hovered or chosen else 0.42)
        if off:
            return c.off, c.off, c.off_text, c.brass.fade(0.2)
        if kind == "primary":
            gain = 0.92 if held else 1.06 if hovered else 1.0
            return c.primary_top.shade(gain), c.primary_bottom.shade(gain), c.primary_text, c.focus.fade(0.7)
        if kind == "danger":
            return c.danger_top, c.danger_bottom, c.text, edge
        if held or chosen:
            return c.down, c.down, c.action, edge
        if hovered:
            return c.hover, c.normal_top, c.text, edge
        return c.normal_top, c.normal_bottom, c.text, edge

    def _button_face(
        self, draw: DrawList, box: tuple[float, float, float, float], label: str, icon: str, key: str, ink: Rgba
    ) -> None:  # fmt: skip
        x, y, wide, high = box
        icon_size = self.px(METRICS.icon) if icon else 0.0
        gap = self.px(7) if icon and label else 0.0
        words = self.measure(label, "strong", 15)[0] if label else 0.0
        cap = self.measure(key, "medium", 12)[0] + self.px(12) if key else 0.0
        left = x + (wide - cap - icon_size - gap - words) / 2
        if icon:
            self.draw_icon(draw, icon, round(left), round(y + (high - icon_size) / 2), icon_size, ink)
        if label:
            self.draw_text(draw, left + icon_size + gap, y + high / 2, label, "strong", 15, ink, middle=True)
        if key:
            edge = x + wide - self.px(6)
            low = imgui.ImVec2(edge, y + high / 2 + self.px(9))
            draw.add_rect_filled(
                imgui.ImVec2(edge - cap, y + high / 2 - self.px(9)), low, Rgba(0, 0, 0, 70).packed, self.px(3)
            )
            self.draw_text(
                draw, edge - cap / 2, y + high / 2, key, "medium", 12, ink.fade(0.85), align=0.5, middle=True
            )

    def gradient(
        self, draw: DrawList, x: float, y: float, width: float, height: float, top: Rgba, bottom: Rgba,
        radius: float = 0.0, edge: Rgba | None = None,
    ) -> None:  # fmt: skip
        """A box from one colour to another, top to bottom, with rounded corners and a thin edge."""
        round_px = self.px(radius)
        ends = imgui.ImVec2(x, y), imgui.ImVec2(x + width, y + height)
        draw.add_rect_filled(*ends, bottom.packed, round_px)
        inner = imgui.ImVec2(x, y + round_px), imgui.ImVec2(x + width, y + height - round_px)
        draw.add_rect_filled(
            ends[0], imgui.ImVec2(x + width, y + 2 * round_px), top.packed, round_px, int(imgui.ImDrawFlags_.round_top)
        )
        draw.add_rect_filled_multi_color(*inner, top.packed, top.packed, bottom.packed, bottom.packed)
        if edge is not None:
            draw.add_rect(*ends, edge.packed, round_px)

    def tooltip(self, words: str, tint: Rgba | None = None) -> None:
        """A small text at the pointer."""
        imgui.begin_tooltip()
        self.text(words, "body", 13, tint, wrap=320)
        imgui.end_tooltip()

    # --- panels and bars ---

    @contextmanager
    def panel(
        self, identity: str, x: float, y: float, width: float, height: float, *, title: str = "", icon: str = "",
        opacity: float = METRICS.panel_opacity, padding: float = METRICS.padding, flags: int = 0,
    ) -> Iterator[bool]:  # fmt: skip
        """A panel at a pixel, `width` x `height` pixels of the screen, with a title strip if it has a title.

        Its widgets come in the `with` block, which gets True when it can be seen.
        """
        imgui.set_next_window_pos(imgui.ImVec2(x, y))
        imgui.set_next_window_size(imgui.ImVec2(width, height))
        imgui.push_style_var(int(imgui.StyleVar_.window_padding), imgui.ImVec2(self.px(padding), self.px(padding)))
        imgui.push_style_var(int(imgui.StyleVar_.window_border_size), 0.0)
        shown = imgui.begin(identity, None, _FIXED | flags)[0]
        imgui.pop_style_var(2)
        self._panel_body(x, y, width, height, title, icon, opacity)
        try:
            yield bool(shown)
        finally:
            imgui.end()

    def _panel_body(
        self, x: float, y: float, width: float, height: float, title: str, icon: str, opacity: float
    ) -> None:
        draw, c = imgui.get_window_draw_list(), self.colours
        radius = METRICS.radius_panel
        strip = self.px(METRICS.title_strip) if title else 0.0
        self.gradient(
            draw, x, y, width, height, c.panel.fade(opacity), c.ground.fade(opacity), radius, c.brass.fade(0.42)
        )
        if title:
            end = imgui.ImVec2(x + width - 1, y + strip)
            corners = int(imgui.ImDrawFlags_.round_top)
            draw.add_rect_filled(imgui.ImVec2(x + 1, y + 1), end, c.raised.fade(0.95).packed, self.px(radius), corners)
            draw.add_line(imgui.ImVec2(x + 1, y + strip), end, c.brass.fade(0.45).packed)
            left = x + self.px(METRICS.padding)
            if icon:
                size = self.px(17)
                self.draw_icon(draw, icon, left, round(y + (strip - size) / 2), size, c.brass)
                left += size + self.px(9)
            self.draw_text(draw, left, y + strip / 2, title.upper(), "heading", 15, c.text, middle=True)
            imgui.set_cursor_pos_y(strip + self.px(METRICS.padding * 0.7))

    def bar(
        self,
        share: float,
        width: float,
        tint: Rgba,
        *,
        height: float = METRICS.bar,
        parts: int = 0,
        mark: float | None = None,
    ) -> None:
        """A bar filled from the left, 0 to 1; `parts`: lines that divide it; `mark`: a light line at this share."""
        draw, at = imgui.get_window_draw_list(), imgui.get_cursor_screen_pos()
        wide, high = self.px(width), self.px(height)
        self.draw_bar(draw, at.x, at.y, wide, high, share, tint, parts=parts, mark=mark)
        imgui.dummy(imgui.ImVec2(wide, high))

    def draw_bar(
        self, draw: DrawList, x: float, y: float, width: float, height: float, share: float, tint: Rgba, *,
        parts: int = 0, mark: float | None = None,
    ) -> None:  # fmt: skip
        """The same at a pixel; sizes in pixels of the screen."""
        end, radius = imgui.ImVec2(x + width, y + height), self.px(METRICS.radius_bar)
        draw.add_rect_filled(imgui.ImVec2(x, y), end, _DARK_EDGE.packed, radius)
        filled = round(width * min(max(share, 0.0), 1.0))
        if filled > 0:
            self.gradient(draw, x, y, filled, height, tint.shade(1.08), tint.shade(0.85), 0)
        for part in range(1, parts):
            line = round(x + width * part / parts)
            draw.add_line(imgui.ImVec2(line, y), imgui.ImVec2(line, y + height), _DARK_EDGE.packed)
        if mark is not None:
            line = round(x + width * mark)
            draw.add_line(imgui.ImVec2(line, y - 2), imgui.ImVec2(line, y + height + 2), self.colours.focus.packed, 2.0)

    # --- counters ---

    def counter(self, spec: CounterSpec, size: float, *, identity: str = "") -> bool:
        """A counter as a widget, `size` at 100 % a side; True in the frame in which it is clicked."""
        at, side = imgui.get_cursor_screen_pos(), self.px(size)
        clicked = imgui.invisible_button(f"counter##{identity or spec.key}", imgui.ImVec2(side, side))
        self.draw_counter(imgui.get_window_draw_list(), spec, at.x, at.y, side)
        return bool(clicked)

    def draw_counter(self, draw: DrawList, spec: CounterSpec, x: float, y: float, side: float) -> None:
        """A counter with its upper left corner at (x, y), `side` in pixels of the screen."""
        nation, radius = spec.nation, side * 0.11
        corner = imgui.ImVec2(x + side, y + side)
        if spec.selected:
            draw.add_rect(
                imgui.ImVec2(x - 2, y - 2),
                imgui.ImVec2(x + side + 2, y + side + 2),
                MAP.selected.packed,
                radius + 2,
                3.0,
            )
        draw.add_rect_filled(
            imgui.ImVec2(x, y + side * 0.03), imgui.ImVec2(x + side, y + side * 1.03), colour("8C7C60").packed, radius
        )
        draw.add_rect_filled(imgui.ImVec2(x, y), corner, nation.body.packed, radius)
        if spec.band:
            band = imgui.ImVec2(x + side, y + round(side * 0.21))
            draw.add_rect_filled(imgui.ImVec2(x, y), band, spec.band.packed, radius, int(imgui.ImDrawFlags_.round_top))
        draw.add_rect(imgui.ImVec2(x, y), corner, nation.edge.packed, radius, max(1.0, side * 0.02))
        em = side / self.backend.scale
        name_size = min(em * 0.19, 0.86 * em / max(0.5, self._em_width(spec.name)))
        self.draw_text(
            draw,
            x + side / 2,
            y + side * 0.105,
            spec.name,
            "heading",
            name_size,
            spec.band_ink or nation.ink,
            align=0.5,
            middle=True,
        )
        if spec.size_mark:
            self.draw_text(
                draw,
                x + side / 2,
                y + side * 0.255,
                spec.size_mark,
                "heading",
                em * 0.12,
                nation.ink,
                align=0.5,
                middle=True,
            )
        self._counter_symbol(draw, spec, x, y, side)
        figures = f"{spec.left} – {spec.right}" if spec.contact != "recognised" else "? – ?"
        self.draw_text(
            draw, x + side / 2, y + side * 0.735, figures, "figures", em * 0.25, nation.ink, align=0.5, middle=True
        )
        self._counter_strength(draw, spec, x, y, side)

    def _em_width(self, words: str) -> float:
        return self.measure(words, "heading", 20)[0] / self.px(20)

    def _counter_symbol(self, draw: DrawList, spec: CounterSpec, x: float, y: float, side: float) -> None:
        wide, high = round(side * 0.50), round(side * 0.285)
        left, top = round(x + (side - wide) / 2), round(y + side * 0.315)
        cell = self.symbols.find(spec.symbol, wide)
        if cell is None or cell.framed:
            draw.add_rect_filled(
                imgui.ImVec2(left, top), imgui.ImVec2(left + wide, top + high), spec.nation.field.packed
            )
        if cell is not None:
            ink = spec.nation.symbol_ink if cell.framed else spec.nation.ink
            self._draw_cell(draw, cell.uv, left, top, wide, high, ink)
        for index in range(spec.quality):
            base, middle = top + high - side * 0.02 - index * side * 0.075, x + side * 0.14
            for step in (-1, 1):
                end = imgui.ImVec2(middle + step * side * 0.05, base)
                draw.add_line(
                    imgui.ImVec2(middle, base - side * 0.045), end, spec.nation.ink.packed, max(1.1, side * 0.026)
                )

    def _counter_strength(self, draw: DrawList, spec: CounterSpec, x: float, y: float, side: float) -> None:
        if spec.pips_max and spec.contact != "recognised":
            wide, high = side * 0.8 / max(8, spec.pips_max), max(3.0, side * 0.056)
            left, top = x + (side - wide * spec.pips_max) / 2, round(y + side * 0.88)
            end = imgui.ImVec2(left + wide * spec.pips_max + 1, top + high + 1)
            draw.add_rect_filled(imgui.ImVec2(left - 1, top - 1), end, Rgba(18, 15, 10, 140).packed)
            for index in range(spec.pips_max):
                low, tint = left + index * wide, _PIP_FULL if index < spec.pips else _PIP_LOST
                draw.add_rect_filled(imgui.ImVec2(low, top), imgui.ImVec2(low + wide - 1, top + high), tint.packed)
        if spec.energy is not None:
            tint = (
                self.colours.good
                if spec.energy > 0.6
                else self.colours.warn
                if spec.energy > 0.33
                else self.colours.bad
            )
            start, head, high = x + side * 0.90, y + side * 0.28, side * 0.55
            draw.add_rect_filled(
                imgui.ImVec2(start - 1, head - 1),
                imgui.ImVec2(start + side * 0.05 + 1, head + high + 1),
                Rgba(18, 15, 10, 128).packed,
            )
            level = head + high * (1 - spec.energy)
            draw.add_rect_filled(
                imgui.ImVec2(start, level), imgui.ImVec2(start + side * 0.05, head + high), tint.packed
            )
