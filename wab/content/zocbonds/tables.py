"""The shapes of the tables of zocbonds: one Struct a file of campaigns/zocbonds/tables/, and the set of them all."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal

from msgspec import Meta

from wab.content.reader import Title
from wab.content.zocbonds.shapes import Army, CadreKind, Count, Data, Day, Nation, Positive, Quality, TypeRow, UnitType

Result = Literal["A1", "NE", "A1/DR", "EX", "DR", "A1/D1", "D1", "A1/D2", "DH"]
Column = Literal["1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1"]
Columns = tuple[Column, ...]
DefenceColumn = Literal["clear", "other", "works", "fortress"]
DefenceCell = Annotated[
    str,
    Meta(
        pattern=r"^(fails|costs|holds|holds costs|holds exchange|holds hurts)( works_lost)?$",
        description="a cell of determined defence (expected fails, costs, holds, holds costs, holds exchange"
        " or holds hurts, then works_lost where they are lost)",
    ),
]
ByDie = Annotated[tuple[Count, ...], Meta(min_length=6, max_length=6)]
Cost = Annotated[
    str,
    Meta(pattern=r"^(no|road|[0-9]|[1-9]/[236])$", description="movement points (expected as 2, 1/2, 1/3, no or road)"),
]
Sky = Literal["storm", "overcast", "clear"]
SideKind = Literal["river", "major_river", "flooded", "airfield"]
SIXTHS = 6


class CombatTable(Data, frozen=True):
    """combat.yaml (ZOC-T-CRT): a result a die roll, by column; the cells that the source gives."""

    columns: Columns
    rows: dict[Column, Annotated[tuple[Result, ...], Meta(min_length=6, max_length=6)]]
    pinned: tuple[tuple[Column, int, Result], ...]


class DefenceTable(Data, frozen=True):
    """defence.yaml (ZOC-T-DD): a cell by column and modified die, 1 and less to 8 and more."""

    columns: tuple[DefenceColumn, ...]
    most_modifier: Positive
    rows: dict[DefenceColumn, Annotated[tuple[DefenceCell, ...], Meta(min_length=8, max_length=8)]]
    pinned: tuple[tuple[DefenceColumn, int, DefenceCell], ...]


class InvasionTable(Data, frozen=True):
    """invasion.yaml (ZOC-T-INVASION): result and hexes of advance by die."""

    columns: dict[
        Literal["omaha", "other", "utah"],
        Annotated[
            tuple[tuple[Literal["A1 again", "A2/D1", "EX", "A1/D1", "D1"], Count], ...],
            Meta(min_length=6, max_length=6),
        ],
    ]


class TankTable(Data, frozen=True):
    """tanks.yaml (ZOC-T-DDTANKS): steps lost by die."""

    lost: ByDie


Scatter = Literal["-", "S", "S1", "S2"]


class ScatterEffect(Data, frozen=True):
    """What a scatter result means (ZOC-20.2-2 to ZOC-20.2-4)."""

    steps: Count
    replacements: Count
    scattered: bool


class ScatterTable(Data, frozen=True):
    """scatter.yaml (ZOC-T-AIRBORNE): a result by division and die."""

    columns: dict[str, Annotated[tuple[Scatter, ...], Meta(min_length=6, max_length=6)]]
    effects: dict[Scatter, ScatterEffect]
    glider_bonus: Count


class GermanDay(Data, frozen=True):
    """What the Germans receive: supply points, replacements (infantry for some qualities alone), works."""

    supply: Count
    infantry: Count
    qualities: tuple[Quality, ...]
    armour: Count
    works: Count


class AlliedDay(Data, frozen=True):
    """What an Allied army receives: one replacement, aircraft, ships, reinforcement points."""

    replacement: Literal["infantry", "armour", "cw_infantry", "british_armour"]
    air: Count
    ships: Count
    landing: Count


class WeatherRow(Data, frozen=True):
    """A row of the weather table."""

    die: Annotated[int, Meta(ge=1, le=6)]
    sky: Sky
    next_roll: Annotated[int, Meta(ge=-1, le=1)]
    german: GermanDay
    us: AlliedDay
    commonwealth: AlliedDay


class WeatherTable(Data, frozen=True):
    """weather.yaml (ZOC-T-WEATHER, ZOC-T-WEATHER2): rows by die, and what begins when."""

    rows: Annotated[tuple[WeatherRow, ...], Meta(min_length=6, max_length=6)]
    first_roll_turn: Positive
    second_turn: ByDie
    first_works_turn: Positive


class HistoricalWeather(Data, frozen=True):
    """weather_1944.yaml (ZOC-T-WEATHER-HIST): the row of each turn."""

    rows: tuple[Annotated[int, Meta(ge=1, le=6)], ...]


class JaboTable(Data, frozen=True):
    """jabos.yaml (ZOC-T-JABOS): columns to the left by die."""

    left: ByDie


class TerrainRow(Data, frozen=True):
    """What a terrain does in combat, retreat and advance."""

    name: Title
    bonus: Count
    column: DefenceColumn
    armour: bool
    shelter: bool
    slows: bool
    strafing: bool


class SideRow(Data, frozen=True):
    """What a hexside does to an attack across it (ZOC-11.1-1, ZOC-11.4, ZOC-11.9)."""

    halved: bool
    armour: bool
    left: Count


class TerrainTable(Data, frozen=True):
    """terrain.yaml (ZOC-T-TEC): combat by terrain and hexside; terrain on which nobody ever stands."""

    terrain: dict[str, TerrainRow]
    closed: tuple[str, ...]
    hilltop_left: Count
    sides: dict[SideKind, SideRow]


class CostRow(Data, frozen=True):
    """Movement points by class."""

    mechanised: Cost
    foot: Cost


class SideCost(CostRow, frozen=True):
    """Movement points that a hexside adds without a road."""

    first_step: bool


class RoadCost(CostRow, frozen=True):
    """Movement points of a road hex."""

    german_by_day: Cost


class CostTable(Data, frozen=True):
    """costs.yaml (ZOC-T-TEC): movement."""

    terrain: dict[str, CostRow]
    stops: tuple[str, ...]
    sides: dict[SideKind, SideCost]
    roads: dict[Literal["main", "secondary"], RoadCost]
    leave_zone: Cost
    german_mechanised_in_clear: Annotated[int, Meta(ge=-9, le=0)]


def sixths(cost: str) -> int | None:
    """Movement points in sixths; None where no number is given ("no", "road")."""
    return None if cost in ("no", "road") else int(Fraction(cost) * SIXTHS)


class OddsTable(Data, frozen=True):
    """odds.yaml (ZOC-T-ODDS)."""

    most_strength: Positive
    least_column: Column
    most_column: Column


class ShiftTable(Data, frozen=True):
    """shifts.yaml (ZOC-T-SHIFTS): columns by cause."""

    right: dict[
        Literal[
            "armour",
            "quality",
            "artillery",
            "artillery_in_storm",
            "air",
            "air_late",
            "naval",
            "tiger",
            "target_in_column",
        ],
        Positive,
    ]
    left: dict[Literal["water", "armour", "quality", "hilltop", "tiger"], Positive]
    late_air_from: Positive


class TurnTable(Data, frozen=True):
    """turns.yaml (ZOC-T-TURNS)."""

    first_day: Day
    turns: Positive
    gliders: Positive
    mobilisation: Positive
    landings: Positive
    german_works: Positive


class LandingTable(Data, frozen=True):
    """landing.yaml (ZOC-T-RP): points by kind, and the limits of beaches."""

    costs: dict[str, Positive]
    most_a_beach: Positive
    returning_engineer: Positive
    mulberry_turns: Positive
    glider_reach: Positive
    rangers_join: tuple[Annotated[int, Meta(ge=1, le=6)], ...]


SupplyTrack = Literal["seventh_army", "fortress", "us", "commonwealth"]
Maker = Literal["axis", "us", "commonwealth"]


class MarkerTable(Data, frozen=True):
    """markers.yaml (ZOC-T-MARKERS): counts of markers, ends of the tracks."""

    strategic: dict[Literal["axis", "allied"], Count]
    trucks: dict[Literal["axis", "allied"], Count]
    reserve: dict[Literal["axis", "allied"], Count]
    ships: dict[Army, Count]
    air: dict[Army, Count]
    works: dict[Maker, Count]
    most_supply: Positive
    most_replacements: Positive
    initial_supply: dict[SupplyTrack, Count]


class CadreRow(Data, frozen=True):
    """Cadre counters of a kind: how many there are, and their values."""

    count: Positive
    strength: Positive
    movement: Count
    quality: Quality


class CadreTable(Data, frozen=True):
    """cadres.yaml (ZOC-T-CADRES): counters by nation and kind; how many lost big units end the game."""

    us: dict[CadreKind, CadreRow]
    british: dict[CadreKind, CadreRow]
    canadian: dict[CadreKind, CadreRow]
    german: dict[CadreKind, CadreRow]
    most_lost: dict[Army, Positive]

    def of(self, nation: Nation) -> dict[CadreKind, CadreRow]:
        """The counters of a nation; Canadians have their infantry, and British armour."""
        return {"us": self.us, "british": self.british, "canadian": self.canadian, "german": self.german}[nation]


class ConductTable(Data, frozen=True):
    """conduct.yaml: switches where the source is dark or says two things."""

    shattered: Literal["two_steps", "half"]
    landed_advance: Literal["limited", "free"]
    pointe_du_hoc_on_a_1: Literal["survives", "falls"]
    reserve_movement_cut: Literal["mechanised", "all"]
    works_at_strongpoints: Literal["allowed", "barred"]
    disrupted_hq_flips: Literal["allowed", "barred"]
    replacement_under_marker: Literal["if_supplied", "barred"]


class FirstWeekPoints(Data, frozen=True):
    """Points of the seven-day scenario (ZOC-25.2)."""

    beaches_linked: int
    bayeux: int
    city_beyond_ships: int
    village_beyond_ships: int
    drop_hex: int
    missing_engineer: int


class PointTable(Data, frozen=True):
    """points.yaml (ZOC-T-VP)."""

    city: Positive
    village: Positive
    storms_free: Count
    first_week: FirstWeekPoints


class Tables(Data, frozen=True):
    """All tables."""

    combat: CombatTable
    defence: DefenceTable
    invasion: InvasionTable
    tanks: TankTable
    scatter: ScatterTable
    weather: WeatherTable
    weather_1944: HistoricalWeather
    jabos: JaboTable
    terrain: TerrainTable
    costs: CostTable
    odds: OddsTable
    shifts: ShiftTable
    turns: TurnTable
    landing: LandingTable
    markers: MarkerTable
    cadres: CadreTable
    types: dict[UnitType, TypeRow]
    conduct: ConductTable
    points: PointTable
