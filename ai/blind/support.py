"""Service for the troops: arrivals, replacements, the port, aircraft, ships, bombs, the ways off the map."""

from __future__ import annotations

from collections.abc import Iterator

from ai.blind.picture import Picture
from ai.blind.posts import Posts
from wab.engine.kernel.orders import Order
from wab.systems.blind.combat.attack import bombs_left, offered_bombs, offered_fights
from wab.systems.blind.movement.arrivals import offered_entries
from wab.systems.blind.movement.exits import offered_exits
from wab.systems.blind.state import orders as od
from wab.systems.blind.units.refitting import CUTTERS, STEP, why_not_refit
from wab.systems.blind.units.support import attacking_forces


def arrival(seen: Picture, posts: Posts) -> Order | None:
    """The first unit that can come in, where most is to be done."""
    for group in offered_entries(seen.state, None):
        orders = [order for order in group if isinstance(order, od.Enter)]
        if orders:
            return max(orders, key=lambda one: (round(float(posts.need[one.hex]), 6), -one.unit, -one.hex))
    return None


def refit(seen: Picture, kept: frozenset[int]) -> Order | None:
    """A step for the unit that gains most fire power and is not wanted elsewhere; hedge cutters."""
    found: list[tuple[int, int]] = []
    for unit in seen.units:
        profile = seen.state.profile(unit.id)
        if unit.steps < profile.full and unit.id not in kept:
            found.append((profile.fire(unit.steps) - profile.fire(unit.steps + 1), unit.id))
    for _, number in sorted(found):
        if why_not_refit(seen.state, od.Refit(number, STEP)) is None:
            return od.Refit(number, STEP)
    for unit in seen.units:
        if unit.id in kept and why_not_refit(seen.state, od.Refit(unit.id, CUTTERS)) is None:
            return od.Refit(unit.id, CUTTERS)
    return None


def air_support(seen: Picture) -> Order | None:
    """An air unit for each force that has none, the weakest first: there it counts most."""
    state = seen.state
    free = state.now.air - len(state.now.offered)
    forces = [force for force in attacking_forces(state) if force not in state.now.offered]
    if free <= 0 or not forces:
        return None
    target, origin = forces[0]
    return od.OfferAir(target, origin)


def next_fight(seen: Picture) -> Order | None:
    """The next attack, with a ship if one reaches it: first where the defenders' retreat helps no other."""
    orders = [order for group in offered_fights(seen.state, None) for order in group if isinstance(order, od.Fight)]
    if not orders:
        return None
    first = orders[0].target
    return max(
        (order for order in orders if order.target == first), key=lambda one: (bool(one.ship), one.ship, -one.origin)
    )


def bombs(seen: Picture) -> Iterator[od.Bomb]:
    """The hexes that can be bombed, with most fire power first."""
    if bombs_left(seen.state):
        orders = [order for group in offered_bombs(seen.state, None) for order in group if isinstance(order, od.Bomb)]
        attacked = set(seen.now.contacts)
        yield from sorted(
            orders,
            key=lambda one: (
                -round(float(seen.guess.power[one.hex]) + 3.0 * (one.hex in attacked), 6),
                one.hex,
            ),
        )


def leave(seen: Picture) -> Order | None:
    """A unit that can leave the map, while supply and aircraft are there for it."""
    left = seen.board.last - seen.now.turn
    for group in offered_exits(seen.state, None):
        for order in group:
            if isinstance(order, od.Leave) and left > 0:
                return order
    return None
