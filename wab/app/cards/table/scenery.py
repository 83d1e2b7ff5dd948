"""Scenery on the ground of a board: trees, hedgerows, houses, churches, and the obstacles, as solids by hex.

A piece is a solid about the middle of its hex, in hex widths. Pieces in the middle itself are apart (`middle`), so that
it makes room for figures.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from wab.app.cards.looks import palette
from wab.app.cards.looks.specs import BoardSpec, ObstacleSpec
from wab.app.cards.table.relief import grid_of
from wab.app.cards.table.waters import flow_of
from wab.app.gfx.buildings import house, minster
from wab.app.gfx.obstacles import hedgehog
from wab.app.gfx.solids import Solid, ball, box, cylinder, disc, joined, prism, rod
from wab.hexes import HexId

_SOUTH, _NORTH = 180.0, 0.0


@dataclass(frozen=True)
class Piece:
    """A solid on a hex. `caster` is a plainer one that throws its shadow."""

    hex: HexId
    solid: Solid
    middle: bool = False
    caster: Solid | None = None


def _dice(*numbers: int) -> np.random.Generator:
    return np.random.Generator(np.random.PCG64([abs(number) + 1 for number in numbers]))


# --- plants ---


@lru_cache(maxsize=64)
def tree(kind: int) -> Solid:
    """A tree about 0.3 high: one of several round ones, the last two are firs."""
    random = _dice(71, kind)
    if kind >= 6:
        tint = palette.DARK_LEAVES[kind % 4]
        parts = [cylinder(0.014, 0.0, 0.06, palette.TRUNK, 3)]
        for k in range(3):
            cone = cylinder(
                0.092 - 0.022 * k, 0.045 + 0.075 * k, 0.165 + 0.075 * k, tint.shade(0.92 + 0.09 * k), 7, top=0.0
            )
            parts.append(cone.turned(25.0 * k))
        return joined(parts)
    leaves = (palette.LEAVES if kind < 3 else palette.DARK_LEAVES)[kind % 4]
    parts = [cylinder(0.018, 0.0, 0.10, palette.TRUNK, 3)]
    for k in range(2):
        size = 0.092 - 0.024 * k
        away, angle = 0.026 * k, random.uniform(0, 6.28)
        crown = ball(size, leaves.shade(0.95 + 0.12 * k), sides=6, rings=3).scaled(1.0, 1.0, 0.92).turned(30.0 * k)
        parts.append(crown.moved(away * math.cos(angle), away * math.sin(angle), 0.130 + 0.078 * k))
    return joined(parts)


@lru_cache(maxsize=16)
def bush(kind: int) -> Solid:
    """A low shrub."""
    leaves = palette.HEDGE[kind % 3].shade(0.95 + 0.05 * (kind % 4))
    return ball(0.060, leaves, sides=6, rings=2, low=-10).scaled(1.0, 1.0, 0.85).moved(0.0, 0.0, 0.012)


def forest(hex_id: HexId, seed: int) -> list[Piece]:
    """Trees all over a hex; trees in the middle are apart."""
    random = _dice(seed, hex_id, 1)
    outer: list[Solid] = []
    inner: list[Solid] = []
    for place, (x, y) in enumerate(_spread(random, 0.150, 0.435)):
        size = random.uniform(0.80, 1.15)
        grown = tree(int(random.integers(0, 8))).scaled(size).turned(float(random.uniform(0, 360))).moved(x, y)
        grows = inner if _hexd(x, y) < 0.285 else outer
        grows.append(grown)
        if place % 4 == 0:
            grows.append(bush(place).scaled(0.6).moved(x, y - 0.05))
    nothing = joined([])  # the trees of the middle stand in the shadow of the others
    return [
        Piece(hex_id, joined(outer), caster=_canopy(random)),
        Piece(hex_id, joined(inner), middle=True, caster=nothing),
    ]


def _canopy(random: np.random.Generator) -> Solid:
    """The mass of a wood: what throws its shadow."""
    around = disc(1.0, 18)
    outline = [(x * away, y * away) for (x, y), away in zip(around, random.uniform(0.40, 0.49, 18), strict=True)]
    return prism(outline, 0.03, 0.19, palette.TRUNK, top=0.94)


def _spread(random: np.random.Generator, gap: float, reach: float) -> list[tuple[float, float]]:
    """Points of a jittered lattice inside a hex, from north to south."""
    found = []
    rows = int(1.2 / gap)
    for i in range(-rows, rows + 1):
        for j in range(-rows, rows + 1):
            x = (j + 0.5 * (i % 2)) * gap + random.uniform(-0.3, 0.3) * gap
            y = i * gap * 0.9 + random.uniform(-0.3, 0.3) * gap
            if _hexd(x, y) <= reach:
                found.append((x, y))
    return sorted(found, key=lambda point: -point[1])


def _hexd(x: float, y: float) -> float:
    """Distance from the middle as hexes measure it: 0.5 on the border."""
    return max(abs(x), abs(x) * 0.5 + abs(y) * math.sqrt(3) / 2)


def bocage(hex_id: HexId, seed: int) -> list[Piece]:
    """Hedges on banks around a hex, with gaps, and a few trees in them."""
    random = _dice(seed, hex_id, 2)
    parts = []
    corners = disc(0.435 / math.sin(math.radians(60)), 6, math.radians(30))
    for side in range(6):
        (ax, ay), (bx, by) = corners[side], corners[(side + 1) % 6]
        gap = int(random.integers(2, 6)) if random.uniform() < 0.5 else -1
        for k in range(8):
            t = (k + 0.5) / 8
            if k == gap:
                continue
            x, y = (
                ax + (bx - ax) * t + random.uniform(-0.012, 0.012),
                ay + (by - ay) * t + random.uniform(-0.012, 0.012),
            )
            shrub = bush(int(random.integers(0, 12))).scaled(
                random.uniform(0.85, 1.15), random.uniform(0.85, 1.1), random.uniform(0.9, 1.5)
            )
            parts.append(shrub.turned(float(random.uniform(0, 360))).moved(x, y))
            if random.uniform() < 0.10:
                parts.append(tree(int(random.integers(0, 3))).scaled(0.75).moved(x, y))
    parts += _bank(corners)
    return [Piece(hex_id, joined(parts), caster=joined(_bank(corners, 0.085)))]


def _bank(corners: list[tuple[float, float]], height: float = 0.028) -> list[Solid]:
    """The earth bank on which the hedge grows; as high as the hedge it throws its shadow."""
    found = []
    for side in range(6):
        (ax, ay), (bx, by) = corners[side], corners[(side + 1) % 6]
        length, turn = math.hypot(bx - ax, by - ay), math.degrees(math.atan2(by - ay, bx - ax))
        bank = box(0.0, 0.0, 0.0, (length * 0.94, 0.075, height), palette.HEDGE[2].shade(0.92), top=0.8)
        found.append(bank.turned(turn).moved((ax + bx) / 2, (ay + by) / 2))
    return found


# --- buildings ---


def town(hex_id: HexId, seed: int) -> list[Piece]:
    """Houses around a square; one more in the square while the hex is empty."""
    random = _dice(seed, hex_id, 3)
    parts, start = [], float(random.uniform(0, 25))
    for k in range(7):
        angle = math.radians(start + k * 360 / 7)
        away = random.uniform(0.335, 0.365)
        x, y = away * math.cos(angle), away * math.sin(angle)
        turn = math.degrees(angle) + 90 + float(random.uniform(-14, 14))
        parts.append(house(random, 0.92).turned(turn).moved(x, y))
    parts.append(tree(1).scaled(0.7).moved(0.20, 0.42))
    square = [
        house(random, 0.9).turned(float(random.uniform(-30, 30))).moved(*at) for at in ((-0.10, 0.05), (0.12, -0.07))
    ]
    return [Piece(hex_id, joined(parts)), Piece(hex_id, joined(square), middle=True)]


def church(hex_id: HexId, seed: int) -> list[Piece]:
    """A church with its spire on the northern half, a few houses next to it."""
    random = _dice(seed, hex_id, 4)
    building = minster().moved(0.03, 0.235)
    houses = [house(random, 0.78).turned(turn).moved(x, y) for x, y, turn in ((-0.36, -0.02, 85), (0.36, -0.03, 95))]
    yard = [tree(2).scaled(0.7).moved(0.30, 0.26), tree(6).scaled(0.6).moved(-0.30, 0.30)]
    return [Piece(hex_id, joined([building, *houses, *yard]))]


def board_pieces(board: BoardSpec) -> list[Piece]:
    """Everything that stands on a board for good."""
    makers = {"forest": forest, "bocage": bocage, "town": town, "village": town, "church": church}
    found = []
    for hex_id, kind in board.terrain:
        if kind in makers:
            found += makers[kind](hex_id, board.seed)
    return found + _field_trees(board)


def _field_trees(board: BoardSpec) -> list[Piece]:
    """A tree or a bush here and there at the edge of open hexes, where it means nothing."""
    grid, special = grid_of(board), dict(board.terrain)
    found = []
    for hex_id in board.playable:
        random = _dice(board.seed, hex_id, 5)
        if hex_id in special or random.uniform() > 0.45 or grid.row_col(hex_id)[0] in (0, grid.rows - 1):
            continue
        angle = float(random.uniform(0, 2 * math.pi))
        x, y = 0.43 * math.cos(angle), 0.43 * math.sin(angle)
        shrubs = [
            bush(k).scaled(random.uniform(0.35, 0.6)).moved(x + 0.05 * k, y + random.uniform(-0.03, 0.03))
            for k in range(int(random.integers(1, 4)))
        ]
        found.append(Piece(hex_id, joined(shrubs)))
    return found


# --- obstacles ---


def obstacle(board: BoardSpec, spec: ObstacleSpec) -> Piece:
    """An obstacle on its hex, turned to where its enemies come from."""
    turn = _SOUTH if spec.faces in (0, board.north) else _NORTH
    if spec.kind == "bridge":
        return Piece(spec.hex, _bridge().turned(flow_of(board, spec.hex) + 90.0))
    return Piece(spec.hex, _OBSTACLES[spec.kind]().turned(turn))


@lru_cache(maxsize=1)
def _bunker() -> Solid:
    """A concrete casemate with a firing slit, open to the rear, low enough to see its garrison."""
    grey, dark = palette.CONCRETE, palette.CONCRETE_DARK
    front = prism([(-0.31, 0.13), (0.31, 0.13), (0.20, 0.30), (-0.20, 0.30)], 0.0, 0.105, grey)
    slit = prism([(-0.165, 0.295), (0.165, 0.295), (0.160, 0.305), (-0.160, 0.305)], 0.050, 0.076, palette.SLIT)
    roof = prism(
        [(-0.34, 0.11), (0.34, 0.11), (0.22, 0.325), (-0.22, 0.325)], 0.105, 0.135, dark, lid=palette.CAMOUFLAGE
    )
    wings = [box(x, -0.02, 0.0, (0.055, 0.28, 0.085), grey, lid=palette.CAMOUFLAGE) for x in (-0.31, 0.31)]
    slits = [box(x, 0.18, 0.05, (0.012, 0.07, 0.026), palette.SLIT).turned(0) for x in (-0.285, 0.285)]
    earth = prism(
        [(-0.38, -0.20), (0.38, -0.20), (0.38, 0.20), (0.24, 0.36), (-0.24, 0.36), (-0.38, 0.20)],
        -0.02,
        0.012,
        palette.CAMOUFLAGE.shade(0.9),
        top=0.9,
    )
    return joined([earth, front, slit, roof, *wings, *slits])


@lru_cache(maxsize=1)
def _sandbags() -> Solid:
    """An arc of sandbags, three high."""
    parts = []
    for layer in range(3):
        count = 11 - layer
        for k in range(count):
            angle = math.radians(20 + 140 * (k + 0.5 * (layer % 2)) / (count - 1 + 0.5))
            x, y = 0.375 * math.cos(angle), 0.335 * math.sin(angle) + 0.02
            bag = box(0.0, 0.0, 0.0, (0.092, 0.056, 0.036), palette.SAND_BAG[(k + layer) % 3], top=0.82)
            parts.append(bag.turned(math.degrees(angle) + 90).moved(x, y, 0.034 * layer))
    return joined(parts)


@lru_cache(maxsize=1)
def _wire() -> Solid:
    """Coils of barbed wire between posts, along the front of the hex."""
    parts = []
    for row, y in enumerate((0.215, 0.285)):
        posts = [-0.36, -0.12, 0.12, 0.36] if row == 0 else [-0.24, 0.0, 0.24]
        for x in posts:
            parts.append(rod((x - 0.03, y, 0.0), (x + 0.02, y, 0.12), 0.010, palette.POST))
            parts.append(rod((x + 0.03, y, 0.0), (x - 0.02, y, 0.12), 0.010, palette.POST))
    for k in range(13):
        x = -0.40 + 0.8 * k / 12
        ring = [
            (x + 0.028 * math.sin(a) + 0.012 * j, 0.25 + 0.048 * math.cos(a), 0.056 + 0.050 * math.sin(a))
            for j, a in enumerate(2 * math.pi * j / 5 for j in range(6))
        ]
        parts += [rod(a, b, 0.0055, palette.WIRE, 3) for a, b in itertools.pairwise(ring)]
    return joined(parts)


@lru_cache(maxsize=1)
def _hedgehogs() -> Solid:
    """Five crosses of steel beams."""
    places = ((-0.30, 0.22), (0.0, 0.33), (0.30, 0.22), (-0.36, -0.12), (0.36, -0.12))
    cross = hedgehog(palette.STEEL, 0.085, 0.140, 0.013)
    return joined(cross.turned(37.0 * number).moved(x, y) for number, (x, y) in enumerate(places))


@lru_cache(maxsize=1)
def _dyke() -> Solid:
    """A sea wall across the hex with shingle before it."""
    wall = prism(
        [(-0.475, 0.22), (0.475, 0.22), (0.46, 0.31), (-0.46, 0.31)],
        0.0,
        0.105,
        palette.SEA_WALL,
        lid=palette.SEA_WALL.shade(1.06),
    )
    blocks = [
        box(x, 0.265, 0.105, (0.06, 0.09, 0.016), palette.SEA_WALL.shade(0.93)) for x in (-0.38, -0.19, 0.0, 0.19, 0.38)
    ]
    shingle = prism([(-0.47, 0.31), (0.47, 0.31), (0.42, 0.40), (-0.42, 0.40)], 0.0, 0.030, palette.SHINGLE, top=0.9)
    return joined([wall, *blocks, shingle])


@lru_cache(maxsize=1)
def _bridge() -> Solid:
    """A bridge along x: deck, railings, stone heads."""
    deck = box(0.0, 0.0, 0.020, (0.96, 0.30, 0.022), palette.TIMBER)
    planks = [
        box(-0.46 + 0.0708 * k, 0.0, 0.042, (0.052, 0.29, 0.004), palette.TIMBER.shade(0.94 + 0.05 * (k % 3)))
        for k in range(14)
    ]
    rails = [box(0.0, y, 0.10, (0.80, 0.016, 0.014), palette.TIMBER_DARK) for y in (-0.148, 0.148)]
    posts = [
        box(x, y, 0.02, (0.020, 0.020, 0.085), palette.TIMBER_DARK)
        for y in (-0.148, 0.148)
        for x in (-0.36, -0.12, 0.12, 0.36)
    ]
    heads = [box(x, y, 0.0, (0.12, 0.055, 0.115), palette.STONE) for x in (-0.42, 0.42) for y in (-0.160, 0.160)]
    return joined([deck, *planks, *rails, *posts, *heads])


_OBSTACLES = {
    "bunker": _bunker, "sandbags": _sandbags, "wire": _wire, "hedgehog": _hedgehogs, "dyke": _dyke,
}  # fmt: skip
