"""Special rules of scenarios that put units on the board: reinforcements and risings (CRD-S-7, CRD-S-9)."""

from __future__ import annotations

from collections.abc import Iterator

from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Refusal
from wab.engine.words.text import N_, Text
from wab.systems.cards.fight.obstacles import is_passable
from wab.systems.cards.state import events as ev
from wab.systems.cards.state.orders import Rise
from wab.systems.cards.state.state import State

_NONE = Refusal(Text(N_("No unit rises there now.")), ("CRD-S-9",), code="no-rising")


def start_of_turn(state: State) -> Iterator[Event]:
    """Reinforcements that are due come onto their hexes, or the nearest free ones of the row (CRD-S-7).

    Where there is no room they wait a turn. They may be ordered at once.
    """
    own_turn = state.own_turns.get(state.active, 0)
    for unit in state.waiting:
        arriving = state.board.arrivals[unit]
        if state.profile(unit).side != state.active or own_turn < arriving.own_turn:
            continue
        hex_ = _room(state, unit, arriving.hex)
        if hex_ is not None:
            yield ev.UnitPlaced(unit, hex_, "reinforcement")


def _room(state: State, unit: int, wanted: int) -> int | None:
    """The free hex nearest to the hex that a unit is meant for, in the same row."""
    board, type_ = state.board, state.board.type_of(state.profile(unit).kind)
    row = [hex_ for hex_ in board.field.hexes if hex_ // board.field.grid.cols == wanted // board.field.grid.cols]
    free = [hex_ for hex_ in row if hex_ not in state.at and is_passable(state, type_, hex_)]
    return min(free, key=lambda hex_: (abs(hex_ - wanted), hex_), default=None)


def rising_hexes(state: State) -> tuple[int, ...]:
    """Return where the side to play may place a Resistance unit now: a free hex of its rising, while there are any
    left.

    Once a turn, at the end of the move phase (CRD-S-9).
    """
    rising = state.board.rising
    if rising is None or rising.side != state.active or not state.stock:
        return ()
    if state.own_turns.get(state.active, 0) < rising.from_own_turn:
        return ()
    return tuple(hex_ for hex_ in rising.hexes if hex_ not in state.at)


def why_not(state: State, order: Rise) -> Refusal | None:
    """None if a unit may rise there."""
    return None if order.hex in rising_hexes(state) else _NONE


def rise(state: State, order: Rise) -> Iterator[Event]:
    """The next of the units that are left rises; it acts from the next turn, since no card has ordered it."""
    risers = state.board.risers
    yield ev.UnitPlaced(risers[len(risers) - state.stock], order.hex, "rising")
