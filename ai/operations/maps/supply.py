"""Supply lines: how easily a group's lines are cut, and where; enemy groups that could be pocketed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ai.operations.maps.judgement import OWN_HEX
from wab.hexes import Grid
from wab.hexes.cuts import cheapest_cut

SAFE = 4
"""Fragility is not counted beyond so many hexes."""
HELD = SAFE + 1
"""The price of a hex with units in it: it is closed only by throwing them out."""

Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Lifeline:
    """The dependence of a group on its supply.

    `fragility`: hexes that have to be closed to cut it off; 0 when it is cut off, 4 for four or more. `hexes` are
    these, the nearest to the group first.
    """

    group: tuple[int, ...]
    fragility: int
    hexes: tuple[int, ...]


def lifeline_over(
    grid: Grid, price: NDArray[np.int32], group: Sequence[int], sources: Sequence[int], closed: Mask
) -> Lifeline:
    """Return how units in some hexes depend on some sources. `price`: int32[N], what closing each hex takes.

    `closed`: bool[N, 6], sides that supply does not cross. A group at a source cannot be cut off.
    """
    cut = cheapest_cut(grid, price, group, sources, closed)
    if cut is None or cut.price >= SAFE:
        return Lifeline(tuple(group), SAFE, cut.hexes if cut is not None and len(cut.hexes) <= SAFE else ())
    return Lifeline(tuple(group), cut.price, cut.hexes)


def clusters(grid: Grid, hexes: Iterable[int], apart: int = 1) -> tuple[tuple[int, ...], ...]:
    """Hexes in groups; each member is at most `apart` hexes from another one."""
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
    """An enemy group that could be cut off: its hexes, its HP, and the hexes that close the ring.

    `manned`: the closing hexes that have to be entered; the others are covered by zones of control.
    """

    group: tuple[int, ...]
    hp: int
    fragility: int
    hexes: tuple[int, ...]
    manned: tuple[int, ...]


def posts(grid: Grid, hexes: Iterable[int], barred: Mask) -> tuple[int, ...]:
    """Few hexes from which units and their zones cover all of these, chosen greedily; () if that is impossible.

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
    return around + OWN_HEX * (post in hexes)
