"""Prices and thresholds of the staff: the greedy player's, some changed, with more of its own."""

from __future__ import annotations

from dataclasses import dataclass

from ai.operations.judgement.weights import Weights


@dataclass(frozen=True, slots=True)
class StaffWeights(Weights):
    """Prices and thresholds of a staff; another character is another set of them."""

    rest: float = 0.06
    """The price of an activation for each percent of fatigue: high enough that attackers rest in turns."""
    threat_share: float = 0.5
    """The share of the enemies that could strike a hex together which counts."""
    interdiction: float = 0.15
    """The worth of an enemy hit point without supply for an impulse, as a share of what its loss would bring."""
    surplus: float = 0.7
    """Points that a goal may lose when a unit of its garrison leaves for other work."""
    long_shot: float = 0.15
    """The chance to empty a hex below which it is not attacked, except in the last turn."""


STAFF = StaffWeights()
"""The staff's prices for a balanced commander."""

# ---- what the character of a commander changes, for a trait of 1

AGGRESSIVE_RISK, AGGRESSIVE_ATTACK = 0.3, 0.7
"""Shares by which aggression lowers `risk` and `fear`, and `attack_from`."""
LEAST_ATTACK_FROM = 0.1
"""The least `attack_from`, in points."""
PATIENT_REST = 0.5
"""The share by which patience raises `rest`."""

# ---- advice

ADVICE_WITHIN, ADVICE_LINES = 12, 8
"""Hexes from a unit within which a goal is of use to a commander now, and lines of a staff paper, at most."""
