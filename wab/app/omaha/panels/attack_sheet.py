"""An attack as the shared panel shows it: units and ships, weapons against needs, the verdict, the Germans."""

from __future__ import annotations

from collections.abc import Iterator

from wab.app.hud.widgets import Action, key_name
from wab.app.omaha.hand import forecast
from wab.app.omaha.hand.hand import AttackPlan, AttackRow, OmahaHand
from wab.app.omaha.looks.looks import GERMAN, german_lines
from wab.app.wargame.adapter.fights import in_hundred
from wab.app.wargame.adapter.typography import joined, reason
from wab.app.wargame.attack.sheet import AttackSheet, Entry, Group, Join, Told, Verdict
from wab.engine.kernel.orders import Refusal
from wab.field.forecast import Forecast
from wab.locale import _, ngettext, pgettext
from wab.locale.numbers import fixed
from wab.systems.omaha.movement.actions import is_free, price
from wab.systems.omaha.state.names import unit_noun


def sheet_of(hand: OmahaHand, plan: AttackPlan) -> AttackSheet:
    """Return the sheet of the attack that is put together."""
    order, state, adapter = plan.attack, hand.position, hand.adapter
    refusal = hand.view.why_not(order)
    rows = [row for row in hand.rows if isinstance(row, AttackRow)]
    foe = GERMAN + order.target
    lines = german_lines(state, order.target)
    paid = price(state, order.units)
    told = (forecast.strength_words(state, order), *forecast.weapon_words(state, order))
    return AttackSheet(
        title=_("Attack: {hex}").format(hex=adapter.hex_title(order.target)),
        icon="attack",
        groups=(
            Group(_("Attackers"), tuple(_entry(hand, row) for row in rows if row.unit is not None)),
            Group(_("Ships"), tuple(_ships(hand, row) for row in rows if row.unit is None)),
        ),
        odds=forecast.odds_of(state, order) if refusal is None else None,
        foes=Group(_("Germans"), (Entry(
            key="foe", name=adapter.unit_name(foe), detail=joined(*lines), counter=adapter.counter(foe),
        ),)),
        told=(Told(_("Weapons and strength"), tuple(line for line in told if line)),),
        price=ngettext("{count} paid action", "{count} paid actions", paid).format(count=paid) if paid else _("free"),
        verdict=_verdict(hand, plan, rows),
        order=Action(
            pgettext("order", "Attack"), "attack", key_name("enter"), "primary", reason(refusal),
            clause=_clause(refusal),
        ),
        others={
            str(place): Action(adapter.words_of(other), adapter.icon_for(other))
            for place, other in enumerate(plan.others)
        },
    )  # fmt: skip


def _verdict(hand: OmahaHand, plan: AttackPlan, rows: list[AttackRow]) -> Verdict | None:
    found, state = hand.forecast, hand.position
    if found is None:
        return None
    return Verdict(
        forecast=found,
        won=_("beaten {chance}").format(chance=in_hundred(found.won)),
        losses=_("We lose {steps} steps on average.").format(steps=fixed(found.ours))
        if found.ours
        else _("No step is at stake."),
        fails=_("No unit advances: a beaten position lies free.") if found.won else "",
        names={unit: unit_noun(state, unit) for unit in plan.attack.units},
        joins=tuple(_joins(hand, rows, found)),
    )


def _joins(hand: OmahaHand, rows: list[AttackRow], now: Forecast) -> Iterator[Join]:
    """Units and ships that would raise the chance, the best first."""
    found: list[tuple[float, int, AttackRow, Forecast]] = []
    for place, row in enumerate(rows):
        if row.ticked or row.refusal is not None or row.after is None or hand.view.why_not(row.after) is not None:
            continue
        then = forecast.forecast_of(hand.position, row.after)
        if then is not None and then.won > now.won:
            found.append((-then.won, place, row, then))
    for _worse, place, row, then in sorted(found, key=lambda one: one[:2]):
        name = unit_noun(hand.position, row.unit) if row.unit is not None else _("naval fire")
        told = _("{name}: beaten {chance}.").format(name=name, chance=in_hundred(then.won))
        yield Join(place, name, then, (told,))


def _entry(hand: OmahaHand, row: AttackRow) -> Entry:
    state, unit = hand.position, row.unit
    assert unit is not None
    one, profile = state.units[unit], state.profile(unit)
    weapons = ", ".join(sorted(profile.weapons(one.steps, 1)))
    facts = (weapons, _("free") if is_free(state, unit) else _("paid"))
    return Entry(
        key=row.key, name=profile.key, ticked=row.ticked, value=str(state.strength(unit)),
        facts=tuple(fact for fact in facts if fact), why_not=reason(row.refusal),
        counter=hand.adapter.counter(unit), clause=_clause(row.refusal),
    )  # fmt: skip


def _ships(hand: OmahaHand, row: AttackRow) -> Entry:
    limits, left = hand.position.board.tables.limits, hand.position.now.naval
    return Entry(
        key=row.key, name=_("Naval fire"), ticked=row.ticked, value=f"+{limits.naval_strength}", icon="ship",
        facts=(_("{count} left").format(count=left), ", ".join(sorted(limits.naval_weapons))),
        why_not=reason(row.refusal), clause=_clause(row.refusal),
    )  # fmt: skip


def _clause(refusal: Refusal | None) -> str:
    return refusal.clauses[0] if refusal is not None and refusal.clauses else ""
