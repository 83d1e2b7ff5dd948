"""An attack as the shared panel shows it: its parts and units, the odds, and the defenders."""

from __future__ import annotations

from itertools import groupby

from wab.app.hud.widgets import Action, key_name
from wab.app.wargame.adapter.typography import reason
from wab.app.wargame.attack.sheet import AttackSheet, Entry, Group, Told
from wab.app.zocbonds.hand import attack_choice
from wab.app.zocbonds.hand.attack_choice import Part
from wab.app.zocbonds.hand.hand import AttackPlan, ZocBondsHand
from wab.engine.kernel.orders import Refusal
from wab.locale import _, pgettext
from wab.systems.zocbonds.combat.odds import preview


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
        order=Action(
            pgettext("order", "Attack"),
            "attack",
            key_name("enter"),
            "primary",
            reason(refusal),
            clause=_clause(refusal),
        ),
    )


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
