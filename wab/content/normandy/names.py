"""Names of the country for its regions, seas, beaches and some of its places (campaigns/normandy/names.yaml)."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal

from wab.content.normandy import Data, normandy_root
from wab.content.reader import read_yaml
from wab.content.shelf import Stamp, stamp


class Region(Data, frozen=True):
    """A region, sea, river or beach: its name by language, its middle in degrees, tilt in degrees, size 1 for normal.

    `weight`: the heavier is lettered first where room is scarce.
    """

    name: dict[str, str]
    kind: Literal["region", "sea", "water", "beach"]
    lon: float
    lat: float
    turn: float = 0.0
    size: float = 1.0
    weight: float = 0.0


class NamesFile(Data, frozen=True):
    """names.yaml: the regions, and other names of places by language."""

    regions: tuple[Region, ...]
    places: dict[str, dict[str, str]]


def load_names() -> NamesFile:
    """Names on maps of the country. DataError with file, line and field when the file is wrong."""
    path = normandy_root() / "names.yaml"
    return _names(path, stamp(path))


@cache
def _names(path: Path, file: Stamp) -> NamesFile:
    return read_yaml(path, NamesFile)
