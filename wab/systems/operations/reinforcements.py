"""Reinforcements (ledger section 8.3.1): who arrives when, and where when the way is barred; who is withdrawn.

Also who is of another quality from a turn on: what a scenario's calendar says of units.
"""

from __future__ import annotations

from collections.abc import Iterator

from wab.hexes import DIRECTIONS
from wab.systems.operations import events as ev
from wab.systems.operations.board import Board, Entry
from wab.systems.operations.stacking import fits_profile
from wab.systems.operations.state import State


def departures(state: State) -> Iterator[ev.Removed]:
    """Units that are withdrawn at the start of this turn (OPS-T-REINF): gone, but not lost - their HP do not count."""
    for turn, unit in state.board.departures:
        if turn <= state.turn and unit in state.units:
            yield ev.Removed(unit, "withdrawn", 0)


def quality_changes(state: State) -> Iterator[ev.QualityChanged]:
    """Units that are of another quality from this turn on (OPS-3.2-2): those to come as well, lost ones too."""
    for regrading in state.board.regradings:
        if regrading.turn == state.turn:
            yield ev.QualityChanged(tuple(sorted(regrading.profiles)), regrading.quality)


def arrivals(state: State) -> Iterator[ev.Arrived]:
    """The reinforcements that enter at the start of this turn, one after the other (OPS-8.3.1-1, OPS-8.3.1-2).

    Time and place are the scenario's. A unit that finds no room waits and tries again each turn (OPS-8.3.1-3).
    """
    for number in state.awaited:
        entry = state.board.entries[number]
        if entry.turn > state.turn:
            continue
        hex_ = place_of_arrival(state, entry)
        if hex_ is not None:
            yield ev.Arrived(entry.unit, number, hex_)


def place_of_arrival(state: State, entry: Entry) -> int | None:
    """The entry hex, or the nearest open hex round it; None when there is none (OPS-8.3.1-3).

    Nearest first, then the lowest hex number. A zone of entry (a beach, a map edge) keeps to its own kind of hex; ships
    keep to the sea.
    """
    grid = state.board.grid
    radius = state.board.tables.conduct.entry_radius
    candidates = sorted(grid.disk(entry.hex, radius), key=lambda hex_: (grid.distance(entry.hex, hex_), hex_))
    return next((hex_ for hex_ in candidates if _open(state, entry, hex_)), None)


def _open(state: State, entry: Entry, hex_: int) -> bool:
    profile = state.board.roster[entry.unit]
    if profile.is_ship:
        return state.board.at_sea(hex_) and fits_profile(state, profile, hex_)
    return (
        bool(state.board.land[hex_])
        and state.controls(profile.side, hex_)
        and _same_zone(state, entry, hex_)
        and fits_profile(state, profile, hex_)
    )


def _same_zone(state: State, entry: Entry, hex_: int) -> bool:
    """A beach entry stays on the shore, an edge entry on the edge of the play area (OPS-8.3.1-3)."""
    if _on_shore(state.board, entry.hex):
        return _on_shore(state.board, hex_)
    return _on_edge(state.board, hex_) or not _on_edge(state.board, entry.hex)


def _on_shore(board: Board, hex_: int) -> bool:
    return any(board.map.terrain_name(neighbour) == "sea" for neighbour in board.grid.adjacent(hex_))


def _on_edge(board: Board, hex_: int) -> bool:
    neighbours = board.grid.adjacent(hex_)
    return len(neighbours) < len(DIRECTIONS) or not all(board.in_play[neighbour] for neighbour in neighbours)
