"""The unchanging facts: a file of ground and tables, a file for each scenario, and the board that they make."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple, TypeVar

import msgspec
import numpy as np

from wab.content.reader import Title, read_document
from wab.engine import UsageError
from wab.field.costs import beyond, by_terrain, finished, price
from wab.field.odds import Table
from wab.field.zones import Zones
from wab.hexes import CLOSED, DIRECTIONS, Grid, Workspace, opposite

ROOT = Path(__file__).parent
SIDES = ("allied", "axis")
Side = Literal["allied", "axis"]
T = TypeVar("T")


class Battle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    map: list[str]
    terrain: dict[str, str]
    places: dict[str, str]
    enter: dict[str, float | Literal["no"]]
    shift: dict[str, int]
    river: str
    limits: dict[Literal["hex", "side", "river"], int]
    kinds: dict[str, dict[Literal["attack", "defence", "move", "steps"], int]]
    ratios: list[str]
    results: list[str]


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: Title
    turns: int
    first: Side
    axis_rows: int
    sources: dict[Side, list[str]]
    objectives: dict[str, int]
    units: dict[Side, dict[str, tuple[str, str]]]


class Profile(NamedTuple):
    name: str
    side: str
    kind: str
    values: dict[str, int]
    hex: int


class Board:
    """A scenario on the map. Arrays are indexed by hex; `roster` by unit, from 1."""

    def __init__(self, path: Path) -> None:
        document = read_document(path, Scenario)
        self.id, self.path, self.file = f"bocage/{path.stem}", path, document.content
        self.battle = battle = read_document(ROOT / "battle.yaml", Battle).content
        letters = [row.split() for row in reversed(battle.map)]
        self.grid = grid = Grid(len(letters), len(letters[0]))
        self.terrain = [battle.terrain[letter] for row in letters for letter in row]
        names = tuple(battle.enter)
        places = np.array([names.index(name) for name in self.terrain], np.uint8)
        enter = by_terrain(names, places, {name: price(cost) for name, cost in battle.enter.items()})
        self.land, self.river = enter < CLOSED, np.zeros((grid.size, 6), np.bool_)
        for label, _, way in (side.partition(":") for side in battle.river.split()):
            here, direction = grid.parse(label), DIRECTIONS.index(way)
            self.river[here, direction] = self.river[grid.neighbour(here, direction), opposite(direction)] = True
        self.costs = finished(beyond(grid, enter, CLOSED) + self.river)
        self.zones = Zones(grid, self.land[:, None] & beyond(grid, self.land, False))
        self.table, self.workspace = Table(battle.ratios, battle.results), Workspace(grid)
        hexes = {grid.label(hex_): hex_ for hex_ in np.flatnonzero(self.land).tolist()}

        def known(table: Mapping[str, T], word: str, where: str) -> T:
            if word not in table:
                raise document.error(where, f"{word} is no hex of land, or no kind of unit, that there is")
            return table[word]

        def profile(side: str, name: str, kind: str, label: str) -> Profile:
            where = f"units.{side}.{name}"
            return Profile(name, side, kind, known(battle.kinds, kind, where), known(hexes, label, where))

        file, self.places = document.content, {grid.parse(label): name for label, name in battle.places.items()}
        units = [profile(side, name, *unit) for side in SIDES for name, unit in file.units[side].items()]
        self.roster = dict(enumerate(units, start=1))
        self.objectives = {known(hexes, label, "objectives"): worth for label, worth in file.objectives.items()}
        self.sources = {side: [known(hexes, label, "sources") for label in file.sources[side]] for side in SIDES}


@cache
def boards() -> dict[str, Board]:
    return {board.id: board for board in map(Board, sorted((ROOT / "scenarios").glob("*.yaml")))}


def board_of(scenario: str) -> Board:
    if scenario not in boards():
        raise UsageError(f"There is no scenario {scenario!r}; there are: {', '.join(boards())}.")
    return boards()[scenario]
