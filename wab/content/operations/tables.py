"""The shapes of the flagship's tables: one Struct a file of campaigns/operations/tables/, and the set of them all."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from wab.content.operations.derivation import Derivation
from wab.content.operations.shapes import (
    Count,
    Data,
    MoveClass,
    Nation,
    Percent,
    Positive,
    Quality,
    Side,
    Size,
    UnitKind,
    UnitType,
    Weather,
)
from wab.content.reader import Words

Cost = float | Literal["no"]
Cells = tuple[int, ...]


class CombatRow(Data, frozen=True):
    """One row of the combat results table, a cell a column: HP lost by each side, and whether the defender retreats."""

    attacker: Cells
    defender: Cells
    retreat: Cells


class CombatTable(Data, frozen=True):
    """combat_results.yaml (OPS-T-CRT): columns as ratios, rows by the modified total from `first_roll` upwards.

    The first and the last row also serve all lower and higher totals.
    """

    columns: tuple[str, ...]
    first_roll: int
    rows: tuple[CombatRow, ...]


class Band(Data, frozen=True):
    """A band of points, both ends included, and what it gives."""

    points: tuple[int, int]
    bonus: int
    why: str = ""


class SupportTable(Data, frozen=True):
    """support.yaml (OPS-T-SUPPORT): support points to lines on the dice; the last band has no upper end."""

    bands: tuple[Band, ...]
    most_supports: Positive


class BombardmentTable(Data, frozen=True):
    """bombardment.yaml (OPS-T-BOMBARD): `columns` are the lowest points of each band, rows for dice totals 2 to 12."""

    columns: Cells
    rows: tuple[Cells, ...]
    most_units: Positive
    recognised_percent: Percent
    detected_percent: Percent


class TerrainRow(Data, frozen=True):
    """A terrain: movement points to enter by class, sight value, defender's columns, column march allowed."""

    cost: dict[MoveClass, Cost]
    sight: float
    defence: int
    strategic: bool
    name: dict[str, str]
    clear: bool = False
    high_ground: bool = False
    why: str = ""


class SideCosts(Data, frozen=True):
    """A hexside feature: movement points added by class ("no" closes it), and columns for the defender."""

    add: dict[MoveClass, Cost]
    defence: int = 0
    why: str = ""


class Overlay(Data, frozen=True):
    """Works laid over a terrain: the dearer of this and the terrain's own cost; columns for the side that built it."""

    cost: dict[MoveClass, Cost]
    side: Side
    defence: int
    strategic: bool = False
    why: str = ""


class TerrainTable(Data, frozen=True):
    """terrain.yaml (OPS-T-MOVE, OPS-T-STRATEGIC, OPS-T-TERRAIN-COMBAT, OPS-T-SIGHT)."""

    terrain: dict[str, TerrainRow]
    road: dict[MoveClass, Cost]
    river: SideCosts
    cliff: SideCosts
    fortified: Overlay
    from_the_sea: int
    high_ground_sight: int
    strategic_factor: Positive


class WeatherMove(Data, frozen=True):
    """Percent of the movement allowance by weather, for one class of units of one side."""

    percent: dict[Weather, Percent]
    why: str = ""


class WeatherTable(Data, frozen=True):
    """weather.yaml (OPS-T-WEATHER-MOVE, OPS-6.1-4 to 6, OPS-T-WEATHER-RANDOM): keys of `movement` are side_type."""

    movement: dict[str, WeatherMove]
    sight_sixths: dict[Weather, Annotated[int, Meta(ge=1, le=6)]]
    persistence: Percent
    random: dict[str, dict[Weather, Percent]]


class QualityRow(Data, frozen=True):
    """The worth of a quality (OPS-T-STATE): fatigue it bears, attack and defence percent in state 4, 3, 2, 1."""

    fatigue_threshold: Percent
    attack: tuple[int, int, int, int]
    defence: tuple[int, int, int, int]
    why: str = ""


class StateTable(Data, frozen=True):
    """state.yaml (OPS-T-STATE): `level_over` are the percent of HP over which a unit has level 4, 3, 2, 1."""

    level_over: tuple[int, int, int, int]
    quality: dict[Quality, QualityRow]


class FatigueTable(Data, frozen=True):
    """fatigue.yaml (OPS-8.4.2): percent gained and recovered."""

    combat: Percent
    per_hp: Percent
    retreat: Percent
    bombardment: Percent
    move: Percent
    strategic_move: Percent
    recovery: Percent
    rest: Percent


class AntiAirResult(Data, frozen=True):
    """A row of the anti-aircraft table: up to this total, whether the mission is given up, HP lost."""

    abort: bool
    hp: Count
    up_to: int | None = None
    why: str = ""


class AntiAirTable(Data, frozen=True):
    """anti_air.yaml (OPS-T-AA): results by ascending total; the last row has no upper end."""

    results: tuple[AntiAirResult, ...]


class AirKind(Data, frozen=True):
    """A kind of air unit (OPS-T-AIR): values of a fresh unit.

    `defence` against anti-aircraft fire, `ground_attack` support points, `bombardment` points on that table; turns of
    rest between missions, turns out after destruction; percent of the turns in which the weather lets it fly.
    """

    title: Words
    nation: Nation
    symbol: str
    hp: Positive
    defence: Count
    maintenance_risk: Percent
    turns_out: Count
    available: dict[Weather, Percent]
    ground_attack: Count = 0
    bombardment: Count = 0
    turns_between_missions: Count = 0
    why: str = ""


class ConductTable(Data, frozen=True):
    """conduct.yaml: the single numbers of the rules.

    `stacking` points a hex holds; retreat loss in an enemy zone of control as percent of full HP; reconstitution
    threshold and rate in percent; first turn without supply that costs HP and how many; radius in which a blocked
    reinforcement looks for room.
    """

    stacking: Positive
    retreat_loss_percent: Percent
    reconstitution_threshold_percent: Percent
    reconstitution_rate_percent: Percent
    attrition_from_turn: Positive
    attrition_hp: Positive
    entry_radius: Count
    combined_arms: int
    divisional_integrity: int
    tiger: int
    open_ground_armoured: int
    open_ground_mechanised: int


class Estimate(Data, frozen=True):
    """A staff's assumptions about an enemy unit of unknown traits, by type; for previews and players."""

    hp: Positive
    attack: Count
    defence: Count
    movement: Count
    sight: Count
    quality: Quality
    size: Size
    symbol: str
    move_class: MoveClass
    anti_air: Count = 0


class Tables(Data, frozen=True):
    """Every table of the flagship, as `load_tables` gives them."""

    combat: CombatTable
    support: SupportTable
    bombardment: BombardmentTable
    terrain: TerrainTable
    weather: WeatherTable
    state: StateTable
    fatigue: FatigueTable
    conduct: ConductTable
    units: dict[str, UnitKind]
    estimates: dict[UnitType, Estimate]
    anti_air: AntiAirTable
    air: dict[str, AirKind]
    derivation: Derivation
