"""The shapes of the tables of zocbonds: one Struct a file of campaigns/zocbonds/tables/, and the set of them all."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal

from msgspec import Meta

from wab.content.reader import EACH, Title
from wab.content.zocbonds.shapes import (
    Army,
    CadreKind,
    Count,
    Data,
    Day,
    FormationId,
    LandingKind,
    Nation,
    Positive,
    Quality,
    Side,
    TypeRow,
    UnitId,
    UnitType,
)

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
Assault = Literal["A1 again", "A2/D1", "EX", "A1/D1", "D1"]
ByDie = Annotated[tuple[Count, ...], Meta(min_length=6, max_length=6)]
Cost = Annotated[
    str,
    Meta(pattern=r"^(no|road|[0-9]|[1-9]/[236])$", description="movement points (expected as 2, 1/2, 1/3, no or road)"),
]
Sky = Literal["storm", "overcast", "clear"]
SideKind = Literal["river", "major_river", "flooded", "airfield"]
SIXTHS = 6


class RetreatRow(Data, frozen=True):
    """Hexes of a retreat: after DH and A1/D2, and after every other result (ZOC-13.1-1)."""

    far: Positive
    near: Positive


class AdvanceRow(Data, frozen=True):
    """Hexes that are open to the attackers: where the defender is gone or beaten back (ZOC-14.1-1), and after an
    exchange (ZOC-12.1-7)."""

    full: Annotated[int, Meta(ge=1, le=2)]
    exchange: Positive


class CombatTable(Data, frozen=True):
    """combat.yaml (ZOC-T-CRT): a result a die roll, by column; the cells that the source gives; how far results go.

    `most_further`: hexes by which a retreat goes on to find room (ZOC-13.1-10); `least_shattered`: steps that DH takes
    at least (ZOC-12.1-1)."""

    columns: Columns
    rows: dict[Column, Annotated[tuple[Result, ...], Meta(min_length=6, max_length=6)]]
    pinned: tuple[tuple[Column, int, Result], ...]
    retreat: RetreatRow
    most_further: Positive
    advance: AdvanceRow
    least_shattered: Positive


class DefenceTable(Data, frozen=True):
    """defence.yaml (ZOC-T-DD): a cell by column and modified die, 1 and less to 8 and more.

    `support`: what one source of it adds to the die (ZOC-12.4.3-1); `desperate_steps`: the steps that a desperate
    defence costs, and that must be there (ZOC-12.5-1, ZOC-12.5-2).
    """

    columns: tuple[DefenceColumn, ...]
    most_modifier: Positive
    support: Positive
    desperate_steps: Positive
    rows: dict[DefenceColumn, Annotated[tuple[DefenceCell, ...], Meta(min_length=8, max_length=8)]]
    pinned: tuple[tuple[DefenceColumn, int, DefenceCell], ...]


class InvasionTable(Data, frozen=True):
    """invasion.yaml (ZOC-T-INVASION): result and hexes of advance by die; the steps that the attackers lose by result
    (ZOC-20.3.2-1, ZOC-20.3.2-2, ZOC-20.3.3-1)."""

    columns: Annotated[
        dict[
            Literal["omaha", "other", "utah"],
            Annotated[tuple[tuple[Assault, Count], ...], Meta(min_length=6, max_length=6)],
        ],
        EACH,
    ]
    lost: Annotated[dict[Assault, Count], EACH]


class TankTable(Data, frozen=True):
    """tanks.yaml (ZOC-T-DDTANKS): steps lost by die."""

    lost: ByDie


TypeTable = Annotated[dict[UnitType, TypeRow], EACH]
"""types.yaml (ZOC-2.3.3)."""
Scatter = Literal["-", "S", "S1", "S2"]


class ScatterEffect(Data, frozen=True):
    """The meaning of a scatter result (ZOC-20.2-2 to ZOC-20.2-4)."""

    steps: Count
    replacements: Count
    scattered: bool


class ScatterTable(Data, frozen=True):
    """scatter.yaml (ZOC-T-AIRBORNE): a result by division and die."""

    columns: dict[str, Annotated[tuple[Scatter, ...], Meta(min_length=6, max_length=6)]]
    effects: Annotated[dict[Scatter, ScatterEffect], EACH]
    glider_bonus: Count


class GermanDay(Data, frozen=True):
    """The German receipts of a day: supply points, replacements (infantry for some qualities alone), works."""

    supply: Count
    infantry: Count
    qualities: tuple[Quality, ...]
    armour: Count
    works: Count


class AlliedDay(Data, frozen=True):
    """The receipts of an Allied army: one replacement, aircraft, ships, reinforcement points."""

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
    """weather.yaml (ZOC-T-WEATHER, ZOC-T-WEATHER2): rows by die, the weather of turn 1 (ZOC-4.1-1), and what begins
    when.
    """

    rows: Annotated[tuple[WeatherRow, ...], Meta(min_length=6, max_length=6)]
    first_row: Annotated[int, Meta(ge=1, le=6)]
    first_roll_turn: Positive
    second_turn: ByDie


class HistoricalWeather(Data, frozen=True):
    """weather_1944.yaml (ZOC-T-WEATHER-HIST): the row of each turn."""

    rows: tuple[Annotated[int, Meta(ge=1, le=6)], ...]


class JaboTable(Data, frozen=True):
    """jabos.yaml (ZOC-T-JABOS): columns to the left by die."""

    left: ByDie


class TerrainRow(Data, frozen=True):
    """The effects of a terrain in combat, retreat and advance."""

    name: Title
    bonus: Count
    column: DefenceColumn
    armour: bool
    shelter: bool
    slows: bool
    strafing: bool


class SideRow(Data, frozen=True):
    """The effects of a hexside on an attack across it (ZOC-11.1-1, ZOC-11.4, ZOC-11.9)."""

    halved: bool
    armour: bool
    left: Count


class TerrainTable(Data, frozen=True):
    """terrain.yaml (ZOC-T-TEC): combat by terrain and hexside; terrain on which no unit ever stands."""

    terrain: dict[str, TerrainRow]
    closed: tuple[str, ...]
    hilltop_left: Count
    sides: Annotated[dict[SideKind, SideRow], EACH]


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
    """costs.yaml (ZOC-T-TEC): movement.

    `tactical`: hexes of tactical movement (ZOC-9.10-1); `trucks`, `bicycles`: points of units on them (ZOC-9.8.6-1,
    ZOC-9.9-1); `strategic`: times the allowance (ZOC-9.8.1-1); `reserve`: the most points that a unit spends and goes
    into reserve (ZOC-15.1-1)."""

    terrain: dict[str, CostRow]
    stops: tuple[str, ...]
    sides: Annotated[dict[SideKind, SideCost], EACH]
    roads: Annotated[dict[Literal["main", "secondary"], RoadCost], EACH]
    leave_zone: Cost
    german_mechanised_in_clear: Annotated[int, Meta(ge=-9, le=0)]
    tactical: Positive
    trucks: Positive
    bicycles: Positive
    strategic: Positive
    reserve: Cost


def sixths(cost: str) -> int | None:
    """Movement points in sixths; None if no number is given ("no", "road")."""
    return None if cost in ("no", "road") else int(Fraction(cost) * SIXTHS)


class OddsTable(Data, frozen=True):
    """odds.yaml (ZOC-T-ODDS)."""

    most_strength: Positive
    least_column: Column
    most_column: Column


class GunRow(Data, frozen=True):
    """Shifts that one gun gives a combat: headquarters by side (ZOC-17.2-2), Werfer brigades (ZOC-17.3-1)."""

    headquarters: Annotated[dict[Side, Positive], EACH]
    werfer: Positive


class ShiftTable(Data, frozen=True):
    """shifts.yaml (ZOC-T-SHIFTS): columns by cause, and what one gun gives of them."""

    right: Annotated[
        dict[
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
        ],
        EACH,
    ]
    left: Annotated[dict[Literal["water", "armour", "quality", "hilltop", "tiger"], Positive], EACH]
    late_air_from: Positive
    guns: GunRow


class Slowed(Data, frozen=True):
    """A formation that moves with so many points on turn 1 (ZOC-20.4-3)."""

    formation: FormationId
    movement: Count


class TurnTable(Data, frozen=True):
    """turns.yaml (ZOC-T-TURNS): the first turn of each thing; columns and trucks (ZOC-9.8.7-1), the release of
    restricted units (ZOC-17.6-1), the withdrawal of airborne divisions (ZOC-22.3-1)."""

    first_day: Day
    turns: Positive
    gliders: Positive
    mobilisation: Positive
    landings: Positive
    german_works: Positive
    columns: Positive
    release: Positive
    withdrawal: Positive
    slowed: Slowed


class LandingTable(Data, frozen=True):
    """landing.yaml (ZOC-T-RP): points by kind, and the limits of beaches; `lost_points` for a beach without engineers
    and for a destroyed Mulberry (ZOC-6.5.3-1)."""

    costs: Annotated[dict[Literal[LandingKind, "supply_point"], Positive], EACH]
    most_a_beach: Positive
    returning_engineer: Positive
    mulberry_turns: Positive
    glider_reach: Positive
    rangers_join: tuple[Annotated[int, Meta(ge=1, le=6)], ...]
    lost_points: Positive


SupplyTrack = Literal["seventh_army", "fortress", "us", "commonwealth"]
Maker = Literal["axis", "us", "commonwealth"]


class SupplyDay(Data, frozen=True):
    """Supply points of an Allied army in a day without storm, and the points that its Mulberry adds (ZOC-5.3-1,
    ZOC-5.3-2).
    """

    army: Count
    mulberry: Count


class StackingRow(Data, frozen=True):
    """Stacking points of a hex at most (ZOC-7.1-1), and of a unit: `small` up to a strength, else `large`
    (ZOC-7.1-2).
    """

    most: Positive
    small_up_to: Positive
    small: Positive
    large: Positive


class MarkerTable(Data, frozen=True):
    """markers.yaml (ZOC-T-MARKERS): counts of markers, ends of the tracks, what a hex holds.

    `allied_works_a_turn`: improved positions that an Allied army may begin (ZOC-16.1-3); `least_with_zone`: strength of
    a unit that has a zone of control (ZOC-8.1-2)."""

    strategic: Annotated[dict[Side, Count], EACH]
    trucks: Annotated[dict[Side, Count], EACH]
    reserve: Annotated[dict[Side, Count], EACH]
    ships: Annotated[dict[Army, Count], EACH]
    air: Annotated[dict[Army, Count], EACH]
    works: Annotated[dict[Maker, Count], EACH]
    most_supply: Positive
    most_replacements: Positive
    initial_supply: Annotated[dict[SupplyTrack, Count], EACH]
    allied_works_a_turn: Count
    allied_supply: SupplyDay
    stacking: StackingRow
    least_with_zone: Positive


def stack_points(strength: int, row: TypeRow, stacking: StackingRow) -> int:
    """Stacking points of a unit at its present strength (ZOC-7.1-2, ZOC-7.1-3)."""
    if row.free:
        return 0
    return stacking.small if strength <= stacking.small_up_to else stacking.large


class CadreRow(Data, frozen=True):
    """Cadre counters of a kind: how many there are, and their values."""

    count: Positive
    strength: Positive
    movement: Count
    quality: Quality


class CadreTable(Data, frozen=True):
    """cadres.yaml (ZOC-T-CADRES): counters by nation and kind; how many lost big units end the game, how many steps
    make a unit big, and the nation of an army whose units count (ZOC-23.3-2, ZOC-23.3-3). `men_a_step`: about how many
    men of 1944 a step stands for.
    """

    us: dict[CadreKind, CadreRow]
    british: dict[CadreKind, CadreRow]
    canadian: dict[CadreKind, CadreRow]
    german: dict[CadreKind, CadreRow]
    most_lost: Annotated[dict[Army, Positive], EACH]
    men_a_step: Annotated[int, Meta(ge=1, le=5000)]
    big_steps: Positive
    counted: Annotated[dict[Army, Nation], EACH]

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


class AutomaticRow(Data, frozen=True):
    """Objectives that win for the Allies outright (ZOC-23.2-2), closed beaches and Mulberries that win for the Germans
    (ZOC-23.3-1)."""

    objectives: Positive
    closed: Positive


class PointTable(Data, frozen=True):
    """points.yaml (ZOC-T-VP); `to_win`: net points with which the Allies win on the last turn, by what decides
    (ZOC-24.3-1, ZOC-25.2-1)."""

    city: Positive
    village: Positive
    storms_free: Count
    first_week: FirstWeekPoints
    to_win: Annotated[dict[Literal["line", "first_week"], int], EACH]
    automatic: AutomaticRow


class RangeTable(Data, frozen=True):
    """ranges.yaml: distances in hexes.

    Headquarters (ZOC-17.2-2) and Werfer brigades (ZOC-17.3-3) to the hex that they support, and what they may enter in
    a turn and fire all the same (ZOC-17.2-11); a unit out of supply to a road (ZOC-18.2-1); a unit that returns to its
    division (ZOC-6.2-4); Allies to the restricted unit that they release (ZOC-17.6-1); the nearest German, where
    commandos stay (ZOC-17.5-1)."""

    headquarters: Positive
    werfer: Positive
    still_ready: Count
    supply_off_road: Positive
    division: Positive
    release: Positive
    commandos: Positive


class StrafingDice(Data, frozen=True):
    """The die from which on a unit is disrupted (ZOC-19.1.4-3), and what Flak adds to it (ZOC-19.1.4-4)."""

    hits_from: Positive
    flak: Annotated[int, Meta(ge=-6, le=0)]


class AttritionDice(Data, frozen=True):
    """The highest die that costs a step (ZOC-18.5-2), what shelter adds (ZOC-18.5-3), the most that all modifiers add
    (ZOC-18.5-4)."""

    loses_up_to: Positive
    sheltered: Count
    most_modifier: Count


class DiceTable(Data, frozen=True):
    """dice.yaml: dice that are read without a table."""

    strafing: StrafingDice
    attrition: AttritionDice


class NamedTable(Data, frozen=True):
    """named.yaml: units, formations and strongpoints that rules name.

    `commandos`: the units that withdraw (ZOC-17.5-2); `longues`: the strongpoint that does not hold them (ZOC-17.5-2);
    `airborne`: divisions that may be withdrawn (ZOC-22.2-1); `cotentin_artillery` (ZOC-17.4).
    """

    second_rangers: UnitId
    fifth_rangers: UnitId
    commandos: tuple[UnitId, ...]
    longues: UnitId
    airborne: tuple[FormationId, ...]
    cotentin_artillery: UnitId

    @property
    def rangers(self) -> tuple[UnitId, ...]:
        """Both Ranger battalions (ZOC-17.5-1, ZOC-6.3-1)."""
        return self.second_rangers, self.fifth_rangers


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
    types: TypeTable
    conduct: ConductTable
    points: PointTable
    ranges: RangeTable
    dice: DiceTable
    named: NamedTable
