"""Hedges, trees and roofs of a painted map, as art/paint_map.py writes them.

A picture has a byte a pixel (`Kind`), from the upper left; its index places it in the plane of the grid, in hex widths,
and lists the roofs. A second, coarser picture has the heights that the painted slopes are shaded by.
"""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Annotated

import msgspec

from wab.content.json_data import read_json
from wab.engine.files.looking import is_file

PICTURE, RELIEF, INDEX = "growth.png", "relief.png", "growth.json"
WIDEST = 8192
"""Points of a side of the picture that are taken."""
MOST_ROOFS = 50_000

Number = Annotated[float, msgspec.Meta(ge=-1e5, le=1e5)]
HalfSide = Annotated[float, msgspec.Meta(gt=0, le=2)]


class Kind(IntEnum):
    """The growth on a pixel of the picture."""

    NOTHING = 0
    HEDGE = 1
    HEDGE_TREE = 2
    WOOD = 3
    COPSE = 4
    POPLAR = 5
    SEA = 6


class Roof(IntEnum):
    """The material of a roof; a church has one of its own."""

    TILES = 0
    BROWN_TILES = 1
    RED_TILES = 2
    SLATE = 3
    CHURCH = 4


Side = Annotated[int, msgspec.Meta(ge=1, le=WIDEST)]


class Relief(msgspec.Struct, frozen=True):
    """The picture of the heights, a byte a pixel from 0 at the sea to 255 at `highest` metres; placed like `Growth`."""

    size: tuple[Side, Side]
    rect: tuple[Number, Number, Number, Number]
    highest: Annotated[float, msgspec.Meta(gt=0, le=10_000)]


class Growth(msgspec.Struct, frozen=True):
    """The contents of growth.json.

    `size`: columns and rows of the picture; `rect`: left, bottom, right, top; `roofs`: x, y, direction of the ridge in
    radians counter-clockwise from east, half the length, half the width, a `Roof`.
    """

    made_from: str
    size: tuple[Side, Side]
    rect: tuple[Number, Number, Number, Number]
    roofs: Annotated[
        list[tuple[Number, Number, Number, HalfSide, HalfSide, Annotated[int, msgspec.Meta(ge=0, le=4)]]],
        msgspec.Meta(max_length=MOST_ROOFS),
    ]
    relief: Relief | None = None


def load_growth(folder: Path) -> Growth | None:
    """The index of what grows, None if a map has none. DataError when the file is bad."""
    path = folder / INDEX
    return read_json(path, Growth) if is_file(path) else None
