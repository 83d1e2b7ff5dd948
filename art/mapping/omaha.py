"""The map of omaha: hexes of 250 m seen from the sea, as geodata/omaha/ground.yaml lists them (OMA-T-MAP).

The grid has its rows from inland to the sea, nearly north up; the printed sheet shows it upside down.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import msgspec
import numpy as np
import yaml

from art.mapping import output
from wab.content.hexmap import Projection
from wab.hexes import ROW_HEIGHT, Axis, Grid, Numbering, turned

FOLDER = "omaha"
LABELS = Numbering(rows=Axis(first=1, backwards=True), cols=Axis(first=1, backwards=True))
PRINTED: Literal[180] = 180
_SEA, _TOWN = "s", "v"


def build(geodata: Path) -> str:
    """The text of the map file made from a geodata folder. Raises OSError when a source is missing."""
    ground = yaml.safe_load((geodata / FOLDER / "ground.yaml").read_text(encoding="utf-8"))
    return output.as_json(_document(ground))


def _document(ground: dict[str, Any]) -> dict[str, Any]:
    frame = projection(ground["frame"])
    grid = Grid(frame.rows, frame.cols, frame.labels)
    rows = [row[::-1] for row in ground["terrain"]]  # row 0 of the grid lies farthest inland, hex 0 farthest west
    names = [[letter, name] for letter, name in ground["legend"].items()]
    return {
        "frame": msgspec.to_builtins(frame) | {"warp": None},
        "legend": names,
        "terrain": rows,
        "under": [row.replace(_TOWN, "f") for row in rows],
        "elevation": [row[::-1] for row in ground["metres"]],
        "land_percent": [[0 if letter == _SEA else 100 for letter in row] for row in rows],
        "overlays": {"flooded": "", "obstacles": ground["obstacles"], "mined": ground["mined"]},
        "side_overlays": dict(ground["sides"]),
        "cliffs": "",
        "closed_sides": "",
        "rivers": [],
        "roads": [{"ref": "", **road} for road in ground["roads"]],
        "places": _places(ground["villages"], frame, grid),
    }


def projection(frame: dict[str, Any]) -> Projection:
    """The projection of the grid: the printed point `at` (column and row) lies at a known longitude and latitude."""
    rows, cols, turn = int(frame["rows"]), int(frame["cols"]), float(frame["turn"])
    col, row = frame["at"]
    right, up = cols + 0.5 - col, (rows - row) * ROW_HEIGHT  # hex widths from hex 0, in an even row
    east, north = (frame["km_per_hex"] * part for part in turned(right, up, turn))
    kx, ky = frame["km_per_degree_lon"], frame["km_per_degree_lat"]
    lon0, lat0 = round(frame["lon"] - east / kx, 6), round(frame["lat"] - north / ky, 6)
    return Projection(rows, cols, frame["km_per_hex"], lon0, lat0, kx, ky, turn, PRINTED, LABELS)


def _places(villages: dict[str, list[str]], frame: Projection, grid: Grid) -> list[dict[str, Any]]:
    found = []
    for name, labels in villages.items():
        hexes = [grid.parse(label) for label in labels]
        lon, lat = np.round(frame.to_degrees(np.mean([grid.centre(hex_) for hex_ in hexes], axis=0)), 5)[0].tolist()
        found.append(
            (hexes[0], {"name": name, "kind": "village", "hex": labels[0], "lon": lon, "lat": lat, "population": 0})
        )
    return [place for _, place in sorted(found, key=lambda one: one[0])]
