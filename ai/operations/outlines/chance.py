"""The chance of a task by the share of its need that is met."""

from __future__ import annotations

import math

import msgspec


class Curve(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The chance of a task by force over need: one half at `even`; `slope` says how fast it changes."""

    even: float
    slope: float

    def chance(self, force: float, need: float) -> float:
        """0 to 1; 1 where nothing is needed."""
        if need <= 0:
            return 1.0
        if force <= 0:
            return 0.0
        return 1.0 / (1.0 + math.exp(-self.slope * math.log(force / need / self.even)))
