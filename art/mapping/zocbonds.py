"""The map of zocbonds: the common steps of the builder on a fitted grid, with the ground that its rules know."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from art.mapping import output, terrain
from art.mapping.fit import projection_of, read_grid
from art.mapping.frame import FittedFrame, Flags, frame_of
from art.mapping.places import Site, find_sites, pull_of
from art.mapping.rivers import River, Side, trace_rivers
from art.mapping.road_net import RoadNet, main_road
from art.mapping.roads import Road, RoadBuilder, river_steps, site_positions, trace_roads
from art.mapping.shares import Net
from art.mapping.sources import Sources, read_sources
from wab.hexes import OFF_MAP, HexId

FOLDER = "zocbonds"
NAMES = ("sea", "clear", "mixed", "bocage", "woods", "village", "city", "flooded", "marsh", "beyond")
LETTERS = "~.mbwvCfgx"


def build(geodata: Path) -> str:
    """The text of the map file made from a geodata folder. Raises OSError when a source is missing."""
    grid = read_grid(geodata / FOLDER / "grid.yaml")
    frame = frame_of(projection_of(grid))
    return output.as_json(_Builder(frame, read_sources(geodata, frame, FOLDER), grid["grid"]).document())


def _code(name: str) -> int:
    return NAMES.index(name)


class _Builder:
    """One run of the builder: the frame, the sources, our choices, and which hexes are in play."""

    def __init__(self, frame: FittedFrame, sources: Sources, extent: dict[str, int]) -> None:
        self.frame, self.sources, self.choices = frame, sources, sources.choices
        self.in_play = _box(frame, [extent["first_row"], extent["last_row"]], [extent["first_col"], extent["last_col"]])
        self.ground = terrain.measure(Net(frame), sources)
        self.land = self._land()
        self.cities = [set(self._hexes(labels)) for labels in self.choices["cities"].values()]

    def document(self) -> dict[str, Any]:
        """The map file."""
        frame, choices = self.frame, self.choices
        natural = self._natural()
        settled = self._settled(natural)
        sites = self._sites()
        pull = pull_of(frame, sites, choices)
        named = set(choices["rivers"])
        features = tuple(river for river in self.sources.rivers if river.name in named)
        traced = trace_rivers(frame, features, pull, self.land, choices)
        rivers = [part for river in traced for part in self._ranked(river)]
        closed = sorted(self._sides(choices["impassable"]))
        beaches = {name: self._flags(labels) for name, labels in choices["beaches"].items()}
        return {
            "frame": output.frame_entry(frame),
            "legend": output.legend(LETTERS, NAMES),
            "terrain": output.letter_rows(frame, settled, LETTERS),
            "under": output.letter_rows(frame, natural, LETTERS),
            "elevation": output.number_rows(frame, self.ground.elevation),
            "land_percent": output.number_rows(frame, self.ground.land_share * 100.0),
            "overlays": {name: output.hex_labels(frame, flags) for name, flags in self._overlays(beaches).items()},
            "side_overlays": {
                name: output.side_labels(frame, sorted(self._sides(sides))) for name, sides in choices["sides"].items()
            },
            "cliffs": output.side_labels(frame, output.flagged_sides(self._cliffs(beaches))),
            "closed_sides": output.side_labels(frame, closed),
            "rivers": [output.river_entry(frame, river) for river in rivers],
            "roads": [output.road_entry(frame, road) for road in self._roads(sites, pull, settled, rivers, closed)],
            "places": [output.place_entry(frame, site) for site in sites],
        }

    # --- ground ---

    def _land(self) -> Flags:
        land = self.ground.land_share >= terrain.LAND_SHARE
        for box in self.choices["sea_boxes"]:
            land &= ~_box(self.frame, box["rows"], box["cols"])
        return land | self._flags(" ".join(self.choices["forced_land"]))

    def _natural(self) -> terrain.Codes:
        """uint8[N]: the ground without villages, cities and the edge of play."""
        share, rule = self.ground.shares, self.choices["terrain"]
        box = _box(self.frame, self.choices["mixed_box"]["rows"], self.choices["mixed_box"]["cols"])
        cols = np.arange(self.frame.grid.size) % self.frame.cols
        wet = np.maximum(share["marsh"], share["marsh_flooded"]) >= rule["wet_share"]
        conditions = [
            ("sea", ~self.land),
            ("marsh", self._flags(self.choices["marsh"])),
            ("flooded", self._flags(self.choices["flooded"])),
            *((kind, self._flags(label)) for label, kind in self.choices["overrides"].items()),
            ("woods", share["forest"] >= rule["woods_share"]),
            ("mixed", box),
            ("clear", share["plain"] >= rule["clear_share"]),
            ("mixed", (share["plain"] >= rule["mixed_share"]) | (wet & (cols >= rule["wet_from_col"]))),
        ]
        masks, codes = [mask for _, mask in conditions], [_code(name) for name, _ in conditions]
        return np.select(masks, codes, default=_code("bocage")).astype(np.uint8)

    def _settled(self, natural: terrain.Codes) -> terrain.Codes:
        """uint8[N]: the ground of play, beyond its edge nothing but "beyond"."""
        settled = natural.copy()
        settled[self._flags(self.choices["villages"])] = _code("village")
        settled[self._flags(" ".join(self.choices["cities"].values()))] = _code("city")
        settled[~self.in_play] = _code("beyond")
        return settled

    def _cliffs(self, beaches: dict[str, Flags]) -> Flags:
        return terrain.cliff_sides(self.frame, self.sources.zones, self.land & self.in_play, beaches)

    # --- places, rivers, roads ---

    def _sites(self) -> tuple[Site, ...]:
        found = find_sites(self.frame, self.sources.towns, self.choices, self.land)
        kept = [site for site in found if self.in_play[site.hex]]
        for place in self.choices["added_places"]:
            kept = [site for site in kept if site.name != place["name"]]
            hex_id = self.frame.grid.parse(place["hex"])
            lon, lat = place["at"]
            kept.append(Site(place["name"], place["kind"], hex_id, lon, lat, 0, True, 0, chosen=True))
        return tuple(sorted(kept, key=lambda site: (site.hex, site.order)))

    def _ranked(self, river: River) -> Iterable[River]:
        """A river as its plain and its major stretch, without what lies out of play or within a city."""
        cut = 0 if river.name in self.choices["major_from"] else len(river.corners)
        if start := self.choices["major_from"].get(river.name):
            centre = self.frame.centres[self.frame.grid.parse(start)]
            gaps = [float(np.hypot(*(self.frame.corner_km(corner) - centre))) for corner in river.corners]
            cut = gaps.index(min(gaps))
        inner = set(river.sides)
        for rank, corners in (("minor", river.corners[: cut + 1]), ("major", river.corners[cut:])):
            sides = tuple(side for pair in pairwise(corners) if self._counts(side := self.frame.sides[pair], inner))
            if sides:
                yield replace(river, rank=rank, sides=sides)

    def _counts(self, side: Side, inner: set[Side]) -> bool:
        banks = {side[0], self.frame.grid.neighbour(*side)}
        in_play = side in inner and all(self.in_play[hex_id] for hex_id in banks)
        return in_play and not any(banks <= city for city in self.cities)

    def _roads(
        self,
        sites: tuple[Site, ...],
        pull: Any,
        settled: terrain.Codes,
        rivers: list[River],
        closed: list[Side],
    ) -> list[Road]:
        ranked = [(*side, river.rank) for river in rivers for side in river.sides]
        wet = river_steps(self.frame, [*ranked, *((*side, "closed") for side in closed)])
        wet |= river_steps(self.frame, [(*side, "closed") for side in self._sides(self.choices["no_road"])])
        boggy = np.isin(settled, [_code("marsh"), _code("flooded")])
        builder = RoadBuilder(self.frame, pull, self.land, site_positions(sites), boggy, wet)
        features = tuple(road for road in self.sources.roads if road.properties["rank"] != "lane")
        laid = trace_roads(features, builder, self.choices)
        added, others = laid[: len(self.choices["added_roads"])], laid[len(self.choices["added_roads"]) :]
        pieces = [piece for road in others for piece in self._in_play(road)]
        net = RoadNet((*added, *pieces))
        where = {site.name: site.hex for site in reversed(sites)}
        chains = [main_road(net, [(name, where[name]) for name in chain]) for chain in self.choices["main_roads"]]
        return [*chains, *added, *(replace(road, rank="secondary") for road in pieces)]

    def _in_play(self, road: Road) -> Iterable[Road]:
        """The pieces of a road that lie in play."""
        piece: list[HexId] = []
        for hex_id in (*road.hexes, OFF_MAP):
            if hex_id != OFF_MAP and self.in_play[hex_id]:
                piece.append(hex_id)
                continue
            if len(piece) > 1:
                yield replace(road, hexes=tuple(piece))
            piece = []

    # --- overlays ---

    def _overlays(self, beaches: dict[str, Flags]) -> dict[str, Flags]:
        choices, flags = self.choices, self._flags
        return {
            **{f"beach_{name}": hexes for name, hexes in beaches.items()},
            "flooded": flags(choices["flooded"]),
            "hilltop": flags(" ".join(choices["hilltops"])),
            "perimeter": flags(choices["perimeter"]),
            "permanent_works": flags(choices["permanent_works"]),
            "naval_zone": self._naval_zone() & self.in_play,
            "commonwealth_side": self._commonwealth_side() & self.in_play,
            "allied_side_27_june": self._allied_side() & self.in_play,
        }

    def _naval_zone(self) -> Flags:
        last = self.choices["naval_zone_to_row"]
        boxes = [_box(self.frame, [zone["from_row"], last], zone["cols"]) for zone in self.choices["naval_zone"]]
        return np.asarray(np.logical_or.reduce(boxes))

    def _commonwealth_side(self) -> Flags:
        """The boundary and what lies east of it, row by row; rows north of it go on from its first hex."""
        first = dict(self._rows_and_cols(self.choices["army_boundary"]))
        flags = np.zeros(self.frame.grid.size, dtype=np.bool_)
        for hex_id in range(self.frame.grid.size):
            row, col = self.frame.grid.row_col(hex_id)
            flags[hex_id] = col >= first[min(max(row, min(first)), max(first))]
        return flags

    def _allied_side(self) -> Flags:
        """From the southernmost Allied hex of each column northward."""
        west = self.choices["front_27_june_west"]
        southernmost = dict.fromkeys(range(west["cols"][0], west["cols"][1] + 1), west["row"])
        for row, col in self._rows_and_cols(self.choices["front_27_june"]):
            southernmost[col] = min(row, southernmost.get(col, row))
        flags = np.zeros(self.frame.grid.size, dtype=np.bool_)
        for hex_id in range(self.frame.grid.size):
            row, col = self.frame.grid.row_col(hex_id)
            flags[hex_id] = row >= southernmost.get(col, self.frame.rows)
        return flags

    # --- labels ---

    def _hexes(self, labels: str) -> list[HexId]:
        return [self.frame.grid.parse(label) for label in labels.split()]

    def _rows_and_cols(self, labels: str) -> list[tuple[int, int]]:
        return [self.frame.grid.row_col(hex_id) for hex_id in self._hexes(labels)]

    def _flags(self, labels: str) -> Flags:
        flags = np.zeros(self.frame.grid.size, dtype=np.bool_)
        flags[self._hexes(labels)] = True
        return flags

    def _sides(self, labels: str) -> list[Side]:
        """Hexsides written "2710/2711", each once, as (hex, direction)."""
        pairs = [sorted(self._hexes(pair.replace("/", " "))) for pair in labels.split()]
        return [(first, self.frame.grid.direction(first, second)) for first, second in pairs]


def _box(frame: FittedFrame, rows: list[int], cols: list[int]) -> Flags:
    """bool[N]: the hexes within these rows and columns, ends included."""
    row, col = np.divmod(np.arange(frame.grid.size), frame.cols)
    return np.asarray((row >= rows[0]) & (row <= rows[1]) & (col >= cols[0]) & (col <= cols[1]))
