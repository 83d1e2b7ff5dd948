"""Exact chances of fire and of attacks, from the combat table (BLD-T-CRT)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from wab.content.blind.tables import CombatTable

Chances = tuple[float, ...]
"""The chance of 0, 1, 2... steps."""


class Fight(NamedTuple):
    """The expected end of an attack: steps lost by the attacker and the defender, the chance that the hex is taken at
    once, and that it is left empty.
    """

    ours: float
    theirs: float
    taken: float
    emptied: float


def fire(table: CombatTable, line: int, power: int) -> Chances:
    """The chances of the steps that a force takes."""
    if power <= 0:
        return (1.0,)
    return _chances(tuple(table.row(table.line(line), power)))


@cache
def _chances(row: tuple[int, ...]) -> Chances:
    return tuple(row.count(steps) / len(row) for steps in range(max(row) + 1))


@cache
def together(fires: tuple[Chances, ...]) -> Chances:
    """The chances of the sum of several fires."""
    total: list[float] = [1.0]
    for one in fires:
        summed = [0.0] * (len(total) + len(one) - 1)
        for had, chance in enumerate(total):
            for more, other in enumerate(one):
                summed[had + more] += chance * other
        total = summed
    return tuple(total)


def mean(chances: Chances) -> float:
    """The expected steps."""
    return sum(steps * chance for steps, chance in enumerate(chances))


def fought(
    defence: Iterable[Chances], attack: Iterable[Chances], attackers: int, defenders: int, gives: float
) -> Fight:
    """An attack on so many steps; `gives`: the chance that a defender who is hit hard gives ground."""
    lost, hits = together(tuple(defence)), together(tuple(attack))
    ours = sum(min(steps, attackers) * chance for steps, chance in enumerate(lost))
    theirs = taken = emptied = 0.0
    for steps, chance in enumerate(hits):
        goes = gives if steps >= max(2, defenders // 2) else 0.0
        theirs += chance * (goes * min(steps // 2, defenders) + (1 - goes) * min(steps, defenders))
        taken += chance * (goes + (1 - goes) * (steps > defenders))
        emptied += chance * (1 - goes) * (steps == defenders)
    return Fight(ours, theirs, taken, emptied)
