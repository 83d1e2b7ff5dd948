"""The shapes of the tables of the double-blind campaign: one Struct a file of campaigns/blind/tables/."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from wab.content.blind.shapes import Account, Beach, Count, Data, Edge, Group, Positive, Turn, UnitClass, UnitId
from wab.content.reader import EACH, Title

Line = Annotated[int, Meta(ge=-3, le=2)]
Die = Annotated[int, Meta(ge=1, le=6)]
Dice = Annotated[tuple[Count, ...], Meta(min_length=6, max_length=6)]
Day = Annotated[str, Meta(pattern=r"^1944-0[678]-[0-3][0-9]$", description="a day of 1944 (expected as 1944-06-07)")]
LineName = Literal["-3", "-2", "-1", "0", "1", "2"]
River = Literal["minor", "major"]
Level = Literal[
    "allied_major", "allied_substantial", "allied_minor", "draw", "axis_minor", "axis_substantial", "axis_major"
]


class CombatTable(Data, frozen=True):
    """combat.yaml (BLD-T-CRT): steps lost by line, fire power and die; `columns` the least fire power of each row."""

    columns: tuple[Positive, ...]
    least_line: Line
    best_line: Line
    carpet_line: Line
    lines: Annotated[dict[LineName, tuple[Dice, ...]], EACH]
    pinned: tuple[tuple[Line, Positive, Die, Count], ...]

    def line(self, value: int) -> int:
        """A line brought within the table (BLD-7-25)."""
        return max(self.least_line, min(self.best_line, value))

    def row(self, line: int, power: int) -> Dice:
        """The steps lost by die, of fire power 1 or more (BLD-7-12)."""
        column = sum(power >= least for least in self.columns) - 1
        return self.lines[str(line)][column]  # type: ignore[index]  # lines are within the table


class TerrainRow(Data, frozen=True):
    """A terrain: movement points, the line of defence, what attacking fire adds (BLD-T-TEC)."""

    foot: Positive
    motor: Positive
    defence: Line
    other: Line
    armour: Line


class RiverRow(Data, frozen=True):
    """A river along a hexside: what it costs to cross, and what it adds to attacking fire."""

    cost: Positive
    attack: Line


class TerrainTable(Data, frozen=True):
    """terrain.yaml (BLD-T-TEC)."""

    terrain: dict[str, TerrainRow]
    impassable: tuple[str, ...]
    rivers: Annotated[dict[River, RiverRow], EACH]
    road: Positive
    interdicted: Positive
    spared_off_road: str
    fortified: Positive
    landing: Positive
    leaving: Positive


class SupplyRow(Data, frozen=True):
    """The effects of a supply status (BLD-9-10)."""

    divided: Positive
    up: bool
    least: Count
    line: Line
    rebuilds: bool

    def movement(self, allowance: int) -> int:
        """The allowance of a unit with this supply."""
        shared = -(-allowance // self.divided) if self.up else allowance // self.divided
        return max(self.least, shared)


class SupplyTable(Data, frozen=True):
    """supply.yaml (BLD-T-SUPPLY)."""

    full: SupplyRow
    partial: SupplyRow
    isolated: SupplyRow

    @property
    def rows(self) -> tuple[SupplyRow, SupplyRow, SupplyRow]:
        """By status: 0 full, 1 partial, 2 isolated."""
        return self.full, self.partial, self.isolated


Steps = Annotated[tuple[Positive, ...], Meta(min_length=1, max_length=6)]


class TypeRow(Data, frozen=True):
    """A kind of unit (BLD-T-UNIT-TYPES): fire power of each step, full strength first; RE above its last step."""

    name: Title
    fire: Steps
    movement: Positive
    re: Annotated[int, Meta(ge=1, le=2)]
    ground: UnitClass
    disbandable: bool = False
    airborne: bool = False


TypeTable = dict[str, TypeRow]


class TurnRow(Data, frozen=True):
    """A turn of the record (BLD-T-SCHEDULE)."""

    first: Day
    last: Day
    supply: Annotated[dict[Account, Count], EACH]
    rp: Annotated[dict[Account, Count], EACH]
    air: Count
    carpet: Annotated[tuple[Positive, ...], Meta(max_length=2)]
    naval: Count


class TurnTable(Data, frozen=True):
    """turns.yaml: the turn record, and the points that regroup an airborne division (BLD-14-14)."""

    airborne: dict[UnitId, Positive]
    turns: tuple[TurnRow, ...]


class Ship(Data, frozen=True):
    """A naval unit (BLD-13-1): the army group that it serves, and the turn as which begins it leaves; 0 for none."""

    name: Title
    group: Group
    fire: Positive
    range: Positive
    leaves: Count


class AirRow(Data, frozen=True):
    """Air units: counters, and the fire power of each."""

    count: Positive
    fire: Positive


class SupportTable(Data, frozen=True):
    """support.yaml (BLD-T-SUPPORT-UNITS)."""

    air: AirRow
    ships: dict[str, Ship]


class LimitTable(Data, frozen=True):
    """limits.yaml: numbers that chapters name; the file says of each which clause."""

    stacking: Positive
    side: Positive
    narrow: Positive
    narrow_terrain: str
    force: Positive
    demolition: Positive
    port: Annotated[tuple[Count, ...], Meta(min_length=1)]
    beaches_lost: Annotated[dict[Beach, tuple[Account, Positive]], EACH]
    cutters_from: Turn
    withdrawals: dict[UnitId, Positive]
    withdrawals_after_exit: dict[UnitId, Positive]
    supplied_off_map: Positive
    covered_off_map: Positive
    most_by_edge: dict[Edge, Positive]
    isolated_step: Count
    isolated_unit: Count


class Band(Data, frozen=True):
    """A level of victory, and the fewest points that reach it."""

    level: Level
    least: int


class Early(Data, frozen=True):
    """Points that end the game before its last turn, and the last turn of each level (BLD-20-9)."""

    points: Count
    levels: tuple[tuple[Turn, Level], ...]


class VictoryRow(Data, frozen=True):
    """The levels of a scenario, the best for the Allies first; `worst` below all of them."""

    bands: Annotated[tuple[Band, ...], Meta(min_length=1)]
    worst: Level
    early: Early | None = None

    def level(self, points: int) -> Level:
        """The level that some points reach at the end of the last turn."""
        return next((band.level for band in self.bands if points >= band.least), self.worst)


VictoryTable = dict[str, VictoryRow]
"""victory.yaml (BLD-T-VICTORY)."""


class Tables(Data, frozen=True):
    """Every table."""

    combat: CombatTable
    terrain: TerrainTable
    supply: SupplyTable
    types: TypeTable
    turns: TurnTable
    support: SupportTable
    limits: LimitTable
    victory: VictoryTable
