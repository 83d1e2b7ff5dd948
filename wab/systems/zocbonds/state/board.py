"""Unchanging facts of a game: the map as arrays, the print on the counters, the tables, the scenario."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wab.content.hexmap import HexMap
from wab.content.reader import Title
from wab.content.zocbonds.scenario import Arrival, Lesson, LinesFile, Special, Victory
from wab.content.zocbonds.shapes import Army, Beach, CadreKind, Formation, Landing, Nation, Replacement, Side, UnitType
from wab.content.zocbonds.tables import CadreRow, Tables
from wab.field.zones import Zones
from wab.hexes import Grid, HexId, Workspace
from wab.systems.zocbonds.state.bonds import Ground

Flags = NDArray[np.bool_]
SIDES: tuple[Side, Side] = ("allied", "axis")
ARMIES: tuple[Army, Army] = ("us", "commonwealth")
LINE = "allied_side_27_june"
"""The overlay of the hexes on the Allied side of the line of 27 June (ZOC-24.3-7)."""
CODES: dict[str, int] = {"allied": 1, "axis": 2}
"""The byte of each side in `control`; 0 is no side (sea, marsh, out of play)."""


def enemy_of(side: str) -> Side:
    """The other side."""
    return "axis" if side == "allied" else "allied"


@dataclass(frozen=True, slots=True)
class Profile:
    """A unit as printed (ZOC-2.3.1-5), with what follows from its type (ZOC-2.3.3-1, ZOC-2.3.3-5).

    `formation` is its parent, "" for none; `size` is of no effect on play (ZOC-2.3.2-1). `silhouette`: a battalion of
    vehicles, Flak among them (ZOC-2.3.6-1); `armour` the value against which the armour shift is judged, `guns` that it
    is one of anti-tank guns alone (ZOC-2.3.1-4); `armoured`: tanks, reconnaissance and guns on tracks (ZOC-2.3.3-4).

    `values` are strength, movement allowance and troop quality by steps lost, 0 first; the last of them is the cadre
    where there is one (ZOC-17.9-1). `division` is its formation where that is a division, else "" (ZOC-6.2-4): it is
    independent, or of a corps (ZOC-17.1-1). `branch` of the Wehrmacht, "" for the Allies.
    """

    id: int
    key: str
    label: str
    name: Mapping[str, str]
    side: Side
    army: Army | None
    nation: Nation
    formation: str
    division: str
    type: UnitType
    size: str
    steps: int
    values: tuple[tuple[int, int, int], ...]
    armour: int
    guns: bool
    vehicle: str
    branch: str
    foot: bool
    infantry: bool
    armoured: bool
    silhouette: bool
    zone: bool
    free: bool
    defends_only: bool
    restricted: bool
    replacement: Replacement
    cadre: CadreKind | None
    landing: int

    @property
    def has_cadre(self) -> bool:
        """Its last step is a cadre."""
        return self.cadre is not None

    @property
    def force(self) -> str:
        """Return what it is of as a main assault force (ZOC-10.3-1): its formation, or an independent unit itself."""
        return self.formation or self.key

    @property
    def is_hq(self) -> bool:
        """A headquarters (ZOC-17.1)."""
        return self.type == "hq"

    @property
    def is_tiger(self) -> bool:
        """A Tiger battalion (ZOC-11.9-1)."""
        return self.vehicle == "tiger"


@dataclass(frozen=True, eq=False)
class Board:
    """One scenario on its map. Arrays are indexed by hex (and direction) and never written to.

    `grid`: rows from the south, odd ones half a hex further east (ZOC-2.2-5); `in_play` what the game is played on
    (ZOC-2.2-1). Heights are a matter of the overlay of hilltops alone (ZOC-2.2-2).
    `dry`: ground on which units stand at all (in play, neither sea nor marsh); `impassable` bool[N, 6] closed
    hexsides, the open sea among them; `beaches` by id, with their hexes; `placed` the hex of each unit that begins on
    the map; `boxes` the units that begin off it, by the name of their box (see `Now.boxes`).
    """

    id: str
    title: Title
    turns: int
    victory: Victory
    special: Special | None
    lesson: Lesson | None
    options: Mapping[Any, tuple[str, ...]]
    arrivals: tuple[Arrival, ...]
    mobilisation: Mapping[str, tuple[str, ...]]
    drops: Mapping[str, HexId]
    gliders: Mapping[str, HexId]
    assault: Mapping[Landing, tuple[str, ...]]
    second_wave: Mapping[Landing, tuple[str, ...]]
    tables: Tables
    lines: LinesFile
    map: HexMap
    grid: Grid
    formations: Mapping[str, Formation]
    roster: Mapping[int, Profile]
    ids: Mapping[str, int]
    ground: Ground
    zones: Zones
    in_play: Flags
    sea: Flags
    marsh: Flags
    dry: Flags
    impassable: Flags
    placed: Mapping[int, HexId]
    boxes: Mapping[str, tuple[int, ...]]
    beaches: Mapping[Beach, HexId]
    landings: Mapping[Landing, HexId]
    workspace: Workspace

    def hex(self, label: str) -> HexId:
        """The hex of a number as printed (2814)."""
        return self.grid.parse(label)

    def hexes(self, labels: tuple[str, ...]) -> tuple[HexId, ...]:
        """The hexes of numbers as printed."""
        return tuple(map(self.grid.parse, labels))

    def terrain(self, hex_: HexId) -> str:
        """The name of the terrain of a hex: clear, mixed, bocage, woods, village, city, flooded..."""
        return self.map.terrain_name(hex_)

    def overlay(self, name: str) -> Flags:
        """bool[N]: hexes of a named kind; KeyError if the map has none of that name."""
        return self.map.overlays[name]

    def cadre_row(self, profile: Profile) -> CadreRow | None:
        """Values and number of the cadre counters of a unit (ZOC-T-CADRES); None if it has none."""
        return self.tables.cadres.of(profile.nation)[profile.cadre] if profile.cadre else None
