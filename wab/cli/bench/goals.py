"""The goals of speed: each is measured against a yardstick in the same run, so that it holds on any machine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wab.cli.bench import growth, layers, online, searches, systems
from wab.cli.bench.systems import Goal
from wab.engine.words.errors import UsageError
from wab.locale import _

GOALS: Mapping[str, Goal] = {
    "P1": searches.one_reach,
    "P2": searches.all_reaches,
    "P3": searches.field_of_many,
    "P4": searches.supply_trace,
    "P5": layers.influence,
    "P6": layers.sight,
    "P7": layers.strategy,
    "P8": growth.growth,
    **dict(systems.own_goals()),
    **dict(systems.goals()),
    "P30": online.wait_for_an_order,
    "P31": online.cost_of_an_order,
    "P32": online.many_games,
    "P33": online.sizes,
    "P34": online.opening,
}
"""By id: the goals of the grid, the systems' own goals, one for each question that every system is asked,
and the goals of a server of games."""


def chosen(goals: Mapping[str, Any], only: set[str]) -> list[Goal]:
    """The goals of these ids, all if none is named; P20 means the goals of all systems.

    UsageError for an id that there is not. Upper and lower case are the same.
    """
    wanted = {name.upper() for name in only}
    names = {name: {name.upper(), name.partition("-")[0]} for name in goals}
    if unknown := sorted(wanted - set[str]().union(*names.values())):
        known = ", ".join(goals)
        raise UsageError(_("There is no goal {id}; there are: {known}.").format(id=unknown[0], known=known))
    return [goal for name, goal in goals.items() if not wanted or wanted & names[name]]
