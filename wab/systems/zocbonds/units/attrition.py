"""Attrition of the isolated next to the enemy (ZOC-18.5)."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from wab.engine.kernel.events import Event, Rolled
from wab.engine.words.text import Text
from wab.hexes import HexId
from wab.systems.zocbonds.ground.lines_of_supply import traces_to
from wab.systems.zocbonds.state import events as ev
from wab.systems.zocbonds.state.board import CODES, enemy_of
from wab.systems.zocbonds.state.state import ISOLATED, State, Unit
from wab.systems.zocbonds.units import losses

STREAM = "attrition"
CAUSE = "attrition"


def begin(state: State, side: str) -> Iterator[Event]:
    """Attrition of a side: first its cut-off headquarters, then die by die, by hex label and unit."""
    yield from _lost_headquarters(state, side)
    done: set[int] = set()
    for unit in sorted(_isolated(state, side), key=lambda one: (state.board.grid.label(one.hex), one.id)):
        if unit.id in state.units and unit.id not in done and rolls(state, unit.id):
            yield from _roll(state, unit.id, done)


def _isolated(state: State, side: str) -> tuple[Unit, ...]:
    return tuple(unit for unit in state.units_of(side) if unit.supply == ISOLATED)


def rolls(state: State, unit: int) -> bool:
    """Return whether a unit rolls for attrition: isolated and next to any enemy unit (ZOC-18.5-1), no headquarters
    (ZOC-18.5-6), no strongpoint that a combat unit shares its hex with (ZOC-18.5-5).
    """
    standing, profile = state.units[unit], state.profile(unit)
    if standing.supply != ISOLATED or profile.is_hq or not state.beside(standing.hex, enemy_of(profile.side)):
        return False
    return profile.type != "strongpoint" or not _combat_units(state, standing.hex)


def _combat_units(state: State, hex_: HexId) -> tuple[int, ...]:
    return tuple(unit.id for unit in state.stack(hex_) if state.profile(unit.id).type != "strongpoint")


def _roll(state: State, unit: int, done: set[int]) -> Iterator[Event]:
    """One die (ZOC-18.5-2). A strongpoint whose last garrison dies so rolls at once (ZOC-18.5-5). `done` grows."""
    done.add(unit)
    hex_, modifier = state.units[unit].hex, attrition_modifier(state, unit)
    rolled: Rolled = state.dice.roll(STREAM, Text("Attrition"))
    yield rolled
    lost = loses_step(state, rolled.total, modifier)
    yield ev.AttritionRolled(unit, rolled.total, modifier, lost)
    if not lost:
        return
    yield from losses.lose_step(state, unit, CAUSE)
    if unit not in state.units and not _combat_units(state, hex_):
        for left in state.stack(hex_):
            if rolls(state, left.id):
                yield from _roll(state, left.id, done)


def loses_step(state: State, die: int, modifier: int) -> bool:
    """Return whether a die costs a step (ZOC-18.5-2)."""
    return die + modifier <= state.board.tables.dice.attrition.loses_up_to


def attrition_modifier(state: State, unit: int) -> int:
    """Troop quality, and 2 for a line to shelter, 3 at most (ZOC-18.5-3, ZOC-18.5-4)."""
    return modifier_of(state, state.quality(state.units[unit]), is_sheltered(state, unit))


def modifier_of(state: State, quality: int, sheltered: bool) -> int:
    """The sum of the modifiers, 3 at most (ZOC-18.5-4)."""
    dice = state.board.tables.dice.attrition
    return min(dice.most_modifier, quality + (dice.sheltered if sheltered else 0))


def is_sheltered(state: State, unit: int) -> bool:
    """Return whether a unit traces to a friendly city hex, a strongpoint (Germans), the coast (Allies) or a
    headquarters (ZOC-18.5-3); a strongpoint always does (ZOC-18.5-5).
    """
    profile = state.profile(unit)
    if profile.type == "strongpoint":
        return True
    return traces_to(state, profile.side, state.units[unit].hex, shelters(state, profile.side))


def shelters(state: State, side: str) -> tuple[HexId, ...]:
    """The hexes to which an isolated unit looks for help (ZOC-18.5-3), ascending."""
    board = state.board
    own = np.frombuffer(state.control, np.uint8) == CODES[side]
    found = board.map.is_terrain("city") & own
    kind = "hq" if side == "allied" else "strongpoint"
    for unit in state.units_of(side):
        if state.profile(unit.id).is_hq or state.profile(unit.id).type == kind:
            found[unit.hex] = True
    if side == "allied":
        around = board.grid.neighbours
        coast = ((around >= 0) & board.sea[around]).any(axis=1)
        found |= board.dry & coast & ~state.deployed(enemy_of(side)).occupied
    return tuple(map(int, np.flatnonzero(found)))


def _lost_headquarters(state: State, side: str) -> Iterator[Event]:
    """An isolated headquarters without a line to any friendly unit is gone at once (ZOC-18.5-6)."""
    for unit in _isolated(state, side):
        if not state.profile(unit.id).is_hq:
            continue
        others = tuple(other.hex for other in state.units_of(side) if other.id != unit.id)
        if not traces_to(state, side, unit.hex, others):
            yield from losses.eliminate(state, (unit.id,), CAUSE)
