"""What the staff holds dear: the greedy player's prices, with what it adds to them."""

from __future__ import annotations

from dataclasses import dataclass

from ai.operations.weights import Weights


@dataclass(frozen=True, slots=True)
class Temper(Weights):
    """Prices and thresholds of a staff; another character is another set of them."""

    rest: float = 0.06
    """By games as good as the greedy player's price, and attackers rest by turns."""
    threat_share: float = 0.5
    """The share of the enemies who could strike a hex together that is reckoned with."""
    interdiction: float = 0.15
    """By games: as the Axis of sixteen scenarios against greedy 76 % of 160 games; with 0.3 75 %, without 70 %."""
    surplus: float = 0.7
    """A unit of a garrison is free for other work when its goal loses fewer points than that by its leaving."""
    long_shot: float = 0.15
    """The chance to empty a hex below which it is not attacked, but in the last turn, whatever stands in it."""


STAFF = Temper()
"""The staff's prices as they are tuned."""
