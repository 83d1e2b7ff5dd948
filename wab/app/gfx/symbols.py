"""The atlas of unit symbols: assets/counters/atlas.png and atlas.json, made by tools; plain frames where none is."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np
from panda3d.core import Filename, LVecBase4f, SamplerState, Texture, TexturePool

from wab.app.gfx.meshes import picture
from wab.app.gfx.theme import ASSETS
from wab.engine.files.looking import is_file

Uv = tuple[float, float, float, float]


class Cell(NamedTuple):
    """A picture of the atlas: its edges in texture coordinates and its size in pixels.

    A framed one is laid over a field of the same size; ships and aircraft are outlines without frame or field.
    """

    uv: Uv
    width: int
    height: int
    framed: bool = True


class SymbolAtlas:
    """Symbols by name, in several sizes each (`find`), and other sprites by name (`sprites`, such as "icon/flag");
    `texture` holds them all."""

    def __init__(self, folder: Path = ASSETS / "counters") -> None:
        self.cells: dict[str, list[Cell]] = {}
        self.sprites: dict[str, Cell] = {}
        self.texture: Texture = picture("symbols", np.zeros((4, 4, 4), np.uint8))
        if is_file(folder / "atlas.json") and is_file(folder / "atlas.png"):
            self._load(folder)

    def _load(self, folder: Path) -> None:
        index: dict[str, Any] = msgspec.json.decode((folder / "atlas.json").read_bytes())
        self.texture = TexturePool.loadTexture(Filename.fromOsSpecific(str(folder / "atlas.png")))
        self.texture.setMinfilter(SamplerState.FT_linear)
        self.texture.setMagfilter(SamplerState.FT_linear)
        self.texture.setWrapU(SamplerState.WM_clamp)
        self.texture.setWrapV(SamplerState.WM_clamp)
        self._peeker = self.texture.peek()
        for name, rects in index.get("symbols", {}).items():
            self.cells[name] = [self._cell(*rect) for rect in rects.values()]
        for name, sprite in index.get("sprites", {}).items():
            self.sprites[name] = self._cell(sprite["x"], sprite["y"], sprite["w"], sprite["h"])
        for cells in self.cells.values():
            cells.sort(key=lambda cell: cell.width)

    def _cell(self, x: int, y: int, w: int, h: int) -> Cell:
        wide, high = self.texture.getXSize(), self.texture.getYSize()
        uv = (x / wide, 1 - (y + h) / high, (x + w) / wide, 1 - y / high)
        return Cell(uv, w, h, self._opaque(x + 0.5, y + h / 2) and self._opaque(x + w / 2, y + 0.5))

    def _opaque(self, x: float, y: float) -> bool:
        """Tell whether a pixel of the atlas, from the upper left, shows anything."""
        found = LVecBase4f()
        self._peeker.lookup(found, x / self.texture.getXSize(), 1 - y / self.texture.getYSize())
        return bool(found[3] > 0.5)

    def find(self, name: str, pixels: float) -> Cell | None:
        """The picture of a name whose width is nearest to this many pixels, None if the atlas has none."""
        cells = self.cells.get(name)
        return min(cells, key=lambda cell: abs(cell.width - pixels)) if cells else None
