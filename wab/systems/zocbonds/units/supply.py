"""Supply (ZOC-18.1 to ZOC-18.4): the supply phase, and what pays for guns (ZOC-17.2-10).

The supply of a moment is `supplied`; a unit carries the marker that its last supply phase gave it (`Unit.supply`), and
it is the marker that halves, slows and silences it until the next (ZOC-18.4).
"""

from __future__ import annotations

from collections.abc import Iterator

from wab.engine.kernel.events import Event
from wab.systems.zocbonds.ground.lines_of_supply import (
    cherbourg_sources,
    edge_sources,
    in_supply,
    lines_to,
    sources,
    south_sources,
    supplied,
    traces_to,
    unlimited,
)
from wab.systems.zocbonds.state import events as ev
from wab.systems.zocbonds.state.armies import WEST, seat_of
from wab.systems.zocbonds.state.state import ISOLATED, OUT, SUPPLIED, State, Unit
from wab.systems.zocbonds.units import attrition

__all__ = [
    "check",
    "cherbourg_traces_south",
    "in_supply",
    "lines_to",
    "sources",
    "supplied",
    "supply_phase",
    "traces_to",
    "tracks_of",
    "unlimited",
]
SEVENTH_ARMY, FORTRESS, PANZERGRUPPE = "seventh_army", "fortress", "panzergruppe_west"


# ------------------------------------------------------------------------------------------------- what pays


def tracks_of(state: State, unit: int) -> tuple[str, ...]:
    """The supply tracks that may pay for a shift or a defence by a headquarters or Werfer brigade, () for none.

    An Allied one is paid by its army (ZOC-5.3-5); whether it is in supply at all its marker says. A German one by the
    fortress where it traces to Cherbourg, by its army where it traces to the edge, by either where it traces to both
    (ZOC-17.2-10); the artillery of the Cotentin by the fortress alone (ZOC-17.4-2). The player of Panzergruppe West has
    a separate track, and no fortress (ZOC-27.1-4).
    """
    profile, hex_ = state.profile(unit), state.units[unit].hex
    if profile.side == "allied":
        return (str(profile.army),)
    west = seat_of(state, unit) == WEST
    found, cotentin = [], state.board.tables.named.cotentin_artillery
    if lines_to(state, "axis", edge_sources(state), "edge")[hex_] and profile.key != cotentin:
        found.append(PANZERGRUPPE if west else SEVENTH_ARMY)
    if lines_to(state, "axis", cherbourg_sources(state), "Cherbourg")[hex_] and not west:
        found.append(FORTRESS)
    return tuple(found)


def cherbourg_traces_south(state: State) -> bool:
    """Return whether a city hex of Cherbourg that the Germans control traces a supply line to the south edge
    (ZOC-5.2-2, ZOC-23.2-3).
    """
    south = lines_to(state, "axis", south_sources(state), "south")
    return any(bool(south[hex_]) for hex_ in cherbourg_sources(state))


# ------------------------------------------------------------------------------------------------- the supply phase


def supply_phase(state: State) -> Iterator[Event]:
    """The supply phase of the side on turn (ZOC-3-8): markers, lost headquarters, attrition of the isolated."""
    yield check(state, state.now.side)
    yield from attrition.begin(state, state.now.side)


def check(state: State, side: str) -> ev.SupplyChecked:
    """The units that are out of supply, isolated, or in supply again (ZOC-18.3-1, ZOC-18.3-3): airborne units on turn 1
    as well (ZOC-20.1-4). The marker leaves defence, zone, quality and armour as they are (ZOC-18.4-2).
    """
    found: dict[int, list[int]] = {SUPPLIED: [], OUT: [], ISOLATED: []}
    for unit in state.units_of(side):
        now = _judged(state, side, unit)
        if now != SUPPLIED or unit.supply != SUPPLIED:
            found[now].append(unit.id)
    return ev.SupplyChecked(side, tuple(found[OUT]), tuple(found[ISOLATED]), tuple(found[SUPPLIED]))


def _judged(state: State, side: str, unit: Unit) -> int:
    """A unit without a line is out; one that already was, and has none of any length, is isolated; with one that is
    only too long, it is out again (ZOC-18-1, ZOC-18.3-2, ZOC-18.3-3)."""
    if supplied(state, side)[unit.hex]:
        return SUPPLIED
    if unit.supply == SUPPLIED or unlimited(state, side)[unit.hex]:
        return OUT
    return ISOLATED
