"""Rules that every move has to keep to (ZOC-8, ZOC-9): the manners of moving, paths and their ends in words.

Moves on the map, entries and landings ask here; the arrays behind it are in `marching`.
"""

from __future__ import annotations

import numpy as np

from wab.content.zocbonds.tables import SIXTHS
from wab.engine.kernel.orders import Refusal
from wab.engine.words.text import N_, Argument, Text
from wab.hexes import HexId, Reach
from wab.systems.zocbonds.ground import columns, leashes
from wab.systems.zocbonds.ground.marching import Fault, Going, Manner
from wab.systems.zocbonds.state import stacking
from wab.systems.zocbonds.state.board import Flags
from wab.systems.zocbonds.state.names import place_noun
from wab.systems.zocbonds.state.orders import Ids, Path
from wab.systems.zocbonds.state.state import State

MODES = ("ordinary", "tactical", "strategic", "bicycle")
ORDINARY, TACTICAL = Manner(), Manner("tactical")
MANNERS = (
    ORDINARY, TACTICAL, Manner("bicycle"), Manner("strategic"), Manner("ordinary", True), Manner("strategic", True),
)  # fmt: skip
"""Every manner of moving, in the order in which moves are offered: a hex is offered in the first that reaches it."""


def is_for(state: State, unit: int, manner: Manner) -> bool:
    """Return whether a manner is for units of this kind at all: bicycles (ZOC-9.9-1, ZOC-2.3.3-3), German trucks for
    who walks (ZOC-9.8.6-1), columns for who rides (ZOC-9.8.1-1).
    """
    profile = state.profile(unit)
    if manner.truck:
        return profile.foot and profile.side == "axis"
    return profile.type == "bicycle" if manner.mode == "bicycle" else manner.mode != "strategic" or not profile.foot


def why_not_manner(state: State, units: Ids, manner: Manner, hex_: int | None) -> Refusal | None:
    """Return why units cannot move in a manner from a hex (None: from off the map), apart from other reasons."""
    if manner.mode not in MODES or (manner.truck and manner.mode in ("tactical", "bicycle")):
        return Refusal(Text("There is no such manner of moving."), ("ZOC-9.1-1",), (), "manner")
    if manner.mode == "strategic" and (refusal := columns.why_not_column(state, units, manner.truck, hex_)):
        return refusal
    if manner.truck:
        return columns.why_not_truck(state, units, hex_)
    return columns.why_not_bicycle(state, units, hex_) if manner.mode == "bicycle" else None


def why_not_end(state: State, units: Ids, hex_: HexId, manner: Manner) -> Refusal | None:
    """Return why units do not end a move in a hex: by column not stacked with any unit, and no unit with one in column
    (ZOC-9.8.2-2). Too many units in a hex are no reason (ZOC-7.2-1).
    """
    others = [unit for unit in state.stacks.get(hex_, ()) if unit not in units]
    column = manner.mode == "strategic"
    if others and (column or any(state.units[unit].column for unit in others)):
        text = Text(
            "A unit in column ends stacked with no other: not {hex:at}.", {"hex": place_noun(state.board, hex_)}
        )
        return Refusal(text, ("ZOC-9.8.2-2",), (hex_,), "column-stacked")
    return None


# ------------------------------------------------------------------------------------------------- in words


def told(state: State, units: Ids, manner: Manner, found: Fault, how: Going) -> Refusal:
    """A fault of a path in words, with its clauses."""
    hexes = [place_noun(state.board, hex_) for hex_ in found.hexes if hex_ in state.board.grid]
    names = ("first" if found.kind == "gap" else "hex", "second")
    args: dict[str, Argument] = dict(zip(names, hexes, strict=False))
    words, *clauses = _FAULTS[found.kind]
    if found.kind == "too-far":
        return _too_far(args, manner, found, how)
    if found.kind == "kept-out":
        limits = [leashes.closed_to(state, unit) for unit in units]
        kept = {limit[1] for limit in limits if limit is not None and limit[0][found.hexes[1]]}
        clauses = sorted(kept) or ["ZOC-8.5.2-1"]
    return Refusal(Text(words, args), tuple(clauses), found.hexes, found.kind)


def _too_far(args: dict[str, Argument], manner: Manner, found: Fault, how: Going) -> Refusal:
    if manner.mode == "tactical":
        text = Text("Tactical movement is one or two hexes.")
        return Refusal(text, ("ZOC-9.10-1",), found.hexes, found.kind)
    args["left"] = round((how.budget - how.leaving) / SIXTHS, 2)
    text = Text("The way to {hex:the} is too long: {left} movement points are left.", args)
    return Refusal(text, ("ZOC-9.1-1", "ZOC-8.2-2"), found.hexes, found.kind)


_FAULTS = {
    "off-map": (N_("The path leads off the map."), "ZOC-9.2-1"),
    "not-a-path": (N_("A path starts in the hex of the units and leads at least one hex farther."), "ZOC-9.1-1"),
    "gap": (N_("The path has a gap: {first:the} and {second:the} do not touch."), "ZOC-9.1-1"),
    "one-hex": (N_("A unit that took a replacement moves one hex at most."), "ZOC-6.2-8"),
    "enemy": (N_("Enemy units stand {hex:at}."), "ZOC-9.1-3"),
    "bond": (N_("An enemy bond closes the way from {hex:the} to {second:the}."), "ZOC-8.5.2-1"),
    "zone": (N_("An enemy zone of control ends the move {hex:at}."), "ZOC-8.2-1", "ZOC-8.3-1"),
    "avoided": (
        N_("These units keep out of enemy zones of control: not {hex:at}."),
        *("ZOC-9.8.2-1", "ZOC-9.8.6-2", "ZOC-9.9-1", "ZOC-6.2-10"),
    ),
    "kept-out": (N_("These units keep out of {second:the} for now."),),
    "closed": (
        N_("These units cannot go from {hex:the} to {second:the} in this manner."),
        *("ZOC-9.6-1", "ZOC-9.5-1", "ZOC-9.5-2", "ZOC-9.8.1-2"),
    ),
    "flood": (N_("Flooded ground ends the move {hex:at}."), "ZOC-9.5-2"),
    "first-step": (
        N_("There is no bridge from {hex:the} to {second:the}: only the first step of a move crosses."),
        *("ZOC-9.4-1", "ZOC-9.5-1", "ZOC-9.10-2"),
    ),
    "too-far": ("", "ZOC-9.1-1"),
}
"""The words and clauses of each fault of a path."""


# ------------------------------------------------------------------------------------------------- the ends of moves


def in_flood(state: State, path: Path, how: Going) -> bool:
    """Return whether the last step of a path leads into flooded ground off the roads (ZOC-9.5-2)."""
    if len(path) < 2:
        return False
    before, last = path[-2:]
    return bool(how.tables.stops[before, state.board.grid.direction(before, last)])


def left_out(state: State, units: Ids, manner: Manner, reached: Reach, taken: Flags) -> Reach:
    """The hexes of a reach that are not offered as ends: hexes taken already, hexes where the units may not stay
    (ZOC-9.8.2-2), hexes that would hold too much (ZOC-7.1-1); the start among them.
    """
    side = state.side_of(units[0])
    hexes, mask = reached.hexes, taken.copy()
    friends = hexes[state.deployed(side).occupied[hexes]].tolist()
    if manner.mode == "strategic":
        mask[friends] = True
    elif friends:
        under = stacking.in_column(state, side)
        mask[[hex_ for hex_ in friends if hex_ in under]] = True
        mask[stacking.full_for(state, units, [hex_ for hex_ in friends if hex_ != reached.start])] = True
    mask[reached.start] = True
    out = mask[hexes]
    return Reach(reached.start, np.ascontiguousarray(reached.table[:, out]))
