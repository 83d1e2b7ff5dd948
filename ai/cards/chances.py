"""The expected effect of dice on a unit: exact chances, priced in medals."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from ai.cards.weights import BEND, GONE, PRICE
from wab.systems.cards.fight.odds import chances


class Blow(NamedTuple):
    """The expected effect of an attack: damage in medals, chance to eliminate, chance to drive back."""

    damage: float
    kills: float
    drives: float


NOTHING = Blow(0.0, 0.0, 0.0)


@cache
def wear(figures: int, whole: int) -> float:
    """The damage, in medals, to a unit of `whole` figures that is down to `figures`."""
    if figures <= 0:
        return GONE
    return PRICE * ((whole - figures) / whole) ** BEND if figures < whole else 0.0


@cache
def blow(dice: int, hitting: int, flags: int, faces: int, figures: int, whole: int, ignored: int, room: int) -> Blow:
    """The expected effect of some dice on a unit.

    `hitting` and `flags` of the `faces` hit it and drive it back. It may ignore `ignored` flags and can go back `room`
    hexes; further flags cost figures.
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
