"""Roads from hex to hex along the lines of the source, on the bank of each river where they belong."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from art.mapping.frame import Flags, Floats, Frame, LonLat, distance_to_line, walk
from art.mapping.places import Pull, Site
from art.mapping.sources import Feature
from wab.hexes import HexId

# What a road pays for a hex: a road keeps close to its line, does not weave over a river that it runs along,
# keeps to dry ground, and falls in with a road that is already there.
STEP = 100
JOINED_STEP = 85
KM_OFF_LINE = 40
RIVER = 150
MARSH = 60
CORRIDOR_KM = 5.0

Step = tuple[HexId, HexId]


@dataclass(frozen=True)
class Road:
    """A road as the hexes it passes, each touching the next."""

    name: str
    ref: str
    rank: str
    hexes: tuple[HexId, ...]


@dataclass
class RoadBuilder:
    """Lays roads one after another over a map of land and rivers."""

    frame: Frame
    pull: Pull
    land: Flags
    site_hexes: dict[LonLat, HexId]
    """Hexes of places by their true position."""
    marsh: Flags
    wet: dict[Step, str]
    """Steps over a river: the rank of it, or "closed" where its water is too wide for a bridge."""
    laid: set[Step] = field(default_factory=set)

    def add(self, choice: dict[str, Any]) -> Road:
        """A road that our choices give hex by hex. Raises ValueError if two of them do not touch."""
        hexes = tuple(self.frame.grid.parse(label) for label in choice["hexes"].split())
        for first, second in pairwise(hexes):
            self.frame.grid.direction(first, second)
        self._note(hexes)
        return Road(choice["name"], "", choice["rank"], hexes)

    def lay(self, feature: Feature, junctions: set[LonLat]) -> list[Road]:
        """A main or secondary road, through the hexes of its junctions; in pieces where it leaves the map between."""
        pieces: list[list[HexId]] = []
        for leg in _legs(feature, junctions):
            hexes = self._leg(leg)
            if hexes and pieces and pieces[-1][-1] == hexes[0]:
                pieces[-1] += hexes[1:]
            elif hexes:
                pieces.append(hexes)
        return [self._done(feature, hexes) for hexes in pieces]

    def lay_lane(self, feature: Feature, may_bridge: bool) -> list[Road]:
        """A lane from its place to the nearest road; over a river only where there was a bridge."""
        points = feature.lonlat
        start = self._hex_of(points[-1])
        network = {hex_id for step in self.laid for hex_id in step}
        if start is None or start in network:
            return []
        line = self.pull.moved(self.frame.km(points))
        hexes = self._cheapest(start, lambda hex_id: hex_id in network, line, may_bridge)
        return [self._done(feature, hexes[::-1])]

    def _done(self, feature: Feature, hexes: list[HexId]) -> Road:
        self._note(hexes)
        properties = feature.properties
        return Road(feature.name, str(properties["ref"] or ""), str(properties["rank"]), tuple(hexes))

    def _note(self, hexes: Sequence[HexId]) -> None:
        self.laid |= {step for pair in pairwise(hexes) for step in (pair, pair[::-1])}

    def _hex_of(self, lonlat: LonLat) -> HexId | None:
        """The hex of the place at that point, else of that point after the pull of the towns; None off the map."""
        site = self.site_hexes.get(position(lonlat))
        if site is not None:
            return site
        hex_id = int(self.frame.hexes_at(self.pull.moved(self.frame.km(lonlat)))[0])
        if hex_id < 0 or self.land[hex_id]:
            return hex_id if hex_id >= 0 else None
        return next((other for other in self.frame.grid.adjacent(hex_id) if self.land[other]), None)

    def _leg(self, leg: list[LonLat]) -> list[HexId]:
        """The hexes of a leg; up to the map edge, or from it, when one end lies beyond; none when both do."""
        line = self.pull.moved(self.frame.km(leg))
        start, end = self._hex_of(leg[0]), self._hex_of(leg[-1])
        if start is None and end is None:
            return []
        if end is None:
            end = self._last_on_map(line)
        if start is None:
            start = self._last_on_map(line[::-1])
        return self._cheapest(start, lambda hex_id: hex_id == end, line, True)

    def _last_on_map(self, line: Floats) -> HexId:
        """The last hex of a line that starts on the map and leaves it."""
        hexes = self.frame.hexes_at(walk(line)).tolist()
        return int(hexes[hexes.index(-1) - 1])

    def _cheapest(self, start: HexId, arrived: Callable[[HexId], bool], line: Floats, may_bridge: bool) -> list[HexId]:
        """The cheapest way from a hex; nothing when there is none within the corridor of the line."""
        off_line = distance_to_line(self.frame.centres, line)
        best, came_from = {start: 0}, {start: start}
        queue = [(0, start)]
        while queue:
            spent, hex_id = heapq.heappop(queue)
            if arrived(hex_id):
                return _unwound(came_from, hex_id)
            for other in self.frame.grid.adjacent(hex_id):
                if not self.land[other] or off_line[other] > CORRIDOR_KM or spent > best[hex_id]:
                    continue
                total = spent + self._cost((hex_id, other), may_bridge) + round(KM_OFF_LINE * float(off_line[other]))
                if total < best.get(other, _NEVER):
                    best[other], came_from[other] = total, hex_id
                    heapq.heappush(queue, (total, other))
        return []

    def _cost(self, step: Step, may_bridge: bool) -> int:
        river = self.wet.get(step)
        if river == "closed" or (river and not may_bridge):
            return _NEVER
        return (JOINED_STEP if step in self.laid else STEP) + (RIVER if river else 0) + MARSH * int(self.marsh[step[1]])


_NEVER = 10**6


def position(lonlat: LonLat) -> LonLat:
    """A position as a key: lines that meet, and the town where they do, agree on it to four decimals."""
    lon, lat = lonlat
    return round(lon, 4), round(lat, 4)


def trace_roads(features: tuple[Feature, ...], builder: RoadBuilder, choices: dict[str, Any]) -> tuple[Road, ...]:
    """All roads that pass at least two hexes: roads of our choices, then the source's, the greater ones laid first."""
    junctions = _junctions(features) | set(builder.site_hexes)
    bridging = {f"lane to {place}" for place in choices["lane_bridges"]}
    added = tuple(builder.add(road) for road in choices["added_roads"])
    laid: dict[int, list[Road]] = {}
    for rank in ("main", "secondary", "lane"):
        for number, feature in enumerate(features):
            if feature.properties["rank"] == rank == "lane":
                laid[number] = builder.lay_lane(feature, feature.name in bridging)
            elif feature.properties["rank"] == rank:
                laid[number] = builder.lay(feature, junctions)
    return added + tuple(road for number in sorted(laid) for road in laid[number] if len(road.hexes) > 1)


def site_positions(sites: tuple[Site, ...]) -> dict[LonLat, HexId]:
    """Hexes of places by their position."""
    return {position((site.lon, site.lat)): site.hex for site in reversed(sites)}


def river_steps(frame: Frame, sides: Iterable[tuple[HexId, int, str]]) -> dict[Step, str]:
    """Steps over hexsides (hex, direction, rank of the river), both ways."""
    steps: dict[Step, str] = {}
    for hex_id, direction, rank in sides:
        other = frame.grid.neighbour(hex_id, direction)
        steps[hex_id, other] = steps[other, hex_id] = rank
    return steps


def _junctions(features: tuple[Feature, ...]) -> set[LonLat]:
    """Points that a road must touch: where two roads meet, and its ends."""
    uses = Counter(key for feature in features for key in {position(p) for p in feature.lonlat})
    ends = {position(feature.lonlat[index]) for feature in features for index in (0, -1)}
    return {key for key, count in uses.items() if count > 1} | ends


def _legs(feature: Feature, junctions: set[LonLat]) -> list[list[LonLat]]:
    """The line cut at its junctions."""
    points = list(feature.lonlat)
    cuts = [i for i, point in enumerate(points) if i in (0, len(points) - 1) or position(point) in junctions]
    return [points[first : last + 1] for first, last in pairwise(cuts)]


def _unwound(came_from: dict[HexId, HexId], hex_id: HexId) -> list[HexId]:
    way = [hex_id]
    while came_from[way[-1]] != way[-1]:
        way.append(came_from[way[-1]])
    return way[::-1]
