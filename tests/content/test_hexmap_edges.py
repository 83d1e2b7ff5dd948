"""The rim of the map: Brittany and the Rance, the south, the east, and the roads that leave it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from wab.content.hexmap import HexMap, load_map

MAP_FILE = Path(__file__).resolve().parents[2] / "campaigns/operations/map.json"


@pytest.fixture(scope="module")
def normandy() -> HexMap:
    return load_map(MAP_FILE)


def hex_of(normandy: HexMap, place: str) -> int:
    return normandy.place(place).hex


def from_the_edge(normandy: HexMap, hex_id: int) -> int:
    """Return how many rows or columns a hex lies from the nearest edge."""
    row, col = normandy.grid.row_col(hex_id)
    return min(row, col, normandy.grid.rows - 1 - row, normandy.grid.cols - 1 - col)


@pytest.mark.parametrize(
    ("place", "terrain"),
    [
        ("Saint-Malo", "city"),
        ("Saint-Servan", "city"),
        ("Dinard", "town"),
        ("Dinan", "town"),
        ("Fougères", "town"),
        ("Mayenne", "town"),
        ("Mamers", "town"),
        ("L'Aigle", "town"),
        ("Fécamp", "town"),
    ],
)
def test_the_towns_of_the_rim_stand_on_the_map_and_off_its_edge(normandy, place, terrain):
    assert normandy.terrain_name(hex_of(normandy, place)) == terrain
    assert from_the_edge(normandy, hex_of(normandy, place)) >= 1


def test_there_is_room_around_the_objectives_of_the_rim(normandy):
    assert all(from_the_edge(normandy, hex_of(normandy, place)) >= 2 for place in ("Saint-Malo", "Fougères", "L'Aigle"))


def test_the_lowest_bridge_over_the_rance_is_that_of_saint_hubert(normandy):
    """North of it no way leads from Dinard to Saint-Malo; it joins Plouër and La Ville-ès-Nonais."""
    grid, west, east = normandy.grid, hex_of(normandy, "Plouër-sur-Rance"), hex_of(normandy, "La Ville-ès-Nonais")
    bridge = grid.direction(west, east)
    assert normandy.road[west, bridge] and normandy.river[west, bridge]
    land, last_row = ~normandy.is_terrain("sea", "estuary_flats"), grid.row_col(west)[0]
    found, queue = {hex_of(normandy, "Dinard")}, [hex_of(normandy, "Dinard")]
    while queue:
        here = queue.pop()
        for direction, there in enumerate(grid.neighbour_rows[here]):
            north = there >= 0 and land[there] and grid.row_col(there)[0] > last_row
            if north and there not in found and not normandy.closed_side[here, direction]:
                found.add(there)
                queue.append(there)
    assert hex_of(normandy, "Pleurtuit") in found
    assert hex_of(normandy, "Saint-Malo") not in found and hex_of(normandy, "Saint-Servan") not in found


def test_dinan_stands_on_the_west_bank_of_the_rance(normandy):
    dinan, lanvallay = hex_of(normandy, "Dinan"), hex_of(normandy, "Lanvallay")
    side = normandy.grid.direction(dinan, lanvallay)
    assert normandy.river[dinan, side] and normandy.road[dinan, side] == 3


@pytest.mark.parametrize(
    "road",
    [
        "Rennes - Saint-Malo",
        "Rennes - Fougères",
        "Dol-de-Bretagne - Lamballe",
        "Pont-Audemer - Pontorson",  # and on to Rennes
        "Fougères - Vitré",
        "Mayenne - Laval",
        "Brionne - Alençon",  # and on to Le Mans
        "Mortagne-au-Perche - Paris",
        "L'Aigle - Verneuil",
        "L'Aigle - Conches",
        "Bernay - Conches",  # the road to Évreux
        "La Rivière-Thibouville - Cherbourg",  # the same, by the national road
        "Brionne - Rouen",
        "Pont-Audemer - Rouen",
        "Le Havre - Bolbec",  # and on to Yvetot
    ],
)
def test_a_road_that_leads_on_ends_on_the_edge_of_the_map(normandy, road):
    (hexes,) = [found.hexes for found in normandy.roads if found.name == road]
    assert min(from_the_edge(normandy, hexes[0]), from_the_edge(normandy, hexes[-1])) == 0


def test_the_rim_is_no_precipice(normandy):
    """Heights go on to the last hex of a row: the rim of the height net, which holds only zeros, is left out."""
    heights = normandy.elevation.reshape(normandy.grid.rows, normandy.grid.cols).astype(int)
    land = (~normandy.is_terrain("sea", "estuary_flats")).reshape(heights.shape)
    for edge, inner in ((0, 1), (-1, -2)):
        both = land[:, edge] & land[:, inner]
        assert both.sum() > 15
        assert np.abs(heights[both, edge] - heights[both, inner]).max() < 60
