"""Every decision of the game in one table: who must answer, which orders are offered, what each answer does.

The side of the impulse acts until it passes. An advance after combat interrupts that: it is on the agenda of the state,
and is decided before anything else (OPS-7.3.1-1).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wab.engine.kernel.agenda import Answer, Decision, Decisions
from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Group, Order, Refusal
from wab.engine.words.text import Text
from wab.systems.operations.combat.bombardment import execute_bombard, offered_bombardments, why_not_bombard
from wab.systems.operations.combat.combat import execute_attack, offered_attacks, why_not_attack
from wab.systems.operations.combat.retreat import execute_advance, offered_advances, why_not_advance
from wab.systems.operations.movement.movement import choices, execute_move, why_not_move
from wab.systems.operations.sequence import turn
from wab.systems.operations.state.orders import Advance, Attack, Bombard, Move, Pass, Reconstitute
from wab.systems.operations.state.state import State
from wab.systems.operations.units.reconstitution import (
    execute_reconstitute,
    offered_reconstitutions,
    why_not_reconstitute,
)

_OVER = Refusal(Text("The battle is over."), code="over")
_ADVANCE_FIRST = Refusal(
    Text("First decide who advances into the hex that the enemy has left."),
    ("OPS-7.3.1-1", "OPS-7.3.5-8"),
    code="advance",
)
_UNKNOWN = Refusal(Text("This order does not belong to this game."), code="unknown-order")


def _side_of_the_impulse(state: State) -> str | None:
    return state.active or None


def _actions(state: State, unit: int | None) -> Iterator[Group]:
    """Moves, attacks, bombardments, reconstitution, and the end of the impulse."""
    yield from choices(state, unit)
    for others in (offered_attacks, offered_bombardments, offered_reconstitutions):
        yield tuple(others(state, unit))
    if unit is None:
        yield (Pass(),)


def _advances(state: State, unit: int | None) -> Iterable[Group]:
    return (tuple(order for order in offered_advances(state) if unit is None or unit in order.units),)


def _legal(state: State, order: Order) -> None:
    """Nothing is against it."""


def _passed(state: State, order: Pass) -> Iterator[Event]:
    return turn.end_impulse(state)


_ADVANCE: Answer[State] = Answer(why_not_advance, execute_advance)


def _action(state: State) -> str:
    """Return what is decided in an impulse."""
    return "action"


def _is_over(state: State) -> bool:
    return state.result is not None


DECISIONS: Decisions[State, Group] = Decisions(
    {
        "action": Decision(
            _side_of_the_impulse,
            {
                Move: Answer(why_not_move, execute_move),
                Attack: Answer(why_not_attack, execute_attack),
                Bombard: Answer(why_not_bombard, execute_bombard),
                Reconstitute: Answer(why_not_reconstitute, execute_reconstitute),
                Pass: Answer(_legal, _passed),
                Advance: _ADVANCE,  # refused with its own reason: there is nowhere to advance
            },
            _actions,
        ),
        "advance": Decision(_side_of_the_impulse, {Advance: _ADVANCE}, _advances),
    },
    _action,
    _is_over,
    over=_OVER,
    unknown=_UNKNOWN,
    not_now=_ADVANCE_FIRST,
)
"""All decisions of seats in this game."""
