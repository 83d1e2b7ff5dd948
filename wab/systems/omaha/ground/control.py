"""Control and lines of communication (OMA-12): who controls a hex, and from where each side reaches its own rear."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from wab.field.supply import lines, with_ends
from wab.hexes import HexId
from wab.systems.omaha.state.board import Board, Position
from wab.systems.omaha.state.state import State

Flags = NDArray[np.bool_]


def _flags(board: Board, hexes: Iterable[HexId]) -> Flags:
    found = np.zeros(board.grid.size, np.bool_)
    found[list(hexes)] = True
    return found


# ---------------------------------------------------------------- control


def occupied(state: State) -> Flags:
    """bool[N]: hexes with a US unit; a general or a hero alone does not count (OMA-12.1-4, OMA-11.31-1)."""
    holders = (unit.hex for unit in state.units.values() if state.profile(unit.id).leader != "general")
    return state.kept("occupied", _where(state), lambda: _flags(state.board, holders))


def controlled(state: State) -> Flags:
    """bool[N]: hexes that a US unit occupies or controls, disrupted or not (OMA-12.1-1 to OMA-12.1-5), no high ground
    from low (OMA-12.11-1).
    """
    return state.kept("controlled", _where(state), lambda: _controlled(state))


def _controlled(state: State) -> Flags:
    found = occupied(state).copy()
    low, around = state.board.low, state.board.grid.neighbour_rows
    for unit in state.units.values():
        if state.profile(unit.id).is_black(unit.steps):
            for there in around[unit.hex]:
                if there >= 0 and (low[there] or not low[unit.hex]):
                    found[there] = True
    return found


def _where(state: State) -> object:
    """Return what control follows from: where each unit stands, with how many steps."""
    return tuple((unit.id, unit.hex, unit.steps) for unit in state.units.values())


# ---------------------------------------------------------------- fields of fire


def is_potential_fire(state: State, hex_: HexId) -> bool:
    """Check if a hex has dots of an occupied position, or of an empty one with a German line (OMA-18.1-1)."""
    return any(
        hex_ in position.dots and (is_occupied(state, position) or is_linked(state, position))
        for position in state.positions.values()
    )


def dots_of(board: Board, position: Position) -> Flags:
    """bool[N]: the printed field of fire of a position (OMA-2.1-16)."""
    return board.once(("dots", position.id), lambda: _flags(board, position.dots))


def is_occupied(state: State, position: Position, *, fit: bool = False) -> bool:
    """Check if Germans stand in a position; `fit`: a unit that is not disrupted (OMA-6.4-1, OMA-6.41-1)."""
    found = [state.now.forces.get(hex_) for hex_ in position.hexes]
    return any(one and one.armour == position.mobile and not (fit and one.disrupted) for one in found)


def under_fire(state: State, *, fit: bool = False) -> Flags:
    """bool[N]: hexes in the field of a German position; `fit`: without positions that are disrupted (OMA-12.31-1)."""
    return state.kept(f"under fire {fit}", state.now.forces, lambda: _under_fire(state, fit))


def _under_fire(state: State, fit: bool) -> Flags:
    found = np.zeros(state.board.grid.size, np.bool_)
    for position in state.positions.values():
        if is_occupied(state, position, fit=fit):
            found |= dots_of(state.board, position)
    return found


# ---------------------------------------------------------------- communication


def _german_ground(board: Board) -> Flags:
    """bool[N]: hexes that German lines may use at all: no sea, rough, beach, nor pavilion next to a beach (OMA-12.2-2,
    OMA-12.2-3).
    """
    around = board.grid.neighbours
    beside_beach = (board.beach[around] & (around >= 0)).any(axis=1)
    return (
        ~board.beach
        & ~board.content.map.is_terrain("sea", "rough")
        & ~(board.content.map.is_terrain("pavilion") & beside_beach)
    )


def german_lines(state: State) -> Flags:
    """bool[N]: hexes from which a path leads to an exit (OMA-12.2-2). A hex that holds a German unit is never barred
    by control (OMA-12.21-1).
    """
    board = state.board
    ground = board.once("german ground", lambda: _german_ground(board))

    def found() -> Flags:
        passes = ground & (~controlled(state) | _flags(board, state.now.forces))
        return lines(board.workspace, board.exits.values(), passes)

    return state.kept("german lines", (_where(state), tuple(state.now.forces)), found)


def has_german_line(state: State, hex_: HexId) -> bool:
    """Check if a German line can be traced from a hex: it need not let a line pass itself (OMA-12.22-1), but no US unit
    may occupy it.
    """
    reach, around = german_lines(state), state.board.grid.adjacent(hex_)
    if occupied(state)[hex_] and hex_ not in state.now.forces:
        return False
    return bool(reach[hex_]) or any(reach[there] for there in around)


def is_linked(state: State, position: Position, hex_: HexId | None = None) -> bool:
    """Check if a position has a German line, from one of its hexes or from the hex named (OMA-12.2-1).

    An occupied reinforcement position may cross one bocage hex that a US unit controls, but does not occupy
    (OMA-12.23-1, OMA-12.23-2).
    """
    hexes = position.hexes if hex_ is None else (hex_,)
    if any(has_german_line(state, one) for one in hexes):
        return True
    if position.wn or hexes[0] not in state.now.forces:
        return False
    held, reach, grid = occupied(state), german_lines(state), state.board.grid
    bocage = [one for one in grid.adjacent(hexes[0]) if state.board.terrain[one] == "bocage" and not held[one]]
    return any(reach[there] for one in bocage for there in grid.adjacent(one))


def linked_hexes(state: State) -> tuple[HexId, ...]:
    """The hexes of positions with a German line, ascending."""
    places = sorted(state.board.position_at.items())
    return tuple(hex_ for hex_, position in places if is_linked(state, position, hex_))


def us_lines(state: State) -> Flags:
    """bool[N]: hexes from which a path leads to a beach hex (OMA-12.3-2): not through hexes that Germans occupy or have
    in their field, disrupted or not (OMA-12.31-1), nor rough, nor over bluffs and cliffs. Units need none; points do
    (OMA-12.3-1).
    """
    board = state.board
    land = board.once("us ground", lambda: ~board.content.map.is_terrain("sea", "rough"))
    shut = board.once("us shut", lambda: _shut_sides(board))

    def found() -> Flags:
        passes = land & ~under_fire(state) & ~_flags(board, state.now.forces)
        return lines(board.workspace, np.flatnonzero(board.beach & passes).tolist(), passes, shut)

    return state.kept("us lines", state.now.forces, found)


def _shut_sides(board: Board) -> Flags:
    kinds = board.content.map.side_overlays
    shut: Flags = kinds["bluff"] | kinds["cliff"] | kinds["sheer_cliff"]
    return shut


def held_for_victory(state: State) -> Flags:
    """bool[N]: hexes that count as US-controlled for points (OMA-13.22-1, OMA-13.22-2): with a US line, in no German
    field, and either controlled or without a German line.
    """
    grid = state.board.grid
    german = with_ends(grid, german_lines(state), np.arange(grid.size))
    mine: Flags = us_lines(state) & ~under_fire(state) & (controlled(state) | ~german)
    return mine
