"""The front: the line between the hexes of two sides, smooth, with a glow of each side's colour."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from panda3d.core import NodePath

from wab.app.gfx.heights import HeightField
from wab.app.gfx.meshes import uniform
from wab.app.gfx.ribbons import CASING, FILLING, Line, Points, Ribbons, Stroke, rounded
from wab.app.gfx.theme import MAP, MapColours, Rgba
from wab.hexes import Grid

_NONE = Rgba(0, 0, 0, 0)
# The casing carries the scale of the line (twice k), the filling the reach of its glow.
_STROKE = Stroke((1.24, 1.8, 3.0, 1.0), (17.0, 36.0, 60.0, 1.0), _NONE, Rgba(255, 255, 255, 255))
_HISTORY = Stroke((4.6, 6.4, 9.0, 0.0), (2.6, 3.8, 5.4, 0.0), MAP.path_edge, MAP.brass)
END_FADE = 0.22  # hex widths: a front runs out at the sea or the edge of the game, it is not cut off
Sides = npt.NDArray[np.integer]


def front_chains(grid: Grid, sides: Sides) -> list[Points]:
    """Chains of hex corners between hexes of side 1 and side 2 (`sides`: int[N], 0 neither), side 1 on the left.

    A chain that comes back to its start is closed: its first point is also its last.
    """
    following: dict[tuple[int, int], list[tuple[int, int]]] = {}
    places: dict[tuple[int, int], Points] = {}
    for hex_id in np.flatnonzero(sides == 1).tolist():
        for direction in range(6):
            other = int(grid.neighbours[hex_id, direction])
            if other < 0 or sides[other] != 2:
                continue
            ends = []
            for corner in (direction, direction + 1):  # counter-clockwise around the hex: it lies on the left
                place = grid.centres[hex_id] + grid.corner_offsets[corner % 6]
                key = (round(float(place[0]) * 4), round(float(place[1]) * 8))
                places[key] = place
                ends.append(key)
            following.setdefault(ends[0], []).append(ends[1])
    return [np.array([places[key] for key in chain]) for chain in _chained(following)]


def _chained(following: dict[tuple[int, int], list[tuple[int, int]]]) -> list[list[tuple[int, int]]]:
    targets = {end for ends in following.values() for end in ends}
    starts = sorted(key for key in following if key not in targets) + sorted(following)  # open chains first, then rings
    chains = []
    for start in starts:
        while following.get(start):
            chain = [start]
            while following.get(chain[-1]):
                chain.append(following[chain[-1]].pop(0))
            chains.append(chain)
    return chains


class HistoryLine:
    """A dashed line of brass under `parent`: where the front once ran."""

    def __init__(self, parent: NodePath, grid: Grid, heights: HeightField) -> None:
        self.grid = grid
        self.ribbons = Ribbons(parent, "history", heights, (CASING, FILLING), ["DASHED"])

    def show(self, sides: Sides | None) -> None:
        """Draw it between hexes of side 1 and side 2 (int[N], 0 neither); None draws none."""
        chains = front_chains(self.grid, sides) if sides is not None else []
        self.ribbons.show([Line(rounded(chain, 3), _HISTORY, fade=END_FADE) for chain in chains])


class FrontLine:
    """The front under `parent`."""

    def __init__(self, parent: NodePath, grid: Grid, heights: HeightField, colours: MapColours) -> None:
        self.grid = grid
        self.ribbons = Ribbons(parent, "front", heights, (FILLING,), ["FRONT"])
        self.set_colours(colours)
        self.set_patterned(False)

    def set_patterned(self, on: bool) -> None:
        """Strokes along the first side and dots along the second, next to their colours."""
        uniform(self.ribbons.root, "patterned", float(on))

    def set_colours(self, colours: MapColours) -> None:
        """Colours of the two sides and of the core."""
        uniform(self.ribbons.root, "left_side", *colours.side[0].unit)
        uniform(self.ribbons.root, "right_side", *colours.side[1].unit)
        uniform(self.ribbons.root, "core", *colours.front_core.unit)

    def show(self, sides: Sides | None) -> None:
        """Draw the front between hexes of side 1 and side 2 (int[N], 0 neither); None draws none."""
        chains = front_chains(self.grid, sides) if sides is not None else []
        self.ribbons.show([Line(rounded(chain, 3), _STROKE, fade=END_FADE) for chain in chains])
