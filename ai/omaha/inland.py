"""The works of the afternoon: command posts, engineer bases, garrisons, units that leave the map."""

from __future__ import annotations

from ai.omaha.picture import Picture
from wab.engine.kernel.orders import Order
from wab.systems.omaha.ground.control import under_fire, us_lines
from wab.systems.omaha.sequence.works import offered_works, why_not_leave
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
            barred = under_fire(seen.state)
            near = min(
                (
                    max(seen.board.grid.distance(hex_, one) for one in hexes) + 2 * sum(map(bool, barred[list(hexes)]))
                    for hexes in seen.board.draws.values()
                ),
                default=0,
            )
            others = [base.hex for base in seen.now.bases]
            apart = min((seen.board.grid.distance(hex_, one) for one in others), default=9)
            return -near + min(6, apart) * 0.5, -hex_
        case od.ExtendBase(hex_):
            return float(-next(base.box for base in seen.now.bases if base.hex == hex_)), -hex_
        case od.Garrison(hex_):
            return float(seen.board.position_at[hex_].wn), -hex_
    return 0.0, 0


def leaving(seen: Picture) -> od.LeaveMap | None:
    """A unit in a lettered hex leaves once it scores there: a line of ours leads to it, or it is the last chance."""
    if not seen.state.late:
        return None
    letters = {hex_: letter for letter, hex_ in seen.board.exits.items()}
    mine = us_lines(seen.state)
    for unit in seen.able:
        profile = seen.profile(unit.id)
        letter = letters.get(unit.hex)
        if letter is None or profile.leader:
            continue
        ranger = profile.ranger and letter in seen.board.tables.victory.ranger_exits
        scores = ranger or (mine[unit.hex] and (profile.armoured or profile.regular))
        if scores and why_not_leave(seen.state, od.LeaveMap(unit.id)) is None:
            return od.LeaveMap(unit.id)
    return None
