"""The words between the players of a game on a server, over the battle: what was said, and a field."""

from __future__ import annotations

from wab.app.hud.box import Box
from wab.app.hud.widgets import asked
from wab.app.pages.navigator import Navigator
from wab.app.pages.parts.paper import Page
from wab.app.play.campaigns import moment
from wab.app.play.talk import Talk
from wab.engine.words.dates import moment_of
from wab.locale import _
from wab.online.protocol import LONGEST_WORDS

_WIDTH, _HEIGHT = 640.0, 520.0
_FOOT = 104.0


class TalkPage(Page):
    """A sheet with the words of all players, the last at the foot, and a field; Enter says what it holds."""

    least = (480.0, 320.0)

    def __init__(self, go: Navigator, talk: Talk) -> None:
        super().__init__(go, go.front, go.back)
        self.talk = talk
        self.words = ""
        self._asks, self._seen = True, -1

    def update(self, dt: float) -> None:
        """Take in what was said."""
        super().update(dt)
        self.talk.update()

    def draw(self) -> None:
        """One sheet in the middle."""
        self.dim(0.5)
        width, height = min(_WIDTH, self.width - 24), min(_HEIGHT, self.height - 16)
        place = (self.width - width) / 2, (self.height - height) / 2
        with self.sheet("talk", *place, width, height, title=_("Talk"), icon="radio", padding=22, opacity=0.97):
            wide, at = self.flow.room.x, self.flow.place
            high = self.flow.room.y - _FOOT
            with self.flow.scroll("said", wide, high):
                self._said(self.flow.room.x - 16)
            self.flow.go_to(at.x, at.y + high + 10)
            self._field(wide)

    def _said(self, width: float) -> None:
        c = self.kit.colours
        if not self.talk.said:
            nothing = _("Nothing was said yet. All players of this game read what you write here.")
            self.flow.text(nothing, "body", 17, c.second, wrap=width)
        for each in self.talk.said:
            name = each.player or _("a former player")
            self.flow.text(f"{name}  ·  {moment_of(moment(each.time))}", "medium", 15, c.brass, wrap=width)
            self.flow.text(each.words, "body", 18, c.text, wrap=width)
            self.flow.gap(6)
        if self._seen != len(self.talk.said):
            self._seen = len(self.talk.said)
            self.flow.show_last()

    def _field(self, width: float) -> None:
        at, label = self.flow.place, _("Say it")
        button = self.room_for(label, "", "")
        box = Box(at.x, at.y, width - button - 8, 36)
        written = asked(self.kit, "words", box, self.words, focus=self._asks)
        self._asks = False
        self.words = written.words[:LONGEST_WORDS]
        self.flow.go_to(box.right + 8, at.y)
        pressed = self.press(label, identity="say", kind="primary", width=button, height=36)
        self.flow.go_to(at.x, at.y + 46)
        if self.press(_("Back"), identity="back", icon="retreat", key=_("Esc"), width=150) or written.left:
            self.go.back()
            return
        if why := self.talk.problem:
            self.flow.beside()
            self.flow.text(str(why), "medium", 15, self.kit.colours.warn, wrap=width - 170)
        if (pressed or written.entered) and self.words.strip():
            self.talk.say(self.words)
            self.words, self._asks = "", True
