"""Small records of a state: the open table, contacts, reports, exits."""

from __future__ import annotations

import msgspec

from wab.engine.kernel.agenda import Step
from wab.engine.kernel.orders import Shift
from wab.hexes import HexId


class Shown(msgspec.Struct, frozen=True, omit_defaults=True):
    """A unit on the table, in sight of both sides: where it stands, the steps left, whether it has moved (BLD-7-3)."""

    unit: int
    hex: HexId
    steps: int
    turned: bool = False


class Fire(msgspec.Struct, frozen=True):
    """One fire (BLD-7-12): the side, the hex of the attacking force or the number of the defending one, die, result.

    `causes` are what the line is made of.
    """

    side: str
    force: int
    power: int
    line: int
    die: int
    steps: int
    causes: tuple[Shift, ...] = ()


class Table(Step, frozen=True, tag=False, omit_defaults=True):
    """The open combat: everything on it is known to both sides (BLD-7-3, BLD-7-5), until it closes (BLD-7-9).

    `stage` is the question that is asked: forces, conduct, answer, retreat, advance. `ship` fires for the attacking
    force of the hex `shipped`, or for the first defending one; `air`: hexes of attacking forces with an air unit, or
    numbers of defending ones. `bombs`: the fire power of carpet bombing, 0 for a land attack. `forces`: the defending
    ones. `due`: steps that the defender must
    still lose if no way back is left.
    `barred`: hexes that a retreat called in vain.
    """

    target: HexId
    stage: str
    attackers: tuple[Shown, ...] = ()
    defenders: tuple[Shown, ...] = ()
    ship: str = ""
    shipped: HexId = -1
    air: tuple[int, ...] = ()
    bombs: int = 0
    forces: tuple[tuple[int, ...], ...] = ()
    fires: tuple[Fire, ...] = ()
    restrained: bool = False
    cancelled: tuple[int, ...] = ()
    given: bool = False
    entered: bool = False
    overrun: bool = False
    due: int = 0
    barred: tuple[HexId, ...] = ()

    @property
    def question(self) -> str:
        """The name of what is to be decided."""
        return self.stage

    def hits(self, side: str) -> int:
        """The steps that the fire of a side takes in all (BLD-7-15)."""
        return sum(fire.steps for fire in self.fires if fire.side == side)

    def shown(self, unit: int) -> Shown:
        """A unit on the table. KeyError if it does not lie there."""
        for one in (*self.attackers, *self.defenders):
            if one.unit == unit:
                return one
        raise KeyError(unit)

    @property
    def active(self) -> tuple[Shown, ...]:
        """The attackers that have not cancelled."""
        return tuple(one for one in self.attackers if one.unit not in self.cancelled)


class Mover(msgspec.Struct, frozen=True):
    """The unit that moves now, and the movement points left to it (BLD-4-3)."""

    unit: int
    left: int


class Exit(msgspec.Struct, frozen=True, omit_defaults=True):
    """A unit that has left the map (BLD-18-4): by which side, and from which hex; -1 for the enemy, who is not told."""

    unit: int
    re: int
    edge: str
    turn: int
    phase: str
    hex: HexId = -1


class Report(msgspec.Struct, frozen=True):
    """The last report of an enemy hex: vacant, occupied or seen; `when` is a turn and the number of a phase."""

    heard: str
    when: tuple[int, int]


class Sighting(msgspec.Struct, frozen=True):
    """An enemy unit as it was last seen on a table."""

    hex: HexId
    steps: int
    when: tuple[int, int]
