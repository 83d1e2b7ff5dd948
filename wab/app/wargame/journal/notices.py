"""Notices for a moment: toasts, the question before a turn ends, hints, the report of a replay."""

from __future__ import annotations

from math import cos
from typing import Any

from imgui_bundle import imgui

from wab.app.gfx.theme import METRICS, colour
from wab.app.hud.kit import Box, Tip
from wab.app.hud.widgets import Action, button, key_name, shared
from wab.app.play.desk import SPEEDS
from wab.app.play.desk import Desk as AnyDesk
from wab.app.wargame.adapter import typography
from wab.app.wargame.journal import offer
from wab.app.wargame.ui.badge import best_place, free_room, hex_box
from wab.app.wargame.ui.desk import Desk
from wab.app.wargame.ui.places import corner_box, has_small_map, strip_left
from wab.locale import _

REPLAY = 46.0
"""Height of the panel that says that the enemy moves or decides."""
LEAST_REPORT = 360.0
"""Least width of a report, if its words need it; longer reports have several lines."""


def draw_toast(desk: Desk, scene: Any) -> None:
    """Draw the sentence next to the pointer that says why something is refused, off the hex that it speaks of."""
    toast, kit = desk.interaction.toast, desk.kit
    if toast is None:
        return
    fade = min(1.0, toast.seconds / 0.6)
    lines = kit.lines(toast.text, 330, "medium", 14.5)
    clause = ", ".join(toast.clauses) + ("  ·  F2" if toast.clauses else "")
    wide = max([kit.width(line, "medium", 14.5) for line in lines] + [kit.width(clause, "report", 12)]) + 56
    high = len(lines) * 19 + (16 if clause else 0) + 18
    box = _toast_place(desk, scene, (wide, high))
    x, y = box.x, box.y
    edge = kit.colours.bad if toast.bad else kit.colours.brass
    with kit.over():
        kit.plate(box, kit.colours.ground.fade(0.96 * fade), 6)
        kit.outline(box, edge.fade(0.8 * fade), 6, 1.5)
        kit.icon("warning" if toast.bad else "info", x + 12, y + 9, 20, edge.fade(fade))
        line = y + 8
        for words in lines:
            kit.text(words, x + 42, line, kit.colours.text.fade(fade), size=14.5, font="medium")
            line += 19
        if clause:
            kit.text(clause, x + 42, line, kit.colours.second.fade(fade), size=12, font="report")


def _toast_place(desk: Desk, scene: Any, size: tuple[float, float]) -> Box:
    """Return a place next to the hex of the toast if that hex is in sight, else next to the pointer."""
    toast, kit, (px, py) = desk.interaction.toast, desk.kit, desk.ui.pointer
    if toast is not None and toast.hex is not None:
        there = hex_box(desk.kit, scene, toast.hex)
        if shared(there, kit.screen) > 0.5 * there.w * there.h:
            blocks = [*([desk.ui.badge] * 4 if desk.ui.badge is not None else []), Box(px - 6, py - 6, 24, 28)]
            return best_place(
                [(there.x + there.w / 2, there.y + there.h / 2)], size, there.w / 2, blocks, free_room(desk)
            )
    x = min(max(8.0, px + 18), kit.screen.w - size[0] - 8)
    y = min(max(METRICS.top_bar + 8.0, py - size[1] - 14), kit.screen.h - size[1] - 8)
    return Box(x, y, *size)


def draw_question(desk: Desk) -> None:
    """Before a turn or a part of it ends while units could still act."""
    question, kit = desk.interaction.question, desk.kit
    if question is None:
        return
    words = kit.lines(question.words, 330, "body", 15)
    high = 34 + 16 + len(words) * 21 + 62
    box = Box(kit.screen.w - 380 - 12, METRICS.top_bar + 8, 380, high)
    with kit.panel("question", box, title=question.title, icon="end_turn", front=True, opacity=0.985):
        y = box.y + 46
        for line in words:
            kit.text(line, box.x + 16, y, size=15)
            y += 21
        half = (box.w - 40) / 2
        no = Action(_("Not yet"), "close", key_name("escape"), tip=question.not_yet)
        if button(kit, "question-no", Box(box.x + 16, y + 10, half, 38), no):
            desk.interaction.cancel()
            return
        yes = Action(question.deed, "end_turn", key_name("enter"), "primary", tip=question.tip, clause=question.clause)
        if button(kit, "question-yes", Box(box.x + 24 + half, y + 10, half, 38), yes):
            desk.interaction.confirm()


def _draw_awaited(desk: Desk, words: str) -> None:
    """Say for whom this screen waits: the game lies elsewhere, and cannot be hurried from here."""
    kit = desk.kit
    wide = 44.0 + kit.width(words, "strong", 16) + 20
    box = Box((kit.screen.w - wide) / 2, METRICS.top_bar + 14 + desk.ui.banner_high, wide, REPLAY)
    with kit.panel("awaited", box):
        kit.icon("clock", box.x + 14, box.y + 13, 20, kit.colours.action)
        kit.text(words, box.x + 44, box.y + 13, size=16, font="strong")


def draw_replay(desk: Desk) -> None:
    """Show that the enemy moves, the speed of the replay, and the way to skip it."""
    kit = desk.kit
    if (awaited := desk.battle.awaited) and (desk.battle.busy or not desk.replaying):
        _draw_awaited(desk, awaited)
        return
    if not (desk.replaying or desk.battle.busy):
        return
    words = _("The enemy is deciding") if desk.battle.busy else _("The enemy is moving")
    skip = Action(_("Skip"), "end_turn", key_name("space"), tip=_("Go to the end of the enemy's moves."))
    tip = _("The computer plays the best that it has found so far.")
    enough = Action(_("Now"), "end_turn", key_name("escape"), tip=tip)
    last = max(room_of(desk, skip), room_of(desk, enough))
    wide = 44.0 + kit.width(words, "strong", 16) + 18 + len(SPEEDS) * 46 + last + 16
    box = Box((kit.screen.w - wide) / 2, METRICS.top_bar + 14, wide, REPLAY)
    with kit.panel("replay", box):
        kit.icon("eye" if desk.replaying else "clock", box.x + 14, box.y + 13, 20, kit.colours.action)
        kit.text(words, box.x + 44, box.y + 13, size=16, font="strong")
        if not desk.replaying:
            _thinking(desk, Box(box.x + 8, box.bottom - 4, box.w - 16, 2))
        x = box.right - 14 - len(SPEEDS) * 46 - last
        for place, speed in enumerate(SPEEDS):
            label = _("at once") if speed == 0 else f"×{typography.number(speed)}"
            action = Action(
                label if speed else "",
                "" if speed else "end_turn",
                str(place + 1),
                tip=_("Speed"),
                down=desk.ui.speed == speed,
            )
            if small_button(desk, f"speed-{place}", Box(x, box.y + 8, 42, 30), action, label):
                desk.commands.set_speed(speed)
            x += 46
        end = Box(x + 2, box.y + 7, last, 32)
        if desk.replaying and button(kit, "replay-skip", end, skip):
            desk.commands.skip()
        if not desk.replaying and button(kit, "replay-hurry", end, enough):
            desk.commands.hurry()


def room_of(desk: AnyDesk[Any], action: Action) -> float:
    """Return the width that a button with an icon, words and a key needs."""
    kit = desk.kit
    return kit.width(action.label, "strong", action.size) + kit.width(kit.caption(action.key), "medium", 12) + 76


def _thinking(desk: Desk, box: Box) -> None:
    """Draw the progress of the computer. If it is unknown, a moving part shows that the computer is at work."""
    share, ink = desk.battle.progress, desk.kit.colours.action
    if share is not None:
        desk.kit.plate(Box(box.x, box.y, box.w * share, box.h), ink)
        return
    part = box.w * 0.16
    there = 0.5 - 0.5 * cos(imgui.get_time() * 2.4)
    desk.kit.plate(Box(box.x + (box.w - part) * there, box.y, part, box.h), ink.fade(0.8))


def small_button(desk: AnyDesk[Any], name: str, box: Box, action: Action, label: str) -> bool:
    """A button without a frame, as for a speed."""
    kit = desk.kit
    hot = kit.hot(name, box)
    if action.down or hot.hovered:
        kit.plate(box, kit.colours.down if action.down else kit.colours.hover.fade(0.6), 4)
    ink = kit.colours.action if action.down else kit.colours.second
    if hot.hovered:
        kit.tip = Tip(action.tip, (label,), key=action.key)
    if action.icon:
        kit.icon(action.icon, box.x + 12, box.y + 6, 18, ink)
    else:
        kit.text(label, box.x + box.w / 2, box.y + 6, ink, size=14, font="medium", align=0.5)
    return hot.clicked


def draw_news(desk: Desk) -> None:
    """Draw the offer of a draw, and under it one line of news, such as the report on the last replay."""
    waits = desk.replaying or desk.battle.busy or desk.battle.awaited
    below = desk.ui.banner_high + (REPLAY + 8 if waits else 0)  # where it says what can be done, or who decides
    _draw_report(desk, below + offer.draw(desk, METRICS.top_bar + 14 + below))


def _draw_report(desk: Desk, below: float) -> None:
    kit, words = desk.kit, desk.messages.now
    if not words or desk.replaying:
        return
    if words == desk.handed:
        _handed(desk, words)
        return
    right = _right_of(desk)
    wide = min(kit.width(words, "medium", 14.5) + 84, max(kit.screen.w - 700, LEAST_REPORT))
    lines = kit.lines(words, wide - 80, "medium", 14.5)
    x = max(8.0, min((kit.screen.w - wide) / 2, right - 8 - wide))
    box = Box(x, METRICS.top_bar + 14 + below, wide, 19 + 19.0 * len(lines))
    with kit.panel("report", box):
        kit.icon("journal", box.x + 14, box.y + 10, 18, kit.colours.action)
        for place, line in enumerate(lines):
            kit.text(line, box.x + 42, box.y + 9 + 19 * place, size=14.5, font="medium")
        cross = Box(box.right - 32, box.y + 7, 24, 24)
        hot = kit.hot("report-close", cross)
        kit.icon("close", cross.x + 6, cross.y + 6, 12, kit.colours.text if hot.hovered else kit.colours.second)
        if hot.hovered:
            kit.tip = Tip(_("Close"))
        if hot.clicked:
            desk.messages.read()


def _right_of(desk: Desk) -> float:
    """Return the left edge of the panels at the right of the window. Words in the middle must not lie under them."""
    kit = desk.kit
    found = (part.x for part in kit.covered.values() if part.x > kit.screen.w / 2 and METRICS.top_bar < part.y < 200)
    return min(found, default=kit.screen.w)


def _handed(desk: Desk, words: str) -> None:
    """Name the person who plays now, large and in colour, with the decision to take; a click puts the notice away."""
    kit, c, ink = desk.kit, desk.kit.colours, desk.ink_of(desk.view.seat)
    asked = desk.kept("handed", desk.adapter.question)
    wide = max(kit.width(words, "title", 30), kit.width(asked, "medium", 16)) + 88
    y = METRICS.top_bar + 14.0 + desk.ui.banner_high
    if desk.ui.list_right:  # a list lies there
        y = kit.screen.h - max(METRICS.journal, desk.ui.journal_high) - 98
    box = Box(max(8.0, min((kit.screen.w - wide) / 2, _right_of(desk) - 8 - wide)), y, wide, 76)
    with kit.panel("handed", box, opacity=0.97, front=True):
        kit.plate(Box(box.x, box.y, 8, box.h), ink, 3)
        kit.text(words, box.x + 28, box.y + 8, ink, size=30, font="title")
        kit.text(asked, box.x + 28, box.y + 46, c.text, size=16, font="medium")
        if kit.hot("handed-close", box).clicked:
            desk.messages.read()


def draw_hint(desk: Desk) -> None:
    """A bubble that teaches, above the journal, or above the corner where there is none; it goes when it is read."""
    kit, hint = desk.kit, desk.hint
    if hint is None or desk.ui.hints_off or desk.learnt.off or desk.replaying:
        return
    wide = 440.0
    lines = kit.lines(hint.text, wide - 84, "body", 15)
    high = len(lines) * 21 + 66
    x = max(strip_left(desk), desk.ui.list_right + 12)
    bottom = kit.screen.h - max(METRICS.journal, desk.ui.journal_high) - 22
    if not (has_small_map(desk) or desk.ui.journal_open):
        bottom = corner_box(desk).y - 8
    box = Box(min(x, kit.screen.w - wide - 12), bottom - high, wide, high)
    with kit.panel("hint", box, opacity=0.97):
        kit.plate(Box(box.x, box.y, 5, box.h), kit.colours.action, 2)
        kit.disc(box.x + 34, box.y + 32, 17, colour("4A3E1E"))
        kit.icon("info", box.x + 23, box.y + 21, 22, kit.colours.action)
        y = box.y + 14
        for line in lines:
            kit.text(line, box.x + 64, y, size=15)
            y += 21
        show = Action(_("Show me"), tip=_("Bring the place that is meant into view."))
        if hint.hex is not None and button(kit, "hint-show", Box(box.x + 64, y + 6, 118, 30), show):
            desk.commands.jump(hint.hex)
        if button(
            kit, "hint-off", Box(box.right - 248, y + 6, 110, 30), Action(_("No hints"), tip=_("Show no more hints."))
        ):
            desk.ui.hints_off = desk.learnt.off = True
            desk.battle.learning.keep()
        read = Action(_("Understood"), tip=_("Close this hint."))
        if button(kit, "hint-read", Box(box.right - 128, y + 6, 112, 30), read):
            desk.learnt.read.add(hint.number)
            desk.battle.learning.keep()
