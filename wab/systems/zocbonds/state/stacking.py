"""Stacking (ZOC-7): which hexes hold too much, and when their owners are asked about it.

The limit may be broken while units move; it must hold when a movement phase or an advance ends (ZOC-7.2-1): four points
and a silhouette (ZOC-7.1-1), see `room`. Americans and British share hexes like units of one army (ZOC-7.2-3).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wab.engine.kernel.events import Event
from wab.hexes import HexId
from wab.systems.zocbonds.state import events as ev
from wab.systems.zocbonds.state.armies import seat_of, seat_of_stack
from wab.systems.zocbonds.state.room import has_room, most_points, to_come
from wab.systems.zocbonds.state.state import State
from wab.systems.zocbonds.state.steps import Excess


def full_for(state: State, units: Iterable[int], hexes: Iterable[HexId]) -> list[HexId]:
    """Return which of some hexes hold too much once units come in, units that wait off the map among them. Quick where
    the points alone say it.
    """
    coming = [to_come(state, unit) for unit in units]
    plain = not any(state.profile(unit.id).free or state.profile(unit.id).silhouette for unit in coming)
    points, stacked = state.points(coming), state.deployed(state.side_of(coming[0].id)).stacked
    if plain:
        most = most_points(state)
        return [hex_ for hex_ in hexes if points + int(stacked[hex_]) > most]
    return [hex_ for hex_ in hexes if not has_room(state, coming, hex_)]


def overfull(state: State, side: str) -> tuple[HexId, ...]:
    """The hexes in which a side has too much, ascending (ZOC-7.1-1 to ZOC-7.1-3)."""
    return tuple(hex_ for hex_ in sorted(state.deployed(side).posts) if not has_room(state, (), hex_))


def ask_excess(state: State, side: str, seats: tuple[str, ...] = ()) -> Iterator[Event]:
    """At the end of a movement phase or an advance the owner of each overfull hex must say which units go (ZOC-7.2-1,
    ZOC-7.2-2): of two players with units in it, the player with the greater strength there. With `seats`, only hexes
    without units of other seats: these may still leave theirs.
    """
    asked = tuple(
        Excess(seat_of_stack(state, state.stacks[hex_]), hex_)
        for hex_ in overfull(state, side)
        if not seats or {seat_of(state, unit) for unit in state.stacks[hex_]} <= set(seats)
    )
    if asked:
        yield ev.Asked(asked)


def in_column(state: State, side: str) -> frozenset[HexId]:
    """The hexes with a unit of a side under a strategic movement marker, in which no other ends its move
    (ZOC-9.8.2-2)."""
    under = (state.units[unit] for unit in state.deployed(side).ids)
    return frozenset(unit.hex for unit in under if unit.column)
