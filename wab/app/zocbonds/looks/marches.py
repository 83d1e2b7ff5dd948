"""Costs of marches, and kinds of march: the figures on the hexes that a unit can reach."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from wab.content.zocbonds.tables import SIXTHS
from wab.engine.kernel.orders import Order, Refusal
from wab.hexes import HexId
from wab.locale import _
from wab.locale.numbers import number
from wab.systems.zocbonds.ground.allowance import allowance
from wab.systems.zocbonds.ground.marching import Manner, going, reach, reach_from, stops
from wab.systems.zocbonds.state.orders import Attack, Ids, Move
from wab.systems.zocbonds.state.state import State


def is_column(order: Order) -> bool:
    """Check if an order is a march by road alone or by truck. It may neither fight nor come near the enemy."""
    return isinstance(order, Move) and (order.truck or order.mode not in ("ordinary", "tactical"))


def price(state: State, order: Order) -> int | None:
    """Return the cost of a march in sixths of a movement point, including the exit from an enemy zone (ZOC-8.2-2).

    Return None for tactical movement, which counts hexes (ZOC-9.10-1), and for other orders.
    """
    if not isinstance(order, Move) or order.mode == "tactical" or not all(unit in state.units for unit in order.units):
        return None
    spent = reach(state, order.units, Manner(order.mode, order.truck)).spent_at(order.path[-1])
    return spent if spent >= 0 else None


def figure(state: State, order: Order) -> str:
    """Movement points that a march costs; "" for what has none."""
    found = price(state, order)
    return number(found / SIXTHS, 1) if found is not None else ""


def cost_words(state: State, order: Order) -> str:
    """Movement points that a march costs, and how many its slowest unit has in this phase; "" for what has none."""
    words = figure(state, order)
    if not words or not isinstance(order, Move):
        return ""
    return _("{cost} of {points} points").format(cost=words, points=points_left(state, order))


def points_left(state: State, order: Move) -> str:
    """Movement points that the slowest unit of a march has in this phase."""
    points = min(allowance(state, unit, order.mode, order.truck) - state.units[unit].spent for unit in order.units)
    return number(points / SIXTHS, 1)


def is_stopped(state: State, order: Order) -> bool:
    """Check if a march ends in an enemy zone, where its units stay for the rest of the phase (ZOC-8.2-1)."""
    return isinstance(order, Move) and bool(stops(state, state.side_of(order.units[0]))[order.path[-1]])


def why_not_there(view: Any, units: Sequence[int], hex_: HexId) -> Refusal | None:
    """Return the reason of the rules against an attack on a hex, in a combat phase, or else against a march to it.

    The reason is the nearest on the way. Return None if the rules have no objection.
    """
    state: State = view.position
    there = [state.units[unit] for unit in units if unit in state.units]
    if not there:
        return None
    ids, start, phase = tuple(units), there[0].hex, view.phase
    order: Order = Attack(hex_, ids, state.profile(units[0]).force)
    if phase not in ("combat", "reserve_combat"):
        order = Move(ids, _way(state, ids, start, hex_))
    found: Refusal | None = view.why_not(order)
    return found


FAR = 6000
"""Sixths of a point, more than any way across the map costs."""


def _way(state: State, units: Ids, start: HexId, hex_: HexId) -> tuple[HexId, ...]:
    """Return the best way of units to a hex, as if they had all the points: round enemy zones, else through them.

    Where no ground leads there, it is the straight line, which ends at what bars it.
    """
    grid, how = state.board.grid, going(state, units, Manner())
    if grid.are_adjacent(start, hex_):
        return start, hex_
    for stop in (how.stop, np.zeros_like(how.stop)):
        reached = reach_from(state, start, how._replace(budget=FAR, stop=stop))
        if hex_ in reached:
            return tuple(reached.path_to(hex_))
        near = [one for one in grid.adjacent(hex_) if one in reached]
        if last := min(near, key=reached.spent_at, default=None):
            return (*reached.path_to(last), hex_)
    return tuple(grid.line(start, hex_))
