"""Distributions over dice, exactly: in how many ways a result comes up. Nothing is rolled, nothing is rounded.

A distribution is a mapping from results to ways (whole numbers); all its ways together are what they are "of".

    totals = sums(2, 6)                                    # {2: 1, 3: 2, ... 12: 1}, of 36
    lost = results(totals, lambda total: table[total])     # the same ways, by result of a table
    both = combined(lost, lost, operator.add)              # two of them, of 36 * 36
    mean(both), chance(both, lambda hp: hp > 3)
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import TypeVar

A = TypeVar("A", bound=Hashable)
B = TypeVar("B", bound=Hashable)
C = TypeVar("C", bound=Hashable)

Ways = Mapping[A, int]


@cache
def sums(dice: int, faces: int) -> Ways[int]:
    """The totals of some dice with faces from 1, ascending. The total of no dice is 0. ValueError for fewer, or no
    faces.
    """
    if dice < 0 or faces < 1:
        raise ValueError(f"there are no {dice} dice with {faces} faces")
    return MappingProxyType(many([dict.fromkeys(range(1, faces + 1), 1)] * dice))


def results(ways: Ways[A], table: Callable[[A], B]) -> dict[B, int]:
    """Return what a table makes of a distribution; results in the order in which they first come up."""
    found: dict[B, int] = {}
    for result, count in ways.items():
        read = table(result)
        found[read] = found.get(read, 0) + count
    return found


def combined(first: Ways[A], second: Ways[B], how: Callable[[A, B], C]) -> dict[C, int]:
    """Two distributions that do not depend on each other, joined: sums of dice (`operator.add`), pairs, the better one.

    Results that are numbers come in ascending order, others as they first come up.
    """
    found: dict[C, int] = {}
    for mine, ways in first.items():
        for other, more in second.items():
            both = how(mine, other)
            found[both] = found.get(both, 0) + ways * more
    return dict(sorted(found.items(), key=_number)) if all(isinstance(key, int) for key in found) else found


def _number(entry: tuple[Hashable, int]) -> int:
    return entry[0] if isinstance(entry[0], int) else 0


def many(distributions: Iterable[Ways[int]]) -> dict[int, int]:
    """The sum of several that do not depend on each other; {0: 1} for none."""
    so_far = {0: 1}
    for more in distributions:
        so_far = combined(so_far, more, operator.add)
    return so_far


def outcomes(ways: Ways[A]) -> int:
    """All ways together."""
    return sum(ways.values())


def chance(ways: Ways[A], happens: Callable[[A], bool]) -> float:
    """The chance, 0 to 1, that a result is one of those asked for."""
    return sum(count for result, count in ways.items() if happens(result)) / outcomes(ways)


def mean(ways: Mapping[int, int] | Mapping[float, int]) -> float:
    """Return the average of a distribution of numbers."""
    return sum(count * result for result, count in ways.items()) / sum(ways.values())
