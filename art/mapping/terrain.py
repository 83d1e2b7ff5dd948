"""Land and sea, and what the ground of every hex is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from art.mapping.frame import Flags, Floats, Frame, distance_to_line, walk
from art.mapping.places import Site
from art.mapping.shares import Net
from art.mapping.sources import Feature, Heights, Sources

TERRAIN_NAMES = (
    "sea",
    "clear",
    "bocage",
    "woods",
    "hills",
    "hill_bocage",
    "marsh",
    "town",
    "city",
    "beach",
    "estuary_flats",
)
LAND_SHARE = 0.5
MARSH_SHARE = 0.40
WOODS_SHARE = 0.45
HILLS_SHARE = 0.45
FLATS_LAND_SHARE = 0.10
"""Water in a drying bay with at least this share of land is flats ..."""
FLATS_NEIGHBOURS = 3
"""... and so is water there with this many land neighbours: it is a creek between mud banks."""
CLIFF_KM = 2.2
"""A hexside between land and sea counts as cliff when its middle is no further than this from a cliff line."""

Codes = npt.NDArray[np.uint8]


def code(name: str) -> int:
    """The number of a terrain."""
    return TERRAIN_NAMES.index(name)


@dataclass(frozen=True)
class Ground:
    """Facts of the sources about every hex: shares of land and zones, and the mean height of its land."""

    land_share: Floats
    shares: dict[str, Floats]
    elevation: Floats


def measure(net: Net, sources: Sources) -> Ground:
    """Counts land, zones and heights over the net of points."""
    dry = net.covered_by(sources.coast)
    whole = np.maximum(net.count(net.known), 1.0)
    land_count = net.count(dry)
    bare = set(sources.choices["bare_hills"])
    groups = {
        kind: _zones(sources.zones, kind) for kind in ("plain", "bocage", "forest", "marsh", "marsh_flooded", "hill")
    }
    groups["bare_hill"] = tuple(zone for zone in groups["hill"] if zone.name in bare)
    shares = {
        kind: net.count(net.covered_by(zones) & dry) / np.maximum(land_count, 1.0) for kind, zones in groups.items()
    }
    return Ground(land_count / whole, shares, net.mean(_heights_at(net, sources.heights), dry))


def _zones(zones: tuple[Feature, ...], kind: str) -> tuple[Feature, ...]:
    return tuple(zone for zone in zones if zone.properties["kind"] == kind)


def _heights_at(net: Net, heights: Heights) -> Floats:
    """Heights at the points of the net, by straight interpolation both ways."""
    lonlat = net.frame.degrees(net.points)
    row, up = _between(heights.lat, lonlat[:, 1])
    col, right = _between(heights.lon, lonlat[:, 0])
    south = heights.metres[row, col] * (1 - right) + heights.metres[row, col + 1] * right
    north = heights.metres[row + 1, col] * (1 - right) + heights.metres[row + 1, col + 1] * right
    return np.asarray(south * (1 - up) + north * up)


def _between(axis: Floats, values: Floats) -> tuple[npt.NDArray[np.int64], Floats]:
    place = np.clip((values - axis[0]) / (axis[1] - axis[0]), 0.0, len(axis) - 1.001)
    whole = place.astype(np.int64)
    return whole, place - whole


def natural_ground(ground: Ground, land: Flags, hill_sites: Flags) -> Codes:
    """uint8[N]: terrain by the zones alone: the first that is large enough of marsh, woods, hills, then open ground.

    A hex with a named hill is hills at any share of its zone.
    """
    share = ground.shares
    bocage = share["bocage"] >= share["plain"]
    marsh = (share["marsh_flooded"] >= MARSH_SHARE) | (share["marsh"] >= MARSH_SHARE)
    woods = share["forest"] >= WOODS_SHARE
    hills = hill_sites | (share["hill"] >= HILLS_SHARE)
    hedged = bocage & (share["bare_hill"] * 2.0 <= share["hill"])
    conditions = [~land, marsh & ~hill_sites, woods & ~hill_sites, hills & hedged, hills, bocage]
    names = ("sea", "marsh", "woods", "hill_bocage", "hills", "bocage")
    return np.select(conditions, [code(name) for name in names], default=code("clear")).astype(np.uint8)


def estuary_flats(frame: Frame, ground: Ground, land: Flags, choices: dict[str, Any]) -> Flags:
    """bool[N]: water hexes of the drying bays that are partly land, or shut in by land."""
    neighbours = frame.grid.neighbours
    shore = (land[neighbours] & (neighbours >= 0)).sum(axis=1)
    muddy = ~land & ((ground.land_share >= FLATS_LAND_SHARE) | (shore >= FLATS_NEIGHBOURS))
    lon, lat = frame.degrees(frame.centres).T
    flats = np.zeros(frame.grid.size, dtype=np.bool_)
    for bay in choices["drying_bays"].values():
        west, south, east, north = bay["box"]
        flats |= muddy & (lon >= west) & (lon <= east) & (lat >= south) & (lat <= north)
    return flats


def settled_ground(
    frame: Frame, natural: Codes, sites: tuple[Site, ...], beaches: dict[str, Flags], choices: dict[str, Any]
) -> Codes:
    """The terrain of play: beaches, then towns and cities (which may stand on a beach), over the natural ground."""
    terrain = natural.copy()
    for flags in beaches.values():
        terrain[flags] = code("beach")
    for kind in ("town", "city"):
        terrain[[site.hex for site in sites if site.kind == kind]] = code(kind)
    for second in choices["second_city_hexes"].values():
        terrain[frame.grid.parse(second["hex"])] = code("city")
    return terrain


def landing_beaches(frame: Frame, zones: tuple[Feature, ...], land: Flags) -> dict[str, Flags]:
    """bool[N] for each landing beach by name: the coast hexes nearest along its line.

    A hex on the boundary of two beaches goes to the beach that holds more of its shore.
    """
    lines = {zone.name: zone.parts[0] for zone in _zones(zones, "beach")}
    lengths = np.stack([_shore_points(frame, line, land) for line in lines.values()])
    owner = np.argmax(lengths, axis=0)
    return {name: (lengths[index] > 0) & (owner == index) for index, name in enumerate(lines)}


def _shore_points(frame: Frame, line: Floats, land: Flags) -> npt.NDArray[np.int64]:
    """int64[N]: how many points of a line, 50 m apart, are nearest to each coast hex."""
    coast = np.flatnonzero(land & _by_the_sea(frame, land))
    points = walk(line)
    nearest = [coast[np.argmin(np.hypot(*(frame.centres[coast] - point).T))] for point in points]
    return np.bincount(nearest, minlength=frame.grid.size)


def _by_the_sea(frame: Frame, land: Flags) -> Flags:
    neighbours = frame.grid.neighbours
    return np.asarray((~land[neighbours] & (neighbours >= 0)).any(axis=1))


def cliff_sides(frame: Frame, zones: tuple[Feature, ...], land: Flags, beaches: dict[str, Flags]) -> Flags:
    """bool[N, 6], symmetric: hexsides between land and sea along the cliff lines; a landing beach has none."""
    grid = frame.grid
    closed_to_cliffs = np.logical_or.reduce(list(beaches.values()))
    flags = np.zeros((grid.size, 6), dtype=np.bool_)
    lines = [zone.parts[0] for zone in _zones(zones, "cliff")]
    for hex_id in np.flatnonzero(land & ~closed_to_cliffs & _by_the_sea(frame, land)).tolist():
        for direction, other in enumerate(grid.neighbour_rows[hex_id]):
            if other >= 0 and not land[other]:
                middle = (frame.centres[hex_id : hex_id + 1] + frame.centres[other : other + 1]) / 2.0
                cliff = any(distance_to_line(middle, line)[0] <= CLIFF_KM for line in lines)
                flags[hex_id, direction] = flags[other, (direction + 3) % 6] = cliff
    return flags


def fortified_zone(frame: Frame, sites: tuple[Site, ...], land: Flags, choice: dict[str, Any]) -> Flags:
    """bool[N]: the land hexes within the stated number of hexes of a town."""
    centre = next(site.hex for site in sites if site.name == choice["around"])
    near: Flags = frame.grid.distances(centre) <= choice["radius"]
    return land & near
