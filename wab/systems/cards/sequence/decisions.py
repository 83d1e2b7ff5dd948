"""Every decision of the game in one table: who must answer, what is offered, what each answer does, when it is over.

The player of the turn decides its steps. Interruptions are on the agenda of the state: a retreat, an ambush, ground to
be taken, an overrun, a choice of cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from wab.engine.kernel.agenda import Answer, Decision, Decisions
from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Order, Refusal
from wab.engine.words.text import N_, Text
from wab.systems.cards.command import ordering, playing, specials
from wab.systems.cards.fight import ambush, combat, fight, ground, movement, retreat, strikes
from wab.systems.cards.sequence import overlord, turn
from wab.systems.cards.state import drawing, teams
from wab.systems.cards.state.orders import (
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
from wab.systems.cards.state.state import State

_OVER = Refusal(Text(N_("The battle is over.")), code="over")
_UNKNOWN = Refusal(Text(N_("This order does not belong to this game.")), code="unknown-order")
_NOT_NOW = Refusal(
    Text(N_("This is not the time for that: each step of a turn is finished before the next.")),
    ("CRD-4.0-6",),
    code="not-now",
)
_NOT_LED = Refusal(Text(N_("That unit is led by somebody else this turn.")), ("CRD-A5.2-8", "CRD-O-17"), code="not-led")


# ------------------------------------------------------------------------------------------------- seats


def _in_turn(state: State) -> str:
    """The seat whose turn it is, or that leads in this step (CRD-O-16)."""
    return state.leader or teams.active_seat(state)


def _owner(state: State) -> str:
    """The seat that decides about the unit that must go back (CRD-4.4.9-3)."""
    due = state.retreat
    assert due is not None, "somebody must go back"
    return teams.answering_seat(state, state.units[due.unit])


def _attacked(state: State) -> str | None:
    """The seat that must answer for an ambush (CRD-C.ambush-7); later in the fight no seat must."""
    now = state.fight
    return ambush.seat_to_ask(state) if now is not None and now.stage == "declared" else _in_turn(state)


def _drawing(state: State) -> str:
    """The seat that drew the cards."""
    due = state.choosing
    assert due is not None, "there is a choice"
    return due.seat


# ------------------------------------------------------------------------------------------------- what is offered

_Offered = Callable[[State, int | None], Iterable[Order]]


def _if_none_named(offered: Callable[[State], Iterable[Order]]) -> _Offered:
    """Orders that belong to no unit: on offer unless a caller asks for the orders of one unit."""
    return lambda state, unit: offered(state) if unit is None else ()


def _or_done(offered: _Offered) -> _Offered:
    """Orders on offer, and after them the end of the step."""

    def both(state: State, unit: int | None) -> Iterator[Order]:
        yield from offered(state, unit)
        if unit is None:
            yield Done()

    return both


def _units_to_order(state: State, unit: int | None) -> Iterator[Order]:
    for id_, sections in sorted(ordering.orderable(state).items()):
        if unit is None or unit == id_:
            yield from (OrderUnit(id_, section) for section in sections)


def _cards_to_give(state: State) -> Iterator[Order]:
    yield from overlord.offered(state)
    if overlord.why_not_done(state) is None:
        yield Done()


def _risings(state: State) -> Iterator[Order]:
    return (Rise(hex_) for hex_ in specials.rising_hexes(state))


def _ways_back(state: State, unit: int | None) -> Iterable[Order]:
    due = state.retreat
    return retreat.offered_retreats(state) if due is not None and unit in (None, due.unit) else ()


def _ground(state: State, unit: int | None) -> Iterable[Order]:
    now = state.fight
    return ground.offered_ground() if now is not None and unit in (None, now.attacker) else ()


_moves: _Offered = _or_done(movement.offered_moves)
_attacks: _Offered = _or_done(combat.offered_attacks)
_targets: _Offered = _if_none_named(strikes.offered)


# ------------------------------------------------------------------------------------------------- answers


def _led(why_not: Callable[[State, Any], Refusal | None]) -> Callable[[State, Any], Refusal | None]:
    """The same, for units that the seat leads this turn (CRD-A5.2-8, CRD-O-17)."""

    def checked(state: State, order: Move | Attack | RemoveWire) -> Refusal | None:
        if order.unit in state.tokens and not movement.leads(state, order.unit):
            return _NOT_LED
        return why_not(state, order)

    return checked


def _legal(state: State, order: Order) -> None:
    """Nothing is against it."""


def _why_not_finish_giving(state: State, order: Done) -> Refusal | None:
    return overlord.why_not_done(state)


def _played(state: State, order: PlayCard) -> Iterator[Event]:
    yield from playing.play(state, order)
    yield from turn.advance(state)


def _risen(state: State, order: Rise) -> Iterator[Event]:
    yield from specials.rise(state, order)
    yield from turn.advance(state)


def _done(state: State, order: Done) -> Iterator[Event]:
    """A step of the turn is ended (CRD-4.0-6)."""
    return turn.advance(state)


_DONE: Answer[State] = Answer(_legal, _done)
_STRIKE: Answer[State] = Answer(strikes.why_not, strikes.aim)
_MOVE: Answer[State] = Answer(_led(movement.why_not_move), movement.execute_move)
_ATTACK: Answer[State] = Answer(_led(combat.why_not_attack), combat.declare)

Table = dict[str, Decision[State, Order]]

STEPS_OF_A_TURN: Table = {
    "opening": Decision(_in_turn, {Strike: _STRIKE}, _targets, turn.after_opening),
    "card": Decision(_in_turn, {PlayCard: Answer(playing.why_not_play, _played)}, _if_none_named(playing.offered)),
    "give": Decision(
        _in_turn,
        {GiveCard: Answer(overlord.why_not_give, overlord.give), Done: Answer(_why_not_finish_giving, _done)},
        _if_none_named(_cards_to_give),
    ),
    "strike": Decision(_in_turn, {Strike: _STRIKE}, _targets, turn.after_strikes),
    "order": Decision(
        _in_turn, {OrderUnit: Answer(ordering.why_not, ordering.execute), Done: _DONE}, _or_done(_units_to_order)
    ),
    "move": Decision(_in_turn, {Move: _MOVE, Done: _DONE}, _moves),
    "rising": Decision(
        _in_turn, {Rise: Answer(specials.why_not, _risen), Done: _DONE}, _or_done(_if_none_named(_risings))
    ),
    "attack": Decision(
        _in_turn,
        {
            Attack: _ATTACK,
            RemoveWire: Answer(_led(combat.why_not_remove_wire), combat.remove_wire),
            Done: _DONE,
        },
        _attacks,
        turn.after_attacks,
    ),
    "second_move": Decision(_in_turn, {Move: _MOVE, Done: _DONE}, _moves),
    "end": Decision(_in_turn, {}, _if_none_named(lambda state: ()), turn.over_to_the_enemy),
}
"""By the stage of the turn."""

INTERRUPTIONS: Table = {
    "retreat": Decision(
        _owner, {Retreat: Answer(retreat.why_not_retreat, retreat.execute_retreat)}, _ways_back, fight.retreat_by_itself
    ),
    "ambush": Decision(
        _attacked, {Ambush: Answer(ambush.why_not, ambush.answer)}, _if_none_named(ambush.offered), fight.goes_on
    ),
    "ground": Decision(_in_turn, {TakeGround: Answer(ground.why_not_take_ground, fight.ground_decided)}, _ground),
    "overrun": Decision(
        _in_turn,
        {Attack: _ATTACK, Done: Answer(_legal, fight.no_overrun)},
        _attacks,
        fight.overrun_without_targets,
    ),
    "salvo": Decision(_in_turn, {}, _if_none_named(lambda state: ()), fight.salvo_goes_on),
    "keep": Decision(_drawing, {Keep: Answer(drawing.why_not, drawing.keep)}, _if_none_named(drawing.offered)),
}
"""By the question of the step that comes first on the agenda."""


def _is_over(state: State) -> bool:
    return state.result is not None


def _stage(state: State) -> str:
    return state.stage


DECISIONS: Decisions[State, Order] = Decisions(
    STEPS_OF_A_TURN | INTERRUPTIONS, _stage, _is_over, over=_OVER, unknown=_UNKNOWN, not_now=_NOT_NOW
)
"""All decisions of seats in this game."""
