"""Staff papers for people: a plan as lines to be drawn and read."""

from __future__ import annotations

import msgspec

from ai.operations.picture.picture import Picture
from ai.planning.plan import Plan
from wab.engine.text import Text


class Line(msgspec.Struct, frozen=True):
    """A line of a staff paper: `start` and `goal` are hexes for an arrow on the map, `start` is where most units are.

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
            start = max(sorted(dict.fromkeys(hexes)), key=hexes.count)
            goal = mission.goal.hex
            words = mission.text, mission.notes
            lines.append(Line(mission.number, mission.task, mission.main, units, start, goal, *words))
    return tuple(lines)
