"""The title screen: the map drifting by, the name of the game, and the menu."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from imgui_bundle import imgui
from msgspec.structs import replace

import wab
from wab.app.gfx.theme import METRICS, REGION
from wab.app.hud.box import Box
from wab.app.hud.shown import shown
from wab.app.hud.widgets import Action, button
from wab.app.pages.games.saves_list import persons_of
from wab.app.pages.navigator import Navigator
from wab.app.pages.parts.paper import SHADE, Page
from wab.app.pages.parts.standing import experience_words, rank_bar, to_next
from wab.app.pages.parts.titles import title_of
from wab.app.play.archive import last_running
from wab.app.window.opening import game_title, line_place, name_place, name_spacing
from wab.career.career import Standing
from wab.career.report import campaigns
from wab.content.career import in_language
from wab.engine.kernel.writer import program_version
from wab.locale import _
from wab.systems import NAMES

DRIFT_SECONDS = 150.0  # there and back
DRIFT_SPAN = 13.5  # hexes from top to bottom


_LINE, _LOWEST_LINE, _FOOT = 58.0, 34.0, 44.0  # a line of the menu, the lowest that one may be, what stands below all
_NARROW = 440.0  # the least width of a line of the menu
_WITH_HINT = 47.0  # so high a line has room for its hint
_ROOMY = 960.0  # pixels at 100 %: room for the menu and the plate with the rank next to it


@dataclass(frozen=True)
class Entry:
    """A line of the menu: what it says, a line below it, what it does, and why it cannot be chosen, if so."""

    identity: str
    label: str
    hint: str
    action: Callable[[], None]
    why_not: str = ""


CREDIT = "Place data: GeoNames (geonames.org), CC BY 4.0, clipped and extended  ·  Coast: GSHHG, LGPL"
"""The credits that the licences of the geography ask for; names and licences are not translated."""


class TitlePage(Page):
    """Name, menu, map."""

    def __init__(self, go: Navigator) -> None:
        super().__init__(go, go.front)
        self.cover = go.front.cover()
        games = go.kept()
        self._running = last_running(games)
        go.results(games)
        self.standing = go.career.standing()
        self.campaigns = campaigns(wab.scenarios(), go.career).get(NAMES[0], {})
        self._italic: Any = None
        self.offers = go.offers_fullscreen

    def opened(self) -> None:
        """Show the map without a battle on it."""
        self.cover = self.front.cover()
        scene = self.window.scene
        if scene is not None:
            self.front.adorn(scene)
            scene.camera.set_mode(False, at_once=True)
            scene.camera.margins = (0, 0, 0, 0)
        self._italic = self._italic or imgui.get_io().fonts.add_font_from_file_ttf(str(REGION.path), 15.0)
        self._drift()

    def leave(self) -> None:
        """Leave the map as others want it; an offer that was not taken up is not made again."""
        super().leave()
        if self.offers:
            self._answer(fullscreen=self.go.settings.fullscreen)
        if self.window.scene is not None:
            self.front.undress(self.window.scene)

    def update(self, dt: float) -> None:
        """Let the map drift."""
        super().update(dt)
        self._drift()

    def _drift(self) -> None:
        """A slow ellipse over the map; it stands still for players who want no motion."""
        scene, rect = self.window.scene, self.cover.drift
        if scene is None:
            return
        angle = 0.0 if self.go.settings.reduced_motion else self.seconds / DRIFT_SECONDS * 2 * math.pi
        x = (rect.left + rect.right) / 2 - math.cos(angle) * (rect.right - rect.left) / 2
        y = (rect.bottom + rect.top) / 2 + math.sin(angle) * (rect.top - rect.bottom) / 2
        scene.camera.fly_to(x, y, DRIFT_SPAN)

    # --- menu ---

    def entries(self) -> list[Entry]:
        """The menu as it is now."""
        menu = [
            Entry("scenarios", _("Scenarios"), self._games(), lambda: self.go.attempt(self.go.choose)),
            Entry("online", _("Online"), _("Against people, over a network"), self.go.online),
            Entry("load", _("Load"), _("Games that were kept"), self.go.saves),
            Entry("career", _("Career"), self._rank(), self.go.review),
            Entry("settings", _("Settings"), _("Language, size, speed"), self.go.configure),
            Entry("quit", _("Quit"), _("To the desktop"), self.go.quit),
        ]
        return [self._continue(), *menu] if self._running is not None else menu

    def _rank(self) -> str:
        """The player's rank in a few words."""
        return in_language(self.standing.rank.name) if self.standing is not None else _("Games that were finished")

    @staticmethod
    def _games() -> str:
        """The games of the house."""
        return "  ·  ".join(map(game_title, NAMES))

    def _continue(self) -> Entry:
        kept = self._running
        if kept is None:
            raise ValueError("no game to continue")
        return Entry(
            "continue", _("Continue"), self._told(), lambda: self.go.attempt(lambda: self.go.resume(kept.path))
        )

    def _told(self) -> str:
        kept = self._running
        if kept is None or kept.note is None:
            return kept.path.stem if kept else ""
        side = persons_of(kept.note, self.front)
        return _("{title}, turn {turn}, {side}").format(
            title=title_of(kept.note.scenario), turn=kept.note.turn, side=side
        )

    # --- drawing ---

    def draw(self) -> None:
        """Name above, menu below, both on the left."""
        self.vignette(left=0.72, top=0.25, right=0.10, bottom=0.35)
        self.vignette(left=0.50, top=0.0, right=0.0, bottom=0.0)
        x, y, size = name_place(self.width, self.height)
        y = self._name(x, y, size)
        self._menu(x, y)
        self._foot()
        if self.standing is not None and self.width >= _ROOMY:
            self._career(self.standing)
        if self.offers and not self.go.settings.fullscreen:
            self._offer()

    def _career(self, standing: Standing) -> None:
        """The player's rank, the way to the next one, and the progress of the campaigns (OPS-1.6-1, OPS-1.6-6)."""
        wide, high = 360.0, 104.0
        x, y = self.width - wide - 40, self.height - high - 40
        with self.bare("standing", x, y, wide, high):
            # For the mouse alone: by keyboard the menu leads there, and Up from its first line to its last.
            hot = self.kit.hot("standing", Box(x, y, wide, high))
            kit, c = self.kit, self.kit.colours
            kit.row(
                Box(x, y, wide, high),
                c.ground.fade(0.86),
                c.ground.fade(0.72),
                c.brass.fade(0.9 if hot.hovered else 0.4),
            )
            kit.icon("medal", x + 14, y + 15, 30, c.brass)
            kit.text(in_language(standing.rank.name), x + 54, y + 30, c.text, size=27, font="title", middle=True)
            points = experience_words(standing.experience)
            kit.text(points, x + wide - 16, y + 31, c.second, size=15, font="medium", align=1.0, middle=True)
            rank_bar(kit, x + 16, y + 53, wide - 32, standing)
            kit.text(self._campaign_words(), x + 16, y + 84, c.second, size=15, font="medium", middle=True)
            kit.text(to_next(standing), x + wide - 16, y + 84, c.brass, size=15, font="medium", align=1.0, middle=True)
        if hot.clicked:
            self.go.review()

    def _offer(self) -> None:
        """Full screen, offered once; F11 and the settings have it at any time.

        The way of the keyboard down the menu does not lead here: F11 takes the offer up, and to go on is an answer.
        """
        wide, high = min(360.0, self.width - 40), 124.0
        low = 104.0 + 16 if self.standing is not None and self.width >= _ROOMY else 0.0
        x, y = self.width - wide - 40, self.height - 40 - low - high
        with self.sheet("offer", max(20.0, x), y, wide, high, padding=16, opacity=0.92):
            room = self.flow.room.x
            self.flow.text(_("Play in full screen?"), "strong", 18)
            self.flow.text(_("F11 switches at any time."), "body", 16, self.kit.colours.second)
            half = (room - 8) / 2
            at = self.flow.place
            if button(
                self.kit, "offer yes", Box(at.x, at.y, half, METRICS.button), Action(_("Full screen"), key="F11")
            ):
                self._answer(fullscreen=True)
            right = Box(at.x + half + 8, at.y, half, METRICS.button)
            if button(self.kit, "offer no", right, Action(_("In a window"))):
                self._answer(fullscreen=False)

    def _answer(self, *, fullscreen: bool) -> None:
        self.offers = False
        self.go.change(replace(self.go.settings, fullscreen=fullscreen, fullscreen_offered=True))

    def _campaign_words(self) -> str:
        """Each side's campaign in a few words (OPS-11.2.1-3)."""
        message = _("{side} {done}/{count}")
        return "  ·  ".join(
            message.format(side=self.front.side_name(side), done=one.done, count=one.count)
            for side, one in self.campaigns.items()
        )

    def _name(self, x: float, y: float, size: float) -> float:
        kit, c, title = self.kit, self.kit.colours, self.cover.title
        with kit.behind():
            wide = 0.0
            for away, ink in ((4, SHADE.fade(0.35)), (2, SHADE.fade(0.5)), (0, c.text)):
                wide = kit.spaced(title, x + away, y + away, ink, size, name_spacing(size), "title")
            y = line_place(y, size)
            kit.faded(Box(x, y, wide, 2), (c.brass, c.brass.fade(0.05), c.brass.fade(0.05), c.brass))
            self._cursive(x, y + 12, self.cover.subtitle, 33)
        return y + 48

    def _cursive(self, x: float, y: float, words: str, size: float) -> None:
        kit = self.kit
        for away, tint in ((1.5, SHADE.fade(0.8)), (0.0, kit.colours.brass.shade(1.12))):
            place = kit.at(x + away, y + away)
            kit.pen.add_text(self._italic, kit.hud.px(size), place, tint.packed, shown(words))

    def _menu(self, x: float, y: float) -> None:
        """The lines of the menu below the name: closer together, and without their hints, where the window is low."""
        entries = self.entries()
        top, low = max(y + 34, self.height * 0.42), self.height - _FOOT
        if top + _LINE * len(entries) > low:
            top = y + 8
        line = max(_LOWEST_LINE, min(_LINE, (low - top) / len(entries)))
        hints = max(self.kit.width(entry.hint, "body", 16) for entry in entries)
        wide = min(max(_NARROW, hints + 52), self.width - x - 20)
        with self.bare("menu", x - 22, top, wide + 20, line * len(entries) + 8):
            for number, entry in enumerate(entries):
                self._entry(entry, wide, line, first=number == 0)

    def _entry(self, entry: Entry, wide: float, line: float, *, first: bool) -> None:
        at, high = self.flow.place, line - METRICS.gap
        pressed, hovered, focused = self.area(entry.identity, wide, high, first=first)
        if hovered and self.pointer_moved:
            self.focus.at = entry.identity
        kit, c, lit = self.kit, self.kit.colours, focused
        if lit:
            full, none = c.raised.fade(0.92), c.raised.fade(0)
            kit.faded(Box(at.x, at.y, wide, high), (full, none, none, full))
            kit.plate(Box(at.x, at.y, 3, high), c.action)
        left = at.x + 22
        kit.spaced(
            entry.label,
            left,
            at.y + (4 if high >= _WITH_HINT else (high - 28) / 2),
            c.action if lit else c.text,
            28,
            1.4,
        )
        if high >= _WITH_HINT:
            hint = self.kit.fitted(entry.hint, wide - 30, "body", 16)
            self.kit.text(hint, left, at.y + 31, c.text if lit else c.second, size=16)
        if pressed:
            self.window.log("menu", entry=entry.identity)
            entry.action()

    def _foot(self) -> None:
        words = f"wab {program_version()}  ·  {CREDIT}"
        with self.kit.behind():
            self.kit.text(words, 96, self.height - 26, self.kit.colours.second, size=14, middle=True)
