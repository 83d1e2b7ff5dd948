"""Puts the map together: every step of the making, in order."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from art.mapping import output, terrain
from art.mapping.frame import Flags, Frame
from art.mapping.places import Pull, find_sites, pull_of, town_hexes
from art.mapping.rivers import River, Side, trace_rivers
from art.mapping.roads import RoadBuilder, river_steps, site_positions, trace_roads
from art.mapping.shares import Net
from art.mapping.sources import Sources, read_sources
from wab.hexes import HexId


def build(geodata: Path) -> str:
    """The text of the map file made from a geodata folder. Raises OSError when a source is missing."""
    return output.as_json(_document(Frame(), read_sources(geodata, Frame())))


def _document(frame: Frame, sources: Sources) -> dict[str, Any]:
    ground = terrain.measure(Net(frame), sources)
    choices = sources.choices
    land = (ground.land_share >= terrain.LAND_SHARE) | town_hexes(frame, sources.towns)
    sites = find_sites(frame, sources.towns, choices, land)
    hill_sites = _flags(frame, [site.hex for site in sites if site.kind == "hill"])
    natural = terrain.natural_ground(ground, land, hill_sites)
    flats = terrain.estuary_flats(frame, ground, land, choices)
    natural[flats] = terrain.code("estuary_flats")
    for dry in choices["dry_ground"].values():
        natural[frame.grid.parse(dry["hex"])] = terrain.code(dry["ground"])
    beaches = terrain.landing_beaches(frame, sources.zones, land)
    settled = terrain.settled_ground(frame, natural, sites, beaches, choices)
    pull = pull_of(frame, sites, choices)
    rivers = trace_rivers(frame, sources.rivers, pull, land, choices)
    closed = closed_sides(frame, rivers, pull, land, choices)
    wet = river_steps(frame, [*_ranked_sides(rivers), *((*side, "closed") for side in closed)])
    builder = RoadBuilder(frame, pull, land, site_positions(sites), natural == terrain.code("marsh"), wet)
    roads = trace_roads(sources.roads, builder, choices)
    overlays = {f"beach_{name.lower()}": flags for name, flags in beaches.items()}
    overlays["flooded"] = land & (ground.shares["marsh_flooded"] >= terrain.MARSH_SHARE)
    overlays["fortified_zone"] = terrain.fortified_zone(frame, sites, land, choices["fortified_zone"])
    cliffs = terrain.cliff_sides(frame, sources.zones, land, beaches)
    return {
        "frame": output.frame_entry(frame),
        "legend": output.legend(),
        "terrain": output.letter_rows(frame, settled),
        "under": output.letter_rows(frame, natural),
        "elevation": output.number_rows(frame, ground.elevation),
        "land_percent": output.number_rows(frame, ground.land_share * 100.0),
        "overlays": {name: output.hex_labels(frame, flags) for name, flags in overlays.items()},
        "cliffs": output.side_labels(frame, output.flagged_sides(cliffs)),
        "closed_sides": output.side_labels(frame, closed),
        "rivers": [output.river_entry(frame, river) for river in rivers],
        "roads": [output.road_entry(frame, road) for road in roads],
        "places": [output.place_entry(frame, site) for site in sites],
    }


def _flags(frame: Frame, hexes: list[HexId]) -> Flags:
    flags = np.zeros(frame.grid.size, dtype=np.bool_)
    flags[hexes] = True
    return flags


def _ranked_sides(rivers: tuple[River, ...]) -> list[tuple[HexId, int, str]]:
    return [(*side, river.rank) for river in rivers for side in river.sides]


def closed_sides(
    frame: Frame, rivers: tuple[River, ...], pull: Pull, land: Flags, choices: dict[str, Any]
) -> list[Side]:
    """Hexsides between land hexes along a river below the point where our choices say that its water is too wide."""
    closed: set[Side] = set()
    for river in rivers:
        choice = choices["closed_below"].get(river.name)
        if choice:
            closed |= set(_sides_below(frame, river, pull, choice["from"]))
    return sorted(side for side in closed if land[side[0]] and land[frame.grid.neighbour(*side)])


def _sides_below(frame: Frame, river: River, pull: Pull, lonlat: list[float]) -> list[Side]:
    point = pull.moved(frame.km(lonlat))[0]
    gaps = [float(np.hypot(*(frame.corner_km(corner) - point))) for corner in river.corners]
    below = river.corners[gaps.index(min(gaps)) :]
    sides = [frame.sides[pair] for pair in pairwise(below)]
    return [side for side in sides if side in river.sides]
