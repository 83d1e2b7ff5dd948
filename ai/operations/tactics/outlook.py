"""How a battle is likely to end, so that who is behind takes risks near the end and who is ahead takes none."""

from __future__ import annotations

import math
from dataclasses import dataclass

from ai.operations.picture import Picture
from ai.operations.tactics.appraisal import prospect
from ai.operations.temper import Temper

NEAR_END = 3
"""Turns before the end from which on the result counts, not points alone."""
SPREAD, SPREAD_A_TURN = 3.0, 4.0
"""Points by which the end may still differ from what is expected: by this impulse, and by each turn to come."""
STEP = 8.0
"""A usual gain or loss: changes so large are worth their points on average."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """The lead to be expected, up to which lead it is a draw, and how far the end may be off: all in points."""

    lead: float
    draw: float
    spread: float

    def share(self, change: float) -> float:
        """The share of victory to be hoped for once the lead has changed: 1 for a victory, a half for a draw."""
        lead = self.lead + change
        return 0.5 * (_chance((lead - self.draw) / self.spread) + _chance((lead + self.draw) / self.spread))

    def worth(self, change: float) -> float:
        """A change of the lead by what it does for the result, in points."""
        slope = (self.share(STEP) - self.share(-STEP)) / (2.0 * STEP)
        return (self.share(change) - self.share(0.0)) / slope


def outlook(picture: Picture) -> Outlook | None:
    """The outlook of a side that minds the result when the end is near, else None: then every point counts the same."""
    if "outlook" not in picture.notes:
        minds = isinstance(picture.weights, Temper) and picture.weights.minds_result
        picture.notes["outlook"] = _outlook(picture) if minds and picture.turns_left <= NEAR_END else None
    found: Outlook | None = picture.notes["outlook"]
    return found


def _outlook(picture: Picture) -> Outlook:
    turns = 0 if picture.plays_last else picture.turns_left
    draw = float(picture.board.scenario.victory.margins.draw)
    return Outlook(prospect(picture.position, picture.side), draw, SPREAD + SPREAD_A_TURN * turns)


def _chance(odds: float) -> float:
    return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, odds))))
