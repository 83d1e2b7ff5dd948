"""Events, with their causes: one class an event. Every change of a state is one of these.

`final` events cannot be taken back: dice, the end of a phase, an answer of the other side.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from wab.engine.kernel.events import Event, Rolled
from wab.engine.kernel.orders import Shift
from wab.engine.kernel.values import Outcome
from wab.hexes import HexId
from wab.systems.zocbonds.state.state import Strafing
from wab.systems.zocbonds.state.steps import AnyStep, Fight

Ids = tuple[int, ...]
Hexes = tuple[HexId, ...]


class Final(Event, frozen=True):
    """Base of what cannot be taken back."""

    final: ClassVar[bool] = True


# ---- sequence of play and questions


class TurnBegan(Final, frozen=True, tag="turn_began"):
    """A day begins (ZOC-3-1)."""

    turn: int


class PlayerTurnBegan(Final, frozen=True, tag="player_turn_began"):
    """The player turn of a side begins (ZOC-3-9)."""

    side: str


class PhaseBegan(Final, frozen=True, tag="phase_began"):
    """A phase begins, played by a seat; `side` is whose player turn it is, "" in the phases of both (ZOC-3)."""

    side: str
    phase: str
    player: str


class Asked(Event, frozen=True, tag="asked"):
    """Steps go on the agenda, before all others."""

    steps: tuple[AnyStep, ...]


class Answered(Event, frozen=True, tag="answered"):
    """The first step of the agenda is settled; `instead` takes its place."""

    instead: tuple[AnyStep, ...] = ()


class GameOver(Final, frozen=True, tag="game_over"):
    """The game has ended."""

    outcome: Outcome


class OnceOnly(Event, frozen=True, tag="once_only"):
    """Something that happens once a game has happened, by its name."""

    name: str


class Consented(Final, frozen=True, tag="consented"):
    """A player agrees to help an attack or a stand of the other player of the side, or not (ZOC-27.1); `order`
    encoded.
    """

    seat: str
    yes: bool
    order: str


# ---- the day


class WeatherSet(Final, frozen=True, tag="weather_set"):
    """The weather of the turn: the row of the table, the die and what was added to it (0 if none was rolled).

    `receipts` is the row for what is received, another one where the weather is historical (ZOC-28.1-1).
    """

    row: int
    sky: str
    rolled: int = 0
    modifier: int = 0
    receipts: int = 2


class SupplyReceived(Event, frozen=True, tag="supply_received"):
    """Supply points by track, as they are added; points over the limit are lost (ZOC-5)."""

    points: dict[str, int]
    lost: Mapping[str, int] = {}


class SupplySpent(Event, frozen=True, tag="supply_spent"):
    """A supply point of a track pays for `units` (headquarters): a shift or a defence (ZOC-5.1-1)."""

    track: str
    points: int
    unit: int


class StoreLost(Event, frozen=True, tag="store_lost"):
    """A supply track is gone for good, with the points on it (ZOC-17.4-4)."""

    track: str
    points: int


class ReplacementReceived(Event, frozen=True, tag="replacement_received"):
    """Replacements by track, as they are added (ZOC-6.1)."""

    counts: dict[str, int]


class ReplacementsLapsed(Event, frozen=True, tag="replacements_lapsed"):
    """Replacements that could not be kept are lost, or become ordinary ones (ZOC-6.4): what tracks now hold."""

    counts: dict[str, int]


class DayAllotted(Event, frozen=True, tag="day_allotted"):
    """The gifts of the weather row for the turn: reinforcement points, air units, ships, works, each by its user."""

    points: dict[str, int]
    air: dict[str, int]
    ships: dict[str, int]
    works: dict[str, int]


class MulberryBegun(Event, frozen=True, tag="mulberry_begun"):
    """A Mulberry is in building until a turn (ZOC-21.1-5)."""

    army: str
    ready: int


class MulberryDone(Event, frozen=True, tag="mulberry_done"):
    """A Mulberry is complete."""

    army: str


class MulberryStopped(Event, frozen=True, tag="mulberry_stopped"):
    """Germans stand on the site: the count begins again, or (`destroyed`) the harbour is gone for good."""

    army: str
    destroyed: bool


class Rebuilt(Event, frozen=True, tag="rebuilt"):
    """A unit takes a replacement of a track: it has so many steps now; `hex` where it returns to the map, else None."""

    unit: int
    track: str
    steps: int
    hex: HexId | None = None


class SupplyBought(Event, frozen=True, tag="supply_bought"):
    """Reinforcement points became supply points (ZOC-5.3-4); they count as landed at `beach`, "" for none."""

    army: str
    points: int
    supply: int
    beach: str = ""


# ---- movement


class Moved(Event, frozen=True, tag="moved"):
    """Units went along a path, for so many sixths of a movement point in all of this phase.

    `taken` are the hexes whose control they won; `stopped`: they go no further in this phase.
    """

    units: Ids
    path: Hexes
    mode: str
    spent: int
    taken: Hexes = ()
    left_zone: bool = False
    stopped: bool = False
    truck: bool = False


class Entered(Event, frozen=True, tag="entered"):
    """A German reinforcement came in at the first hex of a path, or (`mobilised`) out of a mobilisation box."""

    units: Ids
    path: Hexes
    mode: str
    spent: int
    taken: Hexes = ()
    stopped: bool = False
    truck: bool = False
    mobilised: bool = False


class HeldBack(Event, frozen=True, tag="held_back"):
    """German reinforcements wait another turn, and may then come in one zone further on (ZOC-6.6-4)."""

    units: Ids


class Landed(Event, frozen=True, tag="landed"):
    """Units came ashore at the first hex of a path, for reinforcement points of an army (0 in the second wave)."""

    units: Ids
    path: Hexes
    army: str
    points: int
    beach: str
    taken: Hexes = ()


class Placed(Event, frozen=True, tag="placed"):
    """Units are put on the map, out of a box: drops, gliders, a relocation."""

    units: Ids
    hex: HexId
    taken: Hexes = ()


class Withdrawn(Final, frozen=True, tag="withdrawn"):
    """Units leave the map or the boxes for another box: "britain" (evacuated) or "withdrawn" for good."""

    units: Ids
    box: str
    cause: str


class MarkerSet(Event, frozen=True, tag="marker_set"):
    """Units get a marker: a flag of `Unit` (disrupted, scattered, reserve, regroup, moved_side, released...)."""

    units: Ids
    marker: str
    cause: str = ""


class MarkerLifted(Event, frozen=True, tag="marker_lifted"):
    """Units lose a marker."""

    units: Ids
    marker: str
    cause: str = ""


class WorksBegun(Event, frozen=True, tag="works_begun"):
    """An improved position is begun by a unit; `maker` is whose marker it is."""

    hex: HexId
    maker: str
    unit: int


class WorksDone(Event, frozen=True, tag="works_done"):
    """Improved positions begun the turn before are finished (ZOC-3-4)."""

    hexes: Hexes


class WorksGone(Event, frozen=True, tag="works_gone"):
    """Improved positions are removed, and why."""

    hexes: Hexes
    cause: str


class ControlTaken(Event, frozen=True, tag="control_taken"):
    """A side wins control of hexes without a move of its own."""

    side: str
    hexes: Hexes


# ---- combat


class Strafed(Event, frozen=True, tag="strafed"):
    """Missions are assigned (before any is resolved), or (`done`) one is over."""

    missions: tuple[Strafing, ...]


class AttackDeclared(Event, frozen=True, tag="attack_declared"):
    """An attack: its facts, the strengths after halving and limit, the basic odds, every shift with its cause."""

    fight: Fight
    attack: int
    defence: int
    odds: str
    shifts: tuple[Shift, ...]
    column: str


class MeansUsed(Event, frozen=True, tag="means_used"):
    """Air units, ships and Werfer brigades that a side uses up for a combat, by army."""

    army: str
    air: int = 0
    ships: int = 0
    werfers: Ids = ()


class JabosRolled(Final, frozen=True, tag="jabos_rolled"):
    """Fighter-bombers move the odds of a German attack to the left (ZOC-19.1.3)."""

    left: int


class CombatRolled(Final, frozen=True, tag="combat_rolled"):
    """The result of a combat; `rolled` 0 if none was needed (ZOC-10.5-3). `fight` with what follows from it."""

    rolled: int
    column: str
    result: str
    fight: Fight


class DefenceRolled(Final, frozen=True, tag="defence_rolled"):
    """A determined defence: column, die, modifier with its causes, and the cell that it gave."""

    lead: int
    column: str
    rolled: int
    modifiers: tuple[Shift, ...]
    cell: str
    support: str = ""


class FightChanged(Event, frozen=True, tag="fight_changed"):
    """The facts of the combat are others now: it was held, the advance is limited, a unit has finished..."""

    fight: Fight | None


class StepLost(Event, frozen=True, tag="step_lost"):
    """A unit has so many steps left; 1 for one with a cadre means that it is a cadre now (ZOC-17.9-1)."""

    unit: int
    steps: int
    cause: str = "combat"


class Eliminated(Event, frozen=True, tag="eliminated"):
    """A unit is gone from the map, to `box`: "eliminated", "cadres" (a cadre on its parent), "lost" for good."""

    unit: int
    cause: str = "combat"
    box: str = "eliminated"


class Retreated(Event, frozen=True, tag="retreated"):
    """Units went back along a path and are disrupted (ZOC-13.6-1); `halted`: by the strength of friends alone, after
    one hex (ZOC-13.3-2)."""

    units: Ids
    path: Hexes
    taken: Hexes = ()
    halted: bool = False


class Advanced(Event, frozen=True, tag="advanced"):
    """A unit advanced after combat (ZOC-14)."""

    unit: int
    path: Hexes
    taken: Hexes = ()


# ---- the invasion


class Scattered(Final, frozen=True, tag="scattered"):
    """A drop: the die and the result of the table (-, S, S1, S2)."""

    unit: int
    rolled: int
    result: str


class AssaultRolled(Final, frozen=True, tag="assault_rolled"):
    """An assault on a landing hex: the die, the result, how far the attackers advance."""

    landing: str
    rolled: int
    result: str
    advance: int


class LandingFailed(Final, frozen=True, tag="landing_failed"):
    """An assault failed for good: its beach is closed (ZOC-20.3.3-2, ZOC-20.3.4-1).

    `units` of it go back to `box` with the steps that they have left, by unit."""

    landing: str
    units: Mapping[int, int] = {}
    box: str = ""


class TanksRolled(Final, frozen=True, tag="tanks_rolled"):
    """The DD tanks of an assault: the die and the steps lost (ZOC-20.3.5-1)."""

    unit: int
    rolled: int
    lost: int


# ---- supply and the end of a player turn


class SupplyChecked(Event, frozen=True, tag="supply_checked"):
    """Supply of a side (ZOC-18.3): units that are out, units that are isolated, units that are in supply again."""

    side: str
    out: Ids
    isolated: Ids
    supplied: Ids


class AttritionRolled(Final, frozen=True, tag="attrition_rolled"):
    """An isolated unit next to the enemy rolls for a step (ZOC-18.5)."""

    unit: int
    rolled: int
    modifier: int
    lost: bool


class BeachClosed(Event, frozen=True, tag="beach_closed"):
    """A beach has no engineers any more."""

    beach: str


class BeachOpened(Event, frozen=True, tag="beach_opened"):
    """Engineers stand on a beach."""

    beach: str


ZocBondsEvent = (
    TurnBegan
    | PlayerTurnBegan
    | PhaseBegan
    | Asked
    | Answered
    | GameOver
    | OnceOnly
    | Consented
    | WeatherSet
    | SupplyReceived
    | SupplySpent
    | StoreLost
    | ReplacementReceived
    | ReplacementsLapsed
    | DayAllotted
    | MulberryBegun
    | MulberryDone
    | MulberryStopped
    | Rebuilt
    | SupplyBought
    | Moved
    | Entered
    | HeldBack
    | Landed
    | Placed
    | Withdrawn
    | MarkerSet
    | MarkerLifted
    | WorksBegun
    | WorksDone
    | WorksGone
    | ControlTaken
    | Strafed
    | AttackDeclared
    | MeansUsed
    | JabosRolled
    | CombatRolled
    | DefenceRolled
    | FightChanged
    | StepLost
    | Eliminated
    | Retreated
    | Advanced
    | Scattered
    | AssaultRolled
    | LandingFailed
    | TanksRolled
    | SupplyChecked
    | AttritionRolled
    | BeachClosed
    | BeachOpened
    | Rolled
)
