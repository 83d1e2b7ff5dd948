"""Obstacles and works (ledger sections A2.7-8, A2.16-A2.21): where units may go, what they remove, what shelters."""

from __future__ import annotations

from collections.abc import Iterator

from wab.content.cards.shapes import Obstacle
from wab.systems.cards.state import events as ev
from wab.systems.cards.state.state import State, Unit


def obstacles_in(state: State, hex_: int) -> Iterator[Obstacle]:
    """Return what the obstacles in a hex do; the terrain below stays in force (CRD-A2.16-1)."""
    table = state.board.tables.obstacles
    return (table[name] for name in state.obstacles.get(hex_, ()))


def is_bridge(state: State, hex_: int) -> bool:
    """Return whether a bridge lies over a hex (CRD-A2.8-1)."""
    return hex_ in state.obstacles and any(obstacle.spans for obstacle in obstacles_in(state, hex_))


def is_dry(state: State, hex_: int) -> bool:
    """Dry land is every hex that is not river, lake or ocean, with anything on it (CRD-A2.8-7)."""
    ground = state.board.ground[hex_]
    return ground is not None and not ground.water


def is_passable(state: State, type_: str, hex_: int) -> bool:
    """Return whether units of a type may be in a hex at all: no river (CRD-A2.7-1) or lake (CRD-A2.14-1) without a
    bridge.

    A scenario may let units wade through a river (CRD-S-3). Bunkers are closed to vehicles and guns (CRD-A2.17-1),
    anti-tank obstacles to all but infantry (CRD-A2.18-1), half hexes to all (CRD-B-3).
    """
    ground = state.board.ground[hex_]
    if ground is None:
        return False
    if hex_ not in state.obstacles:
        return not ground.impassable or hex_ in state.board.fordable
    if any(type_ in obstacle.closed_to for obstacle in obstacles_in(state, hex_)):
        return False
    return not ground.impassable or hex_ in state.board.fordable or is_bridge(state, hex_)


def bridge_allows(state: State, origin: int, target: int) -> bool:
    """A bridge is entered and left by dry land only (CRD-A2.8-2, CRD-A2.8-3, CRD-A2.8-4, CRD-A2.8-6).

    From bridge to bridge a unit steps where the scenario joins the two.
    """
    on, onto = is_bridge(state, origin), is_bridge(state, target)
    if not on and not onto:
        return True
    if on and onto:
        return (min(origin, target), max(origin, target)) in state.board.joined
    return is_dry(state, origin if onto else target)


def wades(state: State, hex_: int) -> bool:
    """Return whether a unit in a hex stands in the water of a river that can be waded, not on a bridge (CRD-S-3)."""
    return hex_ in state.board.fordable and not is_bridge(state, hex_)


def must_stop(state: State, hex_: int) -> bool:
    """Return whether a unit that enters a hex stops there and moves no more this turn (CRD-A2.1-2).

    Forest, bocage, town and ocean (CRD-A2.2-1, CRD-A2.3-2, CRD-A2.5-1, CRD-A2.10-1), wire (CRD-A2.19-1), and a river
    where it is waded.
    """
    ground = state.board.ground[hex_]
    assert ground is not None, "no unit enters a half hex"
    if ground.stops or wades(state, hex_):
        return True
    return hex_ in state.obstacles and any(obstacle.stops for obstacle in obstacles_in(state, hex_))


def protects(state: State, obstacle: Obstacle, side: str) -> bool:
    """Return whether an obstacle shelters a side: a scenario may keep its bunkers to one (CRD-A2.17-6, CRD-S-5)."""
    owner = state.board.bunkers
    return not obstacle.one_sided or owner is None or owner == side


def protection(state: State, target: Unit, attacker: Unit) -> int:
    """Dice that the target's hex takes from an attacker: the most of terrain and obstacles (CRD-A2.16-2).

    Sandbags serve against attacks from every side (CRD-A2.20-5), and add nothing to terrain (CRD-A2.20-6). Heights
    protect from attackers that are lower only (CRD-A2.4-3), on any hill of theirs (CRD-A2.4-5).
    """
    board = state.board
    type_ = board.type_of(attacker.kind)
    ground = board.ground[target.hex]
    assert ground is not None, "no unit stands in a half hex"
    most = ground.protection.of(type_)
    if ground.from_below and board.height[attacker.hex] >= board.height[target.hex]:
        most = 0
    for obstacle in obstacles_in(state, target.hex):
        if protects(state, obstacle, target.side):
            most = max(most, obstacle.protection.of(type_))
    return most


def handicap(state: State, attacker: Unit) -> int:
    """Dice that the attacker's own hex costs it: armour in a town (CRD-A2.5-4), infantry in wire (CRD-A2.19-2)."""
    type_ = state.board.type_of(attacker.kind)
    ground = state.board.ground[attacker.hex]
    assert ground is not None, "no unit stands in a half hex"
    return ground.handicap.of(type_) + sum(
        obstacle.handicap.of(type_) for obstacle in obstacles_in(state, attacker.hex)
    )


def flags_ignored(state: State, unit: Unit) -> int:
    """Flags of an attack that a unit may ignore where it stands: one at most, for however many reasons (CRD-A2.16-3).

    Church (CRD-A2.6-1), bunker (CRD-A2.17-5), sandbags (CRD-A2.20-4), dyke (CRD-A2.21-1), and for infantry anti-tank
    obstacles (CRD-A2.18-2).
    """
    type_ = state.board.type_of(unit.kind)
    ground = state.board.ground[unit.hex]
    assert ground is not None, "no unit stands in a half hex"
    works = (obstacle for obstacle in obstacles_in(state, unit.hex) if protects(state, obstacle, unit.side))
    return min(1, max((ground.flags, *(obstacle.flags.of(type_) for obstacle in works))))


def left_behind(state: State, hexes: tuple[int, ...]) -> Iterator[ev.ObstacleRemoved]:
    """Sandbags go when a unit leaves their hex (CRD-A2.20-2), also one that only passes through (CRD-A2.20-9).

    Dykes stay (CRD-A2.21-1).
    """
    table = state.board.tables.obstacles
    for hex_ in dict.fromkeys(hexes):
        for name in state.obstacles.get(hex_, ()):
            if table[name].removed_when_left:
                yield ev.ObstacleRemoved(hex_, name, "left")


def crushed(state: State, unit: Unit, hex_: int) -> Iterator[ev.ObstacleRemoved]:
    """Armour that moves onto wire removes it at once (CRD-A2.19-5); a retreat does not (CRD-A2.19-6)."""
    table, type_ = state.board.tables.obstacles, state.board.type_of(unit.kind)
    for name in state.obstacles.get(hex_, ()):
        if table[name].removed_by.get(type_) == "enter":  # type: ignore[call-overload]  # types of this table
            yield ev.ObstacleRemoved(hex_, name, "crushed")


def removable(state: State, unit: Unit) -> str:
    """The obstacle of its hex that a unit may remove in place of an attack (CRD-A2.19-3), "" for none."""
    table, type_ = state.board.tables.obstacles, state.board.type_of(unit.kind)
    for name in state.obstacles.get(unit.hex, ()):
        if table[name].removed_by.get(type_) == "attack":  # type: ignore[call-overload]
            return name
    return ""
