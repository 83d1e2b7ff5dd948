"""The panel of an attack: its parts at the left, each a row; the board of odds at the right, and under it who defends.

Where there is no room under the board the defenders stand under the parts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wab.app.gfx.theme import METRICS
from wab.app.hud.kit import Box, Tip
from wab.app.hud.widgets import Action, button, key_name, tick
from wab.app.wargame.adapter.typography import reason
from wab.app.wargame.attack import odds as board
from wab.app.wargame.ui.desk import Desk
from wab.app.zocbonds.hand import attack_choice
from wab.app.zocbonds.hand.attack_choice import Part
from wab.app.zocbonds.hand.hand import AttackPlan, ZocBondsHand
from wab.locale import _, pgettext
from wab.systems.zocbonds.combat.odds import Preview, preview
from wab.systems.zocbonds.state.orders import Attack
from wab.systems.zocbonds.state.state import State

PARTS, BOARD, GAP = 376.0, 410.0, 16.0
COUNTER, DEFENDER = 36.0, 44.0
"""Sides of the counters of attackers and of defenders."""
INDENT = 31.0 + COUNTER + 8
"""The left edge of the words next to a counter."""
ROW, TALL, HEAD, FOOT, LINE = 28.0, 45.0, 28.0, 60.0, 18.0


def draw(desk: Desk, hand: ZocBondsHand, plan: AttackPlan) -> None:
    """Draw it at the right edge, in place of the panel of the unit."""
    kit, order, state = desk.kit, plan.attack, hand.position
    rows = desk.kept("attack-rows", lambda: hand.rows, order)
    odds = desk.kept("attack-odds", lambda: hand.adapter.odds_of(order), order)
    seen = desk.kept("attack-seen", lambda: preview(state, order), order)
    below = _told_below(desk, state, order, seen)
    refusal = desk.kept("attack-refusal", lambda: hand.view.why_not(order), order)
    heights = desk.kept("attack-heights", lambda: [_high(desk, row) for row in rows], order)
    screen, top = kit.screen, METRICS.top_bar + 16.0
    most = screen.h - top - 12
    defenders, weighed = _high_of_defenders(below), board.height(odds) if odds is not None else 0.0
    is_under_board = odds is not None and 34 + 12 + weighed + defenders + FOOT <= most
    high = 2 * HEAD + sum(heights) + (0.0 if is_under_board else defenders)
    least = weighed + (defenders if is_under_board else 0.0)
    wide = min(PARTS + BOARD + 2 * GAP + 8, screen.w - METRICS.tool - 40)
    box = Box(screen.w - 12 - wide, top, wide, min(34 + 12 + max(high, least) + FOOT, most))
    goal = hand.adapter.hex_title(order.target)
    title = _("Attack: {hex}").format(hex=goal)
    with kit.panel("attack", box, title=title, icon="attack", front=True, closes=True) as panel:
        inside = Box(box.x + GAP, panel.box.y + 10, PARTS, box.bottom - FOOT - panel.box.y - 12)
        whose = _Defenders(tuple(part.unit for part in seen.defenders), tuple(below))
        _parts(desk, hand, list(zip(rows, heights, strict=True)), None if is_under_board else whose, inside)
        if odds is not None:
            right = Box(inside.right + GAP, inside.y, box.right - GAP - inside.right - GAP, inside.h)
            board.draw(desk, odds, Box(right.x, right.y, right.w, weighed) if is_under_board else right)
            if is_under_board:
                _defenders(desk, hand, whose, Box(right.x, right.y + weighed, right.w, defenders))
        half = (box.w - 2 * GAP - 8) / 2
        no = Action(_("Cancel"), "close", key_name("escape"), tip=_("Close without spending anything."))
        if button(kit, "attack-no", Box(box.x + GAP, box.bottom - 50, half, 38), no) or panel.closed:
            hand.cancel()
            return
        off = reason(refusal)
        clause = refusal.clauses[0] if refusal is not None and refusal.clauses else ""
        yes = Action(pgettext("order", "Attack"), "attack", key_name("enter"), "primary", off, clause=clause)
        if button(kit, "attack-yes", Box(box.x + GAP + 8 + half, box.bottom - 50, half, 38), yes):
            hand.confirm()


@dataclass(frozen=True)
class _Defenders:
    """The defenders, with lines on their strengths and on the means that the attack uses up."""

    units: tuple[int, ...]
    lines: tuple[str, ...]


def _told_below(desk: Desk, state: State, order: Attack, seen: Preview) -> list[str]:
    """Return the lines under the counters of the defenders."""
    told = (attack_choice.defence_words(state, seen), attack_choice.price_words(state, order))
    return [line for words in told if words for line in desk.kit.lines(words, PARTS - 12, "body", 14)]


def _high_of_defenders(below: Sequence[str]) -> float:
    return HEAD + DEFENDER + 8 + LINE * len(below)


def _defenders(desk: Desk, hand: ZocBondsHand, whose: _Defenders, box: Box) -> None:
    """Their counters side by side, and under them what they defend with."""
    kit, adapter = desk.kit, hand.adapter
    kit.heading(_("Defenders"), Box(box.x, box.y + 4, box.w, 18))
    step = min(DEFENDER + 6, (box.w - DEFENDER) / max(1, len(whose.units) - 1))
    for place, unit in enumerate(whose.units):
        cell = Box(box.x + place * step, box.y + HEAD, DEFENDER, DEFENDER)
        kit.counter(adapter.counter(unit), cell.x, cell.y, DEFENDER)
        kit.explain(f"defender-{unit}", cell, adapter.unit_name(unit), "")
    for number, line in enumerate(whose.lines):
        y = box.y + HEAD + DEFENDER + 8 + LINE * number
        kit.text(line, box.x, y, kit.colours.second, size=14)


def _details(desk: Desk, row: Part) -> list[str]:
    """Return the details of a row, wrapped into lines."""
    return desk.kit.lines(row.detail, PARTS - 12 - INDENT - 9, "body", 13) if row.detail else []


def _high(desk: Desk, row: Part) -> float:
    lines = len(_details(desk, row))
    return TALL + max(0, lines - 1) * LINE if lines or row.unit is not None else ROW


def _parts(
    desk: Desk, hand: ZocBondsHand, rows: Sequence[tuple[Part, float]], whose: _Defenders | None, box: Box
) -> None:
    """Draw the rows with values, then the units. The defenders follow unless they stand elsewhere."""
    kit, under = desk.kit, _high_of_defenders(whose.lines) if whose is not None else 0.0
    whole = 2 * HEAD + sum(high for _row_, high in rows) + under
    with kit.scroll("attack-parts", box, whole) as moved:
        y = moved.top
        units_begin = next((place for place, (row, _high_) in enumerate(rows) if row.ticked is not None), len(rows))
        marked = hand.marked
        for place, (row, high) in enumerate(rows):
            if place == marked and hand.reveal:
                hand.reveal = False
                kit.reveal(moved, y, high)
            if place in (0, units_begin):
                title = _("Attackers") if row.ticked is not None else _("Main force and support")
                kit.heading(title, Box(box.x, y + 4, box.w - 12, 18))
                y += HEAD
            _row(desk, hand, row, place, Box(box.x, y, box.w - 12, high - 3), marked=place == marked)
            y += high
        if whose is not None:
            _defenders(desk, hand, whose, Box(box.x, y, box.w - 12, under))


def _row(desk: Desk, hand: ZocBondsHand, row: Part, place: int, cell: Box, *, marked: bool) -> None:
    kit, colours = desk.kit, desk.kit.colours
    hot = kit.hot(row.key, cell)
    kit.plate(cell, colours.hover.fade(0.5) if hot.hovered or marked else colours.ground.fade(0.6), 3)
    if marked:
        kit.plate(Box(cell.x, cell.y, 3, cell.h), colours.action, 1)
    ink = colours.text if row.refusal is None or row.ticked else colours.off_text
    x, figure = cell.x + 8, str(place + 1) if place < 9 else ""
    end = cell.right - 30 - (kit.width(row.effect, "body", 13) if row.effect else 0)
    if row.ticked is not None:
        tick(kit, Box(x, cell.y + 5, 15, 15), row.ticked, row.refusal is None)
        x += 23
        if row.unit is not None:
            kit.counter(hand.adapter.counter(row.unit), x, cell.y + 3, COUNTER)
            x += COUNTER + 4
        kit.text(row.value, x + 8, cell.y + 3, ink, size=15, font="figures", align=0.5)
        x += 24
        kit.text(row.words, x, cell.y + 3, ink, size=14, font="medium", room=end - x)
    else:
        x += kit.text(row.words, x, cell.y + 3, colours.second, size=14) + 8
        value = colours.action if row.refusal is None else colours.off_text
        kit.text(row.value, x, cell.y + 3, value, size=14, font="strong", room=end - x)
    if row.effect:
        kit.text(row.effect, cell.right - 22, cell.y + 4, colours.second, size=13, align=1.0)
    kit.text(figure, cell.right - 6, cell.y + 4, colours.action.fade(0.7), size=13, align=1.0)
    for number, line in enumerate(_details(desk, row)):
        kit.text(line, cell.x + INDENT, cell.y + 22 + number * LINE, colours.second, size=13)
    if hot.hovered:
        why = reason(row.refusal)
        then = _("A click: {effect}.").format(effect=row.effect) if row.effect else ""
        told = tuple(words for words in (row.detail, why, then) if words)
        clause = row.refusal.clauses[0] if row.refusal is not None and row.refusal.clauses else ""
        kit.tip = Tip(f"{row.words}: {row.value}", told, clause, figure)
    if hot.clicked:
        hand.change(row)
