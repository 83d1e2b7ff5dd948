"""Orders of HQs and generals (OMA-11.2, OMA-11.3): which units act for free under them."""

from __future__ import annotations

from collections.abc import Iterator

from wab.engine.kernel.events import Event
from wab.hexes import HexId
from wab.systems.omaha.ground.control import under_fire
from wab.systems.omaha.state import events as ev
from wab.systems.omaha.state.state import State


def give_orders(state: State) -> Iterator[Event]:
    """Each HQ, command post and general commands all US units in range as the action phase starts, of any division
    (OMA-7.1-8, OMA-11.2-3, OMA-11.3-2, OMA-18.3-1).
    """
    for leader in sorted(state.units):
        if state.profile(leader).leader:
            near = in_command(state, leader)
            yield ev.OrdersGiven(leader, tuple(sorted(unit.id for hex_ in near for unit in state.us_in(hex_))))


def in_command(state: State, leader: int) -> set[HexId]:
    """The hexes that a leader commands: its own and the hexes around, of a command post up to its range.

    Range is not counted through Germans (OMA-18.31-1). A post under fire commands no unit (OMA-18.32-1), an event
    limits a headquarters to one hex (OMA-24-2).
    """
    here, reach = state.units[leader].hex, 1
    if leader in state.now.posts:
        if under_fire(state)[here]:
            return set()
        snipers = state.limited(f"snipers {state.profile(leader).key}")
        reach = 1 if snipers else state.board.tables.tracks.command[state.now.posts[leader]]
    found, edge = {here}, {here}
    for _ in range(reach):
        beyond = {there for hex_ in edge for there in state.board.grid.adjacent(hex_)}
        edge = beyond - found - state.now.forces.keys()
        found |= edge
    return found


def is_commanded(state: State, unit: int) -> bool:
    """Check if a unit is under orders of an HQ or a general who has not moved (OMA-7.1-8, OMA-7.33-1)."""
    return any(unit in ids for ids in state.now.orders.values())


def is_led_by_hq(state: State, unit: int) -> bool:
    """Check if a unit is under orders of an HQ (OMA-8.24-1)."""
    return any(unit in ids for leader, ids in state.now.orders.items() if state.profile(leader).leader == "hq")


def has_radio(state: State, unit: int) -> bool:
    """Check if an infantry unit has a radio (OMA-8.1-6, OMA-8.24-1): of an HQ, or its own if no event silences it."""
    own = "RD" in state.profile(unit).weapons(state.unit(unit).steps, 1)
    return is_led_by_hq(state, unit) or (own and not state.limited("radio_out"))
