"""The map, the deck and the forces of Omaha Beach: that what the ledger pins holds, and that the map can be played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache
from itertools import pairwise

import pytest

from art.mapping import omaha
from tests.content.ledger_of_omaha import table
from wab.content.data import data_root
from wab.content.hexmap import HexMap
from wab.content.omaha.loader import load_content
from wab.content.omaha.shapes import COLOURS, HOME, LEVELS, SYMBOLS, PositionRow

BEACH = ("low_beach", "mid_beach", "high_beach")
LOW = (*BEACH, "pavilion", "draw")
SHUT = ("seawall", "bluff", "cliff", "sheer_cliff")
CLEARED = ("shingle", "ditch", "wall")


@cache
def land() -> HexMap:
    return load_content().map


@cache
def terrain() -> dict[str, str]:
    grid = land().grid
    return {grid.label(hex_): land().terrain_name(hex_) for hex_ in range(grid.size)}


@cache
def around(label: str) -> tuple[str, ...]:
    grid = land().grid
    return tuple(grid.label(hex_) for hex_ in grid.adjacent(grid.parse(label)))


def apart(first: str, second: str) -> int:
    grid = land().grid
    return grid.distance(grid.parse(first), grid.parse(second))


@cache
def side(first: str, second: str) -> str:
    grid = land().grid
    here, there = grid.parse(first), grid.parse(second)
    direction = grid.direction(here, there)
    return next((kind for kind, sides in land().side_overlays.items() if sides[here, direction]), "open")


@cache
def links(*, lanes: bool = True) -> frozenset[frozenset[str]]:
    label = land().grid.label
    roads = [road for road in land().roads if lanes or road.rank > 1]
    return frozenset(frozenset(map(label, pair)) for road in roads for pair in pairwise(road.hexes))


@cache
def positions() -> dict[str, PositionRow]:
    return load_content().positions.positions


def wn() -> dict[str, PositionRow]:
    return {key: row for key, row in positions().items() if key.startswith("WN")}


def dots(row: PositionRow) -> dict[str, str]:
    return {label: level for level in LEVELS for label in getattr(row, level)}


def sector(label: str) -> str:
    row, col = int(label[:2]), int(label[2:])
    return "west" if col >= {4: 18, 7: 20}.get(row, 19) else "east"


def flood(start: Iterable[str], goes: Callable[[str, str], bool]) -> set[str]:
    seen = set(start)
    todo = list(seen)
    while todo:
        here = todo.pop()
        for there in around(here):
            if there not in seen and terrain()[there] != "sea" and goes(here, there):
                seen.add(there)
                todo.append(there)
    return seen


def beach() -> set[str]:
    return {label for label, kind in terrain().items() if kind in BEACH}


def vehicles(clear: Callable[[str, str], bool]) -> Callable[[str, str], bool]:
    """A test of a step of a vehicle; `clear` says if engineers have cleared a hexside or hex."""

    def goes(here: str, there: str) -> bool:
        kind, by_road = side(here, there), frozenset((here, there)) in links()
        mined = bool(land().overlays["mined"][land().grid.parse(there)])
        if kind in SHUT or (kind == "slope" and not by_road) or terrain()[there] == "rough":
            return False
        if (kind in CLEARED or mined) and not clear(here, there):
            return False
        return by_road or terrain()[there] not in ("draw", "building", "bocage", "woods")

    return goes


# ---------------------------------------------------------------- the grid, before all rules


@pytest.mark.clause("OMA-2.1-1", "OMA-2.1-2")
def test_labels_neighbours_and_the_printed_sheet_agree():
    """Columns grow from east to west and rows inland; the sheet shows the sea at its lower edge."""
    frame, grid = land().projection, land().grid
    assert set(around("0513")) == {"0512", "0514", "0412", "0413", "0612", "0613"}
    assert set(around("0812")) == {"0811", "0813", "0712", "0713", "0912", "0913"}
    for label in terrain():
        row, col = int(label[:2]), int(label[2:])
        cols = (col - 1, col) if row % 2 else (col, col + 1)
        beside = [(row, col - 1), (row, col + 1), *((to, c) for to in (row - 1, row + 1) for c in cols)]
        assert set(around(label)) == {f"{r:02d}{c:02d}" for r, c in beside if 1 <= r <= 20 and 1 <= c <= 36}
    assert frame.printed == 180
    east, west, sea, inland = (land().lonlat_of(grid.parse(label)) for label in ("1002", "1030", "0116", "2016"))
    assert east[0] > west[0] and sea[1] > inland[1]
    x, y = grid.centre(grid.parse("0513"))
    assert (
        grid.centre(grid.parse("0514"))[0] < x and grid.centre(grid.parse("0613"))[1] < y
    )  # both turned by 180 degrees


def test_the_map_file_is_made_of_the_ground():
    path = data_root() / "campaigns/omaha/map.json"
    assert omaha.build(data_root() / "geodata") == path.read_text(encoding="utf-8")


def test_strongpoints_lie_where_they_were():
    grid = land().grid
    for label, lon, lat in (("0912", -0.8475, 49.3597), ("0727", -0.896, 49.3757), ("0807", -0.8335, 49.3588)):
        hex_ = land().hex_of(lon, lat)
        assert grid.distance(hex_, grid.parse(label)) <= 1


# ---------------------------------------------------------------- terrain, sides, roads


@pytest.mark.clause("OMA-T-MAP")
def test_twenty_rows_of_thirty_six():
    assert len(terrain()) == 720
    assert Counter(terrain().values())["sea"] > 100
    assert terrain()["1408"] == "field"
    rows = {row["row"]: row["cols_01_to_36"] for row in table("OMA-T-MAP")["terrain_rows"]}
    legend = {letter: name.split(" (")[0] for letter, name in table("OMA-T-MAP")["legend"].items()}
    named = {
        "low-tide beach": "low_beach",
        "mid-tide beach": "mid_beach",
        "high-tide beach": "high_beach",
        "open field": "field",
    }
    for label, kind in terrain().items():
        word = legend[rows[label[:2]][int(label[2:]) - 1]]
        assert named.get(word, word) == kind


def test_each_of_the_149_listed_sides_has_one_kind():
    found = Counter({kind: int(sides.sum()) // 2 for kind, sides in land().side_overlays.items()})
    assert sum(found.values()) == 149
    assert int(sum(sides.astype(int) for sides in land().side_overlays.values()).max()) == 1


def test_ground_changes_its_height_over_a_barrier_a_road_or_inland():
    for here, kind in terrain().items():
        for there in around(here):
            other = terrain()[there]
            if "sea" in (kind, other) or side(here, there) != "open":
                continue
            if (kind in LOW) != (other in LOW):
                assert max(int(here[:2]), int(there[:2])) >= 10 or frozenset((here, there)) in links()
            assert (kind in BEACH) == (other in BEACH)


def test_no_road_runs_into_the_sea():
    assert all(terrain()[label] != "sea" for link in links() for label in link)


# ---------------------------------------------------------------- positions


@pytest.mark.clause("OMA-2.1-7", "OMA-2.1-8", "OMA-2.1-11", "OMA-2.1-12", "OMA-3-4", "OMA-T-MAP")
def test_positions_are_those_of_the_ledger():
    kinds = Counter("WN" if key.startswith("WN") else "u" if key.startswith("u") else "numbered" for key in positions())
    assert kinds == {"WN": 13, "numbered": 65, "u": 8}
    assert sum(len(row.hexes) for row in wn().values()) == 18
    assert positions()["WN62"].hexes == ("0812", "0912")
    assert {"u1014", "u0828"} <= set(positions())
    for row in table("OMA-T-MAP")["positions"]:
        mine = positions()[row["id"]]
        assert list(mine.hexes) == (row.get("hexes") or [row["hex"]])
        assert (mine.colour, mine.vp, list(mine.arrows)) == (row["colour"], row.get("vp", False), row.get("arrow", []))
        assert all(list(getattr(mine, level)) == row[level] for level in LEVELS)


def test_positions_stand_on_high_ground_of_their_sector():
    low = [label for row in positions().values() for label in row.hexes if terrain()[label] in LOW]
    assert low == ["0531"]  # WN72N in its casemate at the wall of D-1
    assert all(sector(label) == row.sector for row in positions().values() for label in row.hexes)
    assert all(apart(*row.hexes) == 1 for row in positions().values() if len(row.hexes) == 2)


@pytest.mark.clause("OMA-6.2-1", "OMA-6.23-1")
def test_fields_of_fire_reach_five_hexes_from_a_wn_and_two_from_other_positions():
    for key, row in positions().items():
        for label in dots(row):
            assert 0 < min(apart(label, own) for own in row.hexes) <= (5 if key in wn() else 2)
            assert terrain()[label] != "sea"
    claimed = Counter((row.colour, label) for row in positions().values() for label in dots(row))
    assert set(claimed.values()) == {1}


def test_far_dots_of_strongpoints_on_mid_and_high_sand_are_sporadic():
    for row in wn().values():
        for label, level in dots(row).items():
            if terrain()[label] in ("mid_beach", "high_beach") and min(apart(label, own) for own in row.hexes) >= 3:
                assert level != "sustained"


@pytest.mark.clause("OMA-20.3-2", "OMA-X-75")
def test_positions_worth_points_lie_on_or_beside_the_roads_inland():
    """All reinforcement positions by the road test (OMA-X-75)."""
    label = land().grid.label
    inland = {row["name"].lower() for row in table("OMA-T-MAP")["secondary_roads"] if row["off_south_edge"]}
    roads = [road for road in land().roads if road.rank == 3 or road.name.lower() in inland]
    beside = {label(hex_) for road in roads for hex_ in road.hexes}
    near = {key for key, row in positions().items() if key not in wn()
            and any(own in beside or beside & set(around(own)) for own in row.hexes)}  # fmt: skip
    assert near == {key for key, row in positions().items() if row.vp}
    assert len(near) == 42


@pytest.mark.clause("OMA-2.1-13")
def test_advance_arrows_reach_one_or_two_hexes():
    """OMA-X-61, OMA-X-62."""
    for row in positions().values():
        assert all(1 <= apart(row.hexes[0], positions()[arrow].hexes[0]) <= 2 for arrow in row.arrows)
    assert positions()["B1"].arrows == ("A7", "A6")


@pytest.mark.clause("OMA-2.1-15")
def test_exits_lie_on_the_edge_and_on_a_road():
    on_roads = {label for link in links(lanes=False) for label in link}
    exits = load_content().positions.exits
    assert list(exits) == list("ABCDEFG")
    assert all(label in on_roads and (label[:2] == "20" or label[2:] in ("01", "36")) for label in exits.values())


# ---------------------------------------------------------------- boxes, obstacles, draws


@pytest.mark.clause("OMA-2.1-17", "OMA-5.2-1")
def test_a_box_points_along_one_line_at_the_first_hex_of_each_waterline():
    """OMA-X-05."""
    grid, boxes = land().grid, load_content().positions.boxes
    assert len(boxes) == 32
    assert (boxes["ER1"].low, boxes["ER1"].mid, boxes["ER1"].high) == ("0513", "0613", "0714")
    for box in boxes.values():
        assert box.low is not None and sector(box.low) == box.sector
        q, _ = grid.axial(grid.parse(box.low))
        line = [grid.from_axial(q, row) for row in range(grid.rows - 1, -1, -1)]
        shown = [land().terrain_name(hex_) for hex_ in line if hex_ >= 0]
        labels = [grid.label(hex_) for hex_ in line if hex_ >= 0]
        for tide, first in (("low", 0), ("mid", 1), ("high", 2)):
            meant = getattr(box, tide)
            if meant is not None:
                assert meant == next(label for label, kind in zip(labels, shown, strict=True) if kind in BEACH[first:])


def test_obstacles_stand_on_mid_tide_sand():
    obstacles = [label for label in terrain() if land().overlays["obstacles"][land().grid.parse(label)]]
    assert len(obstacles) == 28
    assert {terrain()[label] for label in obstacles} == {"mid_beach"}


@pytest.mark.clause("OMA-13.21-1")
def test_each_gate_of_a_draw_is_an_obstacle():
    draws = load_content().positions.draws
    assert list(draws) == ["E-3", "E-1", "D-3", "D-1"]
    for draw in draws.values():
        assert {terrain()[label] for label in draw.hexes} == {"draw"}
        assert {terrain()[label] for label in draw.mouth} == {"pavilion"}
        gates = [(mouth, label) for mouth in draw.mouth for label in draw.hexes if label in around(mouth)]
        assert gates and all(side(*gate) in ("ditch", "wall") for gate in gates)
    assert {label for label, kind in terrain().items() if kind == "draw"} == {
        label for draw in draws.values() for label in draw.hexes
    }


@pytest.mark.clause("OMA-7.3-2")
def test_no_vehicle_leaves_the_beach_before_engineers_work():
    reached = flood(beach(), vehicles(lambda here, there: False))
    assert not [label for label in reached if terrain()[label] not in (*BEACH, "pavilion")]


def test_each_cleared_draw_alone_opens_a_way_to_the_coast_road():
    roads = {
        label
        for label, _ in ((land().grid.label(hex_), 0) for road in land().roads if road.rank == 3 for hex_ in road.hexes)
    }
    for draw in load_content().positions.draws.values():
        own = {*draw.hexes, *draw.mouth}
        reached = flood(beach(), vehicles(lambda a, b, own=own: side(a, b) == "shingle" or bool(own & {a, b})))  # type: ignore[misc]
        assert reached & roads
    everything = flood(beach(), vehicles(lambda here, there: True))
    assert roads | set(load_content().positions.exits.values()) <= everything


def test_infantry_reaches_every_land_hex():
    reached = flood(beach(), lambda here, there: side(here, there) != "sheer_cliff")
    assert reached == {label for label, kind in terrain().items() if kind != "sea"}


# ---------------------------------------------------------------- deck and forces


@pytest.mark.clause("OMA-2.3-1", "OMA-2.3-2", "OMA-2.3-4", "OMA-T-DECK")
def test_the_deck_is_drawn_as_the_ledger_counts_it():
    cards = load_content().deck.cards
    signs = Counter((sign[0], sign[2]) for card in cards.values() for sign in card.fire)
    icons = {"fire": 5, "armour": 5, "star": 4, "A": 4, "R": 4, "M": 3, "P": 2}
    assert all(signs[colour, icon] == count for colour in COLOURS for icon, count in icons.items())
    triples = Counter(frozenset(sign[0] for sign in card.fire) for card in cards.values())
    assert len(triples) == 20 and set(triples.values()) <= {2, 3}
    assert sum(card.mine for card in cards.values()) == 20
    assert sum(card.guns is not None for card in cards.values()) == 24
    for place, _ in enumerate(SYMBOLS):
        letters = Counter(card.landing[place] for card in cards.values())
        assert letters == {"A": 13, "B": 14, "C": 13, "D": 14}


@pytest.mark.parametrize(("turn", "counted"), [(1, "counts_1_9"), (10, "counts_10_20"), (21, "counts_21_31")])
@pytest.mark.clause("OMA-T-EVENTS")
def test_events_are_as_often_as_the_ledger_counts_them(turn: int, counted: str):
    events = [card.event(turn) for card in load_content().deck.cards.values()]
    assert Counter(event.event.upper() for event in events if event) == table("OMA-T-EVENTS")[counted]


@pytest.mark.clause("OMA-2.1-22", "OMA-2.1-23", "OMA-3-2", "OMA-3-3")
def test_pools_hold_as_many_counters_as_the_source_says():
    counts = {kind: len(rows) for kind, rows in load_content().german.items()}
    assert counts == {
        "wn88": 2, "wn75": 6, "rocket": 1, "squad": 9, "tactical": 9, "division": 11, "meyer": 8,
        "wn_marker": 18, "mobile_marker": 20, "meyer_marker": 4, "building_marker": 8,
        "armour": 4, "armour_marker": 4,
    }  # fmt: skip


@pytest.mark.clause("OMA-2.21-3", "OMA-T-US-UNITS")
def test_us_units_are_those_of_the_ledger():
    us = load_content().us
    assert (len(us.units), len(us.leaders)) == (100, 6)
    for row in table("OMA-T-US-UNITS")["units"]:
        unit = us.units[row["id"]]
        assert (list(unit.strength), unit.turn, unit.symbol) == (row["str"], row["turn"], row["sym"])
    placed = Counter((unit.turn, unit.at) for unit in us.units.values())
    boxes = load_content().positions.boxes
    beaches = Counter(box.beach for box in boxes.values())
    assert all(count <= 2 for (_, at), count in placed.items() if at in boxes)
    assert all(count <= 2 * beaches[at] for (_, at), count in placed.items() if at in beaches)
    assert {HOME[unit.division] for unit in us.units.values()} == {"east", "west"}


def test_the_position_of_ten_o_clock_fits_the_map():
    """OMA-X-69: stacks of two at most on land, no US unit on a German, loss boxes of four and five."""
    given, units = table("OMA-T-BB"), load_content().us.units
    where = Counter(row["hex"] for row in given["us"] if row["unit"] in units)
    assert max(where.values()) <= 2 and all(terrain()[label] != "sea" for label in where)
    names = {f"{key}{end}": row.hexes["NS".index(end)] if end else row.hexes[0]
             for key, row in wn().items() for end in ("", *("NS" if len(row.hexes) == 2 else ""))}  # fmt: skip
    held = {names[f"WN{name}"] for kind in ("w88", "rocket", "artillery", "others") for name in given["wn"][kind]}
    held |= {positions()[key].hexes[0] for kind in ("with_marker", "without") for key in given["reinforcements"][kind]}
    assert len(held) == 25 and not held & set(where)
    for row in [*given["us"], *given["east_high_tide"], *given["west_high_tide"]]:
        assert row.get("strength", 0) in (0, *(units[row["unit"]].strength if row["unit"] in units else ()))
    foot = ("infantry", "heavy_infantry")
    last = [units[row["unit"]] for row in given["us"] if row.get("strength") == 2 and row["unit"] in units]
    worn = Counter(unit.division for unit in last if unit.type in foot)
    assert (worn["1st"], worn["29th"] + 1) == (4, 5)


# ---------------------------------------------------------------- worked examples on the map


def colours_over(label: str, *gone: str) -> set[str]:
    return {row.colour for key, row in wn().items() if key not in gone and label in dots(row)}


@pytest.mark.clause("OMA-10.1-1")
@pytest.mark.parametrize(("gone", "free"), [((), ["0612"]), (("WN60",), ["0606", "0612"])])
def test_obstacle_hexes_free_of_three_colours(gone: tuple[str, ...], free: list[str]):
    """OMA-X-43, OMA-X-44."""
    obstacles = [label for label in sorted(terrain()) if land().overlays["obstacles"][land().grid.parse(label)]]
    east = [label for label in obstacles if sector(label) == "east"]
    assert [label for label in east if not colours_over(label, *gone) & {"red", "purple", "blue"}] == free


def test_the_base_of_the_source_reaches_shingle_and_ditch():
    """OMA-X-66."""
    assert all("shingle" in {side(label, there) for there in around(label)} for label in ("0710", "0711", "0712"))
    assert {"0710", "0712", "0810", "0811"} <= set(around("0711"))


def test_sea_sand_and_bluff_rise_in_this_order():
    height = {label: int(land().elevation[land().grid.parse(label)]) for label in terrain()}
    by_kind = {kind: [height[label] for label in height if terrain()[label] == kind] for kind in ("sea", *LOW)}
    assert max(by_kind["sea"]) < 0
    assert (
        max(by_kind["low_beach"])
        <= min(by_kind["mid_beach"])
        <= max(by_kind["mid_beach"])
        <= min(by_kind["high_beach"])
    )
    assert 4 <= min(by_kind["pavilion"]) <= max(by_kind["pavilion"]) <= 8
    assert max(by_kind["draw"]) <= 45
    for kind in ("bluff", "cliff", "sheer_cliff"):
        for here in terrain():
            for there in around(here):
                assert side(here, there) != kind or abs(height[here] - height[there]) >= 15
