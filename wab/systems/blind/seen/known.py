"""The knowledge of a side, listed fact by fact (BLD-3-4, BLD-4-17, BLD-6-6, BLD-7-9, BLD-10-7, BLD-15-6, BLD-18-4,
BLD-19-13).
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from wab.engine.kernel.events import Event
from wab.engine.shells.position import NO_DICE
from wab.systems.blind.state import events as ev
from wab.systems.blind.state.board import enemy_of
from wab.systems.blind.state.state import OPEN_BOXES, Now, State

ACCOUNTS = {"allied": ("br", "us"), "axis": ("ge",)}


def known(state: State, seat: str) -> State:
    """A position of the facts that a side knows: its own units, the border, what was heard and seen. Two views of one
    true state stand for the two maps (BLD-1-1), and who holds each hex stands for the markers of the border (BLD-3-2).
    """
    position = State(board=state.board, dice=NO_DICE, control=state.control[:], now=_now(state, seat))
    position.put_all(state.units_of(seat))
    return position


def _now(state: State, seat: str) -> Now:
    now = state.now
    seen = Now(
        turn=now.turn,
        side=now.side,
        phase=now.phase,
        result=now.result,
        seat=seat,
        table=now.table,
        options=now.options,
        boxes=_boxes(state, seat),
        stocks=_own(now.stocks, state, seat),
        rp=_own(now.rp, state, seat),
        port=now.port,
        repaired=now.repaired,
        forts=now.forts,
        interdicted=now.interdicted,
        exits=now.exits if seat == "allied" else tuple(replace(gone, hex=-1) for gone in now.exits),
        diverted=now.diverted,
        scored=now.scored,
        spoilt=now.spoilt,
        captured=now.captured,
        left_in=now.left_in,
        passed=now.passed if now.side == seat else (),
        mover=now.mover if now.side == seat else None,
        contacts=now.contacts,
        bombed=now.bombed,
        must=now.must,
        reports={seat: now.reports[seat]} if seat in now.reports else {},
        sightings={seat: now.sightings[seat]} if seat in now.sightings else {},
    )
    if seat == "axis":
        return replace(seen, demolish=now.demolish)
    return replace(
        seen,
        boundary=now.boundary,
        air=now.air,
        offered=now.offered,
        ships=now.ships,
        landed=now.landed,
        arrears=now.arrears,
        unpaid=now.unpaid,
    )


def _own(points: Mapping[str, int], state: State, seat: str) -> dict[str, int]:
    """The accounts of a side, its airborne divisions among them."""
    return {key: n for key, n in points.items() if (key in ACCOUNTS["axis"]) == (seat == "axis")}


def _boxes(state: State, seat: str) -> dict[str, tuple[int, ...]]:
    """Boxes that are open, and the units of a side in the others."""
    found = {}
    for name, units in state.now.boxes.items():
        own = units if name in OPEN_BOXES else tuple(unit for unit in units if state.side_of(unit) == seat)
        if own:
            found[name] = own
    return found


# ---------------------------------------------------------------- events

_OWN_UNIT = (ev.Placed, ev.Arrived, ev.Marched, ev.Withdrawn, ev.Refitted, ev.Reserved)
"""Only the owner sees what these units do."""
_ALLIED = (ev.ShipsPicked, ev.Upkeep, ev.BoundaryDrawn, ev.AirOffered)
_GERMAN = (ev.StandingGiven,)


def witnessed(before: State, event: Event, seat: str) -> Event | None:
    """An event as a side sees it: whole, with less in it, or not at all. Its knowledge before, changed by this event,
    is its knowledge after it.
    """
    if isinstance(event, _OWN_UNIT):
        return event if before.side_of(event.unit) == seat else None
    if isinstance(event, _ALLIED):
        return event if seat == "allied" else None
    if isinstance(event, _GERMAN):
        return event if seat == "axis" else None
    if isinstance(event, ev.Received):
        return event if event.account in ACCOUNTS[seat] else None
    return _lesser(before, event, seat)


def _lesser(before: State, event: Event, seat: str) -> Event:
    moves = before.now.side == seat
    match event:
        case ev.Called() if not moves:
            return ev.Called(event.hex, event.occupied, event.attack)
        case ev.Declared() if not moves:
            return ev.Declared(event.hex)
        case ev.Left() if not moves:
            return replace(event, hex=-1)
        case ev.Advanced() if not moves:
            return ev.Advanced(event.hex)
        case ev.Retreated() if seat != enemy_of(before.now.side):
            return ev.Retreated(event.done, event.called)
    return event
