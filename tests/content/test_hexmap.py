"""The map of Normandy: what every Norman knows, and what the reader says of a map file that is wrong."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from wab.content.hexmap import MAIN_ROAD, MAJOR_RIVER, HexMap, load_map
from wab.engine.words.errors import DataError
from wab.hexes import OFF_MAP, opposite
from wab.locale import language

ROOT = Path(__file__).resolve().parents[2]
MAP_FILE = ROOT / "campaigns/operations/map.json"


@pytest.fixture(scope="module")
def normandy() -> HexMap:
    return load_map(MAP_FILE)


def hex_of(normandy: HexMap, place: str) -> int:
    return normandy.place(place).hex


def is_land(normandy: HexMap) -> np.ndarray:
    return ~normandy.is_terrain("sea", "estuary_flats")


def reached(normandy: HexMap, start: int, passable: Callable[[int, int], bool]) -> set[int]:
    """Land hexes that can be walked to from a hex over the sides that are passable."""
    land = is_land(normandy)
    found, queue = {start}, [start]
    while queue:
        here = queue.pop()
        for direction, there in enumerate(normandy.grid.neighbour_rows[here]):
            if there != OFF_MAP and land[there] and there not in found and passable(here, direction):
                found.add(there)
                queue.append(there)
    return found


def within(normandy: HexMap, places: Iterable[str], margin: int) -> set[int]:
    """Hexes inside the smallest box of rows and columns around some places, and a margin around it."""
    spots = [normandy.grid.row_col(hex_of(normandy, place)) for place in places]
    (rows, cols) = ([spot[axis] for spot in spots] for axis in (0, 1))
    return {
        normandy.grid.hex_of(row, col)
        for row in range(min(rows) - margin, max(rows) + margin + 1)
        for col in range(min(cols) - margin, max(cols) + margin + 1)
    }


def river_sides(normandy: HexMap, name: str) -> set[tuple[int, int]]:
    sides = {side for river in normandy.rivers if river.name == name for side in river.sides}
    return sides | {(normandy.grid.neighbour(*side), opposite(side[1])) for side in sides}


def dry_path(normandy: HexMap, start: str, goal: str, river: str, margin: int = 1) -> bool:
    """Return whether one can walk between two places, not far around, without crossing a river."""
    wet, box = river_sides(normandy, river), within(normandy, (start, goal), margin)
    grid = normandy.grid
    return hex_of(normandy, goal) in reached(
        normandy,
        hex_of(normandy, start),
        lambda here, direction: (here, direction) not in wet and grid.neighbour(here, direction) in box,
    )


# --- shape ---


def test_the_arrays_agree_in_size_and_cannot_be_written(normandy):
    n = normandy.grid.size
    assert n == 68 * 71
    for array in (normandy.terrain, normandy.under, normandy.elevation, normandy.land_share, normandy.flooded):
        assert array.shape == (n,) and not array.flags.writeable
    for array in (normandy.river, normandy.road, normandy.cliff, normandy.closed_side):
        assert array.shape == (n, 6) and not array.flags.writeable


@pytest.mark.parametrize("name", ["river", "road", "cliff", "closed_side"])
def test_a_side_is_the_same_from_both_hexes(normandy, name):
    array, neighbours = getattr(normandy, name), normandy.grid.neighbours
    for direction in range(6):
        here = np.flatnonzero(neighbours[:, direction] >= 0)
        assert (array[here, direction] == array[neighbours[here, direction], opposite(direction)]).all()
        assert not array[neighbours[:, direction] < 0, direction].any()


def test_degrees_lead_to_a_hex_and_back(normandy):
    for hex_id in range(0, normandy.grid.size, 7):
        assert normandy.hex_of(*normandy.lonlat_of(hex_id)) == hex_id
    assert normandy.hex_of(2.35, 48.85) == OFF_MAP  # Paris


# --- land and sea ---


def test_the_land_is_in_one_piece_but_for_jersey(normandy):
    mainland = reached(normandy, hex_of(normandy, "Caen"), lambda here, direction: True)
    apart = sorted(set(np.flatnonzero(is_land(normandy)).tolist()) - mainland)
    assert len(apart) == 10
    for lon, lat in map(normandy.lonlat_of, apart):
        assert lon < -2.0 and 49.15 < lat < 49.28


def test_every_town_with_a_population_stands_on_land(normandy):
    towns = [place for place in normandy.places if place.population]
    assert len(towns) > 30
    assert all(is_land(normandy)[place.hex] for place in towns)


def test_all_places_stand_on_land(normandy):
    assert all(is_land(normandy)[place.hex] for place in normandy.places)


def test_cherbourg_is_a_city_on_the_north_coast(normandy):
    cherbourg = hex_of(normandy, "Cherbourg")
    north = [normandy.grid.neighbour(cherbourg, direction) for direction in (1, 2)]
    assert normandy.terrain_name(cherbourg) == "city"
    assert [normandy.terrain_name(hex_id) for hex_id in north] == ["sea", "sea"]
    assert not normandy.is_terrain("sea")[normandy.grid.neighbour(cherbourg, 4)]


def test_the_ring_of_cherbourg_is_land_within_two_hexes(normandy):
    ring = normandy.overlays["fortified_zone"]
    near = normandy.grid.distances(hex_of(normandy, "Cherbourg")) <= 2
    assert (ring == (near & is_land(normandy))).all()


@pytest.mark.parametrize(
    "west, east, around",
    [
        ("Pouppeville", "Grandcamp-Maisy", ["Pouppeville", "Grandcamp-Maisy", "Osmanville"]),
        ("Mont-Saint-Michel", "Vains", ["Mont-Saint-Michel", "Vains"]),
        ("Le Havre", "Honfleur", ["Le Havre", "Honfleur", "Lillebonne"]),
    ],
)
def test_no_land_bridge_over_a_bay(normandy, west, east, around):
    """Without rivers and closed sides crossed there is no way on foot from shore to shore inside the bay."""
    box, grid = within(normandy, around, 1), normandy.grid

    def passable(here: int, direction: int) -> bool:
        water = normandy.river[here, direction] or normandy.closed_side[here, direction]
        return not water and grid.neighbour(here, direction) in box

    assert hex_of(normandy, east) not in reached(normandy, hex_of(normandy, west), passable)


def test_the_seine_can_be_crossed_nowhere(normandy):
    start = hex_of(normandy, "Honfleur")
    south = reached(normandy, start, lambda here, direction: not normandy.closed_side[here, direction])
    assert hex_of(normandy, "Le Havre") not in south
    assert hex_of(normandy, "Lillebonne") not in south
    assert hex_of(normandy, "Cherbourg") in south


def test_closed_sides_lie_between_land_hexes_and_carry_no_road(normandy):
    land = is_land(normandy)
    hexes, directions = np.nonzero(normandy.closed_side)
    assert len(hexes) > 20
    assert land[hexes].all() and land[normandy.grid.neighbours[hexes, directions]].all()
    assert not normandy.road[normandy.closed_side].any()


def test_flats_are_in_the_drying_bays(normandy):
    flats = np.flatnonzero(normandy.is_terrain("estuary_flats"))
    anchors = [hex_of(normandy, place) for place in ("Mont-Saint-Michel", "Isigny-sur-Mer", "Saint-Suliac")]
    assert 4 <= len(flats) <= 14
    assert all(min(normandy.grid.distance(flat, anchor) for anchor in anchors) <= 6 for flat in flats.tolist())


# --- beaches ---


@pytest.mark.parametrize(
    "beach, count, shore",
    [
        ("utah", 2, "La Madeleine (Utah Beach)"),
        ("omaha", 4, "Omaha Beach (Les Moulins)"),
        ("gold", 3, "Le Hamel (Gold Beach)"),
        ("juno", 3, "Courseulles-sur-Mer"),
        ("sword", 3, "Ouistreham"),
    ],
)
def test_a_landing_beach_has_its_hexes_by_the_sea(normandy, beach, count, shore):
    flags = normandy.overlays[f"beach_{beach}"]
    assert int(flags.sum()) == count
    assert flags[hex_of(normandy, shore)]
    sea = normandy.is_terrain("sea")
    assert all(any(sea[other] for other in normandy.grid.adjacent(hex_id)) for hex_id in np.flatnonzero(flags).tolist())


def test_a_beach_hex_is_beach_or_a_town_by_the_beach_and_has_no_cliff(normandy):
    beaches = np.logical_or.reduce([flags for name, flags in normandy.overlays.items() if name.startswith("beach_")])
    assert set(np.flatnonzero(normandy.is_terrain("beach")).tolist()) <= set(np.flatnonzero(beaches).tolist())
    assert {normandy.terrain_name(hex_id) for hex_id in np.flatnonzero(beaches).tolist()} == {"beach", "town"}
    assert not normandy.cliff[beaches].any()


def test_gold_and_juno_touch(normandy):
    gold, juno = (np.flatnonzero(normandy.overlays[f"beach_{name}"]).tolist() for name in ("gold", "juno"))
    assert not set(gold) & set(juno)
    assert any(normandy.grid.are_adjacent(one, other) for one in gold for other in juno)


def test_utah_is_flooded_behind_the_sand_and_left_by_causeways(normandy):
    utah = np.flatnonzero(normandy.overlays["beach_utah"]).tolist()
    inland = is_land(normandy) & ~normandy.overlays["beach_utah"]
    for hex_id in utah:
        assert normandy.flooded[hex_id]
        assert normandy.terrain_names[normandy.under[hex_id]] == "marsh"
        assert any(
            normandy.road[hex_id, direction] and inland[other]
            for direction, other in enumerate(normandy.grid.neighbour_rows[hex_id])
        )


def test_pointe_du_hoc_is_a_cliff(normandy):
    assert normandy.cliff[hex_of(normandy, "Pointe du Hoc")].any()


def test_cliffs_lie_between_land_and_sea(normandy):
    hexes, directions = np.nonzero(normandy.cliff)
    land = is_land(normandy)
    assert (land[hexes] != land[normandy.grid.neighbours[hexes, directions]]).all()


# --- towns ---


@pytest.mark.parametrize(
    "place, terrain",
    [
        ("Caen", "city"),
        ("Le Havre", "city"),
        ("Carentan", "town"),
        ("Bayeux", "town"),
        ("Saint-Lô", "town"),
        ("Ouistreham", "town"),
        ("Mont Pinçon", "hills"),
        ("Hill 112", "hills"),
        ("Hill 192", "hill_bocage"),
        ("Hill 314 (Mortain)", "hill_bocage"),
    ],
)
def test_the_ground_of_a_place(normandy, place, terrain):
    assert normandy.terrain_name(hex_of(normandy, place)) == terrain


def test_a_town_keeps_the_ground_under_it(normandy):
    assert normandy.terrain_names[normandy.under[hex_of(normandy, "Caen")]] == "clear"
    assert normandy.terrain_names[normandy.under[hex_of(normandy, "Carentan")]] == "bocage", "dry ground by our choice"
    assert not normandy.is_terrain("town", "city", "beach")[np.isin(normandy.terrain, np.unique(normandy.under))].any()


def test_the_notable_place_names_its_hex(normandy):
    for name in ("Caen", "Carentan", "Hill 112", "Sainte-Mère-Église", "Ranville", "Cherbourg"):
        assert normandy.name(hex_of(normandy, name)) == name
    empty = next(hex_id for hex_id in range(normandy.grid.size) if not normandy.places_in(hex_id))
    assert normandy.name(empty) == ""


def test_an_unknown_place_is_a_key_error(normandy):
    with pytest.raises(KeyError):
        normandy.place("Camelot")


# --- rivers ---


def test_carentan_lies_between_the_douve_and_the_taute(normandy):
    carentan = hex_of(normandy, "Carentan")
    for river in ("Douve", "Taute"):
        sides = [direction for hex_id, direction in river_sides(normandy, river) if hex_id == carentan]
        assert any(normandy.bridge[carentan, direction] for direction in sides), river
    assert not dry_path(normandy, "Carentan", "Saint-Côme-du-Mont", "Douve")


@pytest.mark.parametrize(
    "one, river, other",
    [
        ("Caen", "Orne", "Ranville"),
        ("Bénouville", "Orne", "Ranville"),
        ("Caen", "Orne", "Colombelles"),
        ("Hill 112", "Orne", "May-sur-Orne"),
        ("Hill 112", "Odon", "Verson"),
        ("Carentan", "Vire", "Isigny-sur-Mer"),
        ("Saint-Lô", "Vire", "Saint-Gilles (Manche)"),
        ("Airel", "Vire", "Saint-Jean-de-Daye"),
        ("Sainte-Mère-Église", "Merderet", "Picauville"),
        ("Trévières", "Aure", "Formigny"),
        ("Troarn", "Dives", "Dozulé"),
        ("Tilly-sur-Seulles", "Seulles", "Bayeux"),
        ("Lessay", "Ay", "La Haye-du-Puits"),
        ("Falaise", "Dives", "Trun"),
    ],
)
def test_a_river_parts_two_places(normandy, one, river, other):
    assert not dry_path(normandy, one, other, river, margin=1)


@pytest.mark.parametrize(
    "one, river, other",
    [
        ("Caen", "Orne", "Bénouville"),
        ("Ouistreham", "Orne", "Bénouville"),
        ("Caen", "Orne", "Hérouville-Saint-Clair"),
        ("Ranville", "Orne", "Merville battery"),
        ("Ranville", "Dives", "Troarn"),
        ("Hill 112", "Odon", "Gavrus"),
        ("Chef-du-Pont", "Merderet", "Sainte-Mère-Église"),
        ("Chambois", "Dives", "Trun"),
        ("Saint-Lambert-sur-Dive", "Dives", "Mont-Ormel (Hill 262)"),
        ("Saint-Lô", "Vire", "Hill 192"),
    ],
)
def test_two_places_share_a_bank(normandy, one, river, other):
    assert dry_path(normandy, one, other, river, margin=2)


def test_saint_lo_lies_on_the_vire(normandy):
    assert any(hex_id == hex_of(normandy, "Saint-Lô") for hex_id, _ in river_sides(normandy, "Vire"))


def test_pegasus_bridge_joins_benouville_and_ranville(normandy):
    west, east = hex_of(normandy, "Bénouville"), hex_of(normandy, "Ranville")
    side = normandy.grid.direction(west, east)
    assert normandy.grid.direction(east, west) == 3  # the Orne is the west side of Ranville
    assert normandy.river[west, side] == MAJOR_RIVER
    assert normandy.bridge[west, side]
    assert hex_of(normandy, "Pegasus Bridge") == west


def test_a_river_runs_on_touching_sides_without_a_gap(normandy):
    corners = normandy.grid.corner_offsets
    for river in normandy.rivers:
        ends = [
            {tuple(np.round(normandy.grid.centres[hex_id] + corners[k % 6], 6)) for k in (direction, direction + 1)}
            for hex_id, direction in river.sides
        ]
        for index in range(len(ends) - 1):
            left_the_map = len(normandy.grid.adjacent(river.sides[index][0])) < 6
            assert ends[index] & ends[index + 1] or left_the_map, river.name


# --- roads ---

NATIONAL_13 = (
    "Caen",
    "Bayeux",
    "Isigny-sur-Mer",
    "Carentan",
    "Sainte-Mère-Église",
    "Montebourg",
    "Valognes",
    "Cherbourg",
)


@pytest.mark.parametrize("start, end", list(pairwise(NATIONAL_13)))
def test_the_main_road_to_cherbourg_has_no_gap(normandy, start, end):
    along = reached(
        normandy, hex_of(normandy, start), lambda here, direction: normandy.road[here, direction] == MAIN_ROAD
    )
    assert hex_of(normandy, end) in along
    number_13 = [road.hexes for road in normandy.roads if road.ref == "N13"]
    assert any(hex_of(normandy, start) in hexes and hex_of(normandy, end) in hexes for hexes in number_13)


def test_every_town_of_the_mainland_has_a_road(normandy):
    towns = set(np.flatnonzero(normandy.is_terrain("town", "city")).tolist()) - {
        hex_of(normandy, "Saint-Hélier (Jersey)")
    }
    assert normandy.road[sorted(towns)].any(axis=1).all()


def test_roads_keep_to_the_land(normandy):
    assert not normandy.road[~is_land(normandy)].any()


def test_south_of_the_seine_all_main_roads_hang_together(normandy):
    def main(here: int, direction: int) -> bool:
        return bool(normandy.road[here, direction] == MAIN_ROAD)

    south = reached(normandy, hex_of(normandy, "Caen"), main)
    on_main = set(np.flatnonzero((normandy.road == MAIN_ROAD).any(axis=1)).tolist())
    apart = on_main - south
    north = reached(normandy, hex_of(normandy, "Le Havre"), main)
    assert apart == apart & north


# --- a map file that is wrong ---


def broken(tmp_path: Path, change: Callable[[list[str]], None]) -> Path:
    lines = MAP_FILE.read_text(encoding="utf-8").splitlines()
    change(lines)
    path = tmp_path / "map.json"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def replace(lines: list[str], key: str, offset: int, old: str, new: str) -> int:
    """Changes one entry of a list in the file; returns the number of its line."""
    index = next(i for i, line in enumerate(lines) if line.startswith(f'"{key}"')) + offset
    assert old in lines[index]
    lines[index] = lines[index].replace(old, new, 1)
    return index + 1


@pytest.mark.parametrize(
    "key, offset, old, new, field, problem",
    [
        ("terrain", 3, "b", "?", "terrain[2]", '"?" is not a letter of the legend'),
        ("terrain", 3, "b", "bb", "terrain[2]", "has 72 hexes, a row of the map has 71"),
        ("rivers", 2, '"sides": "', '"sides": "0101:X ', "rivers[1]", "is not a hexside"),
        (
            "roads",
            4,
            '"hexes": "',
            '"hexes": "9999 ',
            "roads[3]",
            '"9999" is not a hex of this map (expected RRCC, 0000 to 6770)',
        ),
        ("roads", 4, '"hexes": "', '"hexes": "0000 ', "roads[3]", "has a gap"),
        ("places", 2, '"hex": "', '"hex": "x', "places[1]", "is not a hex of this map"),
        ("closed_sides", 0, ': "', ': "0000:W ', "closed_sides", "leads off the map"),
        ("elevation", 1, ", ", ", 5, ", "elevation[0]", "has 72 hexes"),
        ("elevation", 1, "[", "[9001", "elevation[0]", "is not a number from -500 to 9000"),
        ("elevation", 1, "[", f"[{'9' * 30}", "elevation[0]", "is not a number from -500 to 9000"),
        ("land_percent", 2, "[", "[101", "land_percent[1]", "is not a number from 0 to 100"),
    ],
)
def test_a_wrong_entry_is_named_with_its_line(tmp_path, key, offset, old, new, field, problem):
    numbers: list[int] = []
    path = broken(tmp_path, lambda lines: numbers.append(replace(lines, key, offset, old, new)))
    with pytest.raises(DataError) as caught:
        load_map(path)
    assert (caught.value.path, caught.value.line, caught.value.field) == (str(path), numbers[0], field)
    assert problem in caught.value.problem
    with language("fr"):
        assert problem not in str(caught.value)


@pytest.mark.parametrize(
    "key, offset, old, new, field",
    [
        ("rivers", 1, '"major"', '"huge"', "rivers[0].rank"),
        ("places", 1, '"population": ', '"people": ', "places[0]"),
        ("elevation", 1, "[", '["high", ', "elevation[0][0]"),
    ],
)
def test_a_wrong_type_is_named_with_its_field_and_line(tmp_path, key, offset, old, new, field):
    numbers: list[int] = []
    path = broken(tmp_path, lambda lines: numbers.append(replace(lines, key, offset, old, new)))
    with pytest.raises(DataError) as caught:
        load_map(path)
    assert (caught.value.line, caught.value.field) == (numbers[0], field)


@pytest.mark.parametrize(
    ("key", "size"), [("rows", 0), ("rows", 10**9), ("cols", -1), ("cols", 101), ("km_per_hex", 0), ("km_per_hex", -3)]
)
def test_a_map_of_no_size_or_of_too_much_is_refused(tmp_path, key, size):
    document = json.loads(MAP_FILE.read_text(encoding="utf-8"))
    document["frame"][key] = size
    path = tmp_path / "map.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(DataError, match="rows and cols must be 1 to 100"):
        load_map(path)


def test_broken_json_is_named_with_its_line(tmp_path):
    numbers: list[int] = []
    path = broken(tmp_path, lambda lines: numbers.append(replace(lines, "roads", 4, '", "', '" "')))
    with pytest.raises(DataError, match="is not a map file") as caught:
        load_map(path)
    assert caught.value.line == numbers[0]


def test_a_missing_part_is_named(tmp_path):
    document = json.loads(MAP_FILE.read_text(encoding="utf-8"))
    del document["overlays"]["flooded"]
    path = tmp_path / "map.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(DataError, match="flooded"):
        load_map(path)
    del document["places"]
    path.write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(DataError, match="places"):
        load_map(path)


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe", b"[1, 2]"])
def test_what_is_no_map_file_is_said_to_be_none(tmp_path, content):
    path = tmp_path / "map.json"
    path.write_bytes(content)
    with pytest.raises(DataError) as caught:
        load_map(path)
    assert caught.value.path == str(path)


def test_a_missing_file_is_a_data_error(tmp_path):
    with pytest.raises(DataError, match="cannot be read"):
        load_map(tmp_path / "nowhere.json")
