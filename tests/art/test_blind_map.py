"""The map of blind is what its sources give, and what the rules pin."""

from __future__ import annotations

from collections import deque
from pathlib import Path

import pytest

from art.build_map import main
from wab.content.blind.loader import load_battle_map, load_lines
from wab.systems.blind.state.setup import build_board

pytestmark = pytest.mark.art
ROOT = Path(__file__).resolve().parents[2]


def test_a_rebuild_gives_the_committed_bytes():
    assert main(["--map", "blind", "--check"]) == 0


def flood(start, steps):
    seen, todo = {start}, deque([start])
    while todo:
        for there in steps(todo.popleft()):
            if there not in seen:
                seen.add(there)
                todo.append(there)
    return seen


def board():
    return build_board("blind/from-cherbourg-to-caen")


def test_all_land_is_one_piece():
    on = board()
    assert flood(on.beaches["omaha"], on.around) == {hex_ for hex_ in range(on.grid.size) if on.land[hex_]}


def test_le_havre_lies_behind_the_seine():
    on = board()
    major = on.map.river == 2

    def steps(hex_):
        return (there for there in on.around(hex_) if not major[hex_, on.grid.direction(hex_, there)])

    north = flood(on.hex("1803"), steps)
    assert on.hex("1902") in north and not north & {on.hex("1905"), on.hex("2205")}


def test_one_road_net_joins_beaches_places_and_entries():
    on, lines = board(), load_lines()

    def steps(hex_):
        return (there for there in on.around(hex_) if on.map.road[hex_, on.grid.direction(hex_, there)])

    net = flood(on.hex("1206"), steps)
    assert {*on.beaches.values(), *on.entries.values(), *map(on.hex, lines.places)} <= net


def test_the_beaches_touch_what_the_source_says():
    on = board()
    wanted = {"utah": "0704 0705", "omaha": "0905 0906 1006 1106", "gold": "1106 1206 1306", "juno": "1306 1406 1506"}
    for beach, labels in wanted.items():
        assert sorted(map(on.grid.label, on.around(on.beaches[beach]))) == labels.split()


def test_no_road_river_or_coast_lies_on_a_closed_side():
    on = load_battle_map()
    assert not (on.closed_side & ((on.river > 0) | (on.road > 0) | on.side_overlays["coastal"])).any()
