"""Particles: each is a guess at the places of all hidden pieces. They move as pieces could, and reports repair them.

Pieces that fill gaps do not move independently: in each particle one moves after the other, by the load that is then
there. All weights are whole numbers, so that the same seed gives the same belief on every machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import exp

import msgspec
import numpy as np
from numpy.typing import NDArray

Places = NDArray[np.int32]
Flags = NDArray[np.bool_]
Values = NDArray[np.float64]

AWAY = -1
"""The place of a piece that is not on the map."""
_FINE = 1 << 20
_FULL = 3
_NEVER = 9_999
"""Hexes to a piece that cannot have come."""


class Draws:
    """Whole numbers by chance, the same for the same seed on every machine."""

    def __init__(self, seed: int) -> None:
        self._bits = np.random.PCG64(seed)

    def below(self, limit: int, count: int) -> NDArray[np.int64]:
        """int64[count]: numbers from 0 to below a limit."""
        raw = np.asarray(self._bits.random_raw(count), np.uint64) >> np.uint64(24)
        return (raw % np.uint64(limit)).astype(np.int64)

    def order(self, things: Sequence[int]) -> list[int]:
        """Some things in an order by chance."""
        keys = self.below(_FINE, len(things)).tolist()
        return [thing for _, thing in sorted(zip(keys, things, strict=True))]


class Habits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The expected movement of pieces. `keeps`: the chance that a piece stays on the line where it is needed,
    `spare` where it is not, `rear` behind the line. `crowd`: the power with which a filled hex is shunned. `depth`:
    how much less a hex is wanted with each hex behind the line. `pull`: how much more with each hex nearer to it.
    """

    keeps: float = 0.97
    spare: float = 0.5
    rear: float = 0.3
    crowd: float = 1.5
    depth: float = 0.9
    pull: float = 0.96

    @property
    def filling(self) -> NDArray[np.int64]:
        """int64[4]: how much a hex of the line is wanted by the load that is there."""
        return np.array([round(3000 * min(3.0, max(0.05, 2.5 - load)) ** self.crowd) for load in range(_FULL + 1)])

    @property
    def behind(self) -> NDArray[np.int64]:
        """int64[64]: how much a hex is wanted by its distance to the line."""
        return np.array([round(1000 * exp(-self.depth * distance)) for distance in range(64)])

    @property
    def nearer(self) -> NDArray[np.int64]:
        """int64[8]: how much more by hexes that a move leads towards the line, from -3 to 4."""
        return np.array([round(100 * exp(self.pull * gained)) for gained in range(-3, 5)])


class Particles:
    """`count` guesses. `distances`: [N, N] hexes apart; `reaches`: by kind of piece int32[N, W], the hexes within a
    move of each hex, -1 beyond the last.
    """

    def __init__(
        self, distances: NDArray[np.int16], reaches: Sequence[Places], count: int, seed: int, habits: Habits
    ) -> None:
        self.distances, self.reaches, self.habits = distances, reaches, habits
        self.hexes: Places = np.zeros((count, 0), np.int32)
        self.weights: Values = np.ones(count)
        self.pieces: dict[int, int] = {}
        self._kinds: list[int] = []
        self._loads: list[int] = []
        self._draws = Draws(seed)
        self._rows = np.arange(count)
        self._tables = (habits.filling, habits.behind, habits.nearer)

    @property
    def count(self) -> int:
        """The number of guesses."""
        return len(self.weights)

    # ---- pieces

    def add(self, piece: int, kind: int, load: int, hexes: Sequence[int]) -> None:
        """A piece that stands in one of some hexes."""
        self.pieces[piece] = len(self._kinds)
        self._kinds.append(kind)
        self._loads.append(load)
        column = np.array(hexes, np.int32)[self._draws.below(len(hexes), self.count)]
        self.hexes = np.hstack([self.hexes, column[:, np.newaxis]])

    def burden(self, piece: int, load: int) -> None:
        """The load of a piece changes."""
        self._loads[self.pieces[piece]] = load

    def remove(self, piece: int) -> None:
        """A piece is off the map."""
        self.hexes[:, self.pieces[piece]] = AWAY

    def scatter(self, piece: int, hexes: Sequence[int]) -> None:
        """A piece stands in one of some hexes."""
        chosen = np.array(hexes, np.int32)[self._draws.below(len(hexes), self.count)]
        self.hexes[:, self.pieces[piece]] = chosen

    # ---- what is believed

    def shares(self) -> Values:
        """float[n]: the weights, of 1."""
        found: Values = self.weights / self.weights.sum()
        return found

    def occupied(self) -> Values:
        """float[N]: the chance that a piece stands in each hex."""
        size = len(self.distances)
        there = np.zeros((self.count, size + 1), np.bool_)
        there[self._rows[:, np.newaxis], self.hexes] = True
        found: Values = np.minimum(1.0, (there[:, :size] * self.shares()[:, np.newaxis]).sum(axis=0))
        return found

    def expected(self, strengths: dict[int, float]) -> Values:
        """float[N]: the sum of the strengths of pieces that is expected in each hex."""
        size, shares = len(self.distances), self.shares()
        total = np.zeros(size + 1)
        for piece, strength in strengths.items():
            column = self.hexes[:, self.pieces[piece]]
            total += strength * np.bincount(np.where(column < 0, size, column), shares, size + 1)
        return total[:size]

    def stacks(self, hex_: int) -> dict[tuple[int, ...], float]:
        """The groups of pieces that may stand in a hex, with their chances, the likeliest first."""
        pieces, shares = [*self.pieces], self.shares()
        groups: dict[int, list[int]] = {}
        for row, column in np.argwhere(self.hexes == hex_).tolist():
            groups.setdefault(row, []).append(pieces[column])
        found: dict[tuple[int, ...], float] = {}
        for row, group in groups.items():
            found[tuple(group)] = found.get(tuple(group), 0.0) + float(shares[row])
        return dict(sorted(found.items(), key=lambda entry: (-round(entry[1], 9), entry[0])))

    # ---- movement

    def move(self, own: Flags, line: Flags, share: float = 1.0) -> None:
        """Every piece may move over its own side's ground; `line`: hexes next to the other side. `share` of moves that
        are made.
        """
        size = len(self.distances)
        deep = self._depth(line)
        load = self._load(size)
        for column in self._draws.order(
            [place for place in range(len(self._kinds)) if (self.hexes[:, place] >= 0).any()]
        ):
            self._move(column, load, own, line, deep, share)
        self._resample()

    def _depth(self, line: Flags) -> NDArray[np.int64]:
        rows = np.flatnonzero(line)
        if not rows.size:
            return np.full(len(self.distances), 9, np.int64)
        found: NDArray[np.int64] = self.distances[rows].min(axis=0).astype(np.int64)
        return found

    def _load(self, size: int) -> NDArray[np.int64]:
        load = np.zeros((self.count, size + 1), np.int64)
        for column, weight in enumerate(self._loads):
            load[self._rows, self.hexes[:, column]] += weight
        load[:, size] = 0
        return load

    def _move(
        self, column: int, load: NDArray[np.int64], own: Flags, line: Flags, deep: NDArray[np.int64], share: float
    ) -> None:
        here, weight = self.hexes[:, column], self._loads[column]
        filling, behind, nearer = self._tables
        load[self._rows, here] -= np.where(here >= 0, weight, 0)
        there = self.reaches[self._kinds[column]][here]
        known = np.where(there < 0, 0, there)
        filled = np.minimum(load[self._rows[:, np.newaxis], known], _FULL)
        wanted = np.where(line[known], filling[filled], behind[np.minimum(deep[known], 63)])
        wanted *= nearer[np.clip(deep[here][:, np.newaxis] - deep[known], -3, 4) + 3]
        wanted *= own[known] & (there >= 0)
        sums = wanted.cumsum(axis=1)
        habits = self.habits
        needed = load[self._rows, here] < 2
        stays = np.where(line[here], np.where(needed, habits.keeps, habits.spare), habits.rear)
        goes = self._draws.below(_FINE, self.count) < (1.0 - stays) * share * _FINE
        drawn = (self._draws.below(_FINE, self.count) * sums[:, -1]) // _FINE
        place = (sums <= drawn[:, np.newaxis]).sum(axis=1).clip(0, sums.shape[1] - 1)
        moves = goes & (sums[:, -1] > 0) & (here >= 0)
        new = np.where(moves, known[self._rows, place], here)
        self.hexes[:, column] = new
        self._push(column, (new >= 0) & ~own[new], own)
        new = self.hexes[:, column]
        load[self._rows, new] += np.where(new >= 0, weight, 0)

    def _push(self, column: int, which: Flags, own: Flags) -> None:
        """Move a piece to the nearest ground of its side, in some particles."""
        free, rows = np.flatnonzero(own), np.flatnonzero(which)
        if not free.size or not rows.size:
            return
        gaps = self.distances[self.hexes[rows, column]][:, free].astype(np.int64)
        keys = gaps * _FINE + self._draws.below(_FINE, gaps.size).reshape(gaps.shape)
        self.hexes[rows, column] = free[keys.argmin(axis=1)]

    # ---- reports

    def vacate(self, hex_: int, own: Flags, doubt: float = 0.3) -> None:
        """No piece stands in a hex: pieces that were thought to be there stand next to it."""
        elsewhere = own.copy()
        elsewhere[hex_] = False
        there = self.hexes == hex_
        self.weights = np.where(there.any(axis=1), self.weights * doubt, self.weights)
        for column in np.flatnonzero(there.any(axis=0)).tolist():
            self._push(column, there[:, column], elsewhere)
        self._resample()

    def fill(self, hex_: int, fixed: Iterable[int] = (), doubt: float = 0.3, far: float = 0.1) -> None:
        """A piece stands in a hex: where none was thought to be, the nearest has come; `fixed` pieces have not."""
        without = np.flatnonzero(~(self.hexes == hex_).any(axis=1))
        if not self.pieces or not without.size:
            return
        places = self.hexes[without]
        gaps = np.where(places < 0, _NEVER, self.distances[places, hex_].astype(np.int64))
        for piece in fixed:
            gaps[:, self.pieces[piece]] = _NEVER
        keys = gaps * _FINE + self._draws.below(_FINE, gaps.size).reshape(gaps.shape)
        nearest, least = keys.argmin(axis=1), gaps.min(axis=1)
        there = np.flatnonzero(least < _NEVER)
        self.hexes[without[there], nearest[there]] = hex_
        self.weights[without[there]] *= np.where(least[there] < 4, doubt, far)
        self._resample()

    def show(self, hex_: int, pieces: Iterable[int], own: Flags) -> None:
        """These pieces stand in a hex, and no others."""
        seen = {self.pieces[piece] for piece in pieces}
        elsewhere = own.copy()
        elsewhere[hex_] = False
        there = self.hexes == hex_
        for column in np.flatnonzero(there.any(axis=0)).tolist():
            if column not in seen:
                self._push(column, there[:, column], elsewhere)
        for column in seen:
            self.hexes[:, column] = hex_

    def clear(self, own: Flags) -> None:
        """Pieces stand on their own side's ground: others are pushed there."""
        wrong = (self.hexes >= 0) & ~own[self.hexes]
        for column in np.flatnonzero(wrong.any(axis=0)).tolist():
            self._push(column, wrong[:, column], own)

    def _resample(self) -> None:
        """Drop particles that have become unlikely, once few of them carry the weight."""
        shares = self.weights = self.shares()
        if 1.0 / float((shares * shares).sum()) >= self.count / 3:
            return
        start = int(self._draws.below(_FINE, 1)[0]) / _FINE
        steps = (np.arange(self.count) + start) / self.count
        rows = np.minimum(np.cumsum(shares).searchsorted(steps), self.count - 1)
        self.hexes = self.hexes[rows]
        self.weights = np.ones(self.count) / self.count
