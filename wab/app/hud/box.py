"""Small values of the HUD: rectangles in logical pixels, the pointer's actions on them, the texts about them."""

from __future__ import annotations

from typing import NamedTuple


class Box(NamedTuple):
    """A rectangle in logical pixels, from the upper left."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        """Its right edge."""
        return self.x + self.w

    @property
    def bottom(self) -> float:
        """Its lower edge."""
        return self.y + self.h

    def inset(self, dx: float, dy: float | None = None) -> Box:
        """The box without a margin inside."""
        dy = dx if dy is None else dy
        return Box(self.x + dx, self.y + dy, self.w - 2 * dx, self.h - 2 * dy)

    def holds(self, x: float, y: float) -> bool:
        """Tell whether a point lies in it."""
        return self.x <= x < self.right and self.y <= y < self.bottom


class Scrolled(NamedTuple):
    """A part of a panel that the wheel moves: the start of its contents, and the part itself."""

    top: float
    box: Box

    def shows(self, y: float, high: float) -> bool:
        """Tell whether anything from here down is in sight."""
        return y + high > self.box.y and y < self.box.bottom


class Hot(NamedTuple):
    """The pointer's actions on a part of the HUD in this frame."""

    clicked: bool
    hovered: bool
    held: bool


class Tip(NamedTuple):
    """A tooltip asked for in this frame: its title or sentence, further sentences, a clause of the rules, a key."""

    text: str
    notes: tuple[str, ...] = ()
    clause: str = ""
    key: str = ""


class Panel(NamedTuple):
    """A panel while it is drawn: the room below its title, and whether its cross was clicked."""

    box: Box
    closed: bool
