"""The briefing of a scenario: text on the left, the map with the set-up, side and opponent on the right."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from wab.app.gfx.theme import METRICS
from wab.app.hud.box import Box
from wab.app.pages.fronts import Rule, SideCard, get_front
from wab.app.pages.navigator import Navigator
from wab.app.pages.parts.paper import Page
from wab.app.pages.parts.standing import experience_words
from wab.app.play.seating import OPPONENTS, PERSON, Seating
from wab.app.window.camera import Rect
from wab.content.career import in_language
from wab.engine.kernel.values import LENIENT, UNDO, ScenarioInfo, side_of
from wab.engine.words.text import N_
from wab.locale import _

_HINTS = {
    "random": N_("Plays anything that the rules allow."),
    "greedy": N_("Takes the best-looking order each time."),
    PERSON: N_("Everybody plays at this screen; it is covered while it is handed over."),
}
_UNDO_NAMES = {"": N_("Undoing moves"), "strict": N_("strict"), LENIENT: N_("lenient")}
_UNDO_HINTS = {
    "strict": N_("A move that shows new ground is final. Its path tells you before you move."),
    LENIENT: N_("Moves can be taken back until dice are rolled or an enemy is found. The final report mentions it."),
}
_LEFT, _RIGHT, _BOTTOM = 520.0, 322.0, 250.0
_MARGIN = 16.0
_CALLED = 8  # goals and formations that the map names
_ROOMY = 1340.0  # pixels at 100 %
_LOW = 520.0  # a lower window has a smaller title


class Briefing(Page):
    """Everything about a battle before it begins."""

    least = (720.0, 400.0)

    def __init__(
        self,
        go: Navigator,
        info: ScenarioInfo,
        options: Mapping[str, str] | None = None,
        side: str = "",
        seed: int | None = None,
    ) -> None:
        super().__init__(go, get_front(info.system), lambda: go.choose(info.id))
        self.info, self._seed = info, seed
        self.page = self.front.briefing(info)
        self.standing = go.career.standing()
        self.seating = Seating(info, options, go.settings.opponent)
        if side in map(side_of, self.seating.seats):
            self.seating.take_side(side)

    def opened(self) -> None:
        """Show the set-up as the chosen side sees it, in the language of now."""
        self.page = self.front.briefing(self.info)
        self._dress()

    def leave(self) -> None:
        """Take the set-up off the map."""
        super().leave()
        if self.window.scene is not None:
            self.front.undress(self.window.scene)

    def on_resize(self, width: int, height: int) -> None:
        """Fit the map into its part of the window."""
        self.kit.rescale()
        self._dress()

    def _dress(self) -> None:
        self.front.open_scene(self.window, self.info)
        if self.window.scene is not None:
            own = next(seat for seat in self.seating.seats if side_of(seat) == self.seating.side)
            self.front.dress(self.window.scene, self.seating.game.view(own), fog=False)
            self._frame()
            self.window.scene.thin_out(_CALLED)

    def _frame(self) -> None:
        scene = self.window.scene
        if scene is None:
            return
        left, right, bottom = self._edges()
        scene.camera.margins = self.margins(left + 12, 14, right + 12, bottom + 14)
        area = self.front.area(self.info)
        scene.camera.fit(Rect(area.left - 0.6, area.bottom - 0.5, area.right + 0.6, area.top + 0.5))

    def _edges(self) -> tuple[float, float, float]:
        """Return how much of the window the panels take on the left, on the right and at the foot."""
        margin = _MARGIN
        left = min(_LEFT, self.width * 0.36) + 2 * margin
        right = min(_RIGHT, self.width * 0.30) + 2 * margin
        bottom = min(_BOTTOM, self.height * 0.4) + margin if self._table_below else 0.0
        return left, right, bottom + margin

    # --- drawing ---

    def draw(self) -> None:
        """Text, table, choices."""
        left, right, bottom = self._edges()
        margin = _MARGIN
        self._text(margin, margin, left - 2 * margin, self.height - 2 * margin)
        self._choices(self.width - right + margin, margin, right - 2 * margin, self.height - 2 * margin)
        if self._table_below:
            self._objectives(left - margin / 2, self.height - bottom + margin, self.width - left - right + margin)

    @property
    def _roomy(self) -> bool:
        """The window has room for a table below the map; else it stands under the text."""
        return self.width >= _ROOMY

    @property
    def _table_below(self) -> bool:
        """There is a table, and it stands below the map."""
        return self._roomy and bool(self.page.objectives.rows)

    def _objectives(self, x: float, y: float, width: float) -> None:
        high = self.height - y - _MARGIN
        with self.sheet("objectives", x, y, width, high, title=self.page.objectives.title, icon="flag"):
            room = self.flow.room
            with self.flow.scroll("objectives", room.x, room.y):
                self.table(self.page.objectives, room.x - 14, heading=False)

    def _text(self, x: float, y: float, width: float, height: float) -> None:
        c, page = self.kit.colours, self.page
        with self.sheet("text", x, y, width, height, padding=22):
            room = self.flow.room
            wrap = room.x - 16
            self.flow.text(page.kind.upper(), "heading", 17, c.brass)
            self.flow.text(page.title, "title", 49 if self.height > _LOW else 34, c.text, wrap=wrap)
            self.flow.text(page.dates, "medium", 17, c.brass, wrap=wrap)
            self._rule_line(room.x)
            room = self.flow.room
            with self.flow.scroll("paragraphs", room.x, room.y):
                for paragraph in page.paragraphs:
                    self.flow.text(paragraph, "body", 19, c.text, wrap=wrap)
                    self.flow.gap(14)
                if not self._roomy and page.objectives.rows:
                    self.table(page.objectives, wrap)
                    self.flow.gap(14)
                if page.teaches:
                    self.flow.gap(4)
                    self.flow.heading(_("What you learn here"), wrap)
                    self.flow.text(page.teaches, "body", 17, c.second, wrap=wrap)

    def _rule_line(self, width: float) -> None:
        at, c = self.flow.place, self.kit.colours
        bright, faint = c.brass.fade(0.8), c.brass.fade(0.1)
        self.kit.faded(Box(at.x, at.y + 3, width, 1), (bright, faint, faint, bright))
        self.flow.gap(16)

    def _choices(self, x: float, y: float, width: float, height: float) -> None:
        with self.sheet("choices", x, y, width, height, title=_("Your command"), icon="star"):
            room = self.flow.room
            wide = room.x
            with self.flow.scroll("choices", room.x, room.y - 104):
                inner = self.flow.room.x - 4
                for card in self.page.sides:
                    self._side(card, inner)
                if self.seating.opponents:
                    self.flow.gap(12)
                    self.flow.heading(_("Opponent") if len(self.page.sides) > 1 else _("Computer"), inner)
                    self._opponents(inner)
                self._seats(inner)
                self._options(inner)
                if self.page.rules:
                    self.flow.gap(12)
                    self.flow.heading(_("Rules in force"), inner)
                for rule in self.page.rules:
                    self._rule(rule, inner)
            self._buttons(wide)

    def _side(self, card: SideCard, width: float) -> None:
        at, wide, chosen = self.flow.place, width, card.side == self.seating.side
        lines = [part for line in card.lines for part in self.kit.lines(line, wide - 28, "body", 16)]
        high = 38 + 19 * len(lines)
        pressed, hovered, focused = self.area(f"side {card.side}", wide, high)
        c, tint = self.kit.colours, self.tint(card.side)
        ground = tint.shade(0.42) if chosen else c.raised if hovered else c.panel
        edge = tint if chosen else c.brass.fade(0.35)
        self.kit.row(Box(at.x, at.y, wide, high), ground, ground.shade(0.8), edge)
        self.kit.plate(Box(at.x, at.y + 4, 4, high - 8), tint)
        left = at.x + 16
        self.kit.text(card.name.upper(), left, at.y + 6, c.text if chosen else c.second, size=20, font="heading")
        for number, line in enumerate(lines):
            y = at.y + (31 + 19 * number)
            self.kit.text(line, left, y, c.text if chosen else c.second, size=16)
        if chosen:
            self.kit.icon("check", at.x + wide - 28, at.y + 8, 18, c.text)
        self.ring(focused, at.x, at.y, wide, high)
        if pressed and not chosen:
            self.seating.take_side(card.side)
            self._dress()

    def _opponents(self, width: float) -> None:
        """The player's rank, by which opponents are chosen (OPS-1.6-6), and the computer players, weakest first."""
        room = width
        if self.standing is not None:
            message = _("Your rank: {rank}, {experience}")
            rank, points = in_language(self.standing.rank.name), experience_words(self.standing.experience)
            self.flow.text(
                message.format(rank=rank, experience=points), "medium", 16, self.kit.colours.brass, wrap=width
            )
        for name in self.seating.opponents:
            label, hint = _(OPPONENTS.get(name, name)), self._hint(name)
            room = self.in_row(self.room_for(label, "", ""), room, width)
            chosen = name == self.seating.opponent
            if self.press(label, identity=f"opponent {name}", chosen=chosen, tip=hint):
                self.seating.oppose(name)
        hint = self._hint(self.seating.opponent)
        self.flow.text(hint, "body", 16, self.kit.colours.second, wrap=width)

    def _hint(self, name: str) -> str:
        """Return how an opponent plays; the levels do not think alike in every game."""
        if name == PERSON and not self.seating.system.nature.hidden_information:
            return _("Everybody plays at this screen; a page says who is next.")
        return _(_HINTS[name]) if name in _HINTS else self.front.opponent_hint(name)

    def _seats(self, width: float) -> None:
        """If several players lead a side: choose the persons among them."""
        seats = self.seating.seats
        if len(seats) <= len(self.info.sides):
            return
        self.flow.gap(12)
        self.flow.heading(_("Seats"), width)
        for seat in seats:
            person = self.seating.is_person(seat)
            at, c = self.flow.place, self.kit.colours
            name = self.kit.fitted(self.front.seat_name(seat), width - 124, "medium", 17)
            tint, middle = self.tint(seat), at.y + 15
            self.kit.text(name, at.x, middle, tint, size=17, font="medium", middle=True)
            self.flow.go_to(at.x + (width - 116), at.y)
            label = _("Person") if person else _("Computer")
            alone = person and len(self.seating.people) == 1
            why = _("One seat at least is a person's.") if alone else ""
            if self.press(label, identity=f"seat {seat}", width=116, height=30, chosen=person, why_not=why):
                self.seating.change(seat)
        self.flow.text(_("Press to change who plays a seat."), "body", 16, c.second, wrap=width)

    def _options(self, width: float) -> None:
        """Draw the choices that the system and the kernel give; a choice that this scenario does not allow says why."""
        for option, values in self.seating.offered.items():
            self.flow.gap(12)
            self.flow.heading(self._option_name(option), width)
            room, chosen = width, self.seating.chosen(option)
            for value in values:
                label = self._option_name(option, value)
                room = self.in_row(self.room_for(label, "", ""), room, width)
                why = self.seating.refused.get((option, value), "")
                name = f"option {option} {value}"
                if self.press(label, identity=name, height=34, chosen=value == chosen, why_not=why):
                    self.seating.choose(option, value)
                    self._dress()
            if option == UNDO:
                self.flow.text(_(_UNDO_HINTS[chosen]), "body", 16, self.kit.colours.second, wrap=width)

    def _option_name(self, option: str, value: str = "") -> str:
        """An option, or one of its values: the kernel's own are named here."""
        return _(_UNDO_NAMES[value]) if option == UNDO else self.front.option_name(option, value)

    def _rule(self, rule: Rule, width: float) -> None:
        at, c = self.flow.place, self.kit.colours
        size = 14
        self.kit.icon("check" if rule.on else "close", at.x, at.y + 3, size, c.good if rule.on else c.off_text)
        name = self.kit.text(rule.name, at.x + 22, at.y, c.text if rule.on else c.off_text, size=17, font="medium")
        if rule.detail:
            room = (width - 32) - name
            self.kit.text(
                self.kit.fitted(rule.detail, room, "body", 16), at.x + width, at.y, c.second, size=16, align=1.0
            )
        self.flow.take(width, 22 - METRICS.gap)

    def _buttons(self, width: float) -> None:
        self.flow.gap(4)
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

        def start() -> None:
            self.go.start(self.info, seats.side, seats.agents, self._seed, seating.options, seats.people)

        self.go.attempt(start)
