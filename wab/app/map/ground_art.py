"""The painted pictures of a map: reads their index (ground.json, written by art/paint_map.py) and loads the tiles.

A map without painted pictures gets a plain one, made here from the colours of its terrains.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import msgspec
import numpy as np
from panda3d.core import Filename, PNMImageHeader, SamplerState, Texture
from scipy import ndimage

from wab.app.gfx.heights import nearest_hexes
from wab.app.gfx.meshes import picture
from wab.app.gfx.pictures import WIDEST, damaged_pictures
from wab.app.gfx.theme import Rgba, colour
from wab.content.hexmap import HexMap
from wab.content.json_data import read_json
from wab.engine.words.errors import DataError
from wab.engine.words.text import Text
from wab.hexes.grid import ROW_HEIGHT

Rect = tuple[float, float, float, float]
"""left, bottom, right, top in hex widths."""

PAPER = colour("E9DCAC")
WATER = colour("8DB7BF")


class TileEntry(msgspec.Struct, frozen=True):
    """A file of a level: its rectangle of the world and the part of the picture that shows it (the rest is gutter)."""

    file: Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_][A-Za-z0-9_.-]*\Z", max_length=100)]
    rect: Rect
    uv: tuple[float, float, float, float]


class LevelEntry(msgspec.Struct, frozen=True):
    """A picture of the whole map at one scale, cut into tiles."""

    px_per_hex: float
    texture: str
    mipmaps: bool
    rect: Rect
    tiles: list[TileEntry]


class Index(msgspec.Struct, frozen=True):
    """The contents of ground.json."""

    levels: dict[str, LevelEntry]


@dataclass(frozen=True)
class Tile:
    """A loaded tile; `uv` are u and v of its left, bottom, right and top edge."""

    texture: Texture
    rect: Rect
    uv: tuple[float, float, float, float]

    def load(self) -> Tile:
        """Return the tile, as `LazyTile.load` does."""
        return self


@dataclass(frozen=True)
class LazyTile:
    """A tile that is loaded when it is needed."""

    folder: Path
    level: LevelEntry
    entry: TileEntry

    @property
    def rect(self) -> Rect:
        """The rectangle of the world that it shows."""
        return self.entry.rect

    @property
    def uv(self) -> tuple[float, float, float, float]:
        """As `Tile.uv`."""
        u0, v0, u1, v1 = self.entry.uv
        return u0, 1 - v1, u1, 1 - v0

    def load(self) -> Tile:
        """Read the picture. DataError when it cannot be read."""
        path = self.folder / self.entry.file
        texture = Texture(self.entry.file)  # not from the engine's pool, which would keep it for ever
        if not _is_small_picture(path) or not texture.read(Filename.fromOsSpecific(str(path))):
            raise DataError(str(path), None, "", Text("cannot be read as a picture"))
        texture.setFormat(Texture.F_rgb5 if self.level.texture == "rgb5" else Texture.F_rgb)
        texture.setMinfilter(SamplerState.FT_linear_mipmap_linear if self.level.mipmaps else SamplerState.FT_linear)
        texture.setMagfilter(SamplerState.FT_linear)
        texture.setWrapU(SamplerState.WM_clamp)
        texture.setWrapV(SamplerState.WM_clamp)
        return Tile(texture, self.rect, self.uv)


@dataclass(frozen=True)
class GroundArt:
    """The pictures of the ground: one of the whole map, and loaders of the tiles for the middle distance and for the
    near one. The near ones are too many to be kept all at once."""

    far: Tile
    tiles: tuple[Tile | LazyTile, ...]
    near: tuple[LazyTile, ...] = ()

    @property
    def rect(self) -> Rect:
        """The rectangle that the tiles cover together."""
        edges = np.array([tile.rect for tile in self.tiles])
        left, bottom = edges[:, :2].min(axis=0)
        right, top = edges[:, 2:].max(axis=0)
        return float(left), float(bottom), float(right), float(top)


def memory_of(texture: Texture) -> int:
    """Bytes of a texture in the format asked for, mipmaps counted."""
    sizes = {
        Texture.F_rgb5: 2,
        Texture.F_rgb: 3,
        Texture.F_rgb8: 3,
        Texture.F_luminance: 1,
        Texture.F_luminance_alpha: 2,
    }
    size = int(texture.getXSize()) * int(texture.getYSize()) * sizes.get(texture.getFormat(), 4)
    return size * 4 // 3 if texture.getMinfilter() == SamplerState.FT_linear_mipmap_linear else size


def load_ground(hexmap: HexMap, folder: Path | None, colours: Mapping[str, Rgba] | None = None) -> GroundArt:
    """The pictures in a folder; a plain one where there is no index, or where a picture of the whole map is damaged.

    DataError when the index is bad.
    """
    index_path = folder / "ground.json" if folder else None
    if folder is None or index_path is None or not os.path.isfile(index_path):
        return plain_ground(hexmap, colours or {})
    index = read_json(index_path, Index)
    for name in ("far", "mid"):
        if name not in index.levels or not index.levels[name].tiles:
            raise DataError(
                str(index_path), None, "levels", Text('has no level "{name}" with a picture', {"name": name})
            )
    far, mid = index.levels["far"], index.levels["mid"]
    near, damaged = index.levels.get("near"), damaged_pictures(folder)
    if any(tile.file in damaged for tile in (far.tiles[0], *mid.tiles)):
        return plain_ground(hexmap, colours or {})
    return GroundArt(
        near=tuple(LazyTile(folder, near, tile) for tile in near.tiles if tile.file not in damaged) if near else (),
        far=LazyTile(folder, far, far.tiles[0]).load(),
        tiles=tuple(LazyTile(folder, mid, tile) for tile in mid.tiles),
    )


def _is_small_picture(path: Path) -> bool:
    """Tell whether a file is a picture, and one that the memory can hold: its head says so before it is unpacked."""
    head = PNMImageHeader()
    if not os.path.isfile(path) or not head.readHeader(Filename.fromOsSpecific(str(path))):
        return False
    return bool(max(head.getXSize(), head.getYSize()) <= WIDEST)


def plain_ground(hexmap: HexMap, colours: Mapping[str, Rgba], samples: int = 12) -> GroundArt:
    """A picture of soft patches in the colours of the terrains by name; others are paper, or water where no land is."""
    grid = hexmap.grid
    rect = (-1.0, -1.0, grid.cols + 0.5, (grid.rows - 1) * ROW_HEIGHT + 1.0)
    cols, rows = int((rect[2] - rect[0]) * samples), int((rect[3] - rect[1]) * samples)
    tints = np.array([colours.get(name, PAPER)[:3] for name in hexmap.terrain_names], np.float32)
    per_hex = np.where((hexmap.land_share < 0.5)[:, None], np.array(WATER[:3], np.float32), tints[hexmap.terrain])
    raster = per_hex[nearest_hexes(hexmap, rect[0], rect[1], cols, rows, samples)]
    soft = ndimage.gaussian_filter(raster, (samples * 0.12, samples * 0.12, 0))
    pixels = np.dstack([soft, np.full((rows, cols), 255, np.float32)]).astype(np.uint8)[::-1]
    tile = Tile(picture("plain", pixels, mipmaps=True), rect, (0.0, 0.0, 1.0, 1.0))
    return GroundArt(tile, (tile,))
