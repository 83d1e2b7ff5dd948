"""The bombardment dialog: guns, ships and bombers, points, the eleven outcomes."""

from __future__ import annotations

from wab.app.gfx.theme import colour
from wab.app.hud.kit import WHITE, Box
from wab.app.hud.widgets import Action, button, key_name
from wab.app.operations import texts
from wab.app.operations.outcomes import bombardment_results
from wab.app.operations.panels.fight_rows import bring_into_sight, dim, support_row
from wab.app.operations.plans import BombardmentPlan, enemies_in
from wab.app.operations.presenter import counter as counter_spec
from wab.app.operations.presenter import hex_title, terrain_title
from wab.app.operations.ui import Desk
from wab.app.wargame.adapter import typography
from wab.app.wargame.adapter.pictures import Result
from wab.app.wargame.adapter.typography import chance, joined, reason, short_clause, signed
from wab.app.wargame.attack.odds import THEM_BAR
from wab.locale import _
from wab.locale.numbers import fixed
from wab.systems.operations.bombardment import BombardmentPreview

ROW = 50.0


def draw(desk: Desk) -> None:
    """Draw the dialog of the bombardment that is being planned."""
    plan = desk.interaction.plan
    if not isinstance(plan, BombardmentPlan):
        return
    kit = desk.kit
    dim(kit)
    wide, high = min(900.0, kit.screen.w - 40), min(600.0, kit.screen.h - 90)
    box = Box((kit.screen.w - wide) / 2, 64 + (kit.screen.h - 64 - high) / 2, wide, high)
    with kit.panel(
        "bombardment", box, title=_("Bombardment"), icon="bombard", opacity=0.985, front=True, closes=True
    ) as panel:
        title = joined(hex_title(desk.view, plan.target), terrain_title(desk.view, plan.target))
        kit.text(title, box.x + 210, box.y + 6, size=19, font="title", room=box.w - 260)
        body = Box(box.x + 18, panel.box.y + 14, box.w - 36, panel.box.h - 90)
        half = (body.w - 24) / 2
        _guns(desk, plan, Box(body.x, body.y, half, body.h))
        _effect(desk, plan, Box(body.x + half + 24, body.y, half, body.h))
        _foot(desk, plan, Box(box.x, box.bottom - 66, box.w, 66))
        if panel.closed:
            desk.interaction.cancel()


def _guns(desk: Desk, plan: BombardmentPlan, box: Box) -> None:
    """Guns, ships and bombers: who can fire comes first."""
    kit, most = desk.kit, desk.view.board.tables.bombardment.most_units
    kit.heading(_("Guns · {count} of {most}").format(count=len(plan.units), most=most), box)
    part, step = Box(box.x, box.y + 26, box.w, box.h - 26), ROW + 6
    wide = box.w - (12 if len(plan.rows) * step > part.h else 0)
    with kit.scroll("guns", part, len(plan.rows) * step) as shown:
        for place, row in enumerate(plan.rows):
            y = shown.top + place * step
            bring_into_sight(desk, shown, row, y, step)
            if shown.shows(y, step):
                support_row(desk, Box(box.x, y, wide, ROW), row, plan, place)


def _effect(desk: Desk, plan: BombardmentPlan, box: Box) -> None:
    kit, preview = desk.kit, plan.preview
    kit.heading(_("Target"), box, colour("E9836C"))
    y = box.y + 26
    for unit in enemies_in(desk.view, plan.target):
        name = desk.view.profile(unit.id).name or _("Unidentified unit")
        kit.counter(counter_spec(desk.view, unit), box.x, y, 40)
        kit.text(name, box.x + 52, y + 4, size=15, font="strong", room=box.w - 60)
        kit.text(_(texts.DETECTION[desk.view.profile(unit.id).level]), box.x + 52, y + 23, kit.colours.second, size=13)
        y += 46
    if preview is None:
        words = reason(plan.refusal)
        kit.paragraph(words, box.x, y + 12, box.w, kit.colours.warn, size=15)
        return
    y = _points(desk, preview, Box(box.x, y + 8, box.w, 0))
    rows = desk.kept("fire-issues", lambda: bombardment_results(preview), plan)
    _outcomes(desk, rows, Box(box.x, y + 8, box.w, box.bottom - y - 40))
    words = _("On average {hp} HP").format(hp=fixed(-preview.expected_hp))
    if preview.nothing_chance:
        words = joined(words, _("all driven off {chance}").format(chance=chance(preview.nothing_chance)))
    if preview.fatigue:
        words = joined(words, _("fatigue +{percent}").format(percent=typography.percent(preview.fatigue / 100)))
    kit.text(words, box.x, box.bottom - 20, size=15, font="strong")


def _points(desk: Desk, preview: BombardmentPreview, box: Box) -> float:
    kit, y = desk.kit, box.y
    for shift in preview.shifts:
        kit.plate(Box(box.x, y, box.w, 23), kit.colours.ground.fade(0.75), 3)
        kit.text(signed(shift.value), box.x + 22, y + 2, kit.colours.action, size=14.5, font="figures", align=0.5)
        kit.text(typography.typographic(str(shift.text)), box.x + 46, y + 3, size=14, room=box.w - 116)
        kit.text(short_clause(shift.clause), box.right - 8, y + 4, kit.colours.action.fade(0.8), size=12.5, align=1.0)
        y += 26
    kit.plate(Box(box.x, y, box.w, 23), colour("4A3E1E"), 3)
    words = _("= {points} points").format(points=preview.points)
    kit.text(words, box.x + 10, y + 2, kit.colours.action, size=15, font="figures")
    return y + 26


def _outcomes(desk: Desk, rows: tuple[Result, ...], box: Box) -> None:
    """Eleven bars; where bombers may be driven off, a bar is the average, a thin line how far it may go."""
    kit = desk.kit
    if box.h < 90:
        return
    kit.plate(box, kit.colours.ground.fade(0.8), 5)
    most, step, floor = max([row.least_and_most[1] for row in rows] + [1]), box.w / len(rows), box.bottom - 38
    unit = (floor - box.y - 24) / most
    for index, row in enumerate(rows):
        x, wide = box.x + (index + 0.5) * step, min(26.0, step * 0.62)
        least, most_of = row.least_and_most
        high, top = row.theirs * unit, max(row.theirs, most_of) * unit
        light = 0.55 + 0.45 * row.chance * 6
        above, below = (kit.palette.shown(tint).shade(light) for tint in THEM_BAR)
        kit.graded(Box(x - wide / 2, floor - high, wide, high), above, below, 2)
        if least != most_of:
            kit.line(x, floor - least * unit, x, floor - top, WHITE.fade(0.75), 2)
        loss = typography.number(-row.theirs)
        kit.text(loss, x, floor - top - 17, colour("F6C3B6"), size=14, font="strong", align=0.5)
        kit.text(chance(row.chance), x, floor + 3, kit.colours.second, size=12, align=0.5)
        kit.text(row.label, x, box.bottom - 19, kit.colours.action, size=14, font="figures", align=0.5)
        place = Box(box.x + index * step, box.y, step, box.h)
        kit.explain(f"fire-{index}", place, row.title, *row.notes, clause="OPS-7.5.2-1")
    kit.line(box.x + 6, floor, box.right - 6, floor, kit.colours.brass.fade(0.6))


def _foot(desk: Desk, plan: BombardmentPlan, box: Box) -> None:
    kit, picked = desk.kit, desk.interaction
    kit.line(box.x + 1, box.y, box.right - 1, box.y, kit.colours.brass.fade(0.25))
    if button(
        kit, "fire-cancel", Box(box.x + 18, box.y + 14, 168, 40), Action(_("Cancel"), "close", key_name("escape"))
    ):
        picked.cancel()
        return
    off = reason(plan.refusal)
    fire = Action(_("Bombard"), "bombard", key_name("enter"), "primary", off)
    if button(kit, "fire", Box(box.right - 248, box.y + 14, 230, 40), fire):
        picked.confirm()
    left = desk.view.position.activation_points
    words = _("Costs {points} of {left} activation points").format(points=plan.points, left=left)
    kit.text(words, box.right - 268, box.y + 24, kit.colours.second, size=15, align=1.0, room=box.w - 470)
