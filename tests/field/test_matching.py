"""Matching with room, against every assignment there is."""

from itertools import product

import pytest

from wab.engine import Chance
from wab.field.matching import matched


def best(costs, room):
    """The number of rows with a place and the least sum of their costs, by trying all."""
    found = []
    for choice in product([*room, None], repeat=len(costs)):
        pairs = [(row, place) for row, place in enumerate(choice) if place is not None]
        fits = all(choice.count(place) <= max(0, left) for place, left in room.items())
        if fits and all(place in costs[row] for row, place in pairs):
            found.append((-len(pairs), sum(costs[row][place] for row, place in pairs)))
    return min(found)


@pytest.mark.parametrize("seed", range(60))
def test_most_get_a_place_and_then_the_cheapest(seed):
    chance = Chance(seed, "matching")
    room = {place: chance.below(4) - 1 for place in "abc"[: 1 + chance.below(3)]}
    costs = [{place: chance.below(9) for place in room if chance.below(2)} for _ in range(1 + chance.below(5))]
    found = matched(costs, room)
    assert all(place in costs[row] for row, place in found.items())
    assert all([*found.values()].count(place) <= max(0, left) for place, left in room.items())
    assert (-len(found), sum(costs[row][place] for row, place in found.items())) == best(costs, room)


def test_nobody_and_nowhere():
    assert matched([], {"a": 1}) == matched([{}, {"b": 1}], {}) == {}
