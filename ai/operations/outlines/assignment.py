"""Sharing out on arrays: units (rows) among goals or tasks (columns), groups kept together, a reserve."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

Table = NDArray[np.float64]
Column = NDArray[np.float64]


def share_out(pulls: Table, strength: Table, needs: Column, first: Column) -> dict[int, int]:
    """Units (rows) to goals (columns), until every need is met or no unit is left that could help.

    `first`: the share of a need that the first unit meets at least, since it bars the way.
    """
    needs, first = needs.copy(), first.copy()
    free = np.ones(len(pulls), np.bool_)
    score = np.empty(pulls.shape)
    stale = range(len(needs))
    chosen: dict[int, int] = {}
    while True:
        for column in stale:
            least = first[column] * (strength[:, column] > 0)
            share = np.minimum(1.0, np.maximum(strength[:, column] / np.maximum(needs[column], 1e-9), least))
            score[:, column] = np.where((needs[column] > 0) & free, pulls[:, column] * share, 0.0)
        row, column = divmod(int(score.argmax()), len(needs))
        if score[row, column] <= 0:
            return chosen
        chosen[row] = column
        free[row], score[row] = False, 0.0
        needs[column] -= strength[row, column]
        first[column] = 0.0
        stale = range(column, column + 1)


def kept_together(pulls: Table, chosen: Mapping[int, int], groups: Iterable[Sequence[int]], factor: float) -> Table:
    """Pulls that keep groups together: multiplied by the factor where half of a unit's group has gone already.

    `chosen`: the column of each row that has one. `groups`: the rows of each group.
    """
    closer = pulls.copy()
    for rows in groups:
        for column in dict.fromkeys(chosen[row] for row in rows if row in chosen):
            if 2 * sum(chosen.get(row) == column for row in rows) >= len(rows) > 1:
                closer[rows, column] *= factor
    return closer


def kept_back(ready: Sequence[int], part: Column, share: float, least: float, most: float) -> list[int]:
    """The rows that wait in reserve: rows that are `ready`, in this order, up to a share of all strength.

    `part`: each row's share of all strength. Less than `least` times the wanted share may come together, because each
    of the other rows is too strong for it. Then the weakest of these is added, unless the reserve would exceed `most`
    times the share.
    """
    kept: list[int] = []
    size = 0.0
    for row in ready:
        if size + part[row] <= share:
            size += float(part[row])
            kept.append(row)
    others = [row for row in ready if row not in kept]
    if others and size < least * share:
        weakest = min(others, key=lambda row: (float(part[row]), row))
        if size + part[weakest] <= most * share:
            kept.append(weakest)
    return kept
