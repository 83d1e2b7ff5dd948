"""Stamps on the painted ground: hachures, marsh strokes, trees, woods, roofs.

Every stamp has its place in the world, found by hashing, so that windows that share a stamp agree on it. The stampers
work on the picture of a window in place; sizes are kilometres, colours 0..1.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from art.painting import palette as ink
from art.painting.compiled import compiled
from art.painting.country import Town
from art.painting.curves import Points, seed_of
from art.painting.ground import Ground
from art.painting.layers import TOWN_RADIUS, Soft
from art.painting.lines import Lines
from art.painting.noise import Field, hash_points
from art.painting.window import Window, line_mask

REFERENCE = (
    22.22  # pixels a km of the drawings in which stamp sizes were chosen; sizes below are such pixels / REFERENCE
)
BLOCKS = {"city": 110, "town": 30, "village": 5}
BLOCK_SIZE = {"city": 3.2 / REFERENCE, "town": 2.8 / REFERENCE, "village": 2.35 / REFERENCE}
COPSE_CROWN = 1.45 / REFERENCE
CLEARING = {"road": 0.39, "river": 0.24}  # width without trees along roads and rivers


@dataclass(frozen=True)
class Stamping:
    """The stamps of a level: crown radius of woods, size factor of marsh strokes, whether fine things are there, share
    of hedge points with a tree.
    """

    crown: float
    marsh: float
    detail: bool
    trees: float


MID_STAMPING = Stamping(3.6 / REFERENCE, 1.0, True, 0.20)
NEAR_STAMPING = Stamping(3.6 / REFERENCE, 1.0, True, 0.30)
FAR_STAMPING = Stamping(0.34, 2.35, False, 0.0)


def stamp_all(lines: Lines, ground: Ground, stamping: Stamping) -> None:
    """Stamps everything in the order in which it lies: slopes, water meadows, hedge trees, woods, roofs."""
    clear = clearings(lines, ground.window)
    if stamping.detail:
        stamp_hachures(ground)
    stamp_marsh(ground, stamping.marsh)
    if stamping.detail:
        stamp_hedge_trees(ground, clear, stamping.trees)
        stamp_copses(ground, clear)
    stamp_woods(ground, clear, stamping.crown)
    if stamping.detail:
        stamp_towns(lines.towns, ground)


def clearings(lines: Lines, window: Window) -> NDArray[np.bool_]:
    """Return where no tree is painted: on roads and rivers and next to them."""
    roads = line_mask(window, [road.points for road in lines.roads if road.rank > 1], CLEARING["road"])
    rivers = line_mask(window, [river.points for river in lines.rivers], CLEARING["river"])
    return (roads > 0) | (rivers > 0)


# ---- where stamps stand


def lattice(window: Window, spacing: float, jitter: float, seed: int) -> tuple[Points, Points]:
    """Points of a jittered triangular lattice, from north to south, and three random numbers 0..1 for each."""
    height = spacing * 0.866
    bottom = window.top - window.rows * window.step
    rows = np.arange(int((window.top + spacing) / height), int((bottom - spacing) / height) - 1, -1)
    first, last = (
        int((window.left - spacing) / spacing) - 1,
        int((window.left + window.cols * window.step) / spacing) + 2,
    )
    j, i = (a.ravel() for a in np.meshgrid(rows, np.arange(first, last), indexing="ij"))
    points = np.column_stack([(i + 0.5 * (j & 1)) * spacing, j * height])
    shift = np.column_stack([hash_points(i, j, seed), hash_points(i, j, seed + 1)]) * 2 - 1
    chance = np.column_stack([hash_points(i, j, seed + 2 + k) for k in range(3)])
    return points + shift * jitter * spacing, chance


def _half_width(pixels: float, window: Window) -> float:
    """Half the width (in pixels of the window) of a stroke that is so many pixels wide at the reference scale."""
    return max(pixels / REFERENCE * window.scale / 2, 0.7)


# ---- slopes and marshes


def stamp_hachures(ground: Ground) -> None:
    """Short strokes down the slope where the ground counts as hill, stronger on the shaded side."""
    window, coarse = ground.window, ground.coarse
    points, chance = lattice(window, 8.5 / REFERENCE, 0.35, 1200)
    hilly = (coarse.sample(ground.soft[Soft.HILL], points) > 0.45) & (window.sample(ground.land, points) > 0.5)
    points, chance = points[hilly], chance[hilly]
    down, right = np.gradient(ground.soft[Soft.HEIGHT])
    fall = np.column_stack([-coarse.sample(right, points), coarse.sample(down, points)])
    fall /= np.hypot(*fall.T)[:, None] + 1e-9
    length = (3.5 + 3.0 * chance[:, :1]) / REFERENCE
    shaded = fall[:, 0] - fall[:, 1] > 0
    segments = np.hstack([window.pixels(points), window.pixels(points + fall * length)])
    strokes(ground.picture, segments, _half_width(1.0, window), np.array(ink.HACHURE), 0.20 + 0.30 * shaded)


def stamp_marsh(ground: Ground, size: float) -> None:
    """Broken horizontal strokes where it is wet, with tufts of rushes on some."""
    window, coarse = ground.window, ground.coarse
    wet = np.clip(np.maximum(ground.soft[Soft.WET], ground.soft[Soft.POOL]), 0, 1)
    left, right, chance = _marsh_rows(window, size)
    middle = (left + right) / 2
    shown = window.sample(ground.land, middle) > 0.5
    for points, least in ((left, 0.3), (middle, 0.42), (right, 0.3)):
        shown &= coarse.sample(wet, points) > least
    left, right, middle, chance = left[shown], right[shown], middle[shown], chance[shown]
    half = _half_width(1.05 * size**0.8, window)
    strokes(
        ground.picture, np.hstack([window.pixels(left), window.pixels(right)]), half, np.array(ink.MARSH_STROKE), 0.62
    )
    if size <= 1:
        _stamp_tufts(ground, middle[chance < 0.14])


def _marsh_rows(window: Window, size: float) -> tuple[Points, Points, NDArray[np.float64]]:
    step = 5.2 * size / REFERENCE
    bottom = window.top - window.rows * window.step
    lefts, rights, chances = [], [], []
    for row in range(int(bottom / step) - 1, int(window.top / step) + 2):
        rng = np.random.default_rng([row + 4096, 3])
        count = int((window.left + window.cols * window.step + 40) / (9 * size / REFERENCE)) + 1
        length, gap = (rng.uniform(a, b, count) * size / REFERENCE for a, b in ((6, 19), (3, 8)))
        y = row * step + rng.uniform(-0.5, 0.5, count) / REFERENCE
        start = np.cumsum(length + gap) - length - 20
        seen = (start > window.left - 2) & (start < window.left + window.cols * window.step + 1)
        lefts.append(np.column_stack([start, y])[seen])
        rights.append(np.column_stack([start + length, y])[seen])
        chances.append(rng.random(count)[seen])
    return np.vstack(lefts), np.vstack(rights), np.concatenate(chances)


def _stamp_tufts(ground: Ground, places: Points) -> None:
    window = ground.window
    for lean in (-2.2, 0.0, 2.2):
        foot, tip = np.array([lean * 0.5, 0.5]) / REFERENCE, np.array([lean, 4.2]) / REFERENCE
        segments = np.hstack([window.pixels(places + foot), window.pixels(places + tip)])
        strokes(ground.picture, segments, _half_width(0.9, window), np.array(ink.TUFT), 0.85)


# ---- trees


def stamp_hedge_trees(ground: Ground, clear: NDArray[np.bool_], share: float) -> None:
    """Single trees along the hedges of the bocage."""
    _crowns(ground, *hedge_trees(ground, clear, share), 1.55 / REFERENCE, ink.HEDGE_CROWNS)


def hedge_trees(ground: Ground, clear: NDArray[np.bool_], share: float) -> tuple[Points, Points]:
    """Return where the trees of the hedges stand, and the random numbers of each."""
    window, coarse = ground.window, ground.coarse
    points, chance = lattice(window, 3.4 / REFERENCE, 0.5, 900)
    chosen = (chance[:, 0] < share) & (window.sample(ground.edge, points) < 0.045)
    points, chance = points[chosen], chance[chosen]
    chosen = coarse.sample(ground.soft[Soft.BOCAGE], points) > 0.35 + 0.55 * chance[:, 1]
    chosen &= (
        np.maximum(coarse.sample(ground.soft[Soft.WET], points), coarse.sample(ground.soft[Soft.POOL], points)) < 0.3
    )
    chosen &= (window.sample(ground.inland, points) > 0.35) & ~window.sample(clear, points).astype(bool)
    return points[chosen], chance[chosen]


def stamp_copses(ground: Ground, clear: NDArray[np.bool_]) -> None:
    """A few copses and orchards on the open plain, many in mixed ground."""
    trees, chances = copse_trees(ground, clear)
    order = np.argsort(-trees[:, 1], kind="stable")
    _crowns(ground, trees[order], chances[order], COPSE_CROWN, ink.WOOD_CROWNS)


def copse_trees(ground: Ground, clear: NDArray[np.bool_]) -> tuple[Points, Points]:
    """Return where the trees of copses stand, four in each, and the random numbers of each."""
    window, coarse = ground.window, ground.coarse
    points, chance = lattice(window, 20 / REFERENCE, 0.5, 950)
    share = 0.045 + 0.30 * coarse.sample(ground.soft[Soft.MIXED], points)
    chosen = (
        (chance[:, 0] < share)
        & (window.sample(ground.inland, points) > 0.5)
        & ~window.sample(clear, points).astype(bool)
    )
    for layer in (Soft.BOCAGE, Soft.WET, Soft.POOL, Soft.WOODS, Soft.SAND):
        chosen &= coarse.sample(ground.soft[layer], points) < 0.2
    around = [(-1.5, 0.9), (1.2, 1.6), (0.2, -0.4), (1.9, -1.1)]
    heap = [points[chosen] + np.array(by) * COPSE_CROWN * (0.8 + 0.6 * chance[chosen, 1:2]) for by in around]
    return np.vstack(heap), np.vstack([chance[chosen]] * 4)


def stamp_woods(ground: Ground, clear: NDArray[np.bool_], radius: float) -> None:
    """The crowns of the woods over one soft shadow; none on a road or river."""
    points, chance = wood_trees(ground, clear, radius)
    _cast_shadow(ground, points + np.array([1.1, -1.25]) * radius, radius * 1.15, radius * 0.7, 0.42)
    _crowns(ground, points, chance, radius, ink.WOOD_CROWNS)


def wood_trees(ground: Ground, clear: NDArray[np.bool_], radius: float) -> tuple[Points, Points]:
    """Return where the trees of woods stand, with crowns of a radius, and the random numbers of each."""
    window = ground.window
    points, chance = lattice(window, radius * 1.45, 0.34, 800)
    chosen = window.sample(ground.woods, points).astype(bool) & (window.sample(ground.land, points) > 0.5)
    chosen &= ~window.sample(clear, points).astype(bool)
    return points[chosen], chance[chosen]


def _crowns(
    ground: Ground, points: Points, chance: Points, radius: float, kinds: tuple[tuple[ink.Colour, ...], ...]
) -> None:
    """Crowns from north to south: shadow, dark rim, body, lit side."""
    _cast_shadow(ground, points + np.array([0.55, -0.6]) * radius, radius * 1.08, radius * 0.45, 0.30)
    window = ground.window
    size = radius * (0.78 + 0.42 * chance[:, 2:3])
    kind = np.minimum((chance[:, 1] * 997 % 1 * len(kinds)).astype(int), len(kinds) - 1)
    tints = np.array(kinds)[kind]
    parts = []
    for shift, part, alpha in (((0.0, 0.0), 1.0, 1.0), ((-0.10, 0.12), 0.84, 1.0), ((-0.28, 0.32), 0.42, 0.85)):
        centre = window.pixels(points + np.array(shift) * size)
        parts.append(np.hstack([centre, size * part * window.scale, np.full_like(size, alpha)]))
    stacked = np.stack(parts, axis=1).reshape(-1, 4)
    discs(ground.picture, stacked, tints.reshape(-1, 3))


def _cast_shadow(ground: Ground, points: Points, radius: float, blur: float, strength: float) -> None:
    window = ground.window
    if len(points) == 0:
        return
    mask = np.zeros((*window.shape, 1), np.float32)
    stamps = np.column_stack([window.pixels(points), np.full(len(points), radius * window.scale), np.ones(len(points))])
    discs(mask, stamps, np.ones((len(points), 1)))
    fall = ndimage.gaussian_filter(mask[..., 0], blur * window.scale) * strength
    _darken(ground.picture, fall, np.array(ink.CROWN_SHADOW))


@compiled
def _darken(picture: Field, strength: NDArray[np.floating], colour: NDArray[np.float64]) -> None:
    for i in range(picture.shape[0]):
        for j in range(picture.shape[1]):
            if strength[i, j] > 0.002:
                for k in range(3):
                    picture[i, j, k] += (colour[k] - picture[i, j, k]) * strength[i, j]


# ---- roofs


def stamp_towns(towns: tuple[Town, ...], ground: Ground) -> None:
    """The roofs of every town in sight, north to south."""
    window = ground.window
    for town in sorted(towns, key=lambda town: (-town.y, town.x)):
        if window.sees(np.array([[town.x, town.y]]), 3.0)[0]:
            _stamp_roofs(town, ground)
            if town.size != "village":
                _stamp_church(town, ground)


def _stamp_roofs(town: Town, ground: Ground) -> None:
    angle, blocks = roofs_of(town)
    along, up = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])
    centres = np.array([town.x, town.y]) + blocks[:, :1] * along + blocks[:, 1:2] * up
    half, axis = blocks[:, 2:4], np.tile(along, (len(blocks), 1))
    line = 0.5 / REFERENCE
    lit_side = 1.0 if up[1] - up[0] > 0 else -1.0
    quarter = half * np.array([1.0, 0.5])
    tint = np.array(ink.ROOFS)[np.minimum((blocks[:, 4] * 3.6).astype(int), 3)]

    def stamp(shift: Points | float, size: Points, colours: NDArray[np.float64], alpha: float) -> None:
        boxes(ground.picture, ground.window.pixels(centres + shift), axis, size * ground.window.scale, colours, alpha)

    everywhere = (len(blocks), 3)
    stamp(np.array([1.4, -1.5]) / REFERENCE, half * 1.08, np.broadcast_to(ink.ROOF_SHADOW, everywhere), 0.36)
    stamp(0.0, half + line / 2, np.broadcast_to(ink.ROOF_OUTLINE, everywhere), 0.8)
    stamp(0.0, half - line / 2, tint[:, 1], 1.0)
    stamp(up * half[:, 1:] * 0.5 * lit_side, quarter - line / 2, tint[:, 0], 1.0)


def roofs_of(town: Town) -> tuple[float, NDArray[np.float64]]:
    """The direction of the streets of a town, and its blocks as of `_blocks`."""
    rng = np.random.default_rng(seed_of(town.name, 1))
    angle = float(rng.uniform(0, np.pi))
    return angle, _blocks(town, rng)


def _blocks(town: Town, rng: np.random.Generator) -> NDArray[np.float64]:
    """Blocks on a loose grid, denser towards the middle: place along and across, half sizes, tint; float64[n, 5]."""
    radius, size, wanted = TOWN_RADIUS[town.size], BLOCK_SIZE[town.size], BLOCKS[town.size]
    cell = size * 2.15
    found: list[tuple[float, ...]] = []
    for _ in range(wanted * 14):
        u, v = (round(z / cell) * cell + rng.uniform(-0.16, 0.16) * cell for z in rng.normal(0, 0.44, 2) * radius)
        shape = size * rng.uniform(0.72, 1.12), size * rng.uniform(0.52, 0.9), rng.random()
        if not any(abs(u - q[0]) < cell * 0.66 and abs(v - q[1]) < cell * 0.66 for q in found):
            found.append((u, v, *shape))
        if len(found) == wanted:
            break
    return np.array(found)


def _stamp_church(town: Town, ground: Ground) -> None:
    size = {"town": 3.0, "city": 4.2}[town.size] / REFERENCE
    window, here = ground.window, np.array([[town.x, town.y]])
    flat = np.array([[1.0, 0.0]])
    for shift, half, colour, alpha in (
        ((1.0, -1.4), 0.62, ink.ROOF_SHADOW, 0.5),
        ((0.0, 0.0), 0.74, ink.TOWER_OUTLINE, 1.0),
        ((0.0, 0.0), 0.50, ink.TOWER, 1.0),
    ):
        centre = window.pixels(here + np.array(shift) / REFERENCE)
        extent = np.full((1, 2), half * size * window.scale)
        boxes(ground.picture, centre, flat, extent, np.array([colour]), alpha)
    cross = np.array([[[0, 0.62], [0, 1.75]], [[-0.42, 1.28], [0.42, 1.28]]]) * size + here
    segments = np.hstack([window.pixels(cross[:, 0]), window.pixels(cross[:, 1])])
    strokes(ground.picture, segments, _half_width(1.1, window), np.array(ink.CROSS), 1.0)


# ---- stampers


def strokes(
    picture: Field,
    segments: NDArray[np.float64],
    half_width: float,
    colour: NDArray[np.float64],
    alpha: NDArray[np.float64] | float,
) -> None:
    """Round-ended strokes: `segments` float64[n, 4] in pixels, one colour, opacity for each or for all."""
    _strokes(
        picture,
        np.ascontiguousarray(segments),
        half_width,
        colour,
        np.broadcast_to(np.asarray(alpha, float), len(segments)).copy(),
    )


@compiled
def _strokes(
    picture: Field,
    segments: NDArray[np.float64],
    half_width: float,
    colour: NDArray[np.float64],
    alpha: NDArray[np.float64],
) -> None:
    rows, cols, _ = picture.shape
    for n in range(len(segments)):
        x0, y0, x1, y1 = segments[n]
        dx, dy = x1 - x0, y1 - y0
        square = dx * dx + dy * dy + 1e-9
        for i in range(max(0, int(min(y0, y1) - half_width - 1)), min(rows, int(max(y0, y1) + half_width + 2))):
            for j in range(max(0, int(min(x0, x1) - half_width - 1)), min(cols, int(max(x0, x1) + half_width + 2))):
                px, py = j + 0.5 - x0, i + 0.5 - y0
                t = min(max((px * dx + py * dy) / square, 0.0), 1.0)
                away = np.sqrt((px - t * dx) ** 2 + (py - t * dy) ** 2)
                cover = min(max(half_width + 0.5 - away, 0.0), 1.0) * alpha[n]
                for k in range(3):
                    picture[i, j, k] += (colour[k] - picture[i, j, k]) * cover


@compiled
def discs(picture: Field, stamps: NDArray[np.float64], colours: NDArray[np.float64]) -> None:
    """Discs in order: `stamps` float64[n, 4] x, y, radius in pixels and opacity; `colours` float64[n, channels]."""
    rows, cols, channels = picture.shape
    for n in range(len(stamps)):
        x, y, radius, alpha = stamps[n]
        for i in range(max(0, int(y - radius - 1)), min(rows, int(y + radius + 2))):
            for j in range(max(0, int(x - radius - 1)), min(cols, int(x + radius + 2))):
                away = np.sqrt((j + 0.5 - x) ** 2 + (i + 0.5 - y) ** 2)
                cover = min(max(radius + 0.5 - away, 0.0), 1.0) * alpha
                for k in range(channels):
                    picture[i, j, k] += (colours[n, k] - picture[i, j, k]) * cover


def boxes(
    picture: Field, centres: Points, axes: Points, halves: Points, colours: NDArray[np.float64], alpha: float
) -> None:
    """Turned rectangles: centres in pixels, unit vectors (x right, y up) of their length, half sizes, colours."""
    _boxes(picture, centres, axes, halves, np.ascontiguousarray(colours, float), alpha)


@compiled
def _boxes(
    picture: Field, centres: Points, axes: Points, halves: Points, colours: NDArray[np.float64], alpha: float
) -> None:
    rows, cols, _ = picture.shape
    for n in range(len(centres)):
        x, y = centres[n]
        cos, sin = axes[n, 0], -axes[n, 1]
        reach = halves[n, 0] + halves[n, 1] + 1
        for i in range(max(0, int(y - reach)), min(rows, int(y + reach + 1))):
            for j in range(max(0, int(x - reach)), min(cols, int(x + reach + 1))):
                px, py = j + 0.5 - x, i + 0.5 - y
                u = halves[n, 0] - abs(px * cos + py * sin)
                v = halves[n, 1] - abs(-px * sin + py * cos)
                cover = min(max(u + 0.5, 0.0), 1.0) * min(max(v + 0.5, 0.0), 1.0) * alpha
                for k in range(3):
                    picture[i, j, k] += (colours[n, k] - picture[i, j, k]) * cover
