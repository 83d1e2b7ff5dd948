"""Matching with room: as many rows as possible get a place that they may have, at the least total cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import TypeVar

import numpy as np

K = TypeVar("K")

_NEVER = 2**60
"""More than any way of exchange costs. Two of them still add up within int64."""


def matched(costs: Sequence[Mapping[K, int]], room: Mapping[K, int]) -> dict[int, K]:
    """Return the place of each row that gets a place. `costs` of a row name its possible places; each is 0 or more.

    The number of rows with a place comes first, the sum of their costs second. Equal arguments give equal results.
    """
    from scipy.optimize import linear_sum_assignment  # slow to load, and needed by few

    rows = len(costs)
    seats = [place for place, left in room.items() for _ in range(min(left, rows))]
    none = 1 + sum(max(row.values(), default=0) for row in costs)  # more than the places of all rows together cost
    never = none * (rows + 1)
    table = np.full((rows, len(seats) + rows), none, np.int64)
    for number, row in enumerate(costs):
        table[number, : len(seats)] = [row.get(place, never) for place in seats]
    found = zip(*linear_sum_assignment(table), strict=True)
    return {int(number): seats[seat] for number, seat in found if seat < len(seats)}


def by_priority(keys: Sequence[Mapping[K, Sequence[int]]]) -> list[dict[K, int]]:
    """Return costs for `matched` that compare sums of keys: the sums of the first key, where equal of the second.

    Each row has a key (numbers of 0 or more, the same count everywhere) for each of its possible places.
    """
    worst = [1 + len(keys) * max(column) for column in zip(*(key for row in keys for key in row.values()), strict=True)]
    weights = [prod(worst[place + 1 :]) for place in range(len(worst))]
    return [
        {place: sum(part * weight for part, weight in zip(key, weights, strict=True)) for place, key in row.items()}
        for row in keys
    ]


def undecided(costs: Sequence[Mapping[K, int]], found: Mapping[int, K]) -> list[frozenset[int]]:
    """Return the rows that get a place in one best matching and none in another, in groups; `found` is a best one.

    Rows of a group take each other's places at no cost, directly or by way of others. As many rows of a group get a
    place in every best matching.
    """
    size, given = len(costs), list(found.items())
    if len(given) == size:
        return []
    price = np.full((size, size), _NEVER, np.int64)
    for holder, place in given:
        for row in range(size):
            if place in costs[row]:
                price[row, holder] = costs[row][place] - costs[holder][place]
    for middle, _ in given:
        np.minimum(price, price[:, middle, np.newaxis] + price[middle], out=price)
    groups: list[frozenset[int]] = []
    for row in range(size):
        equal = {holder for holder, _ in given if row not in found and price[row, holder] == 0}
        if equal:
            group = frozenset({row, *equal}).union(*(known for known in groups if known & equal))
            groups = [known for known in groups if not known & equal] + [group]
    return sorted(groups, key=min)
