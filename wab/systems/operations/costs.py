"""What does not change about ground (ledger sections 6.2 to 6.4, 8.2): costs by hexside, zones of control, sight.

Terrain has three effects, on movement and sight as worked out here, and on combat (OPS-4.1-2: modifiers.py).

Costs are half movement points, uint8[N, 6]: what it costs to LEAVE hex n by side d, that is to enter the hex beyond it;
CLOSED where that side may not be crossed.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from wab.content.hexmap import HexMap
from wab.content.operations import MoveClass
from wab.content.operations_tables import Cost, TerrainTable
from wab.hexes import Grid
from wab.hexes.sight import SightTable
from wab.systems.operations.board import CLOSED

LAND_CLASSES: tuple[MoveClass, ...] = ("inf", "mec", "arm", "rec", "art", "cdr")
SIXTHS = 6

Costs = NDArray[np.uint8]
Flags = NDArray[np.bool_]
G = TypeVar("G", bound=np.generic)


def leave_costs(battle_map: HexMap, ground: TerrainTable, in_play: Flags) -> dict[str, Costs]:
    """Costs of normal movement by class: terrain entered and feature crossed (OPS-6.2-9, OPS-T-MOVE).

    A step along a road costs the road's price and nothing for what it crosses: OPS-6.2-10, OPS-6.2-11 and OPS-6.4-1
    bridges, OPS-6.2-12 into cities. The sea, tidal flats without a road and hexes out of play (OPS-11.1-3) are closed.
    Ships have costs of their own from sea to sea and know neither roads nor rivers.
    """
    by_class = {str(class_): _leave_cost(battle_map, ground, in_play, class_) for class_ in LAND_CLASSES}
    by_class["ship"] = _sea_cost(battle_map, ground, in_play)
    return {class_: _sealed(costs) for class_, costs in by_class.items()}


def march_costs(battle_map: HexMap, ground: TerrainTable, leave: Mapping[str, Costs]) -> dict[str, Costs]:
    """Costs of strategic movement by class: as for normal movement where column march is allowed, else CLOSED.

    OPS-6.3-6, OPS-T-STRATEGIC: along roads; off the roads only into open country and built-up hexes, not into fortified
    ground, not over a river without a bridge and not up a cliff. What counts is the hex entered, not the one left.
    """
    terrain = _by_terrain(battle_map, {name: float(row.strategic) for name, row in ground.terrain.items()}) > 0
    terrain &= ~_fortified(battle_map) | ground.fortified.strategic
    allowed = _beyond(battle_map.grid, terrain) & (battle_map.river == 0) & ~battle_map.cliff
    allowed |= battle_map.road > 0
    return {class_: _sealed(np.where(allowed, leave[class_], np.uint8(CLOSED))) for class_ in LAND_CLASSES}


def land_in_play(battle_map: HexMap, leave: Mapping[str, Costs], in_play: Flags) -> Flags:
    """bool[N]: hexes that a land unit of some class could enter from a neighbour."""
    open_sides = np.min(np.stack([leave[class_] for class_ in LAND_CLASSES]), axis=0) < CLOSED
    neighbours = battle_map.grid.neighbours
    entered = np.zeros(battle_map.grid.size, np.bool_)
    entered[neighbours[open_sides]] = True
    return _sealed_flags(entered & in_play)


def zoc_sides(battle_map: HexMap, in_play: Flags) -> Flags:
    """bool[N, 6]: a zone of control reaches across that side: everywhere but across or into the sea (OPS-8.2-2).

    Water too wide to be crossed between two land hexes is sea; rivers, marsh and cities are no obstacle.
    """
    dry = in_play & ~battle_map.is_terrain("sea")
    return _sealed_flags(dry[:, None] & _beyond(battle_map.grid, dry) & ~battle_map.closed_side)


def sight_table(battle_map: HexMap, ground: TerrainTable, farthest: int) -> SightTable:
    """Sight distances of a map in sixths of a hex (OPS-6.1-14, OPS-T-SIGHT), for eyes that see so many hexes."""
    values = _by_terrain(battle_map, {name: row.sight * SIXTHS for name, row in ground.terrain.items()})
    radius = farthest + ground.high_ground_sight
    return _sight_table(battle_map.grid, values.astype(np.int16).tobytes(), radius)


@lru_cache(maxsize=4)
def _sight_table(grid: Grid, values: bytes, radius: int) -> SightTable:
    """All scenarios of a map share one table: it takes longer than all the rest of a board."""
    return SightTable.build(grid, np.frombuffer(values, np.int16), radius)


def _leave_cost(battle_map: HexMap, ground: TerrainTable, in_play: Flags, class_: MoveClass) -> Costs:
    entering = _by_terrain(battle_map, {name: _halves(row.cost[class_]) for name, row in ground.terrain.items()})
    works = _halves(ground.fortified.cost[class_])
    entering = np.where(_fortified(battle_map), np.maximum(entering, works), entering)
    cost = _beyond(battle_map.grid, entering)
    cost = cost + (battle_map.river > 0) * _halves(ground.river.add[class_])
    cost = cost + battle_map.cliff * _halves(ground.cliff.add[class_])
    cost[battle_map.closed_side] = CLOSED
    cost[battle_map.road > 0] = _halves(ground.road[class_])
    dry = in_play & ~battle_map.is_terrain("sea")
    cost[~dry[:, None] | ~_beyond(battle_map.grid, dry)] = CLOSED
    return np.minimum(cost, CLOSED).astype(np.uint8)


def _sea_cost(battle_map: HexMap, ground: TerrainTable, in_play: Flags) -> Costs:
    """Ships go from sea to sea (OPS-T-MOVE): only a terrain that has a cost for them is open to them."""
    costs = {name: _halves(row.cost.get("ship", "no")) for name, row in ground.terrain.items()}
    entering = np.where(in_play, _by_terrain(battle_map, costs), CLOSED)
    afloat: Flags = entering < CLOSED
    return np.where(afloat[:, None], _beyond(battle_map.grid, entering), CLOSED).astype(np.uint8)


def _halves(cost: Cost) -> int:
    return CLOSED if cost == "no" else round(cost * 2)


def _by_terrain(battle_map: HexMap, values: Mapping[str, float]) -> NDArray[np.float64]:
    """float64[N]: the value of the terrain of each hex. KeyError for a terrain that the table does not have."""
    return np.array([values[name] for name in battle_map.terrain_names], np.float64)[battle_map.terrain]


def _fortified(battle_map: HexMap) -> Flags:
    nowhere = np.zeros(battle_map.grid.size, np.bool_)
    return battle_map.overlays.get("fortified_zone", nowhere)


def _beyond(grid: Grid, values: NDArray[G]) -> NDArray[G]:
    """[N, 6]: the value of the hex beyond each side; CLOSED, or False, beyond the edge of the map."""
    edge = values.dtype.type(False if values.dtype == np.bool_ else CLOSED)
    return np.append(values, edge)[grid.neighbours]  # the last one is what OFF_MAP (-1) finds


def _sealed(costs: Costs) -> Costs:
    costs = np.ascontiguousarray(costs)
    costs.setflags(write=False)
    return costs


def _sealed_flags(flags: Flags) -> Flags:
    flags.setflags(write=False)
    return flags
