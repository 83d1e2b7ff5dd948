"""Rivers on hexsides: from corner to corner, so that a river never has a gap and every hex centre keeps its bank."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from art.mapping.frame import Corner, Flags, Floats, Frame, walk
from art.mapping.places import Pull
from art.mapping.sources import Feature
from wab.hexes import OFF_MAP, HexId

Side = tuple[HexId, int]


@dataclass(frozen=True)
class River:
    """A river as the corners it passes and the hexsides between them, from its source down."""

    name: str
    rank: str
    corners: tuple[Corner, ...]
    sides: tuple[Side, ...]


def trace_rivers(
    frame: Frame, features: tuple[Feature, ...], pull: Pull, land: Flags, choices: dict[str, Any]
) -> tuple[River, ...]:
    """All rivers, in the order of the source. A tributary ends where it meets the river it flows into."""
    traced: dict[str, River] = {}
    for feature in _parents_first(features):
        parent = traced.get(str(feature.properties["into"]))
        shifted = _shift_of(frame, feature.name, choices).moved(walk(feature.parts[0]))
        traced[feature.name] = _trace(frame, feature, pull.moved(shifted), land, parent)
    return tuple(traced[feature.name] for feature in features if traced[feature.name].sides)


def _parents_first(features: tuple[Feature, ...]) -> list[Feature]:
    names = {feature.name for feature in features}
    waiting, done, ordered = list(features), set[str](), list[Feature]()
    while waiting:
        ready = [f for f in waiting if f.properties["into"] in done or f.properties["into"] not in names]
        ordered += ready
        done |= {f.name for f in ready}
        waiting = [f for f in waiting if f not in ready]
    return ordered


def _shift_of(frame: Frame, river: str, choices: dict[str, Any]) -> Pull:
    """The places where our choices move this river alone."""
    shifts = [shift for shift in choices["river_shifts"] if shift["river"] == river]
    return Pull(frame.km([s["at"] for s in shifts]), np.array([s["km"] for s in shifts]).reshape(-1, 2))


def _trace(frame: Frame, feature: Feature, points: Floats, land: Flags, parent: River | None) -> River:
    chain = _without_loops(_joined(frame, frame.nearest_corners(points)))
    if parent is not None and parent.corners:
        chain = _ended_at(frame, chain, set(parent.corners))
    chain = _ended_at_the_sea(frame, chain, land)
    sides = [frame.sides[pair] for pair in pairwise(chain)]
    inner = tuple(side for side in sides if frame.grid.neighbour(*side) != OFF_MAP)
    return River(feature.name, str(feature.properties["rank"]), tuple(chain), inner)


def _joined(frame: Frame, corners: Iterable[Corner]) -> list[Corner]:
    """The corners without repetitions; where two do not touch, the way between them along hexsides is filled in."""
    chain: list[Corner] = []
    for corner in corners:
        if not chain:
            chain.append(corner)
        elif corner != chain[-1]:
            chain += _way(frame, chain[-1], {corner})[1:]
    return chain


def _way(frame: Frame, start: Corner, goals: set[Corner]) -> list[Corner]:
    """The shortest way along hexsides from a corner to one of the goals."""
    came_from: dict[Corner, Corner | None] = {start: None}
    queue = deque([start])
    while queue:
        corner = queue.popleft()
        if corner in goals:
            return _unwound(came_from, corner)
        for other in _touching(corner):
            if other not in came_from and (corner, other) in frame.sides:
                came_from[other] = corner
                queue.append(other)
    raise ValueError(f"no way along hexsides from corner {start}")


def _unwound(came_from: dict[Corner, Corner | None], corner: Corner) -> list[Corner]:
    way: list[Corner] = []
    step: Corner | None = corner
    while step is not None:
        way.append(step)
        step = came_from[step]
    return way[::-1]


def _touching(corner: Corner) -> list[Corner]:
    """The three corners one hexside away (of the two patterns of three, the other one leads off the lattice)."""
    x, y = corner
    steps = ((0, 2), (1, -1), (-1, -1), (0, -2), (1, 1), (-1, 1))
    return [(x + dx, y + dy) for dx, dy in steps]


def _without_loops(chain: list[Corner]) -> list[Corner]:
    """A river that comes back to a corner skips the loop between."""
    kept: list[Corner] = []
    for corner in chain:
        if corner in kept:
            del kept[kept.index(corner) + 1 :]
        else:
            kept.append(corner)
    return kept


def _ended_at(frame: Frame, chain: list[Corner], goals: set[Corner]) -> list[Corner]:
    for index, corner in enumerate(chain):
        if corner in goals:
            return chain[: index + 1]
    return _without_loops(chain + _way(frame, chain[-1], goals)[1:]) if chain else chain


def _ended_at_the_sea(frame: Frame, chain: list[Corner], land: Flags) -> list[Corner]:
    """Cut at the first hexside with sea on both sides, then back to the last one with land on both."""
    for index, pair in enumerate(pairwise(chain)):
        if not any(land[hex_id] for hex_id in _banks(frame, pair)):
            chain = chain[: index + 1]
            break
    while len(chain) > 1 and not all(land[hex_id] for hex_id in _banks(frame, (chain[-2], chain[-1]))):
        chain = chain[:-1]
    return chain


def _banks(frame: Frame, pair: tuple[Corner, Corner]) -> list[HexId]:
    hex_id, direction = frame.sides[pair]
    return [h for h in (hex_id, frame.grid.neighbour(hex_id, direction)) if h != OFF_MAP]
