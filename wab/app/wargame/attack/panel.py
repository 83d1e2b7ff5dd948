"""The panel of an attack: its units and means, the board of odds, the enemy, what would change the odds, the order.

A sheet that covers the map has three columns. Any other lies at the right edge, with the enemy under the board.
"""

from __future__ import annotations

from wab.app.gfx.theme import METRICS, colour
from wab.app.hud.kit import Box, Kit, Scrolled, Tip
from wab.app.hud.widgets import ENERGY_GOOD, Action, button, key_name
from wab.app.wargame.adapter.typography import joined, signed
from wab.app.wargame.attack import odds as board
from wab.app.wargame.attack import rows
from wab.app.wargame.attack import verdict as verdicts
from wab.app.wargame.attack.odds import BAD_CHIP, GOOD_CHIP
from wab.app.wargame.attack.sheet import AttackSheet, Change, Group
from wab.app.wargame.ui.desk import Desk
from wab.locale import _

ROOM = 1140.0, 690.0
"""Logical pixels that a covering panel needs, to have everything in sight at once."""
SHARE, LEAST = 0.29, 372.0
"""The part of a covering panel that each outer column takes, at most so many pixels."""
PARTS, BOARD = 390.0, 410.0
"""The columns of a panel at the right edge."""
EDGE, GAP, HEAD, FOOT, TITLE = 18.0, 16.0, 26.0, 66.0, 34.0
MIDDLE, FIRE_MIDDLE, WEIGHED, JOIN = 640.0, 470.0, 500.0, 160.0
"""Heights: the ratio with four shifts and outcomes; outcomes alone; ground, changes and verdict; a unit that could
join."""
LINE, CHANGE, DEFENDER = 18.0, 42.0, 44.0
FOE = colour("E9836C")


def draw(desk: Desk, sheet: AttackSheet) -> str:
    """Draw the panel and do what is clicked. Returns the name of another button of the sheet that was clicked."""
    kit = desk.kit
    if not sheet.covers:
        return _draw(desk, sheet)
    with kit.fitting(*ROOM):
        with kit.window("dim", kit.screen, front=True):  # it takes every click outside the panel
            kit.plate(kit.screen, colour("0B0D0A", 0.42))
            kit.hot("dim-all", kit.screen)
        return _draw(desk, sheet)


def frame(desk: Desk, sheet: AttackSheet) -> Box:
    """Return the box of the panel. The height of a covering panel follows from its units; no tick changes it."""
    kit, screen = desk.kit, desk.kit.screen
    if sheet.covers:
        middle, left = FIRE_MIDDLE, _units_high(kit, sheet, LEAST)
        right = HEAD + (rows.TALL + 8) * len(sheet.foes.entries)
        if sheet.has_ratio:
            middle, left, right = MIDDLE, left + JOIN, right + WEIGHED
        wide, high = min(1340.0, screen.w - 40), max(left, middle, right) + 122
        high = min(800.0, screen.h - 76, high)
        return Box((screen.w - wide) / 2, 64 + (screen.h - 64 - high) / 2, wide, high)
    top, wide = METRICS.top_bar + 16.0, min(PARTS + BOARD + 2 * GAP + 8, screen.w - METRICS.tool - 40)
    left = _units_high(kit, sheet, PARTS) + verdicts.join_height(kit, sheet.verdict, PARTS)
    high = max(left, _weighed(desk, sheet) + _below(kit, sheet)) + TITLE + FOOT + 22
    return Box(screen.w - 12 - wide, top, wide, min(high, screen.h - 12 - top))


def _units_high(kit: Kit, sheet: AttackSheet, wide: float, *, squeezed: bool = False) -> float:
    """Return the height of the groups with their headings."""
    heads = sum((HEAD + 4 if group.heading else 0) + (22 if group.rest else 0) for group in sheet.groups)
    entries = [entry for group in sheet.groups for entry in group.entries]
    return heads + sum(rows.height(kit, entry, wide, squeezed=squeezed) for entry in entries)


def _weighed(desk: Desk, sheet: AttackSheet) -> float:
    weighed = board.height(desk, sheet.odds) if sheet.odds is not None else 0.0
    return weighed + _verdict_high(desk.kit, sheet, BOARD)


def _verdict_high(kit: Kit, sheet: AttackSheet, wide: float) -> float:
    """Return the height of the verdict with its heading, 0 for none."""
    return HEAD + 12 + verdicts.height(kit, sheet.verdict, wide) if sheet.verdict is not None else 0.0


def _draw(desk: Desk, sheet: AttackSheet) -> str:
    kit, box = desk.kit, frame(desk, sheet)
    title, icon = sheet.title, sheet.icon
    with kit.panel("attack", box, title=title, icon=icon, opacity=0.985, front=True, closes=True) as panel:
        body = Box(box.x + EDGE, panel.box.y + 14, box.w - 2 * EDGE, panel.box.h - 14 - FOOT - 8)
        pressed = _three_columns(desk, sheet, box, body) if sheet.covers else _two_columns(desk, sheet, body)
        pressed = _foot(desk, sheet, Box(box.x, box.bottom - FOOT, box.w, FOOT)) or pressed
        if panel.closed:
            desk.interaction.cancel()
    return pressed


def _three_columns(desk: Desk, sheet: AttackSheet, box: Box, body: Box) -> str:
    kit, side = desk.kit, min(LEAST, body.w * SHARE)
    x = box.x + 66 + kit.width(sheet.title.upper(), "heading", 15) + 1.5 * len(sheet.title)
    x += kit.text(sheet.place, x, box.y + 6, size=19, font="title", room=box.w * 0.5) + 18
    kit.text(sheet.moment, x, box.y + 10, kit.colours.second, size=14, room=box.right - x - 60)
    pressed = _units(desk, sheet, Box(body.x, body.y, side, body.h))
    _odds(desk, sheet, Box(body.x + side + 24, body.y, body.w - 2 * side - 48, body.h))
    _enemy(kit, sheet, Box(body.right - side, body.y, side, body.h))
    return pressed


def _two_columns(desk: Desk, sheet: AttackSheet, body: Box) -> str:
    """Draw the units, and next to them the board with the enemy under it."""
    kit, weighed, below = desk.kit, _weighed(desk, sheet), _below(desk.kit, sheet)
    right = Box(body.x + PARTS + GAP, body.y, body.w - PARTS - GAP, body.h)
    with kit.scroll("attack-weighed", Box(right.x - 4, right.y, right.w + EDGE, right.h), weighed + below) as shown:
        judged = _verdict_high(kit, sheet, right.w)
        if sheet.verdict is not None:
            kit.heading(_("Verdict"), Box(right.x, shown.top, right.w, 18))
            verdicts.draw(kit, sheet.verdict, Box(right.x, shown.top + HEAD, right.w, judged - HEAD - 12))
        _odds(desk, sheet, Box(right.x, shown.top + judged, right.w, weighed - judged))
        _foes_in_line(kit, sheet, Box(right.x, shown.top + weighed, right.w, below))
    return _units(desk, sheet, Box(body.x, body.y, PARTS, body.h))


# ------------------------------------------------------------------------------------------------- units and means


def _units(desk: Desk, sheet: AttackSheet, box: Box) -> str:
    """Draw the groups one below the other; the wheel moves them where they have no room. Returns the name of the button
    that was clicked."""
    kit = desk.kit
    squeezed = _units_high(kit, sheet, box.w) > box.h
    whole = _units_high(kit, sheet, box.w, squeezed=squeezed) + verdicts.join_height(kit, sheet.verdict, box.w)
    wide, place, pressed = box.w - (rows.SCROLL if whole > box.h else 0), 0, ""
    with kit.scroll("attack-parts", Box(box.x, box.y - 6, box.w, box.h + 6), whole + 6) as shown:
        y = shown.top + 6
        for group in sheet.groups:
            if group.heading:
                pressed = _heading(kit, group, Box(box.x, y, wide, 18)) or pressed
                y += HEAD
            for entry in group.entries:
                high = rows.height(kit, entry, box.w, squeezed=squeezed)
                _reveal(desk, shown, entry.key, y, high)
                rows.draw(desk, Box(box.x, y, wide, high - rows.gap(entry)), entry, place)
                y, place = y + high, place + 1
            if group.rest:
                kit.text(group.rest, box.x + 4, y, kit.colours.second, size=13, room=wide)
                y += 22
            y += 4 if group.heading else 0
        verdicts.draw_join(desk, sheet.verdict, Box(box.x, y, wide, 0))
    return pressed


def _heading(kit: Kit, group: Group, box: Box) -> str:
    kit.heading(group.heading, box, note=group.note)
    if group.all is None:
        return ""
    right = box.right - kit.width(group.note, "body", 14) - 12
    return "all" if button(kit, "attack-all", Box(right - 84, box.y - 5, 84, 24), group.all) else ""


def _reveal(desk: Desk, shown: Scrolled, key: str, y: float, high: float) -> None:
    """Scroll to a row to which arrows have come."""
    hand = desk.interaction
    if hand.reveal and key == hand.part:
        hand.reveal = False
        desk.kit.reveal(shown, y, high)


# ------------------------------------------------------------------------------------------------- odds, enemy


def _odds(desk: Desk, sheet: AttackSheet, box: Box) -> None:
    """Draw the odds; while the order cannot be given, the reason."""
    if sheet.odds is not None:
        board.draw(desk, sheet.odds, box)
        return
    desk.kit.heading(_("Ratio") if sheet.has_ratio else _("What may come of it"), box)
    desk.kit.paragraph(sheet.order.off, box.x, box.y + 40, box.w, desk.kit.colours.warn, size=16)


def _enemy(kit: Kit, sheet: AttackSheet, box: Box) -> None:
    """Draw the enemy in rows, the sentences on the ground, and the changes of the odds."""
    kit.heading(sheet.foes.heading, box, FOE, note=sheet.foes.note)
    y = box.y + HEAD
    for entry in sheet.foes.entries:
        rows.draw_foe(kit, Box(box.x, y, box.w, rows.TALL), entry)
        y += rows.TALL + 8
    for heading, lines in sheet.told:
        kit.heading(heading, Box(box.x, y + 8, box.w, 18), FOE)
        y += 8 + HEAD
        for place, line in enumerate(lines):
            ink = kit.colours.text if place else kit.colours.second
            y = kit.paragraph(line, box.x, y, box.w, ink, size=14, font="medium")
        y += 6
    judged = _verdict_high(kit, sheet, box.w)
    _changes(kit, sheet.changes, Box(box.x, y + 8, box.w, box.bottom - y - judged - 8))
    if sheet.verdict is not None:
        top = box.bottom - judged + 12
        kit.heading(_("Verdict"), Box(box.x, top, box.w, 18), FOE)
        verdicts.draw(kit, sheet.verdict, Box(box.x, top + HEAD, box.w, judged - HEAD - 12))


def _changes(kit: Kit, changes: tuple[Change, ...], box: Box) -> None:
    """Draw as many changes as find room, the weightiest first."""
    shown = changes[: max(0, int((box.h - 28) // CHANGE))]
    if not shown:
        return
    kit.heading(_("What would change it"), box, FOE)
    y = box.y + 28
    for place, change in enumerate(shown):
        good = change.value > 0
        kit.plate(Box(box.x, y, 40, 23), GOOD_CHIP if good else BAD_CHIP, 3)
        ink = ENERGY_GOOD if good else colour("F2A391")
        kit.text(signed(change.value), box.x + 20, y + 2, ink, size=14, font="figures", align=0.5)
        kit.text(change.words, box.x + 50, y, size=14, font="medium", room=box.w - 52)
        kit.text(change.effect, box.x + 50, y + 18, kit.colours.second, size=13, room=box.w - 52)
        if kit.hot(f"change-{place}", Box(box.x, y, box.w, CHANGE - 4)).hovered:
            kit.tip = Tip(change.words, (change.effect,))
        y += CHANGE


def _below(kit: Kit, sheet: AttackSheet) -> float:
    """Return the height of the enemy in a line of counters, with the sentences on it."""
    foes = HEAD + DEFENDER + 8 if sheet.foes.entries else 0.0
    return foes + LINE * len(_told(kit, sheet))


def _told(kit: Kit, sheet: AttackSheet) -> list[str]:
    return [line for _head, told in sheet.told for words in told for line in kit.lines(words, PARTS - 12, "body", 14)]


def _foes_in_line(kit: Kit, sheet: AttackSheet, box: Box) -> None:
    """Draw the counters of the enemy side by side, and the sentences on it under them."""
    y, foes = box.y, sheet.foes.entries
    if foes:
        kit.heading(sheet.foes.heading, Box(box.x, y + 4, box.w, 18), note=sheet.foes.note)
        step = min(DEFENDER + 6, (box.w - DEFENDER) / max(1, len(foes) - 1))
        for place, entry in enumerate(foes):
            cell = Box(box.x + place * step, y + HEAD, DEFENDER, DEFENDER)
            if entry.counter is not None:
                kit.counter(entry.counter, cell.x, cell.y, DEFENDER)
            kit.explain(entry.key, cell, joined(entry.name, entry.value))
        y += HEAD + DEFENDER + 8
    for number, line in enumerate(_told(kit, sheet)):
        kit.text(line, box.x, y + LINE * number, kit.colours.second, size=14)


# ------------------------------------------------------------------------------------------------- the foot


def _foot(desk: Desk, sheet: AttackSheet, box: Box) -> str:
    """Draw the buttons and the price. Returns the name of another button that was clicked."""
    kit, hand, pressed, y = desk.kit, desk.interaction, "", box.y + 14
    kit.line(box.x + 1, box.y, box.right - 1, box.y, kit.colours.brass.fade(0.25))
    no = Action(_("Cancel"), "close", key_name("escape"), tip=_("Close without spending anything."))
    x = box.x + EDGE
    if button(kit, "attack-no", Box(x, y, 168, 40), no):
        hand.cancel()
        return ""
    x += 180
    for name, action in sheet.others.items():
        pressed = name if button(kit, f"attack-{name}", Box(x, y, 226, 40), action) else pressed
        x += 238
    wide = min(274.0, box.right - EDGE - x)
    order = verdicts.order_of(desk, sheet)
    if button(kit, "attack-yes", Box(box.right - wide - EDGE, y, wide, 40), order) and not pressed:
        hand.confirm()
    room, right = box.right - wide - 2 * EDGE - x, box.right - wide - 2 * EDGE
    warning, asked = verdicts.warning_of(desk, sheet)
    if warning:
        kit.text(warning, right, y + (2 if asked else 10), kit.colours.action, size=14, font="strong", align=1.0,
                 room=room)  # fmt: skip
        kit.text(asked, right, y + 21, kit.colours.second, size=13.5, align=1.0, room=room)
    else:
        kit.text(sheet.price, right, y + 10, kit.colours.second, size=15, align=1.0, room=room)
    return pressed
