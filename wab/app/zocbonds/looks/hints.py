"""The hints of a battle: first its own, then the hints of every battle that is no lesson."""

from __future__ import annotations

from functools import cache

from wab.content.hints import Hint, load_hints
from wab.content.zocbonds.loader import load_scenario, scenario_path, zocbonds_root
from wab.systems.zocbonds.state.board import Board


@cache
def _general_hints() -> tuple[Hint, ...]:
    return load_hints(zocbonds_root(), ())


@cache
def hints_of(board: Board) -> tuple[Hint, ...]:
    """Return the hints of a battle; a lesson speaks only of itself."""
    scenario = load_scenario(scenario_path(board.id))
    return scenario.hints if scenario.kind == "lesson" else (*scenario.hints, *_general_hints())
