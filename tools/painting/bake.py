"""Bakes the pictures of a map level by level, in tiles, and writes their index."""

import hashlib
import json
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from tools.painting.country import Country
from tools.painting.ground import FAR_STYLE, MARGIN, MID_STYLE, Style, paint_ground
from tools.painting.lines import Lines, as_json
from tools.painting.stamps import FAR_STAMPING, MID_STAMPING, Stamping, stamp_all
from tools.painting.window import Window

BORDER = 1.0  # hex widths painted beyond the outermost hex centres
SUPERSAMPLING = 2
LARGEST_TILE = 2048
GUTTER = 2  # pixels of the neighbour around each tile of a level that has several
JPEG = {"quality": 92, "subsampling": 0, "optimize": True}
ROW_HEIGHT = math.sqrt(3) / 2


@dataclass(frozen=True)
class Level:
    """One picture of the whole map: its name, scale, manner, and the texture format it is meant to be loaded as."""

    name: str
    px_per_hex: int
    style: Style
    stamping: Stamping
    texture: str


LEVELS = (
    Level("far", 18, FAR_STYLE, FAR_STAMPING, "rgb8"),
    Level("mid", 56, MID_STYLE, MID_STAMPING, "rgb5"),
)
TEXTURE_BYTES = {"rgb8": 3, "rgb5": 2}


@dataclass(frozen=True)
class Sheet:
    """The raster of a level: its size in pixels and the rectangle of the world it covers, in hex widths."""

    level: Level
    cols: int
    rows: int
    left: float
    bottom: float

    @property
    def top(self) -> float:
        """The upper edge in hex widths."""
        return self.bottom + self.rows / self.level.px_per_hex

    @property
    def right(self) -> float:
        """The right edge in hex widths."""
        return self.left + self.cols / self.level.px_per_hex

    def tiles(self) -> Iterator["Tile"]:
        """The fewest equal tiles that keep to the largest texture size, row by row from the upper left."""
        across, down = (math.ceil(size / (LARGEST_TILE - 2 * GUTTER)) for size in (self.cols, self.rows))
        gutter = GUTTER if across * down > 1 else 0
        xs, ys = (
            np.linspace(0, size, n + 1).round().astype(int) for size, n in ((self.cols, across), (self.rows, down))
        )
        for i in range(down):
            for j in range(across):
                name = f"{self.level.name}_{i}{j}.jpg" if gutter else f"{self.level.name}.jpg"
                yield Tile(self, name, int(xs[j]), int(ys[i]), int(xs[j + 1] - xs[j]), int(ys[i + 1] - ys[i]), gutter)


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

    def window(self, km_per_hex: float) -> Window:
        """The pixels of the file as a window on the world."""
        scale = self.sheet.level.px_per_hex / km_per_hex
        left = self.sheet.left * km_per_hex + self.column / scale
        top = self.sheet.top * km_per_hex - self.row / scale
        return Window(left, top, self.cols, self.rows, scale, self.column, self.row).grown(self.gutter)

    def index(self) -> dict[str, object]:
        """What the window of the game needs to place it."""
        px, wide, high = self.sheet.level.px_per_hex, self.cols + 2 * self.gutter, self.rows + 2 * self.gutter
        left, top = self.sheet.left + self.column / px, self.sheet.top - self.row / px
        return {
            "file": self.file,
            "size": [wide, high],
            "rect": [round(v, 6) for v in (left, top - self.rows / px, left + self.cols / px, top)],
            "uv": [
                round(v, 8)
                for v in (self.gutter / wide, self.gutter / high, 1 - self.gutter / wide, 1 - self.gutter / high)
            ],
        }


def sheet_of(country: Country, level: Level) -> Sheet:
    """The sheet that covers the whole map and a border around it."""
    width = country.grid.cols - 0.5 + 2 * BORDER
    height = (country.grid.rows - 1) * ROW_HEIGHT + 2 * BORDER
    px = level.px_per_hex
    return Sheet(level, math.ceil(width * px), math.ceil(height * px), -BORDER, -BORDER)


def paint(country: Country, lines: Lines, window: Window, level: Level, margin: float = MARGIN) -> NDArray[np.uint8]:
    """The picture of a window, uint8[rows, cols, 3]. `margin` (km) around it is painted too and cut off again."""
    extra = math.ceil(margin * window.scale)
    ground = paint_ground(country, lines, window.grown(extra).finer(SUPERSAMPLING), level.style)
    stamp_all(lines, ground, level.stamping)
    rows, cols = window.rows + 2 * extra, window.cols + 2 * extra
    picture = ground.picture.reshape(rows, SUPERSAMPLING, cols, SUPERSAMPLING, 3).mean(axis=(1, 3))
    inner = picture[extra : rows - extra, extra : cols - extra]
    return (np.clip(inner, 0, 1) * 255 + 0.5).astype(np.uint8)


def bake(country: Country, into: Path, made_from: str, lines: Lines) -> None:
    """Paints every level and writes pictures, line work and, last, the index, which tells that all is complete."""
    into.mkdir(parents=True, exist_ok=True)
    (into / "ground.json").unlink(missing_ok=True)
    levels = {}
    for level in LEVELS:
        sheet = sheet_of(country, level)
        for tile in sheet.tiles():
            Image.fromarray(paint(country, lines, tile.window(country.km_per_hex), level)).save(
                into / tile.file, **JPEG
            )
        levels[level.name] = {
            "px_per_hex": level.px_per_hex,
            "texture": level.texture,
            "mipmaps": True,
            "gutter": max(tile.gutter for tile in sheet.tiles()),
            "size": [sheet.cols, sheet.rows],
            "rect": [round(v, 6) for v in (sheet.left, sheet.bottom, sheet.right, sheet.top)],
            "tiles": [tile.index() for tile in sheet.tiles()],
        }
    write_json(into / "lines.json", as_json(lines, country.km_per_hex))
    write_json(
        into / "ground.json", {"made_from": made_from, "km_per_hex": country.km_per_hex, "levels": levels}, indent=1
    )


def write_json(path: Path, content: object, indent: int | None = None) -> None:
    """Writes JSON, compact unless an indent is given."""
    separators = (",", ":") if indent is None else None
    path.write_text(
        json.dumps(content, ensure_ascii=False, indent=indent, separators=separators) + "\n", encoding="utf-8"
    )


def fingerprint(files: Iterable[Path]) -> str:
    """A hash of the contents of files, in order."""
    digest = hashlib.sha256()
    for path in files:
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:20]
