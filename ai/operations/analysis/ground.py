"""The ground as a staff reads it: how well each hex can be held, and the map contracted to regions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from ai.operations.picture import leave_cost
from wab.hexes.cuts import Regions, contract
from wab.systems.operations.board import Board

RIVER = 1.0
"""Columns that an attack loses when it must cross a river or climb a cliff from everywhere; a share for each side."""
SPACING = 6
"""Hexes between the places for which the map is divided into regions, at least."""

Values = NDArray[np.float32]


def defensibility(board: Board, shelter: NDArray[np.int64]) -> Values:
    """float32[N]: columns by which an attack on each hex is made worse: its ground, and the water round it.

    A river on three of six sides counts half a column: the attacker will look for the dry side. `shelter`: columns of
    the ground alone.
    """
    obstacle = (board.map.river > 0) | board.map.cliff | board.map.closed_side
    open_ground = ~obstacle | (board.map.road > 0)
    wet = (obstacle & ~open_ground).mean(axis=1)
    columns: Values = (shelter + RIVER * wet).astype(np.float32)
    return columns


def region_seeds(board: Board) -> tuple[int, ...]:
    """Places for which the map is divided: objectives, supply sources and entries first, then towns, well apart."""
    first = [objective.hex for objective in board.objectives]
    first += [hex_ for _, sources in sorted(board.supply_hexes.items()) for hex_, _ in sources]
    first += [entry.hex for entry in board.entries]
    towns = sorted(board.map.places, key=lambda place: (-place.population, place.hex))
    first += [place.hex for place in towns if place.kind in ("city", "town", "village")]
    return _apart(board, (hex_ for hex_ in first if bool(board.land[hex_])))


def _apart(board: Board, hexes: Iterable[int]) -> tuple[int, ...]:
    chosen: list[int] = []
    for hex_ in hexes:
        if all(board.grid.distance(hex_, other) >= SPACING for other in chosen):
            chosen.append(hex_)
    return tuple(chosen)


def regions_of(board: Board, seeds: Sequence[int] | None = None) -> Regions:
    """The map contracted to regions by what infantry pays for its way, so that rivers and marsh become borders."""
    chosen = region_seeds(board) if seeds is None else tuple(seeds)
    return contract(board.workspace, chosen, leave_cost(board, "inf"))
