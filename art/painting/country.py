"""The country to be painted: map data and geography, laid out as on the printed sheet (see `Placing`)."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.interpolate import LinearNDInterpolator, NearestNDInterpolator, RegularGridInterpolator
from shapely import transform
from shapely.geometry import LineString, MultiPoint, MultiPolygon, Polygon, box, shape
from shapely.ops import unary_union

from art.painting.curves import Points, cut_corners, seed_of, wander
from art.painting.legend import LEGEND, Cover, Paint
from wab.content.hexmap import HexMap, Projection, River, load_map
from wab.hexes import OFF_MAP, ROW_HEIGHT, Grid, rotation, turned_points

BORDER = 1.0  # hex widths painted beyond the outermost hex centres
SMALLEST_ISLAND = 0.03  # square kilometres; smaller rocks are left out
SLIVER = 0.7  # kilometres; half the width of what is too narrow to be painted beyond the edge of the sources
NEAR, MERGING = 8.0, 25.0  # kilometres on the ground beyond the sources: theirs still, then slowly those of the hexes
BEYOND = 0.1  # degrees; land that the sources cut off at their edge is painted that much farther
THINNING, LONGEST_SIDE = 0.11, 1.2  # kilometres; how the coast is thinned and cut before its corners are rounded


SCALE = 3.0  # kilometres of the painter a hex, for which all lengths of the painter were chosen
RAGGED, RAGGEDNESS = 0.10, 0.9  # kilometres; how a coast drawn along hexsides strays from them, and in what waves

Heights = Callable[[NDArray[np.float64], NDArray[np.float64]], NDArray[np.float64]]


@dataclass(frozen=True)
class Placing:
    """The places of painted things: in kilometres of the painter from the centre of hex 0, x to the right and y upward
    on the sheet as it is printed.

    A hex is `size` of these kilometres wide, at any size on the ground: maps of all scales are painted alike.
    """

    projection: Projection
    size: float

    @property
    def factor(self) -> float:
        """Kilometres of the painter a kilometre on the ground."""
        return self.size / self.projection.km_per_hex

    def of_degrees(self, lonlat: Points) -> Points:
        """Places of longitudes and latitudes, float64[n, 2]."""
        return turned_points(self.projection.to_km(lonlat) * self.factor, self.projection.printed)

    def of_grid(self, points: Points) -> Points:
        """Places of points of the plane of the grid in hex widths, float64[n, 2]."""
        return turned_points(points * self.size, self.projection.printed)

    def to_grid(self, points: Points) -> Points:
        """The other way round."""
        return turned_points(np.asarray(points) / self.size, -self.projection.printed)

    def kilometres(self, x: NDArray[np.float64], y: NDArray[np.float64]) -> tuple[NDArray[np.float64], ...]:
        """Kilometres on the ground east and north of hex 0, of places in arrays of any shape."""
        c, s = rotation(self.projection.turn - self.projection.printed)
        return (x * c - y * s) / self.factor, (x * s + y * c) / self.factor


@dataclass(frozen=True)
class Town:
    """A built-up place: where it is drawn, how big it is ("city", "town", "village") and how many lived there."""

    name: str
    x: float
    y: float
    size: str
    population: int
    hex: int


@dataclass(frozen=True)
class Country:
    """Everything the painter knows. Arrays over hexes are flat, in the order of the grid.

    `cover` has no sea: a sea hex carries the cover of the nearest land hex, for the slivers of land in it.
    """

    grid: Grid
    placing: Placing
    cover: NDArray[np.int8]
    sea: NDArray[np.bool_]
    flooded: NDArray[np.bool_]
    beach: NDArray[np.bool_]
    cliff: NDArray[np.bool_]
    river: NDArray[np.uint8]
    road: NDArray[np.uint8]
    towns: tuple[Town, ...]
    rivers: tuple[River, ...]
    land: MultiPolygon
    height: Heights
    steeper: float = 1.0
    """The factor by which the heights are multiplied before the ground is shaded."""

    @property
    def km_per_hex(self) -> float:
        """Kilometres of the painter a hex."""
        return self.placing.size

    @property
    def printed(self) -> int:
        """Degrees counter-clockwise by which the sheet is turned against the plane of the grid."""
        return self.placing.projection.printed

    @property
    def frame(self) -> tuple[float, float, float, float]:
        """The rectangle of the sheet that is painted, in hex widths: left, bottom, right, top."""
        places = turned_points(self.grid.centres, self.printed)
        (left, bottom), (right, top) = places.min(axis=0), places.max(axis=0)
        return float(left) - BORDER, float(bottom) - BORDER, float(right) + BORDER, float(top) + BORDER

    @cached_property
    def centres(self) -> Points:
        """Hex centres in kilometres, float64[hexes, 2]."""
        return self.placing.of_grid(self.grid.centres)

    @cached_property
    def corner_offsets(self) -> Points:
        """Corners of a hex around its centre in kilometres, float64[6, 2]."""
        return self.placing.of_grid(self.grid.corner_offsets)

    @property
    def lattice(self) -> tuple[float, int, int, float, float]:
        """The grid for `noise.warped_hexes`: kilometres a hex, rows, columns, cosine and sine of the sheet's turn."""
        return self.km_per_hex, self.grid.rows, self.grid.cols, *rotation(self.printed)

    def corner(self, hex_id: int, number: int) -> Points:
        """Corner of a hex in kilometres; side d runs from corner d to corner d + 1."""
        corner: Points = self.centres[hex_id] + self.corner_offsets[number % 6]
        return corner

    def hex_at(self, x: float, y: float) -> int:
        """The hex at a place, OFF_MAP beyond the edge."""
        return self.grid.hex_at(*self.placing.to_grid(np.array([[x, y]]))[0].tolist())

    def links(self, sides: NDArray[np.uint8]) -> Iterator[tuple[int, int, int, int]]:
        """Each marked side once: hex, direction, the hex beyond, the mark."""
        for hex_id, direction in zip(*np.nonzero(sides[:, :3]), strict=True):
            beyond = int(self.grid.neighbours[hex_id, direction])
            if beyond != OFF_MAP:
                yield int(hex_id), int(direction), beyond, int(sides[hex_id, direction])


def load_country(
    map_file: Path,
    geodata: Path | None,
    legend: Mapping[str, Paint] = LEGEND,
    scale: float = SCALE,
    steeper: float = 1.0,
) -> Country:
    """Reads a map and the geography around it; without `geodata` coast and heights come from its hexes.

    `legend` says what each terrain is painted as, `scale` how many kilometres of the painter wide a hex is, `steeper`
    how many times its height the ground is shaded. DataError when the map cannot be read, ValueError when a terrain is
    not in the legend.
    """
    hexmap = load_map(map_file)
    placing = Placing(hexmap.projection, scale)
    if missing := sorted(set(hexmap.terrain_names) - set(legend)):
        raise ValueError(f"the legend says nothing of {', '.join(missing)} (give each terrain of the map a paint)")
    painted = [legend[name] for name in hexmap.terrain_names]
    cover, sea = _cover(hexmap, painted)
    return Country(
        grid=hexmap.grid,
        placing=placing,
        cover=cover,
        sea=sea,
        flooded=np.asarray(hexmap.flooded, bool),
        beach=np.array([paint == "beach" for paint in painted])[hexmap.terrain],
        cliff=np.any(np.asarray(hexmap.cliff), axis=1),
        river=np.asarray(hexmap.river),
        road=np.asarray(hexmap.road),
        towns=tuple(_towns(hexmap, placing, painted)),
        rivers=hexmap.rivers,
        land=_land(hexmap, placing, sea, geodata / "coastline.geojson")
        if geodata
        else _land_of_hexes(hexmap, placing, sea),
        height=_heights(hexmap, placing, geodata / "elevation.npz") if geodata else _heights_of_hexes(hexmap, placing),
        steeper=steeper,
    )


def _cover(hexmap: HexMap, painted: list[Paint]) -> tuple[NDArray[np.int8], NDArray[np.bool_]]:
    table = np.array([paint if isinstance(paint, Cover) else -1 for paint in painted], np.int8)
    cover, under = table[hexmap.terrain], table[hexmap.under]
    cover = np.where(cover < 0, under, cover)
    cover[cover < 0] = Cover.PLAIN
    sea = cover == Cover.SEA
    land = np.flatnonzero(~sea & (cover != Cover.FLATS))
    centres = hexmap.grid.centres
    for hex_id in np.flatnonzero(sea):
        cover[hex_id] = cover[land[np.argmin(((centres[land] - centres[hex_id]) ** 2).sum(axis=1))]]
    return cover.astype(np.int8), sea


def _towns(hexmap: HexMap, placing: Placing, painted: list[Paint]) -> Iterator[Town]:
    """The most notable built-up place of every hex that has one; the terrain says whether it is a city or a town."""
    for hex_id in range(hexmap.grid.size):
        built = [place for place in hexmap.places_in(hex_id) if place.kind in ("city", "town", "village")]
        if built:
            place, paint = built[0], painted[int(hexmap.terrain[hex_id])]
            x, y = placing.of_degrees(np.array([[place.lon, place.lat]]))[0]
            size = paint if paint in ("city", "town") else "village"
            yield Town(place.name, float(x), float(y), str(size), place.population, hex_id)


def _land(hexmap: HexMap, placing: Placing, sea: NDArray[np.bool_], path: Path) -> MultiPolygon:
    """The land, its coast thinned and rounded: the source steps along a coarse lattice.

    Hexes of a map that reaches more than a hex beyond the sources give the land there.
    """
    geometries = [shape(f["geometry"]) for f in json.loads(path.read_text(encoding="utf-8"))["features"]]
    polygons = [polygon for geometry in geometries for polygon in getattr(geometry, "geoms", [geometry])]
    rings = [np.array(polygon.exterior.coords)[:, :2] for polygon in polygons]
    parts = []
    for ring in _continued(rings):
        rough = Polygon(placing.of_degrees(ring)).buffer(0)
        parts += [part for part in getattr(rough, "geoms", [rough]) if part.area > SMALLEST_ISLAND]
    soft = [Polygon(_rounded(p.exterior), [_rounded(i) for i in p.interiors if i.length > 1]).buffer(0) for p in parts]
    land, known = unary_union(soft), _sources_box(placing, rings)
    if MultiPoint(placing.of_grid(hexmap.grid.centres)).within(known.buffer(placing.size)):
        return _several(_without_slivers(land, known))
    inside, beyond = land.intersection(known), _land_of_hexes(hexmap, placing, sea).difference(known)
    joined = [part.buffer(0.01) for part in _several(beyond).geoms if part.distance(inside) < SLIVER]
    return _several(unary_union([inside, *joined]))


def _several(land: Polygon | MultiPolygon) -> MultiPolygon:
    return land if isinstance(land, MultiPolygon) else MultiPolygon([land])


def _land_of_hexes(hexmap: HexMap, placing: Placing, sea: NDArray[np.bool_]) -> MultiPolygon:
    """The land hexes, which go on beyond the edge of the map, with a ragged coast."""
    grid, corners = hexmap.grid, placing.of_grid(hexmap.grid.corner_offsets) * 1.001  # neighbours overlap a little
    parts = []
    for row in range(-2, grid.rows + 2):
        for col in range(-2, grid.cols + 2):
            nearest = grid.hex_of(min(max(row, 0), grid.rows - 1), min(max(col, 0), grid.cols - 1))
            if not sea[nearest]:
                centre = placing.of_grid(np.array([[col + 0.5 * (row % 2), row * ROW_HEIGHT]]))
                parts.append(Polygon(centre + corners))
    land = unary_union(parts)
    shaped = [Polygon(_ragged(p.exterior), [_ragged(i) for i in p.interiors]).buffer(0) for p in _several(land).geoms]
    return _several(unary_union(shaped))


def _ragged(ring: LineString) -> Points:
    points = _rounded(ring)
    return wander(np.vstack([points, points[:1]]), RAGGED, RAGGEDNESS, seed_of(round(ring.length, 2)), 0.12)


def _sources_box(placing: Placing, rings: list[Points]) -> Polygon:
    """Return what the sources cover, in kilometres."""
    everything = np.concatenate(rings)
    return transform(box(*everything.min(axis=0), *everything.max(axis=0)), placing.of_degrees)


def _without_slivers(land: Polygon | MultiPolygon, known: Polygon) -> Polygon | MultiPolygon:
    """Beyond the sources, creeks and rocks that were only lengthened, are filled and taken away."""
    beyond = land.difference(known)
    firm = beyond.buffer(SLIVER).buffer(-2 * SLIVER).buffer(SLIVER).difference(known)
    return unary_union([land.intersection(known), firm.buffer(0.01)])


def _continued(rings: list[Points]) -> list[Points]:
    """Coasts in degrees; a coast that ends at the edge of the sources goes straight on, or the edge would look like a
    shore.
    """
    everything = np.concatenate(rings)
    lowest, highest = everything.min(axis=0), everything.max(axis=0)
    return [ring - BEYOND * (ring <= lowest + 1e-6) + BEYOND * (ring >= highest - 1e-6) for ring in rings]


def _rounded(ring: LineString) -> Points:
    line = LineString(ring.coords).simplify(THINNING).segmentize(LONGEST_SIDE)
    corners = np.array(line.coords)[:-1]
    return cut_corners(corners, 3, closed=True) if len(corners) > 3 else corners


def _heights(hexmap: HexMap, placing: Placing, path: Path) -> Heights:
    """Heights of the sources; beyond their edge, heights of the hexes take over little by little."""
    data = np.load(path)
    lat, lon, elevation = data["lat"][1:-1], data["lon"][1:-1], data["elev"][1:-1, 1:-1]  # the rim has only zeros
    frame = placing.projection
    metres = np.nan_to_num(elevation).astype(float)
    north, east = (lat - frame.lat0) * frame.km_per_degree_lat, (lon - frame.lon0) * frame.km_per_degree_lon
    lookup, of_hexes = RegularGridInterpolator((north, east), metres), _heights_of_hexes(hexmap, placing)

    def height(x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.float64]:
        east_of, north_of = placing.kilometres(x, y)
        inside = np.stack([np.clip(north_of, north[0], north[-1]), np.clip(east_of, east[0], east[-1])], axis=-1)
        found: NDArray[np.float64] = lookup(inside)
        away = np.hypot(north_of - inside[..., 0], east_of - inside[..., 1])
        if away.max() > NEAR:
            share = np.clip((away - NEAR) / MERGING, 0.0, 1.0)
            found = found * (1 - share) + of_hexes(x, y) * share
        return found

    return height


def _heights_of_hexes(hexmap: HexMap, placing: Placing) -> Heights:
    """Heights between the heights of the centres of the hexes; beyond the edge, the height of the nearest centre."""
    centres, metres = placing.of_grid(hexmap.grid.centres), np.asarray(hexmap.elevation, float)
    nearest = NearestNDInterpolator(centres, metres)
    between = LinearNDInterpolator(centres, metres) if min(hexmap.grid.rows, hexmap.grid.cols) > 1 else nearest

    def height(x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.float64]:
        found = between(x, y)
        return np.where(np.isnan(found), nearest(x, y), found)

    return height
