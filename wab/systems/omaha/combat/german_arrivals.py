"""German counters that come to the map (OMA-9-1, OMA-9-2): reserve markers, reinforcements, Kampfgruppe Meyer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from wab.engine.kernel.events import Event
from wab.field.priorities import foremost, ranked
from wab.hexes import HexId
from wab.systems.omaha.ground.control import is_linked, occupied
from wab.systems.omaha.state import events as ev
from wab.systems.omaha.state.board import Position
from wab.systems.omaha.state.pools import draw_counter
from wab.systems.omaha.state.state import State
from wab.systems.omaha.state.steps import Force, Task
from wab.systems.omaha.units.losses import eliminate

WN, MOBILE, BUILDING = "wn_marker", "mobile_marker", "building_marker"
TACTICAL, DIVISION, MEYER, MEYER_MARKER = "tactical", "division", "meyer", "meyer_marker"
ARMOUR, ARMOUR_MARKER = "armour", "armour_marker"
Pools = Mapping[str, Sequence[str]]
_NOWHERE = 99


class Spot(NamedTuple):
    """A hex of a position with communication, as priorities compare it. `near`: hexes to the nearest US unit."""

    hex: HexId
    place: Position
    near: int

    @property
    def number(self) -> tuple[int, str]:
        """The last priorities: the lowest number, 0 without one (OMA-9.41-1), then the letter nearest A (OMA-9.2-1)."""
        return self.place.number, self.place.zone


def spots(state: State, hexes: Iterable[HexId]) -> list[Spot]:
    """Return the hexes of positions, among some, from which a German line can be traced (OMA-9.2-2, OMA-9.33-1)."""
    distance, places = state.board.grid.distance, state.board.position_at
    us = occupied(state).nonzero()[0].tolist()
    linked = [hex_ for hex_ in hexes if is_linked(state, places[hex_], hex_)]
    return [Spot(hex_, places[hex_], min((distance(hex_, one) for one in us), default=_NOWHERE)) for hex_ in linked]


# ---------------------------------------------------------------- reserve markers


def marker_spot(found: Iterable[Spot], sector: str, pools: Pools) -> Spot | None:
    """Return which of some forces without marker gets one by event, of a sector or with "" of the map (OMA-9.2-1).

    Nearest to a US unit; a WN of one hex, then of two, then a reinforcement position; the lowest number; the letter
    nearest A; the northern hex. No force of the sector: the other sector (OMA-9.2-3). No WN marker left: a
    reinforcement position (OMA-9.24-1).
    """
    able = [spot for spot in found if pools.get(WN) or not spot.place.wn]
    own = [spot for spot in able if sector in ("", spot.place.sector)]
    first = foremost(
        own or able,
        lambda spot: spot.near,
        lambda spot: len(spot.place.hexes) if spot.place.wn else 3,
        lambda spot: spot.number,
        lambda spot: spot.place.hexes.index(spot.hex),
    )
    return first[0] if first else None


def marker_pool(place: Position, pools: Pools) -> str | None:
    """Return the pool from which a position draws its marker, None if it gets none (OMA-9.21-1, OMA-9.24-2,
    OMA-9.24-3).
    """
    if place.wn:
        order = [WN]
    else:
        order = [BUILDING, MOBILE] if place.building else [ARMOUR_MARKER, MOBILE] if place.mobile else [MOBILE]
    return next((pool for pool in order if pools.get(pool)), None)


def add_marker(state: State, task: Task) -> Iterator[Event]:
    """An event puts a reserve marker under a unit in each of its sectors; with fewer markers than sectors the
    priorities hold for the whole map (OMA-9.24-4).
    """
    yield ev.Settled()
    sectors = task.at or (task.sector,)
    left = sum(len(state.now.pools.get(pool, ())) for pool in (WN, MOBILE, BUILDING))
    for sector in sectors if left >= len(sectors) else ("",) * left:
        bare = [hex_ for hex_, force in state.now.forces.items() if force.marker is None and not force.armour]
        if spot := marker_spot(spots(state, bare), sector, state.now.pools):
            yield from give_marker(state, spot.hex)


def give_marker(state: State, hex_: HexId) -> Iterator[Event]:
    """A force draws a reserve marker, unrevealed, as often as an event or an attack says (OMA-9.21-1, OMA-9.22-1)."""
    pool = marker_pool(state.place(hex_), state.now.pools)
    if pool is not None:
        marker = yield from draw_counter(state, pool)
        force = replace(state.now.forces[hex_], marker=marker, marker_seen=False)
        yield ev.ForceChanged(hex_, force, ((marker, pool, ""),), "marker")


# ---------------------------------------------------------------- reinforcements


def empty_spots(state: State) -> list[Spot]:
    """Return the reinforcement positions where a unit can be placed (OMA-9.32-1). A garrison keeps it away
    (OMA-19.3-3), a lone general does not (OMA-11.31-2).
    """
    held, forces = occupied(state), state.now.forces
    places = [place.hexes[0] for place in state.board.positions.values() if not place.wn]
    kept = state.now.garrisons
    return spots(state, [hex_ for hex_ in places if hex_ not in forces and not held[hex_] and hex_ not in kept])


def arrival_spots(found: Iterable[Spot], zones: Sequence[str], units: int, observed: int) -> list[Spot]:
    """Return where the reinforcements of an event appear, one a zone in the order of the card (OMA-9.3-1, OMA-9.3-2).

    Adjacent to a US unit, then within `observed` hexes of one, then others; the lowest number; never a position without
    a number (OMA-9.32-1). If the pools hold too few units, the same priorities say which zones are served
    (OMA-9.34-1).
    """
    able = [spot for spot in found if spot.place.number and spot.place.zone in zones]
    order = ranked(able, lambda spot: (spot.near > 1) + (spot.near > observed), lambda spot: spot.number)
    first: dict[str, Spot] = {}
    for spot in [spot for group in order for spot in group]:
        first.setdefault(spot.place.zone, spot)
    served = list(first)[:units]
    return [first[zone] for zone in dict.fromkeys(zones) if zone in served]


def reinforce(state: State, task: Task) -> Iterator[Event]:
    """An event brings a unit to each of the zones named: tactical units first, then units of the division pool
    (OMA-9.31-1). If the Germans react better, tactical units too bring a marker from turn 12 (OMA-22.4-1).
    """
    yield ev.Settled()
    pools, observed = state.now.pools, state.board.tables.limits.observed
    left = len(pools.get(TACTICAL, ())) + len(pools.get(DIVISION, ()))
    marked = state.chose("reaction", "better") and state.turn >= state.board.tables.variants.reaction.markers_from
    for spot in arrival_spots(empty_spots(state), task.at, left, observed):
        yield from place_unit(state, spot.hex, TACTICAL if state.now.pools.get(TACTICAL) else DIVISION, marked=marked)


def reinforce_near(state: State, hex_: HexId) -> Iterator[Event]:
    """A tactical reinforcement marker brings a tactical unit, if any is left (OMA-9.42-1), to the nearest position with
    or without a number; then nearest to a US unit, then the lowest number (OMA-9.4-1).
    """
    distance = state.board.grid.distance
    found = empty_spots(state) if state.now.pools.get(TACTICAL) else []
    first = foremost(found, lambda spot: distance(spot.hex, hex_), lambda spot: spot.near, lambda spot: spot.number)
    for spot in first[:1]:
        yield from place_unit(state, spot.hex, TACTICAL)


def place_unit(state: State, hex_: HexId, pool: str, *, marked: bool = False) -> Iterator[Event]:
    """A unit is drawn and put down unrevealed; with a marker from the division pool (OMA-9.31-1), or if `marked`."""
    for general in state.leaders_in(hex_):
        yield from eliminate(state, general.id, "captured")
    counter = yield from draw_counter(state, pool)
    yield ev.ForceChanged(hex_, Force(counter), ((counter, pool, ""),), "reinforcement")
    if pool == DIVISION or marked:
        yield from give_marker(state, hex_)


def release_meyer(state: State) -> Iterator[Event]:
    """Units and markers of Kampfgruppe Meyer join the pools from which they are drawn, until none is left
    (OMA-9.5-1).
    """
    for pool, target, most in zip(
        (MEYER, MEYER_MARKER), (DIVISION, MOBILE), state.board.tables.limits.meyer, strict=True
    ):
        for _ in range(min(most, len(state.now.pools.get(pool, ())))):
            counter = yield from draw_counter(state, pool)
            yield ev.CountersMoved(((counter, pool, target),), "meyer")


TASKS = {"add_marker": add_marker, "reinforce": reinforce}
"""The tasks of this chapter by name; they ask no question."""
TIES: tuple[str, ...] = ()
