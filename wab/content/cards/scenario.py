"""The shape of a scenario of the card game: campaigns/cards/scenarios/TITLE-IN-WORDS.yaml (CRD-S-1)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from wab.content.cards.shapes import (
    Count,
    Data,
    Difficulty,
    HexLabel,
    Kind,
    LedgerId,
    MedalType,
    PerSide,
    Positive,
    Section,
    Side,
    Type,
)
from wab.content.hints import Hint
from wab.content.normandy.grammar import Grammars
from wab.content.reader import Title, Words

Boards = Annotated[int, Meta(ge=1, le=2)]


class BoardChoice(Data, frozen=True):
    """The face that lies upward and the number of boards (CRD-1-3, CRD-O-2); `top` is the compass side of row 1."""

    face: Literal["country", "beach"]
    boards: Boards = 1
    top: str = "north"


class Edges(Data, frozen=True):
    """The side at each long edge of the board (CRD-2.9-1)."""

    south: Side
    north: Side


class Condition(Data, frozen=True):
    """The demands of a sudden death besides the hex (CRD-A3-6): the type, the kinds that do not count, medals held.

    It is judged at the end of a turn of the side itself.
    """

    type: Type | None = None
    not_kinds: tuple[Kind, ...] = ()
    own_medals: Count = 0


class Medal(Data, frozen=True):
    """An objective (CRD-A3-1): its hexes, its type, and the side that may gain it.

    `majority_temporary` is one medal for all its hexes together; `exit` gives one for every unit that leaves.
    """

    hexes: tuple[HexLabel, ...]
    type: MedalType
    side: Literal["allies", "axis", "both"]
    name: Title
    condition: Condition | None = None


class Placement(Data, frozen=True):
    """A unit set up on the board; `figures` if it does not have the figures of its kind (CRD-2.5-2)."""

    kind: Kind
    hex: HexLabel
    name: Title
    figures: Positive | None = None
    grammar: Grammars = field(default_factory=dict)


class Growth(Data, frozen=True):
    """A hand that grows (CRD-2.13-2): cards drawn at the end of the side's own turns by their number, else one."""

    side: Side
    draws: dict[Positive, Positive]


class Reinforcement(Data, frozen=True):
    """`reinforce` (CRD-S-7): units placed at the start of a turn of the side on the named hexes.

    Where such a hex is taken, on the nearest free one in its row.
    """

    side: Side
    own_turn: Positive
    units: tuple[Arrival, ...]


class Arrival(Data, frozen=True):
    """A unit that comes later, and the hex that it is meant for."""

    kind: Kind
    hex: HexLabel
    name: Title
    grammar: Grammars = field(default_factory=dict)


class OpeningBarrage(Data, frozen=True):
    """`opening_barrage` (CRD-S-8): attacks from off the board before the first turn, named by their cards.

    `distinct`: each on another unit. `one_per_command`: each in another command of the double board. `not_in`: units
    behind this obstacle are spared.
    """

    side: Side
    attacks: tuple[Literal["barrage", "air_power"], ...]
    distinct: bool = False
    one_per_command: bool = False
    not_in: str = ""


class Rising(Data, frozen=True):
    """`rising` (CRD-S-9): a unit a turn, of the Resistance as a rule, `stock` in all, in a free one of the hexes."""

    side: Side
    hexes: tuple[HexLabel, ...]
    stock: Positive
    from_own_turn: Positive = 1
    kind: Kind = "resistance"


class Specials(Data, frozen=True):
    """Special rules of a scenario (CRD-0-2); exits and works to clear are among its medals (CRD-S-4, CRD-S-6).

    `fordable`: river hexes that can be waded (CRD-S-3). `bunkers`: the only side that they shelter (CRD-S-5).
    `air_override` says why the air dice differ from the table (CRD-A4-3). `joined_bridges`: pairs of bridge hexes
    between which units step (CRD-A2.8-4).
    """

    hand_growth: Growth | None = None
    fordable: tuple[HexLabel, ...] = ()
    bunkers: Side | None = None
    reinforce: tuple[Reinforcement, ...] = ()
    opening_barrage: OpeningBarrage | None = None
    rising: Rising | None = None
    air_override: Words = field(default_factory=dict)
    joined_bridges: tuple[tuple[HexLabel, HexLabel], ...] = ()


class ScenarioFile(Data, frozen=True):
    """campaigns/cards/scenarios/TITLE-IN-WORDS.yaml. The id is `cards/` and the file's name.

    `terrain` and `obstacles` by kind in the order of placing (CRD-2.3-1, CRD-2.4-1), `counts` how many of each must be
    there; `medals` and the kinds of units say where medals and badges go (CRD-2.6-1). `order` is the place in the menu,
    which begins with the battle for a first game (CRD-2.1-1); `minutes` a battle lasts, 30 to 45 as a rule (CRD-0-3).
    `hands` and `medals_to_win` (CRD-3-1) are set by simulated play (CRD-S-10, docs/lab/balance_cards.md); `air`: dice a
    target of Air Power. `rules`: the special rules in words, `places` names on the map. `theatre` and `year` choose the
    row of the air superiority table. `ledger` is its id in the ledger. A
    `lesson` is ours: a small battle that its hints lead through.
    """

    title: Title
    date: Title
    summary: Words
    briefing: Words
    board: BoardChoice
    edges: Edges
    first: Side
    hands: PerSide
    medals_to_win: PerSide
    air: PerSide
    terrain: dict[str, tuple[HexLabel, ...]]
    obstacles: dict[str, tuple[HexLabel, ...]]
    counts: dict[str, Positive]
    medals: tuple[Medal, ...]
    allies: tuple[Placement, ...]
    axis: tuple[Placement, ...]
    ledger: LedgerId | Literal[""] = ""
    theatre: str = "western"
    year: Positive = 1944
    order: Count = 0
    difficulty: Difficulty = 1
    minutes: Positive = 30
    places: dict[HexLabel, Title] = field(default_factory=dict)
    special: Specials = Specials()
    rules: tuple[Words, ...] = ()
    generals: dict[Side, dict[Section, Title]] = field(default_factory=dict)
    hints: tuple[Hint, ...] = ()
    lesson: bool = False

    def units_of(self, side: str) -> tuple[Placement, ...]:
        """The units that one side sets up."""
        return self.allies if side == "allies" else self.axis
