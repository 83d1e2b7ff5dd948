"""The effects of a unit on a hex that it enters in any way: control, works of the enemy, harbours, room."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wab.engine.kernel.events import Event
from wab.hexes import HexId
from wab.systems.zocbonds.ground import beaches
from wab.systems.zocbonds.state.events import WorksGone
from wab.systems.zocbonds.state.room import has_room
from wab.systems.zocbonds.state.state import State
from wab.systems.zocbonds.units import headquarters


def control_won(state: State, side: str, hexes: Iterable[HexId]) -> tuple[HexId, ...]:
    """The hexes that a side wins by entering them: the last to enter holds a hex (ZOC-6.2-3)."""
    return tuple(hex_ for hex_ in hexes if not state.holds(side, hex_))


def overrun(state: State, side: str, hexes: Iterable[HexId]) -> Iterator[Event]:
    """Yield what falls at once when a side enters hexes, whether it stays there or not: improved positions of the
    enemy, permanent ones as well (ZOC-16.1-12, ZOC-16.3-2); a Mulberry under Germans (ZOC-21.1-6, ZOC-21.1-8);
    Cherbourg with its last city hex (ZOC-17.4-4).
    """
    entered = tuple(hexes)
    gone = tuple(hex_ for hex_ in entered if _are_of_the_other(state, side, hex_))
    if gone:
        yield WorksGone(gone, "entered")
    if side == "axis":
        yield from beaches.overrun(state, entered)
    else:
        yield from headquarters.fall_of_cherbourg(state, entered)


def _are_of_the_other(state: State, side: str, hex_: HexId) -> bool:
    works = state.works_in(hex_)
    return works is not None and (works.maker == "axis") != (side == "axis")


def room_for(state: State, units: Iterable[int], hex_: HexId) -> bool:
    """Return whether units on the map find room in a hex next to the units that are there (ZOC-7.1-1)."""
    return has_room(state, map(state.units.__getitem__, units), hex_)
