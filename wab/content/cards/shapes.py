"""The shapes of the card game's data files: what campaigns/cards/ holds, checked field by field when it is read.

Every Struct here is the shape of a YAML file or of a part of one, with the names that a designer writes. A hex is its
label, column letter and row number (CRD-B-2); the rule system's board works out what follows from geometry.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from wab.content.reader import EACH, Line, Title, Words
from wab.engine.words.text import N_
from wab.locale import current_language

Side = Literal["allies", "axis"]
Kind = Annotated[
    str,
    Meta(
        pattern=r"^[a-z][a-z0-9_]*$",
        description=N_("a kind of unit (expected one of tables/units.yaml)"),
    ),
]
Type = Literal["infantry", "armour", "artillery"]
Symbol = Literal["infantry", "armour", "grenade", "star", "flag"]
Section = Literal["left", "center", "right"]
Sight = Literal["free", "blocks", "unless_both_high", "two_adjacent"]
MedalType = Literal["temporary", "permanent", "majority_temporary", "sudden_death", "exit", "clear"]
Superiority = Literal["allies", "axis", "even"]
HexLabel = Annotated[
    str,
    Meta(pattern=r"^[A-Z][1-9]$", description=N_("a hex label (expected a column letter and a row number, as in E7)")),
]
LedgerId = Annotated[
    str,
    Meta(pattern=r"^CRD-T-SCN-[A-Z]+$", description=N_("the id of a scenario in the ledger (as in CRD-T-SCN-OMAHA)")),
]
Count = Annotated[int, Meta(ge=0)]
Positive = Annotated[int, Meta(ge=1)]
Level = Annotated[int, Meta(ge=1, le=3)]
Difficulty = Annotated[int, Meta(ge=1, le=5)]
Limit = Positive | Literal["all"]
EVERYBODY = 99
"""More units than any side has: the number that "all" stands for."""


def in_language(words: Mapping[Any, str]) -> str:
    """A text of the data in the reader's language, in English where it is not there."""
    return words.get(current_language()) or words["en"]


def number_of(limit: int | str) -> int:
    """A limit as a number: EVERYBODY for "all"."""
    return EVERYBODY if isinstance(limit, str) else limit


class Data(Struct, frozen=True, forbid_unknown_fields=True):
    """Base of all data shapes: an unknown field is an error, so that a misspelt one cannot be overlooked."""


class PerSide(Data, frozen=True):
    """A number for each side."""

    allies: Count
    axis: Count

    def of(self, side: str) -> int:
        """The number of one side."""
        return self.allies if side == "allies" else self.axis


class PerType(Data, frozen=True):
    """A number for each of the three types of unit; none where it is not named."""

    infantry: Count = 0
    armour: Count = 0
    artillery: Count = 0

    def of(self, type_: str) -> int:
        """The number of one type."""
        return int(getattr(self, type_))


# ------------------------------------------------------------------------------------------------- tables


class UnitKind(Data, frozen=True):
    """A kind of unit (CRD-T-ATTACK, CRD-T-UNITS).

    `figures` at full strength; `dice` by distance in hexes, from 1; `move` and `move_and_attack` in hexes; `badge` the
    special-forces badge that goes where the unit goes (CRD-A1.3-1). `retreat_per_flag`: the fewest and the most hexes
    that it goes back for each flag (CRD-A1.5-3). `attacks_after_entering`: also terrain that forbids it (CRD-A1.5-1).
    """

    title: Title
    type: Type
    figures: Positive
    dice: tuple[Positive, ...]
    move: Count
    move_and_attack: Count
    badge: Literal["", "elite", "resistance"] = ""
    needs_sight: bool = True
    ignores_protection: bool = False
    takes_ground: bool = True
    overruns: bool = False
    attacks_after_entering: bool = False
    retreat_per_flag: tuple[Positive, Positive] = (1, 1)


class UnitTable(Data, frozen=True):
    """tables/units.yaml: the kinds, and how many figures and badges a box has (CRD-1-2, CRD-1-1).

    There are as many kinds as a designer likes, each of one of the three types (CRD-A1.1-1).
    """

    kinds: dict[Kind, UnitKind]
    box: PerType
    box_badges: Count


class BeachStep(Data, frozen=True):
    """A step between a beach hex and a height next to it (CRD-A2.11-2, CRD-A2.12-1).

    `cost` in hexes by type, 0 if it is impossible; `ground_up` and `ground_down`: ground is taken that way.
    """

    cost: PerType
    ground_up: bool
    ground_down: bool


class TerrainKind(Data, frozen=True):
    """A terrain (CRD-T-TERRAIN): height, what it does to movement, attack and retreat, protection, sight, flags.

    `stops` (CRD-A2.1-2), `no_attack_on_entry` (CRD-A2.1-3), `no_attack_from` (CRD-A2.10-4), `impassable`
    (CRD-A2.7-1). `most_hexes`: the longest whole move that enters it, 0 for no limit (CRD-A2.9-1). `from_next_hex`: it
    is entered only from where the unit began its turn, `leaving_stops`: a unit that leaves it stops in the next hex
    (CRD-A2.3). `climb`: hexes that a step up onto it costs (CRD-A2.13-1). `protection`: dice taken from an attacker of
    a type, `from_below`: only from one that is lower (CRD-A2.4-3); `handicap`: dice that a unit of a type in it loses.
    `flags` that a unit in it may ignore; `no_retreat_into` (CRD-A2.10-3); `water`: not dry land (CRD-A2.8-7).
    """

    title: Title
    height: Annotated[int, Meta(ge=0, le=2)] = 0
    stops: bool = False
    no_attack_on_entry: bool = False
    no_attack_from: bool = False
    impassable: bool = False
    most_hexes: Count = 0
    from_next_hex: bool = False
    leaving_stops: bool = False
    climb: Positive = 1
    beach_step: BeachStep | None = None
    protection: PerType = PerType()
    from_below: bool = False
    handicap: PerType = PerType()
    sight: Sight = "free"
    flags: Count = 0
    no_retreat_into: bool = False
    water: bool = False


class Obstacle(Data, frozen=True):
    """An obstacle or work on a hex (CRD-T-OBSTACLES).

    `closed_to`: types that cannot enter; `spans`: it makes water passable, from dry land (CRD-A2.8-1). `flags` that a
    unit of a type may ignore. `removed_by`: types that take it away, by moving in (`enter`) or in place of an attack
    (`attack`); `removed_when_left` (CRD-A2.20-2). `one_sided`: a scenario may give its protection to one side only
    (CRD-A2.17-6). `not_on`: terrain on which it cannot stand. `fortifies`: a unit there digs in no further
    (CRD-C.dig_in-2).
    """

    title: Title
    closed_to: tuple[Type, ...] = ()
    spans: bool = False
    stops: bool = False
    protection: PerType = PerType()
    handicap: PerType = PerType()
    blocks_sight: bool = False
    flags: PerType = PerType()
    removed_by: dict[Type, Literal["enter", "attack"]] = {}
    removed_when_left: bool = False
    one_sided: bool = False
    not_on: tuple[str, ...] = ()
    fortifies: bool = False


class DiceTable(Data, frozen=True):
    """tables/dice.yaml (CRD-T-DICE): the symbol on each face, face 1 first; `attack_dice` in the box."""

    faces: tuple[Symbol, Symbol, Symbol, Symbol, Symbol, Symbol]
    attack_dice: Positive


class AirTable(Data, frozen=True):
    """tables/air.yaml (CRD-T-AIR): who has air superiority, by theatre and year, and the dice a target of each side."""

    years: tuple[Positive, ...]
    theatres: dict[str, tuple[Superiority, ...]]
    dice: dict[Superiority, PerSide]

    def dice_of(self, theatre: str, year: int) -> PerSide:
        """Dice that each side rolls for a target of Air Power (CRD-A4-2). KeyError, ValueError if it has no row."""
        return self.dice[self.theatres[theatre][self.years.index(year)]]


class TeamHand(Data, frozen=True):
    """Cards of a side in a team of two: for each member, and in the middle."""

    each: Positive
    shared: Count


class TeamTable(Data, frozen=True):
    """tables/teams.yaml (CRD-T-TEAM): the team's cards by the scenario's hand; `younger_hand` (CRD-A5.2-2)."""

    hands: dict[Positive, TeamHand]
    younger_hand: Positive


Use = Literal["general", "general_one_section", "commander"]


class OverlordTable(Data, frozen=True):
    """tables/overlord.yaml (CRD-T-OVERLORD): limits of a turn, and who plays each kind of card (by name of card)."""

    most_cards: Positive
    fewest_kept: Positive
    most_cards_for_general: Positive
    draw: Positive
    recon_draw: Positive
    medics_dice: Positive
    finest_hour_dice: Positive
    only_card: tuple[str, ...]
    first_cards: tuple[str, ...]
    alone: tuple[str, ...]
    uses: dict[str, Use]


# ------------------------------------------------------------------------------------------------- cards


class Bonus(Data, frozen=True):
    """Dice that a card adds to an attack on an adjacent target and on one further away (CRD-C-2)."""

    close_combat: Count = 0
    ranged: Count = 0


class DrawRule(Data, frozen=True):
    """Cards taken from the pile at the end of the turn, and how many of them are kept (CRD-C.recon-2)."""

    take: Positive
    keep: Positive


class CardOrders(Data, frozen=True):
    """The units that a card orders (CRD-4.1-4, CRD-4.1-5).

    Either `by_section`: so many units in each of the sections, as the card's player sees them; or `units` of them,
    anywhere, or in `one_section` of the player's choice. `types` of units, empty for any. `condition` that a unit must
    meet when it is ordered (CRD-4.2-8): next to an enemy or not, with lost figures, in a hex not yet fortified.
    """

    by_section: dict[Section, Limit] = {}
    units: Limit | None = None
    one_section: bool = False
    types: tuple[Type, ...] = ()
    condition: Literal["", "adjacent", "not_adjacent", "unfortified", "weakened"] = ""


class CardStrike(Data, frozen=True):
    """An attack from off the board (CRD-C-5): targets, dice a target (0: as air superiority says), symbols that hit."""

    most_targets: Positive
    connected: bool
    dice: Count
    stars_hit: bool


class CardMove(Data, frozen=True):
    """Hexes that ordered units move, in place of the move of their kind."""

    move: Count
    move_and_attack: Count


class Card(Data, frozen=True):
    """A kind of command card (CRD-T-DECK). `text` is what is printed on it.

    Section cards and tactic cards are the two families (CRD-4.1-3). `name` is what cards for different sections have in
    common; `section` the section of a section card, empty for several and for tactic cards. `level` 1 sections only, 2
    simple, 3 full (CRD-A5.2-10). `fall_back`: one unit of choice for a player without any of `orders.types` (CRD-C-3).
    `attacks` a turn of a unit that has not moved, `still` none moves, `passive` none attacks. `second_move` after the
    attack, `free_moves`: terrain does not limit the moves (CRD-C.behind_enemy_lines-2). `dice_by_hand`: a die for each
    card held, this one counted. `reshuffles` the pile with the discards at the end of the turn. `interrupts`: it is
    played in the enemy's turn. `copies` the card that the enemy played last. `mirror` is the key of the same card with
    left and right exchanged, where it is another.
    """

    key: str
    name: Line
    title: Title
    text: Words
    family: Literal["section", "tactic"]
    count: Positive
    level: Level
    section: Literal["", "left", "center", "right"] = ""
    orders: CardOrders | None = None
    fall_back: bool = False
    bonus: Bonus = Bonus()
    move: CardMove | None = None
    attacks: Positive = 1
    still: bool = False
    passive: bool = False
    second_move: Count = 0
    free_moves: bool = False
    strike: CardStrike | None = None
    places: Literal["", "sandbags"] = ""
    heals: bool = False
    dice_by_hand: bool = False
    orders_by_face: dict[Symbol, Literal["infantry", "armour", "any"]] = {}
    draw: DrawRule | None = None
    reshuffles: bool = False
    interrupts: bool = False
    copies: bool = False
    mirror: str = ""


class DeckFile(Data, frozen=True):
    """deck.yaml: every kind of card; with how many of each family there must be."""

    section_cards: Positive
    tactic_cards: Positive
    cards: tuple[Card, ...]


# ------------------------------------------------------------------------------------------------- board


class BoardSize(Data, frozen=True):
    """One board or two side by side (CRD-B-1, CRD-O-2), in doubled coordinates: columns of an odd row, section lines.

    `sections` are the x of the lines between sections, `commands` of those between the commands of field generals.
    """

    columns: Annotated[int, Meta(ge=3, le=60)]
    section_lines: tuple[Count, ...]
    command_lines: tuple[Count, ...] = ()


class BoardTable(Data, frozen=True):
    """board.yaml: rows, the two sizes by number of boards, and the terrain of the rows of each face (CRD-B-8)."""

    rows: Annotated[int, Meta(ge=3, le=40)]
    sizes: dict[Positive, BoardSize]
    faces: Annotated[dict[Literal["country", "beach"], dict[Positive, str]], EACH]


class Tables(Data, frozen=True):
    """All tables of this system."""

    units: UnitTable
    terrain: dict[str, TerrainKind]
    obstacles: dict[str, Obstacle]
    dice: DiceTable
    air: AirTable
    teams: TeamTable
    overlord: OverlordTable
    deck: DeckFile
    board: BoardTable

    @property
    def cards(self) -> dict[str, Card]:
        """The kinds of card by key."""
        return {card.key: card for card in self.deck.cards}
