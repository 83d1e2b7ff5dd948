"""What marches cost, and which are no ordinary ones: the figures on the hexes that a unit can reach."""

from __future__ import annotations

from wab.content.zocbonds.tables import SIXTHS
from wab.engine.orders import Order
from wab.locale import _
from wab.locale.numbers import number
from wab.systems.zocbonds.allowance import allowance
from wab.systems.zocbonds.marching import Manner, leaving, reach, stops
from wab.systems.zocbonds.orders import Move
from wab.systems.zocbonds.state import State


def is_column(order: Order) -> bool:
    """Whether an order is a march on roads alone, or on trucks: it may neither fight nor come near the enemy."""
    return isinstance(order, Move) and (order.truck or order.mode not in ("ordinary", "tactical"))


def price(state: State, order: Order) -> int | None:
    """Sixths of a movement point that a march costs, with those for leaving an enemy zone (ZOC-8.2-2); None for
    tactical movement, which counts hexes (ZOC-9.10-1), and for what is no march."""
    if not isinstance(order, Move) or order.mode == "tactical" or not all(unit in state.units for unit in order.units):
        return None
    spent = reach(state, order.units, Manner(order.mode, order.truck)).spent_at(order.path[-1])
    return spent + max(leaving(state, unit) for unit in order.units) if spent >= 0 else None


def figure(state: State, order: Order) -> str:
    """Movement points that a march costs; "" for what has none."""
    found = price(state, order)
    return number(found / SIXTHS, 1) if found is not None else ""


def cost_words(state: State, order: Order) -> str:
    """Movement points that a march costs, and how many its slowest unit has in this phase; "" for what has none."""
    words = figure(state, order)
    if not words or not isinstance(order, Move):
        return ""
    points = min(allowance(state, unit, order.mode, order.truck) - state.units[unit].spent for unit in order.units)
    return _("{cost} of {points} points").format(cost=words, points=number(points / SIXTHS, 1))


def is_stopped(state: State, order: Order) -> bool:
    """Whether a march ends in an enemy zone, which its units do not leave again in this phase (ZOC-8.2-1)."""
    return isinstance(order, Move) and bool(stops(state, state.side_of(order.units[0]))[order.path[-1]])
