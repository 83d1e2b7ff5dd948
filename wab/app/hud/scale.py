"""The size of the HUD in a window."""

from __future__ import annotations

from math import floor

ROOMY = 1280, 700
"""Windows of so many pixels and more show the HUD at 100 %; smaller ones shrink it, so that all of it has room."""
LEAST, SMALLEST, LARGEST = 0.6, 0.75, 2.5
"""Limits of the scale: the least that still can be read, if it follows from the window; the limits of a chosen one."""
STEP = 0.05


def scale_of(wanted: float, width: int, height: int) -> float:
    """The scale of the HUD in a window (OPS-1.2-3): the one chosen, or with 0 what lets everything fit."""
    if wanted:
        return min(max(wanted, SMALLEST), LARGEST)
    share = min(width / ROOMY[0], height / ROOMY[1])
    return min(1.0, max(LEAST, floor(share / STEP + 1e-9) * STEP))
