"""Limits of movement over open ground: restricted units (ZOC-17.6), the limits of turn 1 (ZOC-20.4), and the limits of
the Cherbourg scenario (ZOC-26.1, ZOC-26.3).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from wab.content.zocbonds.scenario import Leash
from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Refusal
from wab.engine.words.text import Argument, Text
from wab.hexes import HexId
from wab.systems.zocbonds.state import events as ev
from wab.systems.zocbonds.state.board import LINE, Board, Flags
from wab.systems.zocbonds.state.names import unit_noun
from wab.systems.zocbonds.state.state import State

# ------------------------------------------------------------------------------------------------- bound to a place


def why_bound(state: State, unit: int) -> Refusal | None:
    """Return why a unit on the map cannot move at all for now: on turn 1 restricted units and Ost battalions
    (ZOC-20.4-2); restricted ones until they are released (ZOC-17.6-1), except units that began in the Perimeter
    (ZOC-17.6-2).
    """
    profile, standing = state.profile(unit), state.units[unit]
    held = is_restricted(state, unit)
    if not held and (state.now.turn > 1 or profile.type != "ost"):
        return None
    args: dict[str, Argument] = {"unit": unit_noun(state, unit)}
    if state.now.turn == 1 and (held or profile.type == "ost"):
        text = Text("{unit:The} cannot move on turn 1.", args)
        return Refusal(text, ("ZOC-20.4-2",), (standing.hex,), "turn-1")
    if held and unit not in garrison(state.board):
        text = Text("{unit:The} cannot move before the enemy comes near.", args)
        return Refusal(text, ("ZOC-17.6-1",), (standing.hex,), "restricted")
    return None


def is_restricted(state: State, unit: int) -> bool:
    """Return whether a unit is restricted and not released (ZOC-17.6-1); it may attack all the same (ZOC-17.6-3)."""
    return state.profile(unit).restricted and not state.units[unit].released


@lru_cache(maxsize=16)
def garrison(board: Board) -> frozenset[int]:
    """The restricted units that begin inside the Cherbourg Perimeter (ZOC-17.6-2)."""
    inside = board.overlay("perimeter")
    return frozenset(unit for unit, hex_ in board.placed.items() if board.roster[unit].restricted and inside[hex_])


def released(state: State) -> Iterator[Event]:
    """At the start of a German movement phase from turn 2 on, restricted units with an Allied unit within two hexes are
    free for good (ZOC-17.6-1). One free unit of the garrison of Cherbourg frees all of it (ZOC-17.6-2).
    """
    if state.now.turn < state.board.tables.turns.release:
        return
    bound = [unit for unit in state.deployed("axis").ids if is_restricted(state, unit)]
    near = _near(state) if bound else None
    free = {unit for unit in bound if near is not None and near[state.units[unit].hex]}
    inside = garrison(state.board)
    if free & inside:
        free |= inside.intersection(bound)
    if free:
        yield ev.MarkerSet(tuple(sorted(free)), "released", "enemy near")


def _near(state: State) -> Flags:
    """bool[N]: hexes so near an Allied unit that it releases a restricted one (ZOC-17.6-1)."""
    near: Flags = state.deployed("allied").occupied.copy()
    around = state.board.grid.neighbours
    for _ in range(state.board.tables.ranges.release):
        near |= (near[around] & (around >= 0)).any(axis=1)
    return near


# ------------------------------------------------------------------------------------------------- closed to some


def closed_to(state: State, unit: int) -> tuple[Flags, str] | None:
    """The hexes that a unit does not enter though others might, bool[N], with the clause; None if there are none.

    The garrison of Cherbourg stays inside the Perimeter until released (ZOC-17.6-2); in the Cherbourg scenario the
    Allies do not cross the line of 27 June (ZOC-26.1-2), and two divisions are on leashes (ZOC-26.3-2, ZOC-26.3-4).
    Germans cross it freely (ZOC-26.1-3), and their zones and bonds reach out from beyond it as anywhere (ZOC-26.1-9).
    """
    board = state.board
    if unit in state.units and is_restricted(state, unit):
        return ~board.overlay("perimeter"), "ZOC-17.6-2"
    if board.special is None or state.side_of(unit) == "axis":
        return None
    beyond = ~board.overlay(LINE)
    leash = leash_of(state, unit)
    if leash is None:
        return beyond, "ZOC-26.1-2"
    return beyond | _beyond_leash(state, unit, leash), leash.clause


def is_beyond_the_line(state: State, unit: int, hex_: HexId) -> bool:
    """Return whether a hex lies across the line of 27 June for a unit, which in the Cherbourg scenario holds for the
    Allies (ZOC-26.1-2) and not for the Germans (ZOC-26.1-3).
    """
    board = state.board
    held = board.special is not None and state.side_of(unit) == "allied"
    return held and not board.overlay(LINE)[hex_]


def leash_of(state: State, unit: int) -> Leash | None:
    """The leash of a unit's division, from its turn on (ZOC-26.3-2, ZOC-26.3-4)."""
    special, formation = state.board.special, state.profile(unit).formation
    leashes = special.leashes if special is not None else ()
    return next((one for one in leashes if one.formation == formation and state.now.turn >= one.from_turn), None)


def is_astray(state: State, unit: int) -> bool:
    """Return whether a unit is beyond its leash: it must try to return, and does not attack (ZOC-26.3-2,
    ZOC-26.3-4).
    """
    leash = leash_of(state, unit)
    return leash is not None and bool(_distances(state.board, leash.hexes)[state.units[unit].hex] > leash.distance)


def within_leash(state: State, unit: int, hex_: HexId) -> bool:
    """Return whether a unit may fight in a hex as far as its leash goes (ZOC-26.3-2, ZOC-26.3-4)."""
    leash = leash_of(state, unit)
    return leash is None or bool(_distances(state.board, leash.hexes)[hex_] <= leash.distance)


def _beyond_leash(state: State, unit: int, leash: Leash) -> Flags:
    """bool[N]: beyond a leash; a unit out there may only come nearer, step by step."""
    away = _distances(state.board, leash.hexes)
    now = int(away[state.units[unit].hex]) if unit in state.units else 0
    found: Flags = away > max(leash.distance, now - 1)
    return found


@lru_cache(maxsize=16)
def _distances(board: Board, hexes: tuple[HexId, ...]) -> NDArray[np.int32]:
    """int32[N]: hexes to the nearest of some."""
    found: NDArray[np.int32] = np.minimum.reduce([board.grid.distances(hex_) for hex_ in hexes])
    return found
