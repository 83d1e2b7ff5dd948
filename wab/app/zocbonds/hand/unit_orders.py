"""The orders that a unit can have, in words, and the order of each kind that the rules are asked about."""

from __future__ import annotations

from collections.abc import Sequence

from wab.app.wargame.adapter.pictures import Kind
from wab.app.zocbonds.looks import marches
from wab.engine.kernel.orders import Order
from wab.engine.words.text import N_
from wab.hexes import HexId
from wab.locale import _
from wab.systems.zocbonds.state import orders as od
from wab.systems.zocbonds.state.state import State

UNIT_ORDERS = (
    Kind(od.Move, N_("March"), N_("the lit hexes, with their cost"), "move", ("movement",)),
    Kind(
        od.Attack,
        N_("Attack"),
        N_("a click on an enemy in rose opens the board"),
        "attack",
        ("combat", "reserve_combat"),
    ),
    Kind(od.PlaceReserve, N_("Into reserve"), N_("moves and strikes later today"), "clock", ("movement",)),
    Kind(od.BuildWorks, N_("Dig in"), N_("an improved position, ready tomorrow"), "shield", ("movement",)),
    Kind(od.Replace, N_("Take a replacement"), N_("gives back a lost step"), "heart", ("replacement",)),
    Kind(od.Evacuate, N_("Back to Britain"), N_("leaves Normandy for good"), "ship", ("movement",)),
)
"""The kinds of order of the panel of a unit."""


def sample(state: State, kind: type[Order], unit: int) -> Order | None:
    """Return an order of a kind that a unit would give; None if the kind does not concern the unit."""
    standing, profile = state.units[unit], state.profile(unit)
    if kind is od.Move:
        return od.Move((unit,), (standing.hex, _ground_beside(state, standing.hex)))
    if kind is od.Attack:
        target = _nearest_enemy(state, unit)
        return od.Attack(target, (unit,), profile.force) if target is not None else None
    if kind is od.PlaceReserve:
        return od.PlaceReserve((unit,))
    if kind is od.Replace:
        lost = standing.steps < profile.steps and profile.replacement != "none"
        return od.Replace(unit, profile.replacement) if lost else None
    if kind is od.Evacuate:
        ashore = profile.side == "allied" and standing.hex in state.board.beaches.values()
        return od.Evacuate(unit) if ashore else None
    return od.BuildWorks(unit)


def effect(state: State, kind: Kind, orders: Sequence[Order]) -> str:
    """Return what a kind of order does, in a line: of a march, also its points."""
    march = next((order for order in orders if isinstance(order, od.Move) and order.mode == "ordinary"), None)
    if march is None:
        return _(kind.effect)
    return _("{points} points: {effect}").format(points=marches.points_left(state, march), effect=_(kind.effect))


def _ground_beside(state: State, here: HexId) -> HexId:
    beside = state.board.grid.adjacent(here)
    free = (hex_ for hex_ in beside if state.board.dry[hex_] and state.side_in(hex_) is None)
    return int(next(free, beside[0]))


def _nearest_enemy(state: State, unit: int) -> HexId | None:
    here, side = state.units[unit].hex, state.side_of(unit)
    enemies = (hex_ for hex_ in state.stacks if state.side_in(hex_) != side)
    return min(enemies, key=lambda hex_: (state.board.grid.distance(here, hex_), hex_), default=None)
