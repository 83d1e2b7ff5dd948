"""Supply areas: where lines to a source run, who finds one, and what cuts it.

A system says which hexes let a line pass (control, enemies, zones of control: `passes`) and over which hexsides it may
go; the flood is done here. Lines of limited length are counted in costs (`within`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from wab.hexes import CLOSED, Grid, HexId, Workspace, cheapest_path, connected, field

Flags = NDArray[np.bool_]
Costs = NDArray[np.uint8]

_OPEN_HEX, _CUT_HEX = 1, 100


def lines(workspace: Workspace, sources: Iterable[HexId], passes: Flags, closed: Flags | None = None) -> Flags:
    """bool[N]: the hexes along which supply lines of any length run. A source that lets nothing pass supplies no unit.

    `passes`: bool[N], hexes that let a line through. `closed`: bool[N, 6], hexsides that it may not cross.
    """
    return connected(workspace, sources, passes, closed)


def within(
    workspace: Workspace, sources: Iterable[HexId], cost: Costs, limit: int, closed: Flags | None = None
) -> Flags:
    """bool[N]: the hexes from which a line of at most `limit` leads to a source, by a cost table read towards it.

    `closed`: bool[N], hexes through which and into which no line leads; a source supplies its own hex in any case.
    """
    supplied: Flags = field(workspace, sources, cost, closed, limit, reversed=True) <= limit
    supplied.setflags(write=False)
    return supplied


def with_ends(grid: Grid, area: Flags, ends: NDArray[np.integer], closed: Flags | None = None) -> Flags:
    """bool[N]: an area of lines, and the other hexes given (int[K]) that touch it over no closed hexside.

    For rules in which the end of a line need not itself let a line pass. Read-only.
    """
    around = grid.neighbours[ends]
    touched = area[around] & (around >= 0)
    if closed is not None:
        touched &= ~closed[ends]
    whole = area.copy()
    whole[ends[touched.any(axis=1)]] = True
    whole.setflags(write=False)
    return whole


def cut(
    workspace: Workspace, here: HexId, sources: Sequence[HexId], passes: Flags, closed: Flags | None = None
) -> tuple[HexId, ...] | None:
    """The hexes that cut the line of a hex, nearest first, on the way to a source that has the fewest of them.

    One hex less to clear is worth a detour of a hundred open ones, no more. () where a line is open, None if no way
    would lead to a source even after clearing. Its own hex never counts.
    """
    grid = workspace.grid
    price = np.where(passes[grid.neighbours], _OPEN_HEX, _CUT_HEX).astype(np.uint8)
    price[grid.neighbours < 0] = CLOSED
    if closed is not None:
        price[closed] = CLOSED
    ways = [cheapest_path(workspace, here, source, price) for source in sources]
    cuts = [tuple(hex_ for hex_ in way[1:] if not passes[hex_]) for way in ways if way is not None]
    return min(cuts, key=lambda hexes: (len(hexes), hexes), default=None)
