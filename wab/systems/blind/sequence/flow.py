"""The sequence of play (BLD-2): ten phases a turn, and what happens as each begins and ends."""

from __future__ import annotations

from collections.abc import Iterator

from wab.engine.kernel.agenda import Phase, Sequence, always
from wab.engine.kernel.events import Event
from wab.systems.blind.combat.attack import announced, bombs_left
from wab.systems.blind.movement import arrivals, exits
from wab.systems.blind.sequence import victory
from wab.systems.blind.state import events as ev
from wab.systems.blind.state.setup import OPTIONAL
from wab.systems.blind.state.state import PHASES, State
from wab.systems.blind.units import port, stocks

PLACEMENT = "placement"


def _begin_port(state: State) -> Iterator[Event]:
    """The standing order of the port is carried out as the turn begins (BLD-10-2)."""
    yield from port.demolition(state)


def _begin_interdiction(state: State) -> Iterator[Event]:
    yield from exits.air_cover(state)


def _begin_axis_first(state: State) -> Iterator[Event]:
    yield from exits.diversions(state)
    yield from stocks.receipts(state, "axis")


def _begin_allied_first(state: State) -> Iterator[Event]:
    yield from stocks.receipts(state, "allied")


def _attacks(state: State) -> bool:
    """Both sides know whether attacks were announced: without them the phase falls out (BLD-2-6)."""
    return bool(announced(state))


def _attacks_or_bombs(state: State) -> bool:
    return _attacks(state) or bool(bombs_left(state))


TURN: Sequence[State] = Sequence(
    (
        Phase("port", begins=_begin_port, is_open=port.can_be_repaired),
        Phase("interdiction", begins=_begin_interdiction),
        Phase("axis_first", begins=_begin_axis_first),
        Phase("axis_combat", comes_up=_attacks),
        Phase("allied_reserve"),
        Phase("axis_second"),
        Phase("allied_first", begins=_begin_allied_first),
        Phase("allied_air", comes_up=_attacks),
        Phase("allied_combat", comes_up=_attacks_or_bombs),
        Phase("axis_reserve"),
        Phase("allied_second"),
    )
)
"""A turn (BLD-2-2 to BLD-2-4). Every phase that a side plays is open, whether or not it has anything to do: only what
both can know makes a phase fall out (BLD-2-6).
"""


def _both(state: State) -> tuple[str, ...]:
    return ("allied", "axis")


BEFORE: Sequence[State] = Sequence((Phase(PLACEMENT, always, _both),))
"""The optional set-up, before the first turn (BLD-20-2)."""


def open_game(state: State) -> Iterator[Event]:
    """The first turn of the scenario, up to its first decision."""
    if state.now.options.get("placement") == OPTIONAL:
        yield from BEFORE.advance(state, "", "", ev.PhaseBegan)
        return
    yield from _begin_turn(state, state.board.first)


def _began(phase: str, player: str) -> Event:
    return ev.PhaseBegan(phase, player or PHASES[phase])


def _begin_turn(state: State, turn: int) -> Iterator[Event]:
    """A turn begins with withdrawals (BLD-17-5) and the upkeep of units off the map (BLD-18-11)."""
    yield ev.TurnBegan(turn)
    yield from arrivals.withdrawals(state)
    yield from exits.upkeep(state)
    yield from TURN.advance(state, "", "", _began)


def next_phase(state: State) -> Iterator[Event]:
    """The phase is over: points for units off the map (BLD-19-8), then the next phase, or the end of the turn."""
    now = state.now
    if now.phase == PLACEMENT:
        if not (yield from BEFORE.advance(state, now.phase, now.side, ev.PhaseBegan)):
            yield from _begin_turn(state, state.board.first)
        return
    if now.phase in ("allied_first", "allied_second"):
        yield from exits.award(state)
    found = yield from TURN.advance(state, now.phase, "", _began)
    if found:
        return
    yield from victory.end_of_turn(state)
    if state.now.result is None:
        yield from _begin_turn(state, state.now.turn + 1)
