"""The hints of a battle, and the moments that only this system has."""

from __future__ import annotations

from functools import cache

from wab.content.blind.loader import PACK
from wab.content.hints import Hint
from wab.systems.blind.combat.attack import announced
from wab.systems.blind.state.state import COMBAT, FIRST, RESERVE, SECOND, State

PHASES = {"first-movement": FIRST, "second-movement": SECOND, "reserve-movement": RESERVE}
"""The moments that are phases."""


@cache
def hints_of(scenario: str) -> tuple[Hint, ...]:
    """Return the hints of a scenario by its id, then the hints of every battle."""
    return (*PACK.load(PACK.scenario_path(scenario)).hints, *PACK.hints())


def has_come(state: State, moment: str) -> bool:
    """Check if one of the moments of this system has come."""
    now = state.now
    match moment:
        case "contact":
            return bool(now.contacts) and now.phase in FIRST
        case "announced":
            return bool(announced(state)) and now.phase in (*FIRST, *COMBAT)
    return now.phase in PHASES[moment]
