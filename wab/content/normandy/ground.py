"""The campaign on the hexes of a map: what lay behind the nearest earlier trace of the front, places that fell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from wab.content.hexmap import HexMap
from wab.content.normandy.history import Snapshot, Trace, load_captures, load_front
from wab.engine.kernel.measures import Change
from wab.hexes import OFF_MAP, HexId

Point = tuple[float, float]
Flags = NDArray[np.bool_]

_SHORE_HEXES = 4  # the end of a trace is drawn on to the sea when it is no farther than this
_FAR_KM = 400.0  # and to the edge of the map otherwise
_LANDED = ((-1.226, 49.379), (-0.868, 49.358), (-0.54, 49.285))
"""Sainte-Marie-du-Mont, Saint-Laurent, Creully: behind every trace from the evening of 7 June on, one for each of the
beachheads that had not joined hands then."""


def snapshot_of(day: str) -> Snapshot | None:
    """The last front of a day or before it; None if there is none that early. DataError for a bad file."""
    earlier = [snapshot for snapshot in load_front() if snapshot.day <= day]
    return max(earlier, key=lambda snapshot: snapshot.day, default=None)


@lru_cache(maxsize=64)
def held_between(hexmap: HexMap, first: str, last: str) -> Flags | None:
    """bool[N]: hexes that the Allies held on a day from the first to the last. None if no such front is known."""
    snapshot = snapshot_of(last)
    return None if snapshot is None or snapshot.day < first else behind_the_front(snapshot, hexmap)


def captures_on(hexmap: HexMap) -> Iterator[tuple[HexId, tuple[Change, ...]]]:
    """Places of history by hex with the days on which they changed hands. A side that fought for a place and did not
    hold it does not count."""
    for capture in load_captures().values():
        if not capture.off_map:
            changes = (Change(change.day, change.to) for change in capture.changes if change.to != "contested")
            yield hexmap.hex_of(capture.lon, capture.lat), tuple(changes)


def behind_the_front(snapshot: Snapshot, hexmap: HexMap) -> Flags:
    """bool[N]: land that can be reached from the beachheads without crossing the front; pockets turned over.

    A fortress is no pocket: it lies behind the Axis front.
    """
    walls = [wall for trace in snapshot.traces for wall in pairwise(_drawn_on(_km(trace, hexmap), hexmap))]
    held = _flooded(hexmap, walls)
    for rim in snapshot.pockets:
        if "fortress" in rim.name:
            continue
        pocket = _km(rim, hexmap)
        inside = _inside(pocket, hexmap)
        middle = np.mean(np.array(pocket), axis=0)
        x, y = middle / hexmap.km_per_hex
        at = hexmap.grid.hex_at(float(x), float(y))
        if at != OFF_MAP:
            held[inside] = not held[at]
    held &= ~hexmap.is_terrain("sea")
    return held


def _flooded(hexmap: HexMap, walls: Sequence[tuple[Point, Point]]) -> Flags:
    grid, centres = hexmap.grid, hexmap.grid.centres * hexmap.km_per_hex
    land = ~hexmap.is_terrain("sea")
    held = np.zeros(grid.size, np.bool_)
    waiting = [hex_ for hex_ in (hexmap.hex_of(lon, lat) for lon, lat in _LANDED) if hex_ != OFF_MAP and land[hex_]]
    held[waiting] = True
    while waiting:
        here = waiting.pop()
        for there in grid.adjacent(here):
            if held[there] or not land[there]:
                continue
            step = tuple(centres[here]), tuple(centres[there])
            if not any(_cross(*step, *wall) for wall in walls):
                held[there] = True
                waiting.append(there)
    return held


def _drawn_on(trace: list[Point], hexmap: HexMap) -> list[Point]:
    """A trace whose ends are drawn on: to the sea where it is near, else in their direction to the edge of the map."""
    return [_beyond(trace[1], trace[0], hexmap), *trace, _beyond(trace[-2], trace[-1], hexmap)]


def _beyond(before: Point, end: Point, hexmap: HexMap) -> Point:
    return _nearest_sea(end, hexmap) or _along(before, end, _FAR_KM)


def _nearest_sea(point: Point, hexmap: HexMap) -> Point | None:
    """The centre of the nearest hex of the sea, None if it is far."""
    here = hexmap.grid.hex_at(point[0] / hexmap.km_per_hex, point[1] / hexmap.km_per_hex)
    if here == OFF_MAP:
        return None
    centres = hexmap.grid.centres * hexmap.km_per_hex
    sea = [hex_ for hex_ in hexmap.grid.disk(here, _SHORE_HEXES) if hexmap.terrain_name(hex_) == "sea"]
    nearest = min(sea, key=lambda hex_: float(np.hypot(*(centres[hex_] - point))), default=None)
    return None if nearest is None else (float(centres[nearest][0]), float(centres[nearest][1]))


def _along(before: Point, end: Point, km: float) -> Point:
    dx, dy = end[0] - before[0], end[1] - before[1]
    length = float(np.hypot(dx, dy)) or 1.0
    return end[0] + dx / length * km, end[1] + dy / length * km


def _km(trace: Trace, hexmap: HexMap) -> list[Point]:
    """The points of a trace in km of the map's own frame."""
    return [(x, y) for x, y in hexmap.projection.to_km(trace.points).tolist()]


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Tell whether two stretches cross."""
    return _turn(a, b, c) != _turn(a, b, d) and _turn(c, d, a) != _turn(c, d, b)


def _turn(a: Point, b: Point, c: Point) -> bool:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0


def _inside(ring: list[Point], hexmap: HexMap) -> Flags:
    """bool[N]: hexes whose centre lies in a ring of points."""
    centres = hexmap.grid.centres * hexmap.km_per_hex
    inside = np.zeros(len(centres), np.bool_)
    for (x1, y1), (x2, y2) in pairwise([*ring, ring[0]]):
        if y1 == y2:
            continue
        spans = (centres[:, 1] > min(y1, y2)) & (centres[:, 1] <= max(y1, y2))
        left = x1 + (centres[:, 1] - y1) * (x2 - x1) / (y2 - y1) > centres[:, 0]
        inside ^= spans & left
    return inside
