"""Houses, churches and bridges as solids of few faces, for boards and maps."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from wab.app.gfx.solids import Solid, box, disc, gable, joined, prism, rod
from wab.app.gfx.theme import Rgba, colour

WALLS = tuple(colour(text) for text in ("E6D6B4", "DCC9A4", "D3C4A6", "E9DDC2"))
ROOFS = tuple(colour(text) for text in ("A8593F", "B4654A", "98503A", "87776C", "BC7350"))
CHURCH_WALL, CHURCH_ROOF = colour("D8CCB2"), colour("6F7780")
DOOR, IRON, STONE, ROADWAY = colour("4E3B29"), colour("5B564E"), colour("CFC3A6"), colour("EADFC0")


def house(random: np.random.Generator, scale: float = 1.0, *, tiles: Rgba | None = None, plain: bool = False) -> Solid:
    """A farm house with a gabled roof and a chimney, about 0.2 long. `tiles`: the colour of its roof; `plain`: without
    doors and windows."""
    length, depth, height = random.uniform(0.15, 0.22), random.uniform(0.11, 0.135), random.uniform(0.075, 0.125)
    wall = WALLS[int(random.integers(0, len(WALLS)))]
    own = ROOFS[int(random.integers(0, len(ROOFS)))]
    roof = tiles or own
    parts = [box(0.0, 0.0, 0.0, (length, depth, height), wall)]
    parts.append(gable(0.0, 0.0, height, (length + 0.016, depth + 0.022, 0.075), roof, wall.shade(0.95)))
    parts.append(box(length * 0.32, 0.012, height + 0.03, (0.024, 0.024, 0.062), roof.shade(0.78)))
    for side in (-1, 1) if not plain else ():
        y = side * (depth / 2 + 0.001)
        parts.append(box(0.0, y, 0.0, (0.026, 0.004, 0.052), DOOR))
        for x in (-0.30, 0.30):
            parts.append(box(x * length, y, 0.034, (0.024, 0.004, 0.026), DOOR.shade(1.2)))
    return joined(parts).scaled(scale)


@lru_cache(maxsize=1)
def minster() -> Solid:
    """A church with its spire in the west, 0.45 long and 0.57 high."""
    wall, roof = CHURCH_WALL, CHURCH_ROOF
    nave = [box(0.03, 0.0, 0.0, (0.26, 0.14, 0.13), wall), gable(0.03, 0.0, 0.13, (0.27, 0.16, 0.10), roof, wall)]
    tower = [
        box(-0.155, 0.0, 0.0, (0.11, 0.11, 0.27), wall.shade(0.96)),
        box(-0.155, 0.0, 0.27, (0.125, 0.125, 0.016), wall.shade(0.85)),
    ]
    spire = prism(disc(0.082, 4, math.pi / 4), 0.286, 0.52, roof.shade(0.9), top=0.0).moved(-0.155, 0.0)
    cross = [
        rod((-0.155, 0.0, 0.50), (-0.155, 0.0, 0.575), 0.007, IRON),
        rod((-0.178, 0.0, 0.55), (-0.132, 0.0, 0.55), 0.007, IRON),
    ]
    windows = [box(x, y, 0.045, (0.022, 0.004, 0.052), DOOR) for x in (-0.03, 0.04, 0.11) for y in (-0.071, 0.071)]
    door = box(-0.211, 0.0, 0.0, (0.004, 0.036, 0.07), DOOR)
    choir = prism(disc(0.07, 8), 0.0, 0.115, wall).moved(0.16, 0.0)
    return joined([*nave, *tower, spire, *cross, *windows, door, choir])


@lru_cache(maxsize=1)
def stone_bridge() -> Solid:
    """A bridge of 0.2 along x: an arched roadway between parapets."""
    deck = prism([(-0.1, -0.026), (0.1, -0.026), (0.1, 0.026), (-0.1, 0.026)], 0.0, 0.026, STONE, top=0.86, lid=ROADWAY)
    walls = [box(0.0, y, 0.0, (0.15, 0.009, 0.040), STONE) for y in (-0.027, 0.027)]
    heads = [box(x, y, 0.0, (0.022, 0.018, 0.046), STONE.shade(0.92)) for x in (-0.082, 0.082) for y in (-0.03, 0.03)]
    return joined([deck, *walls, *heads])
