"""A piece of the map in letters: a cell a hex, north up, odd rows half a cell to the right."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from textwrap import fill

import numpy as np
from numpy.typing import NDArray

from wab.content.hexmap import HexMap
from wab.hexes import DIRECTIONS

Flags = NDArray[np.bool_]
ROADS, RIVERS = " .-=", ("", "minor", "major")
_ROAD_NAMES = ("", "lane", "secondary", "main")
_LETTERS = {
    "sea": "~",
    "clear": ".",
    "bocage": "b",
    "woods": "w",
    "hills": "h",
    "hill_bocage": "H",
    "marsh": "m",
    "town": "t",
    "city": "C",
    "beach": "s",
    "estuary_flats": "f",
}

LEGEND = (
    "A cell: terrain (~ sea, . clear, b bocage, w woods, h hills, H hill bocage, m marsh, t town, C city, s beach, "
    "f flats; capital M: flooded), best road (= main, - secondary, . lane), side (+ Allied; blank: Axis or unknown)."
)


def letter(hexmap: HexMap, hex_: int) -> str:
    """The letter of a hex: its terrain, M where it is under water."""
    return "M" if hexmap.flooded[hex_] else _LETTERS.get(hexmap.terrain_name(hex_), "?")


def road(hexmap: HexMap, hex_: int) -> str:
    """The mark of the best road that leaves a hex."""
    return ROADS[int(hexmap.road[hex_].max())]


def rows(hexmap: HexMap, area: Flags, cell: Callable[[int], str], width: int) -> Iterator[str]:
    """The rows of an area from north to south; `cell` gives the letters of a hex, `width` (even) how many they are."""
    grid = hexmap.grid
    shown = np.flatnonzero(area)
    south, north = int(shown.min()) // grid.cols, int(shown.max()) // grid.cols
    west, east = int((shown % grid.cols).min()), int((shown % grid.cols).max())
    head = "".join(f"{column:02}".ljust(width) for column in range(west, east + 1))
    yield "    " + head
    for row in range(north, south - 1, -1):
        hexes = range(row * grid.cols + west, row * grid.cols + east + 1)
        cells = "".join((cell(hex_) if area[hex_] else "").ljust(width) for hex_ in hexes)
        yield f"{row:02}  " + (" " * (width // 2) if row % 2 else "") + cells.rstrip()
    yield "    " + head


def places(hexmap: HexMap, area: Flags) -> Iterator[str]:
    """Every named place of an area, by hex from north to south: label, terrain, names."""
    for hex_ in sorted((int(hex_) for hex_ in np.flatnonzero(area)), reverse=True):
        found = hexmap.places_in(hex_)
        if found:
            names = ", ".join(f"{place.name} ({place.kind})" for place in found)
            yield f"{hexmap.grid.label(hex_)}  {hexmap.terrain_name(hex_):12} {names}"


def described(hexmap: HexMap, hex_: int) -> str:
    """A hex in a line: label, terrain, height, names, and what crosses its sides."""
    names = ", ".join(place.name for place in hexmap.places_in(hex_)) or "-"
    overlays = [name for name, flags in sorted(hexmap.overlays.items()) if flags[hex_]]
    terrain = " ".join([hexmap.terrain_name(hex_), *(f"[{name}]" for name in overlays)])
    height = f"{int(hexmap.elevation[hex_])} m"
    return f"{hexmap.grid.label(hex_)}  {terrain}  {height}  {names}\n" + "\n".join(_sides(hexmap, hex_))


def _sides(hexmap: HexMap, hex_: int) -> Iterator[str]:
    for direction, name in enumerate(DIRECTIONS):
        other = hexmap.grid.neighbour(hex_, direction)
        if other < 0:
            yield f"      {name:2} edge of the map"
            continue
        features = [
            f"{_ROAD_NAMES[int(hexmap.road[hex_, direction])]} road" if hexmap.road[hex_, direction] else "",
            f"{RIVERS[int(hexmap.river[hex_, direction])]} river" if hexmap.river[hex_, direction] else "",
            "cliff" if hexmap.cliff[hex_, direction] else "",
            "closed by water" if hexmap.closed_side[hex_, direction] else "",
        ]
        told = ", ".join(feature for feature in features if feature) or "open"
        yield f"      {name:2} {hexmap.grid.label(other)} {hexmap.terrain_name(other)}: {told}"


def yaml_list(name: str, items: Iterator[str]) -> str:
    """A list of labels as it stands in a scenario file, broken into lines."""
    text = f"  {name}: [{', '.join(items)}]"
    return fill(text, 118, subsequent_indent="    ", break_on_hyphens=False, break_long_words=False)
