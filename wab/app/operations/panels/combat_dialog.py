"""The combat dialog: who attacks and supports, the ratio and every shift of it, the eleven outcomes, and the ground."""

from __future__ import annotations

from wab.app.operations import texts
from wab.app.operations.card import formation
from wab.app.operations.kit import BLACK, WHITE, Box, Kit, Tip
from wab.app.operations.plans import AttackPlan, Candidate, enemies_in
from wab.app.operations.presenter import counter as counter_spec
from wab.app.operations.presenter import hex_title, terrain_title
from wab.app.operations.texts import chance, fixed, joined, points, signed
from wab.app.operations.ui import Desk
from wab.app.operations.widgets import ENERGY_GOOD, Action, bar, button, energy_ink, key_name, tick
from wab.app.theme import Rgba, colour
from wab.engine.orders import Shift
from wab.locale import _, pgettext
from wab.systems.operations.odds import Odds, Preview, column_of
from wab.systems.operations.strength import attack_value, defence_value, energy

ROW, GAP = 74.0, 8.0
GOOD_CHIP, BAD_CHIP = colour("2F5733"), colour("5E2620")
US, THEM = colour("6FB0E8"), colour("E9836C")


def frame(desk: Desk, plan: AttackPlan) -> Box:
    """Where the dialog stands: as high as its fullest column asks for, within the window."""
    kit, preview = desk.kit, plan.preview
    left = 26 + (ROW + GAP) * len(plan.attackers) + (36 + 56 * len(plan.supporters) if plan.supporters else 0)
    right = 26 + (ROW + GAP) * len(enemies_in(desk.view, plan.target)) + 150 + 28 * min(4, len(plan.changes))
    middle = 520 + 28 * (len(preview.odds.columns) if preview is not None else 0)
    wide = min(1340.0, kit.screen.w - 40)
    high = min(800.0, kit.screen.h - 76, max(left, right, middle) + 122)
    return Box((kit.screen.w - wide) / 2, 64 + (kit.screen.h - 64 - high) / 2, wide, high)


def dim(kit: Kit) -> None:
    """Dark behind a dialog; takes every click beside it."""
    with kit.window("dim", kit.screen, front=True):
        kit.plate(kit.screen, BLACK.fade(0.62))
        kit.hot("dim-all", kit.screen)


def draw(desk: Desk) -> None:
    """Draw the dialog of the attack that is being planned."""
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
        _odds_column(desk, plan, middle)
        _defenders(desk, plan, Box(body.right - right, body.y, right, body.h))
        _foot(desk, plan, Box(box.x, box.bottom - 66, box.w, 66))
        if panel.closed:
            desk.interaction.cancel()


def _title(desk: Desk, plan: AttackPlan, box: Box) -> None:
    kit, view = desk.kit, desk.view
    x = box.x + 150
    x += kit.text(
        f"{hex_title(view, plan.target)} · {terrain_title(view, plan.target)}", x, box.y + 6, size=19, font="title"
    )
    weather = _(texts.WEATHER[view.position.weather]).lower()
    day = view.board.scenario.dates[max(0, min(view.turn, len(view.board.scenario.dates)) - 1)]
    words = joined(_("hex {label}").format(label=view.board.grid.label(plan.target)), f"{texts.day(day)}, {weather}")
    kit.text(words, x + 18, box.y + 10, kit.colours.second, size=14)


# ------------------------------------------------------------------------------------------------- attackers


def _attackers(desk: Desk, plan: AttackPlan, box: Box) -> None:
    kit, state = desk.kit, desk.view.position
    total = sum(attack_value(state, state.units[unit]) for unit in plan.units)
    kit.heading(_("Attackers"), box, note=_("total {points}").format(points=points(total)))
    y = box.y + 26
    room = box.h - 26 - (30 + 56 * len(plan.supporters) if plan.supporters else 0)
    step = min(ROW + GAP, max(46.0, room / max(1, len(plan.attackers))))
    for row in plan.attackers:
        _unit_row(
            desk, Box(box.x, y, box.w, step - GAP), row, attack_value(state, state.units[row.unit]), _("attack"), US
        )
        y += step
    if plan.supporters:
        support = sum(state.profile(unit).bombardment for unit in plan.supports)
        most = state.board.tables.support.most_supports
        words = _("Supports · {count} of {most}").format(count=len(plan.supports), most=most)
        kit.heading(words, Box(box.x, y + 6, box.w, 18), note=_("{points} points").format(points=support))
        y += 30
        for row in plan.supporters:
            _support_row(desk, Box(box.x, y, box.w, 50), row)
            y += 56


def _unit_row(desk: Desk, box: Box, row: Candidate, value: int, label: str, edge: Rgba) -> None:
    """A unit with its tick, its counter, name, strength, and what it brings."""
    kit, view = desk.kit, desk.view
    profile, unit = view.profile(row.unit), view.unit(row.unit)
    on = row.refusal is None or row.ticked
    hot = kit.hot(f"row-{row.unit}", box)
    _row_plate(kit, box, hot.hovered and on, on)
    kit.plate(Box(box.x, box.y, 4, box.h), edge.fade(1.0 if row.ticked else 0.25), 2)
    tick(kit, Box(box.x + 14, box.y + (box.h - 20) / 2, 20, 20), row.ticked, on)
    size = min(56.0, box.h - 8)
    kit.counter(counter_spec(view, unit), box.x + 46, box.y + (box.h - size) / 2 - 1, size)
    x, ink = box.x + 46 + size + 12, kit.colours.text if on else kit.colours.off_text
    kit.text(profile.name, x, box.y + 7, ink, size=15.5, font="strong", room=box.right - x - 52)
    if row.refusal is not None and not row.ticked:
        kit.paragraph(
            texts.typographic(str(row.refusal.text)),
            x,
            box.y + 27,
            box.right - x - 10,
            colour("E8A08E"),
            size=13,
            most=2,
        )
    else:
        words = joined(formation(view, profile), _(texts.QUALITIES[profile.quality]))
        kit.text(words, x, box.y + 27, kit.colours.second, size=13, room=box.right - x - 60)
        if box.h >= 60:
            _small_bars(kit, view.board.scenario.rules.fatigue, x, box.y + 48, unit.hp, profile.hp, energy(unit))
    kit.text(points(value), box.right - 14, box.y + box.h / 2 - 22, ink, size=22, font="figures", align=1.0)
    kit.text(label, box.right - 14, box.y + box.h / 2 + 6, kit.colours.second, size=12.5, align=1.0)
    if hot.hovered and row.refusal is not None:
        kit.tip = Tip(profile.name, (texts.typographic(str(row.refusal.text)),), ", ".join(row.refusal.clauses))
    if hot.clicked:
        desk.interaction.toggle(row.unit)


def _row_plate(kit: Kit, box: Box, hovered: bool, on: bool) -> None:
    if on:
        top = kit.colours.hover if hovered else kit.colours.raised.shade(1.06)
        kit.graded(box, top, kit.colours.raised.shade(0.92), 5)
    else:
        kit.plate(box, kit.colours.ground.fade(0.6), 5)
    kit.outline(box, kit.colours.brass.fade(0.4 if on else 0.16), 5)


def _small_bars(kit: Kit, tired: bool, x: float, y: float, hp: int, full: int, energy_left: int) -> None:
    share = hp / max(1, full)
    bar(kit, Box(x, y, 92, 7), share, ENERGY_GOOD if share > 0.5 else energy_ink(share), parts=full)
    kit.text(f"{hp}/{full}", x + 100, y - 5, size=13, font="medium")
    if tired:
        bar(kit, Box(x, y + 11, 92, 4), energy_left / 100, energy_ink(energy_left / 100))


def _support_row(desk: Desk, box: Box, row: Candidate) -> None:
    kit, view = desk.kit, desk.view
    profile, on = view.profile(row.unit), row.refusal is None or row.ticked
    hot = kit.hot(f"row-{row.unit}", box)
    _row_plate(kit, box, hot.hovered and on, on)
    tick(kit, Box(box.x + 14, box.y + 15, 20, 20), row.ticked, on)
    ink = kit.colours.text if on else kit.colours.off_text
    icon = "ship" if profile.move_class == "ship" else "bombard"
    kit.icon(icon, box.x + 46, box.y + 13, 24, ink)
    kit.text(profile.name, box.x + 84, box.y + 6, ink, size=15, font="strong", room=box.w - 140)
    words = _("range {range}").format(range=profile.range)
    if row.refusal is not None and not row.ticked:
        words = texts.typographic(str(row.refusal.text))
    kit.text(words, box.x + 84, box.y + 26, kit.colours.second if on else colour("E8A08E"), size=13, room=box.w - 130)
    kit.text(str(profile.bombardment), box.right - 14, box.y + 12, ink, size=21, font="figures", align=1.0)
    if hot.hovered and row.refusal is not None:
        kit.tip = Tip(profile.name, (words,), ", ".join(row.refusal.clauses))
    if hot.clicked:
        desk.interaction.toggle(row.unit)


# ------------------------------------------------------------------------------------------------- the middle


def _odds_column(desk: Desk, plan: AttackPlan, box: Box) -> None:
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
    y = _track(desk, odds, Box(box.x, box.y + 34, box.w, 96))
    y = _shifts(desk, odds, Box(box.x, y + 6, box.w, 0))
    gain = _("hex won {chance}").format(chance=chance(preview.gain_chance))
    kit.heading(_("The eleven outcomes"), Box(box.x, y + 12, box.w, 18), note=gain)
    bottom = box.bottom - 34
    _outcomes(desk, preview, Box(box.x, y + 36, box.w, max(150.0, bottom - y - 36)))
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
        kit.text(_("start"), start, top + high + 14, kit.colours.second, size=13, align=0.5)
    if odds.final != odds.initial or not odds.columns:
        kit.text(_("final"), middle(odds.final), top + high + 14, kit.colours.action, size=13, font="strong", align=0.5)
    return box.y + 96


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
    for shift in odds.columns:
        _shift(kit, Box(box.x, y, box.w, 25), shift)
        y += 28
    total = Box(box.x, y, box.w, 25)
    kit.plate(total, colour("4A3E1E"), 3)
    kit.text(f"= {odds.final_ratio}", total.x + 10, y + 3, kit.colours.action, size=15, font="figures")
    lines = "; ".join(f"{signed(line.value)} {texts.typographic(str(line.text))}" for line in odds.lines)
    words = _("on the dice: {sum}").format(sum=signed(odds.modifier)) + (f" ({lines})" if lines else "")
    kit.text(words, total.x + 76, y + 4, size=14, font="medium", room=box.w - 150)
    clause = odds.lines[0].clause if odds.lines else "OPS-7.3.2-4"
    kit.text(
        short_clause(clause), total.right - 8, y + 5, kit.colours.action.fade(0.8), size=12.5, font="body", align=1.0
    )
    return y + 30


def _shift(kit: Kit, box: Box, shift: Shift) -> None:
    good = shift.value > 0
    kit.plate(box, kit.colours.ground.fade(0.75), 3)
    kit.plate(Box(box.x, box.y, 40, box.h), GOOD_CHIP if good else BAD_CHIP, 3)
    ink = ENERGY_GOOD if good else colour("F2A391")
    kit.text(signed(shift.value), box.x + 20, box.y + 3, ink, size=15, font="figures", align=0.5)
    kit.text(texts.typographic(str(shift.text)), box.x + 50, box.y + 4, size=14, font="medium", room=box.w - 130)
    kit.text(short_clause(shift.clause), box.right - 8, box.y + 5, kit.colours.action.fade(0.8), size=12.5, align=1.0)


def short_clause(clause: str) -> str:
    """A clause without the letters of its ledger."""
    return clause.removeprefix("OPS-")


def _outcomes(desk: Desk, preview: Preview, box: Box) -> None:
    """Eleven bars: what the defender loses above, what the attacker loses below, brighter where it is likelier."""
    kit, branches = desk.kit, preview.branches
    kit.plate(box, kit.colours.ground.fade(0.8), 5)
    most = max([branch.defender_hp for branch in branches] + [1])
    ours = max([branch.attacker_hp for branch in branches] + [1])
    room = box.h - 52 - 40
    unit = room / (most + ours)
    axis = box.y + 26 + most * unit
    step = box.w / len(branches)
    _retreat_line(desk, preview, box, step)
    kit.text(_("HP of the defender"), box.x + 10, box.y + 5, THEM, size=13)
    for index, branch in enumerate(branches):
        x = box.x + (index + 0.5) * step
        light = 0.55 + 0.45 * branch.ways / 6
        wide = min(34.0, step * 0.62)
        up, down = branch.defender_hp * unit, branch.attacker_hp * unit
        kit.graded(Box(x - wide / 2, axis - up, wide, up), THEM.shade(light), colour("B8503E").shade(light), 2)
        kit.graded(Box(x - wide / 2, axis + 1, wide, down), US.shade(light), colour("3C74A8").shade(light), 2)
        kit.text(
            texts.number(-branch.defender_hp), x, axis - up - 17, colour("F6C3B6"), size=14, font="strong", align=0.5
        )
        kit.text(
            texts.number(-branch.attacker_hp), x, axis + down + 2, colour("B9D8F4"), size=14, font="strong", align=0.5
        )
        high = 16 * branch.ways / 6
        kit.plate(Box(x - wide / 2, box.bottom - 20 - high, wide, high), colour("7C7140"), 1)
        kit.text(chance(branch.probability), x, box.bottom - 37 - high, size=12.5, font="medium", align=0.5)
        kit.text(str(branch.total), x, box.bottom - 18, kit.colours.action, size=14, font="figures", align=0.5)
    kit.line(box.x + 6, axis, box.right - 6, axis, kit.colours.brass.fade(0.6))
    _explain_outcomes(desk, preview, box, step)


def _retreat_line(desk: Desk, preview: Preview, box: Box, step: float) -> None:
    kit = desk.kit
    first = next((index for index, branch in enumerate(preview.branches) if branch.retreat), None)
    if first is None:
        return
    x = box.x + first * step
    kit.plate(Box(x, box.y, box.right - x, box.h), colour("5F8A3C", 0.13), 5)
    kit.dashes(x, box.y + 6, box.bottom - 6, ENERGY_GOOD)
    words = kit.fitted(_("the enemy retreats"), box.right - x - 30, "medium", 13)
    wide = kit.width(words, "medium", 13)
    if wide > 40:
        kit.text(words, box.right - 10, box.y + 5, ENERGY_GOOD, size=13, font="medium", align=1.0)


def _explain_outcomes(desk: Desk, preview: Preview, box: Box, step: float) -> None:
    for index, branch in enumerate(preview.branches):
        words = _("Dice {total}, {modified} with shifts: {chance}").format(
            total=branch.total, modified=branch.modified, chance=chance(branch.probability)
        )
        losses = _("Attacker loses {ours} HP, defender {theirs} HP.").format(
            ours=branch.attacker_hp, theirs=branch.defender_hp
        )
        notes = (losses, _("The defender retreats.")) if branch.retreat else (losses,)
        desk.kit.explain(
            f"outcome-{index}", Box(box.x + index * step, box.y, step, box.h), words, *notes, clause="OPS-7.3.3-1"
        )


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


# ------------------------------------------------------------------------------------------------- defenders


def _defenders(desk: Desk, plan: AttackPlan, box: Box) -> None:
    kit, view = desk.kit, desk.view
    there = enemies_in(view, plan.target)
    total = sum(defence_value(view.position, unit) for unit in there)
    kit.heading(_("Defenders"), box, colour("E9836C"), note=_("total {points}").format(points=points(total)))
    y = box.y + 26
    for unit in there:
        _defender(desk, Box(box.x, y, box.w, ROW), unit.id)
        y += ROW + GAP
    y = _ground(desk, plan, Box(box.x, y + 8, box.w, 0))
    _changes(desk, plan, Box(box.x, y + 14, box.w, box.bottom - y - 14))


def _defender(desk: Desk, box: Box, unit_id: int) -> None:
    kit, view = desk.kit, desk.view
    profile, unit = view.profile(unit_id), view.unit(unit_id)
    known = profile.level == "identified"
    _row_plate(kit, box, False, True)
    kit.plate(Box(box.right - 4, box.y, 4, box.h), THEM, 2)
    kit.counter(counter_spec(view, unit), box.x + 10, box.y + 8, 56)
    x = box.x + 80
    name = profile.name or _("Unidentified unit")
    kit.text(name, x, box.y + 7, size=15.5, font="strong", room=box.right - x - 56)
    words = joined(
        formation(view, profile) if known else "",
        _(texts.QUALITIES[profile.quality]) if known else "",
        _(texts.DETECTION[profile.level]),
    )
    kit.text(words, x, box.y + 27, kit.colours.second, size=13, room=box.right - x - 70)
    if known:
        _small_bars(kit, view.board.scenario.rules.fatigue, x, box.y + 48, unit.hp, profile.hp, energy(unit))
    value = points(defence_value(view.position, unit))
    kit.text(value if known else f"≈ {value}", box.right - 18, box.y + 18, size=22, font="figures", align=1.0)
    kit.text(_("defence"), box.right - 18, box.y + 46, kit.colours.second, size=12.5, align=1.0)


def _ground(desk: Desk, plan: AttackPlan, box: Box) -> float:
    kit, view = desk.kit, desk.view
    kit.heading(_("Ground and retreat"), box, colour("E9836C"))
    row = view.board.tables.terrain.terrain.get(view.board.map.terrain_name(plan.target))
    lines = [f"{hex_title(view, plan.target)}: {terrain_title(view, plan.target)}"]
    if row is not None and row.defence:
        words = _("{columns} for the defender").format(columns=signed(-row.defence))
        lines[0] += f" ({words})"
    preview = plan.preview
    if preview is not None:
        if preview.retreat_hex is None:
            lines.append(_("No way of retreat: the defender would surrender."))
        else:
            lines.append(_("Retreats to {place}").format(place=hex_title(view, preview.retreat_hex)))
    if len(plan.origins) > 1:
        lines.append(_("Main attack from {place}").format(place=hex_title(view, plan.main)))
    y = box.y + 26
    for place, line in enumerate(lines):
        y = kit.paragraph(
            line, box.x, y, box.w, kit.colours.text if place else kit.colours.second, size=14, font="medium"
        )
    if len(plan.origins) > 1:
        y = _origins(desk, plan, Box(box.x, y + 4, box.w, 30))
    return y


def _origins(desk: Desk, plan: AttackPlan, box: Box) -> float:
    """Choose from which hex the main attack comes: it decides where the defender retreats to."""
    kit, view = desk.kit, desk.view
    wide = (box.w - 8 * (len(plan.origins) - 1)) / len(plan.origins)
    for place, hex_ in enumerate(plan.origins):
        cell = Box(box.x + place * (wide + 8), box.y, wide, 28)
        tip = _("Let the main attack come from here: the defender retreats away from it.")
        action = Action(hex_title(view, hex_), tip=tip, clause="OPS-7.3.5-3", down=hex_ == plan.main)
        if button(kit, f"origin-{hex_}", cell, action):
            desk.interaction.launch_from(hex_)
    return box.y + 34


def _changes(desk: Desk, plan: AttackPlan, box: Box) -> None:
    """What would change the odds most."""
    kit = desk.kit
    most = int((box.h - 26) // 28)
    changes = plan.changes[: max(0, min(5, most))]
    if not changes:
        return
    kit.heading(_("What would change it"), box, colour("E9836C"))
    y = box.y + 28
    for change in changes:
        name = desk.view.profile(change.unit).name
        better = change.columns + change.lines > 0
        chip = Box(box.x, y, 40, 23)
        kit.plate(chip, GOOD_CHIP if better else BAD_CHIP, 3)
        value = change.columns or change.lines
        kit.text(
            signed(value),
            chip.x + 20,
            y + 2,
            ENERGY_GOOD if better else colour("F2A391"),
            size=14,
            font="figures",
            align=0.5,
        )
        words = _("with {unit}") if change.adds else _("without {unit}")
        tail = _("on the dice") if not change.columns else _("hex won {chance}").format(chance=_delta(change.gain))
        kit.text(joined(words.format(unit=name), tail), box.x + 50, y + 3, size=13.5, room=box.w - 52)
        y += 28


def _delta(gain: float) -> str:
    return ("+" if gain > 0 else texts.MINUS if gain < 0 else "") + texts.percent(abs(gain))


# ------------------------------------------------------------------------------------------------- the foot


def _foot(desk: Desk, plan: AttackPlan, box: Box) -> None:
    kit, picked = desk.kit, desk.interaction
    kit.line(box.x + 1, box.y, box.right - 1, box.y, kit.colours.brass.fade(0.25))
    y = box.y + 14
    if button(kit, "combat-cancel", Box(box.x + 18, y, 168, 40), Action(_("Cancel"), "close", key_name("escape"))):
        picked.cancel()
        return
    tip = _("Fire without attacking: no ratio, no retreat, no advance.")
    if button(kit, "combat-bombard", Box(box.x + 198, y, 226, 40), Action(_("Bombard only"), "fire", "B", tip=tip)):
        picked.bombard_instead()
        return
    off = texts.typographic(str(plan.refusal.text)) if plan.refusal is not None else ""
    attack = Action(pgettext("order", "Attack"), "attack", key_name("enter"), "primary", off)
    wide = 274.0
    if button(kit, "combat-attack", Box(box.right - wide - 18, y, wide, 40), attack):
        picked.confirm()
    left = desk.view.position.activation_points
    words = _("Costs {points} of {left} activation points").format(points=plan.points, left=left)
    if desk.view.board.scenario.rules.fatigue:
        cost = texts.percent(desk.view.board.tables.fatigue.combat / 100)
        words = joined(words, _("fatigue {percent} each").format(percent=f"+{cost}"))
    kit.text(words, box.right - wide - 36, y + 10, kit.colours.second, size=15, align=1.0, room=box.w - wide - 480)
