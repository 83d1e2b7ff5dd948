"""Bakes the pictures of a map level by level, in tiles, and writes their index."""

import hashlib
import json
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from art.painting.country import Country
from art.painting.ground import FAR_STYLE, MID_STYLE, NEAR_STYLE, Style, paint_ground
from art.painting.lines import Lines, as_json
from art.painting.stamps import FAR_STAMPING, MID_STAMPING, NEAR_STAMPING, Stamping, stamp_all
from art.painting.window import Window
from wab.hexes import turned_points

MARGIN = 2.0  # kilometres around a window that are painted too, for the stamps that reach into it
GUTTER = 2  # pixels of the neighbour around each tile of a level that has several
LARGEST_WINDOW = 4200  # pixels painted at once


@dataclass(frozen=True)
class Level:
    """One picture of the whole map: its name, scale and manner.

    `texture` is the format it is meant to be loaded as, `mipmaps` whether with smaller copies; `tile` the largest tile
    in pixels, gutter included; `stream` says that only tiles in sight are to be loaded; `finer` how many times finer it
    is painted than saved; `quality` the quality of the JPEG.
    """

    name: str
    px_per_hex: int
    style: Style
    stamping: Stamping
    texture: str
    mipmaps: bool
    tile: int
    stream: bool
    finer: int
    quality: int


LEVELS = (
    Level("far", 18, FAR_STYLE, FAR_STAMPING, "rgb8", True, 2048, False, 2, 92),
    Level("mid", 55, MID_STYLE, MID_STAMPING, "rgb5", True, 2048, False, 2, 92),
    Level("near", 112, NEAR_STYLE, NEAR_STAMPING, "rgb5", False, 1024, True, 1, 85),
)
TEXTURE_BYTES = {"rgb8": 3, "rgb5": 2}


@dataclass(frozen=True)
class Sheet:
    """The raster of a level as it is printed: its size in pixels and the rectangle that it covers, in hex widths.

    `printed` degrees counter-clockwise it is turned against the plane of the grid, in which the index places it.
    """

    level: Level
    cols: int
    rows: int
    left: float
    bottom: float
    printed: int = 0

    @property
    def top(self) -> float:
        """The upper edge in hex widths."""
        return self.bottom + self.rows / self.level.px_per_hex

    @property
    def right(self) -> float:
        """The right edge in hex widths."""
        return self.left + self.cols / self.level.px_per_hex

    def tiles(self) -> list[list["Tile"]]:
        """The fewest equal tiles that keep to the largest size, row by row from the upper left."""
        room = self.level.tile - 2 * GUTTER
        across, down = math.ceil(self.cols / room), math.ceil(self.rows / room)
        gutter = GUTTER if across * down > 1 else 0
        xs = np.linspace(0, self.cols, across + 1).round().astype(int)
        ys = np.linspace(0, self.rows, down + 1).round().astype(int)
        names = [
            [f"{self.level.name}_{i}{j}.jpg" if gutter else f"{self.level.name}.jpg" for j in range(across)]
            for i in range(down)
        ]
        return [
            [
                Tile(self, names[i][j], int(xs[j]), int(ys[i]), int(xs[j + 1] - xs[j]), int(ys[i + 1] - ys[i]), gutter)
                for j in range(across)
            ]
            for i in range(down)
        ]

    def blocks(self) -> list[list["Tile"]]:
        """The tiles in rectangular groups, each of a size that is painted at once."""
        tiles, size = self.tiles(), max(1, LARGEST_WINDOW // self.level.tile)
        return [
            [tile for row in tiles[i : i + size] for tile in row[j : j + size]]
            for i in range(0, len(tiles), size)
            for j in range(0, len(tiles[0]), size)
        ]

    def window(self, tiles: Sequence["Tile"], km_per_hex: float) -> Window:
        """The pixels of a group of tiles with their gutter as a window on the world."""
        scale = self.level.px_per_hex / km_per_hex
        column, row = min(tile.column for tile in tiles), min(tile.row for tile in tiles)
        cols = max(tile.column + tile.cols for tile in tiles) - column
        rows = max(tile.row + tile.rows for tile in tiles) - row
        left, top = self.left * km_per_hex + column / scale, self.top * km_per_hex - row / scale
        return Window(left, top, cols, rows, scale, column, row).grown(tiles[0].gutter)


@dataclass(frozen=True)
class Tile:
    """A part of a sheet: pixels from the upper left corner of the sheet, and the gutter around them in the file."""

    sheet: Sheet
    file: str
    column: int
    row: int
    cols: int
    rows: int
    gutter: int

    def index(self) -> dict[str, object]:
        """Return what the window of the game needs to place it."""
        px, printed = self.sheet.level.px_per_hex, self.sheet.printed
        left, top = self.sheet.left + self.column / px, self.sheet.top - self.row / px
        wide, high = in_the_grid((self.cols + 2 * self.gutter, self.rows + 2 * self.gutter), printed)
        beside, above = self.gutter / wide, self.gutter / high
        rect = rect_in_the_grid((left, top - self.rows / px, left + self.cols / px, top), printed)
        return {
            "file": self.file,
            "size": [wide, high],
            "rect": [round(v, 6) for v in rect],
            "uv": [round(v, 8) for v in (beside, above, 1 - beside, 1 - above)],
        }


def in_the_grid(size: tuple[int, int], printed: int) -> tuple[int, int]:
    """Width and height of a picture of the sheet when it is turned back into the plane of the grid."""
    return size if printed % 180 == 0 else size[::-1]


def rect_in_the_grid(rect: tuple[float, float, float, float], printed: int) -> tuple[float, float, float, float]:
    """A rectangle of the sheet in the plane of the grid: left, bottom, right, top."""
    corners = turned_points(np.array(rect).reshape(2, 2), -printed)
    (left, bottom), (right, top) = corners.min(axis=0), corners.max(axis=0)
    return float(left), float(bottom), float(right), float(top)


def sheet_of(country: Country, level: Level) -> Sheet:
    """The sheet that covers the whole map and a border around it."""
    left, bottom, right, top = country.frame
    px = level.px_per_hex
    return Sheet(level, math.ceil((right - left) * px), math.ceil((top - bottom) * px), left, bottom, country.printed)


def paint(country: Country, lines: Lines, window: Window, level: Level) -> NDArray[np.uint8]:
    """The picture of a window in the manner of a level, uint8[rows, cols, 3]."""
    extra = math.ceil(MARGIN * window.scale)
    ground = paint_ground(country, lines, window.grown(extra).finer(level.finer), level.style)
    stamp_all(lines, ground, level.stamping)
    rows, cols = window.rows + 2 * extra, window.cols + 2 * extra
    picture = ground.picture.reshape(rows, level.finer, cols, level.finer, 3).mean(axis=(1, 3))
    inner = picture[extra : rows - extra, extra : cols - extra]
    painted: NDArray[np.uint8] = (np.clip(inner, 0, 1) * 255 + 0.5).astype(np.uint8)
    return painted


def bake(country: Country, into: Path, made_from: str, lines: Lines) -> None:
    """Paints every level and writes pictures, line work and, last, the index, which tells that all is complete."""
    into.mkdir(parents=True, exist_ok=True)
    (into / "ground.json").unlink(missing_ok=True)
    for level in LEVELS:
        for stale in into.glob(f"{level.name}*.jpg"):
            stale.unlink()
        sheet = sheet_of(country, level)
        for block in sheet.blocks():
            _bake_block(country, lines, sheet, block, into)
    write_json(into / "lines.json", as_json(lines, country.placing))
    levels = {level.name: _level_index(sheet_of(country, level)) for level in LEVELS}
    index = {"made_from": made_from, "km_per_hex": country.placing.projection.km_per_hex, "levels": levels}
    write_json(into / "ground.json", index)


def _bake_block(country: Country, lines: Lines, sheet: Sheet, block: Sequence[Tile], into: Path) -> None:
    window = sheet.window(block, country.km_per_hex)
    picture = paint(country, lines, window, sheet.level)
    for tile in block:
        top, left = tile.row - tile.gutter - window.row, tile.column - tile.gutter - window.column
        part = picture[top : top + tile.rows + 2 * tile.gutter, left : left + tile.cols + 2 * tile.gutter]
        coarse_colour = 0 if sheet.level.quality > 90 else 2  # JPEG's name for halved colour resolution
        Image.fromarray(np.rot90(part, -sheet.printed // 90)).save(
            into / tile.file, quality=sheet.level.quality, subsampling=coarse_colour, optimize=True
        )


def _level_index(sheet: Sheet) -> dict[str, object]:
    level, tiles = sheet.level, [tile for row in sheet.tiles() for tile in row]
    return {
        "px_per_hex": level.px_per_hex,
        "texture": level.texture,
        "mipmaps": level.mipmaps,
        "stream": level.stream,
        "gutter": tiles[0].gutter,
        "size": list(in_the_grid((sheet.cols, sheet.rows), sheet.printed)),
        "rect": [
            round(v, 6) for v in rect_in_the_grid((sheet.left, sheet.bottom, sheet.right, sheet.top), sheet.printed)
        ],
        "tiles": [tile.index() for tile in tiles],
    }


def write_json(path: Path, content: object) -> None:
    """Writes compact JSON."""
    path.write_text(json.dumps(content, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")


def fingerprint(files: Iterable[Path], told: str = "") -> str:
    """A hash of the contents of files, in order, and of the painter's other options."""
    digest = hashlib.sha256(told.encode())
    for path in files:
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:20]
