"""A step lost, and the fate of the unit: its other side, a cadre, or nothing (ZOC-12.3, ZOC-17.9).

Every rule that takes a step from a unit asks here: combat, strafing, the invasion, attrition, a retreat.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wab.engine.kernel.events import Event
from wab.systems.zocbonds.ground import beaches
from wab.systems.zocbonds.state.board import Profile
from wab.systems.zocbonds.state.events import BeachClosed, Eliminated, StepLost
from wab.systems.zocbonds.state.state import State, Unit

LOST = "lost"
"""The box of units that found no cadre: they never come back (ZOC-17.9-2)."""


def lose_step(state: State, unit: int, cause: str = "combat") -> Iterator[Event]:
    """A unit on the map loses a step (ZOC-12.3-1): it flips, becomes a cadre, or is gone.

    Where its last but one step would leave a cadre and no counter of the kind is free, it is gone for good
    (ZOC-17.9-2). KeyError for a unit that is not on the map.
    """
    left = state.units[unit].steps - 1
    profile = state.board.roster[unit]
    if left <= 0:
        yield from eliminate(state, (unit,), cause)
    elif left == 1 and profile.has_cadre and cadres_left(state, profile) <= 0:
        yield from _gone(state, unit, cause, LOST)
    else:
        yield StepLost(unit, left, cause)


def eliminate(state: State, units: Iterable[int], cause: str = "combat") -> Iterator[Event]:
    """Units on the map are gone with all their steps: to the eliminated box, a cadre on its parent (ZOC-17.9-5)."""
    for unit in tuple(units):
        box = "cadres" if state.is_cadre(state.units[unit]) else "eliminated"
        yield from _gone(state, unit, cause, box)


def _gone(state: State, unit: int, cause: str, box: str) -> Iterator[Event]:
    """A unit is gone from the map; with its engineers a beach closes (ZOC-21.1-2)."""
    closed = beaches.closed_by(state, unit)
    yield Eliminated(unit, cause, box)
    for beach in closed:
        yield BeachClosed(beach)


def cadres_left(state: State, profile: Profile) -> int:
    """Return how many cadre counters of a unit's nation and kind are free (ZOC-17.9-1, ZOC-17.9-7).

    Counters on the map are in use. Counters of eliminated cadres are tied up on their parents (ZOC-17.9-5), and so are
    counters of cadres that were taken back to Britain. 0 for a unit that has no cadre.
    """
    row = state.board.cadre_row(profile)
    return row.count - sum(1 for _ in _in_use(state, profile)) if row else 0


def _in_use(state: State, profile: Profile) -> Iterator[int]:
    """The units whose cadre counter is of the kind of this unit's, and is not on the cadre card: units on the map, on
    their parents, and back in the boats (ZOC-20.3.3-2, ZOC-21.3-1).
    """
    kind = (profile.nation, profile.cadre)
    standing = (unit.id for unit in state.units.values() if state.is_cadre(unit))
    boats = [box for box in state.now.boxes if box == "britain" or box.startswith("wave/")]
    evacuated = (unit for box in boats for unit in state.box(box) if state.now.evacuated.get(unit) == 1)
    for unit in (*standing, *state.box("cadres"), *evacuated):
        other = state.board.roster[unit]
        if other.has_cadre and (other.nation, other.cadre) == kind:
            yield unit


def steps_of(units: Iterable[Unit]) -> int:
    """All steps of units together."""
    return sum(unit.steps for unit in units)
