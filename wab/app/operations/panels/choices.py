"""Small choices at the edge of the map, which stays in view: units that advance after a combat, reconstitution."""

from __future__ import annotations

from wab.app.gfx.theme import METRICS
from wab.app.hud.kit import Box
from wab.app.hud.widgets import ENERGY_GOOD, Action, bar, button, key_name
from wab.app.operations.hand.plans import AdvancePlan, RebuildPlan, most_rebuilt
from wab.app.operations.hand.ui import Desk
from wab.app.operations.looks.presenter import counter as counter_spec
from wab.app.operations.looks.presenter import hex_title
from wab.app.operations.panels.attack_sheet import unit_entry
from wab.app.wargame.adapter.typography import reason
from wab.app.wargame.attack import rows
from wab.locale import _

ROW, WIDE = 64.0, 420.0


def draw_advance(desk: Desk) -> None:
    """Draw the choice of units that advance into the hex that was left: at the edge of the map, which stays in view."""
    plan = desk.interaction.advance if not desk.showing else None  # the combat is shown first
    if plan is None or desk.showing or desk.delegates.carrying_out:
        return  # first the combat is shown, then its result is used; the staff decides about its own troops
    kit, count = desk.kit, len(plan.rows)
    high = 34 + 44 + count * (ROW + 6) + 62
    box = _beside(desk, high)
    with kit.panel("advance", box, title=_("Advance"), icon="move", front=True):
        _advance(desk, plan, box)


def _advance(desk: Desk, plan: AdvancePlan, box: Box) -> None:
    kit = desk.kit
    words = _("The way is open: {place}. Who advances?").format(place=hex_title(desk.view, plan.target))
    kit.text(words, box.x + 16, box.y + 46, size=15, font="medium", room=box.w - 32)
    y = box.y + 76
    for place, row in enumerate(plan.rows):
        rows.draw(desk, Box(box.x + 12, y, box.w - 24, ROW), unit_entry(desk.view, row), place)
        y += ROW + 6
    half = (box.w - 32) / 2
    stay = Action(
        _("Stay"), "shield", key_name("escape"), tip=_("No unit advances; the hex stays empty."), clause="OPS-7.3.5-8"
    )
    if button(kit, "stay", Box(box.x + 12, y + 6, half, 40), stay):
        desk.interaction.stay()
        return
    refusal = plan.refusal
    off = reason(refusal)
    off = off or ("" if plan.units else _("Tick a unit, or let everybody stay."))
    tip = _("It costs nothing, and no zone of control stops it.")
    advance = Action(_("Advance"), "move", key_name("enter"), "primary", off, tip, "OPS-7.3.5-9")
    if button(kit, "advance-go", Box(box.x + 20 + half, y + 6, half, 40), advance):
        desk.interaction.confirm()


def _beside(desk: Desk, high: float) -> Box:
    """The place left of the panel of the unit."""
    return Box(desk.kit.screen.w - METRICS.side_panel - 24 - WIDE, METRICS.top_bar + 16, WIDE, high)


# ------------------------------------------------------------------------------------------------- reconstitution


def draw_rebuild(desk: Desk) -> None:
    """Draw the choice of reconstitution points for a unit (OPS-8.3.3-2)."""
    plan = desk.interaction.plan
    if not isinstance(plan, RebuildPlan):
        return
    kit, box = desk.kit, _beside(desk, 34 + 206)
    with kit.panel("rebuild", box, title=_("Reconstitution"), icon="reform", front=True, closes=True) as panel:
        _rebuilt_unit(desk, plan, Box(box.x + 16, box.y + 46, box.w - 32, 64))
        _points_row(desk, plan, Box(box.x + 16, box.y + 122, box.w - 32, 38))
        _rebuild_foot(desk, plan, Box(box.x + 12, box.bottom - 54, box.w - 24, 40))
        if panel.closed:
            desk.interaction.cancel()


def _rebuilt_unit(desk: Desk, plan: RebuildPlan, box: Box) -> None:
    kit, unit, profile = desk.kit, desk.view.unit(plan.unit), desk.view.profile(plan.unit)
    kit.counter(counter_spec(desk.view, unit), box.x, box.y, 56)
    kit.text(profile.name, box.x + 70, box.y, size=16, font="strong", room=box.w - 70)
    words = _("{hp} HP now, {then} of {full} after it").format(hp=unit.hp, then=unit.hp + plan.points, full=profile.hp)
    kit.text(words, box.x + 70, box.y + 22, kit.colours.second, size=14)
    after, wide = (unit.hp + plan.points) / profile.hp, box.w - 70
    bar(kit, Box(box.x + 70, box.y + 46, wide, 9), after, kit.colours.action, parts=profile.hp)
    if unit.hp:
        kit.plate(Box(box.x + 70, box.y + 46, wide * unit.hp / profile.hp, 9), ENERGY_GOOD, 2)


def _points_row(desk: Desk, plan: RebuildPlan, box: Box) -> None:
    """Fewer, how many, more."""
    kit, picked, most = desk.kit, desk.interaction, most_rebuilt(desk.view, plan.unit)
    fewer = Action("\u2212", key=_("Down"), tip=_("One point less"), off="" if plan.points > 1 else _("One at least."))
    if button(kit, "rebuild-less", Box(box.x, box.y, 84, box.h), fewer):
        picked.rebuild_points(-1)
    off = "" if plan.points < most else _("More is not left, or not needed.")
    more = Action("+", key=_("Up"), tip=_("One point more"), off=off)
    if button(kit, "rebuild-more", Box(box.x + 148, box.y, 84, box.h), more):
        picked.rebuild_points(1)
    kit.text(str(plan.points), box.x + 116, box.y + 5, kit.colours.action, size=24, font="figures", align=0.5)
    left = _("{count} points left this turn").format(count=desk.view.position.rebuild_points)
    kit.text(left, box.right, box.y + 10, kit.colours.second, size=13.5, align=1.0, room=box.w - 244)


def _rebuild_foot(desk: Desk, plan: RebuildPlan, box: Box) -> None:
    kit, half = desk.kit, (box.w - 8) / 2
    cancel = Action(_("Cancel"), "close", key_name("escape"), tip=_("Close without spending anything."))
    if button(kit, "rebuild-cancel", Box(box.x, box.y, half, box.h), cancel):
        desk.interaction.cancel()
        return
    off = reason(plan.refusal)
    tip = _("A point gives back one HP; the unit is activated, and may attack afterwards.")
    go = Action(_("Reconstitute"), "reform", key_name("enter"), "primary", off, tip, "OPS-8.3.3-2")
    if button(kit, "rebuild-go", Box(box.x + half + 8, box.y, half, box.h), go):
        desk.interaction.confirm()
