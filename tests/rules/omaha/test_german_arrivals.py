"""German counters that come to the map (OMA-9)."""

import pytest

from tests.rules.omaha.printed import ALONE, BOARD, MARKED, TABLES, at, example, game, label, of, play, run
from wab.systems.omaha.combat.german_arrivals import (
    TASKS,
    Spot,
    arrival_spots,
    give_marker,
    marker_pool,
    marker_spot,
    reinforce_near,
    release_meyer,
)
from wab.systems.omaha.state.state import DEAD
from wab.systems.omaha.state.steps import Force, Task

POOLS = {
    "wn_marker": ("wn_marker-2", "wn_marker-3"),
    "mobile_marker": ("mobile_marker-1", "mobile_marker-2"),
    "building_marker": ("building_marker-1",),
    "tactical": ("tactical-1", "tactical-2"),
    "division": ("division-1",),
    "meyer": tuple(f"meyer-{number}" for number in range(1, 9)),
    "meyer_marker": tuple(f"meyer_marker-{number}" for number in range(1, 5)),
}


# ---------------------------------------------------------------- priorities


def spot(name, near=3, half=0):
    place = BOARD.positions[name]
    return Spot(place.hexes[half], place, near)


def said(text):
    """A candidate of a worked example: "WN62N at distance 2"."""
    name, near = text.split(" at distance ")
    return spot(name.rstrip("NS"), int(near), int(name.endswith("S")))


@pytest.mark.parametrize("number", [39, 40, 41])
@pytest.mark.clause("OMA-9.2-1", "OMA-X-39", "OMA-X-40", "OMA-X-41")
def test_worked_examples_of_the_priorities_for_a_marker(number):
    given, expect = example(number)
    candidates = [said(text) for text in given["candidates"]]
    for order in (candidates, candidates[::-1]):
        assert marker_spot(order, "", POOLS) == spot(expect["marker_to"], candidates[0].near)


@pytest.mark.clause("OMA-9.2-1", "OMA-9.2-3")
def test_the_nearest_gets_the_marker_in_the_sector_named_or_else_in_the_other():
    here, there = spot("WN64", 2), spot("WN70", 1)
    assert marker_spot([here, there], "east", POOLS) == here
    assert marker_spot([here, there], "", POOLS) == there
    assert marker_spot([there], "east", POOLS) == there
    assert marker_spot([], "east", POOLS) is None
    assert marker_spot([spot("C1", 1), here], "east", POOLS) == spot("C1", 1)
    assert marker_spot([spot("WN62", 2, 1), spot("WN62", 2)], "", POOLS) == spot("WN62", 2)


@pytest.mark.clause("OMA-9.21-1", "OMA-9.24-1", "OMA-9.24-2", "OMA-9.24-3")
def test_pools_of_markers_stand_in_for_each_other():
    nest, village, field = (BOARD.positions[name] for name in ("WN64", "C5", "C1"))
    assert [marker_pool(place, POOLS) for place in (nest, village, field)] == list(POOLS)[:1] + list(POOLS)[2:0:-1]
    assert marker_pool(village, POOLS | {"building_marker": ()}) == "mobile_marker"
    assert marker_pool(field, POOLS | {"mobile_marker": ()}) is None
    assert marker_spot([spot("WN64", 1), spot("C5", 2)], "", POOLS | {"wn_marker": ()}) == spot("C5", 2)


@pytest.mark.clause("OMA-9.3-1", "OMA-9.3-2", "OMA-9.32-1", "OMA-9.34-1")
def test_reinforcements_come_where_us_units_are_near():
    def where(free, zones, units=9):
        return [one.place.id for one in arrival_spots(free, zones, units, TABLES.limits.observed)]

    free = [spot("C1", 9), spot("C2", 2)]
    free += [spot(name, 1) for name in ("C4", "C3", "u1014", "D1")]
    assert where(free, ["C"]) == ["C3"]
    assert where(free[:2], ["C"]) == ["C2"]
    assert where([spot("C7", 3), spot("C6", 9)], ["C"]) == ["C6"]
    assert where(free, ["D", "C", "E"]) == ["D1", "C3"]
    assert where(free[4:5], ["C"]) == []
    assert where([spot("C1", 3), spot("D2", 2)], ["C", "D"], units=1) == ["D2"]
    assert where(free, ["C", "D"], units=0) == []


# ---------------------------------------------------------------- counters that come


def germans(forces=None, pools=(), **units):
    state = game(forces=forces, **units)
    state.changed(pools={**POOLS, **dict(pools)})
    return state


def come(state, name, *at_, sector=""):
    play(state, TASKS, Task(name, sector=sector, at=at_))
    return {label(hex_): force for hex_, force in state.now.forces.items()}


@pytest.mark.clause("OMA-9.2-1", "OMA-9.2-2", "OMA-9.2-3", "OMA-9.21-1")
def test_an_event_puts_a_marker_under_the_nearest_unit_of_the_sector():
    nests = {"0816": ALONE, "0807": ALONE, "0727": ALONE}
    found = come(germans(nests, E_2_16="0716"), "add_marker", sector="east")
    assert found["0816"].marker in POOLS["wn_marker"] and not found["0816"].marker_seen
    assert found["0807"].marker is None
    found = come(germans(nests, E_2_16="0716"), "add_marker", "west")
    assert found["0727"].marker and not found["0816"].marker
    found = come(germans({"0816": ALONE}, E_2_16="0716"), "add_marker", sector="west")
    assert found["0816"].marker
    found = come(germans({"0816": MARKED, "0807": ALONE}, E_2_16="0716"), "add_marker", "east", "west")
    assert found["0807"].marker
    assert come(germans({"0816": MARKED}), "add_marker", sector="east") == {"0816": MARKED}


@pytest.mark.clause("OMA-9.2-2", "OMA-9.33-1", "OMA-12.2-2")
def test_a_unit_without_communication_gets_no_marker():
    position = BOARD.positions["C1"]
    ring = [label(hex_) for hex_ in BOARD.grid.adjacent(position.hexes[0])]
    companies = ["A_1_16", "B_1_16", "C_1_16", "E_2_16", "F_2_16", "G_2_16"]
    around = dict(zip(companies, ring, strict=True))
    nest = {label(position.hexes[0]): ALONE}
    assert come(germans(nest, **around), "add_marker", sector="east") == nest
    assert come(germans(nest, E_2_16=ring[3]), "add_marker", sector="east") != nest


@pytest.mark.clause("OMA-9-2", "OMA-9.3-1", "OMA-9.3-2", "OMA-9.31-1", "OMA-9.21-1")
def test_a_reinforcement_appears_near_us_units_and_of_the_division_pool_with_a_marker():
    near = BOARD.grid.adjacent(BOARD.positions["C5"].hexes[0])
    free = next(hex_ for hex_ in near if hex_ not in BOARD.position_at)
    here = label(BOARD.positions["C5"].hexes[0])
    found = come(germans(E_2_16=label(free)), "reinforce", "C")
    (place,) = found
    assert BOARD.position_at[at(place)].zone == "C" and at(place) in (*near, at(here))
    assert found[place].unit in POOLS["tactical"] and found[place].marker is None and not found[place].seen
    state = germans(pools={"tactical": ()})
    found = come(state, "reinforce", "C")
    assert [force.unit for force in found.values()] == ["division-1"]
    assert all(force.marker in POOLS["mobile_marker"] for force in found.values())
    assert BOARD.position_at[at(next(iter(found)))].id == "C1"
    assert "division-1" not in state.now.pools.get("division", ())


@pytest.mark.clause("OMA-9.32-1", "OMA-11.31-2")
def test_a_held_position_is_passed_over_and_a_lone_general_captured():
    first = label(BOARD.positions["C1"].hexes[0])
    held = come(germans(E_2_16=first), "reinforce", "C")
    assert first not in held and len(held) == 1
    state = germans(Wyman=first)
    assert first in come(state, "reinforce", "C")
    assert state.unit(of("Wyman")).box == DEAD


@pytest.mark.clause("OMA-9.34-1")
def test_no_unit_comes_where_the_pools_are_empty():
    empty = {"tactical": (), "division": ()}
    assert come(germans(pools=empty), "reinforce", "C", "D") == {}
    one = come(germans(pools={**empty, "tactical": ("tactical-1",)}, E_2_16="0921"), "reinforce", "C", "D")
    assert [BOARD.position_at[at(hex_)].zone for hex_ in one] == ["D"]


@pytest.mark.clause("OMA-9.4-1", "OMA-9.41-1", "OMA-9.42-1")
def test_a_tactical_marker_brings_a_unit_next_to_the_nest():
    state = germans({"0912": ALONE})
    run(state, reinforce_near(state, at("0912")))
    placed = [hex_ for hex_ in state.now.forces if hex_ != at("0912")]
    assert [BOARD.grid.distance(hex_, at("0912")) for hex_ in placed] == [
        min(BOARD.grid.distance(p.hexes[0], at("0912")) for p in BOARD.positions.values() if not p.wn)
    ]
    none = germans({"0912": ALONE}, pools={"tactical": ()})
    run(none, reinforce_near(none, at("0912")))
    assert set(none.now.forces) == {at("0912")}


@pytest.mark.clause("OMA-9.24-2", "OMA-9.24-3", "OMA-9.22-1")
def test_pools_that_run_dry():
    village = label(BOARD.positions["C5"].hexes[0])
    state = germans({village: Force("tactical-3")}, pools={"building_marker": ()})
    run(state, give_marker(state, at(village)))
    assert state.now.forces[at(village)].marker in POOLS["mobile_marker"]
    dry = germans({village: Force("tactical-3")}, pools={"building_marker": (), "mobile_marker": ()})
    run(dry, give_marker(dry, at(village)))
    assert dry.now.forces[at(village)].marker is None


@pytest.mark.clause("OMA-9.5-1", "OMA-X-42")
def test_kampfgruppe_meyer_joins_the_pools_in_two_batches():
    given, expect = example(42)
    state = germans()
    sizes = []
    for _ in range(given["meyer_events"]):
        run(state, release_meyer(state))
        sizes.append((len(state.now.pools["division"]), len(state.now.pools["mobile_marker"])))
    assert sizes == [(5, 4), (9, 6), (9, 6)]
    assert sizes[-1] == (1 + expect["units_released"], 2 + expect["markers_released"])
    assert (sizes[-1] == sizes[-2]) is (expect["third_event"] == "ignored")


@pytest.mark.clause("OMA-9.24-4")
def test_one_marker_for_two_calls_goes_by_priority_over_the_whole_map():
    only = {"wn_marker": ("wn_marker-2",), "mobile_marker": (), "building_marker": ()}
    nests = {"0816": ALONE, "0727": ALONE}
    found = come(germans(nests, pools=only, A_1_116="0627"), "add_marker", "east", "west")
    assert found["0727"].marker and not found["0816"].marker


@pytest.mark.clause("OMA-9.24-4")
def test_two_markers_for_two_calls_go_to_the_two_sectors():
    two = {"wn_marker": ("wn_marker-2", "wn_marker-3"), "mobile_marker": (), "building_marker": ()}
    nests = {"0816": ALONE, "0807": ALONE, "0727": ALONE}
    found = come(germans(nests, pools=two, E_2_16="0716"), "add_marker", "east", "west")
    assert found["0727"].marker and found["0816"].marker and not found["0807"].marker
