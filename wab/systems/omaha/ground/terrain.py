"""Terrain (OMA-T-TERRAIN): what is under water, what a unit may enter and cross."""

from __future__ import annotations

from wab.content.omaha.shapes import Moves
from wab.content.omaha.tables import Way
from wab.hexes import HexId
from wab.systems.omaha.ground.control import under_fire
from wab.systems.omaha.state.board import WATERLINES, Board
from wab.systems.omaha.state.state import State

_BY_ROAD = {"road": 2, "trail": 1}
"""The least rank of a road that opens a way: a secondary road, or a trail."""


def is_flooded(state: State, hex_: HexId) -> bool:
    """Check if a beach hex lies seaward of the waterline of this turn (OMA-5.21-2)."""
    sand = state.board.tide_of(hex_)
    return sand is not None and sand < WATERLINES[state.tide]


def way(state: State, moves: Moves, here: HexId, there: HexId) -> Way:
    """Return how a class of units goes into the next hex: "yes", "no", "climb" over a bluff, "cliff" (OMA-7.3-2).

    Mines close roads until engineers work (OMA-17.22-1), in a hex or on a side that their range includes (OMA-19.31-1).
    """
    board = state.board
    terrain, side = board.tables.terrain, board.side_row(here, there)
    rank = board.by_road(here, there)
    rows = [terrain.hexes[board.terrain[there]]]
    if not (side.engineers and (is_worked(state, here) or is_worked(state, there))):
        rows.append(side)
    if board.is_mined(there) and not is_worked(state, there):
        rows.append(terrain.mined)
    ways = [_on_road(row.way(moves), rank) for row in rows]
    return next((found for found in ("no", "cliff", "climb") if found in ways), "yes")


def _on_road(found: Way, rank: int) -> Way:
    needed = _BY_ROAD.get(found)
    return found if needed is None else "yes" if rank >= needed else "no"


def is_worked(state: State, hex_: HexId) -> bool:
    """Check if a hex is in the range of an engineer base, out of German fire: shingle, walls, ditches and mines count
    as cleared there (OMA-19.3-1, OMA-19.32-1); seawalls never (OMA-19.34-1).
    """
    if not state.now.bases or under_fire(state)[hex_]:
        return False
    ranges, distance = state.board.tables.tracks.engineer, state.board.grid.distance
    return any(distance(base.hex, hex_) <= ranges[base.box] for base in state.now.bases)


def is_high(board: Board, hex_: HexId) -> bool:
    """Check if a hex is high ground (OMA-2.1-3)."""
    return not board.low[hex_] and board.terrain[hex_] != "sea"


def has_uncleared(state: State, hex_: HexId | None) -> bool:
    """Check if a hex has obstacles that engineers have not cleared (OMA-5.14-2); none has when the mines are over
    (OMA-5.14-5, OMA-19.4-1).
    """
    late = state.turn > state.board.tables.turns.mines[1]
    return hex_ in state.board.obstacles and hex_ not in state.now.cleared and not late
