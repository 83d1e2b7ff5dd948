"""The drawn lines of a map: coast, cliffs, rivers, roads, bridges; from lines.json of its art or the map itself."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Literal

import msgspec
import numpy as np
from panda3d.core import NodePath

from wab.app.gfx.heights import HeightField
from wab.app.gfx.ribbons import CASING, FILLING, Line, Points, Ribbons, Stroke, simplified
from wab.app.gfx.theme import Rgba, colour
from wab.app.map.ground_art import Rect
from wab.content.hexmap import HexMap
from wab.content.json_data import read_json
from wab.hexes import OFF_MAP

Pairs = list[tuple[float, float]]
NOTHING = Rgba(0, 0, 0, 0)
ROAD_NAMES = {1: "lane", 2: "secondary", 3: "main"}

STROKES = {
    "main": Stroke((2.2, 4.0, 7.8, 1), (1.3, 2.4, 4.6, 1), colour("5E3222"), colour("D88A5E")),
    "secondary": Stroke((1.0, 3.0, 6.0, 1), (0.5, 1.7, 3.4, 1), colour("7B6647"), colour("F3E2B0")),
    "lane": Stroke((0.0, 1.3, 2.6, 1), (0.0, 1.3, 2.6, 1), NOTHING, colour("8A7350", 0.7)),
    "major": Stroke((3.6, 5.6, 9.8, 1), (2.1, 4.0, 8.0, 1), colour("2F5F73"), colour("7FB0BD")),
    "minor": Stroke((2.6, 3.6, 6.0, 1), (1.1, 2.1, 4.2, 1), colour("2F5F73"), colour("7FB0BD")),
    "coast": Stroke((1.0, 1.5, 2.4, 1), (0, 0, 0, 1), colour("4B6A70", 0.85), NOTHING),
    "cliff": Stroke((0.7, 1.2, 2.0, 1), (0, 0, 0, 1), colour("5A4630"), NOTHING),
    "deck": Stroke((2.4, 5.6, 10.5, 1), (1.5, 3.4, 7.0, 1), colour("3A2A1C"), colour("F4E6C4")),
    "frame": Stroke((2.4, 4.0, 7.0, 1), (0, 0, 0, 1), colour("2A2014"), NOTHING),
    "rail": Stroke((0.0, 1.3, 2.2, 1), (0, 0, 0, 1), colour("3A2A1C"), NOTHING),
}

SIDES = {
    "shingle": Stroke((1.4, 3.0, 5.6, 1), (0.8, 2.0, 4.0, 1), colour("6E6A62", 0.9), colour("C9C2B4")),
    "seawall": Stroke((1.6, 3.2, 6.0, 1), (0.9, 1.9, 3.6, 1), colour("3A3833"), colour("DAD3C2")),
    "wall": Stroke((1.8, 3.4, 6.2, 1), (1.0, 2.0, 3.8, 1), colour("2A2622"), colour("A9A294")),
    "slope": Stroke((0.9, 1.8, 3.0, 1), (0, 0, 0, 1), colour("7A5F36", 0.75), NOTHING),
    "bluff": Stroke((1.5, 3.0, 5.4, 1), (0, 0, 0, 1), colour("6A4A24", 0.95), NOTHING),
    "cliff": Stroke((2.0, 4.0, 7.2, 1), (0.8, 1.6, 3.0, 1), colour("2E2216"), colour("8C6B45")),
    "sheer_cliff": Stroke((2.4, 4.8, 8.6, 1), (0.9, 1.8, 3.4, 1), colour("1C150E"), colour("5A4630")),
    "ditch": Stroke((1.4, 2.8, 5.2, 1), (0.6, 1.3, 2.6, 1), colour("33261A"), colour("6E7F86")),
}
"""The looks of hexsides that a map names (`HexMap.side_overlays`); others are not drawn."""
STEEP = {"slope": (3, 0.05), "bluff": (4, 0.10), "cliff": (5, 0.12), "sheer_cliff": (6, 0.14)}
"""Ticks on a hexside of a kind and their length in hex widths: they point downhill."""


class _Coast(msgspec.Struct, frozen=True):
    outer: Pairs
    holes: list[Pairs]


class _River(msgspec.Struct, frozen=True):
    rank: Literal["minor", "major"]
    width: tuple[float, float]
    points: Pairs
    name: str = ""


class _Road(msgspec.Struct, frozen=True):
    points: Pairs
    kind: Literal["lane", "secondary", "main"] = msgspec.field(name="class")


class _Bridge(msgspec.Struct, frozen=True):
    at: tuple[float, float]
    direction: float
    road: str


class _Town(msgspec.Struct, frozen=True):
    name: str
    hex: int
    at: tuple[float, float]


class _Cliff(msgspec.Struct, frozen=True):
    points: Pairs


class LineWork(msgspec.Struct, frozen=True):
    """The contents of lines.json, in hex widths."""

    coast: list[_Coast] = []
    rivers: list[_River] = []
    roads: list[_Road] = []
    bridges: list[_Bridge] = []
    towns: list[_Town] = []
    cliffs: list[_Cliff] = []
    cliff_ticks: list[Pairs] = []


def load_lines(hexmap: HexMap, folder: Path | None) -> LineWork:
    """The line work of a folder, or straight lines from the map where there is none. DataError when the file is bad."""
    path = folder / "lines.json" if folder else None
    if path is None or not os.path.isfile(path):
        return plain_lines(hexmap)
    return read_json(path, LineWork)


def plain_lines(hexmap: HexMap) -> LineWork:
    """Rivers along hexsides and roads from centre to centre."""
    grid = hexmap.grid
    rivers, roads = [], []
    for hex_id, direction in np.argwhere(hexmap.river > 0).tolist():
        if grid.neighbours[hex_id, direction] > hex_id:
            ends = [
                tuple(grid.centres[hex_id] + grid.corner_offsets[corner % 6]) for corner in (direction, direction + 1)
            ]
            rivers.append(_River("major" if hexmap.river[hex_id, direction] > 1 else "minor", (0.8, 0.8), ends))
    for hex_id, direction in np.argwhere(hexmap.road > 0).tolist():
        other = int(grid.neighbours[hex_id, direction])
        if other != OFF_MAP and other > hex_id:
            kind = ROAD_NAMES[int(hexmap.road[hex_id, direction])]
            roads.append(_Road([grid.centre(hex_id), grid.centre(other)], kind))  # type: ignore[arg-type]
    return LineWork(rivers=rivers, roads=roads)


def side_lines(hexmap: HexMap) -> Iterator[Line]:
    """Hexsides of the kinds in SIDES, with ticks downhill where the ground falls."""
    grid = hexmap.grid
    for kind in (kind for kind in SIDES if kind in hexmap.side_overlays):
        for here, number in np.argwhere(hexmap.side_overlays[kind]).tolist():
            there = int(grid.neighbours[here, number])
            if there > here:
                ends = np.array([grid.centres[here] + grid.corner_offsets[(number + step) % 6] for step in (0, 1)])
                yield Line(np.linspace(ends[0], ends[1], 6), SIDES[kind])
                yield from _ticks(hexmap, kind, ends, (here, there))


def _ticks(hexmap: HexMap, kind: str, ends: Points, hexes: tuple[int, int]) -> Iterator[Line]:
    """Ticks across a steep hexside, on the side of the lower hex."""
    count, long = STEEP.get(kind, (0, 0.0))
    here, there = sorted(hexes, key=lambda hex_: int(hexmap.elevation[hex_]))
    down = hexmap.grid.centres[here] - hexmap.grid.centres[there]
    down = down / np.hypot(*down) * long
    for place in range(count):
        foot = ends[0] + (ends[1] - ends[0]) * (place + 0.5) / count
        yield Line(np.array([foot, foot + down]), SIDES[kind], (0.55, 0.3))


class MapLines:
    """The line work under `parent`: coast and cliffs, rivers, roads, bridges; each one Geom a layer."""

    def __init__(
        self, parent: NodePath, work: LineWork, heights: HeightField, rect: Rect, sides: Iterable[Line] = ()
    ) -> None:
        self.root = parent.attachNewNode("lines")
        self._parts: list[Ribbons] = []
        self._add("coast", heights, [part for line in _coast(work) for part in _inside(line, rect)], (CASING,))
        self._add(
            "rivers", heights, [Line(_course(r.points), STROKES[r.rank], r.width) for r in work.rivers], shaded=True
        )
        order = {"lane": 0, "secondary": 1, "main": 2}
        roads = sorted(work.roads, key=lambda road: order[road.kind])
        self._add("lanes", heights, [_road(road) for road in roads if road.kind == "lane"], (FILLING,), dashed=True)
        self._add("roads", heights, [_road(road) for road in roads if road.kind != "lane"])
        self._add("sides", heights, list(sides))
        self._add("bridges", heights, list(_bridges(work)))
        self._add("frame", heights, list(_frame(rect)), (CASING,))

    def show_coast(self, shown: bool) -> None:
        """Draw the coast as it is painted, or not while the water stands higher."""
        for part in self._parts:
            if part.root.getName() == "coast":
                part.root.show() if shown else part.root.hide()

    def _add(
        self, name: str, heights: HeightField, lines: list[Line], layers: tuple[float, ...] = (CASING, FILLING), *,
        dashed: bool = False, shaded: bool = False,
    ) -> None:  # fmt: skip
        if lines:
            variants = ["GROUND"] + ["DASHED"] * dashed + ["SHADED"] * shaded
            ribbons = Ribbons(self.root, name, heights, layers, variants)
            ribbons.show(lines)
            self._parts.append(ribbons)


def _course(points: Pairs) -> Points:
    return simplified(np.array(points, np.float64).reshape(-1, 2))


def _road(road: _Road) -> Line:
    return Line(_course(road.points), STROKES[road.kind])


def _coast(work: LineWork) -> list[Line]:
    rings = [ring for land in work.coast for ring in (land.outer, *land.holes)]
    lines = [Line(_course(ring), STROKES["coast"]) for ring in rings]
    lines += [Line(_course(cliff.points), STROKES["cliff"]) for cliff in work.cliffs]
    return lines + [Line(np.array(tick, np.float64), STROKES["cliff"]) for tick in work.cliff_ticks]


def _frame(rect: Rect) -> Iterator[Line]:
    """A thick and a thin line around the map, as on printed ones."""
    for inset, share in ((0.02, 1.0), (0.20, 0.4)):
        left, bottom, right, top = rect[0] + inset, rect[1] + inset, rect[2] - inset, rect[3] - inset
        for start, end in pairwise([(left, bottom), (right, bottom), (right, top), (left, top), (left, bottom)]):
            count = max(2, int(math.dist(start, end)))
            yield Line(np.linspace(start, end, count), STROKES["frame"], (share, share))


def _inside(line: Line, rect: Rect) -> Iterator[Line]:
    """The parts of a line within the painted rectangle."""
    left, bottom, right, top = rect
    x, y = line.points[:, 0], line.points[:, 1]
    within = (x >= left) & (x <= right) & (y >= bottom) & (y <= top)
    edges = np.flatnonzero(np.diff(np.concatenate([[False], within, [False]]).astype(np.int8)))
    for first, last in edges.reshape(-1, 2).tolist():
        if last - first > 1:
            yield Line(line.points[first:last], line.stroke, line.width)


def _bridges(work: LineWork) -> Iterator[Line]:
    for bridge in work.bridges:
        at = np.array(bridge.at)
        along = np.array([math.cos(bridge.direction), math.sin(bridge.direction)])
        across = np.array([-along[1], along[0]])
        scale = 1.0 if bridge.road == "main" else 0.8
        yield Line(np.array([at - 0.085 * along, at + 0.085 * along]), STROKES["deck"], (scale, scale))
        for side in (-1.0, 1.0):
            rail = [(-0.115, 0.062), (-0.085, 0.042), (0.085, 0.042), (0.115, 0.062)]
            yield Line(np.array([at + u * along + side * v * across for u, v in rail]), STROKES["rail"])
