"""The combat dialog: who attacks and supports, the ratio and every shift of it, the eleven outcomes, and the ground."""

from __future__ import annotations

from wab.app.hud.kit import Box
from wab.app.hud.widgets import Action, button, key_name
from wab.app.operations import texts
from wab.app.operations.outcomes import combat_odds
from wab.app.operations.panels import combat_ground
from wab.app.operations.panels.combat_ground import GAP, LINE, MOST_CHANGES, ROW
from wab.app.operations.panels.fight_rows import bring_into_sight, dim, support_row, unit_row, why_no_attack_yet
from wab.app.operations.plans import AttackPlan, Candidate, enemies_in, points_of
from wab.app.operations.presenter import hex_title, terrain_title
from wab.app.operations.texts import points
from wab.app.operations.ui import Desk
from wab.app.wargame.adapter import typography
from wab.app.wargame.adapter.typography import joined, reason
from wab.app.wargame.attack import odds as board
from wab.locale import _, ngettext, pgettext
from wab.systems.operations.strength import attack_value

SUPPORT, SHORT_SUPPORT, LOWEST_ROW = 50.0, 40.0, 50.0
SUPPORT_HEAD, NOTE = 36.0, 22.0  # height of their heading, and of the line about those that are not shown
SUPPORT_SHARE = 0.45  # of the room that the supports have at least, however many attack
MIDDLE = 640.0  # height of the ratio with four shifts and the outcomes


def frame(desk: Desk, plan: AttackPlan) -> Box:
    """Where the dialog stands: as high as who can take part asks for, within the window; no tick changes it."""
    kit, supports = desk.kit, len(plan.shown_supporters)
    left = 26 + (ROW + GAP) * len(plan.attackers) + (60 + (SUPPORT + 6) * supports if supports else 0)
    right = 26 + (ROW + GAP) * len(enemies_in(desk.view, plan.target)) + 150 + LINE * MOST_CHANGES
    wide = min(1340.0, kit.screen.w - 40)
    high = min(800.0, kit.screen.h - 76, max(left, right, MIDDLE) + 122)
    return Box((kit.screen.w - wide) / 2, 64 + (kit.screen.h - 64 - high) / 2, wide, high)


def draw(desk: Desk) -> None:
    """Draw the dialog of the attack that is planned: attackers on the left, defenders on the right (OPS-7.2-7)."""
    plan = desk.interaction.plan
    if not isinstance(plan, AttackPlan):
        return
    kit = desk.kit
    dim(kit)
    box = frame(desk, plan)
    with kit.panel("combat", box, title=_("Combat"), icon="attack", opacity=0.985, front=True, closes=True) as panel:
        _title(desk, plan, box)
        body = Box(box.x + 18, panel.box.y + 14, box.w - 36, panel.box.h - 14 - 74)
        left, right = min(372.0, body.w * 0.29), min(372.0, body.w * 0.29)
        middle = Box(body.x + left + 24, body.y, body.w - left - right - 48, body.h)
        _attackers(desk, plan, Box(body.x, body.y, left, body.h))
        _odds(desk, plan, middle)
        combat_ground.draw(desk, plan, Box(body.right - right, body.y, right, body.h))
        _foot(desk, plan, Box(box.x, box.bottom - 66, box.w, 66))
        if panel.closed:
            desk.interaction.cancel()


def _title(desk: Desk, plan: AttackPlan, box: Box) -> None:
    kit, view = desk.kit, desk.view
    x = box.x + 150
    name = joined(hex_title(view, plan.target), terrain_title(view, plan.target))
    x += kit.text(name, x, box.y + 6, size=19, font="title", room=box.w * 0.5)
    weather = _(texts.WEATHER[view.position.weather]).lower()
    day = view.board.scenario.dates[max(0, min(view.turn, len(view.board.scenario.dates)) - 1)]
    label = _("hex {label}").format(label=view.board.grid.label(plan.target))
    words = joined(label if label not in name else "", f"{texts.day(day)}, {weather}")
    kit.text(words, x + 18, box.y + 10, kit.colours.second, size=14, room=box.right - x - 70)


# ------------------------------------------------------------------------------------------------- attackers


def _attackers(desk: Desk, plan: AttackPlan, box: Box) -> None:
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
    supports = plan.shown_supporters
    wanted = SUPPORT_HEAD + (SUPPORT + 6) * len(supports) + NOTE if plan.supporters else 0.0
    room, full = box.h - 26, (ROW + GAP) * len(plan.attackers)
    below = min(wanted, max(room - full, room * SUPPORT_SHARE))
    step = min(ROW + GAP, max(LOWEST_ROW, (room - below) / max(1, len(plan.attackers))))
    y = box.y + 26
    for place, row in enumerate(plan.attackers):
        value = points(attack_value(state, state.units[row.unit]))
        effect = combat_ground.join_words(desk, plan, row)
        unit_row(desk, Box(box.x, y, box.w, step - GAP), row, value, _("attack"), place, effect)
        y += step
    if plan.supporters:
        _supports(desk, plan, supports, Box(box.x, y, box.w, box.bottom - y))


def _supports(desk: Desk, plan: AttackPlan, rows: tuple[Candidate, ...], box: Box) -> None:
    """The supports below the attackers; where they are too many for the room, the wheel moves them."""
    kit, view = desk.kit, desk.view
    total = sum(points_of(view, id_) for id_ in plan.supports)
    most = view.board.tables.support.most_supports
    words = _("Supports · {count} of {most}").format(count=len(plan.supports), most=most)
    kit.heading(words, Box(box.x, box.y + 6, box.w, 18), note=_("{points} points").format(points=total))
    part = Box(box.x, box.y + 30, box.w, box.h - 30)
    hidden, first = len(plan.supporters) - len(rows), len(plan.attackers)
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


def _odds(desk: Desk, plan: AttackPlan, box: Box) -> None:
    """The ratio with its shifts and the eleven outcomes; while the attack cannot be made, why."""
    kit, preview = desk.kit, plan.preview
    if preview is None:
        kit.heading(_("Ratio"), box)
        kit.paragraph(why_no_attack_yet(plan), box.x, box.y + 40, box.w, kit.colours.warn, size=16)
        return
    columns = desk.view.board.tables.combat.columns
    board.draw(desk, desk.kept("odds", lambda: combat_odds(preview, columns), plan), box)


# ------------------------------------------------------------------------------------------------- the foot


def _foot(desk: Desk, plan: AttackPlan, box: Box) -> None:
    kit, picked = desk.kit, desk.interaction
    kit.line(box.x + 1, box.y, box.right - 1, box.y, kit.colours.brass.fade(0.25))
    y = box.y + 14
    if button(kit, "combat-cancel", Box(box.x + 18, y, 168, 40), Action(_("Cancel"), "close", key_name("escape"))):
        picked.cancel()
        return
    tip, no_fire = _("Fire without attacking: no ratio, no retreat, no advance."), picked.why_not_bombard_instead()
    off = reason(no_fire)
    fire = Action(_("Bombard only"), "fire", "B", tip=tip, off=off)
    if button(kit, "combat-bombard", Box(box.x + 198, y, 226, 40), fire):
        picked.bombard_instead()
        return
    off = why_no_attack_yet(plan)
    attack = Action(pgettext("order", "Attack"), "attack", key_name("enter"), "primary", off)
    wide = 274.0
    if button(kit, "combat-attack", Box(box.right - wide - 18, y, wide, 40), attack):
        picked.confirm()
    left = desk.view.position.activation_points
    words = _("Costs {points} of {left} activation points").format(points=plan.points, left=left)
    if desk.view.board.scenario.rules.fatigue:
        cost = typography.percent(desk.view.board.tables.fatigue.combat / 100)
        words = joined(words, _("fatigue {percent} each").format(percent=f"+{cost}"))
    kit.text(words, box.right - wide - 36, y + 10, kit.colours.second, size=15, align=1.0, room=box.w - wide - 480)
