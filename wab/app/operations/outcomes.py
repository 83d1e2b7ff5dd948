"""What an attack or a bombardment comes to for each total of the dice, on average over what aircraft deliver."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from wab.systems.operations.combat.bombardment import BombardmentPreview
from wab.systems.operations.combat.odds import Preview
from wab.systems.operations.combat.two_dice import TOTALS


@dataclass(frozen=True)
class Issue:
    """One total of the dice and what it does on average, over everything that anti-aircraft fire may leave.

    `chance` of the total, 0 to 1; HP that each side loses; `retreat`: how surely survivors must retreat, 0 to 1;
    `modified`: the totals after shifts, lowest and highest; `spread`: HP of the defender, lowest and highest.
    """

    total: int
    chance: float
    ours: float
    theirs: float
    retreat: float
    modified: tuple[int, int]
    spread: tuple[int, int]

    @property
    def varies(self) -> bool:
        """Aircraft make a difference to this total."""
        return self.spread[0] != self.spread[1] or 0 < self.retreat < 1


def issues(preview: Preview) -> tuple[Issue, ...]:
    """The eleven totals of an attack."""
    found = []
    for total in TOTALS:
        rows = [branch for branch in preview.branches if branch.total == total]
        ways = [branch.ways for branch in rows]
        found.append(
            Issue(
                total,
                sum(branch.probability for branch in rows),
                _mean(ways, [branch.attacker_hp for branch in rows]),
                _mean(ways, [branch.defender_hp for branch in rows]),
                _mean(ways, [branch.retreat for branch in rows]),
                _range(branch.modified for branch in rows),
                _range(branch.defender_hp for branch in rows),
            )
        )
    return tuple(found)


def bombardment_issues(preview: BombardmentPreview) -> tuple[Issue, ...]:
    """The eleven totals of a bombardment: only the target loses, nobody retreats."""
    found = []
    for total in TOTALS:
        rows = [branch for branch in preview.branches if branch.total == total]
        mean = _mean([branch.ways for branch in rows], [branch.hp for branch in rows])
        chance = sum(branch.probability for branch in rows)
        found.append(Issue(total, chance, 0.0, mean, 0.0, (total, total), _range(branch.hp for branch in rows)))
    return tuple(found)


def _mean(ways: list[int], values: Iterable[int | bool]) -> float:
    return sum(count * value for count, value in zip(ways, values, strict=True)) / sum(ways)


def _range(values: Iterable[int]) -> tuple[int, int]:
    found = sorted(values)
    return found[0], found[-1]
