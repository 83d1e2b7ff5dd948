"""Moves on land (OMA-7.3 to OMA-7.5): one hex, over bluffs and cliffs, and markers taken off."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Group, Refusal
from wab.engine.words.text import Text
from wab.hexes import HexId
from wab.systems.omaha.ground.terrain import is_flooded, way
from wab.systems.omaha.movement import infiltration
from wab.systems.omaha.movement.actions import (
    TOGETHER,
    is_free,
    is_save_move,
    price,
    why_not_act,
    why_not_act_freely,
    why_not_pay,
)
from wab.systems.omaha.state import events as ev
from wab.systems.omaha.state import orders as od
from wab.systems.omaha.state.asking import due
from wab.systems.omaha.state.state import CLIFF, CLIMB, State, Unit
from wab.systems.omaha.state.steps import Task

_TOGETHER = Refusal(Text("Units move together from one hex to the next."), ("OMA-7.21-1",), code="together")
_NO_WAY = Refusal(Text("This unit cannot go there."), ("OMA-7.3-1",), code="no-way")
_WATER = Refusal(Text("That hex is under water."), ("OMA-5.21-5",), code="water")
_GERMANS = Refusal(Text("Germans hold that hex."), ("OMA-7.31-1",), code="germans")
_SHEER = Refusal(Text("Only infantry climbs cliffs, and it must begin to climb first."), ("OMA-7.5-1",), code="cliff")
_LEADERS = Refusal(Text("An HQ or a general infiltrates only with a unit."), ("OMA-7.32-5",), code="leaders")
_NO_CLIFF = Refusal(Text("There is no cliff to climb here."), ("OMA-7.5-2",), code="no-cliff")
_NO_MARKER = Refusal(Text("This unit has no marker to take off."), ("OMA-7.1-6",), code="no-marker")


# ---------------------------------------------------------------- moves


def why_not_move(state: State, order: od.Move) -> Refusal | None:
    """The first reason against a move of one hex."""
    for unit in order.units:
        if refusal := why_not_act_freely(state, unit):
            return refusal
    if not _go_together(state, order):
        return _TOGETHER
    here, there = state.units[order.units[0]].hex, order.path[0]
    if there in state.now.forces:
        return _GERMANS  # OMA-7.31-1: an empty position may be entered
    if state.board.sector(there) not in state.board.sectors:
        return _NO_WAY  # OMA-25-1
    if is_flooded(state, there):
        return _WATER
    for unit in order.units:
        if refusal := _why_not_enter(state, unit, here, there):
            return refusal
    leaders = all(state.profile(unit).leader for unit in order.units)
    if leaders and infiltration.positions_passed(state, here, there):
        return _LEADERS
    return why_not_pay(state, move_price(state, order.units, there))


def _go_together(state: State, order: od.Move) -> bool:
    """Two units at most (OMA-7.21-1), and leaders with them, from one hex into the next."""
    if len(order.path) != 1 or not order.units or len(set(order.units)) < len(order.units):
        return False
    here = state.units[order.units[0]].hex
    units = [unit for unit in order.units if not state.profile(unit).leader]
    grid = state.board.grid
    there = order.path[0]
    joined = there in grid and grid.are_adjacent(here, there)
    same = all(state.units[unit].hex == here for unit in order.units)
    return joined and same and len(units) <= TOGETHER and tuple(sorted(order.units)) == order.units


def _why_not_enter(state: State, unit: int, here: HexId, there: HexId) -> Refusal | None:
    """Terrain and hexside let it pass (OMA-7.3-2), a cliff only after it has begun to climb (OMA-7.5-1). A unit on a
    cliff does nothing else (OMA-7.51-1).
    """
    found = way(state.board, state.profile(unit).row.moves, here, there)
    climbs = state.units[unit].climb == CLIFF
    if found == "cliff" or climbs:
        return None if found == "cliff" and climbs else _SHEER
    return _NO_WAY if found == "no" else None


def move_price(state: State, units: tuple[int, ...], there: HexId) -> int:
    """The paid actions of a move: none for save moves (OMA-7.1-3), nor on a cliff, where each step is free."""
    return price(
        state,
        [unit for unit in units if not is_save_move(state, unit, there) and state.units[unit].climb != CLIFF],
    )


def execute_move(state: State, order: od.Move) -> Iterator[Event]:
    """The units spend their action; past a German position they are fired at first (OMA-7.32-2)."""
    here, there = state.units[order.units[0]].hex, order.path[0]
    paid = move_price(state, order.units, there)
    yield ev.Acted(order.units, "move", state.now.acting, paid, there)
    if infiltration.positions_passed(state, here, there):
        yield due(Task("infiltrate", units=order.units, hexes=(here, there)))
    else:
        yield from step_to(state, order.units, there)


def step_to(state: State, units: tuple[int, ...], there: HexId) -> Iterator[Event]:
    """Units enter a hex."""
    for unit in units:
        if unit in state.units:
            yield ev.UnitChanged(_arrived(state, state.units[unit], there), "move")


def _arrived(state: State, unit: Unit, there: HexId) -> Unit:
    """Infantry takes a climb marker over bluff or cliff (OMA-7.4-1, OMA-7.5-1), leaders never (OMA-7.41-1)."""
    climbs = way(state.board, state.profile(unit.id).row.moves, unit.hex, there) in ("climb", "cliff")
    return replace(unit, hex=there, climb=CLIMB if climbs else "")


def offered_moves(state: State, unit: int | None) -> Iterator[Group]:
    """Each unit alone, and the units of each stack together, into each hex that they can enter."""
    for first in sorted(state.units):
        if why_not_act_freely(state, first) is None:
            parties = [(first,), *_pairs(state, first)]
            orders = [
                od.Move(party, (there,))
                for party in parties
                if unit is None or unit in party
                for there in state.board.grid.adjacent(state.units[first].hex)
            ]
            yield [order for order in orders if why_not_move(state, order) is None]


def _pairs(state: State, first: int) -> Iterator[tuple[int, ...]]:
    """The units of its hex with which a unit can act together: paid for once, or a leader to come along."""
    for other in state.stacks[state.units[first].hex]:
        if other > first and why_not_act_freely(state, other) is None:
            leaders = [bool(state.profile(one).leader) for one in (first, other)]
            if any(leaders) != all(leaders) or not (is_free(state, first) and is_free(state, other)):
                yield first, other


# ---------------------------------------------------------------- climbing, recovering


def why_not_climb(state: State, order: od.Climb) -> Refusal | None:
    """Infantry begins to climb below or above a cliff (OMA-7.5-1, OMA-7.5-2)."""
    if refusal := why_not_act_freely(state, order.unit):
        return refusal
    unit = state.units[order.unit]
    moves = state.profile(order.unit).row.moves
    near = state.board.grid.adjacent(unit.hex)
    cliffs = [there for there in near if way(state.board, moves, unit.hex, there) == "cliff"]
    open_ = any(there not in state.now.forces and not is_flooded(state, there) for there in cliffs)
    return None if open_ and not unit.climb else _NO_CLIFF


def execute_climb(state: State, order: od.Climb) -> Iterator[Event]:
    """It takes a climb cliff marker, for nothing."""
    yield ev.Acted((order.unit,), "climb", state.now.acting)
    yield ev.UnitChanged(replace(state.units[order.unit], climb=CLIFF), "climb")


def why_not_recover(state: State, order: od.Recover) -> Refusal | None:
    """A unit takes off a disrupted or a climb marker (OMA-7.1-6), or leaves a cliff again (OMA-7.51-1)."""
    if refusal := why_not_act(state, order.unit):
        return refusal
    unit = state.units[order.unit]
    return None if unit.disrupted or unit.climb else _NO_MARKER


def execute_recover(state: State, order: od.Recover) -> Iterator[Event]:
    """The disrupted marker goes first (OMA-7.4-3)."""
    unit = state.units[order.unit]
    yield ev.Acted((order.unit,), "recover", state.now.acting)
    freed = replace(state.units[order.unit], disrupted=False, climb=unit.climb if unit.disrupted else "")
    yield ev.UnitChanged(freed, "recover")


def offered_climbs(state: State, unit: int | None) -> Iterator[Group]:
    """Each unit that can begin to climb, or take a marker off."""
    units = [one for one in sorted(state.units) if unit in (None, one)]
    yield [od.Climb(one) for one in units if why_not_climb(state, od.Climb(one)) is None]
    yield [od.Recover(one) for one in units if why_not_recover(state, od.Recover(one)) is None]
