"""The Allied half of the grand battle: who comes, when, and whether the beaches can take it (OPS-T-REINF)."""

from collections import Counter
from datetime import date, timedelta

import pytest

from wab.content.operations.battle import load_battle
from wab.content.operations.loader import load_catalogue, load_scenario, load_tables, scenario_path

TABLES = load_tables()
BATTLE = load_battle()
UNITS = load_catalogue("allied").units
FORCES = load_scenario(scenario_path("operations/the-battle-of-normandy")).allied

# ashore some days before they come: in action later still, or no body of troops until then (reasons in the scenario)
LATE = {"us_art_army", "us_113thcg", "us_2ndcg", "us_15thcg", "us_6thcg", "ca_2agra"}


def days_of(turn):
    """First and last day of a turn."""
    entry = BATTLE.calendar[turn - 1]
    first = date.fromisoformat(entry.first)
    return first, first + timedelta(days=entry.days - 1)


def weight(unit):
    return TABLES.units[UNITS[unit].kind].weight


@pytest.mark.clause("OPS-T-REINF")
def test_the_order_of_battle_is_complete_for_the_grand_battle():
    named = [entry.unit for entry in (*FORCES.setup, *FORCES.reinforcements)]
    whole = {key for key, unit in UNITS.items() if not unit.scenario_only}
    assert len(named) == len(set(named)) > 150
    assert len(whole) >= 170
    assert whole - set(named) == {"uk_arethusa"}  # one cruiser more than OPS-T-NAVAL has


@pytest.mark.clause("OPS-T-REINF")
@pytest.mark.clause("OPS-8.1-2")
def test_the_arrivals_of_a_turn_find_room_on_hexes_kept_clear():
    points = Counter()
    for arrival in FORCES.reinforcements:
        points[arrival.turn, arrival.hex] += weight(arrival.unit)
    assert max(points.values()) <= TABLES.conduct.stacking


@pytest.mark.clause("OPS-T-REINF")
def test_a_unit_comes_on_the_turn_in_which_it_landed():
    for arrival in FORCES.reinforcements:
        first, last = days_of(arrival.turn)
        landed = date.fromisoformat(UNITS[arrival.unit].available_from or BATTLE.first_day)
        assert landed <= last, arrival.unit
        commander = UNITS[arrival.unit].kind == "commander"
        if not commander and arrival.unit not in LATE:
            assert first - landed <= timedelta(days=2), arrival.unit
    ashore_on_d_day = {entry.unit for entry in FORCES.setup}
    assert not [unit for unit in ashore_on_d_day if UNITS[unit].available_from]


@pytest.mark.clause("OPS-T-REINF")
def test_a_unit_leaves_when_it_left():
    left = {unit: withdrawal.turn for withdrawal in FORCES.withdrawals for unit in withdrawal.units}
    for key, unit in UNITS.items():
        if unit.available_to and not unit.scenario_only and key != "uk_arethusa":
            gone = date.fromisoformat(unit.available_to)
            assert key in left, key
            first, _ = days_of(left[key])
            # US ships fired no more after Cherbourg on 25 June, though the last of them sailed in July
            ship = TABLES.units[unit.kind].size == "ship"
            assert abs((first - gone).days) <= (14 if ship else 2), key


@pytest.mark.clause("OPS-T-COMMANDERS")
def test_commanders_come_with_a_command():
    turns = {arrival.unit: arrival.turn for arrival in FORCES.reinforcements}
    assert turns["ldr_oconnor"] == 10 and turns["ldr_simonds"] == 20
    assert {"ldr_bradley", "ldr_collins", "ldr_gerow", "ldr_dempsey", "ldr_crocker", "ldr_gale", "ldr_ridgway"} == {
        entry.unit for entry in FORCES.setup if UNITS[entry.unit].kind == "commander"
    }


@pytest.mark.clause("OPS-T-AIR")
@pytest.mark.parametrize(
    ("turn", "american", "british"), [(1, (3, 1, 1), (3, 1, 1)), (10, (3, 1, 0), (3, 1, 1)), (34, (3, 1, 2), (3, 1, 2))]
)
def test_the_air_units_of_a_turn(turn, american, british):
    """Fighter-bombers and reconnaissance as in the table all the time, heavy bombers in the weeks of their raids."""
    there = Counter(s.kind for s in FORCES.squadrons if s.from_turn <= turn <= (s.to_turn or len(BATTLE.calendar)))
    for nation, counts in (("us", american), ("uk", british)):
        kinds = ("fighter_bombers", "recon", "heavy_bombers")
        assert tuple(there[f"{nation}_{kind}"] for kind in kinds) == counts
