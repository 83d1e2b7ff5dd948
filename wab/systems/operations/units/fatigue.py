"""Fatigue (ledger 8.4): what tires a unit and how it rests, in scenarios that have fatigue switched on.

Moving, fighting and being bombarded tire (OPS-3.2-8); part of it is gone at the end of each turn (OPS-3.2-9).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wab.content.operations.tables import FatigueTable
from wab.systems.operations.state.events import Tired
from wab.systems.operations.state.state import State, Unit

MOST = 100


def tire(state: State, unit: int, percent: int, cause: str) -> Iterator[Tired]:
    """Change the fatigue of a unit by so many percent, within 0 to 100 (OPS-8.4.1-1); nothing if nothing changes."""
    if not state.board.rules.fatigue:
        return
    now = state.units[unit].fatigue
    change = max(0, min(MOST, now + percent)) - now
    if change:
        yield Tired(unit, change, cause)


def tire_from_combat(state: State, units: Iterable[int]) -> Iterator[Tired]:
    """Attackers and defenders tire from a combat (OPS-8.4.2-1); supporting units do not (OPS-8.4.2-8)."""
    for unit in units:
        yield from tire(state, unit, _table(state).combat, "combat")


def tire_from_losses(state: State, unit: int, hp: int) -> Iterator[Tired]:
    """Each HP lost tires a unit (OPS-8.4.2-2)."""
    yield from tire(state, unit, hp * _table(state).per_hp, "losses")


def tire_from_retreat(state: State, unit: int) -> Iterator[Tired]:
    """A retreat tires the unit that retreats (OPS-8.4.2-3)."""
    yield from tire(state, unit, _table(state).retreat, "retreat")


def tire_from_bombardment(state: State, units: Iterable[int]) -> Iterator[Tired]:
    """A bombardment tires every unit of the stack, whether or not it loses HP (OPS-8.4.2-4)."""
    for unit in units:
        yield from tire(state, unit, _table(state).bombardment, "bombardment")


def recovery(state: State) -> Iterator[Tired]:
    """Yield what all units recover at the end of the turn (OPS-8.4.2-6)."""
    for unit in [state.units[id_] for id_ in sorted(state.units)]:
        yield from tire(state, unit.id, -recovered(state, unit), "rest")


def recovered(state: State, unit: Unit) -> int:
    """Percent that a unit recovers at the end of this turn, more if it was not activated (OPS-8.4.2-7)."""
    table = _table(state)
    return table.recovery if unit.activated else table.recovery + table.rest


def _table(state: State) -> FatigueTable:
    return state.board.tables.fatigue
