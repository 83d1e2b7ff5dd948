"""Rows of the dialogs: units and aircraft that can be ticked, with what they bring and why they cannot."""

from __future__ import annotations

from wab.app.gfx.theme import colour
from wab.app.hud.kit import Box, Kit, Scrolled, Tip
from wab.app.hud.widgets import ENERGY_GOOD, bar, energy_ink, tick
from wab.app.operations.hand.assets import asset, risk_notes, risk_words
from wab.app.operations.hand.plans import AttackPlan, Candidate, FirePlan
from wab.app.operations.hand.ui import Desk
from wab.app.operations.looks import texts
from wab.app.operations.looks.card import formation
from wab.app.operations.looks.presenter import counter as counter_spec
from wab.app.wargame.adapter.typography import joined, reason
from wab.app.wargame.attack.odds import US
from wab.locale import _
from wab.systems.operations.units.strength import energy

REASON = colour("E8A08E")
LAST_KEY = 9


def dim(kit: Kit) -> None:
    """Draw dark behind a dialog; it takes every click outside the dialog."""
    with kit.window("dim", kit.screen, front=True):
        kit.plate(kit.screen, colour("0B0D0A", 0.42))
        kit.hot("dim-all", kit.screen)


def reason_of(row: Candidate) -> str:
    """Return why a row cannot be ticked; "" if it can be or is."""
    return "" if row.ticked else reason(row.refusal)


def why_not_yet(plan: FirePlan) -> str:
    """Return why the order cannot be given as it is ticked; "" if it can."""
    if isinstance(plan, AttackPlan) and not plan.units:
        return _("Tick at least one attacker.")
    return reason(plan.refusal)


def unit_row(desk: Desk, box: Box, row: Candidate, value: str, label: str, place: int, effect: str = "") -> None:
    """A unit with its tick, its counter, name, strength, and what it brings. `place`: its row, for its key.

    `effect`: what its tick would change, in place of its formation.
    """
    kit, view = desk.kit, desk.view
    profile, unit = view.profile(row.unit), view.unit(row.unit)
    on, reason = row.refusal is None or row.ticked, reason_of(row)
    hot = _ticked_plate(desk, box, row, place)
    kit.plate(Box(box.x, box.y, 4, box.h), US.fade(1.0 if row.ticked else 0.25), 2)
    size = min(56.0, box.h - 8)
    kit.counter(counter_spec(view, unit), box.x + 46, box.y + (box.h - size) / 2 - 1, size)
    x, ink = box.x + 46 + size + 12, kit.colours.text if on else kit.colours.off_text
    kit.text(profile.name, x, box.y + 7, ink, size=15.5, font="strong", room=box.right - x - 52)
    if reason:
        kit.paragraph(reason, x, box.y + 27, box.right - x - 10, REASON, size=13, most=2)
    elif effect:
        kit.text(effect, x, box.y + 27, kit.colours.action, size=13, room=box.right - 34 - x - 44)
        if box.h >= 60:
            small_bars(kit, view.board.scenario.rules.fatigue, x, box.y + 48, unit.hp, profile.hp, energy(unit))
    else:
        room = box.right - 34 - kit.width(label, "body", 12.5) - 8 - x
        grade = _(texts.QUALITIES[profile.quality])
        words = joined(formation(view, profile), grade)
        if kit.width(words, "body", 13) > room:
            words = joined(grade, formation(view, profile))  # a long name is cut rather than the grade after it
        kit.text(words, x, box.y + 27, kit.colours.second, size=13, room=room)
        if box.h >= 60:
            small_bars(kit, view.board.scenario.rules.fatigue, x, box.y + 48, unit.hp, profile.hp, energy(unit))
    kit.text(value, box.right - 34, box.y + box.h / 2 - 22, ink, size=22, font="figures", align=1.0)
    kit.text(label, box.right - 34, box.y + box.h / 2 + 6, kit.colours.second, size=12.5, align=1.0)
    if hot:
        clauses = ", ".join(row.refusal.clauses) if row.refusal is not None else ""
        kit.tip = Tip(profile.name, tuple(note for note in (reason, effect) if note), clauses, key_of(place))
    plus(desk, box, row.unit)


def support_row(desk: Desk, box: Box, row: Candidate, plan: FirePlan, place: int, effect: str = "") -> None:
    """A gun, a ship or an air unit with its tick, what it brings, and for aircraft what they have to fear.

    `effect`: what its tick would change, in place of what it is.
    """
    kit, found = desk.kit, asset(desk.view, row.unit)
    flies = row.unit in desk.view.board.squadrons and row.refusal is None
    risk = plan.risk(row.unit) if flies else None
    on, reason = row.refusal is None or row.ticked, reason_of(row)
    hot = _ticked_plate(desk, box, row, place)
    ink = kit.colours.text if on else kit.colours.off_text
    kit.icon(found.icon, box.x + 46, box.y + (box.h - 24) / 2, 24, ink)
    kit.text(found.name, box.x + 84, box.y + box.h / 2 - 19, ink, size=15, font="strong", room=box.w - 158)
    facts = risk_words(risk) if risk is not None else found.facts
    tint = REASON if reason else kit.colours.action if effect else kit.colours.second
    kit.text(reason or effect or facts, box.x + 84, box.y + box.h / 2 + 1, tint, size=13, room=box.w - 124)
    kit.text(str(found.points), box.right - 34, box.y + box.h / 2 - 14, ink, size=21, font="figures", align=1.0)
    if hot:
        notes = (reason, effect, joined(found.facts, found.status), *(risk_notes(risk) if risk is not None else ()))
        clauses = ", ".join(row.refusal.clauses) if row.refusal is not None else "OPS-7.6-1" if risk else ""
        kit.tip = Tip(found.name, tuple(note for note in notes if note), clauses, key_of(place))
    plus(desk, box, row.unit)


def bring_into_sight(desk: Desk, part: Scrolled, row: Candidate, y: float, high: float) -> None:
    """Scroll to a row to which arrows have come."""
    hand = desk.interaction
    if hand.reveal and row.key == hand.part:
        hand.reveal = False
        desk.kit.reveal(part, y, high)


def key_of(place: int) -> str:
    """The key that ticks a row, "" for rows beyond the ninth."""
    return str(place + 1) if place < LAST_KEY else ""


def _ticked_plate(desk: Desk, box: Box, row: Candidate, place: int) -> bool:
    """The ground of a row with its tick; a click on it ticks or unticks. True while the pointer is on it."""
    kit, on = desk.kit, row.refusal is None or row.ticked
    body = Box(box.x, box.y, box.w - 30, box.h)  # what is left is the plus
    hot = kit.hot(f"row-{row.unit}", body)
    marked = row.key == desk.interaction.part
    row_plate(kit, box, (hot.hovered or marked) and on, on)
    if marked:
        kit.plate(Box(box.right - 3, box.y, 3, box.h), kit.colours.action, 1)
    tick(kit, Box(box.x + 14, box.y + (box.h - 20) / 2, 20, 20), row.ticked, on)
    if on and box.h >= 44:
        kit.text(key_of(place), box.x + 24, box.y + box.h / 2 + 9, kit.colours.second, size=12, align=0.5)
    if hot.clicked:
        desk.interaction.toggle(row.unit)
    return hot.hovered


def plus(desk: Desk, box: Box, id_: int) -> None:
    """The button at the lower right of a row that opens the sheet (OPS-10.3.2-1)."""
    place = Box(box.right - 27, box.bottom - 27, 22, 22)
    tip = _("Everything about it")
    kit = desk.kit
    hot = kit.hot(f"plus-{id_}", place)
    ink = kit.colours.action if hot.hovered else kit.colours.second
    kit.outline(place, ink.fade(0.7), 4)
    x, y = place.x + 11, place.y + 11
    kit.line(x - 5, y, x + 5, y, ink, 2)
    kit.line(x, y - 5, x, y + 5, ink, 2)
    if hot.hovered:
        kit.tip = Tip(tip, (), "OPS-10.3.2-1", "I")
    if hot.clicked:
        desk.ui.sheet = id_


def row_plate(kit: Kit, box: Box, hovered: bool, on: bool) -> None:
    """The ground of a row."""
    if on:
        top = kit.colours.hover if hovered else kit.colours.raised.shade(1.06)
        kit.graded(box, top, kit.colours.raised.shade(0.92), 5)
    else:
        kit.plate(box, kit.colours.ground.fade(0.6), 5)
    kit.outline(box, kit.colours.brass.fade(0.4 if on else 0.16), 5)


def small_bars(kit: Kit, tired: bool, x: float, y: float, hp: int, full: int, energy_left: int) -> None:
    """Strength, and energy where troops tire, as two short bars."""
    share = hp / max(1, full)
    bar(kit, Box(x, y, 92, 7), share, ENERGY_GOOD if share > 0.5 else energy_ink(share), parts=full)
    kit.text(f"{hp}/{full}", x + 100, y - 5, size=13, font="medium")
    if tired:
        bar(kit, Box(x, y + 11, 92, 4), energy_left / 100, energy_ink(energy_left / 100))
