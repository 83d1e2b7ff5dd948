"""The hex of every town, village, hill and battery, and the drawing of lines nearby that agrees with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from art.mapping.frame import Flags, Floats, Frame
from art.mapping.sources import Feature
from wab.hexes import HexId

PULL_KM = 1.5
"""Reach of the pull of a town on the lines around it (the sigma of a bell curve)."""

RANKS = ("city", "town", "battery", "hill", "known village", "beach", "airfield", "point", "village")
"""Kinds of places that name a hex, best first. A known village is one entered by hand: it was fought over, large or
small.
"""


@dataclass(frozen=True)
class Site:
    """A place on the map: its true position in degrees, the hex it stands in, its size in 1936 where known."""

    name: str
    kind: str
    hex: HexId
    lon: float
    lat: float
    population: int
    by_hand: bool
    modern_population: int
    chosen: bool = False
    """It names its hex by our choice."""

    @property
    def order(self) -> tuple[bool, int, int, int, str]:
        """Sorts places so that the place that best names a hex comes first."""
        rank = "known village" if self.kind == "village" and self.by_hand else self.kind
        return (not self.chosen, RANKS.index(rank), -self.population, -self.modern_population, self.name)


def kind_of(properties: dict[str, Any]) -> str:
    """Return what a place was in 1944: its size if it was a town, else what the source calls it."""
    if properties["size_1944"] in ("city", "town"):
        return str(properties["size_1944"])
    return str(properties.get("kind") or "village")


def town_hexes(frame: Frame, towns: tuple[Feature, ...]) -> Flags:
    """bool[N]: hexes where a town or city of 1944 stands."""
    flags = np.zeros(frame.grid.size, dtype=np.bool_)
    for town in towns:
        hex_id = int(frame.hexes_at(town.parts[0])[0])
        if hex_id >= 0 and kind_of(town.properties) in ("city", "town"):
            flags[hex_id] = True
    return flags


def find_sites(frame: Frame, towns: tuple[Feature, ...], choices: dict[str, Any], land: Flags) -> tuple[Site, ...]:
    """All places on the map, each on a land hex, the best name of a hex before its others."""
    sites = [site for town in towns if (site := _site(frame, town, choices, land))]
    return tuple(sorted(sites, key=lambda site: (site.hex, site.order)))


def _site(frame: Frame, town: Feature, choices: dict[str, Any], land: Flags) -> Site | None:
    properties = town.properties
    name = choices["renamed"].get(town.name, town.name)
    hex_id = _hex_of_site(frame, town.parts[0], choices["placed"].get(name), land)
    if hex_id is None:
        return None
    return Site(
        name=name,
        kind=kind_of(properties),
        hex=hex_id,
        lon=round(float(properties["lon"]), 5),
        lat=round(float(properties["lat"]), 5),
        population=int(properties.get("population_1936") or 0),
        by_hand="kind" in properties,
        modern_population=int(properties.get("population") or 0),
        chosen=bool(choices["placed"].get(name, {}).get("names_it")),
    )


def _hex_of_site(frame: Frame, point: Floats, placed: dict[str, Any] | None, land: Flags) -> HexId | None:
    """Return where our choices put it, else the hex it lies in, else (a harbour, a beach) the nearest land hex next to
    it.
    """
    if placed:
        return frame.grid.parse(placed["hex"])
    hex_id = int(frame.hexes_at(point)[0])
    if hex_id < 0 or land[hex_id]:
        return hex_id if hex_id >= 0 else None
    ashore = [other for other in frame.grid.adjacent(hex_id) if land[other]]
    return min(ashore, key=lambda other: (_distance(frame, point, other), other)) if ashore else None


def _distance(frame: Frame, point: Floats, hex_id: HexId) -> float:
    return float(np.hypot(*(frame.centres[hex_id] - point[0])))


@dataclass(frozen=True)
class Pull:
    """Moves points of rivers and roads so that each town comes to stand on its hex centre, with its surroundings."""

    towns: Floats
    shifts: Floats

    def moved(self, points: Floats) -> Floats:
        """The points (km) after the pull of all towns near them."""
        gaps = points[:, None, :] - self.towns[None]
        weights = np.exp(-(gaps**2).sum(axis=2) / (2.0 * PULL_KM**2))
        crowding = np.maximum(weights.sum(axis=1), 1.0)
        return np.asarray(points + weights @ self.shifts / crowding[:, None])


def pull_of(frame: Frame, sites: tuple[Site, ...], choices: dict[str, Any]) -> Pull:
    """The pull of the towns and of the places that our choices move."""
    moved = {name for name, choice in choices["placed"].items() if choice.get("lines", True)}
    control = [site for site in sites if site.kind in ("city", "town") or site.name in moved]
    true = frame.km([(site.lon, site.lat) for site in control])
    return Pull(true, frame.centres[[site.hex for site in control]] - true)
