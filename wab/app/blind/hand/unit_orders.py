"""The orders that a unit can have, in words, and the order of each kind that the rules are asked about."""

from __future__ import annotations

from wab.app.wargame.adapter.pictures import Kind
from wab.engine.kernel.orders import Order
from wab.engine.words.text import N_
from wab.hexes import HexId
from wab.systems.blind.state import orders as od
from wab.systems.blind.state.state import FIRST, MOVEMENT, SECOND, State

UNIT_ORDERS = (
    Kind(od.March, N_("March"), N_("over your own ground: the lit hexes"), "move", MOVEMENT),
    Kind(od.Call, N_("Call"), N_("a step into enemy ground: the lit hexes beyond the border"), "radio", MOVEMENT),
    Kind(od.Declare, N_("Join the attack"), N_("on a hex that was called occupied"), "attack", FIRST),
    Kind(od.Reserve, N_("Into reserve"), N_("marches after the enemy’s attacks"), "clock", SECOND),
)
"""The kinds of order of the panel of a unit."""


def sample(state: State, side: str, kind: type[Order], unit: int) -> Order | None:
    """Return an order of a kind that a unit would give; None if the kind does not concern the unit."""
    here = state.units[unit].hex
    own, foreign = _beside(state, side, here)
    if kind is od.March:
        return od.March(unit, (here, own)) if own is not None else None
    if kind is od.Call:
        return od.Call(unit, foreign) if foreign is not None else None
    if kind is od.Declare:
        called = next(iter(state.now.contacts), None)
        return od.Declare(unit, called) if called is not None else None
    return od.Reserve(unit)


def _beside(state: State, side: str, here: HexId) -> tuple[HexId | None, HexId | None]:
    """Return a hex of own ground and one of enemy ground next to a hex."""
    land = [hex_ for hex_ in state.board.grid.adjacent(here) if state.board.land[hex_]]
    own = next((hex_ for hex_ in land if state.holds(side, hex_)), None)
    return own, next((hex_ for hex_ in land if not state.holds(side, hex_)), None)
