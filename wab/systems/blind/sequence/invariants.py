"""Facts that must hold in every state between orders: what is wrong with one, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from wab.field.boxes import misplaced
from wab.field.stacking import overstacked
from wab.systems.blind.ground.boundary import is_sound
from wab.systems.blind.ground.stacking import side_limit
from wab.systems.blind.state.board import SIDES
from wab.systems.blind.state.state import COMBAT, State


def problems(state: State) -> Iterator[str]:
    """Every fault of a true state."""
    yield from state.misplaced()
    yield from misplaced(state.now.boxes, state.units, state.board.roster)
    yield from _ground(state)
    yield from _units(state)
    yield from _attacks(state)
    yield from (
        f"{key} has {points} points" for key, points in {**state.now.stocks, **state.now.rp}.items() if points < 0
    )
    if not is_sound(state.board, state.now.boundary):
        yield "the boundary has no sound form"
    if state.now.table is not None and state.now.phase not in COMBAT:
        yield "a table is open outside combat"


def _ground(state: State) -> Iterator[str]:
    """Units stand on ground of their own side, within the limits of stacking (BLD-3-1, BLD-5-5)."""
    label = state.board.grid.label
    for unit in state.units.values():
        if not state.holds(state.side_of(unit.id), unit.hex):
            yield f"unit {unit.id} stands on ground of the enemy in {label(unit.hex)}"
    for side in SIDES:
        for hex_ in overstacked(state.deployed(side).stacked, state.board.capacity):
            yield f"{label(hex_)} holds too much"


def _units(state: State) -> Iterator[str]:
    for unit in state.units.values():
        if not 1 <= unit.steps <= state.profile(unit.id).full:
            yield f"unit {unit.id} has {unit.steps} steps"
        if unit.reserve and unit.act and state.now.phase.endswith("second"):
            yield f"unit {unit.id} moved and is in reserve"


def _attacks(state: State) -> Iterator[str]:
    """RE through a hexside stay within its limit; targets were called occupied (BLD-5-8, BLD-4-12)."""
    gone: Counter[tuple[int, int]] = Counter()
    for origin, target, re in state.now.passed:
        gone[origin, target] += re
    for (origin, target), re in gone.items():
        if re > side_limit(state.board, origin, target):
            yield f"{re} RE went from {state.board.grid.label(origin)} to {state.board.grid.label(target)}"
    for unit in state.units_of(state.now.side) if state.now.side else ():
        if unit.target >= 0 and unit.target not in state.now.contacts and state.now.table is None:
            yield f"unit {unit.id} attacks a hex that was not called"
