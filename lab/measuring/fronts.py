"""Fronts of played battles and of history, in km on the frame of the map: how far apart, and a picture of both."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

import numpy as np
from numpy.typing import NDArray

from ai.operations.maps.country import Country
from ai.operations.maps.lines import steps_from
from wab.app.report.drawing import INK, PAPER, Drawing
from wab.content.hexmap import HexMap
from wab.content.normandy.history import Snapshot

Flags = NDArray[np.bool_]
Places = NDArray[np.float64]
Point = tuple[float, float]

SEA, OUTSIDE = "#c3d3da", "#e4e1d8"
GROUND = {
    (True, True): "#a9bf8f",
    (True, False): "#5f8f3e",
    (False, True): "#e0b45c",
    (False, False): "#d3cec2",
}
"""Colours of ground by (the game's Allies hold it, history's Allies held it)."""
LEGEND = (
    (GROUND[True, True], "Allied in both"),
    (GROUND[True, False], "Allied in the games only"),
    (GROUND[False, True], "Allied in history only"),
    (GROUND[False, False], "Axis in both"),
)


@dataclass(frozen=True, eq=False)
class Ground:
    """The ground under the fronts of a battle, under any rules.

    `codes`: the byte by which the battle marks whom a hex belongs to, by side, one of them "allied". `dates`: the day
    (YYYY-MM-DD) on which each turn begins.
    """

    map: HexMap
    in_play: Flags
    country: Country
    codes: Mapping[str, int]
    dates: Sequence[str]

    @property
    def land(self) -> Flags:
        """bool[N]: the land that is played on."""
        land: Flags = self.country.land & self.in_play
        return land

    def turn_on(self, date: str) -> int:
        """The last turn that begins on a day or before it."""
        return sum(begins <= date for begins in self.dates)


def front_places(hexmap: HexMap, allied: Flags, axis: Flags) -> Places:
    """float64[M, 2]: the middles of the hexsides between ground of the two sides, in km."""
    grid = hexmap.grid
    places = []
    for hex_ in np.flatnonzero(allied).tolist():
        beyond = [other for other in grid.adjacent(hex_) if axis[other]]
        places += [(grid.centres[hex_] + grid.centres[other]) / 2 for other in beyond]
    return np.array(places, np.float64).reshape(-1, 2) * hexmap.km_per_hex


def nearest_ground(country: Country, held: Flags, own: Iterable[int], enemy: Iterable[int]) -> Flags:
    """bool[N]: hexes from which it is nearer to a unit of one side than to any of the other, over land.

    So a map of the situation shows it. `own`, `enemy`: the hexes on which units stand. `held`: bool[N], whom a hex
    belongs to that is as near to both, or that no unit gets to.
    """
    ours, theirs = (_steps_to(country, hexes) for hexes in (own, enemy))
    closer: Flags = (ours < theirs) | ((ours == theirs) & held)
    return closer


def _steps_to(country: Country, hexes: Iterable[int]) -> NDArray[np.int16]:
    there = np.zeros(country.grid.size, np.bool_)
    there[list(hexes)] = True
    return steps_from(country, there, country.grid.size)


def lines_of(hexmap: HexMap, snapshot: Snapshot) -> list[list[Point]]:
    """The traces of a day and the closed rims of its pockets, in km."""
    lines = [list(trace.points) for trace in snapshot.traces]
    lines += [[*pocket.points, pocket.points[0]] for pocket in snapshot.pockets]
    return [[(x, y) for x, y in hexmap.projection.to_km(line).tolist()] for line in lines]


def trace_places(hexmap: HexMap, snapshot: Snapshot, in_play: Flags, every_km: float = 1.0) -> Places:
    """float64[M, 2]: places along the historical front at equal distances, only on land that is in play."""
    land = in_play & ~hexmap.is_terrain("sea")
    places = []
    for start, end in (stretch for line in lines_of(hexmap, snapshot) for stretch in pairwise(line)):
        first, last = np.array(start), np.array(end)
        count = max(1, round(float(np.hypot(*(last - first))) / every_km))
        places += [first + (last - first) * (i + 0.5) / count for i in range(count)]
    kept = [place for place in places if _on(hexmap, land, place)]
    return np.array(kept, np.float64).reshape(-1, 2)


def _on(hexmap: HexMap, area: Flags, place: Places) -> bool:
    hex_ = hexmap.grid.hex_at(float(place[0]) / hexmap.km_per_hex, float(place[1]) / hexmap.km_per_hex)
    return hex_ >= 0 and bool(area[hex_])


def mean_distance(one: Places, other: Places) -> float:
    """Mean over both lines of the distance to the nearest place of the other, in km; nan where one is empty."""
    if not len(one) or not len(other):
        return float("nan")
    apart = np.hypot(one[:, None, 0] - other[None, :, 0], one[:, None, 1] - other[None, :, 1])
    return float((apart.min(axis=1).mean() + apart.min(axis=0).mean()) / 2)


# ------------------------------------------------------------------------------------------------- the picture


class Panel:
    """One day on a map: ground coloured by who holds it in the games and held it in history, both fronts drawn."""

    def __init__(self, drawing: Drawing, hexmap: HexMap, in_play: Flags, corner: Point, width: float) -> None:
        self.drawing, self.hexmap, self.in_play, self.corner = drawing, hexmap, in_play, corner
        self.width = width
        centres = hexmap.grid.centres[in_play]
        self.west, self.north = float(centres[:, 0].min()) - 0.5, float(centres[:, 1].max()) + 0.6
        self.scale = width / (float(centres[:, 0].max()) + 0.5 - self.west)
        self.height = self.scale * (self.north - float(centres[:, 1].min()) + 0.6)

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Return where a place of the map (hex widths) lies in the picture."""
        return self.corner[0] + (x - self.west) * self.scale, self.corner[1] + (self.north - y) * self.scale

    def paint(self, allied: Flags, was_allied: Flags) -> None:
        """The ground, run by run of hexes of one colour in a row."""
        grid, tall = self.hexmap.grid, self.scale * 0.87
        for row in range(grid.rows):
            hexes = range(row * grid.cols, (row + 1) * grid.cols)
            for colour, run in groupby(hexes, lambda hex_: self._colour(hex_, allied, was_allied)):
                ids = list(run)
                if colour == OUTSIDE:
                    continue
                x, y = self.at(*(float(value) for value in grid.centres[ids[0]]))
                self.drawing.box(x - self.scale / 2, y - tall / 2, self.scale * len(ids) + 0.3, tall + 0.3, colour)

    def _colour(self, hex_: int, allied: Flags, was_allied: Flags) -> str:
        if not self.in_play[hex_]:
            return OUTSIDE
        if self.hexmap.terrain_name(hex_) == "sea":
            return SEA
        return GROUND[bool(allied[hex_]), bool(was_allied[hex_])]

    def trace(self, snapshot: Snapshot) -> None:
        """The historical front, a dark line on a light one, as far as it lies in the panel."""
        for line in lines_of(self.hexmap, snapshot):
            places = [self.at(x / self.hexmap.km_per_hex, y / self.hexmap.km_per_hex) for x, y in line]
            for stretch in pairwise(places):
                if all(self._inside(*place) for place in stretch):
                    self.drawing.path(stretch, PAPER, 4.5)
                    self.drawing.path(stretch, INK, 2)

    def _inside(self, x: float, y: float) -> bool:
        left, top = self.corner
        return left <= x <= left + self.width and top <= y <= top + self.height

    def sides(self, allied: Flags, axis: Flags) -> None:
        """The front of one game, hexside by hexside."""
        grid = self.hexmap.grid
        for hex_ in np.flatnonzero(allied & self.in_play).tolist():
            for direction in range(6):
                other = int(grid.neighbours[hex_, direction])
                if other >= 0 and axis[other]:
                    ends = [grid.centres[hex_] + grid.corner_offsets[k % 6] for k in (direction, direction + 1)]
                    (x1, y1), (x2, y2) = (self.at(float(end[0]), float(end[1])) for end in ends)
                    self.drawing.line(x1, y1, x2, y2, "#8c2f24", 1.2)


def legend(drawing: Drawing, x: float, y: float, fronts: str, entries: Iterable[tuple[str, str]] = LEGEND) -> None:
    """Draw the meanings of the colours and lines, in a row."""
    for colour, word in entries:
        drawing.box(x, y - 10, 12, 12, colour)
        drawing.words(x + 18, y, word)
        x += 190
    drawing.path([(x, y - 4), (x + 30, y - 4)], INK, 2)
    drawing.words(x + 38, y, "front in history")
    drawing.line(x + 160, y - 4, x + 190, y - 4, "#8c2f24", 1.5)
    drawing.words(x + 198, y, fronts)


def most(flags: Sequence[Flags]) -> Flags:
    """bool[N]: what holds in more than half of the games."""
    share: Flags = np.mean(np.array(flags), axis=0) > 0.5
    return share
