"""Arrivals and engineers on the beach: which boxes units go to, which obstacles are cleared first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ai.omaha.danger import DENSE, Floats
from ai.omaha.picture import Picture
from ai.omaha.weights import Weights
from wab.content.omaha.shapes import SYMBOLS
from wab.systems.omaha.movement.arrivals import due_now, open_boxes, why_not_delay
from wab.systems.omaha.sequence.engineers import offered_clearings
from wab.systems.omaha.state import orders as od
from wab.systems.omaha.state.board import Box
from wab.systems.omaha.state.state import Unit


def landing_hex(seen: Picture, box: Box) -> int | None:
    """The hex where a unit in a box lands in the next turn."""
    turn = min(seen.state.turn + 1, seen.board.last)
    return box.landing(seen.board.tables.turns.tide(turn))


def arrival(seen: Picture, weights: Weights, ways: Floats, roads: Mapping[str, Floats]) -> od.PlaceInBox | od.Delay:
    """A unit that is due in the box from which it has the least to fear and to go."""
    units = sorted(due_now(seen.state), key=lambda unit: (bool(seen.profile(unit.id).leader), unit.id))
    for unit in units:
        boxes = open_boxes(seen.state, unit.id)
        onward = roads.get(seen.profile(unit.id).row.moves, ways)
        costs = [(cost_of(seen, weights, onward, unit, box), number) for number, box in enumerate(boxes)]
        delay = od.Delay(unit.id)
        later = why_not_delay(seen.state, delay) is None
        if costs:
            cost, number = min(costs)
            if not (later and _waits(seen, unit, cost)):
                return od.PlaceInBox(unit.id, boxes[number].id)
        if later:
            return delay
    unit = units[0]
    return od.Delay(unit.id)


def _waits(seen: Picture, unit: Unit, cost: float) -> bool:
    """Heavy units wait while a landing costs more than they bring."""
    profile = seen.profile(unit.id)
    return not profile.infantry and not profile.leader and cost > 2.5 and seen.turns_left > 3


def cost_of(seen: Picture, weights: Weights, ways: Floats, unit: Unit, box: Box) -> float:
    """The price of landing from a box: fire on the first hex, company there, and the way from it."""
    hex_ = landing_hex(seen, box)
    if hex_ is None:
        return 99.0
    profile, waiting = seen.profile(unit.id), seen.state.boxed(box.id)
    others = sum(other.steps for other in waiting) + seen.steps_in(hex_)
    crowd = len([one for one in waiting if not seen.profile(one.id).leader]) + len(seen.state.us_in(hex_))
    row = DENSE if unit.steps + others >= seen.board.tables.limits.dense else SYMBOLS.index(profile.symbol or "circle")
    cost = 2.0 * float(seen.danger.step[row, hex_]) + weights.way * 0.3 * min(40.0, float(ways[hex_]))
    cost += 3.0 * max(0, crowd - 1)
    if profile.leader:
        led = sum(other.steps for other in waiting)
        near = [unit for there in (hex_, *seen.board.grid.adjacent(hex_)) for unit in seen.state.us_in(there)]
        cost -= 0.3 * led + 0.3 * sum(one.steps for one in near if seen.profile(one.id).infantry)
    return cost


def clearing(seen: Picture) -> od.Clear | None:
    """The obstacles before the boxes in which most units are still to land."""
    wanted: dict[int, float] = {}
    for box in seen.board.row:
        mid = box.landing("mid")
        if mid is not None:
            wanted[mid] = wanted.get(mid, 0.0) + 0.1 + len(seen.state.boxed(box.id)) + _due_at(seen, box)
    orders: list[od.Clear] = list(_orders(seen))
    return max(orders, key=lambda order: (wanted.get(order.hex, 0.0), -order.hex), default=None)


def _due_at(seen: Picture, box: Box) -> float:
    off = seen.now.off.values()
    return sum(seen.profile(unit.id).at in (box.id, box.beach) and unit.box.startswith("turn") for unit in off) * 0.3


def _orders(seen: Picture) -> Iterator[od.Clear]:
    for group in offered_clearings(seen.state, None):
        yield from group  # type: ignore[misc]
