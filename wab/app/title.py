"""The title screen: the map drifting by, the name of the game, and the menu."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from imgui_bundle import imgui

from wab.app.archive import last_running
from wab.app.fronts import get_front
from wab.app.imgui_backend import line_height
from wab.app.navigator import Navigator
from wab.app.pages import SHADE, Page
from wab.app.theme import REGION
from wab.engine.saves import program_version
from wab.locale import _
from wab.systems import NAMES

DRIFT_SECONDS = 150.0  # there and back
DRIFT_SPAN = 13.5  # hexes from top to bottom


@dataclass(frozen=True)
class Entry:
    """A line of the menu: what it says, a line below it, what it does, and why it cannot be chosen, if so."""

    identity: str
    label: str
    hint: str
    action: Callable[[], None]
    why_not: str = ""


CREDIT = "Place data: GeoNames (geonames.org), CC BY 4.0, clipped and extended  ·  Coast: GSHHG, LGPL"
"""What the licences of the geography ask to be shown; names and licences are not translated."""


class TitlePage(Page):
    """Name, menu, map."""

    def __init__(self, go: Navigator) -> None:
        super().__init__(go, go.front)
        self.cover = go.front.cover()
        self._running = last_running(go.kept())
        self._italic: Any = None

    def opened(self) -> None:
        """Show the map without a battle on it."""
        scene = self.window.scene
        if scene is not None:
            self.front.adorn(scene)
            scene.camera.set_mode(False, at_once=True)
            scene.camera.margins = (0, 0, 0, 0)
        self._italic = imgui.get_io().fonts.add_font_from_file_ttf(str(REGION.path), 15.0)
        self._drift()

    def leave(self) -> None:
        """Leave the map as others want it."""
        super().leave()
        if self.window.scene is not None:
            self.front.undress(self.window.scene)

    def update(self, dt: float) -> None:
        """Let the map drift."""
        super().update(dt)
        self._drift()

    def _drift(self) -> None:
        """A slow ellipse over the map; it stands still for players who want no motion."""
        scene, rect = self.window.scene, self.cover.drift
        if scene is None:
            return
        angle = 0.0 if self.go.settings.reduced_motion else self.seconds / DRIFT_SECONDS * 2 * math.pi
        x = (rect.left + rect.right) / 2 - math.cos(angle) * (rect.right - rect.left) / 2
        y = (rect.bottom + rect.top) / 2 + math.sin(angle) * (rect.top - rect.bottom) / 2
        scene.camera.fly_to(x, y, DRIFT_SPAN)

    # --- menu ---

    def entries(self) -> list[Entry]:
        """The menu as it is now."""
        menu = [
            Entry("scenarios", _("Scenarios"), self._games(), lambda: self.go.attempt(self.go.choose)),
            Entry("load", _("Load"), _("Games that were kept"), self.go.saves),
            Entry("settings", _("Settings"), _("Language, size, speed"), lambda: self.go.configure(self.go.title)),
            Entry("quit", _("Quit"), _("To the desktop"), self.go.quit),
        ]
        return [self._continue(), *menu] if self._running is not None else menu

    @staticmethod
    def _games() -> str:
        """The games of the house."""
        return "  ·  ".join(get_front(name).cover().title for name in NAMES)

    def _continue(self) -> Entry:
        kept = self._running
        if kept is None:
            raise ValueError("no game to continue")
        return Entry(
            "continue", _("Continue"), self._told(), lambda: self.go.attempt(lambda: self.go.resume(kept.path))
        )

    def _told(self) -> str:
        kept = self._running
        if kept is None or kept.note is None:
            return kept.path.stem if kept else ""
        from wab.app.saves_list import persons_of, title_of

        side = persons_of(kept.note, self.front)
        return _("{title}, turn {turn}, {side}").format(
            title=title_of(kept.note.scenario), turn=kept.note.turn, side=side
        )

    # --- drawing ---

    def draw(self) -> None:
        """Name above, menu below, both on the left."""
        self.vignette(left=0.72, top=0.25, right=0.10, bottom=0.35)
        self.vignette(left=0.50, top=0.0, right=0.0, bottom=0.0)
        x, y = self.px(96), self.height * 0.17
        y = self._name(x, y)
        self._menu(x, max(y + self.px(34), self.height * 0.42))
        self._foot()

    def _name(self, x: float, y: float) -> float:
        draw, c = imgui.get_background_draw_list(), self.kit.colours
        size = min(78.0, self.width * 0.052 / self.window.hud.scale)
        title = self.cover.title.upper()
        for away, shade in ((4, 0.35), (2, 0.5)):
            self.spaced(draw, x + self.px(away), y + self.px(away), title, "title", size, SHADE.fade(shade), 0.06)
        wide = self.spaced(draw, x, y, title, "title", size, c.text, 0.06)
        y += self.px(size * 1.62)
        draw.add_rect_filled_multi_color(
            imgui.ImVec2(x, y),
            imgui.ImVec2(x + wide, y + self.px(2)),
            c.brass.packed,
            c.brass.fade(0.05).packed,
            c.brass.fade(0.05).packed,
            c.brass.packed,
        )
        y += self.px(12)
        self._cursive(draw, x, y, self.cover.subtitle, 27)
        return y + self.px(36)

    def _cursive(self, draw: Any, x: float, y: float, words: str, size: float) -> None:
        imgui.push_font(self._italic, self.px(size * line_height(REGION)))
        for away, tint in ((1.5, SHADE.fade(0.8)), (0.0, self.kit.colours.brass.shade(1.12))):
            draw.add_text(imgui.ImVec2(x + self.px(away), y + self.px(away)), tint.packed, words)
        imgui.pop_font()

    def _menu(self, x: float, y: float) -> None:
        entries = self.entries()
        height = self.px(58) * len(entries)
        with self.bare("menu", x - self.px(22), y, self.px(460), height + self.px(8)):
            for number, entry in enumerate(entries):
                self._entry(entry, first=number == 0)

    def _entry(self, entry: Entry, *, first: bool) -> None:
        at, wide, high = imgui.get_cursor_screen_pos(), self.px(440), self.px(58) - imgui.get_style().item_spacing.y
        pressed, hovered, focused = self.area(entry.identity, wide, high, first=first)
        if hovered:
            self.focus.at = entry.identity
        draw, c, lit = imgui.get_window_draw_list(), self.kit.colours, focused
        if lit:
            ends = imgui.ImVec2(at.x, at.y), imgui.ImVec2(at.x + wide, at.y + high)
            draw.add_rect_filled_multi_color(
                *ends,
                c.raised.fade(0.92).packed,
                c.raised.fade(0).packed,
                c.raised.fade(0).packed,
                c.raised.fade(0.92).packed,
            )
            draw.add_rect_filled(ends[0], imgui.ImVec2(at.x + self.px(3), at.y + high), c.action.packed)
        left = at.x + self.px(22)
        self.spaced(
            draw, left, at.y + self.px(4), entry.label.upper(), "heading", 23, c.action if lit else c.text, 0.06
        )
        hint = self.cut(entry.hint, wide - self.px(30), "body", 13)
        self.kit.draw_text(draw, left, at.y + self.px(31), hint, "body", 13, c.text if lit else c.second)
        if pressed:
            self.window.log("menu", entry=entry.identity)
            entry.action()

    def _foot(self) -> None:
        draw, c = imgui.get_background_draw_list(), self.kit.colours
        line = self.height - self.px(26)
        words = f"wab {program_version()}  ·  {CREDIT}"
        self.kit.draw_text(draw, self.px(96), line, words, "body", 12, c.second, middle=True)
