"""The reach of units: the arrays behind every move (ZOC-8.2, ZOC-8.5.2, ZOC-9), and a path judged by them.

`Going` is all that a search needs to know of some units at a moment; `reach` is the search, `fault` the same rules
asked of one path. They agree: a sound path leads to a hex of the reach, and the other way about.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from wab.content.zocbonds.tables import SIXTHS, sixths
from wab.field.costs import Costs
from wab.field.moves import broken
from wab.hexes import CLOSED, UNREACHED, HexId, Reach
from wab.hexes import reach as hexes_in_reach
from wab.systems.zocbonds.ground.allowance import allowance, classes
from wab.systems.zocbonds.ground.costs import Steps, Tables, Way, Whole, tables
from wab.systems.zocbonds.ground.leashes import closed_to
from wab.systems.zocbonds.state.board import Flags, enemy_of
from wab.systems.zocbonds.state.bonds import Bonds
from wab.systems.zocbonds.state.state import State


class Manner(NamedTuple):
    """The manner of moving: "ordinary", "tactical", "strategic" or "bicycle"; on trucks or not."""

    mode: str = "ordinary"
    truck: bool = False

    @property
    def on_roads(self) -> bool:
        """Strategic movement (ZOC-9.8.1-2) and bicycles (ZOC-9.9-1) keep to roads."""
        return self.mode in ("strategic", "bicycle")

    @property
    def off_zones(self) -> bool:
        """Columns (ZOC-9.8.2-1), trucks (ZOC-9.8.6-2) and bicycles (ZOC-9.9-1) never enter an enemy zone."""
        return self.truck or self.on_roads


class Going(NamedTuple):
    """The facts that a search needs: cost tables with enemy bonds closed, hexes that stop, hexes closed, what may be
    spent.

    `fresh`: the first step begins a move, so that it may cross water without a bridge. `one_hex`: no second step.
    `leaving`: the part of the budget that the first step pays to leave an enemy zone (ZOC-8.2-2).
    """

    tables: Tables
    stop: Flags
    closed: Flags
    budget: int
    fresh: bool
    one_hex: bool
    leaving: int = 0


def going(state: State, units: Sequence[int], manner: Manner) -> Going:
    """Return what holds for units of one hex that would move together now, the slowest of them for all (ZOC-9.1-2).

    Units that have not moved in this phase are fresh; one that took a replacement goes one hex (ZOC-6.2-8).
    """
    first = state.units[units[0]]
    budget = min(points_left(state, unit, manner) for unit in units)
    replaced = any(state.units[unit].replaced for unit in units)
    found = _going(state, units, manner, budget, fresh=not first.mode, one_hex=replaced)
    paid = 0 if manner.mode == "tactical" else max(leaving(state, unit) for unit in units)
    return found._replace(leaving=paid)


def going_in(state: State, units: Sequence[int], manner: Manner, budget: int) -> Going:
    """Return what holds for units that have just come onto the map: they have taken their first step (ZOC-6.6-2)."""
    return _going(state, units, manner, budget, fresh=False, one_hex=False)


def _going(state: State, units: Sequence[int], manner: Manner, budget: int, *, fresh: bool, one_hex: bool) -> Going:
    side = state.side_of(units[0])
    way = Way(classes(state, units, manner.truck), manner.on_roads, manner.mode == "tactical")
    stop, closed = stops(state, side), barred(state, side)
    if manner.off_zones or one_hex:
        closed = closed | stop
    for unit in units:
        if found := closed_to(state, unit):
            closed = closed | found[0]
    return Going(bonded(state, side, way), stop, closed, budget, fresh, one_hex)


def points_left(state: State, unit: int, manner: Manner) -> int:
    """Sixths of a point, or tactical hexes, that a unit still has in this phase; none is saved for later
    (ZOC-9.1-4)."""
    standing = state.units[unit]
    return 0 if standing.stopped else allowance(state, unit, manner.mode, manner.truck) - standing.spent


def leaving(state: State, unit: int) -> int:
    """Sixths of a point that a unit on the map pays to leave an enemy zone with its next step (ZOC-8.2-2).

    Tactical movement pays nothing (ZOC-9.10-1). No move goes on from a zone that it has entered: only the zone where
    a unit starts costs a point.
    """
    standing = state.units[unit]
    if standing.left_zone or not state.zone_of(enemy_of(state.side_of(unit)))[standing.hex]:
        return 0
    return sixths(state.board.tables.costs.leave_zone) or SIXTHS


def stops(state: State, side: str) -> Flags:
    """bool[N]: hexes that units of a side enter and do not leave again: enemy zones (ZOC-8.2-1)."""
    zone = state.deployed(enemy_of(side)).zone
    return state.renewed(f"stops/{side}", (zone,), lambda _: zone > 0)


def barred(state: State, side: str) -> Flags:
    """bool[N]: hexes that no unit of a side enters: hexes of enemies (ZOC-9.1-3), enemy hex bonds (ZOC-8.5.2-1), sea,
    marsh and what lies off the map (ZOC-9.2-1). Columns 15 of the Cherbourg scenario are out of play (ZOC-26.1-3).
    """
    enemies, bonds = state.deployed(enemy_of(side)).occupied, state.bonds_of(enemy_of(side))
    return state.renewed(f"barred/{side}", (enemies, bonds), lambda _: enemies | bonds.hexes | ~state.board.dry)


def bonded(state: State, side: str, way: Way) -> Tables:
    """The tables of a way to march, with the hexside bonds of the enemy closed to any unit (ZOC-8.5.2-1, ZOC-8.5.2-5).
    The same object while the bonds stay.
    """
    bonds: Bonds = state.bonds_of(enemy_of(side))
    return state.renewed(f"march/{side}/{way}", (bonds,), lambda _: _without(tables(state.board, way), bonds.sides))


def _without(open_: Tables, shut: Flags) -> Tables:
    if not shut.any():
        return open_
    last = open_.last
    left = ~shut[last.origins, last.directions]
    first, on = (np.where(shut, CLOSED, costs).astype(np.uint8) for costs in (open_.first, open_.on))
    for costs in (first, on):
        costs.setflags(write=False)
    return Tables(first, on, open_.first_only, open_.stops, _chosen(last, left))


def _chosen(steps: Steps, those: Flags) -> Steps:
    origins, directions, targets, prices = (column[those] for column in steps[:4])
    return Steps(origins, directions, targets, prices, steps.first[those], steps.near)


# ------------------------------------------------------------------------------------------------- reach


def reach(state: State, units: Sequence[int], manner: Manner | None = None) -> Reach:
    """Return where units of one hex get together in this phase, with cost and cheapest way (ZOC-9.1-1).

    Answers for either side, whether or not the units may move now: `movement.goals` says where they may. Kept while
    units, ground and weather stay: moves of friends do not matter to it.
    """
    how, named = manner or Manner(), tuple(units)
    side, now = state.side_of(named[0]), state.now
    enemy = (stops(state, side), barred(state, side), state.bonds_of(enemy_of(side)))
    ground = state.renewed(f"ground/{side}", enemy, lambda _: object())
    facts = (tuple(state.units[unit] for unit in named), now.turn, now.phase, now.row, ground)
    start = state.units[named[0]].hex
    return state.settled(("reach", named, how), facts, lambda: reach_from(state, start, going(state, named, how)))


def reach_from(state: State, start: HexId, how: Going) -> Reach:
    """Return where units get from a hex. Water without a bridge is crossed by the first step (ZOC-9.4-1), flooded
    ground entered off the roads by the last (ZOC-9.5-2).
    """
    costs = _from(start, how)
    left = max(0, how.budget - how.leaving)
    found = hexes_in_reach(state.board.workspace, start, left, costs, how.stop, how.closed, first_step_only=how.one_hex)
    if how.leaving:
        found = _frozen(start, found.table + np.where(found.hexes == start, 0, [[0], [how.leaving], [0]]))
    return _with_last_steps(state, found, how) if how.tables.last.near[found.hexes].any() else found


def _from(start: HexId, how: Going) -> Costs:
    """The table of later steps, with the row of the start as its first steps have it."""
    if not how.fresh:
        return how.tables.on
    row = np.where(how.tables.stops[start], CLOSED, how.tables.first[start])
    if np.array_equal(row, how.tables.on[start]):
        return how.tables.on
    costs = how.tables.on.copy()
    costs[start] = row
    return costs


def _with_last_steps(state: State, found: Reach, how: Going) -> Reach:
    """A reach and the flooded ground into which a last step alone leads from it. A hex that a road reaches keeps the
    way by the road, even at a higher cost: ways on from there lead over it.
    """
    last = how.tables.last
    spent = np.full(state.board.grid.size, UNREACHED, np.int32)
    spent[found.hexes] = found.spent
    start = last.origins == found.start
    total = spent[last.origins] + last.prices + how.leaving * start
    possible = (total <= how.budget) & ~how.closed[last.targets] & (spent[last.targets] == UNREACHED)
    possible &= start if how.one_hex else start | ~how.stop[last.origins]
    possible &= (start | ~last.first) if how.fresh else ~last.first
    if not possible.any():
        return found
    came_from = dict(zip(found.hexes.tolist(), found.came_from.tolist(), strict=True))
    for place in np.flatnonzero(possible).tolist():
        target, price = int(last.targets[place]), int(total[place])
        if price < spent[target]:
            spent[target], came_from[target] = price, int(last.origins[place])
    hexes = np.array(sorted(came_from), np.int32)
    ways = np.array([came_from[hex_] for hex_ in hexes.tolist()], np.int32)
    return _frozen(found.start, np.stack([hexes, spent[hexes], ways]))


def _frozen(start: HexId, rows: Whole) -> Reach:
    table = np.ascontiguousarray(rows.astype(np.int32))
    table.setflags(write=False)
    return Reach(start, table)


# ------------------------------------------------------------------------------------------------- one path


class Fault(NamedTuple):
    """The fault of a path, and its place: "off-map", "not-a-path", "gap", "one-hex", "zone" (on after an enemy zone),
    "flood" (on after flooded ground), "enemy", "bond", "kept-out", "avoided" (an enemy zone that they never enter),
    "first-step", "closed", "too-far".
    """

    kind: str
    hexes: tuple[HexId, ...]


def fault(state: State, units: Sequence[int], path: Sequence[HexId], manner: Manner, how: Going) -> Fault | None:
    """The first thing wrong with a path of units from its first hex on, None for a sound one."""
    if broken_at := broken(state.board.grid, path, path[0] if path else -1):
        return Fault(broken_at.kind, broken_at.hexes)
    if how.one_hex and len(path) > 2:
        return Fault("one-hex", (path[2],))
    for number in range(len(path) - 1):
        if found := _step_fault(state, units, path, number, manner, how):
            return found
    if path_cost(state, path, how) > how.budget:
        return Fault("too-far", (path[-1],))
    return None


def path_cost(state: State, path: Sequence[HexId], how: Going) -> int:
    """Return the cost of a path of open steps, in sixths, with the leaving of a zone; in tactical movement, hexes."""
    grid, costs = state.board.grid, how.tables.first
    return how.leaving * (len(path) > 1) + sum(
        int(costs[here, grid.direction(here, there)]) for here, there in pairwise(path)
    )


def _step_fault(
    state: State, units: Sequence[int], path: Sequence[HexId], number: int, manner: Manner, how: Going
) -> Fault | None:
    here, there = path[number], path[number + 1]
    enemy = enemy_of(state.side_of(units[0]))
    direction = state.board.grid.direction(here, there)
    if state.deployed(enemy).occupied[there]:
        return Fault("enemy", (there,))
    if state.bonds_of(enemy).bars(here, direction, there):
        return Fault("bond", (here, there))
    if number and how.stop[here]:
        return Fault("zone", (here,))
    if (manner.off_zones or how.one_hex) and how.stop[there]:
        return Fault("avoided", (there,))
    if how.closed[there]:
        return Fault("kept-out" if state.board.dry[there] else "closed", (here, there))
    return _ground_fault(state, path, number, how)


def _ground_fault(state: State, path: Sequence[HexId], number: int, how: Going) -> Fault | None:
    grid, ground = state.board.grid, how.tables
    here, there = path[number], path[number + 1]
    direction = grid.direction(here, there)
    if ground.first[here, direction] == CLOSED:
        return Fault("closed", (here, there))
    if number and ground.stops[path[number - 1], grid.direction(path[number - 1], here)]:
        return Fault("flood", (here,))
    if ground.first_only[here, direction] and not (how.fresh and number == 0):
        return Fault("first-step", (here, there))
    return None
