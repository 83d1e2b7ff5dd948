"""Mixes the ground pixel by pixel: numba kernels that lay wash over wash.

Colours are tuples of red, green, blue; a layer is read between the pixels of its coarse raster.
"""

from typing import NamedTuple

import numpy as np
from numba import prange
from numpy.typing import NDArray

from art.painting import palette as ink
from art.painting.compiled import compiled, parallel
from art.painting.layers import Soft
from art.painting.noise import Field, cloud, hash01, value_noise

Colour = tuple[float, float, float]

SHELF_LINES = (0.22, 0.50, 0.85, 1.3, 1.85, 2.5, 3.3, 4.25, 5.4)


class Tuning(NamedTuple):
    """The strengths with which a level shows things.

    `plain_calm` and `bocage_calm` pull parcels towards the mean tint of their terrain; `detail` (0 or 1) adds parcel
    edges and furrows, `crops` furrows in the bocage too; `furrow_period` in km; `shade_gain` and `shade_limit` govern
    the dark side of the relief; `sea_depth` (km) is the distance over which the sea darkens, `shelf_spread` stretches
    the shelf lines.
    """

    plain_calm: float
    bocage_calm: float
    detail: float
    crops: float
    furrow_period: float
    furrow_depth: float
    hedge_opacity: float
    shade_gain: float
    shade_limit: float
    sea_depth: float
    shelf_spread: float


@parallel
def upsampled(layer: Field, rows: int, cols: int, times: float, first_row: float, first_column: float) -> Field:
    """A coarse layer read at the pixels of the fine raster, float32[rows, cols]."""
    out = np.empty((rows, cols), np.float32)
    for i in prange(rows):
        for j in range(cols):
            out[i, j] = _between(layer, i / times + first_row, j / times + first_column)
    return out


@compiled
def _between(layer: Field, row: float, col: float) -> float:
    row = min(max(row, 0.0), layer.shape[0] - 1.001)
    col = min(max(col, 0.0), layer.shape[1] - 1.001)
    i, j = int(row), int(col)
    u, v = row - i, col - j
    upper = layer[i, j] * (1 - v) + layer[i, j + 1] * v
    lower = layer[i + 1, j] * (1 - v) + layer[i + 1, j + 1] * v
    value: float = upper * (1 - u) + lower * u
    return value


@parallel
def hedges(left: float, top: float, step: float, edge: Field, bocage: Field, width: float) -> Field:
    """Hedges along the parcel edges of the bocage, float32[rows, cols]: about `width` km half wide, with gaps."""
    rows, cols = edge.shape
    out = np.zeros((rows, cols), np.float32)
    for i in prange(rows):
        y = top - i * step
        for j in range(cols):
            if bocage[i, j] > 0.3 and edge[i, j] < 0.1:
                x = left + j * step
                gap = _smooth(0.22, 0.34, cloud(x * 3.2, y * 3.2, 501, 2))
                half = width * (0.75 + 0.8 * cloud(x * 7, y * 7, 502, 2))
                soft = 0.6 * step
                strength = min(max(bocage[i, j] * 1.6 - 0.5, 0.0), 1.0)
                out[i, j] = (1 - _smooth(half - soft, half + soft, edge[i, j])) * gap * strength
    return out


@compiled
def _smooth(low: float, high: float, value: float) -> float:
    t = min(max((value - low) / (high - low), 0.0), 1.0)
    return t * t * (3 - 2 * t)


@compiled
def _mix(a: Colour, b: Colour, t: float) -> Colour:
    return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t


@compiled
def _times(a: Colour, k: float) -> Colour:
    return a[0] * k, a[1] * k, a[2] * k


@compiled
def _multiply(a: Colour, b: Colour) -> Colour:
    return a[0] * b[0], a[1] * b[1], a[2] * b[2]


@compiled
def _clip(value: float) -> float:
    return min(max(value, 0.0), 1.0)


@compiled
def _plain(fields: Field, i: int, j: int, tuning: Tuning, step: float) -> Colour:
    tint, edge, quarter, across = fields[0, i, j], fields[1, i, j], fields[2, i, j], fields[3, i, j]
    colour = _mix(ink.PLAIN[min(int(tint * len(ink.PLAIN)), len(ink.PLAIN) - 1)], ink.PLAIN_MEAN, tuning.plain_calm)
    if tuning.detail > 0:
        if (tint * 7) % 1.0 > 0.55:
            colour = _furrowed(colour, across, edge, tuning.furrow_period, tuning.furrow_depth)
        colour = _mix(colour, ink.PARCEL_EDGE, (1 - _smooth(0.004, 0.5 * step + 0.012, edge)) * 0.26)
        colour = _mix(colour, ink.QUARTER_EDGE, (1 - _smooth(0.01, 0.6 * step + 0.014, quarter)) * 0.22)
    return colour


@compiled
def _furrowed(colour: Colour, across: float, edge: float, period: float, depth: float) -> Colour:
    furrow = (np.sin(across / period * 2 * np.pi) * 0.5 + 0.5) * _smooth(0.012, 0.03, edge) * depth
    return colour[0] - furrow, colour[1] - furrow, colour[2] - furrow


@compiled
def _bocage(fields: Field, i: int, j: int, tuning: Tuning) -> Colour:
    tint, edge, across = fields[0, i, j], fields[1, i, j], fields[3, i, j]
    colour = _mix(
        ink.BOCAGE[min(int(tint * len(ink.BOCAGE)), len(ink.BOCAGE) - 1)], ink.BOCAGE_MEAN, tuning.bocage_calm
    )
    if tuning.crops > 0 and (tint * 5) % 1.0 > 0.7:
        colour = _furrowed(colour, across, edge - 0.008, tuning.furrow_period, tuning.furrow_depth * 0.8)
    if tuning.detail > 0:
        colour = _times(colour, 1 - 0.056 * (1 - _smooth(0.0, 0.075, edge)))
    return colour


@compiled
def _bare_sand(x: float, y: float, wetness: float, slow: float, mottle: float, tuning: Tuning) -> Colour:
    """Sand, darker where the tide has left it, with ripples along the shore and pools."""
    colour = _mix(ink.SAND, ink.WET_SAND, _smooth(0.2, 0.8, wetness + (mottle - 0.5) * 0.3))
    colour = _mix(colour, ink.LOW_SAND, _smooth(0.65, 1.0, wetness + (mottle - 0.5) * 0.25))
    colour = _times(colour, 1 + (slow - 0.5) * 0.12 + (mottle - 0.5) * 0.07)
    if tuning.detail > 0:
        ripple = cloud(x * 2.1, y * 9.0, 601, 3) - 0.5
        colour = _times(colour, 1 + ripple * (0.05 + 0.16 * wetness))
    pool = _smooth(0.60, 0.70, cloud(x * 0.9, y * 2.6, 602, 3)) * _smooth(0.35, 0.7, wetness)
    return _mix(colour, ink.TIDE_POOL, pool * 0.55)


@compiled
def _relief(colour: Colour, shade: float, tuning: Tuning) -> Colour:
    if shade < 0:
        return _mix(colour, _multiply(colour, ink.RELIEF_SHADE), min(-shade * tuning.shade_gain, tuning.shade_limit))
    return _mix(colour, ink.RELIEF_LIGHT, min(shade * 0.95, 0.42))


@compiled
def _sea(
    x: float,
    y: float,
    step: float,
    offshore: float,
    depth: float,
    tuning: Tuning,
    slow: float,
    mottle: float,
    beach: float,
    flats: float,
) -> Colour:
    t = min(1 - np.exp(-depth / tuning.sea_depth), 0.9999) * (len(ink.SEA) - 1)
    k = int(t)
    colour = _mix(ink.SEA[k], ink.SEA[k + 1], t - k)
    colour = _times(colour, 1 + (slow - 0.5) * 0.10 + (mottle - 0.5) * 0.035)
    fine = cloud(x * 5.5, y * 5.5, 301, 3)
    wobble = depth + (mottle - 0.5) * 0.22 * _clip(depth / 1.5)
    for q in range(len(SHELF_LINES)):
        line = max(0.0, 1 - abs(wobble - SHELF_LINES[q] * tuning.shelf_spread) / (1.2 * step))
        colour = _mix(colour, ink.SHELF, line * 0.42 * (1 - q / 10.5) * (0.65 + 0.5 * fine))
    tidal = (1 - _smooth(0.05, 0.16 + 0.5 * beach, offshore)) * 0.75
    colour = _mix(colour, ink.TIDAL, tidal * min(0.35 + beach, 0.9))
    bank = _smooth(0.38, 0.62, flats + (mottle - 0.5) * 1.1) * _smooth(0.05, 0.4, flats)
    colour = _mix(colour, ink.TIDAL, bank * (0.62 + 0.2 * fine))
    foam = max(0.0, 1 - abs(offshore - 0.10 - 0.05 * fine) / (0.9 * step)) * 0.5
    return _mix(colour, ink.FOAM, foam)


@compiled
def _grain(column: int, row: int) -> float:
    """The tooth of the paper: grain of single pixels and short fibres, around zero."""
    grain = hash01(column, row, 71) + hash01(column, row, 72) + hash01(column, row, 73) - 1.5
    fibre = value_noise(column * 0.11, row * 0.9, 75) - 0.5
    return grain * 0.018 + fibre * 0.016


@parallel
def mix_all(
    places: NDArray[np.float64],
    origin: tuple[int, int],
    tuning: Tuning,
    land: Field,
    inland: Field,
    offshore: Field,
    plain: Field,
    bocage: Field,
    hedge: Field,
    shadow: Field,
    soft: Field,
) -> Field:
    """Mixes everything into the picture, float32[rows, cols, 3].

    `places`: left, top, step, placement of the coarse layers; `origin`: row and column in the raster of the world;
    `tuning`: see `Tuning`; the rest are rasters of the window, `soft` the coarse layers.
    """
    left, top, step, times, first_row, first_column = places
    rows, cols = land.shape
    out = np.empty((rows, cols, 3), np.float32)
    for i in prange(rows):
        y, r = top - i * step, i / times + first_row
        for j in range(cols):
            x, c = left + j * step, j / times + first_column
            slow, mottle = _between(soft[Soft.SLOW], r, c), _between(soft[Soft.MOTTLE], r, c)
            beach = _between(soft[Soft.BEACH], r, c)
            colour = ink.SAND
            if land[i, j] > 0:
                covered = _clip(_between(soft[Soft.BOCAGE], r, c) * 1.35 - 0.15)
                if covered < 1:
                    colour = _plain(plain, i, j, tuning, step)
                if covered > 0:
                    colour = _mix(colour, _bocage(bocage, i, j, tuning), covered)
                colour = _mix(colour, ink.HILL, _between(soft[Soft.HILL], r, c) * (0.22 + 0.22 * mottle))
                colour = _times(colour, 1 + (slow - 0.5) * 0.16 + (mottle - 0.5) * 0.09)
                floor = _clip(_between(soft[Soft.WOODS], r, c) * 1.2)
                colour = _mix(colour, ink.WOOD_FLOOR, floor * 0.55)
                wet, pool = _between(soft[Soft.WET], r, c), _between(soft[Soft.POOL], r, c)
                colour = _mix(_mix(colour, ink.MARSH, wet * 0.9), ink.POOL, pool * 0.85)
                dry = (1 - _clip(floor * 1.4)) * (1 - _clip(wet * 1.3)) * (1 - _clip(pool * 1.3))
                colour = _times(colour, 1 - 0.20 * shadow[i, j] * dry)
                colour = _mix(colour, ink.HEDGE, hedge[i, j] * tuning.hedge_opacity * dry)
                colour = _relief(colour, _between(soft[Soft.SHADE], r, c), tuning)
                colour = _mix(colour, ink.TOWN_GROUND, _between(soft[Soft.TOWN], r, c) * 0.62)
                cliff = _between(soft[Soft.CLIFF], r, c)
                width = (0.16 + 0.42 * beach) * (0.75 + 0.5 * mottle) * (1 - 0.8 * cliff)
                colour = _mix(colour, ink.SAND, (1 - _smooth(width * 0.55, width, inland[i, j])) * 0.92)
                colour = _mix(colour, ink.CLIFF, cliff * (1 - _smooth(0.03, 0.10, inland[i, j])) * 0.55)
                sand = _smooth(0.3, 0.7, _between(soft[Soft.SAND], r, c) + (mottle - 0.5) * 0.25)
                if sand > 0:
                    bare = _bare_sand(x, y, _between(soft[Soft.WETNESS], r, c), slow, mottle, tuning)
                    colour = _mix(colour, _relief(bare, _between(soft[Soft.SHADE], r, c) * 0.3, tuning), sand)
            if land[i, j] < 1:
                depth = _between(soft[Soft.DEPTH], r, c)
                depth = offshore[i, j] + (depth - offshore[i, j]) * _smooth(0.3, 1.2, depth)
                flats = _between(soft[Soft.FLATS], r, c)
                water = _sea(x, y, step, offshore[i, j], depth, tuning, slow, mottle, beach, flats)
                colour = _mix(water, colour, land[i, j])
            colour = _times(colour, 1 + _grain(origin[1] + j, origin[0] + i))
            stain = min(max((_between(soft[Soft.STAIN], r, c) - 0.42) * 0.45, 0.0), 0.22)
            colour = _mix(colour, _multiply(colour, ink.STAIN), stain)
            out[i, j, 0], out[i, j, 1], out[i, j, 2] = _clip(colour[0]), _clip(colour[1]), _clip(colour[2])
    return out
