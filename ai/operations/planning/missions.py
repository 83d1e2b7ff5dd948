"""Missions: what each group of units has to do, in the words of a staff paper."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence

import msgspec

from ai.operations.judgement.picture import LEAST_NEED
from ai.operations.judgement.planning import A_MARCH, FAINT, SIDE_BY_SIDE
from ai.operations.outlines.missions import Assigned, Entry, by_sector, side_by_side
from ai.operations.outlines.plan import Mission
from ai.operations.outlines.stakes import CONTEST, SEIZE, Outline, Stake
from ai.operations.outlines.tasks import ASSAULT, DEFEND, RELIEF, RESERVE, Task
from ai.operations.picture.picture import FAR, Picture
from ai.operations.planning.estimate import Estimate
from ai.operations.planning.wording import (
    COMING,
    MAIN_EFFORT,
    OPEN,
    PRESS,
    SECOND_WAVE,
    SPARE,
    SUPPORT,
    Account,
    Told,
    instead,
    told,
)
from wab.engine.words.text import Text
from wab.systems.operations.state.state import Unit


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
    missions = []
    for number, one in enumerate(entries):
        words = _told(estimate, one, by_hex.get(one.task.goal.hex), is_main=one is main)
        notes = (*words.notes, *_otherwise(estimate, entries, main, by_hex)) if one is main else words.notes
        goal = one.task.goal
        missions.append(
            Mission(number, one.task.kind, goal, one.units, goal.worth, words.order, one is main, notes=notes)
        )
    return tuple(missions)


def _parts(estimate: Estimate, task: Task, given: Sequence[Unit], reserve: Container[int]) -> Iterator[Entry]:
    """The parts of a task's units: units that do it, guns without fighters, units far off, not needed, kept back."""
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
    """Units of a garrison that a goal does not need: neither units in it nor the strongest of the others."""
    held, spare = 0.0, []
    for unit in sorted(fighters, key=lambda unit: (unit.hex != task.goal.hex, -picture.defence(unit), unit.id)):
        if unit.hex != task.goal.hex and held >= max(task.need, LEAST_NEED):
            spare.append(unit)
        held += picture.defence(unit)
    return spare


def _main_effort(
    estimate: Estimate, entries: Sequence[Entry], stakes: Mapping[int, Stake], outline: Outline
) -> Entry | None:
    """The assault with the most strength of what it needs; None if there is no assault, or none with a chance."""
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


def _told(estimate: Estimate, entry: Entry, stake: Stake | None, *, is_main: bool) -> Told:
    picture, task = estimate.picture, entry.task
    account = _account(estimate, entry, stake)
    return told(
        picture,
        MAIN_EFFORT if is_main else _kind_in_words(task, account.need, account.chance),
        task.goal,
        [picture.position.units[unit] for unit in entry.units],
        account,
        hp=task.hp,
        deadline=stake.deadline if stake is not None else picture.board.turns,
    )


def _otherwise(
    estimate: Estimate, entries: Sequence[Entry], main: Entry, stakes: Mapping[int, Stake]
) -> Iterator[Text]:
    """Yield what comes next if the main effort fails: the other assault of most worth."""
    for entry in entries:
        account = _account(estimate, entry, stakes.get(entry.task.goal.hex))
        if entry is not main and _kind_in_words(entry.task, account.need, account.chance) == ASSAULT:
            yield instead(estimate.picture, entry.task.goal, account.chance)
            return


def _account(estimate: Estimate, entry: Entry, stake: Stake | None) -> Account:
    strength, way = _strength(estimate.picture, entry), _on_the_way(estimate, entry)
    need = _needed(estimate, entry.task, stake, way)
    return Account(strength, way, need, estimate.numbers.chance.chance(strength, need))


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
    """The name of the kind of a mission; an assault by the resistance and the chance."""
    if task.kind == RESERVE and not task.goal.held:
        return SECOND_WAVE
    if task.kind != ASSAULT:
        return task.kind
    if need <= LEAST_NEED:
        return OPEN
    return PRESS if chance < FAINT else ASSAULT
