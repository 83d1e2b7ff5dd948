"""The works of the afternoon: command posts, engineer bases, garrisons, units that leave the map."""

from __future__ import annotations

from ai.omaha.picture import Picture
from wab.engine.kernel.orders import Order
from wab.systems.omaha.sequence.works import offered_works
from wab.systems.omaha.state import orders as od


def work(seen: Picture) -> Order:
    """The next work: garrisons first, then posts and bases made and extended."""
    offered = [order for group in offered_works(seen.state, None) for order in group]
    rank = {od.Garrison: 0, od.ExtendPost: 1, od.ExtendBase: 2, od.PlaceBase: 3, od.MakePost: 4}
    usable = [order for order in offered if not isinstance(order, od.MakePost) or _is_post(seen, order)]
    if not usable:
        return od.Done()
    first = min(rank[type(order)] for order in usable)
    best = [order for order in usable if rank[type(order)] == first]
    return max(best, key=lambda order: _worth(seen, order))


def _is_post(seen: Picture, order: od.MakePost) -> bool:
    """An HQ becomes a post where troops of its own are near, high up, or where it can go no farther."""
    here = seen.state.units[order.unit].hex
    near = [unit for unit in seen.state.units.values() if seen.board.grid.distance(unit.hex, here) <= 2]
    infantry = sum(seen.profile(unit.id).infantry for unit in near)
    return not seen.board.low[here] and infantry >= 2


def _worth(seen: Picture, order: Order) -> tuple[float, int]:
    match order:
        case od.PlaceBase(_, hex_):
            draws = [one for hexes in seen.board.draws.values() for one in hexes]
            near = min((seen.board.grid.distance(hex_, one) for one in draws), default=0)
            others = [base.hex for base in seen.now.bases]
            apart = min((seen.board.grid.distance(hex_, one) for one in others), default=9)
            return -near + min(6, apart) * 0.5, -hex_
        case od.ExtendBase(hex_):
            return float(-next(base.box for base in seen.now.bases if base.hex == hex_)), -hex_
        case od.Garrison(hex_):
            return float(seen.board.position_at[hex_].wn), -hex_
    return 0.0, 0


def leaving(seen: Picture) -> od.LeaveMap | None:
    """A unit in a lettered hex leaves when it scores there and can do no more: in the last turns."""
    exits = set(seen.board.exits.values())
    for unit in seen.able:
        profile = seen.profile(unit.id)
        counts = profile.armoured or profile.regular
        if unit.hex in exits and counts and seen.turns_left <= 2:
            return od.LeaveMap(unit.id)
    return None
