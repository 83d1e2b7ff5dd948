"""A problem is reported: what a bundle holds and where it goes, told before anything is written."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from wab.app.gfx.png import write_picture
from wab.app.pages.navigator import Navigator
from wab.app.pages.parts.paper import Page
from wab.app.play.bundle import LOG, PICTURE, SETTINGS, reports_folder, write_bundle
from wab.app.play.table import Table
from wab.app.window.window import GameWindow
from wab.engine.words.errors import SaveError
from wab.locale import _
from wab.systems import get_system

_WIDTH, _HEIGHT = 700.0, 400.0


class ReportPage(Page):
    """One sheet over the dimmed map; Escape goes back, and nothing is written.

    The picture of a bundle is the last one that was drawn before this page; its log are the window's recent events.
    """

    def __init__(self, go: Navigator, session: Table, seen: GameWindow, back: Callable[[], None]) -> None:
        super().__init__(go, go.front, back)
        self.session, self.folder = session, reports_folder()
        self.written: Path | None = None
        self._log = "".join(f"{line}\n" for line in seen.recent).encode()
        self._picture = _picture_of(seen)

    def draw(self) -> None:
        """Draw what goes along, the folder, and the two ways on; afterwards the name of the bundle."""
        self.dim(0.66)
        width, height = min(_WIDTH, self.width - 40), min(_HEIGHT, self.height - 20)
        x, y = (self.width - width) / 2, (self.height - height) / 2
        with self.sheet("report", x, y, width, height, padding=28, opacity=0.97):
            room = self.flow.room
            with self.flow.scroll("contents", room.x, room.y - 58):
                wide = self.flow.room.x - 8
                self.flow.text(_("Report a problem"), "title", 42, self.kit.colours.text, wrap=wide)
                self.flow.gap(6)
                for words in self._contents() if self.written is None else self._done(self.written):
                    self.flow.text(words, "body", 18, self.kit.colours.second, wrap=wide)
                    self.flow.gap(4)
            self.flow.gap(12)
            self._buttons()

    def _contents(self) -> tuple[str, ...]:
        return (
            _("One file is written, which you can send to the makers of the game. Nothing is sent by itself."),
            "·  " + _("the whole game with its seed: whoever has it can replay it, hidden things included"),
            "·  " + _("the versions of the program and of what it runs on, the digests of its data"),
            "·  " + _("your settings, the last keys and clicks, the picture that you saw"),
            _("Folder: {folder}").format(folder=self.folder),
        )

    def _done(self, path: Path) -> tuple[str, ...]:
        return (
            _("The bundle is {path}.").format(path=path),
            _("`wab replay {path} --verify` plays it again.").format(path=path.name),
        )

    def _buttons(self) -> None:
        wide = self.flow.room.x
        if self.press(_("Back"), identity="back", icon="retreat", key=_("Esc"), width=180, height=42) and self.back:
            self.back()
        if self.written is None:
            self.flow.beside(12)
            words = _("Write the bundle")
            if self.press(words, identity="write", kind="primary", width=wide - 192, height=42, first=True):
                self.go.attempt(self.write)

    def write(self) -> None:
        """Write the bundle. SaveError when that fails."""
        beside = {SETTINGS: msgspec.json.encode(self.go.settings), LOG: self._log, PICTURE: self._picture}
        beside = {name: data for name, data in beside.items() if data}
        with TemporaryDirectory(prefix="wab-") as folder:
            self.written = write_bundle(self.session.in_file(Path(folder)), self.folder, get_system, beside)


def _picture_of(window: GameWindow) -> bytes:
    """The last picture of a window as PNG; none where it cannot be taken."""
    with TemporaryDirectory(prefix="wab-") as folder:
        path = Path(folder) / PICTURE
        with suppress(SaveError):
            write_picture(window.win, path)
            return path.read_bytes()
    return b""
