"""The rule systems, by name. Nothing above this package names one of them: everybody asks `get_system`.

One engine runs very different rules: a system is an object that declares what it is and answers questions (OPS-1.2-1);
what it plays with - nations, kinds of units, terrain, weather - is data (OPS-1.4-1).
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

from wab.engine.errors import UsageError
from wab.engine.system import Damage, ScenarioInfo, System

NAMES = ("operations", "cards")


@cache
def get_system(name: str) -> System[Any]:
    """The rule system of that name, loaded at first use; UsageError when there is none."""
    if name not in NAMES:
        raise UsageError(f"There is no rule system {name!r}; there are: {', '.join(NAMES)}.")
    system: System[Any] = import_module(f"wab.systems.{name}").SYSTEM
    return system


def all_scenarios() -> tuple[ScenarioInfo, ...]:
    """Every playable scenario of every system."""
    return tuple(info for name in NAMES for info in get_system(name).scenarios())


def all_damaged() -> tuple[Damage, ...]:
    """Every scenario of every system that cannot be played because its file is wrong."""
    return tuple(damage for name in NAMES for damage in get_system(name).damaged())


def system_of(scenario: str) -> System[Any]:
    """The rule system of a scenario id (`system/title-in-words`); UsageError naming what there is when unknown."""
    name, _, _ = scenario.partition("/")
    if name not in NAMES:
        known = ", ".join(info.id for info in all_scenarios())
        raise UsageError(f"There is no scenario {scenario!r}; there are: {known}.")
    return get_system(name)
