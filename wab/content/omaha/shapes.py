"""The shapes of positions, cards, forces and scenarios of Omaha Beach, and the words that all its data share."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from wab.content.hints import Hint
from wab.content.reader import EACH, Title, Words

Sector = Literal["east", "west"]
Division = Literal["1st", "29th"]
Symbol = Literal["circle", "diamond", "triangle"]
Colour = Literal["red", "orange", "brown", "green", "blue", "purple"]
Level = Literal["intense", "sustained", "sporadic"]
Tide = Literal["low", "mid", "high"]
Icon = Literal["fire", "armour", "star", "A", "R", "M", "P"]
Weapon = Literal["AR", "BR", "BZ", "DE", "FL", "FT", "MG", "MT", "NV", "RD"]
"""Artillery, automatic rifle, bazooka, demolition, flanking, flamethrower, machine gun, mortar, naval fire, radio."""
Moves = Literal["foot", "leader", "vehicle", "gun"]
Landing = Literal["infantry", "ranger", "tank", "other", "none"]
UnitKind = Literal["wn88", "wn75", "rocket", "squad", "tactical", "division", "meyer", "armour"]
CounterKind = Literal[
    "wn88", "wn75", "rocket", "squad", "tactical", "division", "meyer", "armour",
    "wn_marker", "mobile_marker", "meyer_marker", "building_marker", "armour_marker",
]  # fmt: skip
Option = Literal["players", "early_actions", "bombardment", "tanks", "pointe_du_hoc", "reaction", "armour"]
Kind = Literal["campaign", "scenario", "lesson"]
EventName = Literal[
    "naval", "naval_reinf", "reinf", "reserve", "hero", "hero_reserve", "meemies", "meyer", "smoke", "artillery",
    "confusion", "radio_out", "low_ammo", "snipers", "traffic_jam", "rally", "reorganize", "stragglers",
]  # fmt: skip
SYMBOLS: tuple[Symbol, ...] = ("circle", "diamond", "triangle")
"""In the order in which a card prints its landing letters (OMA-2.3-2)."""
COLOURS: tuple[Colour, ...] = ("red", "orange", "brown", "green", "blue", "purple")
LEVELS: tuple[Level, ...] = ("intense", "sustained", "sporadic")
HOME: dict[Division, Sector] = {"1st": "east", "29th": "west"}
"""The sector of a division (OMA-2.1-5)."""

Label = Annotated[
    str, Meta(pattern=r"^[0-2][0-9][0-3][0-9]$", description="the number of a hex (expected as 0513, row and column)")
]
PositionId = Annotated[
    str,
    Meta(pattern=r"^(WN[0-9]{2}|[A-G][0-9]{1,2}|u[0-9]{4})$", description="a position (expected as WN62, C4, u1014)"),
]
Clause = Annotated[str, Meta(pattern=r"^OMA-[0-9.]+-[0-9]{1,2}$", description="a clause of the ledger")]
Count = Annotated[int, Meta(ge=0, le=999)]
Positive = Annotated[int, Meta(ge=1, le=999)]
Turn = Annotated[int, Meta(ge=0, le=32)]
Turns = tuple[Turn, Turn]
"""The first and the last turn of a band."""
Labels = tuple[Label, ...]


class Data(Struct, frozen=True, forbid_unknown_fields=True):
    """Base of all data shapes: an unknown field is an error, so that a misspelt one cannot be overlooked."""


class PositionRow(Data, frozen=True):
    """A German position (OMA-2.1-6 to OMA-2.1-16): its hexes, the northern one first, and its dots by level."""

    hexes: Annotated[Labels, Meta(min_length=1, max_length=2)]
    sector: Sector
    colour: Colour
    vp: bool = False
    arrows: tuple[PositionId, ...] = ()
    intense: Labels = ()
    sustained: Labels = ()
    sporadic: Labels = ()


class BoxRow(Data, frozen=True):
    """A landing box (OMA-2.1-17) with the hex of each waterline; without a beach it has no name (OMA-5.32-1)."""

    sector: Sector
    beach: str = ""
    low: Label | None = None
    mid: Label | None = None
    high: Label | None = None


class DrawRow(Data, frozen=True):
    """A draw (OMA-13.21-1): the hexes inland of the barrier, and its mouth."""

    hexes: Labels
    mouth: Labels


class Battery(Data, frozen=True):
    """A German artillery unit off the map (OMA-2.1-21), with the positions that observe for it."""

    sector: Sector
    calibre: Positive
    observers: tuple[PositionId, ...]


class PositionsFile(Data, frozen=True):
    """positions.yaml; boxes stand from east to west (OMA-5.11-1)."""

    positions: dict[PositionId, PositionRow]
    boxes: dict[str, BoxRow]
    draws: dict[str, DrawRow]
    west_from: Positive
    west_from_in_row: dict[Positive, Positive]
    exits: dict[str, Label]
    batteries: dict[str, Battery]

    def sector(self, label: str) -> Sector:
        """The sector of a hex (OMA-2.1-5)."""
        row, col = int(label[:2]), int(label[2:])
        return "west" if col >= self.west_from_in_row.get(row, self.west_from) else "east"


class EventBand(Data, frozen=True):
    """The event of a card in a band of turns (OMA-2.3-3)."""

    turns: Turns
    event: EventName
    at: tuple[str, ...] = ()


class GunValue(Data, frozen=True):
    """The artillery value of a card (OMA-6.1-8): the least number of guns, of the calibres that count."""

    least: Positive
    calibres: tuple[Positive, ...]


FireSign = tuple[Colour, Literal["single", "double"], Icon]


class CardRow(Data, frozen=True):
    """A card (OMA-2.3-1): landing letters for circle, diamond, triangle, events by turn, fire."""

    landing: Annotated[str, Meta(pattern=r"^[A-D]{3}$")]
    mine: bool
    target: Symbol
    fire: Annotated[tuple[FireSign, ...], Meta(min_length=3, max_length=3)]
    events: tuple[EventBand, ...]
    guns: GunValue | None = None

    def sign(self, colour: str) -> FireSign | None:
        """The sign of a colour, None if the card does not show it."""
        return next((sign for sign in self.fire if sign[0] == colour), None)

    def letter(self, symbol: Symbol) -> int:
        """The column of the landing table for a symbol: 0 for A."""
        return "ABCD".index(self.landing[SYMBOLS.index(symbol)])

    def event(self, turn: int) -> EventBand | None:
        """The event whose band contains a turn."""
        return next((band for band in self.events if band.turns[0] <= turn <= band.turns[1]), None)


class DeckFile(Data, frozen=True):
    """deck.yaml: the cards by number."""

    cards: dict[Annotated[int, Meta(ge=1, le=54)], CardRow]


class UnitRow(Data, frozen=True):
    """A US unit (OMA-2.21-1): strengths from full steps down, weapons of the reduced faces, entry turn and place.

    `at`: a box, a beach, or a division for any box of its sector (OMA-5.3-1).
    """

    division: Division
    type: str
    symbol: Symbol
    strength: Annotated[tuple[Positive, ...], Meta(min_length=1, max_length=4)]
    turn: Turn
    at: str
    reduced: tuple[tuple[Weapon, ...], ...] = ()


class LeaderRow(Data, frozen=True):
    """An HQ or a general (OMA-11.2-1, OMA-11.3-1)."""

    division: Division
    type: Literal["hq", "general"]
    turn: Turn
    at: str


class USFile(Data, frozen=True):
    """forces/us.yaml."""

    units: dict[str, UnitRow]
    leaders: dict[str, LeaderRow]
    heroes: Annotated[dict[Division, tuple[str, ...]], EACH]


class CounterRow(Data, frozen=True):
    """A German unit or reserve marker (OMA-2.22-1, OMA-2.24-1); `tactical`: it brings a unit instead (OMA-9.4-1)."""

    strength: Count = 0
    needs: tuple[Weapon, ...] = ()
    name: str = ""
    division: Literal["", "352", "716"] = ""
    tactical: bool = False


GermanFile = dict[CounterKind, tuple[CounterRow, ...]]
"""forces/german.yaml: counters by kind."""


class PlacedRow(Data, frozen=True):
    """A US unit on the map as play begins (OMA-21.1-9): its strength says its steps."""

    hex: Label
    strength: Count = 0
    hero: bool = False
    command: Sector | None = None


class LateStart(Data, frozen=True):
    """A game that begins inland (OMA-21.1): what stands where after the morning.

    `placed` and `lost` units; `sand`: heavy units with their strength, on any high-tide beach hexes of their sector;
    `delayed` to a turn. US units due before `due` and not named are out of the game; the ones due on it wait in landing
    boxes. `arrived`: positions that hold a reinforcement unit, with a marker or without, of `drawn` counters by kind.
    """

    due: Positive
    placed: dict[str, PlacedRow]
    sand: dict[str, Positive]
    lost: tuple[str, ...]
    delayed: dict[str, Turn]
    arrived: dict[PositionId, bool]
    drawn: dict[UnitKind, Count]
    cleared: Labels
    rockets: Count

    def has(self, key: str, turn: int) -> bool:
        """Check if a unit with this entry turn takes part (OMA-21.1-14 to OMA-21.1-16)."""
        return turn >= self.due or key in {*self.placed, *self.sand, *self.lost, *self.delayed}


class Goal(Data, frozen=True):
    """The aim of a lesson: so many companies on high ground, and so many counters in a loss box at most."""

    high: Positive
    losses: Count


class ScenarioFile(Data, frozen=True):
    """A scenario: its lines in a menu, its turns and sectors, and the German set-up.

    `before`: US units due on this turn or later are left out (OMA-3-7). `counters`: hexes of the WN units by kind, the
    counters of a kind being drawn at random (OMA-3-3). `markers`: hexes with a WN reserve marker (OMA-3-2). `pools`:
    counters of a kind that fill a pool, the rest being out of the game. `options`: by value the points that it adds at
    the end (OMA-22-1), the usual value first.
    `boxed`: the only units of a lesson, each in its landing box as play begins; `goal`: its aim instead of points.
    """

    ledger: Clause
    title: Title
    kind: Kind
    order: Positive
    difficulty: Annotated[int, Meta(ge=1, le=5)]
    minutes: Annotated[int, Meta(ge=1, le=6000)]
    multiplayer: bool
    first: Positive
    last: Positive
    sectors: Annotated[tuple[Sector, ...], Meta(min_length=1)]
    before: Positive
    victory: str
    summary: Title
    briefing: Words
    counters: dict[UnitKind, Labels]
    markers: Labels
    pools: dict[CounterKind, Count]
    batteries: tuple[str, ...]
    options: dict[Option, Annotated[dict[str, int], Meta(min_length=1)]] = {}
    boxed: tuple[str, ...] = ()
    goal: Goal | None = None
    hints: tuple[Hint, ...] = ()
    ours: bool = False
    late: LateStart | None = None

    @property
    def turns(self) -> int:
        """The number of turns."""
        return self.last - self.first + 1
