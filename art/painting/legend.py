"""The paint of the terrains of a map: the covers of the ground, and the things painted over them."""

from collections.abc import Mapping
from enum import IntEnum
from pathlib import Path
from typing import Literal

import yaml


class Cover(IntEnum):
    """The paint of the ground. Towns and beaches are painted over what lies under them."""

    SEA = 0
    PLAIN = 1
    BOCAGE = 2
    WOODS = 3
    HILL = 4
    MARSH = 5
    OPEN_HILL = 6
    FLATS = 7
    MIXED = 8
    """Open fields with patches of bocage and many copses."""
    SAND = 9
    MID_SAND = 10
    """Sand that the tide covers for hours."""
    LOW_SAND = 11
    """Sand that lies bare at low water only."""


Paint = Cover | Literal["city", "town", "beach"]
OVER: tuple[Literal["city", "town", "beach"], ...] = ("city", "town", "beach")

LEGEND: dict[str, Paint] = {
    "sea": Cover.SEA,
    "clear": Cover.PLAIN,
    "bocage": Cover.BOCAGE,
    "woods": Cover.WOODS,
    "hills": Cover.OPEN_HILL,
    "hill_bocage": Cover.HILL,
    "marsh": Cover.MARSH,
    "estuary_flats": Cover.FLATS,
    "town": "town",
    "city": "city",
    "beach": "beach",
}
"""The paints of the usual terrains, by their names in map files."""


def load_legend(path: Path) -> Mapping[str, Paint]:
    """A legend in YAML, terrain by terrain ("forest: woods"), on top of the usual one.

    Raises ValueError when an entry names no paint.
    """
    entries = yaml.safe_load(path.read_text(encoding="utf-8"))
    if not isinstance(entries, dict):
        raise ValueError(f'{path}: expected one line for each terrain, as in "forest: woods"')
    return LEGEND | {str(terrain): _paint(path, str(terrain), paint) for terrain, paint in entries.items()}


def _paint(path: Path, terrain: str, paint: object) -> Paint:
    covers = {cover.name.lower(): cover for cover in Cover}
    if paint in covers:
        return covers[str(paint)]
    for over in OVER:
        if paint == over:
            return over
    raise ValueError(f'{path}: {terrain} is painted as "{paint}" (expected one of {", ".join([*covers, *OVER])})')
