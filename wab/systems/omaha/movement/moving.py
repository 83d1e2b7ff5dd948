"""Moves on land (OMA-7.3 to OMA-7.5): one hex, over bluffs and cliffs, and markers taken off."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from msgspec.structs import replace

from wab.content.hexmap import MAIN_ROAD, SECONDARY_ROAD
from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Group, Refusal
from wab.engine.words.text import Text
from wab.hexes import HexId
from wab.systems.omaha.ground.control import is_occupied
from wab.systems.omaha.ground.terrain import is_flooded, is_worked, way
from wab.systems.omaha.movement import infiltration
from wab.systems.omaha.movement.actions import (
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
_TOO_FAR = Refusal(Text("The unit cannot go so far in one action."), ("OMA-17.1-1",), code="too-far")
_NO_MARKER = Refusal(Text("This unit has no marker to take off."), ("OMA-7.1-6",), code="no-marker")


# ---------------------------------------------------------------- moves


def why_not_move(state: State, order: od.Move) -> Refusal | None:
    """The first reason against a move: of one hex, from turn 17 of more (OMA-17.1-1, OMA-17.2-1)."""
    for unit in order.units:
        if refusal := why_not_act_freely(state, unit):
            return refusal
    if not _go_together(state, order):
        return _TOGETHER
    here = state.units[order.units[0]].hex
    for unit in order.units:
        if len(order.path) > most_hexes(state, unit, order.path):
            return _TOO_FAR
    for origin, there in pairwise((here, *order.path)):
        if refusal := _why_not_step(state, order.units, origin, there):
            return refusal
    return why_not_pay(state, move_price(state, order.units, order.path[-1]))


def _go_together(state: State, order: od.Move) -> bool:
    """Two units at most (OMA-7.21-1), and leaders with them, from one hex into the next."""
    if not order.path or not order.units or tuple(sorted(set(order.units))) != order.units:
        return False
    here, grid = state.units[order.units[0]].hex, state.board.grid
    units = [unit for unit in order.units if not state.profile(unit).leader]
    joined = all(there in grid and grid.are_adjacent(origin, there) for origin, there in pairwise((here, *order.path)))
    same = all(state.units[unit].hex == here for unit in order.units)
    return joined and same and len(units) <= state.board.tables.limits.together


def most_hexes(state: State, unit: int, path: tuple[HexId, ...]) -> int:
    """The hexes that a unit moves: one, from turn 17 two on foot and for leaders (OMA-17.1-1, OMA-17.1-3).

    Tanks move two or four along one road (OMA-17.2-1, OMA-17.2-2, OMA-17.21-1), other vehicles one (OMA-17.23-1).
    """
    profile, here, march = state.profile(unit), state.units[unit].hex, state.board.tables.limits.march
    if not state.late:
        return 1
    steps = list(pairwise((here, *path)))
    if profile.leader:
        return march.foot
    if profile.infantry:
        first = way(state, "foot", *steps[0])
        return 1 if first in ("climb", "cliff") or any(_stops_foot(state, *step) for step in steps) else march.foot
    if profile.type != "tank" or any(_stops_tanks(state, there) for _, there in steps[:-1]):
        return 1
    ranks = [state.board.by_road(*step) for step in steps]
    return march.main if min(ranks) == MAIN_ROAD else march.secondary if min(ranks) >= SECONDARY_ROAD else 1


def _stops_foot(state: State, here: HexId, there: HexId) -> bool:
    """Bocage off a road, and intense or sustained fire, let infantry enter no further hex (OMA-17.1-2), nor does a
    bluff or a cliff (OMA-17.11-1).
    """
    board = state.board
    bocage = board.terrain[there] == "bocage" and not board.by_road(here, there)
    return bocage or _is_swept(state, there, ("intense", "sustained")) or way(state, "foot", here, there) != "yes"


def _stops_tanks(state: State, there: HexId) -> bool:
    """A tank stops on an intense dot of an occupied position (OMA-17.2-3)."""
    return _is_swept(state, there, ("intense",), fit=False)


def _is_swept(state: State, hex_: HexId, levels: tuple[str, ...], *, fit: bool = True) -> bool:
    def found() -> frozenset[HexId]:
        places = [one for one in state.positions.values() if is_occupied(state, one, fit=fit)]
        return frozenset(dot for one in places for dot, level in one.dots.items() if level in levels)

    return hex_ in state.kept(f"swept {levels} {fit}", state.now.forces, found)


def _why_not_step(state: State, units: tuple[int, ...], here: HexId, there: HexId) -> Refusal | None:
    if there in state.now.forces:
        return _GERMANS  # OMA-7.31-1: an empty position may be entered
    if state.board.sector(there) not in state.board.sectors:
        return _NO_WAY  # OMA-25-1
    if is_flooded(state, there):
        return _WATER
    for unit in units:
        if refusal := _why_not_enter(state, unit, here, there):
            return refusal
    leaders = all(state.profile(unit).leader for unit in units)
    return _LEADERS if leaders and infiltration.positions_passed(state, here, there) else None


def _why_not_enter(state: State, unit: int, here: HexId, there: HexId) -> Refusal | None:
    """Terrain and hexside let it pass (OMA-7.3-2), a cliff only after it has begun to climb (OMA-7.5-1), from turn 17
    at once (OMA-17.12-1). A unit on a cliff does nothing else (OMA-7.51-1).
    """
    found = way(state, state.profile(unit).row.moves, here, there)
    climbs = state.units[unit].climb == CLIFF
    if found == "cliff" or climbs:
        return None if found == "cliff" and (climbs or state.late) else _SHEER
    return _NO_WAY if found == "no" else None


def move_price(state: State, units: tuple[int, ...], there: HexId) -> int:
    """The paid actions of a move: none for save moves (OMA-7.1-3), on a cliff, where each step is free, and under
    traffic control (OMA-19.3-2).
    """
    free = [is_save_move(state, unit, there) or state.units[unit].climb == CLIFF for unit in units]
    if is_directed(state, state.units[units[0]].hex):
        return 0
    return price(state, [unit for unit, spared in zip(units, free, strict=True) if not spared])


def is_directed(state: State, hex_: HexId) -> bool:
    """Check if an engineer base directs the traffic in a hex: on low ground in its range (OMA-19.3-2), but not under
    artillery fire (OMA-19.33-1), nor in a traffic jam.
    """
    jam = state.limited("traffic_jam") or state.board.sector(hex_) in state.now.shelled
    return bool(state.board.low[hex_]) and is_worked(state, hex_) and not jam


def execute_move(state: State, order: od.Move) -> Iterator[Event]:
    """The units spend their action; past a German position they are fired at first (OMA-7.32-2). A command post that
    moves is an HQ again (OMA-18.11-1).
    """
    here, there = state.units[order.units[0]].hex, order.path[-1]
    paid = move_price(state, order.units, there)
    yield ev.Acted(order.units, "move", state.now.acting, paid, there)
    for unit in order.units:
        if unit in state.now.posts:
            yield ev.PostSet(unit, -1)
    yield due(Task("walk", units=order.units, hexes=(here, *order.path)))


def walk(state: State, task: Task) -> Iterator[Event]:
    """One hex after the other, each with its own infiltration (OMA-17.1-4)."""
    yield ev.Settled()
    here, *path = task.hexes
    going = tuple(unit for unit in task.units if unit in state.units and state.units[unit].hex == here)
    if not path or not going:
        return
    rest = Task("walk", units=going, hexes=tuple(path))
    if infiltration.positions_passed(state, here, path[0]):
        yield due(Task("infiltrate", units=going, hexes=(here, path[0])), rest)
    else:
        yield from step_to(state, going, path[0])
        yield due(rest)


def step_to(state: State, units: tuple[int, ...], there: HexId) -> Iterator[Event]:
    """Units enter a hex."""
    for unit in units:
        if unit in state.units:
            yield ev.UnitChanged(_arrived(state, state.units[unit], there), "move")


def _arrived(state: State, unit: Unit, there: HexId) -> Unit:
    """Infantry takes a climb marker over bluff or cliff (OMA-7.4-1, OMA-7.5-1), leaders never (OMA-7.41-1), and from
    turn 17 none over a bluff (OMA-17.11-1).
    """
    found = way(state, state.profile(unit.id).row.moves, unit.hex, there)
    climbs = found == "cliff" or (found == "climb" and not state.late)
    return replace(unit, hex=there, climb=CLIMB if climbs else "")


def paths(state: State, unit: int) -> Iterator[tuple[HexId, ...]]:
    """The ways of one hex, and from turn 17 of more, that a unit may try."""
    grid, here = state.board.grid, state.units[unit].hex
    ways: list[tuple[HexId, ...]] = [(there,) for there in grid.adjacent(here)]
    reached = {here, *grid.adjacent(here)}
    while ways:
        yield from ways
        longer = [(*path, there) for path in ways for there in grid.adjacent(path[-1])] if state.late else []
        ways = []
        for path in longer:
            fits = len(path) <= most_hexes(state, unit, path) and path[-1] not in reached
            if fits and why_not_move(state, od.Move((unit,), path)) is None:
                reached.add(path[-1])
                ways.append(path)


def offered_moves(state: State, unit: int | None) -> Iterator[Group]:
    """Each unit alone, and the units of each stack together, into each hex that they can enter."""
    for first in sorted(state.units):
        if why_not_act_freely(state, first) is None:
            parties = [(first,), *_pairs(state, first)]
            orders = [
                od.Move(party, path)
                for party in parties
                if unit is None or unit in party
                for path in paths(state, first)
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
    cliffs = [there for there in near if way(state, moves, unit.hex, there) == "cliff" and not state.late]
    open_ = any(there not in state.now.forces and not is_flooded(state, there) for there in cliffs)
    return None if open_ and not unit.climb else _NO_CLIFF


def execute_climb(state: State, order: od.Climb) -> Iterator[Event]:
    """It takes a climb cliff marker, for nothing."""
    yield ev.Acted((order.unit,), "climb", state.now.acting)
    yield ev.UnitChanged(replace(state.units[order.unit], climb=CLIFF), "climb")


def why_not_recover(state: State, order: od.Recover) -> Refusal | None:
    """A unit takes off a disrupted or a climb marker (OMA-7.1-6), or leaves a cliff again (OMA-7.51-1).

    A unit that was disrupted in this phase has acted (OMA-7.7-2).
    """
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
