"""Events: one class an event. Every change of a state is one of these, and `apply.py` works on known facts as well.

A field that only the owner sees has a default, which the enemy is shown in its place. `final` events cannot be taken
back: dice, the end of a phase, what the other side has heard.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from wab.engine.kernel.events import Event, Rolled
from wab.engine.kernel.values import Outcome
from wab.hexes import HexId
from wab.systems.blind.state.orders import Ids, Sides
from wab.systems.blind.state.steps import Fire, Shown


class Final(Event, frozen=True):
    """Base of what cannot be taken back."""

    final: ClassVar[bool] = True


# ---- sequence of play


class TurnBegan(Final, frozen=True, tag="turn_began"):
    """A turn of three days begins (BLD-2-1)."""

    turn: int


class PhaseBegan(Final, frozen=True, tag="phase_began"):
    """A phase begins (BLD-2-2): units turn upright, reserve lapses, supply is judged as the phase wants it."""

    phase: str
    side: str


class Placed(Event, frozen=True, tag="placed"):
    """A unit takes its place of the optional set-up."""

    unit: int
    hex: HexId


class GameOver(Final, frozen=True, tag="game_over"):
    """The game has ended."""

    outcome: Outcome


# ---- port, air, ships, stocks


class PortWorked(Final, frozen=True, tag="port_worked"):
    """The demolition of the port changes by a point, up or down (BLD-10-2, BLD-10-4)."""

    points: int


class StandingGiven(Event, frozen=True, tag="standing_given"):
    """The standing order of the port changes."""

    demolish: bool


class Interdicted(Final, frozen=True, tag="interdicted"):
    """An air unit interdicts a hex; the enemy hears of it (BLD-12-3)."""

    hex: HexId


class ShipsPicked(Event, frozen=True, tag="ships_picked"):
    """The naval units that serve this turn."""

    ships: tuple[str, ...]


class Received(Event, frozen=True, tag="received"):
    """Supply and replacements of an account arrive; `paid`: what went to units off the map (BLD-9-14, BLD-18-16)."""

    account: str
    supply: int
    rp: int
    paid: int = 0
    unpaid: int = 0


class Upkeep(Event, frozen=True, tag="upkeep"):
    """Supply for units off the map, by account: paid from stock, and owed from what arrives (BLD-18-11)."""

    paid: Mapping[str, int]
    owed: Mapping[str, int]


class AirBound(Final, frozen=True, tag="air_bound"):
    """Air units go to operations off the map; `uncovered`: RE for which none is left (BLD-18-12)."""

    units: int
    uncovered: int


# ---- movement


class BoundaryDrawn(Event, frozen=True, tag="boundary_drawn"):
    """The boundary of the army groups is drawn (BLD-6-3)."""

    sides: Sides


class Arrived(Event, frozen=True, tag="arrived"):
    """A reinforcement comes in, with movement points left (BLD-16)."""

    unit: int
    hex: HexId
    left: int


class Marched(Event, frozen=True, tag="marched"):
    """A unit has marched over own ground (BLD-4-7)."""

    unit: int
    path: tuple[HexId, ...]
    left: int


class Called(Final, frozen=True, tag="called"):
    """A hex is called (BLD-4-8). Vacant: the unit enters it (BLD-4-9); occupied: it has looked, or attacks.

    The enemy hears hex, answer, and whether an attack is announced; not which unit calls, nor from where.
    """

    hex: HexId
    occupied: bool
    attack: bool
    unit: int = 0
    left: int = 0


class Declared(Final, frozen=True, tag="declared"):
    """Another unit joins the attack on a hex (BLD-4-16); the enemy does not hear which."""

    hex: HexId
    unit: int = 0


class Left(Final, frozen=True, tag="left"):
    """A unit has left the map (BLD-18-4)."""

    unit: int
    re: int
    edge: str
    hex: HexId = -1


class Diverted(Final, frozen=True, tag="diverted"):
    """German reinforcements go to meet units off the map (BLD-18-7, BLD-18-9)."""

    units: Ids
    edge: str
    re: int


class Withdrawn(Event, frozen=True, tag="withdrawn"):
    """An airborne division goes back to England (BLD-17)."""

    unit: int


class Refitted(Event, frozen=True, tag="refitted"):
    """A unit is rebuilt by a step, fitted with cutters, or broken up (BLD-14, BLD-15). `account`: whose points."""

    unit: int
    how: str
    account: str


class Reserved(Event, frozen=True, tag="reserved"):
    """A unit goes into reserve (BLD-4-31)."""

    unit: int


# ---- combat


class AirOffered(Event, frozen=True, tag="air_offered"):
    """An air unit is promised to a force, or no more (BLD-12-12)."""

    target: HexId
    origin: HexId
    promised: bool


class TableOpened(Final, frozen=True, tag="table_opened"):
    """The attackers are laid out and the hex is opened (BLD-7-3, BLD-7-5); or it is bombed (BLD-12-21)."""

    target: HexId
    attackers: tuple[Shown, ...]
    defenders: tuple[Shown, ...]
    ship: str = ""
    shipped: HexId = -1
    air: tuple[HexId, ...] = ()
    bombs: int = 0


class ForcesFormed(Final, frozen=True, tag="forces_formed"):
    """The defending forces, the number of air units for the first of them, and the ship of the first one (BLD-7-6)."""

    forces: tuple[Ids, ...]
    air: int = 0
    ship: str = ""


class Fired(Final, frozen=True, tag="fired"):
    """A force has fired (BLD-7-12, BLD-7-16)."""

    fire: Fire


class Pressed(Final, frozen=True, tag="pressed"):
    """The attack goes on, restrained or not, without the units that were called off; `refund` by account."""

    restrained: bool
    called_off: Ids
    refund: Mapping[str, int] = {}


class StepsLost(Event, frozen=True, tag="steps_lost"):
    """Steps lost by unit at the table; `points`: VP lost for isolated Allied units (BLD-8-3, BLD-19-12)."""

    losses: tuple[tuple[int, int], ...]
    points: int = 0


class Yielded(Final, frozen=True, tag="yielded"):
    """The defender gives ground or stands (BLD-7-42). `overrun`: the losses are more than the steps of the defender
    (BLD-7-44). `due`: the steps still to be lost if no way back is found.
    """

    gives_ground: bool
    overrun: bool
    due: int = 0


class Retreated(Final, frozen=True, tag="retreated"):
    """Units went back (BLD-7-39); the enemy hears only the hexes that were called, with the answer.

    `done`: nothing is left to decide; without it a hex was called in vain.
    """

    done: bool
    called: tuple[tuple[HexId, bool], ...] = ()
    to: tuple[tuple[int, HexId], ...] = ()


class Advanced(Final, frozen=True, tag="advanced"):
    """Attackers enter the hex (BLD-7-44); the enemy is not told which."""

    hex: HexId
    units: Ids = ()


class TableClosed(Final, frozen=True, tag="table_closed"):
    """Back to the maps (BLD-7-8)."""


class Scored(Final, frozen=True, tag="scored"):
    """Victory points for units off the map by a side of it (BLD-19-7)."""

    source: str
    points: int


BlindEvent = (
    Rolled | TurnBegan | PhaseBegan | Placed | GameOver | PortWorked | StandingGiven | Interdicted | ShipsPicked
    | Received | Upkeep | AirBound | BoundaryDrawn | Arrived | Marched | Called | Declared | Left | Diverted
    | Withdrawn | Refitted | Reserved | AirOffered | TableOpened | ForcesFormed | Fired | Pressed | StepsLost | Yielded
    | Retreated | Advanced | TableClosed | Scored
)  # fmt: skip
"""Every event, for decoding."""
