"""Moves: the value of a hex for a unit, and the move that gains most."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from ai.operations.judgement.weights import BESIDE_GOAL, LOOK_AT, MARCH_FROM, SHELTER
from ai.operations.outlines.goals import Duty, Goal
from ai.operations.picture.goals import nearness
from ai.operations.picture.picture import Picture, choose
from wab.hexes.paths import Reach
from wab.systems.operations.movement.movement import reach, why_not_set_off
from wab.systems.operations.state.orders import Move
from wab.systems.operations.state.state import Unit


@dataclass(frozen=True, slots=True)
class Step:
    """A move, what it gains, and the goal that it serves; `takes`: it mans a goal at once."""

    order: Move
    gain: float
    goal: Goal | None
    takes: bool


def best_step(picture: Picture, goals: tuple[Goal, ...], duties: dict[int, Duty]) -> Step | None:
    """The move of one unit that gains most, None if none gains enough."""
    steps = [step for unit in picture.own if (step := _best_of(picture, goals, duties, unit)) is not None]
    return choose(picture, steps, lambda step: step.gain)


def _best_of(picture: Picture, goals: tuple[Goal, ...], duties: dict[int, Duty], unit: Unit) -> Step | None:
    duty = duties.get(unit.id)
    if not picture.is_fighter(unit) or (duty is not None and duty.pinned) or unit.supported:
        return None
    look = Look(
        goals,
        duty,
        lambda hex_: appeal(picture, goals, duty, unit, hex_),
        lambda reached: _promising(picture, goals, duty, unit, reached),
    )
    return step_of(picture, unit, look)


@dataclass(frozen=True, slots=True)
class Look:
    """A player's valuation of ground for one unit: the value of standing in a hex, and the hexes that are looked at.

    `effort`: what it costs to use the unit, next to the price of its activation.
    """

    goals: tuple[Goal, ...]
    duty: Duty | None
    worth: Callable[[int], float]
    promising: Callable[[Reach], Iterable[int]]
    effort: float = 0.0


def step_of(picture: Picture, unit: Unit, look: Look) -> Step | None:
    """The move of a unit that gains most, ordinary or, with a far goal, strategic; None if none gains enough."""
    duty = look.duty
    ordinary = _best_way(picture, unit, look, picture.reach(unit), strategic=False)
    if duty is None or picture.turns_to(unit, duty.goal.hex) < MARCH_FROM:
        return ordinary
    march = _best_way(picture, unit, look, _march(picture, unit), strategic=True)
    return march if march is not None and (ordinary is None or march.gain > ordinary.gain) else ordinary


def _march(picture: Picture, unit: Unit) -> Reach | None:
    if why_not_set_off(picture.position, (unit.id,), strategic=True) is not None:
        return None
    return reach(picture.position, (unit.id,), strategic=True)


def _best_way(picture: Picture, unit: Unit, look: Look, reached: Reach | None, *, strategic: bool) -> Step | None:
    if reached is None or len(reached) < 2:
        return None
    options = [(look.worth(hex_), hex_) for hex_ in look.promising(reached)]
    option = choose(picture, options, lambda option: option[0])
    if option is None:
        return None
    best, hex_ = option
    gain = best - look.worth(unit.hex) - picture.price(unit) - look.effort
    if gain < picture.weights.move_from:
        return None
    order = Move((unit.id,), reached.path_to(hex_), strategic)
    takes = hex_ in stakes_by_place(picture, look.goals).hexes
    return Step(order, gain, look.duty.goal if look.duty else None, takes)


def _promising(
    picture: Picture, goals: tuple[Goal, ...], duty: Duty | None, unit: Unit, reached: Reach
) -> Iterator[int]:
    """The hexes in reach that are looked at closely: goals and their surroundings, then hexes nearest to the duty."""
    near = stakes_by_place(picture, goals).near[reached.hexes]
    first = reached.hexes[near].tolist()
    rest: list[int] = []
    if duty is not None:
        distance = picture.distance(duty.goal.hex, picture.profile(unit).move_class)[reached.hexes]
        order = np.argsort(distance, kind="stable")[: LOOK_AT + 1]
        rest = [int(reached.hexes[place]) for place in order]
    if not picture.in_supply[unit.hex]:
        rest += reached.hexes[picture.in_supply[reached.hexes]].tolist()
    yield from dict.fromkeys(hex_ for hex_ in (*first, *rest) if hex_ != unit.hex)


class Stakes:
    """Goals by place: `by_hex`, the goals in a hex or next to it, in their order; `hexes`, the hexes of goals.

    `near`, bool[N]: hexes of goals that are still to be taken, and those around them.
    """

    def __init__(self, picture: Picture, goals: tuple[Goal, ...]) -> None:
        self.goals = goals
        self.hexes = frozenset(goal.hex for goal in goals)
        self.near = np.zeros(picture.grid.size, np.bool_)
        self.by_hex: dict[int, list[Goal]] = {}
        for goal in goals:
            around = [goal.hex, *picture.grid.adjacent(goal.hex)]
            self.near[around] |= not goal.held
            for hex_ in around:
                self.by_hex.setdefault(hex_, []).append(goal)


def stakes_by_place(picture: Picture, goals: tuple[Goal, ...]) -> Stakes:
    """The goals of a picture by place, kept with it."""
    known: Stakes | None = picture.notes.get("stakes")
    if known is None or known.goals is not goals:
        known = picture.notes["stakes"] = Stakes(picture, goals)
    return known


def appeal(picture: Picture, goals: tuple[Goal, ...], duty: Duty | None, unit: Unit, hex_: int) -> float:
    """The value for a unit of a hex at the end of its side's impulse: nearness, ground won, danger, supply."""
    beside = picture.beside(hex_, unit)
    together = (*beside, unit)
    value = 0.0
    if duty is not None:
        value += duty.goal.draw * nearness(picture, unit, duty.goal, hex_)
    stakes = stakes_by_place(picture, goals)
    for goal in stakes.by_hex.get(hex_, ()):
        if not goal.held:
            value += goal.worth * wins_by_standing(picture, goal, unit, hex_, together)
        elif goal.hex == hex_ and (hex_ == unit.hex or (duty is not None and duty.goal == goal)):
            value += goal.worth * (picture.hold_chance(hex_, together) - picture.hold_chance(hex_, beside))
    value -= picture.loss * (picture.feared_loss(hex_, together) - picture.feared_loss(hex_, beside))
    if picture.foe_zone[hex_] and hex_ not in stakes.hexes:
        value -= picture.weights.zone
    if not picture.in_supply[hex_]:
        value -= picture.weights.cut_off
    return value + SHELTER * int(picture.shelter[hex_])


def wins_by_standing(picture: Picture, goal: Goal, unit: Unit, hex_: int, together: tuple[Unit, ...]) -> float:
    """The chance that a unit in a hex wins a goal: in the goal, or next to it when no enemy disputes it (OPS-6.5-4)."""
    if goal.hex in picture.foes:
        return 0.0
    if hex_ == goal.hex:
        return picture.hold_chance(hex_, together)
    covered = picture.own_zone[goal.hex] > picture.grid.are_adjacent(unit.hex, goal.hex)
    if picture.grid.are_adjacent(hex_, goal.hex) and not picture.foe_zone[goal.hex] and not covered:
        return BESIDE_GOAL * picture.hold_chance(goal.hex, together)
    return 0.0
