"""The unchanging facts of a battle: field, terrain, tables, cards, units, seats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from functools import cached_property
from typing import Any, Literal

import msgspec

from wab.content.cards.geometry import Field, mirrored
from wab.content.cards.scenario import Condition, Edges, Growth, OpeningBarrage
from wab.content.cards.shapes import Card, PerSide, Tables, TerrainKind, UnitKind
from wab.engine.words.text import Text
from wab.systems.cards.state.lines import Lines, lines_of

SIDES = ("allies", "axis")
SECTIONS = ("left", "center", "right")


def enemy_of(side: str) -> str:
    """The other side."""
    return "axis" if side == "allies" else "allies"


def text_of(words: Mapping[Any, str]) -> Text:
    """A text of the data files."""
    return Text.of_data({str(language): word for language, word in words.items()})


class Profile(msgspec.Struct, frozen=True):
    """The nature of a unit, apart from its condition. `figures` is its own size at set-up, usual for its kind or not.

    `fixed`: a gun or tank set up in a bunker, which never leaves that hex (CRD-A2.17-2).
    """

    name: Text
    side: str
    kind: str
    figures: int
    fixed: bool = False


class Objective(msgspec.Struct, frozen=True):
    """A medal on the map (CRD-A3-1): its type, the side that may gain it ("both" for either), its hexes.

    One of type "clear" is permanent, and the work in the hex is blown up when it is gained (CRD-S-6).
    """

    number: int
    type: str
    side: str
    hexes: tuple[int, ...]
    name: dict[Any, str]
    condition: Condition | None = None


class Arriving(msgspec.Struct, frozen=True):
    """When and where a reinforcement comes: at the start of its side's own turn of that number (CRD-S-7)."""

    own_turn: int
    hex: int


class Rising(msgspec.Struct, frozen=True):
    """The hexes in which the Resistance of a side may rise, from one of the side's own turns on (CRD-S-9)."""

    side: str
    from_own_turn: int
    hexes: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Board:
    """A scenario as it is played, with the players' options. Shared by all states and copies of its battle.

    `terrain` names the terrain of each hex, "" for half hexes. `options` are what was chosen ("deck", "variant",
    "allies_players", "axis_players"). `roster` holds all units that are or may come into play, by id; `arrivals` the
    reinforcements among them, `risers` the Resistance units that may rise. `start` is the hex of each unit at set-up,
    `obstacles` the obstacles of each hex at set-up. `places` are the names printed on hexes. `fordable` are river
    hexes that units may wade through (CRD-S-3), `joined` pairs of bridges, the lower hex first, between which units
    may step (CRD-A2.8-4). `bunkers` is the only side that bunkers shelter, None for both.
    """

    scenario_id: str
    title: Mapping[Any, str]
    date: Mapping[Any, str]
    briefing: Mapping[Any, str]
    rules: tuple[Mapping[Any, str], ...]
    edges: Edges
    first: str
    hands: PerSide
    medals_to_win: PerSide
    air: PerSide
    face: Literal["country", "beach"]
    tables: Tables
    field: Field
    terrain: tuple[str, ...]
    roster: dict[int, Profile]
    objectives: tuple[Objective, ...]
    options: Mapping[str, str] = dataclass_field(default_factory=dict)
    arrivals: Mapping[int, Arriving] = dataclass_field(default_factory=dict)
    risers: tuple[int, ...] = ()
    start: Mapping[int, int] = dataclass_field(default_factory=dict)
    obstacles: Mapping[int, tuple[str, ...]] = dataclass_field(default_factory=dict)
    places: Mapping[int, Mapping[Any, str]] = dataclass_field(default_factory=dict)
    fordable: frozenset[int] = frozenset()
    joined: frozenset[tuple[int, int]] = frozenset()
    hand_growth: Growth | None = None
    bunkers: str | None = None
    opening_barrage: OpeningBarrage | None = None
    rising: Rising | None = None

    @cached_property
    def lines(self) -> Lines:
        """Distances, retreat steps and sight lines of the field."""
        return lines_of(self.field)

    @cached_property
    def ground(self) -> tuple[TerrainKind | None, ...]:
        """Return what the terrain of each hex does, None for half hexes."""
        return tuple(self.tables.terrain[name] if name else None for name in self.terrain)

    @cached_property
    def height(self) -> tuple[int, ...]:
        """The height of each hex (CRD-A2.15-1)."""
        return tuple(kind.height if kind is not None else 0 for kind in self.ground)

    @cached_property
    def exits(self) -> dict[str, frozenset[int]]:
        """The hexes by which a side's units may leave the board (CRD-S-4), by side."""
        found: dict[str, frozenset[int]] = {}
        for objective in self.objectives:
            if objective.type == "exit":
                for side in SIDES if objective.side == "both" else (objective.side,):
                    found[side] = found.get(side, frozenset()) | frozenset(objective.hexes)
        return found

    @cached_property
    def cards(self) -> dict[str, Card]:
        """The kinds of command card by key."""
        return self.tables.cards

    @cached_property
    def adjacent(self) -> tuple[tuple[int, ...], ...]:
        """The hexes next to each hex."""
        return self.field.adjacent

    @cached_property
    def overlord(self) -> bool:
        """Return whether two boards are joined and the Overlord rules apply (CRD-O-1)."""
        return len(self.field.size.command_lines) > 0

    def label(self, hex_: int) -> str:
        """The printed name of a hex, as "E7"."""
        return self.field.label(hex_)

    def hex(self, label: str) -> int:
        """The hex of a printed name; ValueError when there is none."""
        return self.field.hex(label)

    def distance(self, first: int, second: int) -> int:
        """Range between two hexes, over any ground (CRD-4.4.2-2, CRD-4.4.2-3)."""
        return self.lines.distances[first][second]

    def is_south(self, side: str) -> bool:
        """Return whether a side sits at the south edge."""
        return self.edges.south == side

    def sections(self, hex_: int, side: str) -> tuple[str, ...]:
        """The sections of a hex as a side sees them: two on a section line (CRD-4.0-3, CRD-4.0-4).

        On a double board these are the numbers "1" to "6" from left to right as the south sees them (CRD-O-10).
        """
        if self.overlord:
            return tuple(str(number) for number in self.field.section_of[hex_])
        return tuple(self.field.sections(hex_, self.is_south(side)))

    def commands(self, hex_: int, side: str) -> tuple[str, ...]:
        """On a double board, the commands of a side's field generals in which a hex lies (CRD-O-3)."""
        return tuple(self.field.commands(hex_, self.is_south(side)))

    def back(self, side: str) -> tuple[tuple[int, ...], ...]:
        """From each hex the hexes one row nearer to a side's base line (CRD-4.4.9-2)."""
        return self.lines.southward if self.is_south(side) else self.lines.northward

    def kind(self, kind: str) -> UnitKind:
        """Return what units of a kind can do."""
        return self.tables.units.kinds[kind]

    def type_of(self, kind: str) -> str:
        """The type of a kind of unit: "infantry", "armour" or "artillery" (CRD-A1.1-1)."""
        return self.tables.units.kinds[kind].type

    def goal(self, side: str) -> int:
        """The number of medals with which a side wins (CRD-3-1)."""
        return self.medals_to_win.of(side)

    @staticmethod
    def mirrored(section: str) -> str:
        """The section of the same ground as the other side calls it (CRD-4.0-3)."""
        return mirrored(section)
