"""The map of blind: hexes of 10 km, flat sides up and down; rivers and roads of the sources, by hand where those end.

Points are kilometres east and south of the first hex. A river is a chain of hex corners, a road a chain of hexes.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import cos, hypot, pi, sin, sqrt
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt
import yaml

from art.mapping import output
from wab.content.hexmap import Projection
from wab.hexes import Axis, Grid, HexId, Numbering

FOLDER = "blind"
LETTERS = {
    "sea": "~", "clear": ".", "bocage": "b", "hills": "h", "forest": "w", "marsh": "m", "city": "C", "beach": "t",
}  # fmt: skip
LABELS = Numbering(order="col-row", rows=Axis(first=1), cols=Axis(first=1), sideways=True)
_STEP, _CLIPPED = 0.2, 3.0
"""Kilometres between the points of a course, and how far a road must run in a hex to pass it."""
_WATER, _DRY = 0.06, 0.94
"""Shares of land along a hexside: below the first it is closed, below the second coastal."""
Point = tuple[float, float]
Corner = tuple[int, int]
Side = tuple[HexId, HexId]
Floats = npt.NDArray[np.float64]


def build(geodata: Path) -> str:
    """The text of the map file made from a geodata folder. Raises OSError when a source is missing."""
    choices = yaml.safe_load((geodata / FOLDER / "map_choices.yaml").read_text(encoding="utf-8"))
    return output.as_json(_Builder(choices, geodata).document())


class _Builder:
    """One run of the builder: the grid with its corners, our choices, the ground of each hex."""

    def __init__(self, choices: dict[str, Any], geodata: Path) -> None:
        self.choices, self.geodata = choices, geodata
        frame = choices["frame"]
        self.kx, self.ky = float(frame["km_per_degree_lon"]), float(frame["km_per_degree_lat"])
        self.lon0, self.lat0 = float(frame["lon0"]), float(frame["lat0"])
        self.size = float(frame["km_per_hex"])
        self.grid = Grid(int(frame["columns"]), int(frame["rows"]), LABELS)
        self.order = sorted(range(self.grid.size), key=self.grid.label)
        self.centres = np.array([self._centre(hex_) for hex_ in range(self.grid.size)])
        self.terrain, self.under = self._ground()
        self.sea = {hex_ for hex_, kind in self.terrain.items() if kind == "sea"}
        self.edges: dict[frozenset[Corner], list[HexId]] = {}
        self.links: dict[Corner, set[Corner]] = {}
        self._lay_corners()
        self.corners = sorted(self.links)
        self.spots = np.array(self.corners) / 100.0

    # ---- the grid

    def _centre(self, hex_: HexId) -> Point:
        label = self.grid.label(hex_)
        column, row = int(label[:2]), int(label[2:])
        half = self.size / 2 if column % 2 == 0 else 0.0
        return round(self.size * sqrt(3) / 2, 7) * (column - 1), self.size * (row - 1) + half

    def _lay_corners(self) -> None:
        """Corners in hundredths of a kilometre; corners of neighbours that differ by rounding are one."""
        radius, known = self.size / sqrt(3), set[Corner]()
        for hex_ in self.order:
            x, y = self.centres[hex_]
            ring = []
            for number in range(6):
                angle = number * pi / 3
                corner = round(100 * (x + radius * cos(angle))), round(100 * (y + radius * sin(angle)))
                near = ((corner[0] + dx, corner[1] + dy) for dx in range(-2, 3) for dy in range(-2, 3))
                corner = next((one for one in near if one in known), corner)
                known.add(corner)
                ring.append(corner)
            for first, second in pairwise([*ring, ring[0]]):
                self.edges.setdefault(frozenset((first, second)), []).append(hex_)
                self.links.setdefault(first, set()).add(second)
                self.links.setdefault(second, set()).add(first)

    def _km(self, lon: float, lat: float) -> Point:
        return (lon - self.lon0) * self.kx, (self.lat0 - lat) * self.ky

    def _pair(self, side: str) -> Side:
        here, there = map(self.grid.parse, side.split("-"))
        return self._sorted(here, there)

    def _sorted(self, here: HexId, there: HexId) -> Side:
        return (here, there) if self.grid.label(here) < self.grid.label(there) else (there, here)

    def _name(self, side: Side) -> str:
        return f"{self.grid.label(side[0])}-{self.grid.label(side[1])}"

    def _ground(self) -> tuple[dict[HexId, str], dict[HexId, str]]:
        terrain = dict.fromkeys(range(self.grid.size), str(self.choices["default"]))
        for kind, labels in self.choices["terrain"].items():
            terrain.update(dict.fromkeys(map(self.grid.parse, labels), kind))
        under = dict(terrain)
        for label in self.choices["cities"]:
            hex_ = self.grid.parse(label)
            under[hex_] = "clear" if terrain[hex_] == "sea" else terrain[hex_]
            terrain[hex_] = "city"
        return terrain, under

    # ---- courses

    def _features(self, name: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = json.loads((self.geodata / f"{name}.geojson").read_text(encoding="utf-8"))[
            "features"
        ]
        return found

    def _course(self, line: Sequence[Sequence[float]]) -> list[Point]:
        points = [self._km(point[0], point[1]) for point in line]
        found: list[Point] = []
        for (x1, y1), (x2, y2) in pairwise(points):
            parts = max(1, int(hypot(x2 - x1, y2 - y1) / _STEP))
            found += [(x1 + (x2 - x1) * part / parts, y1 + (y2 - y1) * part / parts) for part in range(parts)]
        return [*found, points[-1]]

    def _between(self, start: Corner, end: Corner) -> list[Corner]:
        """The shortest way from corner to corner, without its start."""
        before: dict[Corner, Corner | None] = {start: None}
        todo = deque([start])
        while todo and end not in before:
            here = todo.popleft()
            for there in sorted(self.links[here]):
                if there not in before:
                    before[there] = here
                    todo.append(there)
        way: list[Corner] = []
        at: Corner | None = end
        while at is not None and at != start:
            way.append(at)
            at = before[at]
        return way[::-1]

    def _sides_of(self, line: Sequence[Sequence[float]]) -> list[Side]:
        """A river as hexsides: nearest corners, gaps closed, loops cut."""
        chain: list[Corner] = []
        for x, y in self._course(line):
            gaps = ((self.spots - (x, y)) ** 2).sum(axis=1)
            nearest = int(gaps.argmin())
            if gaps[nearest] > self.size**2 / 3 * 1.1:
                continue
            corner = self.corners[nearest]
            steps = [corner] if not chain else self._between(chain[-1], corner) if chain[-1] != corner else []
            for step in steps:
                if step in chain:
                    del chain[chain.index(step) + 1 :]
                else:
                    chain.append(step)
        banks = (self.edges[frozenset(pair)] for pair in pairwise(chain))
        return [self._sorted(*pair) for pair in banks if len(pair) == 2]

    def _hexes_of(self, line: Sequence[Sequence[float]]) -> list[HexId]:
        """A road as hexes: those through which it runs, corners that it only clips left out."""
        runs: list[tuple[HexId, float]] = []
        for x, y in self._course(line):
            gaps = ((self.centres - (x, y)) ** 2).sum(axis=1)
            hex_ = int(gaps.argmin())
            if gaps[hex_] > self.size**2 / 3 * 1.05:
                continue
            if runs and runs[-1][0] == hex_:
                runs[-1] = (hex_, runs[-1][1] + _STEP)
            else:
                runs.append((hex_, _STEP))
        found: list[HexId] = []
        for number, (hex_, length) in enumerate(runs):
            inner = 0 < number < len(runs) - 1
            clips = inner and self.grid.are_adjacent(runs[number - 1][0], runs[number + 1][0])
            if length < _CLIPPED and clips:
                continue
            if hex_ in found:
                del found[found.index(hex_) + 1 :]
            else:
                found.append(hex_)
        return [hex_ for hex_ in found if hex_ not in self.sea]

    # ---- rivers, coast, roads

    def _rivers(self) -> dict[Side, tuple[str, str]]:
        choices = self.choices
        courses = {one["properties"]["name"]: one["geometry"]["coordinates"] for one in self._features("rivers")}
        courses = {name: line for name, line in courses.items() if name not in choices["skipped"]} | choices["rivers"]
        upstream = self._km(self.lon0, choices["vire_major_below"])[1] - _CLIPPED
        found: dict[Side, tuple[str, str]] = {}
        for name, line in sorted(courses.items()):
            for side in self._sides_of(line):
                if self.sea.intersection(side):
                    continue
                north = min(self.centres[hex_][1] for hex_ in side)
                major = name in choices["major"] or (name == "Vire" and north < upstream)
                if found.get(side, ("", ""))[1] != "major":
                    found[side] = (name, "major" if major else "minor")
        return self._pinned(found)

    def _pinned(self, rivers: dict[Side, tuple[str, str]]) -> dict[Side, tuple[str, str]]:
        """Facts that the rules pin have the last word."""
        choices = self.choices
        orne = set(map(self.grid.parse, choices["orne_hexes"]))
        found = {side: one for side, one in rivers.items() if one[0] != "Orne" or not orne.intersection(side)}
        found |= {self._pair(side): ("Orne", "major") for side in choices["orne"]}
        for text in choices["dry_sides"]:
            found.pop(self._pair(text), None)
        found |= {self._pair(text): (name, "minor") for text, name in choices["minor_sides"].items()}
        for text, name in choices["added_river_sides"].items():
            found.setdefault(self._pair(text), (name, "major"))
        return found

    def _coast(self) -> tuple[set[Side], set[Side]]:
        """Hexsides between land that are closed, and coastal ones."""
        closed, coastal = set[Side](), set[Side]()
        is_land = self._land_test()
        for edge, hexes in self.edges.items():
            if len(hexes) != 2 or self.sea.intersection(hexes):
                continue
            (x1, y1), (x2, y2) = ((x / 100, y / 100) for x, y in sorted(edge))
            along = [(x1 + (x2 - x1) * part, y1 + (y2 - y1) * part) for part in np.linspace(0.04, 0.96, 24)]
            share = np.mean([is_land(self.lon0 + x / self.kx, self.lat0 - y / self.ky) for x, y in along])
            side = self._sorted(*hexes)
            if share < _WATER:
                closed.add(side)
            elif share < _DRY:
                coastal.add(side)
        return self._pinned_coast(closed, coastal)

    def _pinned_coast(self, closed: set[Side], coastal: set[Side]) -> tuple[set[Side], set[Side]]:
        choices = self.choices
        shut, opened = {self._pair(side) for side in choices["closed"]}, set[Side]()
        for beach in choices["beaches"].values():
            hex_ = self.grid.parse(beach["hex"])
            for there in self.grid.adjacent(hex_):
                if there not in self.sea:
                    (opened if self.grid.label(there) in beach["land"] else shut).add(self._sorted(hex_, there))
        plain = {self._pair(side) for side in choices["inland"]}
        fixed = {self._pair(side) for side in choices["coastal"]}
        coastal = (coastal | fixed | (closed & opened)) - plain
        closed = ((closed - fixed - plain) | shut) - opened
        return closed, coastal - closed

    def _land_test(self) -> Any:
        rings: list[Floats] = []
        for one in self._features("coastline"):
            shape = one["geometry"]
            parts = [shape["coordinates"]] if shape["type"] == "Polygon" else shape["coordinates"]
            rings += [np.array(part[0], np.float64) for part in parts]
        known = self.choices["known"]

        def is_land(lon: float, lat: float) -> bool:
            if lon > known["east"] or lat < known["south"]:
                return True
            lon = max(lon, -2.14)
            for ring in rings:
                x, y = ring[:, 0], ring[:, 1]
                x2, y2 = np.roll(x, -1), np.roll(y, -1)
                over = (y > lat) != (y2 > lat)
                crossings = x[over] + (lat - y[over]) / (y2[over] - y[over]) * (x2[over] - x[over])
                if over.any() and np.count_nonzero(lon < crossings) % 2:
                    return True
            return False

        return is_land

    def _roads(self) -> Iterator[tuple[str, list[HexId]]]:
        for one in self._features("roads_1944"):
            facts = one["properties"]
            counts = facts["rank"] == "main" and facts["name"] not in self.choices["skipped_roads"]
            hexes = self._hexes_of(one["geometry"]["coordinates"]) if counts else []
            if len(hexes) > 1:
                names = (facts["ref"] or "", str(facts.get("name") or (facts["via"][0] if facts["via"] else "")))
                yield " ".join(name for name in names if name), hexes
        yield from ((name, self._hexes_of(line)) for name, line in self.choices["roads"].items())
        yield from ((name, list(map(self.grid.parse, labels))) for name, labels in self.choices["roads_by_hex"].items())

    # ---- the file

    def _heights(self) -> list[list[int]]:
        """The height of the ground at each centre, of the nearest point of the sources; 0 for the sea."""
        with np.load(self.geodata / "elevation.npz") as arrays:
            lat, lon, metres = (arrays[name].astype(np.float64)[1:-1] for name in ("lat", "lon", "elev"))
        metres = metres[:, 1:-1]
        rows = np.abs(lat[:, None] - (self.lat0 - self.centres[:, 1] / self.ky)).argmin(axis=0)
        cols = np.abs(lon[:, None] - (self.lon0 + self.centres[:, 0] / self.kx)).argmin(axis=0)
        high = np.rint(np.maximum(metres[rows, cols], 1.0)).astype(int)
        high[sorted(self.sea)] = 0
        found: list[list[int]] = high.reshape(self.grid.rows, self.grid.cols).tolist()
        return found

    def _letters(self, ground: dict[HexId, str]) -> list[str]:
        text = "".join(LETTERS[ground[hex_]] for hex_ in range(self.grid.size))
        return [text[start : start + self.grid.cols] for start in range(0, self.grid.size, self.grid.cols)]

    def _places(self) -> list[dict[str, Any]]:
        named = [(self.grid.parse(label), one["name"], one["kind"]) for label, one in self.choices["places"].items()]
        named += [(self.grid.parse(one["hex"]), name, "beach") for name, one in self.choices["beaches"].items()]
        return [
            {
                "name": name,
                "kind": kind,
                "hex": self.grid.label(hex_),
                "lon": round(self.lon0 + self.centres[hex_][0] / self.kx, 4),
                "lat": round(self.lat0 - self.centres[hex_][1] / self.ky, 4),
                "population": 0,
            }
            for hex_, name, kind in sorted(named)
        ]

    def _frame(self) -> dict[str, Any]:
        frame = Projection(
            self.grid.rows, self.grid.cols, self.size, self.lon0, self.lat0, self.kx, self.ky, -90.0, -90, LABELS
        )
        entry: dict[str, Any] = msgspec.to_builtins(frame)
        return {key: value for key, value in entry.items() if value is not None}

    def document(self) -> dict[str, Any]:
        """The map file."""
        closed, coastal = self._coast()
        rivers = {side: one for side, one in self._rivers().items() if side not in closed}
        by_name: dict[tuple[str, str], list[str]] = {}
        for side, one in rivers.items():
            by_name.setdefault(one, []).append(self._name(side))
        return {
            "frame": self._frame(),
            "legend": [[letter, name] for name, letter in LETTERS.items()],
            "terrain": self._letters(self.terrain),
            "under": self._letters(self.under),
            "elevation": self._heights(),
            "land_percent": [[0 if letter == "~" else 100 for letter in row] for row in self._letters(self.terrain)],
            "overlays": {"flooded": ""},
            "side_overlays": {"coastal": " ".join(sorted(map(self._name, coastal)))},
            "cliffs": "",
            "closed_sides": " ".join(sorted(map(self._name, closed))),
            "rivers": [
                {"name": name, "rank": rank, "sides": " ".join(sorted(sides))}
                for (name, rank), sides in sorted(by_name.items())
            ],
            "roads": [
                {"name": name, "ref": "", "rank": "main", "hexes": " ".join(map(self.grid.label, hexes))}
                for name, hexes in self._roads()
            ],
            "places": self._places(),
        }
