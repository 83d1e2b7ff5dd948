"""All events of the card game. `apply.py` says what each event changes; nothing else changes a state."""

from __future__ import annotations

from typing import ClassVar

from wab.engine.kernel.events import Event, Rolled
from wab.engine.kernel.orders import Shift
from wab.systems.cards.state.state import Fight, Play, Token

UnitId = int
HexId = int


class TurnBegan(Event, frozen=True, tag="turn_began"):
    """A player turn starts (CRD-4.0-1): its number and the side whose it is; the marks of the last one are gone."""

    final: ClassVar[bool] = True
    turn: int
    side: str


class StageBegan(Event, frozen=True, tag="stage_began"):
    """The next step of the turn (CRD-4.0-6) begins: see `State.stage`; `leader` where several do it in turn."""

    stage: str
    leader: str = ""


class CardPlayed(Event, frozen=True, tag="card_played"):
    """A card is played face up (CRD-4.1-1) or given to a field general (CRD-O-9): it leaves the hand, is in force."""

    play: Play
    holder: str


class SymbolsRead(Event, frozen=True, tag="symbols_read"):
    """The dice rolled for orders were read (CRD-C.their_finest_hour-2): faces by name, for the card numbered `play`."""

    play: int
    symbols: dict[str, int]


class UnitOrdered(Event, frozen=True, tag="unit_ordered"):
    """A unit is ordered (CRD-4.2-1): it gets this token."""

    token: Token


class TokenChanged(Event, frozen=True, tag="token_changed"):
    """The actions left to an ordered unit have changed (CRD-5-4 to CRD-5-6)."""

    token: Token


class Recovered(Event, frozen=True, tag="recovered"):
    """Lost figures came back to a unit (CRD-C.medics_mechanics-2); none did where `figures` is 0."""

    unit: UnitId
    figures: int


class ObstaclePlaced(Event, frozen=True, tag="obstacle_placed"):
    """An obstacle is put in a hex (CRD-A2.20-8)."""

    hex: HexId
    obstacle: str


class ObstacleRemoved(Event, frozen=True, tag="obstacle_removed"):
    """An obstacle is gone: wire taken away or crushed, sandbags left behind, a bunker blown up.

    `cause`: "removed", "crushed", "left", "cleared".
    """

    hex: HexId
    obstacle: str
    cause: str


class UnitMoved(Event, frozen=True, tag="unit_moved"):
    """An ordered unit went along a path, its own hex first (CRD-4.3-1); `token` says what it may still do."""

    unit: UnitId
    path: tuple[HexId, ...]
    token: Token


class UnitLeft(Event, frozen=True, tag="unit_left"):
    """A unit left the board by an exit: a medal for its own side (CRD-S-4)."""

    unit: UnitId
    side: str


class SalvoAimed(Event, frozen=True, tag="salvo_aimed"):
    """The targets of an attack from off the board are fixed, in the order in which they are rolled for (CRD-C-5)."""

    card: str
    side: str
    dice: int
    targets: tuple[UnitId, ...]


class SalvoFired(Event, frozen=True, tag="salvo_fired"):
    """One target of an attack from off the board was rolled for: hits and flags; the rest are still to come."""

    target: UnitId
    hits: int
    flags: int
    left: tuple[UnitId, ...]


class SalvoEnded(Event, frozen=True, tag="salvo_ended"):
    """An attack from off the board is over."""


class AttackDeclared(Event, frozen=True, tag="attack_declared"):
    """An attacker names its target and counts its dice (CRD-4.4.2-1); `causes` explain their number."""

    fight: Fight
    token: Token
    causes: tuple[Shift, ...]


class AmbushDeclined(Event, frozen=True, tag="ambush_declined"):
    """A seat lets a close combat attack come (CRD-C.ambush-7), with or without the card."""

    seat: str


class AmbushPlayed(Event, frozen=True, tag="ambush_played"):
    """The attacked unit attacks first, with `dice` (CRD-C.ambush-2); the card goes to the discards (CRD-C.ambush-6)."""

    seat: str
    holder: str
    card: str
    dice: int
    shared: bool = False
    pile: str = ""
    causes: tuple[Shift, ...] = ()


class AttackResolved(Event, frozen=True, tag="attack_resolved"):
    """The dice of a unit's attack were read: `hits` figures, `flags` (CRD-4.4.8-1)."""

    unit: UnitId
    target: UnitId
    hits: int
    flags: int


class FightChanged(Event, frozen=True, tag="fight_changed"):
    """A fight goes on to its next stage."""

    fight: Fight


class FightEnded(Event, frozen=True, tag="fight_ended"):
    """A unit's attack is over. `lost`: the attacker was ambushed and cannot carry it out (CRD-C.ambush-3)."""

    unit: UnitId
    lost: bool = False


class FiguresLost(Event, frozen=True, tag="figures_lost"):
    """A unit loses figures (CRD-4.4.8-2, CRD-4.4.8-3), or for flags that it cannot carry out (CRD-4.4.9-7).

    `cause`: "hit" or "retreat".
    """

    unit: UnitId
    figures: int
    cause: str = "hit"


class Eliminated(Event, frozen=True, tag="eliminated"):
    """The last figure of a unit is gone: a medal for the other side (CRD-4.4.8-5)."""

    unit: UnitId
    hex: HexId
    winner: str


class RetreatDue(Event, frozen=True, tag="retreat_due"):
    """A unit must go back for `flags`; it may ignore `ignorable` of them (CRD-4.4.9-1, CRD-4.4.9-10)."""

    unit: UnitId
    flags: int
    ignorable: int


class Retreated(Event, frozen=True, tag="retreated"):
    """A unit went back along a path, its own hex first; `ignored` flags were not obeyed."""

    unit: UnitId
    path: tuple[HexId, ...]
    ignored: int = 0


class GroundTaken(Event, frozen=True, tag="ground_taken"):
    """An attacker took the hex that its target left (CRD-4.4.10-1)."""

    unit: UnitId
    origin: HexId
    hex: HexId
    token: Token


class OverrunOpened(Event, frozen=True, tag="overrun_opened"):
    """An armour unit may attack a second time (CRD-4.4.11-1)."""

    unit: UnitId


class OverrunClosed(Event, frozen=True, tag="overrun_closed"):
    """It does not, or no more."""

    unit: UnitId


class UnitPlaced(Event, frozen=True, tag="unit_placed"):
    """A unit comes onto the board: a reinforcement (CRD-S-7) or a rising of the Resistance (CRD-S-9)."""

    unit: UnitId
    hex: HexId
    cause: str


class CardsDrawn(Event, frozen=True, tag="cards_drawn"):
    """Cards come from the pile to a holder's hand, or face up to the shared place (CRD-4.5-1, CRD-A5.1-13).

    Other sides see how many, as "", unless they lie open.
    """

    final: ClassVar[bool] = True
    holder: str
    cards: tuple[str, ...]
    pile: str = ""
    shared: bool = False


class ChoiceDrawn(Event, frozen=True, tag="choice_drawn"):
    """Cards were drawn to keep one of them (CRD-C.recon-2); they are in no hand yet."""

    final: ClassVar[bool] = True
    seat: str
    holder: str
    cards: tuple[str, ...]
    pile: str = ""
    shared: bool = False


class CardKept(Event, frozen=True, tag="card_kept"):
    """One of the cards drawn is kept, the others are discarded face up (CRD-C.recon-2)."""

    final: ClassVar[bool] = True
    holder: str
    card: str
    rejected: tuple[str, ...]
    pile: str = ""
    shared: bool = False


class CardsDiscarded(Event, frozen=True, tag="cards_discarded"):
    """The cards in force go to the discards (CRD-4.5-1)."""

    cards: tuple[str, ...]
    pile: str = ""


class Reshuffled(Event, frozen=True, tag="reshuffled"):
    """The discards go into the pile (CRD-4.5-2, CRD-C.their_finest_hour-5)."""

    pile: str = ""


class CardOwed(Event, frozen=True, tag="card_owed"):
    """A seat will draw a card at the end of this turn (CRD-C.ambush-6)."""

    seat: str
    shared: bool = False


class DebtPaid(Event, frozen=True, tag="debt_paid"):
    """Cards owed were drawn."""


class MedalWon(Event, frozen=True, tag="medal_won"):
    """A side holds an objective (CRD-A3-2, CRD-A3-3, CRD-A3-4)."""

    objective: int
    side: str


class MedalLost(Event, frozen=True, tag="medal_lost"):
    """A side no longer holds an objective: the medal goes back to its hex (CRD-A3-2)."""

    objective: int
    side: str


class GameEnded(Event, frozen=True, tag="game_ended"):
    """A side has won (CRD-3-1). `reason`: "medals", "sudden_death", or "destruction"."""

    final: ClassVar[bool] = True
    winner: str | None
    medals: dict[str, int]
    reason: str


CardsEvent = (
    Rolled
    | TurnBegan
    | StageBegan
    | CardPlayed
    | SymbolsRead
    | UnitOrdered
    | TokenChanged
    | Recovered
    | ObstaclePlaced
    | ObstacleRemoved
    | UnitMoved
    | UnitLeft
    | SalvoAimed
    | SalvoFired
    | SalvoEnded
    | AttackDeclared
    | AmbushDeclined
    | AmbushPlayed
    | AttackResolved
    | FightChanged
    | FightEnded
    | FiguresLost
    | Eliminated
    | RetreatDue
    | Retreated
    | GroundTaken
    | OverrunOpened
    | OverrunClosed
    | UnitPlaced
    | CardsDrawn
    | ChoiceDrawn
    | CardKept
    | CardsDiscarded
    | Reshuffled
    | CardOwed
    | DebtPaid
    | MedalWon
    | MedalLost
    | GameEnded
)
