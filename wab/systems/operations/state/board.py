"""The unchanging facts of a battle: map, tables, scenario, rosters, and the cost arrays made of them."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from wab.content.hexmap import HexMap
from wab.content.hints import Hint
from wab.content.operations.shapes import Sides, Switches, VictoryData, in_language
from wab.content.operations.tables import Tables
from wab.engine.kernel.facts import Unchanging
from wab.engine.words.text import Text
from wab.field.zones import Zones
from wab.hexes import CLOSED as CLOSED
from wab.hexes import Grid
from wab.hexes.paths import Workspace
from wab.hexes.sight import SightTable

SIDES = ("allied", "axis")
NOBODY, ALLIED, AXIS = 0, 1, 2
SIDE_CODE = {"allied": ALLIED, "axis": AXIS}
FIRST_SQUADRON = 50_000
"""Ids from here on are air units, which are not on the map; units on the map have lower ids."""


def enemy_of(side: str) -> str:
    """The other side."""
    return "axis" if side == "allied" else "allied"


NAMELESS = Text.of_data({"en": ""})
"""The name of what is not known by name."""


class Profile(msgspec.Struct, frozen=True):
    """The nature of a unit, apart from its condition: its kind's values with the scenario's overrides. Values of a
    fresh unit.

    `movement` in movement points, distances in hexes, `attack` and `defence` in points, `level` how well this profile
    is known ("identified" for the truth; "recognised" and "detected" for what a view puts in the place of an enemy).
    `noun` is its name by language, for sentences; `name` the name in the reader's language, "" for what has none.
    """

    noun: Text
    short: str
    side: str
    nation: str
    kind: str
    type: str
    move_class: str
    size: str
    quality: str
    hp: int
    attack: int
    defence: int
    movement: int
    sight: int
    symbol: str
    division: str = ""
    corps: str = ""
    bombardment: int = 0
    range: int = 1
    anti_air: int = 0
    anti_air_range: int = 0
    zoc: int = 1
    weight: int = 1
    strategic: bool = True
    rebuild: str = "none"
    columns: int = 0
    lines: int = 0
    tiger: bool = False
    airborne: bool = False
    availability: int = 100
    level: str = "identified"

    @property
    def is_commander(self) -> bool:
        """Commanders have no zone of control and take hexes neither by entering nor by presence."""
        return self.size == "commander"

    @property
    def is_ship(self) -> bool:
        """Ships keep to the sea, take no hex, are always in supply and cannot be attacked."""
        return self.move_class == "ship"

    @property
    def name(self) -> str:
        """The name in the reader's language, "" for what has none."""
        return str(self.noun)

    @property
    def is_gun(self) -> bool:
        """A unit with bombardment points: it supports and bombards, it does not add attack points (OPS-7.2-15)."""
        return self.bombardment > 0


class AirProfile(msgspec.Struct, frozen=True):
    """The nature of an air unit (OPS-10.3.1): its names and side, and the values of its kind (see `AirKind`), all
    fresh.

    `noun` is its name by language, for sentences; `name` the name in the reader's language.

    `available` is percent by weather. `from_turn` and `to_turn`: the turns in which it is at hand, None to the end.
    """

    noun: Text
    short: str
    side: str
    nation: str
    kind: str
    symbol: str
    hp: int
    defence: int
    ground_attack: int
    bombardment: int
    maintenance_risk: int
    turns_between_missions: int
    turns_out: int
    available: dict[str, int]
    from_turn: int = 1
    to_turn: int | None = None

    @property
    def name(self) -> str:
        """The name in the reader's language."""
        return str(self.noun)

    @property
    def is_bomber(self) -> bool:
        """Bombers bombard and do not support, all others support and do not bombard (OPS-10.3.1-2, OPS-10.3.1-3)."""
        return self.bombardment > 0


class Objective(msgspec.Struct, frozen=True):
    """An objective on the map (OPS-9.2.2): its hex, holder at the start, points per turn and at the end.

    `names` by language code, with their `grammar`; `noun` is the name for sentences, `name` what the reader calls it.
    """

    names: dict[str, str]
    hex: int
    held_by: str
    per_turn: int
    at_end: int
    scores_for: str
    main: bool
    immediate: tuple[str, ...] = ()
    grammar: dict[str, str] = {}

    @property
    def noun(self) -> Text:
        """The name by language."""
        return Text.of_data(self.names, self.grammar)

    @property
    def name(self) -> str:
        """The name in the reader's language."""
        return in_language(self.names)


class Entry(msgspec.Struct, frozen=True):
    """A reinforcement on its way (OPS-8.3.1-2): turn, entry hex, unit id, HP and fatigue on arrival."""

    turn: int
    hex: int
    unit: int
    hp: int
    fatigue: int
    zone: str = ""


class Regrading(msgspec.Struct, frozen=True):
    """Units that are of another quality from the start of a turn on, with what they are then (OPS-3.2-2)."""

    turn: int
    quality: str
    profiles: dict[int, Profile]


@dataclass(frozen=True, slots=True)
class Board(Unchanging):
    """Everything that a rule reads and that no event changes. Arrays are indexed by hex and read-only.

    `leave_cost[class]` and `march_cost[class]`: half movement points to leave a hex by each of its sides, for normal
    and for strategic movement, 255 where closed. `land` are the hexes of the play area that a land unit could ever
    enter. `squadrons` are the air units by id, from FIRST_SQUADRON on, `squadron_hp` the HP that they begin with.
    `sight_value`: what a hex adds to an effective distance, in sixths of a hex. `zoc_side[n, d]`: a zone of
    control reaches across that side. `departures`: turn and unit of every withdrawal. `regradings`: by turn. `roster`
    is what the units are when they begin; see `roster_on`. `numbers`: the ids of units by side and key. `ports`: by
    side, the source hexes that open only so many turns after it took them.
    """

    scenario_id: str
    title: dict[Any, str]
    kind: str
    rules: Switches
    first_player: str
    impulses: int
    activation_points: Sides
    dates: tuple[str, ...]
    weather_by_turn: tuple[str, ...]
    victory: VictoryData
    tables: Tables
    map: HexMap
    grid: Grid
    in_play: NDArray[np.bool_]
    land: NDArray[np.bool_]
    leave_cost: dict[str, NDArray[np.uint8]]
    march_cost: dict[str, NDArray[np.uint8]]
    zoc_side: NDArray[np.bool_]
    sight: SightTable
    workspace: Workspace
    roster: dict[int, Profile]
    start: dict[int, tuple[int, int, int]]
    entries: tuple[Entry, ...]
    objectives: tuple[Objective, ...]
    start_control: bytes
    supply_hexes: dict[str, tuple[tuple[int, int], ...]]
    supplied_to: dict[int, int]
    numbers: dict[tuple[str, str], int] = field(default_factory=dict)
    random_weather: str = ""
    reconstitution_points: tuple[int, ...] = ()
    campaigns: dict[Any, int] = field(default_factory=dict)
    hints: tuple[Hint, ...] = ()
    division_nouns: dict[str, Text] = field(default_factory=dict)
    departures: tuple[tuple[int, int], ...] = ()
    regradings: tuple[Regrading, ...] = ()
    ports: dict[str, dict[int, int]] = field(default_factory=dict)
    squadrons: dict[int, AirProfile] = field(default_factory=dict)
    squadron_hp: dict[int, int] = field(default_factory=dict)
    by_side: dict[str, Board] = field(default_factory=dict, compare=False, repr=False)
    _found: dict[Hashable, Any] = field(init=False, default_factory=dict, compare=False, repr=False)

    @property
    def division_names(self) -> dict[str, str]:
        """The names of the formations by key, as the reader calls them; in sentences `division_nouns`."""
        return {division: str(name) for division, name in self.division_nouns.items()}

    @property
    def zones(self) -> Zones:
        """Return where zones of control reach (OPS-8.2-1)."""
        return self.once("zones", lambda: Zones(self.grid, self.zoc_side))

    def roster_on(self, turn: int) -> dict[int, Profile]:
        """Return what every unit of the scenario is on a turn, by id: qualities change with time (OPS-3.2-2)."""
        roster = dict(self.roster)
        for regrading in self.regradings:
            if regrading.turn <= turn:
                roster |= regrading.profiles
        return roster

    @property
    def turns(self) -> int:
        """Number of turns of the scenario."""
        return len(self.weather_by_turn)

    def at_sea(self, hex_: int) -> bool:
        """Check if a hex of the play area is for ships only (OPS-T-MOVE)."""
        return bool(self.in_play[hex_]) and self.map.terrain_name(hex_) == "sea"
