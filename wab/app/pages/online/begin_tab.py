"""A game is begun on a server: scenario, seat, pace; afterwards the invitations for the others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import wab
from wab.app.hud import clipboard
from wab.app.hud.box import Box
from wab.app.pages.fronts import has_front
from wab.app.pages.online import game_words
from wab.app.pages.online.asking import AskingPage
from wab.app.pages.parts.titles import title_of, words_of
from wab.app.requests import scenario_info
from wab.app.window.opening import game_title
from wab.engine.kernel.values import side_of
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
        self.scenario = scenario or self.infos[0].id
        self.side = scenario_info(self.scenario).sides[0]
        self.is_open = self.rated = False
        self.pace: Pace = "unhurried"
        self.begun: Begun | None = None
        self._shows = bool(scenario)  # scroll to it once

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
                    self.scenario, self.side = info.id, info.sides[0]
                if here and self._shows:
                    self._shows = False
                    self.page.flow.show_last()

    def _terms(self, client: Client, width: float) -> None:
        info, flow = scenario_info(self.scenario), self.page.flow
        flow.text(title_of(info.id), "title", 30, self.page.kit.colours.text, wrap=width)
        sides = [(side, game_words.seat_name(info.system, side)) for side in info.sides]
        self.side = self._pick(_("Your side"), "side", sides, self.side, width)
        others = [(False, _("By invitation")), (True, _("Open to all"))]
        self.is_open = self._pick(_("The others"), "others", others, self.is_open, width)
        paces = [(pace, _(words)) for pace, words in game_words.PACES.items()]
        self.pace = self._pick(_("Pace"), "pace", paces, self.pace, width)
        kinds = [(False, _("Friendly")), (True, _("Rated"))]
        self.rated = self._pick(_("It changes ratings"), "rated", kinds, self.rated, width)
        flow.gap(14)
        why_not = _("The server is being asked.") if self.page.errands.busy else ""
        words = _("Begin the game")
        if self.page.press(
            words, identity="begin", kind="primary", icon="flag", width=width, height=42, why_not=why_not
        ):
            self._begin(client)

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
        scenario, side, is_open, pace, rated = self.scenario, self.side, self.is_open, self.pace, self.rated

        def ask() -> Begun:
            seats = wab.new_game(scenario).seats
            own = next(seat for seat in seats if side_of(seat) == side)
            return begin_game(client, scenario, seats, own, is_open=is_open, pace=pace, rated=rated)

        def take(begun: Begun) -> None:
            self.begun = begun
            self.page.look()

        self.page.errands.send(ask, take)

    def _invitations(self, client: Client, begun: Begun) -> None:
        page, kit = self.page, self.page.kit
        wide = page.flow.room.x
        page.flow.text(title_of(self.scenario), "title", 30, kit.colours.text, wrap=wide)
        told = (
            _("Send each player one line. The game begins when all are there; it stands in the list of your games.")
            if begun.codes
            else _("All may take a seat now. The game begins when all are there; it stands in your list.")
        )
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
