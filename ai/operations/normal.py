"""The player `normal` of the flagship: the staff at that level."""

from __future__ import annotations

from ai.operations.levels import level_named
from ai.operations.staff import Staff


def make(seed: int) -> Staff:
    """The player `normal`."""
    return Staff(seed, level_named("normal"))
