"""Weapons and range of US units (OMA-8.2, OMA-8.21, OMA-8.26, OMA-8.27, OMA-T-WEAPONS)."""

from __future__ import annotations

from collections.abc import Sequence

from wab.content.omaha.shapes import Weapon
from wab.content.omaha.tables import TypeRow

FLANKING: Weapon = "FL"
RADIO: Weapon = "RD"


def reach(kind: TypeRow, whole: bool) -> int:
    """Return the range of a unit in hexes, the target's hex counted (OMA-8.11-1).

    Infantry that has lost a step fires at adjacent hexes only (OMA-8.26-1). `whole`: it has all its steps.
    """
    return min(kind.range, 1) if kind.moves == "foot" and not whole else kind.range


def weapons(kind: TypeRow, steps: int, whole: bool, reduced: Sequence[Sequence[Weapon]], distance: int) -> set[Weapon]:
    """Return the weapons of a unit at a distance (OMA-2.21-7).

    `reduced`: weapons on the counters of reduced infantry, the last of them for one step (OMA-8.21-1).
    """
    if distance > reach(kind, whole):
        return set()
    if kind.moves == "foot" and not whole:
        return set(reduced[-steps])
    return {weapon for row in kind.weapons if row.at[0] <= distance <= row.at[1] for weapon in row.has}
