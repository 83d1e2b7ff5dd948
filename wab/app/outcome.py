"""How a game ended: the verdict first, then what it is made of."""

from __future__ import annotations

from dataclasses import replace

from imgui_bundle import imgui

from wab.app.archive import exchanged
from wab.app.fronts import Score
from wab.app.navigator import Navigator
from wab.app.pages import Page
from wab.app.session import Session
from wab.app.theme import Rgba
from wab.engine.system import ScenarioInfo
from wab.engine.view import side_of
from wab.locale import _

_WIDTH, _HEIGHT = 1040.0, 716.0
_SHADES = (1.12, 0.92, 0.74, 0.58, 0.46)


class OutcomeScreen(Page):
    """The verdict over the last map of the game."""

    def __init__(self, go: Navigator, session: Session) -> None:
        super().__init__(go, go.front, go.return_to_battle)
        self.session = session
        outcome = session.outcome
        self.page = go.front.outcome_page(session.game, session.side)
        if outcome is not None and outcome.winner is not None and len({side_of(one) for one in session.persons}) > 1:
            name = self.front.side_name(outcome.winner)  # one of those who look at it has won, another has lost
            self.page = replace(self.page, verdict=_("Victory: {side}").format(side=name), good=None)
        self.match = self.front.match_words(session.first, outcome) if outcome is not None else ""

    def draw(self) -> None:
        """One sheet over the dimmed map."""
        self.dim(0.66)
        width, height = min(self.px(_WIDTH), self.width - self.px(40)), min(self.px(_HEIGHT), self.height - self.px(40))
        x, y = (self.width - width) / 2, (self.height - height) / 2
        with self.sheet("outcome", x, y, width, height, padding=28, opacity=0.97):
            room = imgui.get_content_region_avail()
            with self.scroll("verdict", room.x, room.y - self.px(58)):
                wide = imgui.get_content_region_avail().x / self.window.hud.scale
                self._verdict(wide)
                self._scores(wide)
                self._tables(wide)
            self._buttons()

    def _verdict(self, width: float) -> None:
        c, page = self.kit.colours, self.page
        tint = c.text if page.good is None else c.good if page.good else c.bad
        draw, at = imgui.get_window_draw_list(), imgui.get_cursor_screen_pos()
        middle = at.x + self.px(width) / 2
        self._centred(page.title.upper(), middle, at.y + self.px(12), "heading", 17, c.brass)
        self._centred(page.verdict, middle, at.y + self.px(54), "title", 44, tint)
        self._centred(page.reason, middle, at.y + self.px(98), "body", 15.5, c.second)
        y, half = at.y + self.px(120), self.px(170)
        bright, faint = c.brass.fade(0.8).packed, c.brass.fade(0).packed
        for left, right, tints in ((middle - half, middle, (faint, bright)), (middle, middle + half, (bright, faint))):
            ends = imgui.ImVec2(left, y), imgui.ImVec2(right, y + self.px(1.5))
            draw.add_rect_filled_multi_color(*ends, tints[0], tints[1], tints[1], tints[0])
        imgui.dummy(imgui.ImVec2(self.px(width), self.px(128)))

    def _centred(self, words: str, x: float, y: float, use: str, size: float, tint: Rgba) -> None:
        self.kit.draw_text(imgui.get_window_draw_list(), x, y, words, use, size, tint, align=0.5, middle=True)

    # --- points ---

    def _scores(self, width: float) -> None:
        most = max([score.total for score in self.page.scores] + [1.0])
        for score in self.page.scores:
            self._score(score, width, most)
        self.gap(10)

    def _score(self, score: Score, width: float, most: float) -> None:
        """The side's name and points, a bar cut by source, and what the pieces are."""
        draw, at, c = imgui.get_window_draw_list(), imgui.get_cursor_screen_pos(), self.kit.colours
        tint, names, figures = self.tint(score.side), self.px(150), self.px(76)
        y = at.y + self.px(14)
        self.kit.draw_text(draw, at.x, y, score.name.upper(), "heading", 18, tint, middle=True)
        self.kit.draw_text(
            draw,
            at.x + names + figures - self.px(16),
            y,
            f"{score.total:g}",
            "figures",
            26,
            c.text,
            align=1.0,
            middle=True,
        )
        left, room = at.x + names + figures, self.px(width) - names - figures
        draw.add_rect_filled(
            imgui.ImVec2(left, at.y + self.px(4)),
            imgui.ImVec2(left + room, at.y + self.px(24)),
            c.ground.packed,
            self.px(3),
        )
        x, legend = left, left
        for share, shade in zip(score.shares, _SHADES, strict=False):
            wide = room * share.points / most
            part = tint.shade(shade)
            self.kit.gradient(draw, x, at.y + self.px(4), max(1.0, wide - 1), self.px(20), part, part.shade(0.85))
            x += wide
            legend = self._legend(legend, at.y + self.px(38), f"{share.source} {share.points:g}", part)
        imgui.dummy(imgui.ImVec2(self.px(width), self.px(58) - imgui.get_style().item_spacing.y))

    def _legend(self, x: float, y: float, words: str, tint: Rgba) -> float:
        draw, size = imgui.get_window_draw_list(), self.px(9)
        draw.add_rect_filled(
            imgui.ImVec2(x, y - size / 2), imgui.ImVec2(x + size, y + size / 2), tint.packed, self.px(2)
        )
        used = self.kit.draw_text(
            draw, x + size + self.px(6), y, words, "medium", 13, self.kit.colours.second, middle=True
        )
        return x + size + used + self.px(24)

    # --- tables ---

    def _tables(self, width: float) -> None:
        """Tables side by side where there is room, and the luck of both sides below."""
        tables = self.page.tables
        across = min(len(tables), 2) if width >= 640 else 1
        each = (width - 36 * (across - 1)) / max(1, across)
        for start in range(0, len(tables), across):
            top, low = imgui.get_cursor_screen_pos(), 0.0
            for number, table in enumerate(tables[start : start + across]):
                imgui.set_cursor_screen_pos(imgui.ImVec2(top.x + number * self.px(each + 36), top.y))
                imgui.begin_group()
                self.table(table, each)
                imgui.end_group()
                low = max(low, imgui.get_item_rect_max().y)
            imgui.set_cursor_screen_pos(imgui.ImVec2(top.x, low + self.px(14)))
            imgui.dummy(imgui.ImVec2(1, 1))
        if self.match and self.session.first:
            self.kit.heading(_("Match"), width)
            self.kit.text(self.match, "medium", 15, self.kit.colours.text, wrap=width)
            self.gap(8)
        if self.page.luck:
            self.kit.heading(_("Fortune of war"), width)
            for sentence in self.page.luck:
                self.kit.text(sentence, "body", 14, self.kit.colours.second, wrap=width)

    # --- buttons ---

    def _buttons(self) -> None:
        self.gap(12)
        if self.press(_("See the map"), icon="map", key=_("Esc"), height=42):
            self.go.return_to_battle()
        imgui.same_line()
        if self.press(_("Play again"), icon="redo", height=42):
            self._again()
        imgui.same_line()
        if self.match and not self.session.first:
            tip = _("The second game of a match: the same players, each on the other side; both games count together.")
            if self.press(_("Exchange sides"), identity="exchange", icon="next", height=42, tip=tip):
                self._exchange()
            imgui.same_line()
        if self.session.diary:
            if self.press(_("War diary"), identity="diary", icon="eye", height=42):
                self.go.read_diary()
            imgui.same_line()
        words = _("Back to the menu")
        wide = self.kit.measure(words, "strong", 15)[0] + self.px(90)
        imgui.set_cursor_pos_x(imgui.get_window_width() - wide - self.px(28))
        if self.press(
            words,
            identity="menu",
            kind="primary",
            key=_("Enter"),
            width=wide / self.window.hud.scale,
            height=42,
            first=True,
        ):
            self.go.to_menu()

    @property
    def _info(self) -> ScenarioInfo:
        game = self.session.game
        return next(info for info in game.system.scenarios() if info.id == game.setup.scenario)

    def _exchange(self) -> None:
        """The second game of a match, with what each player won in the first."""
        game, outcome = self.session.game, self.session.outcome
        one, other = game.system.sides
        seats = self.session.seats.exchanged(one, other)
        options = {exchanged(name, one, other): value for name, value in game.setup.options.items()}
        first = {exchanged(side, one, other): points for side, points in outcome.points.items()} if outcome else {}
        start = self.go.start
        self.go.attempt(
            lambda: start(self._info, seats.side, seats.agents, options=options, people=seats.people, first=first)
        )

    def _again(self) -> None:
        setup, seats, info = self.session.game.setup, self.session.seats, self._info
        options, people = setup.options, seats.people
        self.go.attempt(lambda: self.go.start(info, seats.side, seats.agents, options=options, people=people))
