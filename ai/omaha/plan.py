"""Breaches: the Germans that must go before a draw counts or a line of communication opens, and what that is worth."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra

from ai.omaha.danger import Floats
from ai.omaha.picture import Picture
from ai.omaha.weights import BREACH
from wab.content.omaha.shapes import Sector
from wab.hexes import HexId
from wab.systems.omaha.ground.control import under_fire, us_lines
from wab.systems.omaha.sequence.victory import points
from wab.systems.omaha.state.board import Board


class Objective(NamedTuple):
    """German hexes that must be taken together: the points that this lets count, and its price in units beaten."""

    name: str
    sector: Sector
    targets: frozenset[HexId]
    value: float
    price: float

    @property
    def ratio(self) -> float:
        """Points for each unit beaten."""
        return self.value / (1.0 + self.price)


def price_of(seen: Picture, target: HexId) -> float:
    """The price of a German unit: more with a marker, unknown, and far from our infantry."""
    force = seen.now.forces[target]
    feet = [unit.hex for unit in seen.state.units.values() if seen.profile(unit.id).infantry and unit.steps > 1]
    nearest = min((seen.board.grid.distance(hex_, target) for hex_ in feet), default=10)
    known = 0.0 if force.seen else BREACH.hidden
    return 1.0 + BREACH.marker * (force.marker is not None) + known + BREACH.far * max(0, nearest - BREACH.reach)


def objectives(seen: Picture) -> list[Objective]:
    """The breaches of each sector: a draw opened, or the cheapest line to the land behind."""
    board, now = seen.board, seen.now
    prices = {hex_: price_of(seen, hex_) for hex_ in now.forces}
    covering: dict[HexId, set[HexId]] = {}
    for target in now.forces:
        place = seen.state.place(target)
        for hex_ in (*place.dots, target):
            covering.setdefault(hex_, set()).add(target)
    barred = under_fire(seen.state)
    lined = us_lines(seen.state)
    land = [hex_ for hex_ in board.position_at if hex_ not in now.forces and not barred[hex_] and not lined[hex_]]
    line_worth = min(BREACH.line, 0.4 * len(land))
    found = []
    for name, hexes in board.draws.items():
        needed = {target for hex_ in hexes for target in covering.get(hex_, ())}
        needed |= _on_line(board, covering, prices, needed, hexes)
        value = board.tables.victory.worth.draw + _strongpoints(board, needed) + line_worth
        if needed:
            found.append(_objective(board, name, board.sector(hexes[0]), needed, value, prices))
    for sector in board.sectors:
        goals = [hex_ for hex_ in land if board.sector(hex_) == sector]
        needed = _on_line(board, covering, prices, set(), goals)
        if needed:
            value = line_worth + _strongpoints(board, needed)
            found.append(_objective(board, f"line {sector}", sector, needed, value, prices))
    return found


def _objective(
    board: Board, name: str, sector: Sector, needed: set[HexId], value: float, prices: Mapping[HexId, float]
) -> Objective:
    return Objective(name, sector, frozenset(needed), value, sum(prices[target] for target in needed))


def _strongpoints(board: Board, targets: Iterable[HexId]) -> float:
    return float(sum(board.position_at[target].wn for target in targets if target in board.position_at))


def _on_line(
    board: Board,
    covering: Mapping[HexId, set[HexId]],
    prices: Mapping[HexId, float],
    gone: set[HexId],
    goals: Iterable[HexId],
) -> set[HexId]:
    """The Germans that bar the cheapest line from the beach to one of the goals, some of them thought away."""
    start, target, passable = _line_edges(board)
    size = board.grid.size
    known, ends = set(gone), list(goals)
    if not ends:
        return set()
    for _ in range(2):  # the second time, what must go for the first line costs nothing more
        cost = np.full(size, BREACH.pace)
        for hex_, targets in covering.items():
            cost[hex_] += sum(prices[one] for one in targets if one not in known) / BREACH.path
        sand = np.flatnonzero(board.beach)
        origin = np.concatenate([start, np.full(len(sand), size)])
        goal = np.concatenate([target, sand])
        graph = csr_array((cost[goal], (origin, goal)), shape=(size + 1, size + 1))
        away, before = (found[0] for found in dijkstra(graph, indices=[size], return_predecessors=True))
        end = min(ends, key=lambda hex_: (away[hex_], hex_))
        if not np.isfinite(away[end]) or not passable[end]:
            return set()
        path = _path(before, end, size)
        known |= {one for hex_ in path for one in covering.get(hex_, ())}
    return {one for hex_ in path for one in covering.get(hex_, ())} | gone


def _path(before: NDArray[np.int32], end: HexId, source: int) -> Iterator[HexId]:
    found = []
    while end != source:
        found.append(int(end))
        end = int(before[end])
    return found  # type: ignore[return-value]


def _line_edges(board: Board) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.bool_]]:
    """The steps that a US line may take (OMA-12.3-2), and the hexes that it may pass."""

    def found() -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.bool_]]:
        land = ~board.content.map.is_terrain("sea", "rough")
        pairs = [
            (here, there)
            for here in range(board.grid.size)
            for there in board.grid.adjacent(here)
            if land[here] and land[there] and board.side(here, there) not in ("bluff", "cliff", "sheer_cliff")
        ]
        here, there = zip(*pairs, strict=True)
        return np.array(here), np.array(there), land

    return board.once("ai line", found)


def chosen(found: Iterable[Objective], before: Mapping[str, str]) -> dict[str, Objective]:
    """The objective of each sector: the best ratio, the former objective if it is nearly as good."""
    best: dict[str, Objective] = {}
    for one in found:
        old = best.get(one.sector)
        if old is None or _rank(one, before) > _rank(old, before):
            best[one.sector] = one
    return best


def _rank(one: Objective, before: Mapping[str, str]) -> float:
    return one.ratio / (BREACH.kept if before.get(one.sector) == one.name else 1.0)


def wanted(seen: Picture) -> Floats:
    """float[N]: the points that a hex brings once it is controlled: free ground out of fire, with a line."""
    state, board = seen.state, seen.board
    good = us_lines(state) & ~under_fire(state)
    found = np.zeros(board.grid.size)
    for hex_ in board.position_at:
        if good[hex_] and hex_ not in state.now.forces and hex_ not in state.now.garrisons:
            place = board.position_at[hex_]
            found[hex_] = float(place.wn or place.vp) if state.late else 1.0
    for hexes in board.draws.values():
        for hex_ in hexes:
            if good[hex_]:
                found[hex_] += board.tables.victory.worth.draw / len(hexes)
    return found


def opened(seen: Picture, target: HexId) -> float:
    """The points that would count more if a German unit were gone."""
    state = seen.state.copy()
    state.changed(forces={hex_: force for hex_, force in state.now.forces.items() if hex_ != target})
    return max(0.0, float(points(state) - seen.points))
