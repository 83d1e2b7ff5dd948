"""The ground as it is now: sand under water."""

from __future__ import annotations

import numpy as np

from wab.app.wargame.adapter.adapter import Flags
from wab.systems.omaha.state.board import TIDES, WATERLINES
from wab.systems.omaha.state.state import State


def under_water(state: State) -> Flags:
    """bool[N]: the sand that the tide of this turn covers (OMA-5.21-2)."""
    covered = [name for name, height in TIDES.items() if height < WATERLINES[state.tide]]
    found: Flags = np.isin(np.array(state.board.terrain), covered)
    return found
