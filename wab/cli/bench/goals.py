"""The goals of speed: each is measured against a yardstick in the same run, so that it holds on any machine."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from wab.cli.bench import games, growth, layers, plain, searches, staffs, turns
from wab.cli.bench.rounds import Result
from wab.engine.errors import UsageError
from wab.locale import _

Goal = Callable[[], Result]

GOALS: Mapping[str, Goal] = {
    "P1": searches.one_reach,
    "P2": searches.all_reaches,
    "P3": searches.field_of_many,
    "P4": searches.supply_trace,
    "P5": layers.influence,
    "P6": layers.sight,
    "P7": layers.strategy,
    "P8": growth.growth,
    "P9": staffs.side_turns_by_level,
    "P10": staffs.against_wesnoth,
    "P11": staffs.whole_battle,
    "P12": staffs.memory,
    "P13": games.snapshot,
    "P14": games.random_plies,
    "P15": games.state_as_bytes,
    "P16": games.start_up,
    "P17": plain.without_numba,
    "P18": plain.mouse_over,
    "P19": turns.side_turns,
}


def chosen(goals: Mapping[str, Any], only: set[str]) -> list[Goal]:
    """The goals of these ids, all if none is named. UsageError for an id that there is not."""
    if unknown := sorted(only - set(goals)):
        known = ", ".join(goals)
        raise UsageError(_("There is no goal {id}; there are: {known}.").format(id=unknown[0], known=known))
    return [goal for name, goal in goals.items() if not only or name in only]
