"""Reinforcements (BLD-16) and withdrawals (BLD-17)."""

from __future__ import annotations

from collections.abc import Iterator

from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Group, Refusal
from wab.engine.words.text import Text
from wab.hexes import HexId
from wab.systems.blind.ground.costs import landing_cost
from wab.systems.blind.ground.stacking import free_room
from wab.systems.blind.state import events as ev
from wab.systems.blind.state import orders as od
from wab.systems.blind.state.apply import is_late
from wab.systems.blind.state.areas import judged
from wab.systems.blind.state.state import COMING, FIRST, ISOLATED, RESERVE, State

_NOT_DUE = Refusal(Text("This unit cannot come in now."), ("BLD-16-1", "BLD-16-3"), code="not-due")
_NO_ENTRY = Refusal(
    Text("The unit does not come in here: its table names another place, or the enemy holds this one."),
    ("BLD-16-4", "BLD-16-6", "BLD-16-9", "BLD-16-10"),
    code="no-entry",
)
_NO_ROOM = Refusal(Text("There is no room in the hex."), ("BLD-5-5",), code="no-room")
_BUSY = Refusal(
    Text("A beach takes one unit that was put off in a movement phase, and then no others in the turn."),
    ("BLD-16-7", "BLD-16-8"),
    code="beach-busy",
)


def due(state: State) -> Iterator[int]:
    """The waiting units of the side on turn that may come in now: on their line of the table, or later in a first or
    second movement phase (BLD-16-1, BLD-16-3).
    """
    if state.now.phase in RESERVE:
        return
    figure = 1 if state.now.phase in FIRST else 2
    for unit in state.box(COMING):
        profile = state.profile(unit)
        arrives = profile.arrives if profile.side == state.now.side else None
        if arrives is not None and (arrives.turn, arrives.phase) <= (state.now.turn, figure):
            yield unit


def why_not_enter(state: State, order: od.Enter) -> Refusal | None:
    """At its own place, on ground of its side, with room (BLD-16-6, BLD-16-10)."""
    if order.unit not in due(state):
        return _NOT_DUE
    profile = state.profile(order.unit)
    if order.hex not in profile.entry or not state.holds(profile.side, order.hex):
        return _NO_ENTRY
    if profile.re(profile.full) > free_room(state, order.hex):
        return _NO_ROOM
    return _BUSY if profile.side == "allied" and _is_busy(state, order.unit, order.hex) else None


def _is_busy(state: State, unit: int, hex_: HexId) -> bool:
    """Units put off land one a beach and phase, for any reason (BLD-16-8); no other lands there in that turn
    (BLD-16-7).
    """
    here = [(phase, late) for beach, phase, late in state.now.landed if beach == hex_]
    if not is_late(state, unit):
        return any(late for _, late in here)
    return any(not late or phase == state.now.phase for phase, late in here)


def execute_enter(state: State, order: od.Enter) -> Iterator[Event]:
    """It may use its full allowance (BLD-16-2), less the cost of coming in (BLD-16-5, BLD-16-11)."""
    allowance = state.profile(order.unit).row.movement
    yield ev.Arrived(order.unit, order.hex, max(0, allowance - landing_cost(state, order.unit, order.hex)))


def offered_entries(state: State, unit: int | None) -> Iterator[Group]:
    """Each waiting unit at each place where it may come in."""
    entries = (od.Enter(one, hex_) for one in due(state) for hex_ in state.profile(one).entry if unit in (None, one))
    yield [order for order in entries if why_not_enter(state, order) is None]


def withdrawals(state: State) -> Iterator[Event]:
    """Airborne divisions go back as a turn begins, so many turns after Cherbourg fell (BLD-17-2, BLD-17-3) or the 21st
    Army Group left the map (BLD-17-4, BLD-17-5), however reduced (BLD-17-7). Isolated ones stay until they are
    supplied (BLD-17-6). The enemy is not told (BLD-17-8). The first such event counts (BLD-17-1).
    """
    limits, now = state.board.tables.limits, state.now
    since = {key: (now.captured, turns) for key, turns in limits.withdrawals.items()}
    since |= {key: (now.left_in.get("br", 0), turns) for key, turns in limits.withdrawals_after_exit.items()}
    for key, (event, turns) in since.items():
        unit = state.board.ids.get(key, 0)
        leaves = event and now.turn >= event + turns and unit in state.units
        if leaves and judged(state, state.units[unit]) != ISOLATED:
            yield ev.Withdrawn(unit)
