"""The ground of a board as rasters: which terrain is where, and how high it stands."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from scipy import ndimage

from wab.app.cards.looks.specs import BoardSpec
from wab.app.window.camera import Rect
from wab.content.cards.geometry import NUMBERING
from wab.hexes import Grid, HexId
from wab.hexes.grid import ROW_HEIGHT

Singles = npt.NDArray[np.float32]
Numbers = npt.NDArray[np.int32]
Flags = npt.NDArray[np.bool_]

TERRAINS = (
    "plain", "forest", "bocage", "hill", "town", "church", "river", "lake", "beach", "ocean", "bluff", "cliff",
    "steep_hill",
)  # fmt: skip
CODE = {name: number for number, name in enumerate(TERRAINS)} | {"village": TERRAINS.index("town")}
HIGH = ("hill", "steep_hill", "bluff", "cliff")
CORNER = 1.0 / np.sqrt(3.0)  # from the centre of a hex to its corners
SAMPLES = 28  # raster points a hex width
# How high the ground of a kind stands, and over which way it rises, in hex widths.
RISES = {"hill": (0.17, 0.40), "steep_hill": (0.26, 0.26), "bluff": (0.21, 0.13), "cliff": (0.32, 0.06)}
_WATER_LEVEL = -0.035


def grid_of(board: BoardSpec) -> Grid:
    """The grid of a board."""
    return Grid(board.rows, board.cols, NUMBERING)


def board_rect(board: BoardSpec) -> Rect:
    """The rectangle of the board: from edge to edge of its hexes."""
    return Rect(-0.5, -float(CORNER), board.cols - 0.5, (board.rows - 1) * ROW_HEIGHT + float(CORNER))


def codes_by_hex(board: BoardSpec) -> Numbers:
    """int32[N + 2 rows]: the terrain of each hex; half hexes at the ends of a row (see `hex_numbers`) go on as water
    or shore, else they are plain."""
    grid = grid_of(board)
    codes = np.zeros(grid.size, np.int32)
    for hex_id, kind in board.terrain:
        codes[hex_id] = CODE.get(kind, 0)
    going_on = {CODE[name] for name in ("beach", "ocean", "bluff", "cliff")}
    playable = set(board.playable)
    ends = np.zeros(2 * grid.rows, np.int32)
    for row in range(grid.rows):
        inside = [row * grid.cols + col for col in range(grid.cols) if row * grid.cols + col in playable]
        for end, hex_id in ((0, inside[0]), (1, inside[-1])):
            code = int(codes[hex_id])
            ends[2 * row + end] = code if code in going_on else 0
            if end and row * grid.cols + grid.cols - 1 not in playable:
                codes[row * grid.cols + grid.cols - 1] = ends[2 * row + end]
    return np.concatenate([codes, ends])


def hex_numbers(board: BoardSpec, x: Singles, y: Singles) -> Numbers:
    """int32: the hex at each point; west of a row `N + 2 row`, east of it `N + 2 row + 1`."""
    grid = grid_of(board)
    r = y / np.float32(ROW_HEIGHT)
    q = x - r * np.float32(0.5)
    s = -q - r
    rq, rr, rs = np.rint(q), np.rint(r), np.rint(s)
    dq, dr, ds = np.abs(rq - q), np.abs(rr - r), np.abs(rs - s)
    rq = np.where((dq > dr) & (dq > ds), -rr - rs, rq)
    rr = np.where((dr >= dq) & (dr > ds), -rq - rs, rr)
    row = rr.astype(np.int32)
    col = rq.astype(np.int32) + (row >> 1)
    row = np.clip(row, 0, grid.rows - 1)
    inside = row * grid.cols + col
    found: Numbers = np.where(
        col < 0, grid.size + 2 * row, np.where(col >= grid.cols, grid.size + 2 * row + 1, inside)
    ).astype(np.int32)
    return found


def raster_points(rect: Rect, samples: int) -> tuple[Singles, Singles]:
    """float32[rows, cols] x and y of the cells of a raster over a rectangle, first row in the south."""
    cols, rows = round((rect.right - rect.left) * samples), round((rect.top - rect.bottom) * samples)
    x = (rect.left + (np.arange(cols, dtype=np.float32) + 0.5) / samples).astype(np.float32)
    y = (rect.bottom + (np.arange(rows, dtype=np.float32) + 0.5) / samples).astype(np.float32)
    px, py = np.meshgrid(x, y)
    return px, py


class BoardRelief:
    """Heights of a board in hex widths, for the camera, the ground and what stands on it; flat beyond the board."""

    def __init__(self, board: BoardSpec) -> None:
        self.board, self.grid, self.rect = board, grid_of(board), board_rect(board)
        codes = codes_by_hex(board)
        x, y = raster_points(self.rect, SAMPLES)
        self.codes = codes[hex_numbers(board, x, y)]
        self._raster = self._heights()
        self.highest = float(max(self._raster.max(), 0.01))

    def _heights(self) -> Singles:
        heights = np.zeros(self.codes.shape, np.float32)
        high = np.isin(self.codes, [CODE[name] for name in HIGH])
        for name, (height, way) in RISES.items():
            mine = self.codes == CODE[name]
            if not mine.any():
                continue
            # Ground of any high kind goes on level; the board's edge is no slope.
            inner = _from_edge(high)
            if name in ("bluff", "cliff"):  # steep on the side of the sea alone
                sea = _from_edge(~np.isin(self.codes, [CODE["beach"], CODE["ocean"]]))
                share = np.minimum(np.clip((sea - 0.03) / way, 0.0, 1.0), np.clip((inner - 0.03) / 0.34, 0.0, 1.0))
                beside = sea < inner + 0.02
                share = np.where(beside, np.clip((sea - 0.03) / way, 0.0, 1.0), share)
            else:
                share = np.clip((inner - 0.03) / way, 0.0, 1.0)
            rise = (share * share * (3 - 2 * share) * height).astype(np.float32)
            heights = np.where(mine, rise, heights)
        heights = ndimage.gaussian_filter(heights, 1.1)
        water = np.isin(self.codes, [CODE["ocean"], CODE["lake"]])
        depth = np.clip(ndimage.distance_transform_edt(water) / SAMPLES / 0.25, 0.0, 1.0) * _WATER_LEVEL
        found: Singles = (heights + depth * water).astype(np.float32)
        return found

    def at(self, points: npt.NDArray[np.floating]) -> Singles:
        """float32[n]: heights at points [n, 2]."""
        points = np.asarray(points, np.float64).reshape(-1, 2)
        x = (points[:, 0] - self.rect.left) * SAMPLES - 0.5
        y = (points[:, 1] - self.rect.bottom) * SAMPLES - 0.5
        found: Singles = ndimage.map_coordinates(self._raster, [y, x], order=1, mode="nearest").astype(np.float32)
        return found

    def height(self, x: float, y: float) -> float:
        """The height at one point; quick enough to be asked for a few times a frame."""
        rows, cols = self._raster.shape
        u = min(max((x - self.rect.left) * SAMPLES - 0.5, 0.0), cols - 1.001)
        v = min(max((y - self.rect.bottom) * SAMPLES - 0.5, 0.0), rows - 1.001)
        i, j = int(v), int(u)
        s, t = u - j, v - i
        low = self._raster[i, j] * (1 - s) + self._raster[i, j + 1] * s
        high = self._raster[i + 1, j] * (1 - s) + self._raster[i + 1, j + 1] * s
        return float(low * (1 - t) + high * t)

    def of_hex(self, hex_id: HexId) -> float:
        """The height at the middle of a hex."""
        return self.height(*self.grid.centre(hex_id))


def _from_edge(area: Flags) -> Singles:
    """Hex widths from the edge of an area, inward; the board's own edge is none."""
    inner = ndimage.distance_transform_edt(np.pad(area, 2, mode="edge"))[2:-2, 2:-2]
    return (inner / SAMPLES).astype(np.float32)
