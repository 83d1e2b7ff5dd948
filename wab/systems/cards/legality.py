"""The one authority on what is legal: every kind of order is judged here, by the chapter that owns it."""

from __future__ import annotations

from collections.abc import Iterator

from wab.engine.orders import Order, Refusal
from wab.engine.text import N_, Text
from wab.systems.cards import ambush, drawing, ordering, overlord, playing, specials, strikes, teams
from wab.systems.cards.combat import offered_attacks, why_not_attack, why_not_remove_wire
from wab.systems.cards.ground import offered_ground, why_not_take_ground
from wab.systems.cards.movement import leads, offered_moves, why_not_move
from wab.systems.cards.orders import (
    Ambush,
    Attack,
    Done,
    GiveCard,
    Keep,
    Move,
    OrderUnit,
    PlayCard,
    RemoveWire,
    Retreat,
    Rise,
    Strike,
    TakeGround,
)
from wab.systems.cards.retreat import offered_retreats, why_not_retreat
from wab.systems.cards.state import State

_PHASES: dict[type[Order], tuple[str, ...]] = {
    PlayCard: ("card",),
    GiveCard: ("give",),
    Strike: ("opening", "strike"),
    OrderUnit: ("order",),
    Move: ("move", "second_move"),
    Attack: ("attack", "overrun"),
    RemoveWire: ("attack",),
    Retreat: ("retreat",),
    TakeGround: ("ground",),
    Ambush: ("ambush",),
    Keep: ("keep",),
    Rise: ("rising",),
    Done: ("give", "order", "move", "attack", "overrun", "second_move", "rising"),
}
"""In which phases each kind of order is given."""

_OVER = Refusal(Text(N_("The battle is over.")), code="over")
_UNKNOWN = Refusal(Text(N_("This order does not belong to this game.")), code="unknown-order")
_NOT_NOW = Refusal(
    Text(N_("This is not the time for that: each step of a turn is finished before the next.")),
    ("CRD-4.0-6",),
    code="not-now",
)
_NOT_LED = Refusal(Text(N_("That unit is led by somebody else this turn.")), ("CRD-A5.2-8", "CRD-O-17"), code="not-led")


def phase(state: State) -> str:
    """What is to be decided now."""
    if state.result is not None:
        return "over"
    if state.retreat is not None:
        return "retreat"
    if state.fight is not None:
        return "ground" if state.fight.stage == "ground" else "ambush"
    if state.overrunner:
        return "overrun"
    return state.stage if state.drawing is None else "keep"


def to_act(state: State) -> str | None:
    """The seat that must decide now; None when the battle is over."""
    if state.result is not None or not state.active:
        return None
    if state.retreat is not None:
        return teams.answering_seat(state, state.units[state.retreat.unit])
    if state.fight is not None and state.fight.stage == "declared":
        return ambush.seat_to_ask(state)
    if state.drawing is not None:
        return state.drawing.seat
    return state.leader or teams.active_seat(state)


def why_not(state: State, order: Order) -> Refusal | None:
    """None if the order is legal for the seat to act by the facts in `state`, else the first reason against it."""
    if state.result is not None:
        return _OVER
    phases = _PHASES.get(type(order))
    if phases is None:
        return _UNKNOWN
    if phase(state) not in phases:
        return _NOT_NOW
    match order:
        case PlayCard():
            return playing.why_not_play(state, order)
        case GiveCard():
            return overlord.why_not_give(state, order)
        case Strike():
            return strikes.why_not(state, order)
        case OrderUnit():
            return ordering.why_not(state, order)
        case Move():
            return _why_not_led(state, order.unit) or why_not_move(state, order)
        case Attack():
            return _why_not_led(state, order.unit) or why_not_attack(state, order)
        case RemoveWire():
            return _why_not_led(state, order.unit) or why_not_remove_wire(state, order)
        case Retreat():
            return why_not_retreat(state, order)
        case TakeGround():
            return why_not_take_ground(state, order)
        case Ambush():
            return ambush.why_not(state, order)
        case Keep():
            return drawing.why_not(state, order)
        case Rise():
            return specials.why_not(state, order)
        case _:
            return overlord.why_not_done(state) if phase(state) == "give" else None


def _why_not_led(state: State, unit: int) -> Refusal | None:
    return _NOT_LED if unit in state.tokens and not leads(state, unit) else None


def offered(state: State, unit: int | None = None) -> Iterator[Order]:
    """The orders on offer to the seat to act, in a fixed order; of one unit only when it is named.

    Of the paths from one hex to another the best one is offered; the others are legal as well.
    """
    now = phase(state)
    yield from _of_units(state, now, unit)
    if unit is not None:
        return
    match now:
        case "card":
            yield from playing.offered(state)
        case "give":
            yield from overlord.offered(state)
        case "opening" | "strike":
            yield from strikes.offered(state)
        case "ambush":
            yield from ambush.offered(state)
        case "keep":
            yield from drawing.offered(state)
        case "rising":
            yield from (Rise(hex_) for hex_ in specials.rising_hexes(state))
    if now in _PHASES[Done] and (now != "give" or overlord.why_not_done(state) is None):
        yield Done()


def _of_units(state: State, now: str, unit: int | None) -> Iterator[Order]:
    match now:
        case "order":
            for id_, sections in sorted(ordering.orderable(state).items()):
                if unit is None or unit == id_:
                    yield from (OrderUnit(id_, section) for section in sections)
        case "move" | "second_move":
            yield from offered_moves(state, unit)
        case "attack" | "overrun":
            yield from offered_attacks(state, unit)
        case "retreat" if state.retreat is not None and unit in (None, state.retreat.unit):
            yield from offered_retreats(state)
        case "ground" if state.fight is not None and unit in (None, state.fight.attacker):
            yield from offered_ground()
