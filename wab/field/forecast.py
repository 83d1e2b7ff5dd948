"""An attack in one word before it is made, and the result in one word afterwards. All chances are exact.

A system gives a `Prospect`, every result that can come of an attack with its chance. The words and their numbers are
data (`wab.content.verdicts`).

    found = Forecast({Fought(True, 1, 4): 0.5, Fought(False, 3, 1): 0.5}, {7: 0.1})
    found.won, found.exchange, verdict(found)              # 0.5, 1.25, "even"
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, NamedTuple

from wab.content.verdicts import Word, load_verdicts

EXACT = 9
"""Digits of a chance that sums of fractions keep."""
Headline = Literal["through", "won", "costly", "held", "repulsed", "disaster"]
"""A result in one word, as the attacker sees it."""


class Fought(NamedTuple):
    """A result of an attack: whether it wins the ground, and the losses of the attacker and of the defender."""

    won: bool
    ours: float
    theirs: float

    @property
    def worth(self) -> tuple[bool, float]:
        """The ground first, then the balance of losses."""
        return self.won, self.theirs - self.ours


Prospect = Mapping[Fought, float]
"""All results of an attack by their chances, together 1."""


@dataclass(frozen=True)
class Forecast:
    """The prospect of an attack, and the chance to lose each own unit. `exchanged`: losses count for its word."""

    prospect: Prospect
    risks: Mapping[int, float] = field(default_factory=dict)
    exchanged: bool = True

    @cached_property
    def won(self) -> float:
        """The chance to win the ground, 0 to 1."""
        return round(sum(share for result, share in self.prospect.items() if result.won), EXACT)

    @cached_property
    def ours(self) -> float:
        """The expected losses of the attacker."""
        return sum(result.ours * share for result, share in self.prospect.items())

    @cached_property
    def theirs(self) -> float:
        """The expected losses of the defender."""
        return sum(result.theirs * share for result, share in self.prospect.items())

    @property
    def exchange(self) -> float | None:
        """Losses of theirs for one of ours; None if losses do not count."""
        return exchange(self.ours, self.theirs) if self.exchanged else None

    @property
    def at_risk(self) -> tuple[tuple[int, float], ...]:
        """The own units that are lost with a chance worth a word, the greatest first."""
        least = load_verdicts().shown_from / 100
        found = [(unit, share) for unit, share in self.risks.items() if share >= least]
        return tuple(sorted(found, key=lambda one: (-one[1], one[0])))


def exchange(ours: float, theirs: float) -> float:
    """Losses of theirs for one of ours."""
    return theirs / ours if ours else load_verdicts().unhurt


def verdict(forecast: Forecast) -> Word:
    """The word for an attack; one word lower where it puts a unit of its own at great risk."""
    data = load_verdicts()
    ratio = forecast.exchange
    word = next((row.word for row in data.rows if row.holds(forecast.won, ratio)), data.otherwise)
    worst = max(forecast.risks.values(), default=0.0)
    if 100 * worst >= data.lower_from and _rank(word) > _rank(data.lowest):
        word = data.words[_rank(word) - 1]
    return word


def _rank(word: Word) -> int:
    return load_verdicts().words.index(word)


def is_doubtful(word: Word) -> bool:
    """Tell whether the player is asked twice before an attack of this word."""
    return _rank(word) <= _rank(load_verdicts().doubtful)


def is_better(word: Word, other: Word) -> bool:
    """Tell whether a word promises more than another one."""
    return _rank(word) > _rank(other)


# ------------------------------------------------------------------------------------------------- afterwards


def as_bad(prospect: Prospect, result: Fought) -> float:
    """The chance that an attack ends as badly for the attacker as it did, or worse."""
    return _share(prospect, lambda one: one.worth <= result.worth)


def as_good(prospect: Prospect, result: Fought) -> float:
    """The chance that an attack ends as well for the attacker as it did, or better."""
    return _share(prospect, lambda one: one.worth >= result.worth)


def _share(prospect: Prospect, counts: Callable[[Fought], bool]) -> float:
    return round(sum(share for result, share in prospect.items() if counts(result)), EXACT)


def headline(result: Fought, *, unit_lost: bool, exchanged: bool = True) -> Headline:
    """The word for a result. `unit_lost`: the attack cost a unit of its own. `exchanged`: losses of both sides are
    weighed, which is of no use where only the defender loses."""
    data, ratio = load_verdicts(), exchange(result.ours, result.theirs)
    if result.won and not exchanged:
        return "won"
    if result.won:
        return "through" if ratio >= data.through else "costly" if ratio < data.costly else "won"
    if unit_lost:
        return "disaster"
    return "held" if result.theirs and ratio >= data.costly else "repulsed"
