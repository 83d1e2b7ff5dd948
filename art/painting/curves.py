"""Curves: rounding, resampling and wandering of polylines. Points are float64[n, 2] in the units of the caller."""

import zlib

import numpy as np
from numpy.typing import ArrayLike, NDArray

Points = NDArray[np.float64]


def seed_of(*parts: object) -> int:
    """A seed made of names and numbers, the same on every machine and in every run."""
    return zlib.crc32(repr(parts).encode())


def cut_corners(points: ArrayLike, times: int, closed: bool = False) -> Points:
    """The polyline after `times` rounds of Chaikin's corner cutting; the ends of an open line stay where they are."""
    p = np.asarray(points, float)
    for _ in range(times):
        a, b = (p, np.roll(p, -1, axis=0)) if closed else (p[:-1], p[1:])
        cut = np.stack([0.75 * a + 0.25 * b, 0.25 * a + 0.75 * b], axis=1).reshape(-1, 2)
        p = cut if closed else np.vstack([p[:1], cut, p[-1:]])
    return p


def through(points: ArrayLike, steps: int) -> Points:
    """A Catmull-Rom curve through the points, `steps` pieces between two of them."""
    p = np.asarray(points, float)
    if len(p) < 3:
        return p
    q = np.vstack([2 * p[0] - p[1], p, 2 * p[-1] - p[-2]])
    t = np.linspace(0, 1, steps, endpoint=False)[:, None]
    a, b, c, d = (q[i : len(q) - 3 + i, None, :] for i in range(4))
    curve = 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3)
    return np.vstack([curve.reshape(-1, 2), p[-1:]])


def arc_length(points: Points) -> NDArray[np.float64]:
    """The distance along the line of each of its points."""
    return np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))])


def resample(points: ArrayLike, step: float) -> Points:
    """The same line with points at equal distances of about `step`; both ends are kept."""
    p = np.asarray(points, float)
    along = arc_length(p)
    wanted = np.linspace(0, along[-1], max(2, int(along[-1] / step) + 1))
    return np.column_stack([np.interp(wanted, along, p[:, 0]), np.interp(wanted, along, p[:, 1])])


def normals(points: Points) -> Points:
    """Unit vectors to the left of the line at each point."""
    tangent = np.gradient(points, axis=0)
    tangent /= np.hypot(*tangent.T)[:, None] + 1e-9
    return np.column_stack([-tangent[:, 1], tangent[:, 0]])


def wander(points: ArrayLike, amplitude: float, wavelength: float, seed: int, step: float) -> Points:
    """The line with a small sideways wander, so that nothing looks ruled; the ends stay put."""
    p = resample(points, step)
    along = arc_length(p)
    knots = np.arange(0, along[-1] + 3 * wavelength, wavelength)
    sway = through(np.column_stack([knots, np.random.default_rng(seed).normal(0, 1, len(knots))]), 8)
    shift = np.interp(along, sway[:, 0], sway[:, 1]) * amplitude
    shift *= np.clip(np.minimum(along, along[-1] - along) / (4 * step), 0, 1)
    return p + normals(p) * shift[:, None]
