"""Areas that follow from control and boundary: the zones of the army groups (BLD-6) and general supply (BLD-9)."""

from __future__ import annotations

from functools import partial

import numpy as np

from wab.content.blind.shapes import Edge, Group
from wab.field import supply
from wab.field.control import held
from wab.hexes import HexId, connected
from wab.systems.blind.state.board import CODES, Board, Boundary, Flags
from wab.systems.blind.state.state import FULL, ISOLATED, PARTIAL, State, Unit


def side_flags(board: Board, boundary: Boundary) -> Flags:
    """bool[N, 6]: the hexsides of a boundary, from both sides."""
    flags = np.zeros((board.grid.size, 6), np.bool_)
    for here, there in boundary:
        flags[here, board.grid.direction(here, there)] = flags[there, board.grid.direction(there, here)] = True
    return flags


def zone(board: Board, boundary: Boundary, group: Group) -> Flags:
    """bool[N]: the land of an army group: what the boundary does not part from its beaches (BLD-6-3, BLD-6-5)."""
    return board.once(("zone", boundary, group), lambda: _flood(board, boundary, group))


def _flood(board: Board, boundary: Boundary, group: Group) -> Flags:
    beaches = [board.beaches[beach] for beach in board.lines.sources[group].primary]
    return connected(board.workspace, beaches[-1:], board.land, side_flags(board, boundary))


def map_edge(board: Board, edge: Edge) -> list[HexId]:
    """The land hexes of the last row or column; a corner belongs to both edges (BLD-9-9)."""
    rows, cols = divmod(np.arange(board.grid.size), board.grid.cols)
    along = {"east": rows == board.grid.rows - 1, "west": rows == 0, "south": cols == board.grid.cols - 1}[edge]
    return [int(hex_) for hex_ in np.flatnonzero(along & board.land)]


def areas(state: State, account: str) -> tuple[Flags, Flags]:
    """bool[N] twice: the hexes with a line to a primary source, and to any source (BLD-9-3 to BLD-9-9).

    Only control counts, there are no zones of control (BLD-9-11). A source that the enemy holds gives nothing.
    """
    basis = (bytes(state.control), state.now.boundary)
    return state.kept(f"areas/{account}", basis, partial(_areas, state, account))


def _areas(state: State, account: str) -> tuple[Flags, Flags]:
    board, own = state.board, held(state.control, CODES["axis" if account == "ge" else "allied"])
    if account == "ge":
        german = board.lines.german_sources
        first = map_edge(board, german.primary_edge)
        second = [hex_ for edge in german.secondary_edges for hex_ in map_edge(board, edge)]
        second += map(board.hex, german.secondary)
        clear = own
    else:
        group: Group = "us" if account == "us" else "br"
        first = [board.beaches[beach] for beach in board.lines.sources[group].primary]
        second = [board.beaches[beach] for beach in board.lines.sources[group].secondary]
        clear = own & zone(board, state.now.boundary, group)  # BLD-9-5: not through the other army group
    primary = supply.lines(board.workspace, first, clear, board.closed)
    return primary, supply.lines(board.workspace, [*first, *second], own, board.closed)


def status(state: State, account: str, hex_: HexId) -> int:
    """The general supply of a hex: full, partial or isolated (BLD-9-1, BLD-9-6)."""
    primary, any_source = areas(state, account)
    return FULL if primary[hex_] else PARTIAL if any_source[hex_] else ISOLATED


def judged(state: State, unit: Unit) -> int:
    """The general supply of a unit as things stand now (BLD-9-2)."""
    return status(state, state.profile(unit.id).account, unit.hex)
