"""The lines of a chart: round numbers next to it, some of the turns below it. For paper and for the window."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil, floor, log10
from typing import NamedTuple

_TICKS = 5
_NAMED = 16
"""Lines across a chart, and turns named below it, at most about so many."""


class Scale(NamedTuple):
    """A range of round numbers around the values, and the step between two lines in it."""

    low: float
    high: float
    step: float

    @property
    def lines(self) -> list[float]:
        """The values at which a line is drawn."""
        return [self.low + number * self.step for number in range(round((self.high - self.low) / self.step) + 1)]

    def share(self, value: float) -> float:
        """Return how far up a value lies, 0 to 1."""
        return (value - self.low) / (self.high - self.low)


def scale_of(values: Iterable[float]) -> Scale:
    """The scale on which values are drawn; 0 is on it, and something above it."""
    known = list(values)
    low, high = min([0.0, *known]), max([1.0, *known])
    rough = (high - low) / _TICKS
    power = 10.0 ** floor(log10(rough))
    step = next(part * power for part in (1, 2, 5, 10) if part * power >= rough * 0.999)
    return Scale(floor(low / step) * step, ceil(high / step) * step, step)


def turn_ticks(first: int, last: int, most: int = _NAMED) -> range:
    """The turns that are named below a chart: all, or some of them where there are many."""
    return range(first, last + 1, max(1, ceil((last - first + 1) / most)))
