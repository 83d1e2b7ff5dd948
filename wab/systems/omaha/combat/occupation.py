"""German occupation (OMA-9): which unit gets a reserve marker, where reinforcements appear, from which pool."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from wab.content.omaha.tables import LimitTable
from wab.field.priorities import foremost, ranked
from wab.hexes import HexId

WN, MOBILE, BUILDING = "wn_marker", "mobile_marker", "building_marker"
TACTICAL, DIVISION = "tactical", "division"
"""The pools (OMA-2.1-22, OMA-2.1-23)."""
Pools = Mapping[str, int]
"""The counters left in each pool."""


class Spot(NamedTuple):
    """A hex of a German position, as priorities compare it. Only hexes with communication are candidates."""

    hex: HexId
    sector: str
    wn: bool
    double: bool
    """It is one of two hexes of a WN position."""
    zone: str
    """The zone letter, "" without one."""
    number: int
    """The number in the id, 0 for a position without one (OMA-9.41-1)."""
    building: bool
    near: int
    """Hexes to the nearest US unit."""


def rank(spot: Spot) -> tuple[int, str]:
    """Return the key of the last two priorities: the lowest number, then the letter nearest A (OMA-9.2-1)."""
    return spot.number, spot.zone


# ---------------------------------------------------------------- reserve markers


def marker_spot(spots: Iterable[Spot], sector: str | None, pools: Pools) -> Spot | None:
    """Return the force without marker that gets one by event; None if no force can (OMA-9.2-1 to OMA-9.2-3).

    Nearest to a US unit; a WN of one hex, then of two, then a reinforcement position; the lowest number; the letter
    nearest A; the northern hex. No force of the sector: the other sector (OMA-9.2-3). No WN marker left: a
    reinforcement position (OMA-9.24-1).
    """
    able = [spot for spot in spots if pools.get(WN) or not spot.wn]
    own = [spot for spot in able if sector in (None, spot.sector)]
    first = foremost(own or able, lambda spot: spot.near, lambda spot: 2 if not spot.wn else spot.double, rank)
    return first[0] if first and marker_pool(first[0].wn, first[0].building, pools) else None


def marker_pool(wn: bool, building: bool, pools: Pools) -> str | None:
    """Return the pool from which a force draws its marker, None if it gets none (OMA-9.21-1, OMA-9.24-2,
    OMA-9.24-3).
    """
    order = [WN] if wn else [BUILDING, MOBILE] if building else [MOBILE]
    return next((pool for pool in order if pools.get(pool)), None)


def marker_calls(sectors: Sequence[str], pools: Pools) -> list[str | None]:
    """Return the sectors in which markers are placed; None, the whole map, for the last of several (OMA-9.24-4)."""
    left = sum(pools.get(pool, 0) for pool in (WN, MOBILE, BUILDING))
    return [None] * left if left < len(sectors) else list(sectors)


# ---------------------------------------------------------------- reinforcements


def arrival_spots(spots: Iterable[Spot], zones: Sequence[str], pools: Pools, limits: LimitTable) -> list[Spot]:
    """Return where the reinforcements of an event appear, one a zone in the order of the card (OMA-9.3-1, OMA-9.3-2).

    Adjacent to a US unit, then within two hexes of one, then others; the lowest number. Spots are empty reinforcement
    positions with communication; positions without a number never count (OMA-9.32-1). Where the pools hold too few
    units the same priorities over all zones say which are served (OMA-9.34-1).
    """
    able = [spot for spot in spots if spot.number and not spot.wn and spot.zone in zones]
    order = [spot for group in ranked(able, lambda spot: _nearness(spot, limits), rank) for spot in group]
    found: dict[str, Spot] = {}
    for spot in order:
        found.setdefault(spot.zone, spot)
    served = list(found)[: sum(pools.get(pool, 0) for pool in (TACTICAL, DIVISION))]
    return [found[zone] for zone in dict.fromkeys(zones) if zone in served]


def _nearness(spot: Spot, limits: LimitTable) -> int:
    return 0 if spot.near <= 1 else 1 if spot.near <= limits.observed else 2


def unit_pool(pools: Pools) -> str | None:
    """Return the pool from which a reinforcement is drawn; a unit of the division pool brings a marker (OMA-9.31-1)."""
    return next((pool for pool in (TACTICAL, DIVISION) if pools.get(pool)), None)


def tactical_spot(spots: Iterable[Spot], distances: Mapping[HexId, int], pools: Pools) -> Spot | None:
    """Return where the unit of a tactical reinforcement marker appears (OMA-9.4-1, OMA-9.41-1, OMA-9.42-1).

    The empty reinforcement position nearest to the WN hex (`distances` to it), numbered or not; then nearest to a US
    unit; then the lowest number.
    """
    if not pools.get(TACTICAL):
        return None
    able = [spot for spot in spots if not spot.wn]
    first = foremost(able, lambda spot: distances[spot.hex], lambda spot: spot.near, rank)
    return first[0] if first else None


def meyer_release(units: int, markers: int, limits: LimitTable) -> tuple[int, int]:
    """Return how many units and markers of Kampfgruppe Meyer an event releases, of those still held (OMA-9.5-1)."""
    return min(units, limits.meyer[0]), min(markers, limits.meyer[1])
