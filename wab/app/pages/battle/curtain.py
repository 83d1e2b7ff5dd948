"""Between two persons at one screen: a curtain over what is hidden, or a page that names who plays now."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from wab.app.hud.box import Box
from wab.app.pages.navigator import Navigator
from wab.app.pages.parts.paper import SHADE, Page
from wab.app.play.table import Table
from wab.locale import _

_WIDTH, _HEIGHT, _BAND = 620.0, 268.0, 6.0


class CurtainPage(Page):
    """Covers the whole window and names the person who is to sit down; `raised` goes on with the game."""

    def __init__(self, go: Navigator, session: Table, raised: Callable[[], None]) -> None:
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
            self.flow.text(self._moment(), "medium", 20, c.text, wrap=wide)
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

    def _moment(self) -> str:
        phase = self.session.privacy.moments.get(self.session.phase, "")
        turn = _("Turn {turn}").format(turn=max(1, self.session.turn))
        return f"{turn} · {_(phase)}" if phase else turn


class HandOverPage(Page):
    """Over a battle in which nothing is hidden: the next player, in the side's colour, and the decision to make
    (`decided`).
    """

    def __init__(self, go: Navigator, seat: str, decided: str, raised: Callable[[], None]) -> None:
        super().__init__(go, go.front, raised)
        self.seat, self.decided, self.raised = seat, decided, raised

    def draw(self) -> None:
        """One sheet between two bands over the dimmed map."""
        c, tint = self.kit.colours, self.tint(self.seat)
        self.dim(0.5)
        width = min(_WIDTH, self.width - 40)
        height = min(_HEIGHT, self.height - 40)
        x, y = (self.width - width) / 2, (self.height - height) / 2
        with self.kit.behind():
            self.kit.plate(Box(0, y - _BAND, self.width, _BAND), tint)
            self.kit.plate(Box(0, y + height, self.width, _BAND), tint)
        with self.sheet("hand-over", x, y, width, height, padding=28, opacity=0.97):
            wide = self.flow.room.x
            self.flow.text(_("Hand over to").upper(), "heading", 19, c.brass)
            self.flow.text(self.front.seat_name(self.seat), "title", 52, tint, wrap=wide)
            self.flow.gap(6)
            self.flow.text(self.decided, "medium", 20, c.text, wrap=wide)
            self.flow.text(
                _("Nothing is hidden in this game: the others may look on."), "body", 16, c.second, wrap=wide
            )
            self.flow.gap(18)
            label = _("I am here")
            if self.press(label, kind="primary", icon="eye", key=_("Enter"), width=wide * 0.55, height=44, first=True):
                self.raised()
            self.flow.beside(12)
            tip = _("A message says it from now on. The settings bring this page back.")
            if self.press(_("No more pages"), identity="no more", width=wide * 0.4, height=44, tip=tip):
                self.go.change(replace(self.go.settings, hand_over="never"))
                self.raised()
