"""Set-up (OMA-2.1, OMA-3): positions, boxes and counters of a board that is made in the test itself."""

from __future__ import annotations

import pytest

from tests.rules.omaha.printed import label
from wab.content.omaha.loader import load_content, load_scenario, scenario_path
from wab.systems.omaha.state.setup import make_board, starting_state
from wab.systems.omaha.state.state import turn_box

BEGINS, INLAND = "omaha/the-first-waves", "omaha/d-day-at-omaha-beach"


def made(scenario=BEGINS):
    return make_board(scenario, load_scenario(scenario_path(scenario)))


@pytest.mark.clause("OMA-2.1-6", "OMA-2.1-10")
def test_positions_are_strongpoints_numbered_places_or_unnumbered_ones():
    board, map_ = made(), load_content().map
    named = [board.positions[name] for name in ("WN62", "C2", "D2", "u1014")]
    assert [(one.wn, one.zone, one.number) for one in named] == [
        (True, "", 62), (False, "C", 2), (False, "D", 2), (False, "", 0),
    ]  # fmt: skip
    for one in board.positions.values():
        in_building = map_.terrain_name(one.hexes[0]) == "building"
        assert one.building is (in_building and not one.wn), one.id
    assert {one.building for one in board.positions.values() if not one.wn} == {True, False}
    assert {name: len(one.hexes) for name, one in board.positions.items() if len(one.hexes) > 1}["WN62"] == 2


@pytest.mark.clause("OMA-2.1-16", "OMA-5.1-1")
def test_boxes_stand_in_their_row_and_lead_onto_the_beach():
    board = made()
    assert [box.place for box in board.row] == list(range(len(board.boxes)))
    assert [board.row.index(board.boxes[name]) for name in ("ER1", "ER2")] == [
        board.boxes["ER1"].place, board.boxes["ER1"].place + 1,
    ]  # fmt: skip
    assert {box.sector for box in board.row} == {"east", "west"}
    east = made("omaha/easy-fox")
    assert {box.sector for box in east.row} == {"east"} and set(east.draws) < set(board.draws)


@pytest.mark.clause("OMA-2.1-8", "OMA-12.3-2")
def test_hexsides_are_as_the_map_has_them():
    board, map_ = made(), load_content().map
    for hex_ in range(board.grid.size):
        for direction, kind in enumerate(board.sides[hex_]):
            marked = [name for name, flags in map_.side_overlays.items() if flags[hex_, direction]]
            assert kind in (marked or ["open"]), label(hex_)
    assert {kind for row in board.sides for kind in row} == {"open", *map_.side_overlays}


@pytest.mark.clause("OMA-23-1")
def test_armour_is_a_counter_where_the_scenario_has_that_option():
    assert not any(key.startswith("armour") for key in made().counters)
    assert {key.rpartition("-")[0] for key in made(INLAND).counters} >= {"armour", "armour_marker", "wn88", "meyer"}
    assert made().cards[0] == "01" and len(made().cards) == 54


@pytest.mark.clause("OMA-3-7", "OMA-3-8")
def test_units_wait_in_their_boxes_or_on_the_turn_track():
    board = made()
    state = starting_state(board, seed=1)
    for number, profile in board.roster.items():
        unit = state.unit(number)
        first = board.scenario.boxed or not profile.turn
        assert unit.box == (profile.at if first else turn_box(profile.turn)) and unit.steps == profile.full, profile.key
    assert state.now.phase == "landing" and len(state.now.off) == len(board.roster)
