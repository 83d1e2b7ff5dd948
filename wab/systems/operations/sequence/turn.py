"""The sequence of play (ledger section 5.1): turns and impulses."""

from __future__ import annotations

from collections.abc import Iterator

from wab.engine.kernel.events import Event
from wab.systems.operations.combat.air import ready_squadrons
from wab.systems.operations.combat.naval import ready_ships
from wab.systems.operations.ground.weather import weather_of_turn
from wab.systems.operations.sequence.victory import final_end, score_at_end, score_of_turn, sudden_end
from wab.systems.operations.state import events as ev
from wab.systems.operations.state.board import SIDES, enemy_of
from wab.systems.operations.state.control import control_by_zoc
from wab.systems.operations.state.state import State
from wab.systems.operations.state.zoc import zone_of_control
from wab.systems.operations.units.fatigue import recovery
from wab.systems.operations.units.reconstitution import automatic_reconstitution, points_of_turn
from wab.systems.operations.units.reinforcements import arrivals, departures, quality_changes
from wab.systems.operations.units.supply import attrition, supplied


def begin(state: State, turn: int) -> Iterator[Event]:
    """Start of a turn (OPS-5.1-1, OPS-5.1-12): weather, aircraft, the calendar, ships, then the first impulse.

    The calendar is the scenario's: qualities that change, withdrawals, reinforcements. Ships come after it, so that
    arriving ships are tested as well (OPS-10.1.1-16).
    """
    weather = yield from weather_of_turn(state, turn)
    yield ev.TurnBegan(turn, weather, points_of_turn(state.board, turn))
    yield from ready_squadrons(state)
    yield from quality_changes(state)
    yield from departures(state)
    yield from arrivals(state)
    yield from ready_ships(state)
    yield from begin_impulse(state, state.board.first_player, 1)


def begin_impulse(state: State, side: str, impulse: int) -> Iterator[Event]:
    """Activation points are refilled (OPS-5.2-6, OPS-5.2-7), the supply of the side's units is judged (OPS-8.5.1-9).

    A unit that stands in an enemy zone of control now is held by it (OPS-8.2.1-2).
    How many there are is the scenario's, for each side its own (OPS-5.2-1, OPS-5.2-8); where there are two impulses
    they are as a rule too few for all units (OPS-5.1-8).
    """
    in_supply, zone = supplied(state, side), zone_of_control(state, enemy_of(side))
    ids = [unit.id for unit in state.units_of(side)]
    allowance: int = getattr(state.board.activation_points, side)
    yield ev.ImpulseBegan(
        side,
        impulse,
        allowance,
        unsupplied=tuple(id_ for id_ in ids if id_ not in in_supply),
        supplied=tuple(id_ for id_ in ids if id_ in in_supply),
        held=tuple(id_ for id_ in ids if zone[state.units[id_].hex]),
    )


def end_impulse(state: State) -> Iterator[Event]:
    """A pass ends the impulse (OPS-5.1-10): control is settled (OPS-6.5-4), the next impulse or turn begins.

    The second player plays as the first did, and then the turn or the impulse is over (OPS-5.1-3).
    """
    side, impulse = state.active, state.impulse
    first = state.board.first_player
    yield ev.ImpulseEnded(side, control_by_zoc(state, side))
    if side == first:
        yield from begin_impulse(state, enemy_of(side), impulse)
    elif impulse < state.board.impulses:  # OPS-5.1-7
        yield from begin_impulse(state, first, impulse + 1)
    else:
        yield from _end_turn(state)


def _end_turn(state: State) -> Iterator[Event]:
    """End of a turn, step by step for both sides together (OPS-5.1-12)."""
    yield from score_of_turn(state)
    yield from recovery(state)
    yield from _judge_supply(state)
    yield from attrition(state)
    yield from automatic_reconstitution(state)
    yield from sudden_end(state, end_of_turn=True)
    if state.result is not None:
        return
    if state.turn >= state.board.turns:
        yield from score_at_end(state)
        yield final_end(state)
    else:
        yield from begin(state, state.turn + 1)


def _judge_supply(state: State) -> Iterator[ev.SupplyJudged]:
    """Supply is judged once more at the end of the turn, for attrition (OPS-8.5.1-9)."""
    in_supply = supplied(state, SIDES[0]) | supplied(state, SIDES[1])
    ids = sorted(state.units)
    yield ev.SupplyJudged(
        unsupplied=tuple(id_ for id_ in ids if id_ not in in_supply),
        supplied=tuple(id_ for id_ in ids if id_ in in_supply),
    )
