"""Matching with room: as many as possible get a place that they may have, at the least cost in all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

NEVER: Final = -1
"""The cost of a place that one may not have."""


def assigned(costs: NDArray[np.int64], room: Sequence[int]) -> dict[int, int]:
    """The place of each row that gets one. `costs`: int[rows, places], 0 or more, or `NEVER`; `room` of each place.

    The number of rows with a place comes first, the sum of their costs second. Equal arguments give equal results.
    """
    from scipy.optimize import linear_sum_assignment  # slow to load, and needed by few

    rows = len(costs)
    places = np.repeat(np.arange(len(room)), np.minimum(np.array(room, np.int64), rows))
    none = 1 + rows * int(costs.max(initial=0))  # dearer than any places of all rows together
    seats = costs[:, places]
    table = np.hstack([np.where(seats == NEVER, none * (rows + 1), seats), np.full((rows, rows), none)])
    found = zip(*linear_sum_assignment(table), strict=True)
    return {int(row): int(places[seat]) for row, seat in found if seat < len(places)}
