"""The growth on a painted map, by rectangle: the picture of `wab.content.growth` in memory."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from panda3d.core import Filename, PNMImage, PNMImageHeader, Texture
from scipy import ndimage

from wab.app.gfx.heights import Relief
from wab.app.gfx.pictures import damaged_pictures
from wab.app.map.ground_art import Rect
from wab.content.growth import PICTURE, RELIEF, WIDEST, Kind, load_growth
from wab.engine.words.errors import DataError

Floats = npt.NDArray[np.float64]
_SHIFT = 0.7
"""Share of the way that a hedge is moved to the middle of its neighbours, so that it shows no steps."""


_AROUND = 2
"""Pixels on each side that show how a hedge runs."""
_LOOSE, _IN_A_ROW = 0.9, 0.35
"""Pixels over which the places of plants are strewn."""


class Plants(NamedTuple):
    """Plants of one kind: float64[n, 2] where, and four numbers 0 to 1 for each, the same in every chunk.

    `course`: float64[n], radians counter-clockwise from the east, the way that the row of a hedge runs.
    """

    at: Floats
    dice: Floats
    course: Floats


class GrowthMap:
    """The growth of a map by place. `roofs` float64[n, 6] as in the index; `relief`: the heights, where they
    are known.
    """

    def __init__(self, kinds: npt.NDArray[np.uint8], rect: Rect, roofs: Floats, relief: Relief | None = None) -> None:
        self.kinds, self.rect, self.roofs, self.relief = kinds, rect, roofs, relief
        self._px = kinds.shape[1] / (rect[2] - rect[0])

    def plants(self, kind: Kind, rect: Rect, share: float = 1.0) -> Plants:
        """The plants of a kind whose pixels have their middle in a rectangle, or a share of them."""
        left, bottom, right, top = rect
        rows, cols = self.kinds.shape
        j0, j1 = (min(max(int(np.ceil((x - self.rect[0]) * self._px - 0.5)), 0), cols) for x in (left, right))
        i0, i1 = (min(max(int(np.ceil((self.rect[3] - y) * self._px - 0.5)), 0), rows) for y in (top, bottom))
        first_row, first_col = max(i0 - _AROUND, 0), max(j0 - _AROUND, 0)
        around = self.kinds[first_row : i1 + _AROUND, first_col : j1 + _AROUND] == kind
        inner = np.zeros_like(around)
        inner[i0 - first_row :, j0 - first_col :][: i1 - i0, : j1 - j0] = True
        found = np.argwhere(around & inner)
        dice = _dice(found[:, 0] + first_row, found[:, 1] + first_col)
        kept = dice[:, 3] < share
        found, dice = found[kept], dice[kept]
        at = found[:, ::-1] + (0.5, 0.5) + (first_col, first_row)
        course = 2 * np.pi * dice[:, 2]
        in_rows = kind == Kind.HEDGE and len(found) > 0
        if in_rows:
            at = at + _towards_the_row(around, found) * _SHIFT
            course = _along_the_row(around, found)
        at = at + (dice[:, :2] - 0.5) * (_IN_A_ROW if in_rows else _LOOSE)
        places = np.column_stack([self.rect[0] + at[:, 0] / self._px, self.rect[3] - at[:, 1] / self._px])
        return Plants(places, dice, course)

    def sea(self, rect: Rect, shape: tuple[int, int]) -> Floats:
        """The share of sea, 0 to 1, in each of the cells of a rectangle, float64[rows, columns], the lowest row first;
        beyond the picture it is as at the edge.
        """
        left, bottom, right, top = rect
        (rows, cols), finer = shape, 4
        xs = left + (np.arange(cols * finer) + 0.5) * (right - left) / (cols * finer)
        ys = bottom + (np.arange(rows * finer) + 0.5) * (top - bottom) / (rows * finer)
        across = np.clip(((xs - self.rect[0]) * self._px).astype(int), 0, self.kinds.shape[1] - 1)
        down = np.clip(((self.rect[3] - ys) * self._px).astype(int), 0, self.kinds.shape[0] - 1)
        fine = self.kinds[np.ix_(down, across)] == Kind.SEA
        share: Floats = fine.reshape(rows, finer, cols, finer).mean(axis=(1, 3))
        return share

    def at_sea(self, x: float, y: float) -> bool:
        """Return whether a place is painted as sea."""
        row, col = int((self.rect[3] - y) * self._px), int((x - self.rect[0]) * self._px)
        inside = 0 <= row < self.kinds.shape[0] and 0 <= col < self.kinds.shape[1]
        return inside and bool(self.kinds[row, col] == Kind.SEA)


def _towards_the_row(around: npt.NDArray[np.bool_], found: npt.NDArray[np.intp]) -> Floats:
    """From pixels of a hedge to the middle of those next to them, in pixels."""
    mask = around.astype(np.float64)
    count = ndimage.uniform_filter(mask, 3, mode="constant") * 9
    sides = [
        ndimage.uniform_filter1d(ndimage.correlate1d(mask, [-1, 0, 1], axis=axis, mode="constant"), 3, axis=1 - axis)
        for axis in (1, 0)
    ]
    rows, cols = found.T
    shift: Floats = np.column_stack([side[rows, cols] * 3 / np.maximum(count[rows, cols], 1) for side in sides])
    return shift


def _along_the_row(around: npt.NDArray[np.bool_], found: npt.NDArray[np.intp]) -> Floats:
    """The angles along which the pixels of a hedge are spread most, by their second moments."""
    steps = np.arange(-_AROUND, _AROUND + 1.0)
    across, down = np.meshgrid(steps, steps)
    mask = around.astype(np.float64)
    square, both = (
        ndimage.correlate(mask, weights, mode="constant")[tuple(found.T)]
        for weights in (across * across - down * down, across * down)
    )
    return np.asarray(-0.5 * np.arctan2(2 * both, square), np.float64)  # rows of a picture run downwards


def _dice(rows: npt.NDArray[np.integer], cols: npt.NDArray[np.integer]) -> Floats:
    """Four numbers 0 to 1 for each pixel of the picture, the same on every machine."""
    numbers = []
    for seed in range(4):
        n = (rows * 374761393 + cols * 668265263 + (seed + 1) * 974634777) & 0xFFFFFFFF
        n = ((n ^ (n >> 13)) * 1274126177) & 0xFFFFFFFF
        n = ((n ^ (n >> 16)) * 2246822519) & 0xFFFFFFFF
        numbers.append(((n ^ (n >> 15)) & 0xFFFFFF) / 16777216.0)
    return np.column_stack(numbers)


def load_growth_map(folder: Path | None) -> GrowthMap | None:
    """Return what grows on the map painted in a folder, None if nothing is written down or a picture of it is damaged.

    DataError when the index is bad.
    """
    index = load_growth(folder) if folder is not None else None
    if folder is None or index is None or damaged_pictures(folder) & {PICTURE, RELIEF}:
        return None
    roofs = np.array(index.roofs, np.float64).reshape(-1, 6)
    heights = index.relief
    relief = None
    if heights is not None:
        metres = _picture(folder / RELIEF, heights.size).astype(np.float32) * np.float32(heights.highest / 255)
        relief = Relief(metres, heights.rect)
    return GrowthMap(_picture(folder / PICTURE, index.size), index.rect, roofs, relief)


def _picture(path: Path, size: tuple[int, int]) -> npt.NDArray[np.uint8]:
    head = PNMImageHeader()
    name = Filename.fromOsSpecific(str(path))
    readable = os.path.isfile(path) and head.readHeader(name)
    if not readable or (head.getXSize(), head.getYSize()) != size or max(size) > WIDEST or head.getNumChannels() != 1:
        raise DataError(str(path), None, "", "is not the picture that growth.json tells of")
    texture = Texture("growth")
    image = PNMImage()  # a texture would read it at a power of two
    if not image.read(name) or not texture.load(image) or texture.getComponentWidth() != 1:
        raise DataError(str(path), None, "", "cannot be read as a picture")
    pixels = np.frombuffer(memoryview(texture.getRamImage()), np.uint8).reshape(size[1], size[0])
    return np.ascontiguousarray(pixels[::-1])
