"""Missions: who was given what, in the words of a staff paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec

from ai.operations.analysis import Analysis
from ai.operations.goals import Duty
from ai.operations.groups import name_of
from ai.operations.picture import Picture
from ai.operations.plan import Mission
from ai.operations.strategy import Outline, Stake
from ai.operations.tasks import ASSAULT, CLOSE, CORRIDOR, COUNTER, DEFEND, GUARD, RELIEF, RESERVE, WITHDRAW, Task
from wab.engine.text import N_, Text

_SENTENCES: Mapping[str, str] = {
    "main effort": N_(
        "Main effort: {group} on {goal}; units: {count}, attack {force} of {need} needed, {percent} % expected, "
        "until turn {turn}"
    ),
    ASSAULT: N_("{group}: take {goal}; units: {count}, attack {force} of {need} needed, {percent} % expected"),
    DEFEND: N_("{group}: hold {goal}; units: {count}, defence {force} of {need} needed against {threat} attack points"),
    GUARD: N_("{group}: guard the supply source at {goal}; the supply of {hp} HP hangs on it"),
    CORRIDOR: N_("{group}: keep the road open at {goal}; behind it {hp} HP would be cut off"),
    CLOSE: N_("{group}: close the ring at {goal}; inside it are {hp} enemy HP"),
    RELIEF: N_("{group}: break out towards {goal}"),
    COUNTER: N_("{group}: throw the enemy back at {place} before he takes {goal}; attack {force} of {need} needed"),
    WITHDRAW: N_("{group}: fall back to {goal} before {hp} HP are cut off"),
    RESERVE: N_("{group}: in reserve behind {goal}; units: {count}"),
}


@dataclass(frozen=True, slots=True)
class Assigned:
    """Who does what: `duties` by unit, `places` the number of each unit's task, `reserve` those kept back."""

    duties: Mapping[int, Duty]
    places: Mapping[int, int]
    reserve: tuple[int, ...]


def missions_of(
    analysis: Analysis, tasks: Sequence[Task], assigned: Assigned, stakes: Sequence[Stake], outline: Outline
) -> tuple[Mission, ...]:
    """One mission for each task that somebody has, the main effort first, then by worth."""
    by_hex = {stake.goal.hex: stake for stake in stakes}
    entries = []
    for number, task in enumerate(tasks):
        given = sorted(unit for unit, place in assigned.places.items() if place == number)
        back = tuple(unit for unit in given if unit in assigned.reserve)
        ahead = tuple(unit for unit in given if unit not in assigned.reserve)
        if ahead:
            entries.append((task, ahead, task.goal.hex == outline.main))
        if back:
            entries.append((msgspec.structs.replace(task, kind=RESERVE), back, False))
    entries.sort(key=lambda entry: (not entry[2], -entry[0].goal.worth, entry[0].goal.hex, entry[1]))
    return tuple(
        Mission(number, task.kind, task.goal, units, task.goal.worth, _why(analysis, task, units, by_hex, main))
        for number, (task, units, main) in enumerate(entries)
    )


def _why(analysis: Analysis, task: Task, units: Sequence[int], stakes: Mapping[int, Stake], main: bool) -> Text:
    picture = analysis.picture
    members = [picture.position.units[unit] for unit in units]
    fighters = [unit for unit in members if picture.is_fighter(unit)]
    stake = stakes.get(task.goal.hex)
    strength = sum(picture.defence(unit) if task.goal.held else picture.attack(unit) for unit in fighters)
    return Text(
        _SENTENCES["main effort" if main and task.kind == ASSAULT else task.kind],
        {
            "group": name_of(picture, members),
            "place": place_name(picture, task.goal.hex),
            "goal": place_name(picture, task.goal.hex, task.goal.name),
            "count": len(members),
            "force": round(strength),
            "need": round(task.need),
            "percent": round(100 * stake.chance) if stake is not None else 0,
            "threat": round(float(picture.threat.points[task.goal.hex])),
            "turn": stake.deadline if stake is not None else picture.board.turns,
            "hp": task.hp,
        },
    )


def place_name(picture: Picture, hex_: int, name: str = "") -> str:
    """What a hex is called: the goal, the place on the map, or its label."""
    return name or picture.board.map.name(hex_) or picture.grid.label(hex_)
