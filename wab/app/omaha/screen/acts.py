"""Events as acts: cards turned over with what they do, units that land, move and are hit, attacks, Germans."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from wab.app.omaha.looks import looks, overlays
from wab.app.omaha.looks.cards import face_of
from wab.app.omaha.looks.looks import GERMAN
from wab.app.omaha.screen import answers
from wab.app.wargame.adapter.pictures import Act, Become, Follow, Gone, Remark, Reveal, Tell, Volley
from wab.app.wargame.adapter.typography import joined
from wab.engine.kernel.events import Event
from wab.locale import _
from wab.locale.typography import headed
from wab.systems.omaha.combat.fields import fields_in
from wab.systems.omaha.state import events as ev
from wab.systems.omaha.state.names import SYMBOL_NAMES
from wab.systems.omaha.state.state import DEAD, State

CARD, HIT, SHORT = 1.6, 1.1, 0.6
"""Seconds for a card that lies open, for a hit, and for what needs less."""
ENDS_CARD = (ev.Acted, ev.Placed, ev.Cleared, ev.SectorBegan)
"""Own deeds: the open card has been read."""


def acts(state: State, event: Event) -> Iterable[Act] | None:
    """Return the acts of an event as the seat knows it, None for an event of every system.

    `state` is the present, which may be later than the event.
    """
    match event:
        case ev.CardDrawn(card=card, purpose=purpose, sector=sector):
            face = face_of(state.board, card, purpose, sector, state.turn)
            return [Reveal(face, CARD)] if face is not None else []
        case ev.UnitChanged():
            return _of_change(state, event)
        case ev.Fired():
            return _of_hit(state, event)
        case ev.Engaged(hex=hex_, naval=naval):
            told = _("Naval fire") if naval else _("Attack")
            return [Reveal(None), Tell(hex_, told, SHORT)]
        case ev.Resolved(hex=hex_, us=us, german=german, lacking=lacking):
            found = _("{us} against {german}").format(us=us, german=german)
            return [Tell(hex_, joined(found, answers.lacking(lacking)), 1.2)]
        case ev.ForceChanged(hex=hex_, force=force):
            return [Gone(GERMAN + hex_)] if force is None else [Become(looks.german(state, hex_, force))]
        case ev.Happened(hex=hex_) if hex_ >= 0:
            return [Tell(hex_, _("event"), SHORT)]
        case ev.Cleared(hex=hex_):
            return [Reveal(None), Tell(hex_, _("cleared"), SHORT)]
    return [Reveal(None)] if isinstance(event, ENDS_CARD) else None


def _of_change(state: State, event: ev.UnitChanged) -> Sequence[Act]:
    """A unit goes where it is now, by land or along the boxes, and looks as it is now."""
    unit, why = event.unit, answers.why_words(event.why)
    name, boxes = state.profile(unit.id).key, state.board.boxes
    if unit.box == DEAD:
        lost = _("{unit} is lost").format(unit=name)
        return [Remark(lost, SHORT), Gone(unit.id)]
    there = looks.anchorage(state.board, unit.box) if unit.box in boxes else unit.hex
    if there < 0:
        return [Remark(_("{unit} is delayed").format(unit=name), SHORT), Gone(unit.id)]
    found: list[Act] = [Follow((unit.id,), there), Become(looks.counter(state, unit, there))]
    if why:
        found.append(Tell(there, why, SHORT))
    if event.why in answers.ON_CARD:
        told = _(answers.ON_CARD[event.why])
        found.append(Remark(told.format(unit=name, place=unit.box or state.board.grid.label(there))))
    return found


def _of_hit(state: State, event: ev.Fired) -> Sequence[Act]:
    """A position fires at a unit; its reason stands under the card."""
    name = state.profile(event.unit).key
    hex_ = state.unit(event.unit).hex
    place = state.positions.get(event.position)
    words = reason(state, event)
    found: list[Act] = []
    if place is not None and hex_ >= 0:
        found.append(Volley((), hex_, place.hexes[0]))
    found.append(Remark(headed(name, words), 0.0 if hex_ >= 0 else HIT))
    if hex_ >= 0:
        found.append(Tell(hex_, words, HIT))
    return found


def reason(state: State, event: ev.Fired) -> str:
    """Return why a unit was hit: the position, the level of its dot, the symbol of the card, the distance."""
    place = state.positions.get(event.position)
    if place is None:
        return _("the German guns")
    parts = [looks.name_of(state, place.id), overlays.level_words().get(event.level, "")]
    unit = state.unit(event.unit)
    drawn = dict(state.now.track).get("fire" + place.sector)
    symbol = state.profile(event.unit).symbol
    if drawn is not None and symbol == state.board.card(drawn).target:
        parts.append(_(SYMBOL_NAMES[symbol]))
    away = fields_in(state).distances[place.id].get(unit.hex)
    if away is not None:
        parts.append(_("{count} away").format(count=away))
    return ", ".join(part for part in parts if part)
