"""Supply lines: how easily those of a group are cut, and where; enemy groups that could be pocketed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wab.hexes import Grid
from wab.hexes.cuts import cheapest_cut
from wab.systems.operations.board import SIDE_CODE, enemy_of
from wab.systems.operations.control import control_codes
from wab.systems.operations.stacking import occupied
from wab.systems.operations.state import State
from wab.systems.operations.supply import closed_to_supply, sources
from wab.systems.operations.zoc import zone_of_control

SAFE = 4
"""Fragility is not counted beyond so many hexes."""
HELD = SAFE + 1
"""The price of a hex on which units stand: it is not closed without throwing them out."""

Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Lifeline:
    """How a group hangs on its supply: `fragility` hexes have to be closed to cut it off (0 it is cut off, 4 or more),
    `hexes` are those that part it, the nearest to the group first."""

    group: tuple[int, ...]
    fragility: int
    hexes: tuple[int, ...]


def prices(state: State, side: str) -> NDArray[np.int32]:
    """int32[N]: what closing each hex to a side's supply takes: 1, more under its units, 0 where it is closed."""
    enemy = enemy_of(side)
    own = control_codes(state) == SIDE_CODE[side]
    there = occupied(state, side)
    open_ = own & state.board.land & ~occupied(state, enemy) & ((zone_of_control(state, enemy) == 0) | there)
    price: NDArray[np.int32] = np.where(open_, np.where(there, HELD, 1), 0).astype(np.int32)
    return price


def lifeline(state: State, side: str, group: Sequence[int], price: NDArray[np.int32] | None = None) -> Lifeline:
    """The supply line of the units in some hexes as it stands now; whoever sits at a source cannot be cut off."""
    if not state.board.scenario.rules.supply:
        return Lifeline(tuple(group), SAFE, ())
    working = sources(state, side)
    if not working:
        return Lifeline(tuple(group), 0, ())
    cost = prices(state, side) if price is None else price
    cut = cheapest_cut(state.board.grid, cost, group, working, closed_to_supply(state.board))
    if cut is None or cut.price >= SAFE:
        return Lifeline(tuple(group), SAFE, cut.hexes if cut is not None and len(cut.hexes) <= SAFE else ())
    return Lifeline(tuple(group), cut.price, cut.hexes)


def clusters(grid: Grid, hexes: Iterable[int], apart: int = 1) -> tuple[tuple[int, ...], ...]:
    """Hexes in groups of which each member is at most so far from another."""
    left = dict.fromkeys(sorted(hexes))
    groups: list[tuple[int, ...]] = []
    while left:
        group = [next(iter(left))]
        del left[group[0]]
        for hex_ in group:
            near = [other for other in left if grid.distance(hex_, other) <= apart]
            for other in near:
                del left[other]
            group += near
        groups.append(tuple(sorted(group)))
    return tuple(groups)


@dataclass(frozen=True, slots=True)
class Pocket:
    """An enemy group that could be cut off: where it stands, its HP, and the hexes that close the ring.

    `manned`: of the closing hexes those that have to be entered; the others are covered by zones of control.
    """

    group: tuple[int, ...]
    hp: int
    fragility: int
    hexes: tuple[int, ...]
    manned: tuple[int, ...]


def posts(grid: Grid, hexes: Iterable[int], barred: Mask) -> tuple[int, ...]:
    """The fewest hexes from which units and their zones cover all of these, chosen greedily; () if that cannot be.

    `barred`: bool[N], hexes that cannot be entered. A zone reaches the six hexes around; a post covers its own hex.
    """
    left = dict.fromkeys(sorted(hexes))
    chosen: list[int] = []
    while left:
        candidates = {other for hex_ in left for other in (hex_, *grid.adjacent(hex_)) if not barred[other]}
        best = max(sorted(candidates), key=lambda hex_: _covered(grid, hex_, left), default=None)
        if best is None or not _covered(grid, best, left):
            return ()
        chosen.append(best)
        for hex_ in (best, *grid.adjacent(best)):
            left.pop(hex_, None)
    return tuple(chosen)


def _covered(grid: Grid, post: int, hexes: dict[int, None]) -> float:
    around = sum(hex_ in hexes for hex_ in grid.adjacent(post))
    return around + 1.5 * (post in hexes)
