"""The painted ground of a board: fields, woods, sand and water as one picture, made by numbers alone.

Every natural edge is warped by noise, colours are washes of the art bible, and the same board gives the same picture.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from scipy import ndimage

from wab.app.cards.looks.specs import BoardSpec
from wab.app.cards.table.relief import CODE, RISES, BoardRelief, codes_by_hex, hex_numbers, raster_points
from wab.app.cards.table.waters import river_points
from wab.app.gfx.theme import colour
from wab.hexes.grid import ROW_HEIGHT

Singles = npt.NDArray[np.float32]
Flags = npt.NDArray[np.bool_]
Bytes = npt.NDArray[np.uint8]

PIXELS = 108  # a hex width
_WARP = 0.085  # hex widths by which edges wander
_QUARTER = 1.6  # hex widths between the quarters of fields of one direction
EDGE = 0.06  # hex widths from the border of a hex that the picture tells apart
RIVER_WIDTH = 0.19  # hex widths from the middle to the bank

FIELDS = ("E3D9AC", "D9D09A", "C9CC90", "E6D295", "BFC785", "D2CB8F", "DCC88A", "B7C27D", "E9DEB6")
BOCAGE = ("B0C083", "A0B474", "BBC88D", "97AC6B", "C6CC92", "A9BA79", "CFCB91")
_INK = {name: np.array(colour(code)[:3], np.float32) for name, code in {
    "hedge": "5E6F3E", "forest": "6D8449", "forest_dark": "54693A", "hill": "CDAA72", "contour": "8A6238",
    "town": "C7A283", "town_dark": "AD8568", "bank": "4B6A4E", "shore": "B9D2C4", "river": "7FB0BD",
    "deep": "5D95A8", "sand": "F0E1B2", "wet": "D3C79A", "foam": "F3F3E6", "sea": "8DB7BF", "sea_deep": "6595A6",
    "rock": "8E7A5E", "rock_light": "D9C8A2", "grass": "C3C98C", "shade": "6A5A48", "light": "FFF6DC",
}.items()}  # fmt: skip


class Noise:
    """Smooth noise over a raster, from -1 to 1, the same for the same seed."""

    def __init__(self, shape: tuple[int, int], seed: int) -> None:
        self.shape, self._random = shape, np.random.Generator(np.random.PCG64(seed))

    def smooth(self, grain: float) -> Singles:
        """Noise whose spots are about `grain` pixels wide."""
        rows, cols = (int(size / grain) + 4 for size in self.shape)
        coarse = self._random.uniform(-1, 1, (rows, cols)).astype(np.float32)
        i, t = _places(self.shape[0], grain)
        j, s = _places(self.shape[1], grain)
        lines = coarse[i] + (coarse[i + 1] - coarse[i]) * t[:, None]
        steps = lines[:, 1:] - lines[:, :-1]
        found: Singles = lines[:, j] + steps[:, j] * s
        return found

    def rough(self, grain: float, octaves: int = 3) -> Singles:
        """Several sizes of noise in one."""
        total = sum(self.smooth(grain / 2**k) * 0.5**k for k in range(octaves))
        found: Singles = (np.asarray(total) / (2 - 0.5 ** (octaves - 1))).astype(np.float32)
        return found

    def white(self) -> Singles:
        """A value of its own for each pixel."""
        return self._random.uniform(-1, 1, self.shape).astype(np.float32)


def paint(board: BoardSpec, relief: BoardRelief, pixels: int = PIXELS) -> Bytes:
    """uint8[rows, cols, 4] of the ground of a board, first row at the top (north); `pixels` a hex width.

    The fourth channel is the distance to the border of the hex, 255 from EDGE on: the program draws the grid by it,
    sharp at every size.
    """
    return _Painter(board, relief, pixels).picture()


class _Painter:
    """The canvas while it is being painted: float32 colours, first row in the south."""

    def __init__(self, board: BoardSpec, relief: BoardRelief, pixels: int) -> None:
        self.board, self.relief, self.px = board, relief, pixels
        self.kinds = {kind for _hex, kind in board.terrain}
        self.x, self.y = raster_points(relief.rect, pixels)
        self.noise = Noise(self.x.shape, 1944 + board.seed)
        wander, again = self.noise.rough(self.px * 0.42), self.noise.rough(self.px * 0.42)
        self.wx, self.wy = self.x + wander * _WARP * 2, self.y + again * _WARP * 2
        by_hex = codes_by_hex(board)
        self.codes = by_hex[hex_numbers(board, self.wx, self.wy)]
        self.fine = self.noise.rough(self.px * 0.065, 2)
        self.broad = self.noise.rough(self.px * 0.9)
        self.canvas = np.empty((*self.x.shape, 3), np.float32)

    def picture(self) -> Bytes:
        """Everything, from the ground up."""
        self._fields()
        self._woods()
        self._towns()
        self._heights()
        if self.board.face == "beach" or self._any("beach", "ocean"):
            self._shore()
        self._rivers()
        edge, outside = self._hexes()
        self._fade(outside)
        grain = 1.0 + 0.012 * self.noise.white() + 0.022 * self.fine + 0.03 * self.broad
        pixels = np.clip(self.canvas * grain[..., None], 0, 255).astype(np.uint8)
        whole = np.dstack([pixels, (np.clip(edge / EDGE, 0, 1) * 255).astype(np.uint8)])
        return np.ascontiguousarray(whole[::-1])

    def _hexes(self) -> tuple[Singles, Flags]:
        """Return how far the border of its hex is from each point, in hex widths, and which points lie on half hexes.

        The middles of hexes are the middles of two lattices of rectangles: the nearer of both is the hex.
        """
        deep = np.float32(2 * ROW_HEIGHT)
        ax, ay = np.rint(self.x), np.rint(self.y / deep) * deep
        bx, by = np.floor(self.x) + np.float32(0.5), (np.floor(self.y / deep) + np.float32(0.5)) * deep
        odd = (self.x - bx) ** 2 + (self.y - by) ** 2 < (self.x - ax) ** 2 + (self.y - ay) ** 2
        mx, my = np.where(odd, bx, ax), np.where(odd, by, ay)
        px, py = np.abs(self.x - mx), np.abs(self.y - my)
        edge: Singles = (0.5 - np.maximum(px, px * 0.5 + py * np.float32(ROW_HEIGHT))).astype(np.float32)
        last = np.where(odd, self.board.cols - 1.4, self.board.cols - 0.9)
        rows = np.rint(my / np.float32(ROW_HEIGHT))
        outside: Flags = (mx < -0.1) | (mx > last) | (rows < 0) | (rows > self.board.rows - 1)
        return edge, outside

    def _fade(self, where: Flags) -> None:
        """Ground that is no hex of the board: paler and greyer."""
        spots = np.flatnonzero(where.reshape(-1))
        canvas = self.canvas.reshape(-1, 3)
        grey = canvas[spots] @ np.array([0.30, 0.59, 0.11], np.float32)
        canvas[spots] = canvas[spots] * 0.55 + grey[:, None] * np.array([0.39, 0.37, 0.32], np.float32)

    # --- helpers ---

    def _any(self, *names: str) -> bool:
        return not self.kinds.isdisjoint(names)

    def _is(self, *names: str) -> Flags:
        found: Flags = np.isin(self.codes, [CODE[name] for name in names])
        return found

    def _soft(self, flags: Flags, width: float) -> Singles:
        """A mask with soft edges, `width` in hex widths."""
        size = max(3, round(width * self.px))
        once = ndimage.uniform_filter(flags.astype(np.float32), size)
        found: Singles = ndimage.uniform_filter(once, size)
        return found

    def _inside(self, flags: Flags) -> Singles:
        """Hex widths from the edge of an area, inward; places off the board count as inside."""
        padded = np.pad(flags[::2, ::2], 1, mode="edge")
        inner = ndimage.distance_transform_edt(padded)[1:-1, 1:-1].astype(np.float32) * (2.0 / self.px)
        found: Singles = ndimage.uniform_filter(self._doubled(inner), 3)
        return found

    def _doubled(self, half: Singles) -> Singles:
        """A raster of every second point, at all points."""
        rows, cols = self.x.shape
        found: Singles = np.repeat(np.repeat(half, 2, axis=0), 2, axis=1)[:rows, :cols]
        return found

    def _wash(self, share: npt.NDArray[np.floating], ink: str) -> None:
        """Lay a colour over the canvas with an opacity from 0 to 1."""
        flat, canvas = np.asarray(share, np.float32).reshape(-1), self.canvas.reshape(-1, 3)
        wet = np.flatnonzero(flat > 0.004)
        before = canvas[wet]
        canvas[wet] = before + (_INK[ink] - before) * np.minimum(flat[wet], 1.0)[:, None]

    # --- parts ---

    def _fields(self) -> None:
        """Parcels: quarters of one direction, cut into rows and fields."""
        quarter, angle, rim = self._quarters()
        cos, sin = np.cos(angle), np.sin(angle)
        u, v = self.wx * cos + self.wy * sin, -self.wx * sin + self.wy * cos
        v = v + 0.03 * self.noise.smooth(self.px * 0.8)
        row = np.floor(v / 0.34)
        shift = _hash(quarter, row, 7)
        long = 0.5 + 0.5 * _hash(quarter, row, 3)
        column = np.floor(u / long + shift * 3)
        tint = _hash(quarter + column * 31, row, 11)
        country = np.array([colour(c)[:3] for c in FIELDS], np.float32)
        hedged = np.array([colour(c)[:3] for c in BOCAGE], np.float32)
        bocage = self._soft(self._is("bocage"), 0.10)[..., None]
        number = (tint * 0.999 * 63).astype(np.int32)
        self.canvas[:] = country[number % len(country)] * (1 - bocage) + hedged[number % len(hedged)] * bocage
        edge = np.minimum(_from_edge(v / 0.34) * 0.34, _from_edge(u / long + shift * 3) * long)
        edge = np.minimum(edge, rim)
        self._furrows(v, tint, edge)
        line = np.clip(1.0 - (edge - 0.006) / 0.010, 0, 1)
        self._wash(line * (0.20 + 0.10 * self.fine), "hedge")
        bank = np.clip(1.0 - (edge - 0.020 - 0.012 * self.fine) / 0.012, 0, 1) * bocage[..., 0]
        self._wash(bank * 0.75, "hedge")

    def _furrows(self, v: Singles, tint: Singles, edge: Singles) -> None:
        ploughed = (np.modf(tint * 17.0)[0] > 0.55) & (edge > 0.02)
        self.canvas *= (1.0 - 0.035 * ploughed * (np.sin(v * 150.0) > 0.2))[..., None]

    def _quarters(self) -> tuple[Singles, Singles, Singles]:
        """The quarter that each point belongs to, as a number, the direction of its fields in radians, and how far, in
        hex widths, its border is."""
        wander_x, wander_y = self.wx[::2, ::2] / _QUARTER, self.wy[::2, ::2] / _QUARTER
        base_x, base_y = np.floor(wander_x), np.floor(wander_y)
        best, second = np.full((2, *base_x.shape), 9.0, np.float32)
        number = np.zeros(base_x.shape, np.float32)
        for i in (-1, 0, 1):
            for j in (-1, 0, 1):
                cx, cy = base_x + i, base_y + j
                px, py = cx + 0.15 + 0.7 * _hash(cx, cy, 1), cy + 0.15 + 0.7 * _hash(cx, cy, 2)
                away = (wander_x - px) ** 2 + (wander_y - py) ** 2
                nearer = away < best
                second = np.minimum(second, np.where(nearer, best, away))
                best = np.where(nearer, away, best)
                number = np.where(nearer, cx * 17.0 + cy * 101.0, number)
        angle: Singles = (_hash(number, number, 5) * np.pi).astype(np.float32)
        rim = ndimage.uniform_filter(self._doubled((np.sqrt(second) - np.sqrt(best)) * (_QUARTER / 2)), 3)
        return self._doubled(number), self._doubled(angle), rim

    def _woods(self) -> None:
        woods = self._soft(self._is("forest"), 0.045)
        self._wash(woods * 0.92, "forest")
        self._wash(woods * np.clip(0.5 + 1.3 * self.fine + 0.5 * self.broad, 0, 1) * 0.55, "forest_dark")

    def _towns(self) -> None:
        town = self._soft(self._is("town", "church"), 0.09)
        inner = np.clip((town - 0.35) * 2.2 + 0.25 * self.fine, 0, 1)
        self._wash(inner * 0.72, "town")
        self._wash(inner * np.clip(self.fine * 0.9 + 0.1, 0, 1) * 0.5, "town_dark")

    def _heights(self) -> None:
        high = self._is("hill", "steep_hill", "bluff", "cliff")
        if not high.any():
            return
        inner = self._inside(high)
        self._wash(self._soft(self._is("hill", "steep_hill"), 0.10) * 0.34, "hill")
        self._wash(self._soft(self._is("bluff", "cliff"), 0.06) * 0.30, "grass")
        wavy = inner + 0.02 * self.broad + 0.008 * self.fine
        for name, depths in (("hill", (0.07, 0.25)), ("steep_hill", (0.05, 0.13, 0.21))):
            mine = self._is(name)
            for depth in depths:
                self._wash(np.clip(1.2 - np.abs(wavy - depth) / 0.0085, 0, 1) * mine * 0.62, "contour")
        if self._any("bluff", "cliff"):
            self._rocks(self._inside(~self._is("beach", "ocean")) + 0.02 * self.broad + 0.008 * self.fine)

    def _rocks(self, inner: Singles) -> None:
        """Bare rock on the seaward flank of bluffs and cliffs, `inner` hex widths from the shore."""
        streaks = self.noise.smooth(self.px * 0.046) + 0.6 * self.noise.smooth(self.px * 0.102)
        for name in ("bluff", "cliff"):
            mine, way = self._is(name), RISES[name][1] + 0.06
            flank = np.clip(1.0 - inner / way, 0, 1) * mine
            self._wash(np.clip(flank * 1.5, 0, 1) * (0.55 if name == "bluff" else 0.9), "rock_light")
            self._wash(np.clip(flank * 2, 0, 1) * np.clip(streaks, 0, 1) * 0.8, "rock")
            self._wash(np.clip(1.0 - np.abs(inner - way) / 0.012, 0, 1) * mine * 0.6, "rock")

    def _shore(self) -> None:
        beach, sea = self._is("beach"), self._is("ocean")
        sand = self._soft(beach | sea, 0.05)
        self._wash(np.clip(sand * 1.6 - 0.3, 0, 1), "sand")
        self._wash(np.clip(self.fine, 0, 1) * 0.22 * sand, "wet")
        out = self._inside(sea) + 0.03 * self.broad
        ashore = self._inside(~sea)
        tide = np.clip(1.0 - (ashore + 0.08 * self.broad) / 0.34, 0, 1) * (beach & ~sea)
        self._wash(tide * 0.62, "wet")
        lines = np.clip(1.2 - np.abs(np.modf((ashore + 0.05 * self.broad) * 7.0)[0] - 0.5) / 0.10, 0, 1)
        self._wash(lines * (beach & (ashore < 0.9)) * 0.16, "rock")
        water = np.clip(out / 0.035, 0, 1) * sea
        depth = 1.0 - np.exp(-np.maximum(out, 0) / 0.75)
        self._wash(water, "shore")
        self._wash(water * np.clip(depth * 1.5, 0, 1), "sea")
        self._wash(water * depth * 0.9, "sea_deep")
        for place, strength in ((0.05, 0.85), (0.22, 0.5), (0.47, 0.30), (0.85, 0.18)):
            wave = np.clip(1.2 - np.abs(out + 0.02 * self.fine - place) / (0.010 + 0.004 * place), 0, 1)
            self._wash(wave * sea * strength * np.clip(0.75 + self.fine, 0, 1), "foam")

    def _rivers(self) -> None:
        lake = self._inside(self._is("lake")) if self._any("lake") else None
        points = river_points(self.board)
        if lake is None and not len(points):
            return
        bank = np.full(self.x.shape, 9.0, np.float32)
        if len(points):
            bank = self._to(points) - RIVER_WIDTH + 0.035 * self.broad + 0.012 * self.fine
        if lake is not None:
            bank = np.where(lake > 0, np.minimum(bank, 0.05 + 0.04 * self.broad - lake), bank)
        self._wash(np.clip(1.0 - bank / 0.09, 0, 1) * 0.5 * (bank < 0.09), "grass")
        self._wash(np.clip(1.2 - np.abs(bank) / 0.016, 0, 1) * 0.85, "bank")
        water = np.clip(-bank / 0.010, 0, 1)
        self._wash(water, "shore")
        self._wash(water * np.clip(-bank / 0.05, 0, 1), "river")
        self._wash(water * np.clip((-bank - 0.05) / 0.16, 0, 1) * 0.85, "deep")
        ripple = np.clip(1.0 - np.abs(np.modf((bank + 0.02 * self.broad) * 16.0 + 40)[0] - 0.5) / 0.13, 0, 1)
        self._wash(water * ripple * np.clip(self.noise.smooth(self.px * 0.204), 0, 1) * 0.45, "shore")

    def _to(self, points: npt.NDArray[np.float64]) -> Singles:
        """Hex widths to the nearest of some points, over the warped ground."""
        away: Flags = np.ones(self.x.shape[:2], np.bool_)
        i = ((points[:, 1] - self.relief.rect.bottom) * self.px).astype(int)
        j = ((points[:, 0] - self.relief.rect.left) * self.px).astype(int)
        inside = (i >= 0) & (i < away.shape[0]) & (j >= 0) & (j < away.shape[1])
        away[i[inside], j[inside]] = False
        found: Singles = (ndimage.distance_transform_edt(away) / self.px).astype(np.float32)
        return found


def _hash(first: npt.NDArray[np.floating], second: npt.NDArray[np.floating], salt: int) -> Singles:
    """A number from 0 to 1 that belongs to two whole numbers, the same on every machine."""
    a = first.astype(np.int32).view(np.uint32) * np.uint32(0x9E3779B1)
    b = second.astype(np.int32).view(np.uint32) * np.uint32(0x85EBCA77)
    mixed = a ^ (b + np.uint32((salt * 0xC2B2AE3D) & 0xFFFFFFFF))
    mixed = (mixed ^ (mixed >> np.uint32(15))) * np.uint32(0x2C1B3C6D)
    mixed = mixed ^ (mixed >> np.uint32(12))
    found: Singles = ((mixed & np.uint32(0xFFFFFF)).astype(np.float32) / np.float32(0x1000000)).astype(np.float32)
    return found


def _places(size: int, grain: float) -> tuple[npt.NDArray[np.int32], Singles]:
    """For each pixel of a line the coarse point before it, and the eased way to the next one."""
    at = np.arange(size, dtype=np.float32) / np.float32(grain) + 1
    before = at.astype(np.int32)
    part = at - before
    return before, (part * part * (3 - 2 * part)).astype(np.float32)


def _from_edge(value: Singles) -> Singles:
    """Return how far a value is from the next whole number."""
    part = value - np.floor(value)
    found: Singles = np.minimum(part, 1.0 - part).astype(np.float32)
    return found
