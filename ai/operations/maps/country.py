"""The country that maps are drawn over, on flat arrays."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wab.hexes import Grid

Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Country:
    """The unchanging ground of a battle.

    `land`: bool[N], hexes that land units could ever enter. `passable`: bool[N, 6], sides that infantry can cross when
    it leaves a hex. `closed`: bool[N, 6], sides that nothing crosses, supply included.
    """

    grid: Grid
    land: Mask
    passable: Mask
    closed: Mask
