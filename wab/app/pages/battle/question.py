"""A question that has to be answered before the player goes on: yes, or back."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil

from wab.app.pages.navigator import Navigator
from wab.app.pages.parts.paper import Page
from wab.locale import _

_WIDTH, _HEIGHT, _LINE = 620.0, 124.0, 22.0
_SIZE, _PADDING = 20, 28


class QuestionPage(Page):
    """One sheet over the dimmed map with a text and two buttons; Escape goes `back`.

    Paragraphs of the text stand apart by an empty line.
    """

    def __init__(
        self, go: Navigator, question: str, yes: str, go_on: Callable[[], None], back: Callable[[], None]
    ) -> None:
        super().__init__(go, go.front, back)
        self._return = back
        self.question, self.yes, self.go_on = question, yes, go_on

    def _lines(self, width: float) -> int:
        """About how many lines the text takes on a sheet so wide: broken lines are seldom full."""
        room = 0.93 * (width - 2 * _PADDING)
        wide = (self.kit.width(line, "body", _SIZE) for line in self.question.split("\n"))
        return sum(max(1, ceil(each / room)) for each in wide)

    def draw(self) -> None:
        """The sentence, and below it the way back, which comes first, and the way on."""
        self.dim(0.66)
        width = min(_WIDTH, self.width - 40)
        height = min(_HEIGHT + _LINE * self._lines(width), self.height - 20)
        x, y = (self.width - width) / 2, (self.height - height) / 2
        with self.sheet("question", x, y, width, height, padding=_PADDING, opacity=0.97):
            wide = self.flow.room.x
            self.flow.text(self.question, "body", _SIZE, self.kit.colours.text, wrap=wide)
            self.flow.gap(22)
            if self.press(_("Back"), identity="back", icon="retreat", key=_("Esc"), width=180, height=42, first=True):
                self._return()
            self.flow.beside(12)
            if self.press(self.yes, identity="go on", kind="primary", width=wide - 192, height=42):
                self.go.attempt(self.go_on)
