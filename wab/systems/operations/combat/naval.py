"""Ships (ledger 7.5.1, 10.1.1): units on sea hexes; some of them are not at hand in every turn.

They move, support and bombard by the rules of those chapters, are always in supply, have no zone of control on land and
take no hexes. Nothing can destroy them, so they do not keep their side in the game (OPS-9.1-2).
"""

from __future__ import annotations

from collections.abc import Generator, Iterator

from wab.engine.kernel.events import Event
from wab.engine.words.text import Text
from wab.systems.operations.state.board import SIDES
from wab.systems.operations.state.events import FleetReadied
from wab.systems.operations.state.state import State, Unit

STREAM = "naval"
PERCENT = 100


def stream_of(side: str) -> str:
    """The stream of dice that decides which ships of a side are at hand: the other side does not see it."""
    return f"{STREAM}_{side}"


def ready_ships(state: State) -> Iterator[Event]:
    """Start of a turn: every ship on the map, new ones too, is tested (OPS-10.1.1-15, OPS-10.1.1-16)."""
    for side in SIDES:
        ships = [unit for unit in state.units_of(side) if state.profile(unit.id).is_ship]
        missing = []
        for ship in ships:
            if not (yield from _is_at_hand(state, ship)):
                missing.append(ship.id)
        if ships:
            yield FleetReadied(side, tuple(ship.id for ship in ships if ship.id not in missing), tuple(missing))


def _is_at_hand(state: State, ship: Unit) -> Generator[Event, None, bool]:
    """A percentage roll for one ship; a certain result needs no roll."""
    profile = state.profile(ship.id)
    if profile.availability in (0, PERCENT):
        return profile.availability == PERCENT
    rolled = state.dice.roll(stream_of(profile.side), Text("Is {ship:the} available?", {"ship": profile.noun}), PERCENT)
    yield rolled
    return rolled.total <= profile.availability
