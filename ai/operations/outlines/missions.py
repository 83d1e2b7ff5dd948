"""Missions in the making: tasks with their units; tasks that belong together become one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec

from ai.operations.outlines.goals import Duty
from ai.operations.outlines.tasks import LINE, Task
from wab.hexes import Grid


@dataclass(frozen=True, slots=True)
class Assigned:
    """The part of each unit: `duties` by unit, `places` the number of each unit's task, `reserve` the units
    kept back.
    """

    duties: dict[int, Duty]
    places: Mapping[int, int]
    reserve: tuple[int, ...]

    def on(self, tasks: Sequence[Task], *kinds: str) -> dict[int, int]:
        """By unit the hex of its task, for tasks of some kinds."""
        return {
            unit: tasks[place].goal.hex for unit, place in sorted(self.places.items()) if tasks[place].kind in kinds
        }


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """A mission in the making: some units, by id, and what they do of a task."""

    task: Task
    units: tuple[int, ...]


def by_sector(entries: Sequence[Entry]) -> list[Entry]:
    """The same with the posts of each sector of the line as one, named after the post that needs most."""
    sectors: dict[int, list[Entry]] = {}
    for entry in entries:
        if entry.task.kind == LINE:
            sectors.setdefault(entry.task.sector, []).append(entry)
    merged = [entry for entry in entries if entry.task.kind != LINE]
    for _, posts in sorted(sectors.items()):
        hardest = max((post.task for post in posts), key=lambda task: (task.need, -task.goal.hex))
        merged.append(joined(posts, msgspec.structs.replace(hardest, need=sum(post.task.need for post in posts))))
    return merged


def side_by_side(grid: Grid, entries: Sequence[Entry], kind: str, within: int) -> list[Entry]:
    """The same with tasks of one kind as one where their goals are at most `within` hexes apart."""
    groups: list[list[Entry]] = []
    for entry in (one for one in entries if one.task.kind == kind):
        here = entry.task.goal.hex
        near = (group for group in groups if grid.distance(group[0].task.goal.hex, here) <= within)
        group = next(near, None)
        if group is None:
            groups.append([entry])
        else:
            group.append(entry)
    return [*(one for one in entries if one.task.kind != kind), *(joined(group, group[0].task) for group in groups)]


def joined(entries: Sequence[Entry], task: Task) -> Entry:
    """The units of some missions in one, with a task for all."""
    return Entry(task, tuple(sorted(unit for entry in entries for unit in entry.units)))
