"""Words on a map in the reader's language, and titles for hexes without a name of their own."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

from wab.app.gfx.specs import NameKind, NameSpec
from wab.app.wargame.adapter.typography import contracted, typographic, words
from wab.content.hexmap import HexMap
from wab.hexes import OFF_MAP, HexId
from wab.locale import _

NEAR = 2
"""Hexes within which a place lends its name to its surroundings."""
_REGION_PRIORITY: Mapping[NameKind, float] = {"sea": 9e6, "region": 9e6, "beach": 8e6, "water": 1.8e6}
OtherNames = Mapping[str, Mapping[str, str]]
"""Names of the places of a country by language, if they differ from the names on the map."""


class Region(Protocol):
    """A region, sea or beach, as the file of a country has it."""

    @property
    def name(self) -> Mapping[str, str]:
        """Its name by language."""

    @property
    def kind(self) -> NameKind:
        """The kind of the place, which decides its lettering."""

    @property
    def lon(self) -> float:
        """The longitude of its middle, in degrees."""

    @property
    def lat(self) -> float:
        """The latitude of its middle, in degrees."""

    @property
    def turn(self) -> float:
        """The tilt of its letters, in degrees."""

    @property
    def size(self) -> float:
        """The size of its letters, 1 for normal."""

    @property
    def weight(self) -> float:
        """The heavier is lettered first where room is scarce."""


def called(name: str, names: OtherNames) -> str:
    """A place of the country as the reader's language calls it; "" stays so."""
    found = names.get(name)
    return typographic(words(found) if found else name)


def places(of_map: Iterable[NameSpec], names: OtherNames) -> list[NameSpec]:
    """The names of a map in the reader's language."""
    return [
        NameSpec(called(spec.text, names), spec.x, spec.y, spec.kind, spec.priority, spec.turn, spec.size)
        for spec in of_map
    ]


def regions(hexmap: HexMap, of_country: Iterable[Region]) -> list[NameSpec]:
    """The regions, seas and beaches of the country whose middle lies on a map, in the reader's language."""
    found = [(entry, *place_of(hexmap, entry.lon, entry.lat)) for entry in of_country]
    return [
        NameSpec(
            typographic(words(entry.name)),
            x,
            y,
            entry.kind,
            _REGION_PRIORITY[entry.kind] + entry.weight,
            entry.turn,
            entry.size,
        )
        for entry, x, y in found
        if hexmap.grid.hex_at(x, y) != OFF_MAP
    ]


def place_of(hexmap: HexMap, lon: float, lat: float) -> tuple[float, float]:
    """Return the place of a longitude and latitude on the map, in hex widths."""
    x, y = hexmap.projection.to_hexes((lon, lat))[0].tolist()
    return x, y


def hex_title(hexmap: HexMap, hex_: HexId, name_of: Callable[[HexId], str]) -> str:
    """Return the title of a hex: its place, else the nearest place ("near Auvers"), else its number.

    `name_of` returns the name of the place in a hex as the reader calls it, "" if there is none.
    """
    if name := name_of(hex_):
        return name
    grid = hexmap.grid
    near = (other for radius in range(1, NEAR + 1) for other in grid.ring(hex_, radius) if hexmap.name(other))
    if (nearest := next(near, None)) is not None:
        return contracted(_("near {place}").format(place=name_of(nearest)))
    return label_title(hexmap, hex_)


def label_title(hexmap: HexMap, hex_: HexId) -> str:
    """A hex by its number."""
    return _("hex {label}").format(label=hexmap.grid.label(hex_))


def sea_title(hexmap: HexMap, hex_: HexId, of_country: Iterable[Region]) -> str:
    """The sea whose middle is nearest to a hex, in the reader's language."""
    x, y = hexmap.grid.centre(hex_)
    seas = [(entry, place_of(hexmap, entry.lon, entry.lat)) for entry in of_country if entry.kind == "sea"]
    nearest, _middle = min(seas, key=lambda sea: math.hypot(sea[1][0] - x, sea[1][1] - y))
    return typographic(words(nearest.name))
