"""An attack as the shared panel shows it: its parts and units, the odds, and the defenders."""

from __future__ import annotations

from itertools import groupby

from wab.app.hud.widgets import Action, key_name
from wab.app.wargame.adapter.fights import in_hundred
from wab.app.wargame.adapter.typography import reason
from wab.app.wargame.attack.sheet import AttackSheet, Entry, Group, Join, Told, Verdict
from wab.app.wargame.attack.verdict import told_with
from wab.app.zocbonds.hand import attack_choice
from wab.app.zocbonds.hand.attack_choice import Part
from wab.app.zocbonds.hand.hand import AttackPlan, ZocBondsHand
from wab.engine.kernel.orders import Refusal
from wab.field.forecast import Forecast
from wab.locale import _, pgettext
from wab.locale.numbers import fixed
from wab.systems.zocbonds.combat.odds import preview
from wab.systems.zocbonds.state.names import unit_noun
from wab.systems.zocbonds.state.state import State


def sheet_of(hand: ZocBondsHand, plan: AttackPlan) -> AttackSheet:
    """Return the sheet of the attack that is put together."""
    order, state, adapter = plan.attack, hand.position, hand.adapter
    seen, refusal = preview(state, order), hand.view.why_not(order)
    titles = {True: _("Attackers"), False: _("Main force and support")}
    groups = groupby(hand.rows, key=lambda row: row.ticked is not None)
    foes = (
        Entry(key=f"defender-{unit}", name=adapter.unit_name(unit), counter=adapter.counter(unit))
        for unit in (part.unit for part in seen.defenders)
    )
    return AttackSheet(
        title=_("Attack: {hex}").format(hex=adapter.hex_title(order.target)),
        icon="attack",
        groups=tuple(Group(titles[ticked], tuple(_entry(hand, row) for row in rows)) for ticked, rows in groups),
        odds=adapter.odds_of(order),
        foes=Group(_("Defenders"), tuple(foes)),
        told=(Told(_("Defenders"), (attack_choice.defence_words(state, seen),)),),
        price=attack_choice.price_words(state, order),
        verdict=_verdict(hand, plan),
        order=Action(
            pgettext("order", "Attack"),
            "attack",
            key_name("enter"),
            "primary",
            reason(refusal),
            clause=_clause(refusal),
        ),
    )


def _verdict(hand: ZocBondsHand, plan: AttackPlan) -> Verdict | None:
    """Return the verdict on the attack; None while it is not legal."""
    found, state = hand.forecast, hand.position
    if found is None:
        return None
    losses = _("We lose {ours} steps for {theirs} of theirs.")
    return Verdict(
        forecast=found,
        won=_("hex won {chance}").format(chance=in_hundred(found.won)),
        losses=losses.format(ours=fixed(found.ours), theirs=fixed(found.theirs)),
        fails=_("If it fails: no unit moves, the enemy stays.") if found.won < 1 else "",
        names={unit: unit_noun(hand.position, unit) for unit in plan.attack.units},
        joins=tuple(_join(state, *part) for part in attack_choice.better_parts(state, plan.attack)),
    )


def _join(state: State, place: int, row: Part, then: Forecast) -> Join:
    seen = preview(state, row.after)
    name = unit_noun(state, row.unit) if row.unit is not None else row.words
    return Join(place, name, then, (told_with(name, seen.column or "A1", then),))


def _entry(hand: ZocBondsHand, row: Part) -> Entry:
    return Entry(
        key=row.key,
        name=row.words,
        ticked=row.ticked,
        value=row.value,
        detail=row.detail,
        effect=row.effect,
        why_not=reason(row.refusal),
        counter=hand.adapter.counter(row.unit) if row.unit is not None else None,
        clause=_clause(row.refusal),
    )


def _clause(refusal: Refusal | None) -> str:
    return refusal.clauses[0] if refusal is not None and refusal.clauses else ""
