"""The curtain between two persons at one screen: nothing of the game is seen until the next one says to be there."""

from __future__ import annotations

from collections.abc import Callable

from wab.app.hud.box import Box
from wab.app.pages.navigator import Navigator
from wab.app.pages.paper import SHADE, Page
from wab.app.play.session import Session
from wab.locale import _

_WIDTH, _HEIGHT, _BAND = 620.0, 268.0, 6.0


class CurtainPage(Page):
    """Covers the whole window and names the person who is to sit down; `raised` goes on with the game."""

    def __init__(self, go: Navigator, session: Session, raised: Callable[[], None]) -> None:
        super().__init__(go, go.front)
        self.session, self.raised = session, raised
        self.seat = session.waiting or session.seat

    def draw(self) -> None:
        """One sheet on a closed curtain."""
        c, tint = self.kit.colours, self.tint(self.seat)
        with self.kit.behind():
            self.kit.plate(self.kit.screen, SHADE)
            for y in (0.0, self.height - _BAND):
                self.kit.plate(Box(0, y, self.width, _BAND), tint)
        width, height = min(_WIDTH, self.width - 40), _HEIGHT
        with self.sheet("curtain", (self.width - width) / 2, (self.height - height) / 2, width, height, padding=28):
            wide = self.flow.room.x
            self.flow.text(_("Hand over to").upper(), "heading", 19, c.brass)
            self.flow.text(self.front.seat_name(self.seat), "title", 52, tint, wrap=wide)
            self.flow.gap(6)
            words = _("The others look away. What you are about to see is for your eyes only.")
            self.flow.text(words, "body", 18, c.second, wrap=wide)
            self.flow.gap(18)
            label = _("I am here")
            if self.press(label, kind="primary", icon="eye", key=_("Enter"), width=wide * 0.55, height=44, first=True):
                self.session.take_seat()
                self.raised()
            self.flow.beside(12)
            if self.press(_("Back to the menu"), identity="menu", width=wide * 0.4, height=44):
                self.go.to_menu()
