"""The menu over a battle: everything that is not an order, one line each. The battle waits meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from wab.app.gfx.theme import METRICS
from wab.app.hud.box import Box
from wab.app.hud.widgets import key_name
from wab.app.pages.battle import endings
from wab.app.pages.battle.talk_page import TalkPage
from wab.app.pages.navigator import Navigator
from wab.app.pages.parts.paper import Page
from wab.app.pages.parts.titles import title_of
from wab.app.play.table import Table
from wab.locale import _
from wab.locale.typography import headed
from wab.online.protocol import Late

_WIDTH, _LINE, _LOWEST = 440.0, 54.0, 28.0
_WITH_HINT = 44.0  # so high a line has room for its hint
_AROUND = 66.0  # the title of the sheet and its edges


@dataclass(frozen=True)
class Entry:
    """A line of the menu: icon, what it says, a line below it, the key that does the same, and what it does.

    `off`: it cannot be taken, and the line below says why.
    """

    identity: str
    icon: str
    label: str
    hint: str
    action: Callable[[], None]
    key: str = ""
    off: bool = False


class MenuPage(Page):
    """One sheet over the dimmed battle. Escape goes on with the game, and so does a click next to the sheet."""

    least = (480.0, 344.0)

    def __init__(self, go: Navigator, session: Table, rules: Callable[[], None]) -> None:
        super().__init__(go, go.front, go.back)
        self.session, self._open_rules = session, rules

    def entries(self) -> list[Entry]:
        """The lines, in the reader's language."""
        go = self.go
        if self.session.is_copy:
            return self._of_copy()
        if self.session.kept_at:
            return self._of_remote()
        kept = _("The game stays in its file") if self.session.save is not None else _("This game is not kept")
        return [
            Entry("go on", "play", _("Go on"), _("Back to the battle"), go.back, key_name("escape")),
            Entry("save", "save", _("Save as…"), _("Go on in another file, under a name of yours"), go.ask_name),
            Entry("load", "folder", _("Load…"), _("Open another game; this one is kept"), go.saves),
            Entry("again", "redo", _("Start again…"), _("The same battle from its beginning"), go.ask_again),
            Entry("settings", "gear", _("Settings"), _("Language, size, speed, full screen"), go.configure, "F10"),
            Entry("rules", "journal", _("Rules"), _("Look something up"), self._rules),
            Entry("career", "medal", _("Career"), _("Rank, campaigns, library of games"), go.review),
            *self._way_to_resign(),
            Entry("leave", "retreat", _("Leave the battle"), kept, go.to_menu),
        ]

    def _of_remote(self) -> list[Entry]:
        """A game that lies on a server goes on there, and begins there."""
        go, kept = self.go, _("Kept at {place}").format(place=self.session.kept_at)
        closed = _("The server keeps this game; its save comes at the end")
        return [
            Entry("go on", "play", _("Go on"), _("Back to the battle"), go.back, key_name("escape")),
            *self._way_to_call(),
            *self._way_to_talk(),
            *self._answers_to_a_draw(),
            Entry("save", "save", _("Save as…"), closed, go.ask_name, off=True),
            Entry("load", "folder", _("Load…"), _("Open another game; this one is kept"), go.saves),
            Entry("settings", "gear", _("Settings"), _("Language, size, speed, full screen"), go.configure, "F10"),
            Entry("rules", "journal", _("Rules"), _("Look something up"), self._rules),
            Entry("career", "medal", _("Career"), _("Rank, campaigns, library of games"), go.review),
            *self._way_to_draw(),
            *self._way_to_resign(),
            Entry("leave", "retreat", _("Leave the battle"), kept, go.to_menu),
        ]

    def _answers_to_a_draw(self) -> list[Entry]:
        """Another player offers a draw."""
        draws = self.session.draws
        if draws is None or draws.own or not draws.by:
            return []
        offer = _("{name} offers it: the battle ends without a winner").format(name=draws.by)
        return [
            Entry("agree", "check", _("Agree to the draw…"), offer, self._agree),
            Entry("decline", "close", _("Decline the draw"), _("The battle goes on"), self._end_draw),
        ]

    def _way_to_draw(self) -> list[Entry]:
        """No line where the battle is over, or lies here; the line for a draw is just above the line for a defeat."""
        draws = self.session.draws
        if draws is None or (draws.by and not draws.own):
            return []
        if draws.own:
            hint = _("The other side has not answered yet")
            return [Entry("no draw", "undo", _("Take the offer of a draw back"), hint, self._end_draw)]
        hint = draws.why_not or _("The battle ends without a winner if the other side agrees")
        return [Entry("draw", "bond", _("Offer a draw…"), hint, self._agree, off=bool(draws.why_not))]

    def _agree(self) -> None:
        self.go.answer_draw(agrees=True)

    def _end_draw(self) -> None:
        self.go.answer_draw(agrees=False)

    def _way_to_call(self) -> list[Entry]:
        """The time of a player elsewhere is up: the others need not wait any more."""
        if not self.session.is_late:
            return []
        take, wait = _("The time of the other side is up: the battle is yours"), _("Until the player is back")
        return [
            Entry("late computer", "gear", _("Let the computer decide"), wait, lambda: self._call("computer")),
            Entry("late win", "medal", _("Take the game…"), take, self._ask_win),
        ]

    def _ask_win(self) -> None:
        endings.ask_win(self.go, self.session)

    def _call(self, late: Late) -> None:
        self.session.call(late)
        self.go.back()

    def _way_to_talk(self) -> list[Entry]:
        """The words between the players of a game elsewhere."""
        talk = self.session.talk
        if talk is None:
            return []
        last = talk.said[-1] if talk.said else None
        told = headed(last.player, last.words) if last is not None else _("Say something to the other players")
        return [Entry("talk", "radio", _("Talk"), told, lambda: self.window.cover(TalkPage(self.go, talk)))]

    def _way_to_resign(self) -> list[Entry]:
        """No line where the battle is over, or where no person plays in it."""
        if self.session.outcome is not None or not self.session.persons:
            return []
        hint = _("The battle ends as a defeat of your side")
        return [Entry("resign", "flag", _("Resign…"), hint, self.go.ask_resign)]

    def _of_copy(self) -> list[Entry]:
        """A copy on which the player tries things out has no file and is never kept."""
        go = self.go
        return [
            Entry("go on", "play", _("Go on"), _("Back to the what-if"), go.back, key_name("escape")),
            Entry("end try", "undo", _("Back to the game"), _("As it was; nothing of this counts"), self._end_try),
            Entry("settings", "gear", _("Settings"), _("Language, size, speed, full screen"), go.configure, "F10"),
            Entry("rules", "journal", _("Rules"), _("Look something up"), self._rules),
        ]

    def _end_try(self) -> None:
        self.go.back()
        self.go.end_try()

    def _rules(self) -> None:
        self.go.back()
        self._open_rules()

    def draw(self) -> None:
        """The lines below the title of the battle."""
        self.dim(0.5)
        entries, width = self.entries(), min(_WIDTH, self.width - 24)
        line = max(_LOWEST, min(_LINE, (self.height - 24 - _AROUND) / len(entries)))
        height = min(_AROUND + line * len(entries), self.height - 12)
        place = (self.width - width) / 2, (self.height - height) / 2
        if self.kit.pressed_beside(Box(*place, width, height)):
            self.go.back()
            return
        with self.sheet("menu", *place, width, height, title=self._title(), icon="menu", padding=14, opacity=0.97):
            room = self.flow.room
            with self.flow.scroll("lines", room.x, room.y):
                for number, entry in enumerate(entries):
                    self._entry(entry, room.x, line, first=number == 0)

    def _title(self) -> str:
        session = self.session
        words = _("{title}, turn {turn}").format(title=title_of(session.setup.scenario), turn=session.turn)
        return self.kit.fitted(words, 0.62 * min(_WIDTH, self.width - 24), "heading", 15)

    def _entry(self, entry: Entry, width: float, line: float, *, first: bool) -> None:
        at, high = self.flow.place, line - METRICS.gap
        pressed, hovered, focused = self.area(entry.identity, width, high, first=first)
        if hovered and self.pointer_moved:
            self.focus.at = entry.identity
        kit, c = self.kit, self.kit.colours
        ground = (c.raised, c.raised.shade(0.85)) if focused else (c.panel, c.panel.shade(0.92))
        kit.row(Box(at.x, at.y, width, high), *ground, c.action if focused else c.brass.fade(0.25))
        roomy, middle = high >= _WITH_HINT, at.y + high / 2
        kit.icon(entry.icon, at.x + 14, middle - 10, 20, c.off_text if entry.off else c.action if focused else c.brass)
        room = width - 60 - (kit.width(entry.key, "medium", 12) + 24 if entry.key else 0)
        label = kit.fitted(entry.label, room, "strong", 19)
        ink = c.off_text if entry.off else c.text
        kit.text(label, at.x + 48, middle - (9 if roomy else 0), ink, size=19, font="strong", middle=True)
        if roomy:
            kit.text(kit.fitted(entry.hint, room, "body", 15), at.x + 48, middle + 11, c.second, size=15, middle=True)
        if entry.key:
            self.cap(entry.key, at.x + width - 12, middle - 9)
        self.ring(focused, at.x, at.y, width, high)
        if pressed and not entry.off:
            self.window.log("menu", entry=entry.identity)
            entry.action()
