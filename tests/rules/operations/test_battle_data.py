"""Rules about the data of this battle: nations, kinds of units, commanders, calendar, words, advice."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from datetime import date, timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

import wab
from wab.content.operations.battle import load_battle, turn_of
from wab.content.operations.loader import (
    load_battle_map,
    load_catalogues,
    load_scenario,
    load_tables,
    operations_root,
    scenario_paths,
)
from wab.engine.words.errors import DataError
from wab.systems.operations.sequence.victory import points, score_at_end, score_of_turn
from wab.systems.operations.state.apply import apply
from wab.systems.operations.state.board import SIDE_CODE
from wab.systems.operations.state.setup import build_board, starting_state
from wab.systems.operations.testing.boards import ledger_examples, ledger_tables

TABLES = load_tables()
KINDS = TABLES.units
CATALOGUES = load_catalogues()
BATTLE = load_battle()
MAP = load_battle_map()
ROWS = ledger_tables()["OPS-T-UNITS"]["rebuild"]
LAND = {name: kind for name, kind in KINDS.items() if kind.size not in ("ship", "commander")}
SCENARIOS = {path.stem: load_scenario(path) for path in scenario_paths()}


def prefixed(*prefixes):
    return {name: kind for name, kind in LAND.items() if name.startswith(prefixes)}


def catalogue_units():
    return {key: unit for catalogue in CATALOGUES.values() for key, unit in catalogue.units.items()}


# ------------------------------------------------------------------------------------------------- tables of units

TYPES = {"INF": "infantry", "ARM": "armoured", "MEC": "mechanised", "OTH": "other"}
REBUILD = {"auto": "automatic", "manual": "manual", "none": "none"}


def row(name):
    """The traits of a kind that the ledger's unit table gives, in the ledger's words."""
    return dict(zip(ROWS["columns"], ROWS["rows"][name]["v"], strict=True))


def assert_is_the_ledger_s(name):
    kind, given = LAND[name], row(name)
    assert (kind.type, kind.move_class, kind.quality) == (
        TYPES[given["type"]],
        given["class"],
        given["quality"].lower(),
    )
    for value in ("hp", "attack", "defence", "bombardment", "range", "sight", "weight"):
        assert getattr(kind, value) == given[value], (name, value)
    assert (kind.anti_air, kind.anti_air_range) == (given["aa"], given["aa_range"]), name
    assert (kind.rebuild, kind.tiger) == (REBUILD[given["rec"]], given["bonus"] == "Tiger C1"), name


def of_us_infantry(name):
    return name.startswith("us_") and row(name)["type"] == "INF"


@pytest.mark.clause("OPS-10.1.2-1")
@pytest.mark.parametrize("name", [name for name in ROWS["rows"] if of_us_infantry(name)])
def test_the_table_of_us_infantry(name):
    assert_is_the_ledger_s(name)


@pytest.mark.clause("OPS-10.1.3-1")
@pytest.mark.parametrize(
    "name", [name for name in ROWS["rows"] if name.startswith(("us_", "fr_")) and not of_us_infantry(name)]
)
def test_the_table_of_us_and_french_armour_and_artillery(name):
    assert_is_the_ledger_s(name)


@pytest.mark.clause("OPS-10.1.4-1")
@pytest.mark.parametrize("name", [name for name in ROWS["rows"] if name.startswith("uk_")])
def test_the_table_of_british_units(name):
    assert_is_the_ledger_s(name)


@pytest.mark.clause("OPS-10.1.5-1")
@pytest.mark.parametrize("name", [name for name in ROWS["rows"] if name.startswith(("ca_", "pl_"))])
def test_the_table_of_canadian_and_polish_units(name):
    assert_is_the_ledger_s(name)


@pytest.mark.clause("OPS-10.1.6-1")
@pytest.mark.parametrize("name", [name for name in ROWS["rows"] if name.startswith("de_")])
def test_the_tables_of_wehrmacht_units(name):
    assert_is_the_ledger_s(name)


@pytest.mark.clause("OPS-10.1.9-1")
@pytest.mark.parametrize("name", [name for name in ROWS["rows"] if name.startswith("ss_")])
def test_the_table_of_ss_units(name):
    assert_is_the_ledger_s(name)


@pytest.mark.clause("OPS-10.2-1")
@pytest.mark.parametrize("name", list(ROWS["rows"]))
def test_the_movement_data_of_every_unit(name):
    assert (LAND[name].movement, LAND[name].strategic) == (row(name)["mp"], bool(row(name)["strat"]))
    assert LAND[name].move_class == row(name)["class"]


@pytest.mark.clause("OPS-T-UNITS")
def test_every_row_belongs_to_one_of_the_tables():
    assert set(LAND) == set(ROWS["rows"]) == set(prefixed("us_", "fr_", "uk_", "ca_", "pl_", "de_", "ss_"))


# ------------------------------------------------------------------------------------------------- traits


@pytest.mark.clause("OPS-10.1.1-1")
def test_every_unit_has_one_of_four_types():
    assert {kind.type for kind in KINDS.values()} == {"armoured", "mechanised", "infantry", "other"}
    for name, kind in KINDS.items():
        if kind.bombardment or kind.size in ("ship", "commander"):
            assert kind.type == "other", name
        if kind.move_class in ("inf", "mec", "arm"):
            assert kind.type == {"inf": "infantry", "mec": "mechanised", "arm": "armoured"}[kind.move_class], name


@pytest.mark.clause("OPS-10.1.1-3")
def test_regiments_and_brigades_generally_have_8_hp_and_smaller_units_4():
    hp = {size: Counter(kind.hp for kind in LAND.values() if kind.size == size) for size in ("regiment", "brigade")}
    for size, counts in hp.items():
        assert set(counts) == {4, 8}
        assert counts[8] > 2 * counts[4], size
    for name, kind in LAND.items():
        if kind.size in ("battalion", "company", "battery"):
            assert kind.hp == 4, name


@pytest.mark.clause("OPS-10.1.1-5")
def test_commanders_and_tiger_battalions_carry_a_bonus_and_nobody_else():
    assert {name for name, kind in KINDS.items() if kind.tiger} == {"de_tiger", "ss_tiger"}
    for name, kind in KINDS.items():
        assert (kind.columns, kind.lines) == (0, 0), name  # a Tiger's column is not a second one
    for key, unit in catalogue_units().items():
        carries = bool(unit.traits.columns or unit.traits.lines)
        assert carries == (unit.kind == "commander"), key


@pytest.mark.clause("OPS-10.1.1-7")
@pytest.mark.clause("OPS-10.1.1-9")
def test_only_artillery_reaches_farther_than_one_hex():
    for name, kind in LAND.items():
        assert (kind.range > 1) == (kind.bombardment > 0), name
        assert kind.range in ((2, 3) if kind.bombardment else (1,)), name
        assert not kind.bombardment or kind.move_class == "art", name


@pytest.mark.clause("OPS-10.1.1-13")
@pytest.mark.clause("OPS-10.1.1-11")
def test_anti_aircraft_points_reach_one_hex_at_most_and_farther_than_0_for_flak_only():
    assert {kind.anti_air_range for kind in KINDS.values()} == {0, 1}
    assert {name for name, kind in KINDS.items() if kind.anti_air_range} == {"de_flak", "de_flak_bn", "ss_flak"}
    assert all(kind.anti_air >= 3 for kind in KINDS.values() if kind.anti_air_range)
    assert 0 < sum(kind.anti_air > 0 for kind in LAND.values()) < len(LAND)


@pytest.mark.clause("OPS-10.1.1-12")
def test_allied_units_have_anti_aircraft_points_too():
    allied = prefixed("us_", "uk_", "ca_", "pl_", "fr_")
    assert sum(kind.anti_air > 0 for kind in allied.values()) > len(allied) / 2


@pytest.mark.clause("OPS-10.1.1-14")
def test_zones_of_control_reach_one_hex_and_none_for_commanders_and_ships():
    for name, kind in KINDS.items():
        assert kind.zoc == (0 if kind.size in ("commander", "ship") else 1), name


@pytest.mark.clause("OPS-10.1.1-17")
@pytest.mark.clause("OPS-8.3.3-7")
def test_most_units_can_be_reconstituted_the_allies_by_themselves_the_axis_by_hand():
    for prefixes, how in ((("us_", "uk_", "ca_", "pl_", "fr_"), "automatic"), (("de_", "ss_"), "manual")):
        counts = Counter(kind.rebuild for kind in prefixed(*prefixes).values())
        assert counts[how] > 0.8 * sum(counts.values())
        assert set(counts) <= {how, "none"}
    assert {name for name, kind in LAND.items() if kind.rebuild == "none"} == {"de_ost", "de_fortress", "de_coastal"}


@pytest.mark.clause("OPS-10.1.1-18")
@pytest.mark.clause("OPS-6.1-2")
def test_sight_goes_by_what_a_unit_rides_in():
    assert {kind.sight for kind in LAND.values() if kind.move_class == "rec"} == {6}
    assert all(kind.sight == 6 for kind in LAND.values() if kind.symbol == "recon")
    assert {kind.sight for kind in LAND.values() if kind.move_class in ("inf", "art")} <= {2, 3, 4}
    assert all(kind.sight >= 1 for kind in KINDS.values())


@pytest.mark.clause("OPS-10.1.1-20")
@pytest.mark.clause("OPS-10.1.1-19")
@pytest.mark.clause("OPS-8.1-3")
def test_small_german_detachments_weigh_nothing_and_lend_their_type_to_a_stack():
    weightless = {name: kind for name, kind in LAND.items() if kind.weight == 0}
    assert set(weightless) == {"de_coy", "de_tank_coy", "de_coastal"}
    assert {kind.size for kind in weightless.values()} == {"company", "battery"}
    assert weightless["de_tank_coy"].type == "armoured"
    assert any("battalion" in tip["en"] and "stack" in tip["en"] for tip in BATTLE.advice["axis"])


# ------------------------------------------------------------------------------------------------- nations


@pytest.mark.clause("OPS-2.1.2-1")
def test_reserves_far_from_the_coast_cannot_come_up_under_a_clear_sky():
    """Sunny: the Axis is slowed most, and most Allied aircraft fly; in rain the other way round."""
    for group in ("armoured", "mechanised", "infantry", "other", "commander"):
        percent = TABLES.weather.movement[f"axis_{group}"].percent
        assert percent["sunny"] < percent["overcast"] < percent["rain"] == 100, group
    for name, kind in TABLES.air.items():
        assert kind.available["sunny"] > kind.available["overcast"] > kind.available["rain"], name
    assert any("aircraft" in tip["en"] and "rain" in tip["en"] for tip in BATTLE.advice["axis"])


@pytest.mark.clause("OPS-2.1.2-2")
def test_german_strengths_and_weaknesses_are_in_the_data():
    german, allied = prefixed("de_", "ss_"), prefixed("us_", "uk_", "ca_", "pl_", "fr_")
    armour = {name: kind for name, kind in german.items() if kind.size == "regiment" and kind.type == "armoured"}
    assert max(kind.attack for kind in armour.values()) > max(kind.attack for kind in allied.values())
    ground = TABLES.terrain.terrain
    assert ground["bocage"].defence > ground["clear"].defence  # the hedgerows against the Americans
    assert sum(kind.tiger for kind in german.values()) == 2  # of the army and of the SS
    assert not any(kind.tiger for kind in allied.values())
    # improvised and flexible: rebuilt in contact, weightless detachments; brittle: more and lesser conscripts
    assert {kind.rebuild for kind in armour.values()} == {"manual"}
    conscripts = {
        side: sum(k.quality == "conscript" for k in kinds.values()) for side, kinds in (("g", german), ("a", allied))
    }
    assert conscripts["g"] > 3 * conscripts["a"]
    assert any("Caen" in tip["en"] and "fall back" in tip["en"] for tip in BATTLE.advice["axis"])


@pytest.mark.clause("OPS-2.1.3-1")
def test_british_infantry_defends_clearly_better_than_it_attacks_and_british_armour_is_good():
    foot = {name: kind for name, kind in prefixed("uk_").items() if kind.type == "infantry"}
    assert len(foot) >= 5
    for name, kind in foot.items():
        assert kind.defence >= 2 * kind.attack, name
    american = [kind.attack for kind in prefixed("us_inf").values()]
    assert LAND["uk_inf_vet"].attack < LAND["us_inf_vet"].attack == max(american)
    tanks = [
        kind.attack for name, kind in prefixed("uk_").items() if kind.type == "armoured" and kind.size == "brigade"
    ]
    assert min(tanks) >= 8


@pytest.mark.clause("OPS-2.1.4-1")
def test_american_units_are_mostly_experienced_some_veteran_a_few_conscript():
    counts = Counter(kind.quality for kind in prefixed("us_").values())
    assert counts["experienced"] > sum(counts.values()) / 2
    assert 0 < counts["conscript"] < counts["veteran"] < counts["experienced"]


@pytest.mark.clause("OPS-2.1.5-1")
def test_five_allied_nations_have_units_of_their_own():
    assert set(BATTLE.nations["allied"]) == {"us", "uk", "ca", "fr", "pl"}
    fighting = Counter(unit.nation for unit in CATALOGUES["allied"].units.values() if unit.kind != "commander")
    assert set(fighting) == set(BATTLE.nations["allied"])
    for nation in BATTLE.nations["allied"]:
        assert prefixed(f"{nation}_"), nation
    assert {unit.nation for unit in CATALOGUES["axis"].units.values()} == set(BATTLE.nations["axis"])


@pytest.mark.clause("OPS-2.1.5-2")
def test_canadians_land_on_juno():
    """In every scenario of D-Day a Canadian brigade stands nearer to Juno than to any other beach."""
    beaches = {name: overlay.nonzero()[0] for name, overlay in MAP.overlays.items() if name.startswith("beach_")}
    seen = 0
    for name, scenario in SCENARIOS.items():
        for placement in scenario.allied.setup:
            unit = CATALOGUES["allied"].units[placement.unit]
            if unit.nation != "ca" or unit.kind == "commander" or scenario.dates[0] != BATTLE.first_day:
                continue
            here = placement.hex
            away = {
                beach: min(MAP.grid.distance(here, int(hex_)) for hex_ in hexes) for beach, hexes in beaches.items()
            }
            assert min(away, key=lambda beach: (away[beach], beach)) == "beach_juno", (name, placement.unit)
            seen += 1
    assert seen >= 2


def trial(tmp_path, text):
    path = tmp_path / "trial.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def with_newcomer(day, unit, turn, kind="campaign"):
    """The first scenario's text as if it began on another day, with one more Allied unit."""
    text = next(path for path in scenario_paths() if path.stem == "cliffs-and-shingle").read_text(encoding="utf-8")
    dates = ", ".join(str(date.fromisoformat(day) + timedelta(days=i)) for i in range(4))
    text = re.sub(r"dates: \[.*\]", f"dates: [{dates}]", text).replace("kind: campaign", f"kind: {kind}")
    text = re.sub(r".*unit: hkb_maisy.*\n", "", text)  # a battery that fell on 9 June
    if kind != "campaign":
        text = re.sub(r"campaigns: .*\n", "", text)
    newcomer = f"\\1  reinforcements:\n    - {{turn: {turn}, unit: {unit}, hex: 5031, entry: omaha}}\n"
    return re.sub(r"(\nallied:\n.*?\n)  reinforcements:\n", newcomer, text, flags=re.DOTALL)


@pytest.mark.clause("OPS-2.1.5-3")
@pytest.mark.parametrize(
    ("day", "turn", "there"), [("1944-06-06", 4, False), ("1944-07-28", 4, False), ("1944-07-29", 4, True)]
)
def test_the_french_come_on_1_august_and_not_before(tmp_path, day, turn, there):
    french = {key: unit for key, unit in CATALOGUES["allied"].units.items() if unit.nation == "fr"}
    assert len([unit for unit in french.values() if unit.kind == "fr_gt"]) == 3
    assert {unit.available_from for unit in french.values()} == {"1944-08-01"}
    assert {unit.corps for unit in french.values()} == {"XV"}  # of Patton's Third Army
    path = trial(tmp_path, with_newcomer(day, "fr_2db_gtd", turn))
    if there:
        assert load_scenario(path)
    else:
        with pytest.raises(DataError, match=r"fr_2db_gtd.* was not there before 1944-08-01"):
            load_scenario(path)


@pytest.mark.clause("OPS-2.1.5-3")
def test_a_turn_that_holds_the_day_is_late_enough(tmp_path):
    """Turns of two days: turn 30 of the grand battle begins on 31 July and holds 1 August."""
    text = with_newcomer("1944-07-25", "fr_2db_gtd", 4)
    text = re.sub(r"dates: \[.*\]", "dates: [1944-07-25, 1944-07-27, 1944-07-29, 1944-07-31]", text)
    assert load_scenario(trial(tmp_path, text))
    early = text.replace("{turn: 4, unit: fr_2db_gtd", "{turn: 3, unit: fr_2db_gtd")
    with pytest.raises(DataError, match="fr_2db_gtd"):
        load_scenario(trial(tmp_path, early))
    assert load_scenario(trial(tmp_path, "historical: false\n" + early))


@pytest.mark.clause("OPS-2.1.5-4")
def test_the_poles_come_at_the_end_of_july_under_the_canadians(tmp_path):
    poles = [unit for unit in CATALOGUES["allied"].units.values() if unit.nation == "pl" and unit.kind != "commander"]
    assert sorted(unit.kind for unit in poles) == ["pl_armd", "pl_recce", "pl_rifle"]
    assert {(unit.corps, unit.division) for unit in poles} == {("II Canadian", "pl_1ad")}
    assert {turn_of(BATTLE, unit.available_from) for unit in poles} == {29}
    with pytest.raises(DataError, match=r"pl_10ab.* was not there before 1944-07-29"):
        load_scenario(trial(tmp_path, with_newcomer("1944-07-25", "pl_10ab", 4)))
    assert load_scenario(trial(tmp_path, with_newcomer("1944-07-26", "pl_10ab", 4)))


@pytest.mark.clause("OPS-3.3-1")
def test_some_units_exist_for_single_scenarios_only(tmp_path):
    flagged = {key for key, unit in catalogue_units().items() if unit.scenario_only}
    assert flagged and len(flagged) < len(catalogue_units()) / 4
    assert load_scenario(trial(tmp_path, with_newcomer("1944-06-06", "us_101ab_art", 2)))
    assert catalogue_units()["us_101ab_art"].scenario_only
    with pytest.raises(DataError, match=r"us_101ab_art.* not for a whole battle"):
        load_scenario(trial(tmp_path, with_newcomer("1944-06-06", "us_101ab_art", 2, kind="battle")))


# ------------------------------------------------------------------------------------------------- commanders


COMMANDERS = ledger_tables()["OPS-T-COMMANDERS"]["rebuild"]


def bonus_text(unit):
    parts = [f"{letter}{value}" for letter, value in (("C", unit.traits.columns), ("L", unit.traits.lines)) if value]
    return "+".join(parts)


@pytest.mark.clause("OPS-T-COMMANDERS")
@pytest.mark.clause("OPS-7.4.5-2")
@pytest.mark.clause("OPS-10.1.3-1")
@pytest.mark.parametrize(
    ("side", "row_"),
    [(side, entry) for side in ("allied", "axis") for entry in COMMANDERS[side]],
    ids=lambda v: str(v)[:30],
)
def test_every_commander_of_the_table_is_in_the_order_of_battle(side, row_):
    surname = {"OConnor": "O'Connor", "von Luettwitz": "von Lüttwitz"}.get(row_["name"], row_["name"])
    (unit,) = [
        unit for unit in CATALOGUES[side].units.values() if unit.kind == "commander" and unit.name.endswith(surname)
    ]
    assert bonus_text(unit) == row_["bonus"]
    first, last = row_["turns"]
    assert turn_of(BATTLE, unit.available_from or BATTLE.first_day) == first
    assert turn_of(BATTLE, unit.available_to or BATTLE.last_day) == last


@pytest.mark.clause("OPS-T-COMMANDERS")
@pytest.mark.clause("OPS-8.1-3")
@pytest.mark.clause("OPS-10.1.1-19")
def test_commanders_share_the_traits_of_the_table():
    kind = KINDS["commander"]
    said = {"hp": "HP 2", "attack": "attack 0", "defence": "defence 1", "sight": "sight 3", "movement": "mp 14"}
    said |= {"weight": "weight 0", "zoc": "ZOC 0", "anti_air": "AA 0"}
    for trait, words in said.items():
        assert words in COMMANDERS["how"]
        assert getattr(kind, trait) == int(words.split()[-1]), trait
    assert kind.strategic
    assert sum(unit.kind == "commander" for unit in catalogue_units().values()) == sum(
        len(COMMANDERS[side]) for side in ("allied", "axis")
    )


@pytest.mark.clause("OPS-T-COMMANDERS")
def test_a_fallen_commander_is_not_in_later_scenarios(tmp_path):
    text = with_newcomer("1944-06-12", "us_175ir", 2).replace("us_175ir", "ldr_ridgway", 1)
    assert load_scenario(trial(tmp_path, text))
    late = re.sub(r"dates: \[.*\]", "dates: [1944-07-09, 1944-07-11, 1944-07-12, 1944-07-13]", text)
    with pytest.raises(DataError, match=r"ldr_ridgway.* was not there after 1944-07-10"):
        load_scenario(trial(tmp_path, late.replace("turn: 2, unit: ldr_ridgway", "turn: 3, unit: ldr_ridgway")))


# ------------------------------------------------------------------------------------------------- battle


@pytest.mark.clause("OPS-2.1.1-1")
def test_the_setting_is_there_for_briefings():
    text = BATTLE.setting["en"]
    assert all(word in text for word in ("6 June 1944", "North Africa", "Italy", "Eastern Front", "Pacific"))
    assert set(BATTLE.setting) == {"en", "fr"}
    assert "Normandie" not in BATTLE.setting["en"] and "Alliés" in BATTLE.setting["fr"]


@pytest.mark.clause("OPS-2.2-1")
@pytest.mark.clause("OPS-T-DATA")
def test_the_data_sheet_of_the_battle():
    assert (BATTLE.first_day, BATTLE.last_day) == ("1944-06-06", "1944-08-25")
    data = ledger_tables()["OPS-T-DATA"]["rebuild"]
    assert BATTLE.men_per_hp == data["men_per_hp"]["value"]
    assert BATTLE.km_per_hex == MAP.km_per_hex
    assert 3 <= MAP.km_per_hex <= 5  # what fits the published ranges
    for day in (day for scenario in SCENARIOS.values() for day in scenario.dates):
        assert turn_of(BATTLE, day), day


@pytest.mark.clause("OPS-T-CALENDAR")
@pytest.mark.clause("OPS-X-38")
def test_the_calendar_has_42_turns_from_6_june_to_25_august():
    example = ledger_examples()["OPS-X-38"]
    turns = ledger_tables()["OPS-T-CALENDAR"]["rebuild"]["turns"]
    mine = [(turn.first, turn.days, turn.weather) for turn in BATTLE.calendar]
    assert mine == [(turn["from"], turn["days"], turn["weather"]) for turn in turns]
    assert len(mine) == example["given"]["turns"] and mine[0][0] == example["given"]["first_day"]
    assert sum(days == 1 for _, days, _ in mine) == example["given"]["one_day_turns"]
    assert BATTLE.last_day == example["expect"]["last_day"]
    assert example["expect"]["turn_30"] == "31 July - 1 August"
    assert turn_of(BATTLE, "1944-07-31") == turn_of(BATTLE, "1944-08-01") == 30 != turn_of(BATTLE, "1944-08-02")


@pytest.mark.clause("OPS-T-CALENDAR")
def test_a_calendar_with_a_hole_is_refused(tmp_path, monkeypatch):
    shutil.copytree(operations_root(), tmp_path / "campaigns" / "operations")
    monkeypatch.setenv("WAB_DATA", str(tmp_path))
    path = tmp_path / "campaigns/operations/battle.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("first: 1944-07-11", "first: 1944-07-12"), encoding="utf-8")
    with pytest.raises(DataError, match=r"battle\.yaml:\d+: calendar\[19\]\.first"):
        load_battle()
    path.write_text(text.replace("last_day: 1944-08-25", "last_day: 1944-08-26"), encoding="utf-8")
    with pytest.raises(DataError, match="ends on 1944-08-25"):
        load_battle()


@pytest.mark.clause("OPS-2.3-1")
def test_the_aims_of_the_design_are_written_down():
    aims = " ".join(words["en"] for words in BATTLE.aims)
    assert all(aim in aims for aim in ("Freedom of action", "Economy of force", "Concentration of effort"))
    assert "newcomer" in aims and "old hand" in aims
    assert all(len(words["fr"]) > 20 for words in BATTLE.aims)


@pytest.mark.clause("OPS-2.4-1")
def test_artillery_means_guns_of_corps_and_army():
    guns = {name: kind for name, kind in LAND.items() if kind.bombardment}
    assert {kind.type for kind in guns.values()} == {"other"}
    assert {kind.move_class for kind in guns.values()} == {"art"}
    assert all(kind.attack == 0 for kind in guns.values())
    assert "corps" in BATTLE.glossary["artillery"]["en"]
    assert {unit.division for unit in catalogue_units().values() if unit.kind in guns} == {""}  # of no division


@pytest.mark.clause("OPS-2.4-2")
def test_armoured_means_tanks_the_tigers_included():
    for name, kind in LAND.items():
        assert (kind.type == "armoured") == (kind.move_class == "arm"), name
        assert not kind.tiger or kind.type == "armoured", name
    assert "tanks" in BATTLE.glossary["armoured"]["en"] and "Tiger" in BATTLE.glossary["armoured"]["en"]


@pytest.mark.clause("OPS-2.4-4")
def test_infantry_means_troops_on_foot():
    for name, kind in LAND.items():
        assert (kind.type == "infantry") == (kind.move_class == "inf"), name
    assert "on foot" in BATTLE.glossary["infantry"]["en"]


@pytest.mark.clause("OPS-2.4-5")
def test_mechanised_means_half_tracks():
    mechanised = {kind.move_class for kind in LAND.values() if kind.type == "mechanised"}
    assert mechanised == {"mec", "rec"}
    assert LAND["uk_lorried"].type == "infantry"  # trucks are no half-tracks
    assert LAND["us_armd_inf"].type == LAND["de_pzgr"].type == "mechanised"
    assert "half-tracks" in BATTLE.glossary["mechanised"]["en"]


@pytest.mark.clause("OPS-9.2.4-1")
def test_the_side_that_starts_in_possession_is_told_that_it_leads_at_first():
    assert any("leads at first" in tip["en"] and "last turns" in tip["en"] for tip in BATTLE.advice["both"])


@pytest.mark.clause("OPS-9.2.4-1")
@pytest.mark.parametrize("name", list(SCENARIOS))
def test_a_collapse_at_half_time_still_wins(name):
    """The side that starts in possession scores at first; if all of it is lost at half time, the other side ends ahead.

    Of what places earn, that is: a handicap stands against what is expected of losses.
    """
    board = build_board(f"operations/{name}")
    state = starting_state(board, 1)
    for event in score_of_turn(state):
        apply(state, event)
    income = points(state)
    holder = max(("allied", "axis"), key=lambda side: income[side])
    other = "axis" if holder == "allied" else "allied"
    assert income[holder] == 0 or any(objective.held_by == holder for objective in board.objectives)
    half = board.turns // 2
    for objective in board.objectives:
        state.control[objective.hex] = SIDE_CODE[other]
    state.version += 1
    for _ in range(half, board.turns):
        for event in score_of_turn(state):
            apply(state, event)
    for event in score_at_end(state):
        if event.source != "handicap":
            apply(state, event)
    final = points(state)
    assert final[other] > final[holder] + (half - 1) * income[holder]


# ------------------------------------------------------------------------------------------------- not hard-coded


@pytest.mark.clause("OPS-1.4-1")
def test_the_engine_does_not_know_this_battle():
    """No name that the data give to nations, kinds of units, terrain or weather stands in the shared rooms."""
    package = Path(wab.__file__).parent
    shared = [path for room in ("engine", "hexes") for path in sorted((package / room).rglob("*.py"))]
    assert len(shared) > 10
    names = {*KINDS, *TABLES.terrain.terrain, *BATTLE.nations["axis"], "overcast", "storm", "sunny", "Normandy"}
    names -= {"sea", "clear", "town", "city", "woods", "hills", "beach", "ss"}  # words of plain English
    pattern = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in sorted(names)))
    assert [(path.name, hit[0]) for path in shared if (hit := pattern.search(path.read_text(encoding="utf-8")))] == []


@pytest.mark.clause("OPS-1.4-1")
def test_new_terrain_and_new_kinds_of_units_need_no_program(tmp_path, monkeypatch):
    shutil.copytree(operations_root(), tmp_path / "campaigns" / "operations")
    monkeypatch.setenv("WAB_DATA", str(tmp_path))
    tables = tmp_path / "campaigns/operations/tables"
    units = (tables / "units.yaml").read_text(encoding="utf-8")
    units += units[units.index("us_ranger:") : units.index("us_para:")].replace("us_ranger:", "ussr_guards:")
    (tables / "units.yaml").write_text(units, encoding="utf-8")
    ground = (tables / "terrain.yaml").read_text(encoding="utf-8")
    steppe = ground[ground.index("  clear:") : ground.index("  bocage:")].replace("  clear:", "  steppe:", 1)
    (tables / "terrain.yaml").write_text(ground.replace("  bocage:", steppe + "  bocage:", 1), encoding="utf-8")
    loaded = load_tables()
    assert loaded.units["ussr_guards"] == replace(KINDS["us_ranger"])
    assert loaded.terrain.terrain["steppe"].cost == TABLES.terrain.terrain["clear"].cost
