"""Discoveries by an order (ledger section 6.1): new ground, and enemies. The order is final then.

An order that could be taken back after it has shown something would be scouting for nothing. The same functions judge
what happened and, on what a side knows, what a move is going to show: ground and the eyes of one's own units are no
secret, and neither is an enemy that is seen already.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Refusal
from wab.engine.words.text import Text
from wab.systems.operations.ground.sight import LEVELS, Levels, hex_levels, seen_from, sight_distance
from wab.systems.operations.state.board import enemy_of
from wab.systems.operations.state.events import Moved, Sighted
from wab.systems.operations.state.names import full_place_noun
from wab.systems.operations.state.state import State

Showing = Literal["", "ground", "enemy"]
"""Discoveries by a move: nothing new, ground that was out of sight, an enemy better than before (and perhaps
ground).
"""


def reveals(before: State, events: Iterable[Event], after: State, side: str) -> Refusal | None:
    """Return why an order is final for what it showed to `side`, None if it showed nothing new (OPS-6.1-13)."""
    passing: Levels | None = None
    for event in events:
        if isinstance(event, Sighted) and event.side == side:
            return _enemy_seen(after, event)
        if isinstance(event, Moved) and before.side_of(event.units[0]) == side:
            passing = _seen_on(after, event.units, event.path[1:-1])
    new = new_ground(before, side, hex_levels(after, side), passing)
    return _ground_seen(after, int(new[0])) if new.size else None


def foreseen(known: State, side: str, units: Sequence[int], path: Sequence[int]) -> Showing:
    """Return what a move along a path is going to show to `side`, worked out from what that side knows (`known`).

    Nothing that stands out of sight is asked for: an enemy found there stands on new ground, which the answer covers
    anyway.
    """
    seen = _seen_on(known, units, path[1:])
    if seen is None:
        return ""
    enemies = known.units_of(enemy_of(side))
    better = any(seen[unit.hex] > LEVELS.index(known.profile(unit.id).level) for unit in enemies)
    return "enemy" if better else "ground" if new_ground(known, side, seen).size else ""


def new_ground(state: State, side: str, *seen: Levels | None) -> NDArray[np.intp]:
    """The hexes in play that a side does not see, and that are in a view `seen`, ascending.

    A side that sees a hex at all knows whether it holds an enemy (OPS-6.1-10): a better view is no new ground.
    """
    now = hex_levels(state, side)
    views = [view for view in seen if view is not None and view is not now]
    if not views:
        return np.empty(0, np.intp)
    lit = np.maximum.reduce(views) > 0
    return np.flatnonzero(lit & (now == 0) & state.board.in_play)


def _seen_on(state: State, units: Sequence[int], way: Sequence[int]) -> Levels | None:
    """Return what units see from the hexes of a way, every one of them (OPS-6.1-13); None if nothing is out of
    sight.
    """
    if not way or not state.board.rules.fog:
        return None
    eyes = [max(sight_distance(state, state.profile(unit), hex_) for unit in units) for hex_ in way]
    return seen_from(state.board, way, eyes)


def _ground_seen(state: State, hex_: int) -> Refusal:
    where = full_place_noun(state.board, hex_)
    text = Text("New ground was seen, such as {hex:the}: that cannot be taken back.", {"hex": where})
    return Refusal(text, ("OPS-6.1-13",), (hex_,), code="new-ground")


def _enemy_seen(state: State, event: Sighted) -> Refusal:
    hexes = tuple(dict.fromkeys(state.units[unit].hex for unit in event.units if unit in state.units))
    text = Text("An enemy was seen, or seen better than before: that cannot be taken back.")
    return Refusal(text, ("OPS-6.1-13",), hexes, code="enemy-seen")
