"""Reserves (ZOC-15.1, ZOC-15.2, ZOC-15.4): units put in reserve by movement, units that lose the status, the markers.

A marker covers a hex (ZOC-15.1-3); the status itself is kept by unit. The status ends with an attack, with a state that
excludes it, or next to the enemy in a recovery phase (ZOC-15.4-1).
"""

from __future__ import annotations

from collections.abc import Iterator

from wab.content.zocbonds.tables import sixths
from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Refusal
from wab.engine.words.text import Argument, Text
from wab.hexes import HexId
from wab.systems.zocbonds.state import events as ev
from wab.systems.zocbonds.state.armies import commands, sound
from wab.systems.zocbonds.state.board import enemy_of
from wab.systems.zocbonds.state.names import unit_noun
from wab.systems.zocbonds.state.orders import Ids, LiftReserve, PlaceReserve
from wab.systems.zocbonds.state.state import SUPPLIED, State
from wab.systems.zocbonds.units import works


def in_reserve(state: State, side: str) -> tuple[int, ...]:
    """The units of a side in reserve, ascending."""
    return tuple(unit for unit in state.deployed(side).ids if state.units[unit].reserve)


def comes_up(state: State) -> bool:
    """Return whether the side on turn has a reserve phase at all: units in reserve (ZOC-3-6)."""
    return bool(in_reserve(state, state.now.side))


# ------------------------------------------------------------------------------------------------- markers


def marked(state: State, side: str) -> tuple[HexId, ...]:
    """The hexes of a side under a reserve marker, ascending (ZOC-15.1-3)."""
    return tuple(sorted({state.units[unit].hex for unit in in_reserve(state, side)}))


def markers_left(state: State, side: str) -> int:
    """Reserve markers of a side that are free: six a side, one a stack (ZOC-15.1-3)."""
    return state.board.tables.markers.reserve[side] - len(marked(state, side))  # type: ignore[index]  # a side


def why_no_marker(state: State, side: str, hex_: HexId) -> Refusal | None:
    """Return why a stack cannot be marked as a reserve: all markers lie elsewhere; one may be taken off another stack
    first (ZOC-15.1-3). A hex that has one needs no other.
    """
    if hex_ in marked(state, side) or markers_left(state, side) > 0:
        return None
    text = Text("All reserve markers are in use: take one off another stack first.")
    return Refusal(text, ("ZOC-15.1-3",), (hex_,), "no-marker")


# ------------------------------------------------------------------------------------------------- who may


def why_not_eligible(state: State, unit: int) -> Refusal | None:
    """Return why a unit on the map cannot be in reserve at all: it took a replacement, is out of supply or disrupted,
    or digs in (ZOC-15.1-4, ZOC-13.6-9, ZOC-16.1-7).
    """
    standing = state.units[unit]
    unfit = standing.replaced or standing.disrupted or standing.scattered or standing.supply != SUPPLIED
    if not unfit and not works.is_digging(state, unit):
        return None
    text = Text(
        "{unit:The} cannot be in reserve: replaced, disrupted, out of supply or digging in.",
        {"unit": unit_noun(state, unit)},
    )
    return Refusal(text, ("ZOC-15.1-4", "ZOC-13.6-9", "ZOC-16.1-7"), (standing.hex,), "unfit")


def why_not_by_movement(state: State, unit: int) -> Refusal | None:
    """Return why the movement of a unit in this phase keeps it from reserve: more than one point, or a point spent to
    enter or leave an enemy zone (ZOC-15.1-1; in one, only a unit that did not move: ZOC-15.1-2), or tactical movement,
    also in landings (ZOC-15.1-5, ZOC-15.1-10). So it is with Germans that have just entered (ZOC-6.6-6).
    """
    standing = state.units[unit]
    if not standing.mode:
        return None
    args: dict[str, Argument] = {"unit": unit_noun(state, unit)}
    if standing.mode in ("tactical", "landing"):
        text = Text("{unit:The} {unit:|has|have} used tactical movement: no reserve.", args)
        return Refusal(text, ("ZOC-15.1-5", "ZOC-15.1-10"), (standing.hex,), "tactical")
    entered = bool(state.zone_of(enemy_of(state.side_of(unit)))[standing.hex])
    if not breaks(state, standing.spent, standing.left_zone, entered):
        return None
    text = Text("{unit:The} {unit:|has|have} moved too far for a reserve.", args)
    return Refusal(text, ("ZOC-15.1-1", "ZOC-6.6-6"), (standing.hex,), "moved")


def breaks(state: State, spent: int, left_zone: bool, entered_zone: bool) -> bool:
    """Return whether a move of so many sixths is too much for a reserve: more than a point, or out of or into an enemy
    zone (ZOC-15.1-1).
    """
    return spent > (sixths(state.board.tables.costs.reserve) or 0) or left_zone or entered_zone


# ------------------------------------------------------------------------------------------------- orders


def why_not_place_reserve(state: State, order: PlaceReserve) -> Refusal | None:
    """Return why units are not put in reserve in the movement phase: they must stand in one hex, be eligible, and not
    have moved too far (ZOC-15.1-1, ZOC-15.1-4); a marker must be free (ZOC-15.1-3). Units that wait at sea are on no
    hex (ZOC-15.1-8).
    """
    if refusal := _why_not_own(state, order.units):
        return refusal
    hexes = tuple(dict.fromkeys(state.units[unit].hex for unit in order.units))
    if len(hexes) > 1:
        return Refusal(Text("A reserve stands in one hex."), ("ZOC-15.1-3",), hexes, "not-together")
    for unit in order.units:
        if state.units[unit].reserve:
            text = Text("{unit:The} {unit:|is|are} in reserve already.", {"unit": unit_noun(state, unit)})
            return Refusal(text, ("ZOC-15.4-3",), hexes, "already")
        if refusal := why_not_eligible(state, unit) or why_not_by_movement(state, unit):
            return refusal
    return why_no_marker(state, state.now.side, hexes[0])


def _why_not_own(state: State, units: Ids) -> Refusal | None:
    if sound(state, units) and all(commands(state, unit) for unit in units):
        return None
    return Refusal(Text("A reserve is made of units of one's own on the map."), ("ZOC-15.1-1",), (), "not-yours")


def execute_place_reserve(state: State, order: PlaceReserve) -> Iterator[Event]:
    """Units go into reserve (ZOC-15.1-1)."""
    yield ev.MarkerSet(order.units, "reserve", "movement")


def offered_place_reserve(state: State, unit: int | None = None) -> Iterator[tuple[PlaceReserve, ...]]:
    """Each unit that may go into reserve, and all of them in a hex together; none that never moves."""
    for _, post in sorted(state.deployed(state.now.side).posts.items()):
        if unit is not None and unit not in post.units:
            continue
        able = tuple(one for one in post.units if _useful(state, one))
        orders = [PlaceReserve((one,)) for one in able if unit in (None, one)]
        if len(able) > 1 and unit in (None, *able):
            orders.append(PlaceReserve(able))
        if orders:
            yield tuple(orders)


def _useful(state: State, unit: int) -> bool:
    return state.values(state.units[unit])[1] > 0 and why_not_place_reserve(state, PlaceReserve((unit,))) is None


def why_not_lift_reserve(state: State, order: LiftReserve) -> Refusal | None:
    """Return why the marker of a hex is not taken off: the player on turn has no reserve there (ZOC-15.4-2)."""
    if _under(state, order.hex):
        return None
    return Refusal(Text("There is no reserve of yours in this hex."), ("ZOC-15.4-2",), (), "no-reserve")


def execute_lift_reserve(state: State, order: LiftReserve) -> Iterator[Event]:
    """The marker of a hex is taken off, and free at once (ZOC-15.4-2, ZOC-15.1-3); units there that another player
    leads stay in reserve (ZOC-27.1-1)."""
    yield ev.MarkerLifted(_under(state, order.hex), "reserve", "lifted")


def offered_lift_reserve(state: State, unit: int | None = None) -> Iterator[tuple[LiftReserve, ...]]:
    """The hexes whose marker may be taken off."""
    hexes = [hex_ for hex_ in marked(state, state.now.side) if unit is None or unit in _under(state, hex_)]
    legal = tuple(order for order in map(LiftReserve, hexes) if why_not_lift_reserve(state, order) is None)
    if legal:
        yield legal


def _under(state: State, hex_: HexId) -> Ids:
    """The reserve of the player on turn in a hex."""
    there = state.stacks.get(hex_, ())
    return tuple(unit for unit in there if state.units[unit].reserve and commands(state, unit))


# ------------------------------------------------------------------------------------------------- losing it


def given_up(state: State, moved: ev.Moved) -> Iterator[Event]:
    """In the movement phase a reserve that goes farther than one may is none any more (ZOC-15.1-1); in reserve movement
    it stays one, to fight (ZOC-15.3-1). A unit that leaves others of a marked stack behind needs a marker of its own
    (ZOC-15.1-3). Ask before the move happens; else the status persists (ZOC-15.4-3).
    """
    units = tuple(unit for unit in moved.units if state.units[unit].reserve)
    too_far = moved.mode == "tactical" or breaks(state, moved.spent, moved.left_zone, moved.stopped)
    if units and ((too_far and state.now.phase == "movement") or not _markers_suffice(state, moved)):
        yield ev.MarkerLifted(units, "reserve", "moved")


def _markers_suffice(state: State, moved: ev.Moved) -> bool:
    """Return whether there is a marker for each stack in reserve once units have moved (ZOC-15.1-3)."""
    side = state.side_of(moved.units[0])
    stay = {state.units[unit].hex for unit in in_reserve(state, side) if unit not in moved.units}
    return len(stay | {moved.path[-1]}) <= state.board.tables.markers.reserve[side]
