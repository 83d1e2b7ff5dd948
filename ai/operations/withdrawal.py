"""Groups that the enemy could cut off with his next moves, and the ground to which they get out in time (T07)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ai.operations.analysis.supply import clusters, prices
from ai.operations.goals import Goal
from ai.operations.picture import FAR, Picture
from ai.operations.strategy import Estimate
from ai.operations.tasks import WITHDRAW, Task
from wab.hexes.paths import connected
from wab.systems.operations.supply import closed_to_supply, sources

FIRM = 0.5
"""The chance of holding its hex from which on a stack keeps a supply line open."""
DEEP = 2
"""Hexes from firm ground from which on a group is in a salient."""
PULL = 1.5
"""How much firm ground draws a group, for each point of its HP."""
DEAR = 2.0
"""What a group stays for in any case: a goal worth so many times its own HP in points."""

Mask = NDArray[np.bool_]


class Footing:
    """Firm ground: hexes through which supply would still run whatever the enemy does with his next moves."""

    def __init__(self, picture: Picture) -> None:
        self.picture = picture

    @cached_property
    def firm(self) -> Mask:
        """bool[N]: joined to a source by hexes that no enemy can strike or that stacks will probably hold."""
        picture = self.picture
        open_ = prices(picture.position, picture.side) > 0
        shaken = picture.threat.points > 0
        for hex_ in self._own_hexes():
            shaken[hex_] = picture.hold_chance(hex_, picture.position.stack(hex_)) < FIRM
        working = sources(picture.position, picture.side)
        joined: Mask = connected(
            picture.board.workspace, working, open_ & ~shaken, closed_to_supply(picture.board)
        ).copy()
        return joined

    def _own_hexes(self) -> tuple[int, ...]:
        return tuple(sorted({unit.hex for unit in self.picture.own if self.picture.is_fighter(unit)}))

    def salients(self) -> tuple[tuple[int, ...], ...]:
        """Groups of own stacks that stand well away from firm ground, though they are in supply now."""
        picture = self.picture
        if not self.firm.any():
            return ()
        hexes = self._own_hexes()
        away = [picture.grid.distances(hex_)[self.firm].min() for hex_ in hexes]
        out = [hex_ for hex_, far in zip(hexes, away, strict=True) if far >= DEEP and picture.in_supply[hex_]]
        return clusters(picture.grid, out)


def withdrawal_tasks(estimate: Estimate, goals: tuple[Goal, ...]) -> Iterator[Task]:
    """For every salient that is worth less than what stands in it: the nearest firm ground to go back to."""
    picture = estimate.picture
    if not picture.board.scenario.rules.supply or picture.turns_left < 2 or not estimate.foes.units:
        return
    footing = Footing(picture)
    for group in footing.salients():
        units = tuple(unit.id for unit in picture.own if unit.hex in group and picture.is_fighter(unit))
        hp = sum(picture.position.units[unit].hp for unit in units)
        held = sum(goal.worth for goal in goals if goal.hex in group)
        hex_ = _way_back(picture, footing.firm, group)
        if hex_ is not None and held < DEAR * hp:
            draw = PULL * picture.loss * hp
            yield Task(WITHDRAW, Goal(hex_, 0.0, False, picture.board.map.name(hex_), draw), 0.0, only=units, hp=hp)


def _way_back(picture: Picture, firm: Mask, group: tuple[int, ...]) -> int | None:
    """The firm hex with the shortest way from the group, of equally near ones that with most shelter."""
    room = firm & picture.board.land
    candidates = [int(hex_) for hex_ in np.flatnonzero(room) if int(hex_) not in picture.foes]
    away = np.min([picture.grid.distances(hex_) for hex_ in group], axis=0)
    best = min(candidates, key=lambda hex_: (int(away[hex_]), -int(picture.shelter[hex_]), hex_), default=None)
    return best if best is not None and int(away[best]) < FAR else None
