"""The costs of movement (BLD-4-4 to BLD-4-6, BLD-11-3, BLD-12-4 to BLD-12-7)."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import numpy as np

from wab.content.hexmap import MAJOR_RIVER, MINOR_RIVER
from wab.field.costs import Costs, beyond, by_terrain, finished
from wab.hexes import CLOSED, HexId
from wab.systems.blind.state.board import Board, Flags
from wab.systems.blind.state.state import State


class Ways(NamedTuple):
    """uint8[N, 6] twice: the cost of a step by the cheapest way, and across country."""

    march: Costs
    across: Costs


def ways(state: State, unit: int) -> Ways:
    """The cost tables of a unit now."""
    profile = state.profile(unit)
    motor, side = profile.row.ground != "foot", profile.side
    facts = state.now.forts if side == "allied" else state.now.interdicted
    return state.kept(f"ways/{side}/{motor}", facts, partial(_ways, state.board, side, motor, facts))


def interdicted_area(board: Board, hexes: tuple[HexId, ...]) -> Flags:
    """bool[N]: interdicted hexes and all around them; two air units on one hex add nothing (BLD-12-2, BLD-12-5)."""
    area = np.zeros(board.grid.size, np.bool_)
    for hex_ in hexes:
        area[[hex_, *board.grid.adjacent(hex_)]] = True
    return area


def _ways(board: Board, side: str, motor: bool, facts: tuple[HexId, ...]) -> Ways:
    """Rivers and forts add to the terrain (BLD-4-5); a road replaces terrain and rivers (BLD-4-6). Forts hinder
    Allied units alone (BLD-11-2), interdiction Germans alone (BLD-12-7), in forest on roads alone (BLD-12-6).
    """
    table, battle_map, grid = board.tables.terrain, board.map, board.grid
    prices = {name: float(row.motor if motor else row.foot) for name, row in table.terrain.items()}
    enter = by_terrain(battle_map.terrain_names, battle_map.terrain, prices | dict.fromkeys(table.impassable, CLOSED))
    across = beyond(grid, enter.astype(np.int64), CLOSED)
    for rank, name in ((MINOR_RIVER, "minor"), (MAJOR_RIVER, "major")):
        across[battle_map.river == rank] += table.rivers[name].cost  # type: ignore[index]  # the two ranks
    road = np.where(battle_map.road > 0, table.road, CLOSED).astype(np.int64)
    if side == "allied":
        forts = np.zeros(grid.size, np.bool_)
        forts[[fort for fort in board.forts if fort not in facts]] = True
        into = beyond(grid, forts, False)
        across[into] += table.fortified
        road[into] = CLOSED
    else:
        area = interdicted_area(board, facts)
        spared = battle_map.is_terrain(table.spared_off_road)
        across[beyond(grid, area & ~spared, False)] += table.interdicted
        road[beyond(grid, area, False) & (road < CLOSED)] += table.interdicted
    across[board.closed] = CLOSED
    road[board.closed] = CLOSED
    return Ways(finished(np.minimum(across, road)), finished(across))


def landing_cost(state: State, unit: int, hex_: HexId) -> int:
    """The cost of coming in: 1 on a beach (BLD-16-5), else the entry hex, by its road if there is one (BLD-16-11)."""
    board, profile = state.board, state.profile(unit)
    table = board.tables.terrain
    if profile.side == "allied":
        return table.landing
    hard = bool(interdicted_area(board, state.now.interdicted)[hex_])
    row = table.terrain[board.terrain(hex_)]
    plain = row.foot if profile.row.ground == "foot" else row.motor
    across = plain + (table.interdicted if hard and board.terrain(hex_) != table.spared_off_road else 0)
    road = table.road + (table.interdicted if hard else 0)
    return min(across, road) if board.map.road[hex_].any() else across
