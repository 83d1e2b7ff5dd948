"""Ships (ZOC-19.2): support within their zone, and the one bombardment of Cherbourg."""

from __future__ import annotations

from collections.abc import Iterator

from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Refusal
from wab.engine.words.text import Argument, Text
from wab.hexes import HexId
from wab.systems.zocbonds.state import events as ev
from wab.systems.zocbonds.state.board import ARMIES
from wab.systems.zocbonds.state.names import place_noun
from wab.systems.zocbonds.state.state import State

BOMBARDMENT = "bombardment"


def why_not_naval(state: State, army: str, target: HexId, count: int, *, defending: bool = False) -> Refusal | None:
    """Return why so many ships of an army do not help in a combat about a hex, in attack or in a stand (ZOC-19.2-1 to
    ZOC-19.2-7). Ships help units of their own army alone (ZOC-19.2-4): `army` is the army of the units.
    """
    if count == 0:
        return None
    if army not in ARMIES:
        return Refusal(Text("Only the Allies have ships."), ("ZOC-19.2-1",), (target,), "no-naval")
    if not 0 < count <= state.board.tables.shifts.right["naval"]:
        return Refusal(Text("No more than one ship helps in a combat."), ("ZOC-19.2-2",), (target,), "too-many-ships")
    if not is_in_zone(state, target):
        return _why_not_bombard(state, army, target, defending=defending)
    if army == "us" and _bombarded_on(state, state.now.turn):
        text = Text("The US ships bombard Cherbourg today and nothing else.")
        return Refusal(text, ("ZOC-19.2-6",), (target,), "bombarding")
    return _why_none_left(state, army, target)


def is_in_zone(state: State, target: HexId) -> bool:
    """Return whether the ships reach a hex (ZOC-19.2-3)."""
    return bool(state.board.overlay("naval_zone")[target])


def _why_none_left(state: State, army: str, target: HexId) -> Refusal | None:
    """Each ship helps once a turn, and none in a storm (ZOC-19.2-1, ZOC-19.2-5)."""
    if state.now.ships.get(army, 0) > 0:
        return None
    return Refusal(Text("There is no ship left today."), ("ZOC-19.2-1", "ZOC-19.2-5"), (target,), "no-naval")


# ------------------------------------------------------------------------------------------------- Cherbourg


def _why_not_bombard(state: State, army: str, target: HexId, *, defending: bool) -> Refusal | None:
    """Beyond their zone the US ships reach the Perimeter of Cherbourg alone, in attack, on one day of the game, with
    both of them, each against another hex (ZOC-19.2-3, ZOC-19.2-6)."""
    args: dict[str, Argument] = {"hex": place_noun(state.board, target)}
    if army != "us" or defending or not state.board.overlay("perimeter")[target]:
        text = Text("{hex:The} {hex:|lies|lie} out of reach of the ships.", args)
        return Refusal(text, ("ZOC-19.2-3",), (target,), "out-of-reach")
    today = _bombarded_on(state, state.now.turn)
    if not today and any(name.startswith(BOMBARDMENT) for name in state.now.once):
        text = Text("Cherbourg has been bombarded once already.")
        return Refusal(text, ("ZOC-19.2-6",), (target,), "once")
    if _mark(state, target) in today:
        text = Text("Each ship bombards another hex.")
        return Refusal(text, ("ZOC-19.2-6",), (target,), "same-hex")
    if not today and state.now.ships.get(army, 0) < _unused(state):
        text = Text("Cherbourg is bombarded by all US ships or by none, and one has been used.")
        return Refusal(text, ("ZOC-19.2-6",), (target,), "ship-used")
    return _why_none_left(state, army, target)


def _unused(state: State) -> int:
    """US ships on a day on which none has been used yet; in the Cherbourg scenario the second comes with the first
    (ZOC-26.2-4)."""
    special = state.board.special
    return special.ships if special is not None else _bombarding(state)


def _bombarding(state: State) -> int:
    """US ships that bombard Cherbourg, all there are, each another hex (ZOC-19.2-6)."""
    return state.board.tables.markers.ships["us"]


def _bombarded_on(state: State, turn: int) -> tuple[str, ...]:
    return tuple(name for name in state.now.once if name.startswith(f"{BOMBARDMENT}/{turn}/"))


def _mark(state: State, target: HexId) -> str:
    return f"{BOMBARDMENT}/{state.now.turn}/{state.board.grid.label(target)}"


def used(state: State, army: str, target: HexId) -> Iterator[Event]:
    """A ship of an army is used up for a combat about a hex; the bombardment of Cherbourg is remembered (ZOC-19.2-5,
    ZOC-19.2-6), and in its own scenario brings the second ship (ZOC-26.2-4)."""
    if not is_in_zone(state, target):
        first = not _bombarded_on(state, state.now.turn)
        yield ev.OnceOnly(_mark(state, target))
        if first and state.board.special is not None:
            yield ev.MeansUsed(army, ships=_unused(state) - _bombarding(state))
    yield ev.MeansUsed(army, ships=1)
