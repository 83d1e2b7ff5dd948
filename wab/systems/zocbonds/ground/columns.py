"""Columns on the road (ZOC-9.8, ZOC-9.9): strategic movement, the German trucks, bicycles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Refusal
from wab.engine.words.text import Argument, Text
from wab.systems.zocbonds.state import events as ev
from wab.systems.zocbonds.state.board import enemy_of
from wab.systems.zocbonds.state.names import unit_noun
from wab.systems.zocbonds.state.state import SUPPLIED, State

# ------------------------------------------------------------------------------------------------- why not


def why_not_column(state: State, units: Sequence[int], truck: bool, hex_: int | None) -> Refusal | None:
    """Return why units cannot set off by strategic movement from a hex (None: from off the map), on trucks or not.

    One unit at a time, since none ends stacked (ZOC-9.8.2-2); mechanised or on trucks, in supply and not disrupted
    (ZOC-9.8.1-1, ZOC-13.6-9); not in reserve movement (ZOC-15.2-2), not on turn 1, not for the Germans of the Cherbourg
    scenario (ZOC-26.3-6); not out of an enemy zone (ZOC-9.8.2-1); and there must be a marker (ZOC-9.8.3-1).
    """
    if refusal := _why_not_on_roads(state, units, "strategic movement", hex_):
        return refusal
    unit = units[0]
    args: dict[str, Argument] = {"unit": unit_noun(state, unit)}
    if state.profile(unit).foot and not truck:
        text = Text("{unit:The} {unit:|goes|go} on foot: strategic movement is for mechanised units.", args)
        return Refusal(text, ("ZOC-9.8.1-1",), _at(hex_), "on-foot")
    standing = state.units.get(unit)
    if standing is not None and (standing.disrupted or standing.supply != SUPPLIED):
        text = Text("{unit:The} {unit:|is|are} disrupted or out of supply: no strategic movement.", args)
        return Refusal(text, ("ZOC-9.8.1-1", "ZOC-13.6-9", "ZOC-18.4-3"), _at(hex_), "unfit")
    if columns_left(state, state.side_of(unit)) < 1 and not (standing is not None and standing.column):
        text = Text("All strategic movement markers are in use.")
        return Refusal(text, ("ZOC-9.8.3-1",), _at(hex_), "no-marker")
    return None


def why_not_truck(state: State, units: Sequence[int], hex_: int | None) -> Refusal | None:
    """Return why units cannot set off on trucks. One German unit on foot may each turn (ZOC-9.8.6-1): not out of an
    enemy zone (ZOC-9.8.6-2), not on turn 1 (ZOC-9.8.7-1), and not in reserve movement, which uses the printed allowance
    (ZOC-15.2-1).
    """
    if refusal := _why_not_on_roads(state, units, "trucks", hex_):
        return refusal
    unit = units[0]
    profile, standing = state.profile(unit), state.units.get(unit)
    if profile.side != "axis" or not profile.foot:
        text = Text("The trucks carry German units on foot alone.")
        return Refusal(text, ("ZOC-9.8.6-1",), _at(hex_), "no-truck")
    if trucks_left(state, profile.side) < 1 and not (standing is not None and standing.truck):
        return Refusal(Text("The trucks are in use."), ("ZOC-9.8.6-1", "ZOC-9.8.6-3"), _at(hex_), "no-truck-marker")
    return None


def why_not_bicycle(state: State, units: Sequence[int], hex_: int | None) -> Refusal | None:
    """Return why units cannot ride: bicycle troops, in overcast weather, not out of an enemy zone (ZOC-9.9-1). As
    trucks, they gain nothing in reserve movement (ZOC-15.2-1).
    """
    for unit in units:
        if state.profile(unit).type != "bicycle":
            text = Text("{unit:The} {unit:|has|have} no bicycles.", {"unit": unit_noun(state, unit)})
            return Refusal(text, ("ZOC-9.9-1",), _at(hex_), "no-bicycle")
    if state.sky != "overcast":
        return Refusal(Text("Bicycles ride in overcast weather alone."), ("ZOC-9.9-1",), _at(hex_), "weather")
    if state.now.phase == "reserve_movement":
        return _in_reserve(hex_)
    return _in_zone(state, units[0], hex_, "ZOC-9.9-1")


def _why_not_on_roads(state: State, units: Sequence[int], what: str, hex_: int | None) -> Refusal | None:
    """Return what strategic movement and trucks have in common."""
    clause = "ZOC-9.8.2-1" if what == "strategic movement" else "ZOC-9.8.6-2"
    if len(units) != 1:
        text = Text("Units go by column or on trucks one at a time.")
        return Refusal(text, ("ZOC-9.8.2-2", "ZOC-9.8.6-1"), _at(hex_), "one-at-a-time")
    if state.now.turn < state.board.tables.turns.columns:
        text = Text("There are no columns and no trucks on turn 1.")
        return Refusal(text, ("ZOC-9.8.7-1", "ZOC-20.4-4"), _at(hex_), "turn-1")
    if state.board.special is not None and state.side_of(units[0]) == "axis":
        text = Text("The Germans have no columns and no trucks in this scenario.")
        return Refusal(text, ("ZOC-26.3-6",), _at(hex_), "scenario")
    if state.now.phase == "reserve_movement":
        return _in_reserve(hex_)
    return _in_zone(state, units[0], hex_, clause)


def _in_reserve(hex_: int | None) -> Refusal:
    text = Text("There are no columns, trucks or bicycles in reserve movement.")
    return Refusal(text, ("ZOC-15.2-2", "ZOC-9.8.1-1", "ZOC-15.2-1"), _at(hex_), "reserve")


def _in_zone(state: State, unit: int, hex_: int | None, clause: str) -> Refusal | None:
    if hex_ is None or not state.zone_of(enemy_of(state.side_of(unit)))[hex_]:
        return None
    text = Text("{unit:The} {unit:|starts|start} in an enemy zone of control.", {"unit": unit_noun(state, unit)})
    return Refusal(text, (clause,), (hex_,), "starts-in-zone")


def _at(hex_: int | None) -> tuple[int, ...]:
    return () if hex_ is None else (hex_,)


# ------------------------------------------------------------------------------------------------- markers


def columns_left(state: State, side: str) -> int:
    """Strategic movement markers of a side that are free (ZOC-9.8.3-1)."""
    used = sum(1 for unit in state.deployed(side).ids if state.units[unit].column)
    return state.board.tables.markers.strategic[side] - used  # type: ignore[index]  # a side of the table


def trucks_left(state: State, side: str) -> int:
    """Truck markers of a side that are free (ZOC-9.8.6-1)."""
    used = sum(1 for unit in state.deployed(side).ids if state.units[unit].truck)
    return state.board.tables.markers.trucks[side] - used  # type: ignore[index]  # a side of the table


def lifted(state: State, side: str) -> Iterator[Event]:
    """As a side's movement phase begins, its strategic movement and truck markers come off: next to an enemy at once
    (ZOC-9.8.5-3), elsewhere since a unit that goes by column again takes one again (ZOC-9.8.5-2). Until then they
    stayed on (ZOC-9.8.5-1, ZOC-9.8.6-3).
    """
    for marker in ("column", "truck"):
        under = [unit for unit in state.deployed(side).ids if getattr(state.units[unit], marker)]
        beside = tuple(unit for unit in under if beside_enemy(state, unit))
        if beside:
            yield ev.MarkerLifted(beside, marker, "beside the enemy")
        if others := tuple(unit for unit in under if unit not in beside):
            yield ev.MarkerLifted(others, marker, "not used again")


def caught(state: State, units: Iterable[int]) -> Iterator[Event]:
    """Units that have been attacked lose their strategic movement and truck markers, at any result, once they have
    counted in that combat (ZOC-9.8.5-4, ZOC-9.8.6-3).
    """
    there = [state.units[unit] for unit in units if unit in state.units]
    for marker in ("column", "truck"):
        if under := tuple(sorted(unit.id for unit in there if getattr(unit, marker))):
            yield ev.MarkerLifted(under, marker, "attacked")


def beside_enemy(state: State, unit: int) -> bool:
    """Return whether an enemy unit stands next to a unit on the map, over any hexside."""
    there = state.deployed(enemy_of(state.side_of(unit))).occupied
    return any(there[hex_] for hex_ in state.board.grid.adjacent(state.units[unit].hex))
