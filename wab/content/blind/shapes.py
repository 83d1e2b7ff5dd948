"""The shapes of forces, lines and scenarios of the double-blind campaign, and the words that all its data share."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from wab.content.hints import Hint
from wab.content.reader import EACH, Title, Words

Side = Literal["allied", "axis"]
Group = Literal["us", "br"]
"""An army group: the 12th (US) and the 21st (British), BLD-6-1 and BLD-6-2."""
Account = Literal["us", "br", "ge"]
Edge = Literal["east", "south", "west"]
Letter = Literal["A", "B", "C", "D", "E", "F", "G", "H", "J", "O", "U"]
EntryLetter = Literal["A", "B", "C", "D", "E", "F", "G", "H"]
BeachLetter = Literal["U", "O", "G", "J", "B"]
Beach = Literal["utah", "omaha", "gold", "juno"]
UnitClass = Literal["foot", "motorised", "armoured"]
PlaceKind = Literal["city", "major_town", "minor_town"]
Kind = Literal["campaign", "scenario", "lesson"]
Option = Literal["placement", "exit_vp", "early_end", "intelligence"]
FORCES: tuple[Side, Side] = ("allied", "axis")
"""The files of campaigns/blind/forces."""

Label = Annotated[
    str, Meta(pattern=r"^[0-2][0-9][0-2][0-9]$", description="the number of a hex (expected as 0504, column and row)")
]
HexSide = Annotated[
    str, Meta(pattern=r"^[0-2][0-9]{3}-[0-2][0-9]{3}$", description="a hexside (expected as 1106-1206)")
]
UnitId = Annotated[
    str,
    Meta(pattern=r"^(us|fr|br|ca|pl|al|ge)_[a-z0-9_]{1,40}$", description="the id of a unit (expected as us_4_inf)"),
]
Clause = Annotated[
    str, Meta(pattern=r"^BLD-20-[0-9]{1,2}$", description="a clause of the ledger (expected as BLD-20-6)")
]
Count = Annotated[int, Meta(ge=0, le=999)]
Positive = Annotated[int, Meta(ge=1, le=99)]
Turn = Annotated[int, Meta(ge=1, le=25)]
Short = Annotated[str, Meta(pattern=r"^.{1,12}$", description="what a counter shows (expected 12 characters at most)")]


class Data(Struct, frozen=True, forbid_unknown_fields=True):
    """Base of all data shapes: an unknown field is an error, so that a misspelt one cannot be overlooked."""


class Arrival(Data, frozen=True):
    """The line of a unit in the reinforcement tables (BLD-16-1, BLD-T-REINF-ALLIED, BLD-T-REINF-GERMAN): turn, letter
    of the place, movement phase.
    """

    turn: Turn
    at: Letter
    phase: Annotated[int, Meta(ge=1, le=2)]


class UnitCard(Data, frozen=True):
    """A unit (BLD-1-3, BLD-T-COUNTERS): its kind, its army group, and its arrival unless it begins on the map.

    `kept`: it is not British, so that it is not disbanded though its kind can be (BLD-14-13).
    """

    label: Short
    name: Title
    type: str
    group: Group | None = None
    kept: bool = False
    arrives: Arrival | None = None


class ForcesFile(Data, frozen=True):
    """A file of forces/: the units of a side by id."""

    side: Side
    units: dict[UnitId, UnitCard]


class Place(Data, frozen=True):
    """A city or town with its victory points (BLD-19-2, BLD-19-5)."""

    name: str
    kind: PlaceKind
    vp: Positive


class BeachPlace(Data, frozen=True):
    """A landing beach: its hex, the letters of the table that land there, its army group (BLD-16-4)."""

    name: str
    hex: Label
    letters: tuple[BeachLetter, ...]
    group: Group


class Sources(Data, frozen=True):
    """The beaches that supply an army group (BLD-9-7, BLD-9-8)."""

    primary: tuple[Beach, ...]
    secondary: tuple[Beach, ...]


class GermanSources(Data, frozen=True):
    """The map edges and towns that supply the Germans (BLD-9-7, BLD-9-8)."""

    primary_edge: Edge
    secondary_edges: tuple[Edge, ...]
    secondary: tuple[Label, ...]


class Entry(Data, frozen=True):
    """A German entry hex, by which Allied units leave, and its side of the map (BLD-18-5, BLD-18-6)."""

    hex: Label
    edge: Edge


class LinesFile(Data, frozen=True):
    """lines.yaml: hexes that the rules name (BLD-T-PLACES, BLD-T-ENTRY), with 9 cities (BLD-19-4) and 21 towns
    (BLD-19-6).
    """

    places: dict[Label, Place]
    beaches: Annotated[dict[Beach, BeachPlace], EACH]
    port: Label
    sources: Annotated[dict[Group, Sources], EACH]
    german_sources: GermanSources
    entries: Annotated[dict[EntryLetter, Entry], EACH]
    fortified: dict[Label, tuple[Label, ...]]


class NamedBoundary(Data, frozen=True):
    """A boundary between the army groups: hexsides, the hex of the 12th Army Group first (BLD-6-5)."""

    name: Title
    sides: Annotated[tuple[HexSide, ...], Meta(min_length=1)]


class ScenarioFile(Data, frozen=True):
    """A scenario: its lines in a menu, its turns, its units with their hexes.

    `units`: the ids that take part; None for all units of the campaign. `allied_ground`: hexes that the Allies hold as
    play begins, all other land being German. `placement`: hexes of units under that option (BLD-20-2). `demolition`:
    points at the port as play begins; `captured`: the turn in which it fell, `repaired`: turns since its repair.
    """

    ledger: Clause
    title: Title
    kind: Kind
    order: Positive
    difficulty: Annotated[int, Meta(ge=1, le=5)]
    minutes: Annotated[int, Meta(ge=1, le=6000)]
    multiplayer: bool
    first: Turn
    last: Turn
    victory: str
    options: dict[Option, Annotated[tuple[str, ...], Meta(min_length=1, max_length=9)]]
    summary: Title
    briefing: Words
    placed: Annotated[dict[Side, dict[Label, tuple[UnitId, ...]]], EACH]
    lost: dict[UnitId, Positive]
    allied_ground: tuple[Label, ...]
    boundary: str
    arrivals: bool = True
    placement: dict[UnitId, Annotated[tuple[Label, ...], Meta(min_length=1)]] = {}
    placement_moves: dict[UnitId, Label] = {}
    placement_ground: tuple[Label, ...] = ()
    stocks: dict[Account, Count] = {}
    demolition: Annotated[int, Meta(ge=0, le=7)] = 0
    captured: Count = 0
    repaired: Count = 0
    hints: tuple[Hint, ...] = ()

    @property
    def turns(self) -> int:
        """The number of turns."""
        return self.last - self.first + 1
