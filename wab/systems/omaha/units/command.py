"""Orders of HQs and generals (OMA-11.2, OMA-11.3): which units act for free under them."""

from __future__ import annotations

from collections.abc import Iterator

from wab.engine.kernel.events import Event
from wab.systems.omaha.state import events as ev
from wab.systems.omaha.state.state import State


def give_orders(state: State) -> Iterator[Event]:
    """Each HQ and general commands all US units in its hex and around it as the action phase starts, of any division
    (OMA-7.1-8, OMA-11.2-3, OMA-11.3-2).
    """
    for leader in sorted(state.units):
        if state.profile(leader).leader:
            here = state.units[leader].hex
            near = (here, *state.board.grid.adjacent(here))
            yield ev.OrdersGiven(leader, tuple(sorted(unit.id for hex_ in near for unit in state.us_in(hex_))))


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
