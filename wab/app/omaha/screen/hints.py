"""The hints of a battle."""

from __future__ import annotations

from functools import cache

from wab.content.hints import Hint
from wab.content.omaha.loader import PACK, load_scenario, scenario_path


@cache
def hints_of(scenario: str) -> tuple[Hint, ...]:
    """Return the hints of a lesson by its id, or the hints of every battle."""
    return load_scenario(scenario_path(scenario)).hints or PACK.hints()
