"""The hints of a battle: first its own, then the hints of every battle that is no lesson."""

from __future__ import annotations

from functools import cache

from wab.content.hints import Hint
from wab.content.zocbonds.loader import PACK
from wab.systems.zocbonds.state.board import Board


@cache
def _general_hints() -> tuple[Hint, ...]:
    return PACK.hints()


@cache
def hints_of(board: Board) -> tuple[Hint, ...]:
    """Return the hints of a battle; a lesson speaks only of itself."""
    scenario = PACK.load(PACK.scenario_path(board.id))
    return scenario.hints if scenario.kind == "lesson" else (*scenario.hints, *_general_hints())
