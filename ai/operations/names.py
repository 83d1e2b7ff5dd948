"""Names in the sentences of the staff: places, goals and formations, each with its grammar in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable

from ai.operations.picture.picture import Picture
from ai.planning.goals import Goal
from wab.engine.text import Noun, Text, listed
from wab.systems.operations.state import Unit


def place(picture: Picture, hex_: int) -> str | Text:
    """What a hex is called: the place in it, or "hex 4520"."""
    return picture.board.map.name(hex_) or Noun(
        "hex {label}", {"label": picture.grid.label(hex_)}, en="s", fr="ms le elide"
    )


def of_goal(picture: Picture, goal: Goal) -> str | Text:
    """What a goal is called: the objective that it is or belongs to, or its place."""
    objectives = picture.board.objectives
    named = (one for one in objectives if goal.name and goal.name in one.names.values())
    found = next(named, next((one for one in objectives if one.hex == goal.hex), None))
    return Text.of_data(found.names) if found is not None else place(picture, goal.hex)


def formation(picture: Picture, members: Iterable[Unit]) -> str | Text:
    """What some units are called together: their division, the corps of several, or their own names."""
    units = list(members)
    divisions = dict.fromkeys(picture.profile(unit).division for unit in units)
    names = [picture.board.division_names.get(division, "") for division in divisions if division]
    if len(divisions) == 1 and names and names[0]:
        return names[0]
    corps = dict.fromkeys(picture.profile(unit).corps for unit in units)
    if len(units) > 1 and len(corps) == 1 and (name := next(iter(corps))):
        return Noun("{corps} Corps", {"corps": name}, en="s le", fr="ms le")
    if len(names) == len(divisions) <= 2 and all(names):
        return listed(names)
    strongest = sorted(units, key=lambda unit: (-picture.attack(unit), unit.id))
    return listed([picture.profile(unit).short for unit in strongest])
