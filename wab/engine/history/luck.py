"""The luck of a battle: its dice by purpose, their means, and how often each face fell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from wab.engine.kernel.events import Event, Rolled
from wab.engine.kernel.system import System
from wab.locale import _

_MANY_FACES, _PERCENT = 20, 100
"""Dice with more faces than the first are drawn lots: of these only dice with a hundred faces are counted, all
together.
"""


@dataclass(frozen=True, slots=True)
class Bar:
    """One face of dice: how often it fell, and how often it was to be expected."""

    name: str
    rolled: int
    expected: float


@dataclass(frozen=True, slots=True)
class Luck:
    """The dice of one purpose: how many, their mean, and the mean that was to be expected.

    Of dice with symbols there is one of these for each symbol: the mean is the share of dice that showed it.
    """

    purpose: str
    dice: int
    mean: float
    expected: float


@dataclass(frozen=True, slots=True)
class Dice:
    """The dice of one purpose in the order in which they fell; `shown` are the symbols of the faces, if they have any.

    `faces` are all alike.
    """

    purpose: str
    faces: int
    shown: tuple[str, ...]
    results: tuple[int, ...]

    @property
    def means(self) -> tuple[Luck, ...]:
        """Their mean, or the share of each symbol."""
        count = len(self.results)
        if not self.shown:
            return (Luck(self.purpose, count, sum(self.results) / count, (self.faces + 1) / 2),)
        return tuple(
            Luck(f"{self.purpose}: {bar.name}", count, bar.rolled / count, bar.expected / count) for bar in self.bars
        )

    @property
    def has_sums(self) -> bool:
        """Tell whether a high sum means something: not of symbols, nor of lots with a hundred faces."""
        return not self.shown and self.faces <= _MANY_FACES

    @property
    def total(self) -> int:
        """The sum of what they showed."""
        return sum(self.results)

    @property
    def spread(self) -> npt.NDArray[np.float64]:
        """The chance of each sum that so many dice can show: of `len(results)` first, then of 1 more each."""
        return chances_of_sums(self.faces, len(self.results))

    @property
    def percentile(self) -> float:
        """Of a hundred such series of dice, how many show a smaller sum; of equal ones half of them count."""
        chances, place = self.spread, self.total - len(self.results)
        return float(100 * (chances[:place].sum() + chances[place] / 2))

    @property
    def bars(self) -> tuple[Bar, ...]:
        """Return how often each face, or each symbol, fell and was to be expected."""
        names = self.shown or tuple(str(face) for face in range(1, self.faces + 1))
        seen = Counter(names[result - 1] for result in self.results)
        each = len(self.results) / self.faces
        return tuple(Bar(name, seen[name], names.count(name) * each) for name in dict.fromkeys(names))


def chances_of_sums(faces: int, count: int) -> npt.NDArray[np.float64]:
    """The chance of each sum of `count` dice with so many faces, from `count` on; the sum of 0 dice is sure."""
    one, found = np.full(faces, 1 / faces), np.ones(1)
    while count:  # by squares: a thousand dice take ten steps
        if count % 2:
            found = np.convolve(found, one)
        count //= 2
        if count:
            one = np.convolve(one, one)
    return found


def dice_of(events: Iterable[Event], system: System[Any]) -> tuple[Dice, ...]:
    """The dice among events by purpose, in the order of their first roll; dice with a hundred faces come last, pooled.

    Draws from a pile of cards and lots are no dice.
    """
    rolls: dict[tuple[str, int, tuple[str, ...]], list[int]] = {}
    percent: list[int] = []
    for event in events:
        if isinstance(event, Rolled) and not system.is_lot(event):
            if event.faces <= _MANY_FACES:
                shown = tuple(map(str, system.symbols(event)))
                rolls.setdefault((str(event.purpose), event.faces, shown), []).extend(event.results)
            elif event.faces == _PERCENT:
                percent += event.results
    return tuple(_dice(rolls, percent))


def _dice(rolls: dict[tuple[str, int, tuple[str, ...]], list[int]], percent: list[int]) -> Iterator[Dice]:
    for (purpose, faces, shown), results in rolls.items():
        if results:
            yield Dice(purpose, faces, shown, tuple(results))
    if percent:
        yield Dice(_("Chances in a hundred"), _PERCENT, (), tuple(percent))
