"""The hexes that the player can click now, drawn on the board: each kind of hex has a colour and a form of its own."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import pairwise

import numpy as np
from panda3d.core import NodePath

from wab.app.cards.looks.palette import TableColours
from wab.app.cards.looks.specs import Highlights
from wab.app.cards.table.relief import CORNER, BoardRelief
from wab.app.gfx.solids import Solid, disc, joined, polygon
from wab.app.gfx.stock import Put, Stock
from wab.app.gfx.theme import Rgba
from wab.hexes import HexId

LINE, UNDER = 0.045, 0.105  # hex widths of a line and of the dark one below it
_DASHES = 3  # a hexside
Corner = tuple[float, float]


def corner(number: int, size: float = 1.0) -> Corner:
    """A corner of a hex about its middle; the side of direction d runs from corner d to corner d + 1."""
    angle = math.radians(60 * number - 30)
    return CORNER * size * math.cos(angle), CORNER * size * math.sin(angle)


class HighlightMarks:
    """Highlights and the ring under the pointer, under `parent`."""

    def __init__(self, parent: NodePath, relief: BoardRelief, colours: TableColours) -> None:
        self.relief, self.colours = relief, colours
        self.stock = Stock(parent, "highlights", shadows=False, clear=True)
        self.hover = Stock(parent, "hover", shadows=False, clear=True)
        self.shown = Highlights()
        self.facing = 1
        """1 for a viewer in the south, to whom retreats point, -1 in the north."""
        self._hovered: HexId | None = None
        self._flash: tuple[HexId, float] | None = None

    def show(self, marks: Highlights) -> None:
        """Replace all highlights."""
        if marks != self.shown:
            self.shown = marks
            self.stock.show(self._puts(marks))

    def set_hover(self, hex_id: HexId | None) -> None:
        """Ring the hex under the pointer."""
        if hex_id != self._hovered:
            self._hovered = hex_id
            self._show_hover()

    def set_flash(self, hex_id: HexId | None, strength: float) -> None:
        """Fill a hex with light for a moment."""
        self._flash = None if hex_id is None or strength <= 0 else (hex_id, strength)
        self._show_hover()

    def _show_hover(self) -> None:
        puts = []
        if self._flash is not None:
            hex_id, strength = self._flash
            puts.append(self._put(_fill(1.0, self.colours.ground.fade(0.75 * strength)), hex_id))
        if self._hovered is not None:
            puts += [
                self._put(part, self._hovered)
                for part in _outline(0.96, 0.028, self.colours.units.fade(0.9), self.colours.dark.fade(0.45))
            ]
        self.hover.show(puts)

    # --- kinds ---

    def _puts(self, marks: Highlights) -> list[Put]:
        c, found = self.colours, []
        far = marks.reach & marks.no_attack
        found += self._area(marks.reach, c.reach, 0.40, 0.20, far)
        found += self._each(marks.no_attack & marks.reach, _dotted(c.reach, c.dark))
        found += self._each(marks.units, [_fill(0.97, c.units.fade(0.18)), *_dashed(0.90, c.units, c.dark)])
        found += self._each(
            marks.choice, [_fill(0.97, c.choice.fade(0.30)), *_outline(0.90, LINE, c.choice, c.dark.fade(0.5))]
        )
        found += self._each(
            (target.hex for target in marks.targets), [_fill(0.97, c.target.fade(0.26)), *_brackets(c.target, c.dark)]
        )
        found += self._each(
            marks.retreat,
            [
                _fill(0.97, c.retreat.fade(0.34)),
                *_outline(0.90, LINE, c.retreat, c.dark.fade(0.5)),
                *_chevrons(c.retreat, c.dark, self.facing),
            ],
        )
        found += self._each(
            marks.ground,
            [
                _fill(0.97, c.ground.fade(0.34)),
                *_outline(0.92, LINE, c.ground, c.dark.fade(0.5)),
                *_outline(0.74, 0.024, c.ground, c.dark.fade(0.35)),
            ],
        )
        found += self._way(marks.path)
        if marks.aim is not None:
            found += self._shot(*marks.aim)
        if marks.active is not None:
            found += self._each([marks.active], _outline(0.94, 0.052, c.active, c.dark.fade(0.75)))
        return found

    def _way(self, path: tuple[HexId, ...]) -> list[Put]:
        """A path as a ribbon with dots on the hexes between and an arrow head at its end."""
        if len(path) < 2:
            return []
        grid, c, found = self.relief.grid, self.colours, []
        points = [grid.centre(hex_id) for hex_id in path]
        (ax, ay), (bx, by) = points[-2:]
        points[-1] = (ax + (bx - ax) * 0.80, ay + (by - ay) * 0.80)
        for wide, head, tint in ((0.175, 0.075, c.dark.fade(0.75)), (0.110, 0.0, c.choice)):
            strokes = [_bar(a, b, wide, tint) for a, b in pairwise(points)]
            joints = [_flat([(x + u, y + v) for u, v in disc(wide / 2, 10)], tint) for x, y in points[:-1]]
            found += [self._free(part) for part in (*strokes, *joints, _arrow_head(points[-2], points[-1], head, tint))]
        return found

    def _shot(self, origin: HexId, target: HexId) -> list[Put]:
        """A line of sight as dashes."""
        grid, c, found = self.relief.grid, self.colours, []
        (ax, ay), (bx, by) = grid.centre(origin), grid.centre(target)
        long = math.hypot(bx - ax, by - ay)
        steps = max(2, round(long / 0.20))
        for wide, grow, tint in ((0.095, 0.10, c.dark.fade(0.7)), (0.050, 0.0, c.target)):
            for k in range(1, steps - 1):
                s, t = (k + 0.22 - grow) / steps, (k + 0.78 + grow) / steps
                a, b = ((ax + (bx - ax) * u, ay + (by - ay) * u) for u in (s, t))
                found.append(self._free(_bar(a, b, wide, tint)))
        return found

    def _free(self, solid: Solid) -> Put:
        """Something that lies on the ground where its points are."""
        return Put(solid, 0.0, 0.0, self.relief.at(solid.points[:, :2]))

    def _each(self, hexes: Iterable[HexId], parts: list[Solid]) -> list[Put]:
        return [self._put(part, hex_id) for hex_id in sorted(hexes) for part in parts]

    def _area(self, hexes: frozenset[HexId], tint: Rgba, near: float, far: float, faint: frozenset[HexId]) -> list[Put]:
        """Fill an area, with one outline around the whole of it."""
        grid, found = self.relief.grid, []
        for hex_id in sorted(hexes):
            found.append(self._put(_fill(1.0, tint.fade(far if hex_id in faint else near)), hex_id))
        for width, colour in ((UNDER, self.colours.dark.fade(0.55)), (LINE, tint)):
            for hex_id in sorted(hexes):
                sides = [d for d, other in enumerate(grid.neighbour_rows[hex_id]) if other not in hexes]
                found += [self._put(_side(d, width, colour), hex_id) for d in sides]
        return found

    def _put(self, solid: Solid, hex_id: HexId) -> Put:
        x, y = self.relief.grid.centre(hex_id)
        return Put(solid, x, y, self.relief.at(solid.points[:, :2] + np.array([x, y])))


def _flat(corners: list[Corner], tint: Rgba) -> Solid:
    return polygon([(x, y, 0.0) for x, y in corners], tint)


def _fill(size: float, tint: Rgba) -> Solid:
    """A hex in six triangles, so that it follows the ground a little."""
    around = [corner(k, size) for k in range(6)]
    return joined(_flat([(0.0, 0.0), around[k], around[(k + 1) % 6]], tint) for k in range(6))


def _side(direction: int, width: float, tint: Rgba) -> Solid:
    """One side of a hex as a line whose ends meet the ends of the next ones."""
    inner, outer = 1.0 - width, 1.0 + width * 0.25
    return _flat(
        [
            corner(direction, inner),
            corner(direction, outer),
            corner(direction + 1, outer),
            corner(direction + 1, inner),
        ],
        tint,
    )


def _outline(size: float, width: float, tint: Rgba, under: Rgba) -> list[Solid]:
    found = []
    for wide, colour in ((width + 0.045, under), (width, tint)):
        parts = []
        for k in range(6):
            a, b = size + wide / 2 - width / 2, size - wide / 2 - width / 2
            parts.append(_flat([corner(k, b), corner(k, a), corner(k + 1, a), corner(k + 1, b)], colour))
        found.append(joined(parts))
    return found


def _dashed(size: float, tint: Rgba, under: Rgba) -> list[Solid]:
    """Dashes around a hex."""
    found = []
    for wide, grow, colour in ((0.085, 0.02, under.fade(0.55)), (0.045, 0.0, tint)):
        parts = []
        for k in range(6):
            for dash in range(_DASHES):
                start, end = (dash + 0.20 - grow) / _DASHES, (dash + 0.80 + grow) / _DASHES
                inner, outer = size - wide / 2, size + wide / 2
                ends = [(_on(k, t, inner), _on(k, t, outer)) for t in (start, end)]
                parts.append(_flat([ends[0][0], ends[0][1], ends[1][1], ends[1][0]], colour))
        found.append(joined(parts))
    return found


def _on(side: int, t: float, size: float) -> Corner:
    (ax, ay), (bx, by) = corner(side, size), corner(side + 1, size)
    return ax + (bx - ax) * t, ay + (by - ay) * t


def _brackets(tint: Rgba, under: Rgba) -> list[Solid]:
    """The corners of a hex, drawn thick: an aim."""
    found = []
    for wide, grow, colour in ((0.135, 0.04, under.fade(0.7)), (0.080, 0.0, tint)):
        parts = []
        for k in range(6):
            for start, end in ((0.0, 0.28 + grow), (0.72 - grow, 1.0)):
                inner, outer = 0.90 - wide / 2, 0.90 + wide / 2
                parts.append(
                    _flat([_on(k, start, inner), _on(k, start, outer), _on(k, end, outer), _on(k, end, inner)], colour)
                )
        found.append(joined(parts))
    return found


def _chevrons(tint: Rgba, under: Rgba, way: int) -> list[Solid]:
    """Two arrow heads one behind the other: the way back."""
    found = []
    for grow, colour in ((0.022, under.fade(0.6)), (0.0, tint)):
        for y in (0.16, -0.04):
            for side in (-1, 1):
                a, b = (0.0, (y - 0.13) * way), (side * 0.20, (y + 0.03) * way)
                found.append(_bar(a, b, 0.045 + 2 * grow, colour))
    return found


def _bar(a: Corner, b: Corner, width: float, tint: Rgba) -> Solid:
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = math.hypot(dx, dy)
    nx, ny = -dy / length * width / 2, dx / length * width / 2
    return _flat([(a[0] - nx, a[1] - ny), (b[0] - nx, b[1] - ny), (b[0] + nx, b[1] + ny), (a[0] + nx, a[1] + ny)], tint)


def _arrow_head(before: Corner, tip: Corner, grow: float, tint: Rgba) -> Solid:
    """A triangle whose base lies at `tip`, pointing on."""
    dx, dy = tip[0] - before[0], tip[1] - before[1]
    long = max(math.hypot(dx, dy), 1e-9)
    ux, uy = dx / long, dy / long
    wide, ahead, back = 0.165 + grow, 0.24 + grow, grow * 0.6
    left = (tip[0] - ux * back - uy * wide, tip[1] - uy * back + ux * wide)
    right = (tip[0] - ux * back + uy * wide, tip[1] - uy * back - ux * wide)
    return _flat([right, (tip[0] + ux * ahead, tip[1] + uy * ahead), left], tint)


def _dotted(tint: Rgba, under: Rgba) -> list[Solid]:
    """Dots inside a hex: reached, but not in a state to attack."""
    found = []
    for radius, colour in ((0.046, under.fade(0.6)), (0.027, tint)):
        around = [(radius * math.cos(math.pi / 3 * k), radius * math.sin(math.pi / 3 * k)) for k in range(6)]
        places = [(0.33 * math.cos(math.pi / 6 * k), 0.33 * math.sin(math.pi / 6 * k)) for k in range(12)]
        found.append(joined(_flat([(x + u, y + v) for u, v in around], colour) for x, y in places))
    return found
