"""Writes the map file: plain JSON, one row, river, road or place a line, so that a change shows as a readable diff."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from art.mapping.frame import FittedFrame, Flags, Frame
from art.mapping.places import Site
from art.mapping.rivers import River, Side
from art.mapping.roads import Road
from art.mapping.terrain import TERRAIN_NAMES, Codes
from wab.hexes import DIRECTIONS, RRCC

LETTERS = "~.bwhHmtCsf"
"""The letter of each terrain, in the order of TERRAIN_NAMES."""


def as_json(document: dict[str, Any]) -> str:
    """The document with its keys in order and every list one entry a line."""
    blocks = [f"{_compact(key)}: {_block(document[key])}" for key in sorted(document)]
    return "{\n" + ",\n".join(blocks) + "\n}\n"


def _block(value: Any) -> str:
    if isinstance(value, list) and value:
        return "[\n" + ",\n".join(_compact(entry) for entry in value) + "\n]"
    if isinstance(value, dict) and value:
        entries = (f"{_compact(key)}: {_compact(value[key])}" for key in sorted(value))
        return "{\n" + ",\n".join(entries) + "\n}"
    return _compact(value)


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(", ", ": "))


def frame_entry(frame: Frame) -> dict[str, Any]:
    """The projection, as the reader of the file needs it; labels that are not "RRCC" from 0 with their scheme."""
    if isinstance(frame, FittedFrame):
        entry: dict[str, Any] = msgspec.to_builtins(frame.projection)
        left_out = {"labels"} if frame.numbering == RRCC else set[str]()
        return {field: value for field, value in entry.items() if field not in left_out}
    labels = {} if frame.numbering == RRCC else {"labels": msgspec.to_builtins(frame.numbering)}
    return {
        "rows": frame.rows,
        "cols": frame.cols,
        "km_per_hex": frame.hex_km,
        "lon0": frame.lon0,
        "lat0": frame.lat0,
        "km_per_degree_lon": round(frame.km_per_degree_lon, 6),
        "km_per_degree_lat": frame.km_per_degree_lat,
        **labels,
    }


def legend(letters: str = LETTERS, names: Sequence[str] = TERRAIN_NAMES) -> list[list[str]]:
    """Letter and name of each terrain, in order."""
    return [[letter, name] for letter, name in zip(letters, names, strict=True)]


def letter_rows(frame: Frame, terrain: Codes, letters: str = LETTERS) -> list[str]:
    """One string of letters a row, the southernmost first."""
    return ["".join(letters[number] for number in row) for row in terrain.reshape(frame.rows, frame.cols).tolist()]


def number_rows(frame: Frame, values: npt.NDArray[np.float64]) -> list[list[int]]:
    """Whole numbers, one list a row, the southernmost first."""
    return [[int(number) for number in row] for row in np.rint(values).reshape(frame.rows, frame.cols).tolist()]


def hex_labels(frame: Frame, flags: Flags) -> str:
    """The hexes that are flagged, in order."""
    return " ".join(frame.grid.label(hex_id) for hex_id in np.flatnonzero(flags).tolist())


def side_labels(frame: Frame, sides: list[Side]) -> str:
    """Hexsides as "RRCC:direction"."""
    return " ".join(f"{frame.grid.label(hex_id)}:{DIRECTIONS[direction]}" for hex_id, direction in sides)


def flagged_sides(flags: Flags) -> list[Side]:
    """The hexsides of a symmetric bool[N, 6], each once."""
    return [(int(h), int(d)) for h, d in np.argwhere(flags[:, :3]).tolist()]


def river_entry(frame: Frame, river: River) -> dict[str, Any]:
    """A river as the file has it."""
    return {"name": river.name, "rank": river.rank, "sides": side_labels(frame, list(river.sides))}


def road_entry(frame: Frame, road: Road) -> dict[str, Any]:
    """A road as the file has it."""
    labels = " ".join(frame.grid.label(hex_id) for hex_id in road.hexes)
    return {"name": road.name, "ref": road.ref, "rank": road.rank, "hexes": labels}


def place_entry(frame: Frame, site: Site) -> dict[str, Any]:
    """A place as the file has it."""
    return {
        "name": site.name,
        "kind": site.kind,
        "hex": frame.grid.label(site.hex),
        "lon": site.lon,
        "lat": site.lat,
        "population": site.population,
    }
