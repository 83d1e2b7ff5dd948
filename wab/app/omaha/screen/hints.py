"""The hints of a battle, and the moments that only this system has."""

from __future__ import annotations

from functools import cache

from wab.content.hints import Hint
from wab.content.omaha.loader import PACK, load_scenario, scenario_path
from wab.systems.omaha.state.state import CLIMB, State


@cache
def hints_of(scenario: str) -> tuple[Hint, ...]:
    """Return the hints of a lesson by its id, or the hints of every battle."""
    return load_scenario(scenario_path(scenario)).hints or PACK.hints()


def has_come(state: State, moment: str) -> bool:
    """Check if one of the moments of this system has come: all of them in the actions of a sector."""
    if not state.now.acting or state.now.phase != "actions":
        return False
    units, forces = state.units.values(), state.now.forces
    match moment:
        case "disrupted":
            return any(unit.disrupted for unit in units)
        case "climbing":
            return any(unit.climb == CLIMB for unit in units)
        case "naval-fire":
            return state.now.naval > 0
    near = {there for unit in units for there in state.board.grid.adjacent(unit.hex)}
    return any(force.marker is not None for hex_, force in forces.items() if hex_ in near)
