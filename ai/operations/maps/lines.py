"""The line: ground that a side holds firmly, how far units may go beyond it, and where it is best held.

Control alone says little: a column that drives through a gap leaves a trail of controlled hexes. Firm ground is ground
where a side holds most of the hexes around; the line is the cheapest cut between enemy ground and the rear.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from ai.operations.maps.country import Country
from ai.operations.maps.judgement import (
    BAND,
    BARRED,
    CHEAPEST,
    COLUMN,
    DEAREST,
    DEEPER,
    FIRM,
    MANNED,
    MOST_PRESSED,
    PRESSED,
    STAYS,
    STRONG,
)
from wab.hexes import Grid
from wab.hexes.cuts import cheapest_cut

Mask = NDArray[np.bool_]
Values = NDArray[np.float32]
Steps = NDArray[np.int16]


def frontier(country: Country, own: Mask, enemy: Mask) -> Mask:
    """bool[N]: own land hexes that touch enemy land over a side that can be crossed."""
    theirs = np.append(enemy & country.land, False)
    touched: Mask = own & country.land & (theirs[country.grid.neighbours] & country.passable).any(axis=1)
    return touched


def firm_ground(country: Country, held: Mask) -> Mask:
    """bool[N]: own land where a side holds most of the land within two hexes; near hexes count more."""
    own = held & country.land
    around = _smoothed(country.grid, own) / np.maximum(1, _smoothed(country.grid, country.land))
    firm: Mask = own & (around >= FIRM)
    return firm


def _smoothed(grid: Grid, flags: Mask) -> NDArray[np.int32]:
    """int32[N]: how many flags stand within two hexes, those next to a hex counted more often."""
    total = flags.astype(np.int32)
    for _ in range(2):
        padded = np.append(total, 0)
        total = total + padded[grid.neighbours].sum(axis=1)
    return total


def steps_from(country: Country, start: Mask, most: int, barred: Mask | None = None) -> Steps:
    """int16[N]: steps over land from the nearest of some hexes, `most` + 1 beyond; no way through barred hexes."""
    around, passable = country.grid.neighbours, country.passable
    free = country.land if barred is None else country.land & ~barred
    steps = np.full(country.grid.size, most + 1, np.int16)
    steps[start] = 0
    for step in range(1, most + 1):
        reached = np.append(steps < step, False)
        fresh = (reached[around] & passable).any(axis=1) & free & (steps > most)
        if not fresh.any():
            break
        steps[fresh] = step
    return steps


def line_between(
    country: Country, own: Mask, enemy: Mask, kept: Iterable[int], manned: Mask, defensibility: Values, pressed: Values
) -> tuple[int, ...]:
    """The line on which a side holds its ground: short, on strong ground, as far forward as it can be held.

    `own` and `enemy`: bool[N], the ground of both. `kept`: hexes that must not be given up. `manned`: bool[N], where
    the side's fighters stand. `pressed`: how many times stronger the enemy is in each hex. Ascending; () if there is
    no line.
    """
    away = steps_from(country, enemy, BAND)
    behind = own & (away > BAND)
    behind[[hex_ for hex_ in kept if own[hex_] and away[hex_] >= 2]] = True
    ahead = enemy & country.land
    if not behind.any() or not ahead.any():
        return ()
    price = DEAREST - COLUMN * np.floor(defensibility) + DEEPER * (away - 1) - MANNED * manned
    price = np.maximum(CHEAPEST, price + PRESSED * np.clip(pressed, 0, MOST_PRESSED)).astype(np.int32)
    price[~own] = BARRED
    price[~country.land] = 0
    cut = cheapest_cut(
        country.grid, price, np.flatnonzero(behind).tolist(), np.flatnonzero(ahead).tolist(), country.closed
    )
    if cut is None:
        return ()
    return tuple(hex_ for hex_ in cut.hexes if own[hex_])


def posts_on_line(grid: Grid, line: Sequence[int], manned: Mask, defensibility: Values) -> tuple[int, ...]:
    """The hexes of a line to be manned so that they and the zones of control around them cover all of it.

    As few as possible; hexes with a unit in them and strong ground are preferred. Ascending.
    """
    left = dict.fromkeys(line)
    chosen: list[int] = []

    def worth(hex_: int) -> float:
        covered = (hex_ in left) + sum(other in left for other in grid.adjacent(hex_))
        return covered + STAYS * bool(manned[hex_]) + STRONG * float(defensibility[hex_]) if covered else 0.0

    while left:
        best = max(line, key=lambda hex_: (worth(hex_), -hex_))
        chosen.append(best)
        for hex_ in (best, *grid.adjacent(best)):
            left.pop(hex_, None)
    return tuple(sorted(chosen))
