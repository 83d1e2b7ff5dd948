"""Dice with one to six points that are thrown on the map, next to the hex for which they are rolled."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from panda3d.core import NodePath, Texture

from wab.app.gfx.dice import DieMake, Look, Place, Roll, TumblingDice
from wab.app.gfx.heights import HeightField
from wab.app.gfx.meshes import picture, uniform
from wab.app.gfx.theme import colour
from wab.app.gfx.tween import Tweens

MOST, SECONDS = 6, (0.5, 0.05)
LEAST_PX, MOST_PX, SIZE = 30.0, 54.0, 0.34
"""The side of a die: at least and at most so many pixels, else so many hex widths."""
AWAY = 1.0
"""Hex widths from the hex to its dice, to the right as the map is seen."""
LEAN = 0.55
"""The angle at which heights lean away from the viewer in two dimensions."""
LOOKS: tuple[Look, ...] = ((0, 0, 1), (1, 0, 0), (0, 1, 0), (0, -1, 0), (-1, 0, 0), (0, 0, -1))
"""The directions of the faces from one to six: opposite faces add up to seven."""
_CELL, _DOT = 64, 0.105
_SPOTS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0.0, 0.0),),
    2: ((-1.0, 1.0), (1.0, -1.0)),
    3: ((-1.0, 1.0), (0.0, 0.0), (1.0, -1.0)),
    4: ((-1.0, 1.0), (1.0, -1.0), (-1.0, -1.0), (1.0, 1.0)),
    5: ((-1.0, 1.0), (1.0, -1.0), (-1.0, -1.0), (1.0, 1.0), (0.0, 0.0)),
    6: ((-1.0, 1.0), (1.0, -1.0), (-1.0, -1.0), (1.0, 1.0), (-1.0, 0.0), (1.0, 0.0)),
}
INK, IVORY, EDGE = colour("3A2116"), colour("F3EBD3"), colour("CDBF9C")


class NumberDice:
    """Under `parent`. `bins` are when shadows and dice are drawn."""

    def __init__(self, parent: NodePath, heights: HeightField, tweens: Tweens, bins: tuple[int, int]) -> None:
        faces = [(look, (0.0, number / 6, 1.0, (number + 1) / 6)) for number, look in enumerate(LOOKS)]
        make = DieMake(faces, _points(), IVORY, EDGE)
        self._dice = TumblingDice(
            parent,
            make,
            lambda x, y: float(heights.at(np.array([[x, y]]))[0]),
            tweens,
            most=MOST,
            bins=bins,
            seconds=SECONDS,
        )
        self.root = self._dice.root
        self.follow(0.0, 0.0)

    def throw(
        self,
        faces: Sequence[int],
        start: Place,
        middle: Place,
        px_per_hex: float,
        turn: float,
        done: Callable[[], None] | None = None,
    ) -> None:
        """Roll dice until they show `faces` (1 to 6) around a place, for a view turned by `turn` degrees."""
        size = min(max(SIZE * px_per_hex, LEAST_PX), MOST_PX) / max(px_per_hex, 1.0)
        looks = [LOOKS[face - 1] for face in faces]
        self._dice.throw(Roll(looks, [True] * len(looks), start, middle, size, turn=turn), done)

    def clear(self) -> None:
        """Take them away."""
        self._dice.clear()

    def follow(self, relief: float, turn: float) -> None:
        """In two dimensions dice show their front: they lean away from the viewer."""
        x, y = (part * LEAN * (1.0 - relief) for part in _upward(turn))
        uniform(self.root, "lean", x, y)

    def showing(self, number: int) -> int:
        """The points that a die turns upward now."""
        return LOOKS.index(self._dice.showing(number)) + 1

    def places(self) -> list[Place]:
        """Return where the dice lie that are shown, in hex widths."""
        return self._dice.places()


def _upward(turn: float) -> Place:
    angle = np.radians(-turn)
    return float(-np.sin(angle)), float(np.cos(angle))


def _points() -> Texture:
    """One face above the other, one at the bottom."""
    side = (np.arange(_CELL) + 0.5) / _CELL * 2 - 1
    x, y = np.meshgrid(side, -side)
    cells = []
    for number in range(6, 0, -1):
        away = np.min([np.hypot(x - 0.5 * u, y - 0.5 * v) for u, v in _SPOTS[number]], axis=0)
        cover = np.clip((1.6 * _DOT - away) * _CELL / 2 + 0.5, 0, 1)
        cell = np.zeros((_CELL, _CELL, 4), np.uint8)
        cell[:, :, :3] = INK[:3]
        cell[:, :, 3] = (cover * 255).astype(np.uint8)
        cells.append(cell)
    return picture("points", np.concatenate(cells), mipmaps=True)
