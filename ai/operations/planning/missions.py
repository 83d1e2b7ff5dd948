"""Missions: what each group of units has to do, in the words of a staff paper."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from ai.operations.judgement.picture import LEAST_NEED
from ai.operations.judgement.planning import A_MARCH, FAINT, SIDE_BY_SIDE
from ai.operations.picture.picture import FAR, Picture
from ai.operations.planning.estimate import Estimate
from ai.planning.missions import Assigned, Entry, by_sector, side_by_side
from ai.planning.plan import Mission
from ai.planning.stakes import CONTEST, SEIZE, Outline, Stake
from ai.planning.tasks import (
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

MAIN_EFFORT, OPEN, PRESS, SPARE, SUPPORT = "main effort", "open", "press", "spare", "support"
COMING, SECOND_WAVE = "on the way", "second wave"
THROUGH = " through"
"""Added to the name of an assault that has enemies on its way."""

_SENTENCES: Mapping[str, str] = {
    MAIN_EFFORT: N_(
        "Main effort: {group} on {goal}; units: {count}, attack {force} of {need} needed, {percent} % with these "
        "alone, until turn {turn}"
    ),
    MAIN_EFFORT + THROUGH: N_(
        "Main effort: {group} on {goal}; units: {count}, attack {force} of {need} needed, {way} of that for those on "
        "the way, {percent} % with these alone, until turn {turn}"
    ),
    ASSAULT: N_("{group}: take {goal}; units: {count}, attack {force} of {need} needed, {percent} % with these alone"),
    ASSAULT + THROUGH: N_(
        "{group}: take {goal}; units: {count}, attack {force} of {need} needed, {way} of that for those on the way, "
        "{percent} % with these alone"
    ),
    OPEN: N_("{group}: walk into {goal}, where no enemy is known; units: {count}"),
    PRESS: N_("{group}: press on {goal}, too strong to be taken so; units: {count}, attack {force} of {need} needed"),
    DEFEND: N_("{group}: hold {goal}; units: {count}, defence {force} of {need} needed against an attack of {threat}"),
    GUARD: N_("{group}: guard the supply source at {goal}; the supply of {hp} HP hangs on it"),
    CORRIDOR: N_("{group}: keep the road open at {goal}; behind it {hp} HP would be cut off"),
    CLOSE: N_("{group}: close the ring at {goal}; inside it are {hp} enemy HP"),
    RELIEF: N_("{group}: break out towards {goal}"),
    COUNTER: N_("{group}: throw the enemy back at {place} before he takes {goal}; attack {force} of {need} needed"),
    WITHDRAW: N_("{group}: fall back to {goal} before {hp} HP are cut off"),
    SCREEN: N_("{group}: stand at {goal} until those behind have got out"),
    LINE: N_(
        "{group}: hold the line about {goal}; units: {count}, defence {force} of {need} needed against an attack of "
        "{threat}"
    ),
    OCCUPY: N_("{group}: occupy the country about {goal}"),
    RESERVE: N_("{group}: in reserve behind {goal}; units: {count}"),
    SECOND_WAVE: N_("{group}: in reserve for the attack on {goal}; units: {count}"),
    SPARE: N_("{group}: at hand near {goal}; units: {count}"),
    COMING: N_("{group}: on the way to hold {goal}; units: {count}"),
    SUPPORT: N_("{group}: support with their fire towards {goal}; units: {count}"),
}


def missions_of(
    estimate: Estimate, tasks: Sequence[Task], assigned: Assigned, stakes: Sequence[Stake], outline: Outline
) -> tuple[Mission, ...]:
    """One mission for each task with units, the main effort first, then by worth."""
    picture = estimate.picture
    by_hex = {stake.goal.hex: stake for stake in stakes}
    entries: list[Entry] = []
    for number, task in enumerate(tasks):
        given = sorted(unit for unit, place in assigned.places.items() if place == number)
        entries += _parts(estimate, task, [picture.position.units[unit] for unit in given], assigned.reserve)
    entries = side_by_side(picture.grid, by_sector(entries), RELIEF, SIDE_BY_SIDE)
    main = _main_effort(estimate, entries, by_hex, outline)
    entries.sort(key=lambda one: (one is not main, -one.task.goal.worth, one.task.goal.hex, one.units))
    return tuple(
        Mission(
            number,
            one.task.kind,
            one.task.goal,
            one.units,
            one.task.goal.worth,
            _why(estimate, one, by_hex.get(one.task.goal.hex), is_main=one is main),
            one is main,
        )
        for number, one in enumerate(entries)
    )


def _parts(estimate: Estimate, task: Task, given: Sequence[Unit], reserve: Container[int]) -> Iterator[Entry]:
    """The parts of a task's units: those that do it, guns without fighters, units far off, not needed, kept back."""
    picture = estimate.picture
    coming = _coming(estimate, task, reserve) & {unit.id for unit in given}
    ahead = [unit for unit in given if unit.id not in reserve and unit.id not in coming]
    fighters = [unit for unit in ahead if picture.is_fighter(unit)]
    spare = _spare(picture, task, fighters) if task.kind == DEFEND else []
    doing = [unit for unit in ahead if unit not in spare]
    parts = (
        (task.kind if fighters else SUPPORT, doing),
        (COMING, [unit for unit in given if unit.id in coming]),
        (SPARE, spare),
        (RESERVE, [unit for unit in given if unit.id in reserve]),
    )
    for kind, units in parts:
        if units:
            yield Entry(msgspec.structs.replace(task, kind=kind), tuple(unit.id for unit in units))


def _coming(estimate: Estimate, task: Task, reserve: Container[int]) -> set[int]:
    """Fighters, by id, on the way to a goal that they are to hold; without units that cannot get there at all."""
    if task.kind != DEFEND:
        return set()
    turns = estimate.turns_to(task.goal.hex)
    far = estimate.own.fighters & (turns > A_MARCH) & (turns < FAR)
    return {unit.id for unit, is_far in zip(estimate.own.units, far, strict=True) if is_far and unit.id not in reserve}


def _spare(picture: Picture, task: Task, fighters: Sequence[Unit]) -> list[Unit]:
    """Units of a garrison that a goal does not need: neither those in it nor the strongest of the others."""
    held, spare = 0.0, []
    for unit in sorted(fighters, key=lambda unit: (unit.hex != task.goal.hex, -picture.defence(unit), unit.id)):
        if unit.hex != task.goal.hex and held >= max(task.need, LEAST_NEED):
            spare.append(unit)
        held += picture.defence(unit)
    return spare


def _main_effort(
    estimate: Estimate, entries: Sequence[Entry], stakes: Mapping[int, Stake], outline: Outline
) -> Entry | None:
    """The assault with the most strength of what it needs; None where there is no assault, or none with a chance."""
    if outline.main is None:
        return None
    picture = estimate.picture
    now = {hex_: stake for hex_, stake in stakes.items() if stake.posture in (SEIZE, CONTEST)}
    assaults = [entry for entry in entries if entry.task.kind == ASSAULT and entry.task.goal.hex in now]

    def is_called_one(entry: Entry) -> bool:
        account = _account(estimate, entry, now[entry.task.goal.hex])
        return _kind_in_words(entry.task, account.need, account.chance) == ASSAULT

    def weight(entry: Entry) -> tuple[float, bool, int]:
        task = entry.task
        return min(_strength(picture, entry), task.need), task.goal.hex == outline.main, -task.goal.hex

    return max(filter(is_called_one, assaults), key=weight, default=None)


def _strength(picture: Picture, entry: Entry) -> float:
    """Points of a mission's fighters: defence for a held goal, attack for another."""
    fighters = [unit for id_ in entry.units if picture.is_fighter(unit := picture.position.units[id_])]
    return sum(picture.defence(unit) if entry.task.goal.held else picture.attack(unit) for unit in fighters)


def _why(estimate: Estimate, entry: Entry, stake: Stake | None, *, is_main: bool) -> Text:
    picture, task = estimate.picture, entry.task
    members = [picture.position.units[unit] for unit in entry.units]
    strength, way, need, chance = _account(estimate, entry, stake)
    kind = MAIN_EFFORT if is_main else _kind_in_words(task, need, chance)
    return Text(
        _SENTENCES[kind + THROUGH if way and kind in (MAIN_EFFORT, ASSAULT) else kind],
        {
            "group": name_of(picture, members),
            "place": place_name(picture, task.goal.hex),
            "goal": place_name(picture, task.goal.hex, task.goal.name),
            "count": len(members),
            "force": round(strength),
            "need": round(need),
            "way": round(way),
            "percent": round(100 * chance),
            "threat": round(float(picture.threat.points[task.goal.hex])),
            "turn": stake.deadline if stake is not None else picture.board.turns,
            "hp": task.hp,
        },
    )


class _Account(NamedTuple):
    """Of a mission: its points, those of the enemies on its way, the points that it needs with these, its chance."""

    strength: float
    way: float
    need: float
    chance: float


def _account(estimate: Estimate, entry: Entry, stake: Stake | None) -> _Account:
    strength, way = _strength(estimate.picture, entry), _on_the_way(estimate, entry)
    need = _needed(estimate, entry.task, stake, way)
    return _Account(strength, way, need, estimate.numbers.chance.chance(strength, need))


def _on_the_way(estimate: Estimate, entry: Entry) -> float:
    """Defence points of the enemies between an assault and its goal; 0 with a line, where the need contains them."""
    picture, goal = estimate.picture, entry.task.goal.hex
    fighters = [unit.hex for id_ in entry.units if picture.is_fighter(unit := picture.position.units[id_])]
    if entry.task.kind != ASSAULT or estimate.holds_a_line or not fighters:
        return 0.0
    return estimate.on_the_way(min(fighters, key=lambda hex_: (picture.grid.distance(hex_, goal), hex_)), goal)


def _needed(estimate: Estimate, task: Task, stake: Stake | None, way: float) -> float:
    """The points that a mission needs; for an assault all enemies before it count."""
    if task.kind != ASSAULT:
        return task.need
    return max(task.need, stake.need if stake is not None else 0.0, estimate.need(task.goal) + way)


def _kind_in_words(task: Task, need: float, chance: float) -> str:
    """The kind under which a mission is told; an assault by the resistance and the chance."""
    if task.kind == RESERVE and not task.goal.held:
        return SECOND_WAVE
    if task.kind != ASSAULT:
        return task.kind
    if need <= LEAST_NEED:
        return OPEN
    return PRESS if chance < FAINT else ASSAULT


def place_name(picture: Picture, hex_: int, name: str = "") -> str:
    """The name of a hex: of the goal, of the place on the map, or its label."""
    return name or picture.board.map.name(hex_) or picture.grid.label(hex_)


def name_of(picture: Picture, members: Iterable[Unit]) -> str | Text:
    """The name of some units: their division, the corps of several, or their own names."""
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
