"""The figures of the card game: miniatures on bases in the colours of its table."""

from __future__ import annotations

from functools import lru_cache

from wab.app.cards.looks.palette import TableColours
from wab.app.gfx.figurines import Figurine, figurine
from wab.app.gfx.theme import Rgba

RADII = {"infantry": 0.128, "armour": 0.195, "artillery": 0.190}
"""Of a base in hex widths, by the type of unit: several stand in a hex."""
LEVEL, PLAIN = "mid", "far"
TINGE, GAIN = 0.38, 1.28


def type_of(kind: str) -> str:
    """The type of a kind of figure: "infantry", "armour" or "artillery"."""
    kind = kind.removeprefix("elite_")
    return "infantry" if kind == "resistance" else kind


@lru_cache(maxsize=128)
def miniature(name: str, kind: str, side: int, colours: TableColours) -> Figurine:
    """A miniature of `models/` for a kind of figure ("elite_armour"...) of a side (1 or 2), in its size on the board.

    Its paint has something of the colour of its side: on a board of a hundred figures a player should not have to look
    twice.
    """
    made = figurine(name, LEVEL, rim_of(kind, side, colours)).scaled(RADII[type_of(kind)])
    return made.tinged(colours.figures[side - 1], TINGE).shaded(GAIN)


@lru_cache(maxsize=128)
def silhouette(name: str, kind: str, colours: TableColours) -> Figurine:
    """A body of few triangles that throws nearly the shadow of a miniature."""
    return figurine(name, PLAIN, colours.metal[0]).scaled(RADII[type_of(kind)])


def rim_of(kind: str, side: int, colours: TableColours) -> Rgba:
    """The colour of the edge of a base: the side's, or the badge's (CRD-A1.3-1)."""
    if kind.startswith("elite"):
        return colours.elite
    return colours.resistance if kind == "resistance" else colours.figures[side - 1]
