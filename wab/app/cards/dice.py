"""The attack dice: thrown on the board, tumbling, and settling on the faces that were rolled."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from panda3d.core import LQuaternionf, LVecBase3f, NodePath

from wab.app.cards.emblems import Emblems
from wab.app.cards.palette import TableColours
from wab.app.cards.relief import BoardRelief
from wab.app.cards.specs import DiceThrow, DieFace
from wab.app.gfx.meshes import Layout, Vertices, mesh, uniform
from wab.app.gfx.stock import OPEN, loose
from wab.app.gfx.theme import Rgba
from wab.app.gfx.tween import Tweens, ease_out

MOST = 12  # dice that have a place of their own; a roll of more shows the first ones
ROLL_SECONDS, STAGGER = 0.95, 0.06
BEVEL = 0.13
MISSED = (0.46, 0.20, 1.0, 0.55)
STRUCK = (0.80, 0.44, 1.0, 0.0)
BIN_DICE, BIN_SHADOWS = 60, 59

# The faces of a die and where they look: two of infantry, one of each other symbol.
SIDES: tuple[tuple[tuple[int, int, int], DieFace], ...] = (
    ((0, 0, 1), "grenade"), ((0, 0, -1), "star"), ((1, 0, 0), "infantry"), ((-1, 0, 0), "infantry"),
    ((0, 1, 0), "armour"), ((0, -1, 0), "flag"),
)  # fmt: skip
_LAYOUT = Layout(("vertex", 3), ("normal", 3), ("color", "rgba"), ("texcoord", 2), ("base", 1))


def rest(face: DieFace, spin: float) -> LQuaternionf:
    """How a die lies that shows a face upward, turned by `spin` degrees, its symbol upright for a viewer in the
    south."""
    look = np.array(next(look for look, name in SIDES if name == face), np.float64)
    up = np.array([0.0, 0.0, 1.0])
    axis, cos = np.cross(look, up), float(look @ up)
    turn = LQuaternionf()
    if np.linalg.norm(axis) > 1e-9:
        turn.setFromAxisAngle(90.0, LVecBase3f(*axis))
    elif cos < 0:
        turn.setFromAxisAngle(180.0, LVecBase3f(1, 0, 0))
    # The symbol's own upward direction, after that turn, is brought to the north.
    top = turn.xform(LVecBase3f(*_frame_of(look)[1]))
    about = LQuaternionf()
    about.setFromAxisAngle(90.0 - math.degrees(math.atan2(top.y, top.x)) + spin, LVecBase3f(0, 0, 1))
    return turn * about


def _frame_of(look: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The right and the upward direction of the symbol on a face."""
    top = np.array([0.0, 0.0, 1.0]) if abs(look[2]) < 0.5 else np.array([0.0, 1.0, 0.0])
    return np.cross(top, look), top


def die_vertices(emblems: Emblems, colours: TableColours) -> Vertices:
    """A die of side 1 about the origin: six faces with their symbols, chamfered edges."""
    rows: list[tuple[object, ...]] = []
    half, flat = 0.5, 0.5 - BEVEL / 2
    for look, face in SIDES:
        normal = np.array(look, np.float64)
        right, top = _frame_of(normal)
        left, low, wide, high = _inset(emblems.cells[face].uv)
        corners = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
        points = [normal * half + (right * u + top * v) * flat for u, v in corners]
        uvs = [(left + (u + 1) / 2 * wide, low + (v + 1) / 2 * high) for u, v in corners]
        for k in (0, 1, 2, 0, 2, 3):
            rows.append((points[k], normal, colours.die, uvs[k], 0.0))
    return np.array([tuple(row) for row in rows + _chamfers(half, flat, colours.die_edge)], _LAYOUT.dtype)


def _inset(uv: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
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


_BLANK = (0.001, 0.001)


class Dice:
    """The dice under `parent`: made once, shown when they are thrown."""

    def __init__(
        self, parent: NodePath, relief: BoardRelief, emblems: Emblems, colours: TableColours, tweens: Tweens
    ) -> None:
        self.relief, self.tweens = relief, tweens
        self.root = parent.attachNewNode("dice")
        vertices = die_vertices(emblems, colours)
        made = mesh(_LAYOUT, vertices, np.arange(len(vertices), dtype=np.uint32), "die")
        self._nodes = [loose(self.root, made, (BIN_SHADOWS, BIN_DICE), emblems.texture) for _ in range(MOST)]
        for node in self._nodes:
            node.hide()
        self.thrown: DiceThrow | None = None
        self.facing = 1

    def clear(self) -> None:
        """Take the dice off the board."""
        self.thrown = None
        for node in self._nodes:
            node.hide()

    def throw(
        self, what: DiceThrow, middle: tuple[float, float], size: float, done: Callable[[], None] | None = None
    ) -> None:
        """Roll dice of a size, in hex widths, so that they come to lie in rows about a place, then call `done`.

        Which faces they show is told, not drawn by chance; those that did not strike turn grey.
        """
        self.clear()
        self.thrown = what
        count = min(len(what.faces), MOST)
        start = self._start(what, middle)
        for number in range(count):
            self._roll(number, what, start, _place(number, count, middle, size, self.facing), size)
        whole = ROLL_SECONDS + STAGGER * max(0, count - 1)
        self.tweens.start(whole + 0.12, lambda t: self._settle(what, count, t), done)

    def _start(self, what: DiceThrow, middle: tuple[float, float]) -> tuple[float, float]:
        if what.origin is not None:
            return self.relief.grid.centre(what.origin)
        edge = self.relief.rect.bottom if self.facing > 0 else self.relief.rect.top
        return middle[0] - 1.2 * self.facing, edge - 0.6 * self.facing

    def _roll(
        self, number: int, what: DiceThrow, start: tuple[float, float], end: tuple[float, float], size: float
    ) -> None:
        node = self._nodes[number]
        node.setScale(size)
        node.show()
        uniform(node, "lamp", *OPEN)
        final = rest(what.faces[number], self._spin(number) + (180.0 if self.facing < 0 else 0.0))
        axis = LVecBase3f(math.sin(number * 2.1 + 0.4), math.cos(number * 1.3), 0.35 * math.sin(number))
        axis = axis / axis.length()
        ground = float(self.relief.height(*end)) if self._inside(end) else 0.0
        whole, delay = ROLL_SECONDS + STAGGER * number, STAGGER * number

        def change(t: float) -> None:
            part = min(1.0, max(0.0, (t * whole - delay) / ROLL_SECONDS))
            way = ease_out(part)
            height = 1.15 * (1 - part) ** 1.5 * abs(math.cos(part * math.pi * 2.5))
            node.setPos(start[0] + (end[0] - start[0]) * way, start[1] + (end[1] - start[1]) * way, height + size * 0.5)
            node.setShaderInput("lift", ground)
            tumble = LQuaternionf()
            tumble.setFromAxisAngle(760.0 * (1 - way) ** 1.3, axis)
            node.setQuat(final * tumble)

        self.tweens.start(whole, change)

    def _inside(self, place: tuple[float, float]) -> bool:
        rect = self.relief.rect
        return rect.left < place[0] < rect.right and rect.bottom < place[1] < rect.top

    @staticmethod
    def _spin(number: int) -> float:
        return (number * 53) % 23 - 11.0

    def _settle(self, what: DiceThrow, count: int, t: float) -> None:
        """At the end those that struck shine and the others turn grey."""
        if t < 1:
            return
        for number in range(count):
            uniform(self._nodes[number], "lamp", *(STRUCK if what.struck[number] else MISSED))

    def places(self) -> list[tuple[float, float]]:
        """Where the dice lie that are shown, in hex widths."""
        return [(node.getX(), node.getY()) for node in self._nodes if not node.isHidden()]

    def showing(self, number: int) -> DieFace:
        """The face that a die turns upward now."""
        quat = self._nodes[number].getQuat()
        return max(SIDES, key=lambda side: quat.xform(LVecBase3f(*side[0])).z)[1]


def _place(number: int, count: int, middle: tuple[float, float], size: float, facing: int) -> tuple[float, float]:
    """Rows of up to four."""
    rows = -(-count // 4)
    row, col = divmod(number, 4)
    in_row = min(4, count - 4 * row)
    x = (col - (in_row - 1) / 2) * size * 1.32
    y = ((rows - 1) / 2 - row) * size * 1.45
    return middle[0] + facing * x, middle[1] + facing * y
