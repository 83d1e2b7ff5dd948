"""The tables of Omaha as data: cell by cell what the ledger says."""

from __future__ import annotations

import pytest

from tests.content.ledger_of_omaha import table
from wab.content.omaha.loader import PACK, load_content

T = load_content().tables
PASSAGE = {"yes": "yes", "no": "no", "by road": "road", "by road or trail": "trail", "no until cleared": "no",
           "two turns (7.4)": "climb", "three turns (7.5)": "cliff"}  # fmt: skip
HEXES = {"beach": "low_beach mid_beach high_beach", "open field": "field"}
SIDES = {"sheer cliff": "sheer_cliff", "anti-tank ditch": "ditch", "anti-tank wall": "wall"}


@pytest.mark.clause("OMA-T-LANDING")
def test_every_cell_of_the_landing_table():
    names = {"tank (741st, east)": ["tank_1st"], "tank (743rd, west)": ["tank_29th"], "infantry and ranger": [],
             "all": []}  # fmt: skip
    rows = {(band.turns[0], kind): codes for band in T.landing.bands for kind, codes in band.rows.items()}
    told = {
        (int(row["turns"].partition("-")[0]), kind): tuple(row[letter] for letter in "ABCD")
        for row in table("OMA-T-LANDING")["rows"]
        for kind in names.get(row["type"], [row["type"]])
    }
    assert rows == told
    drifts = {code: effect.drift for code, effect in T.landing.effects.items() if effect.drift}
    assert drifts == {"E1": -1, "E2": -2, "E3": -3, "E4": -4, "W1": 1}


@pytest.mark.clause("OMA-T-FIRE")
def test_every_cell_of_the_fire_table():
    columns = {"WN or revealed": "fit", "unrevealed": "unrevealed", "ambush": "ambush"}
    rows = table("OMA-T-FIRE")["rows"]
    assert len(rows) == 9
    for row in rows:
        cells = T.fire.rows[columns[row["column"]]][row["dot"]]
        told = (row["match"], row["nomatch"], row["armor_match"], row["armor_nomatch"])
        assert (cells.match, cells.none, cells.armour_match, cells.armour_none) == told


@pytest.mark.clause("OMA-T-TURNS")
def test_every_turn_of_the_track():
    for row in table("OMA-T-TURNS")["track"]:
        turn = row["turn"]
        assert (T.turns.clock(turn), T.turns.tide(turn)) == (row["time"], row["tide"])
        assert (turn in T.turns.reshuffled) == row["reshuffle_at_end"]


@pytest.mark.clause("OMA-T-BARRAGE")
def test_every_cell_of_the_barrage_table():
    for row in table("OMA-T-BARRAGE")["rows"]:
        name = {(True, True): "both", (True, False): "colour", (False, True): "symbol"}.get(
            (row["colour"], row["symbol"])
        )
        if name is None:
            assert row["effect"] == "none"
            continue
        effect, told = getattr(T.barrage, name), row["effect"].partition(" (tank)")[0]
        assert effect.disrupts == ("disrupted" in told) and effect.takes_marker == ("marker is removed" in told)
    assert T.barrage.artillery_symbol.disrupts and not T.barrage.artillery_symbol.takes_marker


@pytest.mark.clause("OMA-T-TERRAIN")
def test_every_row_of_the_terrain_chart():
    told = table("OMA-T-TERRAIN")
    for rows, known, names in ((told["hexes"], T.terrain.hexes, HEXES), (told["hexsides"], T.terrain.sides, SIDES)):
        for row in rows:
            kinds = names.get(row["type"], row["type"]).split()
            for found in [T.terrain.mined] if "mined" in row["type"] else [known[kind] for kind in kinds]:
                ways = found.foot, found.leader, found.vehicle, found.gun
                assert ways == tuple(PASSAGE[row[letter]] for letter in "ILVG"), row["type"]
                assert found.engineers == ("until cleared" in row["V"] or "mined" in row["type"])
                assert found.defence == row.get("defence", found.defence)


@pytest.mark.clause("OMA-T-WEAPONS")
def test_every_weapon_at_every_distance():
    units = {"infantry company, full": "infantry", "heavy infantry company, full": "heavy_infantry",
             "infantry battalion, full": "infantry_battalion", "rangers, full": "ranger", "tank": "tank",
             "artillery, DUKW artillery, SP artillery": "artillery", "anti-tank company": "anti_tank",
             "anti-aircraft": "anti_aircraft", "SP anti-aircraft": "sp_anti_aircraft",
             "engineer battalion": "engineer"}  # fmt: skip
    spans = {"adjacent": (1, 1), "at_range_2": (2, 2), "range_1_3": (1, 3), "range_4_5": (4, 5), "range_2_up": (2, 99),
             "range_1_4": (1, 4)}  # fmt: skip
    rows = [row for row in table("OMA-T-WEAPONS")["rows"] if row["unit"] in units]
    assert len(rows) == len(units)
    for row in rows:
        known = {span.at: sorted(span.has) for span in T.types[units[row["unit"]]].weapons}
        assert known == {spans[key]: sorted(has) for key, has in row.items() if key in spans}


@pytest.mark.clause("OMA-T-GERMAN-UNITS")
def test_every_german_unit():
    told, german = table("OMA-T-GERMAN-UNITS"), load_content().german
    kinds = {"88": "wn88", "75": "wn75", "rocket": "rocket", "squad": "squad"}
    for key, kind in kinds.items():
        wanted = [(row["str"], tuple(row["req"])) for row in told["wn_units"] if row["kind"] == key]
        assert [(row.strength, row.needs) for row in german[kind]] == wanted
    for kind in ("tactical", "division", "meyer"):
        wanted_named = [(row["id"], str(row["div"]), row["str"], tuple(row["req"])) for row in told[kind]]
        assert [(row.name, row.division, row.strength, row.needs) for row in german[kind]] == wanted_named
    markers = {"reserve_wn": "wn_marker", "reserve_mobile": "mobile_marker", "reserve_mobile_meyer": "meyer_marker",
               "reserve_building": "building_marker"}  # fmt: skip
    for key, kind in markers.items():
        wanted_rows = sorted((row.get("str", 0), tuple(row.get("req", ())), "str" not in row) for row in told[key])
        assert sorted((row.strength, row.needs, row.tactical) for row in german[kind]) == wanted_rows


@pytest.mark.clause("OMA-T-TRACKS")
def test_both_range_tracks():
    told = table("OMA-T-TRACKS")
    assert (list(T.tracks.command), list(T.tracks.engineer)) == (told["command"], told["engineer"])


@pytest.mark.clause("OMA-T-VICTORY")
def test_levels_of_victory():
    told, victory = table("OMA-T-VICTORY"), T.victory.scenarios
    day, late = victory["d_day"], victory["beyond_the_beach"]
    assert victory["first_waves"].to_win == told["first_waves"]["win"]
    assert day.check is not None
    check = told["check_turn_16"]
    assert (day.check.turn, day.check.wins, day.check.least) == (16, check["decisive_win"], check["continue_from"])
    for row in told["final"]:
        level = row["level"].replace(" US ", " ").replace(" ", "_")
        assert (
            day.level(max(row["min"], 0))
            == level
            == late.level(max(row["min"], 0) + told["beyond_shift"] * (row["min"] > 0))
        )
    losses = told["catastrophic"]
    assert T.limits.catastrophe == (losses["turns_1_16"], losses["turns_17_32"])


@pytest.mark.clause("OMA-T-EASYFOX")
def test_the_set_up_of_easy_fox():
    told = table("OMA-T-EASYFOX")
    fox = PACK.load(PACK.scenario_path("omaha/easy-fox"))
    pools = {"tactical": "tactical_pool", "division": "division_pool", "mobile_marker": "mobile",
             "building_marker": "building", "wn_marker": "wn_reserve_pool"}  # fmt: skip
    assert dict(fox.pools) == {name: told["german"][key] for name, key in pools.items()}
    assert [fox.first, fox.last] == told["turns"] and fox.sectors == ("east",)
    assert sum(map(len, fox.counters.values())) == len(told["german"]["wn"])
    assert len(fox.markers) == len(told["german"]["reserve_on"]) and list(fox.batteries) == told["german"]["off_map"]
    assert T.victory.scenarios["easy_fox"].to_win == told["victory"]["win"]


@pytest.mark.clause("OMA-T-HEROES")
def test_heroes_bases_and_garrisons():
    told = table("OMA-T-HEROES")
    names = load_content().us.heroes
    assert {division: len(found) for division, found in names.items()} == {"1st": 8, "29th": 8}
    for division, row in {"1st": told["div1"], "29th": told["div29"]}.items():
        assert names[division][:7] == tuple(row[:7])  # the ledger leaves the last name open
    assert (T.tracks.bases, T.tracks.garrisons) == (told["engineer_bases"]["div1"], told["garrisons"])


@pytest.mark.clause("OMA-T-ACTIONS")
def test_every_cell_of_the_actions_from_turn_17():
    names = {"artillery fire 16.7": "shell", "mortar 16.5": "mortar", "re-occupy 16.1": "reoccupy",
             "patrol 16.6": "patrol",
             "advance check 16.8": "advance", "advance 16.8": "advance", "resupply 16.2 then fire": "resupply",
             "redeploy 16.3": "redeploy", "ambush 16.9": "ambush", "reinforce 16.4": "bring_up"}  # fmt: skip
    icons = {"F": "fire", "armor": "armour"}
    situations = ("nest_engaged", "nest_idle", "nest_empty", "held_engaged", "held_idle", "empty")
    rows = table("OMA-T-ACTIONS")["rows"]
    assert len(rows) == len(situations)
    for situation, row in zip(situations, rows, strict=True):
        told = {
            icons.get(icon, icon): names.get(cell, cell)
            for icon, cell in row.items()
            if icon != "position" and cell != "-"
        }
        assert T.actions.rows[situation] == told, situation


@pytest.mark.clause("OMA-T-ARTILLERY")
def test_batteries_and_guns_on_the_map():
    told, positions = table("OMA-T-ARTILLERY"), load_content().positions
    sectors = {"E": "east", "W": "west"}
    assert {key: (row.sector, row.calibre, list(row.observers)) for key, row in positions.batteries.items()} == {
        row["id"]: (sectors[row["sector"]], row["calibre"], row["observers"]) for row in told["units"]
    }
    ends = {
        hex_: key + (end if len(row.hexes) == 2 else "")
        for key, row in positions.positions.items()
        for hex_, end in zip(row.hexes, "NS", strict=False)
    }
    guns = {
        ends[hex_]: calibre
        for kind, calibre in {"wn88": 88, "wn75": 75}.items()
        for hex_ in PACK.load(PACK.scenario_path("omaha/the-first-waves")).counters[kind]
    }
    assert guns == told["wn_guns"]


@pytest.mark.clause("OMA-T-BB")
def test_units_of_beyond_the_beach_stand_as_in_the_table():
    told, late = table("OMA-T-BB"), PACK.load(PACK.scenario_path("omaha/beyond-the-beach")).late
    assert late is not None
    assert {key: (row.hex, row.strength or None, row.hero) for key, row in late.placed.items()} == {
        row["unit"]: (row["hex"], row.get("strength"), "hero" in row) for row in told["us"]
    }
    assert dict(late.sand) == {
        row["unit"]: row["strength"] for row in [*told["east_high_tide"], *told["west_high_tide"]]
    }
    assert dict(late.delayed) == {row["unit"]: row["turn"] for row in told["delayed"]}
    arrived = told["reinforcements"]
    assert dict(late.arrived) == {
        **dict.fromkeys(arrived["with_marker"], True),
        **dict.fromkeys(arrived["without"], False),
    }
    assert (list(late.cleared), late.due + 1, late.rockets) == (told["cleared"], told["turn"], told["meemies_count"])
