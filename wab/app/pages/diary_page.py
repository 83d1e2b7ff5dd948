"""The computer's war diary, opened when the game is over: turn by turn what it meant to do, and why each order."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby

from wab.app.pages.navigator import Navigator
from wab.app.pages.paper import Page
from wab.app.play.diary import Chapter, chapters
from wab.app.play.session import Session
from wab.locale import _

_WIDTH, _HEIGHT = 920.0, 760.0


class DiaryPage(Page):
    """One sheet over the dimmed map; Escape goes back to how the game ended."""

    def __init__(self, go: Navigator, session: Session, back: Callable[[], None]) -> None:
        super().__init__(go, go.front, back)
        self.session = session
        self.turns = [
            (turn, list(those)) for turn, those in groupby(chapters(session.diary), key=lambda chapter: chapter.turn)
        ]

    def draw(self) -> None:
        """The entries, scrolled, and the way back."""
        self.dim(0.66)
        width, height = min(_WIDTH, self.width - 40), min(_HEIGHT, self.height - 40)
        x, y = (self.width - width) / 2, (self.height - height) / 2
        with self.sheet("diary", x, y, width, height, padding=28, opacity=0.97):
            room = self.flow.room
            with self.flow.scroll("entries", room.x, room.y - 58):
                wide = self.flow.room.x - 8
                self.flow.text(_("War diary"), "title", 49, self.kit.colours.text, wrap=wide)
                self.flow.gap(6)
                for turn, those in self.turns:
                    self._turn(turn, those, wide)
            self.flow.gap(12)
            words = _("Back")
            if self.press(words, kind="primary", key=_("Esc"), height=42, first=True) and self.back is not None:
                self.back()

    def _turn(self, turn: int, those: list[Chapter], width: float) -> None:
        c = self.kit.colours
        self.flow.gap(10)
        self.flow.heading(_("Turn {turn}").format(turn=turn), width)
        for chapter in those:
            self.flow.gap(4)
            if chapter.mission:
                self.flow.text(chapter.mission, "medium", 18, self.tint(chapter.side), wrap=width)
            for words, times in chapter.told():
                again = f"  × {times}" if times > 1 else ""
                self.flow.text(f"·  {words}{again}", "body", 17, c.second, wrap=width)
            left = next((entry.rejected for entry in chapter.entries if entry.rejected), ())
            if left:
                courses = [
                    _("{course} ({share} %)").format(course=_(name), share=round(100 * worth)) for name, worth in left
                ]
                words = _("Rejected: {courses}").format(courses=", ".join(courses))
                self.flow.text(words, "body", 16, c.second, wrap=width)
