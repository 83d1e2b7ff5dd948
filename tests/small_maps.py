"""A small made-up map as a file: land with a river, a road and named places, an inlet of sea, turned as asked for."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

from wab.content.hexmap import HexMap, load_map
from wab.hexes import RRCC, Axis, Grid, Numbering, turned

KM = 10.0
LAT, LON = 49.0, -1.0
SCALE = 73.0, 111.0  # km a degree
ON_ITS_SIDE = Numbering("col-row", Axis(1), Axis(1), sideways=True)
FROM_ONE = Numbering(rows=Axis(1), cols=Axis(1))


def document(
    rows: int = 7, cols: int = 9, *, turn: float = 0.0, printed: int = 0, labels: Numbering = RRCC, km: float = KM
) -> dict[str, Any]:
    """The map as it stands in a file. The last two rows of the grid are sea, a road follows row 2, a river runs between
    rows 3 and 4; a town, a village and a hill stand at the ends of the road and in the middle of the first row."""
    grid = Grid(rows, cols, labels)

    def place(name: str, kind: str, row: int, col: int, people: int) -> dict[str, Any]:
        hex_id = grid.hex_of(row, col)
        east, north = turned(*grid.centre(hex_id), turn)
        lon, lat = LON + east * km / SCALE[0], LAT + north * km / SCALE[1]
        return {"name": name, "kind": kind, "hex": grid.label(hex_id), "lon": lon, "lat": lat, "population": people}

    land = ["." * cols] * 2 + ["b" * cols] + [".b" * (cols // 2) + "." * (cols % 2)] * (rows - 5)
    terrain = [*land, *["~" * cols] * 2]
    sides = " ".join(f"{grid.label(grid.hex_of(3, col))}:{side}" for col in range(cols - 1) for side in ("NW", "NE"))
    frame = {
        "rows": rows, "cols": cols, "km_per_hex": km, "lon0": LON, "lat0": LAT, "km_per_degree_lon": SCALE[0],
        "km_per_degree_lat": SCALE[1], "turn": turn, "printed": printed, "labels": msgspec.to_builtins(labels),
    }  # fmt: skip
    return {
        "frame": frame,
        "legend": [["~", "sea"], [".", "clear"], ["b", "bocage"]],
        "terrain": terrain,
        "under": terrain,
        "elevation": [[(0 if row >= rows - 2 else 40 * (rows - row)) for _ in range(cols)] for row in range(rows)],
        "land_percent": [[(0 if row >= rows - 2 else 100) for _ in range(cols)] for row in range(rows)],
        "overlays": {"flooded": grid.label(grid.hex_of(1, 1))},
        "side_overlays": {"causeway": f"{grid.label(0)}-{grid.label(1)}"},
        "cliffs": "",
        "closed_sides": "",
        "rivers": [{"name": "Aure", "rank": "major", "sides": sides}],
        "roads": [
            {
                "name": "N13", "ref": "N13", "rank": "main",
                "hexes": " ".join(grid.label(grid.hex_of(2, col)) for col in range(cols)),
            }
        ],
        "places": [
            place("Mont", "hill", 0, cols // 2, 0),
            place("Ville", "town", 2, 1, 9000),
            place("Bourg", "village", 2, cols - 2, 400),
        ],
    }  # fmt: skip


def small_map(folder: Path, **frame: Any) -> HexMap:
    """The made-up map, written to a folder and read from there."""
    return load_map(written(folder, document(**frame)))


def written(folder: Path, content: dict[str, Any]) -> Path:
    """The path of a map file with this content."""
    path = folder / "map.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    return path
