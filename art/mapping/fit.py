"""The place of a freely drawn grid on the earth: a similarity, and the warp that the pins of a grid.yaml ask for."""

from __future__ import annotations

from math import atan2, degrees, hypot
from pathlib import Path
from typing import Any

import numpy as np
import yaml

from art.mapping.frame import Floats
from wab.content.hexmap import Projection
from wab.content.warp import Warp
from wab.hexes import Grid

DIGITS = 6
"""Decimals of the numbers that go to the map file; the rest is far below a metre."""


def read_grid(path: Path) -> dict[str, Any]:
    """A grid.yaml as it stands."""
    grid: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return grid


def projection_of(grid: dict[str, Any]) -> Projection:
    """The projection that a grid.yaml describes: its similarity and its warp."""
    flat = similarity_of(grid)
    return Projection(**{field: getattr(flat, field) for field in _FLAT}, warp=_warp_of(grid, flat))


_FLAT = ("rows", "cols", "km_per_hex", "lon0", "lat0", "km_per_degree_lon", "km_per_degree_lat", "turn")


def similarity_of(grid: dict[str, Any]) -> Projection:
    """The similarity alone: u = a x + b y + c, w = -b x + a y + d; x and y in km, u and w in hex widths."""
    s, size = grid["similarity"], grid["grid"]
    a, b, c, d = (float(s[key]) for key in "abcd")
    per_km = a * a + b * b
    east, north = (-c * a + d * b) / per_km, (-c * b - d * a) / per_km  # where u and w are 0
    return Projection(
        rows=int(size["rows"]),
        cols=int(size["cols"]),
        km_per_hex=round(1.0 / hypot(a, b), DIGITS + 2),
        lon0=round(s["lon0"] + east / s["kx"], DIGITS + 2),
        lat0=round(s["lat0"] + north / s["ky"], DIGITS + 2),
        km_per_degree_lon=s["kx"],
        km_per_degree_lat=s["ky"],
        turn=round(degrees(atan2(b, a)), DIGITS + 2),
    )


def _warp_of(grid: dict[str, Any], flat: Projection) -> Warp:
    """The pulls of the pins, so that together they take each pin (nearly) to where it belongs."""
    choice, hexes = grid["warp"], Grid(flat.rows, flat.cols)
    bands = {"source_pins": 0.0, "ledger_pins": float(choice["dead_band"])}
    pins = [(pin, bands[kind]) for kind in choice["pins"] for pin in grid[kind]]
    spots = flat.to_hexes([(lon, lat) for (_, lon, lat, _), _ in pins])
    missing = np.array(
        [
            _shortened(centre_of(hexes, labels) - spot, band)
            for ((_, _, _, labels), band), spot in zip(pins, spots, strict=True)
        ]
    )
    sigma = float(choice["sigma_hexes"])
    gaps = ((spots[:, None, :] - spots[None]) ** 2).sum(axis=2)
    kernel = np.exp(-gaps / (2.0 * sigma**2)) + float(choice["damping"]) * np.eye(len(spots))
    pulls = np.linalg.solve(kernel, missing)
    rows = np.round(np.hstack([spots, pulls]), DIGITS).tolist()
    return Warp(sigma, tuple((x, y, pull_x, pull_y) for x, y, pull_x, pull_y in rows))


def centre_of(hexes: Grid, labels: str) -> Floats:
    """The centre of a hex, or the mean of several, in hex widths."""
    return np.asarray(hexes.centres[[hexes.parse(label) for label in labels.split()]].mean(axis=0))


def _shortened(pull: Floats, band: float) -> Floats:
    """A pull less the band in which a pin may stay off its centre."""
    length = float(np.hypot(*pull))
    return pull * (max(0.0, length - band) / length) if length else pull
