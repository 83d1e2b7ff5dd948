"""The list of saves: what each is, how far it has come, and what is wrong with those that cannot be read."""

from __future__ import annotations

import time
from functools import cache

from imgui_bundle import imgui

import wab
from wab.app.archive import Kept, Note, delete
from wab.app.fronts import Front, get_front
from wab.app.navigator import Navigator
from wab.app.pages import Page
from wab.engine.errors import WabError
from wab.engine.saves import read_save
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

    def __init__(self, go: Navigator) -> None:
        super().__init__(go, go.front, go.title)
        self.games: list[Kept] = []
        self.problems: dict[str, str] = {}
        self._doomed: Kept | None = None
        self._read()

    def _read(self) -> None:
        self.games = self.go.kept()
        self.problems = {kept.path.name: problem for kept in self.games if (problem := _problem_of(kept))}
        self._doomed = None

    def draw(self) -> None:
        """One sheet in the middle."""
        self.dim(0.62)
        width, height = min(self.px(_WIDTH), self.width - self.px(40)), self.height - self.px(96)
        x, y = (self.width - width) / 2, self.px(48)
        with self.sheet("saves", x, y, width, height, title=_("Load a game"), icon="folder"):
            room = imgui.get_content_region_avail()
            with self.scroll("list", room.x, room.y - self.px(50)):
                if not self.games:
                    self.kit.text(
                        _("No game has been kept yet: every game is, from its first order on."),
                        "body",
                        15,
                        self.kit.colours.second,
                    )
                for number, kept in enumerate(self.games):
                    self._row(kept, room.x - self.px(16), first=number == 0)
            self._buttons()

    def _row(self, kept: Kept, width: float, *, first: bool) -> None:
        at, high = imgui.get_cursor_screen_pos(), self.px(_ROW)
        pressed, hovered, focused = self.area(kept.path.name, width - self.px(100), high, first=first)
        draw, c = imgui.get_window_draw_list(), self.kit.colours
        if hovered or focused:
            self.kit.gradient(draw, at.x, at.y, width, high, c.raised, c.raised.shade(0.85), 5, c.brass.fade(0.5))
        problem, left = self.problems.get(kept.path.name, ""), at.x + self.px(12)
        title = title_of(kept.note.scenario) if kept.note else kept.path.stem
        self.kit.draw_text(draw, left, at.y + self.px(7), title, "title", 17, c.bad if problem else c.text)
        told = self.cut(problem or self._told(kept), width - self.px(130), "body", 13)
        self.kit.draw_text(draw, left, at.y + self.px(34), told, "body", 13, c.bad if problem else c.second)
        self.ring(focused, at.x, at.y, width - self.px(100), high)
        imgui.set_cursor_screen_pos(imgui.ImVec2(at.x + width - self.px(96), at.y + self.px(12)))
        if self.press(_("Delete"), identity=f"delete {kept.path.name}", width=90, height=34):
            self._doomed = kept
        imgui.set_cursor_screen_pos(imgui.ImVec2(at.x, at.y + high))
        imgui.dummy(imgui.ImVec2(0, 0))
        if pressed and not problem:
            self.go.attempt(lambda: self.go.resume(kept.path))

    def _told(self, kept: Kept) -> str:
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(kept.written))
        if kept.note is None:
            return when
        note = kept.note
        end = self._end(kept)
        who = persons_of(note, self.front)
        return " · ".join((when, who, _("turn {turn}").format(turn=note.turn), end))

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
            imgui.same_line()
            count = ngettext("{count} game", "{count} games", len(self.games)).format(count=len(self.games))
            self.kit.text(count, "body", 14, self.kit.colours.second)
            return
        if self.press(
            _("Delete {name} for good").format(name=doomed.path.name), identity="doom", kind="danger", first=True
        ):
            self.go.attempt(lambda: delete(doomed.path))
            self._read()
        imgui.same_line()
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


def _problem_of(kept: Kept) -> str:
    """Why a save cannot be read; "" when it can."""
    try:
        read_save(kept.path)
    except WabError as error:
        return str(error)
    return ""
