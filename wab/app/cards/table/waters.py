"""The way of the rivers over the hexes that they lie in."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from wab.app.cards.looks.specs import BoardSpec
from wab.app.cards.table.relief import grid_of
from wab.hexes import HexId

Points = npt.NDArray[np.float64]
WET = ("river", "lake", "ocean")
STEPS = 24  # points of the river a hex


def river_arms(board: BoardSpec) -> dict[HexId, tuple[float, ...]]:
    """For each river hex the directions, in degrees, in which the water goes on: to other water, or off the board."""
    grid, kinds = grid_of(board), dict(board.terrain)
    playable = set(board.playable)
    arms = {}
    for hex_id, kind in board.terrain:
        if kind != "river":
            continue
        around = grid.neighbour_rows[hex_id]
        wet = [direction for direction, other in enumerate(around) if kinds.get(other, "") in WET]
        if len(wet) == 1:
            beyond = [direction for direction, other in enumerate(around) if other not in playable]
            opposite = (wet[0] + 3) % 6
            if beyond:
                wet.append(min(beyond, key=lambda d: abs((d - opposite + 3) % 6 - 3)))
        arms[hex_id] = tuple(60.0 * direction for direction in wet)
    return arms


def river_points(board: BoardSpec) -> Points:
    """float64[n, 2]: points close together along the middle of all rivers.

    In each hex the water runs from the middle of one side to the middle of another, in a curve; where three arms meet
    each pair is joined.
    """
    grid, playable = grid_of(board), set(board.playable)
    found: list[Points] = []
    for hex_id, arms in river_arms(board).items():
        centre = np.array(grid.centre(hex_id))
        ends = [centre + 0.5 * np.array([math.cos(math.radians(a)), math.sin(math.radians(a))]) for a in arms]
        found += [_beyond(centre, a) for a in arms if grid.neighbour_rows[hex_id][round(a / 60)] not in playable]
        # Pairs that turn back on each other would make a hairpin: only neighbours of a fork that lie well apart join.
        pairs = [
            (i, j) for i in range(len(ends)) for j in range(i) if _apart(arms[i], arms[j]) > 60.0 or len(ends) == 2
        ]
        if len(ends) < 2:
            found.append(_curve(centre, centre, ends[0]) if ends else centre[None])
        found += [_curve(ends[i], centre, ends[j]) for i, j in pairs]
    return np.concatenate(found) if found else np.zeros((0, 2))


def flow_of(board: BoardSpec, hex_id: HexId) -> float:
    """The direction in degrees in which the water of a hex runs, from its first arm to its last; 0 without water."""
    arms = river_arms(board).get(hex_id, ())
    if not arms:
        return 0.0
    if len(arms) == 1:
        return arms[0]
    first, last = (np.array([math.cos(math.radians(a)), math.sin(math.radians(a))]) for a in (arms[0], arms[-1]))
    way = last - first
    return math.degrees(math.atan2(way[1], way[0]))


def _beyond(centre: Points, degrees: float) -> Points:
    """The water that runs off the board."""
    way = np.array([math.cos(math.radians(degrees)), math.sin(math.radians(degrees))])
    found: Points = centre + np.linspace(0.5, 1.3, STEPS)[:, None] * way
    return found


def _apart(first: float, second: float) -> float:
    return abs((first - second + 180.0) % 360.0 - 180.0)


def _curve(start: Points, middle: Points, end: Points) -> Points:
    t = np.linspace(0.0, 1.0, STEPS)[:, None]
    found: Points = (1 - t) ** 2 * start + 2 * t * (1 - t) * middle + t**2 * end
    return found
