"""Coastal batteries (option 28.3): ships that must keep them down, and Sword without landings.

Pointe du Hoc falls in the assault but on a 1, Longues lies two hexes from Arromanches, and Mont Canisy matters for
Sword alone. Only Crisbecq lasts; it takes a US ship a day (ZOC-DN-5).
"""

from __future__ import annotations

from collections.abc import Iterator

from wab.content.zocbonds.shapes import Army
from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Refusal
from wab.engine.words.text import Text
from wab.hexes import HexId
from wab.systems.zocbonds.state import events as ev
from wab.systems.zocbonds.state.armies import allied_seats
from wab.systems.zocbonds.state.board import ARMIES
from wab.systems.zocbonds.state.orders import SuppressMontCanisy
from wab.systems.zocbonds.state.state import State
from wab.systems.zocbonds.state.steps import AnyStep, Suppresses


def in_use(state: State) -> bool:
    """Return whether the option is in use."""
    return state.now.options.get("batteries") == "on"


def alive(state: State, army: Army) -> tuple[HexId, ...]:
    """The batteries that still stand on the side of an army: a strongpoint in a hex that is not Allied (ZOC-28.3-1,
    ZOC-28.3-3)."""
    return tuple(hex_ for hex_ in state.board.lines.batteries[army] if _stands(state, hex_))


def _stands(state: State, hex_: HexId) -> bool:
    return any(state.profile(unit.id).type == "strongpoint" for unit in state.stack(hex_))


def suppress(state: State) -> Iterator[Event]:
    """From turn 2 on a ship of each army keeps the batteries of its side down while one of them stands (ZOC-28.3-1,
    ZOC-28.3-2); one for Mont Canisy alone may stay away, which is asked for (ZOC-28.3-4)."""
    if not in_use(state):
        return
    for army in ARMIES:
        if state.now.ships.get(army) and alive(state, army) and not _is_asked(state, army):
            yield ev.MeansUsed(army, ships=1)


def _is_asked(state: State, army: Army) -> bool:
    return alive(state, army) == (state.board.lines.mont_canisy,)


def questions(state: State) -> Iterator[AnyStep]:
    """Yield whether a ship keeps Mont Canisy down, where that battery alone stands (ZOC-28.3-4)."""
    if in_use(state) and state.now.ships.get("commonwealth") and _is_asked(state, "commonwealth"):
        yield Suppresses(allied_seats(state)[-1])


def why_not_suppress(state: State, order: SuppressMontCanisy) -> Refusal | None:
    """Return why there is nothing to decide about Mont Canisy now."""
    if state.agenda and isinstance(state.agenda[0], Suppresses):
        return None
    return Refusal(Text("No battery is waiting for an answer."), ("ZOC-28.3-4",), (), "no-battery")


def execute_suppress(state: State, order: SuppressMontCanisy) -> Iterator[Event]:
    """A ship is used up, or nothing lands at Sword this turn (ZOC-28.3-4)."""
    yield ev.MeansUsed("commonwealth", ships=1) if order.yes else ev.OnceOnly(_shut(state))
    yield ev.Answered()


def offered_suppress(state: State, unit: int | None = None) -> Iterator[tuple[SuppressMontCanisy, ...]]:
    """Yes or no."""
    if unit is None:
        yield (SuppressMontCanisy(yes=True), SuppressMontCanisy(yes=False))


def sword_is_shut(state: State) -> bool:
    """Return whether Mont Canisy forbids landings at Sword this turn (ZOC-28.3-4)."""
    return _shut(state) in state.now.once


def _shut(state: State) -> str:
    return f"sword_shut/{state.now.turn}"
