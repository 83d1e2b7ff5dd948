"""The works of the afternoon: command posts, engineer bases, garrisons, units that leave the map."""

from __future__ import annotations

from ai.omaha.engineers import worth_of_base, worth_of_range
from ai.omaha.picture import Picture
from ai.omaha.weights import POST_REACH, POST_TROOPS, POST_TURNS
from wab.engine.kernel.orders import Order
from wab.hexes import HexId
from wab.systems.omaha.ground.control import under_fire, us_lines
from wab.systems.omaha.sequence.works import offered_works, why_not_leave
from wab.systems.omaha.state import orders as od


def work(seen: Picture) -> Order:
    """The next work: garrisons first, then posts and bases made and extended."""
    offered = [order for group in offered_works(seen.state, None) for order in group]
    rank = {od.Garrison: 0, od.ExtendPost: 1, od.PlaceBase: 2, od.ExtendBase: 3, od.MakePost: 4}
    usable = [order for order in offered if not isinstance(order, od.MakePost) or _is_post(seen, order)]
    if not usable:
        return od.Done()
    first = min(rank[type(order)] for order in usable)
    best = [order for order in usable if rank[type(order)] == first]
    return max(best, key=lambda order: _worth(seen, order))


def _is_post(seen: Picture, order: od.MakePost) -> bool:
    """An HQ becomes a post near troops that its range will reach, while there is time for it to grow."""
    return (
        led_by_post(seen, seen.state.units[order.unit].hex, POST_REACH) >= POST_TROOPS and seen.turns_left >= POST_TURNS
    )


def stays_post(seen: Picture, unit: int) -> bool:
    """Check if an HQ is a command post that goes on commanding; one under fire commands no unit (OMA-18.32-1)."""
    box = seen.now.posts.get(unit)
    here = seen.state.units[unit].hex
    if box is None or under_fire(seen.state)[here]:
        return False
    return led_by_post(seen, here, seen.board.tables.tracks.command[box] + 1) >= POST_TROOPS


def led_by_post(seen: Picture, here: HexId, reach: int) -> int:
    """The units of infantry within reach of a hex."""
    distance = seen.board.grid.distance
    near = (unit for unit in seen.state.units.values() if distance(unit.hex, here) <= reach)
    return sum(seen.profile(unit.id).infantry for unit in near)


def _worth(seen: Picture, order: Order) -> tuple[float, int]:
    match order:
        case od.PlaceBase(_, hex_):
            return worth_of_base(seen, hex_), -hex_
        case od.ExtendBase(hex_):
            return worth_of_range(seen, next(base for base in seen.now.bases if base.hex == hex_)), -hex_
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
