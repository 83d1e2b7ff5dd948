"""The view that has some points in a free rectangle of the window: pure reckoning, in hex widths and pixels."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import NamedTuple

NEAREST, FARTHEST = 130.0, 58.0
"""Pixels a hex in a view that the director chooses."""
GROUND = 1.0
"""Hexes of ground around the hexes that come into view."""
SHORTEST, LONGEST, SLOWEST = 0.35, 0.9, 0.35
"""Seconds of a glide, and the share of a scene that it may take."""
TOO_FAR = 1.5
"""Windows of distance beyond which the view is cut, not moved."""

Point = tuple[float, float]


class Free(NamedTuple):
    """The free rectangle of the window in pixels: left, top, right and bottom edge."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def size(self) -> Point:
        """Width and height."""
        return max(1.0, self.right - self.left), max(1.0, self.bottom - self.top)


class Frame(NamedTuple):
    """A view: the point in the middle of the free rectangle, and the pixels of a hex."""

    x: float
    y: float
    px: float


def framed(points: Sequence[Point], shown: Sequence[Point | None], free: Free, px: float) -> Frame | None:
    """Return the view that has all points with some ground in the free rectangle; None if they lie there already.

    `points` are places in hex widths along the edges of the window, the goal last; `shown` are their present pixels,
    None behind the camera; `px` is the present width of a hex.
    """
    if not points or (px >= FARTHEST and all(_is_inside(pixel, free, px * GROUND * 0.5) for pixel in shown)):
        return None
    xs, ys = [x for x, _y in points], [y for _x, y in points]
    wide, high = max(xs) - min(xs) + 2 * GROUND, max(ys) - min(ys) + 2 * GROUND
    fits = min(free.size[0] / wide, free.size[1] / high)
    if fits < FARTHEST:  # the goal counts, with as much around it as there is room for
        return Frame(*points[-1], FARTHEST)
    return Frame((max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2, min(max(px, FARTHEST), fits, NEAREST))


def _is_inside(pixel: Point | None, free: Free, edge: float) -> bool:
    if pixel is None:
        return False
    x, y = pixel
    return free.left + edge <= x <= free.right - edge and free.top + edge <= y <= free.bottom - edge


def glide(distance: float, window: float, scene: float, *, still: bool) -> float:
    """Return the seconds of a move over so many hex widths, in a window that is so wide, for a scene; 0 is a cut."""
    if still or distance > TOO_FAR * window:
        return 0.0
    seconds = SHORTEST + (LONGEST - SHORTEST) * min(1.0, distance / window)
    return min(seconds, max(0.2, scene * SLOWEST))


def apart(first: Point, second: Point) -> float:
    """Distance of two points."""
    return hypot(first[0] - second[0], first[1] - second[1])
