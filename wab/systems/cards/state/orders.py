"""All orders of a player of the card game. Units and hexes by number, cards by their key in the deck."""

from __future__ import annotations

from wab.engine.kernel.orders import Order

UnitId = int
HexId = int


class PlayCard(Order, frozen=True, tag="play_card"):
    """Play a card face up as the card of the turn (CRD-4.1-1).

    `section` ("left", "center", "right", as its player sees them) where the card leaves the choice of one. `shared`: it
    is the open card of a team, not one of the hand (CRD-A5.1-12).
    """

    card: str
    section: str = ""
    shared: bool = False


class GiveCard(Order, frozen=True, tag="give_card"):
    """Overlord: give a card to a field general, "left", "center" or "right" (CRD-O-9); "" plays it oneself (CRD-O-14).

    `section` is the section of a card that works in one only (CRD-O-10), else 0. Sections count from 1 to 6, from left
    to right as the south player sees them. `note` is a short order in words for the general (CRD-O-22).
    """

    card: str
    general: str = ""
    section: int = 0
    note: str = ""


class Strike(Order, frozen=True, tag="strike"):
    """Choose the targets of an attack from off the board, in the order in which they are rolled for (CRD-C-5)."""

    targets: tuple[UnitId, ...]


class OrderUnit(Order, frozen=True, tag="order_unit"):
    """Order a unit, through one of the sections that it stands in where the card tells them apart (CRD-4.2-3).

    Also chooses the unit that Medics & Mechanics rolls for, and the units that dig in. `section` as in `PlayCard` and
    `GiveCard`, as text; "" if it makes no difference.
    """

    unit: UnitId
    section: str = ""


class Move(Order, frozen=True, tag="move"):
    """Move an ordered unit along a path, its own hex first (CRD-4.3-1). `leave`: off the board at its end (CRD-S-4)."""

    unit: UnitId
    path: tuple[HexId, ...]
    leave: bool = False


class Attack(Order, frozen=True, tag="attack"):
    """Attack an enemy unit with an ordered one (CRD-4.4.1-3); also an armour overrun (CRD-4.4.11-1)."""

    unit: UnitId
    target: UnitId


class RemoveWire(Order, frozen=True, tag="remove_wire"):
    """Give up an infantry unit's attack to take the wire of its hex away (CRD-A2.19-3)."""

    unit: UnitId


class Retreat(Order, frozen=True, tag="retreat"):
    """The way a unit goes back, its own hex first; `ignore`: one flag is ignored first (CRD-4.4.9-3, CRD-4.4.9-10)."""

    path: tuple[HexId, ...]
    ignore: bool = False


class TakeGround(Order, frozen=True, tag="take_ground"):
    """After a decisive close combat: move into the hex that the target left, or stay (CRD-4.4.10-1)."""

    take: bool


class Ambush(Order, frozen=True, tag="ambush"):
    """Answer a close combat attack: play Ambush, or let the attack come (CRD-C.ambush-1). `shared` as in `PlayCard`."""

    play: bool
    shared: bool = False


class Keep(Order, frozen=True, tag="keep"):
    """The card to keep of two cards drawn (CRD-C.recon-2)."""

    card: str


class Rise(Order, frozen=True, tag="rise"):
    """Place a Resistance unit in a free hex of the rising (CRD-S-9)."""

    hex: HexId


class Done(Order, frozen=True, tag="done"):
    """End what is being done: giving cards, ordering, moving, attacking, overrunning, rising (CRD-4.0-6)."""


CardsOrder = (
    PlayCard
    | GiveCard
    | Strike
    | OrderUnit
    | Move
    | Attack
    | RemoveWire
    | Retreat
    | TakeGround
    | Ambush
    | Keep
    | Rise
    | Done
)
