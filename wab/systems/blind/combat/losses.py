"""Steps lost: how they are spread, and what isolated units cost (BLD-7-14, BLD-7-20, BLD-8, BLD-19-12)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from typing import NamedTuple

from wab.systems.blind.state import events as ev
from wab.systems.blind.state.state import ISOLATED, State
from wab.systems.blind.state.steps import Shown

_OTHERS = 5
Ids = tuple[int, ...]


class Spread(NamedTuple):
    """Losses as the rules spread them: `fixed` steps by unit, then one more for `last` units out of a `pool`."""

    fixed: dict[int, int]
    pool: Ids
    last: int

    def losses(self, chosen: Ids) -> tuple[tuple[int, int], ...]:
        """The steps lost by unit; the standing order chooses the first of the pool where nothing is chosen."""
        lost = dict(self.fixed)
        for unit in chosen or self.pool[: self.last]:
            lost[unit] = lost.get(unit, 0) + 1
        return tuple(sorted(lost.items()))

    def allows(self, chosen: Ids) -> bool:
        """Check if the owner may choose these units for the last round of losses."""
        return not chosen or (
            list(chosen) == sorted(set(chosen)) and {*chosen} <= {*self.pool} and len(chosen) == self.last
        )

    def choices(self) -> Iterator[Ids]:
        """The standing order as (), and up to five others."""
        standing = tuple(sorted(self.pool[: self.last]))
        others = (one for one in combinations(sorted(self.pool), self.last) if one != standing)
        return iter([(), *islice(others if self.last else (), _OTHERS)])


def spread(units: Sequence[Shown], steps: int, first: Ids = ()) -> Spread:
    """Losses go around: one on each unit before any takes a second (BLD-7-14); units that fired come before the others
    (BLD-7-20, BLD-7-21). The standing order takes the strongest units first.
    """
    left = {one.unit: one.steps for one in units}
    lost: dict[int, int] = {}
    while True:
        alive = [unit for unit, some in left.items() if some and unit in first] or [
            unit for unit, some in left.items() if some
        ]
        ranked = tuple(sorted(alive, key=lambda unit: (-left[unit], unit)))
        if not alive:
            return Spread(lost, (), 0)
        if steps < len(alive):
            return Spread(lost, ranked, steps)
        for unit in alive:
            lost[unit] = lost.get(unit, 0) + 1
            left[unit] -= 1
        steps -= len(alive)


def total(units: Sequence[Shown]) -> int:
    """All steps of units."""
    return sum(one.steps for one in units)


def steps_lost(state: State, units: Sequence[Shown], losses: tuple[tuple[int, int], ...]) -> ev.StepsLost:
    """The event of some losses, with the VP that isolated Allied units cost: a step each, and a unit that is gone
    (BLD-19-12).
    """
    limits, left = state.board.tables.limits, {one.unit: one.steps for one in units}
    points = 0
    for unit, steps in losses:
        if state.side_of(unit) == "allied" and state.units[unit].supply == ISOLATED:
            points += steps * limits.isolated_step + (limits.isolated_unit if steps >= left[unit] else 0)
    return ev.StepsLost(losses, points)
