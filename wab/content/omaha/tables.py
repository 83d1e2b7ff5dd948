"""The shapes of the tables of Omaha Beach: one Struct a file of campaigns/omaha/tables/."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta

from wab.content.omaha.shapes import (
    Count,
    Data,
    EventName,
    Icon,
    Landing,
    Level,
    Moves,
    Positive,
    Tide,
    Turn,
    Turns,
    Weapon,
)
from wab.content.reader import EACH, Title

Code = Annotated[str, Meta(pattern=r"^[A-Z]{1,2}[0-9]?$", description="the code of an effect (expected as E2, LD)")]
Four = tuple[Code, Code, Code, Code]


def within(turns: Turns, turn: int) -> bool:
    """Check if a turn lies in a band."""
    return turns[0] <= turn <= turns[1]


class LandingEffect(Data, frozen=True):
    """A result of the landing table: boxes of drift (west positive), delay, steps lost (OMA-5.1-1)."""

    drift: int = 0
    delayed: bool = False
    steps: Count = 0


class LandingBand(Data, frozen=True):
    """The rows of the landing table for a band of turns, by type: the codes of A to D."""

    turns: Turns
    rows: dict[Literal["infantry", "ranger", "tank", "other", "tank_1st", "tank_29th"], Four]


class LandingTable(Data, frozen=True):
    """landing.yaml (OMA-T-LANDING)."""

    effects: dict[Code, LandingEffect]
    bands: tuple[LandingBand, ...]

    def row(self, turn: int, landing: str, division: str) -> Four | None:
        """The row of a type on a turn; None if it is not checked (OMA-5.15-1)."""
        band = next((band for band in self.bands if within(band.turns, turn)), None)
        if band is None:
            return None
        rows: Mapping[str, Four] = band.rows  # type: ignore[assignment]  # keys are words
        return rows.get(landing) or rows.get(f"{landing}_{division}")


class FireEffect(Data, frozen=True):
    """A result of the fire table: steps lost, and whether the unit is disrupted (OMA-6.3-3)."""

    steps: Count = 0
    disrupts: bool = False


class FireCells(Data, frozen=True):
    """The codes of a row of the fire table for one column, by armour and symbol of the target (OMA-6.3-1)."""

    match: Code
    none: Code
    armour_match: Code
    armour_none: Code


class FireTable(Data, frozen=True):
    """fire.yaml (OMA-T-FIRE): cells by column and level of the dot."""

    effects: dict[Code, FireEffect]
    rows: Annotated[dict[Literal["fit", "unrevealed", "ambush"], Annotated[dict[Level, FireCells], EACH]], EACH]


class AttackResult(Data, frozen=True):
    """A result of the attack table (OMA-8.3-6).

    The unit is disrupted, defeated or turns unrevealed with its marker (`hides`); the marker is revealed, removed, or a
    unit alone gains one; the adjacent attackers are disrupted, one of them loses steps.
    """

    disrupts: bool = False
    defeats: bool = False
    hides: bool = False
    gains: bool = False
    reveals: bool = False
    takes_marker: bool = False
    attackers_disrupted: bool = False
    attacker_steps: Count = 0


class AttackRow(Data, frozen=True):
    """A row of the attack table: the least ratio, and the codes by German state; `late` is `revealed` from turn 17."""

    least: Count
    alone: Code
    unrevealed: Code
    revealed: Code
    late: Code


class AttackTable(Data, frozen=True):
    """attack.yaml (OMA-T-ATTACK)."""

    results: dict[Code, AttackResult]
    halves: Annotated[dict[Literal["missing", "present"], tuple[AttackRow, ...]], EACH]
    late_from: Turn


class BarrageEffect(Data, frozen=True):
    """The effect of a barrage on the unit in its target."""

    disrupts: bool = False
    takes_marker: bool = False


class BarrageTable(Data, frozen=True):
    """barrage.yaml (OMA-T-BARRAGE)."""

    both: BarrageEffect
    colour: BarrageEffect
    symbol: BarrageEffect
    artillery_symbol: BarrageEffect


Way = Literal["yes", "no", "road", "trail", "climb", "cliff"]


class TerrainRow(Data, frozen=True):
    """A terrain or kind of hexside: who may enter or cross it, and what it adds to German strength (OMA-T-TERRAIN).

    `attack`: "" from both sides, "high" from high ground only, "never" but at range (OMA-8.15-1). `protects`:
    OMA-7.1-4. `engineers`: a base clears it (OMA-19.3-1).
    """

    foot: Way
    leader: Way
    vehicle: Way
    gun: Way
    defence: Count
    engineers: bool = False
    protects: bool = False
    attack: Literal["", "high", "never"] = ""

    def way(self, moves: Moves) -> Way:
        """Return how a class of units enters or crosses it."""
        found: Way = getattr(self, moves)
        return found


class TerrainTable(Data, frozen=True):
    """terrain.yaml (OMA-T-TERRAIN)."""

    hexes: dict[str, TerrainRow]
    mined: TerrainRow
    sides: dict[str, TerrainRow]


class WeaponRange(Data, frozen=True):
    """Weapons that a unit of full strength has at distances from the first to the second number."""

    at: tuple[Positive, Positive]
    has: tuple[Weapon, ...]


class TypeRow(Data, frozen=True):
    """A kind of US unit (OMA-2.23-1, OMA-T-WEAPONS)."""

    name: Title
    moves: Moves
    landing: Landing
    range: Count
    weapons: tuple[WeaponRange, ...]


class TideBand(Data, frozen=True):
    """The tide of some turns (OMA-5.21-1)."""

    turns: Turns
    tide: Tide


class ClearBand(Data, frozen=True):
    """The obstacle hexes that a sector may clear a turn (OMA-10.12-1)."""

    turns: Turns
    most: Count


class TurnTable(Data, frozen=True):
    """turns.yaml (OMA-T-TURNS)."""

    first: Annotated[str, Meta(pattern=r"^[0-2][0-9]:[0-5][0-9]$")]
    minutes: tuple[Positive, Positive]
    tides: tuple[TideBand, ...]
    reshuffled: tuple[Turn, ...]
    mines: Turns
    guns_from: Turn
    delay_from: Turn
    delayed_free_from: Turn
    drift_from: Turn
    cleared: tuple[ClearBand, ...]
    events: Turns
    late_from: Turn

    def tide(self, turn: int) -> Tide:
        """The tide of a turn."""
        return next(band.tide for band in self.tides if within(band.turns, turn))

    def clearing(self, turn: int) -> int:
        """The obstacle hexes that a sector may clear."""
        return next((band.most for band in self.cleared if within(band.turns, turn)), 0)

    def late(self, turn: int) -> int:
        """Return 1 in the extended game, else 0: the place of a number of two values (OMA-14-1)."""
        return int(turn >= self.late_from)

    def clock(self, turn: int) -> str:
        """The hour at which a turn begins (OMA-1-3, OMA-2.1-19)."""
        hours, minutes = map(int, self.first.split(":"))
        early = min(turn, self.late_from) - 1
        total = hours * 60 + minutes + early * self.minutes[0] + (turn - 1 - early) * self.minutes[1]
        return f"{total // 60:02d}:{total % 60:02d}"


TwoNumbers = tuple[Count, Count]


class March(Data, frozen=True):
    """Hexes of one move from turn 17: on foot, of tanks along secondary roads, and along main roads."""

    foot: Positive
    secondary: Positive
    main: Positive


class LimitTable(Data, frozen=True):
    """limits.yaml: numbers that chapters name; the file says of each which clause. Pairs: turns 1 to 16, from 17."""

    paid: TwoNumbers
    hits: TwoNumbers
    one_step: tuple[bool, bool]
    catastrophe: TwoNumbers
    stacking: Positive
    together: Positive
    march: March
    dense: Positive
    box: Positive
    delay: Positive
    ranger_drift: Positive
    naval: Positive
    naval_strength: Positive
    naval_weapons: tuple[Weapon, ...]
    observed: Positive
    no_ranger_drift: tuple[str, ...]
    reorganised: Positive
    meyer: tuple[Positive, Positive]


Verb = Literal[
    "naval", "reinforce", "marker", "hero", "hero_marker", "rockets", "meyer", "smoke", "guns", "limit", "rally",
    "reorganise", "stragglers",
]  # fmt: skip


class VictoryLevel(Data, frozen=True):
    """A level of victory, and the fewest points that reach it."""

    least: int
    level: str


class Check(Data, frozen=True):
    """The check on the way (OMA-20.2-1): so many points win at once, fewer than `least` lose at once."""

    turn: Turn
    wins: int
    least: int


def is_victory(level: str) -> bool:
    """Check if a level is an American victory."""
    return level.endswith("victory")


class VictoryRow(Data, frozen=True):
    """The levels of a scenario, the best first; `worst` below all of them."""

    levels: tuple[VictoryLevel, ...]
    worst: str
    check: Check | None = None

    def level(self, points: int) -> str:
        """The level that some points reach."""
        return next((row.level for row in self.levels if points >= row.least), self.worst)

    @property
    def to_win(self) -> int:
        """The least points of an American victory, 0 if points do not decide."""
        return min((row.least for row in self.levels if is_victory(row.level)), default=0)


class Worth(Data, frozen=True):
    """Points for a controlled hex of a WN, a reinforcement position, a draw (OMA-13.2-1)."""

    wn: Positive
    reinforcement: Positive
    draw: Positive


class LateWorth(Data, frozen=True):
    """Points at the end of turn 32 (OMA-20.3-2 to OMA-20.3-8): for what the player has, and against it."""

    vp: int
    draw: int
    heavy: int
    step: int
    wn: int
    meyer: int


class VictoryTable(Data, frozen=True):
    """victory.yaml (OMA-T-VICTORY)."""

    worth: Worth
    late: LateWorth
    ranger_exits: tuple[str, ...]
    scenarios: dict[str, VictoryRow]


class TrackTable(Data, frozen=True):
    """tracks.yaml (OMA-T-TRACKS): the ranges of command posts and engineer bases, box by box."""

    command: tuple[Count, ...]
    engineer: tuple[Count, ...]
    bases: Positive
    garrisons: Positive


Situation = Literal[
    "nest_engaged", "nest_idle", "nest_empty", "held_engaged", "held_idle", "empty", "armour_engaged", "armour_idle"
]  # fmt: skip
Action = Literal[
    "fire", "patrol", "advance", "mortar", "shell", "resupply", "redeploy", "bring_up", "reoccupy", "ambush", "drive"
]  # fmt: skip


class ActionTable(Data, frozen=True):
    """actions.yaml (OMA-T-ACTIONS): actions by situation and icon, and the numbers that they ask for."""

    rows: Annotated[dict[Situation, dict[Icon, Action]], EACH]
    near: Positive
    patrol: Positive
    mortar: Positive
    nest_mortar: tuple[Positive, Positive]
    repelled: Positive


class Bombardment(Data, frozen=True):
    """The effective bombardment (OMA-22.1-1 to OMA-22.1-9): the first turn; the delay of units due before a turn, and
    from it; the rows of the landing table that turns use; how many cards fall on the WN; when engineers and guns begin.
    """

    first: Positive
    before: Turn
    later: tuple[Count, Count]
    rows: dict[Turn, Turn]
    cards: Positive
    engineers_from: Turn
    guns_from: Turn


class Tanks(Data, frozen=True):
    """Tanks that landing craft carry (OMA-22.2-1): those due by a turn are not checked in the first turns."""

    due: Turn
    turns: Positive


class PointeDuHoc(Data, frozen=True):
    """The rangers of Pointe du Hoc (OMA-22.3-1): the steps of the units that come on from a turn by an exit; the units
    that never do; the worth of a unit off the map in the evening.
    """

    steps: dict[str, Positive]
    away: tuple[str, ...]
    exit: str
    turn: Turn
    worth: int


class Reaction(Data, frozen=True):
    """The better German reaction (OMA-22.4-1): turns at whose end Meyer is released, and from when tactical units come
    with a marker.
    """

    meyer: tuple[Turn, ...]
    markers_from: Turn


class Armour(Data, frozen=True):
    """German armour (OMA-23-1): exits where it enters, the hexes of a move and of its field, points for each unit
    destroyed; the ground that screens it, and the ground that it enters by road alone or not at all.
    """

    exits: tuple[str, ...]
    march: Positive
    reach: Positive
    worth: int
    screens: tuple[str, ...]
    by_road: tuple[str, ...]
    never: tuple[str, ...]


class VariantTable(Data, frozen=True):
    """variants.yaml (OMA-14.2-1, OMA-22, OMA-23)."""

    early_actions: Turn
    bombardment: Bombardment
    tanks: Tanks
    pointe_du_hoc: PointeDuHoc
    reaction: Reaction
    armour: Armour


class Tables(Data, frozen=True):
    """Every table (OMA-2.4-1)."""

    landing: LandingTable
    fire: FireTable
    attack: AttackTable
    barrage: BarrageTable
    actions: ActionTable
    terrain: TerrainTable
    types: dict[str, TypeRow]
    turns: TurnTable
    limits: LimitTable
    events: Annotated[dict[EventName, tuple[Verb, ...]], EACH]
    victory: VictoryTable
    tracks: TrackTable
    variants: VariantTable
