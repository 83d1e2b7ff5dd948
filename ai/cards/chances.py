"""What dice may be expected to do to a unit: exact chances, priced in medals."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from wab.systems.cards.odds import chances

PRICE, BEND = 0.55, 1.2
"""A unit one blow from its end has lost this share of a medal; damage weighs more the nearer the end is."""
GONE = 1.12
"""A unit eliminated: the medal, and a unit less to fight on with."""


class Blow(NamedTuple):
    """What an attack may be expected to do: medals worth of damage, chance to eliminate, chance to drive back."""

    damage: float
    kills: float
    drives: float


NOTHING = Blow(0.0, 0.0, 0.0)


@cache
def wear(figures: int, whole: int) -> float:
    """What it has cost a unit of so many figures, in medals, to come down to so few."""
    if figures <= 0:
        return GONE
    return PRICE * ((whole - figures) / whole) ** BEND if figures < whole else 0.0


@cache
def blow(dice: int, hitting: int, flags: int, faces: int, figures: int, whole: int, ignored: int, room: int) -> Blow:
    """What so many dice may be expected to do to a unit.

    `hitting` and `flags` of the `faces` hit it and drive it back; it may ignore `ignored` flags and can go back `room`
    hexes: flags beyond that cost figures.
    """
    damage = kills = drives = 0.0
    for (hits, back), chance in chances(dice, hitting, flags, faces).items():
        flying = max(0, back - ignored)
        lost = hits + max(0, flying - room)
        left = max(0, figures - lost)
        damage += chance * (wear(left, whole) - wear(figures, whole))
        kills += chance * (left == 0)
        drives += chance * (left > 0 and flying > 0 and room > 0)
    return Blow(damage, kills, drives)
