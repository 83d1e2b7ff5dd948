"""The rule systems, by name. Nothing above this package names one of them: all callers ask `get_system`.

One engine runs very different rules: a system is an object that declares what it is and answers questions (OPS-1.2-1);
its nations, kinds of units, terrain and weather are data (OPS-1.4-1).

The systems of this house are a table. Others come with packages that are installed (`wab.engine.outside.plugins`).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from typing import Any

from wab.engine.kernel.system import System
from wab.engine.kernel.values import DRAW, LEVELS, Damage, Outcome, ScenarioInfo
from wab.engine.outside import plugins
from wab.engine.words.errors import DataError, NoSuchScenario, UsageError
from wab.engine.words.text import N_, Text
from wab.locale import _

NAMES = ("operations", "cards", "zocbonds", "blind", "omaha")
"""The systems of this house, for what is kept about each of them: goals, pages, mutants. All: `system_names`."""
_WHAT = N_("rule system")


def system_names() -> tuple[str, ...]:
    """The names of all rule systems: the systems of this house, then systems of installed packages."""
    return (*NAMES, *(name for name in plugins.installed(plugins.SYSTEMS) if name not in NAMES))


@cache
def get_system(name: str) -> System[Any]:
    """The rule system of that name, loaded at first use; UsageError when there is none, or when it is broken."""
    if name in NAMES:
        system: System[Any] = import_module(f"wab.systems.{name}").SYSTEM
        return system
    if name not in plugins.installed(plugins.SYSTEMS):
        raise UsageError(
            Text(
                "There is no rule system {name}; there are: {known}.",
                {"name": repr(name), "known": ", ".join(system_names())},
            )
        )
    found = plugins.loaded(plugins.SYSTEMS, name, _WHAT)
    if not isinstance(found, System) or found.id != name:
        problem = Text("it must be an object of wab.engine.System with the id {name}", {"name": repr(name)})
        raise plugins.Broken(plugins.SYSTEMS, name, _WHAT, problem)
    if DRAW in found.contenders:
        problem = Text("no side may have the name {name}, which stands for a draw in saves", {"name": repr(DRAW)})
        raise plugins.Broken(plugins.SYSTEMS, name, _WHAT, problem)
    return found


def sound_systems() -> Iterator[System[Any]]:
    """All rule systems except systems of broken packages, which `all_damaged` names."""
    for name in system_names():
        if _fault(name) is None:
            yield get_system(name)


@cache
def _fault(name: str) -> plugins.Broken | None:
    """Return what is wrong with a rule system from outside: it is loaded, and asked once for its scenarios."""
    if name in NAMES:
        return None
    try:
        get_system(name).scenarios()
    except plugins.Broken as error:
        return error
    except Exception as error:  # foreign code: it must not take the systems of this house with it
        return plugins.Broken(plugins.SYSTEMS, name, _WHAT, f"{type(error).__name__}: {error}")
    return None


def all_scenarios() -> tuple[ScenarioInfo, ...]:
    """Every playable scenario of every system."""
    return tuple(info for system in sound_systems() for info in system.scenarios())


def all_damaged() -> tuple[Damage, ...]:
    """Every scenario of every system that cannot be played because its file is wrong, and every broken system."""
    faults = ((name, _fault(name)) for name in system_names())
    broken = (
        Damage(name, "", DataError(fault.place, None, "", fault.problem)) for name, fault in faults if fault is not None
    )
    return (*(damage for system in sound_systems() for damage in system.damaged()), *broken)


def system_of(scenario: str) -> System[Any]:
    """The rule system of a scenario id (`system/title-in-words`); UsageError naming what there is when unknown."""
    name = scenario.partition("/")[0] if isinstance(scenario, str) else ""
    if name not in system_names():
        raise NoSuchScenario(scenario, (info.id for info in all_scenarios()))
    return get_system(name)


def name_of(system: str, word: str) -> str:
    """Return what people call a side, a level of victory or the system itself by its id, in their language."""
    name = get_system(system).names.get(word) or LEVELS.get(word)
    return _(name) if name else word


def told_outcome(outcome: Outcome | None, system: str) -> str:
    """Return how a game of a rule system ended, in a sentence."""
    if outcome is None:
        return _("The game is not over.")
    points = ", ".join(f"{name_of(system, side)} {amount:g}" for side, amount in sorted(outcome.points.items()))
    if outcome.winner is None:
        return _("A draw. Points: {points}.").format(points=points)
    message = _("Winner: {winner}, {level}. Points: {points}.")
    winner, level = name_of(system, outcome.winner), name_of(system, outcome.level)
    return message.format(winner=winner, level=level, points=points)
