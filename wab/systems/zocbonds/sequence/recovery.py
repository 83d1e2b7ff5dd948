"""The recovery phase (ZOC-3-7): markers that come off the units of the side on turn."""

from __future__ import annotations

from collections.abc import Iterator

from wab.engine.kernel.events import Event
from wab.systems.zocbonds.state import events as ev
from wab.systems.zocbonds.state.board import enemy_of
from wab.systems.zocbonds.state.state import State, Unit
from wab.systems.zocbonds.units import receipts

CAUSE = "recovery"
BOTH = ("replaced", "disrupted", "reserve")
ALLIED_ONLY = ("landed", "regroup", "scattered")
"""Markers of the landing; the Allies alone have them (ZOC-6.5.2-4, ZOC-20.2-7)."""


def recovery(state: State) -> Iterator[Event]:
    """Replacement (ZOC-6.2-9) and disruption markers (ZOC-13.6-8) come off, reserve markers next to the enemy, and for
    the Allies regroup and scattered ones (ZOC-20.2-7).

    German replacements that cannot be kept are gone by now (ZOC-6.4-1, ZOC-6.4-3).
    """
    side = state.now.side
    for marker in (*BOTH, *(ALLIED_ONLY if side == "allied" else ())):
        units = tuple(unit.id for unit in state.units_of(side) if _loses(state, unit, marker))
        if units:
            yield ev.MarkerLifted(units, marker, CAUSE)
    if side == "axis":
        yield from receipts.lapse(state)


def _loses(state: State, unit: Unit, marker: str) -> bool:
    """Return whether a unit has a marker that comes off now; reserves stay where no enemy is next to them."""
    if not getattr(unit, marker):
        return False
    return marker != "reserve" or bool(state.beside(unit.hex, enemy_of(state.side_of(unit.id))))
