"""Improved positions, strongpoints and the Cherbourg Perimeter (ZOC-16): how they are built, when they are gone."""

from __future__ import annotations

from collections.abc import Iterator

from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Refusal
from wab.engine.words.text import Argument, Text
from wab.hexes import HexId
from wab.systems.zocbonds.state import events as ev
from wab.systems.zocbonds.state.armies import SEVENTH, WEST, army_side, commands
from wab.systems.zocbonds.state.names import place_noun, unit_noun
from wab.systems.zocbonds.state.orders import BuildWorks, RemoveWorks
from wab.systems.zocbonds.state.state import SUPPLIED, State, Works


def maker_of(state: State, unit: int) -> str:
    """The maker of the marker that a unit builds with: the Germans, or its army (ZOC-16.1-3)."""
    return state.profile(unit).army or "axis"


def side_of_maker(maker: str) -> str:
    """The side that the works of a maker help (ZOC-16.1-12)."""
    return "axis" if maker == "axis" else "allied"


def shelters(state: State, side: str, hex_: HexId) -> bool:
    """Return whether a side has a finished improved position in a hex; one that is being built does nothing
    (ZOC-16.1-8), and one of the enemy helps no other side (ZOC-16.1-12). So it is with the permanent works of the
    Perimeter (ZOC-16.3-2).
    """
    found = state.works_in(hex_)
    return found is not None and found.done and side_of_maker(found.maker) == side


def begun_in(state: State, hex_: HexId) -> bool:
    """Return whether an improved position was begun in a hex: no unit attacks out of it in that turn (ZOC-16.1-7)."""
    found = state.works_in(hex_)
    return found is not None and not found.done


def is_digging(state: State, unit: int) -> bool:
    """Return whether a unit has begun an improved position in this phase (ZOC-16.1-7)."""
    standing, found = state.units[unit], state.works_in(state.units[unit].hex)
    return found is not None and found.builder == unit and not found.done and not standing.mode


# ------------------------------------------------------------------------------------------------- building


def why_not_build_works(state: State, order: BuildWorks) -> Refusal | None:
    """Return why a unit does not begin an improved position in its hex (ZOC-16.1)."""
    unit = order.unit
    if unit not in state.units or not commands(state, unit):
        return Refusal(Text("This unit is not yours to dig."), ("ZOC-16.1-6",), (), "not-yours")
    return _why_not_now(state, unit) or _why_not_it(state, unit) or _why_not_here(state, unit)


def _why_not_now(state: State, unit: int) -> Refusal | None:
    """No works in a storm (ZOC-16.1-4, ZOC-4.3-3), no German ones before turn 5 (ZOC-16.1-9, ZOC-20.4-5); as many a
    turn as the weather gives (ZOC-16.1-2, ZOC-16.1-3), within the number of markers (ZOC-16.1-5)."""
    maker = maker_of(state, unit)
    if state.sky == "storm":
        return Refusal(Text("No unit digs in a storm."), ("ZOC-16.1-4", "ZOC-4.3-3"), (), "storm")
    if maker == "axis" and state.now.turn < state.board.tables.turns.german_works:
        first = state.board.tables.turns.german_works
        text = Text("The Germans dig from turn {turn} on.", {"turn": first})
        return Refusal(text, ("ZOC-16.1-9", "ZOC-20.4-5"), (), "too-early")
    if state.now.works_left.get(maker, 0) < 1:
        text = Text("No more improved positions may be begun this turn.")
        return Refusal(text, ("ZOC-16.1-2", "ZOC-16.1-3", "ZOC-16.1-5"), (), "none-left")
    laid = sum(1 for one in state.now.works if one.maker == maker and not one.permanent)
    if laid >= state.board.tables.markers.works[maker]:  # type: ignore[index]  # a maker of the table
        text = Text("All markers are laid: give up an improved position first.")
        return Refusal(text, ("ZOC-16.1-5",), (), "no-marker")
    return None


def _why_not_it(state: State, unit: int) -> Refusal | None:
    """Infantry-type units dig, in supply, neither disrupted (ZOC-13.6-4) nor scattered (ZOC-20.2-5), that do not move
    nor take a replacement, next to the enemy or not (ZOC-16.1-6).
    """
    standing = state.units[unit]
    args: dict[str, Argument] = {"unit": unit_noun(state, unit)}
    if not state.profile(unit).infantry:
        text = Text("{unit:The} {unit:|is|are} no infantry.", args)
        return Refusal(text, ("ZOC-16.1-6", "ZOC-2.3.3-2"), (standing.hex,), "no-infantry")
    if standing.disrupted or standing.scattered or standing.supply != SUPPLIED:
        text = Text("{unit:The} {unit:|is|are} disrupted, scattered or out of supply.", args)
        return Refusal(text, ("ZOC-16.1-6", "ZOC-13.6-4", "ZOC-18.4-3", "ZOC-20.2-5"), (standing.hex,), "unfit")
    if standing.mode or standing.stopped or standing.replaced:
        text = Text("{unit:The} {unit:|has|have} moved or taken a replacement.", args)
        return Refusal(text, ("ZOC-16.1-6",), (standing.hex,), "has-moved")
    return None


def _why_not_here(state: State, unit: int) -> Refusal | None:
    """Not in a city, on permanent works or where there are works; in a hex with a strongpoint Germans alone, as
    `works_at_strongpoints` says (ZOC-16.1-10, ZOC-12.4.1-7). In any other hex (ZOC-16.1-11)."""
    hex_ = state.units[unit].hex
    where: dict[str, Argument] = {"hex": place_noun(state.board, hex_)}
    if state.board.terrain(hex_) == "city" or state.board.overlay("permanent_works")[hex_]:
        text = Text("There are no improved positions in a city, nor on the works of Cherbourg.")
        return Refusal(text, ("ZOC-16.1-10",), (hex_,), "city")
    if state.works_in(hex_) is not None:
        return Refusal(Text("There are works {hex:at} already.", where), ("ZOC-16.1-10",), (hex_,), "works")
    fort = any(state.profile(one).type == "strongpoint" for one in state.stacks[hex_])
    if fort and state.board.tables.conduct.works_at_strongpoints == "barred":
        return Refusal(Text("A strongpoint stands {hex:at}.", where), ("ZOC-16.1-10",), (hex_,), "strongpoint")
    return None


def execute_build_works(state: State, order: BuildWorks) -> Iterator[Event]:
    """A marker is laid on its unfinished side; the builder moves no more, and is in reserve no more (ZOC-16.1-6,
    ZOC-16.1-7)."""
    yield ev.WorksBegun(state.units[order.unit].hex, maker_of(state, order.unit), order.unit)


def offered_build_works(state: State, unit: int | None = None) -> Iterator[tuple[BuildWorks, ...]]:
    """The units that may dig, by id."""
    units = state.deployed(state.now.side).ids if unit is None else (unit,)
    legal = tuple(order for order in map(BuildWorks, units) if why_not_build_works(state, order) is None)
    if legal:
        yield legal


def finished(state: State, side: str) -> Iterator[Event]:
    """As a side's movement phase begins, works that it began the turn before are finished if its infantry is still
    there, disrupted or not. Elsewhere they are gone (ZOC-3-4, ZOC-16.1-6, ZOC-13.6-4), in a storm too (ZOC-16.1-4).
    """
    begun = [one.hex for one in state.now.works if not one.done and side_of_maker(one.maker) == side]
    held = tuple(hex_ for hex_ in begun if any(_builds(state, unit, side) for unit in state.stacks.get(hex_, ())))
    if held:
        yield ev.WorksDone(held)
    if left := tuple(hex_ for hex_ in begun if hex_ not in held):
        yield ev.WorksGone(left, "abandoned")


def _builds(state: State, unit: int, side: str) -> bool:
    return state.side_of(unit) == side and state.profile(unit).infantry


# ------------------------------------------------------------------------------------------------- giving up


def why_not_remove_works(state: State, order: RemoveWorks) -> Refusal | None:
    """Return why works are not given up: they are not one's own, or permanent (ZOC-16.1-5, ZOC-16.1-12, ZOC-16.3-2)."""
    found = state.works_in(order.hex)
    own = found is not None and side_of_maker(found.maker) == state.now.side
    if found is not None and own and not found.permanent and state.now.player in _owners(state, found):
        return None
    return Refusal(Text("There are no works of yours to give up here."), ("ZOC-16.1-12",), (), "not-yours")


def _owners(state: State, found: Works) -> tuple[str, ...]:
    """The seats that may give works up: the side, an army's own player, and of two German players the player on whose
    side of the boundary they lie (ZOC-27.1-1, ZOC-27.1-2).
    """
    if found.maker != "axis":
        return ("", "allied", f"allied/{found.maker}")
    return ("", "axis", SEVENTH if army_side(state.board, found.hex) == "us" else WEST)


def execute_remove_works(state: State, order: RemoveWorks) -> Iterator[Event]:
    """Works are given up, so that their marker can be laid elsewhere (ZOC-16.1-5)."""
    yield ev.WorksGone((order.hex,), "given up")


def offered_remove_works(state: State, unit: int | None = None) -> Iterator[tuple[RemoveWorks, ...]]:
    """The works that a side may give up; none for a single unit."""
    hexes = [one.hex for one in state.now.works] if unit is None else []
    legal = tuple(order for order in map(RemoveWorks, hexes) if why_not_remove_works(state, order) is None)
    if legal:
        yield legal
