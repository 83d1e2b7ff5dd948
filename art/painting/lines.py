"""Line work of a map: coast, rivers, roads, bridges, cliffs, as smooth curves that keep to the rules of the map.

A river lies on hexsides: its curve is the chain of their corners with the corners cut, so it passes through the
middle of every side. A road joins its hexes through one anchor in each. Everything is in kilometres until `as_json`
turns it into hex widths.
"""

import math
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace

import networkx as nx
import numpy as np
from shapely import STRtree, prepare
from shapely.geometry import LineString, MultiLineString, Point, Polygon
from shapely.ops import nearest_points

from art.painting.country import Country, Placing, Town
from art.painting.curves import Points, cut_corners, normals, resample, seed_of, through, wander
from wab.hexes import turned_points

RANK_NAMES = {1: "minor", 2: "major"}
ROAD_NAMES = {1: "lane", 2: "secondary", 3: "main"}
SOURCE_WIDTH = 0.5  # of the width at the mouth, which is reached after 80 % of the course
FULL_WIDTH_AT = 0.8
ROAD_WANDER = {1: 0.055, 2: 0.055, 3: 0.035}
TOWN_PULL = 0.6  # kilometres; how far at most a town draws the roads of its hex from the centre
FROM_THE_SHORE = 0.25  # kilometres; so far inland do roads keep, and within their hex
STRAIGHT_ON = 0.2  # least cosine of the turn a road may make at a junction and still be the same road
TICK_LENGTHS = (0.135, 0.21)  # kilometres, in turn
TICK_STEP = 0.145


@dataclass(frozen=True)
class River:
    """A stretch of a river, downstream; widths at its two ends as a part of the width at the mouth."""

    name: str
    rank: int
    points: Points
    width: tuple[float, float]


@dataclass(frozen=True)
class Road:
    """A road of one class through a sequence of hexes."""

    rank: int
    hexes: tuple[int, ...]
    points: Points


@dataclass(frozen=True)
class Bridge:
    """A bridge: where it stands, the direction of the road there in radians, classes of road and river."""

    x: float
    y: float
    angle: float
    road: int
    river: int


@dataclass(frozen=True)
class Lines:
    """The line work of one map, in kilometres.

    `towns` stand where the roads of their hexes meet; `ticks` are segments float64[n, 2, 2] from the cliff's edge to
    the sea.
    """

    towns: tuple[Town, ...]
    coast: list[Polygon]
    rivers: list[River]
    roads: list[Road]
    bridges: list[Bridge]
    cliffs: list[Points]
    ticks: np.ndarray


def draw_lines(country: Country) -> Lines:
    """All line work of a country."""
    rivers = _rivers(country)
    anchors = road_anchors(country)
    roads = _roads(country, anchors)
    cliffs, ticks = _cliffs(country)
    towns = tuple(_on_the_road(country, town, anchors[town.hex]) for town in country.towns)
    return Lines(towns, _coast(country), rivers, roads, _bridges(country, anchors, roads, rivers), cliffs, ticks)


def _coast(country: Country) -> list[Polygon]:
    return sorted(country.land.geoms, key=lambda part: -part.area)


# ---- rivers


def _rivers(country: Country) -> list[River]:
    rivers = []
    for course in country.rivers:
        for first, chain in _chains(country, course.sides):
            ends = [min(1.0, at / (FULL_WIDTH_AT * len(course.sides))) for at in (first, first + len(chain) - 1)]
            widths = (SOURCE_WIDTH + (1 - SOURCE_WIDTH) * ends[0], SOURCE_WIDTH + (1 - SOURCE_WIDTH) * ends[1])
            curve = wander(cut_corners(chain, 4), 0.075, 0.55, seed_of(course.name, first), 0.12)
            rivers.append(River(course.name, course.rank, curve, widths))
    return _joined(country, rivers)


def _chains(country: Country, sides: Iterable[tuple[int, int]]) -> list[tuple[int, Points]]:
    """The corners along a course of hexsides, one chain or more where it is broken, each with its first side."""
    chains: list[tuple[int, list[Points]]] = []
    for number, (hex_id, direction) in enumerate(sides):
        ends = [country.corner(hex_id, direction), country.corner(hex_id, direction + 1)]
        chain = chains[-1][1] if chains else []
        if len(chain) == 2 and not any(_same(chain[1], end) for end in ends):
            chain.reverse()
        meeting = [k for k in (0, 1) if chain and _same(chain[-1], ends[k])]
        if meeting:
            chain.append(ends[1 - meeting[0]])
        else:
            if len(chain) == 2:
                chain.reverse()
            chains.append((number, ends))
    return [(first, np.array(chain)) for first, chain in _end_to_end(chains)]


def _end_to_end(chains: list[tuple[int, list[Points]]]) -> list[tuple[int, list[Points]]]:
    """Chains joined where two of them, and no third, end at one corner: sides need not be listed downstream."""
    joined = list(chains)
    while (pair := _meeting_pair(joined)) is not None:
        (first, one), (second, other) = joined[pair[0]], joined[pair[1]]
        if _same(one[0], other[0]) or _same(one[0], other[-1]):
            one = one[::-1]
        if not _same(one[-1], other[0]):
            other = other[::-1]
        joined = [chain for number, chain in enumerate(joined) if number not in pair]
        joined.append((min(first, second), one + other[1:]))
    return sorted(joined, key=lambda chain: chain[0])


def _meeting_pair(chains: list[tuple[int, list[Points]]]) -> tuple[int, int] | None:
    """Two chains that alone end at one corner, by their numbers; None when there are none."""
    ends = [(number, end) for number, (_, chain) in enumerate(chains) for end in (chain[0], chain[-1])]
    for _, end in ends:
        there = [other for other, its in ends if _same(end, its)]
        if len(there) == 2 and there[0] != there[1]:
            return there[0], there[1]
    return None


def _same(a: Points, b: Points) -> bool:
    return bool(np.abs(a - b).max() < 0.01)


def _joined(country: Country, rivers: list[River]) -> list[River]:
    """Ends led to the river or the coast they meet, then everything outside the land cut off."""
    lines = [LineString(river.points) for river in rivers]
    led = [
        _lead_to_parent(river, [line for line in lines if line is not own])
        for river, own in zip(rivers, lines, strict=True)
    ]
    lines = [LineString(river.points) for river in led]
    led = [
        _lead_to_coast(country, r, [line for line in lines if line is not own])
        for r, own in zip(led, lines, strict=True)
    ]
    land = country.land.buffer(0.03)
    inland = []
    for river in led:
        clipped = LineString(cut_corners(river.points, 1)).intersection(land)
        parts = getattr(clipped, "geoms", [clipped])
        inland += [replace(river, points=np.array(part.coords)) for part in parts if part.length > 0.3]
    return inland


def _lead_to_parent(river: River, others: list[LineString]) -> River:
    points = river.points
    for last in (False, True):
        end = Point(points[-1 if last else 0])
        near = [(line.distance(end), i) for i, line in enumerate(others)]
        distance, which = min(near, default=(math.inf, 0))
        if 0.03 < distance < 0.95:
            line = others[which]
            points = _extended(points, np.array(line.interpolate(line.project(end)).coords[0]), last)
    return replace(river, points=points)


def _lead_to_coast(country: Country, river: River, others: list[LineString]) -> River:
    points, coast = river.points, country.land.boundary
    for last in (False, True):
        end = Point(points[-1 if last else 0])
        free = not any(line.distance(end) < 0.1 for line in others)
        if free and country.land.contains(end) and 0.02 < coast.distance(end) < 2.2:
            shore = np.array(coast.interpolate(coast.project(end)).coords[0])
            outward = shore - np.array(end.coords[0])
            points = _extended(points, shore + outward / (np.hypot(*outward) + 1e-9) * 0.12, last)
    return replace(river, points=points)


def _extended(points: Points, end: Points, last: bool) -> Points:
    return np.vstack([points, end]) if last else np.vstack([end, points])


# ---- roads


def road_anchors(country: Country) -> Points:
    """Return where roads cross each hex, float64[hexes, 2]: near its town if it has one, else near the centre."""
    anchors = country.centres.copy()
    towns = {town.hex: town for town in country.towns}
    for hex_id in range(country.grid.size):
        if hex_id in towns:
            anchors[hex_id] += _pull(anchors[hex_id], towns[hex_id])
        else:
            anchors[hex_id] += np.random.default_rng(hex_id * 997 + 1).uniform(-0.42, 0.42, 2)
    ashore = country.land.buffer(-FROM_THE_SHORE)
    prepare(ashore)
    for hex_id in np.flatnonzero(country.road.any(axis=1)).tolist():
        if not ashore.contains(Point(anchors[hex_id])):
            anchors[hex_id] = _ashore(country, hex_id, ashore, anchors[hex_id])
    return anchors


def _ashore(country: Country, hex_id: int, ashore: Polygon, anchor: Points) -> Points:
    """The point of the hex nearest to an anchor that is a little inland, or the anchor where the hex has none."""
    inside = Polygon([country.corner(hex_id, k) for k in range(6)]).buffer(-FROM_THE_SHORE).intersection(ashore)
    return anchor if inside.is_empty else np.array(nearest_points(inside, Point(anchor))[0].coords[0])


def _pull(centre: Points, town: Town) -> Points:
    towards = np.array([town.x, town.y]) - centre
    pulled: Points = towards * min(0.8, TOWN_PULL / (np.hypot(*towards) + 1e-9))
    return pulled


def _on_the_road(country: Country, town: Town, anchor: Points) -> Town:
    """The town moved to the roads of its hex, except a village of that hex too far from them."""
    at_home = country.hex_at(town.x, town.y) == town.hex
    if at_home and town.size == "village" and np.hypot(anchor[0] - town.x, anchor[1] - town.y) >= 1.0:
        return town
    return replace(town, x=float(anchor[0]), y=float(anchor[1]))


def _roads(country: Country, anchors: Points) -> list[Road]:
    roads = []
    for rank in sorted(ROAD_NAMES):
        graph = nx.Graph((a, b) for a, _, b, mark in country.links(country.road) if mark == rank)
        for hexes in _routes(graph, anchors):
            stops = [anchors[h] for h in hexes]
            before, after = (_beyond_the_edge(country, graph, anchors, end) for end in (hexes[0], hexes[-1]))
            curve = through([*before, *stops, *after], 12)
            seed = seed_of(rank, hexes[0], hexes[-1])
            roads.append(Road(rank, tuple(hexes), wander(curve, ROAD_WANDER[rank], 0.7, seed, 0.12)))
    return roads


def _beyond_the_edge(country: Country, graph: "nx.Graph[int]", anchors: Points, end: int) -> list[Points]:
    """Return where a road that ends in a hex at the edge of the map leaves it: a point beyond, or none."""
    row, col = country.grid.row_col(end)
    outward = np.array(
        [float(col == country.grid.cols - 1) - float(col == 0), float(row == country.grid.rows - 1) - float(row == 0)]
    )
    if graph.degree(end) != 1 or not outward.any():
        return []
    outward = turned_points(outward, country.printed)[0]
    left, bottom, right, top = (edge * country.km_per_hex for edge in country.frame)
    away = anchors[end] + outward / np.hypot(*outward) * 2 * country.km_per_hex
    return [np.clip(away, (left, bottom), (right, top))]


def _routes(graph: "nx.Graph[int]", anchors: Points) -> list[list[int]]:
    """The links of a network as long routes that run straight on across junctions."""
    free = {frozenset(link) for link in graph.edges}
    starts = sorted(node for node in graph if graph.degree(node) != 2) + sorted(graph)
    routes = []
    for start in starts:
        for second in sorted(graph[start]):
            if frozenset((start, second)) not in free:
                continue
            free.discard(frozenset((start, second)))
            route = [start, second]
            while (onward := _straight_on(graph, anchors, route, free)) is not None:
                free.discard(frozenset((route[-1], onward)))
                route.append(onward)
            routes.append(route)
    return routes


def _straight_on(graph: "nx.Graph[int]", anchors: Points, route: list[int], free: set[frozenset[int]]) -> int | None:
    least = STRAIGHT_ON if graph.degree(route[-1]) > 2 else -1.0
    here = anchors[route[-1]]
    heading = here - anchors[route[-2]]
    best: tuple[float, int] | None = None
    for node in sorted(graph[route[-1]]):
        if frozenset((route[-1], node)) in free:
            ahead = anchors[node] - here
            cosine = float(heading @ ahead / (np.hypot(*heading) * np.hypot(*ahead) + 1e-9))
            if cosine >= least and (best is None or cosine > best[0]):
                best = cosine, node
    return None if best is None else best[1]


def _bridges(country: Country, anchors: Points, roads: list[Road], rivers: list[River]) -> list[Bridge]:
    """A bridge for every road link over a river side, at the crossing nearest to the link's middle."""
    carriers: dict[frozenset[int], list[tuple[Road, LineString]]] = defaultdict(list)
    for road in roads:
        line = LineString(road.points)
        for pair in zip(road.hexes, road.hexes[1:], strict=False):
            carriers[frozenset(pair)].append((road, line))
    waters = [LineString(river.points) for river in rivers]
    tree = STRtree(waters)
    bridges = []
    for a, direction, b, _rank in country.links(country.road):
        if country.river[a, direction]:
            middle = Point((anchors[a] + anchors[b]) / 2)
            near = [(waters[i], rivers[i].rank) for i in sorted(tree.query(middle.buffer(1.6)))]
            found = [
                _crossing(road, line, water, river, middle)
                for road, line in carriers[frozenset((a, b))]
                for water, river in near
            ]
            placed = [bridge for bridge in found if bridge is not None]
            if placed:
                bridges.append(min(placed, key=lambda bridge: middle.distance(Point(bridge.x, bridge.y))))
    return bridges


def _crossing(road: Road, line: LineString, water: LineString, river: int, middle: Point) -> Bridge | None:
    met = line.intersection(water)
    points = [p for p in getattr(met, "geoms", [met]) if p.geom_type == "Point" and p.distance(middle) < 1.7]
    if not points:
        return None
    point = min(points, key=middle.distance)
    along = line.project(point)
    before, after = line.interpolate(max(0.0, along - 0.05)), line.interpolate(along + 0.05)
    return Bridge(point.x, point.y, math.atan2(after.y - before.y, after.x - before.x), road.rank, river)


# ---- cliffs


def _cliffs(country: Country) -> tuple[list[Points], np.ndarray]:
    """The stretches of coast inside cliff hexes, and ticks that point to the sea."""
    reach = country.km_per_hex * 0.583
    near = MultiLineString([ring for part in country.land.geoms for ring in (part.exterior,)])
    edges, ticks = [], []
    for hex_id in np.flatnonzero(country.cliff):
        met = near.intersection(Point(country.centres[hex_id]).buffer(reach))
        for part in getattr(met, "geoms", [met]):
            if part.geom_type == "LineString" and part.length > 0.3:
                edge = resample(np.array(part.coords), TICK_STEP)
                edges.append(edge)
                ticks.append(_ticks(country, edge))
    return edges, np.concatenate(ticks) if ticks else np.zeros((0, 2, 2))


def _ticks(country: Country, edge: Points) -> np.ndarray:
    seaward = normals(edge)
    middle = len(edge) // 2
    if country.land.contains(Point(edge[middle] + seaward[middle] * 0.1)):
        seaward = -seaward
    length = np.where(np.arange(len(edge)) % 2, TICK_LENGTHS[1], TICK_LENGTHS[0])[:, None]
    return np.stack([edge, edge + seaward * length], axis=1)[1:-1]


# ---- for the window


def as_json(lines: Lines, placing: Placing) -> dict[str, object]:
    """The line work in the plane of the grid, ready for JSON; see art/paint_map.py for the format."""

    def units(points: Points) -> list[list[float]]:
        return [[round(float(x), 4), round(float(y), 4)] for x, y in placing.to_grid(points)]

    def thin(points: Points) -> list[list[float]]:
        return units(np.array(LineString(points).simplify(0.006).coords))

    return {
        "coast": [
            {"outer": thin(p.exterior.coords), "holes": [thin(i.coords) for i in p.interiors]} for p in lines.coast
        ],
        "rivers": [
            {
                "name": r.name,
                "rank": RANK_NAMES[r.rank],
                "width": [round(w, 3) for w in r.width],
                "points": thin(r.points),
            }
            for r in lines.rivers
        ],
        "roads": [{"class": ROAD_NAMES[r.rank], "hexes": list(r.hexes), "points": thin(r.points)} for r in lines.roads],
        "bridges": [
            {
                "at": units(np.array([[b.x, b.y]]))[0],
                "direction": round(b.angle - math.radians(placing.projection.printed), 4),
                "road": ROAD_NAMES[b.road],
                "river": RANK_NAMES[b.river],
            }
            for b in lines.bridges
        ],
        "towns": [
            {
                "name": t.name,
                "size": t.size,
                "hex": t.hex,
                "at": units(np.array([[t.x, t.y]]))[0],
                "population": t.population,
            }
            for t in lines.towns
        ],
        "cliffs": [{"points": units(edge)} for edge in lines.cliffs],
        "cliff_ticks": [units(tick) for tick in lines.ticks],
    }
