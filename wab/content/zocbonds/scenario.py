"""The shapes of a scenario of zocbonds and of the hexes that its rules name."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from wab.content.hints import Hint
from wab.content.reader import EACH, Title, Words
from wab.content.zocbonds.shapes import (
    Army,
    Beach,
    Count,
    Data,
    Entry,
    FormationId,
    Hex,
    Landing,
    Positive,
    Quality,
    Side,
    UnitId,
)

Clause = Annotated[str, Meta(pattern=r"^ZOC-2[456]\.1$", description="a clause of the ledger (expected as ZOC-24.1)")]
LeashClause = Annotated[
    str, Meta(pattern=r"^ZOC-26\.3-[1-9]$", description="the clause of a leash (expected as ZOC-26.3-2)")
]
Option = Literal["players", "weather", "batteries", "storm_points"]
Victory = Literal["line", "first_week", "cherbourg", "lesson"]
Die = Annotated[int, Meta(ge=1, le=6)]


class BeachPlace(Data, frozen=True):
    """A landing beach: its hex, whose it is, its column of the invasion table, and the name under which the points that
    land there are counted (ZOC-6.5.2-5). One that is `free_to_close` costs none while it is closed (ZOC-21.2-1).
    `short` is how it is called where there is no room for its whole name; None if it has no other.
    """

    name: Title
    hex: Hex
    army: Army
    column: Literal["utah", "omaha", "other"]
    part_of: Literal["utah", "omaha", "gold", "juno", "sword"]
    free_to_close: bool = False
    short: Title | None = None


class Linked(Data, frozen=True):
    """The ends of the road that links the beaches (ZOC-25.2-2)."""

    beaches: Annotated[tuple[Beach, ...], Meta(min_length=1)]
    to: Hex


class LinesFile(Data, frozen=True):
    """lines.yaml: hexes that the rules name and the map does not carry (ZOC-T-MAP)."""

    entries: Annotated[dict[Entry, tuple[Hex, ...]], EACH]
    entry_order: tuple[Entry, ...]
    mobilisation: dict[FormationId, tuple[Hex, ...]]
    beaches: Annotated[dict[Beach, BeachPlace], EACH]
    pointe_du_hoc: Hex
    mulberries: Annotated[dict[Army, Hex], EACH]
    batteries: Annotated[dict[Army, tuple[Hex, ...]], EACH]
    mont_canisy: Hex
    """The battery that stands for Merville and Houlgate as well (ZOC-28.3-5)."""
    cities: Annotated[
        dict[Literal["cherbourg", "caen", "bayeux", "saint_lo"], Annotated[tuple[Hex, ...], Meta(min_length=1)]], EACH
    ]
    carentan: Hex
    linked: Linked
    south_row: int
    east_column: int


class Arrival(Data, frozen=True):
    """German reinforcements: on a turn, by an entry colour or (Cherbourg) at a hex."""

    turn: Positive
    units: tuple[UnitId, ...]
    entry: Entry | None = None
    hex: Hex | None = None


class Leash(Data, frozen=True):
    """A formation that may move and attack only so near to some hexes (ZOC-26.3-2, ZOC-26.3-4)."""

    formation: FormationId
    from_turn: Positive
    hexes: Annotated[tuple[Hex, ...], Meta(min_length=1)]
    distance: Positive
    clause: LeashClause


class InfantryReceipt(Data, frozen=True):
    """On which dice the Germans receive an infantry replacement, and for which qualities (ZOC-26.2-1)."""

    dice: tuple[Die, ...]
    qualities: tuple[Quality, ...]


class FortressSupply(Data, frozen=True):
    """Supply points of the Cherbourg store: at start, and the dice that bring one more (ZOC-26.2-5)."""

    start: Count
    dice: tuple[Die, ...]


class Special(Data, frozen=True):
    """The changes of the Cherbourg scenario (ZOC-26.1 to ZOC-26.3); replacements from a turn on (ZOC-26.2-1), German
    armour on some dice alone (ZOC-26.2-2).
    """

    closed_column: Positive
    carentan: Hex
    leashes: tuple[Leash, ...]
    leaving: tuple[UnitId, ...]
    landing: Annotated[dict[Literal["storm", "overcast", "clear"], Count], EACH]
    supply_points_from: Positive
    replacements_from: Positive
    german_infantry: InfantryReceipt
    german_armour: Count
    german_armour_dice: tuple[Die, ...]
    us_replacement_dice: tuple[Die, ...]
    ships: Count
    most_air: Count
    fortress_supply: FortressSupply
    us_supply: Count
    works_from: Positive


class Lesson(Data, frozen=True):
    """A lesson, which is ours: no landing has to be made before it, and single hexes decide.

    `first`: the side whose half of the first day begins it. `allied`: Allied units on the map, and `ground` what the
    Allies hold besides their hexes. The Allies win at the end of a turn in which they hold `wanted` of the `goals`.
    """

    first: Side
    allied: dict[UnitId, Hex]
    ground: tuple[Hex, ...]
    goals: Annotated[tuple[Hex, ...], Meta(min_length=1)]
    wanted: Positive


class ScenarioFile(Data, frozen=True):
    """A scenario: what a menu shows of it, how long it lasts, who stands where, who comes when."""

    ledger: Clause
    title: Title
    kind: Literal["campaign", "scenario", "lesson"]
    order: Positive
    difficulty: Annotated[int, Meta(ge=1, le=5)]
    minutes: Annotated[int, Meta(ge=1, le=6000)]
    multiplayer: bool
    turns: Annotated[int, Meta(ge=1, le=22)]
    victory: Victory
    options: dict[Option, Annotated[tuple[str, ...], Meta(min_length=1, max_length=9)]]
    """The options that it allows with their values, the usual value first."""
    summary: Title
    briefing: Words
    at_start: dict[UnitId, Hex]
    strongpoints: dict[UnitId, Hex] = field(default_factory=dict)
    mobilisation: dict[FormationId, tuple[UnitId, ...]] = field(default_factory=dict)
    arrivals: tuple[Arrival, ...] = ()
    drops: dict[UnitId, Hex] = field(default_factory=dict)
    gliders: dict[UnitId, Hex] = field(default_factory=dict)
    assault: dict[Landing, tuple[UnitId, ...]] = field(default_factory=dict)
    second_wave: dict[Landing, tuple[UnitId, ...]] = field(default_factory=dict)
    britain: tuple[UnitId, ...] = ()
    special: Special | None = None
    lesson: Lesson | None = None
    hints: tuple[Hint, ...] = ()

    @property
    def german_units(self) -> tuple[str, ...]:
        """All German units that it uses, strongpoints left out."""
        boxes = [id_ for ids in self.mobilisation.values() for id_ in ids]
        return (*self.at_start, *boxes, *(id_ for arrival in self.arrivals for id_ in arrival.units))

    @property
    def allied_units(self) -> tuple[str, ...]:
        """All Allied units that it uses."""
        ashore = [id_ for wave in (self.assault, self.second_wave) for ids in wave.values() for id_ in ids]
        begun = self.lesson.allied if self.lesson is not None else ()
        return (*self.drops, *self.gliders, *ashore, *self.britain, *begun)
