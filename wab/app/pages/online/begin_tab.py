"""A game is begun on a server: scenario, seat, pace; afterwards the invitations for the others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import wab
from wab.app.hud import clipboard
from wab.app.hud.box import Box
from wab.app.pages.fronts import get_front, has_front
from wab.app.pages.online import game_words
from wab.app.pages.online.asking import AskingPage
from wab.app.pages.online.game_terms import COMPUTER, ME, PERSON, GameTerms
from wab.app.pages.parts.titles import title_of, words_of
from wab.app.play.seating import OPPONENTS
from wab.app.requests import scenario_info
from wab.app.window.opening import game_title
from wab.locale import _
from wab.online.client import Client
from wab.online.invitations import invitation
from wab.online.joining import begin_game
from wab.online.protocol import Begun, Pace
from wab.systems import NAMES

_LIST = 0.46  # of the width: the scenarios
_ROW, _LETTERS = 36.0, 17.0


class BeginTab:
    """The scenarios on the left, on the right what else is agreed; after the beginning the invitations."""

    def __init__(self, page: AskingPage, scenario: str = "") -> None:
        self.page = page
        self.infos = [info for info in wab.scenarios() if has_front(info.system)]
        self.terms = GameTerms(scenario_info(scenario or self.infos[0].id))
        self.is_open = self.rated = False
        self.pace: Pace = "unhurried"
        self.begun: Begun | None = None
        self._shows = bool(scenario)  # scroll to it once

    @property
    def scenario(self) -> str:
        """The id of the chosen scenario."""
        return self.terms.info.id

    def draw(self, client: Client) -> None:
        """The form, or what came of it."""
        if self.begun is not None:
            self._invitations(client, self.begun)
            return
        room, at = self.page.flow.room, self.page.flow.place
        left, high = room.x * _LIST, room.y - self.page.foot
        with self.page.flow.group(), self.page.flow.scroll("scenarios", left, high):
            self._scenarios(self.page.flow.room.x - 16)
        self.page.flow.go_to(at.x + left + 20, at.y)
        with self.page.flow.group():
            self._terms(client, room.x - left - 20)
        self.page.flow.go_to(at.x, at.y + high)

    def _scenarios(self, width: float) -> None:
        systems = [*NAMES, *sorted({info.system for info in self.infos} - {*NAMES})]
        for system in systems:
            found = [info for info in self.infos if info.system == system]
            if found:
                self.page.flow.heading(game_title(system) if system in NAMES else system, width)
            for info in found:
                title = self.page.kit.fitted(words_of(info.title), width - 30, "strong", _LETTERS)
                here = info.id == self.scenario
                options: dict[str, Any] = {"chosen": here, "width": width, "height": _ROW, "letters": _LETTERS}
                if self.page.press(title, identity=f"scenario {info.id}", **options):
                    self.terms = GameTerms(info)
                if here and self._shows:
                    self._shows = False
                    self.page.flow.show_last()

    def _terms(self, client: Client, width: float) -> None:
        flow, at, terms = self.page.flow, self.page.flow.place, self.terms
        high = flow.room.y - self.page.foot - 52
        with flow.scroll("terms", width, high):
            wide = flow.room.x - 16
            flow.text(title_of(self.scenario), "title", 30, self.page.kit.colours.text, wrap=wide)
            card = get_front(terms.info.system).card(terms.info)
            told = "  ·  ".join(part for part in (card.dates, card.size) if part)
            flow.text(told, "body", 16, self.page.kit.colours.second, wrap=wide)
            self._seats(wide)
            if terms.people:
                others = [(False, _("By invitation")), (True, _("Open to all"))]
                self.is_open = self._pick(_("The others"), "others", others, self.is_open, wide)
                paces = [(pace, _(words)) for pace, words in game_words.PACES.items()]
                self.pace = self._pick(_("Pace"), "pace", paces, self.pace, wide)
            if terms.may_be_rated:
                kinds = [(False, _("Friendly")), (True, _("Rated"))]
                self.rated = self._pick(_("It changes ratings"), "rated", kinds, self.rated, wide)
            self._options(wide)
        flow.go_to(at.x, at.y + high + 10)
        why_not = _("The server is being asked.") if self.page.errands.busy else ""
        words = _("Begin the game")
        if self.page.press(
            words, identity="begin", kind="primary", icon="flag", width=width, height=42, why_not=why_not
        ):
            self._begin(client)

    def _seats(self, width: float) -> None:
        """The player of each seat: this person, another one, the computer."""
        page, kit, terms = self.page, self.page.kit, self.terms
        page.flow.gap(4)
        page.flow.text(_("Seats"), "medium", 16, kit.colours.second)
        kinds = ((ME, _("You")), (PERSON, _("A person")), (COMPUTER, _("Computer")))
        wides = [kit.width(words, "strong", _LETTERS) + 28 for _kind, words in kinds]
        for seat in terms.seats:
            at = page.flow.place
            room = width - sum(wides) - 8 * len(kinds) - 8
            name = kit.fitted(game_words.seat_name(terms.info.system, seat), room, "medium", 17)
            kit.text(name, at.x, at.y + 17, size=17, font="medium", middle=True)
            x = at.x + width - sum(wides) - 8 * (len(kinds) - 1)
            for (kind, words), wide in zip(kinds, wides, strict=True):
                page.flow.go_to(x, at.y)
                options: dict[str, Any] = {"chosen": terms.kinds[seat] == kind, "width": wide, "height": 34}
                why = terms.why_not(seat, kind)
                if page.press(words, identity=f"seat {seat} {kind}", letters=_LETTERS, why_not=why, **options):
                    terms.seat(seat, kind)
                x += wide + 8
            page.flow.go_to(at.x, at.y + 42)
        if COMPUTER in terms.kinds.values():
            levels = [(level, _(OPPONENTS[level])) for level in terms.levels]
            terms.level = self._pick(_("Computer"), "level", levels, terms.level, width)

    def _options(self, width: float) -> None:
        """The options of the scenario that people may choose between them."""
        front, terms = get_front(self.terms.info.system), self.terms
        for option, values in terms.offered.items():
            choices = [(value, front.option_name(option, value)) for value in values]
            chosen = terms.chosen(option)
            wanted = self._pick(front.option_name(option), f"option {option}", choices, chosen, width)
            if wanted != chosen:
                self.page.problem = terms.choose(option, wanted)

    def _pick(self, label: str, name: str, choices: Sequence[tuple[Any, str]], now: Any, width: float) -> Any:
        """A label and below it buttons, one of them held down; returns what is chosen."""
        page = self.page
        page.flow.gap(4)
        page.flow.text(label, "medium", 16, page.kit.colours.second)
        room = width
        for number, (value, words) in enumerate(choices):
            wide = page.kit.width(words, "strong", _LETTERS) + 28
            room = page.in_row(wide, room, width) if number else width - wide
            options: dict[str, Any] = {"chosen": value == now, "width": wide, "height": 34, "letters": _LETTERS}
            if page.press(words, identity=f"{name} {value}", **options):
                now = value
        return now

    def _begin(self, client: Client) -> None:
        terms, pace = self.terms, self.pace if self.terms.people else "unhurried"
        scenario, wanted, options = self.scenario, terms.wanted(is_open=self.is_open), terms.options
        rated = self.rated and terms.may_be_rated

        def ask() -> Begun:
            return begin_game(client, scenario, wanted, options=options, pace=pace, rated=rated)

        def take(begun: Begun) -> None:
            self.begun = begun
            self.page.look()

        self.page.errands.send(ask, take)

    def _invitations(self, client: Client, begun: Begun) -> None:
        page, kit = self.page, self.page.kit
        wide = page.flow.room.x
        page.flow.text(title_of(self.scenario), "title", 30, kit.colours.text, wrap=wide)
        if begun.codes:
            told = _(
                "Send each player one line. The game begins when all are there; it stands in the list of your games."
            )
        elif self.terms.people:
            told = _("All may take a seat now. The game begins when all are there; it stands in your list.")
        else:
            told = _("The game has begun; it stands in the list of your games.")
        page.flow.text(told, "body", 17, kit.colours.second, wrap=wide)
        page.flow.gap(10)
        system = scenario_info(self.scenario).system
        for seat, code in begun.codes.items():
            word = invitation(begun.id, code)
            self._invitation(game_words.seat_name(system, seat), f"{client.address}  {word}", seat, wide)
        page.flow.gap(12)
        words = _("The dice are bound to {commitment}.").format(commitment=begun.commitment[:16] + "…")
        page.flow.text(words, "body", 15, kit.colours.second, wrap=wide)
        page.flow.gap(12)
        if page.press(_("My games"), identity="to games", kind="primary", height=40, first=True):
            page.tab, self.begun = "mine", None
        page.flow.beside()
        if page.press(_("Another game"), identity="another", height=40):
            self.begun = None

    def _invitation(self, seat: str, words: str, name: str, width: float) -> None:
        page, kit, at = self.page, self.page.kit, self.page.flow.place
        label = _("Copy")
        button = page.room_for(label, "save", "")
        box = Box(at.x, at.y, width - button - 10, 52)
        kit.row(box, kit.colours.ground, kit.colours.ground.shade(0.9), kit.colours.brass.fade(0.4))
        kit.text(seat, at.x + 12, at.y + 14, kit.colours.second, size=15, middle=True)
        kit.text(kit.fitted(words, box.w - 24, "medium", 17), at.x + 12, at.y + 36, size=17, font="medium", middle=True)
        page.flow.go_to(box.right + 10, at.y + 7)
        if page.press(label, identity=f"copy {name}", icon="save", width=button, height=38):
            page.errands.send(lambda: clipboard.copy(words), _copied(page.go.tell), unasked=True)
        page.flow.go_to(at.x, at.y + 60)


def _copied(tell: Callable[[str], None]) -> Callable[[bool], None]:
    def told(is_done: bool) -> None:
        tell(_("Copied.") if is_done else _("This system has no clipboard for the game: copy the line by hand."))

    return told
