"""The data of zocbonds: its tables and orders of battle agree with the ledger, and its set-up can be played."""

from __future__ import annotations

import heapq
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
import yaml

from wab.content.data import rules_root
from wab.content.hexmap import MAIN_ROAD, MAJOR_RIVER, NO_RIVER, NO_ROAD
from wab.content.reader import read_document
from wab.content.zocbonds import checks
from wab.content.zocbonds.loader import (
    load_battle_map,
    load_forces,
    load_lines,
    load_scenario,
    load_tables,
    scenario_faults,
    scenario_infos,
    scenario_path,
)
from wab.content.zocbonds.tables import (
    CadreTable,
    CombatTable,
    CostTable,
    DefenceTable,
    InvasionTable,
    MarkerTable,
    PointTable,
    sixths,
)
from wab.engine.words.errors import DataError
from wab.hexes import OFF_MAP

Row = dict[str, Any]
LEDGER = yaml.load((rules_root() / "zocbonds.yaml").read_bytes(), Loader=yaml.CSafeLoader)
TABLE: dict[str, Row] = {table["id"]: table for table in LEDGER["tables"]}
TABLES, FORCES, LINES, MAP = load_tables(), load_forces(), load_lines(), load_battle_map()
CAMPAIGN, WEEK, CHERBOURG = (
    load_scenario(scenario_path(f"zocbonds/{name}")) for name in ("three-weeks-in-june", "the-first-week", "cherbourg")
)
HEX, LABEL = MAP.grid.parse, MAP.grid.label


def rebuilt(table: str) -> Row:
    content: Row = TABLE[table]["rebuild"]
    return content


# --- tables ---


@pytest.mark.clause("ZOC-T-CRT")
def test_combat_results_are_the_ledgers():
    known, rebuild = TABLE["ZOC-T-CRT"]["known"], rebuilt("ZOC-T-CRT")
    assert {column: list(cells) for column, cells in TABLES.combat.rows.items()} == rebuild["columns"]
    assert [list(cell) for cell in TABLES.combat.pinned] == [cell[:3] for cell in known["cells"]]
    assert list(TABLES.combat.columns) == known["columns_named"]


CELLS = {
    "-": "fails", "-*": "fails works_lost", "-1": "costs", "dot": "holds", "dot -1": "holds costs",
    "dot -1*": "holds costs works_lost", "dot EX": "holds exchange", "dot A1": "holds hurts",
}  # fmt: skip
DEFENCE = {"Clear": "clear", "Other": "other", "IP": "works", "Strongpoint/City": "fortress"}


@pytest.mark.clause("ZOC-T-DD")
def test_determined_defence_is_the_ledgers():
    columns = rebuilt("ZOC-T-DD")["columns"]
    wanted = {DEFENCE[name]: tuple(CELLS[cell] for cell in cells) for name, cells in columns.items()}
    assert TABLES.defence.rows == wanted
    assert TABLES.defence.most_modifier == rebuilt("ZOC-T-DD")["max_modifier"]
    for terrain, column in rebuilt("ZOC-T-DD")["column_choice"].items():
        if terrain in TABLES.terrain.terrain:
            assert TABLES.terrain.terrain[terrain].column == DEFENCE[column]


@pytest.mark.clause("ZOC-T-AIRBORNE")
@pytest.mark.clause("ZOC-T-DDTANKS")
@pytest.mark.clause("ZOC-T-INVASION")
def test_invasion_tanks_and_scatter_are_the_sources():
    columns = TABLE["ZOC-T-INVASION"]["known"]["columns"]
    wanted = {
        name.lower(): tuple((result.replace("reroll", "again"), steps) for result, steps in cells)
        for name, cells in columns.items()
    }
    assert TABLES.invasion.columns == wanted
    assert [-number for number in TABLES.tanks.lost] == rebuilt("ZOC-T-DDTANKS")["by_die"]
    drops = TABLE["ZOC-T-AIRBORNE"]["known"]["columns"]
    divisions = {"82nd": "us_82ab", "101st": "us_101ab", "6th": "uk_6ab"}
    assert TABLES.scatter.columns == {divisions[name]: tuple(cells) for name, cells in drops.items()}
    for result, (steps, replacements) in rebuilt("ZOC-T-AIRBORNE")["effects"].items():
        effect = TABLES.scatter.effects[result]
        assert (effect.steps, effect.replacements, effect.scattered) == (steps, replacements, True)


def test_the_day_of_the_landing_costs_what_the_tables_alone_say():
    """The mean of the scatter, assault and tank tables: 11.0 US and 8.5 Commonwealth steps."""

    def of_scatter(division: str) -> float:
        column = TABLES.scatter.columns[division]
        return sum(TABLES.scatter.effects[result].steps for result in column) / 6

    def of_assault(column: str) -> float:
        lost = {"A1 again": 1.0, "A2/D1": 2.0, "EX": 1.0, "A1/D1": 1.0, "D1": 0.0}
        cells = TABLES.invasion.columns[column]  # type: ignore[index]
        mean = sum(lost[result] for result, _ in cells) / 6
        again = sum(result == "A1 again" for result, _ in cells) / 6
        return mean / (1 - again)

    tanks = sum(TABLES.tanks.lost) / 6
    drops = 3 * of_scatter("us_82ab") + 3 * of_scatter("us_101ab")
    beaches = of_assault("utah") + 2 * of_assault("omaha") + of_assault("other")
    assert drops + beaches + 3 * tanks == pytest.approx(11.0, abs=0.05)
    assert 3 * of_scatter("uk_6ab") + 5 * of_assault("other") + 5 * tanks == pytest.approx(8.5)


@pytest.mark.clause("ZOC-T-JABOS")
@pytest.mark.clause("ZOC-T-WEATHER")
@pytest.mark.clause("ZOC-T-WEATHER-HIST")
@pytest.mark.clause("ZOC-T-WEATHER2")
def test_weather_is_the_ledgers():
    columns, rows = rebuilt("ZOC-T-WEATHER")["columns"], rebuilt("ZOC-T-WEATHER")["rows"]
    limits = {"any": (-2, -1, 0, 1), "TQ 0 or -1": (-1, 0), "TQ -1": (-1,)}
    words = {
        "1 infantry": "infantry", "1 armour": "armour", "1 CW infantry": "cw_infantry",
        "1 British armour": "british_armour",
    }  # fmt: skip
    for row, values in zip(TABLES.weather.rows, rows, strict=True):
        said = dict(zip(columns, values, strict=True))
        assert row.sky == said["weather"].partition("-")[0].lower()
        assert (row.die, row.next_roll) == (said["die"], said["next_roll_drm"])
        german = row.german
        assert (german.supply, german.infantry) == (said["ger_supply"], said["ger_inf_repl"])
        assert (german.armour, german.works) == (said["ger_armour_repl"], said["ger_IPs"])
        assert german.qualities == limits[said["ger_inf_tq_limit"]]
        assert (row.us.replacement, row.commonwealth.replacement) == (words[said["us_repl"]], words[said["cw_repl"]])
        assert (row.us.air, row.us.ships, row.us.landing) == (said["us_air"], said["us_naval"], said["us_rp"])
        british = row.commonwealth
        assert (british.air, british.ships, british.landing) == (said["cw_air"], said["br_naval"], said["cw_rp"])
    assert list(TABLES.weather_1944.rows) == rebuilt("ZOC-T-WEATHER-HIST")["rows_by_turn"]
    assert list(TABLES.weather.second_turn) == rebuilt("ZOC-T-WEATHER2")["by_die"]
    assert list(TABLES.jabos.left) == rebuilt("ZOC-T-JABOS")["by_die"]


@pytest.mark.clause("ZOC-T-TEC")
def test_terrain_is_the_ledgers():
    hexes = rebuilt("ZOC-T-TEC")["hexes"]
    for values in hexes["rows"]:
        said = dict(zip(hexes["columns"], values, strict=True))
        row = TABLES.terrain.terrain.get(said["terrain"])
        if row is None:
            assert said["terrain"] in ("hilltop", "marsh", "beach")
            continue
        assert (row.bonus, DEFENCE[said["dd_column"]]) == (said["dcb"], row.column)
        assert (row.armour, row.shelter) == (said["armour_shift_into"], said["one_hex_retreat"])
        assert (row.slows, row.strafing) == (said["advance_stop"], said["strafing_ok"])
        cost = TABLES.costs.terrain[said["terrain"]]
        if said["terrain"] != "flooded":
            assert (cost.mechanised, cost.foot) == (str(said["mp_mech"]), str(said["mp_nonmech"]))
    sides = rebuilt("ZOC-T-TEC")["hexsides"]
    for values in sides["rows"]:
        said = dict(zip(sides["columns"], values, strict=True))
        side = TABLES.terrain.sides.get(said["hexside"].partition(" (")[0].replace(" ", "_"))
        if side is not None:
            assert (side.halved, side.armour) == (said["attack_halved"], said["armour_shift_across"])
            assert side.left == int(said["left_shift_if_all_MAF"])
    roads = TABLES.costs.roads
    main, secondary = roads["main"], roads["secondary"]
    assert [sixths(main.mechanised), sixths(main.german_by_day), sixths(main.foot)] == [2, 3, 3]
    assert [sixths(secondary.mechanised), sixths(secondary.foot)] == [3, 6]


@pytest.mark.clause("ZOC-T-MARKERS")
@pytest.mark.clause("ZOC-T-ODDS")
@pytest.mark.clause("ZOC-T-RP")
@pytest.mark.clause("ZOC-T-SETUP-GER")
@pytest.mark.clause("ZOC-T-TURNS")
def test_shifts_markers_landing_costs_and_odds_are_the_ledgers():
    markers = TABLE["ZOC-T-MARKERS"]["known"]["pinned"]
    kept = TABLES.markers
    assert [kept.strategic["axis"], kept.strategic["allied"]] == markers["strategic_movement"]
    assert [kept.reserve["axis"], kept.reserve["allied"]] == markers["reserve"]
    assert (kept.trucks["axis"], kept.most_supply, kept.most_replacements) == (1, 19, 9)
    rebuild = rebuilt("ZOC-T-MARKERS")
    assert [kept.works[name] for name in ("axis", "us", "commonwealth")] == list(rebuild["ip_markers"].values())
    assert kept.air == {"us": rebuild["air_markers"]["us"], "commonwealth": rebuild["air_markers"]["cw"]}
    assert TABLES.landing.costs == rebuilt("ZOC-T-RP")["cost_by_kind"]
    assert TABLES.landing.most_a_beach == TABLE["ZOC-T-RP"]["known"]["beach_cap"]
    assert TABLES.odds.most_strength == TABLE["ZOC-T-ODDS"]["known"]["limit"]
    assert TABLES.turns.turns == len(rebuilt("ZOC-T-TURNS")["dates"]) == len(TABLES.weather_1944.rows)
    supply = rebuilt("ZOC-T-SETUP-GER")["initial_supply"]
    assert kept.initial_supply["seventh_army"] == supply["Seventh Army"]
    assert kept.initial_supply["fortress"] == supply["Fortress Cherbourg"]


@pytest.mark.clause("ZOC-T-CADRES")
def test_cadres_are_the_ledgers():
    rows = {
        (nation, kind): (row.count, row.strength, row.movement, row.quality)
        for nation in ("us", "british", "canadian", "german")
        for kind, row in TABLES.cadres.of(nation).items()
    }
    assert rows == {(row[0].lower(), row[1]): tuple(row[2:]) for row in rebuilt("ZOC-T-CADRES")["rows"]}


def test_a_changed_given_cell_is_named(tmp_path):
    table = Path(__file__).resolve().parents[3] / "campaigns/zocbonds/tables/combat.yaml"
    text = table.read_text(encoding="utf-8").replace('"2-1": [NE, A1/DR, EX', '"2-1": [NE, A1/DR, DR')
    changed = tmp_path / "combat.yaml"
    changed.write_text(text, encoding="utf-8")
    problems = list(checks.combat_problems(read_document(changed, CombatTable).content))
    assert problems == [("pinned[2]", "is not what the table has on 3 (expected EX)")]


def test_success_of_a_stand_never_falls_with_the_die_or_with_better_ground(tmp_path):
    table = Path(__file__).resolve().parents[3] / "campaigns/zocbonds/tables/defence.yaml"
    works = "holds exchange, holds, holds, holds hurts]"
    text = table.read_text(encoding="utf-8").replace(works, works.replace("exchange, holds", "exchange, fails"))
    changed = tmp_path / "defence.yaml"
    changed.write_text(text, encoding="utf-8")
    fields = {where for where, _ in checks.defence_problems(read_document(changed, DefenceTable).content)}
    assert fields == {"rows.works"}


TABLE_FILES = Path(__file__).resolve().parents[3] / "campaigns/zocbonds/tables"


@pytest.mark.parametrize(
    ("name", "shape", "check", "old", "new", "field"),
    [
        ("combat", CombatTable, checks.combat_problems, "far: 4", "far: 2", "retreat.far"),
        ("markers", MarkerTable, checks.marker_problems, "large: 2", "large: 5", "stacking"),
        ("cadres", CadreTable, checks.counter_problems, "commonwealth: british", "commonwealth: us",
         "counted.commonwealth"),
    ],
)  # fmt: skip
def test_a_number_that_cannot_be_is_named_with_its_field(tmp_path, name, shape, check, old, new, field):
    text = (TABLE_FILES / f"{name}.yaml").read_text(encoding="utf-8")
    assert text.count(old) == 1
    changed = tmp_path / f"{name}.yaml"
    changed.write_text(text.replace(old, new), encoding="utf-8")
    assert field in {where for where, _ in check(read_document(changed, shape).content)}
    assert not list(check(read_document(TABLE_FILES / f"{name}.yaml", shape).content))


@pytest.mark.parametrize(
    ("name", "shape", "old", "new", "field"),
    [
        ("invasion", InvasionTable, "EX: 1, ", "", "lost.EX"),
        ("markers", MarkerTable, "trucks: {axis: 1, allied: 0}", "trucks: {axis: 1}", "trucks.allied"),
        ("cadres", CadreTable, "counted: {us: us, ", "counted: {", "counted.us"),
        ("costs", CostTable, '  river: {mechanised: "1", foot: "0", first_step: false}\n', "", "sides.river"),
        ("points", PointTable, "line: 10, ", "", "to_win.line"),
    ],
)
def test_a_missing_row_is_named_with_its_field(tmp_path, name, shape, old, new, field):
    text = (TABLE_FILES / f"{name}.yaml").read_text(encoding="utf-8")
    assert text.count(old) == 1
    changed = tmp_path / f"{name}.yaml"
    changed.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        read_document(changed, shape)
    assert caught.value.field == field


def test_the_division_that_is_slow_on_turn_1_must_be_known():
    turns = msgspec.structs.replace(
        TABLES.turns, slowed=msgspec.structs.replace(TABLES.turns.slowed, formation="de_21p")
    )
    assert [where for where, _ in checks.slowed_problems(turns, FORCES.formations)] == ["slowed.formation"]
    assert not list(checks.slowed_problems(TABLES.turns, FORCES.formations))


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [
        ("fifth_rangers", "us_5_rangers", "fifth_rangers"),
        ("commandos", ("uk_4_ss", "uk_4_cdo"), "commandos[1]"),
        ("longues", "uk_4_ss", "longues"),
        ("airborne", ("us_82ab_505",), "airborne[0]"),
        ("cotentin_artillery", "de_longues", "cotentin_artillery"),
    ],
)
def test_units_that_rules_name_must_be_in_the_forces(field, value, told):
    forces = FORCES.units, FORCES.strongpoints, FORCES.formations

    def problems(named):
        return [where for where, _ in checks.named_problems(named, *forces)]

    assert problems(msgspec.structs.replace(TABLES.named, **{field: value})) == [told]
    assert problems(TABLES.named) == []


def test_places_of_the_lines_must_be_among_those_of_the_file():
    linked = msgspec.structs.replace(LINES.linked, to=int(np.flatnonzero(MAP.is_terrain("sea"))[0]))
    lines = msgspec.structs.replace(LINES, linked=linked, mont_canisy=HEX("2818"))
    assert [where for where, _ in checks.lines_problems(lines, MAP)] == ["mont_canisy", "linked.to"]


# --- scenarios ---


def test_lessons_stand_before_the_scenarios_in_the_order_of_a_menu():
    infos = scenario_infos()
    assert [info.id.partition("/")[2] for info in infos] == [
        *("bonds-and-retreat", "a-beach", "determined-defence"),
        *("the-first-week", "cherbourg", "three-weeks-in-june"),
    ]
    assert [info.turns for info in infos] == [4, 3, 3, 7, 12, 22]
    assert all(set(info.title) == set(info.summary) == {"en", "fr"} for info in infos)


def test_the_campaign_uses_every_unit_and_every_strongpoint_once():
    assert sorted(CAMPAIGN.german_units) == sorted(FORCES.of("axis"))
    assert sorted(CAMPAIGN.allied_units) == sorted(FORCES.of("allied"))
    assert set(CAMPAIGN.strongpoints) == set(FORCES.strongpoints)
    boxes = [id_ for ids in CAMPAIGN.mobilisation.values() for id_ in ids]
    coming = [id_ for arrival in CAMPAIGN.arrivals for id_ in arrival.units]
    assert (len(CAMPAIGN.at_start), len(boxes), len(coming)) == (50, 8, 80)
    waves = [sum(map(len, wave.values())) for wave in (CAMPAIGN.assault, CAMPAIGN.second_wave)]
    assert [len(CAMPAIGN.drops), len(CAMPAIGN.gliders), *waves, len(CAMPAIGN.britain)] == [9, 2, 25, 28, 74]


@pytest.mark.clause("ZOC-T-GERREINF")
@pytest.mark.clause("ZOC-T-MAP")
@pytest.mark.clause("ZOC-T-SETUP-GER")
def test_hexes_of_the_set_up_are_the_ledgers():
    rows = rebuilt("ZOC-T-SETUP-GER")
    assert sorted(map(LABEL, CAMPAIGN.at_start.values())) == sorted(row[8].split()[0] for row in rows["units"])
    assert sorted(map(LABEL, CAMPAIGN.strongpoints.values())) == sorted(label for _, label in rows["strongpoints"])
    restricted = {LABEL(hex_) for id_, hex_ in CAMPAIGN.at_start.items() if FORCES.units[id_].restricted}
    assert restricted == {row[8].split()[0] for row in rows["units"] if "restricted" in row[8]}
    facts = rebuilt("ZOC-T-MAP")
    assert sorted(map(LABEL, CAMPAIGN.drops.values())) == sorted(facts["drop_hexes"].values())
    assert sorted(map(LABEL, CAMPAIGN.gliders.values())) == sorted(facts["glider_zones"].values())
    assert {name.capitalize(): [*map(LABEL, hexes)] for name, hexes in LINES.entries.items()} == facts["entry_hexes"]
    assert [[*map(LABEL, hexes)] for hexes in LINES.mobilisation.values()] == list(facts["mobilisation"].values())
    turns = sorted((arrival.turn, arrival.entry) for arrival in CAMPAIGN.arrivals for _ in arrival.units)
    assert turns == sorted((row[0], row[1].lower()) for row in rebuilt("ZOC-T-GERREINF")["units"])


def test_each_assault_has_two_infantry_units_and_a_tank_battalion():
    for beach, ids in CAMPAIGN.assault.items():
        kinds = sorted(FORCES.units[id_].type == "tank" for id_ in ids)
        assert kinds == ([False] if beach == "pointe_du_hoc" else [False, False, True])
        hex_ = LINES.pointe_du_hoc if beach == "pointe_du_hoc" else LINES.beaches[beach].hex
        assert hex_ in CAMPAIGN.strongpoints.values()
        if beach != "pointe_du_hoc":
            engineers = [id_ for id_ in CAMPAIGN.second_wave[beach] if FORCES.units[id_].type == "beach_engineer"]
            assert len(engineers) == 1
            assert {FORCES.units[id_].army for id_ in ids} == {LINES.beaches[beach].army}


def test_the_first_week_is_the_campaign_cut_short():
    assert (WEEK.at_start, WEEK.arrivals, WEEK.britain) == (CAMPAIGN.at_start, CAMPAIGN.arrivals, CAMPAIGN.britain)
    assert (WEEK.turns, WEEK.victory) == (7, "first_week")


def test_cherbourg_is_columns_1_to_14_and_the_us_units_but_for_two_divisions():
    def west(places: dict[str, int]) -> dict[str, int]:
        return {id_: hex_ for id_, hex_ in places.items() if int(LABEL(hex_)[2:]) <= 14}

    assert CHERBOURG.at_start == west(CAMPAIGN.at_start)
    assert CHERBOURG.strongpoints == west(CAMPAIGN.strongpoints)
    assert CHERBOURG.mobilisation == CAMPAIGN.mobilisation
    arrivals = [(arrival.turn, arrival.hex, arrival.units) for arrival in CHERBOURG.arrivals]
    assert arrivals == [(5, HEX("2506"), ("de_77id_1_1050",)), (6, HEX("2506"), ("de_77id_1049", "de_77id_1050"))]
    kept = [i for i in CAMPAIGN.britain if FORCES.units[i].nation == "us"]
    left_out = {"us_2id", "us_2ad"}
    assert list(CHERBOURG.britain) == [i for i in kept if FORCES.units[i].formation not in left_out]
    assert list(CHERBOURG.assault) == list(CHERBOURG.second_wave) == ["utah"]
    assert {FORCES.units[id_].nation for id_ in CHERBOURG.allied_units} == {"us"}
    special = CHERBOURG.special
    assert special is not None and "players" not in CHERBOURG.options
    assert [(leash.formation, leash.distance) for leash in special.leashes] == [("us_101ab", 4), ("us_82ab", 3)]
    assert {FORCES.units[id_].formation for id_ in special.leaving} == {"de_6fj"}


CHANGES = [
    ('de_21pz_125: "1831"', 'de_21pz_125: "3039"', "nobody can stand in 3039 (sea)"),
    ('de_21pz_125: "1831"', 'de_21pz_126: "1831"', "is no unit of this side"),
    ('de_352id_feb: "1815"', 'de_352id_feb: "2309"', "nobody can stand in 2309 (marsh)"),
    ('de_709id_729: "3610"', 'de_709id_729: "3111"', None),
    ('de_716id_736: "2428"', 'de_716id_736: "1831"\n  de_21pz_bogus: "1831"', "is no unit of this side"),
    ('de_91id_fus: "2709"', 'de_91id_fus: "2709"\n  us_4id_8: "2709"', "is no unit of this side"),
    ('de_352id_914: "2516"', 'de_352id_914: "1831"', None),
    ('de_lxxxiv: "1815"', 'de_lxxxiv: "3108"', "3108 holds two of a kind that may stand there once"),
]


@pytest.mark.parametrize("old, new, problem", CHANGES)
def test_a_wrong_set_up_is_named(tmp_path, old, new, problem):
    text = scenario_path("zocbonds/three-weeks-in-june").read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "changed.yaml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    said = " ".join(str(fault) for fault in scenario_faults(path))
    assert (problem in said) if problem else said == ""


def test_too_high_a_stack_is_named(tmp_path):
    text = scenario_path("zocbonds/three-weeks-in-june").read_text(encoding="utf-8")
    for label in ("2516", "2519"):
        text = text.replace(f'"{label}"\n', '"1831"\n')
    path = tmp_path / "changed.yaml"
    path.write_text(text, encoding="utf-8")
    assert "1831 holds 6 stacking points" in " ".join(str(fault) for fault in scenario_faults(path))


# --- the set-up on the map ---


def steps(from_hex: int, foot: bool) -> list[tuple[int, int]]:
    """Return where a German unit can step by day, and at what price in sixths; zones and first steps left aside."""
    found = []
    for direction, there in enumerate(MAP.grid.neighbour_rows[from_hex]):
        if there == OFF_MAP or MAP.closed_side[from_hex, direction]:
            continue
        road, river = MAP.road[from_hex, direction], MAP.river[from_hex, direction]
        row = TABLES.costs.terrain.get(MAP.terrain_name(there))
        if road > NO_ROAD:
            rates = TABLES.costs.roads["main" if road == MAIN_ROAD else "secondary"]
            cost = sixths(rates.foot if foot else rates.german_by_day)
        elif row is None or MAP.side_overlays["flooded"][from_hex, direction]:
            continue
        else:
            cost = sixths(row.foot if foot else row.mechanised)
            if cost is not None and river > NO_RIVER:
                side = TABLES.costs.sides["major_river" if river == MAJOR_RIVER else "river"]
                cost += sixths(side.foot if foot else side.mechanised) or 0
        if cost is not None:
            found.append((there, cost))
    return found


def reached(start: int, points: int, foot: bool) -> set[int]:
    """The hexes within so many movement points."""
    best, queue = {start: 0}, [(0, start)]
    while queue:
        spent, here = heapq.heappop(queue)
        for there, cost in steps(here, foot):
            if spent + cost <= points * 6 and spent + cost < best.get(there, points * 6 + 1):
                best[there] = spent + cost
                heapq.heappush(queue, (spent + cost, there))
    return set(best)


def beside(label: str) -> set[int]:
    return set(MAP.grid.adjacent(HEX(label)))


# unit, movement points on turn 1 (21st Panzer has three, bicycles six), and where the worked first turn wants it
MARCHES: list[tuple[str, int, set[int]]] = [
    ("de_30mob_1_30", 6, {hex_id for hex_id in range(MAP.grid.size) if MAP.grid.distance(hex_id, HEX("2020")) <= 3}),
    ("de_30mob_2_30", 6, {hex_id for hex_id in range(MAP.grid.size) if MAP.grid.distance(hex_id, HEX("2020")) <= 3}),
    ("de_sturm_aok7", 4, {HEX("3012")}),
    ("de_21pz_125", 3, beside("2032")),
    ("de_21pz_1_22", 3, beside("2032")),
    ("de_21pz_200_stug", 3, beside("2032")),
    ("de_91id_1057", 4, {HEX("2709")}),
    ("de_100_pz", 5, {HEX("2709")}),
    ("de_6fj_fj", 4, beside("2710")),
    ("de_91id_1_1058", 4, {HEX("2711")}),
    ("de_21pz_192", 3, {HEX("2230")}),
    ("de_352id_916", 4, {HEX("2619")}),
    ("de_3flak_1_flak", 5, {HEX("2619")}),
    ("de_352id_915", 4, {HEX("2520")}),
    ("de_352id_fus", 4, {HEX("2520")}),
    ("de_21pz_200_pzjg", 3, {HEX("2427")}),
    ("de_711id_fus", 4, {HEX("2234")}),
]


@pytest.mark.parametrize("unit, points, goals", MARCHES, ids=[unit for unit, _, _ in MARCHES])
def test_the_marches_of_the_worked_first_turn_can_be_made(unit, points, goals):
    foot = TABLES.types[FORCES.units[unit].type].foot
    assert reached(CAMPAIGN.at_start[unit], points, foot) & goals


def road_net() -> set[int]:
    """The roads that German supply reaches from the edges and from Cherbourg with no unit on the map."""
    sources = [hex_ for hexes in (*LINES.entries.values(), LINES.cities["cherbourg"]) for hex_ in hexes]
    found, queue = set(sources), list(sources)
    while queue:
        here = queue.pop()
        for direction, there in enumerate(MAP.grid.neighbour_rows[here]):
            if there != OFF_MAP and MAP.road[here, direction] and there not in found:
                found.add(there)
                queue.append(there)
    return found


def test_every_german_is_in_supply_on_turn_1_with_nobody_else_on_the_map():
    net = road_net()
    for unit, hex_ in CAMPAIGN.at_start.items():
        assert min(MAP.grid.distance(hex_, hex_id) for hex_id in net) <= 1, unit
    for hexes in LINES.mobilisation.values():
        assert set(hexes) <= net


def test_every_reinforcement_has_a_road_into_the_map_on_its_turn():
    net = road_net()
    for arrival in CAMPAIGN.arrivals:
        assert arrival.entry is not None and arrival.turn <= CAMPAIGN.turns
        assert all(hex_ in net for hex_ in LINES.entries[arrival.entry])
        for id_ in arrival.units:
            assert FORCES.units[id_].movement * 6 >= 6
