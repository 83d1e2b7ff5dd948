"""Small signs of the card game, drawn by numbers: faces of the dice, tokens, badges, medals. One texture holds all."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt
from panda3d.core import Texture

from wab.app.gfx.meshes import picture
from wab.app.gfx.symbols import Cell
from wab.app.gfx.theme import Rgba, colour

SIZE = 128  # pixels of a sign
_SUB = 3  # samples a pixel, each way
_COLS = 4
Singles = npt.NDArray[np.float32]
Flags = npt.NDArray[np.bool_]
Outline = Sequence[tuple[float, float]]

INK, WHITE, BRASS = colour("2A2014"), colour("F7F1DF"), colour("D9AE4A")
GREEN, BLUE, RED, GOLD, STEEL = (
    colour("4F7A33"), colour("33619C"), colour("B23327"), colour("E7B93C"), colour("4A4A46"),
)  # fmt: skip


class Canvas:
    """One sign: coordinates from -1 to 1, y up."""

    def __init__(self) -> None:
        side = (np.arange(SIZE * _SUB, dtype=np.float32) + 0.5) / (SIZE * _SUB) * 2 - 1
        self.x, self.y = np.meshgrid(side, -side)
        self.pixels = np.zeros((*self.x.shape, 4), np.float32)

    def fill(self, where: Flags, tint: Rgba) -> None:
        """Cover an area."""
        self.pixels[where] = np.array(tint, np.float32)

    def disc(self, x: float, y: float, radius: float, tint: Rgba) -> None:
        """A round."""
        self.fill((self.x - x) ** 2 + (self.y - y) ** 2 <= radius**2, tint)

    def ellipse(self, x: float, y: float, wide: float, high: float, tint: Rgba, turn: float = 0.0) -> None:
        """An oval, turned by degrees."""
        cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        u, v = (self.x - x) * cos + (self.y - y) * sin, -(self.x - x) * sin + (self.y - y) * cos
        self.fill((u / wide) ** 2 + (v / high) ** 2 <= 1, tint)

    def bar(self, a: tuple[float, float], b: tuple[float, float], width: float, tint: Rgba) -> None:
        """A line with round ends."""
        ax, ay = a
        dx, dy = b[0] - ax, b[1] - ay
        t = np.clip(((self.x - ax) * dx + (self.y - ay) * dy) / max(dx * dx + dy * dy, 1e-9), 0, 1)
        self.fill((self.x - ax - t * dx) ** 2 + (self.y - ay - t * dy) ** 2 <= (width / 2) ** 2, tint)

    def polygon(self, corners: Outline, tint: Rgba) -> None:
        """Any outline."""
        inside = np.zeros(self.x.shape, bool)
        for (ax, ay), (bx, by) in zip(corners, [*corners[1:], corners[0]], strict=True):
            if ay == by:
                continue
            crosses = ((ay > self.y) != (by > self.y)) & (self.x < (bx - ax) * (self.y - ay) / (by - ay) + ax)
            inside ^= crosses
        self.fill(inside, tint)

    def done(self) -> npt.NDArray[np.uint8]:
        """uint8[SIZE, SIZE, 4]."""
        solid = self.pixels.reshape(SIZE, _SUB, SIZE, _SUB, 4)
        alpha = solid[..., 3:].sum(axis=(1, 3))
        colours = (solid[..., :3] * solid[..., 3:]).sum(axis=(1, 3)) / np.maximum(alpha, 1e-6)
        return np.concatenate([colours, alpha / _SUB**2], axis=-1).round().astype(np.uint8)


def star_outline(x: float, y: float, radius: float, points: int = 5, depth: float = 0.42) -> list[tuple[float, float]]:
    """The corners of a star with one point up."""
    found = []
    for k in range(2 * points):
        away, angle = radius * (depth if k % 2 else 1.0), math.pi / 2 + math.pi * k / points
        found.append((x + away * math.cos(angle), y + away * math.sin(angle)))
    return found


# --- faces of the dice: a shape of its own in a colour of its own ---


def _infantry(c: Canvas) -> None:
    c.ellipse(0.0, 0.52, 0.40, 0.33, GREEN)
    c.fill((c.y < 0.50) & (c.y > 0.42) & (abs(c.x) < 0.50), GREEN)
    c.fill((c.y < 0.42) & (abs(c.x) < 0.6) & ((c.x**2 + (c.y - 0.42) ** 2) < 0.31**2), GREEN.shade(0.78))
    c.polygon([(-0.58, -0.78), (-0.46, -0.06), (-0.20, 0.12), (0.20, 0.12), (0.46, -0.06), (0.58, -0.78)], GREEN)
    c.bar((-0.44, -0.70), (0.62, 0.30), 0.11, INK.fade(1.0))
    c.bar((-0.44, -0.70), (-0.20, -0.47), 0.19, INK)


def _armour(c: Canvas) -> None:
    c.polygon(
        [(-0.80, -0.12), (-0.62, -0.48), (0.62, -0.48), (0.80, -0.12), (0.66, 0.0), (-0.66, 0.0)], BLUE.shade(0.72)
    )
    for k in range(4):
        c.disc(-0.48 + 0.32 * k, -0.26, 0.11, WHITE)
    c.polygon([(-0.70, 0.04), (0.72, 0.04), (0.56, 0.24), (-0.60, 0.24)], BLUE)
    c.polygon([(-0.36, 0.26), (0.28, 0.26), (0.18, 0.56), (-0.30, 0.56)], BLUE)
    c.bar((0.22, 0.40), (0.86, 0.48), 0.10, BLUE)


def _grenade(c: Canvas) -> None:
    c.ellipse(0.0, -0.20, 0.44, 0.52, STEEL)
    for k in range(-1, 2):
        c.bar((-0.5, -0.20 + 0.26 * k), (0.5, -0.20 + 0.26 * k), 0.045, WHITE)
        c.bar((0.24 * k, -0.75), (0.24 * k, 0.36), 0.045, WHITE)
    c.fill(((c.x / 0.44) ** 2 + ((c.y + 0.20) / 0.52) ** 2) > 1, Rgba(0, 0, 0, 0))
    c.bar((0.0, 0.30), (0.0, 0.50), 0.26, STEEL)
    c.bar((0.02, 0.56), (0.52, 0.36), 0.13, STEEL)
    c.bar((0.50, 0.36), (0.58, -0.02), 0.11, STEEL)
    c.disc(-0.34, 0.56, 0.20, RED)
    c.disc(-0.34, 0.56, 0.11, Rgba(0, 0, 0, 0))


def _star(c: Canvas) -> None:
    c.polygon(star_outline(0.0, -0.06, 0.86), GOLD.shade(0.70))
    c.polygon(star_outline(0.0, -0.05, 0.70), GOLD)


def _flag(c: Canvas) -> None:
    c.bar((-0.56, -0.80), (-0.56, 0.76), 0.11, INK)
    x = np.linspace(-0.50, 0.74, 24)
    top = [(float(u), 0.66 + 0.07 * math.sin(4.2 * u)) for u in x]
    low = [(float(u), -0.14 + 0.07 * math.sin(4.2 * u)) for u in reversed(x)]
    c.polygon([*top, *low], RED)
    c.polygon([(-0.18, 0.46), (0.40, 0.46), (0.11, 0.06)], WHITE)


# --- tokens, badges, medals ---


def _coin(c: Canvas, field: Rgba) -> None:
    c.disc(0, 0, 0.98, INK)
    c.disc(0, 0, 0.91, BRASS)
    c.disc(0, 0, 0.78, field)


def _token_move(c: Canvas) -> None:
    _coin(c, GREEN)
    c.polygon(
        [(0.0, 0.62), (0.50, 0.06), (0.20, 0.06), (0.20, -0.56), (-0.20, -0.56), (-0.20, 0.06), (-0.50, 0.06)], WHITE
    )


def _token_attack(c: Canvas) -> None:
    _coin(c, RED)
    c.disc(0, 0, 0.46, WHITE)
    c.disc(0, 0, 0.34, RED)
    for a, b in (((0, 0.20), (0, 0.66)), ((0, -0.20), (0, -0.66)), ((0.20, 0), (0.66, 0)), ((-0.20, 0), (-0.66, 0))):
        c.bar(a, b, 0.12, WHITE)
    c.disc(0, 0, 0.10, WHITE)


def _badge_elite(c: Canvas) -> None:
    """A rounded shield with a winged star."""
    c.fill(_shield(c, 0.96), INK)
    c.fill(_shield(c, 0.88), BRASS)
    c.fill(_shield(c, 0.76), colour("2E3A24"))
    for side in (-1, 1):
        for k, (reach, rise) in enumerate(((0.66, 0.30), (0.58, 0.10), (0.46, -0.08))):
            c.bar((side * 0.16, -0.04 - 0.06 * k), (side * reach, rise), 0.13, WHITE)
    c.polygon(star_outline(0.0, -0.02, 0.42), GOLD)


def _badge_resistance(c: Canvas) -> None:
    """A rounded shield with the cross of Lorraine."""
    c.fill(_shield(c, 0.96), INK)
    c.fill(_shield(c, 0.88), WHITE)
    c.fill(_shield(c, 0.78) & (c.x < -0.26), BLUE)
    c.fill(_shield(c, 0.78) & (c.x > 0.26), RED)
    for a, b in (((0, 0.60), (0, -0.66)), ((-0.26, 0.34), (0.26, 0.34)), ((-0.42, -0.02), (0.42, -0.02))):
        c.bar(a, b, 0.24, WHITE)
    for a, b in (((0, 0.60), (0, -0.66)), ((-0.26, 0.34), (0.26, 0.34)), ((-0.42, -0.02), (0.42, -0.02))):
        c.bar(a, b, 0.14, INK)


def _shield(c: Canvas, size: float) -> Flags:
    """Upper corners rounded, a point below."""
    x, y = abs(c.x) / size, c.y / size
    upper = (
        (y > -0.1)
        & (x < 0.84)
        & (y < 0.92)
        & ~((x > 0.50) & (y > 0.58) & ((x - 0.50) ** 2 + (y - 0.58) ** 2 > 0.34**2))
    )
    lower = (y <= -0.1) & (x < 0.84 * np.sqrt(np.clip(1 - ((y + 0.1) / 0.86) ** 2, 0, 1)))
    found: Flags = upper | lower
    return found


def _medal_allies(c: Canvas) -> None:
    """A star in a wreath."""
    c.disc(0, 0, 0.96, colour("6B4E1C"))
    c.disc(0, 0, 0.90, colour("E3BE5E"))
    for k in range(20):
        angle = 2 * math.pi * k / 20
        c.ellipse(
            0.74 * math.cos(angle), 0.74 * math.sin(angle), 0.14, 0.075, colour("4F7A33"), math.degrees(angle) + 55
        )
    c.polygon(star_outline(0, -0.02, 0.62), colour("8A6424"))
    c.polygon(star_outline(0, -0.01, 0.53), colour("FFF1BF"))


def _medal_axis(c: Canvas) -> None:
    """A cross with spreading arms."""
    c.disc(0, 0, 0.96, colour("33363B"))
    c.disc(0, 0, 0.90, colour("AEB4BC"))
    for size, tint in ((1.0, colour("F2F2EE")), (0.86, colour("23262B"))):
        for k in range(4):
            arm = [(-0.11, 0.0), (0.11, 0.0), (0.36, 0.76 * size + 0.02), (-0.36, 0.76 * size + 0.02)]
            narrow = [(x * (size if abs(x) > 0.2 else size * size), y) for x, y in arm]
            turn = [(-y, x) for x, y in narrow] if k % 2 else narrow
            c.polygon([(-x, -y) for x, y in turn] if k > 1 else turn, tint)


def _odd(c: Canvas) -> None:
    c.disc(0, 0, 0.96, INK)
    c.disc(0, 0, 0.84, colour("F4CF3A"))


_DRAWN: dict[str, Callable[[Canvas], None]] = {
    "infantry": _infantry, "armour": _armour, "grenade": _grenade, "star": _star, "flag": _flag,
    "token/move": _token_move, "token/attack": _token_attack, "badge/elite": _badge_elite,
    "badge/resistance": _badge_resistance, "medal/1": _medal_allies, "medal/2": _medal_axis, "odd": _odd,
}  # fmt: skip
FACES = ("infantry", "armour", "grenade", "star", "flag")


class Emblems:
    """All signs: `cells` by name, in the one `texture`; `pixels` of each, uint8[SIZE, SIZE, 4], for the HUD."""

    def __init__(self) -> None:
        rows = -(-len(_DRAWN) // _COLS)
        sheet = np.zeros((rows * SIZE, _COLS * SIZE, 4), np.uint8)
        self.cells: dict[str, Cell] = {}
        self.pixels: dict[str, npt.NDArray[np.uint8]] = {}
        for number, (name, draw) in enumerate(_DRAWN.items()):
            canvas = Canvas()
            draw(canvas)
            row, col = divmod(number, _COLS)
            self.pixels[name] = canvas.done()
            sheet[row * SIZE : (row + 1) * SIZE, col * SIZE : (col + 1) * SIZE] = self.pixels[name]
            uv = (col / _COLS, 1 - (row + 1) / rows, (col + 1) / _COLS, 1 - row / rows)
            self.cells[name] = Cell(uv, SIZE, SIZE, framed=False)
        self.texture: Texture = picture("emblems", sheet, mipmaps=True)
