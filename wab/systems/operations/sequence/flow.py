"""The course of the game (ledger section 5.1): how it opens, and what each order sets going."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from wab.engine.kernel.events import Event
from wab.systems.operations.ground.sight import levels
from wab.systems.operations.sequence import turn
from wab.systems.operations.sequence.decisions import DECISIONS
from wab.systems.operations.sequence.victory import sudden_end
from wab.systems.operations.state import events as ev
from wab.systems.operations.state.orders import OperationsOrder
from wab.systems.operations.state.state import State


def open_game(state: State) -> Iterator[Event]:
    """Yield what happens before the first order: the start of turn 1."""
    yield from turn.begin(state, 1)


def execute(state: State, order: OperationsOrder) -> Iterator[Event]:
    """Carry out a legal order of the side to act (OPS-5.1-2), then look whether the game is decided by it.

    Attacks are made one by one in the order that the attacker likes (OPS-7.2-4), or not at all (OPS-7.2-2).
    """
    side = state.active
    before = levels(state, side)
    yield from DECISIONS.execute(state, order)
    if state.result is None:
        yield from sudden_end(state)
    if state.result is None and state.active == side:
        yield from _sightings(state, side, before)


_RANK = {"detected": 1, "recognised": 2, "identified": 3}


def _sightings(state: State, side: str, before: Mapping[int, str]) -> Iterator[ev.Sighted]:
    """Enemies seen now and not before, or better than before (OPS-6.1-13): from here nothing is taken back."""
    changed = levels(state, side).items() - before.items()
    better = [unit for unit, level in changed if _RANK[level] > _RANK.get(before.get(unit, ""), 0)]
    if better:
        yield ev.Sighted(side, tuple(sorted(better)))
