"""docs/rules says what ships: every number of the thirty scenarios in the ledger is in campaigns/operations/."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta
from functools import cache
from typing import Any

import pytest
import yaml

import wab
from wab.content.data import rules_root
from wab.content.normandy.nations import load_nations
from wab.content.operations.battle import load_battle
from wab.content.operations.loader import load_battle_map, load_catalogues, load_scenario
from wab.content.operations.shapes import NO_LIMIT, ObjectiveData, ScenarioFile
from wab.systems.operations.testing.boards import ledger_tables

Entry = dict[str, Any]
SIDES = ("allied", "axis")
LEDGER: Entry = yaml.load((rules_root() / "scenarios_operations.yaml").read_bytes(), Loader=yaml.CSafeLoader)
ENTRIES: dict[str, Entry] = {entry["id"]: entry for entry in LEDGER["scenarios"]}
INFOS = {info.ledger: info for info in wab.scenarios() if info.system == "operations"}
BATTLES = ("OPS-S-B01", "OPS-S-B02")
PLAYED_OUT = [id_ for id_ in ENTRIES if id_ not in BATTLES]
TABLES = ledger_tables()
REINFORCEMENTS = TABLES["OPS-T-REINF"]["rebuild"]
LABEL = load_battle_map().grid.label
FIELDS = {
    *("id", "title", "kind", "campaign_order", "first_player", "dates", "window", "turns", "impulses"),
    *("activation_points", "advanced_rules", "weather_by_turn", "objectives", "immediate_victory"),
    *("points_per_enemy_hp", "reinforcements", "withdrawals", "air_units", "difficulty", "historical_par"),
    *("handicap", "victory_margin", "multiplayer_recommended"),
}
"""The fields that are compared; WORDS names the fields that hold words only."""
WORDS = {"sides_playable", "forces", "teaches", "history", "note", "departs"}

each_scenario = pytest.mark.parametrize("id_", ENTRIES)


@cache
def file_of(id_: str) -> ScenarioFile:
    return load_scenario(INFOS[id_].path)


# ------------------------------------------------------------------------------------------------- what ships


def rules_of(scenario: ScenarioFile) -> Entry:
    names = ("air", "heavy_bombers", "naval", "reconstitution_allied", "supply", "fatigue", "fog", "commanders")
    switches = {name: "on" if getattr(scenario.rules, name) else "off" for name in names}
    return switches | {"weather": scenario.rules.weather}


def objective_of(objective: ObjectiveData) -> Entry:
    shown = {
        "name": objective.name["en"],
        "hex": LABEL(objective.hex),
        "per_turn": objective.per_turn,
        "at_end": objective.at_end,
        "held_at_start": objective.held_by,
        "historical_change_turn": objective.changed,
        "scores_for": objective.scores_for,
        "main": objective.main,
    }
    return shown | ({"historical_return_turn": objective.returned} if objective.returned else {})


def immediate_of(scenario: ScenarioFile) -> list[Entry]:
    """Immediate victories, with what is not said left out."""
    unsaid = {"any": False, "end_of_turn": False, "supplied": False, "first_turn": 1, "last_turn": NO_LIMIT}
    found = []
    for victory in scenario.victory.immediate:
        limits = {name: getattr(victory, name) for name, usual in unsaid.items() if getattr(victory, name) != usual}
        found.append({"side": victory.side, "hexes": [*map(LABEL, victory.hexes)]} | limits)
    return found


def arrivals_of(scenario: ScenarioFile, side: str) -> list[Entry]:
    """Rows of turn and entry, ascending by turn, each with its units in the order of the file."""
    rows: dict[tuple[int, str], list[str]] = {}
    for arrival in getattr(scenario, side).reinforcements:
        rows.setdefault((arrival.turn, arrival.entry), []).append(arrival.unit)
    found = [{"turn": turn, "side": side, "entry": entry, "units": units} for (turn, entry), units in rows.items()]
    return sorted(found, key=lambda row: row["turn"])


def withdrawals_of(scenario: ScenarioFile, side: str) -> list[Entry]:
    left = getattr(scenario, side).withdrawals
    return [{"turn": one.turn, "side": side, "units": list(one.units)} for one in left]


def air_units_of(scenario: ScenarioFile) -> Counter[tuple[str, str, int, int]]:
    last = len(scenario.dates)
    return Counter(
        (side, one.kind, one.from_turn, one.to_turn or last)
        for side in SIDES
        for one in getattr(scenario, side).squadrons
    )


def both(one: Any) -> dict[str, int]:
    return {side: getattr(one, side) for side in SIDES}


# ------------------------------------------------------------------------------------------------- all thirty


@pytest.mark.clause("OPS-11.1-1")
def test_the_ledger_and_the_files_have_the_same_thirty_scenarios():
    assert sorted(ENTRIES) == sorted(INFOS)
    assert len(ENTRIES) == LEDGER["counts"]["total"] == 30


@each_scenario
def test_no_field_of_an_entry_is_left_out_of_the_comparison(id_):
    assert set(ENTRIES[id_]) <= FIELDS | WORDS
    said = ENTRIES[id_].get("departs", {})
    assert set(said) <= FIELDS and all(len(why) > 20 for why in said.values())


@each_scenario
@pytest.mark.clause("OPS-5.2-8")
def test_who_plays_when_and_with_how_many_points(id_):
    entry, scenario, info = ENTRIES[id_], file_of(id_), INFOS[id_]
    assert scenario.title["en"] == entry["title"]
    assert (scenario.kind, scenario.difficulty) == (entry["kind"], entry["difficulty"])
    assert info.campaigns == scenario.campaigns == entry["campaign_order"]
    assert scenario.multiplayer == entry["multiplayer_recommended"]
    assert (scenario.first_player, scenario.impulses) == (entry["first_player"], entry["impulses"])
    assert both(scenario.activation_points) == entry["activation_points"]
    box = scenario.window
    assert {"lon": [box.west, box.east], "lat": [box.south, box.north]} == entry["window"]


@each_scenario
def test_the_days_of_a_scenario(id_):
    entry, scenario = ENTRIES[id_], file_of(id_)
    assert len(scenario.dates) == entry["turns"]["count"]
    assert scenario.dates[0] == entry["dates"]["from"]
    length = 2 if id_ in BATTLES else entry["turns"]["length_days"]
    last = date.fromisoformat(scenario.dates[-1])
    assert str(last + timedelta(length - 1)) == entry["dates"]["to"]
    if id_ not in BATTLES:
        assert last - date.fromisoformat(scenario.dates[-2]) == timedelta(length)


@each_scenario
@pytest.mark.clause("OPS-11.1-5")
def test_the_advanced_rules_of_a_scenario(id_):
    entry, scenario = ENTRIES[id_], file_of(id_)
    said = dict(entry["advanced_rules"])
    points, turns = said.pop("reconstitution_axis_points"), len(scenario.dates)
    assert said == rules_of(scenario)
    spans = points if isinstance(points, dict) else {f"1-{turns}": points}
    each_turn = [0] * turns
    for span, number in spans.items():
        first, last = (int(part) for part in span.split("-"))
        each_turn[first - 1 : last] = [number] * (last - first + 1)
    assert (list(scenario.reconstitution_points) or [0] * turns) == each_turn
    assert scenario.rules.reconstitution_axis == any(each_turn)


@each_scenario
@pytest.mark.clause("OPS-4.2.1-2")
def test_the_weather_of_a_scenario(id_):
    said, scenario = ENTRIES[id_]["weather_by_turn"], file_of(id_)
    if scenario.rules.weather == "random":
        assert said == f"row {scenario.random_weather} of OPS-T-WEATHER-RANDOM"
        assert scenario.random_weather in TABLES["OPS-T-WEATHER-RANDOM"]["rebuild"]["rows"]
        return
    known = [row["weather"] for row in TABLES["OPS-T-CALENDAR"]["rebuild"]["turns"]]
    assert list(scenario.weather_by_turn) == (known if said == "OPS-T-CALENDAR" else said)


@each_scenario
@pytest.mark.clause("OPS-9.2.2-3")
def test_the_objectives_of_a_scenario(id_):
    said, scenario = ENTRIES[id_]["objectives"], file_of(id_)
    if id_ in BATTLES:
        assert said == "OPS-T-VP-BATTLE"
        rows = TABLES[said]["rebuild"]["objectives"]
        battle = load_battle()
        assert [(o.value, o.freed, o.lat, o.lon) for o in battle.objectives] == [
            (row["v"], row["h"], row["lat"], row["lon"]) for row in rows
        ]
        factor = battle.end_factor
        assert [(o.per_turn, o.at_end) for o in scenario.objectives] == [(row["v"], row["v"] * factor) for row in rows]
        return
    assert [objective_of(objective) for objective in scenario.objectives] == said


@each_scenario
@pytest.mark.clause("OPS-9.1-3")
@pytest.mark.clause("OPS-9.2.3-1")
@pytest.mark.clause("OPS-9.2.4-2")
def test_victory_handicap_and_margins_of_a_scenario(id_):
    entry, victory = ENTRIES[id_], file_of(id_).victory
    assert immediate_of(file_of(id_)) == entry.get("immediate_victory", [])
    earns = {f"{side}_earns": points for side, points in both(victory.points_per_hp).items()}
    assert earns == entry["points_per_enemy_hp"]
    given = {side: points for side, points in both(victory.handicap).items() if points}
    said = entry["handicap"]
    assert given == ({said["side"]: said["points"]} if said["points"] else {})
    assert (said["side"] == "none") == (not given) and len(said["why"]) > 20
    margins = victory.margins
    assert entry["victory_margin"] == {
        "draw": [0, margins.draw],
        "marginal": [margins.draw + 1, margins.marginal],
        "tactical": [margins.marginal + 1, margins.tactical],
        "decisive": f"above {margins.tactical}",
    }


@each_scenario
@pytest.mark.clause("OPS-8.3.1-2")
def test_the_reinforcements_of_a_scenario_by_turn_place_and_unit(id_):
    entry, scenario = ENTRIES[id_], file_of(id_)
    if id_ in BATTLES:
        assert entry["reinforcements"].startswith("OPS-T-REINF")
        return
    assert entry["reinforcements"] == [row for side in SIDES for row in arrivals_of(scenario, side)]
    assert entry.get("withdrawals", []) == [row for side in SIDES for row in withdrawals_of(scenario, side)]
    whole = [1, len(scenario.dates)]
    said = Counter({(r["side"], r["kind"], *r.get("turns", whole)): r["units"] for r in entry.get("air_units", [])})
    assert said == air_units_of(scenario)


# ------------------------------------------------------------------------------------------------- the grand battle


def ledger_rows(name: str, side: str) -> list[Entry]:
    """Rows of OPS-T-REINF as the functions above give the rows of a file: with the side, without reasons."""
    rows = REINFORCEMENTS.get(f"{side}_{name}" if name else side, [])
    return [{"side": side} | {key: value for key, value in row.items() if key not in ("why", "since")} for row in rows]


@pytest.mark.clause("OPS-T-REINF")
@pytest.mark.clause("OPS-8.3.1-2")
@pytest.mark.parametrize("side", SIDES)
def test_the_schedule_of_the_grand_battle_is_that_of_the_ledger(side):
    scenario = file_of("OPS-S-B01")
    forces = getattr(scenario, side)
    there: dict[str, list[str]] = {}
    for placed in forces.setup:
        there.setdefault(LABEL(placed.hex), []).append(placed.unit)
    assert there == REINFORCEMENTS[f"setup_{side}"]
    assert arrivals_of(scenario, side) == ledger_rows("", side)
    assert withdrawals_of(scenario, side) == ledger_rows("withdrawals", side)
    changed = [{"side": side, "turn": one.turn, "quality": one.quality} for one in forces.quality_changes]
    divisions = [{"divisions": list(one.divisions)} for one in forces.quality_changes]
    assert [one | named for one, named in zip(changed, divisions, strict=True)] == ledger_rows("quality_changes", side)
    assert not [one for one in forces.quality_changes if one.units]
    air = {(side, row["kind"], *row["turns"]): row["units"] for row in ledger_rows("air_units", side)}
    assert Counter(air) == Counter({key: n for key, n in air_units_of(scenario).items() if key[0] == side})


@pytest.mark.clause("OPS-T-REINF")
@pytest.mark.parametrize("side", SIDES)
def test_the_days_beside_the_schedule_are_those_of_the_order_of_battle(side):
    units = load_catalogues()[side].units
    for row in REINFORCEMENTS[side]:
        days = {units[unit].available_from for unit in row["units"]} - {""}
        assert sorted(days) == row.get("since", []), row


@pytest.mark.clause("OPS-T-REINF")
@pytest.mark.clause("OPS-11.2.3-3")
def test_the_axis_of_the_thwarted_landing_comes_as_the_ledger_says():
    was, what_if = file_of("OPS-S-B01"), file_of("OPS-S-B02")
    named = {unit: row["turn"] for row in REINFORCEMENTS["thwarted_landing_changes"] for unit in row["units"]}
    comes = dict.fromkeys((placed.unit for placed in what_if.axis.setup), 1)
    comes |= {arrival.unit: arrival.turn for arrival in what_if.axis.reinforcements}
    usual = {arrival.unit: 1 + arrival.turn // 2 for arrival in was.axis.reinforcements}  # (turn - 1) / 2, rounded up
    usual |= dict.fromkeys((placed.unit for placed in was.axis.setup), 1)
    assert comes == usual | named
    assert set(named) == {unit for unit in comes if comes[unit] != usual[unit]}
    assert (what_if.allied, what_if.axis.quality_changes) == (was.allied, ())
    assert what_if.axis.withdrawals == was.axis.withdrawals


@pytest.mark.clause("OPS-T-SUPPLY-SOURCES")
@pytest.mark.parametrize("id_", BATTLES)
def test_the_supply_sources_of_the_battles_are_those_of_the_ledger(id_):
    known, scenario = TABLES["OPS-T-SUPPLY-SOURCES"]["rebuild"], file_of(id_)
    said = [
        (side, row["name"], tuple(row["hexes"]), row.get("from_turn", 1), row.get("turns_after_capture"))
        for side in SIDES
        for row in known[side]
    ]
    ships = [
        (one.side, one.name, tuple(map(LABEL, one.hexes)), one.from_turn, one.turns_after_capture)
        for one in scenario.supply
    ]
    assert ships == said
    exceptions = [(list(one.units), one.to_turn) for one in scenario.supply_exceptions]
    assert exceptions == [(row["units"], row["to_turn"]) for row in known["airborne_exception"]]


@pytest.mark.clause("OPS-T-VP-BATTLE")
def test_the_points_of_the_grand_battle_are_those_of_its_table():
    said, scenario = TABLES["OPS-T-VP-BATTLE"]["rebuild"], file_of("OPS-S-B01")
    points = said["activation_points_per_impulse"]
    assert both(scenario.activation_points) | {"impulses": scenario.impulses} == {
        name: points[name] for name in (*SIDES, "impulses")
    }
    given = said["axis_reconstitution_points_per_turn"]
    spans = {tuple(map(int, name.split("_")[1:])): number for name, number in given.items() if name != "why"}
    each_turn = [n for (first, last), n in sorted(spans.items()) for _ in range(first, last + 1)]
    assert list(scenario.reconstitution_points) == each_turn


@pytest.mark.clause("OPS-T-AIR")
def test_never_more_air_units_fly_in_the_grand_battle_than_its_pool_holds():
    pool = {name: n for name, n in TABLES["OPS-T-AIR"]["rebuild"]["grand_battle_pool"].items() if name != "why"}
    most: Counter[str] = Counter()
    for turn in range(1, 43):
        here = Counter[str]()
        for (_, kind, first, last), n in air_units_of(file_of("OPS-S-B01")).items():
            here[kind] += n if first <= turn <= last else 0
        most |= here
    assert most == pool


@pytest.mark.clause("OPS-T-DATA")
def test_scale_box_and_size_are_those_of_the_map():
    said, battle_map = TABLES["OPS-T-DATA"]["rebuild"], load_battle_map()
    grid = battle_map.grid
    assert said["hex_scale_km"]["value"] == battle_map.km_per_hex
    assert (said["map_size_hexes"]["columns"], said["map_size_hexes"]["rows"]) == (grid.cols, grid.rows)
    places = [battle_map.lonlat_of(hex_) for hex_ in range(grid.size)]
    for name, values in zip(("lon", "lat"), zip(*places, strict=True), strict=True):
        low, high = said["map_box"][name]
        assert low <= min(values) < low + 0.02 and high - 0.02 < max(values) <= high, name


@pytest.mark.clause("OPS-T-COLOURS")
def test_the_colours_of_the_counters_are_the_ledger_s():
    nations = load_nations().nations
    assert {name: colours.body for name, colours in nations.items()} == TABLES["OPS-T-COLOURS"]["rebuild"]["counters"]


# ------------------------------------------------------------------------------------------------- historical course


def historical_points(entry: Entry) -> dict[str, int]:
    """Points of both sides where every objective changes hands on its day, with the losses of the ledger."""
    points, par, earns = dict.fromkeys(SIDES, 0), entry["historical_par"], entry["points_per_enemy_hp"]
    for row in entry["objectives"]:
        own = row["held_at_start"]
        lost, back = row["historical_change_turn"] or NO_LIMIT, row.get("historical_return_turn", NO_LIMIT)
        other = SIDES[own == "allied"]
        holders = [other if lost <= turn < back else own for turn in range(1, entry["turns"]["count"] + 1)]
        for holder, reward in (*((holder, row["per_turn"]) for holder in holders), (holders[-1], row["at_end"])):
            points[holder] += reward if row["scores_for"] in ("both", holder) else 0
    points["allied"] += par["axis_hp_lost"] * earns["allied_earns"]
    points["axis"] += par["allied_hp_lost"] * earns["axis_earns"]
    return points


@pytest.mark.clause("OPS-9.2.4-2")
@pytest.mark.parametrize("id_", PLAYED_OUT)
def test_the_points_of_the_historical_course_follow_from_the_objectives_that_ship(id_):
    entry = ENTRIES[id_]
    assert historical_points(entry) == {side: entry["historical_par"][f"{side}_points"] for side in SIDES}


@pytest.mark.clause("OPS-9.2.4-2")
@pytest.mark.parametrize("id_", BATTLES)
def test_the_losses_of_history_are_those_of_the_grand_battle_alone(id_):
    losses, par = file_of(id_).victory.historical_losses, ENTRIES[id_].get("historical_par")
    assert (losses is None) == (par is None) == (id_ != "OPS-S-B01")
    if losses is not None and par is not None:
        assert both(losses) == {side: par[f"{side}_hp_lost"] for side in SIDES}
