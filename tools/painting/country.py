"""The country to be painted: map data and geography, in kilometres (x east, y north, from the centre of hex 0000)."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.interpolate import RegularGridInterpolator
from shapely.geometry import LineString, MultiPolygon, Polygon, box, shape
from shapely.ops import unary_union

from tools.painting.curves import Points, cut_corners
from wab.content.hexmap import HexMap, Projection, River, load_map
from wab.hexes import OFF_MAP, Grid

BORDER = 1.0  # hex widths painted beyond the outermost hex centres
SMALLEST_ISLAND = 0.03  # square kilometres; smaller rocks are left out
SLIVER = 0.7  # kilometres; half the width of what is too narrow to be painted beyond the edge of the sources
BEYOND = 0.1  # degrees; land that the sources cut off at their edge is painted that much farther
THINNING, LONGEST_SIDE = 0.11, 1.2  # kilometres; how the coast is thinned and cut before its corners are rounded


class Cover(IntEnum):
    """What the ground is painted as. Towns and beaches are painted over what lies under them."""

    SEA = 0
    PLAIN = 1
    BOCAGE = 2
    WOODS = 3
    HILL = 4
    MARSH = 5
    OPEN_HILL = 6
    FLATS = 7


COVER_OF_TERRAIN = {
    "sea": Cover.SEA,
    "clear": Cover.PLAIN,
    "bocage": Cover.BOCAGE,
    "woods": Cover.WOODS,
    "hills": Cover.OPEN_HILL,
    "hill_bocage": Cover.HILL,
    "marsh": Cover.MARSH,
    "estuary_flats": Cover.FLATS,
}


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
    km_per_hex: float
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
    height: Callable[[NDArray[np.float64], NDArray[np.float64]], NDArray[np.float64]]

    @property
    def frame(self) -> tuple[float, float, float, float]:
        """The rectangle that is painted, in hex widths: left, bottom, right, top."""
        right, top = self.grid.centres.max(axis=0)
        return -BORDER, -BORDER, float(right) + BORDER, float(top) + BORDER

    @property
    def centres(self) -> Points:
        """Hex centres in kilometres, float64[hexes, 2]."""
        return self.grid.centres * self.km_per_hex

    def corner(self, hex_id: int, number: int) -> Points:
        """Corner of a hex in kilometres; side d runs from corner d to corner d + 1."""
        centre: Points = self.centres[hex_id] + self.grid.corner_offsets[number % 6] * self.km_per_hex
        return centre

    def links(self, sides: NDArray[np.uint8]) -> Iterator[tuple[int, int, int, int]]:
        """Each marked side once: hex, direction, the hex beyond, the mark."""
        for hex_id, direction in zip(*np.nonzero(sides[:, :3]), strict=True):
            beyond = int(self.grid.neighbours[hex_id, direction])
            if beyond != OFF_MAP:
                yield int(hex_id), int(direction), beyond, int(sides[hex_id, direction])


def load_country(map_file: Path, geodata: Path) -> Country:
    """Reads the map of a campaign and the geography around it."""
    hexmap = load_map(map_file)
    cover, sea = _cover(hexmap)
    kinds = np.array(hexmap.terrain_names)[hexmap.terrain]
    return Country(
        grid=hexmap.grid,
        km_per_hex=hexmap.km_per_hex,
        cover=cover,
        sea=sea,
        flooded=np.asarray(hexmap.flooded, bool),
        beach=kinds == "beach",
        cliff=np.asarray(hexmap.cliff).any(axis=1),
        river=np.asarray(hexmap.river),
        road=np.asarray(hexmap.road),
        towns=tuple(_towns(hexmap)),
        rivers=hexmap.rivers,
        land=_land(hexmap, geodata / "coastline.geojson"),
        height=_heights(hexmap, geodata / "elevation.npz"),
    )


def _cover(hexmap: HexMap) -> tuple[NDArray[np.int8], NDArray[np.bool_]]:
    table = np.array([COVER_OF_TERRAIN.get(name, -1) for name in hexmap.terrain_names], np.int8)
    cover, under = table[hexmap.terrain], table[hexmap.under]
    cover = np.where(cover < 0, under, cover)
    cover[cover < 0] = Cover.PLAIN
    sea = cover == Cover.SEA
    land = np.flatnonzero(~sea & (cover != Cover.FLATS))
    centres = hexmap.grid.centres
    for hex_id in np.flatnonzero(sea):
        cover[hex_id] = cover[land[np.argmin(((centres[land] - centres[hex_id]) ** 2).sum(axis=1))]]
    return cover.astype(np.int8), sea


def kilometres(frame: Projection, lonlat: Points) -> Points:
    """Positions in kilometres of positions in degrees, float64[n, 2]."""
    x = (lonlat[:, 0] - frame.lon0) * frame.km_per_degree_lon
    return np.column_stack([x, (lonlat[:, 1] - frame.lat0) * frame.km_per_degree_lat])


def _towns(hexmap: HexMap) -> Iterator[Town]:
    """The most notable built-up place of every hex that has one; the terrain says whether it is a city or a town."""
    for hex_id in range(hexmap.grid.size):
        built = [place for place in hexmap.places_in(hex_id) if place.kind in ("city", "town", "village")]
        if built:
            place, terrain = built[0], hexmap.terrain_name(hex_id)
            x, y = kilometres(hexmap.projection, np.array([[place.lon, place.lat]]))[0]
            size = terrain if terrain in ("city", "town") else "village"
            yield Town(place.name, float(x), float(y), size, place.population, hex_id)


def _land(hexmap: HexMap, path: Path) -> MultiPolygon:
    """The land, its coast thinned and rounded: the source steps along a coarse lattice."""
    geometries = [shape(f["geometry"]) for f in json.loads(path.read_text(encoding="utf-8"))["features"]]
    polygons = [polygon for geometry in geometries for polygon in getattr(geometry, "geoms", [geometry])]
    rings = [np.array(polygon.exterior.coords)[:, :2] for polygon in polygons]
    parts = []
    for ring in _continued(rings):
        rough = Polygon(kilometres(hexmap.projection, ring)).buffer(0)
        parts += [part for part in getattr(rough, "geoms", [rough]) if part.area > SMALLEST_ISLAND]
    soft = [Polygon(_rounded(p.exterior), [_rounded(i) for i in p.interiors if i.length > 1]).buffer(0) for p in parts]
    whole = _without_slivers(unary_union(soft), _sources_box(hexmap, rings))
    return whole if isinstance(whole, MultiPolygon) else MultiPolygon([whole])


def _sources_box(hexmap: HexMap, rings: list[Points]) -> Polygon:
    """What the sources cover, in kilometres."""
    everything = np.concatenate(rings)
    return box(*kilometres(hexmap.projection, np.stack([everything.min(axis=0), everything.max(axis=0)])).ravel())


def _without_slivers(land: Polygon | MultiPolygon, known: Polygon) -> Polygon | MultiPolygon:
    """Beyond the sources, creeks and rocks that were only lengthened, are filled and taken away."""
    beyond = land.difference(known)
    firm = beyond.buffer(SLIVER).buffer(-2 * SLIVER).buffer(SLIVER).difference(known)
    return unary_union([land.intersection(known), firm.buffer(0.01)])


def _continued(rings: list[Points]) -> list[Points]:
    """Coasts in degrees; what ends at the edge of the sources goes straight on, or the edge would look like a shore."""
    everything = np.concatenate(rings)
    lowest, highest = everything.min(axis=0), everything.max(axis=0)
    return [ring - BEYOND * (ring <= lowest + 1e-6) + BEYOND * (ring >= highest - 1e-6) for ring in rings]


def _rounded(ring: LineString) -> Points:
    line = LineString(ring.coords).simplify(THINNING).segmentize(LONGEST_SIDE)
    corners = np.array(line.coords)[:-1]
    return cut_corners(corners, 3, closed=True) if len(corners) > 3 else corners


def _heights(hexmap: HexMap, path: Path) -> Callable[[NDArray[np.float64], NDArray[np.float64]], NDArray[np.float64]]:
    data = np.load(path)
    lat, lon, elevation = data["lat"][1:-1], data["lon"][1:-1], data["elev"][1:-1, 1:-1]  # the rim has only zeros
    place = kilometres(hexmap.projection, np.stack(np.meshgrid(lon, lat), axis=-1).reshape(-1, 2))
    place = place.reshape(len(lat), len(lon), 2)
    metres = np.nan_to_num(elevation).astype(float)
    north, east = place[:, 0, 1], place[0, :, 0]
    lookup = RegularGridInterpolator((north, east), metres)

    def height(x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.float64]:
        inside = np.stack([np.clip(y, north[0], north[-1]), np.clip(x, east[0], east[-1])], axis=-1)
        found: NDArray[np.float64] = lookup(inside)
        return found

    return height
