"""The shapes of the flagship's data files: what campaigns/operations/ holds, checked field by field when it is read.

Every Struct here is the shape of a YAML file or of a part of one, with the names that a designer writes. Values that
depend on the map (hexes in a window, arrivals, costs by hexside) are worked out by the rule system's board.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Annotated, Any, Literal, get_args

from msgspec import Meta, Struct

from wab.content.hints import Hint
from wab.content.normandy.grammar import Grammars
from wab.content.reader import Line, Name, Title, Words
from wab.content.references import written_as
from wab.engine.words.text import N_
from wab.hexes import HexId
from wab.locale import current_language

Side = Literal["allied", "axis"]
Nation = Literal["us", "uk", "ca", "pl", "fr", "heer", "ss", "luftwaffe"]
UnitType = Literal["armoured", "mechanised", "infantry", "other"]
MoveClass = Literal["inf", "mec", "arm", "rec", "art", "cdr", "ship"]
Quality = Literal["elite", "veteran", "experienced", "conscript"]
Weather = Literal["sunny", "overcast", "rain", "storm"]
Size = Literal["division", "brigade", "regiment", "group", "battalion", "company", "battery", "commander", "ship"]
Rebuild = Literal["automatic", "manual", "none"]
Hex = Annotated[HexId, written_as(r"^[0-9]{4}$", N_("a hex label (expected RRCC: row and column, two digits each)"))]
HexSpan = Annotated[
    tuple[HexId, ...],
    written_as(
        r"^[0-9]{4}(-[0-9]{4})?$",
        N_("a hex label or a range of them in one row (expected RRCC or RRCC-RRCC, as in 4516-4519)"),
    ),
]
LedgerId = Annotated[
    str,
    Meta(
        pattern=r"^OPS-S-[AXCVB][0-9]{2}$", description=N_("the id of a scenario in the ledger (expected as OPS-S-A05)")
    ),
]
WEATHERS: tuple[Weather, ...] = get_args(Weather)
MOMENTS = (
    *(f"weather:{weather}" for weather in WEATHERS),
    *("first-commander", "first-ship", "first-gun", "aircraft", "unsupplied", "worn", "losses", "points", "port"),
)
"""Moments of hints that this system adds: a weather; the first time that the player selects a commander, a ship, a gun;
an air unit is ready; a unit is out of supply, beyond the fatigue that it bears, or has lost enough to be rebuilt; there
are reconstitution points to give; a captured port lies in ruins."""
Count = Annotated[int, Meta(ge=0)]
Positive = Annotated[int, Meta(ge=1)]
Percent = Annotated[int, Meta(ge=0, le=100)]
NO_LIMIT = 999
"""A turn after the end of any scenario."""


def day_of(text: str) -> date | None:
    """Return the day that a text says as YYYY-MM-DD, None if it says none."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def in_language(words: Mapping[Any, str]) -> str:
    """A text of the data in the reader's language, in English where it is not there."""
    return words.get(current_language()) or words["en"]


class Data(Struct, frozen=True, forbid_unknown_fields=True):
    """Base of all data shapes: an unknown field is an error, so that a misspelt one cannot be overlooked."""


# ------------------------------------------------------------------------------------------------- units


class UnitKind(Data, frozen=True):
    """A row of the unit table (OPS-T-UNITS, OPS-T-COMMANDERS, OPS-T-NAVAL): full values of a fresh unit.

    `type` is one of four (OPS-10.1.1-1), `hp` by size (OPS-10.1.1-3), `attack` and `defence` of the fresh unit
    (OPS-10.1.1-6, OPS-10.1.1-10). `movement` in movement points; `range` (OPS-10.1.1-7), `sight` (OPS-6.1-2,
    OPS-10.1.1-18) and `anti_air_range` (OPS-10.1.1-13) in hexes; `zoc` 1, or 0 for none (OPS-10.1.1-14). `anti_air`:
    points against aircraft, which Allied units have as well (OPS-10.1.1-11, OPS-10.1.1-12). `rebuild`: how it can be
    reconstituted (OPS-10.1.1-17). `columns`, `lines` and `tiger` are its bonus (OPS-10.1.1-5).
    """

    title: Title
    type: UnitType
    move_class: MoveClass
    size: Size
    quality: Quality
    hp: Positive
    attack: Count
    defence: Count
    movement: Count
    symbol: str
    sight: Count = 3
    bombardment: Count = 0
    range: Count = 1
    anti_air: Count = 0
    anti_air_range: Count = 0
    zoc: Count = 1
    weight: Count = 1
    strategic: bool = True
    rebuild: Rebuild = "automatic"
    columns: int = 0
    lines: int = 0
    tiger: bool = False
    airborne: bool = False
    availability: Percent = 100
    why: str = ""


class UnitOverride(Data, frozen=True):
    """Single traits that a scenario changes on one unit; None leaves the kind's value."""

    quality: Quality | None = None
    hp: Positive | None = None
    attack: Count | None = None
    defence: Count | None = None
    movement: Count | None = None
    sight: Count | None = None
    bombardment: Count | None = None
    range: Count | None = None
    anti_air: Count | None = None
    anti_air_range: Count | None = None
    strategic: bool | None = None
    rebuild: Rebuild | None = None
    availability: Percent | None = None
    columns: int | None = None
    lines: int | None = None


class CatalogueUnit(Data, frozen=True):
    """A named unit of the order of battle, by key in the catalogue of its side. `division` is the formation's key.

    `quality` if it differs from the row, and `part` (battalion) if it is a piece of it, give other values by the steps
    of derivation.yaml; `traits` are single values that follow no rule. `scenario_only`: it exists for single scenarios
    and not in the grand battle (OPS-3.3-1). `available_from` and `available_to` are the first and the last day
    (YYYY-MM-DD) on which it was in Normandy, empty for no bound.
    """

    name: Name
    short: str
    kind: str
    nation: Nation
    quality: Quality | None = None
    part: str = ""
    division: str = ""
    corps: str = ""
    scenario_only: bool = False
    available_from: str = ""
    available_to: str = ""
    traits: UnitOverride = UnitOverride()
    grammar: Grammars = {}


class Catalogue(Data, frozen=True):
    """campaigns/operations/forces/SIDE.yaml: divisions (key to name and counter band colour) and units by key."""

    side: Side
    divisions: dict[str, Division]
    units: dict[str, CatalogueUnit]


class Division(Data, frozen=True):
    """A formation: full name and the colour of its band on the counter (#rrggbb).

    `mark` is what stands next to its symbol on the far map; the first number in its name where there is none.
    """

    name: Name
    colour: Annotated[str, Meta(pattern=r"^#[0-9a-fA-F]{6}$")]
    grammar: Grammars = {}
    mark: Annotated[str, Meta(max_length=8)] = ""


# ------------------------------------------------------------------------------------------------- scenarios


class Box(Data, frozen=True):
    """A play area in degrees: west, east, south and north bounds."""

    west: float
    east: float
    south: float
    north: float


class Placement(Data, frozen=True):
    """A unit set up on the map: catalogue key, hex, and what it has already lost or spent."""

    unit: str
    hex: Hex
    hp: Positive | None = None
    fatigue: Percent = 0
    traits: UnitOverride = UnitOverride()


class Arrival(Data, frozen=True):
    """A reinforcement (OPS-8.3.1-2): the turn, the entry hex and what comes; `entry` names its beach or map edge."""

    turn: Positive
    unit: str
    hex: Hex
    entry: str = ""
    hp: Positive | None = None
    fatigue: Percent = 0
    traits: UnitOverride = UnitOverride()


class Withdrawal(Data, frozen=True):
    """Units that leave the battle at the start of a turn, alive: relieved, recalled or wounded (OPS-T-REINF)."""

    turn: Positive
    units: tuple[str, ...]


class QualityChange(Data, frozen=True):
    """From the start of a turn on units are of another quality: what they have learnt, or forgotten (OPS-3.2-2).

    The units are named one by one, or by the keys of their divisions; then it is true for every unit of the division.
    Attack and defence change by the steps of derivation.yaml.
    """

    turn: Positive
    quality: Quality
    units: tuple[str, ...] = ()
    divisions: tuple[str, ...] = ()


class SquadronData(Data, frozen=True):
    """An air unit (OPS-10.3.1-1), which is not on the map: kind in air.yaml, names, the HP that it has (None: all).

    `from_turn` and `to_turn` are the first and the last turn in which it is at hand (OPS-8.3.1-2, OPS-T-REINF); None:
    to the end.
    """

    kind: str
    name: Name
    short: str = ""
    hp: Positive | None = None
    from_turn: Positive = 1
    to_turn: Positive | None = None
    grammar: Grammars = {}


class Forces(Data, frozen=True):
    """The forces of one side: units on the map at the start, reinforcements, air units. Ships are units on sea
    hexes.
    """

    setup: tuple[Placement, ...]
    reinforcements: tuple[Arrival, ...] = ()
    squadrons: tuple[SquadronData, ...] = ()
    withdrawals: tuple[Withdrawal, ...] = ()
    quality_changes: tuple[QualityChange, ...] = ()


class ObjectiveData(Data, frozen=True):
    """An objective (OPS-9.2.2): points per turn and at the end for the side that controls its hex.

    `changed` and `returned` are the turns at whose end the other side, and then the first one again, had it in history;
    None for never. They are for the check of the handicap and for the reader.
    """

    name: Title
    hex: Hex
    held_by: Side
    per_turn: Count = 0
    at_end: Count = 0
    scores_for: Literal["both", "allied", "axis"] = "both"
    main: bool = False
    changed: Positive | None = None
    returned: Positive | None = None
    grammar: Grammars = {}


class ImmediateVictory(Data, frozen=True):
    """OPS-9.1-3: one to three hexes that `side` must occupy, all together or any one of them, within some turns.

    `end_of_turn`: they must be occupied at the end of a turn. `supplied`: by units that are in supply.
    """

    side: Side
    hexes: tuple[Hex, ...]
    any: bool = False
    end_of_turn: bool = False
    supplied: bool = False
    first_turn: Positive = 1
    last_turn: Positive = NO_LIMIT


class Margins(Data, frozen=True):
    """OPS-9.2.3: the largest difference of points that is still a draw, a marginal and a tactical victory."""

    draw: Count
    marginal: Count
    tactical: Count


class Switches(Data, frozen=True):
    """The advanced rules that a scenario switches on or off (OPS-11.1-5)."""

    fog: bool = True
    supply: bool = True
    fatigue: bool = True
    air: bool = False
    heavy_bombers: bool = False
    naval: bool = False
    commanders: bool = False
    weather: Literal["fixed", "historical", "random"] = "fixed"
    reconstitution_allied: bool = False
    reconstitution_axis: bool = False
    commander_cap: Count = 0


class SupplySource(Data, frozen=True):
    """A depot or an edge hex that supplies a side while that side controls it (OPS-8.5.1).

    `turns_after_capture`: a port that the other side has to be driven out of and that is in ruins then. It opens so
    many turns after the side took the hex, if it has held it since; lost and retaken, it is in ruins again.
    """

    side: Side
    hexes: tuple[Hex, ...]
    name: Line = ""
    from_turn: Positive = 1
    turns_after_capture: Positive | None = None


class SupplyException(Data, frozen=True):
    """Units that count as supplied up to and including a turn, even without a line (airborne stores)."""

    units: tuple[str, ...]
    to_turn: Positive


class Sides(Data, frozen=True):
    """A number for each side."""

    allied: Count
    axis: Count


class ScenarioFile(Data, frozen=True):
    """campaigns/operations/scenarios/TITLE-IN-WORDS.yaml. The id is `operations/` and the file's name.

    `random_weather` names the row of weather.yaml on which weather is drawn; empty for the row of the month.
    `historical`: no unit is there on a day on which it was not (false for what might have been). `ledger` is the id of
    the scenario in the ledger (OPS-S-...). `weather_why` says why a day of a scenario with historical weather has
    another weather than it had. `unsupplied_why` says why units are out of supply at the start. `why_unbalanced` says
    why equal players are not meant to win about equally often.

    Each has its own order of battle (OPS-11.1-4) and its own objectives (OPS-11.1-6). `kind`: a lesson of a campaign,
    which begins easily and gets harder (OPS-11.2.1-2), a high point of 1944 (OPS-11.2.2-1), or a whole battle with the
    supreme command (OPS-11.2.3-1). `activation_points` of a side in an impulse: enough for all units in the simple ones
    (OPS-5.2-10). `multiplayer`: a good one for two people (OPS-11.2.2-2).
    """

    title: Title
    kind: Literal["campaign", "advanced", "battle"]
    summary: Words
    briefing: Words
    first_player: Side
    dates: tuple[str, ...]
    weather_by_turn: tuple[Weather, ...]
    window: Box
    impulses: Annotated[int, Meta(ge=1, le=2)]
    activation_points: Sides
    rules: Switches
    objectives: tuple[ObjectiveData, ...]
    control: ControlData
    victory: VictoryData
    allied: Forces
    axis: Forces
    difficulty: Annotated[int, Meta(ge=1, le=5)] = 1
    minutes: Positive = 15
    campaigns: dict[Side, Positive] = {}
    multiplayer: bool = False
    supply: tuple[SupplySource, ...] = ()
    supply_exceptions: tuple[SupplyException, ...] = ()
    random_weather: str = ""
    reconstitution_points: tuple[Count, ...] = ()
    hints: tuple[Hint, ...] = ()
    teaches: Words = {}
    order: Count = 0
    historical: bool = True
    ledger: LedgerId = ""
    weather_why: Words = {}
    unsupplied_why: Words = {}
    why_unbalanced: Words = {}
    note: Words = {}


class ControlData(Data, frozen=True):
    """Control at the start: one side holds all land but what is listed for the other.

    `around_units` gives each side the hexes of its set-up units and their neighbours not next to an enemy unit. The
    lists hold labels and ranges of a row, such as 4516-4519.
    """

    default: Side
    allied: tuple[HexSpan, ...] = ()
    axis: tuple[HexSpan, ...] = ()
    around_units: Count = 0


class VictoryData(Data, frozen=True):
    """OPS-9.2: points for each HP the enemy loses, handicap added at the end, margins, immediate victories.

    `historical_losses`: the HP that each side lost on the historical course, an estimate. Where it is given, that
    course must be a draw with the handicap.
    """

    points_per_hp: Sides
    margins: Margins
    handicap: Sides = Sides(0, 0)
    immediate: tuple[ImmediateVictory, ...] = ()
    historical_losses: Sides | None = None
