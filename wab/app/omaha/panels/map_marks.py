"""The dots of fields of fire over the map."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import atan2, cos, pi, sin
from typing import Any, NamedTuple

from wab.app.hud.kit import Kit
from wab.app.omaha.looks.overlays import sweeping
from wab.app.omaha.looks.shapes import draw_colour
from wab.app.wargame.ui.desk import Desk
from wab.hexes import HexId
from wab.systems.omaha.state.board import Board, Position
from wab.systems.omaha.state.state import State

LEAST = 26.0
"""Pixels a hex from which on dots are drawn."""
SIZES: Mapping[str, float] = {"sporadic": 0.058, "sustained": 0.082, "intense": 0.11}
FILL: Mapping[str, float] = {"sporadic": 0.7, "sustained": 0.9, "intense": 1.0}
"""The size of a dot in hex widths, and how full its colour is, by level."""
RING, APART = 0.4, 0.5
"""The distance of dots from the middle of a hex, and the least angle between two."""
Point = tuple[float, float]


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
    """Draw the dots under the panels, while the overlay of fields lies on the map."""
    kit, lens, state = desk.kit, _Lens(scene, desk.kit.scale), _state(desk)
    if lens.hex < LEAST or desk.ui.overlay != "fields":
        return
    with kit.behind():
        hovered = desk.interaction.hovered
        for dot in desk.kept("fire dots", lambda: tuple(dots(state, hovered)), hovered):
            _draw_dot(kit, lens, dot)


def _state(desk: Desk) -> State:
    found: State = desk.view.position
    return found


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
