"""Unchanging facts of a game: the map as arrays, the units as printed, the tables, the scenario."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wab.content.blind.shapes import Account, Arrival, Beach, Edge, EntryLetter, LinesFile, Place, ScenarioFile, Side
from wab.content.blind.tables import Tables, TurnRow, TypeRow, VictoryRow
from wab.content.hexmap import HexMap
from wab.field.packs import OfScenario
from wab.field.zones import Zones
from wab.hexes import Grid, HexId, Workspace

Flags = NDArray[np.bool_]
Boundary = tuple[tuple[HexId, HexId], ...]
"""Hexsides between the army groups, the hex of the 12th Army Group first (BLD-6-5)."""
SIDES: tuple[Side, Side] = ("allied", "axis")
CODES: dict[str, int] = {"allied": 1, "axis": 2}
"""The byte of each side in `control`; 0 is no side (sea)."""


def enemy_of(side: str) -> Side:
    """The other side."""
    return "axis" if side == "allied" else "allied"


@dataclass(frozen=True, slots=True)
class Profile:
    """A unit as printed (BLD-1-5). `account`: whose supply and replacements it uses (BLD-6-1, BLD-6-2, BLD-14-7).

    `entry`: the hexes where it may come in; `arrives` is None for a unit that begins on the map. `steps`: as it begins.
    """

    id: int
    key: str
    label: str
    name: Mapping[str, str]
    side: Side
    account: Account
    type: str
    row: TypeRow
    steps: int
    disbandable: bool
    arrives: Arrival | None
    entry: tuple[HexId, ...]

    @property
    def full(self) -> int:
        """The steps of full strength (BLD-8-1, BLD-8-2)."""
        return len(self.row.fire)

    def fire(self, steps: int) -> int:
        """Its fire power with so many steps left (BLD-8-3, BLD-8-5)."""
        return self.row.fire[self.full - steps]

    def re(self, steps: int) -> int:
        """Regimental equivalents: 1 with its last step, regiment or cadre (BLD-5-1 to BLD-5-3, BLD-8-4, BLD-8-6)."""
        return self.row.re if steps > 1 else 1

    @property
    def armoured(self) -> bool:
        """An armoured unit (BLD-7-28)."""
        return self.row.ground == "armoured"


@dataclass(frozen=True, eq=False)
class Board(OfScenario):
    """One scenario on its map (BLD-1-1, BLD-1-2). Arrays are indexed by hex (and direction) and never written to.

    `land`: hexes of land; `closed` bool[N, 6]: hexsides that no unit crosses; `coastal` bool[N, 6] (BLD-5-10);
    `capacity`: RE that a hex holds (BLD-5-4, BLD-5-6, BLD-5-7). `forts`: fortified hexes, with the hexes from which an
    attack on them is frontal (BLD-11-1, BLD-11-6).
    """

    id: str
    scenario: ScenarioFile
    tables: Tables
    lines: LinesFile
    map: HexMap
    grid: Grid
    zones: Zones
    roster: Mapping[int, Profile]
    ids: Mapping[str, int]
    land: Flags
    closed: Flags
    coastal: Flags
    capacity: NDArray[np.int16]
    boundaries: Mapping[str, Boundary]
    places: Mapping[HexId, Place]
    port: HexId
    beaches: Mapping[Beach, HexId]
    entries: Mapping[EntryLetter, HexId]
    forts: Mapping[HexId, frozenset[HexId]]
    workspace: Workspace
    _found: dict[Hashable, Any] = field(default_factory=dict, compare=False, repr=False)

    @property
    def victory(self) -> VictoryRow:
        """The bands of points of the scenario (BLD-20-7, BLD-20-10)."""
        return self.tables.victory[self.scenario.victory]

    @property
    def opening_boundary(self) -> Boundary:
        """The boundary of the army groups as play begins (BLD-6-3)."""
        return self.boundaries[self.scenario.boundary]

    @property
    def set_up(self) -> Mapping[int, HexId]:
        """The hexes of the units as play begins (BLD-20-1)."""
        placed = self.scenario.placed.values()
        return self.once(
            "set up",
            lambda: {
                self.ids[key]: self.hex(label) for hexes in placed for label, keys in hexes.items() for key in keys
            },
        )

    @property
    def placement(self) -> Mapping[int, tuple[HexId, ...]]:
        """The hexes in which the optional set-up may put a unit (BLD-20-2)."""
        named = self.scenario.placement.items()
        return self.once(
            "placement", lambda: {self.ids[key]: tuple(map(self.hex, hexes)) for key, hexes in named if key in self.ids}
        )

    def hex(self, label: str) -> HexId:
        """The hex of a number as printed (0504)."""
        return self.grid.parse(label)

    def terrain(self, hex_: HexId) -> str:
        """The name of the terrain of a hex: clear, bocage, hills..."""
        return self.map.terrain_name(hex_)

    def row(self, turn: int) -> TurnRow:
        """The line of the turn record (BLD-T-SCHEDULE)."""
        return self.tables.turns.turns[turn - 1]

    def edge(self, hex_: HexId) -> Edge:
        """The side of the map by which units leave from an entry hex (BLD-18-5, BLD-18-6). KeyError elsewhere."""
        return self.edges[hex_]

    @property
    def edges(self) -> Mapping[HexId, Edge]:
        """The entry hexes, with their sides of the map."""
        return self.once("edges", lambda: {self.entries[key]: entry.edge for key, entry in self.lines.entries.items()})

    def joined(self, origin: HexId, target: HexId) -> bool:
        """Check if two hexes touch over a hexside that units can cross."""
        grid = self.grid
        return (
            origin in grid
            and target in grid
            and grid.are_adjacent(origin, target)
            and not self.closed[origin, grid.direction(origin, target)]
        )

    def around(self, hex_: HexId) -> tuple[HexId, ...]:
        """The land hexes to which a unit could go from a hex."""
        return self.once(
            ("around", hex_), lambda: tuple(there for there in self.grid.adjacent(hex_) if self.joined(hex_, there))
        )
