"""Missions: who was given what, in the words of a staff paper."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import msgspec

from ai.operations.analysis import Analysis
from ai.operations.goals import Duty
from ai.operations.picture import Picture
from ai.operations.plan import Mission
from ai.operations.strategy import Outline, Stake
from ai.operations.tasks import (
    ASSAULT,
    CLOSE,
    CORRIDOR,
    COUNTER,
    DEFEND,
    GUARD,
    LINE,
    OCCUPY,
    RELIEF,
    RESERVE,
    SCREEN,
    WITHDRAW,
    Task,
)
from wab.engine.text import N_, Text
from wab.systems.operations.state import Unit

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
    SCREEN: N_("{group}: stand at {goal} until those behind have got out"),
    LINE: N_(
        "{group}: hold the line about {goal}; units: {count}, defence {force} of {need} needed against {threat} "
        "attack points"
    ),
    OCCUPY: N_("{group}: occupy the country about {goal}"),
    RESERVE: N_("{group}: in reserve behind {goal}; units: {count}"),
}


@dataclass(frozen=True, slots=True)
class Assigned:
    """Who does what: `duties` by unit, `places` the number of each unit's task, `reserve` those kept back."""

    duties: dict[int, Duty]
    places: Mapping[int, int]
    reserve: tuple[int, ...]

    def on(self, tasks: Sequence[Task], *kinds: str) -> dict[int, int]:
        """By unit the hex of its task, for tasks of some kinds."""
        return {
            unit: tasks[place].goal.hex for unit, place in sorted(self.places.items()) if tasks[place].kind in kinds
        }


def missions_of(
    analysis: Analysis, tasks: Sequence[Task], assigned: Assigned, stakes: Sequence[Stake], outline: Outline
) -> tuple[Mission, ...]:
    """One mission for each task that somebody has, the main effort first, then by worth."""
    by_hex = {stake.goal.hex: stake for stake in stakes}
    entries: list[Entry] = []
    for number, task in enumerate(tasks):
        given = sorted(unit for unit, place in assigned.places.items() if place == number)
        back = tuple(unit for unit in given if unit in assigned.reserve)
        ahead = tuple(unit for unit in given if unit not in assigned.reserve)
        if ahead:
            entries.append((task, ahead, task.goal.hex == outline.main))
        if back:
            entries.append((msgspec.structs.replace(task, kind=RESERVE), back, False))
    entries = _by_sector(entries)
    entries.sort(key=lambda entry: (not entry[2], -entry[0].goal.worth, entry[0].goal.hex, entry[1]))
    return tuple(
        Mission(number, task.kind, task.goal, units, task.goal.worth, _why(analysis, task, units, by_hex, main))
        for number, (task, units, main) in enumerate(entries)
    )


Entry = tuple[Task, tuple[int, ...], bool]


def _by_sector(entries: Sequence[Entry]) -> list[Entry]:
    """The same with the posts of each sector of the line as one: named after the post that needs most."""
    sectors: dict[int, list[Entry]] = {}
    for entry in entries:
        if entry[0].kind == LINE:
            sectors.setdefault(entry[0].sector, []).append(entry)
    merged = [entry for entry in entries if entry[0].kind != LINE]
    for _, posts in sorted(sectors.items()):
        hardest = max((task for task, _, _ in posts), key=lambda task: (task.need, -task.goal.hex))
        whole = msgspec.structs.replace(hardest, need=sum(task.need for task, _, _ in posts))
        merged.append((whole, tuple(sorted(unit for _, units, _ in posts for unit in units)), False))
    return merged


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


def name_of(picture: Picture, members: Iterable[Unit]) -> str | Text:
    """What a staff calls some units: their division, if they are of one, the corps of several, else their own names."""
    listed = list(members)
    divisions = dict.fromkeys(picture.profile(unit).division for unit in listed)
    names = [picture.board.division_names.get(division, "") for division in divisions if division]
    if len(divisions) == 1 and names and names[0]:
        return names[0]
    corps = dict.fromkeys(picture.profile(unit).corps for unit in listed)
    if len(listed) > 1 and len(corps) == 1 and (name := next(iter(corps))):
        return Text("{corps} Corps", {"corps": name})
    if len(names) == len(divisions) <= 2 and all(names):
        return ", ".join(names)
    shown = sorted(listed, key=lambda unit: (-picture.attack(unit), unit.id))[:3]
    more = ", …" if len(listed) > len(shown) else ""
    return ", ".join(picture.profile(unit).short for unit in shown) + more
