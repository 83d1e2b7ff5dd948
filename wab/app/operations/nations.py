"""The looks of armies (OPS-3.1-2) and divisions and the names on the map, read from campaigns/operations."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from wab.app.specs import Nation
from wab.app.theme import Rgba, colour
from wab.content.operations_loader import load_catalogues, operations_root
from wab.content.reader import read_yaml

_UNKNOWN = "unknown"


class NationEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Colours of an army as nations.yaml gives them, each "RRGGBB"."""

    body: str
    edge: str
    ink: str
    field: str
    symbol: str
    pool: bool = False


class SideEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Colours and second signs of a side on the map."""

    line: str
    flag: str
    flag_ink: str
    safe: str
    pattern: str
    mark: str


class NationsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The shape of art/nations.yaml."""

    nations: dict[str, NationEntry]
    sides: dict[str, SideEntry]


class RegionEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A region, sea, river or beach: its name by language, its middle in degrees, tilt in degrees, size 1 for normal.

    `weight` decides who goes first where room is scarce.
    """

    name: dict[str, str]
    kind: Literal["region", "sea", "water", "beach"]
    lon: float
    lat: float
    turn: float = 0.0
    size: float = 1.0
    weight: float = 0.0


class NamesFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The shape of art/names.yaml: what stands on the map beside its places, and how some places are called."""

    regions: tuple[RegionEntry, ...]
    places: dict[str, dict[str, str]] = {}
    hidden: tuple[str, ...] = ()


def art_folder() -> Path:
    """The folder of the painted map and its data."""
    return operations_root() / "art"


@cache
def nations() -> dict[str, Nation]:
    """The armies by key. DataError when the file is wrong."""
    entries = read_yaml(art_folder() / "nations.yaml", NationsFile).nations
    found = {key: Nation.of(e.body, e.edge, e.ink, e.field, e.symbol) for key, e in entries.items()}
    found[_UNKNOWN] = Nation.of("59605D", "343A37", "F4EFDC", "C9CBBE", "2A2E2B")
    return found


def nation(key: str) -> Nation:
    """An army by key; grey card for one that nobody has recognised."""
    return nations().get(key, nations()[_UNKNOWN])


@cache
def map_names() -> NamesFile:
    """Regions, seas, beaches, and names of places by language. DataError when the file is wrong."""
    return read_yaml(art_folder() / "names.yaml", NamesFile)


@cache
def division_colours() -> dict[tuple[str, str], Rgba]:
    """The band colour of each division, by side and key."""
    return {
        (side, key): colour(division.colour)
        for side, catalogue in load_catalogues().items()
        for key, division in catalogue.divisions.items()
    }


def band_of(side: str, division: str, nation_key: str) -> Rgba:
    """The colour of a counter's head band: the division's, else the dark edge of its army."""
    return division_colours().get((side, division)) or nation(nation_key).edge


def band_ink(band: Rgba) -> Rgba:
    """Light or dark letters, whichever reads better on a band."""
    red, green, blue = (part / 255 for part in band[:3])
    bright = 0.299 * red + 0.587 * green + 0.114 * blue > 0.58
    return colour("1B1710") if bright else colour("FBF6E6")
