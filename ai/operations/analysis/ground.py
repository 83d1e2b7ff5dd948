"""The ground: how well each hex can be held, and the map contracted to regions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from ai.operations.judgement.analysis import REGION_SPACING, RIVER
from ai.operations.maps.country import Country
from ai.operations.maps.influence import influence
from ai.operations.picture.picture import Picture, leave_cost
from wab.hexes.cuts import Regions, contract
from wab.systems.operations.movement.movement import allowance
from wab.systems.operations.state.board import CLOSED, SIDE_CODE, Board
from wab.systems.operations.state.control import control_codes
from wab.systems.operations.state.state import State, Unit
from wab.systems.operations.units.supply import closed_to_supply

Mask = NDArray[np.bool_]
Values = NDArray[np.float32]


def country_of(board: Board) -> Country:
    """The country of a battle for maps; the same object all through the battle."""

    def found() -> Country:
        return Country(board.grid, board.land, board.leave_cost["inf"] != CLOSED, closed_to_supply(board))

    return board.once("country", found)


def held_by(position: State, side: str) -> Mask:
    """bool[N]: the hexes that a side controls, water too."""
    held: Mask = control_codes(position) == SIDE_CODE[side]
    return held


def influence_of(picture: Picture, units: Iterable[Unit]) -> Values:
    """float32[N]: attack points that the fighters among some units bring to each hex; see `influence`."""
    fighters = [unit for unit in units if picture.is_fighter(unit)]
    speeds = [allowance(picture.position, unit.id) for unit in fighters]
    strengths = [picture.attack(unit) for unit in fighters]
    return influence(picture.board.workspace, [unit.hex for unit in fighters], strengths, speeds)


def defensibility(board: Board, shelter: NDArray[np.int64]) -> Values:
    """float32[N]: columns that ground and water around take from an attack on each hex.

    A river on three of six sides counts half a column: the attacker will choose a dry side. `shelter`: columns of the
    ground alone.
    """
    obstacle = (board.map.river > 0) | board.map.cliff | board.map.closed_side
    open_ground = ~obstacle | (board.map.road > 0)
    wet = (obstacle & ~open_ground).mean(axis=1)
    columns: Values = (shelter + RIVER * wet).astype(np.float32)
    return columns


def region_seeds(board: Board) -> tuple[int, ...]:
    """Places around which the map is divided: objectives, sources and entries first, then towns, well apart."""
    first = [objective.hex for objective in board.objectives]
    first += [hex_ for _, sources in sorted(board.supply_hexes.items()) for hex_, _ in sources]
    first += [entry.hex for entry in board.entries]
    towns = sorted(board.map.places, key=lambda place: (-place.population, place.hex))
    first += [place.hex for place in towns if place.kind in ("city", "town", "village")]
    return _apart(board, (hex_ for hex_ in first if bool(board.land[hex_])))


def _apart(board: Board, hexes: Iterable[int]) -> tuple[int, ...]:
    chosen: list[int] = []
    for hex_ in hexes:
        if all(board.grid.distance(hex_, other) >= REGION_SPACING for other in chosen):
            chosen.append(hex_)
    return tuple(chosen)


def regions_of(board: Board, seeds: Sequence[int] | None = None) -> Regions:
    """The map contracted to regions by infantry movement, so that rivers and marsh become borders."""
    chosen = region_seeds(board) if seeds is None else tuple(seeds)
    return contract(board.workspace, chosen, leave_cost(board, "inf"))
