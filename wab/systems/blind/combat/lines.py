"""Fire power and line of a force (BLD-7-11, BLD-7-17 to BLD-7-33, BLD-4-20, BLD-11-4, BLD-12-15)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from wab.content.hexmap import MAJOR_RIVER, MINOR_RIVER
from wab.engine.kernel.orders import Shift
from wab.engine.words.text import N_, Text
from wab.hexes import HexId
from wab.systems.blind.state.state import State
from wab.systems.blind.state.steps import Shown, Table

_TERRAIN = N_("terrain")
_ARMOUR = N_("armour in this terrain")
_RIVER = N_("river")
_SUPPLY = N_("supply")
_LIMIT = N_("end of the table")


class Force(NamedTuple):
    """A force as it fires: its fire power, and the causes of its line."""

    power: int
    causes: tuple[Shift, ...]

    @property
    def line(self) -> int:
        """The line of the combat table."""
        return int(sum(cause.value for cause in self.causes))


def land_power(state: State, units: Sequence[Shown], *, halvings: int = 0) -> int:
    """The fire power of land units. Units that moved are added and halved together (BLD-4-18, BLD-4-20, BLD-4-21). Then
    the whole is halved for a fort or restraint, rounded down once (BLD-7-33).
    """
    moved = sum(state.profile(one.unit).fire(one.steps) for one in units if one.turned)
    still = sum(state.profile(one.unit).fire(one.steps) for one in units if not one.turned)
    return int((moved // 2 + still) // 2**halvings)


def _within(state: State, causes: list[Shift]) -> tuple[Shift, ...]:
    """Causes brought within the table (BLD-7-25)."""
    told = [cause for cause in causes if cause.value]
    total = int(sum(cause.value for cause in told))
    beyond = state.board.tables.combat.line(total) - total
    return (*told, Shift(float(beyond), Text(_LIMIT), "BLD-7-25")) if beyond else tuple(told)


def _supply(state: State, units: Sequence[Shown]) -> Shift:
    """The worst supply in a force sets its line (BLD-7-18)."""
    worst = min(state.supply(one.unit).line for one in units)
    return Shift(float(worst), Text(_SUPPLY), "BLD-7-18")


def defensive_force(state: State, table: Table, number: int) -> Force:
    """A defending force: line of its own hex and supply, no river (BLD-7-11); supports are added whole (BLD-12-15)."""
    units = [table.shown(unit) for unit in table.forces[number]]
    row = state.board.tables.terrain.terrain[state.board.terrain(table.target)]
    causes = [Shift(float(row.defence), Text(_TERRAIN), "BLD-7-11"), _supply(state, units)]
    support = _support(state, table, number) if state.now.side == "axis" else 0
    return Force(land_power(state, units) + support, _within(state, causes))


def _support(state: State, table: Table, force: int) -> int:
    """The fire power of the air unit and of the ship of a force, both Allied (BLD-12-13, BLD-13-9, BLD-13-10)."""
    support = state.board.tables.support
    air = support.air.fire if force in table.air else 0
    return air + (support.ships[table.ship].fire if table.ship and force == table.shipped else 0)


def uses_armour_column(state: State, units: Sequence[Shown]) -> bool:
    """Check if a force attacks as armour: as many armoured RE as other ones, in that force alone (BLD-7-28 to
    BLD-7-30); units with hedge cutters count as the others (BLD-15-5).
    """
    armour = other = 0
    for one in units:
        profile, unit = state.profile(one.unit), state.units[one.unit]
        re = profile.re(one.steps)
        if profile.armoured and not unit.cutters:
            armour += re
        else:
            other += re
    return armour >= other


def is_frontal(state: State, side: str, origin: HexId, target: HexId) -> bool:
    """Check if an Allied attack meets the front of a fort that still stands (BLD-11-4 to BLD-11-6)."""
    fronts = state.board.forts.get(target, frozenset())
    return side == "allied" and target not in state.now.forts and origin in fronts


def attacking_causes(state: State, units: Sequence[Shown], origin: HexId, target: HexId) -> tuple[Shift, ...]:
    """The line of an attacking force: terrain by its column, the river between, its supply (BLD-7-17, BLD-7-19)."""
    board = state.board
    row = board.tables.terrain.terrain[board.terrain(target)]
    armour = uses_armour_column(state, units)
    extra = row.armour - row.other if armour else 0
    river = int(board.map.river[origin, board.grid.direction(origin, target)])
    rivers = board.tables.terrain.rivers
    attack = {MINOR_RIVER: rivers["minor"].attack, MAJOR_RIVER: rivers["major"].attack}.get(river, 0)
    causes = [
        Shift(float(row.other), Text(_TERRAIN), "BLD-7-17"),
        Shift(float(extra), Text(_ARMOUR), "BLD-7-28"),
        Shift(float(attack), Text(_RIVER), "BLD-7-19"),
        _supply(state, units),
    ]
    return _within(state, causes)


def attacking_force(state: State, table: Table, origin: HexId) -> Force:
    """An attacking force: all units that attack from one hex (BLD-7-16), halved for a fort (BLD-11-4) and restraint
    (BLD-7-31), its supports whole (BLD-12-15).
    """
    units = [one for one in table.active if one.hex == origin]
    halvings = is_frontal(state, state.now.side, origin, table.target) + table.restrained
    support = _support(state, table, origin) if state.now.side == "allied" else 0
    power = land_power(state, units, halvings=halvings) + support
    return Force(power, attacking_causes(state, units, origin, table.target))


def origins(table: Table) -> list[HexId]:
    """The hexes from which units attack, without units that were called off."""
    return sorted({one.hex for one in table.active})
