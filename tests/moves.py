"""Helpers for tests of movement: what a step costs, why a move is refused, a move made."""

from __future__ import annotations

from wab.systems.operations.ground.sight import levels
from wab.systems.operations.movement.movement import costs_for, execute_move, why_not_move
from wab.systems.operations.state.orders import Move
from wab.systems.operations.testing.boards import LETTERS

KIND_OF_CLASS = {
    "inf": "infantry",
    "mec": "mechanised",
    "arm": "armour",
    "rec": "recon",
    "art": "artillery",
    "cdr": "commander",
}
CLASSES = list(KIND_OF_CLASS)
LETTER = {name: letter for letter, name in LETTERS.items()}


def step_cost(b, unit, here, there, *, strategic=False):
    return int(costs_for(b.state, (unit,), strategic=strategic)[here, b.board.grid.direction(here, there)])


def code(b, order):
    refusal = why_not_move(b.state, order)
    return None if refusal is None else refusal.code


def move(b, units, *path, strategic=False):
    order = Move(tuple(units), path, strategic)
    assert why_not_move(b.state, order) is None
    return b.happen(execute_move(b.state, order))


def known_to(b, side):
    """The state without the enemies that a side does not see."""
    seen = levels(b.state, side)
    known = b.state.copy()
    for unit in sorted(b.state.units):
        if b.state.side_of(unit) != side and unit not in seen:
            known.take(unit)
    known.version += 1
    return known
