"""The end of a game: the verdict first, then its parts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import wab
from wab.app.gfx.theme import METRICS, Rgba
from wab.app.hud.box import Box
from wab.app.hud.widgets import Action
from wab.app.pages.battle.aftermath import Aftermath
from wab.app.pages.fronts import Score
from wab.app.pages.navigator import Navigator
from wab.app.pages.parts.paper import Page
from wab.app.pages.parts.pieces import Piece, draw_pieces
from wab.app.pages.parts.standing import figures, gain_of, rank_bar, to_next
from wab.app.pages.parts.titles import words_of
from wab.app.play.archive import exchanged
from wab.app.play.bundle import reports_folder
from wab.app.play.campaigns import next_after
from wab.app.play.table import Table
from wab.app.report.export import Export
from wab.app.window.window import GameWindow
from wab.career.career import Standing
from wab.content.career import in_language
from wab.engine.kernel.game import Game
from wab.engine.kernel.values import ScenarioInfo, side_of
from wab.engine.words.errors import UsageError
from wab.locale import _, current_language
from wab.locale.numbers import number

_WIDTH, _HEIGHT = 1040.0, 830.0
_NEXT = 330.0  # the widest that the button to the next scenario may be
_BUTTON = 42.0
_ROOMY = 860.0  # pixels at 100 %: room for that button next to the rank
_LOW = 520.0  # a lower window has a smaller verdict
_SCROLLS = {"page_up": -420.0, "page_down": 420.0, "home": -1e6, "end": 1e6}
_PIECES = {True: "victory", False: "defeat", None: "draw"}
_MUSIC = {True: "victory", False: "defeat", None: "night"}
_SHADES = (1.12, 0.92, 0.74, 0.58, 0.46)


class OutcomeScreen(Page):
    """The verdict over the last map of the game."""

    def __init__(self, go: Navigator, session: Table) -> None:
        super().__init__(go, go.front, go.return_to_battle)
        self.session = session
        outcome = session.outcome
        self.page = go.front.outcome_page(_ended(session), session.side)
        if outcome is not None and outcome.winner is not None and len({side_of(one) for one in session.persons}) > 1:
            name = self.front.side_name(outcome.winner)  # one of its readers has won, another has lost
            self.page = replace(self.page, verdict=_("Victory: {side}").format(side=name), good=None)
        if session.setup.lenient_undo:
            self.page = replace(self.page, reason=f"{self.page.reason} {_('Undo: lenient.')}".lstrip())
        has_match = outcome is not None and len(session.rules.sides) == 2  # else there are no sides to exchange
        self.gain = gain_of(go.career, go.counted())
        self.following = self._following()
        self.tab, self._by = "result", 0.0
        self._heard = False
        self._export: Export | None = None
        self._kept: tuple[object, list[Piece]] | None = None
        self._aftermath: Aftermath | None = None
        self.match = self.front.match_words(session.first, outcome) if has_match and outcome is not None else ""

    @property
    def tabs(self) -> dict[str, str]:
        """Return what can be read here: the name of each tab and its title."""
        found = {
            "result": _("Result"),
            "course": _("Course"),
            "history": _("History"),
            "luck": _("Luck"),
            "diary": _("Diaries"),
        }
        if not self.session.has_history:
            del found["history"]
        return found

    def enter(self, window: GameWindow) -> None:
        """The verdict is heard as well as read."""
        super().enter(window)
        if not self._heard:
            window.sound.hush()
            window.sound.play(_PIECES[self.page.good])
            window.sound.music.begin(_MUSIC[self.page.good], at_once=True)
            if self.gain is not None:
                standing = self.gain.standing
                facts = {"added": self.gain.added, "experience": standing.experience, "rank": standing.number}
                window.log("counted", **facts)
        self._heard = True

    def draw(self) -> None:
        """One sheet over the dimmed map."""
        self.dim(0.66)
        width, height = min(_WIDTH, self.width - 40), min(_HEIGHT, self.height - 40)
        x, y = (self.width - width) / 2, (self.height - height) / 2
        with self.sheet("outcome", x, y, width, height, padding=28, opacity=0.97):
            self._tab_row()
            room = self.flow.room
            foot = 12 + (_BUTTON + METRICS.gap) * self._rows_of_buttons(room.x)
            if self.tab == "result":
                with self.flow.scroll("verdict", room.x, room.y - foot):
                    wide = self.flow.room.x
                    self._verdict(wide)
                    self._scores(wide)
                    self._career(wide)
                    self._tables(wide)
            else:
                at = self.flow.place
                part = Box(at.x, at.y, room.x, room.y - foot)
                draw_pieces(self.kit, f"tab {self.tab}", part, self._pieces(room.x), self._by)
                self.flow.go_to(at.x, at.y + room.y - foot)
                self.flow.take(1, 1)
            self._by = 0.0
            self._buttons(room.x)

    def _tab_row(self) -> None:
        c = self.kit.colours
        at, x = self.flow.place, self.flow.place.x
        for place, (name, title) in enumerate(self.tabs.items(), 1):
            wide = self.kit.width(title, "strong", 18) + 34
            self.flow.go_to(x, at.y - 8)
            pressed, hovered, focused = self.area(f"tab-{name}", wide, 32)
            chosen = name == self.tab
            ink = c.action if chosen else c.text if hovered else c.second
            self.kit.text(title, x, at.y - 1, ink, size=18, font="strong")
            self.kit.text(str(place), x + wide - 28, at.y, c.second.fade(0.7), size=13)
            if chosen:
                self.kit.line(x, at.y + 23, x + wide - 34, at.y + 23, c.action, 2)
            self.ring(focused, x - 6, at.y - 8, wide - 8, 32)
            if pressed:
                self._open(name)
            x += wide + 10
        self.kit.line(at.x, at.y + 26, at.x + self.flow.room.x, at.y + 26, c.brass.fade(0.25))
        self.flow.go_to(at.x, at.y + 34)

    def _open(self, tab: str) -> None:
        """Another tab, from its top."""
        self.tab, self._by = tab, _SCROLLS["home"]

    def _pieces(self, room: float) -> list[Piece]:
        """Return what is on the tab, made once for a size and a language."""
        key = (self.tab, room, self.kit.scale, current_language(), self.window.palette.name)
        if self._kept is None or self._kept[0] != key:
            after = self._aftermath = self._aftermath or Aftermath(self.kit, self.session, self.tint)
            made: dict[str, Callable[[], list[Piece]]] = {
                "course": lambda: after.course_of_battle(room),
                "history": lambda: after.history(room),
                "luck": lambda: after.luck(self.page.luck, room),
                "diary": lambda: after.diaries(room),
            }
            self._kept = (key, made[self.tab]())
        return self._kept[1]

    def on_key(self, key: str, control: bool, shift: bool) -> bool:
        """Digits and the arrows to the sides choose a tab, Page Up and Down scroll it; else as on every page."""
        names = list(self.tabs)
        if key.isdigit() and 0 < int(key) <= len(names):
            self._open(names[int(key) - 1])
        elif key in ("arrow_left", "arrow_right"):
            step = 1 if key == "arrow_right" else -1
            self._open(names[(names.index(self.tab) + step) % len(names)])
        elif key in _SCROLLS and self.tab != "result":
            self._by = _SCROLLS[key]
        else:
            return super().on_key(key, control, shift)
        return True

    def update(self, dt: float) -> None:
        """Let time pass; tell when a report has been written."""
        super().update(dt)
        if self._export is not None and (problem := self._export.poll()) is not None:
            path, self._export = self._export.path, None
            told = _("The report was not written: {why}") if problem else _("The report is in {path}.")
            self.go.tell(told.format(why=problem, path=path))

    def leave(self) -> None:
        """A report that is not finished is given up."""
        if self._export is not None:
            self._export.close()
            self._export = None
        super().leave()

    def _verdict(self, width: float) -> None:
        c, page = self.kit.colours, self.page
        tint = c.text if page.good is None else c.good if page.good else c.bad
        at = self.flow.place
        middle = at.x + width / 2
        self._centred(page.title.upper(), middle, at.y + 12, "heading", 20, c.brass)
        low = 0 if self.height > _LOW else 26
        self._centred(page.verdict, middle, at.y + 54 - low / 2, "title", 67 - low, tint)
        reason = self.kit.lines(page.reason, width, "body", 19)
        for row, line in enumerate(reason):
            self._centred(line, middle, at.y + 98 - low + 22 * row, "body", 19, c.second)
        y, half = at.y + 120 - low + 22 * (len(reason) - 1), 170
        bright, faint = c.brass.fade(0.8), c.brass.fade(0)
        for left, right, tints in ((middle - half, middle, (faint, bright)), (middle, middle + half, (bright, faint))):
            self.kit.faded(Box(left, y, right - left, 2), (tints[0], tints[1], tints[1], tints[0]))
        self.flow.take(width, y - at.y + 8)

    def _centred(self, words: str, x: float, y: float, use: str, size: float, tint: Rgba) -> None:
        self.kit.text(words, x, y, tint, size=size, font=use, align=0.5, middle=True)

    # --- points ---

    def _scores(self, width: float) -> None:
        won = (sum(share.points for share in score.shares if share.points > 0) for score in self.page.scores)
        most = max([*won, *(score.total for score in self.page.scores), 1.0])
        for score in self.page.scores:
            self._score(score, width, most)
        self.flow.gap(10)

    def _score(self, score: Score, width: float, most: float) -> None:
        """The side's name and points, a bar cut by source, and the names of the pieces; a deduction has no piece."""
        at, c = self.flow.place, self.kit.colours
        tint, names, figures = self.tint(score.side), 150, 76
        y = at.y + 14
        self.kit.text(score.name.upper(), at.x, y, tint, size=22, font="heading", middle=True)
        self.kit.text(
            number(score.total), at.x + names + figures - 16, y, c.text, size=31, font="figures", align=1.0, middle=True
        )
        left, room = at.x + names + figures, width - names - figures
        self.kit.plate(Box(left, at.y + 4, room, 20), c.ground, 3)
        x, legend, row = left, left, 0
        for share, shade in zip(score.shares, _SHADES, strict=False):
            wide = room * max(0.0, share.points) / most
            part = tint.shade(shade) if wide else c.bad
            if wide:
                self.kit.graded(Box(x, at.y + 4, max(1.0, wide - 1), 20), part, part.shade(0.85))
            x += wide
            words = f"{share.source} {number(share.points)}"
            if legend > left and legend + self.kit.width(words, "medium", 16) + 16 > left + room:
                legend, row = left, row + 1
            legend = self._legend(legend, at.y + 38 + 20 * row, words, part)
        self.flow.take(width, 58 + 20 * row - METRICS.gap)

    def _legend(self, x: float, y: float, words: str, tint: Rgba) -> float:
        size = 9
        self.kit.plate(Box(x, y - size / 2, size, size), tint, 2)
        used = self.kit.text(words, x + size + 6, y, self.kit.colours.second, size=16, font="medium", middle=True)
        return x + size + used + 24

    # --- career ---

    def _career(self, width: float) -> None:
        """Experience won, the rank and the way to the next, and the best so far (OPS-1.6-1, OPS-1.6-2)."""
        gain = self.gain
        if gain is None:
            return
        c, at, standing, kit = self.kit.colours, self.flow.place, gain.standing, self.kit
        high, left = 72.0, 150.0
        kit.row(Box(at.x, at.y, width, high), c.raised.fade(0.7), c.ground.fade(0.7), c.brass.fade(0.35))
        tint, words = c.action if gain.added else c.second, f"+{figures(gain.added)}"
        kit.icon("medal", at.x + 14, at.y + 17, 38, tint)
        kit.text(words, at.x + 62, at.y + 28, tint, size=31, font="figures", middle=True)
        kit.text(_("experience"), at.x + 62, at.y + 53, c.second, size=15, font="medium", middle=True)
        is_wide = width >= _ROOMY
        room = width - left - 16
        if is_wide:
            room -= self._next_button(at.x + width - 14, at.y + 14)
        x, y = at.x + left, at.y + 18
        used = kit.text(in_language(standing.rank.name), x, y, c.text, size=19, font="strong", middle=True)
        points = figures(standing.experience)
        kit.text(points, x + used + 10, y, c.second, size=16, font="medium", middle=True)
        kit.text(to_next(standing), x + room, y, c.second, size=16, font="medium", align=1.0, middle=True)
        rank_bar(kit, x, at.y + 31, room, standing, gain.added)
        kit.text(kit.fitted(gain.told(), room, "body", 16), x, at.y + 57, c.text, size=16, middle=True)
        self.flow.go_to(*at)
        self.flow.take(width, high)
        if not is_wide:
            self._next_button(at.x + width, self.flow.place.y)
        if gain.promoted:
            self._promotion(standing, width)
        self.flow.gap(6)

    def _promotion(self, standing: Standing, width: float) -> None:
        """A new rank: its name, what it opens, and the first advice that comes with it (OPS-1.6-4, OPS-1.6-7)."""
        told = _("Promoted to {rank}: {unlock}.")
        rank, c = standing.rank, self.kit.colours
        words = told.format(rank=in_language(rank.name), unlock=in_language(rank.unlock))
        self.flow.text(words, "strong", 18, c.action, wrap=width)
        for tip in rank.tips[:1]:
            self.flow.text(in_language(tip), "body", 16, c.second, wrap=width)

    # --- tables ---

    def _tables(self, width: float) -> None:
        """Tables side by side where there is room, and the luck of both sides below."""
        tables = self.page.tables
        across = 2 if width >= 640 and len(tables) > 1 else 1
        each = (width - 36 * (across - 1)) / across
        for start in range(0, len(tables), across):
            top, low = self.flow.place, 0.0
            for column, table in enumerate(tables[start : start + across]):
                self.flow.go_to(top.x + column * (each + 36), top.y)
                with self.flow.group():
                    self.table(table, each)
                low = max(low, self.flow.lowest)
            self.flow.go_to(top.x, low + 14)
            self.flow.take(1, 1)
        if self.match and self.session.first:
            self.flow.heading(_("Match"), width)
            self.flow.text(self.match, "medium", 18, self.kit.colours.text, wrap=width)
            self.flow.gap(8)

    # --- buttons ---

    def _choices(self) -> list[tuple[str, Action, Callable[[], None]]]:
        """Return what the buttons at the foot say and do, the way to the menu last."""
        exchange = _("The second game of a match: the same players, each on the other side; both games count together.")
        found: list[tuple[str, Action, Callable[[], None]]] = [
            ("map", Action(_("See the map"), "map", _("Esc")), self.go.return_to_battle),
            ("again", Action(_("Play again"), "redo"), lambda: self.go.attempt(self.go.again)),
        ]
        if self.match and not self.session.first and not self.session.kept_at:
            found.append(("exchange", Action(_("Exchange sides"), "next", tip=exchange), self._exchange))
        writing = _("The report is being written.") if self._export is not None else ""
        tip = _("One file with charts, maps, luck, diary and journal, which any browser opens.")
        report = Action(_("Report"), "save", off=writing, tip=tip)
        found.append(("report", report, lambda: self.go.attempt(self._write_report)))
        found.append(("menu", Action(_("Back to the menu"), "", _("Enter"), "primary"), self.go.to_menu))
        return found

    def _rows_of_buttons(self, width: float) -> int:
        """In how many rows the buttons find room."""
        rows, room = 1, width
        for _name, action, _do in self._choices():
            wide = self.room_for(action.label, action.icon, action.key)
            if wide > room:
                rows, room = rows + 1, width
            room -= wide + METRICS.gap
        return rows

    def _buttons(self, width: float) -> None:
        self.flow.gap(12)
        room, low = width, width < _ROOMY
        for name, action, do in self._choices():
            wide = self.room_for(action.label, action.icon, action.key)
            last = name == "menu"
            room = self.in_row(wide, room, width, METRICS.gap)
            if last and room >= 0 and not low:
                self.flow.go_to(self.flow.place.x + room + METRICS.gap, self.flow.place.y)
            if self.press(
                action.label,
                identity=name,
                icon=action.icon,
                key=action.key,
                kind=action.kind,
                tip=action.tip,
                why_not=action.off,
                width=wide,
                height=_BUTTON,
                first=last,
            ):
                do()

    def _next_button(self, right: float, top: float) -> float:
        """On to the next scenario, at the right end of the strip; the room that it takes."""
        following = self.following
        if following is None:
            return 0.0
        words = _("Next: {title}").format(title=words_of(following.title))
        label = self.kit.fitted(words, _NEXT - 70, "strong", 18)
        wide = self.kit.width(label, "strong", 18) + 70
        self.flow.go_to(right - wide, top)
        tip = _("Leave this game, which is kept, for the briefing of the next scenario.")
        if self.press(label, identity="following", icon="end_turn", width=wide, height=44, tip=tip):
            self.go.attempt(lambda: self.go.go_on(following, self.session.side))
        return wide + 20

    def _following(self) -> ScenarioInfo | None:
        """Return what the player may go on with; None while the next scenario is locked."""
        side, results = side_of(self.session.seats.side), self.go.career.outcomes()
        return next_after(wab.scenarios(), self._info, side, results, open_all=self.go.settings.open_all)

    @property
    def _info(self) -> ScenarioInfo:
        infos, scenario = self.session.rules.scenarios(), self.session.setup.scenario
        return next(info for info in infos if info.id == scenario)

    def _write_report(self) -> None:
        """Begin to write a report of this game into the folder of reports. SaveError if that cannot be begun."""
        session = self.session
        self._export = Export(_ended(session), session.save, session.side, reports_folder())
        self.go.tell(_("The report is being written."))

    def _exchange(self) -> None:
        """The second game of a match, with what each player won in the first."""
        outcome = self.session.outcome
        one, other = self.session.rules.sides
        seats = self.session.seats.exchanged(one, other)
        options = {exchanged(name, one, other): value for name, value in self.session.setup.options.items()}
        first = {exchanged(side, one, other): points for side, points in outcome.points.items()} if outcome else {}
        start = self.go.start
        self.go.attempt(
            lambda: start(self._info, seats.side, seats.agents, options=options, people=seats.people, first=first)
        )


def _ended(session: Table) -> Game[Any]:
    """Return the finished game; UsageError while it goes on."""
    game = session.ending()
    if game is None:
        raise UsageError(_("The battle is not over."))
    return game
