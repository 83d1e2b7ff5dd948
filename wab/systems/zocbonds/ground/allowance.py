"""Movement allowances (ZOC-9.1-1, ZOC-9.7, ZOC-15.2, ZOC-20.4): how far a unit may go in a phase. All in sixths."""

from __future__ import annotations

from collections.abc import Iterable

from wab.content.zocbonds.tables import SIXTHS
from wab.systems.zocbonds.ground.costs import BY_DAY, FOOT, MECHANISED
from wab.systems.zocbonds.state.state import State


def allowance(state: State, unit: int, mode: str = "ordinary", truck: bool = False) -> int:
    """Sixths of a movement point of a unit in this phase, those spent included; hexes in tactical movement
    (ZOC-9.10-1).

    In reserve movement half the printed allowance, rounded up (ZOC-15.2-1). Strategic movement doubles (ZOC-9.8.1-1),
    movement on trucks too (ZOC-9.8.6-1). 0 for a unit that never moves (ZOC-2.3.1-2).
    """
    points, costs = _points(state, unit, mode, truck), state.board.tables.costs
    if mode == "tactical":
        return costs.tactical if printed(state, unit) else 0
    return points * SIXTHS * (costs.strategic if mode == "strategic" else 1)


def printed(state: State, unit: int) -> int:
    """The movement allowance on the counter as it now lies, on turn 1 too (ZOC-20.4-1); 3 of 21st Panzer on that turn
    (ZOC-20.4-3)."""
    points = state.values(state.units[unit])[1] if unit in state.units else state.profile(unit).values[0][1]
    slowed = state.board.tables.turns.slowed
    is_slow = state.now.turn == 1 and state.profile(unit).formation == slowed.formation
    return min(points, slowed.movement) if is_slow else points


def _points(state: State, unit: int, mode: str, truck: bool) -> int:
    """Whole points: on trucks (ZOC-9.8.6-1), on bicycles (ZOC-9.9-1), which take the 30th Brigade towards Bayeux on
    turn 1 (ZOC-EOP-11), after the weather and in reserve movement. An
    allowance never falls below 0 (ZOC-9.7-1)."""
    points = printed(state, unit)
    if points == 0:
        return 0
    if truck:
        return max(0, state.board.tables.costs.trucks + _cut(state, unit, mechanised=True))
    if mode == "bicycle":
        return max(points, state.board.tables.costs.bicycles)
    mechanised = not state.profile(unit).foot
    if state.now.phase != "reserve_movement":
        return max(0, points + _cut(state, unit, mechanised))
    everybody = state.board.tables.conduct.reserve_movement_cut == "all"
    return (max(0, points + _cut(state, unit, mechanised or everybody)) + 1) // 2


def _cut(state: State, unit: int, mechanised: bool) -> int:
    """Return what clear weather takes from German mechanised units (ZOC-4.3-1, ZOC-9.7-1); overcast and storm take
    nothing (ZOC-4.3-2, ZOC-4.3-3).
    """
    cut = mechanised and state.side_of(unit) == "axis" and state.sky == "clear"
    return state.board.tables.costs.german_mechanised_in_clear if cut else 0


def classes(state: State, units: Iterable[int], truck: bool = False) -> tuple[str, ...]:
    """The classes of movement of units, sorted: on foot, mechanised, and Germans on main roads under Allied aircraft,
    in clear and overcast weather (ZOC-4.3-1, ZOC-4.3-2, ZOC-9.7-1). A unit on trucks is mechanised (ZOC-9.8.6-1)."""
    found = set()
    for unit in units:
        if state.profile(unit).foot and not truck:
            found.add(FOOT)
        else:
            by_day = state.side_of(unit) == "axis" and state.sky != "storm"
            found.add(BY_DAY if by_day else MECHANISED)
    return tuple(sorted(found))
