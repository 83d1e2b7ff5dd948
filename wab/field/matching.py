"""Matching with room: as many rows as possible get a place that they may have, at the least total cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

import numpy as np

K = TypeVar("K")


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
