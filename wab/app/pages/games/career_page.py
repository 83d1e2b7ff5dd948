"""The player's career: rank and ranks, both campaigns, and the library of games with its filters."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import wab
from wab.app.hud.box import Box
from wab.app.pages.fronts import Front, get_front, has_front
from wab.app.pages.games.game_rows import draw_row, line_of
from wab.app.pages.navigator import Navigator
from wab.app.pages.parts.paper import Page
from wab.app.pages.parts.standing import experience_words, figures, rank_bar, to_next
from wab.app.pages.parts.thumbnails import Thumbnails
from wab.app.pages.parts.titles import title_of
from wab.app.play.library import Filter, Item, chosen, library
from wab.career.campaigns import Progress
from wab.career.career import Standing
from wab.career.report import campaigns
from wab.content.career import Rank, in_language, load_ranks
from wab.engine.words.errors import DataError
from wab.engine.words.text import N_
from wab.locale import _, ngettext

_WIDTH, _LEFT = 1240.0, 400.0
_LOW = 560.0
_SHOWN = 200
"""So many games are listed; filters lead to the others."""
_STATES = {
    "": N_("All"),
    "kept": N_("Save kept"),
    "running": N_("In progress"),
    "finished": N_("Finished"),
    "won": N_("Won"),
    "drawn": N_("Drawn"),
    "lost": N_("Lost"),
}
_MODES = {"": N_("All"), "solo": N_("Alone"), "multiplayer": N_("Against people")}


class CareerPage(Page):
    """One sheet: the player's standing on the left, the games played on the right."""

    least = (720.0, 400.0)

    def __init__(self, go: Navigator, back: Callable[[], None]) -> None:
        super().__init__(go, go.front, back)
        kept = go.kept()
        go.results(kept)
        self.standing = go.career.standing()
        self.campaigns = campaigns([info for info in wab.scenarios() if has_front(info.system)], go.career)
        self.items = library(kept, go.career.library)
        self.wanted = Filter()
        self.ranks = _ranks()
        self.pictures = Thumbnails(go.hud)
        self.systems = tuple(dict.fromkeys(item.system for item in self.items if has_front(item.system)))

    def leave(self) -> None:
        """Give the pictures back."""
        super().leave()
        self.pictures.close()

    @property
    def shown(self) -> tuple[Item, ...]:
        """The games that the filter takes."""
        return chosen(self.items, self.wanted)

    def draw(self) -> None:
        """Both columns and the way back."""
        self.pictures.begin_frame()
        self.dim(0.66)
        width, height = min(_WIDTH, self.width - 40), self.height - 60
        x, y = (self.width - width) / 2, 30.0
        with self.sheet("career", x, y, width, height, title=_("Career"), icon="medal", padding=22):
            at, room = self.flow.place, self.flow.room
            left = min(_LEFT, room.x * 0.4)
            with self.flow.scroll("standing", left, room.y - 54):
                self._standing(left - 16)
            self.flow.go_to(at.x + left + 18, at.y)
            with self.flow.group():
                self._library(room.x - left - 18, room.y - 54)
            self.flow.go_to(at.x, at.y + room.y - 42)
            words = _("Back")
            if self.press(words, icon="retreat", key=_("Esc"), width=150, height=42, first=True) and self.back:
                self.back()

    # --- where the player stands ---

    def _standing(self, width: float) -> None:
        if self.standing is not None:
            self._rank(self.standing, width)
        for system, sides in self.campaigns.items():
            front = get_front(system)
            for side, one in sides.items():
                self._campaign(front, side, one, width)
        if self.standing is not None:
            self._advice(self.standing, width)
            self._all_ranks(self.standing, width)

    def _rank(self, standing: Standing, width: float) -> None:
        """Rank, experience, and the way to the next rank (OPS-1.6-1)."""
        at, c, kit = self.flow.place, self.kit.colours, self.kit
        kit.icon("medal", at.x, at.y + 4, 34, c.brass)
        kit.text(in_language(standing.rank.name), at.x + 46, at.y + 21, c.text, size=33, font="title", middle=True)
        rank_bar(kit, at.x, at.y + 48, width, standing)
        points, wanted = experience_words(standing.experience), to_next(standing)
        used = kit.text(points, at.x, at.y + 76, c.second, size=16, middle=True)
        low = 0 if used + kit.width(wanted, "body", 16) + 12 <= width else 20
        kit.text(wanted, at.x + width, at.y + 76 + low, c.brass, size=16, align=1.0, middle=True)
        self.flow.take(width, 88 + low)

    def _campaign(self, front: Front, side: str, one: Progress, width: float) -> None:
        """Draw the progress of one side's campaign, and what is next in it (OPS-11.2.1-3)."""
        at, kit, c, tint = (
            self.flow.place,
            self.kit,
            self.kit.colours,
            front.side_tint(side, self.window.palette),
        )
        name = _("Campaign: {side}").format(side=front.side_name(side))
        kit.text(name, at.x, at.y + 12, tint, size=18, font="strong", middle=True)
        count = _("{done} of {count}").format(done=one.done, count=one.count)
        kit.text(count, at.x + width, at.y + 12, c.text, size=17, font="medium", align=1.0, middle=True)
        step = width / max(1, one.count)
        for number in range(one.count):
            box = Box(at.x + number * step, at.y + 26, step - 4, 8)
            kit.plate(box, tint if number < one.done else c.ground, 2)
        following = _("Next: {title}").format(title=title_of(one.following)) if one.following else _("Completed")
        kit.text(kit.fitted(following, width, "body", 16), at.x, at.y + 48, c.second, size=16, middle=True)
        self.flow.take(width, 62)

    def _advice(self, standing: Standing, width: float) -> None:
        """Draw the advice of the ranks held so far (OPS-1.6-4)."""
        held = [rank for rank in self.ranks if rank.start <= standing.experience]
        tips = [in_language(tip) for rank in held for tip in rank.tips]
        if tips:
            self.flow.heading(_("Advice"), width)
        for tip in tips:
            self.flow.text(f"·  {tip}", "body", 16, self.kit.colours.second, wrap=width)
        self.flow.gap(8)

    def _all_ranks(self, standing: Standing, width: float) -> None:
        """Every rank, when it is reached and what it brings (OPS-1.6-7)."""
        self.flow.heading(_("Ranks"), width)
        for rank in self.ranks:
            at, c = self.flow.place, self.kit.colours
            held = rank.start <= standing.experience
            tint = c.action if rank == standing.rank else c.text if held else c.second
            self.kit.icon("check" if held else "star", at.x, at.y + 4, 14, c.good if held else c.off_text)
            self.kit.text(in_language(rank.name), at.x + 24, at.y + 11, tint, size=17, font="medium", middle=True)
            start = figures(rank.start)
            self.kit.text(start, at.x + width, at.y + 11, c.second, size=16, align=1.0, middle=True)
            self.flow.take(width, 18)
            self.flow.go_to(at.x + 24, self.flow.place.y - 2)
            self.flow.text(in_language(rank.unlock), "body", 15, c.second, wrap=width - 24)
        words = _("Ranks lock nothing: every scenario and all information are there for everybody.")
        self.flow.text(words, "body", 15, self.kit.colours.second, wrap=width)

    # --- the library ---

    def _library(self, width: float, height: float) -> None:
        top, shown, is_low = self.flow.place.y, self.shown, self.height < _LOW
        if not is_low:
            self._filters(width)
        with self.flow.scroll("games", width, height - (self.flow.place.y - top)):
            if is_low:  # the buttons would leave no room: they scroll with the games
                self._filters(width - 16)
            count = ngettext("{count} game", "{count} games", len(shown)).format(count=len(shown))
            self.flow.text(count, "body", 16, self.kit.colours.second)
            for number, item in enumerate(shown[:_SHOWN]):
                line = line_of(item, self.front)
                if draw_row(self, self.pictures, item, line, f"game {number}", width - 16):
                    self._open(item)

    def _filters(self, width: float) -> None:
        """Buttons that choose what is listed: status, alone or not, system."""
        states = [(state, _(words)) for state, words in _STATES.items()]
        self._pick("status", states, self.wanted.status, width)
        modes = [(mode, _(words)) for mode, words in _MODES.items()]
        self._pick("mode", modes, self.wanted.mode, width)
        if len(self.systems) > 1:
            titles = [("", _("All")), *((name, get_front(name).cover().title) for name in self.systems)]
            self._pick("system", titles, self.wanted.system, width)
        if sides := self._sides():
            self._pick("side", sides, self.wanted.side, width)
        self.flow.gap(6)

    def _sides(self) -> list[tuple[str, str]]:
        """The sides of the system that is shown: sides of several games are not the same."""
        system = self.wanted.system or (self.systems[0] if len(self.systems) == 1 else "")
        if not system:
            return []
        sides = dict.fromkeys(item.side for item in self.items if item.system == system)
        return [("", _("All")), *((side, get_front(system).side_name(side)) for side in sides)]

    def _pick(self, field: str, choices: list[tuple[str, str]], now: str, width: float) -> None:
        """Buttons in as many rows as their words need, one held down."""
        room = width
        for value, words in choices:
            wide = self.room_for(words, "", "")
            if room < width and wide <= room:
                self.flow.beside(6)
            else:
                room = width
            room -= wide + 6
            if self.press(words, identity=f"{field} {value}", chosen=value == now, height=30):
                self.wanted = replace(self.wanted, **{field: value, **({"side": ""} if field == "system" else {})})

    def _open(self, item: Item) -> None:
        save = item.save
        if save is None:
            self.go.tell(_("The save of this game is no longer there."))
        elif self.go.is_at(save):
            self.go.return_to_battle()
        else:
            self.go.attempt(lambda: self.go.resume(save))


def _ranks() -> tuple[Rank, ...]:
    try:
        return load_ranks()
    except DataError:
        return ()
