"""Werfer brigades (ZOC-17.3): like a headquarters, but free of cost, nearer, and once a turn."""

from __future__ import annotations

from wab.engine.kernel.orders import Refusal
from wab.engine.words.text import Text
from wab.hexes import HexId
from wab.systems.zocbonds.state.state import State
from wab.systems.zocbonds.units import headquarters


def can_shift(state: State, gun: int, target: HexId) -> Refusal | None:
    """Return why a Werfer brigade gives no shift against a hex, nor a modifier to a defender in it; None if it can.

    It must be ready and not disrupted, within three hexes; supply and supply points it needs none (ZOC-17.3-1,
    ZOC-17.3-3, ZOC-17.3-4). `gun`: any number; one that is no Werfer brigade on the map is refused.
    """
    if gun not in state.units or state.profile(gun).type != "werfer":
        return Refusal(Text("This is no Werfer brigade on the map."), ("ZOC-17.3-1",), (), "no-werfer")
    refusal = headquarters.why_not_ready(state, gun)
    most = state.board.tables.ranges.werfer
    return refusal or headquarters.why_too_far(state, gun, target, most, "ZOC-17.3-3")


def ready_werfers(state: State, side: str, target: HexId) -> tuple[int, ...]:
    """The Werfer brigades of a side that can shift against a hex, or steady a defender in it, ascending."""
    return tuple(
        unit
        for unit in state.deployed(side).ids
        if state.profile(unit).type == "werfer" and can_shift(state, unit, target) is None
    )


def ready_guns(state: State, side: str, target: HexId) -> tuple[int, ...]:
    """Headquarters and Werfer brigades of a side that can support in a hex, ascending; they may be combined within the
    limit of shifts (ZOC-17.3-2)."""
    return tuple(sorted((*headquarters.ready_headquarters(state, side, target), *ready_werfers(state, side, target))))


def most_artillery(state: State) -> int:
    """Artillery shifts that an attack may have, headquarters and Werfer brigades together: two, one in a storm
    (ZOC-4.3-3, ZOC-17.2-3, ZOC-17.3-2)."""
    shifts = state.board.tables.shifts.right
    return shifts["artillery_in_storm" if state.sky == "storm" else "artillery"]
