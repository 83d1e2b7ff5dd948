"""The curtain between two persons at one screen: nothing of the game is seen until the next one says to be there."""

from __future__ import annotations

from collections.abc import Callable

from imgui_bundle import imgui

from wab.app.navigator import Navigator
from wab.app.pages import SHADE, Page
from wab.app.session import Session
from wab.locale import _

_WIDTH, _HEIGHT = 620.0, 268.0


class CurtainPage(Page):
    """Covers the whole window and names the person who is to sit down; `raised` goes on with the game."""

    def __init__(self, go: Navigator, session: Session, raised: Callable[[], None]) -> None:
        super().__init__(go, go.front)
        self.session, self.raised = session, raised
        self.seat = session.waiting or session.seat

    def draw(self) -> None:
        """One sheet on a closed curtain."""
        draw, c = imgui.get_background_draw_list(), self.kit.colours
        draw.add_rect_filled(imgui.ImVec2(0, 0), imgui.ImVec2(self.width, self.height), SHADE.packed)
        tint = self.tint(self.seat)
        band = self.px(6)
        for y in (0.0, self.height - band):
            draw.add_rect_filled(imgui.ImVec2(0, y), imgui.ImVec2(self.width, y + band), tint.packed)
        width, height = min(self.px(_WIDTH), self.width - self.px(40)), self.px(_HEIGHT)
        with self.sheet("curtain", (self.width - width) / 2, (self.height - height) / 2, width, height, padding=28):
            wide = imgui.get_content_region_avail().x / self.window.hud.scale
            self.kit.text(_("Hand over to").upper(), "heading", 16, c.brass)
            self.kit.text(self.front.seat_name(self.seat), "title", 34, tint, wrap=wide)
            self.gap(6)
            words = _("The others look away. What you are about to see is for your eyes only.")
            self.kit.text(words, "body", 15, c.second, wrap=wide)
            self.gap(18)
            label = _("I am here")
            if self.press(label, kind="primary", icon="eye", key=_("Enter"), width=wide * 0.55, height=44, first=True):
                self.session.take_seat()
                self.raised()
            imgui.same_line(0.0, self.px(12))
            if self.press(_("Back to the menu"), identity="menu", width=wide * 0.4, height=44):
                self.go.to_menu()
