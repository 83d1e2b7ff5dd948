"""The painted ground of one window: washes of terrain, parcels, hedges, relief, beach and sea, on paper.

Smooth things (masks, relief, slow noise) are computed on a coarse raster and read between its pixels; what has edges
(coast, parcels, hedges) at the full raster. One pass then mixes all of it pixel by pixel.
"""

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numba import njit, prange
from numpy.typing import NDArray
from scipy import ndimage

from tools.painting import palette as ink
from tools.painting.country import Country, Cover, Town
from tools.painting.curves import seed_of
from tools.painting.lines import Lines
from tools.painting.noise import Field, cloud, cloud_field, hash01, parcel_field, value_noise, warped_hexes
from tools.painting.window import Window, area_mask, disc_mask, line_mask

COARSE = 0.13  # kilometres a pixel of the coarse raster
TOWN_RADIUS = {"city": 1.25, "town": 0.62, "village": 0.30}
MARGIN = 14.0  # kilometres beyond a window that its sea colour and blurs may depend on
SHELF_LINES = (0.22, 0.50, 0.85, 1.3, 1.85, 2.5, 3.3, 4.25, 5.4)


@dataclass(frozen=True)
class Style:
    """How one level is painted; lengths in kilometres.

    `calm` pulls parcels towards the mean tint of their terrain (plain, bocage); `detail` adds hedges and furrows.
    """

    warp: float
    plain_width: float
    bocage_width: float
    calm: tuple[float, float]
    detail: bool
    sea_depth: float
    shelf_spread: float
    roughness: float
    relief: float


MID_STYLE = Style(0.62, 0.34, 0.36, (0.18, 0.10), True, 3.6, 1.0, 105.0, 0.011)
FAR_STYLE = Style(0.80, 0.55, 0.60, (0.75, 0.80), False, 9.0, 2.3, 70.0, 0.0125)


class Soft(IntEnum):
    """Layers of the coarse raster."""

    BOCAGE = 0
    HILL = 1
    WET = 2
    POOL = 3
    WOODS = 4
    TOWN = 5
    BEACH = 6
    CLIFF = 7
    FLATS = 8
    SHADE = 9
    SLOW = 10
    MOTTLE = 11
    STAIN = 12
    DEPTH = 13
    HEIGHT = 14


@dataclass(frozen=True)
class Ground:
    """A painted window and what the stamps need to know about it.

    `picture` float32[rows, cols, 3]; `land` 0..1; `inland` kilometres to the coast; `edge` kilometres to the nearest
    bocage parcel edge; `woods` bool; `soft` the coarse layers in the window `coarse`.
    """

    window: Window
    picture: Field
    land: Field
    inland: Field
    edge: Field
    woods: NDArray[np.bool_]
    coarse: Window
    soft: Field


def paint_ground(country: Country, lines: Lines, window: Window, style: Style) -> Ground:
    """Paints the ground of a window; the same place looks the same in any window that holds it with its margin."""
    land = area_mask(window, country.land)
    inland = _distance(land > 0.5, window)
    offshore = _distance(land <= 0.5, window)
    hexes = warped_hexes(
        window.left,
        window.top,
        window.step,
        *window.shape,
        country.km_per_hex,
        country.grid.rows,
        country.grid.cols,
        style.warp,
    )
    woods = country.cover[hexes] == Cover.WOODS
    coarse = window.coarser(COARSE)
    soft = _soft_layers(country, lines, coarse, style, offshore, window)
    to_coarse = _placement(window, coarse)
    bocage = _upsampled(soft[Soft.BOCAGE], window.shape, to_coarse)
    plain_fields = _parcels(window, (bocage < 0.95) & (land > 0), 1.75, style.plain_width, 2.1, 0.35, 1)
    bocage_fields = _parcels(window, (bocage > 0.05) & (land > 0), 1.5, style.bocage_width, 1.25, 0.50, 50)
    hedge = (
        _hedges(window.left, window.top, window.step, bocage_fields[1], bocage) if style.detail else np.zeros_like(land)
    )
    shadow = _hedge_shadow(hedge, window)
    places = np.array([window.left, window.top, window.step, *to_coarse])
    depth = 1.0 / style.sea_depth
    calm = np.array([*style.calm, 1.0 if style.detail else 0.0, depth, style.shelf_spread])
    picture = _mix_all(
        places,
        (window.row, window.column),
        calm,
        land,
        inland,
        offshore,
        plain_fields,
        bocage_fields,
        hedge,
        shadow,
        soft,
    )
    return Ground(window, picture, land, inland, bocage_fields[1], woods, coarse, soft)


def _distance(inside: NDArray[np.bool_], window: Window) -> Field:
    """Kilometres to the nearest pixel outside, up to the margin beyond which nothing looks different."""
    if inside.all():
        return np.full(inside.shape, MARGIN, np.float32)
    found: Field = np.minimum(ndimage.distance_transform_edt(inside) * window.step, MARGIN).astype(np.float32)
    return found


def _placement(window: Window, coarse: Window) -> tuple[float, float, float]:
    """Fine pixels a coarse pixel, and the coarse row and column of the centre of the first fine pixel."""
    row = (coarse.top - window.top + 0.5 * window.step) * coarse.scale - 0.5
    column = (window.left - coarse.left + 0.5 * window.step) * coarse.scale - 0.5
    return window.scale / coarse.scale, row, column


def _upsampled(layer: Field, shape: tuple[int, int], placement: tuple[float, float, float]) -> Field:
    times, row, column = placement
    found: Field = _bilinear(layer, np.arange(shape[0]) / times + row, np.arange(shape[1]) / times + column)
    return found


@njit(parallel=True, cache=True)
def _bilinear(layer, rows, cols):
    out = np.empty((len(rows), len(cols)), np.float32)
    for i in prange(len(rows)):
        for j in range(len(cols)):
            out[i, j] = _between(layer, rows[i], cols[j])
    return out


@njit(cache=True)
def _between(layer, row, col):
    row = min(max(row, 0.0), layer.shape[0] - 1.001)
    col = min(max(col, 0.0), layer.shape[1] - 1.001)
    i, j = int(row), int(col)
    u, v = row - i, col - j
    upper = layer[i, j] * (1 - v) + layer[i, j + 1] * v
    lower = layer[i + 1, j] * (1 - v) + layer[i + 1, j + 1] * v
    return upper * (1 - u) + lower * u


def _parcels(
    window: Window, wanted: NDArray[np.bool_], size: float, width: float, aspect: float, warp: float, seed: int
) -> Field:
    fields: Field = parcel_field(window.left, window.top, window.step, wanted, size, width, aspect, warp, seed)
    return fields


# ---- the coarse layers


def _soft_layers(country: Country, lines: Lines, coarse: Window, style: Style, offshore: Field, fine: Window) -> Field:
    left, top, step = coarse.left, coarse.top, coarse.step
    grid = (country.km_per_hex, country.grid.rows, country.grid.cols)
    hexes = warped_hexes(left, top, step, *coarse.shape, *grid, style.warp)
    cover = country.cover[hexes]
    noise = {name: cloud_field(left, top, step, *coarse.shape, *args) for name, args in _NOISES.items()}
    soft = np.zeros((len(Soft), *coarse.shape), np.float32)
    soft[Soft.BOCAGE] = np.clip(
        _blurred(cover == Cover.BOCAGE, 0.35, coarse)
        + 0.8 * _blurred(cover == Cover.HILL, 0.35, coarse)
        + 0.15 * _blurred(cover == Cover.MARSH, 0.3, coarse),
        0,
        1,
    )
    soft[Soft.HILL] = _blurred((cover == Cover.HILL) | (cover == Cover.OPEN_HILL), 0.55, coarse)
    soft[Soft.WOODS] = _blurred(cover == Cover.WOODS, 0.3, coarse)
    marsh = _blurred(cover == Cover.MARSH, 0.62, coarse)
    soft[Soft.WET] = _step(0.36, 0.60, marsh + (noise["mottle"] - 0.5) * 1.9) * 0.85 * _step(0.06, 0.30, marsh)
    flooded = country.flooded[warped_hexes(left, top, step, *coarse.shape, *grid, 0.5)]
    flood = _blurred(flooded, 0.62, coarse)
    soft[Soft.POOL] = _step(0.47, 0.56, (noise["pool"] - 0.5) * 1.3 + 0.24 + flood * 0.5) * _step(0.2, 0.55, flood)
    soft[Soft.FLATS] = _blurred((cover == Cover.FLATS), 0.7, coarse)
    soft[Soft.TOWN] = _towns(lines, coarse) if style.detail else 0.0
    centres = country.centres
    soft[Soft.BEACH] = disc_mask(coarse, [(*centres[h], 2.1) for h in np.flatnonzero(country.beach)], 0.35)
    soft[Soft.CLIFF] = disc_mask(coarse, [(*centres[h], 1.75) for h in np.flatnonzero(country.cliff)], 0.2)
    soft[Soft.SLOW], soft[Soft.MOTTLE], soft[Soft.STAIN] = noise["slow"], noise["mottle"], noise["stain"]
    soft[Soft.HEIGHT] = _heights(country, lines, coarse, style)
    soft[Soft.SHADE] = _shade(soft[Soft.HEIGHT], coarse, style)
    soft[Soft.DEPTH] = _depth(offshore, fine, coarse)
    return soft


_NOISES = {"slow": (0.16, 101, 4), "mottle": (0.9, 201, 4), "stain": (0.045, 900, 3), "pool": (0.62, 777, 4)}


def _step(low: float, high: float, value: Field) -> Field:
    t = np.clip((value - low) / (high - low), 0, 1)
    return t * t * (3 - 2 * t)


def _blurred(mask: NDArray[np.bool_], kilometres: float, window: Window) -> Field:
    soft: Field = ndimage.gaussian_filter(mask.astype(np.float32), kilometres * window.scale)
    return soft


def _towns(lines: Lines, window: Window) -> Field:
    discs = [disc for town in lines.towns for disc in _town_discs(town)]
    return np.clip(0.85 * disc_mask(window, discs, 0.07), 0, 1)


def _town_discs(town: Town) -> list[tuple[float, float, float]]:
    """A loose heap of discs: the reddish ground a town stands on."""
    rng = np.random.default_rng(seed_of(town.name))
    radius = TOWN_RADIUS[town.size]
    discs = []
    for _ in range(3 if town.size == "village" else 7):
        angle, away = rng.uniform(0, 6.28), rng.uniform(0, radius * 0.62)
        x, y = town.x + away * np.cos(angle), town.y + away * np.sin(angle)
        discs.append((float(x), float(y), float(radius * rng.uniform(0.35, 0.62))))
    return discs


def _heights(country: Country, lines: Lines, coarse: Window, style: Style) -> Field:
    """The relief to be shaded: heights of the atlas, invented roughness growing with height, valleys along rivers."""
    height = country.height(*coarse.centres()).astype(np.float32)
    height = ndimage.gaussian_filter(height, 1.0 * coarse.scale)
    rough = cloud_field(coarse.left, coarse.top, coarse.step, *coarse.shape, 0.42, 61, 5) - 0.5
    height = height + rough * style.roughness * np.clip(height / 160, 0.12, 1.2)
    water = line_mask(coarse, [river.points for river in lines.rivers], 0.08) > 0
    if water.any():
        away = ndimage.distance_transform_edt(~water).astype(np.float32) * coarse.step
        height = height - 24 * np.exp(-((away / 0.75) ** 1.3)) * np.clip(height / 70, 0.25, 1.3)
    softened: Field = ndimage.gaussian_filter(height, 0.09 * coarse.scale)
    return softened


def _shade(height: Field, coarse: Window, style: Style) -> Field:
    """Light from the upper left: positive where a slope is lit, negative where it lies in shade."""
    down, right = np.gradient(height, coarse.step)
    right, up = right * style.relief, -down * style.relief
    light = (0.60 * right - 0.60 * up + 0.53) / np.sqrt(1 + right**2 + up**2)
    return np.clip((light - 0.53) * 1.5, -0.55, 0.42)


def _depth(offshore: Field, fine: Window, coarse: Window) -> Field:
    """Distance from the coast, smoothed more the farther out it is."""
    near: Field = fine.sample(offshore, np.column_stack([z.ravel() for z in coarse.centres()])).reshape(coarse.shape)
    far = ndimage.gaussian_filter(near, 0.8 * coarse.scale)
    return near + (far - near) * np.clip(near / 3.5, 0, 1)


# ---- hedges


@njit(parallel=True, cache=True)
def _hedges(left, top, step, edge, bocage):
    """Hedges along the parcel edges of the bocage: of changing thickness, with gaps."""
    rows, cols = edge.shape
    out = np.zeros((rows, cols), np.float32)
    for i in prange(rows):
        y = top - i * step
        for j in range(cols):
            if bocage[i, j] > 0.3 and edge[i, j] < 0.1:
                x = left + j * step
                gap = _smooth(0.22, 0.34, cloud(x * 3.2, y * 3.2, 501, 2))
                half = 0.026 * (0.75 + 0.8 * cloud(x * 7, y * 7, 502, 2))
                soft = 0.6 * step
                strength = min(max(bocage[i, j] * 1.6 - 0.5, 0.0), 1.0)
                out[i, j] = (1 - _smooth(half - soft, half + soft, edge[i, j])) * gap * strength
    return out


def _hedge_shadow(hedge: Field, window: Window) -> Field:
    """The part of the hedges' shadow (to the lower right) that falls on open ground."""
    shift = max(1, round(0.028 * window.scale))
    cast = np.zeros_like(hedge)
    cast[shift:, shift:] = hedge[:-shift, :-shift]
    return np.clip(cast - hedge, 0, 1)


# ---- mixing


@njit(cache=True)
def _smooth(low, high, value):
    t = min(max((value - low) / (high - low), 0.0), 1.0)
    return t * t * (3 - 2 * t)


@njit(cache=True)
def _mix(a, b, t):
    return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t


@njit(cache=True)
def _times(a, k):
    return a[0] * k, a[1] * k, a[2] * k


@njit(cache=True)
def _multiply(a, b):
    return a[0] * b[0], a[1] * b[1], a[2] * b[2]


@njit(cache=True)
def _clip(value):
    return min(max(value, 0.0), 1.0)


@njit(cache=True)
def _plain(fields, i, j, calm, detail, step):
    tint, edge, quarter, across = fields[0, i, j], fields[1, i, j], fields[2, i, j], fields[3, i, j]
    colour = _mix(ink.PLAIN[min(int(tint * len(ink.PLAIN)), len(ink.PLAIN) - 1)], ink.PLAIN_MEAN, calm)
    if detail:
        if (tint * 7) % 1.0 > 0.55:
            furrow = (np.sin(across / 0.09 * 2 * np.pi) * 0.5 + 0.5) * _smooth(0.012, 0.03, edge) * 0.02
            colour = colour[0] - furrow, colour[1] - furrow, colour[2] - furrow
        colour = _mix(colour, ink.PARCEL_EDGE, (1 - _smooth(0.004, 0.5 * step + 0.012, edge)) * 0.26)
        colour = _mix(colour, ink.QUARTER_EDGE, (1 - _smooth(0.01, 0.6 * step + 0.014, quarter)) * 0.22)
    return colour


@njit(cache=True)
def _bocage(fields, i, j, calm, detail):
    tint, edge = fields[0, i, j], fields[1, i, j]
    colour = _mix(ink.BOCAGE[min(int(tint * len(ink.BOCAGE)), len(ink.BOCAGE) - 1)], ink.BOCAGE_MEAN, calm)
    if detail:
        colour = _times(colour, 1 - 0.056 * (1 - _smooth(0.0, 0.075, edge)))
    return colour


@njit(cache=True)
def _relief(colour, shade):
    if shade < 0:
        return _mix(colour, _multiply(colour, ink.RELIEF_SHADE), min(-shade * 1.5, 0.72))
    return _mix(colour, ink.RELIEF_LIGHT, min(shade * 0.95, 0.42))


@njit(cache=True)
def _sea(x, y, step, offshore, depth, calm, slow, mottle, beach, flats):
    t = min(1 - np.exp(-depth * calm[3]), 0.9999) * (len(ink.SEA) - 1)
    k = int(t)
    colour = _mix(ink.SEA[k], ink.SEA[k + 1], t - k)
    colour = _times(colour, 1 + (slow - 0.5) * 0.10 + (mottle - 0.5) * 0.035)
    fine = cloud(x * 5.5, y * 5.5, 301, 3)
    wobble = depth + (mottle - 0.5) * 0.22 * _clip(depth / 1.5)
    for q in range(len(SHELF_LINES)):
        line = max(0.0, 1 - abs(wobble - SHELF_LINES[q] * calm[4]) / (1.2 * step))
        colour = _mix(colour, ink.SHELF, line * 0.42 * (1 - q / 10.5) * (0.65 + 0.5 * fine))
    tidal = (1 - _smooth(0.05, 0.16 + 0.5 * beach, offshore)) * 0.75
    colour = _mix(colour, ink.TIDAL, tidal * min(0.35 + beach, 0.9))
    bank = _smooth(0.38, 0.62, flats + (mottle - 0.5) * 1.1) * _smooth(0.05, 0.4, flats)
    colour = _mix(colour, ink.TIDAL, bank * (0.62 + 0.2 * fine))
    foam = max(0.0, 1 - abs(offshore - 0.10 - 0.05 * fine) / (0.9 * step)) * 0.5
    return _mix(colour, ink.FOAM, foam)


@njit(cache=True)
def _grain(column, row):
    """The tooth of the paper: grain of single pixels and short fibres, around zero."""
    grain = hash01(column, row, 71) + hash01(column, row, 72) + hash01(column, row, 73) - 1.5
    fibre = value_noise(column * 0.11, row * 0.9, 75) - 0.5
    return grain * 0.018 + fibre * 0.016


@njit(parallel=True, cache=True)
def _mix_all(places, origin, calm, land, inland, offshore, plain, bocage, hedge, shadow, soft):
    """Mixes everything into the picture, float32[rows, cols, 3].

    `places`: left, top, step, placement of the coarse layers; `origin`: row and column in the raster of the world;
    `calm`: pull to the mean of plain and bocage, detail, 1 / sea depth, spread of the shelf lines.
    """
    left, top, step, times, first_row, first_column = places
    rows, cols = land.shape
    detail = calm[2] > 0
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
                    colour = _plain(plain, i, j, calm[0], detail, step)
                if covered > 0:
                    colour = _mix(colour, _bocage(bocage, i, j, calm[1], detail), covered)
                colour = _mix(colour, ink.HILL, _between(soft[Soft.HILL], r, c) * (0.22 + 0.22 * mottle))
                colour = _times(colour, 1 + (slow - 0.5) * 0.16 + (mottle - 0.5) * 0.09)
                floor = _clip(_between(soft[Soft.WOODS], r, c) * 1.2)
                colour = _mix(colour, ink.WOOD_FLOOR, floor * 0.55)
                wet, pool = _between(soft[Soft.WET], r, c), _between(soft[Soft.POOL], r, c)
                colour = _mix(_mix(colour, ink.MARSH, wet * 0.9), ink.POOL, pool * 0.85)
                dry = (1 - _clip(floor * 1.4)) * (1 - _clip(wet * 1.3)) * (1 - _clip(pool * 1.3))
                colour = _times(colour, 1 - 0.20 * shadow[i, j] * dry)
                colour = _mix(colour, ink.HEDGE, hedge[i, j] * 0.60 * dry)
                colour = _relief(colour, _between(soft[Soft.SHADE], r, c))
                colour = _mix(colour, ink.TOWN_GROUND, _between(soft[Soft.TOWN], r, c) * 0.62)
                cliff = _between(soft[Soft.CLIFF], r, c)
                width = (0.16 + 0.42 * beach) * (0.75 + 0.5 * mottle) * (1 - 0.8 * cliff)
                colour = _mix(colour, ink.SAND, (1 - _smooth(width * 0.55, width, inland[i, j])) * 0.92)
                colour = _mix(colour, ink.CLIFF, cliff * (1 - _smooth(0.03, 0.10, inland[i, j])) * 0.55)
            if land[i, j] < 1:
                depth = _between(soft[Soft.DEPTH], r, c)
                flats = _between(soft[Soft.FLATS], r, c)
                water = _sea(x, y, step, offshore[i, j], depth, calm, slow, mottle, beach, flats)
                colour = _mix(water, colour, land[i, j])
            colour = _times(colour, 1 + _grain(origin[1] + j, origin[0] + i))
            stain = min(max((_between(soft[Soft.STAIN], r, c) - 0.42) * 0.45, 0.0), 0.22)
            colour = _mix(colour, _multiply(colour, ink.STAIN), stain)
            out[i, j, 0], out[i, j, 1], out[i, j, 2] = _clip(colour[0]), _clip(colour[1]), _clip(colour[2])
    return out
