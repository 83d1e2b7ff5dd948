"""Unchanging facts of a game: map, positions, boxes, counters, cards, US units as printed."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from wab.content.omaha.loader import Content
from wab.content.omaha.shapes import (
    HOME,
    Battery,
    CardRow,
    CounterRow,
    Division,
    Goal,
    LateStart,
    Level,
    ScenarioFile,
    Sector,
    Symbol,
    Tide,
)
from wab.content.omaha.tables import Tables, TerrainRow, TypeRow, VictoryRow
from wab.field.packs import OfScenario
from wab.field.zones import Zones
from wab.hexes import Grid, HexId, Workspace

Flags = NDArray[np.bool_]
TIDES: Mapping[str, int] = {"low_beach": 0, "mid_beach": 1, "high_beach": 2}
"""The kinds of sand from the sea inland (OMA-5.21-1)."""
WATERLINES: Mapping[Tide, int] = {"low": 0, "mid": 1, "high": 2}
LOW_GROUND = (*TIDES, "pavilion", "draw")
"""OMA-2.1-3."""
DIVISIONS: tuple[Division, Division] = ("1st", "29th")
OF_SECTOR: Mapping[str, Division] = {sector: division for division, sector in HOME.items()}


class Position(NamedTuple):
    """A German position (OMA-2.1-6): hexes, dots by hex; `zone` and `number` of a reinforcement position, number 0
    for one without (OMA-2.1-11, OMA-2.1-12). `mobile`: German armour, which makes a position where it is (OMA-23-1).
    """

    id: str
    hexes: tuple[HexId, ...]
    sector: Sector
    colour: str
    wn: bool
    zone: str
    number: int
    building: bool
    vp: bool
    arrows: tuple[str, ...]
    dots: Mapping[HexId, Level]
    mobile: bool = False


class Box(NamedTuple):
    """A landing box (OMA-2.1-17): its place in the row from the east, and the hex of each waterline."""

    id: str
    place: int
    sector: Sector
    beach: str
    hexes: tuple[HexId | None, HexId | None, HexId | None]

    def landing(self, tide: Tide) -> HexId | None:
        """The hex where units land at a tide, None if the box points at none (OMA-5.11-3)."""
        return self.hexes[WATERLINES[tide]]


class Counter(NamedTuple):
    """A German unit or reserve marker (OMA-2.22-1, OMA-2.24-1). `calibre`: OMA-2.22-3."""

    key: str
    kind: str
    row: CounterRow

    @property
    def calibre(self) -> int:
        """Its calibre, 0 for none."""
        return {"wn88": 88, "wn75": 75}.get(self.kind, 0)


@dataclass(frozen=True, slots=True)
class Profile:
    """A US unit or leader as printed (OMA-2.21-1, OMA-2.21-5, OMA-2.21-9). `leader`: "hq", "general", "" for a unit.

    Leaders have no symbol and no steps. `key` is the designation, which few rules ask for (OMA-2.21-10).
    """

    id: int
    key: str
    division: Division
    type: str
    row: TypeRow
    symbol: Symbol | None
    strengths: tuple[int, ...]
    reduced: tuple[tuple[str, ...], ...]
    turn: int
    at: str
    leader: str = ""

    @property
    def full(self) -> int:
        """The steps of full strength (OMA-2.21-3); 0 for a leader."""
        return len(self.strengths)

    @property
    def sector(self) -> Sector:
        """The sector of its division."""
        return HOME[self.division]

    @property
    def infantry(self) -> bool:
        """Infantry, rangers included (OMA-7-2)."""
        return self.row.moves == "foot"

    @property
    def ranger(self) -> bool:
        """Ranger infantry."""
        return self.type == "ranger"

    @property
    def regular(self) -> bool:
        """Regular infantry: what a loss box counts (OMA-13.11-1)."""
        return self.infantry and not self.ranger

    @property
    def armoured(self) -> bool:
        """Armoured (OMA-2.23-2)."""
        return self.row.moves == "vehicle"

    def strength(self, steps: int) -> int:
        """Its attack strength with so many steps (OMA-2.21-6)."""
        return self.strengths[self.full - steps] if steps else 0

    def steps_of(self, strength: int) -> int:
        """The steps that a strength says."""
        return self.full - self.strengths.index(strength)

    def is_black(self, steps: int) -> bool:
        """Check if it controls the hexes around it (OMA-2.21-2): infantry of two steps or more, armour (OMA-12.1-2,
        OMA-12.1-3).
        """
        return self.armoured or (self.infantry and steps > 1)

    def range(self, steps: int) -> int:
        """Its range (OMA-2.21-8); heavy infantry loses it with its first step (OMA-8.26-1)."""
        return self.row.range if not self.infantry or steps == self.full else 1

    def weapons(self, steps: int, distance: int) -> frozenset[str]:
        """The weapons that it has at a distance (OMA-2.21-7, OMA-8.21-1)."""
        if self.infantry and steps < self.full:
            return frozenset(self.reduced[self.full - steps - 1]) if distance == 1 else frozenset()
        return frozenset(weapon for row in self.row.weapons if row.at[0] <= distance <= row.at[1] for weapon in row.has)


@dataclass(frozen=True, eq=False)
class Board(OfScenario):
    """One scenario on the map, as the fleet sees it: rows grow inland, columns from east to west (OMA-2.1-1,
    OMA-2.1-2). Arrays are indexed by hex (and direction) and never written to.

    `terrain` and `sides`: names by hex, and by hex and direction. `west`, `beach`, `low` bool[N]. `cards` by name.
    `draws`: the hexes inland of each barrier, of draws in play (OMA-13.21-1). `batteries` in play (OMA-2.1-21).
    """

    id: str
    scenario: ScenarioFile
    content: Content
    grid: Grid
    zones: Zones
    workspace: Workspace
    roster: Mapping[int, Profile]
    ids: Mapping[str, int]
    positions: Mapping[str, Position]
    boxes: Mapping[str, Box]
    row: tuple[Box, ...]
    draws: Mapping[str, tuple[HexId, ...]]
    exits: Mapping[str, HexId]
    batteries: Mapping[str, Battery]
    counters: Mapping[str, Counter]
    cards: tuple[str, ...]
    terrain: tuple[str, ...]
    sides: tuple[tuple[str, ...], ...]
    west: Flags
    beach: Flags
    low: Flags
    _found: dict[Hashable, Any] = field(default_factory=dict, compare=False, repr=False)

    @property
    def tables(self) -> Tables:
        """Every table."""
        return self.content.tables

    @property
    def victory(self) -> VictoryRow:
        """The levels of victory of the scenario."""
        return self.tables.victory.scenarios[self.scenario.victory]

    @property
    def added(self) -> Mapping[str, Mapping[str, int]]:
        """The points that the values of options add at the end (OMA-22-1)."""
        return {str(name): values for name, values in self.scenario.options.items()}

    @property
    def goal(self) -> Goal | None:
        """The aim of a lesson, None for a game for points."""
        return self.scenario.goal

    @property
    def late(self) -> LateStart | None:
        """The start of a game that begins inland, None for the morning (OMA-21.1)."""
        return self.scenario.late

    @property
    def sectors(self) -> tuple[Sector, ...]:
        """The sectors in play, the eastern one first."""
        return self.scenario.sectors

    def hex(self, label: str) -> HexId:
        """The hex of a number as printed (0513)."""
        return self.grid.parse(label)

    def card(self, name: str) -> CardRow:
        """A card by its name in piles: its number in two digits."""
        return self.content.deck.cards[int(name)]

    def sector(self, hex_: HexId) -> Sector:
        """The sector of a hex (OMA-2.1-5)."""
        return "west" if self.west[hex_] else "east"

    def side(self, here: HexId, there: HexId) -> str:
        """The kind of hexside between two hexes that touch."""
        return self.sides[here][self.grid.direction(here, there)]

    def side_row(self, here: HexId, there: HexId) -> TerrainRow:
        """The row of the terrain chart for a hexside."""
        return self.tables.terrain.sides[self.side(here, there)]

    def by_road(self, here: HexId, there: HexId) -> int:
        """The rank of the road between two hexes that touch: 0 none, 1 trail, 2 secondary, 3 main."""
        return int(self.content.map.road[here, self.grid.direction(here, there)])

    def is_mined(self, hex_: HexId) -> bool:
        """Check if mines bar the road in a hex (OMA-T-TERRAIN)."""
        return bool(self.content.map.overlays["mined"][hex_])

    @property
    def position_at(self) -> Mapping[HexId, Position]:
        """The position in a hex."""
        places = self.positions.values()
        return self.once("places", lambda: {hex_: place for place in places for hex_ in place.hexes})

    def mobile(self, hex_: HexId) -> Position:
        """The position that armour makes of a hex (OMA-23-1), with the colour of the nearest printed one."""
        return self.once(("mobile", hex_), lambda: self._mobile(hex_))

    def _mobile(self, hex_: HexId) -> Position:
        """Its field reaches the hexes around it, and the next ones that are not screened."""
        table, distance = self.tables.variants.armour, self.grid.distance
        near = min(self.positions.values(), key=lambda one: (min(distance(hex_, h) for h in one.hexes), one.number))
        open_ = [one for one in self.grid.adjacent(hex_) if self.terrain[one] not in table.screens]
        dots: dict[HexId, Level] = {one: "sustained" for way in open_ for one in self.grid.adjacent(way) if one != hex_}
        dots.update(dict.fromkeys(self.grid.adjacent(hex_), "intense"))
        label, sector = self.grid.label(hex_), self.sector(hex_)
        return Position(f"T{label}", (hex_,), sector, near.colour, False, "", 0, False, False, (), dots, mobile=True)

    @property
    def obstacles(self) -> frozenset[HexId]:
        """The hexes with beach obstacles (OMA-10-1)."""
        return self.once(
            "obstacles", lambda: frozenset(np.flatnonzero(self.content.map.overlays["obstacles"]).tolist())
        )

    def tide_of(self, hex_: HexId) -> int | None:
        """The kind of sand of a hex from the sea inland, None for other ground."""
        return TIDES.get(self.terrain[hex_])

    @property
    def to_shelter(self) -> Mapping[HexId, int]:
        """The hexes from each beach hex to the nearest beach hex with a protective hexside (OMA-7.1-4)."""
        return self.once("shelter", self._to_shelter)

    def _to_shelter(self) -> dict[HexId, int]:
        sand = np.flatnonzero(self.beach).tolist()
        shelter = [hex_ for hex_ in sand if any(self.tables.terrain.sides[kind].protects for kind in self.sides[hex_])]
        return {hex_: min(self.grid.distance(hex_, one) for one in shelter) for hex_ in sand}
