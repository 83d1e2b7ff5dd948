"""The goals of infantry: posts from which Germans are attacked, and towards the end positions that would count."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from ai.omaha.danger import Floats
from ai.omaha.engineers import bare
from ai.omaha.picture import Picture
from ai.omaha.ways import roads_to_come, ways_to
from ai.omaha.weights import DEEP, UNLINKED, Weights
from wab.content.omaha.shapes import Moves
from wab.hexes import HexId
from wab.systems.omaha.ground.control import controlled, held_for_victory, under_fire, us_lines
from wab.systems.omaha.state.board import Board
from wab.systems.omaha.state.state import State


def posts(state: State, target: HexId) -> list[HexId]:
    """The hexes from which infantry can attack a German hex."""
    board = state.board
    found = []
    for here in board.grid.adjacent(target):
        barred = board.side_row(here, target).attack
        stands = board.terrain[here] != "sea" and here not in state.now.forces
        if stands and (not barred or (barred == "high" and not board.low[here])):
            found.append(here)
    return found


def assault_goals(seen: Picture, weights: Weights, worths: Mapping[HexId, float]) -> dict[HexId, float]:
    """The posts before all Germans, with the turns of way that a poorer target adds."""
    goals: dict[HexId, float] = {}
    best = max(worths.values(), default=0.0)
    for target, worth in worths.items():
        for hex_ in posts(seen.state, target):
            more = weights.post * (best - worth)
            goals[hex_] = min(goals.get(hex_, more), more)
    return goals


def spread_goals(seen: Picture) -> dict[HexId, float]:
    """The hexes from which a free position, out of fire, comes under control."""
    state, board = seen.state, seen.board
    free = ~(controlled(state) | under_fire(state) | held_for_victory(state))
    goals: dict[HexId, float] = {}
    for hex_ in board.position_at:
        if free[hex_] and hex_ not in state.now.forces:
            for here in (hex_, *board.grid.adjacent(hex_)):
                if not board.low[here] and board.terrain[here] not in ("sea", "rough") and here not in state.now.forces:
                    goals[here] = 0.0 if here == hex_ else 0.1
    return goals


def exit_goals(seen: Picture) -> dict[HexId, float]:
    """The lettered hexes without Germans; hexes without a line of ours are worth a detour less."""
    mine = us_lines(seen.state)
    free = [hex_ for hex_ in seen.board.exits.values() if hex_ not in seen.now.forces]
    return {hex_: 0.0 if mine[hex_] else UNLINKED for hex_ in free}


def ways_of_infantry(seen: Picture, weights: Weights, worths: Mapping[HexId, float]) -> Floats:
    """float[N]: the rest of the way of infantry from each hex."""
    ways = ways_to(seen, assault_goals(seen, weights, worths), weights)
    if seen.state.turn >= weights.spread_from:
        ways = np.minimum(ways, ways_to(seen, spread_goals(seen), weights) * weights.spread_way / weights.way)
    if seen.state.turn >= weights.exits_from:
        ways = np.minimum(ways + weights.exits_more, ways_to(seen, exit_goals(seen), weights))
    return ways


def ways_of_rangers(seen: Picture, weights: Weights) -> Floats | None:
    """float[N]: the rest of the way of rangers to the exits where they score without a line (OMA-20.3-6)."""
    if seen.state.turn < weights.rangers_from:
        return None
    letters = seen.board.tables.victory.ranger_exits
    free = {hex_: 0.0 for letter, hex_ in seen.board.exits.items() if letter in letters and hex_ not in seen.now.forces}
    return ways_to(seen, free, weights) if free else None


def ways_of_vehicles(seen: Picture, weights: Weights) -> dict[str, Floats]:
    """float[N] by class of units: the rest of the way of tanks and guns to high ground, from turn 17, as engineers will
    open it; the first to come go on inland, to make room. Armour has also a way to exits with a line.
    """
    if not seen.state.late:
        return {}
    board = seen.board
    high = ~board.low & ~board.content.map.is_terrain("sea", "rough") & ~under_fire(seen.state)
    depths = board.once("ai depths", lambda: _depths(board))
    goals = {hex_: weights.deep * float(DEEP - depths[hex_]) for hex_ in np.flatnonzero(high).tolist()}
    classes: tuple[Moves, ...] = ("vehicle", "gun")
    found: dict[str, Floats] = {}
    for moves in classes:
        ends = dict(goals)
        if moves == "vehicle":
            ends = {hex_: cost + weights.leave_way for hex_, cost in goals.items()}
            mine = us_lines(seen.state)
            ends |= {hex_: 0.0 for hex_ in board.exits.values() if mine[hex_] and hex_ not in seen.now.forces}
        found[moves] = ways_to(seen, ends, weights, roads_to_come(seen.state, moves))
    return found


def _depths(board: Board) -> NDArray[np.int64]:
    """int[N]: the moves of a gun from low ground to each hex, DEEP at most."""
    here, there, _ = roads_to_come(bare(board), "gun")
    found = np.where(board.low | board.content.map.is_terrain("sea"), 0, DEEP)
    for depth in range(1, DEEP):
        found[there[found[here] < depth]] = np.minimum(found[there[found[here] < depth]], depth)
    return found


def led_hexes(seen: Picture) -> Floats:
    """float[N]: 1 within reach of a leader who could command there in the next turn."""
    found = np.zeros(seen.board.grid.size)
    for unit in seen.state.units.values():
        if seen.profile(unit.id).leader:
            found[[unit.hex, *seen.board.grid.adjacent(unit.hex)]] = 1.0
    return found
