"""The bombardment dialog: guns, points, the eleven outcomes; and the choice of who advances after a combat."""

from __future__ import annotations

from wab.app.operations import texts
from wab.app.operations.card import formation
from wab.app.operations.kit import Box, Tip
from wab.app.operations.panels.combat_dialog import THEM, dim, short_clause
from wab.app.operations.plans import AdvancePlan, BombardmentPlan, Candidate, enemies_in
from wab.app.operations.presenter import counter as counter_spec
from wab.app.operations.presenter import hex_title, terrain_title
from wab.app.operations.texts import chance, fixed, joined, signed
from wab.app.operations.ui import Desk
from wab.app.operations.widgets import Action, button, key_name, tick
from wab.app.theme import METRICS, colour
from wab.locale import _
from wab.systems.operations.bombardment import BombardmentPreview

ROW = 60.0


def draw(desk: Desk) -> None:
    """Draw the dialog of the bombardment that is being planned."""
    plan = desk.interaction.plan
    if not isinstance(plan, BombardmentPlan):
        return
    kit = desk.kit
    dim(kit)
    wide, high = min(900.0, kit.screen.w - 40), min(560.0, kit.screen.h - 90)
    box = Box((kit.screen.w - wide) / 2, 64 + (kit.screen.h - 64 - high) / 2, wide, high)
    with kit.panel(
        "bombardment", box, title=_("Bombardment"), icon="bombard", opacity=0.985, front=True, closes=True
    ) as panel:
        title = f"{hex_title(desk.view, plan.target)} · {terrain_title(desk.view, plan.target)}"
        kit.text(title, box.x + 210, box.y + 6, size=19, font="title")
        body = Box(box.x + 18, panel.box.y + 14, box.w - 36, panel.box.h - 90)
        half = (body.w - 24) / 2
        _guns(desk, plan, Box(body.x, body.y, half, body.h))
        _effect(desk, plan, Box(body.x + half + 24, body.y, half, body.h))
        _foot(desk, plan, Box(box.x, box.bottom - 66, box.w, 66))
        if panel.closed:
            desk.interaction.cancel()


def _guns(desk: Desk, plan: BombardmentPlan, box: Box) -> None:
    kit, most = desk.kit, desk.view.board.tables.bombardment.most_units
    kit.heading(_("Guns · {count} of {most}").format(count=len(plan.units), most=most), box)
    y = box.y + 26
    for row in plan.guns[: int((box.h - 26) // (ROW + 8))]:
        value = str(desk.view.profile(row.unit).bombardment)
        _row(desk, Box(box.x, y, box.w, ROW), row, value)
        y += ROW + 8


def _row(desk: Desk, box: Box, row: Candidate, value: str) -> None:
    """A unit with a tick, its counter, its name, and why it cannot be ticked."""
    kit, view, on = desk.kit, desk.view, row.refusal is None or row.ticked
    profile = view.profile(row.unit)
    hot = kit.hot(f"row-{row.unit}", box)
    kit.plate(box, kit.colours.raised.shade(1.15 if hot.hovered and on else 1.0 if on else 0.75), 5)
    kit.outline(box, kit.colours.brass.fade(0.4 if on else 0.16), 5)
    tick(kit, Box(box.x + 14, box.y + 20, 20, 20), row.ticked, on)
    kit.counter(counter_spec(view, view.unit(row.unit)), box.x + 44, box.y + 6, 48)
    ink = kit.colours.text if on else kit.colours.off_text
    kit.text(profile.name, box.x + 104, box.y + 10, ink, size=15, font="strong", room=box.w - 150)
    reason = texts.typographic(str(row.refusal.text)) if row.refusal is not None and not row.ticked else ""
    words = reason or joined(formation(view, profile), _("range {range}").format(range=profile.range) if value else "")
    kit.text(
        words,
        box.x + 104,
        box.y + 31,
        kit.colours.second if not reason else colour("E8A08E"),
        size=13,
        room=box.w - 150,
    )
    kit.text(value, box.right - 14, box.y + 17, ink, size=21, font="figures", align=1.0)
    if hot.hovered and row.refusal is not None:
        kit.tip = Tip(profile.name, (reason,) if reason else (), ", ".join(row.refusal.clauses))
    if hot.clicked:
        desk.interaction.toggle(row.unit)


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
        words = texts.typographic(str(plan.refusal.text)) if plan.refusal is not None else ""
        kit.paragraph(words, box.x, y + 12, box.w, kit.colours.warn, size=15)
        return
    y = _points(desk, preview, Box(box.x, y + 8, box.w, 0))
    _outcomes(desk, preview, Box(box.x, y + 8, box.w, box.bottom - y - 40))
    words = _("On average {hp} HP").format(hp=fixed(-preview.expected_hp))
    if preview.fatigue:
        words = joined(words, _("fatigue +{percent}").format(percent=texts.percent(preview.fatigue / 100)))
    kit.text(words, box.x, box.bottom - 20, size=15, font="strong")


def _points(desk: Desk, preview: BombardmentPreview, box: Box) -> float:
    kit, y = desk.kit, box.y
    for shift in preview.shifts:
        kit.plate(Box(box.x, y, box.w, 23), kit.colours.ground.fade(0.75), 3)
        kit.text(signed(shift.value), box.x + 22, y + 2, kit.colours.action, size=14.5, font="figures", align=0.5)
        kit.text(texts.typographic(str(shift.text)), box.x + 46, y + 3, size=14, room=box.w - 116)
        kit.text(short_clause(shift.clause), box.right - 8, y + 4, kit.colours.action.fade(0.8), size=12.5, align=1.0)
        y += 26
    kit.plate(Box(box.x, y, box.w, 23), colour("4A3E1E"), 3)
    words = _("= {points} points").format(points=preview.points)
    kit.text(words, box.x + 10, y + 2, kit.colours.action, size=15, font="figures")
    return y + 26


def _outcomes(desk: Desk, preview: BombardmentPreview, box: Box) -> None:
    kit, branches = desk.kit, preview.branches
    if box.h < 60:
        return
    kit.plate(box, kit.colours.ground.fade(0.8), 5)
    most, step = max([branch.hp for branch in branches] + [1]), box.w / len(branches)
    floor = box.bottom - 38
    for index, branch in enumerate(branches):
        x, wide = box.x + (index + 0.5) * step, min(26.0, step * 0.62)
        high = (floor - box.y - 24) * branch.hp / most
        light = 0.55 + 0.45 * branch.ways / 6
        kit.graded(Box(x - wide / 2, floor - high, wide, high), THEM.shade(light), colour("B8503E").shade(light), 2)
        kit.text(texts.number(-branch.hp), x, floor - high - 17, colour("F6C3B6"), size=14, font="strong", align=0.5)
        kit.text(chance(branch.probability), x, floor + 3, kit.colours.second, size=12, align=0.5)
        kit.text(str(branch.total), x, box.bottom - 19, kit.colours.action, size=14, font="figures", align=0.5)
    kit.line(box.x + 6, floor, box.right - 6, floor, kit.colours.brass.fade(0.6))


def _foot(desk: Desk, plan: BombardmentPlan, box: Box) -> None:
    kit, picked = desk.kit, desk.interaction
    kit.line(box.x + 1, box.y, box.right - 1, box.y, kit.colours.brass.fade(0.25))
    if button(
        kit, "fire-cancel", Box(box.x + 18, box.y + 14, 168, 40), Action(_("Cancel"), "close", key_name("escape"))
    ):
        picked.cancel()
        return
    off = texts.typographic(str(plan.refusal.text)) if plan.refusal is not None else ""
    fire = Action(_("Bombard"), "bombard", key_name("enter"), "primary", off)
    if button(kit, "fire", Box(box.right - 248, box.y + 14, 230, 40), fire):
        picked.confirm()
    left = desk.view.position.activation_points
    words = _("Costs {points} of {left} activation points").format(points=plan.points, left=left)
    kit.text(words, box.right - 268, box.y + 24, kit.colours.second, size=15, align=1.0, room=box.w - 470)


# ------------------------------------------------------------------------------------------------- advance


def draw_advance(desk: Desk) -> None:
    """Who advances into the hex that was left: beside the map, which stays in view."""
    plan = desk.interaction.advance
    if plan is None or desk.replaying:
        return
    kit, rows = desk.kit, plan.candidates
    high = 34 + 44 + len(rows) * (ROW + 6) + 62
    box = Box(kit.screen.w - METRICS.side_panel - 24 - 420, METRICS.top_bar + 16, 420, high)
    with kit.panel("advance", box, title=_("Advance"), icon="move", front=True):
        _advance(desk, plan, box)


def _advance(desk: Desk, plan: AdvancePlan, box: Box) -> None:
    kit = desk.kit
    words = _("The enemy has left {place}. Who advances?").format(place=hex_title(desk.view, plan.target))
    kit.text(words, box.x + 16, box.y + 46, size=15, font="medium", room=box.w - 32)
    y = box.y + 76
    for row in plan.candidates:
        _row(desk, Box(box.x + 12, y, box.w - 24, ROW), row, "")
        y += ROW + 6
    half = (box.w - 32) / 2
    stay = Action(
        _("Stay"), "shield", key_name("escape"), tip=_("Nobody advances; the hex stays empty."), clause="OPS-7.3.5-8"
    )
    if button(kit, "stay", Box(box.x + 12, y + 6, half, 40), stay):
        desk.interaction.stay()
        return
    refusal = plan.refusal
    off = texts.typographic(str(refusal.text)) if refusal is not None else ""
    off = off or ("" if plan.units else _("Tick a unit, or let everybody stay."))
    tip = _("It costs nothing, and no zone of control stops it.")
    advance = Action(_("Advance"), "move", key_name("enter"), "primary", off, tip, "OPS-7.3.5-9")
    if button(kit, "advance-go", Box(box.x + 20 + half, y + 6, half, 40), advance):
        desk.interaction.confirm()
