"""Where infantry goes: posts from which Germans are attacked, and towards the end positions that would count."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ai.omaha.danger import Floats
from ai.omaha.picture import Picture
from ai.omaha.ways import ways_to
from ai.omaha.weights import Weights
from wab.hexes import HexId
from wab.systems.omaha.ground.control import controlled, held_for_victory, under_fire
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


def ways_of_infantry(seen: Picture, weights: Weights, worths: Mapping[HexId, float]) -> Floats:
    """float[N]: what is left of the way of infantry from each hex."""
    ways = ways_to(seen, assault_goals(seen, weights, worths), weights)
    if seen.state.turn >= weights.spread_from:
        ways = np.minimum(ways, ways_to(seen, spread_goals(seen), weights) * weights.spread_way / weights.way)
    return ways


def led_hexes(seen: Picture) -> Floats:
    """float[N]: 1 within reach of a leader who could command there in the next turn."""
    found = np.zeros(seen.board.grid.size)
    for unit in seen.state.units.values():
        if seen.profile(unit.id).leader:
            found[[unit.hex, *seen.board.grid.adjacent(unit.hex)]] = 1.0
    return found
