"""Into reserve by a combat result, and out of it into combat (ZOC-15.1-6, ZOC-15.3)."""

from __future__ import annotations

from collections.abc import Iterable

from wab.engine.orders import Refusal
from wab.engine.text import Text
from wab.hexes import HexId
from wab.systems.zocbonds.names import unit_noun
from wab.systems.zocbonds.state import SUPPLIED, State, Unit


def why_not_kept_in_reserve(state: State, unit: Unit) -> Refusal | None:
    """None unless the state of a unit keeps it out of reserve: a replacement, no supply, disruption (ZOC-15.1-4), or
    works begun in its hex (ZOC-16.1-7)."""
    works = state.works_in(unit.hex)
    if unit.replaced or unit.disrupted or unit.scattered or unit.supply != SUPPLIED or (works and not works.done):
        text = Text("{unit:The} {unit:|is|are} in no state to be in reserve.", {"unit": unit_noun(state, unit.id)})
        return Refusal(text, ("ZOC-15.1-4",), (unit.hex,), "not-fit")
    return None


def has_marker_for(state: State, side: str, hex_: HexId) -> bool:
    """Whether a reserve marker is free for a hex: six stacks of a side may be in reserve (ZOC-15.1-3)."""
    marked = {unit.hex for unit in state.units_of(side) if unit.reserve}
    return hex_ in marked or len(marked) < state.board.tables.markers.reserve[side]  # type: ignore[index]  # a side


def why_not_into_reserve(state: State, units: Iterable[int]) -> Refusal | None:
    """None if attackers of one hex may go into reserve by a combat result (ZOC-15.1-6): not those that landed this
    turn (ZOC-15.1-7), and while there are markers (ZOC-15.1-3)."""
    standing = [state.units[unit] for unit in units]
    if not standing or len({unit.hex for unit in standing}) > 1:
        return Refusal(Text("Units go into reserve hex by hex."), ("ZOC-15.1-3",), (), "two-hexes")
    if any(unit.regroup or unit.landed for unit in standing):
        text = Text("Units that landed this turn do not go into reserve.")
        return Refusal(text, ("ZOC-15.1-7", "ZOC-6.5.2-4"), (standing[0].hex,), "regroup")
    for unit in standing:
        if refusal := why_not_kept_in_reserve(state, unit):
            return refusal
    if has_marker_for(state, state.side_of(standing[0].id), standing[0].hex):
        return None
    return Refusal(Text("All reserve markers are on the map."), ("ZOC-15.1-3",), (), "no-marker")


def may_attack_from_reserve(unit: Unit) -> bool:
    """In the combat of the reserve phase those in reserve attack, whether they fought before or not (ZOC-15.3-1);
    headquarters, ships and aircraft support them without being in reserve (ZOC-15.3-2)."""
    return unit.reserve
