"""The optional set-up (BLD-20-2)."""

from __future__ import annotations

from collections.abc import Iterator

from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Group, Refusal
from wab.engine.words.text import Text
from wab.hexes import HexId
from wab.systems.blind.ground.stacking import free_room
from wab.systems.blind.state import events as ev
from wab.systems.blind.state import orders as od
from wab.systems.blind.state.state import State

_NO_PLACE = Refusal(Text("The optional set-up does not put this unit there."), ("BLD-20-2",), code="no-place")


def _places(state: State, unit: int) -> tuple[HexId, ...]:
    profile = state.board.roster.get(unit)
    if profile is None or profile.side != state.now.side:
        return ()
    return tuple(map(state.board.hex, state.board.scenario.placement.get(profile.key, ())))


def why_not_place(state: State, order: od.Place) -> Refusal | None:
    """In a hex that the set-up names for it, with room."""
    here = order.unit in state.units and state.units[order.unit].hex == order.hex
    if order.hex not in _places(state, order.unit) or here:
        return _NO_PLACE
    profile = state.profile(order.unit)
    return None if profile.re(profile.steps) <= free_room(state, order.hex) else _NO_PLACE


def execute_place(state: State, order: od.Place) -> Iterator[Event]:
    """Play begins with the unit in its place; the enemy does not see it."""
    yield ev.Placed(order.unit, order.hex)


def offered_places(state: State, unit: int | None) -> Iterator[Group]:
    """Each unit that may be placed, in each of its hexes."""
    ids = [state.board.ids[key] for key in state.board.scenario.placement if key in state.board.ids]
    orders = (od.Place(one, hex_) for one in ids if unit in (None, one) for hex_ in _places(state, one))
    yield [order for order in orders if why_not_place(state, order) is None]
