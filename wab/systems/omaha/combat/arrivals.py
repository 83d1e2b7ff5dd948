"""German counters that come to the map (OMA-9-1, OMA-9-2): reserve markers, reinforcements, Kampfgruppe Meyer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from wab.engine.kernel.events import Event
from wab.hexes import HexId
from wab.systems.omaha.combat.occupation import (
    DIVISION,
    MOBILE,
    TACTICAL,
    Spot,
    arrival_spots,
    marker_calls,
    marker_pool,
    marker_spot,
    meyer_release,
    tactical_spot,
    unit_pool,
)
from wab.systems.omaha.ground.control import is_linked, occupied
from wab.systems.omaha.state import events as ev
from wab.systems.omaha.state.pools import draw_counter
from wab.systems.omaha.state.state import State
from wab.systems.omaha.state.steps import Force, Task
from wab.systems.omaha.units.losses import eliminate

MEYER, MEYER_MARKER = "meyer", "meyer_marker"
_NOWHERE = 99


def pools(state: State) -> dict[str, int]:
    """Return the counters left in each pool."""
    return {name: len(pool) for name, pool in state.now.pools.items()}


def spots(state: State, hexes: Iterable[HexId]) -> list[Spot]:
    """Return the hexes of positions, among some, from which a German line can be traced (OMA-9.2-2, OMA-9.33-1)."""
    distance = state.board.grid.distance
    us = occupied(state).nonzero()[0].tolist()
    found = []
    for hex_ in hexes:
        place = state.board.position_at[hex_]
        if is_linked(state, place, hex_):
            near = min((distance(hex_, one) for one in us), default=_NOWHERE)
            double = len(place.hexes) > 1
            number = place.number
            found.append(Spot(hex_, place.sector, place.wn, double, place.zone, number, place.building, near))
    return found


def empty_spots(state: State) -> list[Spot]:
    """Return the reinforcement positions where a unit can be placed (OMA-9.32-1); a lone general does not keep it away
    (OMA-11.31-2).
    """
    held, forces = occupied(state), state.now.forces
    places = [place.hexes[0] for place in state.board.positions.values() if not place.wn]
    return spots(state, [hex_ for hex_ in places if hex_ not in forces and not held[hex_]])


# ---------------------------------------------------------------- reserve markers


def add_marker(state: State, task: Task) -> Iterator[Event]:
    """An event puts a reserve marker under a unit in each of the sectors named, of any where none is (OMA-9.2)."""
    yield ev.Settled()
    for sector in marker_calls(task.at or (task.sector,), pools(state)):
        bare = [hex_ for hex_, force in state.now.forces.items() if force.marker is None]
        found = marker_spot(spots(state, bare), sector or None, pools(state))
        if found is not None:
            yield from give_marker(state, found.hex)


def give_marker(state: State, hex_: HexId) -> Iterator[Event]:
    """A force draws a reserve marker, unrevealed, of the pool that its position asks for (OMA-9.21-1), as often as an
    event or an attack says (OMA-9.22-1).
    """
    place = state.board.position_at[hex_]
    pool = marker_pool(place.wn, place.building, pools(state))
    if pool is not None:
        marker = yield from draw_counter(state, pool)
        force = replace(state.now.forces[hex_], marker=marker, marker_seen=False)
        yield ev.ForceChanged(hex_, force, ((marker, pool, ""),), "marker")


# ---------------------------------------------------------------- reinforcements


def reinforce(state: State, task: Task) -> Iterator[Event]:
    """An event brings a unit to each of the zones named (OMA-9.3)."""
    yield ev.Settled()
    for spot in arrival_spots(empty_spots(state), task.at, pools(state), state.board.tables.limits):
        pool = unit_pool(pools(state))
        if pool is not None:
            yield from _place(state, spot.hex, pool)


def reinforce_near(state: State, hex_: HexId) -> Iterator[Event]:
    """A tactical reinforcement marker brings a unit to the position nearest to its WN hex (OMA-9.4-1)."""
    free = empty_spots(state)
    distances = {spot.hex: state.board.grid.distance(spot.hex, hex_) for spot in free}
    found = tactical_spot(free, distances, pools(state))
    if found is not None:
        yield from _place(state, found.hex, TACTICAL)


def _place(state: State, hex_: HexId, pool: str) -> Iterator[Event]:
    """A unit is drawn and put down unrevealed; of the division pool with a marker (OMA-9.31-1)."""
    for general in state.leaders_in(hex_):
        yield from eliminate(state, general.id, "captured")
    counter = yield from draw_counter(state, pool)
    yield ev.ForceChanged(hex_, Force(counter), ((counter, pool, ""),), "reinforcement")
    if pool == DIVISION:
        yield from give_marker(state, hex_)


def release_meyer(state: State) -> Iterator[Event]:
    """Units and markers of Kampfgruppe Meyer join the pools from which they are drawn (OMA-9.5-1)."""
    held = pools(state)
    units, markers = meyer_release(held.get(MEYER, 0), held.get(MEYER_MARKER, 0), state.board.tables.limits)
    for pool, target, count in ((MEYER, DIVISION, units), (MEYER_MARKER, MOBILE, markers)):
        for _ in range(count):
            counter = yield from draw_counter(state, pool)
            yield ev.CountersMoved(((counter, pool, target),), "meyer")


TASKS = {"add_marker": add_marker, "reinforce": reinforce}
"""The tasks of this chapter by name; they ask no question."""
TIES: tuple[str, ...] = ()
