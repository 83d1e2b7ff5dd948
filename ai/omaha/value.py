"""The worth of a position: the points at the end of a game from there, by figures fitted on games of `normal`."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec
import numpy as np

from ai.omaha.picture import Picture
from ai.omaha.plan import wanted
from wab.content.reader import read_yaml
from wab.home import home
from wab.systems.omaha.sequence.victory import points

FILE = home() / "ai" / "omaha" / "data" / "value.yaml"


class Band(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The worth of each figure up to a turn, in points at the end."""

    until: int
    points: float
    wanted: float
    steps: float
    high: float
    nests: float
    others: float
    markers: float
    naval: float


class Values(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The bands of turns, and the price of a catastrophe."""

    bands: tuple[Band, ...]
    catastrophe: float


@cache
def values(file: Path = FILE) -> Values:
    """The worth of positions; DataError when their file is wrong."""
    return read_yaml(file, Values)


def value_of(seen: Picture) -> float:
    """The worth of a position in points."""
    state, board = seen.state, seen.board
    table = values()
    result = state.now.result
    if result is not None:
        lost = result.level == "catastrophe"
        return result.points["us"] - table.catastrophe * lost
    band = next((band for band in table.bands if state.turn <= band.until), table.bands[-1])
    feet = [unit for unit in state.units.values() if seen.profile(unit.id).infantry]
    boxed = [unit for unit in state.now.off.values() if unit.box not in ("dead", "left")]
    steps = sum(unit.steps for unit in (*feet, *boxed) if seen.profile(unit.id).infantry)
    forces = state.now.forces
    near = max(0, max(seen.losses.values()) - seen.limit + 3)
    return (
        band.points * points(state)
        + band.wanted * float(np.sum(wanted(seen)))
        + band.steps * steps
        + band.high * sum(unit.steps > 1 for unit in feet if not board.low[unit.hex])
        + band.nests * sum(state.place(hex_).wn for hex_ in forces)
        + band.others * sum(not state.place(hex_).wn for hex_ in forces)
        + band.markers * sum(force.marker is not None for force in forces.values())
        + band.naval * state.now.naval
        - near * table.catastrophe / 6
    )
