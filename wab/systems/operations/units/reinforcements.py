"""Reinforcements (ledger section 8.3.1): units that arrive, their place when the way is barred, and units that are
withdrawn.

Also units of another quality from a turn on: everything that a scenario's calendar says of units.
"""

from __future__ import annotations

from collections.abc import Iterator

from wab.field.arrivals import due
from wab.hexes import DIRECTIONS
from wab.systems.operations.state import events as ev
from wab.systems.operations.state.board import Board, Entry
from wab.systems.operations.state.stacking import fits_profile
from wab.systems.operations.state.state import State
from wab.systems.operations.units.losses import surrender_exhausted


def departures(state: State) -> Iterator[ev.Removed]:
    """Units that are withdrawn at the start of this turn (OPS-T-REINF): gone, but not lost - their HP do not count."""
    for turn, unit in state.board.departures:
        if turn <= state.turn and unit in state.units:
            yield ev.Removed(unit, "withdrawn", 0)


def quality_changes(state: State) -> Iterator[ev.QualityChanged | ev.Removed]:
    """Units that are of another quality from this turn on (OPS-3.2-2): units to come as well, lost ones too.

    A lesser quality bears less fatigue: a unit that loses its last state level by the change surrenders (OPS-8.4.3-6).
    """
    for regrading in state.board.regradings:
        if regrading.turn == state.turn:
            units = tuple(sorted(regrading.profiles))
            yield ev.QualityChanged(units, regrading.quality)
            yield from surrender_exhausted(state, units)


def arrivals(state: State) -> Iterator[ev.Arrived | ev.Removed]:
    """The reinforcements that enter at the start of this turn, one after the other (OPS-8.3.1-1, OPS-8.3.1-2).

    Time and place are the scenario's. A unit that finds no room waits and tries again each turn (OPS-8.3.1-3). One that
    is exhausted by then, of a lesser quality than when its fatigue was written down, surrenders (OPS-8.4.3-6).
    """
    for number in due(state.board.entries, state.awaited, state.turn):
        entry = state.board.entries[number]
        hex_ = place_of_arrival(state, entry)
        if hex_ is not None:
            yield ev.Arrived(entry.unit, number, hex_)
            yield from surrender_exhausted(state, (entry.unit,))


def place_of_arrival(state: State, entry: Entry) -> int | None:
    """The entry hex, or the nearest open hex round it; None when there is none (OPS-8.3.1-3).

    Nearest first, then the lowest hex number.
    """
    grid = state.board.grid
    candidates = sorted(ways_in(state, entry), key=lambda hex_: (grid.distance(entry.hex, hex_), hex_))
    return next((hex_ for hex_ in candidates if _open(state, entry, hex_)), None)


def _open(state: State, entry: Entry, hex_: int) -> bool:
    profile = state.board.roster[entry.unit]
    return (profile.is_ship or state.controls(profile.side, hex_)) and fits_profile(state, profile, hex_)


def ways_in(state: State, entry: Entry) -> set[int]:
    """The entry hex and those round it that may stand in for it, open or not (OPS-8.3.1-3).

    For an entry on a beach, the same beach: the hexes of the shore that hang together with it. For one at the edge of
    the play area, the same edge. An entry that is both may use both, one inland any land; ships keep to the sea.
    """
    board, radius = state.board, state.board.tables.conduct.entry_radius
    near = set(board.grid.disk(entry.hex, radius))
    if board.roster[entry.unit].is_ship:
        return {hex_ for hex_ in near if board.at_sea(hex_)}
    land = {hex_ for hex_ in near if board.land[hex_]}
    zones = [kind for kind in (_on_shore, _on_edge) if kind(board, entry.hex)]
    found = [_connected(board, entry.hex, {hex_ for hex_ in land if kind(board, hex_)}) for kind in zones]
    return set().union(*found) if zones else land


def _connected(board: Board, start: int, among: set[int]) -> set[int]:
    """The hexes of a set that hang together with a start; water too wide to cross between two of them parts them."""
    found, new = set[int](), {start} & among
    while new:
        found |= new
        sides = ((here, there) for here in new for there in board.grid.adjacent(here) if there in among)
        new = {there for here, there in sides if not board.map.closed_side[here, board.grid.direction(here, there)]}
        new -= found
    return found


def _on_shore(board: Board, hex_: int) -> bool:
    return any(board.map.terrain_name(neighbour) == "sea" for neighbour in board.grid.adjacent(hex_))


def _on_edge(board: Board, hex_: int) -> bool:
    neighbours = board.grid.adjacent(hex_)
    return len(neighbours) < len(DIRECTIONS) or not all(board.in_play[neighbour] for neighbour in neighbours)
