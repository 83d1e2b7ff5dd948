"""The map of zocbonds: it lies where its names lie, and every hex that the rules name is what they need."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml

from art.mapping.fit import centre_of, projection_of, read_grid, similarity_of
from wab.content.hexmap import (
    MAIN_ROAD,
    MAJOR_RIVER,
    MINOR_RIVER,
    NO_RIVER,
    NO_ROAD,
    SECONDARY_ROAD,
    HexMap,
    Projection,
    load_map,
)
from wab.engine.words.errors import DataError
from wab.hexes import OFF_MAP

ROOT = Path(__file__).resolve().parents[3]
MAP_FILE = ROOT / "campaigns/zocbonds/map.json"
GRID = read_grid(ROOT / "geodata/zocbonds/grid.yaml")
LEDGER = yaml.load((ROOT / "docs/rules/zocbonds.yaml").read_bytes(), Loader=yaml.CSafeLoader)
TABLES: dict[str, dict[str, Any]] = {table["id"]: table for table in LEDGER["tables"]}
FACTS: dict[str, Any] = TABLES["ZOC-T-MAP"]["rebuild"]
PINNED: dict[str, Any] = TABLES["ZOC-T-MAP"]["known"]["places"]
MAP = load_map(MAP_FILE)
HEX = MAP.grid.parse

# Columns 01 to 40 of rows 39 down to 10, drawn from the sources when the rules were read.
TERRAIN = [
    "b~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~",
    "bbb~~~~~bbb~~~~~~~~~~~~~~~~~~~~~~~~~~~~~",
    "bbbvCCbbbvbv~~~~~~~~~~~~~~~~~~~~~~~~~~~~",
    "~bbbbCvbbbbbb~~~~~~~~~~~~~~~~~~~~~~~~~~~",
    "~bbwvbbbbbbb~~~~~~~~~~~~~~~~~~~~~~~~~~~~",
    "~bbbbbbbbwbbv~~~~~~~~~~~~~~~~~~~~~~~~~~~",
    "bvbbbbbbbbb~~~~~~~~~~~~~~~~~~~~~~~~~~~~~",
    "~bbbbbbbvbbv~~~~~~~~~~~~~~~~~~~~~~~~~~~~",
    "~bbbvbbbbvbb~~~~~~~~~~~~~~~~~~~~~~~~~~~~",
    "~bbbbbbbbbbbb~~~~~~~~~~~~~~~~~~~~~~~~~~~",
    "~bbbbbbbbbbbb~~~~~~~~~~~~~~~~~~~~~~~~~~~",
    "~~vbbwvbbbbvbb~~~b~~~~~~~~~~~~~~~~~~~~~~",
    "~~bbbbbbvbbbb~~mmmm~~~~~~~~~~~~~~~~~~~~~",
    "~~~bbbbbbbfbbbmmmmmmmmm~~~~~~~~~~~~~~~bb",
    "~~~bbvwbbbbvbfvmmmmmmmmvmmmm~~~~~~~~~bbb",
    "~~~~bbbbbbffbbmmmmvmmmmmmmmmmm~~~~~~bbww",
    "~~~~bbbbgbbbbbbbbbbbbCm..v..v.v~~vbbbbbb",
    "~~~~~bvbbbbbbvbbbbbbbbbm.....m..bmbbbbbb",
    "~~~~~bbbvbbbbbbbbwwbbbb....vv.vbfbbbbbbb",
    "~~~~~bbbbbbbbvbbbbwvbbbv....CC.mfbbbbbbb",
    "~~~~~bbbbbbbbbbbbbbbbbbb..vCC..vmbbbbbbb",
    "~~~~~bbbbbbvbbCbbbbbbbbbb........mbbbbbb",
    "~~~~bbbbbbbbvbbbbbbvbbvbbv...v.v..mbbbbb",
    "~~~~~bbbbbbbbbbbvbbbbbbbbb.........bbbbb",
    "~~~~~bbbbbbbbbbbbbbbbbbbbbw........bbbbb",
    "~~~~~~bbbbbbbbbbbbbbwbbbbbmww......mbbbb",
    "~~~~~bbbbbbbbbbbbbbbbbbbbbm........bbbbb",
    "~~~~~bbbbbbbbbbbbbwbbbbbbbbb.......bbbbb",
    "~~~~~bbbbbbbbbbbbbbbbbbbbbbbm.....mbbbbb",
    "~~~~~bbbbbbbbbbbbbbbbbbbbbbbbm.....bbbbb",
]
LETTERS = "~.mbwvCfgx"
"""In the order of the map's own legend."""


def hexes(labels: str | list[str]) -> list[int]:
    """Hexes by their labels."""
    return [HEX(label) for label in (labels.split() if isinstance(labels, str) else labels)]


def flagged(flags: np.ndarray) -> set[str]:
    """The labels of the hexes of an overlay."""
    return {MAP.grid.label(hex_id) for hex_id in np.flatnonzero(flags).tolist()}


def sides(pairs: list[str]) -> set[frozenset[str]]:
    """Hexsides of the ledger, written "2710/2711"."""
    return {frozenset(str(pair).split("/")) for pair in pairs}


def flagged_sides(flags: np.ndarray) -> set[frozenset[str]]:
    """The hexsides of a side overlay by their two hexes."""
    label, neighbour = MAP.grid.label, MAP.grid.neighbour
    return {frozenset((label(int(h)), label(neighbour(int(h), int(d))))) for h, d in np.argwhere(flags)}


def side_value(values: np.ndarray, first: str, second: str) -> int:
    """Return what an array by hexsides says of the side between two hexes; it says the same from both."""
    here, there = HEX(first), HEX(second)
    value = values[here, MAP.grid.direction(here, there)]
    assert value == values[there, MAP.grid.direction(there, here)]
    return int(value)


def spread(start: str, passable: Callable[[int, int], bool]) -> set[int]:
    """The hexes reached from one over the sides that are passable."""
    found, queue = {HEX(start)}, [HEX(start)]
    while queue:
        here = queue.pop()
        for direction, there in enumerate(MAP.grid.neighbour_rows[here]):
            if there != OFF_MAP and there not in found and passable(here, direction):
                found.add(there)
                queue.append(there)
    return found


LAND = ~MAP.is_terrain("sea", "beyond")
ROADS = spread("3606", lambda here, direction: bool(MAP.road[here, direction]))


def has_terrain(name: str) -> set[str]:
    return flagged(MAP.is_terrain(name))


# --- the file ---


@pytest.mark.art
def test_the_committed_map_is_what_the_sources_give():
    command = [sys.executable, "-m", "art.build_map", "--map", "zocbonds", "--check"]
    assert subprocess.run(command, cwd=ROOT, timeout=120, check=False).returncode == 0


# --- the fit (grid.yaml) ---

PLACES = {name: spot for name, spot in FACTS["places"].items() if isinstance(spot, str)}
LOST = {"Vire": "Vire", "Le Beny-Bocage": "Le Bény-Bocage", "Rauray": "Rauray"}
"""Labels without effect that no smooth map can meet."""
TOWNS = {
    town["properties"]["name"]: (town["properties"]["lon"], town["properties"]["lat"])
    for town in json.loads((ROOT / "geodata/towns.geojson").read_text(encoding="utf-8"))["features"]
}


Pin = tuple[str, float, float, list[str]]


def located(pins: str) -> list[Pin]:
    """The pins of grid.yaml: name, position, and the hex or hexes in which each must lie."""
    return [(name, lon, lat, labels.split()) for name, lon, lat, labels in GRID[pins]]


def named() -> list[Pin]:
    """The 77 places of the ledger that the fit is measured by."""
    others = {"Bayeux": PLACES["Bayeux (city)"], **{name: PLACES[name] for name in LOST}}
    return located("ledger_pins") + [(name, *TOWNS[LOST.get(name, name)], [label]) for name, label in others.items()]


def missed(pins: list[Pin], where: Projection) -> set[str]:
    """The pins that the map puts in another hex."""
    spots = where.to_hexes([(lon, lat) for _, lon, lat, _ in pins]).tolist()
    found = [MAP.grid.hex_at(x, y) for x, y in spots]
    return {pin[0] for pin, hex_id in zip(pins, found, strict=True) if hex_id not in hexes(pin[3])}


def test_the_fit_takes_74_of_77_names_and_all_pins_of_the_source_to_their_hex():
    assert MAP.projection == projection_of(GRID)
    assert len(named()) == 77 and missed(named(), MAP.projection) == set(LOST)
    assert len(located("source_pins")) == 12 and missed(located("source_pins"), MAP.projection) == set()
    assert len(missed(named(), similarity_of(GRID))) == 77 - 62, "without the bend"


def test_the_fit_is_off_by_a_kilometre_and_a_half():
    points = MAP.projection.to_hexes([(lon, lat) for _, lon, lat, _ in named()])
    centres = np.array([centre_of(MAP.grid, " ".join(labels)) for _, _, _, labels in named()])
    gaps = np.hypot(*(points - centres).T) * MAP.km_per_hex
    assert float(np.sqrt((gaps**2).mean())) == pytest.approx(1.49, abs=0.03)
    assert float(np.median(gaps)) == pytest.approx(1.22, abs=0.03)


@pytest.mark.parametrize("name, lon, lat, u, w", GRID["check_points"])
def test_check_points_lie_where_the_fit_was_computed(name, lon, lat, u, w):
    assert MAP.projection.to_hexes((lon, lat))[0].tolist() == pytest.approx([u, w], abs=0.005)


def test_the_bend_is_small_and_folds_nothing():
    warp = MAP.projection.warp
    assert warp is not None
    points = np.stack(np.meshgrid(np.arange(0, 41, 0.5), np.arange(0, 35, 0.5)), axis=-1).reshape(-1, 2)
    moved = warp.bent(points) - points
    assert float(np.hypot(*moved.T).max()) * MAP.km_per_hex < 2.0
    step = 0.01
    east, north = (warp.bent(points + np.array(d)) - warp.bent(points) for d in ((step, 0.0), (0.0, step)))
    jacobian = (east[:, 0] * north[:, 1] - east[:, 1] * north[:, 0]) / step**2
    assert float(jacobian.min()) > 0.7 and float(jacobian.max()) < 1.25


def test_degrees_and_hexes_are_each_others_way_back():
    degrees = MAP.projection.to_degrees(MAP.grid.centres)
    assert MAP.projection.to_hexes(degrees) == pytest.approx(MAP.grid.centres, abs=1e-7)


@pytest.mark.parametrize(
    "warp, problem",
    [
        ({"sigma": 0.0, "pins": []}, "sigma is 0.0"),
        ({"sigma": 2.0, "pins": [[1.0, 1.0, 0.0, 900.0]]}, "a pin has a number beyond 200"),
        ({"sigma": 2.0, "pins": [[1.0, 1.0, 0.0, 0.0]] * 501}, "has 501 pins"),
    ],
)
def test_a_wrong_bend_is_named(tmp_path, warp, problem):
    content = json.loads(MAP_FILE.read_bytes())
    content["frame"]["warp"] = warp
    path = tmp_path / "map.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    with pytest.raises(DataError, match=problem):
        load_map(path)


def test_valognes_is_four_hexes_from_the_drops():
    drops = [FACTS["drop_hexes"][unit] for unit in ("505/82", "507/82", "508/82")]
    assert min(MAP.grid.distance(HEX("3209"), HEX(label)) for label in drops) == 4


# --- terrain ---


def test_the_terrain_is_that_of_the_draft_in_every_hex():
    rows = [MAP.terrain.reshape(40, 41)[row, 1:] for row in range(39, 9, -1)]
    assert ["".join(LETTERS[number] for number in row) for row in rows] == TERRAIN
    assert int(LAND.sum()) == 708


def test_what_lies_beyond_the_edge_of_play_is_closed():
    outside = np.ones((40, 41), dtype=bool)
    outside[10:, 1:] = False
    assert (MAP.is_terrain("beyond") == outside.ravel()).all()
    assert not MAP.road[outside.ravel()].any() and not MAP.river[outside.ravel()].any()


def test_all_land_is_one_piece_with_caen():
    def open_land(here: int, way: int) -> bool:
        return bool(LAND[MAP.grid.neighbour(here, way)]) and not MAP.closed_side[here, way]

    reached = spread("1929", open_land)
    assert reached == set(np.flatnonzero(LAND).tolist())


@pytest.mark.clause("ZOC-T-VP")
def test_cities_and_villages_stand_where_they_count():
    assert has_terrain("city") == {label for labels in FACTS["cities"].values() for label in labels}
    assert has_terrain("village") == set(FACTS["villages"])
    points = TABLES["ZOC-T-VP"]["rebuild"]
    cities = {*points["cities_2vp_allied"], *points["german_2vp_cities"]}
    south, perimeter = points["villages_1vp_allied_south"], points["villages_1vp_allied_perimeter"]
    assert has_terrain("city") == cities
    assert has_terrain("village") == {*south, *perimeter, *points["german_1vp_villages"]}


def test_what_the_source_pins_is_land():
    spots = [spot for name, spot in PINNED.items() if "hexside" not in name and not isinstance(spot, bool)]
    assert all(LAND[hexes(spot)].all() for spot in spots)


@pytest.mark.parametrize("place", sorted(FACTS["places"]))
def test_every_place_of_the_ledger_is_on_land(place):
    assert LAND[HEX(FACTS["places"][place])]


LABELS = (
    "2713 Sainte-Marie-du-Mont, 2612 Saint-Côme-du-Mont, 2711 Chef-du-Pont, 1608 Coutances, 2716 Grandcamp-Maisy, "
    "2617 La Cambe, 2622 Port-en-Bessin, 2232 Merville, 2233 Varaville, 2335 Houlgate, 2240 Pont-l'Évêque, 1740 "
    "Lisieux, 1635 Mézidon, 1032 Falaise, 1326 Thury-Harcourt, 2219 Le Molay-Littry, 2118 Cerisy-la-Forêt, 1018 "
    "Vire, 1213 Percy, 1315 Tessy-sur-Vire, 1523 Aunay-sur-Odon, 1926 Cheux, 2126 Bretteville-l'Orgueilleuse, 1529 "
    "Bretteville-sur-Laize, 1923 Hottot-les-Bagues"
)
BUILT_UP = (
    "2128 Buron, 2129 Épron, 1927 Carpiquet, 1723 Villers-Bocage, 1726 Évrecy, 1617 Torigni-sur-Vire, 2014 Pont-"
    "Hébert, 2214 Saint-Jean-de-Daye, 2109 Périers, 2207 Lessay, 2506 La Haye-du-Puits, 1812 Marigny, 1713 Canisy, "
    "1732 Argences, 1932 Troarn, 1730 Bourguébus, 2334 Cabourg, 3607 Tourlaville, 3704 Querqueville, 3505 "
    "Martinvast, 2812 Sainte-Mère-Église, 2709 Pont-l'Abbé, 3209 Valognes, 3110 Montebourg, 3212 Quinéville, 3105 "
    "Bricquebec, 2803 Barneville, 2807 Saint-Sauveur-le-Vicomte, 3712 Barfleur, 3413 Saint-Vaast-la-Hougue, 3710 "
    "Saint-Pierre-Église, 3302 Les Pieux, 2512 Carentan, 2515 Isigny-sur-Mer, 2419 Trévières, 2524 Arromanches-les-"
    "Bains, 2326 Creully, 2329 Douvres, 2331 Ouistreham, 2131 Ranville, 2024 Tilly-sur-Seulles, 1720 "
    "Caumont-l'Éventé, 2020 Balleroy"
)


@pytest.mark.parametrize("entry", LABELS.split(", "))
def test_some_names_are_labels_without_built_up_ground(entry):
    label, name = entry.split(" ", 1)
    assert MAP.name(HEX(label)) == name
    assert MAP.terrain_name(HEX(label)) not in ("village", "city")


@pytest.mark.parametrize("entry", BUILT_UP.split(", "))
def test_villages_have_their_names(entry):
    label, name = entry.split(" ", 1)
    assert MAP.name(HEX(label)) == name
    assert MAP.terrain_name(HEX(label)) == "village"


BEACHES = {
    "utah": "2814", "omaha_29": "2719", "omaha_1": "2620", "gold_jig": "2525", "gold_king": "2526", "juno_mike": "2527",
    "juno_nan": "2528", "sword_queen": "2430",
}  # fmt: skip


def test_the_landing_beaches_and_ports_touch_the_sea():
    sea = MAP.is_terrain("sea")
    by_the_sea = [*BEACHES.values(), "2818", "2331", "2437", "2623", "3212", "3413", "3704", "3705"]
    for hex_id in hexes([*by_the_sea, "3706", "2524"]):
        assert any(sea[there] for there in MAP.grid.adjacent(hex_id)), MAP.grid.label(hex_id)
    assert not any(sea[there] for there in MAP.grid.adjacent(HEX("3606"))), "it lies behind 3705 and 3706"
    beaches = {name: flagged(flags) for name, flags in MAP.overlays.items() if name.startswith("beach_")}
    assert beaches == {f"beach_{name}": {label} for name, label in BEACHES.items()}


def test_hilltops_are_those_of_the_named_hills():
    assert flagged(MAP.overlays["hilltop"]) == {
        "1727", "1917", "2507", "2406", "1323", "1421", "1420", "1729", "1230",
    }  # fmt: skip


def test_the_coast_of_the_landings_is_mixed_and_the_drops_are_bocage():
    mixed = has_terrain("mixed") | has_terrain("village") | has_terrain("city")
    for row in range(24, 28):
        for col in range(15, 31):
            label = f"{row}{col}"
            assert label in mixed or not LAND[HEX(label)], label
    assert {"2230", "2032"} <= has_terrain("mixed")
    assert {"2613", "2710", "2711", "2712", "2810", "2811"} <= has_terrain("bocage")


# --- water ---


def test_floods_causeways_and_marsh_are_those_of_the_ledger():
    assert has_terrain("flooded") == flagged(MAP.flooded) == set(FACTS["flooded_hexes"])
    assert flagged_sides(MAP.side_overlays["flooded"]) == sides(FACTS["flooded_hexsides"])
    assert flagged_sides(MAP.side_overlays["causeway"]) == sides(FACTS["causeway_hexsides"])
    assert flagged_sides(MAP.side_overlays["airfield"]) == sides([FACTS["carpiquet_airfield_hexside"]])
    assert has_terrain("marsh") == set(FACTS["gorges_marsh"])
    assert flagged_sides(MAP.closed_side) == sides(["2331/2232", "2515/2615", "2615/2616"])


def test_the_floods_that_the_source_pins():
    wet = MAP.side_overlays["flooded"]
    assert side_value(wet, "2710", "2711") and side_value(wet, "2713", "2814")
    assert not side_value(wet, "2610", "2611")
    assert not side_value(wet, "2814", "2913"), "combat C has its full odds"
    west_of_the_dives = hexes("2031 2032 2131")
    assert not wet[west_of_the_dives].any() and not MAP.flooded[west_of_the_dives].any()


def bank(start: str, river: str) -> set[int]:
    """Hexes within five of one that are reached without crossing a river."""
    crossed = {side for part in MAP.rivers if part.name == river for side in part.sides}
    crossed |= {(MAP.grid.neighbour(*side), (side[1] + 3) % 6) for side in crossed}
    near = (MAP.grid.distances(HEX(start)) <= 5) & LAND
    return spread(start, lambda here, way: (here, way) not in crossed and bool(near[MAP.grid.neighbour(here, way)]))


def test_rivers_keep_their_banks():
    east = bank("2132", "Orne")
    assert east >= set(hexes("2131 2132 2232")) and not east & set(hexes("2231 2331 2130"))
    assert side_value(MAP.river, "2512", "2612") == MAJOR_RIVER, "Carentan lies south of the Douve"
    assert side_value(MAP.river, "2512", "2513") == MINOR_RIVER, "and west of the Taute"


def test_rivers_are_major_where_the_ledger_says_and_never_split_a_city():
    major = {river.name for river in MAP.rivers if river.rank == MAJOR_RIVER}
    assert major == {"Orne", "Vire", "Douve", "Dives"}
    named = {"Merderet", "Taute", "Aure", "Drôme", "Seulles", "Mue", "Odon", "Laize", "Touques"}
    assert {river.name for river in MAP.rivers} == major | named
    assert side_value(MAP.river, "1815", "1914") == MAJOR_RIVER and side_value(MAP.river, "1715", "1816") == MINOR_RIVER
    for labels in FACTS["cities"].values():
        for first in labels:
            for second in labels:
                if MAP.grid.are_adjacent(HEX(first), HEX(second)):
                    assert side_value(MAP.river, first, second) == NO_RIVER


# --- roads ---

ENTRIES = [label for labels in FACTS["entry_hexes"].values() for label in labels]
MOBILISED = [label for labels in FACTS["mobilisation"].values() for label in labels]


def test_one_road_net_joins_everything_that_counts():
    assert {hex_id for hex_id in range(MAP.grid.size) if MAP.road[hex_id].any()} == ROADS
    wanted = [*FACTS["villages"], *has_terrain("city"), *BEACHES.values(), *ENTRIES, *MOBILISED]
    assert [label for label in wanted if HEX(label) not in ROADS] == []


def test_roads_are_main_or_secondary():
    assert set(np.unique(MAP.road).tolist()) == {NO_ROAD, SECONDARY_ROAD, MAIN_ROAD}
    assert side_value(MAP.road, "3705", "3606") == MAIN_ROAD
    assert side_value(MAP.road, "3705", "3706") == NO_ROAD
    assert side_value(MAP.road, "3606", "3706") == SECONDARY_ROAD


@pytest.mark.parametrize("chain", FACTS["main_roads"], ids="-".join)
def test_main_roads_run_along_the_ledgers_chains(chain):
    spots = {"Cherbourg": "3606", "Caen": "1929", "St Lo": "1815", "Carentan": PINNED["Carentan"], "Bayeux": "2322"}
    spots |= {"La Haye-du-Puits": PINNED["La Haye-du-Puits"]}
    labels = [spots.get(name) or FACTS["places"][name] for name in chain]
    road = next(road for road in MAP.roads if {HEX(labels[0]), HEX(labels[-1])} == {road.hexes[0], road.hexes[-1]})
    stations = [road.hexes.index(HEX(label)) for label in labels]
    assert stations == sorted(stations)
    assert all(MAP.road[a, MAP.grid.direction(a, b)] == MAIN_ROAD for a, b in pairwise(road.hexes))


@pytest.mark.clause("ZOC-T-SETUP-GER")
def test_german_set_up_stands_on_or_beside_a_road():
    units = [row[8].split()[0] for row in TABLES["ZOC-T-SETUP-GER"]["rebuild"]["units"]]
    for label in units:
        near = {HEX(label), *MAP.grid.adjacent(HEX(label))}
        assert near & ROADS, label


# --- lines and zones ---


@pytest.mark.clause("ZOC-T-SETUP-GER")
def test_no_named_hex_is_under_water_and_all_are_land():
    set_up = [row[8].split()[0] for row in TABLES["ZOC-T-SETUP-GER"]["rebuild"]["units"]]
    posts = [label for _, label in TABLES["ZOC-T-SETUP-GER"]["rebuild"]["strongpoints"]]
    dry = [*set_up, *posts, *FACTS["villages"], *has_terrain("city"), *BEACHES.values()]
    assert all(LAND[HEX(label)] for label in [*dry, *ENTRIES, *MOBILISED])
    assert not set(dry) & (has_terrain("flooded") | has_terrain("marsh"))
    drops = [*FACTS["drop_hexes"].values(), *FACTS["glider_zones"].values()]
    assert all(LAND[HEX(label)] for label in drops)
    others = [*FACTS["army_boundary"], *FACTS["front_27_june_allied_side"], *FACTS["cherbourg_perimeter"]]
    assert all(LAND[HEX(label)] for label in others)


def test_the_perimeter_is_one_piece_of_twelve():
    ring = flagged(MAP.overlays["perimeter"])
    assert ring == set(FACTS["cherbourg_perimeter"]) and len(ring) == 12
    inside = MAP.overlays["perimeter"]
    assert len(spread("3606", lambda here, way: bool(inside[MAP.grid.neighbour(here, way)]))) == 12
    works = flagged(MAP.overlays["permanent_works"])
    assert works == set(FACTS["permanent_ip_hexes"]) == ring - {"3606", "3705", "3706"}


@pytest.mark.parametrize("line", ["army_boundary", "front_27_june_allied_side"])
def test_lines_are_chains_of_touching_hexes(line):
    chain = hexes(FACTS[line])
    assert all(MAP.grid.are_adjacent(a, b) for a, b in pairwise(chain))


def test_sides_of_the_lines():
    british, allied, naval = (MAP.overlays[name] for name in ("commonwealth_side", "allied_side_27_june", "naval_zone"))
    assert british[hexes("2622 2020 1720 1020 2430 1929")].tolist() == [True, False, True, True, True, True]
    assert british[hexes("2021 2620 2521 1715 2721")].tolist() == [True, False, False, False, False]
    assert allied[hexes("2705 2805 2609 2322 1821 2131 2512 3302 3606")].all()
    assert not allied[hexes("1815 1929 2128 2129 2506 2603 2233 1932 1723")].any()
    for label in FACTS["front_27_june_allied_side"]:
        assert allied[HEX(label)]
    assert naval[hexes("2322 2620 2814 2135 2611 2515 2225")].all()
    assert not naval[hexes("2124 2029 3312 2810 2038 2223")].any()


@pytest.mark.clause("ZOC-T-VP")
def test_points_lie_on_the_sides_where_they_count():
    points = TABLES["ZOC-T-VP"]["rebuild"]
    allied = MAP.overlays["allied_side_27_june"]
    south = points["villages_1vp_allied_south"]
    assert [label for label in south if allied[HEX(label)]] == []
    assert [label for label in points["german_1vp_villages"] if not allied[HEX(label)]] == []


def test_marks_of_the_map_know_their_hexes():
    assert isinstance(MAP, HexMap)
    assert MAP.grid.label(MAP.place("Caen").hex) == "1929"
    assert MAP.name(HEX("2430")) == "Sword Beach, Queen"
