"""The smooth things of the ground on a coarse raster: terrain, towns and beaches, relief, slow noise, sea depth."""

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from art.painting.country import Country, Town
from art.painting.curves import seed_of
from art.painting.legend import Cover
from art.painting.lines import Lines
from art.painting.noise import Field, cloud_field, warped_hexes
from art.painting.window import Window, area_mask, disc_mask, line_mask

COARSE = 0.13  # kilometres a pixel
COARSE_MARGIN = 18.0  # kilometres beyond a window that its layers may depend on: sea distance, then its smoothing
WETNESS = {Cover.SAND: 0.0, Cover.MID_SAND: 0.55, Cover.LOW_SAND: 1.0}
"""From sand that stays dry to sand that the sea has just left."""
FARTHEST = 14.0  # kilometres; distances from the coast are not told apart beyond
TOWN_RADIUS = {"city": 1.25, "town": 0.62, "village": 0.30}


@dataclass(frozen=True)
class Shaping:
    """The shape of the land of a level; lengths in kilometres.

    `warp` is how far terrain strays from its hexes, `roughness` metres of invented relief, `steepness` how strongly a
    metre a kilometre is shaded, `towns` the sizes of towns that have a ground of their own.
    """

    warp: float
    roughness: float
    steepness: float
    towns: tuple[str, ...]


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
    MIXED = 15
    SAND = 16
    WETNESS = 17


def soft_layers(country: Country, lines: Lines, coarse: Window, shaping: Shaping) -> Field:
    """All layers of a coarse window, float32[layers, rows, cols]."""
    left, top, step, (rows, cols) = coarse.left, coarse.top, coarse.step, coarse.shape
    hexes = warped_hexes(left, top, step, rows, cols, *country.lattice, shaping.warp)
    cover = country.cover[hexes]
    noise = {name: cloud_field(left, top, step, rows, cols, *args) for name, args in _NOISES.items()}
    soft = np.zeros((len(Soft), *coarse.shape), np.float32)
    soft[Soft.MIXED] = _blurred(cover == Cover.MIXED, 0.35, coarse)
    soft[Soft.BOCAGE] = np.clip(
        _blurred(cover == Cover.BOCAGE, 0.35, coarse)
        + _patches(soft[Soft.MIXED], noise["patch"])
        + 0.8 * _blurred(cover == Cover.HILL, 0.35, coarse)
        + 0.15 * _blurred(cover == Cover.MARSH, 0.3, coarse),
        0,
        1,
    )
    soft[Soft.HILL] = _blurred((cover == Cover.HILL) | (cover == Cover.OPEN_HILL), 0.55, coarse)
    soft[Soft.WOODS] = _blurred(cover == Cover.WOODS, 0.3, coarse)
    marsh = _blurred(cover == Cover.MARSH, 0.62, coarse)
    soft[Soft.WET] = _step(0.36, 0.60, marsh + (noise["mottle"] - 0.5) * 1.9) * 0.85 * _step(0.06, 0.30, marsh)
    flooded = country.flooded[warped_hexes(left, top, step, rows, cols, *country.lattice, 0.5)]
    flood = _blurred(flooded, 0.62, coarse)
    soft[Soft.POOL] = _step(0.47, 0.56, (noise["pool"] - 0.5) * 1.3 + 0.24 + flood * 0.5) * _step(0.2, 0.55, flood)
    soft[Soft.FLATS] = _blurred((cover == Cover.FLATS), 0.7, coarse)
    sands = np.isin(cover, list(WETNESS))
    soft[Soft.SAND] = _blurred(sands, 0.1, coarse)
    soft[Soft.WETNESS] = _wetness(cover, sands, coarse)
    soft[Soft.TOWN] = _towns(lines, coarse, shaping.towns)
    centres = country.centres
    soft[Soft.BEACH] = disc_mask(coarse, [(*centres[h], 2.1) for h in np.flatnonzero(country.beach)], 0.35)
    soft[Soft.CLIFF] = disc_mask(coarse, [(*centres[h], 1.75) for h in np.flatnonzero(country.cliff)], 0.2)
    soft[Soft.SLOW], soft[Soft.MOTTLE], soft[Soft.STAIN] = noise["slow"], noise["mottle"], noise["stain"]
    soft[Soft.HEIGHT] = relief(country, lines, coarse, shaping)
    soft[Soft.SHADE] = _shade(soft[Soft.HEIGHT], coarse, shaping)
    soft[Soft.DEPTH] = _depth(country, coarse)
    return soft


_NOISES = {
    "slow": (0.16, 101, 4), "mottle": (0.9, 201, 4), "stain": (0.045, 900, 3), "pool": (0.62, 777, 4),
    "patch": (1.1, 1207, 2),
}  # fmt: skip


def _patches(mixed: Field, noise: Field) -> Field:
    """Patches of bocage in mixed ground, half a kilometre wide and more, on about half of it."""
    patches: Field = _step(0.46, 0.54, noise) * _step(0.2, 0.6, mixed)
    return patches


def _step(low: float, high: float, value: Field) -> Field:
    t: Field = np.clip((value - low) / (high - low), 0, 1)
    return t * t * (3 - 2 * t)


def _blurred(mask: NDArray[np.bool_], kilometres: float, window: Window) -> Field:
    soft: Field = ndimage.gaussian_filter(mask.astype(np.float32), kilometres * window.scale)
    return soft


def _wetness(cover: NDArray[np.int8], sands: NDArray[np.bool_], window: Window) -> Field:
    """The wetness of sand, of the nearest sand beyond its edge, so that it does not dry up there."""
    if not sands.any():
        return np.zeros(window.shape, np.float32)
    tone = np.zeros(max(Cover) + 1, np.float32)
    tone[list(WETNESS)] = list(WETNESS.values())
    nearest = ndimage.distance_transform_edt(~sands, return_distances=False, return_indices=True)
    wetness: Field = ndimage.gaussian_filter(tone[cover[tuple(nearest)]], 0.09 * window.scale)
    return wetness


def _towns(lines: Lines, window: Window, sizes: tuple[str, ...]) -> Field:
    discs = [disc for town in lines.towns if town.size in sizes for disc in _town_discs(town)]
    heap: Field = np.clip(0.85 * disc_mask(window, discs, 0.07), 0, 1)
    return heap


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


def relief(country: Country, lines: Lines, coarse: Window, shaping: Shaping) -> Field:
    """The relief to be shaded: heights of the atlas, invented roughness growing with height, valleys along rivers."""
    height = country.height(*coarse.centres()).astype(np.float32)
    height *= country.steeper
    height = ndimage.gaussian_filter(height, 1.0 * coarse.scale)
    rough = cloud_field(coarse.left, coarse.top, coarse.step, *coarse.shape, 0.42, 61, 5) - 0.5
    height = height + rough * shaping.roughness * np.clip(height / 160, 0.12, 1.2)
    water = line_mask(coarse, [river.points for river in lines.rivers], 0.08) > 0
    if water.any():
        away = ndimage.distance_transform_edt(~water).astype(np.float32) * coarse.step
        height = height - 24 * np.exp(-((away / 0.75) ** 1.3)) * np.clip(height / 70, 0.25, 1.3)
    softened: Field = ndimage.gaussian_filter(height, 0.09 * coarse.scale)
    return softened


def _shade(height: Field, coarse: Window, shaping: Shaping) -> Field:
    """Light from the upper left: positive where a slope is lit, negative where it lies in shade."""
    down, right = np.gradient(height, coarse.step)
    right, up = right * shaping.steepness, -down * shaping.steepness
    light = (0.60 * right - 0.60 * up + 0.53) / np.sqrt(1 + right**2 + up**2)
    lit: Field = np.clip((light - 0.53) * 1.5, -0.55, 0.42)
    return lit


def _depth(country: Country, coarse: Window) -> Field:
    """Distance from the coast, smoothed more the farther out it is."""
    near = distance(area_mask(coarse, country.land) <= 0.5, coarse)
    far = ndimage.gaussian_filter(near, 0.8 * coarse.scale)
    depth: Field = near + (far - near) * np.clip(near / 3.5, 0, 1)
    return depth


def distance(inside: NDArray[np.bool_], window: Window) -> Field:
    """Kilometres to the nearest pixel outside, up to a distance beyond which nothing looks different."""
    if inside.all():
        return np.full(inside.shape, FARTHEST, np.float32)
    found: Field = np.minimum(ndimage.distance_transform_edt(inside) * window.step, FARTHEST).astype(np.float32)
    return found
