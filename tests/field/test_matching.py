"""Matching with room, against every assignment there is."""

from itertools import product
from time import perf_counter

import pytest

from wab.engine import Chance
from wab.field.matching import by_priority, matched, undecided


def assignments(costs, room):
    """Every assignment that fits, as a tuple with the place of each row or None."""
    for choice in product(*([*row, None] for row in costs)):
        if all(choice.count(place) <= max(0, left) for place, left in room.items()):
            yield choice


def best(costs, room):
    """The number of rows with a place and the least sum of their costs, by trying all."""
    return min(worth(costs, dict(enumerate(choice))) for choice in assignments(costs, room))


def worth(costs, found):
    given = [costs[row][place] for row, place in found.items() if place is not None]
    return -len(given), sum(given)


@pytest.mark.parametrize("seed", range(60))
def test_most_get_a_place_and_then_the_cheapest(seed):
    chance = Chance(seed, "matching")
    room = {place: chance.below(4) - 1 for place in "abc"[: 1 + chance.below(3)]}
    costs = [{place: chance.below(9) for place in room if chance.below(2)} for _ in range(1 + chance.below(5))]
    found = matched(costs, room)
    assert all(place in costs[row] for row, place in found.items())
    assert all([*found.values()].count(place) <= max(0, left) for place, left in room.items())
    assert worth(costs, found) == best(costs, room)


def test_nobody_and_nowhere():
    assert matched([], {"a": 1}) == matched([{}, {"b": 1}], {}) == {}
    assert by_priority([]) == undecided([], {}) == []


# ---------------------------------------------------------------- priorities and ties


def test_a_place_gives_way_so_that_more_get_one():
    """Two of the first place, one of the second, three rows; only the third row may have the second place."""
    keys = [{"A": (0, 3)}, {"A": (0, 2)}, {"A": (0, 1), "B": (1, 1)}]
    found = matched(by_priority(keys), {"A": 2, "B": 1})
    assert found == {0: "A", 1: "A", 2: "B"}
    assert undecided(by_priority(keys), found) == []


def by_rule(keys, room):
    """The best assignments: most rows; of these the least sum of the first keys; of these the least of the second."""
    left = list(assignments(keys, room))
    most = max(sum(place is not None for place in choice) for choice in left)
    left = [choice for choice in left if sum(place is not None for place in choice) == most]
    for number in (0, 1):
        sums = [sum(keys[row][place][number] for row, place in enumerate(c) if place is not None) for c in left]
        left = [choice for choice, total in zip(left, sums, strict=True) if total == min(sums)]
    return left


@pytest.mark.slow("enumerates thousands of small matchings")
def test_five_thousand_drawn_graphs_agree_with_enumeration():
    ties = 0
    for seed in range(5000):
        chance = Chance(seed, "graphs")
        room = {place: chance.below(3) for place in "abcd"[: 1 + chance.below(4)]}
        keys = [
            {place: (chance.below(2), chance.below(3)) for place in room if chance.below(3)}
            for _ in range(2 + chance.below(5))
        ]
        costs = by_priority(keys)
        found, best_ones = matched(costs, room), by_rule(keys, room)
        assert tuple(found.get(row) for row in range(len(keys))) in best_ones
        places = [{choice[row] is not None for choice in best_ones} for row in range(len(keys))]
        groups = undecided(costs, found)
        tied = [row for group in groups for row in sorted(group)]
        assert sorted(tied) == [row for row, given in enumerate(places) if len(given) == 2]
        for group in groups:
            assert len({sum(choice[row] is not None for row in group) for choice in best_ones}) == 1
        ties += bool(groups)
    assert ties > 500


def test_forty_five_places_and_forty_rows_take_a_moment():
    chance = Chance(1, "large")
    room = {place: 1 + chance.below(2) for place in range(45)}
    keys = [
        {place: tuple(chance.below(below) for below in (2, 2, 6, 4)) for place in room if not chance.below(6)}
        for _ in range(40)
    ]
    took = []
    for _ in range(7):
        start = perf_counter()
        costs = by_priority(keys)
        undecided(costs, matched(costs, room))
        took.append(perf_counter() - start)
    assert min(took) < 0.02
