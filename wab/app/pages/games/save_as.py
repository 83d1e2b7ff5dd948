"""Save as: a name is asked for, and again before another game gives way to it."""

from __future__ import annotations

from collections.abc import Callable

from wab.app.hud.box import Box
from wab.app.hud.widgets import asked
from wab.app.pages.navigator import Navigator
from wab.app.pages.parts.paper import Page
from wab.app.play.archive import LONGEST_NAME
from wab.locale import _

_WIDTH, _HEIGHT = 560.0, 250.0


class SaveAsPage(Page):
    """A sheet with a field. `taken` tells whether a game of that name is there; `keep` saves under a name."""

    least = (480.0, 270.0)

    def __init__(self, go: Navigator, name: str, taken: Callable[[str], bool], keep: Callable[[str], None]) -> None:
        super().__init__(go, go.front, go.back)
        self.name, self._taken, self._keep = name[:LONGEST_NAME], taken, keep
        self.doubtful = ""
        self._asks = True

    def draw(self) -> None:
        """The field, and what happens to a game of that name."""
        self.dim(0.62)
        width, height = min(_WIDTH, self.width - 24), min(_HEIGHT, self.height - 16)
        place = (self.width - width) / 2, (self.height - height) / 2
        with self.sheet("save as", *place, width, height, title=_("Save as"), icon="save", padding=22, opacity=0.97):
            wide = self.flow.room.x
            self.flow.text(_("Name of the game"), "medium", 18)
            self._field(wide)
            self._told(wide)
            self.flow.gap(10)
            self._buttons(wide)

    def _field(self, width: float) -> None:
        at = self.flow.place
        written = asked(self.kit, "name", Box(at.x, at.y, width, 34), self.name, focus=self._asks)
        self._asks = False
        if written.words != self.name:
            self.name, self.doubtful = written.words[:LONGEST_NAME], ""
        if written.entered:
            self._save()
        elif written.left:
            self.go.back()

    def _told(self, width: float) -> None:
        c = self.kit.colours
        if self.doubtful:
            words = _("There is a game called {name} already. It would be lost.").format(name=self.doubtful)
            self.flow.text(words, "medium", 17, c.warn, wrap=width)
        else:
            words = _("The game goes on in the new file. The old one stays as it is now.")
            self.flow.text(words, "body", 17, c.second, wrap=width)

    def _buttons(self, width: float) -> None:
        if self.press(_("Cancel"), identity="cancel", icon="retreat", key=_("Esc"), width=180, height=42):
            self.go.back()
        self.flow.beside(12)
        label, kind = (_("Write over it"), "danger") if self.doubtful else (_("Save"), "primary")
        if self.press(label, identity="save", kind=kind, icon="save", width=width - 192, height=42, first=True):
            self._save()

    def _save(self) -> None:
        """Keep the game under its name; ask first where another lies there."""
        name = self.name.strip()

        def keep() -> None:
            if self.doubtful != name and self._taken(name):
                self.doubtful = name
                self.focus.at = "cancel"
            else:
                self._keep(name)

        self.go.attempt(keep)
