"""The ledger's clauses on the scenarios as a set (chapter 11, and 5.2-10), checked against the files of all thirty."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import msgspec
import pytest
import yaml

import wab
from wab.content.operations.battle import load_battle, turn_of
from wab.content.operations.loader import load_catalogues, load_scenario, load_tables
from wab.systems.operations.state.setup import build_board
from wab.systems.operations.testing.boards import ledger_examples

LEDGER = Path(__file__).resolve().parents[2] / "docs" / "rules" / "scenarios_operations.yaml"
INFOS = {info.id.partition("/")[2]: info for info in wab.scenarios() if info.system == "operations"}
FILES = {name: load_scenario(info.path) for name, info in INFOS.items()}
CATALOGUES = load_catalogues()
KINDS = load_tables().units
SIDES = ("allied", "axis")
HISTORY, WHAT_IF = "the-battle-of-normandy", "the-thwarted-landing"


def of_kind(*kinds):
    return [name for name, scenario in FILES.items() if scenario.kind in kinds]


def units_of(name, side):
    """The units of a side that a scenario sets up or brings in."""
    forces = getattr(FILES[name], side)
    return sorted([placed.unit for placed in forces.setup] + [arrival.unit for arrival in forces.reinforcements])


def campaign_of(side):
    own = [name for name, scenario in FILES.items() if side in scenario.campaigns]
    return sorted(own, key=lambda name: FILES[name].campaigns[side])


def advanced_rules(name):
    """The advanced rules that a scenario switches on, by name."""
    switches = msgspec.structs.asdict(FILES[name].rules)
    return {rule for rule, on in switches.items() if on is True}


# ------------------------------------------------------------------------------------------------- all of them


@pytest.mark.clause("OPS-X-36")
@pytest.mark.clause("OPS-11.1-1")
def test_the_count_of_the_ledger_s_example():
    example = ledger_examples()["OPS-X-36"]
    campaigns = {side: set(campaign_of(side)) for side in SIDES}
    assert {len(names) for names in campaigns.values()} == {example["given"]["campaign_scenarios_per_side"]}
    assert len(campaigns["allied"] & campaigns["axis"]) == example["given"]["common"]
    assert len(campaigns["allied"] | campaigns["axis"]) == example["expect"]["different_campaign_scenarios"]
    assert len(FILES) == example["expect"]["all_scenarios"]


@pytest.mark.clause("OPS-11.1-4")
def test_each_scenario_has_its_own_order_of_battle():
    forces = Counter(
        tuple((placed.unit, placed.hex) for side in SIDES for placed in getattr(scenario, side).setup)
        for scenario in FILES.values()
    )
    assert set(forces.values()) == {1}
    armies = Counter(tuple(unit for side in SIDES for unit in units_of(name, side)) for name in FILES)
    assert {times for times in armies.values() if times > 1} <= {2}  # both battles have the armies of the battle
    assert all(units_of(name, side) for name in FILES for side in SIDES)


@pytest.mark.clause("OPS-11.1-6")
def test_each_scenario_has_its_own_objectives():
    sets = {}
    for name, scenario in FILES.items():
        assert scenario.objectives, name
        assert any(objective.per_turn + objective.at_end for objective in scenario.objectives), name
        rewards = ((o.hex, o.held_by, o.per_turn, o.at_end, o.scores_for) for o in scenario.objectives)
        sets.setdefault(tuple(sorted(rewards)), []).append(name)
    assert [names for names in sets.values() if len(names) > 1] == [[HISTORY, WHAT_IF]]


@pytest.mark.clause("OPS-5.2-10")
def test_simple_scenarios_have_points_for_every_unit_and_complex_ones_have_not():
    simple = [name for name, scenario in FILES.items() if scenario.difficulty == 1]
    assert len(simple) >= 4
    for name in simple:
        for side in SIDES:
            mobile = [unit for unit in units_of(name, side) if KINDS[CATALOGUES[side].units[unit].kind].movement]
            assert getattr(FILES[name].activation_points, side) >= len(mobile), (name, side)
    complex_ = [name for name, scenario in FILES.items() if scenario.impulses == 2]
    assert set(of_kind("battle")) <= set(complex_)
    for name in complex_:
        for side in SIDES:
            here = len(getattr(FILES[name], side).setup)
            assert getattr(FILES[name].activation_points, side) < here, (name, side)
    for name in of_kind("battle"):  # nor for half of the units that fight at the start
        for side in SIDES:
            assert 2 * getattr(FILES[name].activation_points, side) < len(getattr(FILES[name], side).setup)


# ------------------------------------------------------------------------------------------------- campaigns


@pytest.mark.clause("OPS-11.2.1-2")
@pytest.mark.parametrize("side", SIDES)
def test_a_campaign_begins_with_lessons_and_ends_as_a_challenge(side):
    names = campaign_of(side)
    levels = [FILES[name].difficulty for name in names]
    assert levels == sorted(levels)
    assert (levels[0], levels[-1]) == (1, 5)
    assert advanced_rules(names[0]) == set()
    assert all(FILES[name].hints for name in names[:3])
    assert all(set(FILES[name].teaches) == {"en", "fr"} for name in names)
    met = set()
    for name in names:
        new = advanced_rules(name) - met
        assert len(new) <= 4, (name, new)
        met |= new
    assert met >= {"fog", "supply", "fatigue", "air", "commanders", "reconstitution_allied", "reconstitution_axis"}


# ------------------------------------------------------------------------------------------------- advanced ones


@pytest.mark.clause("OPS-11.2.2-1")
def test_advanced_scenarios_refight_the_high_points_of_1944():
    battle, names = load_battle(), of_kind("advanced")
    assert all(FILES[name].historical for name in names)
    months = Counter(FILES[name].dates[0][:7] for name in names)
    assert set(months) == {"1944-06", "1944-07", "1944-08"}
    for name in names:
        assert all(turn_of(battle, day) for day in FILES[name].dates), name
        assert FILES[name].difficulty >= 3, name
        assert FILES[name].rules.weather != "random", name
    windows = {FILES[name].window for name in names}
    assert len(windows) == len(names)


@pytest.mark.clause("OPS-11.2.2-2")
def test_those_that_are_good_for_two_are_marked_in_the_list():
    entries = yaml.load(LEDGER.read_text(encoding="utf-8"), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    recommended = {entry["id"] for entry in entries["scenarios"] if entry["multiplayer_recommended"]}
    assert {info.ledger for info in INFOS.values() if info.multiplayer} == recommended
    advanced = [name for name in of_kind("advanced") if INFOS[name].multiplayer]
    assert 0 < len(advanced) < len(of_kind("advanced"))


# ------------------------------------------------------------------------------------------------- battles


def arrivals(name, side):
    """The turn on which each unit of a side is there first."""
    forces = getattr(FILES[name], side)
    return {placed.unit: 1 for placed in forces.setup} | {one.unit: one.turn for one in forces.reinforcements}


@pytest.mark.clause("OPS-11.2.3-1")
def test_two_battles_put_either_side_in_supreme_command():
    assert of_kind("battle") == [HISTORY, WHAT_IF]
    assert [FILES[name].historical for name in of_kind("battle")] == [True, False]
    for name in of_kind("battle"):
        board = build_board(f"operations/{name}")
        assert board.in_play.all()
        for side in SIDES:
            assert len(units_of(name, side)) == len(set(units_of(name, side))) > 200


@pytest.mark.clause("OPS-11.2.3-2")
def test_the_historical_battle_has_the_42_turns_of_the_calendar():
    scenario, battle = FILES[HISTORY], load_battle()
    assert list(scenario.dates) == [turn.first for turn in battle.calendar]
    assert list(scenario.weather_by_turn) == [turn.weather for turn in battle.calendar]
    assert len(scenario.dates) == 42
    assert scenario.rules.weather == "historical"


@pytest.mark.clause("OPS-11.2.3-3")
def test_in_the_thwarted_landing_the_germans_come_sooner_under_a_worse_sky():
    was, what_if = arrivals(HISTORY, "axis"), arrivals(WHAT_IF, "axis")
    assert set(was) == set(what_if)
    assert [unit for unit in was if what_if[unit] > was[unit]] == []
    waiting = [unit for unit, turn in was.items() if turn > 2]
    sooner = [unit for unit in waiting if what_if[unit] < was[unit]]
    assert len(sooner) > 0.9 * len(waiting)
    mean = {name: sum(table.values()) / len(table) for name, table in (("was", was), ("what if", what_if))}
    assert mean["what if"] < 0.65 * mean["was"]
    scenario, rows = FILES[WHAT_IF], load_tables().weather.random
    assert scenario.rules.weather == "random" and scenario.random_weather == "thwarted_landing"
    foul = {name: row["rain"] + row["storm"] for name, row in rows.items()}
    assert foul["thwarted_landing"] == 75 > 2 * max(foul[month] for month in ("june", "july", "august"))
    known = FILES[HISTORY].weather_by_turn
    assert 100 * sum(weather in ("rain", "storm") for weather in known) / len(known) < 0.5 * foul["thwarted_landing"]


@pytest.mark.clause("OPS-11.2.3-4")
def test_points_places_and_allies_of_the_thwarted_landing_are_those_of_the_battle():
    was, what_if = FILES[HISTORY], FILES[WHAT_IF]
    assert what_if.objectives == was.objectives
    assert (what_if.dates, what_if.victory.margins) == (was.dates, was.victory.margins)
    assert what_if.victory.points_per_hp == was.victory.points_per_hp
    assert arrivals(WHAT_IF, "allied") == arrivals(HISTORY, "allied")
    back_into_the_sea = [victory for victory in what_if.victory.immediate if victory.side == "axis"]
    assert back_into_the_sea


@pytest.mark.clause("OPS-11.2.3-5")
@pytest.mark.parametrize("name", [HISTORY, WHAT_IF])
def test_everything_is_in_force_in_a_battle(name):
    scenario = FILES[name]
    every = {rule for rule, value in msgspec.structs.asdict(scenario.rules).items() if isinstance(value, bool)}
    assert advanced_rules(name) == every
    assert scenario.activation_points.allied <= 25 < len(list(units_of(name, "allied"))) / 4
    assert len(scenario.reconstitution_points) == len(scenario.dates) and min(scenario.reconstitution_points) > 0
    for side in SIDES:
        regulars = {key for key, unit in CATALOGUES[side].units.items() if not unit.scenario_only}
        assert len(regulars & set(units_of(name, side))) > 0.75 * len(regulars), side
