"""The attack dice: which face of the card game looks where, and from where they are thrown."""

from __future__ import annotations

from collections.abc import Callable

from panda3d.core import NodePath

from wab.app.cards.looks.emblems import Emblems
from wab.app.cards.looks.palette import TableColours
from wab.app.cards.looks.specs import DiceThrow, DieFace
from wab.app.cards.table.relief import BoardRelief
from wab.app.gfx.dice import DieMake, Look, Roll, TumblingDice
from wab.app.gfx.tween import Tweens

MOST = 12  # dice that have a place of their own; a roll of more shows the first ones
ROLL_SECONDS, STAGGER = 0.95, 0.06
BIN_DICE, BIN_SHADOWS = 60, 59

# The faces of a die and where they look: two of infantry, one of each other symbol.
SIDES: tuple[tuple[Look, DieFace], ...] = (
    ((0, 0, 1), "grenade"), ((0, 0, -1), "star"), ((1, 0, 0), "infantry"), ((-1, 0, 0), "infantry"),
    ((0, 1, 0), "armour"), ((0, -1, 0), "flag"),
)  # fmt: skip


class Dice:
    """The dice under `parent`: made once, shown when they are thrown."""

    def __init__(
        self, parent: NodePath, relief: BoardRelief, emblems: Emblems, colours: TableColours, tweens: Tweens
    ) -> None:
        self.relief = relief
        faces = [(look, emblems.cells[face].uv) for look, face in SIDES]
        make = DieMake(faces, emblems.texture, colours.die, colours.die_edge)
        timing = (ROLL_SECONDS, STAGGER)
        self._dice = TumblingDice(
            parent, make, self._height, tweens, most=MOST, bins=(BIN_SHADOWS, BIN_DICE), seconds=timing
        )
        self.root = self._dice.root
        self.thrown: DiceThrow | None = None
        self.facing = 1

    def clear(self) -> None:
        """Take the dice off the board."""
        self.thrown = None
        self._dice.clear()

    def throw(
        self, what: DiceThrow, middle: tuple[float, float], size: float, done: Callable[[], None] | None = None
    ) -> None:
        """Roll dice of a size, in hex widths, so that they come to lie in rows about a place, then call `done`."""
        self.thrown = what
        looks = [next(look for look, name in SIDES if name == face) for face in what.faces]
        roll = Roll(looks, what.struck, self._start(what, middle), middle, size, self.facing)
        self._dice.throw(roll, done)

    def _start(self, what: DiceThrow, middle: tuple[float, float]) -> tuple[float, float]:
        if what.origin is not None:
            return self.relief.grid.centre(what.origin)
        edge = self.relief.rect.bottom if self.facing > 0 else self.relief.rect.top
        return middle[0] - 1.2 * self.facing, edge - 0.6 * self.facing

    def _height(self, x: float, y: float) -> float:
        rect = self.relief.rect
        inside = rect.left < x < rect.right and rect.bottom < y < rect.top
        return float(self.relief.height(x, y)) if inside else 0.0

    def places(self) -> list[tuple[float, float]]:
        """Return where the dice lie that are shown, in hex widths."""
        return self._dice.places()

    def showing(self, number: int) -> DieFace:
        """The face that a die turns upward now."""
        return dict(SIDES)[self._dice.showing(number)]
