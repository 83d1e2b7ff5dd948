"""The ground: painted pictures on a smooth surface, grid, fog of war, reach and overlays, all in one program.

Facts that change by hex live in textures of one texel a hex , rewritten whole (some microseconds); geometry never
changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt
from panda3d.core import GeomNode, NodePath, SamplerState, Shader, Texture, TransparencyAttrib
from scipy import ndimage

from wab.app.gfx.heights import HeightField, nearest_hexes
from wab.app.gfx.light import Light
from wab.app.gfx.meshes import Layout, fill, mesh, picture, program, uniform
from wab.app.map.ground_art import GroundArt, LazyTile, Rect, Tile, memory_of
from wab.app.map.growth import GrowthMap
from wab.content.hexmap import HexMap
from wab.hexes import HexId

Flags = npt.NDArray[np.bool_]
Bytes = npt.NDArray[np.uint8]

CHUNKS = 2
"""Parts of a tile."""
CELL, FINE_CELL = 0.42, 0.2  # hex widths between the points of the surface
NEAR_FROM = 76.0  # pixels a hex
NEAR_ALONE_FROM = 85.0  # pixels a hex from which the finest tiles are opaque
NEAR_KEPT = 12  # tiles of the finest level in memory
FADE_SECONDS = 0.25
REST_SECONDS = 1.0
"""The time between two tiles of the middle distance that are loaded before they are seen."""
_VEIL_SAMPLES = 6
_SHORE = 0.22
"""Hex widths over which the shore of flooded ground strays from the hexsides."""
_SWITCHES = ("GRID", "REACH", "OVERLAY", "FOG", "MARKED", "SKY", "WATER")
_LAYOUT = Layout(("vertex", 3), ("normal", 3), ("texcoord", 2))
DOTTED, PLAIN = 128, 255


class Ground:
    """The ground of a map under `parent`. Every `set_...` takes arrays indexed by hex."""

    def __init__(
        self, parent: NodePath, hexmap: HexMap, art: GroundArt, heights: HeightField, growth: GrowthMap | None = None
    ) -> None:
        self.hexmap, self.art = hexmap, art
        self.root = parent.attachNewNode("ground")
        self._programs: dict[tuple[str, ...], Shader] = {}
        self._program: tuple[str, ...] = ()
        self._coarse = self.root.attachNewNode("coarse-ground")
        self._loaded: dict[int, Tile] = {}
        self._resting = 0.0
        self._chunks = [self._add_tile(tile, heights, f"ground-{number}") for number, tile in enumerate(art.tiles)]
        shape = (hexmap.grid.rows, hexmap.grid.cols)
        self._states = np.zeros((*shape, 4), np.uint8)
        self._textures = {
            "states": picture("states", self._states, smooth=False),
            "overlay": picture("overlay", np.zeros((*shape, 4), np.uint8), smooth=False),
            "marks": picture("marks", np.zeros(shape, np.uint8), smooth=False),
            "noise": _noise(),
            "far_picture": art.far.texture,
            "mid_picture": art.far.texture,  # until `load_seen` has loaded the picture of a tile
        }
        self._switches = [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]
        self._marked: set[str] = set()
        self._prepare_veil(growth)
        self.near = NearGround(self.root, art.near, heights)
        self._set_inputs()

    @property
    def texture_bytes(self) -> int:
        """Memory of all textures of the ground."""
        own = (self._textures[name] for name in ("states", "overlay", "marks", "noise", "veil", "water_level"))
        painted = {id(tile.texture): tile.texture for tile in (self.art.far, *self._loaded.values())}
        return (
            sum(memory_of(texture) for texture in painted.values())
            + self.near.texture_bytes
            + sum(int(t.getXSize()) * int(t.getYSize()) * 4 for t in own)
        )

    # --- geometry ---

    def _add_tile(self, tile: Tile | LazyTile, heights: HeightField, name: str) -> list[NodePath]:
        left, bottom, right, top = tile.rect
        rects = [(left, float(low), right, float(high)) for low, high in pairwise(np.linspace(bottom, top, CHUNKS + 1))]
        return [self._coarse.attachNewNode(surface(tile, rect, heights, name, CELL)) for rect in rects]

    def load_seen(self, view: Rect, dt: float) -> None:
        """Load the pictures of tiles in view that have none yet, and another one whenever some time has passed."""
        missing = [number for number in range(len(self._chunks)) if number not in self._loaded]
        if not missing:
            return
        seen = [number for number in missing if self._uses_tiles and overlap(self.art.tiles[number].rect, view)]
        self._resting += dt
        if not seen and self._resting > REST_SECONDS:
            self._resting, seen = 0.0, missing[:1]
        for number in seen:
            self._loaded[number] = tile = self.art.tiles[number].load()
            for node in self._chunks[number]:
                node.setShaderInput("mid_picture", tile.texture)

    @property
    def _uses_tiles(self) -> bool:
        return "NEAR" in self._program

    # --- uniforms and textures ---

    def _prepare_veil(self, growth: GrowthMap | None) -> None:
        grid = self.hexmap.grid
        left, bottom, right, top = self.art.rect
        cols, rows = int((right - left) * _VEIL_SAMPLES), int((top - bottom) * _VEIL_SAMPLES)
        self._veil_hexes = nearest_hexes(self.hexmap, left, bottom, cols, rows, _VEIL_SAMPLES)
        self._veil = np.zeros((rows, cols, 4), np.uint8)
        sea = self.hexmap.land_share < 0.5
        self._veil[:, :, 2] = self._soft(sea)
        self._painted_sea = growth.sea((left, bottom, right, top), (rows, cols)) if growth else sea[self._veil_hexes]
        self._veil[:, :, 3] = from_shore(self._painted_sea)
        self._textures["veil"] = picture("veil", self._veil[::-1])
        self._water, self._flooded = np.zeros((rows, cols, 4), np.uint8), b""
        self._textures["water_level"] = picture("water_level", self._water)
        self._veil_rect = (left, bottom, _VEIL_SAMPLES / cols, _VEIL_SAMPLES / rows)
        uniform(self.root, "veil_rect", *self._veil_rect)
        uniform(self.root, "size_hexes", grid.cols, grid.rows)

    def _soft(self, flags: Flags) -> Bytes:
        raster = flags[self._veil_hexes].astype(np.float32)
        soft: Bytes = (ndimage.uniform_filter(ndimage.uniform_filter(raster, 3), 3) * 255).astype(np.uint8)
        return soft

    def _set_inputs(self) -> None:
        for name, texture in self._textures.items():
            self.root.setShaderInput(name, texture)
        left, bottom, right, top = self.art.far.rect
        uniform(self.root, "far_rect", left, bottom, 1 / (right - left), 1 / (top - bottom))
        uniform(self.root, "seconds", 0.0)
        self.set_mark("hover", None)
        self.set_mark("flash", None)

    def _switch(self, index: int, value: float) -> None:
        self._switches[index] = value

    def follow(self, px_per_hex: float, relief: float) -> None:
        """Use the shortest program that shows what is on now: which pictures, which layers, flat or not."""
        near, far = px_per_hex > 23.0, px_per_hex < 31.0
        words = ["NEAR"] * (near or relief > 0) + ["FAR"] * (far or relief > 0) + ["DEEP"] * (relief > 0)
        words += [word for word, value in zip(_SWITCHES, self._switches, strict=True) if value > 0]
        key = tuple(words)
        if key != self._program:
            self._program = key
            if key not in self._programs:
                self._programs[key] = program("ground", *key)
            self.root.setShader(self._programs[key])
        self.near.use(key)
        if self.near.covers:
            self._coarse.hide()
        else:
            self._coarse.show()

    def lend_veil(self, node: NodePath) -> None:
        """Let the program of another node see the fog, and the grain of the ground."""
        node.setShaderInput("noise", self._textures["noise"])
        node.setShaderInput("veil", self._textures["veil"])
        uniform(node, "veil_rect", *self._veil_rect)

    def set_light(self, light: Light) -> None:
        """Light and weather: uniforms only."""
        uniform(self.root, "tone", *light.gain, light.contrast)
        uniform(self.root, "sun", *light.sun)
        uniform(self.root, "sky", light.clouds, light.wet, light.swell)
        self._switch(5, max(light.clouds, light.wet, light.swell))

    def set_time(self, seconds: float) -> None:
        """The clock of the waves."""
        uniform(self.root, "seconds", seconds % 4096.0)

    def show_grid(self, shown: bool) -> None:
        """Draw the lines of the grid or not."""
        self._switch(0, float(shown))

    def set_mark(self, name: str, hex_id: HexId | None, strength: float = 1.0, fill_share: float = 0.0) -> None:
        """The ring around one hex: `name` is "hover" or "flash"; None takes it away."""
        x, y = self.hexmap.grid.centre(hex_id) if hex_id is not None else (-99.0, -99.0)
        uniform(self.root, name, x, y, strength if hex_id is not None else 0.0, fill_share)
        self._marked = self._marked | {name} if hex_id is not None else self._marked - {name}
        self._switch(4, float(bool(self._marked)))

    def set_reach(
        self, hexes: Iterable[HexId], dotted: Iterable[HexId] = (), teeth: Iterable[tuple[HexId, int]] = ()
    ) -> None:
        """Light up an area with one outline around it, dot other hexes, warn on hexsides (`teeth`: hex, direction)."""
        grid = self.hexmap.grid
        reached = np.zeros(grid.size, bool)
        reached[sorted(hexes)] = True
        states = self._states.reshape(-1, 4)
        states[:] = 0
        states[sorted(dotted), 0] = DOTTED
        states[reached, 0] = PLAIN
        outside = np.where(grid.neighbours >= 0, ~reached[grid.neighbours], True)
        bits = (outside * (1 << np.arange(6))).sum(axis=1)
        states[:, 1] = np.where(reached, bits * 4, 0)
        for hex_id, direction in sorted(teeth):
            states[hex_id, 3] |= 4 << direction
        fill(self._textures["states"], self._states[::-1])
        self._switch(1, float(bool(states[:, 0].any() or states[:, 3].any())))

    def set_overlay(self, colours: Bytes | None, marks: Bytes | None = None) -> None:
        """Tint hexes: uint8[N, 4] colour and opacity, and the pattern as a second sign, uint8[N]: 0 none, 1 lines, 2 a
        cross, 3 dots. None takes the overlay away."""
        if colours is not None:
            rows, cols = self.hexmap.grid.rows, self.hexmap.grid.cols
            patterns = np.zeros(rows * cols, np.uint8) if marks is None else marks.astype(np.uint8)
            fill(self._textures["overlay"], np.ascontiguousarray(colours, np.uint8).reshape(rows, cols, 4)[::-1])
            fill(self._textures["marks"], patterns.reshape(rows, cols)[::-1])
        self._switch(2, float(colours is not None))

    def set_water(self, flooded: Flags | None) -> None:
        """Put hexes under water besides the painted sea (bool[N]), up to a soft shore. None takes the water away."""
        if flooded is not None and flooded.tobytes() != self._flooded:
            self._flooded = flooded.tobytes()
            covered = (flooded | (self.hexmap.land_share < 0.5))[self._veil_hexes].astype(np.float32)
            wet = ndimage.gaussian_filter(covered, _VEIL_SAMPLES * _SHORE)
            self._water[:, :, 0] = (np.maximum(wet, self._painted_sea) * 255).astype(np.uint8)
            self._water[:, :, 1] = from_shore(np.maximum(wet, self._painted_sea))
            fill(self._textures["water_level"], self._water[::-1])
        self._switch(6, float(flooded is not None))

    def set_fog(self, visible: Flags | None, inside: Flags | None = None) -> None:
        """Cover hexes that are not `visible` (bool[N]); hexes that are not even `inside` the area of the game are bare
        paper. None takes both away.
        """
        if visible is not None:
            self._veil[:, :, 0] = self._soft(~visible)
            self._veil[:, :, 1] = 0 if inside is None else self._soft(~inside)
            fill(self._textures["veil"], self._veil[::-1])
        elif self._switches[3]:
            self._veil[:, :, :2] = 0
            fill(self._textures["veil"], self._veil[::-1])
        self._switch(3, float(visible is not None))


def from_shore(sea: npt.NDArray[np.floating] | Flags) -> Bytes:
    """Return how far samples of the veil lie from the shore: 128 on it, 255 half a hex width out at sea, 0 as far
    inland.

    `sea`: the share of each that is sea, 0 to 1.
    """
    wet = np.asarray(sea, np.float64)
    within = wet >= 0.5
    away = np.where(within, ndimage.distance_transform_edt(within), -ndimage.distance_transform_edt(~within))
    fine = np.where(np.abs(away) <= 1.0, 2.0 * wet - 1.0, away - np.sign(away) * 0.5)  # the shore within a sample
    smooth = ndimage.gaussian_filter(fine, 0.7) / _VEIL_SAMPLES
    result: Bytes = np.clip(128.0 + 254.0 * smooth, 0, 255).astype(np.uint8)
    return result


def overlap(one: Rect, other: Rect) -> bool:
    """Tell whether two rectangles have a part in common."""
    return one[0] < other[2] and one[2] > other[0] and one[1] < other[3] and one[3] > other[1]


def surface(tile: Tile | LazyTile, rect: Rect, heights: HeightField, name: str, cell: float) -> GeomNode:
    """The ground over a rectangle, with the part of the picture of a tile that belongs to it; a point each `cell`."""
    left, bottom, right, top = rect
    cols, rows = int(np.ceil((right - left) / cell)) + 1, int(np.ceil((top - bottom) / cell)) + 1
    x, y = np.meshgrid(np.linspace(left, right, cols), np.linspace(bottom, top, rows))
    points = np.stack([x.ravel(), y.ravel()], axis=1)
    vertices = _LAYOUT.empty(len(points))
    vertices["vertex"][:, :2] = points
    vertices["vertex"][:, 2] = heights.at(points)
    vertices["normal"] = heights.normals(points)
    vertices["texcoord"] = _tile_uv(tile, points)
    corner = (np.arange(rows - 1)[:, None] * cols + np.arange(cols - 1)).ravel().astype(np.uint32)
    step = np.array([0, 1, cols + 1, 0, cols + 1, cols], np.uint32)
    return mesh(_LAYOUT, vertices, (corner[:, None] + step).ravel(), name)


def _tile_uv(tile: Tile | LazyTile, points: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    left, bottom, right, top = tile.rect
    u0, v0, u1, v1 = tile.uv
    share = (points - [left, bottom]) / [right - left, top - bottom]
    uv: npt.NDArray[np.float64] = np.array([u0, v0]) + share * [u1 - u0, v1 - v0]
    return uv


def _noise(size: int = 256) -> Texture:
    """A tiling picture of soft grain: three octaves in red, fine grain in green and blue. The same on every machine."""
    rows, cols = np.mgrid[0:size, 0:size].astype(np.uint32)
    channels = []
    for channel in range(3):
        mixed = (
            rows * np.uint32(374761393) + cols * np.uint32(668265263) + np.uint32(channel * 974634321)
        ) & np.uint32(0xFFFFFFFF)
        mixed = (mixed ^ (mixed >> np.uint32(13))) * np.uint32(1274126177)
        white = ((mixed ^ (mixed >> np.uint32(16))) & np.uint32(255)).astype(np.float32)
        layers = [ndimage.gaussian_filter(white, sigma, mode="wrap") for sigma in (1.2, 3.0, 8.0)]
        total = sum((layer - layer.mean()) / layer.std() for layer in layers)
        channels.append(np.clip(128 + np.asarray(total) * 28, 0, 255))
    pixels = np.dstack([*channels, np.full((size, size), 255)]).astype(np.uint8)
    texture = picture("noise", pixels, mipmaps=True)
    texture.setWrapU(SamplerState.WM_repeat)
    texture.setWrapV(SamplerState.WM_repeat)
    return texture


class NearGround:
    """The finest tiles of the ground, loaded when they come into view near by; unseen ones give way to new ones."""

    def __init__(self, parent: NodePath, tiles: Sequence[LazyTile], heights: HeightField) -> None:
        self.tiles, self.heights = tiles, heights
        self.root = parent.attachNewNode("near-ground")
        self.root.setTransparency(TransparencyAttrib.M_alpha)
        self._programs: dict[tuple[str, ...], Shader] = {}
        self._program: tuple[str, ...] = ()
        self._shown: dict[int, tuple[NodePath, Tile, float]] = {}
        self.covers = False
        """The finest tiles hide all the ground that is in view."""

    @property
    def texture_bytes(self) -> int:
        """Memory of the tiles that are loaded."""
        return sum(memory_of(tile.texture) for _, tile, _ in self._shown.values())

    def use(self, words: tuple[str, ...]) -> None:
        """The variant of the program for tiles that lie over the others."""
        if words != self._program:
            self._program = words
            if words not in self._programs:
                self._programs[words] = program("ground", *words, "FINE")
            self.root.setShader(self._programs[words])

    def follow(self, view: Rect, px_per_hex: float, dt: float, at_once: bool = False) -> None:
        """Load what is in view, one tile a frame (all `at_once` for a picture), and let new ones fade in."""
        if px_per_hex < NEAR_FROM:
            self.root.stash()  # kept for the way back, and no part of the scene meanwhile
            self.covers = False
            return
        self.root.unstash()
        wanted = self._wanted(view)
        missing = [number for number in wanted if number not in self._shown]
        for number in missing if at_once else missing[:1]:
            self._load(number, wanted)
        opacities = [self._shown[number][2] for number in wanted if number in self._shown]
        complete = len(opacities) == len(wanted) < NEAR_KEPT and min(opacities, default=0.0) >= 1.0
        self.covers = complete and px_per_hex > NEAR_ALONE_FROM
        for number, (node, tile, shown) in self._shown.items():
            shown = 1.0 if at_once else min(1.0, shown + dt / FADE_SECONDS)
            node.setShaderInput("fade", shown)
            self._shown[number] = (node, tile, shown)
            if number in wanted:
                node.unstash()
            else:
                node.stash()

    def _wanted(self, view: Rect) -> list[int]:
        """Numbers of the tiles in view, the nearest to its middle first, no more than are kept."""
        x, y = (view[0] + view[2]) / 2, (view[1] + view[3]) / 2
        found = []
        for number, tile in enumerate(self.tiles):
            left, bottom, right, top = tile.rect
            if overlap(tile.rect, view):
                found.append((((left + right) / 2 - x) ** 2 + ((bottom + top) / 2 - y) ** 2, number))
        return [number for _, number in sorted(found)[:NEAR_KEPT]]

    def _load(self, number: int, wanted: list[int]) -> None:
        if len(self._shown) >= NEAR_KEPT:
            unused = next(other for other in self._shown if other not in wanted)
            self._shown.pop(unused)[0].removeNode()
        tile = self.tiles[number].load()
        node = self.root.attachNewNode(surface(tile, tile.rect, self.heights, f"near-{number}", FINE_CELL))
        node.setShaderInput("mid_picture", tile.texture)
        node.setShaderInput("fade", 0.0)
        uniform(node, "texel", 1.0 / tile.texture.getXSize(), 1.0 / tile.texture.getYSize())
        self._shown[number] = (node, tile, 0.0)
