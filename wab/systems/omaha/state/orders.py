"""Orders: one class an order, which answers one moment with all that is decided in it."""

from __future__ import annotations

from wab.engine.kernel.orders import Order
from wab.hexes import HexId
from wab.systems.omaha.state.steps import Ids


class PlaceInBox(Order, frozen=True, tag="place_in_box"):
    """Place a unit that is due in a landing box (OMA-5.3-1)."""

    unit: int
    box: str


class Delay(Order, frozen=True, tag="delay"):
    """Put a unit that is due one turn off (OMA-5.34-1)."""

    unit: int


class Clear(Order, frozen=True, tag="clear"):
    """Clear a beach hex of its obstacles (OMA-10.1-1)."""

    hex: HexId


class BeginSector(Order, frozen=True, tag="begin_sector"):
    """Begin the actions of a sector (OMA-7.2-1)."""

    sector: str


class Move(Order, frozen=True, tag="move"):
    """Move units of one hex together (OMA-7.3-1, OMA-7.21-1), over a bluff or a climbed cliff too."""

    units: Ids
    path: tuple[HexId, ...]


class Climb(Order, frozen=True, tag="climb"):
    """Begin to climb a cliff (OMA-7.5-1)."""

    unit: int


class Recover(Order, frozen=True, tag="recover"):
    """Take a disrupted or a climb marker off a unit (OMA-7.1-6)."""

    unit: int


class Attack(Order, frozen=True, tag="attack"):
    """Attack a German hex with units, and with naval fire if wanted (OMA-8.1-1)."""

    target: HexId
    units: Ids
    naval: bool = False


class Barrage(Order, frozen=True, tag="barrage"):
    """Barrage a German hex with a tank (OMA-8.4-1)."""

    unit: int
    target: HexId


class NavalBarrage(Order, frozen=True, tag="naval_barrage"):
    """Spend a naval fire marker on a German hex (OMA-8.52-1)."""

    target: HexId


class PlaceBase(Order, frozen=True, tag="place_base"):
    """Place an engineer base of a sector on a beach hex (OMA-19.1-1)."""

    sector: str
    hex: HexId


class ExtendBase(Order, frozen=True, tag="extend_base"):
    """Advance the range of the engineer base in a hex (OMA-19.2-1)."""

    hex: HexId


class Garrison(Order, frozen=True, tag="garrison"):
    """Put a garrison on an empty German position (OMA-19.3-3)."""

    hex: HexId


class MakePost(Order, frozen=True, tag="make_post"):
    """Turn an HQ into a command post (OMA-18.1-1)."""

    unit: int


class ExtendPost(Order, frozen=True, tag="extend_post"):
    """Advance the range of a command post (OMA-18.2-1)."""

    unit: int


class LeaveMap(Order, frozen=True, tag="leave_map"):
    """Leave the map by a lettered hex (OMA-20.3-10)."""

    unit: int


class Choose(Order, frozen=True, tag="choose"):
    """Answer a question of the rules: one of the units, hexes or numbers that it names."""

    answer: int


class Done(Order, frozen=True, tag="done"):
    """The engineers have finished, or the actions of the sector."""


OmahaOrder = (
    PlaceInBox | Delay | Clear | BeginSector | Move | Climb | Recover | Attack | Barrage | NavalBarrage | PlaceBase
    | ExtendBase | Garrison | MakePost | ExtendPost | LeaveMap | Choose | Done
)  # fmt: skip
"""Every order, for decoding."""
