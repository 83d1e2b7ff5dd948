"""Distances, retreat steps and sight lines of a playing field, made once for a field and shared (ledger section B)."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from wab.content.cards.geometry import Field

_CORNERS = ((0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1))
"""Corners of a hex around its centre, where centres lie at (x, 3y) (CRD-B-7). Heights are stretched, sides are not."""
_HALF_HEX = -1


class SightLine(NamedTuple):
    """The hexes that a line between two centres goes through, and those next to it, on its left and on its right.

    Left and right as seen from the hex with the lower number. `left_edge`, `right_edge`: a half hex of the board's side
    lies next to the line there, which always obstructs (CRD-4.4.6-7).
    """

    through: tuple[int, ...]
    left: tuple[int, ...]
    right: tuple[int, ...]
    left_edge: bool
    right_edge: bool


class Lines:
    """Distances and lines of one field. `southward` and `northward` are the retreat steps from each hex (CRD-B-6)."""

    def __init__(self, field: Field) -> None:
        self.field = field
        size = field.grid.size
        self.distances = tuple(bytes(self._distance(hex_, other) for other in range(size)) for hex_ in range(size))
        self.southward = self._steps(1)
        self.northward = self._steps(-1)
        self._traced: dict[tuple[int, int], SightLine] = {}

    def _distance(self, first: int, second: int) -> int:
        """Hexes from one to the other along a shortest path, the last one counted (CRD-B-2, CRD-4.4.2-2)."""
        dx, dy = abs(self.field.x[first] - self.field.x[second]), abs(self.field.y[first] - self.field.y[second])
        return max(dy, (dx + dy) // 2)

    def _steps(self, dy: int) -> tuple[tuple[int, ...], ...]:
        """From each hex those one row nearer to a base line, at most two (CRD-4.4.9-2, CRD-B-6)."""
        y = self.field.y
        return tuple(
            tuple(sorted(other for other in adjacent if y[other] - y[hex_] == dy))
            for hex_, adjacent in enumerate(self.field.adjacent)
        )

    def between(self, first: int, second: int) -> SightLine:
        """The line between two hexes, whichever way it is looked along: sight is mutual (CRD-4.4.6-10)."""
        key = (first, second) if first < second else (second, first)
        line = self._traced.get(key)
        if line is None:
            line = self._traced[key] = self._trace(*key)
        return line

    def _trace(self, first: int, second: int) -> SightLine:
        """Draw a line from centre to centre, in whole numbers (CRD-4.4.6-2, CRD-B-7)."""
        x0, y0 = self.field.x[first], 3 * self.field.y[first]
        dx, dy = self.field.x[second] - x0, 3 * self.field.y[second] - y0
        through: list[int] = []
        beside: dict[bool, list[int]] = {True: [], False: []}
        for hex_, x, y in self._near(first, second):
            touch = "" if hex_ in (first, second) else _touch(x - x0, 3 * y - y0, dx, dy)
            if touch == "through":
                through.append(hex_)
            elif touch == "beside":
                beside[dx * (3 * y - y0) - dy * (x - x0) < 0].append(hex_)
        left, right = (tuple(hex_ for hex_ in beside[side] if hex_ != _HALF_HEX) for side in (True, False))
        return SightLine(tuple(through), left, right, _HALF_HEX in beside[True], _HALF_HEX in beside[False])

    def _near(self, first: int, second: int) -> list[tuple[int, int, int]]:
        """The hexes that a line may meet, half hexes among them, with their doubled coordinates."""
        field, rows, cols = self.field, self.field.grid.rows, self.field.grid.cols
        xs = sorted((field.x[first], field.x[second]))
        ys = sorted((field.y[first], field.y[second]))
        found = []
        for y in range(ys[0], ys[1] + 1):
            row = rows - 1 - y
            for x in range(xs[0] - 2, xs[1] + 3):
                column = (x - row % 2) // 2
                if (x - row) % 2 or not -(row % 2) <= column < cols:
                    continue
                hex_ = row * cols + column
                found.append((hex_ if column >= 0 and field.section_of[hex_] else _HALF_HEX, x, y))
        return found


def _touch(x: int, y: int, dx: int, dy: int) -> str:
    """Return how the segment from the origin to (dx, dy) meets the hex around (x, y): "through", along a side or not at
    all.
    """
    length = dx * dx + dy * dy
    corners = [(x + cx, y + cy) for cx, cy in _CORNERS]
    side = [dx * cy - dy * cx for cx, cy in corners]
    along = [dx * cx + dy * cy for cx, cy in corners]
    on_segment = any(s == 0 and 0 < a < length for s, a in zip(side, along, strict=True))
    if not min(side) < 0 < max(side):
        return "beside" if on_segment else ""
    return "through" if on_segment or _crosses(side, along, length) else ""


def _crosses(side: list[int], along: list[int], length: int) -> bool:
    """Return whether a side of a hex that lies across the line is met within the segment, not beyond its ends."""
    for number in range(6):
        before, after = side[number - 1], side[number]
        if before < 0 < after or after < 0 < before:
            where = abs(after) * along[number - 1] + abs(before) * along[number]
            if 0 < where < length * (abs(before) + abs(after)):
                return True
    return False


@cache
def lines_of(field: Field) -> Lines:
    """The lines of a field."""
    return Lines(field)
