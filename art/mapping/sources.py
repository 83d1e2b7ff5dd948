"""Reads the geographic sources: GeoJSON features, the height grid, and our own choices."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import yaml

from art.mapping.frame import Floats, Frame, LonLat


@dataclass(frozen=True)
class Feature:
    """One GeoJSON feature in km: its properties and its rings (polygons, holes included), lines, or single point."""

    properties: dict[str, Any]
    parts: tuple[Floats, ...]
    lonlat: tuple[LonLat, ...] = ()
    """The points of a line in degrees, as the source has them."""

    @property
    def name(self) -> str:
        """The name, or nothing."""
        return str(self.properties.get("name") or "")


@dataclass(frozen=True)
class Heights:
    """Heights in metres on a regular net of latitudes and longitudes."""

    lat: Floats
    lon: Floats
    metres: Floats


@dataclass(frozen=True)
class Sources:
    """Everything the map is made from."""

    coast: tuple[Feature, ...]
    rivers: tuple[Feature, ...]
    roads: tuple[Feature, ...]
    towns: tuple[Feature, ...]
    zones: tuple[Feature, ...]
    heights: Heights
    choices: dict[str, Any]


def read_sources(folder: Path, frame: Frame, choices_of: str = "") -> Sources:
    """All sources of a geodata folder, with the choices in its subfolder `choices_of`. OSError when one is missing."""
    names = ("coastline", "rivers", "roads_1944", "towns", "terrain_zones")
    coast, rivers, roads, towns, zones = (_features(folder / f"{name}.geojson", frame) for name in names)
    choices = yaml.safe_load((folder / choices_of / "map_choices.yaml").read_text(encoding="utf-8"))
    return Sources(coast, rivers, roads, towns, zones, _heights(folder / "elevation.npz"), choices)


def _features(path: Path, frame: Frame) -> tuple[Feature, ...]:
    document = json.loads(path.read_text(encoding="utf-8"))
    return tuple(
        Feature(f["properties"], _parts(f["geometry"], frame), _line(f["geometry"])) for f in document["features"]
    )


def _line(geometry: dict[str, Any]) -> tuple[LonLat, ...]:
    points = geometry["coordinates"] if geometry["type"] == "LineString" else []
    return tuple((float(lon), float(lat)) for lon, lat in points)


def _parts(geometry: dict[str, Any], frame: Frame) -> tuple[Floats, ...]:
    coordinates = geometry["coordinates"]
    if geometry["type"] == "MultiPolygon":
        return tuple(frame.km(ring) for polygon in coordinates for ring in polygon)
    if geometry["type"] == "Polygon":
        return tuple(frame.km(ring) for ring in coordinates)
    return (frame.km(coordinates),)


def _heights(path: Path) -> Heights:
    """The net without its rim, where the source has zeros for want of anything beyond."""
    with np.load(path) as arrays:
        lat, lon, metres = (arrays[name].astype(np.float64) for name in ("lat", "lon", "elev"))
    return Heights(lat[1:-1], lon[1:-1], metres[1:-1, 1:-1])
