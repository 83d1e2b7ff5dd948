"""All decisions of the sides, by the name of the question: the side that answers, and its orders."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from wab.engine.kernel.agenda import Answer, Decision, Decisions
from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Group, Order, Refusal
from wab.field.packs import decisions
from wab.systems.blind.combat import answer, attack, conduct
from wab.systems.blind.ground import boundary
from wab.systems.blind.movement import arrivals, calls, exits, marching
from wab.systems.blind.sequence import placement
from wab.systems.blind.sequence.flow import PLACEMENT, next_phase
from wab.systems.blind.state import orders as od
from wab.systems.blind.state.state import State
from wab.systems.blind.units import port, refitting, reserves, support

Offer = Callable[[State, int | None], Iterable[Group]]


def _owner(state: State) -> str:
    """The side that plays the phase, and that attacks in it."""
    return state.now.side


def _legal(state: State, order: Order) -> None:
    """Nothing is against it."""


def _done(state: State, order: od.Done) -> Iterator[Event]:
    return next_phase(state)


def _repaired(state: State, order: od.Repair) -> Iterator[Event]:
    """The port is repaired by a step a turn: the phase ends (BLD-10-4)."""
    yield from port.execute_repair(state, order)
    yield from next_phase(state)


def _offers(*chapters: Offer, ends: Callable[[State, od.Done], Refusal | None] = _legal) -> Offer:
    """Return what several chapters offer, one after the other, then the end of the phase."""

    def offered(state: State, unit: int | None) -> Iterator[Group]:
        for chapter in chapters:
            yield from chapter(state, unit)
        if unit is None and ends(state, od.Done()) is None:
            yield (od.Done(),)

    return offered


_DONE: Answer[State] = Answer(_legal, _done)
_END: dict[type[Order], Answer[State]] = {od.Done: _DONE}
_MARCH: dict[type[Order], Answer[State]] = {
    od.March: Answer(marching.why_not_march, marching.execute_march),
    od.Call: Answer(calls.why_not_call, calls.execute_call),
    **_END,
}
_ENTER: dict[type[Order], Answer[State]] = {od.Enter: Answer(arrivals.why_not_enter, arrivals.execute_enter)}
_STANDING: dict[type[Order], Answer[State]] = {od.Standing: Answer(port.why_not_standing, port.execute_standing)}
_LEAVE: dict[type[Order], Answer[State]] = {od.Leave: Answer(exits.why_not_leave, exits.execute_leave)}
_RESERVE: dict[type[Order], Answer[State]] = {
    od.Reserve: Answer(reserves.why_not_reserve, reserves.execute_reserve)
}  # fmt: skip
_FIRST: dict[type[Order], Answer[State]] = {
    od.Declare: Answer(calls.why_not_declare, calls.execute_declare),
    od.Refit: Answer(refitting.why_not_refit, refitting.execute_refit),
}
_FIGHT: dict[type[Order], Answer[State]] = {
    od.Fight: Answer(attack.why_not_fight, attack.execute_fight),
    od.Done: Answer(attack.why_not_done, _done),
}
_MOVES: tuple[Offer, ...] = (marching.offered_marches, calls.offered_calls)
_ARRIVE: tuple[Offer, ...] = (arrivals.offered_entries,)

PHASES: dict[str, Decision[State, Group]] = {
    PLACEMENT: Decision(
        _owner,
        {od.Place: Answer(placement.why_not_place, placement.execute_place), **_END},
        _offers(placement.offered_places),
    ),
    "port": Decision(
        _owner, {od.Repair: Answer(port.why_not_repair, _repaired), **_END}, _offers(port.offered_repairs)
    ),
    "interdiction": Decision(
        _owner,
        {
            od.Interdict: Answer(support.why_not_interdict, support.execute_interdict),
            od.PickShips: Answer(support.why_not_pick, support.execute_pick),
            **_END,
        },
        _offers(support.offered_interdictions, support.offered_fleets),
    ),
    "axis_first": Decision(
        _owner,
        {**_MARCH, **_FIRST, **_ENTER, **_STANDING},
        _offers(*_MOVES, *_ARRIVE, refitting.offered_refits, port.offered_standing),
    ),
    "axis_combat": Decision(_owner, _FIGHT, _offers(attack.offered_fights, ends=attack.why_not_done)),
    "allied_reserve": Decision(_owner, _MARCH, _offers(*_MOVES)),
    "axis_second": Decision(
        _owner,
        {**_MARCH, **_ENTER, **_RESERVE, **_STANDING},
        _offers(*_MOVES, *_ARRIVE, reserves.offered_reserves, port.offered_standing),
    ),
    "allied_first": Decision(
        _owner,
        {
            **_MARCH,
            **_FIRST,
            **_ENTER,
            **_LEAVE,
            od.Boundary: Answer(boundary.why_not_boundary, boundary.execute_boundary),
        },
        _offers(*_MOVES, *_ARRIVE, refitting.offered_refits, exits.offered_exits, boundary.offered_boundaries),
    ),
    "allied_air": Decision(
        _owner,
        {od.OfferAir: Answer(support.why_not_offer, support.execute_offer), **_END},
        _offers(support.offered_air),
    ),
    "allied_combat": Decision(
        _owner,
        {**_FIGHT, od.Bomb: Answer(attack.why_not_bomb, attack.execute_bomb)},
        _offers(attack.offered_fights, attack.offered_bombs, ends=attack.why_not_done),
    ),
    "axis_reserve": Decision(_owner, {**_MARCH, **_STANDING}, _offers(*_MOVES, port.offered_standing)),
    "allied_second": Decision(
        _owner,
        {**_MARCH, **_ENTER, **_LEAVE, **_RESERVE},
        _offers(*_MOVES, *_ARRIVE, exits.offered_exits, reserves.offered_reserves),
    ),
}
"""The phases of the turn (BLD-2-2)."""

TABLE: dict[str, Decision[State, Group]] = {
    "forces": Decision(
        attack.defender,
        {od.Form: Answer(attack.why_not_form, attack.execute_form)},
        attack.offered_forces,
        attack.forces_by_themselves,
    ),
    "conduct": Decision(
        _owner, {od.Press: Answer(conduct.why_not_press, conduct.execute_press)}, conduct.offered_conduct
    ),
    "answer": Decision(
        attack.defender,
        {od.Yield: Answer(answer.why_not_yield, answer.execute_yield)},
        answer.offered_answers,
        answer.answer_by_itself,
    ),
    "retreat": Decision(
        attack.defender,
        {od.Retreat: Answer(answer.why_not_retreat, answer.execute_retreat)},
        answer.offered_retreats,
        answer.retreat_by_itself,
    ),
    "advance": Decision(
        _owner,
        {od.Advance: Answer(answer.why_not_advance, answer.execute_advance)},
        answer.offered_advances,
        answer.advance_by_itself,
    ),
}
"""The questions at the table, out of turn (BLD-7)."""


DECISIONS: Decisions[State, Group] = decisions({**PHASES, **TABLE}, "BLD-2-2")
