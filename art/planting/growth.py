"""Finds what the painter has painted as hedges, trees and roofs, and writes it down for the window to set up."""

import math
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from scipy import ndimage
from shapely import STRtree
from shapely.geometry import LineString, Point

from art.painting.bake import Level, Sheet, in_the_grid, rect_in_the_grid, sheet_of, write_json
from art.painting.country import Country, Placing, Town
from art.painting.curves import Points, resample, seed_of
from art.painting.ground import NEAR_STYLE, Ground, paint_ground
from art.painting.layers import Soft
from art.painting.lines import Lines, Road
from art.painting.mixing import upsampled
from art.painting.noise import cloud_field
from art.painting.stamps import (
    NEAR_STAMPING,
    clearings,
    copse_trees,
    hedge_trees,
    roofs_of,
    wood_trees,
)
from art.painting.window import Window, line_mask
from art.planting.relief import heights
from wab.content.growth import INDEX, PICTURE, RELIEF, Kind, Roof

PX_PER_HEX = 40
FINER = 2  # the painter is asked at this many times the pixels, so that its edges lie where it paints them
BLOCK = 800  # pixels of the picture that are looked at together
MARGIN = 30  # pixels around a block, so that the distance from the coast is right in it
THICKENED = 1.0  # pixels a hedge is wide
LEAST_BOCAGE, LEAST_LAND = 0.56, 0.5
ROAD_ROOM = {1: 0.15, 2: 0.22, 3: 0.26}  # kilometres without a hedge, by the rank of a road
RIVER_ROOM = 0.28
POPLAR_STEP, POPLAR_BESIDE = 0.26, 0.17  # kilometres between the poplars of a road, and from its middle
POPLAR_SHARE, POPLAR_COAST = 0.55, 0.4
CHURCH = {"city": 0.22, "town": 0.17, "village": 0.13}  # kilometres, half the length of a nave
LEVEL = Level("growth", PX_PER_HEX, NEAR_STYLE, NEAR_STAMPING, "", False, BLOCK, False, FINER, 0)

RELIEF_LEVEL = Level("relief", 10, NEAR_STYLE, NEAR_STAMPING, "", False, BLOCK, False, 1, 0)


def plant(country: Country, lines: Lines, into: Path, made_from: str) -> None:
    """Writes the pictures of what grows and of the heights, and the roofs with the index."""
    kinds = growth_of(country, lines)
    sheet = sheet_of(country, LEVEL)
    Image.fromarray(np.rot90(kinds, -country.printed // 90)).save(into / PICTURE, optimize=True)
    index = {
        "made_from": made_from,
        **_placed(sheet),
        "relief": _write_relief(country, lines, into),
        "roofs": list(roofs(lines, country.placing)),
    }
    write_json(into / INDEX, index)


def _placed(sheet: Sheet) -> dict[str, object]:
    """Size and place of a sheet in the plane of the grid."""
    rect = rect_in_the_grid((sheet.left, sheet.bottom, sheet.right, sheet.top), sheet.printed)
    return {
        "size": list(in_the_grid((sheet.cols, sheet.rows), sheet.printed)), "rect": [round(v, 6) for v in rect]
    }  # fmt: skip


def _write_relief(country: Country, lines: Lines, into: Path) -> dict[str, object]:
    """Writes the picture of the heights; returns its part of the index."""
    sheet = sheet_of(country, RELIEF_LEVEL)
    metres = heights(country, lines, sheet)
    highest = max(1.0, float(metres.max()))
    grey = np.rint(metres / highest * 255).astype(np.uint8)
    Image.fromarray(np.rot90(grey, -country.printed // 90)).save(into / RELIEF, optimize=True)
    return {**_placed(sheet), "highest": round(highest, 2)}


def growth_of(country: Country, lines: Lines) -> NDArray[np.uint8]:
    """Return what grows on every pixel of the whole sheet, a `Kind`, uint8[rows, cols] from the upper left."""
    sheet = sheet_of(country, LEVEL)
    kinds = np.zeros((sheet.rows, sheet.cols), np.uint8)
    for top in range(0, sheet.rows, BLOCK):
        for left in range(0, sheet.cols, BLOCK):
            part = kinds[top : top + BLOCK, left : left + BLOCK]
            part[:] = growth_in(country, lines, part_of(sheet, country.km_per_hex, left, top, *part.shape[::-1]))
    return kinds


def part_of(sheet: Sheet, km_per_hex: float, left: int, top: int, cols: int, rows: int) -> Window:
    """Some pixels of the sheet as a window on the world."""
    scale = PX_PER_HEX / km_per_hex
    return Window(sheet.left * km_per_hex + left / scale, sheet.top * km_per_hex - top / scale, cols, rows, scale)


def growth_in(country: Country, lines: Lines, window: Window) -> NDArray[np.uint8]:
    """Return what grows on the pixels of a window."""
    ground = paint_ground(country, lines, window.grown(MARGIN).finer(FINER), NEAR_STYLE)
    clear = clearings(lines, ground.window)
    kinds = np.where(ground.land > LEAST_LAND, Kind.NOTHING, Kind.SEA).astype(np.uint8)[1::FINER, 1::FINER]
    kinds = kinds[MARGIN:-MARGIN, MARGIN:-MARGIN].copy()
    kinds[_hedges(lines, ground, window) & (kinds == Kind.NOTHING)] = Kind.HEDGE
    for kind, points in (
        (Kind.HEDGE_TREE, hedge_trees(ground, clear, NEAR_STAMPING.trees)[0]),
        (Kind.COPSE, copse_trees(ground, clear)[0]),
        (Kind.WOOD, wood_trees(ground, clear, NEAR_STAMPING.crown)[0]),
        (Kind.POPLAR, _poplars(lines, ground)),
    ):
        _mark(kinds, window, points, kind)
    return kinds


def _mark(kinds: NDArray[np.uint8], window: Window, points: Points, kind: Kind) -> None:
    """Sets the pixels of points, but never on the sea."""
    cells = np.floor(window.pixels(points)).astype(int)
    inside = (cells >= 0).all(axis=1) & (cells[:, 0] < window.cols) & (cells[:, 1] < window.rows)
    cols, rows = cells[inside].T
    ashore = kinds[rows, cols] != Kind.SEA
    kinds[rows[ashore], cols[ashore]] = kind


def _hedges(lines: Lines, ground: Ground, window: Window) -> NDArray[np.bool_]:
    """The pixels on the edges of the parcels of the bocage, with the gaps that the painter leaves; none on roads."""
    fine, coarse = ground.window, ground.coarse
    row = (coarse.top - fine.top + 0.5 * fine.step) * coarse.scale - 0.5
    column = (fine.left - coarse.left + 0.5 * fine.step) * coarse.scale - 0.5
    bocage = upsampled(ground.soft[Soft.BOCAGE], fine.rows, fine.cols, fine.scale / coarse.scale, row, column)
    gaps = cloud_field(fine.left, fine.top, fine.step, *fine.shape, 3.2, 501, 2) < 0.28
    found = (bocage > LEAST_BOCAGE) & (ground.edge < THICKENED * window.step / 2) & ~gaps
    for rank, room in ROAD_ROOM.items():
        found &= ~_near(fine, [road.points for road in lines.roads if road.rank == rank], room)
    found &= ~_near(fine, [river.points for river in lines.rivers], RIVER_ROOM)
    wanted: NDArray[np.bool_] = found[1::FINER, 1::FINER][MARGIN:-MARGIN, MARGIN:-MARGIN]
    return wanted


def _near(window: Window, courses: list[Points], room: float) -> NDArray[np.bool_]:
    """Within half of `room` (km) of a line; unlike a broad line of the painter it has no gap in a sharp bend."""
    drawn = line_mask(window, courses, 0.0) > 0
    if not drawn.any():
        return drawn
    near: NDArray[np.bool_] = ndimage.distance_transform_edt(~drawn) * window.step < room / 2
    return near


def _poplars(lines: Lines, ground: Ground) -> Points:
    """Rows of poplars along the main roads, on both sides, with long gaps; none in towns, in the wet or on water."""
    rows = [_row(road, side) for road in lines.roads if road.rank == max(ROAD_ROOM) for side in (-1.0, 1.0)]
    points = np.vstack([np.zeros((0, 2)), *rows])
    points = points[ground.window.sees(points, 0.0)]
    free = ground.window.sample(ground.inland, points) > POPLAR_COAST
    for layer in (Soft.WET, Soft.POOL, Soft.TOWN):
        free &= ground.coarse.sample(ground.soft[layer], points) < 0.2
    for rank, room in ROAD_ROOM.items():
        others = [road.points for road in lines.roads if road.rank == rank]
        free &= ~ground.window.sample(_near(ground.window, others, room), points)
    rivers = _near(ground.window, [river.points for river in lines.rivers], RIVER_ROOM)
    dry: Points = points[free & ~ground.window.sample(rivers, points)]
    return dry


def _row(road: Road, side: float) -> Points:
    """The poplars of one side of a road, in stretches."""
    along = resample(road.points, POPLAR_STEP)
    ahead = np.gradient(along, axis=0)
    across = np.column_stack([-ahead[:, 1], ahead[:, 0]]) / (np.hypot(*ahead.T)[:, None] + 1e-9)
    rng = np.random.default_rng(seed_of("poplars", road.rank, *road.hexes[:2], int(side)))
    stretches = np.repeat(rng.random(len(along) // 12 + 1) < POPLAR_SHARE, 12)[: len(along)]
    kept = stretches & (rng.random(len(along)) < 0.88)
    row: Points = (along + across * side * POPLAR_BESIDE)[kept]
    return row


def roofs(lines: Lines, placing: Placing) -> Iterator[list[float]]:
    """The roofs of all towns: place, direction of the ridge, half length, half width, kind; in hex widths, radians.

    They stand where they are painted, but step aside from roads and rivers, or are left out where there is no room.
    """
    ways = _ways(lines)
    tree = STRtree([line for line, _ in ways])
    for town in sorted(lines.towns, key=lambda town: (-town.y, town.x)):
        taken: list[tuple[float, float, float]] = []
        for x, y, angle, half_long, half_wide, kind in _painted_roofs(town):
            place = _aside(ways, tree, np.array([x, y]), half_wide)
            if place is None or any(math.dist(place, other[:2]) < 0.8 * (half_long + other[2]) for other in taken):
                continue
            taken.append((*place, half_long))
            ((u, v),) = placing.to_grid(np.array([place]))
            sizes = (half_long / placing.size, half_wide / placing.size)
            turned = angle - math.radians(placing.projection.printed)
            yield [*(round(float(number), 4) for number in (u, v, turned, *sizes)), kind]


def _painted_roofs(town: Town) -> Iterator[tuple[float, float, float, float, float, int]]:
    """The church, then the houses of a town, nearest to the church first; kilometres."""
    angle, blocks = roofs_of(town)
    church = CHURCH[town.size]
    yield town.x, town.y, 0.0, church, church / 2, Roof.CHURCH
    for u, v, half_long, half_wide, tint in sorted(blocks.tolist(), key=lambda block: math.hypot(*block[:2])):
        x, y = town.x + u * math.cos(angle) - v * math.sin(angle), town.y + u * math.sin(angle) + v * math.cos(angle)
        yield x, y, angle, half_long, half_wide, min(int(tint * 3.6), Roof.SLATE)


def _ways(lines: Lines) -> list[tuple[LineString, float]]:
    """Return what no house may stand on: the lines and half their widths."""
    roads = [(LineString(road.points), ROAD_ROOM[road.rank] / 2 - 0.045) for road in lines.roads]
    return roads + [(LineString(river.points), RIVER_ROOM / 2 - 0.045) for river in lines.rivers]


def _aside(
    ways: list[tuple[LineString, float]], tree: STRtree, place: Points, half: float
) -> tuple[float, float] | None:
    """The place moved off the roads and rivers; None if three steps do not lead out of them."""
    for _ in range(3):
        here = Point(place)
        near = [ways[i] for i in sorted(tree.query(here.buffer(half + 0.2)))]
        on = [(line.distance(here) - width - half, line) for line, width in near]
        if not on or (worst := min(on, key=lambda pair: pair[0]))[0] >= 0:
            return float(place[0]), float(place[1])
        foot = np.array(worst[1].interpolate(worst[1].project(here)).coords[0])
        away = place - foot
        length = float(np.hypot(*away))
        if length < 1e-6:
            away, length = np.array([0.7, 0.7]), 1.0
        place = place + away / length * (0.01 - worst[0])
    return None
