"""Into reserve by a combat result (ZOC-15.1-6)."""

from __future__ import annotations

from collections.abc import Iterable

from wab.engine.kernel.orders import Refusal
from wab.engine.words.text import Text
from wab.systems.zocbonds.state.state import State
from wab.systems.zocbonds.units.reserve import why_no_marker, why_not_eligible


def why_not_into_reserve(state: State, units: Iterable[int]) -> Refusal | None:
    """None if attackers of one hex may go into reserve by a combat result (ZOC-15.1-6): not units that landed this turn
    (ZOC-15.1-7), fit for it (ZOC-15.1-4), and while there are markers (ZOC-15.1-3).
    """
    standing = [state.units[unit] for unit in units]
    if not standing or len({unit.hex for unit in standing}) > 1:
        return Refusal(Text("Units go into reserve hex by hex."), ("ZOC-15.1-3",), (), "two-hexes")
    if any(unit.regroup or unit.landed for unit in standing):
        text = Text("Units that landed this turn do not go into reserve.")
        return Refusal(text, ("ZOC-15.1-7", "ZOC-6.5.2-4"), (standing[0].hex,), "regroup")
    for unit in standing:
        if refusal := why_not_eligible(state, unit.id):
            return refusal
    return why_no_marker(state, state.side_of(standing[0].id), standing[0].hex)
