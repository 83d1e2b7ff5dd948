"""Events: one class an event. Two carry all changes of counters; the others are for the journal and the window."""

from __future__ import annotations

from typing import ClassVar

from wab.engine.kernel.events import Event, Rolled
from wab.engine.kernel.values import Outcome
from wab.hexes import OFF_MAP, HexId
from wab.systems.omaha.state.state import Unit
from wab.systems.omaha.state.steps import Force, Hexes, Ids, Task, Tie


class Final(Event, frozen=True):
    """Base of what cannot be taken back."""

    final: ClassVar[bool] = True


# ---- sequence of play


class TurnBegan(Final, frozen=True, tag="turn_began"):
    """A turn begins."""

    turn: int


class PhaseBegan(Final, frozen=True, tag="phase_began"):
    """A phase begins (OMA-4-1). `batteries`, `linked`: the off-map guns that can fire, and
    the hexes of positions with a German line, as fire begins (OMA-12.24-1). `acting`: the sector of its player, if each
    division has one (OMA-1-2).
    """

    phase: str
    batteries: tuple[str, ...] = ()
    linked: Hexes = ()
    acting: str = ""


class SectorBegan(Final, frozen=True, tag="sector_began"):
    """The actions of a sector begin, or with "" the sector that acted has finished (OMA-7.2-1)."""

    sector: str


class OrdersGiven(Event, frozen=True, tag="orders_given"):
    """The units that each HQ and general commands in this phase (OMA-7.1-8)."""

    leader: int
    units: Ids


class Due(Event, frozen=True, tag="due"):
    """Steps that are to be settled before all others."""

    steps: tuple[Task | Tie, ...]


class Settled(Event, frozen=True, tag="settled"):
    """The next task is settled."""


class Chosen(Event, frozen=True, tag="chosen"):
    """The player has broken a tie; its task goes on with the answer."""

    answer: int


class CardDrawn(Final, frozen=True, tag="card_drawn"):
    """A card is drawn for a purpose (OMA-2.3-5); `sector` "" for an event."""

    card: str
    purpose: str
    sector: str = ""


class Reshuffled(Final, frozen=True, tag="reshuffled"):
    """The discards return to the pile (OMA-4-7, OMA-4-8)."""


class TurnEnded(Final, frozen=True, tag="turn_ended"):
    """The cards of the turn are discarded, markers of the turn removed (OMA-4-7)."""


class GameOver(Final, frozen=True, tag="game_over"):
    """The game has ended."""

    outcome: Outcome


# ---- counters


class UnitChanged(Event, frozen=True, tag="unit_changed"):
    """A US unit or leader is now like this. `why` says what did it: drift, delay, landing, mine, fire, guns..."""

    unit: Unit
    why: str = ""


class ForceChanged(Event, frozen=True, tag="force_changed"):
    """The Germans in a hex are now like this, None for none. `counters`: counters that went from a pool ("" for the
    map) to another, as counter, origin, target.
    """

    hex: HexId
    force: Force | None
    counters: tuple[tuple[str, str, str], ...] = ()
    why: str = ""


class CountersMoved(Event, frozen=True, tag="counters_moved"):
    """German counters go from one pool to another (OMA-9.5-1), as counter, origin, target."""

    counters: tuple[tuple[str, str, str], ...]
    why: str = ""


# ---- what is told or drawn


class Placed(Event, frozen=True, tag="placed"):
    """A unit is placed in a landing box (OMA-5.3-1), or with "" put off by a turn (OMA-5.34-1)."""

    unit: int
    box: str


class Cleared(Event, frozen=True, tag="cleared"):
    """Engineers have cleared a beach hex (OMA-10.1-1)."""

    hex: HexId


class PostSet(Event, frozen=True, tag="post_set"):
    """A command post stands in a box of its track, or with -1 is an HQ again (OMA-18.1-1, OMA-18.2-1)."""

    unit: int
    box: int


class BaseSet(Event, frozen=True, tag="base_set"):
    """An engineer base stands in a box of its track (OMA-19.1-1, OMA-19.2-1)."""

    sector: str
    hex: HexId
    box: int = 0


class GarrisonSet(Event, frozen=True, tag="garrison_set"):
    """A garrison stands in a hex, or is removed from it (OMA-19.3-3, OMA-19.3-4)."""

    hex: HexId
    stands: bool = True


class Shelled(Final, frozen=True, tag="shelled"):
    """German artillery fires in a sector (OMA-19.33-2)."""

    sector: str


class Left(Final, frozen=True, tag="left"):
    """A unit leaves the map by a lettered hex (OMA-20.3-10)."""

    unit: int
    letter: str


class Fired(Final, frozen=True, tag="fired"):
    """A German position has hit a unit, or with no position the guns (OMA-6.3-1, OMA-6.5-2)."""

    unit: int
    position: str = ""
    level: str = ""


class Acted(Event, frozen=True, tag="acted"):
    """Units spend their action (OMA-7.2-2): what they do, how many paid actions of a sector it takes, where."""

    units: Ids
    deed: str
    sector: str
    paid: int = 0
    hex: HexId = OFF_MAP


class Engaged(Final, frozen=True, tag="engaged"):
    """A hex is attacked or barraged (OMA-8.16-1, OMA-8.41-2); `naval`: a naval fire marker is spent."""

    hex: HexId
    how: str
    naval: bool = False


class Resolved(Final, frozen=True, tag="resolved"):
    """An attack is read on the table: strengths, weapons lacking, the code of the result (OMA-8.3-4)."""

    hex: HexId
    us: int
    german: int
    lacking: tuple[str, ...]
    code: str


class Happened(Final, frozen=True, tag="happened"):
    """A verb of an event card is carried out (OMA-24-1); `hex`, `unit` where it concerns one."""

    verb: str
    at: str = ""
    unit: int = 0
    hex: HexId = OFF_MAP


OmahaEvent = (
    Rolled | TurnBegan | PhaseBegan | SectorBegan | OrdersGiven | Due | Settled | Chosen | CardDrawn | Reshuffled
    | TurnEnded | GameOver | UnitChanged | ForceChanged | CountersMoved | PostSet | BaseSet
    | GarrisonSet | Shelled | Left | Placed | Cleared | Fired | Acted | Engaged
    | Resolved | Happened
)  # fmt: skip
"""Every event, for decoding."""
