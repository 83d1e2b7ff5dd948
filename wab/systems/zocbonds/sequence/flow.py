"""The sequence of play (ZOC-3, ZOC-20.1): turns, player turns and their phases, and what happens as each begins."""

from __future__ import annotations

from collections.abc import Iterator

from wab.engine.kernel.agenda import Phase, Sequence, never
from wab.engine.kernel.events import Event
from wab.systems.zocbonds.combat import air, invasion
from wab.systems.zocbonds.movement import movement
from wab.systems.zocbonds.sequence import initial, recovery, victory
from wab.systems.zocbonds.state import armies
from wab.systems.zocbonds.state import events as ev
from wab.systems.zocbonds.state.state import State
from wab.systems.zocbonds.units import replacements, reserve, withdrawal
from wab.systems.zocbonds.units.supply import supply_phase

FIRST, SECOND = "axis", "allied"
"""The Germans move first each day, the Allies second (ZOC-3-1)."""


def _first_turn(state: State) -> bool:
    return state.now.turn == 1


def _later_turn(state: State) -> bool:
    return state.now.turn > 1


BEFORE: Sequence[State] = Sequence(
    (
        Phase("invasion", _first_turn, begins=invasion.begin, is_open=never),
        Phase("initial", _later_turn, begins=initial.begin, is_open=never),
    )
)
"""Before the player turns: the special invasion phase on turn 1 (ZOC-20.1-1), else the initial phase (ZOC-3-2)."""

PLAYER_TURN: Sequence[State] = Sequence(
    (
        Phase("withdrawal", withdrawal.comes_up, begins=withdrawal.commandos, is_open=never),
        Phase("replacement", _later_turn, armies.seats_on_turn, is_open=replacements.is_open),
        Phase("movement", players=armies.seats_on_turn, begins=movement.begin),
        Phase("combat", players=armies.seats_on_turn, begins=air.ask_strafing),
        Phase("reserve_movement", reserve.comes_up, armies.seats_on_turn),
        Phase("reserve_combat", reserve.comes_up, armies.seats_on_turn, air.ask_strafing),
        Phase("recovery", begins=recovery.recovery, is_open=never),
        Phase("supply", begins=supply_phase, is_open=never),
    )
)
"""A player turn, the same for both sides (ZOC-3-3 to ZOC-3-9); commandos that leave come before it (ZOC-17.5)."""

AFTER: Sequence[State] = Sequence(
    (Phase("end", players=armies.allied_seats, begins=withdrawal.begin, is_open=withdrawal.is_open),)
)
"""The end phase (ZOC-3-10): airborne divisions that leave; automatic victory is checked after it."""

_SEQUENCES = (BEFORE, PLAYER_TURN, AFTER)


def open_game(state: State) -> Iterator[Event]:
    """The start of turn 1: the weather of the landing, then the special invasion phase (ZOC-20.1), before player turns
    like any others (ZOC-EOP-1). A lesson may begin with the second half of the day."""
    yield ev.TurnBegan(1)
    yield from initial.first_weather(state)
    lesson = state.board.lesson
    if lesson is not None and lesson.first == SECOND:
        yield ev.PlayerTurnBegan(SECOND)
        yield from _advance(state, PLAYER_TURN, SECOND, "", "")
        return
    yield from _advance(state, BEFORE, "", "", "")


def next_phase(state: State) -> Iterator[Event]:
    """The phase is over: what its end brings, then everything up to the next decision.

    Where the end of a phase asks for something first, that is answered, and the phase is ended again.
    """
    if state.now.phase in ("movement", "reserve_movement"):
        yield from movement.end(state)
        if state.agenda:
            return
    now = state.now
    sequence = next(one for one in _SEQUENCES if any(phase.id == now.phase for phase in one.phases))
    yield from _advance(state, sequence, now.side, now.phase, now.player)


def _advance(state: State, sequence: Sequence[State], side: str, phase: str, player: str) -> Iterator[Event]:
    """Go on to the next phase in which there is something to decide, through the rest of the turn and beyond it."""
    while True:
        side_now = side

        def began(name: str, seat: str, side: str = side_now) -> Event:
            return ev.PhaseBegan(side, name, seat or side)

        found = yield from sequence.advance(state, phase, player, began)
        if found or _is_over(state):
            return
        phase = player = ""
        if sequence is AFTER:
            yield from victory.end_of_turn(state)
            if _is_over(state):
                return
            yield ev.TurnBegan(state.now.turn + 1)
        sequence, side = _following(sequence, side)
        if sequence is PLAYER_TURN:
            yield ev.PlayerTurnBegan(side)


def _is_over(state: State) -> bool:
    return state.now.result is not None


def _following(sequence: Sequence[State], side: str) -> tuple[Sequence[State], str]:
    """Return what comes after a part of the turn, and whose player turn it is then ("" for neither's)."""
    if sequence is BEFORE:
        return PLAYER_TURN, FIRST
    if sequence is PLAYER_TURN:
        return (PLAYER_TURN, SECOND) if side == FIRST else (AFTER, "")
    return BEFORE, ""
