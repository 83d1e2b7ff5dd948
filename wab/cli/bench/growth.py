"""The growth of the time of a search with the map, at the same number of units."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from wab.cli.bench.rounds import Result, interleaved
from wab.hexes import Grid, SightBits, Workspace, connected, field, influence_layer, reach

SIZES = (32, 100, 316)  # a side: 1,000, 10,000 and 100,000 hexes
SOURCES = 30
UNITS = 250
FALLOFF = (64, 32, 20, 14, 9, 5, 2)
_DAY = 24
_LAYOUTS = 20


class _Country:
    """Open ground without anything in particular, and twenty different sets of units on it."""

    def __init__(self, size: int) -> None:
        chance = np.random.default_rng(size)
        self.grid = Grid(size, size)
        self.workspace = Workspace(self.grid, accelerated=True)
        self.cost = chance.integers(2, 7, (self.grid.size, 6)).astype(np.uint8)
        self.open = chance.random(self.grid.size) < 0.9
        self.hidden = chance.choice(np.array([1, 1, 1, 2, 3], np.int16), self.grid.size)
        self.units = [chance.integers(0, self.grid.size, UNITS).astype(np.int32) for _ in range(_LAYOUTS)]


def growth() -> Result:
    """P8: fields, supply, influence and the sight table grow as the map does; one reach does not grow with it."""
    countries = {size: _Country(size) for size in SIZES}
    kinds = ("field", "supply", "influence", "sight", "reach")
    calls = {size: max(2, 100_000 // size**2) for size in SIZES}
    contestants: dict[str, tuple[Callable[[int], Any], int]] = {}
    for size, country in countries.items():
        for kind, call in _questions(country).items():
            few = 400 if kind == "reach" else 1 if kind == "sight" else calls[size]
            contestants[f"{kind} {size}"] = call, few
    seconds = interleaved(contestants)
    slopes = {kind: _slope([seconds[f"{kind} {size}"] for size in SIZES]) for kind in kinds}
    return Result(
        "P8",
        "growth from 1,000 to 100,000 hexes: exponent <= 1.15 for fields, supply, influence, sight table; "
        "<= 0.25 for one reach",
        ", ".join(f"{kind} {slope:.2f}" for kind, slope in slopes.items()),
        all(slope <= (0.25 if kind == "reach" else 1.15) for kind, slope in slopes.items()),
    )


def _questions(country: _Country) -> Mapping[str, Callable[[int], Any]]:
    workspace, units = country.workspace, country.units

    def at(number: int) -> Any:
        return units[number % _LAYOUTS]

    return {
        "field": lambda number: field(workspace, at(number)[:SOURCES], country.cost),
        "supply": lambda number: connected(workspace, at(number)[:SOURCES], country.open),
        "influence": lambda number: influence_layer(workspace, at(number), 3, FALLOFF),
        "sight": lambda number: SightBits.build(country.grid, np.roll(country.hidden, number), 8, 8),
        "reach": lambda number: reach(workspace, int(at(number)[0]), _DAY, country.cost),
    }


def _slope(seconds: list[float]) -> float:
    """The exponent: the slope of a straight line through the points on paper with two logarithmic scales."""
    hexes = [2 * math.log(size) for size in SIZES]
    return float(np.polyfit(hexes, np.log(seconds), 1)[0])
