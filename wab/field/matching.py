"""Matching with room: as many as possible get a place that they may have, at the least cost in all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

import numpy as np

K = TypeVar("K")


def matched(costs: Sequence[Mapping[K, int]], room: Mapping[K, int]) -> dict[int, K]:
    """The place of each row that gets one. `costs`, 0 or more, are those of the places that a row may have.

    The number of rows with a place comes first, the sum of their costs second. Equal arguments give equal results.
    """
    from scipy.optimize import linear_sum_assignment  # slow to load, and needed by few

    rows = len(costs)
    seats = [place for place, left in room.items() for _ in range(min(left, rows))]
    none = 1 + sum(max(row.values(), default=0) for row in costs)  # dearer than the places of all rows together
    never = none * (rows + 1)
    table = np.full((rows, len(seats) + rows), none, np.int64)
    for number, row in enumerate(costs):
        table[number, : len(seats)] = [row.get(place, never) for place in seats]
    found = zip(*linear_sum_assignment(table), strict=True)
    return {int(number): seats[seat] for number, seat in found if seat < len(seats)}
