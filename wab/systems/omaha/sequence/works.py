"""Engineers and HQs from turn 17 (OMA-18, OMA-19): command posts, engineer bases, garrisons, and units that leave."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Group, Refusal
from wab.engine.words.text import Text
from wab.systems.omaha.ground.control import is_potential_fire, under_fire
from wab.systems.omaha.ground.terrain import is_flooded, is_worked
from wab.systems.omaha.movement.actions import price, why_not_act_freely, why_not_pay
from wab.systems.omaha.state import events as ev
from wab.systems.omaha.state import orders as od
from wab.systems.omaha.state.state import State
from wab.systems.omaha.state.steps import Base
from wab.systems.omaha.units.players import leads

_NO_HQ = Refusal(Text("Only a headquarters on the map becomes a command post."), ("OMA-18-1",), code="no-hq")
_FIRE = Refusal(
    Text("A German position covers that hex, or could cover it."), ("OMA-18.1-1", "OMA-19.1-1"), code="fire"
)
_WORKED = Refusal(Text("That was done in this turn."), ("OMA-19.21-1",), code="worked")
_NO_POST = Refusal(Text("That is no command post."), ("OMA-18.2-1",), code="no-post")
_LAST_BOX = Refusal(Text("The range can grow no more."), ("OMA-18.2-1", "OMA-19.2-1"), code="last-box")
_NO_BASE = Refusal(Text("No engineer base is there."), ("OMA-19.2-1",), code="no-base")
_NO_BASES = Refusal(Text("The division has no more engineer bases."), ("OMA-19-1",), code="no-bases")
_NO_BEACH = Refusal(Text("An engineer base stands on a beach hex of its sector."), ("OMA-19.1-1",), code="no-beach")
_SHELLED = Refusal(Text("German artillery fired in this sector."), ("OMA-19.33-1",), code="shelled")
_NO_PLACE = Refusal(
    Text("A garrison needs an empty German position in engineer range, out of German fire."),
    ("OMA-19.3-3",),
    code="no-place",
)
_NO_EXIT = Refusal(Text("Units leave the map by the lettered hexes."), ("OMA-20.3-10",), code="no-exit")


_OTHERS = Refusal(Text("That is for the player of the other division."), ("OMA-1-2",), code="other-player")


def _is_own(state: State, sector: str) -> bool:
    """Check if the player of a sector works now: one plays for both, or its turn has come."""
    return state.now.acting in ("", sector)


# ---------------------------------------------------------------- command posts


def why_not_make_post(state: State, order: od.MakePost) -> Refusal | None:
    """An HQ becomes a command post out of all potential German fire (OMA-18.1-1)."""
    if order.unit not in state.units or state.profile(order.unit).leader != "hq" or order.unit in state.now.posts:
        return _NO_HQ
    if not _is_own(state, leads(state, order.unit)):
        return _OTHERS
    return _FIRE if is_potential_fire(state, state.units[order.unit].hex) else None


def execute_make_post(state: State, order: od.MakePost) -> Iterator[Event]:
    """It begins in the first box of its track, and moves no more (OMA-18.2-1)."""
    yield ev.PostSet(order.unit, 0)


def why_not_extend_post(state: State, order: od.ExtendPost) -> Refusal | None:
    """A box a turn while no German position covers the post (OMA-18.2-1, OMA-18.21-1, OMA-18.32-1)."""
    if order.unit not in state.now.posts:
        return _NO_POST
    if not _is_own(state, leads(state, order.unit)):
        return _OTHERS
    if str(order.unit) in state.now.worked:
        return _WORKED
    if under_fire(state)[state.units[order.unit].hex]:
        return _FIRE
    return _LAST_BOX if state.now.posts[order.unit] + 1 >= len(state.board.tables.tracks.command) else None


def execute_extend_post(state: State, order: od.ExtendPost) -> Iterator[Event]:
    """Its marker moves to the next box (OMA-18.22-1)."""
    yield ev.PostSet(order.unit, state.now.posts[order.unit] + 1)


# ---------------------------------------------------------------- engineer bases


def _base_at(state: State, hex_: int) -> Base | None:
    return next((base for base in state.now.bases if base.hex == hex_), None)


def why_not_place_base(state: State, order: od.PlaceBase) -> Refusal | None:
    """Two bases a division, on its beach, out of all potential German fire (OMA-19-1, OMA-19.1-1)."""
    if not _is_own(state, order.sector):
        return _OTHERS
    if order.sector in state.now.worked:
        return _WORKED
    if order.hex not in state.board.grid or not state.board.beach[order.hex] or is_flooded(state, order.hex):
        return _NO_BEACH
    if order.sector not in state.board.sectors or state.board.sector(order.hex) != order.sector:
        return _NO_BEACH
    if _base_at(state, order.hex) is not None:
        return _NO_BEACH
    if sum(base.sector == order.sector for base in state.now.bases) >= state.board.tables.tracks.bases:
        return _NO_BASES
    return _FIRE if is_potential_fire(state, order.hex) else None


def execute_place_base(state: State, order: od.PlaceBase) -> Iterator[Event]:
    """Its range begins with its own hex (OMA-19.2-1)."""
    yield ev.BaseSet(order.sector, order.hex)


def why_not_extend_base(state: State, order: od.ExtendBase) -> Refusal | None:
    """One base of a division advances by a box, unless a base was placed (OMA-19.21-1), out of German fire
    (OMA-19.2-1), and not while artillery fires in its sector (OMA-19.33-1).
    """
    base = _base_at(state, order.hex)
    if base is None:
        return _NO_BASE
    if not _is_own(state, base.sector):
        return _OTHERS
    if base.sector in state.now.worked:
        return _WORKED
    if base.sector in state.now.shelled:
        return _SHELLED
    if under_fire(state)[base.hex]:
        return _FIRE
    return _LAST_BOX if base.box + 1 >= len(state.board.tables.tracks.engineer) else None


def execute_extend_base(state: State, order: od.ExtendBase) -> Iterator[Event]:
    """Its marker moves to the next box."""
    base = _base_at(state, order.hex)
    assert base is not None
    yield ev.BaseSet(base.sector, base.hex, base.box + 1)


def why_not_garrison(state: State, order: od.Garrison) -> Refusal | None:
    """A German position without Germans, in engineer range and out of all German fields (OMA-19.3-3)."""
    now = state.now
    if order.hex not in state.board.position_at or order.hex in now.forces or order.hex in now.garrisons:
        return _NO_PLACE
    if not _is_own(state, state.board.sector(order.hex)):
        return _OTHERS
    full = len(now.garrisons) >= state.board.tables.tracks.garrisons
    return _NO_PLACE if full or not is_worked(state, order.hex) else None


def execute_garrison(state: State, order: od.Garrison) -> Iterator[Event]:
    """It stays until an advance reaches it (OMA-19.3-4, OMA-19.3-5)."""
    yield ev.GarrisonSet(order.hex)


# ---------------------------------------------------------------- leaving


def why_not_leave(state: State, order: od.LeaveMap) -> Refusal | None:
    """A unit in a lettered hex leaves with a move action (OMA-20.3-10)."""
    if refusal := why_not_act_freely(state, order.unit):
        return refusal
    if not state.late or state.units[order.unit].hex not in state.board.exits.values():
        return _NO_EXIT
    return why_not_pay(state, price(state, (order.unit,)))


def execute_leave(state: State, order: od.LeaveMap) -> Iterator[Event]:
    """It does not return."""
    here = state.units[order.unit].hex
    letter = next(letter for letter, hex_ in state.board.exits.items() if hex_ == here)
    yield ev.Acted((order.unit,), "leave", state.now.acting, price(state, (order.unit,)), here)
    yield ev.Left(order.unit, letter)


# ---------------------------------------------------------------- offers


def offered_works(state: State, unit: int | None) -> Iterator[Group]:
    """Posts, bases and garrisons that can be made or extended."""
    posts = [od.MakePost(one) for one in sorted(state.units) if unit in (None, one)]
    yield [order for order in posts if why_not_make_post(state, order) is None]
    ranges = [od.ExtendPost(one) for one in state.now.posts if unit in (None, one)]
    yield [order for order in ranges if why_not_extend_post(state, order) is None]
    if unit is None:
        sand = np.flatnonzero(state.board.beach).tolist()
        bases = [od.PlaceBase(sector, hex_) for sector in state.board.sectors for hex_ in sand]
        yield [order for order in bases if why_not_place_base(state, order) is None]
        longer = [od.ExtendBase(base.hex) for base in state.now.bases]
        yield [order for order in longer if why_not_extend_base(state, order) is None]
        garrisons = [od.Garrison(hex_) for hex_ in sorted(state.board.position_at)]
        yield [order for order in garrisons if why_not_garrison(state, order) is None]


def offered_leaving(state: State, unit: int | None) -> Iterator[Group]:
    """Each unit that can leave the map."""
    orders = [od.LeaveMap(one) for one in sorted(state.units) if unit in (None, one)]
    yield [order for order in orders if why_not_leave(state, order) is None]


def can_work(state: State) -> bool:
    """Check if there is anything to do."""
    return any(len(group) for group in offered_works(state, None))
