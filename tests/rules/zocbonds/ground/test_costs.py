"""The costs of steps (ZOC-9.3 to ZOC-9.6, ZOC-9.11, ZOC-T-TEC): the whole map against the ledger's chart."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from tests.rules.zocbonds.examples import example, rebuilt
from tests.rules.zocbonds.field import board
from wab.content.hexmap import MAIN_ROAD, MAJOR_RIVER, MINOR_RIVER, SECONDARY_ROAD
from wab.hexes import CLOSED
from wab.systems.zocbonds.ground.costs import BY_DAY, FOOT, MECHANISED, Way, road_rate, roads, tables

CHART = rebuilt("ZOC-T-TEC")
GROUND = {row[0]: row for row in CHART["hexes"]["rows"]}
ROADS = {row[0]: row for row in CHART["roads"]["rows"]}
CLASSES = (FOOT, MECHANISED, BY_DAY)


def first(*classes, **how):
    return tables(board(), Way(classes, **how)).first


def dry_sides():
    """bool[N, 6]: sides between two hexes on which units stand, with no water, flood, road or impassable side."""
    on = board()
    around = on.grid.neighbours
    there = on.dry[:, None] & (around >= 0) & on.dry[around] & ~on.impassable
    wet = on.map.side_overlays["flooded"] | on.map.is_terrain("flooded")[:, None] | on.map.is_terrain("flooded")[around]
    return there & (on.map.river == 0) & ~roads(on) & ~wet


def entered(terrain):
    return board().map.is_terrain(terrain)[board().grid.neighbours]


def step(classes, here, there, **how):
    on = board()
    a, b = on.hex(here), on.hex(there)
    return int(first(*classes, **how)[a, on.grid.direction(a, b)])


@pytest.mark.clause("ZOC-T-TEC")
@pytest.mark.clause("ZOC-9.1-1")
@pytest.mark.parametrize("terrain", ["clear", "mixed", "bocage", "woods", "village", "city"])
def test_open_ground_costs_what_the_chart_says(terrain):
    sides = dry_sides() & entered(terrain)
    assert sides.any()
    for class_, column in ((FOOT, 2), (MECHANISED, 1), (BY_DAY, 1)):
        assert set(first(class_)[sides].tolist()) == {6 * GROUND[terrain][column]}


@pytest.mark.clause("ZOC-T-TEC")
@pytest.mark.clause("ZOC-9.3-1")
@pytest.mark.clause("ZOC-9.4-3")
@pytest.mark.clause("ZOC-X-9.7")
@pytest.mark.clause("ZOC-X-9.7b")
@pytest.mark.parametrize(("rank", "name"), [(MAIN_ROAD, "main"), (SECONDARY_ROAD, "secondary")])
def test_a_road_costs_its_rate_whatever_it_crosses_or_enters(rank, name):
    on = board()
    sides = (on.map.road == rank) & on.dry[:, None] & on.dry[on.grid.neighbours]
    assert (sides & (on.map.river > 0)).any() and (sides & entered("city")).any()
    for class_, column in ((MECHANISED, 1), (BY_DAY, 2), (FOOT, 3)):
        assert set(first(class_)[sides].tolist()) == {int(6 * Fraction(ROADS[name][column]))}
    for id_, class_ in (("ZOC-X-9.7", BY_DAY), ("ZOC-X-9.7b", MECHANISED)):
        main = first(class_)[(on.map.road == MAIN_ROAD) & sides]
        if rank == MAIN_ROAD:
            assert set(main.tolist()) == {int(6 * Fraction(example(id_)[1]["main_road_cost"]))}


@pytest.mark.clause("ZOC-9.4-1")
@pytest.mark.clause("ZOC-9.4-2")
@pytest.mark.clause("ZOC-2.2-3")
@pytest.mark.parametrize(("rank", "foot", "mechanised"), [(MINOR_RIVER, 0, 6), (MAJOR_RIVER, 6, 6)])
def test_a_river_costs_a_point_more_a_small_one_on_wheels_alone(rank, foot, mechanised):
    on = board()
    sides = (on.map.river == rank) & ~roads(on) & on.dry[:, None] & on.dry[on.grid.neighbours] & ~on.impassable
    sides &= ~on.map.side_overlays["flooded"] & entered("clear") & ~on.map.is_terrain("flooded")[:, None]
    assert sides.any()
    assert set(first(FOOT)[sides].tolist()) == {6 + foot}
    assert set(first(MECHANISED)[sides].tolist()) == {6 + mechanised}


@pytest.mark.clause("ZOC-9.4-1")
@pytest.mark.clause("ZOC-9.5-1")
def test_water_without_a_bridge_is_for_first_steps():
    on = board()
    flooded = on.map.side_overlays["flooded"] & ~on.map.side_overlays["causeway"]
    water = ((on.map.river == MAJOR_RIVER) | flooded) & ~roads(on)
    for class_ in CLASSES:
        found = tables(on, Way((class_,)))
        assert (found.on[water] == CLOSED).all()
        others = ~water & ~found.stops
        assert np.array_equal(found.on[others], found.first[others])


@pytest.mark.clause("ZOC-9.5-1")
@pytest.mark.clause("ZOC-ERR-6")
def test_a_flooded_side_costs_a_point_on_foot_and_is_shut_to_wheels():
    assert step((FOOT,), "2513", "2613") == 12 + 6 + 6, "bocage beyond flood and a major river"
    assert step((MECHANISED,), "2513", "2613") == CLOSED
    assert step((MECHANISED,), "2710", "2711") == 3, "a road leads over it"
    assert step((MECHANISED,), "2610", "2611") == CLOSED, "no flooded side, but flooded ground off the road"
    assert step((FOOT,), "2510", "2611") == 12


@pytest.mark.clause("ZOC-9.5-2")
@pytest.mark.clause("ZOC-X-9.11")
@pytest.mark.clause("ZOC-9.11-2")
def test_wheels_neither_cross_flooded_sides_nor_leave_flooded_ground_off_the_roads():
    given, expect = example("ZOC-X-9.11")
    assert given["units"] == {"A": "mechanised", "B": "non-mechanised"}
    assert expect["A_cannot"] == ["cross flooded hexside off road", "leave flooded hex off road"]
    assert step((MECHANISED,), "2514", "2513") == 2, "along the road from flooded ground"
    for there in ("2615", "2414", "2415"):
        assert step((MECHANISED,), "2514", there) == CLOSED
        assert step((FOOT,), "2514", there) < CLOSED
    assert step((MECHANISED,), "2513", "2613") == CLOSED


@pytest.mark.clause("ZOC-9.5-3")
def test_a_flooded_side_of_a_flooded_hex_costs_nothing_more():
    """ZOC-9.5-3: neither on the way in nor on the way out; as if the flood had risen around a hex of the map."""
    on = board()
    hex_, near = on.hex("2611"), on.hex("2510")
    there = on.grid.direction(hex_, near)
    sides = on.map.side_overlays["flooded"].copy()
    sides[hex_, there] = sides[near, (there + 3) % 6] = True
    overlays = {**on.map.side_overlays, "flooded": sides}
    risen = replace(on, map=replace(on.map, side_overlays=overlays))
    for one, direction in ((hex_, there), (near, (there + 3) % 6)):
        before, after = (int(tables(given, Way((FOOT,))).first[one, direction]) for given in (on, risen))
        assert before == after < CLOSED


@pytest.mark.clause("ZOC-9.5-2")
@pytest.mark.clause("ZOC-9.5-3")
def test_flooded_ground_costs_two_points_on_foot_without_a_second_charge():
    on = board()
    wet = on.map.is_terrain("flooded")
    into = wet[on.grid.neighbours] & ~roads(on) & (on.map.river != MAJOR_RIVER) & on.dry[:, None] & ~on.impassable
    assert set(first(FOOT)[into].tolist()) == {12}
    assert tables(on, Way((FOOT,))).stops[into].all()
    assert (tables(on, Way((FOOT,))).on[into] == CLOSED).all(), "nobody goes on from there"


@pytest.mark.clause("ZOC-9.11-1")
def test_a_causeway_takes_the_flood_away_for_any_unit():
    for here, there in (("2813", "2814"), ("2813", "2913"), ("2912", "2913")):
        assert step((FOOT,), here, there) == 12 and step((MECHANISED,), here, there) == 18
        origin, target = board().hex(here), board().hex(there)
        assert tables(board(), Way((FOOT,))).on[origin, board().grid.direction(origin, target)] == 12


@pytest.mark.clause("ZOC-9.6-1")
@pytest.mark.clause("ZOC-9.2-1")
def test_impassable_sides_the_sea_and_what_lies_off_the_map_are_shut():
    on = board()
    around = on.grid.neighbours
    shut = on.impassable | ~on.dry[:, None] | (around < 0) | ~on.dry[around]
    assert on.impassable[on.hex("2331"), on.grid.direction(on.hex("2331"), on.hex("2232"))]
    for class_ in CLASSES:
        assert (first(class_)[shut] == CLOSED).all()


@pytest.mark.clause("ZOC-9.8.1-2")
def test_on_roads_alone_everything_else_is_shut():
    found = first(FOOT, roads=True)
    assert (found[~roads(board())] == CLOSED).all()
    assert np.array_equal(found[roads(board())], first(FOOT)[roads(board())])


@pytest.mark.clause("ZOC-9.10-1")
@pytest.mark.clause("ZOC-9.10-2")
def test_a_tactical_step_costs_one_wherever_there_is_a_way():
    for class_ in CLASSES:
        assert np.array_equal(first(class_, tactical=True) == 1, first(class_) < CLOSED)


@pytest.mark.clause("ZOC-9.1-2")
def test_units_together_pay_the_dearest_of_their_costs():
    assert np.array_equal(first(FOOT, MECHANISED), np.maximum(first(FOOT), first(MECHANISED)))


@pytest.mark.clause("ZOC-6.6-2")
def test_entering_costs_the_road_rate_of_the_hex():
    on = board()
    for hexes in on.lines.entries.values():
        for hex_ in hexes:
            main = on.map.road[hex_].max() == MAIN_ROAD
            assert road_rate(on, MECHANISED, hex_) == (2 if main else 3)
    bare = int(np.flatnonzero((on.map.road == 0).all(axis=1) & on.map.is_terrain("clear"))[0])
    assert road_rate(on, MECHANISED, bare) == 6, "no road, open ground"


@pytest.mark.clause("ZOC-9.4-1")
@pytest.mark.clause("ZOC-9.5-1")
def test_major_rivers_and_floods_without_a_road_are_for_the_first_step_alone():
    """ZOC-9.4-1, ZOC-9.5-1: hexside by hexside, and no other."""
    on = board()
    found = tables.__wrapped__(on, Way((FOOT,))).first_only
    deep = (on.map.river == MAJOR_RIVER) | (on.map.side_overlays["flooded"] & ~on.map.side_overlays["causeway"])
    wet = on.map.river == MINOR_RIVER
    assert found[deep & ~roads(on)].any() and not found[roads(on)].any()
    assert not found[wet & ~deep].any()
    held = deep & ~roads(on) & on.dry[:, None] & on.dry[on.grid.neighbours]
    flooded_hex = on.map.is_terrain("flooded")
    held &= ~flooded_hex[:, None] & ~flooded_hex[on.grid.neighbours] & ~on.impassable & (on.grid.neighbours >= 0)
    assert found[held].all()
