"""The middle of the combat dialog: the ratio and every shift of it, the eleven outcomes."""

from __future__ import annotations

from wab.app.kit import WHITE, Box, Kit
from wab.app.operations import texts
from wab.app.operations.outcomes import Issue, issues
from wab.app.operations.panels.fight_rows import BAD_CHIP, GOOD_CHIP, THEM, US, short_clause
from wab.app.operations.panels.tools import is_tight
from wab.app.operations.plans import AttackPlan
from wab.app.operations.texts import chance, fixed, points, signed
from wab.app.operations.ui import Desk
from wab.app.theme import Rgba, colour
from wab.app.widgets import ENERGY_GOOD
from wab.engine.orders import Shift
from wab.locale import _
from wab.systems.operations.odds import Odds, Preview, column_of

# Room above the bars and below them, for words and figures that must not meet.
ABOVE, BELOW = 46.0, 74.0


def draw(desk: Desk, plan: AttackPlan, box: Box) -> None:
    """Draw it; while the attack cannot be made, why."""
    kit, preview = desk.kit, plan.preview
    if preview is None:
        kit.heading(_("Ratio"), box)
        words = texts.typographic(str(plan.refusal.text)) if plan.refusal is not None else ""
        kit.paragraph(words, box.x, box.y + 40, box.w, kit.colours.warn, size=16)
        return
    odds = preview.odds
    words = _("{attack} to {defence} = {ratio}").format(
        attack=points(odds.attack), defence=points(odds.defence), ratio=odds.ratio
    )
    kit.heading(_("Ratio"), box, note=words)
    y = _track(desk, odds, Box(box.x, box.y + 34, box.w, 102))
    y = _shifts(desk, odds, Box(box.x, y + 6, box.w, 0))
    gain = _("hex won {chance}").format(chance=chance(preview.gain_chance))
    kit.heading(_("The eleven outcomes"), Box(box.x, y + 12, box.w, 18), note=gain)
    bottom = box.bottom - 34
    rows = desk.kept("issues", lambda: issues(preview), plan)
    _outcomes(desk, rows, Box(box.x, y + 36, box.w, max(150.0, bottom - y - 36)))
    _averages(desk, preview, Box(box.x, bottom + 8, box.w, 24))


def _track(desk: Desk, odds: Odds, box: Box) -> float:
    """The columns of the table, the ratio before and after its shifts, an arc for every shift."""
    kit, columns = desk.kit, desk.view.board.tables.combat.columns
    step = box.w / len(columns)
    top, high = box.y + 30, 34.0
    lowest, highest = column_of(columns[0]), column_of(columns[-1])
    place = {column_of(words): index for index, words in enumerate(columns)}

    def middle(column: int) -> float:
        return box.x + (place[min(max(column, lowest), highest)] + 0.5) * step

    for index, words in enumerate(columns):
        cell = Box(box.x + index * step + 1.5, top, step - 3, high)
        final, initial = column_of(words) == odds.final, column_of(words) == odds.initial
        _column(kit, cell, words, index / (len(columns) - 1), final, initial)
    column = odds.initial
    for number, shift in enumerate(odds.columns):
        following = column + int(shift.value)
        _arc(kit, middle(column), middle(following), top if shift.value > 0 else top + high, shift.value > 0, number)
        column = following
    start = middle(odds.initial)
    if odds.columns:
        kit.disc(start, top + high + 8, 3, kit.colours.text)
        kit.text(_("start"), start, top + high + 19, kit.colours.second, size=13, align=0.5)
    if odds.final != odds.initial or not odds.columns:
        kit.text(_("final"), middle(odds.final), top + high + 19, kit.colours.action, size=13, font="strong", align=0.5)
    return box.y + 102


def _column(kit: Kit, cell: Box, words: str, share: float, final: bool, initial: bool) -> None:
    red, blue = colour("6B2A22"), colour("2A567E")
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
    step = 24.0 if is_tight(desk) else 28.0
    for shift in odds.columns:
        _shift(kit, Box(box.x, y, box.w, step - 2), shift)
        y += step
    causes = "; ".join(f"{signed(line.value)} {texts.typographic(str(line.text))}" for line in odds.lines)
    words = _("on the dice: {sum}").format(sum=signed(odds.modifier)) + (f" ({causes})" if causes else "")
    lines = kit.lines(words, box.w - 150, "medium", 14)
    total = Box(box.x, y, box.w, 25 + 18 * (len(lines) - 1))
    kit.plate(total, colour("4A3E1E"), 3)
    kit.text(f"= {odds.final_ratio}", total.x + 10, y + 3, kit.colours.action, size=15, font="figures")
    for place, line in enumerate(lines):
        kit.text(line, total.x + 76, y + 4 + 18 * place, size=14, font="medium")
    clause = odds.lines[0].clause if odds.lines else "OPS-7.3.2-4"
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
    kit.text(texts.typographic(str(shift.text)), box.x + 50, box.y + 4, size=14, font="medium", room=box.w - 130)
    kit.text(short_clause(shift.clause), box.right - 8, box.y + 5, kit.colours.action.fade(0.8), size=12.5, align=1.0)


def _outcomes(desk: Desk, rows: tuple[Issue, ...], box: Box) -> None:
    """Eleven bars: what the defender loses above, what the attacker loses below, brighter where it is likelier.

    Where aircraft may be driven off, a bar is the average, and a thin line tells how far it may go.
    """
    kit = desk.kit
    kit.plate(box, kit.colours.ground.fade(0.8), 5)
    most = max([row.spread[1] for row in rows] + [1])
    ours = max([row.ours for row in rows] + [1])
    unit = (box.h - ABOVE - BELOW) / (most + ours)
    axis, step = box.y + ABOVE + most * unit, box.w / len(rows)
    _retreat_shade(desk, rows, box, step)
    kit.text(_("HP of the defender"), box.x + 10, box.y + 5, THEM, size=13)
    for index, row in enumerate(rows):
        x, wide = box.x + (index + 0.5) * step, min(34.0, step * 0.62)
        _bar_pair(kit, row, Box(x - wide / 2, axis, wide, unit))
        _likelihood(kit, row, Box(x - wide / 2, box.bottom, wide, 0))
    kit.line(box.x + 6, axis, box.right - 6, axis, kit.colours.brass.fade(0.6))
    _explain_outcomes(desk, rows, box, step)


def _bar_pair(kit: Kit, row: Issue, box: Box) -> None:
    """Losses of a total: the box holds left edge, axis, width and pixels a HP."""
    light, x = 0.55 + 0.45 * row.chance * 6, box.x + box.w / 2
    up, down = row.theirs * box.h, row.ours * box.h
    kit.graded(Box(box.x, box.y - up, box.w, up), THEM.shade(light), colour("B8503E").shade(light), 2)
    kit.graded(Box(box.x, box.y + 1, box.w, down), US.shade(light), colour("3C74A8").shade(light), 2)
    top = up
    if row.spread[0] != row.spread[1]:
        low, top = row.spread[0] * box.h, max(up, row.spread[1] * box.h)
        kit.line(x, box.y - low, x, box.y - top, WHITE.fade(0.75), 2)
        kit.line(x - 5, box.y - top, x + 5, box.y - top, WHITE.fade(0.75), 2)
    theirs, ours = texts.number(-row.theirs), texts.number(-row.ours)
    kit.text(theirs, x, box.y - top - 17, colour("F6C3B6"), size=14, font="strong", align=0.5)
    kit.text(ours, x, box.y + down + 2, colour("B9D8F4"), size=14, font="strong", align=0.5)


def _likelihood(kit: Kit, row: Issue, box: Box) -> None:
    """The total of the dice and its chance, upwards from the lower edge."""
    x, high = box.x + box.w / 2, 16 * row.chance * 6
    kit.plate(Box(box.x, box.y - 20 - high, box.w, high), colour("7C7140"), 1)
    kit.text(chance(row.chance), x, box.y - 37 - high, size=12.5, font="medium", align=0.5)
    kit.text(str(row.total), x, box.y - 18, kit.colours.action, size=14, font="figures", align=0.5)


def _retreat_shade(desk: Desk, rows: tuple[Issue, ...], box: Box, step: float) -> None:
    """Green behind totals that make the defender retreat, fainter where that hangs on the aircraft."""
    kit = desk.kit
    first = next((index for index, row in enumerate(rows) if row.retreat), None)
    if first is None:
        return
    for index, row in enumerate(rows):
        kit.plate(Box(box.x + index * step, box.y, step, box.h), colour("5F8A3C", 0.16 * row.retreat))
    x = box.x + first * step
    kit.dashes(x, box.y + 6, box.bottom - 6, ENERGY_GOOD)
    words = _("the enemy retreats")
    wide = kit.width(words, "medium", 13)
    if box.right - x > wide + 16:
        kit.text(words, box.right - 10, box.y + 5, ENERGY_GOOD, size=13, font="medium", align=1.0)
    else:
        kit.text(words, x - 6, box.y + 5, ENERGY_GOOD, size=13, font="medium", align=1.0)


def _explain_outcomes(desk: Desk, rows: tuple[Issue, ...], box: Box, step: float) -> None:
    for index, row in enumerate(rows):
        low, high = row.modified
        modified = str(low) if low == high else _("{low} to {high}").format(low=low, high=high)
        words = _("Dice {total}, {modified} with shifts: {chance}").format(
            total=row.total, modified=modified, chance=chance(row.chance)
        )
        losses = _("Attacker loses {ours} HP, defender {theirs} HP.").format(
            ours=texts.number(row.ours), theirs=texts.number(row.theirs)
        )
        notes = [losses]
        if row.retreat:
            words_on = _("The defender retreats.") if row.retreat == 1 else _("The defender retreats: {chance}.")
            notes.append(words_on.format(chance=chance(row.retreat)))
        if row.varies:
            notes.append(_("On average over what anti-aircraft fire may leave of the support."))
        place = Box(box.x + index * step, box.y, step, box.h)
        desk.kit.explain(f"outcome-{index}", place, words, *notes, clause="OPS-7.3.3-1")


def _averages(desk: Desk, preview: Preview, box: Box) -> None:
    kit = desk.kit
    x = box.x + kit.text(_("On average"), box.x, box.y, kit.colours.second, size=15) + 18
    ours = _("{hp} HP for us").format(hp=fixed(-preview.expected_attacker_hp))
    theirs = _("{hp} HP for the enemy").format(hp=fixed(-preview.expected_defender_hp))
    for ink, words in ((US, ours), (THEM, theirs)):
        kit.plate(Box(x, box.y + 1, 12, 17), ink, 2)
        x += 20 + kit.text(words, x + 20, box.y, size=15, font="strong") + 26
    if preview.destroy_chance:
        words = _("destroyed {chance}").format(chance=chance(preview.destroy_chance))
        kit.text(words, x, box.y, kit.colours.good, size=15, font="strong")
