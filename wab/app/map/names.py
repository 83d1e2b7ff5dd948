"""Names on the map: which ones find room, and where. Laid out once for each band of zoom, never while panning."""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from panda3d.core import NodePath

from wab.app.gfx.glyphs import GlyphAtlas
from wab.app.gfx.heights import HeightField
from wab.app.gfx.meshes import Vertices
from wab.app.gfx.specs import NameKind, NameSpec
from wab.app.gfx.sprites import Painter, SpriteBatch
from wab.app.gfx.theme import HEADING, MAP, PLACE, REGION, TITLE, WATER, Face, Rgba, colour
from wab.app.map.ground_art import Rect
from wab.app.map.lines import LineWork
from wab.content.hexmap import HexMap
from wab.hexes import turned

BANDS = (
    3.0, 3.5, 4.0, 4.8, 5.6, 6.7, 8.0, 9.5, 11.0, 14.0, 18.0,
    23.0, 29.0, 36.0, 45.0, 56.0, 70.0, 88.0, 110.0, 140.0, 176.0,
)  # fmt: skip
ENDLESS = (-math.inf, -math.inf, math.inf, math.inf)
_CELL = 96.0
_APART = (88.0, 40.0)  # pixels between the middles of two villages, at least


class Style(NamedTuple):
    """The style of a kind of name: face, ink, spacing in em, capitals, halo in pixels.

    `sizes` are in pixels, at 22, 70 and 180 pixels a hex. Names show from `from_px` pixels a hex on.
    """

    face: Face
    sizes: tuple[float, float, float]
    ink: Rgba
    spacing: float
    capitals: bool
    halo: float
    from_px: float


STYLES: dict[NameKind, Style] = {
    "city": Style(TITLE, (16.0, 20.0, 26.0), MAP.ink, 0.16, True, 3.0, 0.0),
    "town": Style(TITLE, (12.5, 15.0, 24.0), MAP.ink, 0.02, False, 2.8, 0.0),
    "village": Style(PLACE, (11.5, 12.5, 17.5), MAP.ink, 0.02, False, 2.5, 42.0),
    "hill": Style(PLACE, (11.0, 12.0, 16.0), colour("6B4A1E"), 0.02, False, 2.5, 60.0),
    "beach": Style(HEADING, (11.0, 14.0, 18.0), MAP.water_ink, 0.42, True, 2.0, 18.0),
    "water": Style(WATER, (11.5, 13.0, 19.0), MAP.water_ink, 0.10, False, 2.2, 28.0),
    "region": Style(REGION, (19.0, 28.0, 42.0), MAP.region_ink, 0.40, True, 1.5, 7.0),
    "sea": Style(REGION, (22.0, 32.0, 46.0), colour("1D4D63", 0.80), 0.45, True, 1.5, 7.0),
}
# In three dimensions far ground is smaller than the band that was laid out for: there names give way, by kind.
_FADES: dict[NameKind, float] = {
    "city": 0.0, "town": 0.62, "village": 0.88, "hill": 0.88, "beach": 0.5, "water": 0.7, "region": 0.0, "sea": 0.0,
}  # fmt: skip
# Important names may stand farther off where there is no room next to their point: in gaps.
_FARTHER: dict[NameKind, tuple[float, ...]] = {"city": (1.0, 2.0, 3.2), "town": (1.0, 1.8)}
_GAP = 8.0  # pixels; on a map no wider than a hand flags cover more than their hex
# The thin strokes of the wide letters, in pixels added on either side.
_BOLD: dict[NameKind, float] = {"region": 0.22, "sea": 0.22}
_SIDES = ((1, 0), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1), (0, 1), (0, -1))
_FREE: tuple[NameKind, ...] = ("beach", "water", "region", "sea")  # stand on their point
_WIDE: tuple[NameKind, ...] = ("region", "sea")  # lettered over an area: from far away they shrink with it
_SHIFTS = (0.0, 0.5, -0.5, 1.0, -1.0, 1.5, -1.5)  # by how much of their height wide letters may move across their line
_READABLE = 8.5  # pixels; smaller ones are left out
_SHRINKS, _LEAST = 18.0, 0.6  # below how many pixels a hex, and the share of their size that is left


class Box(NamedTuple):
    """A rectangle in pixels, y up."""

    left: float
    low: float
    right: float
    high: float


class Placed(NamedTuple):
    """A name that found room: pixels from its point to the middle of its base line, its size, the angle of its line."""

    spec: NameSpec
    dx: float
    dy: float
    size: float
    angle: float = 0.0


class _Room:
    """The pixels that are taken, by coarse cells, at a zoom, slant and turn of the view; `edge` is the edge of
    the map.
    """

    def __init__(self, px: float, squeeze: float, turn: float = 0.0, edge: Rect | None = None) -> None:
        self.px, self.squeeze, self.turn = px, squeeze, turn
        self._sheet = edge if edge and turn % 90.0 else None
        around = turned_box(edge, turn) if edge else ENDLESS
        self._edge = Box(*(side * px * (squeeze if number % 2 else 1) for number, side in enumerate(around)))
        self._cells: dict[tuple[int, int], list[Box]] = defaultdict(list)

    def pixel(self, spec: NameSpec) -> tuple[float, float]:
        x, y = turned(spec.x, spec.y, self.turn)
        return x * self.px, y * self.px * self.squeeze

    def _keys(self, box: Box) -> Iterable[tuple[int, int]]:
        for column in range(math.floor(box.left / _CELL), math.floor(box.right / _CELL) + 1):
            for row in range(math.floor(box.low / _CELL), math.floor(box.high / _CELL) + 1):
                yield column, row

    def free(self, box: Box) -> bool:
        return not any(
            box.left < other.right and other.left < box.right and box.low < other.high and other.low < box.high
            for key in self._keys(box)
            for other in self._cells.get(key, ())
        )

    def on_map(self, box: Box) -> bool:
        edge = self._edge
        around = edge.left <= box.left and edge.low <= box.low and box.right <= edge.right and box.high <= edge.high
        return around and (self._sheet is None or self._within(self._sheet, box))

    def _within(self, sheet: Rect, box: Box) -> bool:
        """Return whether a box lies on a map that is shown turned askew."""
        corners = [(x, y) for x in (box.left, box.right) for y in (box.low, box.high)]
        places = [turned(x / self.px, y / self.px / self.squeeze, -self.turn) for x, y in corners]
        return all(sheet[0] <= x <= sheet[2] and sheet[1] <= y <= sheet[3] for x, y in places)

    def take(self, box: Box) -> None:
        for key in self._keys(box):
            self._cells[key].append(box)


def band_of(px_per_hex: float) -> float:
    """The band of zoom: the largest step not above the width of a hex."""
    return max((band for band in BANDS if band <= px_per_hex), default=BANDS[0])


def size_at(style: Style, px: float) -> float:
    """Size of a name in pixels at a width of a hex."""
    a, b, c = style.sizes
    held = min(max(px, 22.0), 180.0)
    return a + (b - a) * (held - 22) / 48 if held < 70 else b + (c - b) * (held - 70) / 110


def turned_box(rect: Rect, degrees: float) -> Rect:
    """The upright rectangle around a rectangle that is turned about the origin."""
    left, bottom, right, top = rect
    corners = [turned(x, y, degrees) for x in (left, right) for y in (bottom, top)]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return min(xs), min(ys), max(xs), max(ys)


def readable(degrees: float) -> float:
    """The angle of a line of text along this one that is not upside down: from -90 to 90."""
    angle = math.remainder(degrees, 360.0)
    return angle if abs(angle) <= 90.0 else angle - math.copysign(180.0, angle)


def lay_out(
    names: Sequence[NameSpec], px: float, atlas: GlyphAtlas, taken: Iterable[Box], squeeze: float = 1.0,
    edge: Rect | None = None, turn: float = 0.0,
) -> list[Placed]:  # fmt: skip
    """Find room for names at a width of a hex, highest priority first; a name without room is left out, never shrunk.

    `taken` are rectangles in pixels (world point times px, y up) that names keep away from. Where the view is slanted
    `squeeze` is the share of its height that is left of the ground; `taken` is squeezed already. No place is named over
    the `edge` of the map, a rectangle of the world. Where the map is shown turned by `turn` degrees names stay upright.
    """
    room, lettered = _Room(px, squeeze, turn, edge), _Room(px, squeeze, turn)
    for box in taken:
        room.take(box)
    villages: dict[tuple[int, int], list[tuple[float, float]]] = defaultdict(list)
    placed = []
    near = [spec for spec in names if spec.kind not in _FREE and px >= STYLES[spec.kind].from_px]
    for spec in sorted(names, key=lambda name: (-name.priority, name.text, name.x)):
        style = STYLES[spec.kind]
        if px < style.from_px:
            continue
        if spec.kind == "village" and _crowded(villages, *room.pixel(spec)):
            continue
        size = size_at(style, px) * spec.size * (min(1.0, max(_LEAST, px / _SHRINKS)) if spec.kind in _WIDE else 1.0)
        if size < _READABLE:
            continue
        if spec.kind in _FREE:
            found = _on_its_point(spec, style, size, atlas, room, lettered, near)
        else:
            found = _beside(spec, style, size, atlas, room, lettered)
        if found:
            placed.append(found)
    return placed


def _crowded(villages: dict[tuple[int, int], list[tuple[float, float]]], x: float, y: float) -> bool:
    column, row = math.floor(x / _APART[0]), math.floor(y / _APART[1])
    near = (point for i in (-1, 0, 1) for j in (-1, 0, 1) for point in villages.get((column + i, row + j), ()))
    if any(abs(x - other_x) < _APART[0] and abs(y - other_y) < _APART[1] for other_x, other_y in near):
        return True
    villages[column, row].append((x, y))
    return False


def _width(spec: NameSpec, style: Style, size: float, atlas: GlyphAtlas) -> float:
    return atlas.width(style.face, spec.text.upper() if style.capitals else spec.text, style.spacing) * size


def _on_its_point(
    spec: NameSpec, style: Style, size: float, atlas: GlyphAtlas, room: _Room, lettered: _Room, near: list[NameSpec]
) -> Placed | None:
    """Rivers and beaches keep their room; the wide letters of regions and seas only ask others to stay clear, and stand
    where they leave room for the names `near` them."""
    (x, y), width, angle = room.pixel(spec), _width(spec, style, size, atlas), readable(spec.turn + room.turn)
    if spec.kind in _WIDE:
        line = _Lettering(x, y, width, size, angle, max(1, len(spec.text)))
        if not room.on_map(line.outline(0.0)):
            return None
        shift = _least_in_the_way(line, near, atlas, room)
        for box in line.letters(shift):
            lettered.take(box)
        return Placed(spec, 0.0, shift - size * 0.3, size, angle)
    box = _turned_box(x, y, width, size, angle)
    if not room.free(box):
        return None
    room.take(box)
    return Placed(spec, 0.0, -size * 0.3, size, angle)


def _beside(
    spec: NameSpec, style: Style, size: float, atlas: GlyphAtlas, room: _Room, lettered: _Room
) -> Placed | None:
    """The first free place around the point, one clear of the letters of regions before others."""
    found = None
    for place in _places_beside(spec, style, size, atlas, room):
        if not room.free(place[2]):
            continue
        clear = lettered.free(place[2])
        found = place if clear else found or place
        if clear:  # the places behind it are not worked out: names are laid out again with each move of the camera
            break
    if found is None:
        return None
    dx, dy, box = found
    room.take(box)
    return Placed(spec, dx, dy, size)


def _places_beside(
    spec: NameSpec, style: Style, size: float, atlas: GlyphAtlas, room: _Room
) -> Iterator[tuple[float, float, Box]]:
    """Yield where on the map the name of a point may stand, the best first: pixels from the point, and the room it
    takes.
    """
    (x, y), width = room.pixel(spec), _width(spec, style, size, atlas)
    gap = max(_GAP, 5.0 + {"city": 0.30, "town": 0.16}.get(spec.kind, 0.09) * min(room.px, 120.0))
    for share, (east, north) in itertools.product(_FARTHER.get(spec.kind, (1.0,)), _SIDES):
        dx = east * (gap * share + width / 2)
        dy = north * (gap * share * 0.8 + size * 0.25) - size * 0.30
        half = width / 2 + size * 0.22  # two names in a line must not read as one
        box = Box(x + dx - half, y + dy - size * 0.25, x + dx + half, y + dy + size * 0.80)
        if room.on_map(box):
            yield dx, dy, box


class _Lettering(NamedTuple):
    """A line of wide letters over an area: its middle, length and height in pixels, its angle, how many letters."""

    x: float
    y: float
    width: float
    size: float
    turn: float
    long: int

    def letters(self, shift: float) -> Iterator[Box]:
        """Boxes of the letters, when the line is moved so far upwards across itself."""
        cos, sin, half = math.cos(math.radians(self.turn)), math.sin(math.radians(self.turn)), self.size / 2
        x, y = self.x - shift * sin, self.y + shift * cos
        for letter in range(self.long):
            off = ((letter + 0.5) / self.long - 0.5) * self.width
            yield Box(x + off * cos - half, y + off * sin - half, x + off * cos + half, y + off * sin + half)

    def outline(self, margin: float) -> Box:
        """The upright box around the line, so much wider on every side."""
        box = _turned_box(self.x, self.y, self.width, self.size, self.turn)
        return Box(box.left - margin, box.low - margin, box.right + margin, box.high + margin)


def _least_in_the_way(line: _Lettering, near: list[NameSpec], atlas: GlyphAtlas, room: _Room) -> float:
    """Return how far a line of wide letters moves across itself, that the fewest names lose every place clear of it."""
    around = line.outline((max(_SHIFTS) + 1) * line.size)
    ways = []
    for spec in near:
        x, y = room.pixel(spec)
        if around.left < x < around.right and around.low < y < around.high:
            style = STYLES[spec.kind]
            places = _places_beside(spec, style, size_at(style, room.px) * spec.size, atlas, room)
            ways.append([box for _dx, _dy, box in places if room.free(box)])
    best, fewest = 0.0, len(ways) + 1
    for share in _SHIFTS:
        shift = share * line.size
        letters = list(line.letters(shift))
        if shift and not all(map(room.on_map, letters)):
            continue
        lost = sum(bool(boxes) and all(_touches_any(box, letters) for box in boxes) for boxes in ways)
        if lost < fewest:
            best, fewest = shift, lost
        if not fewest:
            break
    return best


def _touches_any(box: Box, others: Sequence[Box]) -> bool:
    return any(
        box.left < other.right and other.left < box.right and box.low < other.high and other.low < box.high
        for other in others
    )


def _turned_box(x: float, y: float, width: float, size: float, turn: float) -> Box:
    cos, sin = abs(math.cos(math.radians(turn))), abs(math.sin(math.radians(turn)))
    half_x, half_y = (width * cos + size * sin) / 2, (width * sin + size * cos) / 2
    return Box(x - half_x, y - half_y, x + half_x, y + half_y)


class Names:
    """The names under `parent`."""

    def __init__(self, parent: NodePath, heights: HeightField, atlas: GlyphAtlas, edge: Rect | None = None) -> None:
        self.heights, self.atlas, self.edge = heights, atlas, edge
        self.regions = SpriteBatch(parent, "regions", atlas, (1.0, 1.0, 1.0, 0.0), words_only=True)
        self.places = SpriteBatch(parent, "names", atlas, (1.0, 1.0, 1.0, 0.0), words_only=True)
        self.specs: tuple[NameSpec, ...] = ()
        self.placed: list[Placed] = []
        self.band = BANDS[0]
        self.turn = 0.0
        """Degrees by which the map is shown turned."""
        self._window: tuple[float, float, float, float] | None = None
        self._written = lru_cache(maxsize=4096)(self._write)
        self._found = lru_cache(maxsize=16)(self._find)

    def lay_out(self, px_per_hex: float, taken: Iterable[Box], squeeze: float = 1.0) -> None:
        """Find room for the names for the band of zoom of this many pixels a hex. `follow` shows those near."""
        self.band = band_of(px_per_hex)
        self.placed = self._found(self.specs, self.band, tuple(taken), squeeze, self.turn)
        self._window = None

    def _find(
        self, specs: tuple[NameSpec, ...], band: float, taken: tuple[Box, ...], squeeze: float, turn: float
    ) -> list[Placed]:
        """Room for the names; the last answers are kept, since zoom comes back and most of what changes takes none."""
        return lay_out(specs, band, self.atlas, taken, squeeze, self.edge, turn)

    def follow(self, view: Rect) -> None:
        """Keep the names around the rectangle that is seen in the buffer: others cost vertices for nothing.

        Names that have been laid out again are shown again.
        """
        left, bottom, right, top = view
        w = self._window
        grown = w is not None and (w[2] - w[0] > 1.8 * (right - left) + 4 or w[3] - w[1] > 1.8 * (top - bottom) + 4)
        if w is None or grown or left < w[0] or bottom < w[1] or right > w[2] or top > w[3]:
            margin_x, margin_y = (right - left) * 0.2 + 1, (top - bottom) * 0.2 + 1
            self._show((left - margin_x, bottom - margin_y, right + margin_x, top + margin_y))

    def _show(self, window: tuple[float, float, float, float]) -> None:
        self._window = window
        left, bottom, right, top = window
        for batch, free in ((self.regions, True), (self.places, False)):
            mine = [
                name for name in self.placed
                if (name.spec.kind in _WIDE) == free
                and (free or (left <= name.spec.x <= right and bottom <= name.spec.y <= top))
            ]  # fmt: skip
            points = np.array([(name.spec.x, name.spec.y) for name in mine]).reshape(-1, 2)
            anchors = np.column_stack([points, self.heights.at(points)])
            batch.show([self._paint(name, self.band) for name in mine], anchors)

    def _paint(self, name: Placed, band: float) -> Vertices:
        spec, turn = name.spec, math.radians(name.angle)
        written: Vertices = self._written(spec.text, spec.kind, name.size, name.angle, band).copy()
        written["local"][:, :2] += (name.dx - name.dy * math.sin(turn), name.dy * math.cos(turn))
        if band < 30 and spec.kind in ("city", "town"):
            return np.concatenate([self._dot(spec.kind), written])
        return written

    def _write(self, text: str, kind: NameKind, size: float, turn: float, band: float) -> Vertices:
        """A name with the middle of its base line on its point."""
        style, pen = STYLES[kind], Painter(self.atlas)
        pen.text(
            text.upper() if style.capitals else text, 0.0, 0.0, size, style.face, style.ink, halo=MAP.halo,
            halo_px=style.halo, spacing=style.spacing, turn=turn, bold=_BOLD.get(kind, 0.06),
            from_px=band * _FADES[kind],
        )  # fmt: skip
        return pen.done()

    def _dot(self, kind: NameKind) -> Vertices:
        pen, radius = Painter(self.atlas), 3.6 if kind == "city" else 2.6
        pen.plate(0, 0, 2 * radius, 2 * radius, colour("F3E2B0"), radius=radius, border=1.2, edge=colour("5E3222"))
        return pen.done()


_PLACE_KINDS: dict[str, NameKind] = {
    "city": "city", "town": "town", "village": "village", "hill": "hill", "battery": "hill", "beach": "beach",
}  # fmt: skip
_WEIGHT = {"city": 3e6, "town": 2e6, "beach": 1.5e6, "hill": 5e5, "village": 0.0}


def place_names(hexmap: HexMap, work: LineWork) -> list[NameSpec]:
    """Names of the places of a map and of the rivers of its line work; more people, higher priority."""
    painted = {(town.hex, town.name): town.at for town in work.towns}
    names = []
    for place in hexmap.places:
        kind = _PLACE_KINDS.get(place.kind)
        if kind is None:
            continue
        x, y = painted.get((place.hex, place.name)) or hexmap.projection.to_hexes((place.lon, place.lat))[0].tolist()
        names.append(NameSpec(place.name, x, y, kind, _WEIGHT.get(kind, 0.0) + place.population))
    return names + _river_names(work)


def _river_names(work: LineWork) -> list[NameSpec]:
    """Each named river once every dozen hexes or so, along its course."""
    names = []
    for river in work.rivers:
        points = np.array(river.points).reshape(-1, 2)
        if not river.name or len(points) < 2:
            continue
        along = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=1))])
        count = max(1, int(along[-1] // 14))
        for index in range(count):
            middle = along[-1] * (index + 0.55) / count
            ends = [
                np.array([np.interp(middle + step, along, points[:, axis]) for axis in (0, 1)]) for step in (-0.7, 0.7)
            ]
            turn = math.degrees(math.atan2(ends[1][1] - ends[0][1], ends[1][0] - ends[0][0]))
            turn = turn - 180 if turn > 90 else turn + 180 if turn < -90 else turn
            centre = (ends[0] + ends[1]) / 2
            side = np.array([-math.sin(math.radians(turn)), math.cos(math.radians(turn))]) * 0.13
            x, y = centre + side
            names.append(NameSpec(river.name, float(x), float(y), "water", 1.8e6, turn))
    return names
