"""The worth of a step of a unit to its side: by its strength, and by what its loss would bring the enemy."""

from __future__ import annotations

from collections.abc import Iterable

from ai.zocbonds import judgement as j
from ai.zocbonds.stakes import ENDLESS
from wab.systems.zocbonds.ground.beaches import ENGINEER
from wab.systems.zocbonds.sequence.victory import closed
from wab.systems.zocbonds.state.state import State, Unit
from wab.systems.zocbonds.units import cadres


def step_worth(state: State, unit: Unit) -> float:
    """Return the worth of the next step that a unit loses: one, more for the strong, for headquarters and beach
    engineers. It is also more for a big Allied unit that would become a cadre while its army can bear few more of them
    (ZOC-23.3-2).
    """
    profile = state.profile(unit.id)
    if profile.type == ENGINEER:
        return j.ENGINEERS + dear_beach(state)
    if profile.is_hq:
        return j.HEADQUARTERS
    if profile.type == "strongpoint":
        return j.STRONGPOINT
    after = max(0, min(profile.steps - unit.steps + 1, len(profile.values) - 1))
    last = unit.steps == 1
    lost = state.strength(unit) - (0 if last else profile.values[after][0])
    worth = j.STEP + j.BY_STRENGTH * (lost - 2)
    if goes_down(state, unit):
        worth += j.DOWN[min(len(j.DOWN), max(1, cadres.to_defeat(state, profile.army))) - 1]  # type: ignore[arg-type]  # big units have one
    return max(j.LEAST_STEP, worth)


def dear_beach(state: State) -> float:
    """Return what a beach that closes costs besides its engineers, by how many more of them end the game
    (ZOC-23.3-1).
    """
    to_go = beaches_to_defeat(state)
    return j.DOWN[min(len(j.DOWN), to_go) - 1] if to_go else 0.0


def beaches_to_defeat(state: State) -> int:
    """Return how many more closed beaches end the game; 0 where they do not, or where they have."""
    if state.board.victory in ENDLESS:
        return 0
    return max(0, state.board.tables.points.automatic.closed - closed(state))


def goes_down(state: State, unit: Unit) -> bool:
    """Return whether the next step makes a cadre of a unit that counts for the defeat of its army."""
    return state.profile(unit.id).has_cadre and unit.steps == 2 and cadres.counts(state.board, unit.id)


def must_be_spared(state: State, unit: Unit) -> bool:
    """Return whether a unit is so worn, and its army so near to defeat by losses, that it belongs out of the enemy's
    reach. Beach engineers do while two beaches more end the game.
    """
    if state.profile(unit.id).type == ENGINEER:
        return 0 < beaches_to_defeat(state) <= j.NEAR_DEFEAT
    army = state.profile(unit.id).army
    return army is not None and goes_down(state, unit) and cadres.to_defeat(state, army) <= j.NEAR_DEFEAT


def least_step(state: State, units: Iterable[Unit]) -> float:
    """Return the worth of a step where the owner of some units chooses it."""
    return min((step_worth(state, unit) for unit in units), default=j.STEP)


def dearest_step(state: State, units: Iterable[Unit]) -> float:
    """Return the worth of a step where the enemy chooses it."""
    return max((step_worth(state, unit) for unit in units), default=j.STEP)
