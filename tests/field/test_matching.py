"""Matching with room, against every assignment there is."""

from itertools import product

import numpy as np
import pytest

from wab.engine import Chance
from wab.field.matching import NEVER, assigned


def best(costs, room):
    """The number of rows with a place and the least sum of their costs, by trying all."""
    rows, places = costs.shape
    found = []
    for choice in product(range(places + 1), repeat=rows):
        pairs = [(row, place) for row, place in enumerate(choice) if place < places]
        fits = all(choice.count(place) <= room[place] for place in range(places))
        if fits and all(costs[pair] != NEVER for pair in pairs):
            found.append((-len(pairs), sum(int(costs[pair]) for pair in pairs)))
    return min(found)


@pytest.mark.parametrize("seed", range(60))
def test_most_get_a_place_and_then_the_cheapest(seed):
    chance = Chance(seed, "matching")
    rows, places = 1 + chance.below(5), 1 + chance.below(3)
    drawn = [[chance.below(9) - 3 for _ in range(places)] for _ in range(rows)]
    costs, room = np.maximum(np.array(drawn), NEVER), [chance.below(3) for _ in range(places)]
    pairs = assigned(costs, room).items()
    assert all(costs[pair] != NEVER for pair in pairs)
    assert (-len(pairs), sum(int(costs[pair]) for pair in pairs)) == best(costs, room)


def test_nobody_and_nowhere():
    assert assigned(np.zeros((0, 2), np.int64), (1, 1)) == {}
    assert assigned(np.zeros((2, 0), np.int64), ()) == {}
