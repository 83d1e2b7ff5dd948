"""Noise and field patterns in world coordinates, so that pictures of neighbouring pieces of the world join.

Everything hashes the place itself: no random generator, the same value for the same kilometre in every bake. All
functions are numba kernels; `x`, `y` are kilometres, `seed` an integer, results lie in 0..1 unless said otherwise.
"""

import math

import numpy as np
from numba import prange
from numpy.typing import NDArray

from art.painting.compiled import compiled, parallel

Field = NDArray[np.float32]


@compiled
def hash01(i: int, j: int, seed: int) -> float:
    """A number in 0..1 for a lattice point."""
    n = (i * 374761393 + j * 668265263 + seed * 974634777) & 0xFFFFFFFF
    n = ((n ^ (n >> 13)) * 1274126177) & 0xFFFFFFFF
    n = ((n ^ (n >> 16)) * 2246822519) & 0xFFFFFFFF
    return ((n ^ (n >> 15)) & 0xFFFFFF) / 16777215.0


@compiled
def value_noise(x: float, y: float, seed: int) -> float:
    """Smooth noise with one value a unit square."""
    i, j = math.floor(x), math.floor(y)
    u, v = x - i, y - j
    u = u * u * u * (u * (u * 6 - 15) + 10)
    v = v * v * v * (v * (v * 6 - 15) + 10)
    low = hash01(i, j, seed) * (1 - u) + hash01(i + 1, j, seed) * u
    high = hash01(i, j + 1, seed) * (1 - u) + hash01(i + 1, j + 1, seed) * u
    return low * (1 - v) + high * v


@compiled
def cloud(x: float, y: float, seed: int, octaves: int) -> float:
    """Fractal noise: octaves of value noise, each twice as fine and half as strong."""
    total, strength, sum_of_strengths = 0.0, 0.5, 0.0
    for k in range(octaves):
        total += strength * value_noise(x, y, seed + k)
        sum_of_strengths += strength
        x, y, strength = x * 2.03 + 17.1, y * 2.03 + 5.3, strength * 0.5
    return total / sum_of_strengths


@parallel
def cloud_field(
    left: float, top: float, step: float, rows: int, cols: int, frequency: float, seed: int, octaves: int
) -> Field:
    """`cloud` over a raster whose first pixel lies at (left, top), float32[rows, cols]."""
    out = np.empty((rows, cols), np.float32)
    for i in prange(rows):
        y = (top - i * step) * frequency
        for j in range(cols):
            out[i, j] = cloud((left + j * step) * frequency, y, seed, octaves)
    return out


@compiled
def hex_index(x: float, y: float, size: float, rows: int, cols: int) -> tuple[int, int]:
    """Row and column of the hex of a point, moved to the nearest hex of the map where it lies outside."""
    height = size * 0.8660254037844386
    nearest, at_row, at_col = 1e18, 0, 0
    middle = round(y / height)
    for row in range(middle - 1, middle + 2):
        offset = 0.5 * size if row & 1 else 0.0
        col = round((x - offset) / size)
        dx, dy = size * col + offset - x, row * height - y
        if dx * dx + dy * dy < nearest:
            nearest, at_row, at_col = dx * dx + dy * dy, row, col
    return min(max(at_row, 0), rows - 1), min(max(at_col, 0), cols - 1)


@parallel
def warped_hexes(
    left: float,
    top: float,
    step: float,
    rows: int,
    cols: int,
    size: float,
    grid_rows: int,
    grid_cols: int,
    cosine: float,
    sine: float,
    warp: float,
) -> NDArray[np.int32]:
    """The hex each pixel is painted after: the hex of a point moved by noise, so that no terrain ends on a straight
    line.

    `cosine` and `sine` are of the turn of the sheet against the grid, `warp` is the greatest move in kilometres.
    Returns flat hex ids, int32[rows, cols].
    """
    out = np.empty((rows, cols), np.int32)
    for i in prange(rows):
        y = top - i * step
        for j in range(cols):
            x = left + j * step
            fine = (cloud(x * 1.9, y * 1.9, 31, 2) - 0.5) * warp * 0.7
            moved_x = x + (cloud(x * 0.45, y * 0.45, 11, 4) - 0.5) * 2 * warp + fine
            fine = (cloud(x * 1.9, y * 1.9, 41, 2) - 0.5) * warp * 0.7
            moved_y = y + (cloud(x * 0.45, y * 0.45, 21, 4) - 0.5) * 2 * warp + fine
            grid_x, grid_y = moved_x * cosine + moved_y * sine, moved_y * cosine - moved_x * sine
            row, col = hex_index(grid_x, grid_y, size, grid_rows, grid_cols)
            out[i, j] = row * grid_cols + col
    return out


@compiled
def _quarter(x: float, y: float, size: float, seed: int) -> tuple[float, int, int]:
    """The cell of a jittered lattice: half the difference of the distances to the two nearest sites, nearest site."""
    i0, j0 = math.floor(x / size), math.floor(y / size)
    first, second, at_i, at_j = 1e9, 1e9, 0, 0
    for i in range(i0 - 2, i0 + 3):
        for j in range(j0 - 2, j0 + 3):
            dx = (i + 0.5 + (hash01(i, j, seed) - 0.5) * 0.95) * size - x
            dy = (j + 0.5 + (hash01(i, j, seed + 1) - 0.5) * 0.95) * size - y
            distance = math.sqrt(dx * dx + dy * dy)
            if distance < first:
                first, second, at_i, at_j = distance, first, i, j
            elif distance < second:
                second = distance
    return (second - first) * 0.5, at_i, at_j


@compiled
def parcel(
    x: float, y: float, size: float, width: float, aspect: float, warp: float, seed: int
) -> tuple[float, float, float, float]:
    """The field a point lies in: identity 0..1, kilometres to its edge, to the edge of its quarter, across the strips.

    Quarters (Voronoi cells of `size` km) have a direction each; they are cut into wavy rows of about `width` km, the
    rows into fields of random length about `aspect` times as long, and some of these lengthwise or crosswise in two.
    """
    wx = x + (cloud(x * 1.1, y * 1.1, seed + 7, 3) - 0.5) * warp
    wy = y + (cloud(x * 1.1, y * 1.1, seed + 9, 3) - 0.5) * warp
    quarter, qi, qj = _quarter(wx, wy, size, seed)
    angle = hash01(qi, qj, seed + 2) * 3.14159
    height = width * (0.72 + 0.75 * hash01(qi, qj, seed + 3))
    u = math.cos(angle) * wx + math.sin(angle) * wy
    v = -math.sin(angle) * wx + math.cos(angle) * wy
    v += (cloud(u * 1.6, v * 0.3, seed + 13, 2) - 0.5) * height * 0.55
    row = math.floor(v / height)
    across = v / height - row
    length = height * aspect * (0.65 + 0.9 * hash01(row, qi * 31 + qj, seed + 4))
    u += hash01(row, qi * 17 + qj, seed + 5) * length + (value_noise(v * 3.1, u * 0.4, seed + 15) - 0.5) * length * 0.25
    number = math.floor(u / length)
    along = u / length - number
    edge = min(min(along, 1 - along) * length, min(across, 1 - across) * height)
    part = 0
    cut = hash01(number * 7 + qi, row * 13 + qj, seed + 6)
    if cut > 0.62:
        place = 0.34 + 0.32 * hash01(number, row, seed + 8)
        edge, part = min(edge, abs(along - place) * length), 1 if along > place else 0
    elif cut < 0.16:
        place = 0.36 + 0.28 * hash01(number, row, seed + 8)
        edge, part = min(edge, abs(across - place) * height), 2 if across > place else 0
    identity = hash01(number * 3 + part * 101 + qi * 57, row * 5 + qj * 71, seed + 10)
    return identity, min(edge, quarter), quarter, v


@parallel
def parcel_field(
    left: float,
    top: float,
    step: float,
    wanted: NDArray[np.bool_],
    size: float,
    width: float,
    aspect: float,
    warp: float,
    seed: int,
) -> Field:
    """`parcel` over a raster, float32[4, rows, cols]; only where `wanted` (bool[rows, cols]) is set, zero elsewhere."""
    rows, cols = wanted.shape
    out = np.zeros((4, rows, cols), np.float32)
    for i in prange(rows):
        for j in range(cols):
            if wanted[i, j]:
                x, y = left + j * step, top - i * step
                out[0, i, j], out[1, i, j], out[2, i, j], out[3, i, j] = parcel(x, y, size, width, aspect, warp, seed)
    return out


def hash_points(i: NDArray[np.int64], j: NDArray[np.int64], seed: int) -> NDArray[np.float64]:
    """`hash01` of many lattice points at once."""
    mask = np.int64(0xFFFFFFFF)
    n = (i * 374761393 + j * 668265263 + seed * 974634777) & mask
    n = ((n ^ (n >> 13)) * 1274126177) & mask
    n = ((n ^ (n >> 16)) * 2246822519) & mask
    return ((n ^ (n >> 15)) & 0xFFFFFF) / 16777215.0
