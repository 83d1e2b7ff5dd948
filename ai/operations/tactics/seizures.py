"""Seizures: goals with no unit in the way, and the units that could take each by a move."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ai.operations.greedy.manoeuvre import wins_by_standing
from ai.operations.outlines.goals import Goal
from ai.operations.picture.picture import Picture
from wab.systems.operations.state.state import Unit


@dataclass(frozen=True, slots=True)
class Seizure:
    """A goal that a unit could reach this impulse: `way`, the hexes of its path, its own first; `value` in points."""

    unit: int
    goal: Goal
    way: tuple[int, ...]
    value: float


def seizures(picture: Picture, goals: tuple[Goal, ...], least: float = 0.0) -> list[Seizure]:
    """The best way to each goal that is not held and has no enemy in it, if worth `least`; the best first."""
    found: list[Seizure] = []
    for goal in goals:
        if not goal.held and goal.worth >= least and goal.hex not in picture.foes:
            options = (one for unit in _walkers(picture, goal) for one in _ways(picture, goal, unit))
            best = max(options, key=lambda one: (one.value, -one.unit, -one.way[-1]), default=None)
            if best is not None and best.value >= max(least, 1e-9):
                found.append(best)
    return sorted(found, key=lambda one: (-one.value, one.goal.hex))


def _walkers(picture: Picture, goal: Goal) -> Iterator[Unit]:
    """Fighters near enough to a goal to reach it or a hex next to it this impulse, with no unit in the way."""
    for unit in picture.own:
        if picture.is_fighter(unit) and picture.can_act(unit):
            away = picture.memory.open_distance(goal.hex, picture.profile(unit).move_class)
            beside = min(int(away[hex_]) for hex_ in (unit.hex, *picture.grid.adjacent(unit.hex)))
            if beside <= picture.speed(unit):
                yield unit


def _ways(picture: Picture, goal: Goal, unit: Unit) -> Iterator[Seizure]:
    reached = picture.reach(unit)
    if reached is None:
        return
    for hex_ in (goal.hex, *picture.grid.adjacent(goal.hex)):
        if hex_ in reached and hex_ != unit.hex:
            chance = wins_by_standing(picture, goal, unit, hex_, (*picture.beside(hex_, unit), unit))
            if chance > 0:
                value = goal.worth * chance - picture.price(unit)
                yield Seizure(unit.id, goal, tuple(reached.path_to(hex_)), value)
