"""Dice of any faces: thrown, tumbling, and settling on the faces that were rolled. Chance has no part in it."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from panda3d.core import LQuaternionf, LVecBase3f, NodePath, Texture

from wab.app.gfx.meshes import Layout, Vertices, mesh, uniform
from wab.app.gfx.stock import OPEN, loose
from wab.app.gfx.theme import Rgba
from wab.app.gfx.tween import Tweens, ease_out

BEVEL = 0.13
MISSED = (0.46, 0.20, 1.0, 0.55)
STRUCK = (0.80, 0.44, 1.0, 0.0)
REST_SECONDS = 0.12
PER_ROW = 4
_LAYOUT = Layout(("vertex", 3), ("normal", 3), ("color", "rgba"), ("texcoord", 2), ("base", 1))
_BLANK = (0.001, 0.001)

Look = tuple[int, int, int]
"""The direction of a face of a die as it was made."""
Area = tuple[float, float, float, float]
"""A part of a texture: left, bottom, right, top."""
Place = tuple[float, float]


class DieMake(NamedTuple):
    """The make of a die: the direction and the part of the picture of each face, and its colours."""

    faces: Sequence[tuple[Look, Area]]
    picture: Texture
    tint: Rgba
    edge: Rgba


class Roll(NamedTuple):
    """A throw: the faces by their place on the die, the faces that count, its start, its centre and its size."""

    looks: Sequence[Look]
    struck: Sequence[bool]
    start: Place
    middle: Place
    size: float
    facing: int = 1
    turn: float = 0.0


def rest(look: Look, spin: float) -> LQuaternionf:
    """Return how a die lies that shows a face upward, turned by `spin` degrees, its symbol upright for a viewer in the
    south.
    """
    at, up = np.array(look, np.float64), np.array([0.0, 0.0, 1.0])
    axis, cos = np.cross(at, up), float(at @ up)
    turn = LQuaternionf()
    if np.linalg.norm(axis) > 1e-9:
        turn.setFromAxisAngle(90.0, LVecBase3f(*axis))
    elif cos < 0:
        turn.setFromAxisAngle(180.0, LVecBase3f(1, 0, 0))
    # The symbol's own upward direction, after that turn, is brought to the north.
    top = turn.xform(LVecBase3f(*_frame_of(at)[1]))
    about = LQuaternionf()
    about.setFromAxisAngle(90.0 - math.degrees(math.atan2(top.y, top.x)) + spin, LVecBase3f(0, 0, 1))
    return turn * about


def _frame_of(look: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The right and the upward direction of the symbol on a face."""
    top = np.array([0.0, 0.0, 1.0]) if abs(look[2]) < 0.5 else np.array([0.0, 1.0, 0.0])
    return np.cross(top, look), top


def die_vertices(make: DieMake) -> Vertices:
    """A die of side 1 about the origin: six faces with their symbols, chamfered edges."""
    rows: list[tuple[object, ...]] = []
    half, flat = 0.5, 0.5 - BEVEL / 2
    for look, area in make.faces:
        normal = np.array(look, np.float64)
        right, top = _frame_of(normal)
        left, low, wide, high = _inset(area)
        corners = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
        points = [normal * half + (right * u + top * v) * flat for u, v in corners]
        uvs = [(left + (u + 1) / 2 * wide, low + (v + 1) / 2 * high) for u, v in corners]
        for k in (0, 1, 2, 0, 2, 3):
            rows.append((points[k], normal, make.tint, uvs[k], 0.0))
    return np.array([tuple(row) for row in rows + _chamfers(half, flat, make.edge)], _LAYOUT.dtype)


def _inset(uv: Area) -> Area:
    """A symbol with some margin around it on its face: left, bottom, width, height in the texture."""
    wide, high = uv[2] - uv[0], uv[3] - uv[1]
    return uv[0] + wide * 0.004, uv[1] + high * 0.004, wide * 0.992, high * 0.992


def _chamfers(half: float, flat: float, tint: Rgba) -> list[tuple[object, ...]]:
    """The slanted edges and corners between the faces, without a symbol."""
    rows: list[tuple[object, ...]] = []

    def face(points: list[np.ndarray]) -> None:
        normal = np.cross(points[1] - points[0], points[2] - points[0])
        if normal @ points[0] < 0:
            points, normal = points[::-1], -normal
        normal = normal / np.linalg.norm(normal)
        for k in range(1, len(points) - 1):
            rows.extend((p, normal, tint, _BLANK, 0.0) for p in (points[0], points[k], points[k + 1]))

    axes = np.eye(3)
    for i in range(3):
        for j in range(i):
            k = 3 - i - j
            for a in (-1, 1):
                for b in (-1, 1):
                    p, q = axes[i] * a * half + axes[j] * b * flat, axes[i] * a * flat + axes[j] * b * half
                    along = axes[k] * flat
                    face([p - along, p + along, q + along, q - along])
    for a in (-1, 1):
        for b in (-1, 1):
            for c in (-1, 1):
                signs = np.array([a, b, c], np.float64)
                face([signs * (axes[i] * half + (1 - axes[i]) * flat) for i in range(3)])
    return rows


class TumblingDice:
    """Up to `most` dice under `parent`: made once, shown when they are thrown.

    `height` tells how high the ground is at a place; `bins` when shadows and dice are drawn; `seconds` how long a die
    rolls, and how long after each other they start.
    """

    def __init__(
        self,
        parent: NodePath,
        make: DieMake,
        height: Callable[[float, float], float],
        tweens: Tweens,
        *,
        most: int,
        bins: tuple[int, int],
        seconds: tuple[float, float],
    ) -> None:
        self.make, self.height, self.tweens, self.seconds = make, height, tweens, seconds
        self.root = parent.attachNewNode("dice")
        vertices = die_vertices(make)
        made = mesh(_LAYOUT, vertices, np.arange(len(vertices), dtype=np.uint32), "die")
        self._nodes = [loose(self.root, made, bins, make.picture) for _ in range(most)]
        self.clear()

    def clear(self) -> None:
        """Take the dice away."""
        for node in self._nodes:
            node.hide()

    def throw(self, roll: Roll, done: Callable[[], None] | None = None) -> None:
        """Roll dice so that they come to lie in rows about a place, then call `done`.

        Which faces they show is told, not drawn by chance; those that do not count turn grey. Of a roll of more dice
        than there are the first ones are shown.
        """
        self.clear()
        count = min(len(roll.looks), len(self._nodes))
        for number in range(count):
            self._roll(number, count, roll)
        whole = self.seconds[0] + self.seconds[1] * max(0, count - 1)
        self.tweens.start(whole + REST_SECONDS, lambda t: self._settle(roll, count, t), done)

    def _roll(self, number: int, count: int, roll: Roll) -> None:
        node, size, start, end = self._nodes[number], roll.size, roll.start, _place(number, count, roll)
        node.setScale(size)
        node.show()
        uniform(node, "lamp", *OPEN)
        final = rest(roll.looks[number], self._spin(number) + (180.0 if roll.facing < 0 else 0.0) + roll.turn)
        axis = LVecBase3f(math.sin(number * 2.1 + 0.4), math.cos(number * 1.3), 0.35 * math.sin(number))
        axis = axis / axis.length()
        ground, (seconds, stagger) = self.height(*end), self.seconds
        whole, delay = seconds + stagger * number, stagger * number

        def change(t: float) -> None:
            part = min(1.0, max(0.0, (t * whole - delay) / seconds))
            way = ease_out(part)
            height = 1.15 * (1 - part) ** 1.5 * abs(math.cos(part * math.pi * 2.5))
            node.setPos(start[0] + (end[0] - start[0]) * way, start[1] + (end[1] - start[1]) * way, height + size * 0.5)
            node.setShaderInput("lift", ground)
            tumble = LQuaternionf()
            tumble.setFromAxisAngle(760.0 * (1 - way) ** 1.3, axis)
            node.setQuat(final * tumble)

        self.tweens.start(whole, change)

    @staticmethod
    def _spin(number: int) -> float:
        return (number * 53) % 23 - 11.0

    def _settle(self, roll: Roll, count: int, t: float) -> None:
        """At the end those that count shine and the others turn grey."""
        if t < 1:
            return
        for number in range(count):
            uniform(self._nodes[number], "lamp", *(STRUCK if roll.struck[number] else MISSED))

    def places(self) -> list[Place]:
        """Return where the dice lie that are shown, in hex widths."""
        return [(node.getX(), node.getY()) for node in self._nodes if not node.isHidden()]

    def showing(self, number: int) -> Look:
        """The face that a die turns upward now."""
        quat = self._nodes[number].getQuat()
        return max((look for look, _area in self.make.faces), key=lambda look: quat.xform(LVecBase3f(*look)).z)


def _place(number: int, count: int, roll: Roll) -> Place:
    """Rows of up to four."""
    rows = -(-count // PER_ROW)
    row, col = divmod(number, PER_ROW)
    in_row = min(PER_ROW, count - PER_ROW * row)
    x = roll.facing * (col - (in_row - 1) / 2) * roll.size * 1.32
    y = roll.facing * ((rows - 1) / 2 - row) * roll.size * 1.45
    cos, sin = math.cos(math.radians(roll.turn)), math.sin(math.radians(roll.turn))
    return roll.middle[0] + x * cos - y * sin, roll.middle[1] + x * sin + y * cos
