"""Orders: one class an order, which answers one moment with all that is decided in it."""

from __future__ import annotations

from wab.engine.kernel.orders import Order
from wab.hexes import HexId

Ids = tuple[int, ...]
Sides = tuple[tuple[HexId, HexId], ...]


class Place(Order, frozen=True, tag="place"):
    """Put a unit where the optional set-up allows it (BLD-20-2)."""

    unit: int
    hex: HexId


class Repair(Order, frozen=True, tag="repair"):
    """Take a step of demolition away from the port, for a replacement point (BLD-10-4)."""


class Standing(Order, frozen=True, tag="standing"):
    """The port is demolished turn by turn from now on, or no more (BLD-10-2)."""

    demolish: bool


class Interdict(Order, frozen=True, tag="interdict"):
    """Send an air unit to interdict a hex and its neighbours (BLD-12-1)."""

    hex: HexId


class PickShips(Order, frozen=True, tag="pick_ships"):
    """Say which naval units serve this turn (BLD-13-2)."""

    ships: tuple[str, ...]


class Boundary(Order, frozen=True, tag="boundary"):
    """Draw the boundary of the army groups: hexsides, the hex of the 12th first (BLD-6-3)."""

    sides: Sides


class Enter(Order, frozen=True, tag="enter"):
    """Bring in a reinforcement (BLD-16)."""

    unit: int
    hex: HexId


class March(Order, frozen=True, tag="march"):
    """March over ground of one's own (BLD-4-7)."""

    unit: int
    path: tuple[HexId, ...]


class Call(Order, frozen=True, tag="call"):
    """Call an enemy hex; if it is occupied, attack it or only look (BLD-4-8, BLD-4-10)."""

    unit: int
    hex: HexId
    attack: bool = False


class Declare(Order, frozen=True, tag="declare"):
    """Join an attack on a hex that was called occupied in this phase (BLD-4-16)."""

    unit: int
    hex: HexId


class Leave(Order, frozen=True, tag="leave"):
    """Leave the map (BLD-18-3)."""

    unit: int


class Refit(Order, frozen=True, tag="refit"):
    """Rebuild a step ("step"), fit hedge cutters ("cutters"), or break up a unit ("disband"): BLD-14, BLD-15."""

    unit: int
    how: str


class Reserve(Order, frozen=True, tag="reserve"):
    """Put a unit in reserve (BLD-4-31)."""

    unit: int


class OfferAir(Order, frozen=True, tag="offer_air"):
    """Promise an air unit to an attacking force, by target and hex; a second order takes it back (BLD-12-12)."""

    target: HexId
    origin: HexId


class Fight(Order, frozen=True, tag="fight"):
    """Lay the attackers of a hex out, with a ship for the force of one hex, and open the hex (BLD-7-3, BLD-13-6)."""

    target: HexId
    ship: str = ""
    origin: HexId = -1


class Bomb(Order, frozen=True, tag="bomb"):
    """Bomb a hex with a fire power of the turn record (BLD-12-16)."""

    hex: HexId
    power: int


class Form(Order, frozen=True, tag="form"):
    """Form the defending forces (BLD-7-6). The first `air` of them have an air unit, the first one the ship."""

    forces: tuple[Ids, ...]
    air: int = 0
    ship: str = ""


class Press(Order, frozen=True, tag="press"):
    """After the defensive fire: restrain the attack or not, spread the losses, call units off (BLD-7-31, BLD-7-34).

    `losses`: the units that lose a step in the last round of losses, () by the standing order.
    """

    restrained: bool = False
    losses: Ids = ()
    called_off: Ids = ()


class Yield(Order, frozen=True, tag="yield"):
    """After the attacking fire: give ground or stand, and spread the losses (BLD-7-38)."""

    gives_ground: bool = False
    losses: Ids = ()


class Retreat(Order, frozen=True, tag="retreat"):
    """Send each unit to a hex, in the order of units in the hex (BLD-7-39)."""

    to: tuple[HexId, ...]


class Advance(Order, frozen=True, tag="advance"):
    """The units that enter the hex, () for none (BLD-7-46)."""

    units: Ids


class Done(Order, frozen=True, tag="done"):
    """The phase is over."""


BlindOrder = (
    Place | Repair | Standing | Interdict | PickShips | Boundary | Enter | March | Call | Declare | Leave | Refit
    | Reserve | OfferAir | Fight | Bomb | Form | Press | Yield | Retreat | Advance | Done
)  # fmt: skip
"""Every order, for decoding."""
