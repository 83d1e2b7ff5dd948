"""Retreats: ways hex by hex, and the fewest steps that a stack can lose, against every split there is."""

from __future__ import annotations

from itertools import combinations

import pytest

from wab.engine import Chance
from wab.field.ways_back import FewestLosses, walks


def test_a_shorter_way_comes_before_those_that_follow_it():
    def step(way: tuple[int, ...], direction: int) -> tuple[int, ...] | None:
        return (*way, direction) if direction < 2 and way[-1:] != (direction,) else None

    assert list(walks((), 2, step)) == [(0,), (0, 1), (1,), (1, 0)]


class Drawn(FewestLosses[int]):
    """A way is the number of steps that it costs; the ways of each group are drawn."""

    def __init__(self, chance: Chance, count: int) -> None:
        super().__init__({unit: 1 + chance.below(3) for unit in range(count)})
        groups = [group for size in range(1, count + 1) for group in combinations(range(count), size)]
        self.drawn = {group: [chance.below(4) for _ in range(chance.below(3))] for group in groups}

    def open_ways(self, group):
        return self.drawn[group]

    def loss(self, group, way):
        return way


def splits(units):
    """Every way to part units into groups."""
    if not units:
        yield []
        return
    first, others = units[0], units[1:]
    for size in range(len(others) + 1):
        for more in combinations(others, size):
            rest = tuple(unit for unit in others if unit not in more)
            yield from ([(first, *more), *split] for split in splits(rest))


def cost(plan, group):
    """What a group loses at best; a group without a way is lost, and may as well be lost one by one."""
    return min([way for way in plan.drawn[group] if way < plan.total(group)], default=plan.total(group))


@pytest.mark.parametrize("seed", range(40))
def test_the_fewest_losses_are_those_of_the_best_split(seed):
    chance = Chance(seed, "retreat")
    plan = Drawn(chance, 1 + chance.below(4))
    assert plan.least(plan.units) == min(sum(cost(plan, group) for group in split) for split in splits(plan.units))
    assert plan.hopeless == (plan.least(plan.units) == plan.total(plan.units))
    for group, ways in plan.drawn.items():
        rest = tuple(unit for unit in plan.units if unit not in group)
        for way in (*ways, None):
            lost = plan.total(group) if way is None else way
            assert plan.allows(group, way) == (lost + plan.least(rest) == plan.least(plan.units))
