"""Control of hexes (ledger section 6.5): who takes a hex, and when the other side sees it happen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from wab.field.control import codes, newly_held
from wab.systems.operations.state.board import SIDE_CODE, Profile, enemy_of
from wab.systems.operations.state.stacking import occupied
from wab.systems.operations.state.state import State
from wab.systems.operations.state.zoc import zone_of_control


def takes_hexes(profile: Profile) -> bool:
    """Land units other than commanders take the hexes that they enter (OPS-6.5-4)."""
    return not profile.is_commander and not profile.is_ship


def taken_by_entry(state: State, units: Iterable[int], entered: Sequence[int]) -> tuple[int, ...]:
    """Return which of the hexes entered, in their order, pass to the side of these units (OPS-6.5-4)."""
    takers = [unit for unit in units if takes_hexes(state.profile(unit))]
    if not takers:
        return ()
    return newly_held(state.control, SIDE_CODE[state.side_of(takers[0])], entered, state.board.land)


def intrudes(state: State, side: str, hex_: int) -> bool:
    """Tell whether units of `side` that enter a hex are seen at once: control is read before they do (OPS-6.5-3)."""
    return state.controls(enemy_of(side), hex_)


def control_by_zoc(state: State, side: str) -> tuple[int, ...]:
    """The hexes that a side wins at the end of its impulse by its zone of control, ascending (OPS-6.5-4).

    They are not its own yet, no enemy unit stands in them and no enemy zone of control covers them. Commanders,
    ships and unsupplied units win none: they have no zone of control on land.
    """
    enemy = enemy_of(side)
    won = (zone_of_control(state, side) > 0) & (zone_of_control(state, enemy) == 0) & ~occupied(state, enemy)
    won &= state.board.land & (control_codes(state) != SIDE_CODE[side])
    return tuple(np.flatnonzero(won).tolist())


def control_codes(state: State) -> NDArray[np.uint8]:
    """uint8[N]: who controls each hex now, by `SIDE_CODE`. Read-only; later changes do not show in it."""
    return codes(state.control)
