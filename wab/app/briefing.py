"""The briefing of a scenario: text on the left, the map with the set-up, side and opponent on the right."""

from __future__ import annotations

from collections.abc import Mapping

from imgui_bundle import imgui
from msgspec.structs import replace

from wab.app.camera import Rect
from wab.app.fronts import Rule, SideCard, get_front
from wab.app.navigator import Navigator
from wab.app.pages import Page
from wab.app.seating import PERSON, Seating
from wab.engine.system import ScenarioInfo
from wab.engine.text import N_
from wab.engine.view import side_of
from wab.locale import _

OPPONENTS = {
    "random": N_("Recruit"),
    "greedy": N_("Officer"),
    "easy": N_("Major"),
    "normal": N_("Colonel"),
    "hard": N_("General"),
    PERSON: N_("A person"),
}
_HINTS = {
    "random": N_("Plays anything that the rules allow."),
    "greedy": N_("Takes the best-looking order each time."),
    PERSON: N_("Everybody plays at this screen; it is covered while it is handed over."),
}
_LEFT, _RIGHT, _BOTTOM = 520.0, 322.0, 250.0
_MARGIN = 16.0
_ROOMY = 1340.0  # pixels at 100 %


class Briefing(Page):
    """Everything about a battle before it begins."""

    def __init__(self, go: Navigator, info: ScenarioInfo, options: Mapping[str, str] | None = None) -> None:
        super().__init__(go, get_front(info.system), lambda: go.choose(info.id))
        self.info = info
        self.page = self.front.briefing(info)
        self.seating = Seating(info, options, go.settings.opponent)

    def opened(self) -> None:
        """Show the set-up as the chosen side sees it."""
        self._dress()

    def leave(self) -> None:
        """Take the set-up off the map."""
        super().leave()
        if self.window.scene is not None:
            self.front.undress(self.window.scene)

    def on_resize(self, width: int, height: int) -> None:
        """Fit the map into its part of the window."""
        self._frame()

    def _dress(self) -> None:
        self.front.open_scene(self.window, self.info)
        if self.window.scene is not None:
            own = next(seat for seat in self.seating.seats if side_of(seat) == self.seating.side)
            self.front.dress(self.window.scene, self.seating.game.view(own), fog=False)
            self._frame()

    def _frame(self) -> None:
        scene = self.window.scene
        if scene is None:
            return
        left, right, bottom = self._edges()
        scene.camera.margins = (
            round(left + self.px(12)),
            round(self.px(14)),
            round(right + self.px(12)),
            round(bottom + self.px(14)),
        )
        area = self.front.area(self.info)
        scene.camera.fit(Rect(area.left - 0.6, area.bottom - 0.5, area.right + 0.6, area.top + 0.5))

    def _edges(self) -> tuple[float, float, float]:
        """How many pixels of the window the panels take on the left, on the right and at the foot."""
        margin = self.px(_MARGIN)
        left = min(self.px(_LEFT), self.width * 0.36) + 2 * margin
        right = min(self.px(_RIGHT), self.width * 0.30) + 2 * margin
        bottom = min(self.px(_BOTTOM), self.height * 0.4) + margin if self._roomy else 0.0
        return left, right, bottom + margin

    # --- drawing ---

    def draw(self) -> None:
        """Text, table, choices."""
        left, right, bottom = self._edges()
        margin = self.px(_MARGIN)
        self._text(margin, margin, left - 2 * margin, self.height - 2 * margin)
        self._choices(self.width - right + margin, margin, right - 2 * margin, self.height - 2 * margin)
        if self._roomy:
            self._objectives(left - margin / 2, self.height - bottom + margin, self.width - left - right + margin)

    @property
    def _roomy(self) -> bool:
        """The window has room for a table below the map; else it stands under the text."""
        return self.width / self.window.hud.scale >= _ROOMY

    def _objectives(self, x: float, y: float, width: float) -> None:
        high = self.height - y - self.px(_MARGIN)
        with self.sheet("objectives", x, y, width, high, title=self.page.objectives.title, icon="flag"):
            room = imgui.get_content_region_avail()
            with self.scroll("objectives", room.x, room.y):
                self.table(self.page.objectives, room.x / self.window.hud.scale - 14, heading=False)

    def _text(self, x: float, y: float, width: float, height: float) -> None:
        c, page = self.kit.colours, self.page
        with self.sheet("text", x, y, width, height, padding=22):
            room = imgui.get_content_region_avail()
            wrap = room.x / self.window.hud.scale - 16
            self.kit.text(page.kind.upper(), "heading", 14, c.brass)
            self.kit.text(page.title, "title", 32, c.text, wrap=wrap)
            self.kit.text(page.dates, "medium", 14.5, c.brass)
            self._rule_line(room.x)
            room = imgui.get_content_region_avail()
            with self.scroll("paragraphs", room.x, room.y):
                for paragraph in page.paragraphs:
                    self.kit.text(paragraph, "body", 15.5, c.text, wrap=wrap)
                    self.gap(14)
                if not self._roomy:
                    self.table(page.objectives, wrap)
                    self.gap(14)
                if page.teaches:
                    self.gap(4)
                    self.kit.heading(_("What you learn here"), wrap)
                    self.kit.text(page.teaches, "body", 14.5, c.second, wrap=wrap)

    def _rule_line(self, width: float) -> None:
        at, c = imgui.get_cursor_screen_pos(), self.kit.colours
        draw = imgui.get_window_draw_list()
        ends = imgui.ImVec2(at.x, at.y + self.px(3)), imgui.ImVec2(at.x + width, at.y + self.px(4))
        bright, faint = c.brass.fade(0.8).packed, c.brass.fade(0.1).packed
        draw.add_rect_filled_multi_color(*ends, bright, faint, faint, bright)
        self.gap(16)

    def _choices(self, x: float, y: float, width: float, height: float) -> None:
        with self.sheet("choices", x, y, width, height, title=_("Your command"), icon="star"):
            room = imgui.get_content_region_avail()
            wide = room.x / self.window.hud.scale
            with self.scroll("choices", room.x, room.y - self.px(104)):
                inner = imgui.get_content_region_avail().x / self.window.hud.scale - 4
                for card in self.page.sides:
                    self._side(card, inner)
                self.gap(12)
                self.kit.heading(_("Opponent"), inner)
                self._opponents(inner)
                self._seats(inner)
                self._options(inner)
                if self.page.rules:
                    self.gap(12)
                    self.kit.heading(_("Rules in force"), inner)
                for rule in self.page.rules:
                    self._rule(rule, inner)
            self._buttons(wide)

    def _side(self, card: SideCard, width: float) -> None:
        at, wide, chosen = imgui.get_cursor_screen_pos(), self.px(width), card.side == self.seating.side
        high = self.px(38 + 19 * len(card.lines))
        pressed, hovered, focused = self.area(f"side {card.side}", wide, high)
        draw, c, tint = imgui.get_window_draw_list(), self.kit.colours, self.tint(card.side)
        ground = tint.shade(0.42) if chosen else c.raised if hovered else c.panel
        self.kit.gradient(
            draw, at.x, at.y, wide, high, ground, ground.shade(0.8), 5, tint if chosen else c.brass.fade(0.35)
        )
        draw.add_rect_filled(
            imgui.ImVec2(at.x, at.y + self.px(4)),
            imgui.ImVec2(at.x + self.px(4), at.y + high - self.px(4)),
            tint.packed,
        )
        left = at.x + self.px(16)
        self.kit.draw_text(
            draw, left, at.y + self.px(6), card.name.upper(), "heading", 17, c.text if chosen else c.second
        )
        for number, line in enumerate(card.lines):
            y = at.y + self.px(31 + 19 * number)
            words = self.cut(line, wide - self.px(28), "body", 13.5)
            self.kit.draw_text(draw, left, y, words, "body", 13.5, c.text if chosen else c.second)
        if chosen:
            self.kit.draw_icon(draw, "check", at.x + wide - self.px(28), at.y + self.px(8), self.px(18), c.text)
        self.ring(focused, at.x, at.y, wide, high)
        if pressed and not chosen:
            self.seating.take_side(card.side)
            self._dress()

    def _opponents(self, width: float) -> None:
        """The computer players, weakest first, in as many rows as their names need."""
        room = width
        for name in (*self.seating.levels, PERSON):
            label, hint = _(OPPONENTS.get(name, name)), self._hint(name)
            room = self._in_row(self._room_for(label, "", ""), room, width)
            chosen = name == self.seating.opponent
            if self.press(label, identity=f"opponent {name}", chosen=chosen, tip=hint):
                self.seating.oppose(name)
        hint = self._hint(self.seating.opponent)
        self.kit.text(hint, "body", 13, self.kit.colours.second, wrap=width)

    def _hint(self, name: str) -> str:
        """How an opponent plays; the levels do not think alike in every game."""
        return _(_HINTS[name]) if name in _HINTS else self.front.opponent_hint(name)

    def _in_row(self, wide: float, room: float, width: float, gap: float = 8.0) -> float:
        """Stay in the row for a button that fits into the room left in it, else begin a new one. The room then left."""
        if room < width and wide <= room:
            imgui.same_line(0.0, self.px(gap))
            return room - wide - gap
        return width - wide - gap

    def _seats(self, width: float) -> None:
        """Where several players lead a side: who of them is a person."""
        seats = self.seating.seats
        if len(seats) <= len(self.info.sides):
            return
        self.gap(12)
        self.kit.heading(_("Seats"), width)
        for seat in seats:
            person = self.seating.is_person(seat)
            at, c = imgui.get_cursor_screen_pos(), self.kit.colours
            name = self.cut(self.front.seat_name(seat), self.px(width - 124), "medium", 14)
            tint, middle = self.tint(seat), at.y + self.px(15)
            self.kit.draw_text(imgui.get_window_draw_list(), at.x, middle, name, "medium", 14, tint, middle=True)
            imgui.set_cursor_screen_pos(imgui.ImVec2(at.x + self.px(width - 116), at.y))
            label = _("Person") if person else _("Computer")
            alone = person and len(self.seating.people) == 1
            why = _("One seat at least is a person's.") if alone else ""
            if self.press(label, identity=f"seat {seat}", width=116, height=30, chosen=person, why_not=why):
                self.seating.change(seat)
        self.kit.text(_("Press to change who plays a seat."), "body", 13, c.second, wrap=width)

    def _options(self, width: float) -> None:
        """What the system lets players choose; what this scenario does not allow says why."""
        for option, values in self.seating.system.options.items():
            self.gap(12)
            self.kit.heading(self.front.option_name(option), width)
            room, chosen = width, self.seating.chosen(option)
            for value in values:
                label = self.front.option_name(option, value)
                room = self._in_row(self._room_for(label, "", ""), room, width)
                why = self.seating.refused.get((option, value), "")
                name = f"option {option} {value}"
                if self.press(label, identity=name, height=34, chosen=value == chosen, why_not=why):
                    self.seating.choose(option, value)
                    self._dress()

    def _rule(self, rule: Rule, width: float) -> None:
        draw, at, c = imgui.get_window_draw_list(), imgui.get_cursor_screen_pos(), self.kit.colours
        size = self.px(14)
        self.kit.draw_icon(
            draw, "check" if rule.on else "close", at.x, at.y + self.px(3), size, c.good if rule.on else c.off_text
        )
        name = self.kit.draw_text(
            draw, at.x + self.px(22), at.y, rule.name, "medium", 14, c.text if rule.on else c.off_text
        )
        if rule.detail:
            room = self.px(width - 32) - name
            self.kit.draw_text(
                draw,
                at.x + self.px(width),
                at.y,
                self.cut(rule.detail, room, "body", 13),
                "body",
                13,
                c.second,
                align=1.0,
            )
        imgui.dummy(imgui.ImVec2(self.px(width), self.px(22) - imgui.get_style().item_spacing.y))

    def _buttons(self, width: float) -> None:
        self.gap(4)
        if self.press(
            _("Begin"),
            identity="start",
            kind="primary",
            icon="play",
            key=_("Enter"),
            width=width,
            height=46,
            first=True,
        ):
            self.begin()
        if self.press(_("Back"), icon="retreat", key=_("Esc"), width=width) and self.back is not None:
            self.back()

    def begin(self) -> None:
        """Start the battle with what was chosen."""
        seating = self.seating
        if seating.level != self.go.settings.opponent:
            self.go.change(replace(self.go.settings, opponent=seating.level))
        seats = seating.seating()
        self.go.attempt(
            lambda: self.go.start(self.info, seats.side, seats.agents, options=seating.options, people=seats.people)
        )
