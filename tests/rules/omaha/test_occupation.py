"""German occupation (OMA-9)."""

import pytest

from tests.rules.omaha.printed import FIELDS, TABLES, at, example
from wab.systems.omaha.combat.occupation import (
    Spot,
    arrival_spots,
    marker_calls,
    marker_pool,
    marker_spot,
    meyer_release,
    tactical_spot,
    unit_pool,
)

FULL = {"wn_marker": 9, "mobile_marker": 20, "building_marker": 8, "tactical": 9, "division": 11}


def spot(name, near=3, half=0):
    position = FIELDS.positions[name]
    return Spot(
        hex=position.hexes[half],
        sector=position.sector,
        wn=position.wn,
        double=len(position.hexes) > 1,
        zone=position.zone,
        number=position.number,
        building=position.building,
        near=near,
    )


def said(text):
    """A candidate of a worked example: "WN62N at distance 2"."""
    name, near = text.split(" at distance ")
    return spot(name.rstrip("NS"), int(near), int(name.endswith("S")))


@pytest.mark.parametrize("number", [39, 40, 41])
@pytest.mark.clause("OMA-9.2-1")
@pytest.mark.clause("OMA-X-39", "OMA-X-40", "OMA-X-41")
def test_worked_examples_of_the_priorities_for_a_marker(number):
    given, expect = example(number)
    candidates = [said(text) for text in given["candidates"]]
    for order in (candidates, candidates[::-1]):
        assert marker_spot(order, None, FULL) == spot(expect["marker_to"], candidates[0].near)


@pytest.mark.clause("OMA-9.2-1", "OMA-9.2-3")
def test_the_nearest_gets_the_marker_in_the_sector_named_or_else_in_the_other():
    here, there = spot("WN64", 2), spot("WN70", 1)
    assert marker_spot([here, there], "east", FULL) == here
    assert marker_spot([here, there], None, FULL) == there
    assert marker_spot([there], "east", FULL) == there
    assert marker_spot([], "east", FULL) is None
    assert marker_spot([spot("C1", 1), here], "east", FULL) == spot("C1", 1)


@pytest.mark.clause("OMA-9.21-1", "OMA-9.24-1", "OMA-9.24-2", "OMA-9.24-3")
def test_pools_of_markers_stand_in_for_each_other():
    assert marker_pool(True, False, FULL) == "wn_marker"
    assert marker_pool(False, True, FULL) == "building_marker"
    assert marker_pool(False, True, FULL | {"building_marker": 0}) == "mobile_marker"
    assert marker_pool(False, False, FULL | {"mobile_marker": 0}) is None
    nest, village = spot("WN64", 1), spot("C5", 2)
    assert marker_spot([nest, village], None, FULL | {"wn_marker": 0}) == village
    assert marker_spot([spot("C1", 1), nest._replace(near=2)], None, FULL | {"mobile_marker": 0}) is None


@pytest.mark.clause("OMA-9.24-4")
def test_too_few_markers_for_two_calls_go_by_priority_over_the_whole_map():
    assert marker_calls(["east", "west"], FULL) == ["east", "west"]
    assert marker_calls(["east", "west"], {"wn_marker": 1}) == [None]
    assert marker_calls(["east"], {}) == []


@pytest.mark.clause("OMA-9.3-1", "OMA-9.3-2", "OMA-9.32-1")
def test_reinforcements_come_where_us_units_are_near():
    free = [
        spot("C1", 9),
        spot("C2", 2),
        spot("C4", 1),
        spot("C3", 1),
        spot("u1014", 1),
        spot("WN64", 1),
        spot("D1", 1),
    ]
    assert arrival_spots(free, ["C"], FULL, TABLES.limits) == [spot("C3", 1)]
    assert arrival_spots(free[:2], ["C"], FULL, TABLES.limits) == [spot("C2", 2)]
    assert arrival_spots([spot("C7", 3), spot("C6", 9)], ["C"], FULL, TABLES.limits) == [spot("C6", 9)]
    assert arrival_spots(free, ["D", "C", "E"], FULL, TABLES.limits) == [spot("D1", 1), spot("C3", 1)]
    assert arrival_spots(free[4:6], ["C"], FULL, TABLES.limits) == []


@pytest.mark.clause("OMA-9.31-1", "OMA-9.34-1")
def test_the_tactical_pool_comes_first_and_the_last_unit_goes_by_priority():
    assert unit_pool(FULL) == "tactical"
    assert unit_pool(FULL | {"tactical": 0}) == "division"
    assert unit_pool({}) is None
    free = [spot("C1", 3), spot("D2", 2)]
    one = {"division": 1}
    assert arrival_spots(free, ["C", "D"], one, TABLES.limits) == [spot("D2", 2)]
    assert arrival_spots(free, ["C", "D"], {}, TABLES.limits) == []


@pytest.mark.clause("OMA-9.4-1", "OMA-9.41-1", "OMA-9.42-1")
def test_a_tactical_marker_brings_a_unit_to_the_nearest_position():
    free = [spot("C1", 2), spot("u1014", 2), spot("C4", 1), spot("WN64", 0)]
    by_hex = {one.hex: distance for one, distance in zip(free, (1, 1, 1, 0), strict=True)}
    assert tactical_spot(free, by_hex, FULL) == spot("C4", 1)
    assert tactical_spot(free[:2], by_hex, FULL) == spot("u1014", 2)
    assert tactical_spot(free, by_hex | {at("1216"): 2}, FULL) == spot("u1014", 2)
    assert tactical_spot(free, by_hex, FULL | {"tactical": 0}) is None


@pytest.mark.clause("OMA-9.5-1")
@pytest.mark.clause("OMA-X-42")
def test_kampfgruppe_meyer_comes_in_two_batches():
    given, expect = example(42)
    left, come = (8, 4), []
    for _ in range(given["meyer_events"]):
        come.append(meyer_release(*left, TABLES.limits))
        left = (left[0] - come[-1][0], left[1] - come[-1][1])
    assert sum(units for units, _ in come) == expect["units_released"]
    assert sum(markers for _, markers in come) == expect["markers_released"]
    assert (come[-1] == (0, 0)) is (expect["third_event"] == "ignored")
