"""Zones of control (ledger section 8.2): the six hexes around a unit, and who has them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wab.systems.operations.state.board import enemy_of
from wab.systems.operations.state.deployment import has_zone
from wab.systems.operations.state.state import State


def zone_of_control(state: State, side: str) -> NDArray[np.int16]:
    """int16[N]: how many stacks of a side have each hex in their zone of control (OPS-8.2-1, OPS-2.4-7).

    Zones end at the sea (OPS-8.2-2). A hex counts whether or not it is empty: a friend there shields supply only
    (OPS-8.2.1-3). Read-only.
    """
    return state.deployed(side).zone


def in_enemy_zoc(state: State, side: str, hex_: int) -> bool:
    """Tell whether a hex lies in a zone of control of the enemy of `side`."""
    return bool(zone_of_control(state, enemy_of(side))[hex_])


def exerts_zoc(state: State, side: str, origin: int, target: int) -> bool:
    """Tell whether units of `side` in `origin` have the adjacent hex `target` in their zone of control."""
    if state.side_in(origin) != side or not state.zones.reaches(origin, target):
        return False
    return any(has_zone(unit, state.profile(unit.id)) for unit in state.stack(origin))
