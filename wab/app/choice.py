"""The list of scenarios, by kind, over a map that shows where each is fought."""

from __future__ import annotations

from dataclasses import dataclass

from imgui_bundle import imgui

import wab
from wab.app.archive import Kept
from wab.app.camera import Rect
from wab.app.fronts import get_front
from wab.app.navigator import Navigator
from wab.app.pages import Page
from wab.app.saves_list import words_of
from wab.engine.system import ScenarioInfo
from wab.engine.text import N_
from wab.locale import _

KINDS = {"campaign": N_("Campaigns"), "advanced": N_("Advanced scenarios"), "battle": N_("Battles")}
HARDEST = 5
FLIGHT = 0.35
_LIST = 560.0
_ROW = 62.0


@dataclass(frozen=True)
class Result:
    """The best that the player has come to in a scenario: side, level of the victory; "" for a game that goes on."""

    side: str
    level: str
    won: bool


def best_results(games: list[Kept]) -> dict[str, Result]:
    """For every scenario that was played, the best result; a game that goes on where none is over."""
    found: dict[str, Result] = {}
    for kept in games:
        if kept.note is None:
            continue
        note = kept.note
        result = Result(note.seats.side, note.level, note.is_over and note.winner == note.seats.side)
        known = found.get(note.scenario)
        if known is None or _rank(result) > _rank(known):
            found[note.scenario] = result
    return found


def _rank(result: Result) -> tuple[bool, bool]:
    return result.won, bool(result.level)


class ChoicePage(Page):
    """Scenarios on the left; the chosen one on the map and in a panel below it."""

    def __init__(self, go: Navigator) -> None:
        super().__init__(go, go.front, go.title)
        self.infos = wab.scenarios()
        self.cards = {info.id: get_front(info.system).card(info) for info in self.infos}
        self.results = best_results(go.kept())
        self.chosen = self.infos[0] if self.infos else None
        self._framed: ScenarioInfo | None = None
        self._seen_focus = ""

    def opened(self) -> None:
        """Show the map without a battle on it."""
        if self.window.scene is not None:
            self.front.undress(self.window.scene)

    def update(self, dt: float) -> None:
        """Fly to the scenario that is chosen."""
        super().update(dt)
        scene = self.window.scene
        if scene is None or self.chosen is None:
            return
        scene.camera.margins = (round(self.px(_LIST + 60)), round(self.px(30)), round(self.px(30)), round(self.px(230)))
        if self._framed is not self.chosen:
            still = self._framed is None or self.go.settings.reduced_motion
            self._framed = self.chosen
            area = self.front.area(self.chosen)
            left, top, right, bottom = scene.camera.margins
            wide, high = max(80, self.width - left - right), max(80, self.height - top - bottom)
            span = 1.5 * max(
                (area.right - area.left) * self.height / wide, (area.top - area.bottom) * self.height / high
            )
            middle = (area.left + area.right) / 2, (area.bottom + area.top) / 2
            scene.camera.fly_to(*middle, span, seconds=0.0 if still else FLIGHT)

    def draw(self) -> None:
        """The list, the frame on the map, the panel of the chosen one."""
        self.vignette(left=0.5, top=0.12, right=0.12, bottom=0.4)
        if self.chosen is not None:
            self._frame(self.front.area(self.chosen))
        margin = self.px(24)
        with self.sheet(
            "scenarios", margin, margin, self.px(_LIST), self.height - 2 * margin, title=_("Scenarios"), icon="map"
        ):
            room = imgui.get_content_region_avail()
            with self.scroll("list", room.x, room.y - self.px(52)):
                self._list(room.x / self.window.hud.scale - 16)
            if self.press(_("Back"), icon="retreat", key=_("Esc"), width=150) and self.back is not None:
                self.back()
        if self.chosen is not None:
            self._panel(self.chosen)

    def _list(self, width: float) -> None:
        for kind, title in KINDS.items():
            infos = [info for info in self.infos if info.kind == kind]
            if infos:
                self.kit.heading(_(title), width)
                for info in infos:
                    self._row(info, width)
                self.gap(10)

    def _row(self, info: ScenarioInfo, width: float) -> None:
        at, wide, high = imgui.get_cursor_screen_pos(), self.px(width), self.px(_ROW)
        pressed, hovered, focused = self.area(info.id, wide, high, first=info is self.infos[0])
        if focused and self.focus.at != self._seen_focus:
            self._seen_focus, self.chosen = self.focus.at, info
        draw, c, chosen = imgui.get_window_draw_list(), self.kit.colours, info is self.chosen
        if chosen or hovered:
            top = c.normal_top if chosen else c.raised
            self.kit.gradient(
                draw, at.x, at.y, wide, high, top, top.shade(0.8), 5, c.brass.fade(0.9 if chosen else 0.3)
            )
        card, left = self.cards[info.id], at.x + self.px(12)
        self.kit.draw_text(
            draw, left, at.y + self.px(7), words_of(info.title), "title", 18, c.action if chosen else c.text
        )
        told = " · ".join(part for part in (card.dates, card.size) if part)
        self.kit.draw_text(
            draw, left, at.y + self.px(36), self.cut(told, wide - self.px(150), "body", 13), "body", 13, c.second
        )
        right = at.x + wide - self.px(12)
        self._difficulty(info.difficulty, right, at.y + self.px(19))
        self._result(info, right, at.y + self.px(44))
        self.ring(focused, at.x, at.y, wide, high)
        if pressed:
            self._press(info, by_key=not hovered)

    def _press(self, info: ScenarioInfo, *, by_key: bool) -> None:
        """The first press chooses, the second opens; Enter on the chosen one opens."""
        if info is self.chosen:
            self.go.attempt(lambda: self.go.brief(info))
        self.chosen = info
        self._seen_focus = self.focus.at = info.id

    def _difficulty(self, level: int, right: float, y: float) -> None:
        draw, c = imgui.get_window_draw_list(), self.kit.colours
        size, step = self.px(13), self.px(15)
        for number in range(HARDEST):
            x = right - (HARDEST - number) * step + self.px(2)
            self.kit.draw_icon(
                draw, "star", x, y - size / 2, size, c.action if number < level else c.off_text.fade(0.45)
            )

    def _result(self, info: ScenarioInfo, right: float, y: float) -> None:
        c, result = self.kit.colours, self.results.get(info.id)
        if result is None:
            words, tint = _("{minutes} min").format(minutes=self.cards[info.id].minutes), c.second
        elif not result.level:
            words, tint = _("in progress"), c.warn
        else:
            words, tint = (
                self.front.level_name(result.level) if result.won else _("not won yet"),
                c.good if result.won else c.second,
            )
        self.kit.draw_text(imgui.get_window_draw_list(), right, y, words, "medium", 13, tint, align=1.0, middle=True)

    def _frame(self, area: Rect) -> None:
        """A brass frame around the play area on the map."""
        scene = self.window.scene
        if scene is None:
            return
        low, high = scene.camera.project_point(area.left, area.bottom), scene.camera.project_point(area.right, area.top)
        if low is None or high is None:
            return
        draw, c = imgui.get_background_draw_list(), self.kit.colours
        for out, tint, thick in ((3.0, c.ground.fade(0.5), 5.0), (0.0, c.action.fade(0.95), 2.0)):
            ends = imgui.ImVec2(low[0] - out, high[1] - out), imgui.ImVec2(high[0] + out, low[1] + out)
            draw.add_rect(*ends, tint.packed, 0.0, self.px(thick))

    def _panel(self, info: ScenarioInfo) -> None:
        margin, high = self.px(24), self.px(196)
        x = self.px(_LIST) + 2 * margin
        width = self.width - x - margin
        card, c = self.cards[info.id], self.kit.colours
        with self.sheet("chosen", x, self.height - margin - high, width, high, padding=20):
            self.kit.text(words_of(info.title), "title", 25, c.text)
            turns = _("{turns} turns").format(turns=info.turns)
            minutes = _("about {minutes} minutes").format(minutes=card.minutes)
            self.kit.text(" · ".join(part for part in (card.dates, turns, minutes) if part), "medium", 13.5, c.brass)
            self.kit.text(words_of(info.summary), "body", 15, c.text, wrap=width / self.window.hud.scale - 44)
            imgui.set_cursor_pos_y(high - self.px(20 + 42))
            if self.press(
                _("Read the briefing"),
                identity="brief",
                kind="primary",
                icon="journal",
                width=230,
                key=_("Enter"),
                height=42,
            ):
                self.go.attempt(lambda: self.go.brief(info))
