"""Reads a hex map file (campaigns/<system>/map.json, made by art/build_map.py) into arrays indexed by hex."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeVar

import msgspec
import numpy as np
import numpy.typing as npt

from wab.content.json_data import json_bytes
from wab.content.references import no_hex
from wab.content.warp import Warp
from wab.engine.words.clean import hidden_character
from wab.engine.words.errors import DataError
from wab.engine.words.text import N_, Text
from wab.hexes import DIRECTIONS, OFF_MAP, RRCC, Grid, HexId, Numbering, opposite, turned_points

Bytes = npt.NDArray[np.uint8]
Flags = npt.NDArray[np.bool_]
Shorts = npt.NDArray[np.int16]
Singles = npt.NDArray[np.float32]
Doubles = npt.NDArray[np.float64]
Side = tuple[HexId, int]
AnyArray = TypeVar("AnyArray", bound=npt.NDArray[Any])

RIVER_RANKS = {"minor": 1, "major": 2}
ROAD_RANKS = {"lane": 1, "secondary": 2, "main": 3}
_MOST_ROWS = 100
_LONGEST_NAME = 100
_ELEVATIONS = (-500, 9000)
NO_RIVER, MINOR_RIVER, MAJOR_RIVER = 0, 1, 2
NO_ROAD, LANE, SECONDARY_ROAD, MAIN_ROAD = 0, 1, 2, 3

PlaceKind = Literal["city", "town", "village", "hill", "battery", "beach", "airfield", "point"]


class Projection(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Size, labels and place of the grid: where its hexes lie on a flat earth, and how the map is printed.

    The centre of hex 0 lies at (lon0, lat0). Angles are degrees counter-clockwise. Turned by `turn`, the plane of the
    grid (x along its rows, y across them) becomes x east and y north; turned by `printed`, x to the right and y upward
    on the printed sheet. Both are 0 on a map that is printed north up with pointed hexes. A map drawn freely has a
    `warp`, which bends the plane of the grid after the turn.
    """

    rows: int
    cols: int
    km_per_hex: float
    lon0: float
    lat0: float
    km_per_degree_lon: float
    km_per_degree_lat: float
    turn: float = 0.0
    printed: Literal[-90, 0, 90, 180] = 0
    labels: Numbering = RRCC
    warp: Warp | None = None

    def to_km(self, lonlat: npt.ArrayLike) -> Doubles:
        """float64[n, 2]: longitudes and latitudes as points of the plane of the grid, in km from hex 0."""
        east_north = (np.asarray(lonlat, np.float64).reshape(-1, 2) - self._origin) * self._scale
        flat = turned_points(east_north, -self.turn)
        return self.warp.bent(flat / self.km_per_hex) * self.km_per_hex if self.warp else flat

    def to_hexes(self, lonlat: npt.ArrayLike) -> Doubles:
        """float64[n, 2]: longitudes and latitudes as points of the plane of the grid, in hex widths from hex 0."""
        return np.asarray(self.to_km(lonlat) / self.km_per_hex)

    def to_degrees(self, points: npt.ArrayLike) -> Doubles:
        """float64[n, 2]: points of the plane of the grid, in hex widths, as longitudes and latitudes."""
        flat = np.asarray(points, np.float64).reshape(-1, 2)
        if self.warp:
            flat = self.warp.straightened(flat)
        east_north = turned_points(flat * self.km_per_hex, self.turn)
        return np.asarray(east_north / self._scale + self._origin)

    @property
    def _origin(self) -> Doubles:
        return np.array([self.lon0, self.lat0])

    @property
    def _scale(self) -> Doubles:
        return np.array([self.km_per_degree_lon, self.km_per_degree_lat])


class River(NamedTuple):
    """A river by name: its rank (1 minor, 2 major) and the hexsides (hex, direction) from its source to its mouth."""

    name: str
    rank: int
    sides: tuple[Side, ...]


class Road(NamedTuple):
    """A road: its name, its number in 1944 ("" if none is known), rank (1 lane to 3 main) and the hexes in order."""

    name: str
    ref: str
    rank: int
    hexes: tuple[HexId, ...]


class Place(NamedTuple):
    """A named place: hex, true position in degrees, kind, population of 1936 (0 if it is not known)."""

    name: str
    hex: HexId
    lon: float
    lat: float
    kind: PlaceKind
    population: int


@dataclass(frozen=True, eq=False)
class HexMap:
    """A map, immutable: every array is read-only. N is the number of hexes, sides are in direction order (0 = E)."""

    grid: Grid
    projection: Projection
    terrain_names: tuple[str, ...]
    terrain: Bytes
    """uint8[N]: number of the terrain in ``terrain_names``."""
    under: Bytes
    """uint8[N]: what the ground was before a town, city or beach was put on it; elsewhere the terrain itself."""
    elevation: Shorts
    """int16[N]: mean height of the land in metres."""
    land_share: Singles
    """float32[N]: how much of the hex is land, 0 to 1."""
    river: Bytes
    """uint8[N, 6]: 0 none, 1 minor, 2 major; the same from both sides."""
    road: Bytes
    """uint8[N, 6]: 0 none, 1 lane, 2 secondary, 3 main; the same from both sides. With a river, it is a bridge."""
    cliff: Flags
    """bool[N, 6]: sea cliffs between a land and a sea hex; the same from both sides."""
    closed_side: Flags
    """bool[N, 6]: water too wide to cross between two land hexes; the same from both sides."""
    overlays: dict[str, Flags]
    """bool[N] by name: "flooded", "fortified_zone", "beach_utah" and the other landing beaches."""
    places: tuple[Place, ...]
    """In the order of hexes; the place that names a hex comes first."""
    rivers: tuple[River, ...]
    roads: tuple[Road, ...]
    side_overlays: dict[str, Flags] = field(default_factory=dict)
    """bool[N, 6] by name: kinds of hexsides of one game, as "coastal" or "causeway"; the same from both sides."""

    @property
    def km_per_hex(self) -> float:
        """Width of a hex, flat to flat."""
        return self.projection.km_per_hex

    @property
    def flooded(self) -> Flags:
        """bool[N]: hexes under water in June 1944, to be crossed on causeways."""
        return self.overlays["flooded"]

    @property
    def bridge(self) -> Flags:
        """bool[N, 6]: hexsides where a road crosses a river."""
        return (self.river > 0) & (self.road > 0)

    def terrain_name(self, hex_id: HexId) -> str:
        """The terrain of a hex in words of the data."""
        return self.terrain_names[int(self.terrain[hex_id])]

    def is_terrain(self, *names: str) -> Flags:
        """bool[N]: hexes of one of these terrains. Raises ValueError for a name that the map does not have."""
        return np.isin(self.terrain, [self.terrain_names.index(name) for name in names])

    def name(self, hex_id: HexId) -> str:
        """The name of the most notable place in a hex, "" if there is none."""
        places = self.places_in(hex_id)
        return places[0].name if places else ""

    def places_in(self, hex_id: HexId) -> tuple[Place, ...]:
        """All places in a hex, the most notable first."""
        first, last = self._place_range[hex_id], self._place_range[hex_id + 1]
        return self.places[first:last]

    def place(self, name: str) -> Place:
        """The most notable place of that name. Raises KeyError when there is none."""
        found = [place for place in self.places if place.name == name]
        if not found:
            raise KeyError(name)
        return min(found, key=lambda place: (_KINDS.index(place.kind), -place.population, place.hex))

    def lonlat_of(self, hex_id: HexId) -> tuple[float, float]:
        """Longitude and latitude of the centre of a hex."""
        lon, lat = self.projection.to_degrees(self.grid.centre(hex_id))[0].tolist()
        return lon, lat

    def hex_of(self, lon: float, lat: float) -> HexId:
        """The hex at a longitude and latitude, OFF_MAP when it is beyond the edge."""
        return self.grid.hex_at(*self.projection.to_hexes((lon, lat))[0].tolist())

    @property
    def _place_range(self) -> npt.NDArray[np.int64]:
        ranges: npt.NDArray[np.int64] = self.__dict__["_ranges"]
        return ranges

    def __post_init__(self) -> None:
        hexes = [place.hex for place in self.places]
        ranges = np.searchsorted(np.array(hexes, dtype=np.int64), np.arange(self.grid.size + 1))
        object.__setattr__(self, "_ranges", ranges)


_KINDS: tuple[str, ...] = ("city", "town", "village", "battery", "hill", "beach", "airfield", "point")


def load_map(path: str | Path) -> HexMap:
    """Reads a map file. Raises DataError, with the line where it is known, when the file is missing or wrong."""
    return _Reader(str(path), json_bytes(Path(path))).hex_map()


class _RiverEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    rank: Literal["minor", "major"]
    sides: str


class _RoadEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    ref: str
    rank: Literal["lane", "secondary", "main"]
    hexes: str


class _PlaceEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    kind: PlaceKind
    hex: str
    lon: float
    lat: float
    population: int


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    frame: Projection
    legend: tuple[tuple[str, str], ...]
    terrain: list[str]
    under: list[str]
    elevation: list[list[int]]
    land_percent: list[list[int]]
    overlays: dict[str, str]
    cliffs: str
    closed_sides: str
    rivers: list[_RiverEntry]
    roads: list[_RoadEntry]
    places: list[_PlaceEntry]
    side_overlays: dict[str, str] = {}


class _Reader:
    """Turns the decoded file into a HexMap and knows on which line each entry stands."""

    def __init__(self, path: str, text: bytes) -> None:
        self.path, self.text = path, text
        self.file = self._decoded()
        frame = self.file.frame
        if not (0 < frame.rows <= _MOST_ROWS and 0 < frame.cols <= _MOST_ROWS and frame.km_per_hex > 0):
            message = N_("rows and cols must be 1 to {most} (two digits name each), km_per_hex positive")
            problem = Text(message, {"most": _MOST_ROWS})
            raise self.error("frame", None, problem)
        self._check_orientation(frame)
        self.grid = Grid(frame.rows, frame.cols, frame.labels)

    def hex_map(self) -> HexMap:
        file, names = self.file, tuple(name for _, name in self.file.legend)
        if "flooded" not in file.overlays:
            raise self.error(
                "overlays", None, Text('has no "flooded" (expected the hexes under water, or an empty text)')
            )
        self._check_names()
        rivers, roads = tuple(self._rivers()), tuple(self._roads())
        return HexMap(
            grid=self.grid,
            projection=file.frame,
            terrain_names=names,
            terrain=self._letters("terrain", file.terrain),
            under=self._letters("under", file.under),
            elevation=_sealed(self._numbers("elevation", file.elevation, *_ELEVATIONS).astype(np.int16)),
            land_share=_sealed(
                self._numbers("land_percent", file.land_percent, 0, 100).astype(np.float32) / np.float32(100)
            ),
            river=self._ranked((river.rank, river.sides) for river in rivers),
            road=self._ranked((road.rank, tuple(self._steps(road))) for road in roads),
            cliff=self._side_flags("cliffs", file.cliffs),
            closed_side=self._side_flags("closed_sides", file.closed_sides),
            overlays={name: self._hex_flags(name) for name in file.overlays},
            side_overlays={
                name: self._side_flags("side_overlays", sides) for name, sides in file.side_overlays.items()
            },
            places=tuple(self._places()),
            rivers=rivers,
            roads=roads,
        )

    # --- errors ---

    def error(self, field: str, index: int | None, problem: str | Text) -> DataError:
        """The error at an entry of a list (or at the field itself), with its line."""
        place = field if index is None else f"{field}[{index}]"
        return DataError(self.path, self._line(field, index), place, problem)

    def _line(self, field: str, index: int | None) -> int | None:
        for number, line in enumerate(self.text.split(b"\n"), start=1):
            if line.startswith(b'"' + field.encode() + b'":'):
                return number if index is None else number + 1 + index
        return None

    def _line_of_path(self, field: str) -> int | None:
        """The line of a field given as the decoder does, like "rivers[3].rank"."""
        match = re.match(r"(\w+)(?:\[(\d+)\])?", field)
        return self._line(match[1], int(match[2]) if match[2] else None) if match else None

    def _decoded(self) -> _File:
        try:
            return msgspec.json.decode(self.text, type=_File)
        except msgspec.ValidationError as error:
            problem, _, where = str(error).partition(" - at `$")
            field = where.rstrip("`").lstrip(".")
            raise DataError(self.path, self._line_of_path(field), field, problem) from error
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            byte = re.search(r"\(byte (\d+)\)", str(error))
            line = self.text.count(b"\n", 0, int(byte[1])) + 1 if byte else None
            raise DataError(self.path, line, "", f"is not a map file: {error}") from error

    def _check_orientation(self, frame: Projection) -> None:
        if not -360.0 <= frame.turn <= 360.0:
            raise self.error(
                "frame", None, Text("turn is {turn} (expected degrees from -360 to 360)", {"turn": str(frame.turn)})
            )
        if frame.warp and (problem := frame.warp.problem()):
            raise self.error("frame", None, problem)
        if frame.labels.sideways != (frame.printed in (-90, 90)):
            message = N_("labels must be sideways where printed is -90 or 90, and only there (printed is {printed})")
            raise self.error("frame", None, Text(message, {"printed": str(frame.printed)}))

    def _check_names(self) -> None:
        """The texts of a map for people are short and have no hidden characters, such as line breaks."""
        file = self.file
        lists = {"legend": [name for _, name in file.legend], "overlays": list(file.overlays)}
        lists["side_overlays"] = list(file.side_overlays)
        for where, names in lists.items():
            for name in names:
                self._check_name(where, None, name)
        for index, road in enumerate(file.roads):
            self._check_name("roads", index, road.name)
            self._check_name("roads", index, road.ref)
        for index, river in enumerate(file.rivers):
            self._check_name("rivers", index, river.name)
        for index, place in enumerate(file.places):
            self._check_name("places", index, place.name)

    def _check_name(self, field: str, index: int | None, name: str) -> None:
        if found := hidden_character(name):
            raise self.error(
                field, index, Text("has the hidden character {character} in a name (take it out)", {"character": found})
            )
        if len(name) > _LONGEST_NAME:
            raise self.error(
                field,
                index,
                Text(
                    "has a name of {count} characters (expected {most} at most)",
                    {"count": len(name), "most": _LONGEST_NAME},
                ),
            )

    # --- rows ---

    def _letters(self, field: str, rows: list[str]) -> Bytes:
        self._check_shape(field, [len(row) for row in rows])
        letters = "".join(letter for letter, _ in self.file.legend)
        if len(letters) != len(self.file.legend) or len(set(letters)) != len(letters):
            raise self.error("legend", None, Text("each terrain needs one letter of its own"))
        for index, row in enumerate(rows):
            if unknown := sorted(set(row) - set(letters)):
                raise self.error(
                    field,
                    index,
                    Text(
                        '"{letter}" is not a letter of the legend ({letters})',
                        {"letter": unknown[0], "letters": letters},
                    ),
                )
        numbers = {ord(letter): number for number, letter in enumerate(letters)}
        return _sealed(np.frombuffer("".join(rows).translate(numbers).encode("latin-1"), dtype=np.uint8))

    def _numbers(self, field: str, rows: list[list[int]], least: int, most: int) -> npt.NDArray[np.int64]:
        self._check_shape(field, [len(row) for row in rows])
        for index, row in enumerate(rows):
            if wrong := [number for number in row if not least <= number <= most]:
                raise self.error(
                    field,
                    index,
                    Text(
                        "{number} is not a number from {least} to {most}",
                        {"number": str(wrong[0]), "least": str(least), "most": str(most)},
                    ),
                )
        return np.array(rows, dtype=np.int64).ravel()

    def _check_shape(self, field: str, lengths: list[int]) -> None:
        if len(lengths) != self.grid.rows:
            raise self.error(
                field,
                None,
                Text("has {count} rows, the map has {rows}", {"count": len(lengths), "rows": self.grid.rows}),
            )
        for index, length in enumerate(lengths):
            if length != self.grid.cols:
                raise self.error(
                    field,
                    index,
                    Text(
                        "has {count} hexes, a row of the map has {columns}",
                        {"count": length, "columns": self.grid.cols},
                    ),
                )

    # --- hexes and hexsides ---

    def _hex(self, label: str, field: str, index: int | None) -> HexId:
        hex_id = self.grid.labelled(label)
        if hex_id == OFF_MAP:
            raise self.error(field, index, no_hex(self.grid, label))
        return hex_id

    def _side(self, token: str, field: str, index: int | None) -> Side:
        """A hexside by its hex and direction in the grid ("0405:NE") or by the two hexes next to it ("0405-0406")."""
        label, colon, letters = token.partition(":")
        if not colon and "-" in token:
            return self._side_between(token, field, index)
        hex_id = self._hex(label, field, index)
        if letters not in DIRECTIONS:
            message = N_(
                '"{token}" is not a hexside'
                " (expected {example}:direction, E NE NW W SW SE, or two hexes that touch, joined by -)"
            )
            raise self.error(field, index, Text(message, {"token": token, "example": self._example()}))
        direction = DIRECTIONS.index(letters)
        if self.grid.neighbour_rows[hex_id][direction] == OFF_MAP:
            raise self.error(field, index, Text('"{token}" leads off the map', {"token": token}))
        return hex_id, direction

    def _side_between(self, token: str, field: str, index: int | None) -> Side:
        first, second = (self._hex(label, field, index) for label in token.split("-", 1))
        if not self.grid.are_adjacent(first, second):
            raise self.error(
                field, index, Text('"{token}" is not a hexside: these hexes do not touch', {"token": token})
            )
        return first, self.grid.direction(first, second)

    def _example(self) -> str:
        return self.grid.numbering.pattern((self.grid.rows, self.grid.cols)) or self.grid.label(0)

    def _hex_flags(self, overlay: str) -> Flags:
        flags = np.zeros(self.grid.size, dtype=np.bool_)
        flags[[self._hex(label, overlay, None) for label in self.file.overlays[overlay].split()]] = True
        return _sealed(flags)

    def _side_flags(self, field: str, tokens: str) -> Flags:
        sides = tuple(self._side(token, field, None) for token in tokens.split())
        return _sealed(self._ranked([(1, sides)]).astype(np.bool_))

    def _ranked(self, lines: Iterable[tuple[int, tuple[Side, ...]]]) -> Bytes:
        """uint8[N, 6]: the highest rank of any line on each hexside, entered from both sides."""
        ranks = np.zeros((self.grid.size, 6), dtype=np.uint8)
        for rank, sides in lines:
            for hex_id, direction in sides:
                if rank > ranks[hex_id, direction]:
                    ranks[hex_id, direction] = rank
                    ranks[self.grid.neighbour_rows[hex_id][direction], opposite(direction)] = rank
        return _sealed(ranks)

    # --- rivers, roads, places ---

    def _rivers(self) -> Iterator[River]:
        for index, entry in enumerate(self.file.rivers):
            sides = tuple(self._side(token, "rivers", index) for token in entry.sides.split())
            yield River(entry.name, RIVER_RANKS[entry.rank], sides)

    def _roads(self) -> Iterator[Road]:
        for index, entry in enumerate(self.file.roads):
            hexes = tuple(self._hex(label, "roads", index) for label in entry.hexes.split())
            for first, second in pairwise(hexes):
                if second not in self.grid.neighbour_rows[first]:
                    one, two = self.grid.label(first), self.grid.label(second)
                    gap = Text("has a gap: {first} and {second} do not touch", {"first": one, "second": two})
                    raise self.error("roads", index, gap)
            yield Road(entry.name, entry.ref, ROAD_RANKS[entry.rank], hexes)

    def _steps(self, road: Road) -> Iterator[Side]:
        for first, second in pairwise(road.hexes):
            yield first, self.grid.neighbour_rows[first].index(second)

    def _places(self) -> Iterator[Place]:
        previous = -1
        for index, entry in enumerate(self.file.places):
            hex_id = self._hex(entry.hex, "places", index)
            if hex_id < previous:
                raise self.error("places", index, Text("places must stand in the order of their hexes"))
            previous = hex_id
            yield Place(entry.name, hex_id, entry.lon, entry.lat, entry.kind, entry.population)


def _sealed(array: AnyArray) -> AnyArray:
    array.setflags(write=False)
    return array
