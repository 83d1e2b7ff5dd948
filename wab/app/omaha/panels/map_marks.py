"""Marks over the map: hexsides that stop or shelter units, obstacles, landing boxes, and the dots of fields of fire."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import atan2, cos, pi, sin
from typing import Any, NamedTuple

import numpy as np

from wab.app.gfx.theme import Rgba, colour
from wab.app.hud.kit import BLACK, WHITE, Kit
from wab.app.omaha.looks.looks import anchorage
from wab.app.omaha.looks.overlays import sweeping
from wab.app.omaha.looks.shapes import draw_colour
from wab.app.wargame.ui.desk import Desk
from wab.hexes import HexId
from wab.systems.omaha.state.board import Board, Position
from wab.systems.omaha.state.state import State

SIDE = 0.577
"""The length of a hexside in hex widths."""
LEAST, NAMED = 26.0, 52.0
"""Pixels a hex from which on marks, and names of boxes, are drawn."""
SIZES: Mapping[str, float] = {"sporadic": 0.058, "sustained": 0.082, "intense": 0.11}
FILL: Mapping[str, float] = {"sporadic": 0.7, "sustained": 0.9, "intense": 1.0}
"""The size of a dot in hex widths, and how full its colour is, by level."""
RING, APART = 0.4, 0.5
"""How far dots lie from the middle of a hex, and the least angle between two."""
Point = tuple[float, float]


class Edge(NamedTuple):
    """The look of a kind of hexside: colour, width, and the length of its ticks, which point downhill."""

    ink: Rgba
    width: float
    tick: float = 0.0
    beads: bool = False


EDGES: Mapping[str, Edge] = {
    "shingle": Edge(colour("6E6A60"), 0.045, beads=True),
    "seawall": Edge(colour("D8D2C2"), 0.055),
    "wall": Edge(colour("B9B2A4"), 0.07),
    "ditch": Edge(colour("3D5668"), 0.05, beads=True),
    "slope": Edge(colour("7B5A2E"), 0.02, 0.06),
    "bluff": Edge(colour("5A3A18"), 0.045, 0.11),
    "cliff": Edge(colour("2E221A"), 0.065, 0.15),
    "sheer_cliff": Edge(colour("14100D"), 0.09, 0.17),
}


class Side(NamedTuple):
    """A hexside on the ground: its ends, the direction downhill, its look."""

    start: Point
    end: Point
    down: Point
    edge: Edge


class Dot(NamedTuple):
    """A dot of a field of fire: its place on the ground, the colour of its position, its level."""

    at: Point
    colour: str
    level: str


class _Lens(NamedTuple):
    """From the ground to the screen, in logical pixels."""

    scene: Any
    scale: float

    def point(self, x: float, y: float) -> Point | None:
        found = self.scene.camera.project_point(x, y)
        return (found[0] / self.scale, found[1] / self.scale) if found is not None else None

    def sees(self, kit: Kit, x: float, y: float) -> Point | None:
        """Return the pixel of a place that lies in the window."""
        found = self.point(x, y)
        return found if found is not None and kit.screen.inset(-60, -60).holds(*found) else None

    @property
    def hex(self) -> float:
        return float(self.scene.camera.px_per_hex / self.scale)


def draw(desk: Desk, scene: Any) -> None:
    """Draw all of them under the panels."""
    kit, lens, state = desk.kit, _Lens(scene, desk.kit.scale), _state(desk)
    if lens.hex < LEAST:
        return
    with kit.behind():
        for side in state.board.once("drawn sides", lambda: tuple(_sides(state.board))):
            _draw_side(kit, lens, side)
        for hex_ in sorted(state.board.obstacles - set(state.now.cleared)):
            _draw_obstacle(kit, lens, state.board.grid.centre(hex_))
        if lens.hex >= NAMED:
            _draw_boxes(kit, lens, state)
        if desk.ui.overlay == "fields":
            hovered = desk.interaction.hovered
            for dot in desk.kept("fire dots", lambda: tuple(dots(state, hovered)), hovered):
                _draw_dot(kit, lens, dot)


def _state(desk: Desk) -> State:
    found: State = desk.view.position
    return found


# ---------------------------------------------------------------- hexsides


def _sides(board: Board) -> Iterator[Side]:
    """The hexsides of all kinds but open ones, each once."""
    grid = board.grid
    for name, flags in board.content.map.side_overlays.items():
        for hex_, direction in np.argwhere(flags).tolist():
            other = grid.neighbour(hex_, direction)
            if other > hex_:
                yield _side(board, hex_, other, EDGES[name])


def _side(board: Board, one: HexId, other: HexId, edge: Edge) -> Side:
    """The low ground lies toward the sea, which is nearer to the first rows."""
    grid = board.grid
    (x0, y0), (x1, y1) = grid.centre(one), grid.centre(other)
    middle, along = ((x0 + x1) / 2, (y0 + y1) / 2), (-(y1 - y0) * SIDE / 2, (x1 - x0) * SIDE / 2)
    elevation = board.content.map.elevation
    first_is_low = (elevation[one], bool(not board.low[one])) <= (elevation[other], bool(not board.low[other]))
    sign = -1.0 if first_is_low else 1.0
    down = ((x1 - x0) * sign, (y1 - y0) * sign)
    start, end = (middle[0] - along[0], middle[1] - along[1]), (middle[0] + along[0], middle[1] + along[1])
    return Side(start, end, down, edge)


def _draw_side(kit: Kit, lens: _Lens, side: Side) -> None:
    (ax, ay), (bx, by), edge = side.start, side.end, side.edge
    start, end = lens.sees(kit, ax, ay), lens.sees(kit, bx, by)
    if start is None or end is None:
        return
    wide = max(1.5, edge.width * lens.hex)
    if edge.beads:
        for number in range(6):
            part = (number + 0.5) / 6
            x, y = start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part
            kit.disc(x, y, wide * 0.75, WHITE.fade(0.6))
            kit.disc(x, y, wide * 0.55, edge.ink)
        return
    kit.line(*start, *end, (BLACK if edge.ink.red > 150 else WHITE).fade(0.45), wide + 2)
    kit.line(*start, *end, edge.ink, wide)
    for number in range(5) if edge.tick else ():
        part = (number + 0.5) / 5
        x, y = ax + (bx - ax) * part, ay + (by - ay) * part
        foot = lens.point(x + side.down[0] * edge.tick, y + side.down[1] * edge.tick)
        head = lens.point(x, y)
        if head is not None and foot is not None:
            kit.line(*head, *foot, edge.ink, max(1.2, wide * 0.6))


def _draw_obstacle(kit: Kit, lens: _Lens, centre: Point) -> None:
    """Three hedgehogs in the lower part of the hex."""
    for dx, dy in ((-0.24, 0.3), (0.0, 0.36), (0.24, 0.3)):
        at = lens.sees(kit, centre[0] + dx, centre[1] + dy)
        if at is None:
            continue
        (x, y), r = at, 0.045 * lens.hex
        for turn in (pi / 6, pi / 2, 5 * pi / 6):
            kit.line(x - cos(turn) * r, y - sin(turn) * r, x + cos(turn) * r, y + sin(turn) * r, colour("43392C"), 1.6)


# ---------------------------------------------------------------- landing boxes


def _draw_boxes(kit: Kit, lens: _Lens, state: State) -> None:
    """The name of each landing box at sea, while units land."""
    if state.now.phase not in ("landing", "arrivals"):
        return
    for name in state.board.boxes:
        x, y = state.board.grid.centre(anchorage(state.board, name))
        at = lens.sees(kit, x, y)
        if at is not None:
            kit.text(name, at[0], at[1] + 0.24 * lens.hex, colour("16394A"), size=15, font="strong", align=0.5)


# ---------------------------------------------------------------- fields of fire


def dots(state: State, hovered: HexId | None) -> Iterator[Dot]:
    """The dots of positions that can fire; of the position under the pointer alone, if there is one."""
    board = state.board
    taken: dict[HexId, list[float]] = {}
    for position in sorted(sweeping(state, hovered), key=lambda one: one.id):
        for hex_, level in position.dots.items():
            angle = _free(taken.setdefault(hex_, []), _bearing(board, hex_, position))
            taken[hex_].append(angle)
            x, y = board.grid.centre(hex_)
            yield Dot((x + RING * cos(angle), y + RING * sin(angle)), position.colour, level)


def _bearing(board: Board, hex_: HexId, position: Position) -> float:
    """The direction from a hex to a position, in radians."""
    near = min(position.hexes, key=lambda one: board.grid.distance(hex_, one))
    (x0, y0), (x1, y1) = board.grid.centre(hex_), board.grid.centre(near)
    return atan2(y1 - y0, x1 - x0)


def _free(taken: list[float], wanted: float) -> float:
    """Return the direction nearest to the wanted one that keeps apart from those taken."""
    for step in range(12):
        for angle in (wanted + step * 0.3, wanted - step * 0.3):
            if all(abs((angle - other + pi) % (2 * pi) - pi) >= APART for other in taken):
                return angle
    return wanted


def _draw_dot(kit: Kit, lens: _Lens, dot: Dot) -> None:
    at = lens.sees(kit, *dot.at)
    if at is not None:
        draw_colour(kit, dot.colour, *at, SIZES[dot.level] * lens.hex, FILL[dot.level])
