"""The banner of the phase: the track of the turn, what can be done now and what comes next, and which units can act."""

from __future__ import annotations

from typing import NamedTuple

from wab.app.gfx.theme import METRICS
from wab.app.hud.kit import Box, Kit, Tip
from wab.app.wargame.adapter.pictures import Guide
from wab.app.wargame.ui.desk import Desk
from wab.app.wargame.ui.places import LEGEND, list_left
from wab.locale import _, ngettext

TURNS = 3
"""Turns in which the banner is open; afterwards it folds to one line."""
HIGH, FOLDED, MOST, LEAST = 92.0, 36.0, 1130.0, 300.0
"""Heights of the banner, open and folded; its greatest and its least width."""
STEP, AROUND, GAP = 104.0, 40.0, 6.0
"""Least width of a step of the track, its room around the words, and the gap between two."""


class _Lines(NamedTuple):
    """The words of the banner: what can be done, and under it what else matters."""

    now: str
    more: str
    waiting: int


def draw(desk: Desk) -> None:
    """Draw the banner while the player decides and nothing else lies in its place."""
    desk.ui.banner_high = 0.0
    hand = desk.interaction
    if hand.stopped or hand.covered or hand.question is not None or desk.replaying or desk.showing or desk.battle.busy:
        return
    guide = desk.kept("guide", desk.adapter.guide)
    box = _place(desk)
    if guide is None or box.w < LEAST:
        return
    turn = desk.view.turn - desk.adapter.first_turn
    is_open = desk.ui.banner if desk.ui.banner is not None else turn < TURNS
    lines = _words(desk, guide)
    folded = not is_open or box.w < 2 * LEAST
    box = Box(box.x, box.y, box.w, FOLDED if folded else HIGH)
    desk.ui.banner_high = box.h + 8
    with desk.kit.panel("banner", box, opacity=0.95):
        desk.kit.plate(Box(box.x, box.y, 5, box.h), desk.ink_of(desk.view.seat), 2)
        if folded:
            _folded(desk, guide, lines, box)
        else:
            _open(desk, guide, lines, box)


def _place(desk: Desk) -> Box:
    """Return the place between the tools, or the list that is open, and the panels at the right."""
    kit, ui = desk.kit, desk.ui
    left = max(list_left(desk) + (LEGEND + 8 if ui.overlay else 0.0), ui.list_right + 8)
    top = METRICS.top_bar + 14
    beside = (part for part in kit.covered.values() if part.right > left and part.bottom > top and part.y < top + HIGH)
    right = min((part.x for part in beside), default=kit.screen.w)
    wide = min(right - 8 - left, MOST)
    return Box(left, top, wide, HIGH)


def _words(desk: Desk, guide: Guide) -> _Lines:
    waiting = len(desk.kept("waiting-units", desk.interaction.waiting)) if not desk.interaction.answers_open else 0
    told = ngettext("{count} unit can still act.", "{count} units can still act.", waiting).format(count=waiting)
    return _Lines(guide.now, " ".join(part for part in (told if waiting else "", guide.more) if part), waiting)


def _open(desk: Desk, guide: Guide, lines: _Lines, box: Box) -> None:
    kit = desk.kit
    _track(kit, guide, Box(box.x + 18, box.y + 8, box.w - 52, 22))
    kit.icon(guide.icon, box.x + 20, box.y + 46, 26, kit.colours.action)
    room = box.w - 78
    now = kit.lines(lines.now, room, "strong", 16)[:2]
    if len(now) > 1 and not lines.more:
        for place, words in enumerate(now):
            kit.text(words, box.x + 60, box.y + 40 + 21 * place, size=16, font="strong")
    else:
        kit.text(kit.fitted(lines.now, room, "strong", 16), box.x + 60, box.y + 40, size=16, font="strong")
        _units(desk, lines, kit.fitted(lines.more, room, "body", 14), box.x + 60, box.y + 63)
    _fold(desk, box, is_open=True)


def _folded(desk: Desk, guide: Guide, lines: _Lines, box: Box) -> None:
    kit, x = desk.kit, box.x + 14
    kit.icon(guide.icon, x, box.y + 9, 18, kit.colours.action)
    x += 28
    if guide.place >= 0:
        x += kit.text(guide.steps[guide.place], x, box.y + 8, kit.colours.action, size=15, font="strong") + 14
    told = lines.more if lines.waiting else lines.now
    _units(desk, lines, kit.fitted(told, box.right - 40 - x, "body", 14), x, box.y + 9)
    _fold(desk, box, is_open=False)


def _units(desk: Desk, lines: _Lines, words: str, x: float, y: float) -> None:
    """Write a line; a click on it goes to the next unit that can act, where there is one."""
    kit, cell = desk.kit, Box(x - 4, y - 3, desk.kit.width(words, "body", 14) + 8, 24)
    if not words:
        return
    ink = kit.colours.second
    if lines.waiting:
        hot = kit.hot("banner-units", cell)
        if hot.hovered:
            ink = kit.colours.action
            kit.tip = Tip(_("Next unit"), (_("Select the next unit that has not acted."),), "", "N")
        if hot.clicked:
            desk.commands.next_unit()
    kit.text(words, x, y, ink, size=14)


def _fold(desk: Desk, box: Box, *, is_open: bool) -> None:
    kit, cell = desk.kit, Box(box.right - 30, box.y + 7, 22, 22)
    hot = kit.hot("banner-fold", cell)
    ink = kit.colours.text if hot.hovered else kit.colours.second
    x, y = cell.x + cell.w / 2, cell.y + cell.h / 2
    rise = 4 if is_open else -4
    kit.line(x - 6, y + rise / 2, x, y - rise / 2, ink, 2)
    kit.line(x, y - rise / 2, x + 6, y + rise / 2, ink, 2)
    if hot.hovered:
        kit.tip = Tip(_("Fold to one line") if is_open else _("Show the whole turn"))
    if hot.clicked:
        desk.ui.banner = not is_open


def _track(kit: Kit, guide: Guide, box: Box) -> None:
    """Draw the steps around the present one, as many as have room: done ones ticked, the present one bright."""
    needed = max(STEP, *(kit.width(words, "medium", 13) + AROUND for words in guide.steps))
    count = min(len(guide.steps), max(1, int((box.w + GAP) // (needed + GAP))))
    first = max(0, min(guide.place - count // 2, len(guide.steps) - count))
    wide = (box.w - (count - 1) * GAP) / count
    for place in range(first, first + count):
        cell = Box(box.x + (place - first) * (wide + GAP), box.y, wide, box.h)
        now, done = place == guide.place, place < guide.place
        if now:
            kit.graded(cell, kit.colours.action, kit.colours.action.shade(0.82), 4)
        else:
            kit.plate(cell, kit.colours.ground.fade(0.8), 4)
        if done:
            kit.icon("check", cell.x + 8, cell.y + 5, 12, kit.colours.good)
        ink = kit.colours.ground if now else kit.colours.second
        words = kit.fitted(guide.steps[place], wide - (34 if done else 12), "medium", 13)
        kit.text(words, cell.x + wide / 2 + (8 if done else 0), cell.y + 3, ink, size=13, font="medium", align=0.5)
