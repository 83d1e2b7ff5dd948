"""The list of saves: what each is, how far it has come, and what is wrong with those that cannot be read."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache

import wab
from wab.app.hud.box import Box
from wab.app.pages.fronts import Front, get_front
from wab.app.pages.navigator import Navigator
from wab.app.pages.paper import Page
from wab.app.play.archive import Kept, Note, delete
from wab.engine.errors import WabError
from wab.engine.saves import read_whole_lines
from wab.locale import _, current_language, ngettext

_WIDTH, _ROW = 860.0, 60.0


def words_of(words: dict[str, str]) -> str:
    """Words kept by language code, in the reader's language, or else in English."""
    return words.get(current_language()) or words.get("en", "")


@cache
def _titles() -> dict[str, dict[str, str]]:
    return {info.id: info.title for info in wab.scenarios()}


def title_of(scenario: str) -> str:
    """The title of a scenario; its id where it is not known."""
    return words_of(_titles().get(scenario, {})) or scenario


class SavesPage(Page):
    """Saves, the last one first; pressing one goes on with it."""

    def __init__(self, go: Navigator, back: Callable[[], None]) -> None:
        super().__init__(go, go.front, back)
        self.games: list[Kept] = []
        self.problems: dict[str, str] = {}
        self.losses: dict[str, str] = {}
        self._doomed: Kept | None = None
        self._read()

    def _read(self) -> None:
        self.games = self.go.kept()
        found = {kept.path.name: _problem_of(kept) for kept in self.games}
        self.problems = {name: problem for name, (problem, _lost) in found.items() if problem}
        self.losses = {name: lost for name, (_problem, lost) in found.items() if lost}
        self._doomed = None

    def draw(self) -> None:
        """One sheet in the middle."""
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
        at, high = self.flow.place, _ROW
        pressed, hovered, focused = self.area(kept.path.name, width - 100, high, first=first)
        c = self.kit.colours
        if hovered or focused:
            self.kit.row(Box(at.x, at.y, width, high), c.raised, c.raised.shade(0.85), c.brass.fade(0.5))
        problem, left = self.problems.get(kept.path.name, ""), at.x + 12
        title = title_of(kept.note.scenario) if kept.note else kept.path.stem
        self.kit.text(title, left, at.y + 7, c.bad if problem else c.text, size=26, font="title")
        told = self.kit.fitted(problem or self._told(kept), width - 130, "body", 16)
        self.kit.text(told, left, at.y + 34, c.bad if problem else c.second, size=16)
        self.ring(focused, at.x, at.y, width - 100, high)
        self.flow.go_to(at.x + width - 96, at.y + 12)
        if self.press(_("Delete"), identity=f"delete {kept.path.name}", width=90, height=34):
            self._doomed = kept
        self.flow.go_to(at.x, at.y + high)
        self.flow.take(0, 0)
        if pressed and self.go.is_at(kept.path):
            self.go.return_to_battle()
        elif pressed and not problem:
            self.go.attempt(lambda: self.go.resume(kept.path))

    def _told(self, kept: Kept) -> str:
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(kept.written))
        if kept.note is None:
            return " · ".join((when, *filter(None, [self.losses.get(kept.path.name)])))
        note = kept.note
        end = self._end(kept)
        who = persons_of(note, self.front)
        lost = self.losses.get(kept.path.name, "")
        return " · ".join((when, who, _("turn {turn}").format(turn=note.turn), end, *([lost] if lost else [])))

    def _end(self, kept: Kept) -> str:
        note = kept.note
        if note is None or not note.is_over:
            return _("in progress")
        if note.winner is None:
            return _front_of(note.scenario, self.front).level_name(note.level)
        return _("won") if note.won else _("lost")

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
    """Why a save cannot be opened, and what is lost of one that can; "" for neither."""
    try:
        damage = read_whole_lines(kept.path).damage
    except WabError as error:
        return str(error), ""
    if damage is None:
        return "", ""
    return "", _("damaged from line {line} on; the game goes on from there").format(line=damage.line)
