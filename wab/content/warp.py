"""A small bend of the plane of a map, for one that was drawn freely and fits no flat projection."""

from __future__ import annotations

import msgspec
import numpy as np
import numpy.typing as npt

Doubles = npt.NDArray[np.float64]

MOST_PINS = 500
_FARTHEST = 200.0
_ROUNDS = 40


class Warp(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Pins that pull the plane: each moves what lies near it, less and less as a bell curve of width `sigma`.

    Everything is in hex widths. A pin is (x, y, x of its pull, y of its pull).
    """

    sigma: float
    pins: tuple[tuple[float, float, float, float], ...]

    def bent(self, points: Doubles) -> Doubles:
        """float64[n, 2]: where flat points come to lie."""
        return points + self._shifts(points)

    def straightened(self, points: Doubles) -> Doubles:
        """float64[n, 2]: the flat points that come to lie at these; exact to 1e-9 where the plane is nowhere folded."""
        flat = points
        for _ in range(_ROUNDS):
            nearer = points - self._shifts(flat)
            done = bool(np.abs(nearer - flat).max(initial=0.0) < 1e-10)
            flat = nearer
            if done:
                break
        return flat

    def problem(self) -> str:
        """Return what is wrong with the numbers, "" if nothing is."""
        if not 0.1 <= self.sigma <= _FARTHEST:
            return f"warp: sigma is {self.sigma} (expected 0.1 to {_FARTHEST:.0f} hex widths)"
        if len(self.pins) > MOST_PINS:
            return f"warp: has {len(self.pins)} pins (expected {MOST_PINS} at most)"
        if any(abs(number) > _FARTHEST for pin in self.pins for number in pin):
            return f"warp: a pin has a number beyond {_FARTHEST:.0f} hex widths"
        return ""

    def _shifts(self, points: Doubles) -> Doubles:
        """Pin by pin, so that a map full of points needs no table of all pairs."""
        shifts = np.zeros_like(points)
        for x, y, pull_x, pull_y in self.pins:
            gaps = (points[:, 0] - x) ** 2 + (points[:, 1] - y) ** 2
            weight = np.exp(-gaps / (2.0 * self.sigma**2))
            shifts[:, 0] += weight * pull_x
            shifts[:, 1] += weight * pull_y
        return shifts
