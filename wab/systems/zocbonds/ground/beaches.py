"""Beaches and Mulberries (ZOC-21): which are open, how a harbour is built and lost, what that costs (ZOC-6.5.3)."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from wab.content.zocbonds.shapes import Army, Beach
from wab.engine.kernel.events import Event
from wab.hexes import HexId
from wab.systems.zocbonds.state import events as ev
from wab.systems.zocbonds.state.board import ARMIES, Board
from wab.systems.zocbonds.state.state import Mulberry, State

ENGINEER = "beach_engineer"


# ------------------------------------------------------------------------------------------------- beaches


def beaches_of(board: Board) -> tuple[Beach, ...]:
    """The beaches of a scenario; Pointe du Hoc is none (ZOC-21.1-10). A lesson also has those where its units begin."""
    ashore = board.lesson.allied.values() if board.lesson is not None else ()
    return tuple(beach for beach, hex_ in board.beaches.items() if beach in board.assault or hex_ in ashore)


def engineers_in(state: State, hex_: HexId) -> bool:
    """Return whether Allied beach engineers stand in a hex."""
    return any(state.profile(unit.id).type == ENGINEER for unit in state.stack(hex_))


def open_beaches(state: State) -> tuple[Beach, ...]:
    """The beaches that are open now: beach engineers stand on them (ZOC-21.1-1).

    One closes at once when they are gone, or a German takes the hex (ZOC-21.1-2).
    """
    return tuple(beach for beach in beaches_of(state.board) if engineers_in(state, state.board.beaches[beach]))


def closed_beaches(state: State) -> tuple[Beach, ...]:
    """The beaches without engineers, those among them that never opened (ZOC-23.3-4)."""
    opened = open_beaches(state)
    return tuple(beach for beach in beaches_of(state.board) if beach not in opened)


def closed_by(state: State, unit: int) -> tuple[Beach, ...]:
    """The open beach that closes when a unit on the map is gone: the beach of engineers (ZOC-21.1-2), none for
    others.
    """
    if state.profile(unit).type != ENGINEER:
        return ()
    hex_ = state.units[unit].hex
    return tuple(beach for beach in open_beaches(state) if state.board.beaches[beach] == hex_)


def army_of(board: Board, beach: Beach) -> Army:
    """The army to which a beach belongs."""
    return board.lines.beaches[beach].army


def named(board: Board, landing: str) -> str:
    """Return which of the five beaches it is part of (ZOC-6.5.2-5); "" for Pointe du Hoc."""
    place = board.lines.beaches.get(landing)  # type: ignore[call-overload]  # a landing, or no beach
    return place.part_of if place is not None else ""


def points_lost(state: State, army: Army) -> int:
    """Reinforcement points that an army lacks: two for each beach without engineers, but none for Sword (ZOC-21.2-1),
    for as long as they are away (ZOC-6.5.3-1 to ZOC-6.5.3-3), and two for good for a destroyed Mulberry."""
    places = [state.board.lines.beaches[beach] for beach in closed_beaches(state)]
    missing = sum(place.army == army and not place.free_to_close for place in places)
    return state.board.tables.landing.lost_points * (missing + mulberry(state, army).destroyed)


def shared_beach(army: str) -> str:
    """The beach to which landings at the Mulberry of an army count: Gold for the Mulberry of Arromanches, none for the
    other (ZOC-6.5.2-5).
    """
    return "gold" if army == "commonwealth" else ""


# ------------------------------------------------------------------------------------------------- Mulberries


def mulberry(state: State, army: str) -> Mulberry:
    """The artificial harbour of an army, as far as it is."""
    return state.now.mulberries.get(army, Mulberry())


def site(board: Board, army: Army) -> HexId:
    """Return where the Mulberry of an army stands: Arromanches, or the hex of the 1st Division at Omaha
    (ZOC-21.1-9).
    """
    return board.lines.mulberries[army]


def construction(state: State) -> Iterator[Event]:
    """Mulberries in the initial phase: finished, or begun (ZOC-3-2, ZOC-21.1-5)."""
    if state.board.special is not None:
        return
    for army in ARMIES:
        here = mulberry(state, army)
        if here.destroyed or here.done:
            continue
        if here.ready and here.ready <= state.now.turn:
            yield ev.MulberryDone(army)
        elif not here.ready and may_begin(state, army):
            yield ev.MulberryBegun(army, state.now.turn + state.board.tables.landing.mulberry_turns)


def may_begin(state: State, army: Army) -> bool:
    """Return whether the ground of a Mulberry is safe: the site is Allied, and no German unit is next to Arromanches
    (ZOC-21.1-3), none in or next to either Omaha hex (ZOC-21.1-4). A strongpoint is a combat unit too (ZOC-2.3.7-1).
    """
    if not state.holds("allied", site(state.board, army)):
        return False
    if army == "commonwealth":
        return not state.beside(site(state.board, army), "axis")
    omaha = [state.board.beaches[beach] for beach in beaches_of(state.board) if named(state.board, beach) == "omaha"]
    return not any(state.side_in(hex_) == "axis" or state.beside(hex_, "axis") for hex_ in omaha)


def overrun(state: State, hexes: Collection[HexId]) -> Iterator[Event]:
    """Yield what Germans that enter a site do to its Mulberry, though they be driven off at once: one in building
    begins again when the ground is safe again (ZOC-21.1-6), a finished one is destroyed for good; nothing else destroys
    it (ZOC-21.1-8).
    """
    for army in ARMIES:
        here = mulberry(state, army)
        if (here.ready or here.done) and site(state.board, army) in hexes:
            yield ev.MulberryStopped(army, destroyed=here.done)
