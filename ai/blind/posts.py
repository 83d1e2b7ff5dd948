"""Posts: what it is worth that a unit stands in a hex, to hold it or to take what lies before it."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from ai.blind.ground import Values
from ai.blind.picture import Picture
from ai.blind.weights import EMPTY, HALF, LEAST_HALF, NEAR, THREAT, WAY, Manner
from ai.blind.worths import charges, holdings, takings
from wab.systems.blind.state.state import RESERVE, Unit


def _powers(base: float, most: int) -> Values:
    found = [1.0]
    while len(found) < most:
        found.append(found[-1] * base)
    return np.array(found)


_BY_WAY, _BY_NEARNESS = _powers(WAY, 64), _powers(NEAR, 64)
_BY_NEARNESS[5:] = 0.0
_COVER = 1.0 - _powers(0.5 ** (1 / (8 * HALF)), 8 * 64)
"""The share of a need that is covered by so many eighths of fire power."""


def cover(power: Values) -> Values:
    """The share of a need that fire power covers."""
    found: Values = _COVER[np.clip(np.rint(power * 8), 0, len(_COVER) - 1).astype(np.int64)]
    return found


class Posts:
    """The posts of a side at one moment. `need`: float[N], the worth of holding a hex. `take`: of taking one.

    `line`: the hexes that are held if a side holds a line, instead of all its front.
    """

    def __init__(self, seen: Picture, manner: Manner, line: Collection[int] = ()) -> None:
        self.seen, self.manner = seen, manner
        self.take = takings(seen)
        hold = holdings(seen)
        front = seen.front
        if line:
            front = np.zeros(seen.board.grid.size, np.bool_)
            front[list(line)] = True
            front &= seen.own
        self._front = np.flatnonzero(front | (charges(seen) > 0))
        self._line = np.flatnonzero(seen.line)
        self._touch = seen.ground.next_to[np.ix_(self._front, self._line)]
        self._ways = _BY_WAY[seen.ground.distances[self._front]]
        self.near = _BY_NEARNESS[seen.ground.distances[self._front]]
        self.need = np.where(seen.own, manner.hold * front + manner.guard * hold, 0.0)
        self._beside = seen.ground.next_to[self._line].astype(np.float64)
        self._occupied, self._against = seen.guess.occupied[self._line], seen.guess.power[self._line]
        self._before_us = front[self._front]
        threat = self._touch @ self._against
        self._scale = HALF / (LEAST_HALF + THREAT * threat)

        self._claims: dict[int, int] = {}
        self._claimed = self._claim()

    def _claim(self) -> Values:
        """float[F]: the RE of units behind the front that are on their way to a hex of it, the nearest units first."""
        seen, claimed = self.seen, np.zeros(self._front.size)
        rear = [unit for unit in seen.units if not seen.front[unit.hex]] if self._front.size else []
        for unit in sorted(rear, key=lambda one: (int(seen.depth[one.hex]), one.id)):
            empty = (seen.crowd[self._front] + claimed) <= 0
            wanted = np.round(self.need[self._front] * (0.3 + EMPTY * empty) * self._ways[:, unit.hex], 6)
            place = int(wanted.argmax())
            claimed[place] += seen.state.re(unit.id)
            self._claims[unit.id] = place
        return claimed

    def values(self, unit: Unit, moves: bool) -> Values:
        """float[N]: the worth of a unit in each hex, on the way to a better one included. `moves`: after a march."""
        seen, manner = self.seen, self.manner
        if not self._front.size:
            return np.zeros(seen.board.grid.size)
        strength = (seen.fire_of(unit) + 0.4 * unit.steps) * (0.8, 1.0)[unit.supply == 0]
        tired = manner.tired if (moves and seen.now.phase not in RESERVE) or unit.turned else 1.0
        others = seen.power.copy()
        others[unit.hex] -= seen.worth_of(unit)
        crowd = seen.crowd[self._front] - seen.state.re(unit.id) * (self._front == unit.hex)
        crowd += self._claimed
        if unit.id in self._claims:
            crowd[self._claims[unit.id]] -= seen.state.re(unit.id)
        before = self.near @ others
        safe = cover((before + strength * tired) * self._scale) - cover(before * self._scale)
        gained = self.need[self._front] * np.where(self._before_us, safe, 0.0)
        gained += np.where(crowd <= 0, EMPTY * self.need[self._front], 0.0)
        gained += manner.off * self._before(others, strength)
        found: Values = (self._ways * gained[:, np.newaxis]).max(axis=0)
        return np.where(seen.own, found, 0.0)

    def _before(self, others: Values, strength: float) -> Values:
        """float[F]: the worth of the best enemy hex before each hex of the front, as far as a unit helps to take it."""
        if not self._line.size:
            return np.zeros(self._front.size)
        there = self._beside @ others
        wanted = 1.0 + 0.5 * self._against
        attack = cover((there + strength) / wanted) - cover(there / wanted)
        walk = (1.0 - self._occupied) / (1.0 + there / 6.0)
        worth = self.take[self._line] * (0.6 * walk + self._occupied * attack)
        found: Values = np.where(self._touch, worth, 0.0).max(axis=1)
        return found
