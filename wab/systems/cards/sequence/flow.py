"""The course of the game (ledger sections 4.0 to 4.5): how it opens, and what each order sets going.

A step without a decision happens at once. The decisions, and what follows from them, are in `decisions.py`.
"""

from __future__ import annotations

from collections.abc import Iterator

from wab.engine.kernel.events import Event
from wab.systems.cards.sequence import turn
from wab.systems.cards.sequence.decisions import DECISIONS
from wab.systems.cards.sequence.victory import counted, watched
from wab.systems.cards.state import events as ev
from wab.systems.cards.state.orders import CardsOrder
from wab.systems.cards.state.setup import deal
from wab.systems.cards.state.state import State


def open_game(state: State) -> Iterator[Event]:
    """Yield what happens before the first order: cards are dealt, medals held from the start, the first side begins.

    An opening bombardment comes first (CRD-S-8); then the side that the scenario names (CRD-2.13-1).
    """
    yield from deal(state)
    yield from counted(state)
    yield from watched(state, _open(state))


def _open(state: State) -> Iterator[Event]:
    barrage = state.board.opening_barrage
    if barrage is not None:
        yield ev.TurnBegan(0, barrage.side)
        yield ev.StageBegan("opening")
    else:
        yield from turn.begin(state, state.board.first)
    yield from DECISIONS.run(state)


def execute(state: State, order: CardsOrder) -> Iterator[Event]:
    """Carry out a legal order of the seat to act, and what follows from it; the medals are watched all the time."""
    yield from watched(state, DECISIONS.execute(state, order))
