"""The line: ground that a side holds firmly, how far its units may go beyond it, and where it is best held.

Control alone says little: a column that rides through a gap leaves a trail of hexes behind it. Firm ground is where
most of the hexes round about are a side's own; the line is the cheapest cut between the enemy's ground and the rear.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from wab.hexes import Grid
from wab.hexes.cuts import cheapest_cut
from wab.systems.operations.board import CLOSED, SIDE_CODE, Board
from wab.systems.operations.supply import closed_to_supply

FIRM = 0.6
"""The share of the land round about that a side holds where it holds firmly."""
BAND = 5
"""Hexes from the enemy's ground within which a line runs, at most."""
DEAREST, COLUMN = 24, 6
"""What a hex without any defensive worth costs a line, and what each column makes it cheaper."""
DEEPER = 3
"""What each hex of ground that is given up costs a line."""
MANNED = 6
"""How much cheaper a hex is for a line where somebody stands already."""
PRESSED = 12
"""What a hex costs a line more, for each time by which the enemy there is stronger than oneself."""
CHEAPEST, BARRED = 3, 1000
"""What any hex of a line costs at least, and one that belongs to somebody else."""
STAYS, STRONG = 0.9, 0.3
"""Hexes that a post more would have to cover to be as good as one where somebody stands; the same for each column."""

Mask = NDArray[np.bool_]
Values = NDArray[np.float32]
Steps = NDArray[np.int16]


def frontier(board: Board, control: NDArray[np.uint8], side: str, enemy: str) -> Mask:
    """bool[N]: land hexes of a side that touch, over a side that can be crossed, land that the enemy controls."""
    own = (control == SIDE_CODE[side]) & board.land
    theirs = np.append((control == SIDE_CODE[enemy]) & board.land, False)
    passable = board.leave_cost["inf"] != CLOSED
    touched: Mask = own & (theirs[board.grid.neighbours] & passable).any(axis=1)
    return touched


def firm_ground(board: Board, control: NDArray[np.uint8], side: str) -> Mask:
    """bool[N]: land of a side where most of the land within two hexes is its own, the nearer the more it counts."""
    own = (control == SIDE_CODE[side]) & board.land
    around = _smoothed(board.grid, own) / np.maximum(1, _smoothed(board.grid, board.land))
    firm: Mask = own & (around >= FIRM)
    return firm


def _smoothed(grid: Grid, flags: Mask) -> NDArray[np.int32]:
    """int32[N]: how many flags stand within two hexes, those next to a hex counted more often."""
    total = flags.astype(np.int32)
    for _ in range(2):
        padded = np.append(total, 0)
        total = total + padded[grid.neighbours].sum(axis=1)
    return total


def steps_from(board: Board, start: Mask, most: int, barred: Mask | None = None) -> Steps:
    """int16[N]: steps over land from the nearest of some hexes, `most` + 1 beyond; nobody passes barred hexes."""
    around, passable = board.grid.neighbours, board.leave_cost["inf"] != CLOSED
    free = board.land if barred is None else board.land & ~barred
    steps = np.full(board.grid.size, most + 1, np.int16)
    steps[start] = 0
    for step in range(1, most + 1):
        reached = np.append(steps < step, False)
        fresh = (reached[around] & passable).any(axis=1) & free & (steps > most)
        if not fresh.any():
            break
        steps[fresh] = step
    return steps


def line_between(
    board: Board, own: Mask, enemy: Mask, kept: Iterable[int], manned: Mask, defensibility: Values, pressed: Values
) -> tuple[int, ...]:
    """The line on which a side holds the ground that it has: short, on strong ground, as far forward as it can be held.

    `own` and `enemy`: bool[N], the ground of both; `kept`: hexes that must not be given up; `manned`: where the side's
    fighters stand; `pressed`: by how many times the enemy is the stronger in each hex. Ascending; () if there is none.
    """
    away = steps_from(board, enemy, BAND)
    behind = own & (away > BAND)
    behind[[hex_ for hex_ in kept if own[hex_] and away[hex_] >= 2]] = True
    ahead = enemy & board.land
    if not behind.any() or not ahead.any():
        return ()
    price = DEAREST - COLUMN * np.floor(defensibility) + DEEPER * (away - 1) - MANNED * manned
    price = np.maximum(CHEAPEST, price + PRESSED * np.clip(pressed, 0, 3)).astype(np.int32)
    price[~own] = BARRED
    price[~board.land] = 0
    cut = cheapest_cut(
        board.grid, price, np.flatnonzero(behind).tolist(), np.flatnonzero(ahead).tolist(), closed_to_supply(board)
    )
    if cut is None:
        return ()
    return tuple(hex_ for hex_ in cut.hexes if own[hex_])


def posts_on_line(grid: Grid, line: Sequence[int], manned: Mask, defensibility: Values) -> tuple[int, ...]:
    """The hexes of a line that are to be manned so that they and the zones of control round them cover all of it.

    Few of them, and rather those where somebody stands already, and strong ground. Ascending.
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
