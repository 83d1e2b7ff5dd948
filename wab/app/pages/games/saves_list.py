"""The list of saves: what each is, how far it has come, and the faults of unreadable ones."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from wab.app.pages.fronts import Front, get_front
from wab.app.pages.games.game_rows import ROW, Line, draw_row, line_of
from wab.app.pages.navigator import Navigator
from wab.app.pages.parts.paper import Page
from wab.app.pages.parts.thumbnails import Thumbnails
from wab.app.play.archive import Kept, Note, delete
from wab.app.play.campaigns import moment
from wab.app.play.library import Item, library
from wab.engine.saves.reader import read_whole_lines
from wab.engine.words.dates import moment_of
from wab.engine.words.errors import WabError
from wab.locale import _, ngettext

_WIDTH = 900.0


class SavesPage(Page):
    """Saves, the last one first; pressing one goes on with it."""

    def __init__(self, go: Navigator, back: Callable[[], None]) -> None:
        super().__init__(go, go.front, back)
        self.games: list[Kept] = []
        self.problems: dict[str, str] = {}
        self.losses: dict[str, str] = {}
        self.items: dict[Path, Item] = {}
        self.pictures = Thumbnails(go.hud)
        self._doomed: Kept | None = None
        self._read()

    def leave(self) -> None:
        """Give the pictures back."""
        super().leave()
        self.pictures.close()

    def _read(self) -> None:
        self.games = self.go.kept()
        self.go.results(self.games)
        found = {kept.path.name: _problem_of(kept) for kept in self.games}
        self.problems = {name: problem for name, (problem, _lost) in found.items() if problem}
        self.losses = {name: lost for name, (_problem, lost) in found.items() if lost}
        found_items = library(self.games, self.go.career.library)
        self.items = {item.save: item for item in found_items if item.save is not None}
        self._doomed = None

    def draw(self) -> None:
        """One sheet in the middle."""
        self.pictures.begin_frame()
        self.dim(0.62)
        width, height = min(_WIDTH, self.width - 40), self.height - 96
        x, y = (self.width - width) / 2, 48
        with self.sheet("saves", x, y, width, height, title=_("Load a game"), icon="folder"):
            room = self.flow.room
            with self.flow.scroll("list", room.x, room.y - 50):
                if not self.games:
                    self.flow.text(
                        _("No game has been kept yet: every game is, from its first order on."),
                        "body",
                        18,
                        self.kit.colours.second,
                    )
                for number, kept in enumerate(self.games):
                    self._row(kept, room.x - 16, first=number == 0)
            self._buttons()

    def _row(self, kept: Kept, width: float, *, first: bool) -> None:
        at, name = self.flow.place, kept.path.name
        item, problem = self.items.get(kept.path), self.problems.get(kept.path.name, "")
        line = self._told(kept, item)
        pressed = draw_row(self, self.pictures, item, line, name, width - 50, first=first)
        self.flow.go_to(at.x + width - 44, at.y + (ROW - 34) / 2)
        if self.press("", identity=f"delete {name}", icon="menu", width=38, height=34, tip=_("Delete this game…")):
            self._doomed = kept
        self.flow.go_to(at.x, at.y + ROW)
        self.flow.take(0, 0)
        if pressed and self.go.is_at(kept.path):
            self.go.return_to_battle()
        elif pressed and not problem:
            self.go.attempt(lambda: self.go.resume(kept.path))

    def _told(self, kept: Kept, item: Item | None) -> Line:
        """Return what the list says of a save: what is wrong with it comes before everything else."""
        problem, lost = self.problems.get(kept.path.name, ""), self.losses.get(kept.path.name, "")
        line = line_of(item, self.front) if item is not None else Line(kept.path.stem, moment_of(moment(kept.written)))
        if problem:
            return Line(line.title, problem, bad=True)
        here = _("at this screen now") if self.go.is_at(kept.path) else ""
        return line._replace(more=" · ".join(filter(None, (line.more, here, lost))))

    def _buttons(self) -> None:
        doomed = self._doomed
        if doomed is None:
            if self.press(_("Back"), icon="retreat", key=_("Esc"), width=150) and self.back is not None:
                self.back()
            self.flow.beside()
            count = ngettext("{count} game", "{count} games", len(self.games)).format(count=len(self.games))
            self.flow.text(count, "body", 17, self.kit.colours.second)
            return
        if self.press(
            _("Delete {name} for good").format(name=doomed.path.name), identity="doom", kind="danger", first=True
        ):
            self.go.attempt(lambda: delete(doomed.path))
            self._read()
        self.flow.beside()
        if self.press(_("Keep it"), identity="keep"):
            self._doomed = None


def persons_of(note: Note, front: Front) -> str:
    """The seats that persons play in a game, in words."""
    own = _front_of(note.scenario, front)
    return ", ".join(own.seat_name(seat) for seat in note.seats.persons) or own.seat_name(note.seats.side)


def _front_of(scenario: str, front: Front) -> Front:
    """The front of the system of a scenario; the one at hand where that is not known."""
    try:
        return get_front(scenario.partition("/")[0])
    except WabError:
        return front


def _problem_of(kept: Kept) -> tuple[str, str]:
    """Return why a save cannot be opened, and what is lost of one that can; "" for neither."""
    try:
        damage = read_whole_lines(kept.path).damage
    except WabError as error:
        return str(error), ""
    if damage is None:
        return "", ""
    return "", _("damaged from line {line} on; the game goes on from there").format(line=damage.line)
