"""The right of the combat dialog: who defends, on what ground, where to, and what would change the odds."""

from __future__ import annotations

from wab.app.gfx.theme import colour
from wab.app.hud.kit import Box, Tip
from wab.app.hud.widgets import ENERGY_GOOD
from wab.app.operations.hand.plans import AttackPlan, Candidate, Change, FirePlan, enemies_in, name_of
from wab.app.operations.hand.ui import Desk
from wab.app.operations.looks import texts
from wab.app.operations.looks.card import formation
from wab.app.operations.looks.presenter import counter as counter_spec
from wab.app.operations.looks.presenter import hex_title, terrain_title
from wab.app.operations.looks.texts import points
from wab.app.operations.panels.fight_rows import row_plate, small_bars
from wab.app.wargame.adapter import typography
from wab.app.wargame.adapter.typography import chance, joined, signed
from wab.app.wargame.attack.odds import BAD_CHIP, GOOD_CHIP, THEM
from wab.locale import _, ngettext
from wab.locale.numbers import MINUS
from wab.systems.operations.units.strength import defence_value, energy

ROW, GAP = 74.0, 8.0
LINE = 42.0
MOST_CHANGES = 5
HEAD = colour("E9836C")


def draw(desk: Desk, plan: FirePlan, box: Box) -> None:
    """Draw it; of a bombardment, the target alone."""
    kit, view = desk.kit, desk.view
    there = enemies_in(view, plan.target)
    total = sum(defence_value(view.position, unit) for unit in there)
    heading = _("Defenders") if isinstance(plan, AttackPlan) else _("Target")
    kit.heading(heading, box, HEAD, note=_("total {points}").format(points=points(total)))
    y = box.y + 26
    for unit in there:
        _defender(desk, Box(box.x, y, box.w, ROW), unit.id)
        y += ROW + GAP
    if isinstance(plan, AttackPlan):
        y = _ground(desk, plan, Box(box.x, y + 8, box.w, 0))
        _changes(desk, plan, Box(box.x, y + 14, box.w, box.bottom - y - 14))


def _defender(desk: Desk, box: Box, unit_id: int) -> None:
    kit, view = desk.kit, desk.view
    profile, unit = view.profile(unit_id), view.unit(unit_id)
    known = profile.level == "identified"
    row_plate(kit, box, False, True)
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
    if known and kit.width(words, "body", 13) > box.right - x - 70:  # that it is identified goes without saying
        words = joined(formation(view, profile), _(texts.QUALITIES[profile.quality]))
    kit.text(words, x, box.y + 27, kit.colours.second, size=13, room=box.right - x - 70)
    if known:
        small_bars(kit, view.board.scenario.rules.fatigue, x, box.y + 48, unit.hp, profile.hp, energy(unit))
    value = points(defence_value(view.position, unit))
    kit.text(value if known else f"≈ {value}", box.right - 18, box.y + 18, size=22, font="figures", align=1.0)
    kit.text(_("defence"), box.right - 18, box.y + 46, kit.colours.second, size=12.5, align=1.0)


def _ground(desk: Desk, plan: AttackPlan, box: Box) -> float:
    kit, view = desk.kit, desk.view
    kit.heading(_("Ground and retreat"), box, HEAD)
    row = view.board.tables.terrain.terrain.get(view.board.map.terrain_name(plan.target))
    place_and_ground = _("{place}: {terrain}")
    lines = [place_and_ground.format(place=hex_title(view, plan.target), terrain=terrain_title(view, plan.target))]
    if row is not None and row.defence:
        words = _("{columns} for the defender").format(columns=signed(-row.defence))
        lines[0] += f" ({words})"
    preview = plan.preview
    if preview is not None:
        if preview.retreat_hex is None:
            lines.append(_("No way of retreat: the defender would surrender."))
        else:
            lines.append(_("Retreat: {place}").format(place=hex_title(view, preview.retreat_hex)))
    if len(plan.origins) > 1:
        lines.append(_("Main attack: {place}").format(place=hex_title(view, plan.main)))
    y = box.y + 26
    for place, line in enumerate(lines):
        y = kit.paragraph(
            line, box.x, y, box.w, kit.colours.text if place else kit.colours.second, size=14, font="medium"
        )
    return y


def _changes(desk: Desk, plan: AttackPlan, box: Box) -> None:
    """Draw the greatest changes to the odds: units more or less, aircraft driven off, points to the next column."""
    kit = desk.kit
    rows = desk.kept("changes", lambda: change_rows(desk, plan), plan)
    rows = rows[: max(0, min(MOST_CHANGES, int((box.h - 28) // LINE)))]
    if not rows:
        return
    kit.heading(_("What would change it"), box, HEAD)
    y = box.y + 28
    for place, (value, words, effect) in enumerate(rows):
        chip = Box(box.x, y, 40, 23)
        good = value > 0
        kit.plate(chip, GOOD_CHIP if good else BAD_CHIP, 3)
        ink = ENERGY_GOOD if good else colour("F2A391")
        kit.text(signed(value), chip.x + 20, y + 2, ink, size=14, font="figures", align=0.5)
        kit.text(words, box.x + 50, y, size=14, font="medium", room=box.w - 52)
        kit.text(effect, box.x + 50, y + 18, kit.colours.second, size=13, room=box.w - 52)
        if kit.hot(f"change-{place}", Box(box.x, y, box.w, LINE - 4)).hovered:
            kit.tip = Tip(words, (effect,))
        y += LINE


def change_rows(desk: Desk, plan: AttackPlan) -> list[tuple[float, str, str]]:
    """The lines: how much, by what, what comes of it; the weightiest first."""
    rows = [_change_row(desk, change) for change in plan.changes[:MOST_CHANGES]]
    return _driven_off(plan)[:1] + _next_column(plan) + rows if plan.supports else rows + _next_column(plan)


def _change_row(desk: Desk, change: Change) -> tuple[float, str, str]:
    words = (_("with {unit}") if change.adds else _("without {unit}")).format(unit=name_of(desk.view, change.unit))
    column = _("column of the ratio") if abs(change.columns) == 1 else _("columns of the ratio")
    what = column if change.columns else _("on the dice")
    return change.columns or change.lines, joined(words, what), effect_words(change)


def join_words(desk: Desk, plan: FirePlan, row: Candidate) -> str:
    """Return what an unticked unit would change if it joined: columns or dice, and the chance; "" for others."""
    if not isinstance(plan, AttackPlan) or row.ticked or row.refusal is not None:
        return ""
    change = desk.kept("each-change", lambda: plan.each_change, plan).get(row.unit)
    if change is None:
        return ""
    parts = []
    if change.columns:
        words = ngettext("{columns} column", "{columns} columns", abs(change.columns))
        parts.append(words.format(columns=signed(change.columns)))
    if change.lines:
        parts.append(_("{lines} on the dice").format(lines=signed(change.lines)))
    gain = _("hex won {chance}").format(chance=_delta(change.gain)) if abs(change.gain) >= 0.005 else ""
    return joined(*parts, gain) if parts else effect_words(change)


def effect_words(change: Change) -> str:
    """Return the effect of a change on the chance and on the losses, as far as it can be felt."""
    parts = []
    if abs(change.gain) >= 0.005:
        parts.append(_("hex won {chance}").format(chance=_delta(change.gain)))
    if abs(change.theirs) >= 0.05:
        parts.append(_("enemy {hp} HP").format(hp=signed(-round(change.theirs, 1))))
    if abs(change.ours) >= 0.05:
        parts.append(_("ours {hp} HP").format(hp=signed(-round(change.ours, 1))))
    return joined(*parts) or _("no difference at these odds")


def _driven_off(plan: AttackPlan) -> list[tuple[float, str, str]]:
    """Return the support that remains when aircraft turn back, and how likely that is."""
    preview = plan.preview
    if preview is None or not preview.support:
        return []
    best = preview.odds.modifier
    worse = [row for row in preview.support if row.modifier < best]
    if not worse:
        return []
    words = _("aircraft driven off: {best} becomes {left} on the dice").format(
        best=signed(best),
        left=signed(worse[-1].modifier)
        if len(worse) == 1
        else _("{low} at worst").format(low=signed(min(row.modifier for row in worse))),
    )
    share = sum(row.probability for row in worse)
    return [
        (float(min(row.modifier for row in worse) - best), words, _("chance {chance}").format(chance=chance(share)))
    ]


def _next_column(plan: AttackPlan) -> list[tuple[float, str, str]]:
    needed = plan.next_column
    if needed is None:
        return []
    words = _("attack stronger by {points}").format(points=points(needed.missing))
    return [(1.0, words, _("the ratio would start at {ratio}").format(ratio=needed.ratio))]


def _delta(gain: float) -> str:
    return ("+" if gain > 0 else MINUS if gain < 0 else "") + typography.percent(abs(gain))
