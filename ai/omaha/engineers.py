"""The ways that engineers can open: obstacles between the sand and the heights, and the bases that reach them."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import NamedTuple

from msgspec.structs import replace

from ai.omaha.picture import Picture
from ai.omaha.weights import DONE, FIRST, UNDER_FIRE
from wab.content.omaha.shapes import Moves
from wab.engine.kernel.dice import Dice
from wab.hexes import HexId
from wab.systems.omaha.ground.control import Flags, under_fire
from wab.systems.omaha.ground.terrain import way
from wab.systems.omaha.state.board import Board
from wab.systems.omaha.state.state import Now, State
from wab.systems.omaha.state.steps import Base


class Gate(NamedTuple):
    """A step that only engineers open. `needs`: groups of hexes; a base must reach one hex of each group."""

    here: HexId
    there: HexId
    needs: tuple[tuple[HexId, ...], ...]


def bare(board: Board) -> State:
    """The board with neither units nor bases on it."""
    return board.once("ai bare", lambda: State(board=board, dice=Dice(0), control=bytearray(), now=Now()))


def gates(board: Board, moves: Moves) -> dict[tuple[HexId, HexId], Gate]:
    """The steps that a class of units can take only if engineers have worked there."""

    def found() -> dict[tuple[HexId, HexId], Gate]:
        closed = bare(board)
        sand = [hex_ for hex_ in range(board.grid.size) if board.beach[hex_]]
        last = len(board.tables.tracks.engineer) - 1
        bases = tuple(Base(board.sector(hex_), hex_, last) for hex_ in sand)
        worked = State(board=board, dice=Dice(0), control=bytearray(), now=replace(Now(), bases=bases))
        rows = {}
        for here in range(board.grid.size):
            for there in board.grid.adjacent(here):
                if way(closed, moves, here, there) == "no" and way(worked, moves, here, there) == "yes":
                    rows[here, there] = Gate(here, there, tuple(_needs(board, here, there)))
        return rows

    return board.once(("ai gates", moves), found)


def _needs(board: Board, here: HexId, there: HexId) -> list[tuple[HexId, ...]]:
    needs: list[tuple[HexId, ...]] = []
    if board.is_mined(there):
        needs.append((there,))
    if board.side_row(here, there).engineers:
        needs.append((here, there))
    return needs


def worth_of_base(seen: Picture, hex_: HexId) -> float:
    """The worth of an engineer base: how soon its range opens a way to the heights, and a draw that no other serves."""
    sector = seen.board.sector(hex_)
    first = not any(base.sector == sector for base in seen.now.bases)
    barred = under_fire(seen.state)
    draws = seen.board.draws
    served = {draw_of(seen, base.hex) for base in seen.now.bases}
    left = [name for name in draws if name not in served] or list(draws)
    draw = min(_for_draw(seen, hex_, name, barred) for name in left)
    return -draw - FIRST * first * _for_heights(seen, hex_, barred)


def draw_of(seen: Picture, base: HexId) -> str:
    """The draw that a base serves: its range clears no other sooner."""
    barred = under_fire(seen.state)
    return min(seen.board.draws, key=lambda name: _for_draw(seen, base, name, barred))


def worth_of_range(seen: Picture, base: Base) -> float:
    """The worth of more range for a base: the nearer it comes to clearing its draw, the better."""
    range_ = seen.board.tables.tracks.engineer[base.box]
    left = _range_for(seen.board, base.hex, draw_of(seen, base.hex)) - range_
    return -left if left > 0 else -DONE - base.box


def _for_draw(seen: Picture, base: HexId, name: str, barred: Flags) -> float:
    """The range from which a base clears a draw; more for hexes of it under fire."""
    return _range_for(seen.board, base, name) + 0.5 * sum(bool(barred[one]) for one in seen.board.draws[name])


def _range_for(board: Board, base: HexId, name: str) -> int:
    """The range from which a base reaches all obstacles of a draw."""
    hexes = board.draws[name]
    needs = [need for here in hexes for there in board.grid.adjacent(here) for need in _needs(board, there, here)]
    return max((min(board.grid.distance(base, one) for one in need) for need in needs), default=0)


def _for_heights(seen: Picture, base: HexId, barred: Flags) -> float:
    """The range from which a base lets guns up to the heights; more where its obstacles are under fire."""
    board = seen.board
    shut = gates(board, "gun")
    closed = bare(board)
    best: dict[HexId, float] = {}
    heap: list[tuple[float, HexId]] = [(0.0, base)]
    while heap:
        cost, here = heappop(heap)
        if here in best:
            continue
        best[here] = cost
        if not board.low[here] and board.terrain[here] != "sea":
            return cost
        for there in board.grid.adjacent(here):
            gate = shut.get((here, there))
            if there in best or (gate is None and way(closed, "gun", here, there) != "yes"):
                continue
            needs = gate.needs if gate else ()
            more = max((min(_price(seen, base, one, barred) for one in need) for need in needs), default=0.0)
            heappush(heap, (max(cost, more) + (0.0 if board.beach[there] else 0.01), there))
    return 9.0


def _price(seen: Picture, base: HexId, hex_: HexId, barred: Flags) -> float:
    return seen.board.grid.distance(base, hex_) + UNDER_FIRE * bool(barred[hex_])
