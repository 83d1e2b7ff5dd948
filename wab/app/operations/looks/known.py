"""A side's knowledge of a unit, in a few words: for the card at the pointer and for the order of battle."""

from __future__ import annotations

from wab.app.operations.looks import texts
from wab.app.operations.looks.card import type_name
from wab.app.wargame.adapter.pictures import Echelon, Known
from wab.app.wargame.adapter.typography import joined
from wab.locale import _
from wab.locale.numbers import percent
from wab.systems.operations.seen.view import OperationsView
from wab.systems.operations.state.board import Profile
from wab.systems.operations.state.state import Unit
from wab.systems.operations.units.strength import attack_value, defence_value, energy, is_worn


def known(view: OperationsView, unit_id: int) -> Known:
    """Name, kind and state of a unit, as far as it is known. KeyError when it is not on this side's map."""
    unit, profile = view.unit(unit_id), view.profile(unit_id)
    if profile.level == "identified":
        kind = joined(_(texts.QUALITIES[profile.quality]), type_name(profile), texts.nation_name(profile.nation))
        return Known(unit_id, profile.name, kind, tuple(_condition(view, unit, profile)))
    if profile.level == "recognised":
        name = _("Unidentified {type}").format(type=_(texts.TYPES[profile.type]))
        kept = _("Its kind is known, its strength is not.")
        return Known(unit_id, name, joined(_("recognised"), texts.nation_name(profile.nation)), (kept,))
    return Known(unit_id, _("Unidentified unit"), _("detected"), (_("Somebody is there: kind and strength unknown."),))


def _condition(view: OperationsView, unit: Unit, profile: Profile) -> list[str]:
    state = view.position
    values = (
        _("attack {attack}, defence {defence}").format(
            attack=texts.points(attack_value(state, unit)), defence=texts.points(defence_value(state, unit))
        )
        if not profile.is_gun
        else _("guns {points}, range {range}").format(points=profile.bombardment, range=profile.range)
    )
    strength = _("{now} of {full} HP").format(now=unit.hp, full=profile.hp)
    rules = state.board.rules
    tired = _("energy {percent}").format(percent=percent(energy(unit) / 100)) if rules.fatigue else ""
    return [joined(strength, tired), joined(values, *troubles(view, unit))]


def troubles(view: OperationsView, unit: Unit) -> list[str]:
    """Return the weaknesses of a unit, in a word each."""
    state, found = view.position, []
    if state.board.rules.supply and not unit.supplied:
        found.append(_("out of supply"))
    if is_worn(state, unit):
        found.append(_("worn out"))
    return found


def echelons(view: OperationsView, unit_id: int) -> tuple[Echelon, ...]:
    """The corps and the division of a unit that is identified, as far as it has them."""
    return echelons_of(view, view.position.roster[unit_id])


def echelons_of(view: OperationsView, profile: Profile) -> tuple[Echelon, ...]:
    """The same for a unit that is not on the map."""
    if profile.level != "identified":
        return ()
    found = []
    if profile.corps:
        found.append(Echelon(profile.corps, _("{corps} Corps").format(corps=profile.corps)))
    if profile.division:
        found.append(Echelon(profile.division, view.board.division_names.get(profile.division, profile.division)))
    return tuple(found)
