"""Unchanging facts of the ground (ledger sections 6.2 to 6.4, 8.2): costs by hexside, zones of control, sight.

Terrain has three effects, on movement and sight as worked out here, and on combat (OPS-4.1-2: modifiers.py).

Costs are half movement points, uint8[N, 6]: what it costs to LEAVE hex n by side d, that is to enter the hex beyond it;
CLOSED where that side may not be crossed.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from wab.content.hexmap import HexMap
from wab.content.operations.shapes import MoveClass
from wab.content.operations.tables import Cost, TerrainTable
from wab.field.costs import Costs, Flags, beyond, by_terrain, enterable, finished, price
from wab.hexes import CLOSED, Grid
from wab.hexes.sight import SightTable

LAND_CLASSES: tuple[MoveClass, ...] = ("inf", "mec", "arm", "rec", "art", "cdr")
HALVES, SIXTHS = 2, 6


def leave_costs(battle_map: HexMap, ground: TerrainTable, in_play: Flags) -> dict[str, Costs]:
    """Costs of normal movement by class: terrain entered and feature crossed (OPS-6.2-9, OPS-T-MOVE).

    A step along a road costs the road's price and nothing for what it crosses: OPS-6.2-10, OPS-6.2-11 and OPS-6.4-1
    bridges, OPS-6.2-12 into cities. The sea, tidal flats without a road and hexes out of play (OPS-11.1-3) are closed.
    Ships have costs of their own from sea to sea and know neither roads nor rivers.
    """
    by_class = {str(class_): _leave_cost(battle_map, ground, in_play, class_) for class_ in LAND_CLASSES}
    by_class["ship"] = _sea_cost(battle_map, ground, in_play)
    return {class_: finished(costs) for class_, costs in by_class.items()}


def march_costs(battle_map: HexMap, ground: TerrainTable, leave: Mapping[str, Costs]) -> dict[str, Costs]:
    """Costs of strategic movement by class: as for normal movement where column march is allowed, else CLOSED.

    OPS-6.3-6, OPS-T-STRATEGIC: along roads; off the roads only into open country and built-up hexes, not into fortified
    ground, not over a river without a bridge and not up a cliff. The hex entered counts, not the hex left.
    """
    terrain = _by_terrain(battle_map, {name: float(row.strategic) for name, row in ground.terrain.items()}) > 0
    terrain &= ~_fortified(battle_map) | ground.fortified.strategic
    allowed = beyond(battle_map.grid, terrain, False) & (battle_map.river == 0) & ~battle_map.cliff
    allowed |= battle_map.road > 0
    return {class_: finished(np.where(allowed, leave[class_], CLOSED)) for class_ in LAND_CLASSES}


def land_in_play(battle_map: HexMap, leave: Mapping[str, Costs], in_play: Flags) -> Flags:
    """bool[N]: hexes that a land unit of some class could enter from a neighbour."""
    return _sealed(enterable(battle_map.grid, [leave[class_] for class_ in LAND_CLASSES]) & in_play)


def zoc_sides(battle_map: HexMap, in_play: Flags) -> Flags:
    """bool[N, 6]: a zone of control reaches across that side: everywhere but across or into the sea (OPS-8.2-2).

    Water too wide to be crossed between two land hexes is sea; rivers, marsh and cities are no obstacle.
    """
    dry = in_play & ~battle_map.is_terrain("sea")
    return _sealed(dry[:, None] & beyond(battle_map.grid, dry, False) & ~battle_map.closed_side)


def sight_table(battle_map: HexMap, ground: TerrainTable, farthest: int) -> SightTable:
    """Sight distances of a map in sixths of a hex (OPS-6.1-14, OPS-T-SIGHT), for eyes that see so many hexes."""
    values = _by_terrain(battle_map, {name: row.sight * SIXTHS for name, row in ground.terrain.items()})
    radius = farthest + ground.high_ground_sight
    return _sight_table(battle_map.grid, values.astype(np.int16).tobytes(), radius)


@lru_cache(maxsize=4)
def _sight_table(grid: Grid, values: bytes, radius: int) -> SightTable:
    """All scenarios of a map share one table: it takes longer than all the rest of a board."""
    return SightTable.build(grid, np.frombuffer(values, np.int16), radius)


def _leave_cost(battle_map: HexMap, ground: TerrainTable, in_play: Flags, class_: MoveClass) -> NDArray[np.float64]:
    entering = _by_terrain(battle_map, {name: _halves(row.cost[class_]) for name, row in ground.terrain.items()})
    works = _halves(ground.fortified.cost[class_])
    entering = np.where(_fortified(battle_map), np.maximum(entering, works), entering)
    cost = beyond(battle_map.grid, entering, CLOSED)
    cost = cost + (battle_map.river > 0) * _halves(ground.river.add[class_])
    cost = cost + battle_map.cliff * _halves(ground.cliff.add[class_])
    cost[battle_map.closed_side] = CLOSED
    cost[battle_map.road > 0] = _halves(ground.road[class_])
    dry = in_play & ~battle_map.is_terrain("sea")
    cost[~dry[:, None] | ~beyond(battle_map.grid, dry, False)] = CLOSED
    return cost


def _sea_cost(battle_map: HexMap, ground: TerrainTable, in_play: Flags) -> NDArray[np.float64]:
    """Ships go from sea to sea (OPS-T-MOVE): only a terrain that has a cost for them is open to them."""
    costs = {name: _halves(row.cost.get("ship", "no")) for name, row in ground.terrain.items()}
    entering = np.where(in_play, _by_terrain(battle_map, costs), CLOSED)
    afloat: Flags = entering < CLOSED
    return np.where(afloat[:, None], beyond(battle_map.grid, entering, CLOSED), CLOSED)


def _halves(cost: Cost) -> int:
    return price(cost, HALVES)


def _by_terrain(battle_map: HexMap, values: Mapping[str, float]) -> NDArray[np.float64]:
    return by_terrain(battle_map.terrain_names, battle_map.terrain, values)


def _fortified(battle_map: HexMap) -> Flags:
    nowhere = np.zeros(battle_map.grid.size, np.bool_)
    return battle_map.overlays.get("fortified_zone", nowhere)


def _sealed(flags: Flags) -> Flags:
    flags.setflags(write=False)
    return flags
