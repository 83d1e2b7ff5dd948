"""The flagship's tables and orders of battle: what the published rules pin, and agreement with the ledger."""

from itertools import pairwise
from math import floor
from pathlib import Path
from shutil import copytree

import pytest
import yaml

from wab.content.operations.loader import (
    data_digest,
    load_battle_map,
    load_catalogue,
    load_scenario,
    load_tables,
    scenario_infos,
    scenario_path,
    scenario_paths,
)
from wab.engine.words.errors import UsageError

LEDGER = Path(__file__).resolve().parents[3] / "docs" / "rules" / "operations.yaml"
CLASSES = ("inf", "mec", "arm", "rec", "art", "cdr")


@pytest.fixture(scope="module")
def ledger():
    tables = yaml.load(LEDGER.read_text(encoding="utf-8"), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))[
        "tables"
    ]
    return {table["id"]: table["rebuild"] for table in tables}


@pytest.fixture(scope="module")
def tables():
    return load_tables()


def cell(tables, ratio, total):
    combat = tables.combat
    row = combat.rows[min(max(total - combat.first_roll, 0), len(combat.rows) - 1)]
    column = combat.columns.index(ratio)
    return row.attacker[column], row.defender[column], bool(row.retreat[column])


# ------------------------------------------------------------------------------------------------- combat


@pytest.mark.clause("OPS-7.3.3-3")
def test_the_known_cell_of_the_combat_table(tables):
    assert cell(tables, "6:1", 7) == (1, 13, True)


@pytest.mark.clause("OPS-T-CRT")
def test_the_combat_table_is_the_ledger_s(tables, ledger):
    rows = ledger["OPS-T-CRT"]["rows"]
    assert list(tables.combat.columns) == ledger["OPS-T-CRT"]["columns"]
    assert tables.combat.first_roll == 1
    assert len(tables.combat.rows) == len(rows)
    for mine, theirs in zip(tables.combat.rows, rows.values(), strict=True):
        assert (list(mine.attacker), list(mine.defender), list(mine.retreat)) == (
            theirs["attacker"],
            theirs["defender"],
            theirs["retreat"],
        )


@pytest.mark.clause("OPS-T-CRT")
def test_the_combat_table_follows_its_generator(tables, ledger):
    made = ledger["OPS-T-CRT"]["generator_parameters"]
    for place, ratio in enumerate(tables.combat.columns):
        d7, ds, a7, as_, retreat_from = (made[name][place] for name in ("D7", "ds", "A7", "as", "R"))
        for total in range(1, 17):
            defender = max(0, floor(round(d7 + ds * (total - 7), 6) + 0.5))
            attacker = max(0, floor(round(a7 - as_ * (total - 7), 6) + 0.5))
            assert cell(tables, ratio, total) == (attacker, defender, total >= retreat_from), (ratio, total)


def test_better_odds_and_rolls_never_help_the_defender(tables):
    rows = tables.combat.rows
    for row in rows:
        assert list(row.attacker) == sorted(row.attacker, reverse=True)
        assert list(row.defender) == sorted(row.defender)
        assert list(row.retreat) == sorted(row.retreat)
    for lower, higher in pairwise(rows):
        assert all(a >= b for a, b in zip(lower.attacker, higher.attacker, strict=True))
        assert all(a <= b for a, b in zip(lower.defender, higher.defender, strict=True))
        assert all(a <= b for a, b in zip(lower.retreat, higher.retreat, strict=True))


@pytest.mark.clause("OPS-7.4.4-2")
def test_fifteen_support_points_give_three_lines(tables):
    assert [band.bonus for band in tables.support.bands if band.points[0] <= 15 <= band.points[1]] == [3]


@pytest.mark.clause("OPS-T-SUPPORT")
def test_the_support_bands_are_the_ledger_s(tables, ledger):
    theirs = [(tuple(band["points"]), band["bonus"]) for band in ledger["OPS-T-SUPPORT"]["bands"]]
    assert [(band.points, band.bonus) for band in tables.support.bands] == theirs
    assert tables.support.most_supports == 3


@pytest.mark.clause("OPS-7.5.2-2")
def test_fifteen_points_of_bombardment_on_a_seven_cost_four_hp(tables):
    table = tables.bombardment
    column = max(i for i, lowest in enumerate(table.columns) if lowest <= 15)
    assert table.rows[7 - 2][column] == 4


@pytest.mark.clause("OPS-T-BOMBARD")
def test_the_bombardment_table_is_the_ledger_s(tables, ledger):
    theirs = ledger["OPS-T-BOMBARD"]
    assert [list(row) for row in tables.bombardment.rows] == list(theirs["rows"].values())
    assert list(tables.bombardment.columns) == [int(name.split("-")[0].rstrip("+")) for name in theirs["columns"]]
    assert (tables.bombardment.recognised_percent, tables.bombardment.detected_percent) == (75, 50)


@pytest.mark.clause("OPS-7.4.7-1")
def test_cherbourg_is_worth_three_columns_against_the_allies_from_outside(tables):
    ground = tables.terrain
    assert ground.terrain["city"].defence + ground.fortified.defence == 3
    assert ground.fortified.side == "axis"


@pytest.mark.clause("OPS-T-TERRAIN-COMBAT")
def test_the_terrain_shifts_are_the_ledger_s(tables, ledger):
    theirs = ledger["OPS-T-TERRAIN-COMBAT"]
    for name, shift in theirs["hex"].items():
        if name != "fortified_zone_extra_vs_allies":
            assert tables.terrain.terrain[name].defence == shift, name
    assert tables.terrain.river.defence == theirs["hexside"]["river_if_all_attackers_cross"]
    assert tables.terrain.cliff.defence == theirs["hexside"]["cliff_if_all_attackers_cross"]
    assert tables.terrain.from_the_sea == theirs["hexside"]["from_sea_or_beach_landing"]


# ------------------------------------------------------------------------------------------------- ground, sight


def as_cost(cell):
    return "no" if cell == "P" else cell


@pytest.mark.clause("OPS-T-MOVE")
def test_the_movement_costs_are_the_ledger_s(tables, ledger):
    theirs, ground = ledger["OPS-T-MOVE"], tables.terrain
    mine = {name: row.cost for name, row in ground.terrain.items()}
    mine |= {"road": ground.road, "fortified_zone": ground.fortified.cost}
    for name, row in theirs["hex_costs"].items():
        assert [mine[name][class_] for class_ in CLASSES] == [as_cost(cost) for cost in row["cost"]], name
    for name, costs in (("river", ground.river), ("cliff", ground.cliff)):
        expected = [as_cost(cost) for cost in theirs["hexside_costs"][name]["add"]]
        assert [costs.add[class_] for class_ in CLASSES] == expected, name


def test_the_map_has_no_terrain_that_the_table_lacks(tables):
    assert set(load_battle_map().terrain_names) <= set(tables.terrain.terrain)


@pytest.mark.clause("OPS-T-STRATEGIC")
def test_column_march_is_allowed_where_the_ledger_says(tables, ledger):
    allowed = ledger["OPS-T-STRATEGIC"]["allowed"]
    for name, row in tables.terrain.terrain.items():
        assert row.strategic == allowed.get(name, False), name
    assert tables.terrain.fortified.strategic == allowed["fortified_zone"]


@pytest.mark.clause("OPS-T-SIGHT")
def test_the_sight_values_are_the_ledger_s(tables, ledger):
    theirs = ledger["OPS-T-SIGHT"]
    for name, value in theirs["value_per_hex"].items():
        assert tables.terrain.terrain[name].sight == value, name
    assert tables.terrain.high_ground_sight == theirs["observer_on_hill_bonus"]
    assert {name for name, row in tables.terrain.terrain.items() if row.high_ground} == {"hills", "hill_bocage"}


# ------------------------------------------------------------------------------------------------- weather, state


@pytest.mark.clause("OPS-T-WEATHER-MOVE")
def test_the_movement_percentages_are_the_ledger_s(tables, ledger):
    theirs = ledger["OPS-T-WEATHER-MOVE"]
    for name, row in theirs["rows"].items():
        mine = tables.weather.movement[name].percent
        assert [mine[weather] for weather in theirs["columns"]] == row["pct"], name


@pytest.mark.clause("OPS-4.2.3-2")
def test_a_storm_slows_armour_and_axis_mechanised_units_only(tables):
    slowed = {name for name, row in tables.weather.movement.items() if row.percent["storm"] < 100}
    assert slowed == {"allied_armoured", "axis_armoured", "axis_mechanised"}


@pytest.mark.clause("OPS-4.2.3-3")
@pytest.mark.parametrize("weather", ["sunny", "overcast"])
def test_fair_weather_slows_the_axis_only(tables, weather):
    for name, row in tables.weather.movement.items():
        assert (row.percent[weather] < 100) == name.startswith("axis"), name
        assert row.percent["rain"] == 100


@pytest.mark.clause("OPS-T-WEATHER-RANDOM")
def test_random_weather_is_the_ledger_s(tables, ledger):
    theirs = ledger["OPS-T-WEATHER-RANDOM"]
    for month, row in theirs["rows"].items():
        assert [tables.weather.random[month][weather] for weather in theirs["columns"]] == row["pct"], month
    assert tables.weather.persistence == 30


@pytest.mark.clause("OPS-6.1-5")
@pytest.mark.clause("OPS-6.1-6")
def test_rain_takes_a_third_of_the_sight_and_a_storm_half(tables):
    assert tables.weather.sight_sixths == {"sunny": 6, "overcast": 6, "rain": 4, "storm": 3}


@pytest.mark.clause("OPS-T-STATE")
def test_states_and_thresholds_are_the_ledger_s(tables, ledger):
    theirs, mine = ledger["OPS-T-STATE"], tables.state.quality
    for quality, threshold in theirs["fatigue_threshold_pct"].items():
        row = mine[quality.lower()]
        assert row.fatigue_threshold == threshold
        assert list(row.attack) == theirs["attack_pct_by_state_4_3_2_1"][quality]
        assert list(row.defence) == theirs["defence_pct_by_state_4_3_2_1"][quality]
    for full, name in ((8, "hp_level_for_8_hp"), (4, "hp_level_for_4_hp")):
        for hp, level in theirs[name].items():
            assert sum(int(hp) * 100 > over * full for over in tables.state.level_over) == level


@pytest.mark.clause("OPS-8.4.2-1")
@pytest.mark.clause("OPS-8.4.2-2")
@pytest.mark.clause("OPS-8.4.2-3")
@pytest.mark.clause("OPS-8.4.2-4")
@pytest.mark.clause("OPS-8.4.2-6")
@pytest.mark.clause("OPS-8.4.2-7")
def test_the_published_figures_of_fatigue(tables):
    table = tables.fatigue
    assert (table.combat, table.per_hp, table.retreat, table.bombardment) == (15, 1, 10, 10)
    assert (table.recovery, table.rest) == (10, 20)


# ------------------------------------------------------------------------------------------------- units


SIZES = {
    "rgt": "regiment",
    "bde": "brigade",
    "cc": "brigade",
    "gt": "regiment",
    "bn": "battalion",
    "grp": "group",
    "kg": "group",
    "co": "company",
    "bty": "battery",
}
TYPES = {"INF": "infantry", "ARM": "armoured", "MEC": "mechanised", "OTH": "other"}
REBUILD = {"auto": "automatic", "manual": "manual", "none": "none"}


def test_there_are_86_kinds_of_land_units(tables, ledger):
    on_land = [name for name, kind in tables.units.items() if kind.size not in ("ship", "commander")]
    assert len(on_land) == ledger["OPS-T-UNITS"]["count"] == 86
    assert on_land == list(ledger["OPS-T-UNITS"]["rows"])


def test_the_unit_table_is_the_ledger_s(tables, ledger):
    columns = ledger["OPS-T-UNITS"]["columns"]
    for name, row in ledger["OPS-T-UNITS"]["rows"].items():
        given, kind = dict(zip(columns, row["v"], strict=True)), tables.units[name]
        assert (kind.type, kind.move_class, kind.size) == (TYPES[given["type"]], given["class"], SIZES[given["size"]])
        assert kind.quality == given["quality"].lower()
        for mine, theirs in (("movement", "mp"), ("anti_air", "aa"), ("anti_air_range", "aa_range")):
            assert getattr(kind, mine) == given[theirs], (name, mine)
        for value in ("hp", "attack", "defence", "bombardment", "range", "sight", "weight"):
            assert getattr(kind, value) == given[value], (name, value)
        assert (kind.rebuild, kind.strategic) == (REBUILD[given["rec"]], bool(given["strat"])), name
        assert kind.tiger == (given["bonus"] == "Tiger C1"), name


def test_regiments_have_8_hp_and_smaller_units_4(tables):
    for name, kind in tables.units.items():
        assert kind.hp == 2 if kind.size == "commander" else kind.hp in (4, 8), name
        if kind.size in ("battalion", "company", "battery"):
            assert kind.hp == 4, name


def test_only_german_units_below_a_battalion_have_no_weight(tables):
    weightless = {name for name, kind in tables.units.items() if kind.weight == 0}
    assert weightless == {"de_coy", "de_tank_coy", "de_coastal", "commander"}


def test_estimates_lie_within_what_there_is_of_their_type(tables):
    for type_, guess in tables.estimates.items():
        kinds = [kind for kind in tables.units.values() if kind.type == type_]
        for value in ("hp", "attack", "defence", "movement", "sight"):
            known = [getattr(kind, value) for kind in kinds]
            assert min(known) <= getattr(guess, value) <= max(known), (type_, value)


@pytest.mark.parametrize("side", ["allied", "axis"])
def test_every_unit_has_a_counter_of_its_own(side):
    catalogue = load_catalogue(side)
    shorts = [unit.short for unit in catalogue.units.values()]
    assert len(shorts) == len(set(shorts))
    assert all(len(short) <= 9 for short in shorts)
    used = {unit.division for unit in catalogue.units.values()}
    assert set(catalogue.divisions) == used - {""}


# ------------------------------------------------------------------------------------------------- scenarios


def test_the_list_of_scenarios_is_made_from_the_files():
    infos = scenario_infos()
    assert {info.id for info in infos} == {f"operations/{path.stem}" for path in scenario_paths()}
    assert [info.kind for info in infos] == sorted(
        (info.kind for info in infos), key=["campaign", "advanced", "battle"].index
    )
    for info in infos:
        scenario = load_scenario(info.path)
        assert (info.turns, info.title, info.sides) == (len(scenario.dates), dict(scenario.title), ("allied", "axis"))


def test_an_unknown_scenario_is_refused_with_the_known_ones():
    with pytest.raises(UsageError, match="operations/cliffs-and-shingle"):
        scenario_path("operations/cliffs")


def test_the_digest_of_the_data_changes_with_a_file_that_rules_read(tmp_path, monkeypatch):
    copytree(LEDGER.parents[2] / "campaigns" / "operations", tmp_path / "campaigns" / "operations")
    before = data_digest()
    monkeypatch.setenv("WAB_DATA", str(tmp_path))
    assert data_digest() == before
    for other in ("battle.yaml", "art/names.yaml"):  # advice, and what a map shows
        with (tmp_path / "campaigns/operations" / other).open("a", encoding="utf-8") as file:
            file.write("\n# another line\n")
    assert data_digest() == before
    table = tmp_path / "campaigns/operations/tables/fatigue.yaml"
    table.write_text(table.read_text(encoding="utf-8").replace("combat: 15", "combat: 14"), encoding="utf-8")
    assert data_digest() != before
    assert load_tables().fatigue.combat == 14
