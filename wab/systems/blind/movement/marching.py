"""Marches over own ground (BLD-4-1 to BLD-4-7, BLD-4-28 to BLD-4-33)."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Group, Refusal
from wab.engine.words.text import N_, Text
from wab.field.control import held
from wab.field.moves import Moves, fault, path_cost, sentence
from wab.hexes import HexId, Reach, reach
from wab.systems.blind.ground.boundary import barred_by_boundary
from wab.systems.blind.ground.costs import ways
from wab.systems.blind.ground.stacking import full_hexes
from wab.systems.blind.state import events as ev
from wab.systems.blind.state import orders as od
from wab.systems.blind.state.board import CODES, Flags
from wab.systems.blind.state.names import hex_noun, unit_noun
from wab.systems.blind.state.state import RESERVE, SECOND, State, Unit

_NOT_YOURS = Refusal(Text("This is no unit of yours on the map."), ("BLD-4-1",), code="no-unit")
_CLAUSES = {
    "barred": ("BLD-4-7", "BLD-5-5", "BLD-6-4"), "closed": ("BLD-4-4",), "too-far": ("BLD-4-2",), "gap": ("BLD-4-3",),
}  # fmt: skip


def why_not_stir(state: State, number: int) -> Refusal | None:
    """Return the reason why a unit cannot do anything more by movement in this phase; None if it can."""
    unit = state.units.get(number)
    if unit is None or state.side_of(number) != state.now.side:
        return _NOT_YOURS
    if unit.rebuilt:
        return _refused(state, unit, N_("{unit:The} {unit:|was|were} rebuilt: it stands still this turn."), "BLD-14-11")
    if state.now.phase in RESERVE and not unit.reserve:
        return _refused(state, unit, N_("{unit:The} {unit:|is|are} not in reserve."), "BLD-4-32")
    if unit.act == "halted":
        return _refused(state, unit, N_("{unit:The} stopped in front of an occupied hex."), "BLD-4-11")
    if unit.act == "moved" and not is_mover(state, number):
        return _refused(state, unit, N_("{unit:The} {unit:|has|have} moved: another unit came after it."), "BLD-4-3")
    return None


def why_not_move(state: State, number: int) -> Refusal | None:
    """Return the reason why a unit cannot change its hex in this phase; None if it can."""
    if found := why_not_stir(state, number):
        return found
    unit = state.units[number]
    if unit.act == "fitted":
        return _refused(state, unit, N_("{unit:The} {unit:|is|are} being fitted with cutters."), "BLD-15-4")
    if unit.reserve and state.now.phase in SECOND:
        return _refused(state, unit, N_("{unit:The} {unit:|is|are} in reserve."), "BLD-4-31")
    return None


def _refused(state: State, unit: Unit, words: str, clause: str) -> Refusal:
    return Refusal(Text(words, {"unit": unit_noun(state, unit.id)}), (clause,), (unit.hex,), code="cannot-move")


def is_mover(state: State, unit: int) -> bool:
    """Check if a unit moves now (BLD-4-3)."""
    return state.now.mover is not None and state.now.mover.unit == unit


def points_left(state: State, unit: int) -> int:
    """The movement points of a unit in this phase: a full allowance, as its supply allows (BLD-4-2, BLD-9-10)."""
    if state.now.mover is not None and state.now.mover.unit == unit:
        return state.now.mover.left
    return state.supply(unit).movement(state.profile(unit).row.movement)


def is_bound(state: State, unit: Unit) -> bool:
    """Check if a unit must begin its second movement by entering a hex (BLD-4-29)."""
    return state.now.phase in SECOND and unit.bound >= 0 and not unit.act


def _closed(state: State, unit: Unit) -> Flags:
    """bool[N]: hexes that a march may not enter: enemy ground (BLD-4-8), full hexes, the other army group."""
    side = state.side_of(unit.id)
    foreign = ~held(state.control, CODES[side])
    closed = foreign | full_hexes(state, side, state.re(unit.id)) | barred_by_boundary(state, unit.id, unit.hex)
    if is_bound(state, unit):
        around = np.ones(state.board.grid.size, np.bool_)
        around[unit.bound] = closed[unit.bound]
        return around
    closed.setflags(write=False)
    return closed


def reached(state: State, unit: Unit) -> Reach:
    """The hexes that a unit can reach over own ground now."""
    budget = points_left(state, unit.id)
    return reach(state.board.workspace, unit.hex, budget, ways(state, unit.id).march, None, _closed(state, unit))


def why_not_march(state: State, order: od.March) -> Refusal | None:
    """Within the allowance, over own ground, hex by hex (BLD-4-3, BLD-4-4, BLD-4-7)."""
    if found := why_not_move(state, order.unit):
        return found
    unit, grid = state.units[order.unit], state.board.grid
    nowhere = np.zeros(grid.size, np.bool_)
    budget, costs = points_left(state, unit.id), ways(state, unit.id).march
    wrong = fault(grid, order.path, unit.hex, budget, costs, nowhere, _closed(state, unit))
    if wrong is None:
        return None
    if is_bound(state, unit):
        text = Text(
            "{unit:The} must first enter {hex:the}.", {"unit": unit_noun(state, unit.id), "hex": _bond(state, unit)}
        )
        return Refusal(text, ("BLD-4-29",), (unit.bound,), code="bound")
    return Refusal(sentence(grid, wrong), _CLAUSES.get(wrong.kind, ("BLD-4-3",)), wrong.hexes, code=wrong.kind)


def _bond(state: State, unit: Unit) -> Text:
    return hex_noun(state, unit.bound)


def execute_march(state: State, order: od.March) -> Iterator[Event]:
    """The enemy hears nothing of it (BLD-4-7)."""
    cost = path_cost(state.board.grid, ways(state, order.unit).march, order.path)
    yield ev.Marched(order.unit, order.path, points_left(state, order.unit) - cost)


def offered_marches(state: State, unit: int | None) -> Iterator[Group]:
    """A march by the cheapest way to each hex that a unit can reach."""
    for one in state.units_of(state.now.side):
        if unit in (None, one.id) and why_not_move(state, one.id) is None:
            yield Moves(reached(state, one), _March(one.id))


class _March:
    """Makes the march of a unit along a path."""

    def __init__(self, unit: int) -> None:
        self._unit = unit

    def __call__(self, path: tuple[HexId, ...]) -> od.March:
        return od.March(self._unit, path)
