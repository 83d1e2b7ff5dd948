"""The looks of armies (OPS-3.1-2) and divisions, and the names on the map."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from wab.app.gfx.specs import Nation
from wab.app.gfx.theme import Rgba, colour
from wab.app.wargame.adapter.place_names import called
from wab.app.wargame.adapter.typography import words
from wab.content.normandy.names import Region, load_names
from wab.content.normandy.nations import load_nations
from wab.content.operations.loader import load_catalogues, operations_root
from wab.content.reader import read_yaml

_UNKNOWN = "unknown"


class NamesFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The shape of art/names.yaml: the places of the map that are not lettered."""

    hidden: tuple[str, ...] = ()


class MapNames(NamedTuple):
    """The lettering of the map besides its places, the names of some places, and the names left out."""

    regions: tuple[Region, ...]
    places: dict[str, dict[str, str]]
    hidden: tuple[str, ...]


def art_folder() -> Path:
    """The folder of the painted map and its data."""
    return operations_root() / "art"


@cache
def nations() -> dict[str, Nation]:
    """The armies by key, and one for what is not known. DataError when the file is wrong."""
    return Nation.table(load_nations().nations) | {
        _UNKNOWN: Nation.of("59605D", "343A37", "F4EFDC", "C9CBBE", "2A2E2B")
    }


def nation(key: str) -> Nation:
    """Return an army by key; grey card for a unit that the side has not recognised."""
    return nations().get(key, nations()[_UNKNOWN])


@cache
def map_names() -> MapNames:
    """Regions, seas, beaches, and names of places by language. DataError when a file is wrong."""
    names = load_names()
    return MapNames(names.regions, names.places, read_yaml(art_folder() / "names.yaml", NamesFile).hidden)


def place_title(name: str) -> str:
    """A place of the map as the reader's language calls it; "" stays so."""
    return called(name, map_names().places)


@cache
def division_colours() -> dict[tuple[str, str], Rgba]:
    """The band colour of each division, by side and key."""
    return {
        (side, key): colour(division.colour)
        for side, catalogue in load_catalogues().items()
        for key, division in catalogue.divisions.items()
    }


@cache
def division_marks() -> dict[tuple[str, str], str]:
    """Return the mark next to each division's symbol on the far map, by side and key: its mark, else its number."""
    return {
        (side, key): division.mark or _number_in(division.name)
        for side, catalogue in load_catalogues().items()
        for key, division in catalogue.divisions.items()
    }


def _number_in(name: str | Mapping[Any, str]) -> str:
    called = name if isinstance(name, str) else words(name)
    found = re.search(r"\d+", called)
    return found.group() if found else called.split()[0]


def division_mark(side: str, division: str) -> str:
    """The mark of a division on the far map, "" for units of none."""
    return division_marks().get((side, division), "")


def band_of(side: str, division: str, nation_key: str) -> Rgba:
    """The colour of a counter's head band: the division's, else the dark edge of its army."""
    return division_colours().get((side, division)) or nation(nation_key).edge


def band_ink(band: Rgba) -> Rgba:
    """Light or dark letters, whichever reads better on a band."""
    red, green, blue = (part / 255 for part in band[:3])
    bright = 0.299 * red + 0.587 * green + 0.114 * blue > 0.58
    return colour("1B1710") if bright else colour("FBF6E6")
