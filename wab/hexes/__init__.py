"""The hexagonal grid of the platform: coordinates, neighbours, lines, distance fields, sight. No game in it."""

from wab.hexes.grid import DIRECTIONS, OFF_MAP, ROW_HEIGHT, Grid, HexId, opposite
from wab.hexes.influence import influence_layer
from wab.hexes.numbering import RRCC, Axis, Numbering
from wab.hexes.orientation import rotation, shown_as, turned, turned_points
from wab.hexes.paths import (
    CLOSED,
    UNREACHED,
    Reach,
    ReachTable,
    Workspace,
    cheapest_path,
    connected,
    field,
    reach,
    reach_many,
)
from wab.hexes.sight import SightBits, Sightline, SightTable, sight_distances, sightline

__all__ = [
    "CLOSED",
    "DIRECTIONS",
    "OFF_MAP",
    "ROW_HEIGHT",
    "RRCC",
    "UNREACHED",
    "Axis",
    "Grid",
    "HexId",
    "Numbering",
    "Reach",
    "ReachTable",
    "SightBits",
    "SightTable",
    "Sightline",
    "Workspace",
    "cheapest_path",
    "connected",
    "field",
    "influence_layer",
    "opposite",
    "reach",
    "reach_many",
    "rotation",
    "shown_as",
    "sight_distances",
    "sightline",
    "turned",
    "turned_points",
]
