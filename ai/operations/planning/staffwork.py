"""Staff papers for people: a plan as lines to be drawn and read."""

from __future__ import annotations

import msgspec

from ai.operations.judgement.staff_weights import ADVICE_WITHIN
from ai.operations.outlines.plan import Plan
from ai.operations.outlines.tasks import RESERVE
from ai.operations.picture.picture import Picture
from ai.operations.planning.wording import COMING, SPARE, SUPPORT
from wab.engine.words.text import Text

BEHIND = frozenset((COMING, RESERVE, SPARE, SUPPORT))
"""Missions of units that wait, come or support: they stand at the end of a paper."""


class Line(msgspec.Struct, frozen=True):
    """A line of a staff paper: `start` and `goal` are hexes for an arrow on the map.

    `start` is where most of the units are that are near enough to the goal to matter now, of all where none is.

    `kind`: the task of the mission; `main`: it is the main effort; `units` by id. `text` is the order, `notes` are the
    sentences below it.
    """

    mission: int
    kind: str
    main: bool
    units: tuple[int, ...]
    start: int
    goal: int
    text: Text
    notes: tuple[Text, ...] = ()


def staff_paper(picture: Picture, plan: Plan) -> tuple[Line, ...]:
    """The plan mission by mission, in its order."""
    lines: list[Line] = []
    for mission in plan.missions:
        units = tuple(unit for unit in mission.units if unit in picture.position.units)
        if units:
            hexes = [picture.position.units[unit].hex for unit in units]
            goal = mission.goal.hex
            near = [hex_ for hex_ in hexes if picture.grid.distance(hex_, goal) <= ADVICE_WITHIN] or hexes
            start = max(sorted(dict.fromkeys(near)), key=near.count)
            words = mission.text, mission.notes
            lines.append(Line(mission.number, mission.task, mission.main, units, start, goal, *words))
    return tuple(lines)
