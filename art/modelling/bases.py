"""The base under a miniature: a hexagon with an edge in the nation's colour, flock or water, stones, tufts.

The edge is painted white here; the game colours it, so that one model serves every nation and every palette.
"""

from __future__ import annotations

import numpy as np

from art.modelling.sculpture import Sculpture

HIGH = 0.15
"""Of its edge, in shares of its radius."""


def _hexagon(radius: float) -> list[tuple[float, float]]:
    return [(radius * np.cos(angle), radius * np.sin(angle)) for angle in np.radians(np.arange(6) * 60 + 30)]


def base(s: Sculpture, radius: float, seed: int, water: bool = False) -> None:
    """A base whose top is z = 0, its corners `radius` (m) from the middle."""
    high = radius * HIGH
    s.paint("rim", density=0.35)
    top, foot = _hexagon(radius * 0.93), _hexagon(radius)
    s.hull([*((*point, 0.0) for point in top), *((*point, -high) for point in foot)], 0.03 * radius)
    s.paint("sea" if water else "flock", 0.03 * radius, folds=(0.009 * radius, 5 / radius, 5 / radius))
    s.slab(_hexagon(radius * 0.90), 0.035 * radius, axis="z", edge=0.03 * radius)
    if not water:
        _ground(s, radius, np.random.default_rng(seed))


def _ground(s: Sculpture, radius: float, rng: np.random.Generator) -> None:
    for _hump in range(5):
        angle, out = rng.uniform(0, 2 * np.pi), radius * 0.7 * np.sqrt(rng.uniform(0.05, 1))
        s.ball(
            (out * np.cos(angle), out * np.sin(angle), 0), np.array([0.16, 0.13, 0.05]) * radius, blend=0.07 * radius
        )
    s.paint("rock", 0.02, folds=(0.015, 12, 12), density=0.7)
    for _stone in range(4):
        angle, out, size = rng.uniform(0, 2 * np.pi), radius * rng.uniform(0.5, 0.76), radius * rng.uniform(0.03, 0.06)
        place = (out * np.cos(angle), out * np.sin(angle), 0.02 * radius)
        s.ball(place, (size * 1.3, size, size * 0.8), (0, 0, rng.uniform(0, 90)))
    s.paint("tuft", density=0.8)
    for _tuft in range(6):
        angle, out = rng.uniform(0, 2 * np.pi), radius * rng.uniform(0.55, 0.78)
        x, y = out * np.cos(angle), out * np.sin(angle)
        for _blade in range(5):
            way, lean = rng.uniform(0, 2 * np.pi), radius * rng.uniform(0.03, 0.08)
            tip = (x + lean * np.cos(way), y + lean * np.sin(way), radius * rng.uniform(0.09, 0.16))
            s.capsule((x, y, 0), tip, 0.020 * radius, 0.007 * radius)
