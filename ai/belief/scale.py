"""Chances against outcomes: tenths, errors, and two numbers that bring chances nearer to outcomes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from math import exp, log
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

Case = tuple[float, bool]
"""A chance that was said, and if it came true."""
_EDGE = 0.005
_STEPS = 1000


class Scale(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The two numbers of a correction: 1 / (1 + exp(-(shift + slope x))), x the log-odds that were said."""

    shift: float = 0.0
    slope: float = 1.0

    def of(self, chance: float) -> float:
        """A chance as it comes true."""
        return 1.0 / (1.0 + exp(-(self.shift + self.slope * _odds(chance))))

    def of_all(self, chances: NDArray[np.float64]) -> NDArray[np.float64]:
        """Chances as they come true, to a thousandth."""
        found: NDArray[np.float64] = _table(self)[np.rint(chances * _STEPS).astype(np.int64)]
        return found


@cache
def _table(scale: Scale) -> NDArray[np.float64]:
    return np.array([scale.of(step / _STEPS) for step in range(_STEPS + 1)])


def _odds(chance: float) -> float:
    within = min(1.0 - _EDGE, max(_EDGE, chance))
    return log(within / (1.0 - within))


class Tenth(NamedTuple):
    """The cases in which about as much was said: the mean that was said, the share that came true, their number."""

    said: float
    true: float
    cases: int


def tenths(cases: Iterable[Case]) -> list[Tenth]:
    """Cases by tenths of the chance that was said; tenths without cases are left out."""
    groups: dict[int, list[Case]] = {}
    for said, true in cases:
        groups.setdefault(min(9, int(said * 10)), []).append((said, true))
    return [
        Tenth(sum(said for said, _ in group) / len(group), sum(true for _, true in group) / len(group), len(group))
        for _, group in sorted(groups.items())
    ]


def error(cases: Sequence[Case]) -> float:
    """The mean difference of said and true by tenths, weighed by cases: the expected calibration error."""
    return sum(abs(one.said - one.true) * one.cases for one in tenths(cases)) / max(1, len(cases))


def skill(cases: Sequence[Case]) -> float:
    """The share of the variance that is explained: 1 - Brier score / Brier score of the constant."""
    base = sum(true for _, true in cases) / max(1, len(cases))
    spread = base * (1.0 - base) * len(cases)
    return 1.0 - sum((said - true) ** 2 for said, true in cases) / spread if spread else 0.0


def fitted(cases: Sequence[Case]) -> Scale:
    """The correction that fits some cases best, by Newton's method."""
    shift, slope = 0.0, 1.0
    for _ in range(30):
        first, second = [-1e-3 * shift, -1e-3 * (slope - 1.0)], [1e-3, 0.0, 1e-3]
        for said, true in cases:
            odds = _odds(said)
            chance = 1.0 / (1.0 + exp(-(shift + slope * odds)))
            off, spread = true - chance, chance * (1.0 - chance)
            first = [first[0] + off, first[1] + off * odds]
            second = [second[0] + spread, second[1] + spread * odds, second[2] + spread * odds * odds]
        whole = second[0] * second[2] - second[1] ** 2
        shift += (second[2] * first[0] - second[1] * first[1]) / whole
        slope += (second[0] * first[1] - second[1] * first[0]) / whole
    return Scale(round(shift, 3), round(slope, 3))
