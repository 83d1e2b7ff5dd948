"""How a hex of the map is called where it has no name of its own."""

from __future__ import annotations

from collections.abc import Callable

from wab.app.wargame.typography import contracted
from wab.content.hexmap import HexMap
from wab.hexes import HexId
from wab.locale import _

NEAR = 2
"""Hexes within which a place lends its name to its surroundings."""


def hex_title(hexmap: HexMap, hex_: HexId, name_of: Callable[[HexId], str]) -> str:
    """A hex by its place, else by the nearest one ("near Auvers"), else by its number.

    `name_of` is the name of the place in a hex as the reader calls it, "" where there is none.
    """
    if name := name_of(hex_):
        return name
    grid = hexmap.grid
    near = (other for radius in range(1, NEAR + 1) for other in grid.ring(hex_, radius) if hexmap.name(other))
    if (nearest := next(near, None)) is not None:
        return contracted(_("near {place}").format(place=name_of(nearest)))
    return _("hex {label}").format(label=grid.label(hex_))
