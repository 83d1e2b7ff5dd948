"""A hint that teaches, as the battle screen shows it."""

from __future__ import annotations

from dataclasses import dataclass

from wab.hexes import HexId


@dataclass(frozen=True)
class Hint:
    """A hint to be shown: its number among the hints of the scenario, its text, the hex it speaks of."""

    number: int
    text: str
    hex: HexId | None
