"""Zones of control (ZOC-8.1 to 8.4): their reach, and the units that have one.

The effects of a zone on a march, a retreat, an advance or supply (ZOC-8.4-1) are in the chapters about these.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wab.hexes import Grid

Flags = NDArray[np.bool_]


def zone_sides(grid: Grid, sea: Flags, impassable: Flags, marsh: Flags) -> Flags:
    """Over which hexsides a zone of control reaches, bool[N, 6] (ZOC-8.1-1, ZOC-8.1-3).

    `sea`, `marsh` (of the Gorges): bool[N]; `impassable`: bool[N, 6]. A zone reaches over every hexside but the open
    sea, impassable ones, and those into or out of the marsh; rivers, floods and cities do not stop it.
    """
    around = grid.neighbours
    on_map = around >= 0
    wet, boggy = (np.where(on_map, flags[around], False) for flags in (sea, marsh))
    open_ = on_map & ~sea[:, None] & ~wet & ~impassable & ~marsh[:, None] & ~boggy
    found: Flags = open_
    return found
