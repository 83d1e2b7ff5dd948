"""The board of odds: the ratio and every shift of it, the columns of the table, and what the dice may bring."""

from __future__ import annotations

from wab.app.gfx.theme import Rgba, colour
from wab.app.hud.kit import WHITE, Box, Kit
from wab.app.hud.widgets import ENERGY_GOOD
from wab.app.wargame.adapter import typography
from wab.app.wargame.adapter.pictures import Odds, Result
from wab.app.wargame.adapter.typography import chance, short_clause, signed
from wab.app.wargame.ui.desk import Desk
from wab.app.wargame.ui.places import is_tight
from wab.engine.kernel.orders import Shift
from wab.locale import _

# Room above the bars and below them, for words and figures that must not meet.
ABOVE, BELOW = 46.0, 74.0
GOOD_CHIP, BAD_CHIP = colour("2F5733"), colour("5E2620")
US, THEM = colour("6FB0E8"), colour("E9836C")
US_BAR, THEM_BAR = (US, colour("3C74A8")), (THEM, colour("B8503E"))
ROW = 24.0


def draw(desk: Desk, odds: Odds, box: Box) -> None:
    """Draw it: ratio, track of columns, shifts, results, averages."""
    kit = desk.kit
    y = box.y
    if odds.columns:
        kit.heading(_("Ratio"), box, note=odds.ratio)
        y = _track(desk, odds, Box(box.x, box.y + 34, box.w, 102))
    y = _shifts(desk, odds, Box(box.x, y + 6, box.w, 0))
    kit.heading(odds.heading or _("What may come of it"), Box(box.x, y + 12, box.w, 18), note=odds.note)
    bottom = box.bottom - 34
    if _are_named(odds):
        _named_results(desk, odds, Box(box.x, y + 36, box.w, ROW * len(odds.results) + 12))
    else:
        _results(desk, odds, Box(box.x, y + 36, box.w, max(150.0, bottom - y - 36)))
    _averages(desk, odds, Box(box.x, bottom + 8, box.w, 24))


def height(desk: Desk, odds: Odds) -> float:
    """Pixels at 100 % that the board needs for results with names."""
    track = 136.0 if odds.columns else 0.0
    results = ROW * len(odds.results) + 12 if _are_named(odds) else 230.0
    return track + 6 + _step(desk) * len(odds.shifts) + 28 + 41 + results + (34 if odds.averages else 8)


def _step(desk: Desk) -> float:
    return 24.0 if is_tight(desk) else 28.0


def _are_named(odds: Odds) -> bool:
    """The table calls all its results by a name."""
    return all(result.words for result in odds.results)


def _track(desk: Desk, odds: Odds, box: Box) -> float:
    """The columns of the table, the ratio before and after its shifts, an arc for every shift."""
    kit, columns = desk.kit, odds.columns
    step = box.w / len(columns)
    top, high = box.y + 30, 34.0

    def middle(column: int) -> float:
        return box.x + (min(max(column, 0), len(columns) - 1) + 0.5) * step

    for index, words in enumerate(columns):
        cell = Box(box.x + index * step + 1.5, top, step - 3, high)
        _column(kit, cell, words, index / max(1, len(columns) - 1), index == odds.final, index == odds.initial)
    column = odds.initial
    for number, shift in enumerate(odds.shifts):
        following = column + int(shift.value)
        _arc(kit, middle(column), middle(following), top if shift.value > 0 else top + high, shift.value > 0, number)
        column = following
    start = middle(odds.initial)
    if odds.shifts:
        kit.disc(start, top + high + 8, 3, kit.colours.text)
        kit.text(_("start"), start, top + high + 19, kit.colours.second, size=13, align=0.5)
    if odds.final != odds.initial or not odds.shifts:
        kit.text(_("final"), middle(odds.final), top + high + 19, kit.colours.action, size=13, font="strong", align=0.5)
    return box.y + 102


def _column(kit: Kit, cell: Box, words: str, share: float, final: bool, initial: bool) -> None:
    red, blue = (kit.palette.shown(tint) for tint in (colour("6B2A22"), colour("2A567E")))
    ground = Rgba(*(round(red[i] + (blue[i] - red[i]) * share) for i in range(3)))
    if final:
        kit.graded(cell.inset(-2, -3), kit.colours.primary_top, kit.colours.primary_bottom, 4)
        kit.outline(cell.inset(-2, -3), kit.colours.focus, 4, 1.5)
        kit.text(words, cell.x + cell.w / 2, cell.y + 7, kit.colours.primary_text, size=16, font="figures", align=0.5)
        return
    kit.plate(cell, ground.shade(0.95 if initial else 0.62), 3)
    kit.outline(cell, WHITE.fade(0.5 if initial else 0.08), 3)
    ink = kit.colours.text if initial else kit.colours.second
    kit.text(words, cell.x + cell.w / 2, cell.y + 8, ink, size=14.5, font="strong", align=0.5)


def _arc(kit: Kit, x0: float, x1: float, y: float, up: bool, number: int) -> None:
    ink = ENERGY_GOOD if up else THEM
    lift = (20 + 2 * (number % 3)) * (-1 if up else 1)
    y += -3 if up else 3
    x1 -= 3 if x1 > x0 else -3
    kit.pen.add_bezier_cubic(
        kit.at(x0, y), kit.at(x0, y + lift), kit.at(x1, y + lift), kit.at(x1, y), ink.packed, 2.2 * kit.scale
    )
    tip = 1 if up else -1
    kit.pen.add_triangle_filled(
        kit.at(x1 - 4.5, y - 5 * tip), kit.at(x1 + 4.5, y - 5 * tip), kit.at(x1, y + 2 * tip), ink.packed
    )


def _shifts(desk: Desk, odds: Odds, box: Box) -> float:
    kit, y = desk.kit, box.y
    step = _step(desk)
    for shift in odds.shifts:
        _shift(kit, Box(box.x, y, box.w, step - 2), shift)
        y += step
    causes = "; ".join(f"{signed(line.value)} {typography.typographic(str(line.text))}" for line in odds.lines)
    words = _("on the dice: {sum}").format(sum=signed(odds.modifier)) + (f" ({causes})" if causes else "")
    lines = kit.lines(words, box.w - 150, "medium", 14) if odds.lines or odds.dice_clause else []
    total = Box(box.x, y, box.w, 25 + 18 * max(0, len(lines) - 1))
    kit.plate(total, colour("4A3E1E"), 3)
    kit.text(f"= {odds.final_words}", total.x + 10, y + 3, kit.colours.action, size=15, font="figures")
    for place, line in enumerate(lines):
        kit.text(line, total.x + 76, y + 4 + 18 * place, size=14, font="medium")
    clause = odds.lines[0].clause if odds.lines else odds.dice_clause or odds.clause
    kit.text(
        short_clause(clause), total.right - 8, y + 5, kit.colours.action.fade(0.8), size=12.5, font="body", align=1.0
    )
    return y + total.h + 5


def _shift(kit: Kit, box: Box, shift: Shift) -> None:
    good = shift.value > 0
    kit.plate(box, kit.colours.ground.fade(0.75), 3)
    kit.plate(Box(box.x, box.y, 40, box.h), GOOD_CHIP if good else BAD_CHIP, 3)
    ink = ENERGY_GOOD if good else colour("F2A391")
    kit.text(signed(shift.value), box.x + 20, box.y + 3, ink, size=15, font="figures", align=0.5)
    clause = short_clause(shift.clause)
    room = box.w - 50 - kit.width(clause, "body", 12.5) - 16
    kit.text(typography.typographic(str(shift.text)), box.x + 50, box.y + 4, size=14, font="medium", room=room)
    kit.text(clause, box.right - 8, box.y + 5, kit.colours.action.fade(0.8), size=12.5, align=1.0)


def _named_results(desk: Desk, odds: Odds, box: Box) -> None:
    """Results that the table calls by name, one a line, a bar as long as each is likely."""
    kit, most = desk.kit, max(result.chance for result in odds.results)
    kit.plate(box, kit.colours.ground.fade(0.8), 5)
    step = min(ROW, (box.h - 12) / max(1, len(odds.results)))
    named = any(result.label != result.words for result in odds.results)
    label = max(kit.width(result.label, "figures", 14) for result in odds.results) + 22 if named else 12.0
    for place, result in enumerate(odds.results):
        y, wide = box.y + 6 + place * step, (box.w - label - 74) * result.chance / most
        tint = ENERGY_GOOD if result.good > 0.5 else THEM if result.theirs < result.ours else colour("7C7140")
        if named:
            kit.text(result.label, box.x + 12, y + 2, kit.colours.action, size=14, font="figures")
        kit.plate(Box(box.x + label, y + 3, max(2.0, wide), step - 6), tint.fade(0.55), 2)
        kit.text(result.words, box.x + label + 8, y + 3, size=14, font="strong", room=box.w - label - 90)
        kit.text(chance(result.chance), box.right - 12, y + 3, size=14, font="medium", align=1.0)
        kit.explain(f"outcome-{place}", Box(box.x, y, box.w, step), result.title or result.words, *result.notes)


def _results(desk: Desk, odds: Odds, box: Box) -> None:
    """A pair of bars a result: what the defender loses above, the attacker below, brighter where it is likelier.

    Where a result varies, a bar is the average, and a thin line tells how far it may go.
    """
    kit, rows = desk.kit, odds.results
    kit.plate(box, kit.colours.ground.fade(0.8), 5)
    most = max([row.least_and_most[1] for row in rows] + [1])
    worst = max(row.ours for row in rows)
    ours = max(worst, 1.0) if worst else 0.0  # where the attacker never loses anything, nothing is said of it
    unit = (box.h - ABOVE - BELOW) / (most + ours)
    axis, step = box.y + ABOVE + most * unit, box.w / len(rows)
    _good_shade(desk, odds, box, step)
    kit.text(odds.measure, box.x + 10, box.y + 5, THEM, size=13)
    for index, row in enumerate(rows):
        x, wide = box.x + (index + 0.5) * step, min(34.0, step * 0.62)
        _bar_pair(kit, row, Box(x - wide / 2, axis, wide, unit), both=bool(worst))
        _likelihood(kit, row, Box(x - wide / 2, box.bottom, wide, 0))
    kit.line(box.x + 6, axis, box.right - 6, axis, kit.colours.brass.fade(0.6))
    for index, row in enumerate(rows):
        place = Box(box.x + index * step, box.y, step, box.h)
        desk.kit.explain(f"outcome-{index}", place, row.title, *row.notes, clause=odds.clause)


def _bar_pair(kit: Kit, row: Result, box: Box, *, both: bool) -> None:
    """Losses of a total, of `both` sides or of the defender alone: the box holds left edge, axis, width and pixels a
    HP."""
    light, x = 0.55 + 0.45 * row.chance * 6, box.x + box.w / 2
    up, down = row.theirs * box.h, row.ours * box.h
    them, us = ([kit.palette.shown(tint).shade(light) for tint in pair] for pair in (THEM_BAR, US_BAR))
    kit.graded(Box(box.x, box.y - up, box.w, up), them[0], them[1], 2)
    kit.graded(Box(box.x, box.y + 1, box.w, down), us[0], us[1], 2)
    top, (least, most) = up, row.least_and_most
    if least != most:
        low, top = least * box.h, max(up, most * box.h)
        kit.line(x, box.y - low, x, box.y - top, WHITE.fade(0.75), 2)
        kit.line(x - 5, box.y - top, x + 5, box.y - top, WHITE.fade(0.75), 2)
    theirs, ours = typography.number(-row.theirs), typography.number(-row.ours)
    kit.text(theirs, x, box.y - top - 17, colour("F6C3B6"), size=14, font="strong", align=0.5)
    if both:
        kit.text(ours, x, box.y + down + 2, colour("B9D8F4"), size=14, font="strong", align=0.5)


def _likelihood(kit: Kit, row: Result, box: Box) -> None:
    """The total of the dice and its chance, upwards from the lower edge."""
    x, high = box.x + box.w / 2, 16 * row.chance * 6
    kit.plate(Box(box.x, box.y - 20 - high, box.w, high), colour("7C7140"), 1)
    kit.text(chance(row.chance), x, box.y - 37 - high, size=12.5, font="medium", align=0.5)
    kit.text(row.label, x, box.y - 18, kit.colours.action, size=14, font="figures", align=0.5)


def _good_shade(desk: Desk, odds: Odds, box: Box, step: float) -> None:
    """Green behind results that the attacker wants, fainter where they are not sure."""
    kit, rows = desk.kit, odds.results
    first = next((index for index, row in enumerate(rows) if row.good), None)
    if first is None:
        return
    for index, row in enumerate(rows):
        kit.plate(Box(box.x + index * step, box.y, step, box.h), colour("5F8A3C", 0.16 * row.good))
    x = box.x + first * step
    kit.dashes(x, box.y + 6, box.bottom - 6, ENERGY_GOOD)
    words = odds.good_words
    wide = kit.width(words, "medium", 13)
    if box.right - x > wide + 16:
        kit.text(words, box.right - 10, box.y + 5, ENERGY_GOOD, size=13, font="medium", align=1.0)
    else:
        kit.text(words, x - 6, box.y + 5, ENERGY_GOOD, size=13, font="medium", align=1.0)


def _averages(desk: Desk, odds: Odds, box: Box) -> None:
    kit = desk.kit
    if not odds.averages:
        return
    x = box.x + kit.text(_("On average"), box.x, box.y, kit.colours.second, size=15) + 18
    for whose, words in odds.averages:
        kit.plate(Box(x, box.y + 1, 12, 17), THEM if whose else US, 2)
        x += 20 + kit.text(words, x + 20, box.y, size=15, font="strong") + 26
    if odds.praise:
        kit.text(odds.praise, x, box.y, kit.colours.good, size=15, font="strong")
