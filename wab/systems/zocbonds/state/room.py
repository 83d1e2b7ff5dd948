"""Room in a hex for units that come from off the map: from the sea, the air, or back from the dead (ZOC-7.1)."""

from __future__ import annotations

from collections.abc import Iterable

from wab.hexes import OFF_MAP, HexId
from wab.systems.zocbonds.state.state import State, Unit


def most_points(state: State) -> int:
    """Stacking points of a hex, next to one silhouette (ZOC-7.1-1)."""
    return state.board.tables.markers.stacking.most


def steps_of(state: State, unit: int) -> int:
    """The steps of a unit: on the map, back in Britain as it left, else whole (ZOC-21.3-1)."""
    standing = state.units.get(unit)
    if standing is not None:
        return standing.steps
    return state.now.evacuated.get(unit, state.board.roster[unit].steps)


def to_come(state: State, unit: int, steps: int | None = None) -> Unit:
    """A unit as it will stand on the map, with as many steps as it has in its box unless others are named."""
    standing = state.units.get(unit)
    return standing or Unit(unit, OFF_MAP, steps_of(state, unit) if steps is None else steps)


def has_room(state: State, coming: Iterable[Unit], hex_: HexId) -> bool:
    """Return whether units find room next to the units that stand in a hex: four points and a silhouette (ZOC-7.1-1,
    ZOC-7.1-2), of free kinds one each (ZOC-7.1-3).
    """
    together = {unit.id: unit for unit in (*state.stack(hex_), *coming)}
    free = [state.profile(unit).type for unit in together if state.profile(unit).free]
    return len(free) == len(set(free)) and state.points(together.values()) <= most_points(state)
