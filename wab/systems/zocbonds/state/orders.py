"""All orders of a player: one class an order, ids of units ascending wherever several are named."""

from __future__ import annotations

from typing import Literal

from wab.engine.kernel.orders import Order
from wab.hexes import HexId

Ids = tuple[int, ...]
Path = tuple[HexId, ...]
"""Hexes from where the units stand (or from the hex of entry) to where they end."""
Moving = Literal["ordinary", "tactical", "strategic", "bicycle"]


# ---- initial phase and replacements


class AssignSupply(Order, frozen=True, tag="assign_supply"):
    """The German points received, by track; together as many as there are (ZOC-5.2-1)."""

    seventh: int
    fortress: int
    west: int = 0


class ChooseReplacement(Order, frozen=True, tag="choose_replacement"):
    """The Commonwealth replacement is of this nation (ZOC-6.2-16)."""

    nation: Literal["british", "canadian"]


class LandGlider(Order, frozen=True, tag="land_glider"):
    """A glider regiment comes down in a hex (ZOC-20.2-10)."""

    unit: int
    hex: HexId


class SuppressMontCanisy(Order, frozen=True, tag="suppress"):
    """A ship keeps the battery down, or Sword takes no landings this turn (ZOC-28.3)."""

    yes: bool


class Replace(Order, frozen=True, tag="replace"):
    """A unit takes a replacement out of a track; `hex` is where it returns to the map, None for one that is there."""

    unit: int
    kind: str
    hex: HexId | None = None


class BuySupply(Order, frozen=True, tag="buy_supply"):
    """Reinforcement points of an army become supply points (ZOC-5.3-4)."""

    army: Literal["us", "commonwealth"]
    points: int


# ---- movement


class Move(Order, frozen=True, tag="move"):
    """Units of one hex move together along a path that begins there."""

    units: Ids
    path: Path
    mode: Moving = "ordinary"
    truck: bool = False


class Enter(Order, frozen=True, tag="enter"):
    """A German reinforcement enters at the first hex of a path (ZOC-6.6)."""

    units: Ids
    path: Path
    mode: Moving = "ordinary"
    truck: bool = False


class Land(Order, frozen=True, tag="land"):
    """Units land at the first hex of a path: a beach or a Mulberry; they may go one hex on (ZOC-6.5.2)."""

    units: Ids
    path: Path


class Mobilise(Order, frozen=True, tag="mobilise"):
    """A unit of a mobilisation box appears in a mobilisation hex of its division (ZOC-6.7)."""

    unit: int
    hex: HexId


class PlaceReserve(Order, frozen=True, tag="place_reserve"):
    """Units of one hex go into reserve (ZOC-15.1)."""

    units: Ids


class LiftReserve(Order, frozen=True, tag="lift_reserve"):
    """The reserve marker of a hex is taken off (ZOC-15.4-2)."""

    hex: HexId


class BuildWorks(Order, frozen=True, tag="build_works"):
    """A unit begins an improved position in its hex (ZOC-16.1)."""

    unit: int


class RemoveWorks(Order, frozen=True, tag="remove_works"):
    """An own improved position is given up (ZOC-16.1)."""

    hex: HexId


class Relocate(Order, frozen=True, tag="relocate"):
    """The artillery of the Cotentin is lifted to a hex of Cherbourg, once a game (ZOC-17.4-3)."""

    hex: HexId


class Evacuate(Order, frozen=True, tag="evacuate"):
    """A unit goes back to Britain over an open beach (ZOC-21.3)."""

    unit: int


# ---- combat


class Strafe(Order, frozen=True, tag="strafe"):
    """The strafing missions of an army in this segment: a hex an air unit; none for none (ZOC-19.1.4)."""

    army: Literal["us", "commonwealth"]
    hexes: tuple[HexId, ...]


class Attack(Order, frozen=True, tag="attack"):
    """Units attack a hex. `main` is the main assault force by its `Profile.force`; `attached` one unit of another.

    `guns` are headquarters and Werfer brigades, one entry a column shift (an Allied headquarters may stand twice);
    `air` and `naval` how many units of each support. `stores`: the supply track that pays for each gun, in their order,
    "" if that does not matter; () leaves it to the fuller one (ZOC-17.2-10).
    """

    target: HexId
    units: Ids
    main: str
    attached: int | None = None
    guns: Ids = ()
    air: int = 0
    naval: int = 0
    stores: tuple[str, ...] = ()


# ---- answers


class LoseStep(Order, frozen=True, tag="lose_step"):
    """This unit loses the step."""

    unit: int


class IgnoreRetreat(Order, frozen=True, tag="ignore_retreat"):
    """The retreat is ignored, or not (ZOC-12.6-1)."""

    yes: bool


class Stand(Order, frozen=True, tag="stand"):
    """A determined defence by a lead unit, with at most one source of support (ZOC-12.4).

    `support`: "" none, "air", "naval", or the id of a headquarters or Werfer brigade as text; `store` the supply track
    that pays for it, "" for the fuller one (ZOC-17.2-10).
    """

    lead: int
    support: str = ""
    store: str = ""


class GiveGround(Order, frozen=True, tag="give_ground"):
    """No determined, or no desperate, defence."""


class StandDesperately(Order, frozen=True, tag="stand_desperately"):
    """A desperate defence; `unit` loses the first of its two steps (ZOC-12.5-2)."""

    unit: int


class RetreatTo(Order, frozen=True, tag="retreat_to"):
    """Units retreat along a path that begins in the hex that was attacked; a path of one hex: they are eliminated."""

    units: Ids
    path: Path


class Advance(Order, frozen=True, tag="advance"):
    """A unit advances along a path of one or two steps that begins in its hex (ZOC-14)."""

    unit: int
    path: Path


class IntoReserve(Order, frozen=True, tag="into_reserve"):
    """Units of one hex go into reserve after a combat result (ZOC-15.1-6)."""

    units: Ids


class Consent(Order, frozen=True, tag="consent"):
    """The other seat of the side agrees, or not (ZOC-27.1)."""

    yes: bool


class Remove(Order, frozen=True, tag="remove"):
    """A unit is removed from a hex that is too full (ZOC-7.2-2)."""

    unit: int


# ---- end


class WithdrawDivision(Order, frozen=True, tag="withdraw_division"):
    """An airborne division leaves the game (ZOC-22.2)."""

    formation: str


class Done(Order, frozen=True, tag="done"):
    """The phase, the segment, or a series of advances is over."""


ZocBondsOrder = (
    AssignSupply
    | ChooseReplacement
    | LandGlider
    | SuppressMontCanisy
    | Replace
    | BuySupply
    | Move
    | Enter
    | Land
    | Mobilise
    | PlaceReserve
    | LiftReserve
    | BuildWorks
    | RemoveWorks
    | Relocate
    | Evacuate
    | Strafe
    | Attack
    | LoseStep
    | IgnoreRetreat
    | Stand
    | GiveGround
    | StandDesperately
    | RetreatTo
    | Advance
    | IntoReserve
    | Consent
    | Remove
    | WithdrawDivision
    | Done
)
