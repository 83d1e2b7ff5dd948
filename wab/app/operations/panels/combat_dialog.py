"""The dialog of an attack or a bombardment: who takes part, the ratio with its shifts, the outcomes, the ground."""

from __future__ import annotations

from wab.app.hud.kit import Box
from wab.app.hud.widgets import Action, button, key_name
from wab.app.operations.hand.outcomes import odds_of
from wab.app.operations.hand.plans import AttackPlan, FirePlan, enemies_in, points_of
from wab.app.operations.hand.ui import Desk
from wab.app.operations.looks import texts
from wab.app.operations.looks.presenter import hex_title, terrain_title
from wab.app.operations.looks.texts import points
from wab.app.operations.panels import combat_ground
from wab.app.operations.panels.combat_ground import GAP, LINE, MOST_CHANGES, ROW
from wab.app.operations.panels.fight_rows import bring_into_sight, dim, support_row, unit_row, why_not_yet
from wab.app.wargame.adapter import typography
from wab.app.wargame.adapter.typography import joined, reason
from wab.app.wargame.attack import odds as board
from wab.locale import _, ngettext, pgettext
from wab.systems.operations.units.strength import attack_value

SUPPORT, SHORT_SUPPORT, LOWEST_ROW = 50.0, 40.0, 50.0
SUPPORT_HEAD, NOTE = 36.0, 22.0  # height of their heading, and of the line about supports not shown
SUPPORT_SHARE = 0.45  # of the room that the supports have at least, however many attack
MIDDLE, FIRE_MIDDLE = 640.0, 470.0  # height of the ratio with four shifts and the outcomes; of a bombardment's outcomes


def frame(desk: Desk, plan: FirePlan) -> Box:
    """Return the frame of the dialog within the window.

    Its height follows from the units that can take part; no tick changes it.
    """
    kit, guns = desk.kit, len(plan.gun_rows)
    left = 60 + (SUPPORT + 6) * guns if guns else 0
    right, middle = 26 + (ROW + GAP) * len(enemies_in(desk.view, plan.target)), FIRE_MIDDLE
    if isinstance(plan, AttackPlan):
        left, right = left + 26 + (ROW + GAP) * len(plan.attackers), right + 150 + LINE * MOST_CHANGES
        middle = MIDDLE
    wide = min(1340.0, kit.screen.w - 40)
    high = min(800.0, kit.screen.h - 76, max(left, right, middle) + 122)
    return Box((kit.screen.w - wide) / 2, 64 + (kit.screen.h - 64 - high) / 2, wide, high)


def draw(desk: Desk) -> None:
    """Draw the dialog of what is planned: attackers on the left, defenders on the right (OPS-7.2-7)."""
    plan = desk.interaction.plan
    if not isinstance(plan, FirePlan):
        return
    kit, attacks = desk.kit, isinstance(plan, AttackPlan)
    dim(kit)
    box = frame(desk, plan)
    title, icon = (_("Combat"), "attack") if attacks else (_("Bombardment"), "bombard")
    with kit.panel("combat", box, title=title, icon=icon, opacity=0.985, front=True, closes=True) as panel:
        _title(desk, plan, Box(box.x + (150 if attacks else 210), box.y, box.w - (0 if attacks else 60), box.h))
        body = Box(box.x + 18, panel.box.y + 14, box.w - 36, panel.box.h - 14 - 74)
        left, right = min(372.0, body.w * 0.29), min(372.0, body.w * 0.29)
        middle = Box(body.x + left + 24, body.y, body.w - left - right - 48, body.h)
        y = _attackers(desk, plan, Box(body.x, body.y, left, body.h)) if isinstance(plan, AttackPlan) else body.y - 6
        _guns(desk, plan, Box(body.x, y, left, body.bottom - y))
        _odds(desk, plan, middle)
        combat_ground.draw(desk, plan, Box(body.right - right, body.y, right, body.h))
        _foot(desk, plan, Box(box.x, box.bottom - 66, box.w, 66))
        if panel.closed:
            desk.interaction.cancel()


def _title(desk: Desk, plan: FirePlan, box: Box) -> None:
    kit, view, x = desk.kit, desk.view, box.x
    name = joined(hex_title(view, plan.target), terrain_title(view, plan.target))
    x += kit.text(name, x, box.y + 6, size=19, font="title", room=box.w * 0.5)
    weather = _(texts.WEATHER[view.position.weather]).lower()
    day = view.board.scenario.dates[max(0, min(view.turn, len(view.board.scenario.dates)) - 1)]
    label = _("hex {label}").format(label=view.board.grid.label(plan.target))
    words = joined(label if label not in name else "", f"{texts.day(day)}, {weather}")
    kit.text(words, x + 18, box.y + 10, kit.colours.second, size=14, room=box.right - x - 220)


# ------------------------------------------------------------------------------------------------- attackers


def _attackers(desk: Desk, plan: AttackPlan, box: Box) -> float:
    """The attackers; gives the y below them."""
    kit, state = desk.kit, desk.view.position
    total = sum(attack_value(state, state.units[unit]) for unit in plan.units)
    note = _("total {points}").format(points=points(total))
    kit.heading(_("Attackers"), box, note=note)
    if any(not row.ticked and row.refusal is None for row in plan.attackers):
        tip = _("Tick everybody who can join, as far as activation points go.")
        everybody = Action(_("All"), "", "A", tip=tip, clause="OPS-7.2-8", size=13)
        right = box.right - kit.width(note, "body", 14) - 12
        if button(kit, "combat-all", Box(right - 84, box.y - 5, 84, 24), everybody):
            desk.interaction.tick_all()
    wanted = SUPPORT_HEAD + (SUPPORT + 6) * len(plan.gun_rows) + NOTE if plan.supporters else 0.0
    room, full = box.h - 26, (ROW + GAP) * len(plan.attackers)
    below = min(wanted, max(room - full, room * SUPPORT_SHARE))
    step = min(ROW + GAP, max(LOWEST_ROW, (room - below) / max(1, len(plan.attackers))))
    y = box.y + 26
    for place, row in enumerate(plan.attackers):
        value = points(attack_value(state, state.units[row.unit]))
        effect = combat_ground.join_words(desk, plan, row)
        unit_row(desk, Box(box.x, y, box.w, step - GAP), row, value, _("attack"), place, effect)
        y += step
    return y


def _guns(desk: Desk, plan: FirePlan, box: Box) -> None:
    """Guns, ships and aircraft, below the attackers if there are any; the wheel moves what has no room."""
    kit, view, rows = desk.kit, desk.view, plan.gun_rows
    if not rows:
        return
    total = sum(points_of(view, id_) for id_ in plan.guns)
    words = _("Supports · {count} of {most}") if isinstance(plan, AttackPlan) else _("Guns · {count} of {most}")
    words = words.format(count=len(plan.guns), most=plan.most_guns)
    kit.heading(words, Box(box.x, box.y + 6, box.w, 18), note=_("{points} points").format(points=total))
    part = Box(box.x, box.y + 30, box.w, box.h - 30)
    hidden = len(plan.supporters) - len(rows) if isinstance(plan, AttackPlan) else 0
    first = len(plan.rows) - len(rows)
    tall = SUPPORT if (SUPPORT + 6) * len(rows) <= part.h else SHORT_SUPPORT
    high = (tall + 6) * len(rows) + (NOTE if hidden else 0)
    wide = box.w - (14 if high > part.h else 0)
    with kit.scroll("supports", part, high) as shown:
        y = shown.top
        for place, row in enumerate(rows, first):
            bring_into_sight(desk, shown, row, y, tall)
            if shown.shows(y, tall):
                effect = combat_ground.join_words(desk, plan, row)
                support_row(desk, Box(box.x, y, wide, tall), row, plan, place, effect)
            y += tall + 6
        if hidden:
            kit.text(_not_shown(hidden), box.x + 4, y, kit.colours.second, size=13, room=wide)


def _not_shown(count: int) -> str:
    words = ngettext(
        "One more cannot fly: see the list, key L.", "{count} more cannot fly: see the list, key L.", count
    )
    return words.format(count=count)


# ------------------------------------------------------------------------------------------------- the odds


def _odds(desk: Desk, plan: FirePlan, box: Box) -> None:
    """The ratio with its shifts and the eleven outcomes; while the order cannot be given, why."""
    kit, columns = desk.kit, desk.view.board.tables.combat.columns
    found = desk.kept("odds", lambda: odds_of(plan, columns), plan)
    if found is not None:
        board.draw(desk, found, box)
        return
    kit.heading(_("Ratio") if isinstance(plan, AttackPlan) else _("The eleven outcomes"), box)
    kit.paragraph(why_not_yet(plan), box.x, box.y + 40, box.w, kit.colours.warn, size=16)


# ------------------------------------------------------------------------------------------------- the foot


def _foot(desk: Desk, plan: FirePlan, box: Box) -> None:
    kit, picked, wide, off = desk.kit, desk.interaction, 274.0, why_not_yet(plan)
    kit.line(box.x + 1, box.y, box.right - 1, box.y, kit.colours.brass.fade(0.25))
    y, enter = box.y + 14, key_name("enter")
    if button(kit, "combat-cancel", Box(box.x + 18, y, 168, 40), Action(_("Cancel"), "close", key_name("escape"))):
        picked.cancel()
        return
    if isinstance(plan, AttackPlan):
        tip, no_fire = _("Fire without attacking: no ratio, no retreat, no advance."), picked.why_not_bombard_instead()
        fire = Action(_("Bombard only"), "fire", "B", tip=tip, off=reason(no_fire))
        if button(kit, "combat-bombard", Box(box.x + 198, y, 226, 40), fire):
            picked.bombard_instead()
            return
        name, go = "combat-attack", Action(pgettext("order", "Attack"), "attack", enter, "primary", off)
    else:
        name, go = "fire", Action(_("Bombard"), "bombard", enter, "primary", off)
    if button(kit, name, Box(box.right - wide - 18, y, wide, 40), go):
        picked.confirm()
    words = _("Costs {points} of {left} activation points")
    words = words.format(points=plan.points, left=desk.view.position.activation_points)
    if isinstance(plan, AttackPlan) and desk.view.board.scenario.rules.fatigue:
        tired = typography.percent(desk.view.board.tables.fatigue.combat / 100)
        words = joined(words, _("fatigue {percent} each").format(percent=f"+{tired}"))
    kit.text(words, box.right - wide - 36, y + 10, kit.colours.second, size=15, align=1.0, room=box.w - wide - 480)
