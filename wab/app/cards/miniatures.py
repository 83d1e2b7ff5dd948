"""The figures of the card game, in the colours of its table."""

from __future__ import annotations

from functools import lru_cache

from wab.app.cards.palette import TableColours
from wab.app.gfx import miniatures
from wab.app.gfx.solids import Solid


def shape_of(kind: str) -> str:
    """The figure of a kind of unit: "infantry", "resistance", "armour" or "artillery"."""
    return kind.removeprefix("elite_")


@lru_cache(maxsize=64)
def miniature(kind: str, side: int, colours: TableColours) -> Solid:
    """The figure of a kind of unit of a side (1 or 2). KeyError for a kind that there is none of."""
    body, metal = colours.figures[side - 1], colours.metal[side - 1]
    rim = colours.elite if kind.startswith("elite") else colours.resistance if kind == "resistance" else metal
    return miniatures.figure(shape_of(kind), side, body, metal, rim)


def silhouette(kind: str) -> Solid:
    """A body of few triangles that throws nearly the shadow of the figure of a kind of unit."""
    return miniatures.silhouette(shape_of(kind))
